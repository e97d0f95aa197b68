"""The last steps of the fit of a tree: the tree as a whole, its leaves, and what pruning did or would do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from fenlei.errors import UsageError
from fenlei.explanation.figures import Curve, TreeItem, TreePicture
from fenlei.explanation.formula.building import chain, letter, minus, number, over, plus, summed, times, total
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.cost_complexity import PruningPath, pruning_path, weakest_links
from fenlei.trees.reading.conditions import node_label
from fenlei.trees.reading.layout import tree_layout
from fenlei.trees.reading.stop_rules import StopRule, stop_rule
from fenlei.trees.tree import Tree, parents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fenlei.trees.tree_classifier import TreeReading

MOST_DRAWN = 40  # nodes of the picture
MOST_ROWS = 20_000  # of a table whose leaves are looked at
MOST_LEAVES, MOST_CUTS = 20, 20  # that are listed


def checked_node(tree: Tree, node: int | None) -> int:
    """The node that is worked out; the root by default."""
    node = node or 0
    if not 0 <= node < len(tree.kind):
        raise UsageError("explain.node", node=node, nodes=len(tree.kind), last=len(tree.kind) - 1)
    return node


def why_leaf(model: TreeReading, rows: FittedRows, node: int) -> StopRule:
    """The rule by which a node is a leaf."""
    y: Any = model.classes_[rows.codes] if len(rows.codes) else rows.y
    return stop_rule(model, rows.X, y, node=node)


def tree_step(model: TreeReading, tree: Tree, rows: FittedRows, node: int, terms: ModelTerms) -> WorkingStep:
    """The whole tree, drawn if it is not too large; its leaves are counted, and each has its stop rule."""
    leaves = float((tree.kind == LEAF).sum())
    inner = tree.first[1:] - tree.first[:-1]
    branching = plus(1.0, total("t", plus(letter("b", "t"), minus(1.0))))
    found = chain(letter("L"), branching, plus(1.0, number(np.sum(inner[inner > 0] - 1))), leaves)
    facts: dict[str, Any] = {"nodes": len(tree.kind), "leaves": int(leaves)}
    grids = [_leaves(model, tree, rows, terms)] if rows.n <= MOST_ROWS else []
    if len(tree.kind) > MOST_DRAWN:
        return terms.step("fit_tree", [found], grids, **facts)
    picture = _picture(model, node, terms, facts)
    frames, name = _growth(model, tree, picture, terms), terms.say("impurity_of_leaves")
    return terms.step("fit_tree", [found], grids, picture, frames, objective=name, **facts)


def _growth(model: TreeReading, tree: Tree, whole: TreePicture, terms: ModelTerms) -> list[Frame]:
    """The root alone, then one question after the other, and how impure the leaves are on average."""
    n, opened, frames = float(tree.weight[0]), set[int](), list[Frame]()
    parent = parents(tree)
    size = (max(item.x for item in whole.items) + 1, max(item.depth for item in whole.items) + 1)
    letters = total("t", times(over(letter("n", "t"), letter("n")), letter("i", "t")))
    for t, node in enumerate([-1, *np.flatnonzero(tree.kind != LEAF).tolist()]):
        opened.add(node)
        seen = [i for i in range(len(parent)) if int(parent[i]) in opened]
        leaves = [i for i in seen if i not in opened]
        parts = tree.weight[leaves] / n * tree.impurity[leaves]
        caption = _question(whole, node, terms)
        items = []
        for i in seen:
            closed = str(_answer(model, i)), terms.say("growth_rows", rows=f"{tree.weight[i]:.6g}")
            items.append(_seen_item(whole.items[i], seen, closed, i == node, i in opened))
        mean, figure = float(parts.sum()), TreePicture(caption, tuple(items), size)
        formula = chain(letter("I", "", f"({t})"), letters, summed(parts), mean)
        frames.append(Frame(caption, (formula,), None, figure, t, mean))
    return frames


def _question(whole: TreePicture, node: int, terms: ModelTerms) -> str:
    if node < 0:
        return terms.say("growth_root")
    return terms.say("growth_question", node=node, question=whole.items[node].title)


def _seen_item(
    item: TreeItem, seen: list[int], closed: tuple[str, str], is_new: bool, is_open: bool
) -> TreeItem:
    """A node as it is while the tree grows: one without branches yet has its answer and its rows."""
    placed = replace(item, parent=seen.index(item.parent) if item.parent in seen else -1, marked=is_new)
    return placed if is_open else replace(placed, title=closed[0], detail=closed[1])


def _leaves(model: TreeReading, tree: Tree, rows: FittedRows, terms: ModelTerms) -> Grid:
    """The first leaves: rows, answer, and the rule that ended them."""
    shown = np.flatnonzero(tree.kind == LEAF)[:MOST_LEAVES].tolist()
    rules = [why_leaf(model, rows, leaf) for leaf in shown]
    lines = [
        (rule.node, tree.weight[rule.node], str(_answer(model, rule.node)), terms.say(f"stop.{rule.rule}"))
        for rule in rules
    ]
    return terms.grid("leaves", terms.words("node", "rows", "answer", "stopped"), lines)


def _answer(model: TreeReading, node: int) -> object:
    label = node_label(model, node)
    return f"{label:.6g}" if isinstance(label, float) else label


def _picture(model: TreeReading, node: int, terms: ModelTerms, facts: Mapping[str, object]) -> TreePicture:
    layout = tree_layout(model, terms.features, terms.categories, lang=terms.lang)
    parent = {link.lower: (link.upper, link.text) for link in layout.links}
    items = []
    for i, placed in enumerate(layout.nodes):
        above, branch = parent.get(i, (-1, ""))
        detail = placed.lines[-1] if len(placed.lines) > 1 else ""
        items.append(
            TreeItem(placed.x, placed.depth, placed.lines[0], detail, above, branch, placed.node == node)
        )
    return TreePicture(terms.say("tree_sentence", **facts, first=items[0].title), tuple(items))


# --- cost-complexity pruning


def complexity_steps(
    model: TreeReading, tree: Tree, rows: FittedRows, terms: ModelTerms
) -> list[WorkingStep]:
    """The sequence of weakest links of CART: what each cut costs per leaf, and the trees that remain."""
    path = pruning_path(_grown_whole(model, tree, rows))
    if len(path.alpha) < 2:
        return []
    cuts = range(max(1, len(path.alpha) - MOST_CUTS), len(path.alpha))
    letters = over(plus(letter("R", "t"), minus(letter("R", "T_t"))), plus(letter("|T_t|"), minus(1.0)))
    chains = []
    for s in cuts:
        cost = plus(path.impurity[s], minus(path.impurity[s - 1]))
        leaves = float(path.leaves[s - 1] - path.leaves[s])
        chains.append(chain(letter("α", s), letters, over(cost, leaves), path.alpha[s]))
    alpha = float(getattr(model, "ccp_alpha", 0.0))
    facts: dict[str, Any] = {"alpha": f"{alpha:g}", "shown": len(cuts), "cuts": len(path.alpha) - 1}
    key = "fit_complexity_cut" if alpha > 0 else "fit_complexity"
    return [
        terms.step(
            key, chains, [_sequence(path, terms)], _risk_curve(path, terms), source="004, 7.4.1", **facts
        )
    ]


def _grown_whole(model: TreeReading, tree: Tree, rows: FittedRows) -> Tree:
    """The tree before it was cut at `ccp_alpha`; of one that cannot be grown again, as it is."""
    if not model.ccp_alpha > 0 or bool(getattr(model, "edits_", None)):
        return tree
    nominal = np.flatnonzero(tree.sizes > 0)
    parameters = {"ccp_alpha": 0.0, "categorical_features": nominal if len(nominal) else None}
    y: Any = model.classes_[rows.codes] if len(rows.codes) else rows.y
    whole = clone(model).set_params(**parameters).fit(rows.X, y).model_
    cut = weakest_links(whole, float(model.ccp_alpha))
    return whole if len(cut.kind) == len(tree.kind) else tree


def _sequence(path: PruningPath, terms: ModelTerms) -> Grid:
    first = max(0, len(path.alpha) - MOST_CUTS)
    lines = [
        (s, path.alpha[s], "" if s == 0 else int(path.node[s]), int(path.leaves[s]), path.impurity[s])
        for s in range(first, len(path.alpha))
    ]
    return terms.grid("sequence", terms.words("step", "price", "cut_node", "leaves", "risk_of_tree"), lines)


def _risk_curve(path: PruningPath, terms: ModelTerms) -> Curve:
    order = np.argsort(path.leaves, kind="stable")
    leaves, risk = path.leaves[order], path.impurity[order]
    sentence = terms.say(
        "risk_sentence", most=int(leaves[-1]), whole=f"{risk[-1]:.6g}", root=f"{risk[0]:.6g}"
    )
    x_name, y_name = terms.say("leaves"), terms.say("risk_of_tree")
    x, y = tuple(map(float, leaves)), tuple(map(float, risk))
    return Curve(sentence, x_name, y_name, (y_name,), x, (y,))
