"""Reductions of dimension as the textbook writes them: loops over rows, pairs and angles."""

from __future__ import annotations

from math import atan2, cos, lgamma, log, pi, sin, sqrt
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


def jacobi(A: Any) -> tuple[Array, Array]:
    """Eigenvalues, descending, and eigenvectors as columns of a symmetric matrix, by plane rotations."""
    A = np.array(A, dtype=float)
    n = len(A)
    V = np.eye(n)
    for _ in range(100):
        if sum(A[i, j] ** 2 for i in range(n) for j in range(i)) <= 1e-32 * np.sum(A**2):
            break
        for i in range(n):
            for j in range(i + 1, n):
                angle = 0.5 * atan2(2.0 * A[i, j], A[j, j] - A[i, i])
                R = np.eye(n)
                R[i, i] = R[j, j] = cos(angle)
                R[i, j], R[j, i] = sin(angle), -sin(angle)
                A, V = R.T @ A @ R, V @ R
    order = np.argsort(-np.diag(A))
    return np.diag(A)[order], V[:, order]


def covariance(X: Any, w: Any = None) -> tuple[Array, Array]:
    """Mean and covariance, divisor Σw - 1, one row at a time."""
    X = np.asarray(X, dtype=float)
    w = np.ones(len(X)) if w is None else np.asarray(w, dtype=float)
    mean = sum(weight * x for weight, x in zip(w, X, strict=True)) / w.sum()
    S = sum(weight * np.outer(x - mean, x - mean) for weight, x in zip(w, X, strict=True))
    return mean, S / (w.sum() - 1)


def centred(K: Any) -> Array:
    """K less row means and column means plus the grand mean, entry by entry."""
    K = np.asarray(K, dtype=float)
    n = len(K)
    return np.array(
        [[K[i, j] - sum(K[i]) / n - sum(K[:, j]) / n + K.sum() / n**2 for j in range(n)] for i in range(n)]
    )


def distances(X: Any) -> Array:
    return np.array([[sqrt(sum((a - b) ** 2 for a, b in zip(x, z, strict=True))) for z in X] for x in X])


def stress(X: Any, wanted: Any, weights: Any = None) -> float:
    """Σ_{i<j} w (d - δ̂)²."""
    D, n = distances(X), len(X)
    w = np.ones((n, n)) if weights is None else weights
    return sum(w[i][j] * (D[i, j] - wanted[i][j]) ** 2 for j in range(n) for i in range(j))


def guttman(X: Any, wanted: Any, weights: Any = None) -> Array:
    """V⁺ B(X) X with the matrices written out."""
    D, n = distances(X), len(X)
    w = np.ones((n, n)) if weights is None else np.asarray(weights, dtype=float)
    B, V = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i != j:
                V[i, j] = -w[i, j]
                B[i, j] = -w[i, j] * wanted[i][j] / D[i, j] if D[i, j] > 0 else 0.0
    B -= np.diag(B.sum(axis=1))
    V -= np.diag(V.sum(axis=1))
    return np.linalg.pinv(V) @ B @ X


def isotonic(values: Any, weights: Any) -> list[float]:
    """The max-min formula: fit_k = max over i ≤ k of the min over j ≥ k of the weighted mean of i … j."""

    def mean(i: int, j: int) -> float:
        part = range(i, j + 1)
        return sum(weights[t] * values[t] for t in part) / sum(weights[t] for t in part)

    n = len(values)
    return [max(min(mean(i, j) for j in range(k, n)) for i in range(k + 1)) for k in range(n)]


def log_evidence(variances: Any, k: int, n: float) -> float:
    """Minka's log p(X | k), factor by factor."""
    p = len(variances)
    v = sum(variances[k:]) / (p - k)
    smoothed = [*variances[:k], *[v] * (p - k)]
    m = p * k - k * (k + 1) / 2
    total = -k * log(2) + sum(lgamma((p - i) / 2) - (p - i) / 2 * log(pi) for i in range(k))
    total -= n / 2 * sum(log(value) for value in variances[:k]) + n * (p - k) / 2 * log(v)
    total += (m + k) / 2 * log(2 * pi) - k / 2 * log(n)
    for i in range(k):
        for j in range(i + 1, p):
            bend = (1 / smoothed[j] - 1 / smoothed[i]) * (variances[i] - variances[j]) * n
            total -= 0.5 * log(bend)
    return total
