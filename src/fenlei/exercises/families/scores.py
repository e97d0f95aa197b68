"""Sorted scores: the precision-recall curve and the ROC curve, point by point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.evaluate import average_precision_score, roc_auc_score, threshold_table
from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.fitting import rows_grid
from fenlei.exercises.friendly import answer, fraction_text
from fenlei.explanation import explain_score
from fenlei.explanation.formula.building import chain, letter
from fenlei.explanation.working import Cell, Grid

if TYPE_CHECKING:
    from fenlei.evaluate.thresholds.operating_points import ThresholdTable
    from fenlei.exercises.sheet import Question
    from fenlei.kernels import Array

MOST_BELOW = 2520


def precision_recall(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Precision and recall at every threshold, average precision, the best F1."""
    drawn = _scored(draws, n)
    if drawn is None:
        return None
    scores, y = drawn
    table, area = threshold_table(y, scores), float(average_precision_score(y, scores))
    best = int(np.argmax(table.f1))
    if np.sum(np.abs(table.f1 - table.f1[best]) < 1e-9) > 1:
        return None
    lines = _lines(table, table.precision, table.recall)
    headings = (*terms.words("threshold"), "TP", "FP", "FN", "TN", *terms.words("precision", "recall"))
    questions = (
        terms.ask("points", 12, grid=Grid(terms.say("grid.points"), headings, lines)),
        terms.ask("area", 4, answer(letter("AP"), area, MOST_BELOW)),
        terms.ask(
            "best",
            4,
            chain(letter("T"), float(table.threshold[best])),
            answer(letter("F₁"), float(table.f1[best])),
        ),
    )
    results = {
        "precision": table.precision.tolist(),
        "recall": table.recall.tolist(),
        "area": area,
        "best": float(table.threshold[best]),
        "f1": float(table.f1[best]),
    }
    return _drawn(terms, scores, y, questions, results)


def roc(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """True and false positive rate at every threshold, and the area in two ways."""
    drawn = _scored(draws, n)
    if drawn is None:
        return None
    scores, y = drawn
    table, area = threshold_table(y, scores), float(roc_auc_score(y, scores))
    false_rate = table.fp / table.fp[-1]
    lines = _lines(table, table.recall, false_rate)
    headings = (*terms.words("threshold"), "TP", "FP", "FN", "TN", "TPR", "FPR")
    positive, negative = int(y.sum()), int(n - y.sum())
    won = round(area * positive * negative)
    questions = (
        terms.ask("points", 12, grid=Grid(terms.say("grid.points"), headings, lines)),
        terms.ask("area", 4, answer(letter("AUC"), area)),
        terms.ask("pairs", 4, chain(letter("W"), float(won)), answer(letter("AUC"), area)),
    )
    results = {
        "true_rate": table.recall.tolist(),
        "false_rate": false_rate.tolist(),
        "area": area,
        "pairs": won,
    }
    return _drawn(terms, scores, y, questions, results)


def _scored(draws: Draws, n: int) -> tuple[Array, Array] | None:
    """Different scores in hundredths; the classes overlap, and neither is rare."""
    scores = np.array(draws.some_of(range(5, 100, 5), n)) / 100
    y = np.array([draws.below(2) for _ in range(n)])
    if not n // 3 <= y.sum() <= n - n // 3:
        return None
    area = roc_auc_score(y, scores)
    return None if area <= 0.55 or area >= 1.0 else (scores, y)


def _lines(table: ThresholdTable, *rates: Array) -> tuple[tuple[Cell, ...], ...]:
    """Threshold, counts and rates, the rates as fractions."""
    counts = zip(table.threshold, table.tp, table.fp, table.fn, table.tn, *rates, strict=True)
    return tuple(
        (float(cut), int(tp), int(fp), int(fn), int(tn), *(fraction_text(float(rate)) for rate in own))
        for cut, tp, fp, fn, tn, *own in counts
    )


def _drawn(
    terms: SheetTerms, scores: Array, y: Array, questions: tuple[Question, ...], results: dict[str, object]
) -> Drawn:
    columns = {terms.say("score"): scores.tolist(), terms.say("true_class"): y.tolist()}
    tables = (rows_grid(terms.say("grid.scores"), terms.say("number"), columns),)
    working = explain_score(y, scores, kind="scores", lang=terms.lang)
    return Drawn(tables, questions, (working,), results, {"n": len(y)})
