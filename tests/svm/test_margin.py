"""The bound on the VC dimension of planes with a margin."""

from __future__ import annotations

import pytest

from fenlei.errors import UsageError
from fenlei.svm import margin_vc_bound


def test_the_smaller_of_margin_and_dimension_counts() -> None:
    assert margin_vc_bound(1.5, 2.0, 100) == 10
    assert margin_vc_bound(1.5, 2.0, 3) == 4
    with pytest.raises(UsageError, match="radius=0 is not accepted; give a number above 0"):
        margin_vc_bound(0, 1)
