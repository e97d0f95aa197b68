"""Shapley values by the definition: every set of features, and every row sent down the tree by recursion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np

Game = Callable[[frozenset[int]], Any]


def shapley_of_game(game: Game, p: int) -> Any:
    """Mean gain (p, K) of each feature over all orders."""
    worth = {
        frozenset(S): np.asarray(game(frozenset(S))) for r in range(p + 1) for S in combinations(range(p), r)
    }
    values = []
    for j in range(p):
        total: Any = 0.0
        for S, without in worth.items():
            if j not in S:
                share = factorial(len(S)) * factorial(p - len(S) - 1) / factorial(p)
                total = total + share * (worth[S | {j}] - without)
        values.append(total)
    return np.array(values)


def expected_answer(tree: Any, answer: Any, x: Any, known: frozenset[int], node: int = 0) -> Any:
    """Mean answer of a row of which the features in `known` are known; others follow the training weights."""
    children = tree.child[tree.first[node] : tree.first[node + 1]]
    if len(children) == 0:
        return answer[node]
    weights = tree.weight[children] / tree.weight[children].sum()
    j = int(tree.feature[node])
    taken = branch(tree, node, x[j]) if j in known else -1
    if taken >= 0:
        return expected_answer(tree, answer, x, known, children[taken])
    parts = [w * expected_answer(tree, answer, x, known, c) for w, c in zip(weights, children, strict=True)]
    return sum(parts)


def branch(tree: Any, node: int, value: float) -> int:
    """Branch that a value takes: threshold, set of categories, or one branch per category; -1: every one."""
    kind, size = int(tree.kind[node]), int(tree.sizes[tree.feature[node]])
    if kind == 1:
        return int(tree.missing[node]) if np.isnan(value) else int(value > tree.threshold[node])
    if not 0 <= value < size:
        return int(tree.missing[node])
    return int(value) if kind == 3 else 1 - int(tree.sets[tree.subset[node] + int(value)])


def boosted_answer(model: Any, t: int, x: Any, known: frozenset[int], node: int = 0) -> float:
    """Mean value of tree t of gradient boosting when only the features in `known` are known of row x."""
    here = int(model.start[t]) + node
    j = int(model.feature[here])
    if j < 0:
        return float(model.value[here])
    first = int(model.child[here])
    if j in known:
        return boosted_answer(model, t, x, known, first + second(model, here, float(x[j])))
    rows = [int(model.rows[int(model.start[t]) + first + b]) for b in (0, 1)]
    parts = [boosted_answer(model, t, x, known, first + b) for b in (0, 1)]
    return (rows[0] * parts[0] + rows[1] * parts[1]) / (rows[0] + rows[1])


def second(model: Any, node: int, value: float) -> int:
    """1 if the value goes to the second branch."""
    size = int(model.sizes[model.feature[node]])
    if np.isnan(value) or (size and not 0 <= value < size):
        return 1 - int(model.missing_left[node])
    return (
        1 - int(model.sets[model.subset[node] + int(value)]) if size else int(value > model.threshold[node])
    )
