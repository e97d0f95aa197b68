"""Locally linear embedding: neighbours, weights, the eigenvectors that keep them; and one row.

G w = 1,  w ← w / Σ w;   M = (I - W)ᵀ (I - W),  M z = μ z;   z(x) = Σ_j w_j z_j
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.formula.building import (
    chain,
    inverse,
    letter,
    matrix,
    minus,
    over,
    plus,
    squared,
    summed,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.classical_scaling import map_picture
from fenlei.explanation.reduction.distances import distance_chain
from fenlei.explanation.reduction.eigenpairs import MOST_COMPONENTS, line_chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.messages import code
from fenlei.reduce.lle.weights import barycentric_weights

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix

    from fenlei.reduce import LocallyLinearEmbedding

MOST_LINKS = 8
SOURCE = "000, 63"


def fit(model: LocallyLinearEmbedding, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Neighbours and weights of the first row, the matrix M, its eigenvectors, and what the map loses."""
    if model.method != "standard":
        raise UsageError(
            "explain.no_setting", model=type(model).__name__, setting=code(f"method={model.method!r}")
        )
    X, Z, W = rows.X, np.asarray(model.embedding_, float), model.weights_
    distance, index = model._nearest.kneighbors(X[:1], model.n_neighbors, own=True)
    w = np.asarray(W[[0]].todense())[0, index[0]]
    A = -W.tolil()
    A.setdiag(1.0)
    A = A.tocsc()
    return [
        _neighbour_step(X[0], X, index[0], distance[0], "lle_neighbours", terms),
        _weight_step(X[0], X[index[0]], index[0], w, float(model.reg), terms),
        _eigen_step(A, Z, terms),
        _loss_step(model, np.asarray(A @ Z), Z, terms),
    ]


def position(model: LocallyLinearEmbedding, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The row's neighbours among the training rows, its weights, and the same sum on the map."""
    x, z, known = np.asarray(placed.x, float), placed.coordinates(model), model.model_.X
    distance, index = model._nearest.kneighbors(x[None], model.n_neighbors)
    w = barycentric_weights(x[None], known, index, float(model.reg))[0]
    near = np.asarray(model.embedding_, float)[index[0]]
    chains = []
    for k in range(min(len(z), MOST_COMPONENTS)):
        letters = total("j", times(letter("w", "j"), letter("z", f"j,{k + 1}")))
        chains.append(chain(letter("z", k + 1), letters, summed(w * near[:, k]), z[k]))
    return [
        _neighbour_step(x, known, index[0], distance[0], "lle_row_neighbours", terms),
        _weight_step(x, known[index[0]], index[0], w, float(model.reg), terms),
        terms.step("lle_coordinates", chains, source=SOURCE),
    ]


def _neighbour_step(
    x: Array, X: Array, index: Array, distance: Array, key: str, terms: ModelTerms
) -> WorkingStep:
    chains = [
        distance_chain(letter("d", int(i) + 1), x, X[i], d)
        for i, d in zip(index[:MOST_LINKS], distance[:MOST_LINKS], strict=True)
    ]
    return terms.step(key, chains, source=SOURCE, shown=len(chains), count=len(index))


def _weight_step(x: Array, near: Array, index: Array, w: Array, reg: float, terms: ModelTerms) -> WorkingStep:
    """G = C Cᵀ + r tr(C Cᵀ) I, C the neighbours less the row; weights that add up to 1."""
    C = near - x
    products = C @ C.T
    spread = float(np.trace(products))
    G = products + (reg * spread if spread > 0 else reg) * np.eye(len(C))
    solved = np.linalg.solve(G, np.ones(len(C)))
    chains = []
    if len(C) <= MOST_LINKS:
        gram = times(letter("C"), transposed(letter("C")))
        ridge = plus(gram, times(letter("r"), letter("I")))
        numbers = plus(
            times(matrix(C), transposed(matrix(C))),
            times(reg * spread if spread > 0 else reg, matrix(np.eye(len(C)))),
        )
        chains.append(chain(letter("G"), ridge, numbers, matrix(G)))
        ones = vector(np.ones(len(C)))
        chains.append(
            chain(
                letter("v"),
                times(inverse(letter("G")), letter("1")),
                times(inverse(matrix(G)), ones),
                vector(solved),
            )
        )
    for j in range(min(len(w), MOST_LINKS)):
        letters = over(letter("v", int(index[j]) + 1), total("l", letter("v", "l")))
        put_in = over(float(solved[j]), summed(solved))
        chains.append(chain(letter("w", int(index[j]) + 1), letters, put_in, float(w[j])))
    return terms.step("lle_weights", chains, source=SOURCE, shown=min(len(w), MOST_LINKS), count=len(w))


def _eigen_step(A: csc_matrix, Z: Array, terms: ModelTerms) -> WorkingStep:
    """M z = μ z, in the line where z is largest; columns of length 1."""
    chains: list[Chain] = []
    for k in range(min(Z.shape[1], MOST_COMPONENTS)):
        z = Z[:, k]
        i = int(np.argmax(np.abs(z)))
        line = np.ravel((A.T[[i]] @ A).todense())
        mu = float(np.sum(np.asarray(A @ z) ** 2))
        chains.append(line_chain(letter("M"), "z", line, mu, z, k, i))
        chains.append(chain(total("i", squared(letter("z", f"i,{k + 1}"))), summed(z**2), 1.0))
    return terms.step("lle_eigen", chains, source=SOURCE)


def _loss_step(model: LocallyLinearEmbedding, away: Array, Z: Array, terms: ModelTerms) -> WorkingStep:
    """Σ_i |z_i - Σ_j w_ij z_j|², the sum of the eigenvalues."""
    rebuilt = total("j", times(letter("w", "ij"), letter("z", "j")))
    letters = total("i", squared(plus(letter("z", "i"), minus(rebuilt))))
    loss = chain(letter("Φ"), letters, summed(np.sum(away**2, axis=1)), float(model.reconstruction_error_))
    chains = [
        loss,
        *(chain(letter("z", f"1,{k + 1}"), float(z)) for k, z in enumerate(Z[0][:MOST_COMPONENTS])),
    ]
    return terms.step("lle_loss", chains, figure=map_picture(Z, terms), source=SOURCE)
