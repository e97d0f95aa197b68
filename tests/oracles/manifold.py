"""Slow, obvious twins of the manifold kernels: loops and textbook formulas only."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import brentq


def all_paths(n: int, edges: list[tuple[int, int, float]]) -> np.ndarray:
    """Floyd and Warshall: lengths (n, n) of the shortest paths, edges walked both ways."""
    D = np.full((n, n), np.inf)
    np.fill_diagonal(D, 0.0)
    for a, b, length in edges:
        D[a, b] = D[b, a] = min(D[a, b], length)
    for via in range(n):
        for a in range(n):
            for b in range(n):
                D[a, b] = min(D[a, b], D[a, via] + D[via, b])
    return D


def nearest_edges(X: np.ndarray, k: int) -> list[tuple[int, int, float]]:
    """Edges from each row to its k nearest, ties by row number."""
    edges = []
    for i in range(len(X)):
        ranked = sorted((math.dist(X[i], X[j]), j) for j in range(len(X)) if j != i)
        edges += [(i, j, distance) for distance, j in ranked[:k]]
    return edges


def classical_scaling(D: np.ndarray, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues of -½ J D² J, falling, and |coordinates| of the d largest."""
    n = len(D)
    J = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * J @ D**2 @ J)
    values, vectors = values[::-1], vectors[:, ::-1]
    return values, np.abs(vectors[:, :d] * np.sqrt(np.maximum(values[:d], 0.0)))


def barycentric_weights(X: np.ndarray, Y: np.ndarray, index: np.ndarray, reg: float) -> np.ndarray:
    """Weights that rebuild each row of X from Y[index], row by row."""
    rows = []
    for x, near in zip(X, index, strict=True):
        C = Y[near] - x
        G = C @ C.T
        trace = np.trace(G)
        w = np.linalg.solve(G + np.eye(len(G)) * (reg * trace if trace > 0 else reg), np.ones(len(G)))
        rows.append(w / w.sum())
    return np.array(rows)


def lle_matrix(X: np.ndarray, index: np.ndarray, reg: float) -> np.ndarray:
    """(I - W)ᵀ(I - W), dense."""
    W = np.zeros((len(X), len(X)))
    np.put_along_axis(W, index, barycentric_weights(X, X, index, reg), axis=1)
    A = np.eye(len(X)) - W
    return A.T @ A


def tangent_matrix(X: np.ndarray, index: np.ndarray, d: int) -> np.ndarray:
    """Σ_i S_i (I - GGᵀ) S_iᵀ of local tangent space alignment, dense."""
    M = np.zeros((len(X), len(X)))
    for near in index:
        k = len(near)
        C = X[near] - X[near].mean(axis=0)
        U = np.linalg.eigh(C @ C.T)[1][:, ::-1][:, :d]
        G = np.column_stack([np.full(k, 1 / math.sqrt(k)), U])
        M[np.ix_(near, near)] += np.eye(k) - G @ G.T
    return M


def hessian_matrix(X: np.ndarray, index: np.ndarray, d: int) -> np.ndarray:
    """Σ_i S_i H_i H_iᵀ S_iᵀ of Hessian eigenmaps (Donoho and Grimes 2003), by Gram and Schmidt, dense."""
    M = np.zeros((len(X), len(X)))
    for near in index:
        C = X[near] - X[near].mean(axis=0)
        U = np.linalg.eigh(C @ C.T)[1][:, ::-1][:, :d]
        columns = [np.ones(len(near)), *U.T, *(U[:, a] * U[:, b] for a in range(d) for b in range(a, d))]
        basis: list[np.ndarray] = []
        for column in columns:
            for _ in range(2):
                for unit in basis:
                    column = column - unit * (unit @ column)
            basis.append(column / np.linalg.norm(column))
        H = np.array(basis[d + 1 :])
        M[np.ix_(near, near)] += H.T @ H
    return M


def conditional(square: np.ndarray, perplexity: float) -> np.ndarray:
    """p_j of one row of squared distances, β found by Brent's method."""

    def p(log_beta: float) -> np.ndarray:
        w = np.exp(-math.exp(log_beta) * (square - square.min()))
        return w / w.sum()

    def excess(log_beta: float) -> float:
        q = p(log_beta)
        return float(-(q[q > 0] * np.log(q[q > 0])).sum() - math.log(perplexity))

    scale = math.log(np.mean(square))
    return p(brentq(excess, -scale - 20, -scale + 20, xtol=1e-14))


def tsne_divergence(P: np.ndarray, Y: np.ndarray, nu: float) -> float:
    """KL(P|Q) of the map Y (n, d), pair by pair."""
    n = len(Y)
    w = {
        (i, j): (1 + math.dist(Y[i], Y[j]) ** 2 / nu) ** (-(nu + 1) / 2)
        for i in range(n)
        for j in range(n)
        if i != j
    }
    Z = math.fsum(w.values())
    return math.fsum(P[i, j] * math.log(P[i, j] * Z / w[i, j]) for i, j in w if P[i, j] > 0)


def sne_cost(P: np.ndarray, Y: np.ndarray) -> float:
    """Σ_i KL(P_i | Q_i) of the map Y (n, d), pair by pair."""
    cost = 0.0
    for i in range(len(Y)):
        others = [j for j in range(len(Y)) if j != i]
        w = {j: math.exp(-(math.dist(Y[i], Y[j]) ** 2)) for j in others}
        z = math.fsum(w.values())
        cost += math.fsum(P[i, j] * math.log(P[i, j] * z / w[j]) for j in others if P[i, j] > 0)
    return cost


def numeric_gradient(function, Y: np.ndarray, h: float = 1e-5) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Central differences of a function of Y (n, d)."""
    gradient = np.empty(Y.shape)
    for place in np.ndindex(Y.shape):
        up, down = Y.copy(), Y.copy()
        up[place] += h
        down[place] -= h
        gradient[place] = (function(up) - function(down)) / (2 * h)
    return gradient
