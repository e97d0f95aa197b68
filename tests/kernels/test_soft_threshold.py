"""The soft threshold: the minimum of its objective, and one value in both forms."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fenlei.kernels.soft_threshold import soft_threshold, soft_threshold_of

numbers = st.floats(-1e6, 1e6)


@given(v=numbers, amount=st.floats(0, 1e6))
def test_both_forms_are_the_same_number(v: float, amount: float) -> None:
    assert soft_threshold_of(v, amount) == soft_threshold(np.array([v]), amount)[0]


@given(v=numbers, amount=st.floats(0, 1e6), other=numbers)
def test_no_other_number_has_a_smaller_objective(v: float, amount: float, other: float) -> None:
    def objective(u: float) -> float:
        return 0.5 * (u - v) ** 2 + amount * abs(u)

    least = objective(float(soft_threshold(np.array([v]), amount)[0]))
    assert least <= objective(other) * (1 + 1e-9) + 1e-9
