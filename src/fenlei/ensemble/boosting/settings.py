"""The parameters that boosted classifiers and regressors share, and their limits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar, Literal

from fenlei.annotations import ArrayLike, RandomState
from fenlei.errors import UsageError
from fenlei.messages import phrase
from fenlei.parameters import (
    BOOLEAN,
    FUNCTION,
    N_JOBS,
    NONE,
    RANDOM_STATE,
    Limit,
    above_to,
    either,
    integer,
    integers,
    one_of,
    real,
)

NO_LIMIT = 1 << 40  # of leaves or levels
MOST = 1e100  # of a factor, so that sums stay finite
_SHARE = Limit(lambda v: isinstance(v, float) and 0 < v < 1, phrase("limit.share_inside"))
_GROUPS = Limit(lambda v: isinstance(v, list | tuple), phrase("limit.column_groups"))
_NAME = Limit(lambda v: isinstance(v, str), phrase("limit.metric_name"))

BOOSTING_LIMITS: dict[str, Limit] = {
    "learning_rate": above_to(0, MOST),
    "max_iter": integer(1),
    "max_leaf_nodes": either(NONE, integer(2)),
    "max_depth": either(NONE, integer(1)),
    "min_samples_leaf": integer(1),
    "l2_regularization": real(0, MOST),
    "max_features": above_to(0, 1),
    "max_bins": integers(2, 255),
    "interaction_cst": either(NONE, one_of("pairwise", "no_interactions"), _GROUPS),
    "warm_start": BOOLEAN,
    "early_stopping": either(one_of("auto"), BOOLEAN),
    "scoring": either(NONE, FUNCTION, _NAME),
    "validation_fraction": either(NONE, _SHARE, integer(1)),
    "n_iter_no_change": integer(1),
    "tol": real(0),
    "verbose": integer(0),
    "random_state": RANDOM_STATE,
    "n_jobs": N_JOBS,
}


class BoostingSettings:
    """The parameters; the constructors of the two estimators assign them."""

    _limits: ClassVar[dict[str, Limit]] = BOOSTING_LIMITS

    learning_rate: float
    max_iter: int
    max_leaf_nodes: int | None
    max_depth: int | None
    min_samples_leaf: int
    l2_regularization: float
    max_features: float
    max_bins: int
    categorical_features: ArrayLike | Literal["from_dtype"] | None
    monotonic_cst: ArrayLike | Mapping[str, int] | None
    interaction_cst: Sequence[Collection[int]] | Literal["pairwise", "no_interactions"] | None
    warm_start: bool
    early_stopping: bool | Literal["auto"]
    scoring: str | Callable[..., float] | None
    validation_fraction: float | int | None
    n_iter_no_change: int
    tol: float
    verbose: int
    random_state: RandomState

    def _has_held_out(self, X_val: object, y_val: object) -> bool:
        """Whether held-out rows are given, both X and y, and wanted."""
        given = X_val is not None, y_val is not None
        if any(given) and (not all(given) or self.early_stopping is False):
            raise UsageError("boosting.held_out", estimator=type(self).__name__)
        return all(given)
