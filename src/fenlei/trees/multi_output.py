r"""Several targets at once: one tree whose splits serve them all.

The targets of a row become a vector z: of a classification the indicators of the classes of every target, one
behind the other; of a regression the targets themselves. With c the weight of a group and s = Σ w z, a group
is worth

    gini, squared error   f = Σ_m s_m² / c            (s from the node's mean for the squared error)
    entropy               f = Σ_m s_m log2 s_m - O c log2 c
    Poisson               f = Σ_m s_m log(s_m / c)

and a split Σ_branches f - f(node): the decrease of the impurity averaged over the O targets, times O c.
Numbers only, none missing. Cost: O(n log n p (M + 1)) a level, M the length of z, in one thread.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array, kernel
from fenlei.trees.below import (
    CUT_AT,
    FEATURE,
    IMPURITY,
    KIND,
    MISSING_TO,
    PARENT,
    ROWS,
    SET,
    SLOT,
    WEIGHT,
    Emitted,
    more,
)
from fenlei.trees.grow import EPSILON, draw_features
from fenlei.trees.random_numbers import splitmix, uniform
from fenlei.trees.rules import ENTROPY, GINI, LEAF, POISSON, SQUARED, THRESHOLD, TIE
from fenlei.trees.settings import CRITERIA, count_of, feature_count
from fenlei.trees.top import preorder
from fenlei.trees.tree import Tree

NO_LIMIT = np.iinfo(np.int64).max


class Growth(NamedTuple):
    """What the grower is told."""

    criterion: int
    outputs: int
    random: bool
    max_depth: int
    min_samples_split: int
    min_samples_leaf: int
    min_weight_leaf: float
    min_decrease: float
    max_features: int
    max_leaves: int
    seed: np.uint64
    total: float


class Waiting(NamedTuple):
    """A leaf that can be split, with its split."""

    node: int
    start: int
    stop: int
    depth: int
    feature: int
    threshold: float
    decrease: float
    seed: np.uint64


def grow_several(model: Any, X: Array, Z: Array, w: Array, outputs: int) -> Tree:
    """The tree of rows X (n, p), target vectors Z (n, M) and weights w (n,), by the parameters of `model`."""
    from sklearn.utils import check_random_state

    n, p = X.shape
    leaf = count_of(model.min_samples_leaf, n)
    growth = Growth(
        CRITERIA[model.criterion],
        outputs,
        model.splitter == "random",
        NO_LIMIT if model.max_depth is None else int(model.max_depth),
        max(2, count_of(model.min_samples_split, n), 2 * leaf),
        leaf,
        float(model.min_weight_fraction_leaf * w.sum()),
        float(model.min_impurity_decrease),
        feature_count(model.max_features, p),
        NO_LIMIT if model.max_leaf_nodes is None else int(model.max_leaf_nodes),
        np.uint64(check_random_state(model.random_state).randint(2**31 - 1)),
        float(w.sum()),
    )
    return preorder(grow_nodes(X, Z, w, growth), np.zeros(p, np.int64))


def refuse_several(model: Any, X: Array, nominal: bool) -> None:
    """Raise UsageError for what goes with one target only."""
    reasons = {
        "missing values": bool(np.isnan(X).any()),
        "nominal columns": nominal,
        "monotonic_cst": model.monotonic_cst is not None,
        "criterion='absolute_error'": model.criterion == "absolute_error",
    }
    for reason, found in reasons.items():
        if found:
            raise UsageError("trees.several", estimator=type(model).__name__, reason=reason)


@kernel
def worth_of(sums: Array, weight: float, growth: Growth) -> float:
    """The f of a group."""
    if weight <= 0.0:
        return 0.0
    f = 0.0
    for m in range(sums.shape[0]):
        s = sums[m]
        if growth.criterion == GINI or growth.criterion == SQUARED:
            f += s * s / weight
        elif s > 0.0:
            f += s * np.log2(s) if growth.criterion == ENTROPY else s * np.log(s / weight)
    return f - growth.outputs * weight * np.log2(weight) if growth.criterion == ENTROPY else f


@kernel
def describe_rows(rows: Array, Z: Array, w: Array, growth: Growth, out_value: Array) -> tuple[float, float]:
    """Weight and impurity of the rows; out_value gets the class weights, or the mean targets."""
    M, weight = Z.shape[1], 0.0
    out_value[:] = 0.0
    for i in rows:
        weight += w[i]
        for m in range(M):
            out_value[m] += w[i] * Z[i, m]
    if growth.criterion <= ENTROPY:
        f = worth_of(out_value, weight, growth) / (weight * growth.outputs)
        impurity = 1.0 - f if growth.criterion == GINI else -f
        return weight, impurity if impurity > EPSILON else 0.0
    error = 0.0
    for m in range(M):
        out_value[m] /= weight
    for i in rows:
        for m in range(M):
            z, mean = Z[i, m], out_value[m]
            if growth.criterion == SQUARED:
                error += w[i] * (z - mean) ** 2
            elif z > 0.0:
                error += w[i] * z * np.log(z / mean)
    return weight, max(error / (weight * growth.outputs), 0.0)


@kernel
def best_of_feature(
    x: Array, rows: Array, Z: Array, w: Array, center: Array, growth: Growth, state: np.uint64
) -> tuple[float, float]:
    """Largest Σ f over the branches by values x (m,) of one feature, and the threshold; -inf if none."""
    count, M = rows.shape[0], Z.shape[1]
    order = np.argsort(x, kind="mergesort")
    low, high = x[order[0]], x[order[count - 1]]
    left, right, wl, wr = np.zeros(M), np.zeros(M), 0.0, 0.0
    for i in rows:
        wr += w[i]
        for m in range(M):
            right[m] += w[i] * (Z[i, m] - center[m])
    size = wr
    drawn = low + uniform(state) * (high - low) if growth.random else 0.0
    best, threshold = -np.inf, 0.0
    for k in range(1, count):
        i = rows[order[k - 1]]
        wl += w[i]
        wr -= w[i]
        for m in range(M):
            moved = w[i] * (Z[i, m] - center[m])
            left[m] += moved
            right[m] -= moved
        a, b = x[order[k - 1]], x[order[k]]
        if a == b or min(k, count - k) < growth.min_samples_leaf or (growth.random and not a <= drawn < b):
            continue
        if min(wl, wr) < growth.min_weight_leaf * (1.0 - TIE):
            continue
        if growth.criterion == POISSON:
            for m in range(M):
                right[m] = max(right[m], 0.0)
        f = worth_of(left, wl, growth) + worth_of(right, wr, growth)
        if f > best + TIE * size:
            middle = 0.5 * a + 0.5 * b
            best, threshold = f, (a if middle >= b else middle)
    return best, threshold


@kernel
def best_split(
    rows: Array, X: Array, Z: Array, w: Array, value: Array, weight: float, growth: Growth, seed: np.uint64
) -> tuple[float, int, float]:
    """Decrease of the mean impurity, feature and threshold of the best split; feature -1 if there is none."""
    p = X.shape[1]
    center = value if growth.criterion == SQUARED else np.zeros(value.shape[0])
    whole = np.zeros(value.shape[0])
    if growth.criterion != SQUARED:
        for m in range(value.shape[0]):
            whole[m] = value[m] if growth.criterion <= ENTROPY else value[m] * weight
    features = draw_features(seed, p, growth.max_features >= p)
    best, feature, threshold = -np.inf, -1, 0.0
    for t in range(p):
        if t >= growth.max_features and feature >= 0:
            break
        j = features[t]
        x = np.empty(rows.shape[0])
        for k in range(rows.shape[0]):
            x[k] = X[rows[k], j]
        f, cut = best_of_feature(x, rows, Z, w, center, growth, splitmix(seed + np.uint64(j)))
        margin = TIE * weight
        if f > best + margin or (f > best - margin and f > -np.inf and j < feature):
            best, feature, threshold = f, j, cut
    return (best - worth_of(whole, weight, growth)) / (weight * growth.outputs), feature, threshold


@kernel
def grow_nodes(X: Array, Z: Array, w: Array, growth: Growth) -> Emitted:
    """The nodes, depth first, or best first if the number of leaves is limited."""
    n, M = X.shape[0], Z.shape[1]
    places, buffer = np.arange(n), np.empty(n, np.int64)
    whole, real, value = np.empty((64, 7), np.int64), np.empty((64, 3)), np.empty((64, M))
    waiting = [Waiting(-1, 0, 0, 0, -1, 0.0, 0.0, growth.seed)]
    waiting.pop()
    count, leaves = 0, 1
    born = [(0, n, 0, -1, 0, growth.seed)]  # start, stop, depth, parent, branch, seed
    while len(born) > 0 or (len(waiting) > 0 and leaves < growth.max_leaves):
        if len(born) == 0:
            chosen = len(waiting) - 1
            if growth.max_leaves < NO_LIMIT:
                for k in range(len(waiting)):
                    if waiting[k].decrease > waiting[chosen].decrease:
                        chosen = k
            split = waiting.pop(chosen)
            middle, above = split.start, 0
            for k in range(split.start, split.stop):
                if X[places[k], split.feature] <= split.threshold:
                    places[middle] = places[k]
                    middle += 1
                else:
                    buffer[above] = places[k]
                    above += 1
            places[middle : split.stop] = buffer[:above]
            whole[split.node, KIND], whole[split.node, FEATURE] = THRESHOLD, split.feature
            whole[split.node, MISSING_TO] = 0 if middle - split.start > above else 1
            real[split.node, CUT_AT] = split.threshold
            leaves += 1
            depth = split.depth + 1
            born.append((middle, split.stop, depth, split.node, 1, splitmix(split.seed ^ np.uint64(2))))
            born.append((split.start, middle, depth, split.node, 0, splitmix(split.seed ^ np.uint64(1))))
            continue
        start, stop, depth, parent, slot, seed = born.pop()
        i, rows = count, places[start:stop]
        count += 1
        whole, real, value = more(whole, count), more(real, count), more(value, count)
        weight, impurity = describe_rows(rows, Z, w, growth, value[i])
        whole[i, PARENT], whole[i, SLOT], whole[i, KIND], whole[i, FEATURE] = parent, slot, LEAF, -2
        whole[i, MISSING_TO], whole[i, ROWS], whole[i, SET] = 0, stop - start, -1
        real[i, CUT_AT], real[i, WEIGHT], real[i, IMPURITY] = -2.0, weight, impurity
        small = stop - start < growth.min_samples_split or weight < 2.0 * growth.min_weight_leaf * (1.0 - TIE)
        if depth >= growth.max_depth or small or impurity <= EPSILON:
            continue
        gain, feature, threshold = best_split(rows, X, Z, w, value[i], weight, growth, seed)
        decrease = gain * weight / growth.total
        if feature >= 0 and decrease + EPSILON >= growth.min_decrease:
            waiting.append(Waiting(i, start, stop, depth, feature, threshold, decrease, seed))
    return Emitted(whole[:count].copy(), real[:count].copy(), value[:count].copy(), np.empty(0, np.uint8))
