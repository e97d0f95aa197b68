"""One model in detail: confusion matrix and curves of each class, or the residuals of a regression."""

from __future__ import annotations

from fenlei.report.charts import DIAGONAL, SIDE, PlotLine, line_path, step_path, unit_ticks
from fenlei.report.mistakes import mistakes
from fenlei.report.models import Display, is_regression, label, largest_classes, ranked, ranking_metric, score
from fenlei.report.numbers import count, decimal, percent, shorten
from fenlei.report.probabilities import probabilities
from fenlei.report.residuals import residual_panel
from fenlei.report.texts import text
from fenlei.study.facts.schema import ComparisonResult, CurveFacts, ModelFacts
from fenlei.text_table import display_width

MAX_MODELS, MAX_MATRIX, MAX_CURVES = 20, 12, 10  # models in detail; classes in a matrix and in a plot
NAME_WIDTH, MAX_NOTES = 28, 5

Matrix = list[list[int]]


def details(result: ComparisonResult, lang: str) -> Display:
    """A panel for each of the best models."""
    models = ranked(result)
    cut = text("cut.models", lang, shown=MAX_MODELS, total=len(models)) if len(models) > MAX_MODELS else ""
    return {"panels": [panel(model, result, lang) for model in models[:MAX_MODELS]], "cut": cut}


def panel(model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """What is shown of one model; the baseline's curves would say nothing."""
    is_baseline = model["name"] == result["baseline"]
    head: Display = {
        "label": label(model, lang),
        "accuracy": ranking_metric(result).write(score(model, result)),
        "is_baseline": is_baseline,
        "notes": [shorten(note, 300) for note in model["notes"][:MAX_NOTES]],
    }
    if is_regression(result["plan"]):
        empty: Display = {"confusion": None, "probabilities": [], "reject": [], "mistakes": None, "cut": ""}
        return {**head, **empty, **residual_panel(model, result, lang)}
    curves = None if is_baseline else model["curves"]
    return {
        **head,
        "worst": [],
        "confusion": confusion(model["confusion"], model, result, lang) if model["confusion"] else None,
        "plots": [plot(kind, curves, model, result, lang) for kind in ("roc", "pr")] if curves else [],
        **({"probabilities": [], "reject": []} if is_baseline else probabilities(model, result, lang)),
        "mistakes": mistakes(model["errors"], model, result, lang) if model["errors"] else None,
        "cut": curves_cut(result, lang) if curves else "",
    }


def fold_classes(matrix: Matrix, kept: list[int]) -> Matrix:
    """The matrix of the `kept` classes, with a last row and column that sum the others."""
    others = [k for k in range(len(matrix)) if k not in kept]
    groups = [[k] for k in kept] + [others]
    return [[sum(matrix[i][j] for i in down for j in across) for across in groups] for down in groups]


def confusion(matrix: Matrix, model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """Counts and shares of each row; the share is also the depth of the cell's colour."""
    classes, cut = result["data"]["classes"], ""
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


def cells(row: list[int], right: int | None) -> list[Display]:
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


def plot(kind: str, curves: CurveFacts, model: ModelFacts, result: ComparisonResult, lang: str) -> Display:
    """A ROC ("roc") or precision-recall ("pr") plot: one line per class, with its area in the legend."""
    is_roc = kind == "roc"
    lines = curve_lines(curves, result, is_roc)
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


def curve_lines(curves: CurveFacts, result: ComparisonResult, is_roc: bool) -> list[PlotLine]:
    """The curves of the largest classes; a class without a curve is left out."""
    lines: list[PlotLine] = []
    for colour, k in enumerate(largest_classes(result, MAX_CURVES)):
        name = result["data"]["classes"][k]
        prevalence = result["data"]["class_counts"][k] / result["data"]["rows"]
        line: PlotLine = {
            "label": shorten(name, NAME_WIDTH),
            "colour": colour,
            "path": "",
            "value": "",
            "prevalence_position": None if is_roc else round(SIDE * (1 - prevalence), 1),
            "marks": [],
        }
        if is_roc and (roc := curves["roc"].get(name)):
            lines.append({**line, "path": line_path(roc["x"], roc["y"]), "value": decimal(roc["auc"])})
        elif not is_roc and (pr := curves["pr"].get(name)):
            lines.append({**line, "path": step_path(pr["x"], pr["y"]), "value": decimal(pr["ap"])})
    return lines


def curves_cut(result: ComparisonResult, lang: str) -> str:
    total = len(result["data"]["classes"])
    return text("cut.curves", lang, shown=MAX_CURVES, total=total) if total > MAX_CURVES else ""
