r"""What each neighbourhood contributes to the coordinates: a small matrix M_i, and their sum M.

Every variant of locally linear embedding minimises tr ZᵀMZ with M = Σ_i S_i M_i S_iᵀ, S_i picking the
rows of the neighbourhood of i; C_i (k, p) are the neighbours of row i less x_i (less their mean x̄ for
the last three).

standard   weights w_i with Σ_j w_ij = 1 that rebuild x_i best, min |Σ_j w_ij x_j - x_i|²: solve
           (C Cᵀ + R) w = 1 and divide by the sum, R = reg · tr(C Cᵀ) I;   M = (I - W)ᵀ(I - W).
modified   several weight vectors per row: with C Cᵀ = V diag(e) Vᵀ, the s_i vectors V_i of least e,
           turned by the reflection H that makes their sums equal, plus (1 - α) times the standard
           weights w_i:  W_i = V_i H + (1 - α_i) w_i 1ᵀ,  α_i = |V_iᵀ1| / √s_i,  M_i = (W_i, -1)(W_i, -1)ᵀ.
hessian_eigenmaps
           tangent coordinates U, the d first left singular vectors of C. 1, U and the d (d + 1) / 2
           products of columns of U are made orthonormal in this order; H_i are the last ones, free of
           what is constant or linear. |H_iᵀ f|² estimates the squared Hessian of a function f on the
           neighbours;  M_i = H_i H_iᵀ.
hessian    as in scikit-learn, H_i are all directions orthogonal to 1 and U, not the quadratic ones alone.
           With k = 1 + d + d (d + 1) / 2 there are no others; with more neighbours M is that of `ltsa`.
ltsa       what tangent coordinates do not explain: M_i = I - GGᵀ,  G = (1/√k, U).

Reference: Roweis and Saul 2000; Zhang and Wang 2006; Donoho and Grimes 2003; Zhang and Zha 2004.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.threads import run_blocks

ROWS = 256  # neighbourhoods decomposed at a time
MODIFIED_REG = 1e-3


@kernel
def solve_weights(X: Array, Y: Array, index: Array, reg: float, out_w: Array) -> int:
    """Weights (m, k) of the rows Y[index] that rebuild the rows X (m, p); the first that failed, or -1."""
    m, k = index.shape
    p = X.shape[1]
    C, G = np.empty((k, p)), np.empty((k, k))
    for i in range(m):
        for j in range(k):
            for c in range(p):
                C[j, c] = Y[index[i, j], c] - X[i, c]
        trace = 0.0
        for j in range(k):
            for t in range(j + 1):
                dot = 0.0
                for c in range(p):
                    dot += C[j, c] * C[t, c]
                G[j, t] = dot
            trace += G[j, j]
        for j in range(k):
            G[j, j] += reg * trace if trace > 0.0 else reg
        if not solve_for_ones(G, out_w[i]):
            return i
    return -1


@part_of_kernel
def solve_for_ones(out_G: Array, out_w: Array) -> bool:
    """G w = 1 by Cholesky (in place, lower triangle), w divided by its sum; False if G is not positive."""
    k = out_G.shape[0]
    for j in range(k):
        for t in range(j + 1):
            rest = out_G[j, t]
            for c in range(t):
                rest -= out_G[j, c] * out_G[t, c]
            if t < j:
                out_G[j, t] = rest / out_G[t, t]
            elif rest > 0.0:
                out_G[j, j] = np.sqrt(rest)
            else:
                return False
    total = 0.0
    for j in range(k):
        rest = 1.0
        for c in range(j):
            rest -= out_G[j, c] * out_w[c]
        out_w[j] = rest / out_G[j, j]
    for j in range(k - 1, -1, -1):
        rest = out_w[j]
        for c in range(j + 1, k):
            rest -= out_G[c, j] * out_w[c]
        out_w[j] = rest / out_G[j, j]
        total += out_w[j]
    for j in range(k):
        out_w[j] /= total
    return True


def barycentric_weights(X: Array, Y: Array, index: Array, reg: float, n_jobs: int | None = None) -> Array:
    """Weights (m, k) with sum 1 that rebuild each row of X best from the rows Y[index]."""
    w = np.empty(index.shape)

    def block(start: int, stop: int) -> None:
        failed = solve_weights(X[start:stop], Y, index[start:stop], reg, w[start:stop])
        if failed >= 0:
            raise DataError("manifold.singular", row=start + failed, reg=reg)

    run_blocks(block, [(s, min(s + 1024, len(X))) for s in range(0, len(X), 1024)], n_jobs)
    return w


def weight_matrix(X: Array, index: Array, reg: float, n_jobs: int | None = None) -> sparse.csr_array:
    """W, sparse (n, n): the weights of the rows index[i] in row i."""
    n, k = index.shape
    w = barycentric_weights(X, X, index, reg, n_jobs)
    return sparse.csr_array((w.ravel(), index.ravel(), np.arange(0, n * k + 1, k)), (n, n))


def standard(X: Array, index: Array, reg: float, n_jobs: int | None = None) -> sparse.csc_array:
    """(I - W)ᵀ(I - W), sparse (n, n)."""
    W = weight_matrix(X, index, reg, n_jobs)
    A = (sparse.eye_array(len(X), format="csr") - W).tocsr()
    return (A.T @ A).tocsc()


def summed(local: Array, index: Array) -> sparse.csc_array:
    """Σ_i S_i M_i S_iᵀ, sparse (n, n), of M_i = local[i] (q, q) over the rows index[i] (q,)."""
    n, q = index.shape
    row = np.broadcast_to(index[:, :, None], (n, q, q)).ravel()
    column = np.broadcast_to(index[:, None, :], (n, q, q)).ravel()
    return sparse.coo_array((local.ravel(), (row, column)), (n, n)).tocsc()


def _by_blocks(
    function: Callable[[Array, Array], Array], X: Array, index: Array, n_jobs: int | None
) -> Array:
    """function(neighbours less x, neighbours less their mean), each (b, k, p), over blocks of rows."""
    local = np.empty((*index.shape, index.shape[1]))

    def block(start: int, stop: int) -> None:
        near = X[index[start:stop]]
        local[start:stop] = function(near - X[start:stop, None], near - near.mean(axis=1, keepdims=True))

    run_blocks(block, [(s, min(s + ROWS, len(X))) for s in range(0, len(X), ROWS)], n_jobs)
    return local


def ltsa(X: Array, index: Array, d: int, n_jobs: int | None = None) -> sparse.csc_array:
    """Local tangent space alignment."""
    k = index.shape[1]

    def local(_: Array, C: Array) -> Array:
        U = np.linalg.svd(C, full_matrices=True)[0][:, :, :d]
        return np.eye(k) - 1.0 / k - U @ U.transpose(0, 2, 1)

    return summed(_by_blocks(local, X, index, n_jobs), index)


def hessian(
    X: Array, index: Array, d: int, tol: float, n_jobs: int | None = None, quadratic: bool = False
) -> sparse.csc_array:
    """Hessian LLE, of all directions or the quadratic ones; H is divided by column sums above `tol`."""
    mode: Any = "reduced" if quadratic else "complete"

    def local(_: Array, C: Array) -> Array:
        U = np.linalg.svd(C, full_matrices=True)[0][:, :, :d]
        products = [U[:, :, a : a + 1] * U[:, :, a:] for a in range(d)]
        basis = np.concatenate([np.ones((*C.shape[:2], 1)), U, *products], axis=2)
        H = np.linalg.qr(basis, mode=mode)[0][:, :, d + 1 :]
        total = H.sum(axis=1, keepdims=True)
        H = H / np.where(np.abs(total) < tol, 1.0, total)
        return H @ H.transpose(0, 2, 1)

    return summed(_by_blocks(local, X, index, n_jobs), index)


def modified(X: Array, index: Array, d: int, tol: float, n_jobs: int | None = None) -> sparse.csc_array:
    """Modified LLE, with several weight vectors per row."""
    (n, k), q = index.shape, min(X.shape[1], index.shape[1])
    e = np.zeros((n, q))

    def vectors(start: int, stop: int) -> None:
        C = X[index[start:stop]] - X[start:stop, None]
        V[start:stop], singular, _ = np.linalg.svd(C, full_matrices=True)
        e[start:stop] = np.square(singular)

    V = np.empty((n, k, k))
    run_blocks(vectors, [(s, min(s + ROWS, n)) for s in range(0, n, ROWS)], n_jobs)
    w = _spectral_weights(V, e)
    size = _almost_null(e, d) + k - q
    local = np.empty((n, k + 1, k + 1))
    for s in np.unique(size):
        rows = np.flatnonzero(size == s)
        local[rows] = _several_weights(V[rows][:, :, k - s :], w[rows], tol)
    return summed(local, np.column_stack([index, np.arange(n)]))


def _spectral_weights(V: Array, e: Array) -> Array:
    """The standard weights from C Cᵀ = V diag(e) Vᵀ."""
    total = e.sum(axis=1, keepdims=True)
    reg = MODIFIED_REG * np.where(total > 0, total, 1.0)
    spread = np.zeros((len(V), V.shape[2]))
    spread[:, : e.shape[1]] = e
    w = np.einsum("ijk,ik->ij", V, V.sum(axis=1) / (spread + reg))
    return w / w.sum(axis=1, keepdims=True)


def _almost_null(e: Array, d: int) -> Array:
    """How many of the least eigenvalues are small beside the others, as small as half of all rows have it."""
    total = e.sum(axis=1, keepdims=True)
    e = e / np.where(total > 0, total, 1.0)
    with np.errstate(
        invalid="ignore", divide="ignore"
    ):  # neighbours that all equal the row: nothing is large
        rho = e[:, d:].sum(axis=1) / e[:, :d].sum(axis=1)
        running = np.cumsum(e, axis=1)
        ratio = running[:, -1:] / running[:, :-1] - 1
    eta = np.median(rho[np.isfinite(rho)]) if np.isfinite(rho).any() else 0.0
    return (ratio < eta).sum(axis=1)


def _several_weights(V: Array, w: Array, tol: float) -> Array:
    """M_i (k + 1, k + 1) over the neighbours and the row itself."""
    s = V.shape[2]
    sums = V.sum(axis=1)
    alpha = np.linalg.norm(sums, axis=1, keepdims=True) / np.sqrt(max(s, 1))
    h = alpha - sums
    length = np.linalg.norm(h, axis=1, keepdims=True)
    h = np.where(length < tol, 0.0, h / np.where(length < tol, 1.0, length))
    turned = V - 2.0 * (V @ h[:, :, None]) * h[:, None, :]
    W = turned + ((1.0 - alpha) * w)[:, :, None]
    W = np.concatenate([W, np.full((len(V), 1, s), -1.0)], axis=1)
    return W @ W.transpose(0, 2, 1)
