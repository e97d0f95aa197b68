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
    of_labels: bool = False  # by the classes predicted alone, not by their probabilities


METRICS: dict[str, Metric] = {
    "accuracy": Metric("classification", True, of_labels=True),
    "balanced_accuracy": Metric("classification", True, of_labels=True),
    "macro_f1": Metric("classification", True, of_labels=True),
    "auc": Metric("classification", True),
    "log_loss": Metric("classification", False, high=math.inf),
    "cost": Metric("classification", False, low=-math.inf, high=math.inf),
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


def shown(task: TaskName, has_costs: bool = False) -> tuple[str, ...]:
    """The metrics of a task; with a table of costs the mean cost of the decisions, too."""
    return (*SHOWN[task], "cost") if has_costs else SHOWN[task]


def check_metric(metric: str | None, task: TaskName, has_costs: bool = False) -> str:
    """The metric that models are ranked by: the one that was asked for, else the cost or the task's first."""
    if metric is None:
        return "cost" if has_costs else default_metric(task)
    accepted = shown(task, has_costs)
    if metric not in accepted:
        key = "conditions.metric_cost" if metric == "cost" and task == "classification" else "study.metric"
        raise UsageError(key, value=metric, task=task, accepted=listed(*accepted))
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
