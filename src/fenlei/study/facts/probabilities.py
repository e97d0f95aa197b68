"""Calibration of a model's probabilities, and the cost of decisions that use them.

Calibration: of the rows given a probability near p, a share p should belong to the class; the Brier score is
the mean squared distance of the probabilities from the truth. Cost: for two classes, the smallest normalised
expected cost over the probability-cost (Drummond, Holte 2006); with a reject option of cost r, a row is
answered where its largest probability is at least 1 - r (Chow 1970), and

    cost(r) = (wrong answers + r rejected rows) / rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.probability import brier_score_loss, calibration_curve
from fenlei.evaluate.thresholds.operating_points import cost_curve
from fenlei.study.facts.schema import CalibrationFacts, CostCurveFacts, CostFacts, RejectFacts, Reliability

BINS = 10
MAX_CLASSES = 10  # the largest ones
REJECT_COSTS = (0.05, 0.1, 0.2, 0.3, 0.5)
COST_POINTS = 101

Codes = NDArray[np.int64]
Matrix = NDArray[np.float64]


def calibration(codes: Codes, proba: Matrix, names: list[str]) -> CalibrationFacts:
    """Brier score of all classes, and the reliability of each, one against the rest.

    Of two classes only the second is given: the first is its mirror image.
    """
    K, p = len(names), np.clip(proba, 0.0, 1.0)
    sizes = np.bincount(codes, minlength=K)
    shown = [1] if K == 2 else sorted(np.argsort(-sizes, kind="stable")[:MAX_CLASSES].tolist())
    miss = p.copy()
    miss[np.arange(len(codes)), codes] -= 1.0
    brier = float((miss**2).sum(axis=1).mean() * (0.5 if K == 2 else 1.0))
    return {"brier": brier, "classes": {names[k]: reliability(codes == k, p[:, k]) for k in shown}}


def reliability(positive: NDArray[np.bool_], p: Matrix) -> Reliability:
    """Mean probability x, share of the class y and number of rows in each bin that is not empty."""
    share, mean = calibration_curve(positive, p, pos_label=True, n_bins=BINS)
    rows = np.bincount(np.searchsorted(np.linspace(0.0, 1.0, BINS + 1)[1:-1], p))
    return {
        "x": mean.tolist(),
        "y": share.tolist(),
        "rows": rows[rows > 0].tolist(),
        "brier": brier_score_loss(positive, p, pos_label=True),
    }


def costs(codes: Codes, proba: Matrix, names: list[str], are_probabilities: bool) -> CostFacts:
    """The cost curve of two classes, and what a reject option gives where there are probabilities."""
    return {
        "curve": curve(codes, proba, names) if len(names) == len(np.unique(codes)) == 2 else None,
        "reject": [rejecting(codes, proba, r) for r in REJECT_COSTS] if are_probabilities else [],
    }


def curve(codes: Codes, proba: Matrix, names: list[str]) -> CostCurveFacts:
    """Smallest normalised expected cost y over the probability-cost x of the second class."""
    x = np.linspace(0.0, 1.0, COST_POINTS)
    found = cost_curve(codes == 1, proba[:, 1], pos_label=True)
    return {"positive": names[1], "x": x.tolist(), "y": found.at(x).tolist()}


def rejecting(codes: Codes, proba: Matrix, r: float) -> RejectFacts:
    """Chow's rule at reject cost r: share answered, error among the answers, cost per row."""
    answered = proba.max(axis=1) >= 1.0 - r
    wrong = int((answered & (proba.argmax(axis=1) != codes)).sum())
    n, kept = len(codes), int(answered.sum())
    return {
        "reject_cost": r,
        "coverage": kept / n,
        "risk": wrong / kept if kept else None,
        "cost": (wrong + r * (n - kept)) / n,
    }
