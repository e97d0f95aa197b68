"""Votes and pairwise coupling, row by row."""

from __future__ import annotations

from typing import Any

import numpy as np


def one_vs_one_scores(second: Any, confidence: Any, K: int) -> np.ndarray:
    """Votes plus squashed sums of confidences, one row and one pair at a time."""
    scores = np.zeros((len(second), K))
    for row in range(len(second)):
        votes, sums = [0] * K, [0.0] * K
        m = 0
        for i in range(K):
            for j in range(i + 1, K):
                votes[j if second[row][m] else i] += 1
                sums[i] -= confidence[row][m]
                sums[j] += confidence[row][m]
                m += 1
        for k in range(K):
            scores[row, k] = votes[k] + sums[k] / (3 * (abs(sums[k]) + 1))
    return scores


def coupling_objective(p: Any, second: Any) -> float:
    """Σ_i Σ_{j≠i} (r_ji p_i - r_ij p_j)² of one row."""
    K, m, total = len(p), 0, 0.0
    for i in range(K):
        for j in range(i + 1, K):
            r_ji, r_ij = second[m], 1 - second[m]
            total += 2 * (r_ji * p[i] - r_ij * p[j]) ** 2
            m += 1
    return total


def one_vs_rest_class(scores: Any) -> int:
    """The three cases of the document: one yes, several, none."""
    yes = [k for k, score in enumerate(scores) if score > 0]
    if len(yes) == 1:
        return yes[0]
    among = yes or range(len(scores))
    best = max(scores[k] for k in among)
    return next(k for k in among if scores[k] == best)
