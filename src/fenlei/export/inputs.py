"""The inputs of an exported model, and the preparation between them and the estimator.

A table's model has one input (n, 1) per feature, under the column's name: numbers as numbers, NaN where
missing; names as text, empty where missing. A name that was not seen in training is taken as missing, as
`predict` does. An estimator by itself has one input X (n, p).

The columns that the estimator takes are made all together: each is taken from its source column, then filled,
shifted and scaled, or compared with the code of its category.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.export.graph import GraphBuilder, Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array
from fenlei.model_file import Model
from fenlei.table.preparation import Preparation
from fenlei.table.schema import Column

PLAIN = "X"  # the name of a single input
NAMED = ("nominal", "ordinal")


def table_rows(graph: GraphBuilder, model: Model, floats: type) -> FeatureRows:
    """One input per feature of the schema, prepared for the estimator."""
    assert model.schema is not None
    for column in model.schema.columns:
        if column.kind in ("date", "text") or column.source:
            if column.kind in ("date", "text") and not _is_used(model, column):
                continue
            raise UsageError("export.column", column=column.source or column.name, kind=_kind_of(column))
    values = [_column_input(graph, column, floats) for column in model.schema.features]
    return prepared_rows(graph, graph.side_by_side(values), floats, model.preparation)


def _is_used(model: Model, column: Column) -> bool:
    assert model.schema is not None
    is_text = column.kind == "text" and bool(column.categories)
    return is_text or any(each.source == column.name for each in model.schema.features)


def _kind_of(column: Column) -> str:
    return "date" if column.source else column.kind


def _column_input(graph: GraphBuilder, column: Column, floats: type) -> Value:
    """The numbers, or codes, (n, 1) of a feature, NaN where missing."""
    if column.kind not in NAMED:
        return graph.input(column.name, floats, 1)
    text = graph.input(column.name, np.str_, 1)
    categories = list(column.categories or ())
    codes = graph.do(
        "LabelEncoder",
        text,
        domain="ai.onnx.ml",
        keys_strings=categories or [""],
        values_int64s=list(range(len(categories))) or [-1],
        default_int64=-1,
    )
    missing = codes < np.int64(0)
    return missing.where(np.array(np.nan, floats), codes.cast(floats))


def plain_rows(graph: GraphBuilder, p: int, floats: type) -> FeatureRows:
    """One input of p numbers."""
    return prepared_rows(graph, graph.input(PLAIN, floats, p), floats, None)


def prepared_rows(
    graph: GraphBuilder, X: Value, floats: type, preparation: Preparation | None
) -> FeatureRows:
    """Coded rows as the estimator takes them."""
    wide = X if floats is np.float64 else X.cast(np.float64)
    if preparation is None:
        return FeatureRows(wide, None if floats is np.float64 else X)
    return FeatureRows(prepared_values(wide, preparation))


def prepared_values(X: Value, preparation: Any) -> Value:
    """The columns of `Preparation.transform`."""
    record, first = preparation.model_, preparation._first()
    if (preparation._periods() > 0).any():
        raise UsageError("export.column", column="", kind="date")
    p = len(record.fill)
    widths = np.where(record.n_categories > 0, record.n_categories - first, 1)
    source = np.repeat(np.arange(p), widths)
    if len(source) + int(record.indicator.sum()) != len(preparation.get_feature_names_out()):
        raise UsageError("export.preparation")
    within = np.arange(len(source)) - np.repeat(np.cumsum(widths) - widths, widths)
    hot = record.n_categories[source] > 0
    fill = np.where(hot & (first == 0), np.nan, record.fill[source])
    found = X.take(source)
    filled = found.isnan().where(fill[None, :], found)
    out = (filled - record.mean[source][None, :]) / record.scale[source][None, :]
    if hot.any():
        same = filled.equals((within + first).astype(np.float64)[None, :]).cast(np.float64)
        out = X.graph.constant(hot[None, :]).where(same, out)
    marked = np.flatnonzero(record.indicator)
    if len(marked):
        out = X.graph.side_by_side([out, X.take(marked).isnan().cast(np.float64)])
    return out


def feeds(model: Model, coded: Array, names: list[list[str]] | None, floats: type) -> dict[str, Array]:
    """What to feed an exported model: the inputs for coded rows (n, p)."""
    if model.schema is None or names is None:
        return {PLAIN: coded.astype(floats)}
    found: dict[str, Array] = {}
    for j, column in enumerate(model.schema.features):
        if column.kind in NAMED:
            found[column.name] = np.array(names[j], dtype=object)[:, None]
        else:
            found[column.name] = coded[:, j : j + 1].astype(floats)
    return found
