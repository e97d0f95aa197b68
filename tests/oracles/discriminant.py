"""Gaussian discriminants with exact fractions up to the last logarithm."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from tests.oracles.moments import exact, exact_moments
from tests.oracles.scatter import exact_scatters

Matrix = list[list[Fraction]]


def solve(A: Matrix, b: list[Fraction]) -> tuple[list[Fraction], Fraction]:
    """x with A x = b and det A, by elimination; A must be regular."""
    n = len(A)
    rows = [[*A[i], b[i]] for i in range(n)]
    determinant = Fraction(1)
    for c in range(n):
        pivot = next(i for i in range(c, n) if rows[i][c] != 0)
        if pivot != c:
            rows[c], rows[pivot] = rows[pivot], rows[c]
            determinant = -determinant
        determinant *= rows[c][c]
        for i in range(n):
            if i != c:
                factor = rows[i][c] / rows[c][c]
                rows[i] = [a - factor * top for a, top in zip(rows[i], rows[c], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)], determinant


def dot(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def log_fraction(value: Fraction) -> float:
    """log of a fraction whose parts may be too large for a float."""
    return math.log(value.numerator) - math.log(value.denominator)


def lda_scores(
    X: Any, train: Any, codes: Any, w: Any, K: int, priors: Any = None, degrees: int = 0
) -> np.ndarray:
    """x'Σ⁻¹μ_k - ½ μ_k'Σ⁻¹μ_k + log π_k with Σ = S_w / (n - degrees), less the score of class 0; (n, K)."""
    weight, mean, _ = exact_moments(train, codes, w, K)
    n = sum(weight)
    Sigma = _combine(exact_scatters(train, codes, w, K), [1 / (n - degrees)] * K)
    prior = [v / n for v in weight] if priors is None else exact(priors)
    directions = [solve(Sigma, mu)[0] for mu in mean]
    scores = np.empty((len(X), K))
    for i, x in enumerate(exact(np.asarray(X, dtype=float))):
        linear = [dot(x, d) - dot(mu, d) / 2 for d, mu in zip(directions, mean, strict=True)]
        for k in range(K):
            scores[i, k] = float(linear[k] - linear[0]) + log_fraction(prior[k] / prior[0])
    return scores


def qda_scores(
    X: Any, train: Any, codes: Any, w: Any, K: int, priors: Any = None, reg_param: float = 0.0
) -> np.ndarray:
    """log π_k - ½ log det Σ_k - ½ (x - μ_k)'Σ_k⁻¹(x - μ_k) with Σ_k = (1 - r) S_k / n_k + r I; (n, K)."""
    weight, mean, _ = exact_moments(train, codes, w, K)
    prior = [v / sum(weight) for v in weight] if priors is None else exact(priors)
    r = Fraction(reg_param)
    scores = np.empty((len(X), K))
    for k, S in enumerate(exact_scatters(train, codes, w, K)):
        p = len(S)
        Sigma = [[(1 - r) * S[i][j] / weight[k] + r * (i == j) for j in range(p)] for i in range(p)]
        for i, x in enumerate(exact(np.asarray(X, dtype=float))):
            deviation = [a - b for a, b in zip(x, mean[k], strict=True)]
            solution, determinant = solve(Sigma, deviation)
            scores[i, k] = log_fraction(prior[k]) - 0.5 * log_fraction(determinant)
            scores[i, k] -= 0.5 * float(dot(deviation, solution))
    return scores


def _combine(matrices: list[Matrix], factors: list[Fraction]) -> Matrix:
    p = len(matrices[0])
    return [
        [sum((f * M[i][j] for f, M in zip(factors, matrices, strict=True)), Fraction(0)) for j in range(p)]
        for i in range(p)
    ]
