r"""From what is given to what is fitted: classes, weights, rows in order of class, and the kernel.

A row of weight w stands for w equal rows: the dual box of the row is w C, and β of equal rows adds up. Rows
of weight 0, and classes of weight 0, are not there. All numbers are float64: float32 rows give the model of
the same numbers in float64.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.threads import row_blocks
from fenlei.svm.dual.gram import Kernel, Source, diagonal
from fenlei.table.coding import encode_labels
from fenlei.weights import check_weights, class_weights


class TrainingRows(NamedTuple):
    """Rows that have weight."""

    X: Any  # in order of class; a given matrix (n, n), or objects of the user's
    codes: Array  # (n,)
    w: Array  # (n,) class weights multiplied in
    places: Array  # (n,) among all rows
    classes: Array  # (K,)
    class_weight: Array  # (K,)


def training_rows(machine: Any, X: Any, y: Any, sample_weight: Any) -> TrainingRows:
    """Rows of X, y that have weight, by the machine's `class_weight` and `kernel`."""
    n = number_of(X)
    y = column_or_1d(y, warn=True)
    check_consistent_length(range(n), y)
    own = check_weights(sample_weight, n)
    own = np.ones(n) if own is None else own
    places = np.flatnonzero(own)
    classes, codes = encode_labels(y[places])
    own = own[places]
    w = class_weights(machine, codes, classes, own)
    w = own if w is None else w
    first = np.unique(codes, return_index=True)[1]
    factor = w[first] / own[first]
    order = np.flatnonzero(w)
    if machine.kernel != "precomputed":
        order = order[np.argsort(codes[order], kind="stable")]
    there = np.flatnonzero(factor)
    if len(there) < 2:
        raise DataError("discriminant.classes", estimator=type(machine).__name__, K=len(there))
    codes, places = np.searchsorted(there, codes[order]), places[order]
    part = square if machine.kernel == "precomputed" else some
    return TrainingRows(part(X, places), codes, w[order], places, classes[there], factor[there])


def number_of(X: Any) -> int:
    """Number of rows of an array, or of objects of a list."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def some(X: Any, places: Array) -> Any:
    """Some of the rows of an array, or of the objects of a list."""
    if len(places) == number_of(X) and (np.diff(places) == 1).all():
        return X
    return X[places] if hasattr(X, "shape") else [X[i] for i in places]


def square(X: Array, places: Array) -> Array:
    """The part of a given matrix for some of its rows."""
    return X if len(places) == len(X) else X[np.ix_(places, places)]


# --- the kernel


def kernel_source(machine: Any, rows: TrainingRows) -> Source:
    """Rows with their kernel; the Gram matrix itself where it is given, or comes from a function."""
    name, X = type(machine).__name__, rows.X
    if callable(machine.kernel):
        return Source(kernel_matrix(machine.kernel, X, X, name), Kernel("precomputed"))
    if machine.kernel == "precomputed":
        return Source(X, Kernel("precomputed"))
    gamma = gamma_of(machine.gamma, X, rows.w)
    source = Source(X, Kernel(machine.kernel, gamma, float(machine.coef0), int(machine.degree)))
    with np.errstate(over="ignore", invalid="ignore"):
        if not np.isfinite(diagonal(source)).all():
            raise DataError("svm.kernel_values", estimator=name)
    return source


def gamma_of(gamma: Any, X: Any, w: Array) -> float:
    if gamma == "scale":
        return scale_gamma(X, w)
    return 1.0 / X.shape[1] if gamma == "auto" else float(gamma)


def scale_gamma(X: Any, w: Array) -> float:
    """1 / (p Var), Var the variance of all entries of X, weighted by rows; 1 if that is 0."""
    n, p = X.shape
    total = float(w.sum()) * p
    sums = np.asarray(X.sum(axis=1)).ravel()
    mean = float((w * sums).sum()) / total
    if is_sparse(X):
        stored = np.diff(X.indptr)
        squared = (np.repeat(w, stored) * (X.data - mean) ** 2).sum() + (w * (p - stored)).sum() * mean**2
    else:
        blocks = ((X[s:e], w[s:e]) for s, e in row_blocks(n, p))
        squared = sum(float((part * ((rows - mean) ** 2).sum(axis=1)).sum()) for rows, part in blocks)
    return total / (p * float(squared)) if squared > 0 else 1.0


def kernel_matrix(function: Any, X: MatrixLike, Z: Any, estimator: str) -> Array:
    """Gram matrix (n, m) of the user's function, checked."""
    values = function(X, Z)
    values = np.ascontiguousarray(as_dense(values), dtype=np.float64)
    n, m = number_of(X), number_of(Z)
    if values.shape != (n, m):
        raise DataError("svm.kernel_shape", estimator=estimator, shape=values.shape, n=n, m=m)
    if not np.isfinite(values).all():
        raise DataError("svm.kernel_values", estimator=estimator)
    return values
