"""Which models of a result finished, in which order, their names, and how their scores are written."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import NamedTuple

from fenlei.report.charts import Axis, axis_of_numbers, axis_of_shares
from fenlei.report.numbers import decimal, is_known, percent, points, quantity, shorten, signed
from fenlei.report.texts import TEXTS, text
from fenlei.study.facts.schema import ComparisonResult, ModelFacts, PlanFacts

Display = dict[str, object]  # values as the page shows them


def label(model: ModelFacts, lang: str) -> str:
    return shorten(model["label_zh" if lang == "zh" else "label_en"], 60)


def preparation(model: ModelFacts, lang: str) -> str:
    """What a model's rows went through; wording that this version does not know stays as it is."""
    steps = (model["preparation"] or "").split(", ")
    known = [text(f"preparation.{step}", lang) if f"preparation.{step}" in TEXTS else step for step in steps]
    return text("unit.comma", lang).join(known)


def ranked(result: ComparisonResult) -> list[ModelFacts]:
    """Finished models by their rank, the best first."""
    ranks = [(model["rank"], model) for model in result["models"]]
    finished = [(rank, model) for rank, model in ranks if rank is not None]
    return [model for _, model in sorted(finished, key=itemgetter(0))]


def contenders(result: ComparisonResult) -> list[ModelFacts]:
    """Finished models that are more than the baseline, the best first."""
    return [model for model in ranked(result) if model["name"] != result["baseline"]]


def named(result: ComparisonResult, name: str | None) -> ModelFacts | None:
    """The finished model of that name, if there is one."""
    return next((model for model in ranked(result) if model["name"] == name), None)


def is_distinguishable(model: ModelFacts, result: ComparisonResult) -> bool | None:
    """Whether the paired test finds `model` different from the best; None without a test."""
    p = p_of(model)
    return p < 1 - result["plan"]["level"] if is_known(p) else None


def p_of(model: ModelFacts) -> float | None:
    """The p value of the paired test against the best model, if there is one."""
    return None if model["paired"] is None else model["paired"]["p"]


def largest_classes(result: ComparisonResult, most: int) -> list[int]:
    """The `most` largest classes, in the order of the classes."""
    sizes = result["data"]["class_counts"]
    by_size = sorted(range(len(sizes)), key=lambda k: -sizes[k])
    return sorted(by_size[:most])


Write = Callable[[float | None], str]


def _shares(value: float | None) -> str:
    return percent(value, 0)


class ShownMetric(NamedTuple):
    """How a metric is written, in which direction it is better, and its axis."""

    write: Write
    higher_is_better: bool
    difference: Write = signed  # of two means
    tick: Write = quantity  # at an axis
    axis: Callable[[list[float], float], Axis] = axis_of_numbers


METRICS: dict[str, ShownMetric] = {
    "accuracy": ShownMetric(percent, True, points, _shares, axis_of_shares),
    "balanced_accuracy": ShownMetric(percent, True, points, _shares, axis_of_shares),
    "macro_f1": ShownMetric(decimal, True, signed, quantity, axis_of_shares),
    "auc": ShownMetric(decimal, True, signed, quantity, axis_of_shares),
    "log_loss": ShownMetric(decimal, False),
    "cost": ShownMetric(quantity, False),
    "rmse": ShownMetric(quantity, False),
    "mae": ShownMetric(quantity, False),
    "r2": ShownMetric(decimal, True),
}


def ranking(plan: PlanFacts) -> str:
    """The name of the metric that models are ranked by."""
    return plan.get("metric", "accuracy")


def ranking_metric(result: ComparisonResult) -> ShownMetric:
    """The metric that models are ranked by."""
    return METRICS[ranking(result["plan"])]


def is_regression(plan: PlanFacts) -> bool:
    return plan.get("task", "classification") == "regression"


def score(model: ModelFacts, result: ComparisonResult) -> float | None:
    """A model's mean of the metric that models are ranked by."""
    return model["summary"][ranking(result["plan"])]["mean"]


def bounds(metric: str, model: ModelFacts) -> tuple[float | None, float | None]:
    """The interval of a model's mean."""
    return model["summary"][metric]["low"], model["summary"][metric]["high"]


def interval(metric: str, model: ModelFacts) -> str:
    """The interval as written below a mean: 96.1–99.9%."""
    low, high = (METRICS[metric].write(end) for end in bounds(metric, model))
    return f"{low.removesuffix('%')}–{high}" if "–" not in (low, high) else ""
