"""Regression trees: the path to a leaf, how each question moves the mean, and the value of the leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.explanation.formula.building import added, chain, counted, letter, number, plus, times, total
from fenlei.explanation.formula.nodes import Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import TreeNames, branch_condition
from fenlei.trees.tree import Tree, branch_of, heaviest

if TYPE_CHECKING:
    from fenlei.trees import DecisionTreeRegressor

MOST_NODES = 60


class PassedNode(NamedTuple):
    """A node of the path."""

    node: int
    words: str  # the condition that the row meets; "" at the leaf


def path(model: DecisionTreeRegressor, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The nodes that the row passes, how each answer moves the mean, and the leaf."""
    tree, own = model._fitted(), np.ravel(model.predict(x[None]))
    passed = _passed(model, x, terms)
    middle = "node_median" if model.criterion == "absolute_error" else "node_mean"
    lines = [
        (i, each.words or terms.say("end"), tree.weight[each.node], *tree.value[each.node])
        for i, each in enumerate(passed, 1)
    ]
    targets = len(own)
    heads = terms.words(middle) if targets == 1 else _targets(targets, terms)
    grid = terms.grid("path", (*terms.words("step", "condition", "rows"), *heads), lines)
    frames = [_frame(i, each, model, terms) for i, each in enumerate(passed[:MOST_NODES], 1)]
    return [
        terms.step("path", grids=[grid], frames=frames, nodes=len(passed)),
        _moves_step(tree, passed, own, terms),
        _leaf_step(model, tree, passed[-1].node, own, terms),
    ]


def _targets(count: int, terms: ModelTerms) -> tuple[str, ...]:
    return tuple(terms.say("target", number=k + 1) for k in range(count))


def _passed(model: DecisionTreeRegressor, x: Array, terms: ModelTerms) -> list[PassedNode]:
    tree, node, passed = model._fitted(), 0, list[PassedNode]()
    several = model.n_outputs_ > 1
    names = None if several else TreeNames(model, terms.features, terms.categories)
    while tree.kind[node] != LEAF:
        b = int(branch_of(x[tree.feature[node]], node, tree))
        b = int(heaviest(tree, node)) if b < 0 else b
        if names is None:
            sign = "<=" if b == 0 else ">"
            words = f"{terms.features[tree.feature[node]]} {sign} {tree.threshold[node]:.10g}"
        else:
            words = branch_condition(tree, node, b, names).say(terms.lang)
        passed.append(PassedNode(node, words))
        node = int(tree.child[tree.first[node] + b])
    return [*passed, PassedNode(node, "")]


def _frame(i: int, each: PassedNode, model: DecisionTreeRegressor, terms: ModelTerms) -> Frame:
    """The mean of the node, which is that of its branches by their rows; a median is not."""
    tree, node = model._fitted(), each.node
    children = tree.child[tree.first[node] : tree.first[node + 1]].tolist()
    chains = []
    for k in range(tree.value.shape[1]):
        name, own = letter("c", node if tree.value.shape[1] == 1 else f"{node},{k + 1}"), tree.value[node, k]
        put_in: list[Formula] = []
        if children and model.criterion != "absolute_error" and model.monotonic_cst is None:
            put_in = [
                added([times(counted(tree.weight[c], tree.weight[node]), tree.value[c, k]) for c in children])
            ]
        chains.append(chain(name, *put_in, number(own)))
    words = each.words or terms.say("end")
    caption = terms.say("node_caption", number=i, words=words, rows=f"{tree.weight[node]:g}")
    return Frame(caption, tuple(chains))


def _moves_step(tree: Tree, passed: list[PassedNode], own: Array, terms: ModelTerms) -> WorkingStep:
    """ŷ = value at the root + what each answer changes."""
    value = tree.value[[each.node for each in passed]]
    chains = []
    for k, answer in enumerate(own):
        moves = np.diff(value[:, k])
        terms_of = [number(value[0, k]), *(number(move) for move in moves)]
        put_in = added(terms_of, [value[0, k], *moves])
        name = letter("ŷ", "" if len(own) == 1 else k + 1)
        letters = plus(letter("c", 0), total("t", letter("Δc", "t")))
        chains.append(chain(name, letters, put_in, number(answer)))
    return terms.step("moves", chains, count=len(passed) - 1)


def _leaf_step(
    model: DecisionTreeRegressor, tree: Tree, leaf: int, own: Array, terms: ModelTerms
) -> WorkingStep:
    chains = [
        chain(letter("ŷ", "" if len(own) == 1 else k + 1), number(tree.value[leaf, k]), number(answer))
        for k, answer in enumerate(own)
    ]
    middle = "leaf_median" if model.criterion == "absolute_error" else "leaf_mean"
    return terms.step(middle, chains, rows=f"{tree.weight[leaf]:g}")
