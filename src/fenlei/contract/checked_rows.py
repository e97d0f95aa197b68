"""The arguments of `fit` and `predict`, checked as scikit-learn checks them; what is plainly good, at once.

scikit-learn's `validate_data` takes 30 to 300 µs to find that nothing is to be done for floats in an array or
a frame, more than most models take for a row. Here such rows are recognised by a few direct tests, with the
same effects: `n_features_in_` and `feature_names_in_` are learned or compared. Whatever fails a test goes to
scikit-learn, which converts or refuses it: every error and every warning is its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_array, column_or_1d, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.scanned_rows import refuse_scan
from fenlei.kernels import Array
from fenlei.table.float_frames import FLOAT64, frame_floats

if TYPE_CHECKING:
    from fenlei.contract.estimator import Estimator

FLOAT32 = np.dtype(np.float32)
SMALL = 1 << 18  # values that are looked at for NaN with a copy of the answers


def checked_rows(estimator: Estimator, X: MatrixLike, *, reset: bool, **options: object) -> Any:
    """What `validate_data(estimator, X, reset=reset, **options)` returns, with the same effects."""
    found = _plain_rows(estimator, X, reset, options)
    if found is None:
        refuse_scan(estimator, X, fitting=reset)
    return validate_data(estimator, X, reset=reset, **options) if found is None else found


def _plain_rows(estimator: Estimator, X: Any, reset: bool, options: dict[str, Any]) -> Any:
    """The checked rows if X is an array or frame of floats that passes every test, else None."""
    values = X if type(X) is np.ndarray else frame_floats(X)
    if values is None or not _suits(values, options):
        return None
    names = None if values is X else X.columns.tolist()
    if reset:
        if names is not None and not _are_names(names):
            return None
        _learn_columns(estimator, values.shape[1], names)
    elif not _has_columns(estimator, values.shape[1], names):
        return None
    if options.get("skip_check_array"):
        return X
    return np.ascontiguousarray(values) if options.get("order") == "C" else values


def _suits(values: Array, options: dict[str, Any]) -> bool:
    """Whether scikit-learn would take the values as they are."""
    if values.ndim != 2 or values.shape[1] == 0 or options.get("ensure_non_negative"):
        return False
    if values.dtype != FLOAT64 and (values.dtype != FLOAT32 or options.get("dtype") is np.float64):
        return False
    if options.get("skip_check_array"):
        return True
    if values.shape[0] < options.get("ensure_min_samples", 1):
        return False
    finite = options.get("ensure_all_finite", True)
    if not finite:
        return True
    if values.size > SMALL:
        return False
    good = np.isfinite(values) if finite is True else np.abs(values) != np.inf
    return bool(good.all())


def _are_names(columns: list[object]) -> bool:
    return len(set(columns)) == len(columns) and all(type(name) is str for name in columns)


def _learn_columns(estimator: Estimator, p: int, names: list[str] | None) -> None:
    estimator.n_features_in_ = p
    if names is not None:
        estimator.feature_names_in_ = np.array(names, dtype=object)
    elif hasattr(estimator, "feature_names_in_"):
        del estimator.feature_names_in_


def _has_columns(estimator: Estimator, p: int, names: list[str] | None) -> bool:
    """Whether number and names of the columns are those that were fitted."""
    if getattr(estimator, "n_features_in_", p) != p:
        return False
    fitted = getattr(estimator, "feature_names_in_", None)
    return names is None if fitted is None else names is not None and list(fitted) == names


def one_column(y: ArrayLike, *, warn: bool = False) -> Array:
    """Labels (n,), as `column_or_1d` returns them."""
    if type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "iufbUO":
        return np.ascontiguousarray(y)
    return np.asarray(column_or_1d(y, warn=warn))


def float_targets(y: Any, **options: Any) -> Array:
    """Targets (n,) or (n, t) as float64, or another `dtype`, as `check_array` returns them."""
    plain = type(y) is np.ndarray and y.dtype == FLOAT64 and y.ndim in (1, 2) and y.size > 0
    finite = options.get("ensure_all_finite", True)
    if plain and (not finite or (y.size <= SMALL and np.isfinite(y).all())):
        return np.asarray(y)
    with np.errstate(invalid="ignore"):  # scikit-learn looks at a sum first, which may be inf - inf
        found = check_array(y, **{"ensure_2d": False, "dtype": np.float64, "input_name": "y", **options})
    return np.asarray(found)


def same_length(X: Any, y: Any) -> None:
    """Refuse rows and targets of different number, as `check_consistent_length` does."""
    plain = type(X) is np.ndarray and type(y) is np.ndarray and X.ndim > 0 and y.ndim > 0
    if not plain or len(X) != len(y):
        check_consistent_length(X, y)
