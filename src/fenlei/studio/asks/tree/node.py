"""One node: the splits it could have and what each is worth, every threshold of a feature, its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, whole
from fenlei.studio.asks.plane.view import table_rows
from fenlei.studio.asks.tree.edited import EditedTree, edited_tree
from fenlei.studio.facts import DeskFacts
from fenlei.trees import gain_table
from fenlei.trees.passing_rows import parts_at
from fenlei.trees.tree_classifier import TreeClassifier

MOST_ROWS, MOST_FEATURES, MOST_THRESHOLDS = 50, 200, 400


def node_facts(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The gain table of a node, best first as the tree ranks them, and the rows that pass it."""
    found, node = _node_of(facts, ask)
    table = [written(row, found) for row in _table(found, node, every=False)]
    own = found.rows
    X = found.estimator._check_X(own.X)
    here = np.flatnonzero(parts_at(found.estimator.model_, X, node) > 0)
    numbers = table_rows(facts, facts.data)[here[:MOST_ROWS]]
    return {
        "node": node,
        "table": table[:MOST_FEATURES],
        "features": len(table),
        "rows": numbers.tolist(),
        "n_rows": len(here),
    }


def thresholds(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Every split of a node by one feature: thresholds, or sets of categories, and what each is worth."""
    found, node = _node_of(facts, ask)
    name = choice(ask, "feature", found.rows.features)
    rows = [written(row, found) for row in _table(found, node, every=True) if row.name == name]
    step = max(1, -(-len(rows) // MOST_THRESHOLDS))
    return {"feature": name, "splits": rows[::step], "count": len(rows)}


def _node_of(facts: DeskFacts, ask: Mapping[str, object]) -> tuple[EditedTree, int]:
    found = edited_tree(facts, ask)
    return found, whole(ask, "node", 0, len(found.estimator.model_.kind) - 1, 0)


def _table(found: EditedTree, node: int, every: bool) -> list[Any]:
    rows = found.rows
    return gain_table(
        found.estimator,
        rows.X,
        rows.y,
        node=node,
        every_threshold=every,
        feature_names=rows.features,
        categories=rows.categories,
    )


def written(row: Any, found: EditedTree) -> Answer:
    """A row of the table as plain data, with the edit that makes the split."""
    known = found.rows.categories[row.feature]
    categories = None
    if row.threshold is None and row.condition is not None:
        codes = row.condition.operand
        categories = [known[int(code)] if known else int(code) for code in codes]
    facts: Answer = {
        "feature": row.name,
        "threshold": row.threshold,
        "categories": categories,
        "condition": None if row.condition is None else row.condition.say()[len(row.name) + 1 :],
        "chosen": bool(row.chosen),
        "allowed": bool(row.allowed),
    }
    if isinstance(found.estimator, TreeClassifier):
        worth = row.worth
        score = float(row.score) if np.isfinite(row.score) else None
        return facts | {
            "gain": worth.gain,
            "ratio": worth.gain_ratio,
            "gini": worth.gini,
            "decrease": row.corrected_gain,
            "score": score,
        }
    return facts | {"loss": row.loss, "values": list(row.values)}
