"""One model in detail: its confusion matrix, and its ROC and precision-recall curve of each class."""

from __future__ import annotations

from typing import Any

from fenlei.report.charts import DIAGONAL, SIDE, line_path, step_path, unit_ticks
from fenlei.report.marks import chinese_marks
from fenlei.report.mistakes import mistakes
from fenlei.report.models import Model, Result, label, largest_classes, ranked
from fenlei.report.numbers import count, decimal, display_width, percent, shorten
from fenlei.report.probabilities import probabilities
from fenlei.report.texts import text

MAX_MODELS, MAX_MATRIX, MAX_CURVES = 20, 12, 10  # models in detail; classes in a matrix and in a plot
NAME_WIDTH, MAX_NOTES = 28, 5

Matrix = list[list[int]]


def details(result: Result, lang: str) -> dict[str, Any]:
    """A panel for each of the best models."""
    models = ranked(result)
    cut = text("cut.models", lang, shown=MAX_MODELS, total=len(models)) if len(models) > MAX_MODELS else ""
    return {"panels": [panel(model, result, lang) for model in models[:MAX_MODELS]], "cut": cut}


def panel(model: Model, result: Result, lang: str) -> dict[str, Any]:
    """What is shown of one model; the baseline's curves would say nothing."""
    is_baseline = model["name"] == result["baseline"]
    curves = None if is_baseline else model["curves"]
    return {
        "label": label(model, lang),
        "accuracy": percent(model["summary"]["accuracy"]["mean"]),
        "is_baseline": is_baseline,
        "confusion": confusion(model, result, lang) if model["confusion"] else None,
        "plots": [plot(kind, curves[kind], model, result, lang) for kind in ("roc", "pr")] if curves else [],
        **({"probabilities": [], "reject": []} if is_baseline else probabilities(model, result, lang)),
        "mistakes": mistakes(model, result, lang) if model.get("errors") else None,
        "cut": curves_cut(result, lang) if curves else "",
        "notes": [shorten(chinese_marks(note, lang), 300) for note in model["notes"][:MAX_NOTES]],
    }


def fold_classes(matrix: Matrix, kept: list[int]) -> Matrix:
    """The matrix of the `kept` classes, with a last row and column that sum the others."""
    others = [k for k in range(len(matrix)) if k not in kept]
    groups = [[k] for k in kept] + [others]
    return [[sum(matrix[i][j] for i in down for j in across) for across in groups] for down in groups]


def confusion(model: Model, result: Result, lang: str) -> dict[str, Any]:
    """Counts and shares of each row; the share is also the depth of the cell's colour."""
    matrix, classes, cut = model["confusion"], result["data"]["classes"], ""
    names = [shorten(name, NAME_WIDTH) for name in classes]
    if len(classes) > MAX_MATRIX:
        kept = largest_classes(result, MAX_MATRIX - 1)
        other = text("label.other", lang)
        matrix, names = fold_classes(matrix, kept), [*(names[k] for k in kept), other]
        cut = text("cut.classes", lang, shown=len(kept), total=len(classes), other=other)
    is_wide = len(names) > 4
    right = range(len(names) - bool(cut))  # the diagonal of the summed classes is not all right
    return {
        "model": label(model, lang),
        "classes": names,
        "is_wide": is_wide,
        "is_vertical": is_wide and max(map(display_width, names)) > 6,
        "rows": [
            {"label": names[i], "total": count(sum(row)), "cells": cells(row, i if i in right else None)}
            for i, row in enumerate(matrix)
        ],
        "precision": [precision(matrix, j) if j in right else "" for j in range(len(names))],
        "cut": cut,
    }


def cells(row: list[int], right: int | None) -> list[dict[str, Any]]:
    total = sum(row)
    return [
        {
            "count": count(number),
            "share": percent(number / total) if total else "–",
            "depth": depth(number / total if total else 0.0, j == right),
            "is_right": j == right,
            "is_zero": number == 0,
        }
        for j, number in enumerate(row)
    ]


def depth(share: float, is_right: bool) -> float:
    """How deeply a cell is coloured: a mistake by the root of its share, so that a rare one is still seen."""
    return round(share if is_right else share**0.5, 3)


def precision(matrix: Matrix, j: int) -> str:
    """The share of the answers `j` that were right."""
    answers = sum(row[j] for row in matrix)
    return percent(matrix[j][j] / answers if answers else None)


def plot(kind: str, curves: dict[str, Any], model: Model, result: Result, lang: str) -> dict[str, Any]:
    """A ROC ("roc") or precision-recall ("pr") plot: one line per class, with its area in the legend."""
    is_roc, rows = kind == "roc", result["data"]["rows"]
    lines = []
    for colour, k in enumerate(largest_classes(result, MAX_CURVES)):
        curve = curves.get(result["data"]["classes"][k])
        if not curve or not curve["x"]:
            continue
        prevalence = result["data"]["class_counts"][k] / rows
        line: dict[str, Any] = {
            "label": shorten(result["data"]["classes"][k], NAME_WIDTH),
            "colour": colour,
            "path": (line_path if is_roc else step_path)(curve["x"], curve["y"]),
            "value": decimal(curve["auc" if is_roc else "ap"]),
            "prevalence_place": None if is_roc else round(SIDE * (1 - prevalence), 1),
            "marks": [],
        }
        lines.append(line)
    area = "chart.auc_of" if is_roc else "chart.ap_of"
    return {
        "kind": kind,
        "heading": text(f"label.{kind}", lang),
        "title": text(f"chart.{kind}", lang, model=label(model, lang)),
        "description": "; ".join(
            text(area, lang, label=line["label"], value=line["value"]) for line in lines
        ),
        "across": text("label.false_positive" if is_roc else "label.recall", lang),
        "up": text("label.true_positive" if is_roc else "label.precision", lang),
        "area": text("label.auc" if is_roc else "label.ap", lang),
        "guide": DIAGONAL if is_roc else "",
        "guide_label": text("label.chance", lang),
        "guide_value": decimal(0.5) if is_roc else text("label.class_share", lang),
        "side": SIDE,
        "ticks": unit_ticks(),
        "ticks_up": unit_ticks(),
        "lines": lines,
    }


def curves_cut(result: Result, lang: str) -> str:
    total = len(result["data"]["classes"])
    return text("cut.curves", lang, shown=MAX_CURVES, total=total) if total > MAX_CURVES else ""
