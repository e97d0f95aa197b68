r"""From the arguments of `fit` to what is fitted: classes, weights, rows in order of class, and the kernel.

A row of weight w stands for w equal rows: the dual box of the row is w C, and β of equal rows adds up. Rows
of weight 0, and classes of weight 0, are left out; a class without rows loses every pair (`record`). All
numbers are float64: float32 rows give the model of
the same numbers in float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.contract.given_functions import given_numbers
from fenlei.contract.weighted_rows import labelled_rows
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.threads import row_blocks
from fenlei.svm.dual.gram import Kernel, Source, diagonal
from fenlei.table.rows import positive
from fenlei.weights import class_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fenlei.annotations import Matrix
    from fenlei.svm.kernel_rows import KernelRows
    from fenlei.svm.svc.svc import SVC


class TrainingRows(NamedTuple):
    """Rows that have weight."""

    X: Any  # in order of class; a precomputed matrix (n, n), or a list of objects
    codes: Array  # (n,) among the classes present
    w: Array  # (n,) class weights multiplied in
    position: Array  # (n,) among all rows
    classes: Array  # (K,)
    class_weight: Array  # (K,)
    present: Array  # codes of the classes that have rows


def training_rows(machine: SVC, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> TrainingRows:
    """Rows of X, y that have weight, by the machine's `class_weight` and `kernel`."""
    index, codes, own, classes = labelled_rows(machine, np.arange(number_of(X)), y, sample_weight, np.asarray)
    own = np.ones(len(codes)) if own is None else own
    w: Any = class_weights(machine, codes, classes, own)
    seen, first = np.unique(codes, return_index=True)
    factor = np.ones(len(classes))
    factor[seen] = w[first] / own[first]
    present = seen[factor[seen] > 0]
    if len(present) < 2:
        raise DataError("discriminant.classes", estimator=type(machine).__name__, K=len(present))
    index, codes, w = positive(index, codes, w)
    if machine.kernel != "precomputed":
        order = np.argsort(codes, kind="stable")
        index, codes, w = index[order], codes[order], w[order]
    codes = np.searchsorted(present, codes)
    part = take_square if machine.kernel == "precomputed" else take_rows
    return TrainingRows(part(X, index), codes, w, index, classes, factor, present)


def number_of(X: Matrix | Sequence[object]) -> int:
    """Number of rows of an array, or of objects of a list."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def take_rows(X: Any, index: Array) -> Any:
    """A subset of the rows of an array, or of the objects of a list."""
    if len(index) == number_of(X) and (np.diff(index) == 1).all():
        return X
    return X[index] if hasattr(X, "shape") else [X[i] for i in index]


def take_square(X: Array, index: Array) -> Array:
    """A subset of the rows of a precomputed matrix, and the same columns."""
    return X if len(index) == len(X) else X[np.ix_(index, index)]


# --- the kernel


class KernelInput(Protocol):
    """Rows that have weight, and the weights."""

    @property
    def X(self) -> Any: ...

    @property
    def w(self) -> Array: ...


def kernel_source(machine: KernelRows, rows: KernelInput) -> Source:
    """Rows with their kernel; the Gram matrix itself where it is precomputed, or comes from a function."""
    name, X = type(machine).__name__, rows.X
    if callable(machine.kernel):
        return Source(kernel_matrix(machine.kernel, X, X, name), Kernel("precomputed"))
    if machine.kernel == "precomputed":
        return Source(X, Kernel("precomputed"))
    with np.errstate(over="ignore", invalid="ignore"):  # seen in the kernel's values
        gamma = gamma_of(machine.gamma, X, rows.w)
    source = Source(X, Kernel(machine.kernel, gamma, float(machine.coef0), int(machine.degree)))
    with np.errstate(over="ignore", invalid="ignore"):
        if not np.isfinite(diagonal(source)).all():
            raise DataError("svm.kernel_values", estimator=name)
    return source


def gamma_of(gamma: float | str, X: Matrix, w: Array) -> float:
    """γ as a number."""
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


def kernel_matrix(
    function: Callable[[Any, Any], ArrayLike],
    X: Matrix | Sequence[object],
    Z: Matrix | Sequence[object],
    estimator: str,
) -> Array:
    """Gram matrix (n, m) of the user's function, checked."""
    values = function(X, Z)
    values = np.ascontiguousarray(given_numbers(as_dense(values), "kernel"))
    n, m = number_of(X), number_of(Z)
    if values.shape != (n, m):
        raise DataError("svm.kernel_shape", estimator=estimator, shape=values.shape, n=n, m=m)
    if not np.isfinite(values).all():
        raise DataError("svm.kernel_values", estimator=estimator)
    return values
