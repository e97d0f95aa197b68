"""Logistic and softmax regression in plain loops: objective, gradient, Hessian and Newton's method."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


def scores(x: Array, theta: Array, intercept: bool) -> list[float]:
    """Score of every class; two classes have 0 and the log-odds."""
    features = [*map(float, x), *([1.0] if intercept else [])]
    rows = [sum(f * float(t) for f, t in zip(features, row, strict=True)) for row in theta]
    return [0.0, *rows] if len(theta) == 1 else rows


def probabilities(x: Array, theta: Array, intercept: bool) -> list[float]:
    a = scores(x, theta, intercept)
    top = max(a)
    e = [math.exp(v - top) for v in a]
    return [v / math.fsum(e) for v in e]


def objective(
    X: Array, codes: Array, w: Array, theta: Array, intercept: bool, ridge: Array, lasso: Array
) -> float:
    total = []
    for x, c, weight in zip(X, codes, w, strict=True):
        a = scores(x, theta, intercept)
        top = max(a)
        total.append(weight * (top + math.log(math.fsum(math.exp(v - top) for v in a)) - a[c]))
    for row in theta:
        for t, r, one in zip(row, ridge, lasso, strict=True):
            total.append(0.5 * r * t * t + one * abs(t))
    return math.fsum(total)


def gradient(X: Array, codes: Array, w: Array, theta: Array, intercept: bool, ridge: Array) -> Array:
    g = np.array(theta * ridge)
    for x, c, weight in zip(X, codes, w, strict=True):
        p = probabilities(x, theta, intercept)
        features = [*map(float, x), *([1.0] if intercept else [])]
        for k in range(len(theta)):
            label = 1 if len(theta) == 1 else k
            for j, f in enumerate(features):
                g[k, j] += weight * (p[label] - (c == label)) * f
    return g


def hessian(X: Array, codes: Array, w: Array, theta: Array, intercept: bool, ridge: Array) -> Array:
    r, q = theta.shape
    H = np.diag(np.tile(ridge, r)).astype(float)
    for x, weight in zip(X, w, strict=True):
        p = probabilities(x, theta, intercept)
        features = [*map(float, x), *([1.0] if intercept else [])]
        for k in range(r):
            for m in range(r):
                a, b = (1, 1) if r == 1 else (k, m)
                s = weight * p[a] * ((a == b) - p[b])
                for i, f in enumerate(features):
                    for j, g in enumerate(features):
                        H[k * q + i, m * q + j] += s * f * g
    return H


def sgd_pass(X: Array, codes: Array, theta: Array, ridge: Array, eta: float, batch: int) -> Array:
    """One pass in order, `batch` rows a step, intercept last; gradients are summed."""
    theta, n = theta.copy(), len(X)
    for start in range(0, n, batch):
        rows = range(start, min(start + batch, n))
        step = np.zeros_like(theta)
        for i in rows:
            step += gradient(
                X[i : i + 1], codes[i : i + 1], np.ones(1), theta, True, np.zeros(theta.shape[1])
            )
        theta = theta - eta * (step + len(rows) / n * ridge * theta)
    return theta
