"""The paired differences from the best model, each with its interval, over one axis through 0."""

from __future__ import annotations

from typing import NamedTuple

from fenlei.report.charts import Axis, axis_around_zero
from fenlei.report.models import Display, label, ranked, ranking_metric
from fenlei.report.numbers import is_known, p_value, percent, points
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult, PairedFacts

WIDTH, HEIGHT = 420.0, 22.0


class Difference(NamedTuple):
    """A model that was compared with the best one."""

    label: str
    is_baseline: bool
    test: PairedFacts


def differences(result: ComparisonResult, lang: str) -> Display:
    """A row per model that was compared with the best; the baseline may lie beyond the axis."""
    compared = [
        Difference(label(model, lang), model["name"] == result["baseline"], model["paired"])
        for model in ranked(result)
        if model["paired"] and is_drawn(model["paired"])
    ]
    others = [one.test for one in compared if not one.is_baseline] or [one.test for one in compared]
    metric = ranking_metric(result)
    ends = [end for test in others for end in (test["low"], test["high"])]
    least = (
        0.02 if metric.difference is points else 0.02 * max((abs(end) for end in ends), default=1.0) or 1.0
    )
    axis = axis_around_zero(ends, WIDTH, least)
    return {
        "width": axis.width,
        "height": HEIGHT,
        "zero": axis.position(0.0),
        "ticks": [
            {"position": axis.position(value), "label": metric.difference(value)} for value in axis.ticks()
        ],
        "rows": [row(one, axis, result, lang) for one in compared],
    }


def is_drawn(test: PairedFacts) -> bool:
    """Whether the difference and its interval are known."""
    return is_known(test["difference"]) and is_known(test["low"]) and is_known(test["high"])


def row(one: Difference, axis: Axis, result: ComparisonResult, lang: str) -> Display:
    """Texts and positions of one difference."""
    difference, low, high = one.test["difference"], one.test["low"], one.test["high"]
    write, level = ranking_metric(result).difference, result["plan"]["level"]
    words = {"difference": write(difference), "low": write(low), "high": write(high)}
    key = "chart.difference" if write is points else "chart.difference_of"
    return {
        "label": one.label,
        "is_baseline": one.is_baseline,
        "difference": words["difference"],
        "interval": text("unit.range", lang, low=words["low"], high=words["high"]),
        "p": p_value(one.test["p"]),
        "title": text(key, lang, model=one.label, level=percent(level, 0), **words),
        "low": axis.position(low),
        "mean": axis.position(difference),
        "high": axis.position(high),
        "is_outside": not axis.holds(difference),
        "is_cut": low < axis.low,
        "is_right": difference > axis.high,
        "is_cut_right": high > axis.high,
    }
