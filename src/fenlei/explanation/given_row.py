"""One row as it was given and as the estimator takes it; and the estimator that takes codes."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.bayes import BayesClassifier
from fenlei.datasets import Dataset
from fenlei.errors import DataError
from fenlei.explanation.working import Cell, shown
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.model_file import Model
from fenlei.table.features.table_rows import TableRows, coded_columns
from fenlei.table.rows import count_rows, take_rows

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.annotations import MatrixLike
    from fenlei.table.frames import CategoryCoding
    from fenlei.table.preparation import Preparation
    from fenlei.table.table import Table

    RowsLike = Table | Dataset | MatrixLike


class GivenRow(NamedTuple):
    """A row of a table or array."""

    values: dict[str, Cell]  # as given: words and numbers; None where missing
    x: Array  # (p,) as the estimator takes it
    raw: tuple[str | None, ...] | None  # (p,) text of the value before it was scaled; None: none was scaled
    scaled: dict[str, Cell]  # numbers by column as they were scaled; empty if none was
    texts: dict[str, str | None] = {}  # noqa: RUF012  (of a NamedTuple, never changed)
    term_counts: tuple[Any, ...] = ()  # of each text column how often its terms occur, (1, terms) CSR


def given_row(model: Model, data: RowsLike, row: int) -> GivenRow:
    """Row `row` of what the model predicts: a table, a data set, a frame, an array, a sparse matrix."""
    if isinstance(data, Dataset):
        data = data.X if model.schema is None else data.table
    if isinstance(data, np.ndarray | list | tuple | float | int) and np.ndim(data) != 2:
        raise DataError("explain.rows", shape=np.shape(data))
    n = data.n_rows if hasattr(data, "n_rows") else count_rows(data)
    if not 0 <= row < n:
        raise DataError("explain.row", row=row, rows=n, first=0)
    if model.schema is not None and not isinstance(data, np.ndarray) and not is_sparse(data):
        return _of_table(model, data, row)
    X = take_rows(data, np.array([row]))
    coding = coding_of(model.estimator)
    if coding is not None and any(coding.categories):
        return _of_words(model.estimator, X, coding)
    X = X.toarray() if is_sparse(X) else np.asarray(X, dtype=np.float64)
    names = getattr(model.estimator, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])])
    values: dict[str, Cell] = {str(name): float(value) for name, value in zip(names, X[0], strict=True)}
    return _prepared(model, values, X)


def _of_table(model: Model, data: RowsLike, row: int) -> GivenRow:
    from fenlei.table.reading import conform
    from fenlei.table.table import Table

    assert model.schema is not None
    table = data.take([row]) if isinstance(data, Table) else conform(data, model.schema).take([row])
    typed = conform(table, model.schema)
    coded = typed.coded()
    words = zip(coded.names, coded.X[0], coded.categories, strict=True)
    values = {name: _word(value, categories) for name, value, categories in words}
    texts = {column.name: typed.arrow.column(column.name)[0].as_py() for column in model.schema.texts}
    if not texts:
        return _prepared(model, values, coded.X)
    rows = typed.rows()
    return _prepared(model, values, rows)._replace(texts=texts, term_counts=rows.counts)


def _of_words(estimator: object, X: MatrixLike, coding: CategoryCoding) -> GivenRow:
    """A row with text in it, as an estimator that was fitted to text codes it."""
    from fenlei.table.frames import apply_categories

    X = np.asarray(X, dtype=object) if isinstance(X, list) else X
    x = apply_categories(X, coding)[0]
    names = coding.names or [f"x{j}" for j in range(len(x))]
    words = zip(names, x, coding.categories, strict=True)
    return GivenRow({str(name): _word(value, categories) for name, value, categories in words}, x, None, {})


def _word(value: float, categories: tuple[str, ...] | None) -> Cell:
    if np.isnan(value):
        return None
    return float(value) if categories is None else categories[int(value)]


def _prepared(model: Model, values: dict[str, Cell], X: Array | TableRows) -> GivenRow:
    features = coded_columns(model._features(X))
    x = np.asarray(features.toarray() if is_sparse(features) else features)[0]
    if scaling(model) is None:
        return GivenRow(values, x, None, {})
    raw = _raw(model.preparation, values, len(x))
    columns = {name: j for j, name in enumerate(map(str, model.preparation.get_feature_names_out()))}
    numbers = [name for name in values if name in columns and raw[columns[name]] is not None]
    scaled: dict[str, Cell] = {name: float(x[columns[name]]) for name in numbers}
    return GivenRow(values, x, raw, scaled)


def scaling(model: Model) -> str | None:
    """How the preparation scales numbers, "standard" or "minmax"; None if it does not."""
    preparation = model.preparation
    if preparation is None or not (np.any(preparation.mean_ != 0) or np.any(preparation.scale_ != 1)):
        return None
    return "minmax" if preparation.scale == "minmax" else "standard"


def _raw(preparation: Preparation, values: dict[str, Cell], q: int) -> tuple[str | None, ...]:
    """The value before scaling of each prepared column, "" if missing; None for one that is not scaled."""
    raw: list[str | None] = []
    kinds = preparation._kinds(len(values))
    for j, (value, kind) in enumerate(zip(values.values(), kinds, strict=True)):
        is_scaled, width = kind in ("numeric", "ordinal"), len(preparation._names_of(j))
        raw += [shown(value), *[None] * (width - 1)] if is_scaled else [None] * width
    return (*raw, *[None] * (q - len(raw)))


# --- the estimator


def coding_of(estimator: object) -> CategoryCoding | None:
    """How an estimator, or the one that it decides for, codes text columns; None if it does not."""
    return getattr(estimator, "coding_", None) or getattr(
        getattr(estimator, "estimator_", None), "coding_", None
    )


def on_codes(estimator: BaseEstimator) -> BaseEstimator:
    """The estimator as it would be if it had been fitted to codes without names: a copy, or itself."""
    coding: Any = coding_of(estimator)
    has_words = coding is not None and any(coding.categories)
    if not has_words and not hasattr(estimator, "feature_names_in_"):
        return estimator
    bare = copy(estimator)
    vars(bare).pop("feature_names_in_", None)
    if has_words and getattr(estimator, "coding_", None) is None:
        bare.parts_ = [on_codes(part) for part in estimator.parts_]
    elif has_words:
        numbers = coding._replace(names=None, categories=(None,) * len(coding.categories))
        bare.coding_ = numbers if isinstance(estimator, BayesClassifier) else None
    return bare
