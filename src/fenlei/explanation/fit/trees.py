"""The fit of a decision tree: a node, every candidate split of it, and the one that was made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.fit.pruned_trees import pruning_steps
from fenlei.explanation.fit.whole_tree import checked_node, complexity_steps, tree_step, why_leaf
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    over,
    plus,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.impurity import gain_numbers, impurity, impurity_letters, impurity_numbers, uses_gini
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.trees.c45 import C45Classifier
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.exact.growth_rules import LEAF, QUINLAN_SLACK
from fenlei.trees.passing_rows import branches_taken, parts_at
from fenlei.trees.reading.conditions import TreeNames, branch_condition
from fenlei.trees.reading.gain_table import GainRow, gain_table

if TYPE_CHECKING:
    from fenlei.trees.tree import Tree
    from fenlei.trees.tree_classifier import TreeClassifier

MOST_ROWS = 20_000  # of a node whose candidate splits are listed
MOST_PARTS, MOST_FEATURES = 20, 8  # that are written out


def fit(
    model: TreeClassifier, rows: FittedRows, terms: ModelTerms, node: int | None = None
) -> list[WorkingStep]:
    """The rows at the node, the candidate splits, the gain of the chosen one, and the whole tree."""
    tree = model._fitted()
    node = checked_node(tree, node)
    share = parts_at(tree, rows.X, node)
    part = share * rows.w if len(rows.factors) else share
    here = np.flatnonzero(part > 0)
    counts = np.bincount(rows.codes[here], part[here], len(terms.classes))
    steps = [node_step(model, tree, node, counts, _fractions(share, terms), terms)]
    if tree.kind[node] == LEAF:
        steps.append(_leaf_step(model, tree, node, counts, rows, terms))
    else:
        steps += split_steps(model, tree, node, rows, part, terms)
    steps.append(tree_step(model, tree, rows, node, terms))
    steps += pruning_steps(model, tree, rows, terms)
    if isinstance(model, DecisionTreeClassifier):
        steps += complexity_steps(model, tree, rows, terms)
    return steps


def _fractions(part: Array, terms: ModelTerms) -> list[Grid]:
    """The rows that are at the node in parts, where there are any; the first of them."""
    divided = np.flatnonzero((part > 0) & (part < 1))
    if not len(divided):
        return []
    lines = [(int(i) + 1, part[i]) for i in divided[:MOST_PARTS]]
    return [terms.grid("fractions", terms.words("neighbour", "part"), lines, count=len(divided))]


def node_step(
    model: TreeClassifier, tree: Tree, node: int, counts: Array, grids: list[Grid], terms: ModelTerms
) -> WorkingStep:
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
    key = "fit_node_gini" if by_gini else "fit_node"
    return terms.step(key, [*shares, found], grids, node=node, n=f"{n:g}")


def _leaf_step(
    model: TreeClassifier, tree: Tree, node: int, counts: Array, rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    """The largest class of a leaf, and the rule that ended it."""
    k = int(np.argmax(tree.value[node]))
    largest = chain(
        letter("p", terms.classes[k]), function("max", *(counts / counts.sum())), counts[k] / counts.sum()
    )
    why = terms.say(f"stop.{why_leaf(model, rows, node).rule}")
    return terms.step("fit_leaf", [largest], node=node, label=terms.classes[k], why=why)


def split_steps(
    model: TreeClassifier, tree: Tree, node: int, rows: FittedRows, part: Array, terms: ModelTerms
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
    listed = _listed(model, node, rows, terms) if len(here) <= MOST_ROWS else []
    gain = _gain_chains(model, table, float(part.sum()), by_gini)
    grids = [_candidates(listed, terms)] if listed else []
    steps = [terms.step("fit_branches", branches, **facts), terms.step("fit_gain", gain, grids, **facts)]
    if listed and isinstance(model, C45Classifier):
        steps.append(_ratio_step(model, listed, float(part.sum()), terms))
    return steps


def _gain_chains(model: TreeClassifier, table: Array, weight: float, by_gini: bool) -> list[Chain]:
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
    if isinstance(model, C45Classifier):
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


def _listed(model: TreeClassifier, node: int, rows: FittedRows, terms: ModelTerms) -> list[GainRow]:
    """Every feature with its best split, as the tree compares them."""
    names: dict[str, Any] = {"feature_names": terms.features, "categories": terms.categories}
    w = rows.w if len(rows.factors) else None
    return gain_table(model, rows.X, model.classes_[rows.codes], node=node, sample_weight=w, **names)


def _candidates(listed: list[GainRow], terms: ModelTerms) -> Grid:
    lines = []
    for row in listed:
        first = "" if row.condition is None else row.condition.say(terms.lang)
        lines.append((row.name, first, *row.worth, terms.say("chosen") if row.chosen else ""))
    headings = terms.words(
        "feature", "condition_of", "conditional", "gain", "split_info", "ratio", "gini_after", "made"
    )
    return terms.grid("candidates", headings, lines)


def _ratio_step(model: C45Classifier, listed: list[GainRow], n: float, terms: ModelTerms) -> WorkingStep:
    """C4.5: a threshold pays for its choice, features below the average gain are left out, then the ratio."""
    chains = []
    for row in listed[:MOST_FEATURES]:
        if row.penalty > 0:
            count = round(2.0 ** (row.penalty * n))
            price = over(function("log2", float(count)), n)
            chains.append(chain(letter("c", row.name), price, row.penalty))
            put_in = plus(row.worth.gain, minus(row.penalty))
            chains.append(chain(letter("gain'", row.name), put_in, row.corrected_gain))
    if model.average_gain and listed[0].floor > -np.inf:
        gains = [row.corrected_gain for row in listed if row.allowed]
        mean = over(summed(gains), float(len(gains)))
        chains.append(chain(letter("ḡ"), plus(mean, minus(QUINLAN_SLACK)), listed[0].floor))
    for row in listed[:MOST_FEATURES]:
        if row.score > -np.inf:
            put_in_ratio = over(row.corrected_gain, row.worth.split_info)
            chains.append(chain(letter("ratio'", row.name), put_in_ratio, row.score))
    lines = [
        (row.name, row.worth.gain, row.penalty, row.corrected_gain, _compared(row, terms)) for row in listed
    ]
    headings = terms.words("feature", "gain", "penalty", "corrected", "compared")
    return terms.step("fit_ratio", chains, [terms.grid("ratios", headings, lines)], source="002, B-M20…B-M26")


def _compared(row: GainRow, terms: ModelTerms) -> object:
    """The ratio by which a feature is compared; in words why it is not."""
    if row.score > -np.inf:
        return row.score
    return terms.say("below_average" if row.allowed and row.corrected_gain < row.floor else "not_allowed")
