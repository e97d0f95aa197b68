"""The quality of a model's probabilities: reliability diagram, cost curve, and the reject option."""

from __future__ import annotations

from fenlei.report.charts import DIAGONAL, SIDE, Mark, PlotLine, line_path, unit_ticks
from fenlei.report.models import Display, label
from fenlei.report.numbers import decimal, percent, shorten
from fenlei.report.texts import text
from fenlei.study.facts.schema import (
    CalibrationFacts,
    ComparisonResult,
    CostCurveFacts,
    ModelFacts,
    RejectFacts,
    Reliability,
)

NAME_WIDTH = 28
COST_TICKS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)  # up to the largest cost of the better constant answer
TRIANGLE = f"M0 {SIDE:g}L{SIDE / 2:g} 0L{SIDE:g} {SIDE:g}"
SMALLEST_MARK, LARGEST_MARK = 2.0, 7.0


def probabilities(model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """Plots and the rows of the reject table; results of earlier versions have neither."""
    found, costs = model["calibration"], model["costs"]
    plots = [calibration(found, model, result, lang)] if found else []
    if costs and costs["curve"]:
        plots.append(cost(costs["curve"], model, lang))
    return {"probabilities": plots, "reject": [reject_row(row) for row in costs["reject"]] if costs else []}


def calibration(found: CalibrationFacts, model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """Share of each class over its mean probability, bin by bin; a mark's area grows with its rows."""
    classes = result["data"]["classes"]
    shown = [(k, name) for k, name in enumerate(classes) if name in found["classes"]]
    lines: list[PlotLine] = [
        {
            "label": shorten(name, NAME_WIDTH),
            "colour": colour,
            "path": line_path(found["classes"][name]["x"], found["classes"][name]["y"]),
            "value": decimal(found["classes"][name]["brier"]),
            "prevalence_position": None,
            "marks": marks(found["classes"][name]),
        }
        for colour, (_, name) in enumerate(shown)
    ]
    value = decimal(found["brier"])
    return {
        **frame("calibration", model, lines, lang),
        "heading": text("calibration.heading", lang, value=value),
        "across": text("label.mean_probability", lang),
        "up": text("label.class_rate", lang),
        "area": text("label.brier", lang),
        "guide": DIAGONAL,
        "guide_label": text("label.perfect", lang),
        "guide_value": "",
        "ticks_up": unit_ticks(),
        "description": "; ".join(
            text("chart.brier_of", lang, label=line["label"], value=line["value"]) for line in lines
        ),
    }


def marks(curve: Reliability) -> list[Mark]:
    most = max(curve["rows"])
    return [
        {
            "across": round(SIDE * x, 1),
            "down": round(SIDE * (1 - y), 1),
            "radius": round(SMALLEST_MARK + (LARGEST_MARK - SMALLEST_MARK) * (rows / most) ** 0.5, 1),
        }
        for x, y, rows in zip(curve["x"], curve["y"], curve["rows"], strict=True)
    ]


def cost(curve: CostCurveFacts, model: ModelFacts, lang: str) -> Display:
    """Smallest expected cost over the probability-cost; the triangle is the better constant answer."""
    name, largest = shorten(curve["positive"], NAME_WIDTH), decimal(max(curve["y"]))
    line: PlotLine = {
        "label": label(model, lang),
        "colour": 0,
        "path": line_path(curve["x"], [value / COST_TICKS[-1] for value in curve["y"]]),
        "value": largest,
        "prevalence_position": None,
        "marks": [],
    }
    return {
        **frame("cost", model, [line], lang),
        "heading": text("cost.heading", lang, label=name),
        "across": text("label.probability_cost", lang),
        "up": text("label.expected_cost", lang),
        "area": text("label.largest_cost", lang),
        "guide": TRIANGLE,
        "guide_label": text("label.trivial", lang),
        "guide_value": "",
        "ticks_up": unit_ticks(COST_TICKS),
        "description": text("chart.cost_of", lang, label=name, value=largest),
    }


def frame(kind: str, model: ModelFacts, lines: list[PlotLine], lang: str) -> Display:
    """What every plot of this kind has."""
    title = text(f"chart.{kind}", lang, model=label(model, lang))
    return {"kind": kind, "title": title, "side": SIDE, "ticks": unit_ticks(), "lines": lines}


def reject_row(row: RejectFacts) -> dict[str, str]:
    return {
        "reject_cost": f"{row['reject_cost']:g}",
        "coverage": percent(row["coverage"]),
        "risk": percent(row["risk"]),
        "cost": decimal(row["cost"]),
    }
