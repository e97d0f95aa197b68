"""Models that a person can read, fitted on all rows, as plain data: the best tree, the best linear model."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import numpy as np

from fenlei.model_file import Model
from fenlei.study.data import StudyData
from fenlei.study.facts.schema import LinearFacts, ModelFacts, ReadableFacts, TreeFacts, TreeNodeFacts
from fenlei.study.fitting import LINEAR, TREES

if TYPE_CHECKING:
    from fenlei.trees.reading.layout import TreeLayout

DEPTH, MAX_LEAVES = 4, 12  # a drawing with more leaves is cut at a smaller depth
MAX_BRANCHES = 40  # of the first question alone
MAX_FEATURES, MAX_CLASSES = 15, 6
TEXT_WIDTH = 60


def readable_models(
    models: list[ModelFacts], data: StudyData, refit: Callable[[str], Model], lang: str
) -> ReadableFacts:
    """`tree` and `linear`, each None unless such a model finished; `refit` fits a model to all rows."""
    tree, linear = best_of(models, TREES), best_of(models, LINEAR)
    return {
        "tree": None if tree is None else tree_facts(tree, refit(tree), data, lang),
        "linear": None if linear is None else linear_facts(linear, refit(linear), data),
    }


def best_of(models: list[ModelFacts], names: Collection[str]) -> str | None:
    """The finished model of the lowest rank among these names."""
    ranks = {model["name"]: model["rank"] for model in models if model["name"] in names}
    finished = {name: rank for name, rank in ranks.items() if rank is not None}
    return min(finished, key=finished.__getitem__, default=None)


def tree_facts(name: str, model: Model, data: StudyData, lang: str) -> TreeFacts:
    """Positions and texts of the upper part of a tree."""
    from fenlei.trees import tree_layout

    features = data.schema.features
    names, categories = [column.name for column in features], [column.categories for column in features]
    if data.schema.texts and model.preparation is not None:
        names = model.preparation.get_feature_names_out().tolist()
        categories += [None] * (len(names) - len(categories))
    for depth in range(DEPTH, 0, -1):
        layout = tree_layout(model.estimator, names, categories, max_depth=depth, lang=lang)
        if sum(node.leaf for node in layout.nodes) <= (MAX_LEAVES if depth > 1 else MAX_BRANCHES):
            break
    else:
        return {"model": name, "nodes": [], "links": [], "width": 0.0, "depth": 0}
    return {
        "model": name,
        "nodes": node_facts(layout, model, data),
        "links": [
            {"upper": link.upper, "lower": link.lower, "text": shortened(link.text)} for link in layout.links
        ],
        "width": float(layout.width),
        "depth": layout.depth,
    }


def node_facts(layout: TreeLayout, model: Model, data: StudyData) -> list[TreeNodeFacts]:
    """The nodes of a layout, with the rows that reach them and those of other classes."""
    weight, value = model.estimator.model_.weight, model.estimator.model_.value
    return [
        {
            "x": float(node.x),
            "depth": node.depth,
            "text": shortened(str(node.label) if node.leaf else node.lines[0]),
            "leaf": bool(node.leaf),
            "is_cut": bool(node.leaf) and len(node.lines) > 1,
            "class": data.names.index(str(node.label)),
            "rows": float(weight[node.node]),
            "wrong": float(weight[node.node] - value[node.node].max()),
        }
        for node in layout.nodes
    ]


def linear_facts(name: str, model: Model, data: StudyData) -> LinearFacts:
    """The largest coefficients: of the second class if there are two, else of the largest classes."""
    coef = np.atleast_2d(model.estimator.coef_)  # (1 or K, q), of scaled columns
    names = [column.name for column in data.schema.features]
    if model.preparation is not None:
        names = model.preparation.get_feature_names_out().tolist()
    sizes = data.class_counts
    shown = [] if len(coef) == 1 else sorted(np.argsort(-sizes, kind="stable")[:MAX_CLASSES].tolist())
    rows = coef if len(coef) == 1 else coef[shown]
    features = np.argsort(-np.abs(rows).max(axis=0), kind="stable")[:MAX_FEATURES]
    return {
        "model": name,
        "classes": [data.names[k] for k in shown] or [_favoured(data)],
        "features": [shortened(names[j]) for j in features],
        "coef": [rows[:, j].tolist() for j in features],
        "total": len(names),
    }


def _favoured(data: StudyData) -> str:
    """What one vector of coefficients supports: the second of two classes, or the target of a regression."""
    assert data.schema.target is not None
    return data.names[1] if data.names else data.schema.target.name


def shortened(words: str) -> str:
    return words if len(words) <= TEXT_WIDTH else words[: TEXT_WIDTH - 1] + "…"
