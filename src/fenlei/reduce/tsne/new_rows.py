r"""New rows in a finished map of SNE or t-SNE.

A new row x has neighbours among the training rows and hence probabilities p_j, Σ p_j = 1, as a training
row has. Its position is the y of least divergence from q_j = w_j / Σ_l w_l over the n points of the map,
which stay where they are:

    f(y) = -Σ_j p_j log w_j + log Σ_j w_j,      w_j = t_j^((ν+1)/2) (t-SNE)  or  exp(-|y - y_j|²) (SNE),
    ∇f   = c Σ_j (p_j - q_j) s_j (y - y_j),     c s_j = (ν+1)/ν t_j          or  2.

Descent starts at the better of two points, the mean of the neighbours by p and the nearest neighbour, and
halves a step that does not go down. Each row is placed by itself; a row that is a training row is where
that is.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.rows import copy_values
from fenlei.kernels.threads import run_blocks

STEPS = 200
TOLERANCE = 1e-7  # of the gradient, and of a step relative to the size of the map


@part_of_kernel
def value_at(
    Y: Array, index: Array, p: Array, nu: float, y: Array, out_w: Array, out_gradient: Array
) -> float:
    """f(y) and its gradient (D,); ν = 0 stands for SNE. `out_w` (n,) is room for the weights."""
    D, n = Y.shape
    out_w[:] = 0.0
    for c in range(D):
        coordinate, own = Y[c], y[c]
        for j in range(n):
            out_w[j] += (own - coordinate[j]) ** 2
    value, nearest = 0.0, np.min(out_w)
    out_gradient[:] = 0.0
    for e in range(index.shape[0]):
        j = index[e]
        share = 2.0 if nu == 0.0 else (nu + 1.0) / (nu + out_w[j])
        value += p[e] * (out_w[j] if nu == 0.0 else 0.5 * (nu + 1.0) * np.log1p(out_w[j] / nu))
        for c in range(D):
            out_gradient[c] += p[e] * share * (y[c] - Y[c, j])
    total = 0.0
    push = np.zeros(D)
    for j in range(n):
        square = out_w[j]
        if nu == 0.0:
            w, share = exp(nearest - square), 2.0
        else:
            t = nu / (nu + square)
            w, share = t if nu == 1.0 else t ** (0.5 * (nu + 1.0)), t * (nu + 1.0) / nu
        total += w
        out_w[j] = w * share
    for c in range(D):
        coordinate, own = Y[c], y[c]
        for j in range(n):
            push[c] += out_w[j] * (own - coordinate[j])
        out_gradient[c] -= push[c] / total
    return value + np.log(total) - (nearest if nu == 0.0 else 0.0)


@kernel
def place_rows(Y: Array, index: Array, p: Array, nu: float, out_places: Array) -> None:
    """Coordinates (m, D) of rows with probabilities p (m, k) on the training rows index (m, k), Y (D, n)."""
    D, n = Y.shape
    w, gradient, trial_gradient = np.empty(n), np.empty(D), np.empty(D)
    y, trial = np.empty(D), np.empty(D)
    size = 0.0
    for c in range(D):
        size = max(size, np.max(Y[c]) - np.min(Y[c]))
    for i in range(index.shape[0]):
        for c in range(D):
            y[c] = Y[c, index[i, 0]]
            trial[c] = 0.0
            for e in range(index.shape[1]):
                trial[c] += p[i, e] * Y[c, index[i, e]]
        value = value_at(Y, index[i], p[i], nu, y, w, gradient)
        trial_value = value_at(Y, index[i], p[i], nu, trial, w, trial_gradient)
        if trial_value < value:
            value = trial_value
            copy_values(trial, y)
            copy_values(trial_gradient, gradient)
        length = 1.0
        for _ in range(STEPS):
            norm = np.sqrt(np.sum(gradient * gradient))
            if norm <= TOLERANCE or length * norm <= TOLERANCE * size:
                break
            for c in range(D):
                trial[c] = y[c] - length * gradient[c]
            trial_value = value_at(Y, index[i], p[i], nu, trial, w, trial_gradient)
            if trial_value < value:
                value = trial_value
                copy_values(trial, y)
                copy_values(trial_gradient, gradient)
                length *= 2.0
            else:
                length *= 0.5
        copy_values(y, out_places[i])


def place_new_rows(
    Y: Array, distance: Array, index: Array, p: Array, nu: float, n_jobs: int | None = None
) -> Array:
    """Positions (m, D) in the map Y (n, D) of rows whose neighbours are at `distance`, nearest first."""
    positions = np.empty((len(index), Y.shape[1]))
    across = np.ascontiguousarray(Y.T)
    blocks = [(s, min(s + 32, len(index))) for s in range(0, len(index), 32)]
    run_blocks(lambda s, e: place_rows(across, index[s:e], p[s:e], nu, positions[s:e]), blocks, n_jobs)
    known = distance[:, 0] == 0.0
    positions[known] = Y[index[known, 0]]
    return positions
