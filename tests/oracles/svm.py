"""Slow twins of the support vector machines: kernels by loops, the dual and the primal by general
optimisers.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.optimize import minimize


def kernel_value(name: str, a: Any, b: Any, gamma: float, coef0: float, degree: int) -> float:
    """κ(a, b), term by term."""
    dot = sum(x * z for x, z in zip(a, b, strict=True))
    l1 = sum(abs(x - z) for x, z in zip(a, b, strict=True))
    l2 = sum((x - z) ** 2 for x, z in zip(a, b, strict=True))
    return {
        "linear": lambda: dot,
        "poly": lambda: (gamma * dot + coef0) ** degree,
        "rbf": lambda: math.exp(-gamma * l2),
        "sigmoid": lambda: math.tanh(gamma * dot + coef0),
        "laplacian": lambda: math.exp(-gamma * l1),
        "laplacian_euclidean": lambda: math.exp(-gamma * math.sqrt(l2)),
    }[name]()


def gram(name: str, X: Any, Z: Any, gamma: float = 1.0, coef0: float = 0.0, degree: int = 3) -> np.ndarray:
    return np.array([[kernel_value(name, a, b, gamma, coef0, degree) for b in Z] for a in X])


def smo(K: np.ndarray, y: np.ndarray, C: np.ndarray, tol: float = 1e-10) -> np.ndarray:
    """α by plain first-order pair steps, the most violating pair each time."""
    n = len(y)
    alpha = np.zeros(n)
    for _ in range(200_000):
        g = y * (K @ (alpha * y)) - 1
        up = [i for i in range(n) if (y[i] > 0 and alpha[i] < C[i]) or (y[i] < 0 and alpha[i] > 0)]
        down = [i for i in range(n) if (y[i] > 0 and alpha[i] > 0) or (y[i] < 0 and alpha[i] < C[i])]
        i, j = max(up, key=lambda k: -y[k] * g[k]), min(down, key=lambda k: -y[k] * g[k])
        gap = -y[i] * g[i] + y[j] * g[j]
        if gap <= tol:
            break
        step = gap / max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
        step = min(step, C[i] - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C[j] - alpha[j])
        alpha[i] += y[i] * step
        alpha[j] -= y[j] * step
    return alpha


def dual_value(K: np.ndarray, y: np.ndarray, alpha: np.ndarray) -> float:
    beta = alpha * y
    return float(alpha.sum() - 0.5 * beta @ K @ beta)


def kkt_violation(K: np.ndarray, y: np.ndarray, C: np.ndarray, alpha: np.ndarray) -> float:
    """max over pairs that can move of the gain per unit."""
    g = K @ (alpha * y) - y
    grow = [g[i] for i in range(len(y)) if (y[i] > 0 and alpha[i] < C[i]) or (y[i] < 0 and alpha[i] > 0)]
    fall = [g[i] for i in range(len(y)) if (y[i] > 0 and alpha[i] > 0) or (y[i] < 0 and alpha[i] < C[i])]
    return max(fall) - min(grow)


def linear_objective(
    v: np.ndarray, X: np.ndarray, y: np.ndarray, cost: np.ndarray, bias: float, penalty: str, loss: str
) -> float:
    """Objective of `LinearSVC` at the weights v, that of the constant column last; row by row."""
    total = sum(abs(x) for x in v) if penalty == "l1" else 0.5 * sum(x * x for x in v)
    for row, label, price in zip(X, y, cost, strict=True):
        short = max(0.0, 1 - label * (float(row @ v[:-1]) + bias * v[-1]))
        total += price * (short if loss == "hinge" else short**2)
    return float(total)


def squared_hinge(X: np.ndarray, y: np.ndarray, cost: np.ndarray, bias: float) -> np.ndarray:
    """Weights of the l2 squared hinge, by a general quasi-Newton method."""
    Z = y[:, None] * np.column_stack([X, np.full(len(X), bias)])

    def value(v: np.ndarray) -> tuple[float, np.ndarray]:
        short = np.maximum(0, 1 - Z @ v)
        return 0.5 * v @ v + cost @ short**2, v - 2 * Z.T @ (cost * short)

    return minimize(value, np.zeros(Z.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-10}).x


def crammer_singer(X: np.ndarray, codes: np.ndarray, cost: np.ndarray, K: int) -> np.ndarray:
    """Weights (K, p + 1) of the joint machine: its quadratic programme, by a general optimiser."""
    Z, n = np.column_stack([X, np.ones(len(X))]), len(X)
    m = K * Z.shape[1]
    lines = []  # w_y'x - w_k'x + slack >= 1, k not y; slack >= 0
    for i in range(n):
        for k in range(K):
            line = np.zeros((K, Z.shape[1]))
            line[codes[i]] += Z[i]
            line[k] -= Z[i]
            lines.append(np.append(line.ravel(), np.eye(n)[i]))
    A, b = np.array(lines), np.array([float(k != c) for c in codes for k in range(K)])
    found = minimize(
        lambda v: 0.5 * v[:m] @ v[:m] + cost @ v[m:],
        np.append(np.zeros(m), np.ones(n)),
        jac=lambda v: np.append(v[:m], cost),
        constraints={"type": "ineq", "fun": lambda v: A @ v - b, "jac": lambda v: A},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return found.x[:m].reshape(K, -1)
