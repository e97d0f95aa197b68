"""The fit of k nearest neighbours: the rows that are kept, the kd-tree over them, and what k is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.explanation.figures import Curve, TreeItem, TreePicture
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import added, chain, counted, function, letter, number, plus
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows, are_same_rows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase

if TYPE_CHECKING:
    from fenlei.neighbors import KNeighborsClassifier, KNeighborsRegressor
    from fenlei.neighbors.choosing_k import ChoiceOfK
    from fenlei.neighbors.kd_tree.kd_tree import BookTree, BuildStep

MOST_ROWS = 2000  # of a tree that is built, and whose k is judged
MOST_DRAWN = 40  # nodes of the picture
MOST_LISTED = 20  # rows of a node
MOST_K = 15


def fit(model: KNeighborsClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The rows by class, the textbook's kd-tree, and the accuracy of other k."""
    if model.outputs_2d_:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    _check_rows(model, rows)
    return [
        _stored_step(model, rows, terms),
        *tree_steps(model, rows, terms),
        *_choice_steps(model, rows, terms),
    ]


def _check_rows(model: KNeighborsClassifier, rows: FittedRows) -> None:
    kept, name = model.model_, type(model).__name__
    X = model._rows()
    X = X.toarray() if hasattr(X, "toarray") else X
    same = are_same_rows(X, rows.X)
    w = rows.w if len(rows.factors) else None
    counts = kept.w is None if w is None else kept.w is not None and np.allclose(kept.w, w, rtol=1e-12)
    if not same or not counts or not np.array_equal(kept.codes[:, 0], rows.codes):
        raise DataError("explain.other_rows", model=name)


def _stored_step(model: KNeighborsClassifier, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """n = n_1 + n_2 + ...; and the range of each feature, by which the distances are ruled."""
    counts = np.bincount(rows.codes, minlength=len(terms.classes)).astype(float)
    chains = [chain(letter("n"), added([number(m) for m in counts], counts), model.n_samples_fit_)]
    listed = rows.X[:, :MOST_LISTED]
    low, high = np.fmin.reduce(listed, axis=0), np.fmax.reduce(listed, axis=0)
    lines = [
        (terms.features[j], low[j], high[j], high[j] - low[j]) for j in range(min(len(low), MOST_LISTED))
    ]
    grid = terms.grid("ranges", terms.words("feature", "least", "most", "range"), lines)
    method = terms.say(f"method_{model._fit_method}")
    return terms.step("fit_stored", chains, [grid], source="002, 5.1", k=model.n_neighbors, method=method)


# --- the kd-tree of the textbook


def tree_steps(
    model: KNeighborsClassifier | KNeighborsRegressor, rows: FittedRows, terms: ModelTerms
) -> list[WorkingStep]:
    if rows.n > MOST_ROWS or np.isnan(rows.X).any() or model._search.space is None:
        return []
    from fenlei.neighbors.kd_tree.kd_tree import build_book_tree

    tree = build_book_tree(rows.X)
    levels = np.bincount([step.depth for step in tree.steps]).astype(float)
    shown = thinned(len(tree.steps))
    frames = [_node(tree.steps[t], tree, terms) for t in shown]
    by_level = chain(letter("n"), added([number(m) for m in levels], levels), model.n_samples_fit_)
    facts: dict[str, Any] = {"nodes": len(tree.steps), "shown": len(shown), "depth": len(levels)}
    figure = _picture(tree, terms)
    return [terms.step("fit_kd_tree", [by_level], (), figure, frames, source="004, B16", **facts)]


def _node(step: BuildStep, tree: BookTree, terms: ModelTerms) -> Frame:
    """The point in the middle along the axis, the upper one of two; how many lie on each side of it."""
    position = step.points.index(step.node)
    after = len(step.points) - position - 1
    value = tree.data[step.node, step.axis]
    feature = terms.features[step.axis]
    values = [float(x) for x in tree.data[list(step.points), step.axis]]
    middle = [function("max", *values[: position + 1])] if position < 8 else []
    chains = [
        chain(letter("n"), plus(float(position), 1.0, float(after)), float(len(step.points))),
        chain(letter("s", feature), *middle, value),
    ]
    first = max(0, position - MOST_LISTED // 2)
    lines = [
        (i + 1, tree.data[i, step.axis], terms.say("made") if i == step.node else "")
        for i in step.points[first : first + MOST_LISTED]
    ]
    grid = terms.grid("sorted", (terms.say("row_number"), feature, ""), lines, feature=feature)
    point = ", ".join(f"{x:.6g}" for x in tree.data[step.node][:6])
    caption = terms.say("kd_node", depth=step.depth + 1, row=step.node + 1, point=point, feature=feature)
    return Frame(caption, tuple(chains), grid, rows=(int(step.node),))


def _picture(tree: BookTree, terms: ModelTerms) -> TreePicture | None:
    if len(tree.steps) > MOST_DRAWN:
        return None
    nodes = {step.node: step for step in tree.steps}
    order, x = [step.node for step in tree.steps], _across(tree.root, nodes)
    parents = {child: step.node for step in tree.steps for child in (step.left, step.right) if child >= 0}
    items = []
    for node in order:
        step, parent = nodes[node], parents.get(node, -1)
        point = "(" + ", ".join(f"{value:.4g}" for value in tree.data[node][:3]) + ")"
        branch = "" if parent < 0 else "≤" if nodes[parent].left == node else "≥"
        position = -1 if parent < 0 else order.index(parent)
        items.append(TreeItem(x[node], step.depth, point, terms.features[step.axis], position, branch))
    sentence = terms.say("kd_sentence", nodes=len(order), first=items[0].title, feature=items[0].detail)
    return TreePicture(sentence, tuple(items))


def _across(root: int, nodes: dict[int, BuildStep]) -> dict[int, float]:
    """Places of the nodes from left to right."""
    found: dict[int, float] = {}
    waiting: list[tuple[int, bool]] = [(root, False)]
    while waiting:
        node, open_ = waiting.pop()
        if node < 0:
            continue
        if open_:
            found[node] = float(len(found))
        else:
            waiting += [(nodes[node].right, False), (node, True), (nodes[node].left, False)]
    return found


# --- the choice of k


def _choice_steps(model: KNeighborsClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Accuracy of each k when every row is judged by the others."""
    if not 3 <= rows.n <= MOST_ROWS or model._is_precomputed() or model.class_weight is not None:
        return []
    own = min(model.n_neighbors, rows.n - 1)
    tried = sorted({*range(1, min(MOST_K, rows.n - 1) + 1), own})
    found = _choose(model, rows, tried)
    chains: list[Chain] = []
    for k, accuracy in zip(found.k, found.accuracy, strict=True):
        right = round(float(accuracy) * rows.n)
        chains.append(chain(letter("a", int(k)), counted(right, rows.n), accuracy))
    best = chain(letter("a"), function("max", *map(float, found.accuracy)), found.accuracy.max())
    names = terms.words("neighbours_k", "right_share")
    lines = list(zip(found.k.tolist(), found.accuracy.tolist(), strict=True))
    sentence = terms.say("choice_sentence", best=found.best, accuracy=f"{found.accuracy.max():.6g}", k=own)
    curve = (tuple(map(float, found.accuracy)),)
    figure = Curve(sentence, names[0], names[1], names[1:], tuple(map(float, found.k)), curve, float(own))
    facts: dict[str, Any] = {"k": model.n_neighbors, "best": found.best}
    grid = terms.grid("choice_of_k", names, lines)
    return [terms.step("fit_choice_of_k", [*chains, best], [grid], figure, source="004, B17", **facts)]


def _choose(model: KNeighborsClassifier, rows: FittedRows, tried: list[int]) -> ChoiceOfK:
    from fenlei.neighbors import choose_k

    y: Array = model.classes_[rows.codes]
    return choose_k(model, rows.X, y, tried)
