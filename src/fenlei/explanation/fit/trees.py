"""The fit of a decision tree: a node, every candidate split of it, and the one that was made."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.figures import TreeItem, TreePicture
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.impurity import gain_numbers, impurity, impurity_letters, impurity_numbers, uses_gini
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.passing_rows import branches_taken, parts_at
from fenlei.trees.reading.conditions import TreeNames, branch_condition
from fenlei.trees.reading.gain_table import gain_table
from fenlei.trees.reading.layout import tree_layout

MOST_DRAWN = 40  # nodes of the picture
MOST_ROWS = 5000  # of a node whose candidate splits are listed


def fit(model: Any, rows: FittedRows, terms: ModelTerms, node: int | None = None) -> list[WorkingStep]:
    """The rows at the node, the candidate splits, the gain of the chosen one, and the whole tree."""
    tree, node = model._fitted(), node or 0
    if not 0 <= node < len(tree.kind):
        raise UsageError("explain.node", node=node, nodes=len(tree.kind), last=len(tree.kind) - 1)
    part = parts_at(tree, rows.X, node)
    here = np.flatnonzero(part > 0)
    counts = np.bincount(rows.codes[here], part[here], len(terms.classes))
    steps = [_node_step(model, tree, node, counts, terms)]
    if tree.kind[node] == LEAF:
        steps.append(_leaf_step(tree, node, counts, terms))
    else:
        steps += _split_steps(model, tree, node, rows, part, terms)
    return [*steps, _tree_step(model, tree, node, terms)]


def _node_step(model: Any, tree: Any, node: int, counts: Array, terms: ModelTerms) -> WorkingStep:
    """How mixed the rows at the node are; the last number is the one that the tree keeps."""
    by_gini, n = uses_gini(model), float(counts.sum())
    left = letter("G" if by_gini else "H", "D")
    own = float(tree.impurity[node])
    kept = own if abs(own - impurity(counts, by_gini)) < 1e-6 else impurity(counts, by_gini)
    shares = [
        chain(letter("p", label), counted(m, n), tree.value[node][k] / tree.value[node].sum())
        for k, (label, m) in enumerate(zip(terms.classes[:6], counts, strict=False))
    ]
    found = chain(left, impurity_letters(by_gini), impurity_numbers(counts, by_gini), kept)
    return terms.step("fit_node_gini" if by_gini else "fit_node", [*shares, found], node=node, n=f"{n:g}")


def _leaf_step(tree: Any, node: int, counts: Array, terms: ModelTerms) -> WorkingStep:
    k = int(np.argmax(tree.value[node]))
    largest = chain(
        letter("p", terms.classes[k]), function("max", *(counts / counts.sum())), counts[k] / counts.sum()
    )
    return terms.step("fit_leaf", [largest], node=node, label=terms.classes[k])


def _split_steps(
    model: Any, tree: Any, node: int, rows: FittedRows, part: Array, terms: ModelTerms
) -> list[WorkingStep]:
    by_gini, names = uses_gini(model), TreeNames(model, terms.features, terms.categories)
    here = np.flatnonzero(part > 0)
    j, x = int(tree.feature[node]), rows.X[here, int(tree.feature[node])]
    known = ~np.isnan(x)
    taken = branches_taken(tree, node, x)
    width = int(tree.first[node + 1] - tree.first[node])
    table = np.zeros((width, len(terms.classes)))
    np.add.at(table, (taken[known], rows.codes[here][known]), part[here][known])
    words = [branch_condition(tree, node, b, names).say(terms.lang) for b in range(width)]
    letters = impurity_letters(by_gini)
    branches = [
        chain(
            letter("G" if by_gini else "H", words[b]),
            letters,
            impurity_numbers(table[b], by_gini),
            impurity(table[b], by_gini),
        )
        for b in range(width)
        if table[b].sum() > 0
    ]
    facts: dict[str, Any] = {"node": node, "feature": terms.features[j]}
    grids = _candidates(model, node, rows, terms) if len(here) <= MOST_ROWS else []
    gain = _gain_chains(model, table, float(part.sum()), by_gini)
    return [terms.step("fit_branches", branches, **facts), terms.step("fit_gain", gain, grids, **facts)]


def _gain_chains(model: Any, table: Array, weight: float, by_gini: bool) -> list[Chain]:
    """Gain of the split over the rows whose value is known; where some are not, times their share."""
    whole, known = table.sum(axis=0), float(table.sum())
    name = "ΔG" if by_gini else "gain"
    weighted = total("b", times(over(letter("n", "b"), letter("n")), letter("G" if by_gini else "H", "b")))
    letters: Formula = letter("G" if by_gini else "H", "D")
    inner = gain_numbers(whole, list(table), by_gini)
    put_in = inner if known == weight else times(counted(known, weight), inner)
    parts = table.sum(axis=1)
    average = sum(p * impurity(branch, by_gini) for p, branch in zip(parts, table, strict=True)) / known
    result = known / weight * (impurity(whole, by_gini) - average)
    chains = [chain(letter(name), plus(letters, minus(weighted)), put_in, result)]
    if type(model).__name__ == "C45Classifier":
        rest = [*parts[parts > 0], *([weight - known] if weight > known else [])]
        shares = [counted(p, weight) for p in rest]
        worth = [p / weight * np.log2(p / weight) for p in rest]
        info = minus(added([times(share, function("log2", share)) for share in shares], worth))
        split = -float(np.sum(worth))
        chains.append(chain(letter("split"), info, split))
        if split > 0:
            chains.append(
                chain(
                    letter("ratio"), over(letter(name), letter("split")), over(result, split), result / split
                )
            )
    return chains


def _candidates(model: Any, node: int, rows: FittedRows, terms: ModelTerms) -> list[Grid]:
    """Every feature with its best split, as the tree compares them."""
    found = gain_table(
        model,
        rows.X,
        model.classes_[rows.codes],
        node=node,
        feature_names=terms.features,
        categories=terms.categories,
    )
    lines = []
    for row in found:
        first = "" if row.condition is None else row.condition.say(terms.lang)
        lines.append((row.name, first, *row.worth, terms.say("chosen") if row.chosen else ""))
    headings = terms.words(
        "feature", "condition_of", "conditional", "gain", "split_info", "ratio", "gini_after", "made"
    )
    return [terms.grid("candidates", headings, lines)]


def _tree_step(model: Any, tree: Any, node: int, terms: ModelTerms) -> WorkingStep:
    """The whole tree, drawn if it is not too large; its leaves are counted."""
    leaves = float((tree.kind == LEAF).sum())
    inner = tree.first[1:] - tree.first[:-1]
    branching = plus(1.0, total("t", plus(letter("b", "t"), minus(1.0))))
    found = chain(letter("L"), branching, plus(1.0, number(np.sum(inner[inner > 0] - 1))), leaves)
    facts: dict[str, Any] = {"nodes": len(tree.kind), "leaves": int(leaves)}
    if len(tree.kind) > MOST_DRAWN:
        return terms.step("fit_tree", [found], **facts)
    layout = tree_layout(model, terms.features, terms.categories, lang=terms.lang)
    parent = {link.lower: (link.upper, link.text) for link in layout.links}
    items = []
    for i, placed in enumerate(layout.nodes):
        above, branch = parent.get(i, (-1, ""))
        detail = placed.lines[-1] if len(placed.lines) > 1 else ""
        items.append(
            TreeItem(placed.x, placed.depth, placed.lines[0], detail, above, branch, placed.node == node)
        )
    sentence = terms.say("tree_sentence", **facts, first=items[0].title)
    return terms.step("fit_tree", [found], figure=TreePicture(sentence, tuple(items)), **facts)
