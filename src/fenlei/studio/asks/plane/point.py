"""One point of the plane: what is predicted there, its neighbours, and the working."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fenlei.ensemble.calibration.calibrated import uncalibrated
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import number
from fenlei.studio.asks.plane.overlays import decision_at
from fenlei.studio.asks.plane.view import UNDECIDED, PlaneView, plane_view, table_rows
from fenlei.studio.facts import DeskFacts
from fenlei.table.reading import conform
from fenlei.trees.tree_classifier import TreeReading

MOST_NEIGHBOURS = 50
POWERS = {"euclidean": 2.0, "minkowski": 2.0, "manhattan": 1.0, "cityblock": 1.0}


def at_point(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Prediction, probabilities and decision value; neighbours of a method that has them."""
    view = plane_view(facts, ask)
    point = np.array([[number(ask, "px"), number(ask, "py")]])
    rows = view.rows(point)
    answer = view.answers(rows)[0]
    found: Answer = {"prediction": float(answer), "label": None}
    if view.data.task != "regression":
        known = answer != UNDECIDED
        label = view.data.names[int(answer)] if known else str(np.asarray(view.model.predict(rows))[0])
        found = {"prediction": int(answer), "label": label}
    if hasattr(view.model, "predict_proba"):
        shares = np.asarray(view.model.predict_proba(rows))[0].tolist()
        found["probabilities"] = list(zip(view.data.names, shares, strict=True))
    decision = decision_at(view, point)
    found["decision"] = None if decision is None else float(decision[0])
    estimator = uncalibrated(view.model.estimator)
    if hasattr(estimator, "kneighbors"):
        found |= neighbours(facts, view, estimator, point)
    if isinstance(estimator, TreeReading):
        found["leaf"] = int(estimator.apply(view.prepared(point))[0])
    return found


def neighbours(facts: DeskFacts, view: PlaneView, estimator: Any, point: Any) -> Answer:
    """The rows that vote, nearest first, and the ball that holds them as it cuts the plane."""
    distances, indices = estimator.kneighbors(view.prepared(point))
    numbers, data = table_rows(facts, facts.data), view.data
    listed = []
    for distance, i in zip(distances[0].tolist(), indices[0].tolist(), strict=True):
        own = data.names[data.codes[i]] if data.numbers is None else float(data.numbers[i])
        x, y = (float(data.X[i, j]) for j in view.at)
        listed.append({"row": int(numbers[i]), "distance": distance, "label": own, "x": x, "y": y})
    return {"neighbours": listed[:MOST_NEIGHBOURS], "k": len(listed), "ball": _ball(view, estimator, listed)}


def _ball(view: PlaneView, estimator: object, listed: list[Answer]) -> Answer | None:
    """Half axes of the ball in the units of the table, and the power of its metric."""
    metric = str(getattr(estimator, "effective_metric_", getattr(estimator, "metric", "")))
    if view.frame is None or metric not in POWERS or getattr(estimator, "metric_params", None):
        return None
    own = getattr(estimator, "effective_metric_params_", {}).get("p")
    power = float(own if metric == "minkowski" and own is not None else POWERS[metric])
    radius = float(listed[-1]["distance"])
    half = radius / np.abs(view.frame.slope)
    return {"half": half.tolist(), "power": power, "radius": radius}


def point_working(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Why: the working of the prediction at a point, as a fragment."""
    from fenlei.explanation import explain
    from fenlei.explanation.printing.as_html import working_html

    view = plane_view(facts, ask)
    coded = view.rows(np.array([[number(ask, "px"), number(ask, "py")]]))
    schema = view.model.schema
    assert schema is not None
    rows: Any = coded
    if not view.data.counts and not any(one.source for one in schema.features):
        named = zip(schema.features, np.asarray(coded)[0].tolist(), strict=True)
        rows = conform({one.name: [_word(one.categories, value)] for one, value in named}, schema)
    working = explain(view.model, rows, 0, lang=facts.lang)
    return {"html": working_html(working), "conclusion": working.conclusion}


def _word(categories: tuple[str, ...] | None, value: float) -> object:
    """A value as a table has it."""
    if np.isnan(value):
        return None
    return categories[int(value)] if categories else value
