"""What a regression leaves unexplained: residuals of rows that the model had not seen, and pooled scores.

A residual is y − ŷ. Two models are compared on the same rows by the difference of a score that is a mean over
rows, with Student's interval and test: |e| for MAE, and for RMSE and R², with s = √(Σe²/n),

    s₁ − s₂ = (s₁² − s₂²) / (s₁ + s₂),    R²₁ − R²₂ = −(s₁² − s₂²) / (Σ(y − ȳ)²/n).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.intervals import corrected_resampled_t_test, mean_interval
from fenlei.study.data import StudyData
from fenlei.study.facts.metrics import number_scores
from fenlei.study.facts.schema import MeanInterval, PairedFacts, QuantityFacts, ResidualFacts

MAX_POINTS, MAX_WORST, BINS = 400, 8, 20  # points of the picture, rows in the table, bars of the distribution

Numbers = NDArray[np.float64]


def quantity_facts(y: Numbers) -> QuantityFacts:
    """The distribution of a quantity: five numbers, mean, standard deviation and a histogram."""
    low, first, median, third, high = (float(q) for q in np.quantile(y, [0, 0.25, 0.5, 0.75, 1]))
    counts, edges = np.histogram(y, bins=min(BINS, max(1, len(np.unique(y)))))
    return {
        "low": low,
        "first_quartile": first,
        "median": median,
        "third_quartile": third,
        "high": high,
        "mean": float(y.mean()),
        "deviation": float(y.std()),
        "edges": edges.tolist(),
        "counts": counts.tolist(),
    }


def residual_facts(data: StudyData, rows: NDArray[np.int64], predicted: Numbers) -> ResidualFacts:
    """Points for the picture, evenly spaced in the order of the prediction, and the rows that are worst."""
    assert data.numbers is not None
    y = data.numbers[rows]
    order = np.argsort(predicted, kind="stable")
    shown = order[np.unique(np.linspace(0, len(order) - 1, min(MAX_POINTS, len(order))).round().astype(int))]
    residuals = y - predicted
    worst = np.argsort(-np.abs(residuals), kind="stable")[:MAX_WORST]
    return {
        "predicted": predicted[shown].tolist(),
        "residual": residuals[shown].tolist(),
        "total": len(rows),
        "bias": float(residuals.mean()),
        "deviation": float(residuals.std()),
        "half": float(np.quantile(np.abs(residuals), 0.5)),
        "most": float(np.quantile(np.abs(residuals), 0.9)),
        "worst": [
            {"row": int(data.rows[rows[i]]), "value": float(y[i]), "predicted": float(predicted[i])}
            for i in worst
        ],
    }


def pooled_number_summary(y: Numbers, predicted: Numbers, level: float) -> dict[str, MeanInterval]:
    """Scores of all tested rows together; the interval of the RMSE is that of the mean squared error."""
    found = number_scores(y, predicted)
    summary: dict[str, MeanInterval] = {
        name: {"mean": value, "low": None, "high": None} for name, value in found.items()
    }
    if len(y) > 1:
        errors = np.abs(y - predicted)
        _, low, high = mean_interval(errors, level)
        summary["mae"] |= {"low": max(0.0, low), "high": high}
        _, low, high = mean_interval(errors**2, level)
        summary["rmse"] |= {"low": math.sqrt(max(0.0, low)), "high": math.sqrt(high)}
    return summary


def pooled_number_test(
    metric: str, y: Numbers, first: Numbers, second: Numbers, level: float
) -> PairedFacts | None:
    """The difference of a score of two predictions of the same rows, `first` minus `second`.

    Examples
    --------
    >>> y, ones = np.array([1.0, 2.0, 3.0, 4.0]), np.ones(4)
    >>> test = pooled_number_test("mae", y, y + 2 * ones, y + np.array([1.0, -1.0, 1.0, -1.0]), 0.95)
    >>> test["difference"], test["p"]
    (1.0, 0.0)
    """
    if len(y) < 2:
        return None
    a, b = np.abs(y - first), np.abs(y - second)
    if metric != "mae":
        a, b = a**2, b**2
        spread = -float(y.var()) if metric == "r2" else math.sqrt(a.mean()) + math.sqrt(b.mean())
        a, b = (a / spread, b / spread) if spread else (a, b)
    test = corrected_resampled_t_test(a, b, test_train_ratio=0.0, level=level)
    return {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}
