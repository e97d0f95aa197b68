"""What matters to the best model: a bar for each column, and the pictures."""

from __future__ import annotations

from fenlei.report.charts import axis_around_zero
from fenlei.report.matters.pictures import NAME_WIDTH, effect_plot, learning_plot
from fenlei.report.models import Display, label, named
from fenlei.report.numbers import count, quantity, shorten, signed
from fenlei.report.texts import text
from fenlei.study.facts.matter_types import ColumnWorth, ContributionFacts
from fenlei.study.facts.schema import ComparisonResult

BAR_WIDTH = 240.0


def has_matters(result: ComparisonResult) -> bool:
    """Whether there is anything to show; results of earlier versions have nothing."""
    return bool(result.get("matters"))


def matters(result: ComparisonResult, lang: str) -> Display:
    """The section: bars, and the pictures."""
    found = result.get("matters")
    if not found:
        return {"rows": [], "plots": [], "contributions": None}
    model = named(result, found["model"])
    name = found["model"] if model is None else label(model, lang)
    metric = text(f"metric.{found['metric']}", lang)
    words = {
        "model": name,
        "metric": metric,
        "rows": count(found["rows"]),
        "repeats": count(found["repeats"]),
    }
    plots = [effect_plot(each, lang) for each in found["effects"]]
    learning = found.get("learning")
    if learning:
        plots.append(learning_plot(learning, found, name, lang))
    shown = {"shown": count(len(found["columns"])), "total": count(found["total"])}
    return {
        "heading": text("matters.heading", lang, **words),
        "help": text("matters.help", lang, **words),
        "loss": text("matters.loss", lang, metric=metric),
        "rows": bars(found["columns"]),
        "width": BAR_WIDTH,
        "cut": text("matters.cut", lang, **shown) if len(found["columns"]) < found["total"] else "",
        "plots": plots,
        "contributions": contributions(found.get("contributions"), name, lang),
    }


def contributions(found: ContributionFacts | None, model: str, lang: str) -> Display | None:
    """A bar for each column: the mean size of its Shapley values."""
    if not found or not found["columns"]:
        return None
    largest = max(each["mean"] for each in found["columns"]) or 1.0
    what = text(f"contributions.of_{found['of']}", lang)
    shown = {"shown": count(len(found["columns"])), "total": count(found["total"])}
    return {
        "heading": text("contributions.heading", lang, model=model),
        "help": text("contributions.help", lang, model=model, rows=count(found["rows"]), what=what),
        "mean": text("contributions.mean", lang),
        "cut": text("matters.cut", lang, **shown) if len(found["columns"]) < found["total"] else "",
        "rows": [
            {
                "label": shorten(each["name"], NAME_WIDTH),
                "text": quantity(each["mean"]),
                "length": round(BAR_WIDTH * each["mean"] / largest, 1),
            }
            for each in found["columns"]
        ],
    }


def bars(columns: list[ColumnWorth]) -> list[Display]:
    """One bar per column with its band, all on one scale that holds 0."""
    ends = [end for each in columns for end in (each["low"], each["high"])]
    axis = axis_around_zero(ends, BAR_WIDTH, least=1e-9)
    zero = axis.position(0.0)
    return [
        {
            "label": shorten(each["name"], NAME_WIDTH),
            "text": signed(each["mean"]),
            "title": f"{signed(each['low'])} … {signed(each['high'])}",
            "start": min(zero, axis.position(each["mean"])),
            "length": round(abs(axis.position(each["mean"]) - zero), 1),
            "zero": zero,
            "low": axis.position(each["low"]),
            "high": axis.position(each["high"]),
        }
        for each in columns
    ]
