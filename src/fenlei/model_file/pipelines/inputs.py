"""The schema of the tables that a fitted pipeline takes, found by following each column to its first step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.model_file.pipelines.categories import NONE
from fenlei.model_file.pipelines.composed import FittedColumns, FittedPipeline
from fenlei.model_file.pipelines.encoding import FittedOneHot, FittedOrdinal
from fenlei.model_file.pipelines.imputing import FittedImputer
from fenlei.model_file.pipelines.rows import MixedColumns
from fenlei.table.features.cells import table_cells
from fenlei.table.missing import DEFAULT_MISSING
from fenlei.table.schema import BOOLEAN_CATEGORIES, Column, Schema
from fenlei.table.table import Table

DTYPES = {"U": "string", "O": "string", "b": "bool", "i": "int", "u": "int", "f": "float"}


class Input(NamedTuple):
    """What a column of the rows is used as."""

    kind: str  # "numeric", "nominal" or "boolean"
    texts: tuple[str, ...] = ()  # its categories, as they were learned
    none: bool = False  # whether None is what was learned of missing cells, not NaN


def inputs_of(part: Any) -> dict[int, Input]:
    """The columns that a part uses, by position."""
    if isinstance(part, FittedPipeline):
        return _of_pipeline(part)
    if isinstance(part, FittedColumns):
        found: dict[int, Input] = {}
        for _, step, columns in part.steps:
            own = (
                inputs_of(step) if step is not None else dict.fromkeys(range(len(columns)), Input("numeric"))
            )
            for j, each in own.items():
                found[int(columns[j])] = _joined(found.get(int(columns[j])), each)
        return found
    if isinstance(part, FittedOneHot | FittedOrdinal):
        return {j: _of_categories(part.model_.categories, j) for j in range(part.n_features_in_)}
    if isinstance(part, FittedImputer):
        return {
            j: Input("nominal", (part.model_.texts[j],)) if part.model_.is_text[j] else Input("numeric")
            for j in range(part.n_features_in_)
        }
    coding = getattr(part, "coding_", None)
    words = (None,) * part.n_features_in_ if coding is None else coding.categories
    return {j: Input("numeric") if own is None else Input("nominal", own) for j, own in enumerate(words)}


def _of_pipeline(pipeline: FittedPipeline) -> dict[int, Input]:
    """The inputs of the first part; behind an imputer, the next one knows the categories."""
    first, *others = pipeline.parts_
    found = inputs_of(first)
    if isinstance(first, FittedImputer) and others and first.model_.of_objects:
        behind = inputs_of(others[0])
        for position, j in enumerate(np.flatnonzero(first.model_.kept)):
            found[int(j)] = _joined(behind.get(position), found[int(j)])._replace(none=False)
    return found


def _joined(known: Input | None, found: Input) -> Input:
    if known is None:
        return found
    texts = tuple(dict.fromkeys((*known.texts, *found.texts)))
    kind = known.kind if known.kind != "numeric" else found.kind
    return Input(kind, texts, known.none or found.none)


def _of_categories(categories: Any, j: int) -> Input:
    none = bool(categories.missing[j] == NONE)
    if categories.is_text(j):
        return Input("nominal", tuple(categories.texts[j].tolist()), none)
    return Input("boolean" if categories.numbers[j].dtype == bool else "numeric", (), none)


def table_schema(pipeline: Any, given: Schema | None = None) -> Schema | None:
    """The schema of the pipeline's columns; None if it was fitted without names. `given` has the target."""
    names = getattr(pipeline, "feature_names_in_", None)
    if names is None:
        return given
    found = inputs_of(pipeline)
    columns = tuple(_column(str(names[j]), found[j]) for j in sorted(found))
    words = DEFAULT_MISSING if given is None else given.missing
    used = {word for column in columns for word in column.categories or ()}
    target = _target(pipeline, set(names)) if given is None or given.target is None else given.target
    notes = () if given is None else given.notes
    return Schema(columns, target, notes, tuple(w for w in words if w not in used or not w))


def used_names(pipeline: Any) -> tuple[str, ...] | None:
    """The names of the columns that a pipeline uses, in their order; None if it was fitted without names."""
    names = getattr(pipeline, "feature_names_in_", None)
    return None if names is None else tuple(str(names[j]) for j in sorted(inputs_of(pipeline)))


def _column(name: str, found: Input) -> Column:
    if found.kind == "numeric":
        return Column(name, "numeric", dtype="float")
    if found.kind == "boolean":
        return Column(name, "boolean", BOOLEAN_CATEGORIES, dtype="bool")
    categories = tuple(dict.fromkeys(text.strip() for text in found.texts if text.strip()))
    return Column(name, "nominal", categories, n_distinct=len(categories))


def _target(pipeline: Any, taken: set[str]) -> Column | None:
    if not hasattr(pipeline, "predict"):
        return None
    name = next(word for word in ("target", "class", "y", "target_2", "target_3") if word not in taken)
    if not hasattr(pipeline, "classes_"):
        return Column(name, "numeric", dtype="float")
    classes: Array = pipeline.classes_
    words = tuple(str(label) for label in classes.tolist())
    return Column(name, "nominal", words, n_distinct=len(words), dtype=DTYPES[classes.dtype.kind])


def cells_of(pipeline: Any, table: Table) -> MixedColumns:
    """The columns (n,) that the pipeline takes, texts as they were in `fit`; NaN for unused ones."""
    cells, found = table_cells(table), inputs_of(pipeline)
    nothing = np.full(table.n_rows, np.nan)
    arrays = []
    for j, name in enumerate(pipeline.feature_names_in_):
        values = cells[str(name)] if j in found else nothing
        words = {text.strip(): text for text in found[j].texts} if j in found else {}
        if words and any(text != word for text, word in words.items()):
            values = np.array([words.get(value, value) for value in values.tolist()], dtype=object)
        if j in found and found[j].none:
            values = np.array([None if value != value else value for value in values.tolist()], dtype=object)
        arrays.append(values)
    return MixedColumns(tuple(arrays))
