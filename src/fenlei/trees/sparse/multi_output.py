"""Several targets at once, and sparse rows: the tree that the parameters ask for, grown on entries.

One tree whose splits serve all targets; for the worth of a split see `cuts`. Numbers only; a missing
value goes to the side where it does better. Cost: see `grower`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import code, phrase
from fenlei.trees.exact.growth_rules import ABSOLUTE, NO_LIMIT
from fenlei.trees.grown_nodes import preorder
from fenlei.trees.settings import CRITERIA, count_of, least_weight, tree_seed, tried_features
from fenlei.trees.sparse.cuts import Growth, Targets
from fenlei.trees.sparse.entries import list_entries, make_scratch
from fenlei.trees.sparse.grower import grow_entries
from fenlei.trees.sparse.medians import with_ranks
from fenlei.trees.tree import Tree

if TYPE_CHECKING:
    from fenlei.trees.settings import GrowthSettings, TreeSettings

FEW_CELLS = 1 << 18  # 2 MiB


def class_targets(codes: Sequence[Array], widths: Sequence[int], w: Array | None) -> Targets:
    """Targets of a classification: class codes (n,) of each, and how many classes it has."""
    first = np.cumsum([0, *widths[:-1]])
    cells = np.stack([code + shift for code, shift in zip(codes, first, strict=True)], axis=1)
    return _without_ranks(cells.astype(np.int32), np.empty((0, 0)), w)


def number_targets(y: Array, w: Array | None) -> Targets:
    """Targets (n,) or (n, O) of a regression."""
    Y = np.ascontiguousarray(y.reshape(len(y), -1))
    return _without_ranks(np.empty((0, 0), np.int32), Y, w)


def _without_ranks(cells: Array, Y: Array, w: Array | None) -> Targets:
    w = np.empty(0) if w is None else np.require(w, requirements="W")
    return Targets(cells, np.require(Y, requirements="W"), w, np.empty((0, 0), np.int64), np.empty((0, 0)))


def grow_targets(model: TreeSettings, X: Array, targets: Targets, width: int) -> Tree:
    """The tree of rows X (n, p), dense or sparse, by the parameters of `model`; `width` cells in all."""
    n, p = X.shape
    total = float(targets.w.sum()) if targets.w.size else float(n)
    growth = growth_of(model, n, p, max(targets.cells.shape[1], targets.y.shape[1]))
    least = least_weight(growth.min_weight_leaf, targets.w, n)
    growth = growth._replace(seed=tree_seed(model.random_state), total=total, min_weight_leaf=least)
    medians = growth.criterion == ABSOLUTE
    entries, targets = list_entries(X, model.n_jobs), with_ranks(targets) if medians else targets
    nodes = grow_entries(entries, targets, growth, width, make_scratch(entries, n, width, medians))
    return preorder(nodes, np.zeros(p, np.int64))


def growth_of(model: GrowthSettings, n: int, p: int, outputs: int) -> Growth:
    """The settings by the parameters of a tree or a forest; the least weight of a branch is a share."""
    leaf = count_of(model.min_samples_leaf, n)
    return Growth(
        CRITERIA[model.criterion],
        outputs,
        getattr(model, "splitter", "best") == "random",
        NO_LIMIT if model.max_depth is None else int(model.max_depth),
        max(2, count_of(model.min_samples_split, n), 2 * leaf),
        leaf,
        float(model.min_weight_fraction_leaf),
        float(model.min_impurity_decrease),
        tried_features(model, p),
        NO_LIMIT if model.max_leaf_nodes is None else int(model.max_leaf_nodes),
        np.uint64(0),
        1.0,
    )


def grows_sparse(model: GrowthSettings, X: Array, sizes: Array) -> bool:
    """Whether rows X (n, p) are sparse and can stay so; otherwise they are made dense.

    Few cells are as quick dense, by kernels that most processes have compiled already.
    """
    return is_sparse(X) and not (
        X.shape[0] * X.shape[1] <= FEW_CELLS
        or sizes.any()
        or model.monotonic_cst is not None
        or model.criterion == "absolute_error"
        or getattr(model, "nominal_split", "subset") == "multiway"
    )


def refuse_several(model: GrowthSettings, nominal: bool, *, bins: bool = False) -> None:
    """Raise UsageError for what goes with one target only; `bins`: `max_bins` may be given."""
    reasons = (
        (phrase("kind.nominal"), nominal),
        (code("monotonic_cst"), model.monotonic_cst is not None),
        (code("max_bins"), model.max_bins is not None and not bins),
    )
    for reason, found in reasons:
        if found:
            raise UsageError("trees.several", estimator=type(model).__name__, reason=reason)
