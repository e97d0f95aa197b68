"""Frames of numbers as an array at once, without a look at every column by itself.

A service that predicts a row at a time sends such frames; going through the columns takes longer than any
model does. What is not surely a pandas frame of floats is left to the ways that know every kind of frame.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from fenlei.kernels import Array

FLOAT64 = np.dtype(np.float64)


def frame_floats(X: Any) -> Array | None:
    """The values (n, p) of a pandas frame of float64 and perhaps integer columns; None of anything else.

    Examples
    --------
    >>> import pandas as pd
    >>> frame_floats(pd.DataFrame({"a": [1, 2], "b": [0.5, 0.25]}))
    array([[1.  , 0.5 ],
           [2.  , 0.25]])
    >>> frame_floats(pd.DataFrame({"a": ["x", "y"]})) is None
    True
    """
    pandas = sys.modules.get("pandas")
    if pandas is None or type(X) is not pandas.DataFrame:
        return None
    kinds = set(X.dtypes.tolist())
    if FLOAT64 not in kinds or not all(isinstance(kind, np.dtype) and kind.kind in "iuf" for kind in kinds):
        return None
    values: Array = X.to_numpy()
    return values if values.dtype == FLOAT64 else None
