"""Classical scaling: from distances to inner products, eigenpairs and points.

B_ij = -½ (δ_ij² - m_i - m_j + m),   B u = λ u,   z_ik = √λ_k u_ik
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.explanation.figures import Heat, Plane, PlanePoint
from fenlei.explanation.formula.building import (
    chain,
    function,
    letter,
    matrix,
    minus,
    over,
    plus,
    squared,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.distances import distance_chain, is_euclidean
from fenlei.explanation.reduction.eigenpairs import CLEAR, MOST_COMPONENTS, MOST_ORDER, line_chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike
    from fenlei.reduce import MDS, ClassicalMDS

MOST_CELLS, MOST_POINTS, MOST_PAIRS = 30, 1000, 5
SOURCE = "000, 3-74…3-80"


class SquaredDistances(NamedTuple):
    """δ² with the means of its lines and of all."""

    squares: Array  # (n, n)
    means: Array  # (n,)
    mean: float


def squared_distances(D: Array) -> SquaredDistances:
    squares = np.square(D, dtype=np.float64)
    means = squares.mean(axis=0)
    return SquaredDistances(squares, means, float(means.mean()))


def fit(model: ClassicalMDS, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Distances, inner products, eigenpairs, points."""
    D = np.asarray(model.dissimilarity_matrix_, float)
    Z = np.asarray(model.embedding_, float)
    return [
        distance_step(model, rows.X, D, terms),
        *scaling_steps(
            D, np.asarray(model.eigenvalues_, float), unit_columns(model.eigenvalues_, Z), Z, terms
        ),
    ]


def position(model: ClassicalMDS, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The distances of a training row, its inner products with the others, and its coordinates."""
    assert placed.rows is not None
    D, Z, i = np.asarray(model.dissimilarity_matrix_, float), placed.coordinates(model), placed.number
    values = np.asarray(model.eigenvalues_, float)
    U = unit_columns(values, np.asarray(model.embedding_, float))
    near = np.argsort(D[i], kind="stable")[:MOST_PAIRS]
    pairs = [row_distance(model, placed.rows, D, i, int(j)) for j in near]
    square = squared_distances(D)
    line, chains = inner_line(square, i), []
    for k in range(min(len(values), MOST_COMPONENTS)):
        letters = over(total("j", times(letter("B", f"{i + 1},j"), letter("u", f"j,{k + 1}"))), _root(k))
        clear = (
            [over(summed(line * U[:, k]), function("sqrt", values[k]))]
            if values[k] > CLEAR * values[0]
            else []
        )
        chains.append(chain(letter("z", k + 1), letters, *clear, float(Z[k])))
    return [
        terms.step("mds_row_distances", pairs, shown=len(near), n=len(D)),
        terms.step("mds_row_products", [product_chain(square, i, int(j)) for j in near], source=SOURCE),
        terms.step("mds_row_point", chains, source=SOURCE),
    ]


# --- distances


def row_distance(model: ClassicalMDS | MDS, X: Array, D: Array, i: int, j: int) -> Chain:
    return distance_chain(letter("δ", f"{i + 1},{j + 1}"), X[i], X[j], D[i, j], is_euclidean(model))


def distance_step(model: ClassicalMDS | MDS, X: Array, D: Array, terms: ModelTerms) -> WorkingStep:
    """Distances of the first row, and all of them as a picture."""
    last = min(len(D), MOST_PAIRS + 1)
    chains = [row_distance(model, X, D, 0, j) for j in range(1, last)]
    return terms.step(
        "mds_distances", chains, figure=distance_picture(D, terms), source=SOURCE, shown=last - 1, n=len(D)
    )


def distance_picture(D: Array, terms: ModelTerms) -> Heat | None:
    if len(D) > MOST_CELLS:
        return None
    names = tuple(str(i + 1) for i in range(len(D)))
    cells = tuple(tuple(map(float, row)) for row in D)
    return Heat(terms.say("distance_sentence", n=len(D)), names, names, cells)


# --- inner products, eigenpairs, points: of distances, or of path lengths


def unit_columns(values: ArrayLike, Z: Array) -> Array:
    """u (n, d) of z = √λ u; 0 where there is no positive eigenvalue."""
    roots = np.sqrt(np.maximum(np.asarray(values, float), 0.0))
    return np.divide(Z, roots, out=np.zeros_like(Z), where=roots > 0)


def inner_line(square: SquaredDistances, i: int) -> Array:
    """B_i (n,) = -½ (δ_ij² - m_i - m_j + m)."""
    return -0.5 * (square.squares[i] - square.means[i] - square.means + square.mean)


def product_chain(square: SquaredDistances, i: int, j: int) -> Chain:
    """B_ij from the squares of the distances and their means."""
    squares, means, mean = square
    letters = plus(
        squared(letter("δ", f"{i + 1},{j + 1}")),
        minus(letter("m", i + 1)),
        minus(letter("m", j + 1)),
        letter("m"),
    )
    numbers = plus(float(squares[i, j]), minus(float(means[i])), minus(float(means[j])), mean)
    half = minus(over(1.0, 2.0))
    return chain(
        letter("B", f"{i + 1},{j + 1}"), times(half, letters), times(half, numbers), inner_line(square, i)[j]
    )


def scaling_steps(D: Array, values: Array, U: Array, Z: Array, terms: ModelTerms) -> list[WorkingStep]:
    """B, its eigenpairs, and the points √λ u; D may be path lengths."""
    n, square = len(D), squared_distances(D)
    squares = square.squares
    mean = chain(
        letter("m", 1),
        over(total("j", squared(letter("δ", "1,j"))), letter("n")),
        over(summed(squares[0]), float(n)),
        float(squares[0].mean()),
    )
    whole = chain(letter("m"), over(total("i", letter("m", "i")), letter("n")), square.mean)
    products = [mean, whole, *(product_chain(square, 0, j) for j in range(min(n, MOST_PAIRS)))]
    if n <= MOST_ORDER:
        B = np.array([inner_line(square, i) for i in range(n)])
        J = np.eye(n) - 1.0 / n
        half, middle = minus(over(1.0, 2.0)), matrix(J)
        letters = times(half, letter("J"), letter("D", "", "2"), letter("J"))
        products.append(chain(letter("B"), letters, times(half, middle, matrix(squares), middle), matrix(B)))
    shown = min(len(values), MOST_COMPONENTS)
    return [
        terms.step("mds_products", products, source=SOURCE),
        terms.step(
            "mds_eigen", _eigen_chains(square, values, U), source=SOURCE, shown=shown, count=len(values)
        ),
        points_step(values, U, Z, terms),
    ]


def _eigen_chains(square: SquaredDistances, values: Array, U: Array) -> list[Chain]:
    chains = []
    for k in range(min(len(values), MOST_COMPONENTS)):
        if values[k] > CLEAR * values[0]:
            i = int(np.argmax(np.abs(U[:, k])))
            chains.append(
                line_chain(letter("B"), "u", inner_line(square, i), float(values[k]), U[:, k], k, i)
            )
        chains.append(chain(letter("λ", k + 1), float(values[k])))
    return chains


def _root(k: int) -> Formula:
    return function("sqrt", letter("λ", k + 1))


def points_step(values: Array, U: Array, Z: Array, terms: ModelTerms) -> WorkingStep:
    """z = √λ u of the first row, and the map."""
    chains = []
    for k in range(min(len(values), MOST_COMPONENTS)):
        put_in = [times(function("sqrt", float(values[k])), float(U[0, k]))] if values[k] > 0 else []
        letters = times(_root(k), letter("u", f"1,{k + 1}"))
        chains.append(chain(letter("z", f"1,{k + 1}"), letters, *put_in, float(Z[0, k])))
    return terms.step("mds_points", chains, figure=map_picture(Z, terms), source=SOURCE)


def map_picture(Z: Array, terms: ModelTerms, marked: int = -1) -> Plane | None:
    """The points of a map on its first two coordinates; on a line if there is one."""
    second = Z[:, 1] if Z.shape[1] > 1 else np.zeros(len(Z))
    pairs = zip(Z[:MOST_POINTS, 0], second[:MOST_POINTS], strict=True)
    points = tuple(PlanePoint(float(a), float(b), ringed=i == marked) for i, (a, b) in enumerate(pairs))
    return Plane(terms.say("map_sentence", n=len(points)), "z1", "z2", (), points)
