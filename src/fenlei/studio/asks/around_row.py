"""What lies about a row: its neighbours, other values of one feature, and what each of its values does.

Distances do not depend on a model: a number counts in standard deviations of its column, two categories are 0
or 1 apart, and so is a missing value from a known one;

    d(a, b)^2 = sum_j d_j(a, b)^2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.model_file import Model
from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, column, mapping, whole
from fenlei.studio.asks.plane.view import table_rows, typical_row
from fenlei.studio.asks.rows import source_names
from fenlei.studio.asks.tables import shown
from fenlei.studio.facts import DeskFacts
from fenlei.study.data import StudyData
from fenlei.study.facts.mistakes import uncoded
from fenlei.table.reading import conform
from fenlei.table.table import Table

MOST_NEIGHBOURS, MOST_PARTS, STEPS, MOST_CATEGORIES, MOST_FEATURES = 10, 12, 60, 60, 100
BLOCK = 65536  # rows whose distances are held at once


def neighbours(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The nearest rows with the parts of their distances, and the nearest one of another decision."""
    model, data = facts.model(choice(ask, "model", tuple(REGISTRY))), facts.data
    assert model.schema is not None
    row = whole(ask, "row", 1, facts.table.n_rows, 1)
    edited = _rows_of(facts, row, mapping(ask, "values"), model, [{}])
    x = np.asarray(edited.coded().X)[0]
    said = np.asarray(model.predict(edited))[0]
    numbers = table_rows(facts, data)
    parts = _Parts(data, x)
    far = np.sqrt(np.concatenate([parts.of(rows).sum(axis=1) for rows in _blocks(len(data.X))]))
    if not ask.get("values"):
        far[numbers == row] = np.inf  # the row itself
    order = np.argsort(far, kind="stable")
    nearest = order[: min(MOST_NEIGHBOURS, int(np.isfinite(far).sum()))]
    names = [one.name for one in data.schema.features]
    other = _first_other(model, data, order[np.isfinite(far[order])], said)
    return {
        "features": names[:MOST_FEATURES],
        "said": shown(said.item()),
        "rows": [_neighbour(data, parts, numbers, far, i) for i in nearest.tolist()],
        "other": None
        if other is None
        else _neighbour(data, parts, numbers, far, other[0]) | {"said": shown(other[1])},
    }


class _Parts:
    """Squared distances of rows from one point, feature by feature."""

    def __init__(self, data: StudyData, x: NDArray[np.float64]) -> None:
        self.data, self.x = data, x
        self.is_number = np.array([one.kind == "numeric" for one in data.schema.features])
        spread = np.ones(len(x))
        for j in np.flatnonzero(self.is_number):
            known = data.X[np.isfinite(data.X[:, j]), j]
            spread[j] = known.std() if len(known) and known.std() > 0 else 1.0
        self.spread = spread

    def of(self, rows: NDArray[np.int64] | slice) -> NDArray[np.float64]:
        """(m, p)"""
        X, x = self.data.X[rows], self.x
        apart = np.where(self.is_number, (X - x) / self.spread, x != X)
        unknown = np.isnan(X) | np.isnan(x)
        apart = np.where(unknown, np.isnan(X) != np.isnan(x), apart)
        squared: NDArray[np.float64] = apart.astype(np.float64) ** 2
        return squared


def _blocks(n: int) -> list[slice]:
    return [slice(start, min(n, start + BLOCK)) for start in range(0, n, BLOCK)]


def _neighbour(
    data: StudyData, parts: _Parts, numbers: NDArray[np.int64], far: NDArray[np.float64], i: int
) -> Answer:
    own = parts.of(np.array([i]))[0]
    first = np.argsort(-own, kind="stable")[:MOST_PARTS]
    label = data.labels_of(np.array([i]))[0].item()
    return {
        "row": int(numbers[i]),
        "distance": float(far[i]),
        "label": shown(label),
        "parts": [
            {
                "name": data.schema.features[j].name,
                "value": uncoded(data.schema.features[j], float(data.X[i, j])),
                "squared": float(own[j]),
            }
            for j in first.tolist()
            if own[j] > 0
        ],
    }


def _first_other(
    model: Model, data: StudyData, order: NDArray[np.int64], said: object
) -> tuple[int, object] | None:
    """The first row in order of distance that the model decides otherwise, and what it says of it."""
    if data.task == "regression":
        return None
    for start in range(0, len(order), 512):
        rows = order[start : start + 512]
        answers = np.asarray(model.predict(data.coded(rows)))
        others = np.flatnonzero(answers != said)
        if len(others):
            return int(rows[others[0]]), answers[others[0]].item()
    return None


def curve(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Prediction and probabilities of a row while one of its values takes others, all else being as it is."""
    model = facts.model(choice(ask, "model", tuple(REGISTRY)))
    row = whole(ask, "row", 1, facts.table.n_rows, 1)
    name = column(ask, "feature", source_names(facts.table.schema))
    values = mapping(ask, "values")
    own = values.get(name, facts.table.arrow.column(name)[row - 1].as_py())
    places, is_number = _places(facts, name, own)
    table = _rows_of(facts, row, values, model, [{name: place} for place in places])
    found: Answer = {"feature": name, "is_number": is_number, "own": shown(own)}
    found["places"] = [shown(place) for place in places]
    said = np.asarray(model.predict(table)).tolist()
    found["said"] = [shown(one) for one in said]
    if hasattr(model, "predict_proba"):
        shares = np.asarray(model.predict_proba(table))
        found["classes"] = [str(one) for one in model.classes_.tolist()]
        found["shares"] = shares.T.tolist()
    return found


def _places(facts: DeskFacts, name: str, own: object) -> tuple[list[Any], bool]:
    """Values between the ends of a column of numbers, or its categories."""
    known = facts.table.schema.named(name)
    if known.kind != "numeric":
        return list((known.categories or ())[:MOST_CATEGORIES]), False
    numbers = facts.table.arrow.column(name).drop_null().to_numpy().astype(float)
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return [own], True
    places = np.linspace(numbers.min(), numbers.max(), STEPS).tolist()
    is_value = isinstance(own, int | float) and not isinstance(own, bool) and np.isfinite(own)
    return sorted({*places, float(own)} if is_value else places), True  # type: ignore[arg-type]


def contrast(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Why this class and not that one: P of both where one value after the other is the typical one."""
    model, data = facts.model(choice(ask, "model", tuple(REGISTRY))), facts.data
    row, values = whole(ask, "row", 1, facts.table.n_rows, 1), mapping(ask, "values")
    features = [one for one in data.schema.features if not one.source][:MOST_FEATURES]
    names = [one.name for one in data.schema.features]
    typical = typical_row(data)
    others = [uncoded(one, float(typical[names.index(one.name)])) for one in features]
    changes = [{one.name: other} for one, other in zip(features, others, strict=True)]
    table = _rows_of(facts, row, values, model, [{}, *changes])
    if data.task == "regression" or not hasattr(model, "predict_proba"):
        said = np.asarray(model.predict(table)).tolist()
        pairs: list[list[float]] = [[float(one)] for one in said] if data.task == "regression" else []
        chosen = []
    else:
        shares = np.asarray(model.predict_proba(table))
        order = np.argsort(-shares[0], kind="stable")
        against = whole(ask, "against", 0, len(order) - 1, int(order[1]))
        first = int(order[0]) if int(order[0]) != against else int(order[1])
        chosen = [first, against]
        pairs = shares[:, chosen].tolist()
    own = _own_values(facts, row, values)
    listed = (
        [
            {"name": one.name, "value": shown(own[one.name]), "typical": other, "after": after}
            for one, other, after in zip(features, others, pairs[1:], strict=True)
        ]
        if pairs
        else []
    )
    return {
        "classes": [] if data.task == "regression" else [str(one) for one in model.classes_.tolist()],
        "chosen": chosen,
        "now": pairs[0] if pairs else [],
        "features": sorted(listed, key=lambda one: -_moved(pairs[0], one["after"])),
    }


def _moved(now: Sequence[float], after: Sequence[float]) -> float:
    """How far a change moves the answer, or the difference of two probabilities."""
    if len(now) == 1:
        return abs(now[0] - after[0])
    return abs((now[0] - now[1]) - (after[0] - after[1]))


def _own_values(facts: DeskFacts, row: int, values: Mapping[str, Any]) -> dict[str, Any]:
    names = source_names(facts.table.schema)
    for name in values:
        column({"column": name}, "column", names)
    own = {name: facts.table.arrow.column(name)[row - 1].as_py() for name in names}
    return own | {name: None if value == "" else value for name, value in values.items()}


def _rows_of(
    facts: DeskFacts,
    row: int,
    values: Mapping[str, Any],
    model: Model,
    changes: Sequence[Mapping[str, Any]],
) -> Table:
    """A table of one row with its replaced values, once for each of some further changes."""
    own = _own_values(facts, row, values)
    columns = {name: [change.get(name, value) for change in changes] for name, value in own.items()}
    assert model.schema is not None
    return conform(columns, model.schema)
