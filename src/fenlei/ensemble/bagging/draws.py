"""What bagging draws: rows by what they contain, features, seeds; and the subset of the table.

Rows are drawn by what they contain (`ensemble/sampling.py`): their order does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from sklearn import get_config
from sklearn.base import BaseEstimator
from sklearn.utils.metadata_routing import get_routing_for_object
from sklearn.utils.validation import has_fit_parameter

from fenlei.ensemble.sampling import MIXER, Sampling, times_drawn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.table.frames import apply_categories, learn_categories

if TYPE_CHECKING:
    from fenlei.ensemble.out_of_bag import GivenRows

LARGEST_SEED = 2**31 - 1


def takes_weights(part: BaseEstimator) -> bool:
    """Whether `fit` of the estimator receives weights; with metadata routing, whether it requests them."""
    if get_config()["enable_metadata_routing"]:
        return bool(get_routing_for_object(part).consumes("fit", ("sample_weight",)))
    return bool(has_fit_parameter(part, "sample_weight"))


def row_keys(X: Any) -> Array:
    """A hash (n,) of each row; zeros are ignored, so that dense and sparse rows have the same."""
    if is_sparse(X):
        entries = X.tocoo()
        values, column, row = entries.data.astype(np.float64), entries.col, entries.row
    else:
        row, column = np.nonzero(X)
        values = np.asarray(X)[row, column].astype(np.float64)
    stored = values != 0
    values, column, row = np.where(np.isnan(values), np.nan, values)[stored], column[stored], row[stored]
    bits = values.view(np.uint64) ^ ((column.astype(np.uint64) + np.uint64(1)) * MIXER)
    for shift in (30, 27):
        bits = (bits ^ (bits >> np.uint64(shift))) * MIXER
    keys = np.zeros(X.shape[0], np.uint64)
    np.add.at(keys, row, bits ^ (bits >> np.uint64(31)))
    return keys


def text_keys(X: object) -> Array:
    """A number (n, p) for each cell of any kind, by the way it is printed."""
    cells = np.asarray(X, dtype=object)
    return np.array([crc32(repr(cell).encode()) for cell in cells.ravel()], np.float64).reshape(cells.shape)


def own_order(X: GivenRows, targets: Array) -> Array:
    """Rows by their hash, then by target: an order that does not depend on that of the input."""
    return np.lexsort((*targets.reshape(len(targets), -1).T, row_keys(_numbers(X))))


def _numbers(X: object) -> Any:
    """Cells as numbers: codes of categories, or of the way that cells of another kind are printed."""
    if is_sparse(X) or (isinstance(X, np.ndarray) and X.dtype.kind in "biuf"):
        return X
    try:
        return apply_categories(X, learn_categories(X))
    except ValueError:  # the parts have to say what they make of such cells
        return text_keys(X)


def drawn_rows(sampling: Sampling, replace: bool, seed: np.uint64) -> tuple[Array, Array]:
    """Rows that are drawn, in their own order, and how often each."""
    n = len(sampling.order)
    if replace:
        times = times_drawn(sampling, seed)
        chosen = np.flatnonzero(times)
        return sampling.order[chosen], times[chosen]
    if sampling.draws >= n:
        return sampling.order, np.ones(n, np.int64)
    w = np.diff(sampling.edges, prepend=0.0) if sampling.edges.size else np.ones(n)
    waiting = np.random.default_rng(int(seed)).exponential(size=n) / w  # the first arrivals are drawn
    chosen = np.sort(np.argsort(waiting, kind="stable")[: sampling.draws])
    return sampling.order[chosen], np.ones(sampling.draws, np.int64)


def drawn_features(p: int, count: int, replace: bool, seed: np.uint64) -> Array:
    """Columns that a part takes, in ascending order."""
    if count == p and not replace:
        return np.arange(p)
    return np.sort(np.random.default_rng([int(seed), 1]).choice(p, count, replace=replace))


def set_seeds(estimator: BaseEstimator, seed: np.uint64) -> BaseEstimator:
    """The estimator with a seed for every parameter that is a random state."""
    names = [n for n in sorted(estimator.get_params()) if n == "random_state" or n.endswith("__random_state")]
    rng = np.random.default_rng([int(seed), 2])
    return estimator.set_params(**{name: int(rng.integers(LARGEST_SEED)) for name in names})


def is_per_row(value: object, n: int) -> bool:
    """Whether a parameter of `fit` has an entry for each of the n rows."""
    return hasattr(value, "__len__") and not isinstance(value, str | bytes | dict) and len(value) == n


def take_columns(X: Any, columns: Array) -> GivenRows:
    """A subset of the columns of an array, a matrix or a frame."""
    if X.shape[1] == len(columns) and np.array_equal(columns, np.arange(len(columns))):
        return X
    if hasattr(X, "iloc"):
        return X.iloc[:, columns]
    if hasattr(X, "column_names"):  # an Arrow table
        return X.select(columns.tolist())
    return X[:, columns.tolist()]
