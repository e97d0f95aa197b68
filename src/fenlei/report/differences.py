"""The paired differences from the best model, each with its interval, over one axis through 0."""

from __future__ import annotations

from typing import Any

from fenlei.report.charts import Axis, axis_around_zero
from fenlei.report.models import Model, Result, label, ranked
from fenlei.report.numbers import is_known, p_value, percent, points
from fenlei.report.texts import text

WIDTH, HEIGHT = 420.0, 22.0


def differences(result: Result, lang: str) -> dict[str, Any]:
    """A row per model that was compared with the best; the baseline may lie beyond the axis."""
    compared = [model for model in ranked(result) if model["paired"] and is_drawn(model)]
    others = [model for model in compared if model["name"] != result["baseline"]] or compared
    ends = [model["paired"][end] for model in others for end in ("low", "high")]
    axis = axis_around_zero(ends, WIDTH)
    return {
        "width": axis.width,
        "height": HEIGHT,
        "zero": axis.place(0.0),
        "ticks": [{"place": axis.place(value), "label": points(value)} for value in axis.ticks()],
        "rows": [row(model, result, axis, lang) for model in compared],
    }


def is_drawn(model: Model) -> bool:
    return all(is_known(model["paired"][key]) for key in ("difference", "low", "high"))


def row(model: Model, result: Result, axis: Axis, lang: str) -> dict[str, Any]:
    difference, low, high = (model["paired"][key] for key in ("difference", "low", "high"))
    words = {"difference": points(difference), "low": points(low), "high": points(high)}
    level = percent(result["plan"]["level"], 0)
    return {
        "label": label(model, lang),
        "is_baseline": model["name"] == result["baseline"],
        "difference": words["difference"],
        "interval": text("unit.range", lang, low=words["low"], high=words["high"]),
        "p": p_value(model["paired"]["p"]),
        "title": text("chart.difference", lang, model=label(model, lang), level=level, **words),
        "low": axis.place(low),
        "mean": axis.place(difference),
        "high": axis.place(high),
        "is_outside": not axis.holds(difference),
        "is_cut": low < axis.low,
    }
