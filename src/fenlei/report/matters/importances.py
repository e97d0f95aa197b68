"""What matters to the best model: a bar for each column, and the pictures."""

from __future__ import annotations

from fenlei.report.charts import axis_around_zero
from fenlei.report.matters.pictures import NAME_WIDTH, effect_plot, learning_plot
from fenlei.report.models import Display, label, named
from fenlei.report.numbers import count, shorten, signed
from fenlei.report.texts import text
from fenlei.study.facts.matter_types import ColumnWorth
from fenlei.study.facts.schema import ComparisonResult

BAR_WIDTH = 240.0


def has_matters(result: ComparisonResult) -> bool:
    """Whether there is anything to show; results of earlier versions have nothing."""
    return bool(result.get("matters"))


def matters(result: ComparisonResult, lang: str) -> Display:
    """The section: bars, and the pictures."""
    found = result.get("matters")
    if not found:
        return {"rows": [], "plots": []}
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
