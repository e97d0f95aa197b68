"""Sorted scores: ROC and precision-recall curves point by point, and their areas (source 000, 3-57, 3-58)."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.evaluate.thresholds.areas import average_precision_score, roc_auc_score
from fenlei.evaluate.thresholds.operating_points import ThresholdTable, threshold_table
from fenlei.evaluate.thresholds.sweep import sorted_apart, won_half_pairs
from fenlei.evaluate.thresholds.thinning import thin_curve
from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import added, chain, letter, minus, over, plus, times, total
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.score.labels import f1_chain, ratio_chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Frame, WorkingStep, shown
from fenlei.kernels import Array

MOST_POINTS = 300  # of a drawn curve


def steps(positive: Array, scores: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The sweep, the area under ROC by trapezia and by pairs, the area under the precision-recall curve."""
    table = threshold_table(positive, scores, pos_label=True)
    return [
        _sweep_step(table, terms),
        _roc_step(positive, scores, table, terms),
        _pairs_step(positive, scores, terms),
        _precision_step(positive, scores, table, terms),
    ]


def _sweep_step(table: ThresholdTable, terms: ModelTerms) -> WorkingStep:
    """One frame per threshold: who is positive now, and the two points."""
    kept = thinned(len(table.threshold))
    N = float(table.fp[-1])
    headings = terms.words("sweep_threshold", "tp", "fp", "fn", "tn", "precision", "recall", "fpr")
    rows = [
        (
            float(table.threshold[i]),
            *(int(column[i]) for column in table[1:5]),
            float(table.precision[i]),
            float(table.recall[i]),
            float(table.fp[i]) / N,
        )
        for i in kept
    ]
    frames = [_frame(table, i, terms) for i in kept]
    facts: dict[str, Any] = {"count": len(table.threshold), "shown": len(kept)}
    grid = terms.grid("sweep", headings, rows)
    return terms.step("sweep", [], [grid], frames=frames, source="000, 3.3.3", **facts)


def _frame(table: ThresholdTable, i: int, terms: ModelTerms) -> Frame:
    tp, fp, fn, tn = (float(column[i]) for column in table[1:5])
    chains = (
        ratio_chain(letter("TPR"), "FN", tp, fn, float(table.recall[i])),
        chain(
            letter("FPR"),
            over(letter("FP"), plus(letter("FP"), letter("TN"))),
            over(fp, plus(fp, tn)),
            fp / (fp + tn),
        ),
        ratio_chain(letter("P"), "FP", tp, fp, float(table.precision[i])),
        f1_chain(letter("F₁"), float(table.precision[i]), float(table.recall[i]), float(table.f1[i])),
    )
    return Frame(terms.say("threshold_caption", threshold=shown(float(table.threshold[i]))), chains)


# --- ROC


def _roc_step(positive: Array, scores: Array, table: ThresholdTable, terms: ModelTerms) -> WorkingStep:
    """Trapezia below the points: Σ (x_t - x_{t-1}) (y_t + y_{t-1}) / 2."""
    x, y = _with_start(table.fp / table.fp[-1]), _with_start(table.recall)
    area = float(roc_auc_score(positive, scores))
    width, height = np.diff(x), y[1:] + y[:-1]
    moved = np.flatnonzero(width > 0)
    parts: list[Formula] = [
        times(plus(float(x[i + 1]), minus(float(x[i]))), over(plus(float(y[i]), float(y[i + 1])), 2.0))
        for i in moved[:9]
    ]
    letters = total(
        "t",
        times(
            plus(letter("x", "t"), minus(letter("x", "t−1"))),
            over(plus(letter("y", "t"), letter("y", "t−1")), 2.0),
        ),
    )
    worth = (width * height / 2)[moved]
    sides = [added(parts, worth)] if parts else []
    figure = _curve(x, y, "fpr", "recall", "roc_sentence", area, terms)
    return terms.step(
        "roc", [chain(letter("AUC"), letters, *sides, area)], [], figure, source="000, 3-57, 3-58"
    )


def _pairs_step(positive: Array, scores: Array, terms: ModelTerms) -> WorkingStep:
    """The share of pairs that the positive wins, ties counting a half."""
    apart, P = sorted_apart(np.asarray(positive, bool), np.asarray(scores, float))
    won, N = float(won_half_pairs(apart, P)) / 2.0, float(len(apart) - P)
    ties = _ties(apart[:P], apart[P:])
    letters = over(
        plus(letter("W"), over(letter("T"), 2.0)), times(letter("m", "", "+"), letter("m", "", "−"))
    )
    put_in = over(plus(won - ties / 2, over(ties, 2.0)), times(float(P), N))
    area = float(roc_auc_score(positive, scores))
    facts: dict[str, Any] = {"won": f"{won - ties / 2:g}", "ties": f"{ties:g}", "pairs": f"{P * N:g}"}
    return terms.step("pairs", [chain(letter("AUC"), letters, put_in, area)], **facts)


def _ties(first: Array, second: Array) -> float:
    """Pairs of equal scores; both ascending."""
    right, left = np.searchsorted(second, first, "right"), np.searchsorted(second, first, "left")
    return float(np.sum(right - left))


# --- precision and recall


def _precision_step(positive: Array, scores: Array, table: ThresholdTable, terms: ModelTerms) -> WorkingStep:
    """Steps under the points: Σ (R_t - R_{t-1}) P_t."""
    area = float(average_precision_score(positive, scores))
    recall = _with_start(table.recall)
    width = np.diff(recall)
    moved = np.flatnonzero(width > 0)
    parts: list[Formula] = [
        times(plus(float(recall[i + 1]), minus(float(recall[i]))), float(table.precision[i]))
        for i in moved[:9]
    ]
    letters = total("t", times(plus(letter("R", "t"), minus(letter("R", "t−1"))), letter("P", "t")))
    worth = (width * table.precision)[moved]
    best = chain(letter("T", "", "*"), float(table.best()))
    sides = [added(parts, worth)] if parts else []
    figure = _curve(table.recall, table.precision, "recall", "precision", "pr_sentence", area, terms)
    chains: list[Chain] = [chain(letter("AP"), letters, *sides, area), best]
    facts: dict[str, Any] = {"f1": f"{float(table.f1.max()):.6g}"}
    return terms.step("average_precision", chains, [], figure, source="000, 3.3.3", **facts)


def _with_start(values: Array) -> Array:
    return np.concatenate([[0.0], values])


def _curve(x: Array, y: Array, x_key: str, y_key: str, key: str, area: float, terms: ModelTerms) -> Curve:
    x_kept, y_kept = thin_curve(x, y, MOST_POINTS)
    names = terms.words(x_key, y_key)
    sentence = terms.say(key, area=f"{area:.6g}", points=len(x))
    points = tuple(map(float, x_kept)), (tuple(map(float, y_kept)),)
    return Curve(sentence, names[0], names[1], (names[1],), *points)
