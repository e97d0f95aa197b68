"""Models that a person can read, fitted on all rows, as plain data: the best tree, the best linear model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fenlei.model_file import Model
from fenlei.study.data import StudyData
from fenlei.study.facts.result import best_model
from fenlei.study.fitting import LINEAR, TREES

DEPTH, MAX_LEAVES = 4, 12  # a picture with more leaves is cut at a smaller depth
MOST_BRANCHES = 40  # of the first question alone
MAX_FEATURES, MAX_CLASSES = 15, 6
TEXT_WIDTH = 60

Facts = dict[str, Any]


def readable(models: list[Facts], data: StudyData, refit: Callable[[str], Model], lang: str) -> Facts:
    """`tree` and `linear`, each None unless such a model finished; `refit` fits a model to all rows."""
    tree, linear = best_of(models, TREES), best_of(models, LINEAR)
    return {
        "tree": None if tree is None else {"model": tree, **tree_facts(refit(tree), data, lang)},
        "linear": None if linear is None else {"model": linear, **linear_facts(refit(linear), data)},
    }


def best_of(models: list[Facts], names: tuple[str, ...]) -> str | None:
    """The best finished model of these names."""
    best = best_model([model for model in models if model["name"] in names])
    return None if best is None else str(best["name"])


def tree_facts(model: Model, data: StudyData, lang: str) -> Facts:
    """Places and words of the upper part of a tree."""
    from fenlei.trees import tree_layout

    features = data.schema.features
    names, categories = [column.name for column in features], [column.categories for column in features]
    for depth in range(DEPTH, 0, -1):
        layout = tree_layout(model.estimator, names, categories, max_depth=depth, lang=lang)
        if sum(node.leaf for node in layout.nodes) <= (MAX_LEAVES if depth > 1 else MOST_BRANCHES):
            break
    else:
        return {"nodes": [], "links": [], "width": 0.0, "depth": 0}
    weight, value = model.estimator.model_.weight, model.estimator.model_.value
    nodes = [
        {
            "x": float(node.x),
            "depth": node.depth,
            "text": cut(str(node.label) if node.leaf else node.lines[0]),
            "leaf": bool(node.leaf),
            "is_cut": bool(node.leaf) and len(node.lines) > 1,
            "class": data.names.index(str(node.label)),
            "rows": float(weight[node.node]),
            "wrong": float(weight[node.node] - value[node.node].max()),
        }
        for node in layout.nodes
    ]
    links = [{"upper": link.upper, "lower": link.lower, "text": cut(link.text)} for link in layout.links]
    return {"nodes": nodes, "links": links, "width": float(layout.width), "depth": layout.depth}


def linear_facts(model: Model, data: StudyData) -> Facts:
    """The largest coefficients: of the second class if there are two, else of the largest classes."""
    coef = np.atleast_2d(model.estimator.coef_)  # (1 or K, q), of scaled columns
    names = [column.name for column in data.schema.features]
    if model.preparation is not None:
        names = model.preparation.get_feature_names_out().tolist()
    sizes = data.class_counts
    shown = [1] if len(coef) == 1 else sorted(np.argsort(-sizes, kind="stable")[:MAX_CLASSES].tolist())
    rows = coef if len(coef) == 1 else coef[shown]
    features = np.argsort(-np.abs(rows).max(axis=0), kind="stable")[:MAX_FEATURES]
    return {
        "classes": [data.names[k] for k in shown],
        "features": [cut(names[j]) for j in features],
        "coef": [rows[:, j].tolist() for j in features],
        "total": len(names),
    }


def cut(words: str) -> str:
    return words if len(words) <= TEXT_WIDTH else words[: TEXT_WIDTH - 1] + "…"
