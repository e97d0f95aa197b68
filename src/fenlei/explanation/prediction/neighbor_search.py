"""How neighbours are found: the textbook's kd-tree, node by node, or branch and bound, group by group."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.distances import euclid_chain
from fenlei.explanation.figures import PlaneArrow, PlaneCircle, PlanePoint
from fenlei.explanation.fit.iterations import MOST_FRAMES, thinned
from fenlei.explanation.formula.building import chain, function, letter, minus, number, plus
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.neighbors import KNeighborsClassifier
    from fenlei.neighbors.kd_tree.kd_tree import BookSearch, BookTree, BuildStep, Visit
    from fenlei.neighbors.search.traced_search import GroupTable, SearchStep

MOST_ROWS = 5000  # of a search that is shown
MOST_SIDES = 12  # that were left out
MOST_FEATURES = 4
MOST_CUTS = 30  # lines of the tree that are drawn
ACTIONS = {1: "start", 2: "expand", 3: "rule_1", 4: "back", 5: "take", 6: "rows"}


def search_steps(model: KNeighborsClassifier, x: Array, k: int, terms: ModelTerms) -> list[WorkingStep]:
    """The search for the k nearest, where it can be followed: Euclid, dense rows, not too many."""
    if model.n_samples_fit_ > MOST_ROWS or model._search.space is None:
        return []
    if model._search.groups is not None:
        return [_group_step(model, x, k, terms)]
    if model.effective_metric_ != "euclidean":
        return []
    from fenlei.neighbors.kd_tree.kd_tree import build_book_tree

    tree = build_book_tree(np.asarray(model.model_.X, dtype=np.float64))
    return [_tree_step(tree, x, k, terms)]


def _tree_step(tree: BookTree, x: Array, k: int, terms: ModelTerms) -> WorkingStep:
    found = tree.search(x, k)
    most = MOST_FRAMES if len(x) <= MOST_FEATURES else MOST_FRAMES // 3  # with a long formula each
    shown = thinned(len(found.visits), most, most // 3)
    frames = [_visit(t, found.visits[t], tree, x, k, terms) for t in shown]
    if is_drawable(tree.data, len(shown)):
        visits = [found.visits[t] for t in shown]
        frames = [_drawn(*pair, tree, x, k, terms) for pair in zip(frames, visits, strict=True)]
    facts: dict[str, Any] = {
        "visits": len(found.visits),
        "n": len(tree.data),
        "pruned": len(found.pruned),
        "shown": len(shown),
    }
    name = terms.say("largest_so_far")
    return terms.step("knn_tree", _sides(tree, found, x), (), None, frames, "004, B16", name, **facts)


def _visit(t: int, visit: Visit, tree: BookTree, x: Array, k: int, terms: ModelTerms) -> Frame:
    """The distance of the node, and B, the k-th smallest distance so far."""
    row = visit.node
    chains = [euclid_chain(letter("d", row + 1), x, tree.data[row], visit.distance, "z")]
    best = np.sqrt(((tree.data[list(visit.best)] - x) ** 2).sum(axis=1))
    if len(best) == k:
        largest = [function("max", *map(float, best))] if 1 < k <= 8 else []
        chains.append(chain(letter("B"), *largest, number(best[-1])))
    point = ", ".join(f"{value:.6g}" for value in tree.data[row][:6])
    nearest = ", ".join(str(i + 1) for i in visit.best[:8])
    key = "visit_down" if visit.way == "down" else "visit_back"
    caption, B = terms.say(key, visit=t + 1, row=row + 1, point=point, best=nearest), float(best[-1])
    return Frame(caption, tuple(chains), iteration=t + 1, objective=B, rows=(row,))


def _drawn(frame: Frame, visit: Visit, tree: BookTree, x: Array, k: int, terms: ModelTerms) -> Frame:
    """The visited point ringed, the nearest so far in their colour, and the circle of radius B."""
    groups = np.zeros(len(tree.data), dtype=int)
    groups[list(visit.best)] = 1
    names = (terms.say("kd_points"), terms.say("kd_best"), terms.say("kd_query"))
    flat = tree.data.shape[1] == 1
    own = PlanePoint(float(x[0]), 0.0 if flat else float(x[1]), 2, 1.6)
    B, found = float(frame.objective or 0.0), len(visit.best) == k
    circles = [PlaneCircle(own.x, own.y, B, B)] if found and not flat else []
    cuts = [own.x - B, own.x + B] if found and flat else []
    lines = [] if flat else [_cut(step, tree) for step in tree.steps[:MOST_CUTS]]
    picture = RowPicture(tree.data, groups, names, terms)
    figure = picture.figure(
        frame.caption, ringed=(visit.node,), extra=[own], circles=circles, cuts=cuts, arrows=lines
    )
    return replace(frame, figure=figure)


def _cut(step: BuildStep, tree: BookTree) -> PlaneArrow:
    """The line by which a node divides the points below it, as far as they reach."""
    points = tree.data[list(step.points)]
    at, other = float(tree.data[step.node, step.axis]), points[:, 1 - step.axis]
    low, high = float(other.min()), float(other.max())
    return PlaneArrow(at, low, at, high, False) if step.axis == 0 else PlaneArrow(low, at, high, at, False)


def _sides(tree: BookTree, found: BookSearch, x: Array) -> list[Chain]:
    """Distances of the planes beyond which nothing nearer can lie."""
    axis = {step.node: step.axis for step in tree.steps}
    chains = []
    for node in found.pruned[:MOST_SIDES]:
        j = axis[node]
        a, b = float(x[j]), float(tree.data[node, j])
        letters = function("abs", plus(letter("x", j + 1), minus(letter("z", f"{node + 1}, {j + 1}"))))
        chains.append(chain(letters, function("abs", plus(a, minus(b))), abs(a - b)))
    return chains


def _group_step(model: KNeighborsClassifier, x: Array, k: int, terms: ModelTerms) -> WorkingStep:
    """Steps 1 to 6 of the document."""
    trace, groups = model.search_trace(x, k), model.groups_
    shown = thinned(len(trace.steps))
    frames = [_group_frame(trace.steps[t], groups, terms) for t in shown]
    measured = sum(len(step.measured) for step in trace.steps)
    facts: dict[str, Any] = {
        "steps": len(trace.steps),
        "measured": measured,
        "n": model.n_samples_fit_,
        "shown": len(shown),
    }
    return terms.step("knn_groups", [], (), None, frames, source="002, 5.1.3", **facts)


def _group_frame(step: SearchStep, groups: GroupTable, terms: ModelTerms) -> Frame:
    chains: list[Chain] = []
    for g in step.pruned[:MOST_SIDES]:  # rule 1: what is nearest in the group is farther than B
        chains.append(chain(letter("r", g), groups.radius[g]))
    for g, away in step.active[:MOST_SIDES]:
        left: Formula = plus(letter("D", g), minus(letter("r", g)))
        radius = float(groups.radius[g])
        chains.append(chain(left, plus(float(away), minus(radius)), away - radius))
    chains += [chain(letter("d", row + 1), away) for row, away in step.measured[:MOST_SIDES]]
    if np.isfinite(step.B):
        chains.append(chain(letter("B"), step.B))
    facts: dict[str, Any] = {
        "step": step.step,
        "level": step.level,
        "group": step.group,
        "pruned": ", ".join(map(str, step.pruned)) or "–",
        "skipped": ", ".join(str(row + 1) for row in step.skipped[:20]) or "–",
    }
    return Frame(terms.say(f"group_{ACTIONS[step.step]}", **facts), tuple(chains))
