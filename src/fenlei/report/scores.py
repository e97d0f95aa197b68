"""The metrics of a comparison: how each is written, and the interval around its mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fenlei.report.numbers import decimal, percent
from fenlei.study.facts.schema import ModelFacts


class Metric(NamedTuple):
    """How a metric is written, and in which direction it is better."""

    write: Callable[[float | None], str]
    higher_is_better: bool


METRICS: dict[str, Metric] = {
    "accuracy": Metric(percent, True),
    "balanced_accuracy": Metric(percent, True),
    "macro_f1": Metric(decimal, True),
    "auc": Metric(decimal, True),
    "log_loss": Metric(decimal, False),
}


def bounds(metric: str, model: ModelFacts) -> tuple[float | None, float | None]:
    """The interval of a model's mean."""
    return model["summary"][metric]["low"], model["summary"][metric]["high"]


def interval(metric: str, model: ModelFacts) -> str:
    """The interval as written below a mean: 96.1–99.9%."""
    low, high = (METRICS[metric].write(end) for end in bounds(metric, model))
    return f"{low.removesuffix('%')}–{high}" if "–" not in (low, high) else ""
