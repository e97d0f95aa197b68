"""k-means and mixtures, one row, one centre and one component at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def nearest(X: Any, centres: Any) -> np.ndarray:
    """Index of the nearest centre of each row; the first of equals."""
    labels = []
    for x in X:
        squares = [sum((a - b) ** 2 for a, b in zip(x, c, strict=True)) for c in centres]
        labels.append(squares.index(min(squares)))
    return np.array(labels)


def inertia(X: Any, centres: Any, labels: Any, w: Any) -> float:
    return math.fsum(
        weight * sum((a - b) ** 2 for a, b in zip(x, centres[k], strict=True))
        for x, k, weight in zip(X, labels, w, strict=True)
    )


def lloyd(X: Any, start: Any, w: Any, max_iter: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Centres, labels and rounds, with no tolerance and no empty cluster."""
    X, centres, old, rounds = np.asarray(X, float), np.array(start, float), None, 0
    for _ in range(max_iter):
        rounds += 1
        labels = nearest(X, centres)
        centres = np.array(
            [
                np.average(X[labels == k], axis=0, weights=np.asarray(w)[labels == k])
                for k in range(len(centres))
            ]
        )
        if old is not None and (labels == old).all():
            break
        old = labels
    return centres, nearest(X, centres), rounds


def plusplus(X: Any, K: int, w: Any, rng: np.random.RandomState) -> list[int]:
    """Rows that greedy k-means++ draws."""
    X, w = np.asarray(X, float), np.asarray(w, float)
    rows = [int(rng.choice(len(X), p=w / w.sum()))]
    for _ in range(1, K):
        D = [min(float(((x - X[r]) ** 2).sum()) for r in rows) for x in X]
        cumulative = np.cumsum(w * D)
        drawn = np.searchsorted(cumulative, rng.uniform(size=2 + int(math.log(K))) * cumulative[-1])
        left = [
            math.fsum(
                weight * min(d, float(((x - X[c]) ** 2).sum())) for x, d, weight in zip(X, D, w, strict=True)
            )
            for c in drawn
        ]
        rows.append(int(drawn[int(np.argmin(left))]))
    return rows


def silhouette(X: Any, labels: Any) -> float:
    X, labels = np.asarray(X, float), np.asarray(labels)
    values = []
    for i, x in enumerate(X):
        mean = {}
        for k in set(labels.tolist()):
            others = [math.dist(x, X[t]) for t in range(len(X)) if labels[t] == k and t != i]
            mean[k] = sum(others) / len(others) if others else None
        own = mean.pop(labels[i])
        rest = min(value for value in mean.values() if value is not None)
        values.append(0.0 if own is None else (rest - own) / max(own, rest))
    return sum(values) / len(values)


def log_normal(x: Any, mean: Any, covariance: Any) -> float:
    d = np.asarray(x, float) - mean
    _, log_det = np.linalg.slogdet(covariance)
    return float(-0.5 * (len(d) * math.log(2 * math.pi) + log_det + d @ np.linalg.solve(covariance, d)))


def full_covariances(covariances: Any, form: str, K: int, p: int) -> list[np.ndarray]:
    """Covariance matrices of all components, from any form."""
    C = np.asarray(covariances)
    return {
        "full": lambda: [C[k] for k in range(K)],
        "tied": lambda: [C] * K,
        "diag": lambda: [np.diag(C[k]) for k in range(K)],
        "spherical": lambda: [C[k] * np.eye(p) for k in range(K)],
    }[form]()


def gaussian_step(X: Any, w: Any, pi: Any, mu: Any, Sigma: Any, form: str, reg: float) -> tuple[Any, ...]:
    """One EM step: new weights, means, covariances, and the log-likelihood before it."""
    X, K, p = np.asarray(X, float), len(pi), np.shape(X)[1]
    matrices = full_covariances(Sigma, form, K, p)
    r, total = np.empty((len(X), K)), 0.0
    for i, x in enumerate(X):
        joint = [math.log(pi[k]) + log_normal(x, mu[k], matrices[k]) for k in range(K)]
        top = max(joint)
        log_p = top + math.log(sum(math.exp(value - top) for value in joint))
        total += w[i] * log_p
        r[i] = [w[i] * math.exp(value - log_p) for value in joint]
    N = r.sum(axis=0)
    means = np.array([(r[:, k, None] * X).sum(axis=0) / N[k] for k in range(K)])
    S = [
        sum(r[i, k] * np.outer(X[i] - means[k], X[i] - means[k]) for i in range(len(X))) / N[k]
        for k in range(K)
    ]
    pooled = sum(n * s for n, s in zip(N, S, strict=True)) / N.sum() + reg * np.eye(p)
    covariances = {
        "full": lambda: np.array([s + reg * np.eye(p) for s in S]),
        "tied": lambda: pooled,
        "diag": lambda: np.array([np.diag(s) + reg for s in S]),
        "spherical": lambda: np.array([np.trace(s) / p + reg for s in S]),
    }[form]()
    return N / N.sum(), means, covariances, total


def categorical_step(X: Any, w: Any, pi: Any, tables: Any, alpha: float) -> tuple[Any, ...]:
    """One EM step of a categorical mixture; tables[j][k][v]."""
    K, r, total = len(pi), [], 0.0
    for x, weight in zip(X, w, strict=True):
        joint = [pi[k] * math.prod(tables[j][k][int(v)] for j, v in enumerate(x)) for k in range(K)]
        total += weight * math.log(sum(joint))
        r.append([weight * value / sum(joint) for value in joint])
    N = np.sum(r, axis=0)
    new = []
    for j, table in enumerate(tables):
        count = np.zeros(np.shape(table))
        for x, share in zip(X, r, strict=True):
            count[:, int(x[j])] += share
        new.append((count + alpha) / (N + alpha * count.shape[1])[:, None])
    return N / N.sum(), new, total
