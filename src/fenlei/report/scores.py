"""The metrics of a comparison: how each is written, and the interval around its mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fenlei.report.models import Model
from fenlei.report.numbers import decimal, is_known, percent


class Metric(NamedTuple):
    """How a metric is written and which values it can take."""

    write: Callable[[float | None], str]
    least: float
    most: float
    higher_is_better: bool


METRICS: dict[str, Metric] = {
    "accuracy": Metric(percent, 0.0, 1.0, True),
    "balanced_accuracy": Metric(percent, 0.0, 1.0, True),
    "macro_f1": Metric(decimal, 0.0, 1.0, True),
    "auc": Metric(decimal, 0.0, 1.0, True),
    "log_loss": Metric(decimal, 0.0, float("inf"), False),
}


def bounds(metric: str, model: Model) -> tuple[float | None, float | None]:
    """The interval of a model's mean, without the part that no score can reach."""
    kind, summary = METRICS[metric], model["summary"][metric]

    def inside(end: float | None) -> float | None:
        return min(max(end, kind.least), kind.most) if is_known(end) else None

    return inside(summary["low"]), inside(summary["high"])


def interval(metric: str, model: Model) -> str:
    """The interval as written below a mean: 96.1–99.9%."""
    low, high = (METRICS[metric].write(end) for end in bounds(metric, model))
    return f"{low.removesuffix('%')}–{high}" if "–" not in (low, high) else ""
