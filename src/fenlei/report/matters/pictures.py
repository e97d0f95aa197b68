"""How the prediction changes along a column, and how the score grows with the rows: lines."""

from __future__ import annotations

from fenlei.report.charts import SIDE, Axis, Mark, PlotLine, axis_around_zero, axis_of_numbers
from fenlei.report.models import METRICS, Display
from fenlei.report.numbers import shorten, signed
from fenlei.report.residuals import axis_ticks
from fenlei.report.texts import text
from fenlei.study.facts.matter_types import EffectFacts, LearningFacts, MatterFacts

NAME_WIDTH = 40
RADIUS = 2.6


def effect_plot(found: EffectFacts, lang: str) -> Display:
    """How the prediction changes along a column, a line for each class."""
    name = shorten(found["name"], NAME_WIDTH)
    across = axis_of_numbers(found["grid"], SIDE)
    values = [value for line in found["lines"].values() for value in line]
    up = axis_around_zero(values, SIDE, least=1e-9)
    lines = [
        _line(shorten(which, NAME_WIDTH), k, found["grid"], line, across, up, signed(line[-1] - line[0]))
        for k, (which, line) in enumerate(found["lines"].items())
    ]
    return {
        "kind": "effect",
        "heading": text("matters.effect", lang, name=name),
        "title": text("matters.effect", lang, name=name),
        "description": text("matters.effect_of", lang, name=name),
        "across": name,
        "up": text("matters.effect_up", lang),
        "area": text("matters.change", lang),
        "guide": f"M0 {SIDE - up.position(0.0):g}H{SIDE:g}",
        "guide_label": text("matters.mean", lang),
        "guide_value": "",
        "side": SIDE,
        "ticks": axis_ticks(across, 5),
        "ticks_up": axis_ticks(up, 6),
        "lines": lines,
    }


def learning_plot(found: LearningFacts, whole: MatterFacts, name: str, lang: str) -> Display:
    """The score of the tested rows over the rows that were trained on."""
    metric = text(f"metric.{whole['metric']}", lang)
    write = METRICS[whole["metric"]].write
    across = axis_around_zero([float(n) for n in found["rows"]], SIDE)
    up = axis_of_numbers(found["scores"], SIDE)
    sizes = [float(n) for n in found["rows"]]
    return {
        "kind": "learning",
        "heading": text("matters.learning", lang),
        "title": text("matters.learning_of", lang, model=name),
        "description": text("matters.learning_help", lang),
        "across": text("matters.trained", lang),
        "up": metric,
        "area": text("matters.last", lang),
        "guide": "",
        "guide_label": text("matters.learning_help", lang),
        "guide_value": "",
        "side": SIDE,
        "ticks": axis_ticks(across, 5),
        "ticks_up": axis_ticks(up, 6),
        "lines": [_line(name, 0, sizes, found["scores"], across, up, write(found["scores"][-1]), dots=True)],
    }


def _line(
    name: str,
    colour: int,
    x: list[float],
    y: list[float],
    across: Axis,
    up: Axis,
    value: str,
    *,
    dots: bool = False,
) -> PlotLine:
    points = [(across.position(a), round(SIDE - up.position(b), 1)) for a, b in zip(x, y, strict=True)]
    return {
        "label": name,
        "colour": colour,
        "path": "M" + "L".join(f"{a:g} {b:g}" for a, b in points),
        "value": value,
        "prevalence_position": None,
        "marks": [Mark(across=a, down=b, radius=RADIUS) for a, b in points] if dots else [],
    }
