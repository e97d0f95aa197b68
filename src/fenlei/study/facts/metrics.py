"""What a comparison can rank by: accuracy and its kin for classes, RMSE, MAE and R² for a quantity."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import UsageError
from fenlei.evaluate.headline import METRICS as CLASS_METRICS
from fenlei.evaluate.regression import mean_absolute_error, mean_squared_error, r2_score
from fenlei.messages import listed
from fenlei.study.facts.schema import Scores

TaskName = Literal["classification", "regression"]
TASKS: tuple[TaskName, ...] = ("classification", "regression")


class Metric(NamedTuple):
    """What a score is of, which end of it is better, and the values that it can take."""

    task: TaskName
    higher_is_better: bool
    low: float = 0.0
    high: float = 1.0


METRICS: dict[str, Metric] = {
    "accuracy": Metric("classification", True),
    "balanced_accuracy": Metric("classification", True),
    "macro_f1": Metric("classification", True),
    "auc": Metric("classification", True),
    "log_loss": Metric("classification", False, high=math.inf),
    "rmse": Metric("regression", False, high=math.inf),
    "mae": Metric("regression", False, high=math.inf),
    "r2": Metric("regression", True, low=-math.inf),
}
SHOWN: dict[TaskName, tuple[str, ...]] = {
    "classification": tuple(CLASS_METRICS),
    "regression": ("rmse", "mae", "r2"),
}


def check_task(task: str | None) -> TaskName | None:
    """The task that was asked for; None leaves it to the target."""
    for known in TASKS:
        if task == known:
            return known
    if task is not None:
        raise UsageError("study.task", value=task, accepted=listed(*TASKS))
    return None


def check_metric(metric: str | None, task: TaskName) -> str:
    """The metric that models are ranked by: the one that was asked for, or the first of the task."""
    if metric is None:
        return default_metric(task)
    if metric not in SHOWN[task]:
        raise UsageError("study.metric", value=metric, task=task, accepted=listed(*SHOWN[task]))
    return metric


def default_metric(task: TaskName) -> str:
    """What models are ranked by unless another metric is asked for."""
    return SHOWN[task][0]


def worth(metric: str, score: float | None) -> float:
    """A score as a number that is the larger the better; one that is not known is worth least.

    Examples
    --------
    >>> worth("accuracy", 0.75), worth("rmse", 2.0), worth("auc", None)
    (0.75, -2.0, -inf)
    """
    if score is None:
        return -math.inf
    return score if METRICS[metric].higher_is_better else -score


def number_scores(y: NDArray[np.float64], predicted: NDArray[np.float64]) -> Scores:
    """RMSE, MAE and R² of predicted numbers; R² needs two rows.

    Examples
    --------
    >>> number_scores(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 6.0]))
    {'rmse': 1.7320508075688772, 'mae': 1.0, 'r2': -3.5}
    """
    return {
        "rmse": math.sqrt(float(mean_squared_error(y, predicted))),
        "mae": float(mean_absolute_error(y, predicted)),
        "r2": float(r2_score(y, predicted)) if len(y) > 1 else None,
    }
