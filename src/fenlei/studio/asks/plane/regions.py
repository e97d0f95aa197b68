"""The plane itself: its axes, rows of the table as points, and what is predicted on a grid."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import whole
from fenlei.studio.asks.plane.view import UNDECIDED, PlaneView, plane_view, table_rows
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError, field_error
from fenlei.study.data import StudyData
from fenlei.table.schema import Column

MARGIN = 0.08  # of the range, around the rows
MOST_POINTS, MOST_SIZE, MOST_FEATURES, MOST_BANDS = 5000, 300, 500, 60
BLOCK = 8192  # points between two looks at whether the answer is still wanted


def axes(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The features that a plane can have, with the range or the categories of each."""
    data = facts.data
    if len(data.schema.features) < 2:
        raise StudioError("studio.two_features", count=len(data.schema.features))
    features = []
    for j, one in enumerate(data.schema.features[:MOST_FEATURES]):
        low, high = side(data, j)
        names = [str(name)[:60] for name in (one.categories or ())[:MOST_BANDS]]
        is_usable = len(one.categories or ()) <= MOST_BANDS
        features.append(
            {
                "name": one.name,
                "kind": one.kind,
                "low": low,
                "high": high,
                "categories": names,
                "usable": is_usable,
            }
        )
    numbers = [one["name"] for one in features if not one["categories"]]
    others = [one["name"] for one in features if one["categories"] and one["usable"]]
    first = [*numbers, *others][:2]
    rows = len(data.codes)
    return {"features": features, "first": first, "classes": data.names, "task": data.task, "rows": rows}


def side(data: StudyData, j: int) -> tuple[float, float]:
    """The ends of the axis of a feature."""
    one = data.schema.features[j]
    if one.categories:
        return -0.5, len(one.categories) - 0.5
    known = data.X[~np.isnan(data.X[:, j]), j]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    room = MARGIN * (high - low) or 1.0
    return low - room, high + room


def points(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Rows as points, drawn class by class where there are too many; which of them the model gets wrong."""
    view, data = plane_view(facts, ask), facts.data
    drawn = sampled(data)
    known = ~np.isnan(view.data.X[drawn][:, list(view.at)]).any(axis=1)
    drawn = drawn[known]
    answers = view.answers(view.data.coded(drawn))
    arrays: dict[str, NDArray[Any]] = {
        "x": view.data.X[drawn, view.at[0]],
        "y": view.data.X[drawn, view.at[1]],
        "row": table_rows(facts, data)[drawn].astype(np.uint32),
    }
    found: Answer = {"drawn": len(drawn), "rows": len(data.codes), "without": int((~known).sum())}
    if data.numbers is not None:
        value = data.numbers[drawn]
        return found | {"arrays": arrays | {"value": value.astype(np.float32)}, "wrong": None}
    wrong = answers != data.codes[drawn]
    arrays |= {"code": data.codes[drawn].astype(np.uint8), "answer": answers.astype(np.uint8)}
    counts = np.bincount(data.codes[drawn], minlength=len(data.classes)).tolist()
    return found | {"arrays": arrays, "wrong": int(wrong.sum()), "counts": counts}


def sampled(data: StudyData, most: int = MOST_POINTS) -> NDArray[np.int64]:
    """Positions of the rows that are shown: all, or so many, each class in proportion."""
    n = len(data.codes)
    if n <= most:
        return np.arange(n)
    generator, kept = np.random.default_rng(0), []
    for k in range(int(data.codes.max()) + 1):
        here = np.flatnonzero(data.codes == k)
        kept.append(generator.permutation(here)[: max(1, round(most * len(here) / n))])
    return np.sort(np.concatenate(kept))


def regions(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """What is predicted on a grid: the class of each cell; if asked for, P(class) or the decision value."""
    view = plane_view(facts, ask)
    size = whole(ask, "size", 2, MOST_SIZE, 60)
    shade = ask.get("of", "")
    sides = [cells(view, which, size) for which in (0, 1)]
    grid = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    wanted, start = _shade(view, shade), perf_counter()
    parts = [_block(facts, view, grid[s : s + BLOCK], wanted) for s in range(0, len(grid), BLOCK)]
    answer = np.concatenate([part[0] for part in parts])
    values = np.concatenate([part[1] for part in parts])
    found: Answer = {"shape": [len(sides[0]), len(sides[1])], "of": shade, "seconds": perf_counter() - start}
    arrays: dict[str, NDArray[Any]] = {}
    if view.data.task == "regression":
        values = answer
    else:
        arrays["code"] = answer.astype(np.uint8)
        counts = np.bincount(answer.astype(np.int64), minlength=UNDECIDED + 1)
        found["shares"] = (counts[: len(view.data.classes)] / len(answer)).tolist()
    if len(values):
        finite = values[np.isfinite(values)]
        arrays["value"] = values.astype(np.float32)
        found["low"], found["high"] = (float(finite.min()), float(finite.max())) if len(finite) else (0, 1)
    return found | {"arrays": arrays}


def cells(view: PlaneView, which: int, size: int) -> NDArray[np.float64]:
    """Centres of the cells along an axis; a nominal feature has one for each category."""
    one: Column = view.columns[which]
    if one.categories:
        return np.arange(len(one.categories), dtype=np.float64)
    low, high = side(view.data, view.at[which])
    return low + (np.arange(size) + 0.5) * (high - low) / size


def _shade(view: PlaneView, shade: object) -> int | None:
    """The class whose probability is asked for; -1: the decision value; None: neither."""
    if shade in ("", None) or view.data.task == "regression":
        return None
    if shade == "decision":
        return -1
    K = len(view.data.classes)
    if isinstance(shade, bool) or not isinstance(shade, int) or not 0 <= shade < K:
        raise field_error("of", shade, f"0..{K - 1}", "decision")
    if not hasattr(view.model, "predict_proba"):
        raise StudioError("studio.no_probabilities", model=view.name)
    return shade


def _block(
    facts: DeskFacts, view: PlaneView, points: NDArray[np.float64], wanted: int | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if facts.is_stale:
        raise StudioError("studio.superseded")
    rows = view.rows(points)
    answer = view.answers(rows)
    if wanted is None:
        return answer, np.empty(0)
    if wanted < 0:
        return answer, np.asarray(view.model.decision_function(rows), dtype=np.float64)
    return answer, np.asarray(view.model.predict_proba(rows))[:, wanted]
