"""The fit of a regression tree: mean and loss at a node, every cut of it, and the one that was made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.moments import mean_chain
from fenlei.explanation.fit.whole_tree import checked_node, complexity_steps, tree_step, why_leaf
from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import code, phrase
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.passing_rows import branches_taken, parts_at
from fenlei.trees.reading.conditions import TreeNames, branch_condition
from fenlei.trees.reading.loss_table import LossRow, loss_table

if TYPE_CHECKING:
    from fenlei.trees import DecisionTreeRegressor
    from fenlei.trees.tree import Tree

MOST_ROWS = 20_000  # of a node whose cuts are listed
MOST_CUTS = 30  # of the only feature; of several the best of each


def fit(
    model: DecisionTreeRegressor, rows: FittedRows, terms: ModelTerms, node: int | None = None
) -> list[WorkingStep]:
    """Mean and loss of the node, both sides of its cut, what the cut saves, the whole tree."""
    if model.n_outputs_ > 1:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    if model.monotonic_cst is not None:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=code("monotonic_cst"))
    if rows.y is None:
        raise UsageError("explain.no_labels", model=type(model).__name__)
    tree = model._fitted()
    node = checked_node(tree, node)
    here = parts_at(tree, rows.X, node) > 0
    y = np.asarray(rows.y, dtype=float)
    steps = [node_step(model, tree, node, y[here], terms)]
    if tree.kind[node] == LEAF:
        steps.append(_leaf_step(model, tree, node, rows, terms))
    else:
        steps += cut_steps(model, tree, node, rows.X[here], y[here], terms)
        if here.sum() <= MOST_ROWS:
            steps.append(_table_step(model, node, rows, terms))
    steps.append(tree_step(model, tree, rows, node, terms))
    return [*steps, *complexity_steps(model, tree, rows, terms)]


def node_step(
    model: DecisionTreeRegressor, tree: Tree, node: int, y: Array, terms: ModelTerms
) -> WorkingStep:
    """What a leaf here would predict, what it would lose, and the mean loss, which the tree keeps."""
    own, n = float(tree.value[node, 0]), float(len(y))
    lost = loss_of(y, own, model.criterion)
    mean = chain(letter("I", node), over(letter("L", node), letter("n")), over(lost, n), tree.impurity[node])
    chains = [centre_chain(node, y, own, model.criterion), loss_chain(node, y, own, model.criterion), mean]
    return terms.step(f"fit_target_{_kind(model)}", chains, source="004, 102…105", node=node, n=f"{n:g}")


def cut_steps(
    model: DecisionTreeRegressor, tree: Tree, node: int, X: Array, y: Array, terms: ModelTerms
) -> list[WorkingStep]:
    """Both sides of the cut with their own means and losses; then what the cut saves."""
    names = TreeNames(model, terms.features, terms.categories)
    j, criterion = int(tree.feature[node]), model.criterion
    taken, chains, losses = branches_taken(tree, node, X[:, j]), list[Chain](), list[float]()
    for b in (0, 1):
        child = int(tree.child[tree.first[node] + b])
        own, here = float(tree.value[child, 0]), y[taken == b]
        word = branch_condition(tree, node, b, names).say(terms.lang)
        chains += [centre_chain(word, here, own, criterion), loss_chain(word, here, own, criterion)]
        losses.append(loss_of(here, own, criterion))
    m = sum(losses)
    whole, n = loss_of(y, float(tree.value[node, 0]), criterion), float(len(y))
    saved = over(plus(whole, minus(m)), n)
    letters = over(plus(letter("L"), minus(letter("m(s)"))), letter("n"))
    children = tree.child[tree.first[node] : tree.first[node + 1]]
    parts = [
        times(counted(tree.weight[c], tree.weight[node]), number(tree.impurity[c])) for c in children.tolist()
    ]
    gains = [
        chain(letter("m(s)"), plus(letter("L", 1), letter("L", 2)), plus(*losses), m),
        chain(letter("ΔI"), letters, saved, (whole - m) / n),
        chain(letter("ΔI"), plus(number(tree.impurity[node]), minus(added(parts))), (whole - m) / n),
    ]
    facts: dict[str, Any] = {"feature": terms.features[j], "node": node}
    return [
        terms.step("fit_sides", chains, source="004, 102…105", **facts),
        terms.step("fit_saved", gains, source="004, 105", **facts),
    ]


def centre_chain(name: object, y: Array, own: float, criterion: str) -> Chain:
    """Mean or median of the targets; the last number is the tree's."""
    if criterion != "absolute_error":
        return mean_chain(letter("c", name), y, own)
    order = np.sort(y)
    low, high = order[(len(y) - 1) // 2], order[len(y) // 2]
    return chain(letter("c", name), over(plus(float(low), float(high)), 2.0), own)


def loss_chain(name: object, y: Array, c: float, criterion: str) -> Chain:
    """Σ (y − c)², Σ |y − c|, or Σ y ln(y / c) with the numbers put in."""
    i, written = letter("y", "i"), y[: MOST_TERMS + 1]
    if criterion == "absolute_error":
        body: Formula = function("abs", plus(i, minus(letter("c"))))
        parts: list[Formula] = [function("abs", plus(float(t), minus(c))) for t in written]
    elif criterion == "poisson":
        body = times(i, function("ln", over(i, letter("c"))))
        parts = [
            times(float(t), function("ln", over(float(t), c))) if t > 0 else number(0.0) for t in written
        ]
    else:
        body = squared(plus(i, minus(letter("c"))))
        parts = [squared(plus(float(t), minus(c))) for t in written]
    worth = _losses(y, c, criterion)
    return chain(letter("L", name), total("i", body), added(parts, worth), float(worth.sum()))


def _deviance(y: float, c: float) -> Formula:
    return times(y, function("ln", over(y, c))) if y > 0 else number(0.0)


def loss_of(y: Array, c: float, criterion: str) -> float:
    return float(_losses(y, c, criterion).sum())


def _losses(y: Array, c: float, criterion: str) -> Array:
    if criterion == "absolute_error":
        return np.abs(y - c)
    if criterion == "poisson":
        return np.where(y > 0, y * np.log(np.where(y > 0, y, 1.0) / (c if c > 0 else 1.0)), 0.0)
    return (y - c) ** 2


def _kind(model: DecisionTreeRegressor) -> str:
    return str(model.criterion) if model.criterion in ("absolute_error", "poisson") else "squared_error"


def _leaf_step(
    model: DecisionTreeRegressor, tree: Tree, node: int, rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    why = terms.say(f"stop.{why_leaf(model, rows, node).rule}")
    found = chain(letter("ŷ"), letter("c", node), float(tree.value[node, 0]))
    return terms.step("fit_target_leaf", [found], node=node, why=why)


def _table_step(model: DecisionTreeRegressor, node: int, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """The losses of the cuts: of one feature all of them, of several the best of each; and the least."""
    names: dict[str, Any] = {"feature_names": terms.features, "categories": terms.categories}
    every = loss_table(model, rows.X, np.asarray(rows.y), node=node, **names)
    short = loss_table(model, rows.X, np.asarray(rows.y), node=node, every_threshold=False, **names)
    alone = len(short) == 1 and len(every) <= MOST_CUTS
    listed = every if alone else short
    made = [row for row in listed if row.chosen]
    allowed = [row.loss for row in listed if row.allowed]
    chains = []
    if made and len(allowed) <= MOST_CUTS and made[0].loss <= min(allowed, default=np.inf):
        chains = [chain(letter("m(s)"), function("min", *allowed), made[0].loss)]
    return terms.step("fit_cuts", chains, [_grid(listed, terms)], _curve(model, node, every, terms))


def _grid(listed: list[LossRow], terms: ModelTerms) -> Grid:
    lines = [
        (row.name, row.condition.say(terms.lang), *row.values, row.loss, _mark(row, terms)) for row in listed
    ]
    headings = terms.words("feature", "condition_of", "first_value", "second_value", "loss", "made")
    return terms.grid("cuts", headings, lines)


def _mark(row: LossRow, terms: ModelTerms) -> str:
    if row.chosen:
        return terms.say("chosen")
    return "" if row.allowed else terms.say("not_allowed")


def _curve(model: DecisionTreeRegressor, node: int, every: list[LossRow], terms: ModelTerms) -> Curve | None:
    """Loss by threshold of the feature that was cut."""
    j = int(model._fitted().feature[node])
    cuts = [
        row for row in every if row.feature == j and row.threshold is not None and np.isfinite(row.threshold)
    ]
    if len(cuts) < 2 or len({row.threshold for row in cuts}) < len(cuts) or len(cuts) > 2000:
        return None
    x, y = tuple(float(row.threshold or 0.0) for row in cuts), tuple(row.loss for row in cuts)
    at = float(model._fitted().threshold[node])
    sentence = terms.say("loss_sentence", feature=terms.features[j], at=f"{at:.6g}", least=f"{min(y):.6g}")
    return Curve(sentence, terms.features[j], terms.say("loss"), (terms.say("loss"),), x, (y,), at)
