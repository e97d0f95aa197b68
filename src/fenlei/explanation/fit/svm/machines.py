"""What a fitted machine of two classes has, read from the model and its training rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.errors import DataError
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.svm import SVC

MOST_GRAM = 300  # rows of a machine whose kernel matrix is computed


class Machine(NamedTuple):
    """The machine of two classes; y is +1 for the class that f is positive for."""

    pair: int  # position among the pairs of classes
    name: str
    positive: str  # name of the class with y = +1
    rows: Array  # (m,) training rows, in the order of the solver
    y: Array  # (m,)
    alpha: Array  # (m,)
    f: Array  # (m,) decision values
    bound: Array  # (m,) C of each row
    K: Array | None  # (m, m) kernel values; None of many rows
    b: float
    sign: float  # y times it is the solver's y, +1 for the first class

    @property
    def support(self) -> Array:
        return np.flatnonzero(self.alpha > 0)

    @property
    def free(self) -> Array:
        """Rows on the margin: 0 < α < C."""
        return np.flatnonzero((self.alpha > 0) & (self.alpha < self.bound))

    @property
    def without_b(self) -> Array | None:
        """Σ α y κ of each row."""
        return None if self.K is None else self.K @ (self.y * self.alpha)

    @property
    def is_steep(self) -> bool:
        """Whether sums of kernel values lose digits that the working would need."""
        if self.K is None:
            return True
        return bool(np.abs(self.K).max() * self.alpha.sum() > 1e5)


def machines_of(model: SVC, rows: FittedRows, terms: ModelTerms) -> list[Machine]:
    """The machines of all pairs of classes."""
    from fenlei.svm.svc.pairs import class_pairs

    _check_rows(model, rows)
    K, found = len(terms.classes), []
    alpha = np.atleast_2d(model.alpha_)
    values, weight = model._pair_values(rows.X), model.class_weight_
    for q, (i, j) in enumerate(class_pairs(K)):
        own = order_of(model, rows.codes, i, j)
        first = rows.codes[own] == i
        sign = -1.0 if K == 2 else 1.0
        y = sign * np.where(first, 1.0, -1.0)
        bound = float(model.C) * weight[rows.codes[own]]
        if (alpha[q, own] > bound * (1 + 1e-9)).any():
            raise DataError("explain.other_rows", model=type(model).__name__)
        names = (terms.classes[i], terms.classes[j])
        positive = names[1] if K == 2 else names[0]
        G = kernel_matrix(model, rows.X, own) if len(own) <= MOST_GRAM else None
        b = float(model.intercept_[q])
        found.append(
            Machine(q, " | ".join(names), positive, own, y, alpha[q, own], values[own, q], bound, G, b, sign)
        )
    return found


def _check_rows(model: SVC, rows: FittedRows) -> None:
    n, support = int(model.model_.shape_fit[0]), model.support_
    vectors = model.model_.support_vectors
    same = n == rows.n and len(rows.codes) == n
    if same and vectors is not None:
        same = np.array_equal(vectors, rows.X[support])
    if not same:
        raise DataError("explain.other_rows", model=type(model).__name__)


def order_of(model: SVC, codes: Array, i: int, j: int) -> Array:
    """Training rows of two classes in the order of the solver."""
    rows = np.flatnonzero((codes == i) | (codes == j))
    return rows if model.kernel == "precomputed" else rows[np.argsort(codes[rows], kind="stable")]


def kernel_matrix(model: SVC, X: Array, own: Array) -> Array:
    """κ of the rows among themselves."""
    from fenlei.svm.dual.gram import Source, centred, own_gram
    from fenlei.svm.svc.training import kernel_matrix as given

    if model.kernel == "precomputed":
        return np.asarray(X[np.ix_(own, own)], dtype=np.float64)
    if callable(model.kernel):
        return given(model.kernel, X[own], X[own], type(model).__name__)
    rows = np.ascontiguousarray(X[own], dtype=np.float64)
    return np.asarray(own_gram(centred(Source(rows, model._support().kernel))), dtype=np.float64)
