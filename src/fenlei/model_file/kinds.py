"""The closed list of what a model file can hold: names of the registry, composed models, and their parts."""

from __future__ import annotations

from importlib import import_module
from reprlib import repr as short
from typing import TYPE_CHECKING

from fenlei.errors import UsageError
from fenlei.model_file.strict_json import refuse
from fenlei.registry import REGISTRY, entry_of

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.ensemble.intervals.residual_intervals import ResidualIntervals
    from fenlei.table.preparation import Preparation

PREPARATION, INTERVALS = "preparation", "intervals"
MADE_OF_MODELS = {
    "calibrated": "fenlei.ensemble.calibration.calibrated:CalibratedClassifier",
    "pooled": "fenlei.ensemble.pooled.models:PooledClassifier",
    "pooled_regressor": "fenlei.ensemble.pooled.models:PooledRegressor",
    "pipeline": "fenlei.model_file.pipelines.composed:FittedPipeline",
    "columns": "fenlei.model_file.pipelines.composed:FittedColumns",
    "scaler": "fenlei.model_file.pipelines.scaling:FittedScaler",
    "imputer": "fenlei.model_file.pipelines.imputing:FittedImputer",
    "one_hot": "fenlei.model_file.pipelines.encoding:FittedOneHot",
    "ordinal": "fenlei.model_file.pipelines.encoding:FittedOrdinal",
    "fitted_pca": "fenlei.model_file.pipelines.projecting:FittedPCA",
}


def kind_of(estimator: object) -> str:
    """The name under which the class of `estimator` is written; a subclass has none."""
    entry, cls = entry_of(estimator), type(estimator)
    if entry is not None:
        return entry.name
    for kind, path in MADE_OF_MODELS.items():
        if path == f"{cls.__module__}:{cls.__qualname__}":
            return kind
    if cls.__module__.startswith("fenlei.table.") and cls is _preparation():
        return PREPARATION
    if cls.__module__.startswith("fenlei.ensemble.intervals.") and cls is _intervals():
        return INTERVALS
    raise UsageError("model_file.not_ours", type=cls.__name__)


def class_of(kind: str) -> type[BaseEstimator]:
    """The class that is written under the name `kind`."""
    if kind == PREPARATION:
        return _preparation()
    if kind == INTERVALS:
        return _intervals()
    if kind in MADE_OF_MODELS:
        module, _, name = MADE_OF_MODELS[kind].partition(":")
        return getattr(import_module(module), name)
    if kind not in REGISTRY:
        raise refuse("kind", kind=short(kind))
    return REGISTRY[kind].load()


def takes_nominal(kind: str) -> bool:
    """Whether the kind may be given text columns, and so keeps their coding in `coding_`."""
    return kind in REGISTRY and REGISTRY[kind].nominal


def _preparation() -> type[Preparation]:
    from fenlei.table.preparation import Preparation

    return Preparation


def _intervals() -> type[ResidualIntervals]:
    from fenlei.ensemble.intervals.residual_intervals import ResidualIntervals

    return ResidualIntervals
