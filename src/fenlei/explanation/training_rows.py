"""The rows that a model was fitted to, as its estimator takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.datasets import Dataset
from fenlei.errors import DataError, UsageError
from fenlei.explanation.given_row import coding_of
from fenlei.explanation.prepared.appended import prepared_training_rows
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.model_file import Model
from fenlei.model_file.fingerprint import rows_fingerprint
from fenlei.table.features.table_rows import TableRows, coded_columns
from fenlei.weights import class_factors

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike
    from fenlei.explanation.given_row import RowsLike


NO_FACTORS = np.zeros(0)
SAME_AT_A_TIME = 4096  # rows that are compared


class FittedRows(NamedTuple):
    """Rows, and what was to be learned from them."""

    X: Array  # (n, p) numbers and codes, prepared
    raw: Array  # (n, p) before the preparation
    y: Array | None  # (n,) labels or numbers; None where nothing is predicted
    codes: Array  # (n,) class codes; empty of a regression, a clusterer, a reducer
    factors: Array = NO_FACTORS  # (K,) what a row of each class counts; empty where each counts 1
    term_counts: tuple[Any, ...] = ()  # of each text column how often its terms occur, (n, terms) CSR

    @property
    def n(self) -> int:
        return len(self.X)

    def of_class(self, k: int) -> Array:
        return self.X[self.codes == k]

    def column(self, j: int, k: int) -> Array:
        """Feature j of the rows of class k; the other features are not copied."""
        return self.X[:, j][self.codes == k]

    def factor(self, k: int) -> float:
        """What a row of class k counts."""
        return float(self.factors[k]) if len(self.factors) else 1.0

    @property
    def w(self) -> Array:
        """What each row counts, (n,)."""
        return self.factors[self.codes] if len(self.factors) else np.ones(self.n)

    def counts(self, K: int) -> Array:
        """Weight of the rows of each class, (K,)."""
        count = np.bincount(self.codes, minlength=K).astype(float)
        return count * self.factors if len(self.factors) else count


def training_rows(model: Model, X: RowsLike, y: ArrayLike | None = None) -> FittedRows:
    """Coded and prepared rows of a table, a data set, a frame or an array."""
    if isinstance(X, Dataset):
        own = X.table.schema.target is not None and model.schema is None
        y = X.y if y is None and own else y
        X = X.X if model.schema is None else X.table
    counts: tuple[Any, ...] = ()
    given: Any = None
    if model.schema is not None and not isinstance(X, np.ndarray) and not is_sparse(X):
        given, y = _of_table(model, X, y)
        raw, counts = coded_columns(given), getattr(given, "counts", ())
        _check_fingerprint(model, raw, y)
    else:
        given = raw = _coded(model.estimator, X)
    prepared = raw if model.preparation is None else prepared_training_rows(model.preparation, given, y)
    y = None if y is None else np.asarray(y)
    if y is not None and len(y) != len(raw):
        raise DataError("explain.lengths", rows=len(raw), labels=len(y))
    codes = _codes(model.estimator, y)
    factors = _class_factors(model.estimator, codes)
    return FittedRows(np.asarray(prepared, dtype=float), raw, y, codes, factors, counts)


def are_same_rows(kept: Array, X: Array) -> bool:
    """Whether a model kept these rows, perhaps with fewer digits; block by block, NaN equal to NaN."""
    if kept.shape != X.shape:
        return False
    blocks = range(0, len(X), SAME_AT_A_TIME)
    return all(
        np.array_equal(
            kept[i : i + SAME_AT_A_TIME], X[i : i + SAME_AT_A_TIME].astype(kept.dtype), equal_nan=True
        )
        for i in blocks
    )


def _class_factors(estimator: Any, codes: Array) -> Array:
    """What a row of each class counts by the estimator's `class_weight`; empty without one."""
    if getattr(estimator, "class_weight", None) is None or not len(codes):
        return NO_FACTORS
    given = estimator.class_weight
    if given == "balanced_subsample" or isinstance(
        given, list | tuple
    ):  # of each member, or target, by itself
        return NO_FACTORS
    classes = estimator.classes_
    return class_factors(estimator, np.bincount(codes, minlength=len(classes)).astype(float), classes)


def _of_table(
    model: Model, data: RowsLike, y: ArrayLike | None
) -> tuple[Array | TableRows, ArrayLike | None]:
    """Coded columns, with the counts of terms beside them where there are texts; and the labels."""
    from fenlei.table.reading import conform

    assert model.schema is not None
    table = conform(data, model.schema)
    if y is None and model.schema.target is not None:
        y = table.labels()
    return table.rows() if model.schema.texts else table.coded().X, y


def _check_fingerprint(model: Model, raw: Array, y: Any) -> None:
    """Refuse rows of a table other than those whose fingerprint the model kept."""
    kept = model.facts.get("fingerprint")
    if kept is None or rows_fingerprint(raw, y) == kept:
        return
    facts = {"model": type(model.estimator).__name__, "rows": len(raw), "kept": model.facts.get("rows", 0)}
    raise DataError("explain.fingerprint", **facts)


def _coded(estimator: object, X: Any) -> Array:
    from fenlei.table.frames import apply_categories

    coding = coding_of(estimator)
    if coding is not None and any(coding.categories):
        return apply_categories(np.asarray(X, dtype=object) if isinstance(X, list) else X, coding)
    return X.toarray() if is_sparse(X) else np.asarray(X, dtype=np.float64)


def _codes(estimator: object, y: Array | None) -> Array:
    classes = getattr(estimator, "classes_", None)
    if classes is None:
        return np.zeros(0, np.int64)
    if y is None:
        raise UsageError("explain.no_labels", model=type(estimator).__name__)
    found = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    if not (np.asarray(classes)[found] == y).all():
        raise DataError("explain.other_rows", model=type(estimator).__name__)
    return found
