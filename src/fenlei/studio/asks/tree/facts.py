"""A tree as the page draws it: nodes, accuracy, the prices at which it is pruned, the path of a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fenlei.model_file import save_model
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import whole
from fenlei.studio.asks.plane.view import held_position
from fenlei.studio.asks.tree.edited import TREES, EditedTree, TreeRows, edited_tree, validation_rows
from fenlei.studio.facts import DeskFacts
from fenlei.study.fitting import find_entry, unsuitable
from fenlei.trees import prune, tree_layout
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.cost_complexity import pruning_path
from fenlei.trees.pruning.validation import distinct_trees
from fenlei.trees.tree import parents
from fenlei.trees.tree_classifier import TreeClassifier

MOST_NODES, MOST_CLASSES, TREE_FILE = 200, 30, "tree.fenlei"


def trees(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The trees that this table can have, and why others cannot."""
    kind = "regressor" if facts.data.task == "regression" else "classifier"
    found = []
    for name in TREES:
        entry = find_entry(name, "classifier", "regressor")
        if entry.kind == kind:
            reason = unsuitable(entry, facts.data.schema)
            found.append({"name": name, "reason": None if reason is None else reason.text(facts.lang)})
    return {"trees": found, "classes": facts.data.names, "task": facts.data.task}


def tree_facts(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Nodes with counts and conditions; rows right on the training rows, and on validation rows."""
    found = edited_tree(facts, ask)
    model, rows = found.estimator, found.rows
    nodes, hidden = placed(found, facts.lang)
    answer: Answer = {
        "nodes": nodes,
        "hidden": hidden,
        "leaves": int(model.get_n_leaves()),
        "depth": int(model.get_depth()),
        "training": score(model, rows),
        "validation": None,
        "alphas": alphas(model),
        "estimator": type(model).__name__,
        "params": {key: repr(value) for key, value in model.get_params(deep=False).items()},
        "features": [
            {"name": name, "categories": None if known is None else list(known)[:60]}
            for name, known in zip(rows.features[:500], rows.categories[:500], strict=True)
        ],
    }
    if source := str(ask.get("validation") or ""):
        answer["validation"] = score(model, validation_rows(facts, found.model, source))
    row = whole(ask, "row", 0, facts.table.n_rows, 0)
    position = held_position(facts, row)
    answer["path"] = [] if position < 0 else path(model, rows.X[position : position + 1])
    return answer


def placed(found: EditedTree, lang: str) -> tuple[list[Answer], int]:
    """Nodes with their places; of a large tree only the upper levels, and how many nodes are left out."""
    model, rows = found.estimator, found.rows
    tree, names = model.model_, rows.features
    depth = None
    picture = tree_layout(model, names, rows.categories, lang=lang)
    while len(picture.nodes) > MOST_NODES:
        depth = picture.depth - 1
        picture = tree_layout(model, names, rows.categories, max_depth=depth, lang=lang)
    above = {link.lower: link for link in picture.links}
    nodes = []
    for i, one in enumerate(picture.nodes):
        node, link = one.node, above.get(i)
        inner = tree.kind[node] > LEAF
        has_threshold = inner and not tree.sizes[tree.feature[node]]
        label = one.label.item() if isinstance(one.label, np.generic) else one.label
        nodes.append(
            {
                "node": node,
                "x": one.x,
                "depth": one.depth,
                "parent": -1 if link is None else picture.nodes[link.upper].node,
                "branch": "" if link is None else link.text,
                "feature": names[tree.feature[node]] if inner else None,
                "threshold": float(tree.threshold[node]) if has_threshold else None,
                "label": label if isinstance(label, float) else str(label),
                "rows": int(tree.rows[node]),
                "weight": float(tree.weight[node]),
                "impurity": float(tree.impurity[node]),
                "counts": tree.value[node][:MOST_CLASSES].tolist(),
                "is_leaf": not inner,
                "is_cut": bool(inner and one.leaf),
            }
        )
    return nodes, len(tree.kind) - len(nodes)


def score(model: Any, rows: TreeRows) -> Answer:
    """Rows right of how many, or the mean squared error."""
    predicted = np.asarray(model.predict(rows.X))
    if isinstance(model, TreeClassifier):
        return {"right": int((predicted == rows.y).sum()), "rows": len(rows.y)}
    return {"mse": float(np.mean((predicted - rows.y) ** 2)), "rows": len(rows.y)}


def alphas(model: Any) -> Answer:
    """The prices of a leaf at which weakest links are cut, and the leaves of each tree."""
    _, table = distinct_trees(pruning_path(model.model_))
    return {name: table[name].tolist() for name in ("alpha", "leaves")}


def alpha_table(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The trees of the cost-complexity path with their errors by folds, and the choices by them."""
    found = edited_tree(facts, ask)
    chosen = {}
    for name, one_se in (("least", False), ("one_se", True)):
        pruned = prune(found.estimator, "cost_complexity", found.rows.X, found.rows.y, one_se=one_se)
        chosen[name] = int(pruned.get_n_leaves())
    table = pruned.pruning_.table
    return {"chosen": chosen, **{name: np.asarray(values).tolist() for name, values in table.items()}}


def path(model: Any, row: Any) -> list[int]:
    """The nodes of a row from the root; of a row that goes to several branches, to the heaviest leaf."""
    parent, node = parents(model.model_), int(model.apply(row)[0])
    nodes = [node]
    while node > 0:
        node = int(parent[node])
        nodes.append(node)
    return nodes[::-1]


def save_tree(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """Keep the edited tree as `tree.fenlei`."""
    found = edited_tree(facts, ask)
    kept = dict(found.model.facts) | {"edits": len(ask.get("edits") or ())}
    save_model(found.model, facts.folder / TREE_FILE, facts=kept)
    return {"file": TREE_FILE, "leaves": int(found.estimator.get_n_leaves())}
