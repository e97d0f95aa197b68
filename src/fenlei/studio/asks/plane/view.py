"""Which model is seen in which plane: two features, and what holds the others.

A *slice* is the full model with all other features held, at their medians (most frequent categories) or at
the values of a row. The *model of these two features* is fitted anew to the two columns alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fenlei.model_file import Model
from fenlei.registry import REGISTRY
from fenlei.studio.asks.arguments import choice, column, whole, written_parameters
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError
from fenlei.study.data import StudyData
from fenlei.table.features.table_rows import TableRows
from fenlei.table.preparation import SCALES
from fenlei.table.schema import Column

MOST_KEPT = 8  # models of a plane that are kept for the next ask
UNDECIDED = 255  # the code of an answer that is no class
Rows = NDArray[np.float64]


@dataclass(frozen=True)
class PlaneView:
    """A model, the rows it was fitted to, and the plane in which it is seen."""

    name: str
    model: Model
    data: StudyData  # the rows, with the columns of the model
    at: tuple[int, int]  # of the two features among the model's
    held: Rows  # (p,) values of all features; those of the plane are replaced
    held_row: int  # position of the row that holds the others; -1: medians

    @property
    def columns(self) -> tuple[Column, Column]:
        """The two features."""
        x, y = self.at
        return self.data.schema.features[x], self.data.schema.features[y]

    def rows(self, points: Rows) -> Rows | TableRows:
        """Points (m, 2) of the plane as rows that the model takes."""
        X = np.tile(self.held, (len(points), 1))
        X[:, list(self.at)] = points
        if not self.data.counts:
            return X
        if self.held_row >= 0:
            same = np.full(len(points), self.held_row)
            return TableRows(X, tuple(counts[same] for counts in self.data.counts))
        empty = [csr_matrix((len(points), counts.shape[1])) for counts in self.data.counts]
        return TableRows(X, tuple(empty))

    def answers(self, rows: Any) -> Rows:
        """Codes of the predicted classes, or numbers, of coded rows."""
        return self.coded(np.asarray(self.model.predict(rows)))

    def coded(self, predicted: NDArray[Any]) -> Rows:
        """Predicted labels as codes of the classes; numbers as they are."""
        if self.data.task == "regression":
            return predicted.astype(np.float64)
        classes = self.data.classes
        code = np.minimum(np.searchsorted(classes, predicted), len(classes) - 1)
        return np.where(classes[code] == predicted, code, UNDECIDED)

    def prepared(self, points: Rows) -> Rows:
        """Points of the plane as the estimator takes them."""
        rows = self.rows(points)
        if self.model.preparation is not None:
            rows = self.model.preparation.transform(rows)
        plain: Any = rows.toarray() if hasattr(rows, "toarray") else rows
        return np.asarray(plain, dtype=np.float64)

    @cached_property
    def frame(self) -> PreparedPlane | None:
        """Where the plane lies among the columns of the estimator, if each feature is one of them."""
        if any(one.kind not in ("numeric", "ordinal", "boolean") for one in self.columns):
            return None
        corners = self.prepared(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]))
        steps = corners[1:3] - corners[0]
        places = [np.flatnonzero(step) for step in steps]
        if any(len(place) != 1 for place in places):
            return None
        if not np.allclose(corners[3] - corners[0], 2 * steps.sum(axis=0), rtol=1e-9, atol=1e-12):
            return None
        index = np.array([place[0] for place in places])
        return PreparedPlane(index, steps[[0, 1], index], corners[0, index])


@dataclass(frozen=True)
class PreparedPlane:
    """prepared = slope * raw + offset, for the two features."""

    index: NDArray[np.int64]  # (2,) columns of the estimator
    slope: Rows  # (2,)
    offset: Rows  # (2,)

    def raw(self, prepared: Rows) -> Rows:
        """Points (..., 2) in the units of the table."""
        found: Rows = (prepared - self.offset) / self.slope
        return found


def plane_view(facts: DeskFacts, ask: Mapping[str, Any]) -> PlaneView:
    """The view that an ask describes; its model is kept for the next ask."""
    full = facts.data
    names = [one.name for one in full.schema.features]
    if len(names) < 2:
        raise StudioError("studio.two_features", count=len(names))
    x, y = column(ask, "x", names), column(ask, "y", names)
    if x == y:
        raise StudioError("studio.one_feature", name=x)
    name = choice(ask, "model", tuple(REGISTRY))
    is_slice = choice(ask, "how", ("slice", "two"), "slice") == "slice"
    params, scale = written_parameters(ask), ask.get("scale") and choice(ask, "scale", SCALES)
    data = full if is_slice else of_columns(full, (x, y))
    model = kept_model(facts, name, data, () if is_slice else (x, y), params, scale)
    own = [one.name for one in data.schema.features]
    position = held_position(facts, whole(ask, "row", 0, facts.table.n_rows, 0))
    held = typical_row(data) if position < 0 else data.X[position]
    return PlaneView(name, model, data, (own.index(x), own.index(y)), held, position)


def kept_model(
    facts: DeskFacts,
    name: str,
    data: StudyData,
    columns: tuple[str, ...],
    params: dict[str, Any],
    scale: str | None = None,
) -> Model:
    """The model of the plan, or one of some columns or with other parameters; kept for the next ask."""
    if not columns and not params and scale is None:
        return facts.model(name)
    key = ("plane", name, columns, repr(sorted(params.items())), scale)
    if key not in facts.kept:
        older = [one for one in facts.kept if isinstance(one, tuple) and one[0] == "plane"]
        for one in older[: max(0, len(older) - MOST_KEPT + 1)]:
            del facts.kept[one]
        facts.kept[key] = facts.fit(name, data, params, scale)
    found: Model = facts.kept[key]
    return found


def of_columns(data: StudyData, names: tuple[str, ...]) -> StudyData:
    """The same rows with some of the features only."""
    schema = data.schema
    kept = [one.name in names for one in schema.features]
    columns = tuple(one for one in schema.columns if one.name in names)
    return replace(data, schema=replace(schema, columns=columns), X=data.X[:, kept], counts=())


def held_position(facts: DeskFacts, row: int) -> int:
    """The position of a row of the table, from 1, among the rows that are studied; -1 of none."""
    if not row:
        return -1
    number = facts.table.row_numbers[row - 1]
    found = np.flatnonzero(facts.data.rows == number)
    return int(found[0]) if len(found) else -1


def table_rows(facts: DeskFacts, data: StudyData) -> NDArray[np.int64]:
    """The row of the table, from 1, of each row that is studied."""
    return np.flatnonzero(np.isin(facts.table.row_numbers, data.rows)) + 1


def typical_row(data: StudyData) -> Rows:
    """The median of each number and the most frequent category of each nominal feature, (p,)."""
    found = np.zeros(data.X.shape[1])
    for j, one in enumerate(data.schema.features):
        known = data.X[~np.isnan(data.X[:, j]), j]
        if not len(known):
            continue
        is_number = one.kind == "numeric"
        found[j] = np.median(known) if is_number else np.bincount(known.astype(np.int64)).argmax()
    return found
