"""The tree of an ask: fitted, then edited step by step.

An edit is a list: ["split", node, feature, threshold or null, categories or null], ["leaf", node],
["grow", node, levels], ["prune", method], ["alpha", price]. The page keeps the list, so that undoing is to
leave out the last, and a link restores the tree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.model_file import Model
from fenlei.studio.asks.arguments import choice, written_parameters
from fenlei.studio.asks.tree.growing import grow
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError, field_error
from fenlei.trees import make_leaf, prune, split_node
from fenlei.trees.tree_classifier import TreeReading

TREES = ("id3", "c45", "decision_tree", "decision_tree_regressor")
METHODS = ("pre", "reduced_error", "error_based", "cost_complexity", "penalized", "mdl")
MOST_EDITS, MOST_KEPT = 200, 40


class TreeRows(NamedTuple):
    """Rows as the tree takes them."""

    X: Any  # (n, p)
    y: NDArray[Any]  # (n,)
    features: list[str]
    categories: list[tuple[str, ...] | None]


class EditedTree(NamedTuple):
    """A model with its edited tree, and the rows that it was grown on."""

    name: str
    model: Model
    rows: TreeRows

    @property
    def estimator(self) -> Any:
        return self.model.estimator


def edited_tree(facts: DeskFacts, ask: Mapping[str, object]) -> EditedTree:
    """The tree after all edits of the ask; each step is kept, so that one more edit costs one edit."""
    name, params = choice(ask, "model", TREES), written_parameters(ask)
    edits = check_edits(ask.get("edits"))
    fitted = _fitted(facts, name, params)
    if not isinstance(fitted.estimator, TreeReading):
        raise StudioError("studio.no_tree", model=name)
    rows = tree_rows(facts, fitted)
    validation = str(ask.get("validation") or "")
    estimator: Any = fitted.estimator
    for i, edit in enumerate(edits):
        key = ("tree", name, repr(sorted(params.items())), validation, json.dumps(edits[: i + 1]))
        if key not in facts.kept:
            _forget_oldest(facts)
            facts.kept[key] = _applied(facts, estimator, edit, rows, fitted, validation)
        estimator = facts.kept[key]
    return EditedTree(name, replace(fitted, estimator=estimator), rows)


def _fitted(facts: DeskFacts, name: str, params: dict[str, Any]) -> Model:
    if not params:
        return facts.model(name)
    key = ("tree fit", name, repr(sorted(params.items())))
    if key not in facts.kept:
        facts.kept[key] = facts.fit(name, facts.data, params)
    found: Model = facts.kept[key]
    return found


def _forget_oldest(facts: DeskFacts) -> None:
    kept = [one for one in facts.kept if isinstance(one, tuple) and one[0] == "tree"]
    for one in kept[: max(0, len(kept) - MOST_KEPT + 1)]:
        del facts.kept[one]


def check_edits(given: object) -> list[list[Any]]:
    """The list of edits; what is in each is checked where it is carried out."""
    if given in (None, ""):
        return []
    if not isinstance(given, list) or len(given) > MOST_EDITS:
        raise field_error("edits", given, '["leaf", 1]')
    for edit in given:
        if not isinstance(edit, list) or not edit or edit[0] not in EDITS:
            raise field_error("edits", edit, *EDITS)
    return given


def tree_rows(facts: DeskFacts, model: Model) -> TreeRows:
    """The rows of the table as the tree was fitted to them, with the names of their columns."""
    data = facts.data
    X = model._features(data.coded())
    if model.preparation is None:
        columns = data.schema.features
        return TreeRows(X, data.labels, [one.name for one in columns], [one.categories for one in columns])
    names = [str(name) for name in model.preparation.get_feature_names_out()]
    known = {one.name: one.categories for one in data.schema.features}
    return TreeRows(X, data.labels, names, [known.get(name) for name in names])


def validation_rows(facts: DeskFacts, model: Model, source: str) -> TreeRows:
    """Rows that a tree is pruned by: a bundled set, or the file of new rows of the page."""
    from fenlei.datasets import load
    from fenlei.datasets.catalogue import describe
    from fenlei.table.reading import conform, read_table

    key = ("validation", source)
    if key not in facts.kept:
        if source == "new":
            files = sorted(facts.folder.glob("new.*"))
            if not files:
                raise StudioError("studio.no_file", name="new.*")
            table = read_table(str(files[0]), target=facts.declared["target"], lang=facts.lang)
        elif source in [one["name"] for one in describe()]:
            table = load(source, facts.source["data_lang"]).table
        else:
            raise field_error("validation", source, "new")
        schema = model.schema
        assert schema is not None
        facts.kept[key] = conform(table, replace(schema, target=None)), table.labels()
    typed, labels = facts.kept[key]
    y = labels if facts.data.task == "classification" else labels.astype(np.float64)
    X = model._features(typed)
    return TreeRows(X, y, [], [])


# --- edits


def _applied(
    facts: DeskFacts, estimator: object, edit: Sequence[Any], rows: TreeRows, model: Model, validation: str
) -> Any:
    what, *arguments = edit
    return EDITS[what](facts, estimator, arguments, rows, model, validation)


def _split(facts: DeskFacts, estimator: Any, given: list[Any], rows: TreeRows, *_: object) -> Any:
    node, name, threshold, categories = [*given, None, None, None, None][:4]
    if name not in rows.features:
        raise StudioError("studio.column", name=str(name)[:80], nearest=rows.features[0])
    j = rows.features.index(name)
    known = rows.categories[j]
    if categories is not None and known is not None:
        categories = [known.index(one) if one in known else one for one in _listed(categories)]
    at = None if threshold is None else _number("threshold", threshold)
    return split_node(
        estimator, rows.X, rows.y, node=_node(node), feature=j, threshold=at, categories=categories
    )


def _leaf(facts: DeskFacts, estimator: Any, given: list[Any], *_: object) -> Any:
    return make_leaf(estimator, node=_node(given[0] if given else None))


def _grow(facts: DeskFacts, estimator: object, given: list[Any], rows: TreeRows, *_: object) -> Any:
    node, levels = [*given, None, None][:2]
    return grow(estimator, rows.X, rows.y, _node(node), _node(levels))


def _prune(
    facts: DeskFacts, estimator: Any, given: list[Any], rows: TreeRows, model: Model, validation: str
) -> Any:
    method = given[0] if given else None
    if method not in METHODS:
        raise field_error("method", method, *METHODS)
    if method in ("pre", "reduced_error"):
        if not validation:
            raise StudioError("studio.validation", method=method)
        by = validation_rows(facts, model, validation)
        return prune(estimator, method, by.X, by.y)
    if method == "cost_complexity":
        if validation:
            by = validation_rows(facts, model, validation)
            return prune(estimator, method, by.X, by.y, cv=None)
        return prune(estimator, method, rows.X, rows.y)
    alpha = _number("alpha", given[1] if len(given) > 1 else 1.0) if method == "penalized" else None
    return prune(estimator, method, alpha=alpha)


def _alpha(facts: DeskFacts, estimator: Any, given: list[Any], *_: object) -> Any:
    return prune(estimator, "cost_complexity", alpha=_number("alpha", given[0] if given else None))


def _node(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise field_error("node", value, "0")
    return value


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise field_error(name, value, "0.5")
    return float(value)


def _listed(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise field_error("categories", value, "[]")
    return value


EDITS: dict[str, Callable[..., Any]] = {
    "split": _split,
    "leaf": _leaf,
    "grow": _grow,
    "prune": _prune,
    "alpha": _alpha,
}
