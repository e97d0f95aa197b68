"""Rows that the best model misclassifies, by the classes that it confuses."""

from __future__ import annotations

from fenlei.report.models import Display
from fenlei.report.numbers import DASH, count, decimal, shorten
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult, ConfusedPair, MistakeFacts, ModelFacts

MAX_PAIRS, MAX_COLUMNS = 12, 8
NAME_WIDTH, VALUE_WIDTH = 24, 24


def mistakes(found: MistakeFacts, model: ModelFacts, result: ComparisonResult, lang: str) -> Display | None:
    """A table of example rows; None if the model made no mistake."""
    if not found["pairs"]:
        return None
    has_probabilities = bool(model["scores_are_probabilities"])
    total, shown = result["data"]["features"], min(MAX_COLUMNS, len(found["features"]))
    pairs = found["pairs"][:MAX_PAIRS]
    cuts = [
        text("cut.mistakes", lang, shown=MAX_PAIRS) if len(found["pairs"]) > MAX_PAIRS else "",
        text("cut.values", lang, shown=shown, total=count(total)) if total > shown else "",
    ]
    return {
        "has_probabilities": has_probabilities,
        "columns": [column(j, name, pairs) for j, name in enumerate(found["features"][:MAX_COLUMNS])],
        "pairs": [pair(one, lang) for one in pairs],
        "cut": text("unit.sentence", lang).join(cut for cut in cuts if cut),
    }


def column(j: int, name: str, pairs: list[ConfusedPair]) -> Display:
    """A heading; it stands to the right above numbers."""
    cells = [row["values"][j] for one in pairs for row in one["rows"]]
    return {
        "label": shorten(name, NAME_WIDTH),
        "is_number": not any(isinstance(cell, str) for cell in cells),
    }


def pair(one: ConfusedPair, lang: str) -> Display:
    """One confusion: the two classes, how often, and its example rows."""
    names = {"truth": shorten(one["truth"], NAME_WIDTH), "guess": shorten(one["answer"], NAME_WIDTH)}
    return {
        "label": text("mistake.pair", lang, **names),
        "detail": text("mistake.more", lang, shown=count(len(one["rows"])), count=count(one["count"])),
        "rows": [
            {
                "row": str(row["row"]),
                "probability": decimal(row["probability"]),
                "values": [value(cell) for cell in row["values"][:MAX_COLUMNS]],
            }
            for row in one["rows"]
        ],
    }


def value(cell: float | str | None) -> str:
    if cell is None:
        return DASH
    return shorten(cell, VALUE_WIDTH) if isinstance(cell, str) else f"{cell:.6g}"
