"""A regression in detail: its residuals over its predictions, and the rows that it predicts worst."""

from __future__ import annotations

from fenlei.report.charts import (
    DIAGONAL,
    SIDE,
    Axis,
    Mark,
    PlotLine,
    Tick,
    axis_around_zero,
    axis_of_numbers,
    line_path,
    unit_ticks,
)
from fenlei.report.models import Display, label
from fenlei.report.numbers import count, percent, quantity, signed
from fenlei.report.texts import text
from fenlei.study.facts.coverage import IntervalFacts
from fenlei.study.facts.schema import ComparisonResult, ModelFacts, ResidualFacts

RADIUS = 2.2
BAR_WIDTH = 320.0


def residual_panel(model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """The pictures and the table of one model; empty where there are no residuals."""
    found, intervals = model.get("residuals"), result.get("intervals")
    if not found:
        return {"plots": [], "worst": []}
    plots = [residual_plot(found, model, lang)]
    if intervals and intervals["model"] == model["name"]:
        plots.append(interval_plot(intervals, model, lang))
    return {"plots": plots, "worst": worst_rows(found)}


def residual_plot(found: ResidualFacts, model: ModelFacts, lang: str) -> Display:
    """Residuals over predictions, a dot per row, around the line of no error."""
    across = axis_of_numbers(found["predicted"], SIDE)
    up = axis_around_zero(found["residual"], SIDE, least=1e-9 * max(map(abs, found["predicted"])) or 1.0)
    zero = round(SIDE - up.position(0.0), 1)
    shown = len(found["residual"])
    words = {"model": label(model, lang), "shown": count(shown), "total": count(found["total"])}
    return {
        "kind": "residual",
        "heading": text("residual.heading", lang),
        "title": text("residual.title", lang, **words),
        "description": text("residual.description", lang, bias=signed(found["bias"]), **words),
        "across": text("residual.across", lang),
        "up": text("residual.up", lang),
        "area": text("residual.deviation", lang),
        "guide": f"M0 {zero:g}H{SIDE:g}",
        "guide_label": text("residual.none", lang),
        "guide_value": "",
        "side": SIDE,
        "ticks": axis_ticks(across, 5),
        "ticks_up": axis_ticks(up, 6),
        "lines": [residual_dots(found, across, up, words, lang)],
    }


def interval_plot(found: IntervalFacts, model: ModelFacts, lang: str) -> Display:
    """Share of the numbers inside the intervals, over their level: on the diagonal they keep their word."""
    usual, levels = found["usual"], found["levels"]
    held = percent(usual["coverage"])
    words = {"model": label(model, lang), "level": percent(usual["level"], 0), "held": held}
    line: PlotLine = {
        "label": words["model"],
        "colour": 0,
        "path": line_path(levels, found["held"]),
        "value": held,
        "prevalence_position": None,
        "marks": [
            {"across": round(SIDE * x, 1), "down": round(SIDE * (1 - y), 1), "radius": RADIUS}
            for x, y in zip(levels, found["held"], strict=True)
        ],
    }
    return {
        "kind": "calibration",
        "heading": text("interval.heading", lang),
        "title": text("interval.title", lang, **words),
        "description": text("interval.description", lang, width=quantity(usual["width"]), **words),
        "across": text("interval.across", lang),
        "up": text("interval.up", lang),
        "area": text("interval.held", lang, **words),
        "guide": DIAGONAL,
        "guide_label": text("label.perfect", lang),
        "guide_value": "",
        "side": SIDE,
        "ticks": unit_ticks(),
        "ticks_up": unit_ticks(),
        "lines": [line],
    }


def residual_dots(found: ResidualFacts, across: Axis, up: Axis, words: dict[str, str], lang: str) -> PlotLine:
    """The dots, and their entry in the legend."""
    marks: list[Mark] = [
        {"across": across.position(x), "down": round(SIDE - up.position(y), 1), "radius": RADIUS}
        for x, y in zip(found["predicted"], found["residual"], strict=True)
    ]
    name = text("residual.rows", lang, **words)
    deviation = quantity(found["deviation"])
    return {
        "label": name,
        "colour": 0,
        "path": "",
        "value": deviation,
        "prevalence_position": None,
        "marks": marks,
    }


def axis_ticks(axis: Axis, most: int) -> list[Tick]:
    """Labelled ticks of an axis, every second or third where there are more than `most`."""
    values = axis.ticks()
    step = -(-len(values) // most)
    return [{"position": axis.position(value), "label": quantity(value)} for value in values[::step]]


def worst_rows(found: ResidualFacts) -> list[dict[str, str]]:
    """The rows with the largest residuals."""
    return [
        {
            "row": str(one["row"]),
            "value": quantity(one["value"]),
            "predicted": quantity(one["predicted"]),
            "residual": signed(one["value"] - one["predicted"]),
        }
        for one in found["worst"]
    ]


def distribution(result: ComparisonResult) -> Display:
    """A bar for each range of the target."""
    found = result["data"].get("quantity")
    if found is None:
        return {"bars": [], "width": BAR_WIDTH, "cut": ""}
    edges, counts = found["edges"], found["counts"]
    bars = [
        {
            "label": f"{quantity(low)} – {quantity(high)}",
            "count": count(rows),
            "share": f"{100 * rows / sum(counts):.1f}%",
            "width": round(BAR_WIDTH * rows / max(counts), 1),
        }
        for low, high, rows in zip(edges[:-1], edges[1:], counts, strict=True)
    ]
    return {"bars": bars, "width": BAR_WIDTH, "cut": ""}
