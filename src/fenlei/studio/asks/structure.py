"""Structure without a model of the classes: a map of the rows, or their clusters, with what belongs to it.

Methods that compare every row with every other get a sample of a large table; the answer says how many.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, column, whole, written_parameters
from fenlei.studio.asks.plane.regions import MOST_POINTS
from fenlei.studio.asks.players import played
from fenlei.studio.facts import DeskFacts, reading_options, source_path
from fenlei.study.repeat_command import option_words
from fenlei.study.structure import cluster_rows, clusterers, reduce_rows, reducers
from fenlei.table.preparation import SCALES

if TYPE_CHECKING:
    from fenlei.study.structure import Structure
    from fenlei.table.table import Table

MOST_ROWS = {  # of methods that compare rows with rows
    "sne": 300, "tsne": 1500, "mds": 500, "classical_mds": 1500, "isomap": 1000, "lle": 1500,
    "kernel_pca": 1500, "agglomerative": 2000, "divisive": 1000,
}  # fmt: skip
OTHERWISE = 100_000
MOST_CLUSTERS, MOST_COMPONENTS, MOST_LEAVES, MOST_COLOURS = 20, 10, 40, 10
ELBOW, ELBOW_ROWS = 10, 5000


def methods(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """What can be asked for, and the columns that can colour the picture."""
    table = facts.table
    target = table.schema.target
    names = [one.name for one in table.schema.columns if not one.source][:500]
    return {
        "reducers": [name for name in reducers() if name != "lda" or _has_classes(facts)],
        "clusterers": clusterers(),
        "columns": [*([] if target is None else [target.name]), *names],
        "labels": {name: _label(name, facts.lang) for name in (*reducers(), *clusterers())},
        "most": MOST_CLUSTERS,
    }


def _label(name: str, lang: str) -> str:
    return REGISTRY[name].label_zh if lang == "zh" else REGISTRY[name].label_en


def _has_classes(facts: DeskFacts) -> bool:
    return facts.table.schema.target is not None and facts.data.task == "classification"


def structure(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Places of the rows on a plane with their colours; scree or tree of merges, sizes and agreement."""
    found, rows = _found(facts, ask)
    is_map = found.values.ndim == 2
    places = found.values if is_map else _flat(found.prepared)
    missing = max(0, 2 - places.shape[1])  # one axis, or none where the means of the classes coincide
    places = np.column_stack([places, np.zeros((len(places), missing))])
    drawn = np.arange(len(rows))
    if len(rows) > MOST_POINTS:
        drawn = np.sort(np.random.default_rng(0).permutation(len(rows))[:MOST_POINTS])
    arrays: dict[str, NDArray[Any]] = {
        "x": places[drawn, 0],
        "y": places[drawn, 1],
        "row": (rows[drawn] + 1).astype(np.uint32),
    }
    colour = _colour(facts, ask, rows[drawn], None if is_map else np.asarray(found.values)[drawn])
    arrays |= colour.pop("arrays")
    facts_shown = {key: value for key, value in found.facts.items() if key not in ("source", "heights")}
    return {
        "is_map": is_map,
        "facts": facts_shown,
        "n": len(rows),
        "total": facts.table.n_rows,
        "drawn": len(drawn),
        "columns": found.prepared.shape[1],
        "scree": _scree(found, ask),
        "merges": _merges(found.estimator),
        "code": _code(facts, ask),
        **colour,
        "arrays": arrays,
    }


def working(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """How the map or the clusters were found, for the player."""
    from fenlei.explanation import explain_fit
    from fenlei.explanation.printing.as_latex import latex_document

    found, rows = _found(facts, ask)
    table = _taken(facts.table, rows)
    told = explain_fit(found.model, table, lang=facts.lang)
    return {"latex": latex_document(told), **played(told, table)}


def elbow(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """What a clustering reaches with 1 to 10 clusters: its own measure, and the silhouette."""
    method = choice(ask, "method", clusterers())
    table = _taken(facts.table, _sample(facts.table, min(ELBOW_ROWS, MOST_ROWS.get(method, OTHERWISE))))
    counts = list(range(1, min(ELBOW, table.n_rows - 1) + 1))
    found: Answer = {"k": counts, "measure": None, "worth": [], "silhouette": [], "n": table.n_rows}
    for k in counts:
        known = cluster_rows(table, method, k, **_options(ask)).facts
        measure = next((name for name in ("inertia", "log_likelihood") if name in known), None)
        found["measure"] = measure
        found["worth"].append(None if measure is None else known[measure])
        found["silhouette"].append(known["silhouette"])
    return found


def _found(facts: DeskFacts, ask: Mapping[str, object]) -> tuple[Structure, NDArray[np.int64]]:
    """The structure of an ask, kept for the next one, and the positions of its rows in the table."""
    method = choice(ask, "method", (*reducers(), *clusterers()), "pca")
    size = whole(ask, "size", 1, MOST_CLUSTERS, 2)
    options = _options(ask)
    rows = _sample(facts.table, MOST_ROWS.get(method, OTHERWISE))
    key = ("structure", method, size, repr(options))
    if key not in facts.kept:
        for older in [one for one in facts.kept if isinstance(one, tuple) and one[0] == "structure"]:
            del facts.kept[older]
        table = _taken(facts.table, rows)
        if method in clusterers():
            facts.kept[key] = cluster_rows(table, method, size, **options)
        else:
            facts.kept[key] = reduce_rows(
                table, method, 2 if method != "lda" else _most_axes(facts), **options
            )
    found: Structure = facts.kept[key]
    return found, rows


def _most_axes(facts: DeskFacts) -> int:
    """Axes of LDA: at most two, and one less than classes."""
    return min(2, len(facts.data.classes) - 1)


def _options(ask: Mapping[str, object]) -> dict[str, Any]:
    scale = choice(ask, "scale", SCALES) if ask.get("scale") else None
    return {"params": written_parameters(ask), "scale": scale, "seed": whole(ask, "seed", 0, 1 << 31, 0)}


def _sample(table: Table, most: int) -> NDArray[np.int64]:
    """Positions of all rows, or of so many that are drawn."""
    if table.n_rows <= most:
        return np.arange(table.n_rows)
    return np.sort(np.random.default_rng(0).permutation(table.n_rows)[:most])


def _taken(table: Table, rows: NDArray[np.int64]) -> Table:
    return table if len(rows) == table.n_rows else table.take(rows)


def _flat(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows on a plane: their own two columns, or the first two principal components."""
    if X.shape[1] <= 2:
        return X
    centred = X - X.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    plane = vectors[:, :-3:-1]
    plane = plane * np.where(plane[np.abs(plane).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    projected: NDArray[np.float64] = centred @ plane
    return projected


def _scree(found: Structure, ask: Mapping[str, object]) -> list[float] | None:
    """Shares of the variance of the principal components."""
    if found.facts["method"] != "pca":
        return None
    most = min(MOST_COMPONENTS, *found.prepared.shape)
    fitted = type(found.estimator)(**{**found.estimator.get_params(), "n_components": most})
    shares: list[float] = fitted.fit(found.prepared).explained_variance_ratio_.tolist()
    return shares


def _merges(estimator: Any) -> Answer | None:
    """The upper part of a tree of merges: leaves with their rows, and merges with places and heights."""
    if not hasattr(estimator, "children_"):
        return None
    children = np.asarray(estimator.children_)
    heights = np.asarray(estimator.model_.distances, dtype=np.float64)
    n, last = len(children) + 1, len(children)
    shown = min(last, MOST_LEAVES - 1)
    first = n + last - shown  # the first merge that is drawn
    size = np.ones(n + last, dtype=np.int64)
    for i, (a, b) in enumerate(children):
        size[n + i] = size[a] + size[b]
    leaves: list[Answer] = []
    place: dict[int, tuple[float, float]] = {}
    merges = []
    stack: list[tuple[int, bool]] = [(n + last - 1, False)]
    while stack:
        node, is_left_done = stack.pop()
        if node < first:
            place[node] = (float(len(leaves)), 0.0 if node < n else float(heights[node - n]))
            leaves.append({"rows": int(size[node]), "row": int(node) + 1 if node < n else None})
        elif not is_left_done:
            stack += [(node, True), (int(children[node - n][1]), False), (int(children[node - n][0]), False)]
        else:
            sides = [place[int(child)] for child in children[node - n]]
            height = float(heights[node - n])
            place[node] = ((sides[0][0] + sides[1][0]) / 2, height)
            merges.append(
                {"x": [side[0] for side in sides], "low": [side[1] for side in sides], "height": height}
            )
    return {"leaves": leaves, "merges": merges, "heights": sorted(heights[-shown:].tolist(), reverse=True)}


def _colour(
    facts: DeskFacts, ask: Mapping[str, object], rows: NDArray[np.int64], clusters: NDArray[Any] | None
) -> Answer:
    """The colour of each row: its cluster, or its value in a column."""
    table = facts.table
    target = table.schema.target
    default = "" if clusters is not None or target is None else target.name
    name = ask.get("colour") or default
    if not name and clusters is None:
        return {"colour": "", "groups": [], "arrays": {}}
    if not name:
        assert clusters is not None
        known, codes = np.unique(clusters, return_inverse=True)
        groups = [str(one) for one in known.tolist()]
        return {"colour": "", "groups": groups, "arrays": {"code": codes.astype(np.uint8)}}
    names = [*([] if target is None else [target.name]), *(one.name for one in table.schema.columns)]
    name = column({"colour": name}, "colour", names)
    values = table.arrow.column(name).take(rows).to_pylist()
    if all(isinstance(one, int | float) and not isinstance(one, bool) for one in values if one is not None):
        numbers = np.array([np.nan if one is None else float(one) for one in values])
        return {"colour": name, "groups": [], "arrays": {"value": numbers}}
    words = ["" if one is None else str(one) for one in values]
    counted = sorted(set(words), key=lambda word: (-words.count(word), word))[:MOST_COLOURS]
    frequent = sorted(counted)
    codes = np.array([frequent.index(word) if word in counted else len(frequent) for word in words])
    groups = [word[:60] for word in frequent] + (["…"] if (codes == len(frequent)).any() else [])
    return {"colour": name, "groups": groups, "arrays": {"code": codes.astype(np.uint8)}}


def _code(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The command and the call that give the same coordinates or clusters."""
    method, size = choice(ask, "method", (*reducers(), *clusterers()), "pca"), whole(ask, "size", 1, 99, 2)
    is_map, options = method in reducers(), _options(ask)
    size = (_most_axes(facts) if method == "lda" else 2) if is_map else size
    name = "components" if is_map else "clusters"
    reading: dict[str, Any] = dict(reading_options(facts.declared["reading"]))
    target = {"target": facts.declared["target"]} if facts.declared["target"] else {}
    lang = {"lang": facts.source["data_lang"]} if facts.source["data_lang"] != "en" else {}
    chosen = {key: value for key, value in options.items() if value not in (None, {}, 0)}
    call = {**target, **chosen, **lang, **reading}
    source = source_path(facts.source)
    written = "".join(f", {key}={value!r}" for key, value in call.items())
    function = "reduce_rows" if is_map else "cluster_rows"
    params = chosen.pop("params", {})
    words = ["fenlei", "reduce" if is_map else "cluster", source, "--method", method, f"--{name}", str(size)]
    for key, value in {**target, **chosen, **lang, **reading}.items():
        words += option_words(key, value)
    words += [word for key, value in params.items() for word in ("--param", f"{key}={value}")]
    return {
        "command": shlex.join(words),
        "script": f"from fenlei.study.structure import {function}\n\n"
        f"found = {function}({source!r}, {method!r}, {size}{written})\nprint(found.values[:5])\n",
    }
