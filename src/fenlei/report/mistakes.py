"""Rows that the best model gets wrong, by the classes that it confuses."""

from __future__ import annotations

from typing import Any

from fenlei.report.models import Model, Result
from fenlei.report.numbers import DASH, count, decimal, shorten
from fenlei.report.texts import text

MAX_PAIRS, MAX_COLUMNS = 12, 8
NAME_WIDTH, VALUE_WIDTH = 24, 24


def mistakes(model: Model, result: Result, lang: str) -> dict[str, Any] | None:
    """A table of example rows; None if the model made no mistake."""
    found = model["errors"]
    if not found["pairs"]:
        return None
    has_probabilities = model.get("calibration") is not None
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


def column(j: int, name: str, pairs: list[dict[str, Any]]) -> dict[str, Any]:
    """A heading; it stands to the right above numbers."""
    cells = [row["values"][j] for one in pairs for row in one["rows"]]
    return {
        "label": shorten(name, NAME_WIDTH),
        "is_number": not any(isinstance(cell, str) for cell in cells),
    }


def pair(one: dict[str, Any], lang: str) -> dict[str, Any]:
    """One confusion: what was taken for what, how often, and its example rows."""
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
