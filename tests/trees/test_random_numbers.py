"""Random numbers from a counter: the arithmetic modulo 2^64, and that they look random."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstest

from fenlei.trees.random_numbers import times, uniform

WORDS = st.integers(0, 2**64 - 1)


@given(a=WORDS, b=WORDS)
def test_products_wrap(a: int, b: int) -> None:
    assert int(times(np.uint64(a), np.uint64(b))) == a * b % 2**64


def test_consecutive_counters_give_independent_uniform_numbers() -> None:
    x = np.array([uniform(np.uint64(i)) for i in range(4000)])
    assert kstest(x, "uniform").pvalue > 0.001
    assert abs(np.corrcoef(x[:-1], x[1:])[0, 1]) < 0.05
