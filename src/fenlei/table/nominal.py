"""Text columns given straight to an estimator: found, coded, and kept in step between models.

An estimator with nominal features keeps `coding_`, the categories of its text columns in the order of their
codes; None if it was fitted to numbers. More rows bring more categories: they are appended, so that codes
already counted keep their meaning.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.kernels import Array
from fenlei.table.float_frames import frame_floats
from fenlei.table.frames import CategoryCoding, is_frame


def has_text(X: Any) -> bool:
    """Whether X is a frame with columns that are not numbers, or an array with text in it."""
    if isinstance(X, np.ndarray) and X.dtype.kind not in "UO":
        return False
    if is_frame(X):
        import narwhals as nw

        if frame_floats(X) is not None:
            return False
        return not all(dtype.is_numeric() for dtype in nw.from_native(X).schema.values())
    array = (
        X
        if isinstance(X, np.ndarray)
        else np.asarray(X, dtype=object)
        if isinstance(X, list | tuple)
        else None
    )
    if array is None or array.dtype.kind not in "UO":
        return False
    return array.dtype.kind == "U" or any(isinstance(value, str) for value in array.ravel())


def is_empty(X: MatrixLike) -> bool:
    """Whether every value is missing, so that nothing tells text from numbers."""
    return not is_frame(X) and all(v is None or v != v for v in np.asarray(X, dtype=object).ravel())


def unite_categories(a: CategoryCoding | None, b: CategoryCoding | None) -> CategoryCoding | None:
    """The coding of `a` with the categories that only `b` has appended."""
    if a is None or b is None:
        return a or b
    categories = (
        None if ours is None else tuple(dict.fromkeys(chain(ours, theirs or ())))
        for ours, theirs in zip(a.categories, b.categories, strict=True)
    )
    return a._replace(categories=tuple(categories))


def new_codes(old: CategoryCoding | None, new: CategoryCoding | None, m: Array) -> list[Array]:
    """For each feature, the code in `new` of each category that `old` names; 0..m[j]-1 without names."""
    if old is None or new is None:
        return [np.arange(size) for size in m]
    return [
        np.arange(size)
        if ours is None or theirs is None
        else np.array([theirs.index(category) for category in ours], np.int64)
        for size, ours, theirs in zip(m, old.categories, new.categories, strict=True)
    ]


def decode_categories(X: Array, coding: CategoryCoding) -> Array:
    """Codes of text columns as the categories that they stand for; as it is if there are none."""
    if not any(coding.categories):
        return X
    out = X.astype(object)
    for j, categories in enumerate(coding.categories):
        if categories is not None:
            out[:, j] = [None if np.isnan(code) else categories[int(code)] for code in X[:, j]]
    return out
