"""The examples of the books, worked out; and a table that a reader draws by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, whole
from fenlei.studio.asks.players import played
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import field_error
from fenlei.studio.lessons import all_lessons, lesson_working

if TYPE_CHECKING:
    from fenlei.kernels import Array

LANGUAGES = ("en", "zh")
SIDE = 10.0  # of the plane of the scratch table
MOST_POINTS, MOST_GROUPS, CELLS = 200, 4, 60
GROUPS = "ABCD"
# The methods of the scratch table with their parameters; `groups` of those that find them is asked for.
METHODS: dict[str, dict[str, Any]] = {
    "k_neighbors": {"n_neighbors": 3},
    "lda": {},
    "logistic_regression": {"solver": "newton", "C": 100.0},
    "perceptron": {"shuffle": False, "max_iter": 20},
    "svc": {"kernel": "linear", "C": 1.0},
    "decision_tree": {},
    "adaboost": {"n_estimators": 10},
    "kmeans": {},
    "gaussian_mixture": {"random_state": 0},
    "agglomerative": {"linkage": "average"},
}


def lessons(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """All lessons in the order of the documents, by document."""
    at = facts.lang == "zh"
    listed = [
        {
            "key": one.key,
            "source": one.source,
            "at": one.place(facts.lang),
            "title": one.title[at],
            "question": one.question[at],
            "data": one.data,
            "model": _label(one.model, facts.lang),
            "is_played": one.track != "steps",
        }
        for one in all_lessons()
    ]
    methods = [{"name": name, "label": _label(name, facts.lang)} for name in METHODS]
    return {"lessons": listed, "methods": methods}


def _label(name: str, lang: str) -> str:
    entry = REGISTRY[name]
    return entry.label_zh if lang == "zh" else entry.label_en


def lesson(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """One lesson: its table, its working and the tracks of its player."""
    by_key = {one.key: one for one in all_lessons()}
    found = by_key[choice(ask, "lesson", tuple(by_key))]
    data_lang = choice(ask, "data_lang", LANGUAGES, facts.lang)
    result = lesson_working(found, facts.lang, data_lang)
    return {
        "key": found.key,
        "track": found.track,
        "conclusion": result.working.conclusion,
        "script": result.script,
        **played(result.working, result.data.table),
    }


# --- the scratch table


class ScratchPoints(NamedTuple):
    """Points that were put on the plane."""

    X: Array  # (n, 2)
    labels: list[str]


def scratch(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """A method fitted to points that were drawn by hand; its working, and what it says of the plane."""
    from fenlei.explanation import explain_fit
    from fenlei.table.reading import read_table

    method, points = choice(ask, "method", tuple(METHODS)), scratch_points(ask)
    entry = REGISTRY[method]
    estimator = entry.load()(**METHODS[method] | _groups_of(method, ask, len(points.X)))
    learned = entry.kind == "classifier"
    estimator = estimator.fit(points.X, points.labels) if learned else estimator.fit(points.X)
    working = explain_fit(estimator, points.X, points.labels if learned else None, lang=facts.lang)
    columns = {"class": points.labels, "x0": points.X[:, 0].tolist(), "x1": points.X[:, 1].tolist()}
    found = played(working, read_table(columns, target="class", lang=facts.lang))
    names = [str(name) for name in estimator.classes_] if learned else []
    arrays = {"regions": _regions(estimator, names)} if hasattr(estimator, "predict") else {}
    tracks = [track["key"] for track in found["tracks"]]
    return {**found, "track": tracks[-1], "conclusion": working.conclusion, "script": "", "arrays": arrays}


def scratch_points(ask: Mapping[str, object]) -> ScratchPoints:
    """The points of an ask: [x, y, group] each, on the plane, at most 200 of them."""
    given = ask.get("points")
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_POINTS or not all(map(_is_point, given)):
        raise field_error("points", str(given)[:40], f"[[1, 2, 0], …] (2..{MOST_POINTS})")
    X = np.array([point[:2] for point in given], dtype=float)
    return ScratchPoints(X, [GROUPS[point[2]] for point in given])


def _is_point(point: object) -> bool:
    if not isinstance(point, list) or len(point) != 3 or any(isinstance(value, bool) for value in point):
        return False
    on_plane = all(isinstance(value, int | float) and 0 <= value <= SIDE for value in point[:2])
    return on_plane and isinstance(point[2], int) and 0 <= point[2] < MOST_GROUPS


def _groups_of(method: str, ask: Mapping[str, object], n: int) -> dict[str, Any]:
    """How many groups a method without labels looks for; of k-means where its centres start."""
    if method not in ("kmeans", "gaussian_mixture", "agglomerative"):
        return {}
    starts = ask.get("starts") or []
    if method != "kmeans" or not starts:
        count = whole(ask, "groups", 1, min(n, 8), min(n, 2))
        name = "n_components" if method == "gaussian_mixture" else "n_clusters"
        return {name: count} | ({"random_state": 0} if method == "kmeans" else {})
    if not isinstance(starts, list) or len(starts) > min(n, 8) or not all(_is_point([*s, 0]) for s in starts):
        raise field_error("starts", str(starts)[:40], "[[1, 2], [8, 9]]")
    return {"n_clusters": len(starts), "init": starts, "n_init": 1}


def _regions(estimator: Any, names: list[str]) -> Array:
    """Group of each cell of the plane, (60, 60), the lowest row first."""
    at = (np.arange(CELLS) + 0.5) * SIDE / CELLS
    x, y = np.meshgrid(at, at)
    said = np.asarray(estimator.predict(np.column_stack([x.ravel(), y.ravel()])))
    codes = [GROUPS.index(str(name)) for name in said] if names else said
    found: Array = np.asarray(codes, dtype=np.uint8).reshape(CELLS, CELLS)
    return found
