"""Kernel principal components: kernel values, centring, eigenpairs; and the coordinates of one row.

K̃_ij = K_ij - m_i - m_j + m,   K̃ u = λ u,   z_k = Σ_i u_ki κ̃(x, x_i) / √λ_k
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.figures import Heat, Plane, PlanePoint
from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    function,
    letter,
    matrix,
    minus,
    over,
    plus,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula, Number, Power
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.distances import squares_put_in
from fenlei.explanation.reduction.eigenpairs import MOST_COMPONENTS, MOST_ORDER, eigen_chains, line_chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.reduce import KernelPCA

MOST_CELLS, MOST_POINTS, MOST_VALUES = 30, 1000, 5


def fit(model: KernelPCA, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Kernel values, their means, the centred matrix and its eigenpairs, coordinates."""
    X, model_ = rows.X, model.model_
    values, U = np.asarray(model_.values, float), np.asarray(model_.vectors, float)
    Z = U * np.sqrt(values)
    last = min(len(X), MOST_VALUES)
    first = _values(model, X[:1], X)[0]
    kernel = [_kernel_chain(model, X[0], X[i], first[i], "1", str(i + 1)) for i in range(last)]
    mean = chain(
        letter("m", 1), over(total("j", letter("K", "1j")), letter("n")), _mean(first), model_.means[0]
    )
    return [
        terms.step(
            "kernel_values", kernel, figure=_heat(model, X, terms), source="000, 3-73", shown=last, n=len(X)
        ),
        terms.step("kernel_means", [mean, *_centred_chains(model, first, last)], source="000, 3-73"),
        terms.step(
            "kernel_eigen", _eigen_chains(model, X, values, U), shown=min(len(values), 4), count=len(values)
        ),
        _points_step(values, U, Z, terms),
    ]


def position(model: KernelPCA, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """Kernel values of the row with the training rows, centred, and their weighted sums."""
    x, z, model_ = placed.x, placed.coordinates(model), model.model_
    grand, means = float(np.mean(model_.means)), np.asarray(model_.means, float)
    line = _values(model, x[None], None)[0]
    known = model_.X
    near = np.argsort(-line, kind="stable")[:MOST_VALUES]
    kernel = [
        _kernel_chain(model, x, None if known is None else known[i], line[i], "", str(i + 1)) for i in near
    ]
    own = float(line.mean())
    away = line - own - (means - grand)
    centred = [
        chain(
            letter("κ̃", i + 1),
            plus(letter("κ", i + 1), minus(letter("κ̄")), minus(letter("m", i + 1)), letter("m")),
            plus(float(line[i]), minus(own), minus(float(means[i])), grand),
            float(away[i]),
        )
        for i in near
    ]
    mean = chain(letter("κ̄"), over(total("i", letter("κ", "i")), letter("n")), _mean(line), own)
    return [
        terms.step("kernel_row", kernel, shown=len(near), n=len(line)),
        terms.step("kernel_row_centred", [mean, *centred]),
        terms.step("kernel_coordinates", _sum_chains(model, away, z), source="000, 3-73"),
    ]


# --- kernel values


def _values(model: Any, A: Array, B: Array | None) -> Array:
    """κ of rows A with the training rows, or with B; of a matrix that was given, its lines."""
    if model.kernel == "precomputed":
        return np.asarray(A, dtype=float)
    return model._values(A, model.X_fit_ if B is None else B, float(model.model_.gamma))


def _mean(line: Array) -> Formula:
    return over(summed(line), float(len(line)))


def _kernel_chain(
    model: KernelPCA, x: Array, y: Array | None, result: float, first: str, second: str
) -> Chain:
    """κ(x, y) with the numbers put in."""
    left = letter("K", first + second) if first else letter("κ", second)
    put_in = None if y is None or model.kernel == "precomputed" else _put_in(model, x, np.asarray(y, float))
    return chain(left, *([] if put_in is None else [put_in]), float(result))


def _put_in(model: KernelPCA, x: Array, y: Array) -> Formula | None:
    gamma, c = float(model.model_.gamma), float(model.coef0)
    inner = added([times(float(a), float(b)) for a, b in zip(x[:9], y[:9], strict=True)], x * y)
    if model.kernel == "linear":
        return inner
    if model.kernel == "poly":
        return Power(plus(times(gamma, inner), c), Number(float(model.degree)))
    if model.kernel == "rbf":
        return function("exp", minus(times(gamma, squares_put_in(x, y))))
    if model.kernel == "laplacian":
        gaps = [function("abs", plus(float(a), minus(float(b)))) for a, b in zip(x[:9], y[:9], strict=True)]
        return function("exp", minus(times(gamma, added(gaps, np.abs(x - y)))))
    if model.kernel == "cosine" and x.any() and y.any():
        return over(inner, times(function("sqrt", summed(x**2)), function("sqrt", summed(y**2))))
    return None


def _heat(model: KernelPCA, X: Array, terms: ModelTerms) -> Heat | None:
    if len(X) > MOST_CELLS:
        return None
    names = tuple(str(i + 1) for i in range(len(X)))
    K = _values(model, X, X)
    return Heat(
        terms.say("kernel_sentence", n=len(X)), names, names, tuple(tuple(map(float, row)) for row in K)
    )


# --- centring and eigenpairs


def _centred_chains(model: KernelPCA, line: Array, last: int) -> list[Chain]:
    """K̃_1j = K_1j - m_1 - m_j + m."""
    means = np.asarray(model.model_.means, float)
    grand, chains = float(means.mean()), []
    chains.append(chain(letter("m"), over(total("i", letter("m", "i")), letter("n")), _mean(means), grand))
    for j in range(last):
        letters = plus(
            letter("K", f"1{j + 1}"), minus(letter("m", 1)), minus(letter("m", j + 1)), letter("m")
        )
        numbers = plus(float(line[j]), minus(float(means[0])), minus(float(means[j])), grand)
        chains.append(
            chain(letter("K̃", f"1{j + 1}"), letters, numbers, line[j] - means[0] - means[j] + grand)
        )
    return chains


def _eigen_chains(model: KernelPCA, X: Array, values: Array, U: Array) -> list[Chain]:
    means = np.asarray(model.model_.means, float)
    name = letter("K̃")
    if len(X) <= MOST_ORDER:
        K = _values(model, X, X) - means[:, None] - means + means.mean()
        return [chain(name, matrix(K)), *eigen_chains(name, "u", K, values, U)]
    chains = []
    for k in range(min(len(values), MOST_COMPONENTS)):
        i = int(np.argmax(np.abs(U[:, k])))
        line = _values(model, X[i : i + 1], X)[0] - means[i] - means + means.mean()
        clear = values[k] > 1e-6 * values[0]
        chains += [line_chain(name, "u", line, float(values[k]), U[:, k], k, i)] if clear else []
        chains.append(chain(letter("λ", k + 1), float(values[k])))
    return chains


def _points_step(values: Array, U: Array, Z: Array, terms: ModelTerms) -> WorkingStep:
    """z_ik = √λ_k u_ik of the first row, and all rows on the first two components."""
    chains = [
        chain(
            letter("z", f"1,{k + 1}"),
            times(function("sqrt", letter("λ", k + 1)), letter("u", f"1,{k + 1}")),
            times(function("sqrt", float(values[k])), float(U[0, k])),
            float(Z[0, k]),
        )
        for k in range(min(len(values), MOST_COMPONENTS))
    ]
    figure = None
    if Z.shape[1] >= 2:
        points = tuple(PlanePoint(float(z[0]), float(z[1])) for z in Z[:MOST_POINTS])
        figure = Plane(terms.say("scores_sentence", n=len(points)), "z1", "z2", (), points)
    return terms.step("kernel_points", chains, figure=figure, n=len(Z))


def _sum_chains(model: KernelPCA, away: Array, z: Array) -> list[Chain]:
    """z_k = Σ_i u_ik κ̃_i / √λ_k."""
    chains = []
    for k in range(min(len(z), MOST_COMPONENTS)):
        value, u = float(model.model_.values[k]), np.asarray(model.model_.vectors[:, k], float)
        letters = over(
            total("i", times(letter("u", f"i,{k + 1}"), letter("κ̃", "i"))),
            function("sqrt", letter("λ", k + 1)),
        )
        parts = [times(float(u[i]), float(away[i])) for i in range(min(len(u), MOST_TERMS + 1))]
        put_in = [over(added(parts, u * away), function("sqrt", value))] if value > 0 else []
        chains.append(chain(letter("z", k + 1), letters, *put_in, float(z[k])))
    return chains
