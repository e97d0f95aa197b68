"""The fitted rounds as a record of flat arrays: all trees concatenated, those of a round one after the other.

    start      0              7         10              first node of each tree, and m
    feature    3  0 -1 -1 ..  1 -1 -1   ..              one per node, m; -1 for a leaf
    child      1  3  0  0 ..  1  0  0   ..              first branch, from the root on; the second is next

The value of a leaf is what it adds to the score, shrunk by the learning rate. A row goes to the first
branch if x <= threshold, or if its category is in the set; a missing value, or a category that had no rows,
to the first if `missing_left`.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.ensemble.boosting.growing.columns import ColumnBins
from fenlei.ensemble.boosting.growing.nodes import (
    BIN,
    CHILD,
    FEATURE,
    GAIN,
    MISSING_LEFT,
    START,
    STOP,
)
from fenlei.ensemble.boosting.losses import Loss, loss_unit
from fenlei.kernels import Array, kernel
from fenlei.messages import phrase
from fenlei.records import Field, check_offsets, check_record, refuse_record

INFINITY = float("inf")
WIDEST = 960  # exponent of the largest sum of gains


class BoostedTrees(NamedTuple):
    """Trees of R rounds, t in each, with m nodes in all."""

    baseline: Annotated[Array, Field("t")]  # score before the first round
    start: Annotated[Array, Field("*", "iu", 0)]  # (R t + 1,)
    feature: Annotated[Array, Field("m", "iu", -1)]
    threshold: Annotated[Array, Field("m", low=-INFINITY, high=INFINITY)]
    child: Annotated[Array, Field("m", "iu", 0)]
    missing_left: Annotated[Array, Field("m", "iu", 0, 1)]
    subset: Annotated[
        Array, Field("m", "iu", -1)
    ]  # where the node's set starts in `sets`; -1 for a threshold
    sets: Annotated[Array, Field("*", "iu", 0, 1)]  # 1 for each category that goes to the first branch
    sizes: Annotated[Array, Field("p", "iu", 0)]  # number of categories; 0 for a number
    value: Annotated[Array, Field("m")]
    gain: Annotated[Array, Field("m", low=0.0, high=INFINITY)]
    rows: Annotated[Array, Field("m", "iu", 0)]
    present: Annotated[
        Array, Field("*", "iu", 0)
    ]  # codes of the classes that have rows; empty for quantities
    train_score: Annotated[Array, Field("*", low=-INFINITY, high=INFINITY, nan=True)]
    validation_score: Annotated[Array, Field("*", low=-INFINITY, high=INFINITY, nan=True)]
    seeds: Annotated[Array, Field("2", "iu", 0)]  # of the held-out rows and bins; of drawn columns

    @property
    def trees(self) -> int:
        """Trees in a round."""
        return len(self.baseline)

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return (len(self.start) - 1) // max(len(self.baseline), 1)


class GrownTree(NamedTuple):
    """A tree as it was grown."""

    numbers: Array  # (m, 8) as in `GrowingNodes`
    sums: Array  # (m, 8)
    lefts: Array  # (m, 256) of nominal splits, or one row
    value: Array  # (m,) shrunk


def join_trees(grown: list[GrownTree], bins: ColumnBins) -> dict[str, Array]:
    """The fields of the record that describe trees."""
    numbers = np.concatenate([tree.numbers for tree in grown]) if grown else np.zeros((0, 8), np.int64)
    sizes = [len(tree.numbers) for tree in grown]
    inner = numbers[:, CHILD] > 0
    feature = np.where(inner, numbers[:, FEATURE], -1)
    threshold = np.zeros(len(numbers))
    threshold[inner] = bins.edges[feature[inner], np.maximum(numbers[inner, BIN], 0)]
    nominal = np.flatnonzero(inner & (bins.sizes[feature] > 0)) if len(bins.sizes) else np.zeros(0, np.int64)
    subset, sets = np.full(len(numbers), -1, np.int64), [np.zeros(0, np.uint8)]
    if len(nominal):
        lefts = np.concatenate([tree.lefts for tree in grown])
        threshold[nominal] = 0.0
        ends = np.cumsum(bins.sizes[feature[nominal]])
        subset[nominal] = np.concatenate([[0], ends[:-1]])
        sets = [_set_of(bins, int(feature[i]), lefts[i], int(numbers[i, MISSING_LEFT])) for i in nominal]
    return {
        "start": np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        "feature": feature.astype(np.int32),
        "threshold": threshold,
        "child": numbers[:, CHILD].astype(np.int32),
        "missing_left": np.where(inner, numbers[:, MISSING_LEFT], 0).astype(np.uint8),
        "subset": subset,
        "sets": np.concatenate(sets),
        "value": np.concatenate([tree.value for tree in grown]) if grown else np.zeros(0),
        "gain": np.where(inner, np.concatenate([t.sums for t in grown])[:, GAIN], 0.0)
        if grown
        else np.zeros(0),
        "rows": (numbers[:, STOP] - numbers[:, START]).astype(np.int64),
    }


def _set_of(bins: ColumnBins, j: int, lefts: Array, missing_left: int) -> Array:
    """1 for each category of column j that goes to the first branch."""
    of = bins.category_bin[bins.first[j] : bins.first[j] + bins.sizes[j]]
    return np.where(of >= 0, lefts[np.maximum(of, 0)], missing_left).astype(np.uint8)


def append_trees(model: BoostedTrees, fields: dict[str, Array]) -> dict[str, Array]:
    """The fields of a model's trees with further ones after them."""
    more = dict(fields)
    more["start"] = np.concatenate([model.start, model.start[-1] + fields["start"][1:]])
    more["subset"] = np.where(fields["subset"] >= 0, fields["subset"] + len(model.sets), -1)
    joined = {
        name: np.concatenate([getattr(model, name), more[name]])
        for name in more
        if name not in ("start", "subset")
    }
    return joined | {"start": more["start"], "subset": np.concatenate([model.subset, more["subset"]])}


def in_unit(fields: dict[str, Array], loss: Loss, unit: int) -> dict[str, Array]:
    """The fields of trees grown on targets times 2^unit, in the unit of the targets.

    Gains of squares that would leave the range of numbers stay within it, all by the same factor.
    """
    if unit == 0:
        return fields
    with np.errstate(over="ignore", under="ignore"):
        value = np.ldexp(fields["value"], -unit)
        exponent = int(np.frexp(fields["gain"].sum())[1])
        shift = min(max(-loss_unit(loss, unit), -WIDEST - exponent), WIDEST - exponent)
        return fields | {"value": value, "gain": np.ldexp(fields["gain"], shift)}


def check_trees(model: BoostedTrees, p: int, trees: int) -> None:
    """Raise ModelFileError if following the trees could leave the arrays or never end."""
    check_record(model, p=p, t=trees)
    m, T = len(model.feature), len(model.start) - 1
    check_offsets("start", model.start, T, m)
    leaf = model.feature < 0
    length = np.repeat(np.diff(model.start), np.diff(model.start))
    at = np.arange(m) - np.repeat(model.start[:-1], np.diff(model.start))
    size = model.sizes[np.where(leaf, 0, model.feature)] if p else np.zeros(m, np.int64)
    ends = np.where(model.subset >= 0, model.subset + size, 0)
    sound = (
        T % max(trees, 1) == 0
        and bool((np.diff(model.start) > 0).all())
        and bool((model.feature < p).all())
        and bool(np.all((model.child > at) & (model.child + 1 < length) | leaf & (model.child == 0)))
        and bool(np.all((model.subset >= 0) == (~leaf & (size > 0))))
        and bool(np.all(ends <= len(model.sets)))
        and not any(np.isnan(model.threshold))
    )
    if not sound:
        raise refuse_record("child", phrase("record.no_trees"), phrase("record.preorder"))


@kernel
def find_depths(start: Array, child: Array, out_depth: Array) -> None:
    """Depth (T,) of each tree: the number of splits on its longest way."""
    level = np.zeros(child.shape[0], np.int64)
    for t in range(out_depth.shape[0]):
        root, deepest = start[t], 0
        for i in range(root, start[t + 1]):  # a branch comes after its node
            deepest = max(deepest, level[i])
            if child[i] > 0:
                level[root + child[i]] = level[root + child[i] + 1] = level[i] + 1
        out_depth[t] = deepest


def depths(model: BoostedTrees) -> Array:
    """Depth (T,) of each tree."""
    found = np.zeros(len(model.start) - 1, np.int64)
    find_depths(model.start, model.child, found)
    return found
