"""The fit of support vector regression: kernel matrix, dual, where each row lies in the tube, w, b, the gap.

maximise  yᵀβ - ε Σ |β_i| - ½ Σ Σ β_i β_j κ(x_i, x_j)   subject to   Σ β_i = 0,   |β_i| ≤ C,   β = α - α*
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.explanation.figures import Heat, NumberLine, Plane, PlaneLine, PlanePoint
from fenlei.explanation.fit.svm.machines import MOST_GRAM, kernel_matrix
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.kernel_values import kernel_chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.svm import SVR

MOST_WRITTEN = 8  # rows of a matrix, terms of a sum
MOST_DRAWN = 10  # rows of the picture of a kernel matrix
MOST_LISTED = 30  # rows of the table
MOST_POINTS = 300  # of the picture
MOST_CELLS = 50_000_000  # rows times support vectors of the rows whose f is computed


class FittedTube(NamedTuple):
    """The tube on its training rows; of many rows only on those listed."""

    rows: Array  # (m,) training rows, support vectors first
    y: Array  # (m,)
    beta: Array  # (m,)
    f: Array  # (m,)
    K: Array | None  # (m, m) kernel values; None of many rows
    b: float
    C: float
    epsilon: float
    whole: bool  # whether these are all rows

    @property
    def support(self) -> Array:
        return np.flatnonzero(self.beta)

    @property
    def free(self) -> Array:
        """Rows on the edge: 0 < |β| < C."""
        return np.flatnonzero((self.beta != 0) & (np.abs(self.beta) < self.C))

    @property
    def norm(self) -> float:
        """‖w‖² = Σ β_i (f(x_i) - b)."""
        s = self.support
        return float(self.beta[s] @ (self.f[s] - self.b))

    @property
    def slack(self) -> Array:
        """ξ (m,); what only rounding leaves of a row on the edge is 0."""
        beyond = np.abs(self.y - self.f) - self.epsilon
        return np.where(beyond > 1e-12 * np.maximum(1.0, np.abs(self.y)), beyond, 0.0)

    def violates(self, tolerance: float) -> bool:
        """Whether a row lies elsewhere than its β says."""
        r, limit = self.y - self.f, tolerance + 1e-6 * max(1.0, float(np.abs(self.y).max(initial=0.0)))
        side = np.where(self.beta == 0, np.abs(r), np.sign(self.beta) * r) - self.epsilon
        above, below = side > limit, side < -limit
        edge = (self.beta != 0) & (np.abs(self.beta) < self.C)
        return bool(
            (((self.beta == 0) & above) | (edge & (above | below)) | ((self.beta != 0) & below)).any()
        )

    @property
    def is_steep(self) -> bool:
        """Whether sums of kernel values lose digits that the working would need."""
        return self.K is not None and bool(np.abs(self.K).max() * np.abs(self.beta).sum() > 1e5)


def fit(model: SVR, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Kernel, dual, tube, weights, intercept, and the two objectives."""
    if rows.y is None:
        raise UsageError("explain.no_labels", model=type(model).__name__)
    tube = tube_of(model, rows)
    return [
        _start_step(model, rows, tube, terms),
        *_kernel_steps(model, rows, tube, terms),
        _dual_step(tube, terms),
        _tube_step(model, rows, tube, terms),
        _weight_step(model, rows, tube, terms),
        _intercept_step(tube, terms),
        *_objective_steps(tube, terms),
    ]


def tube_of(model: SVR, rows: FittedRows) -> FittedTube:
    """What the tube is on its training rows, which are checked to be those."""
    kept, y = model.model_, np.asarray(rows.y, dtype=float)
    support, vectors = kept.support.astype(int), kept.support_vectors
    same = int(kept.shape_fit[0]) == rows.n == len(y)
    if same and vectors is not None:
        same = np.array_equal(vectors, rows.X[support])
    C = float(model.C)
    if not same or (np.abs(kept.dual_coef) > C * (1 + 1e-9)).any():
        raise DataError("explain.other_rows", model=type(model).__name__)
    beta = np.zeros(rows.n)
    beta[support] = kept.dual_coef[0]
    others = np.flatnonzero(beta == 0)
    whole = rows.n * max(1, len(support)) <= MOST_CELLS
    own = np.concatenate([support, others if whole else others[:MOST_LISTED]])
    small = rows.n <= MOST_GRAM
    K = kernel_matrix(model, rows.X, own) if small and len(own) else None
    f = model.predict(rows.X[own])
    b, epsilon = float(kept.intercept[0]), float(model.epsilon)
    tube = FittedTube(own, y[own], beta[own], f, K, b, C, epsilon, whole)
    if tube.violates(max(model.kkt_residual_, float(model.tol))):
        raise DataError("explain.other_rows", model=type(model).__name__)
    return tube


# --- kernel and dual


def _start_step(model: SVR, rows: FittedRows, tube: FittedTube, terms: ModelTerms) -> WorkingStep:
    chains = []
    if isinstance(model.kernel, str) and model.kernel not in ("linear", "precomputed"):
        gamma, p, sides = float(model.model_.gamma), rows.X.shape[1], list[Formula]()
        variance = float(np.var(rows.X))
        if model.gamma == "scale" and variance > 0:
            sides = [over(1.0, times(letter("p"), letter("Var"))), over(1.0, times(float(p), variance))]
        elif model.gamma == "auto":
            sides = [over(1.0, letter("p")), over(1.0, float(p))]
        chains.append(chain(letter("γ"), *sides, gamma))
    chains += [chain(letter("ε"), tube.epsilon), chain(letter("C"), tube.C)]
    name = model.kernel if isinstance(model.kernel, str) else "function"
    facts: dict[str, Any] = {"C": f"{tube.C:g}", "epsilon": f"{tube.epsilon:g}"}
    return terms.step("fit_tube", chains, kernel=terms.say(f"kernel_{name}"), **facts)


def _kernel_steps(model: SVR, rows: FittedRows, tube: FittedTube, terms: ModelTerms) -> list[WorkingStep]:
    """κ of a few rows, the matrix of few, a picture of more."""
    own, K = tube.rows, tube.K
    if K is None:
        return []
    chains: list[Chain] = []
    given = model.kernel == "precomputed"
    for a in range(min(2, len(own))):
        for b in range(a, min(3, len(own))):
            left = letter("κ", f"{own[a] + 1}, {own[b] + 1}")
            x, z = (None, None) if given else (rows.X[own[a]], rows.X[own[b]])
            chains.append(kernel_chain(left, model, x, z, K[a, b]))
    if len(own) <= MOST_WRITTEN:
        chains.append(chain(letter("K"), matrix(K)))
    part, names = K[:MOST_DRAWN, :MOST_DRAWN], tuple(str(row + 1) for row in own[:MOST_DRAWN])
    facts: dict[str, Any] = {"shown": len(part), "n": len(own)}
    sentence = terms.say("tube_gram", least=f"{part.min():.6g}", most=f"{part.max():.6g}", **facts)
    figure = Heat(sentence, names, names, tuple(tuple(map(float, row)) for row in part))
    return [terms.step("fit_tube_kernel", chains, figure=figure, rows=len(own), shown=len(chains))]


def _quadratic(tube: FittedTube) -> Formula:
    """βᵀ K β over the support vectors, if they are few; else its value."""
    s = tube.support
    if tube.K is None or tube.is_steep or not 0 < len(s) <= MOST_WRITTEN:
        return number(tube.norm)
    beta = vector(tube.beta[s])
    return times(transposed(beta), matrix(tube.K[np.ix_(s, s)]), beta)


def _dual_value(tube: FittedTube) -> float:
    beta = tube.beta
    return float(beta @ tube.y - tube.epsilon * np.abs(beta).sum() - tube.norm / 2)


def _dual_step(tube: FittedTube, terms: ModelTerms) -> WorkingStep:
    """L(β) at the solution, and Σ β = 0."""
    s = tube.support
    beta, y = tube.beta[s], tube.y[s]
    double = total("ij", times(letter("β", "i"), letter("β", "j"), letter("κ", "ij")))
    size = total("i", function("abs", letter("β", "i")))
    gain = total("i", times(letter("β", "i"), letter("y", "i")))
    letters = plus(gain, minus(times(letter("ε"), size)), minus(over(double, 2.0)))
    products = [times(float(a), float(t)) for a, t in zip(beta[:9], y[:9], strict=True)]
    first = added(products, beta * y) if len(s) else number(0.0)
    price = times(tube.epsilon, summed(np.abs(beta)))
    put_in = plus(first, minus(price), minus(over(_quadratic(tube), 2.0)))
    chains = [] if tube.is_steep else [chain(letter("L"), letters, put_in, _dual_value(tube))]
    if np.abs(beta).max(initial=0.0) < 1e5:
        chains.append(chain(total("i", letter("β", "i")), summed(beta), 0.0))
    for i, value in zip(tube.rows[s][:MOST_WRITTEN], beta, strict=False):
        chains.append(chain(letter("β", int(i) + 1), float(value)))
    return terms.step("fit_tube_dual", chains, source="002, 5.2", count=len(s))


# --- where the rows lie


def _case(tube: FittedTube, i: int) -> str:
    if tube.beta[i] == 0:
        return "tube_inside"
    if abs(tube.beta[i]) < tube.C:
        return "tube_edge"
    return "tube_above" if tube.beta[i] > 0 else "tube_below"


def _tube_step(model: SVR, rows: FittedRows, tube: FittedTube, terms: ModelTerms) -> WorkingStep:
    """r = y - f and ξ of each row beside its β: the conditions of Karush, Kuhn and Tucker."""
    residual, slack, chains = tube.y - tube.f, tube.slack, list[Chain]()
    listed = _listed(tube)
    for i in listed[:MOST_WRITTEN]:
        row = int(tube.rows[i]) + 1
        gap = plus(letter("y", row), minus(letter("f", row)))
        y, f = float(tube.y[i]), float(tube.f[i])
        chains.append(chain(letter("r", row), gap, plus(y, minus(f)), float(residual[i])))
        letters = function("max", 0.0, plus(function("abs", letter("r", row)), minus(letter("ε"))))
        put_in = function("max", 0.0, plus(function("abs", float(residual[i])), minus(tube.epsilon)))
        chains.append(chain(letter("ξ", row), letters, put_in, float(slack[i])))
    lines = [
        (
            *(int(tube.rows[i]) + 1, tube.y[i], tube.f[i], residual[i], slack[i], tube.beta[i]),
            terms.say(_case(tube, i)),
        )
        for i in listed
    ]
    headings = (*terms.words("row_number"), "y", "f", "r", "ξ", "β", terms.say("condition_case"))
    facts: dict[str, Any] = {"shown": len(lines), "n": rows.n, "residual": f"{model.kkt_residual_:.3g}"}
    grid = terms.grid("tube_rows", headings, lines)
    return terms.step(
        "fit_tube_rows", chains, [grid], _picture(model, rows, tube, terms), source="002, 5.2", **facts
    )


def _listed(tube: FittedTube) -> list[int]:
    """Support vectors first, but a few rows inside the tube too."""
    s = tube.support
    inside = np.flatnonzero(tube.beta == 0)
    few = inside[: max(4, MOST_LISTED - len(s))]
    return [int(i) for i in (*s[: MOST_LISTED - len(few)], *few)]


def _picture(model: SVR, rows: FittedRows, tube: FittedTube, terms: ModelTerms) -> Plane | NumberLine:
    """Of a line over one feature the tube itself; of others the residuals between -ε and ε."""
    at = np.arange(min(len(tube.rows), MOST_POINTS))
    name = (terms.say("tube_inside"), terms.say("tube_supports"))
    facts: dict[str, Any] = {"n": len(at), "s": int((tube.beta[at] != 0).sum())}
    if model.kernel == "linear" and rows.X.shape[1] == 1:
        x, w = rows.X[tube.rows, 0], float(np.ravel(_dense(model.coef_))[0])
        points = [
            PlanePoint(float(x[i]), float(tube.y[i]), int(tube.beta[i] != 0), 1.0, bool(tube.beta[i]))
            for i in at
        ]
        lines = [
            PlaneLine(w, -1.0, tube.b + shift, title, bool(shift))
            for shift, title in ((0.0, "f"), (tube.epsilon, "f + ε"), (-tube.epsilon, "f - ε"))
        ]
        sentence = terms.say("tube_plane", **facts)
        return Plane(sentence, terms.features[0], "y", name, tuple(points), tuple(lines))
    residual = tube.y - tube.f
    points = [PlanePoint(float(residual[i]), 0.0, int(tube.beta[i] != 0)) for i in at]
    sentence = terms.say("tube_line", epsilon=f"{tube.epsilon:g}", **facts)
    return NumberLine(sentence, "r = y - f", name, tuple(points), (-tube.epsilon, tube.epsilon))


def _dense(x: object) -> Array:
    found: Array = x.toarray() if hasattr(x, "toarray") else np.asarray(x)
    return found


# --- the function


def _weight_step(model: SVR, rows: FittedRows, tube: FittedTube, terms: ModelTerms) -> WorkingStep:
    """w = Σ β x of the linear kernel; of others ‖w‖² = Σ Σ β β κ."""
    s, chains = tube.support, list[Chain]()
    if model.kernel == "linear" and rows.X.shape[1] <= MOST_WRITTEN:
        w = np.ravel(_dense(model.coef_)).astype(float)
        letters = total("i", times(letter("β", "i"), letter("x", "i")))
        parts = [times(float(tube.beta[i]), vector(rows.X[tube.rows[i]])) for i in s[:MOST_WRITTEN]]
        put_in = [added(parts)] if 0 < len(s) <= MOST_WRITTEN and not tube.is_steep else []
        chains.append(chain(letter("w"), letters, *put_in, vector(w)))
        norm, own = squared(function("norm", letter("w"))), float(w @ w)
        chains.append(chain(norm, squared(function("norm", vector(w))), own))
    else:
        double = total("ij", times(letter("β", "i"), letter("β", "j"), letter("κ", "ij")))
        chains.append(chain(squared(function("norm", letter("w"))), double, _quadratic(tube), tube.norm))
    return terms.step("fit_tube_weights", chains, source="002, 5.2", count=len(s))


def _intercept_step(tube: FittedTube, terms: ModelTerms) -> WorkingStep:
    """b = y - sign(β) ε - Σ β κ of each row on the edge, and their mean."""
    free = tube.free
    if tube.K is None or tube.is_steep or not len(free):
        return terms.step("fit_tube_middle", [chain(letter("b"), tube.b)], free=len(free))
    inner = total("j", times(letter("β", "j"), letter("κ", "ij")))
    values, side = tube.K @ tube.beta, np.sign(tube.beta) * tube.epsilon
    each, chains = tube.y[free] - side[free] - values[free], list[Chain]()
    for i, b in zip(free[:MOST_WRITTEN], each, strict=False):
        sign = minus if tube.beta[i] > 0 else plus
        letters = plus(letter("y", "i"), sign(letter("ε")), minus(inner))
        put_in = plus(float(tube.y[i]), minus(float(side[i])), minus(float(values[i])))
        chains.append(chain(letter("b", int(tube.rows[i]) + 1), letters, put_in, float(b)))
    mean = over(summed(each), float(len(each)))
    chains.append(chain(letter("b"), over(total("i", letter("b", "i")), letter("m")), mean, tube.b))
    return terms.step("fit_tube_intercept", chains, free=len(free))


def _objective_steps(tube: FittedTube, terms: ModelTerms) -> list[WorkingStep]:
    """½ ‖w‖² + C Σ ξ, and what it is above the dual."""
    if not tube.whole or tube.is_steep:
        return []
    half = over(squared(function("norm", letter("w"))), 2.0)
    letters = plus(half, times(letter("C"), total("i", letter("ξ", "i"))))
    put_in = plus(over(tube.norm, 2.0), times(tube.C, summed(tube.slack)))
    primal = tube.norm / 2 + tube.C * float(tube.slack.sum())
    dual = _dual_value(tube)
    gap = chain(plus(letter("P"), minus(letter("L"))), plus(primal, minus(dual)), primal - dual)
    return [terms.step("fit_tube_objectives", [chain(letter("P"), letters, put_in, primal), gap])]
