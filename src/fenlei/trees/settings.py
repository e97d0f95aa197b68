"""Parameters of scikit-learn's trees turned into rules for the grower."""

from __future__ import annotations

from math import ceil
from numbers import Integral
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from sklearn.utils import check_random_state

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import NONE, RANDOM_STATE, Limit, either, integer, one_of, real
from fenlei.trees.exact.growth_rules import (
    ABSOLUTE,
    ENTROPY,
    GINI,
    NO_LIMIT,
    POISSON,
    SQUARED,
    GrowthRules,
    entropy_table,
)
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.histogram.binning import MOST_BINS
from fenlei.trees.random_numbers import splitmix

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike, RandomState

CRITERIA = {
    "gini": GINI,
    "entropy": ENTROPY,
    "log_loss": ENTROPY,
    "squared_error": SQUARED,
    "friedman_mse": SQUARED,
    "poisson": POISSON,
    "absolute_error": ABSOLUTE,
}


SHARE = Limit(lambda v: isinstance(v, float) and 0.0 < v <= 1.0, phrase("limit.share"))
LIMITS: dict[str, Limit] = {
    "splitter": one_of("best", "random"),
    "max_depth": either(NONE, integer(1)),
    "min_samples_split": either(integer(2), SHARE),
    "min_samples_leaf": either(
        integer(1), Limit(lambda v: isinstance(v, float) and 0 < v < 1, phrase("limit.share_inside"))
    ),
    "min_weight_fraction_leaf": real(0, 0.5),
    "max_features": either(NONE, one_of("sqrt", "log2"), integer(1), SHARE),
    "random_state": RANDOM_STATE,
    "max_leaf_nodes": either(NONE, integer(2)),
    "min_impurity_decrease": real(0),
    "ccp_alpha": real(0),
    "max_bins": either(
        NONE,
        Limit(
            lambda v: isinstance(v, Integral) and 2 <= int(v) <= MOST_BINS,
            phrase("limit.integers", low=2, high=MOST_BINS),
        ),
    ),
}


class SharedSettings(Protocol):
    """The parameters that trees and forests share."""

    @property
    def criterion(self) -> str: ...

    @property
    def max_depth(self) -> int | None: ...

    @property
    def min_samples_split(self) -> float: ...

    @property
    def min_samples_leaf(self) -> float: ...

    @property
    def min_impurity_decrease(self) -> float: ...

    @property
    def max_features(self) -> float | str | None: ...

    @property
    def monotonic_cst(self) -> ArrayLike | None: ...


class GrowthSettings(SharedSettings, Protocol):
    """Those, and what growth on entries needs."""

    @property
    def min_weight_fraction_leaf(self) -> float: ...

    @property
    def max_leaf_nodes(self) -> int | None: ...

    @property
    def max_bins(self) -> int | None: ...

    @property
    def random_state(self) -> RandomState: ...

    @property
    def n_jobs(self) -> int | None: ...


class TreeSettings(GrowthSettings, Protocol):
    """The parameters of a scikit-learn tree."""

    @property
    def splitter(self) -> str: ...


def count_of(value: float | Integral, whole: int) -> int:
    """A number of rows, given as such or as a share."""
    return int(value) if isinstance(value, Integral) else ceil(value * whole)


def tree_seed(random_state: Any) -> np.uint64:
    """Seed of what a tree draws: a whole number is mixed, any other state draws one."""
    if not isinstance(random_state, Integral):
        random_state = check_random_state(random_state).randint(2**31 - 1)
    return np.uint64(splitmix(np.uint64(int(random_state))))


def least_weight(share: float, w: Array, n: int) -> float:
    """Least weight of a branch, a share of that of n rows; `w` is empty for weight one.

    Whole weights add up exactly, so it is the next whole number. Others the growers compare with a margin.
    """
    if share == 0:
        return 0.0
    least = float(share) * float(w.sum() if w.size else n)
    return float(np.ceil(least)) if np.array_equal(w, np.floor(w)) else least


def feature_count(value: float | Integral | str | None, p: int) -> int:
    """Number of features drawn at each node."""
    if value is None:
        return p
    if isinstance(value, str):
        return max(1, int(np.sqrt(p) if value == "sqrt" else np.log2(p)))
    return min(int(value), p) if isinstance(value, Integral) else max(1, int(value * p))


def monotone_signs(model: SharedSettings, p: int, K: int) -> Array:
    """Signs (p,) of the monotonic constraints on the target or the second class; empty if there are none."""
    if model.monotonic_cst is None:
        return np.empty(0, np.int64)
    signs = np.asarray(model.monotonic_cst)
    accepted = phrase("limit.monotonic", p=p)
    if signs.shape != (p,) or not np.isin(signs, (-1, 0, 1)).all() or K > 2:
        raise UsageError(
            "estimator.parameter",
            estimator=type(model).__name__,
            name="monotonic_cst",
            value=signs.tolist(),
            accepted=accepted,
        )
    return signs.astype(np.int64)


def cart_rules(model: TreeSettings, columns: PresortedColumns, K: int, **others: bool) -> GrowthRules:
    """The rules that the parameters of a scikit-learn tree describe."""
    n, p = columns.X.shape
    return plain_rules(
        columns,
        CRITERIA[model.criterion],
        random=model.splitter == "random",
        min_weight_leaf=least_weight(model.min_weight_fraction_leaf, columns.w, n),
        seed=tree_seed(model.random_state),
        **common_rules(model, n, p, K),
        **others,
    )


def tried_features(model: SharedSettings, p: int) -> int:
    """How many features a node tries; NO_LIMIT without `max_features`: all, and the first of equals wins."""
    return NO_LIMIT if model.max_features is None else feature_count(model.max_features, p)


def common_rules(model: SharedSettings, n: int, p: int, K: int) -> dict[str, Any]:
    """Settings that trees and forests share."""
    leaf = count_of(model.min_samples_leaf, n)
    return {
        "max_depth": NO_LIMIT if model.max_depth is None else int(model.max_depth),
        "min_samples_split": float(max(2, count_of(model.min_samples_split, n), 2 * leaf)),
        "min_samples_leaf": float(leaf),
        "min_decrease": float(model.min_impurity_decrease),
        "max_features": tried_features(model, p),
        "monotone": monotone_signs(model, p, K),
    }


def plain_rules(columns: PresortedColumns, criterion: int, **others: object) -> GrowthRules:
    """Rules that grow the whole tree, except for what `others` set."""
    n, unit = len(columns.X), columns.w.size == 0
    y_sorted, y_rank = (
        np.unique(columns.y, return_inverse=True)
        if criterion == ABSOLUTE
        else (np.empty(0), np.empty(0, np.int64))
    )
    settings: dict[str, Any] = {
        **dict.fromkeys(("multiway", "fractional", "ratio", "guard", "mdl", "quinlan", "random"), False),
        "criterion": criterion,
        "max_depth": NO_LIMIT,
        "min_samples_split": 2.0,
        "min_samples_leaf": 1.0,
        "min_weight_leaf": 0.0,
        "min_decrease": 0.0,
        "min_gain": -np.inf,
        "max_features": NO_LIMIT,
        "seed": np.uint64(0),
        "total": float(n if unit else columns.w.sum()),
        "monotone": np.empty(0, np.int64),
        "table": entropy_table(n) if unit and criterion == ENTROPY else np.empty(0),
        "y_rank": y_rank.astype(np.int64),
        "y_sorted": y_sorted,
        **others,
    }
    return GrowthRules(**settings)
