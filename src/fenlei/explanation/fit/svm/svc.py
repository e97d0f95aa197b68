"""The fit of a support vector machine: kernel matrix, dual, steps, optimality, w, b by both rules, margin.

maximise  Σ α_i - ½ Σ Σ α_i α_j y_i y_j κ(x_i, x_j)   subject to   Σ α_i y_i = 0,   0 ≤ α_i ≤ C
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.figures import Heat, Plane, PlaneLine, PlanePoint
from fenlei.explanation.fit.svm.machines import Machine, machines_of
from fenlei.explanation.fit.svm.smo import smo_step, steps_of
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
    from fenlei.svm import SVC

MOST_PAIRS = 3  # of classes whose machines are shown
MOST_WRITTEN = 8  # rows of a matrix, terms of a sum
MOST_DRAWN = 10  # rows of the picture of a kernel matrix
MOST_LISTED = 30  # rows of the table of optimality
MOST_STEPS = (60, 12)  # of one machine, and of each of several


def fit(model: SVC, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Machine by machine: kernel, dual, steps, optimality, plane, margin."""
    machines = machines_of(model, rows, terms)
    steps = steps_of(model, rows, machines)
    found: list[WorkingStep] = [_gamma_step(model, rows, len(machines), terms)]
    for q, machine in enumerate(machines[:MOST_PAIRS]):
        if not len(machine.support):
            continue
        found += [_kernel_step(model, rows, machine, terms), _dual_step(model, machine, terms)]
        if steps:
            found.append(
                smo_step(
                    machine, steps[q], MOST_STEPS[len(machines) > 1], terms, rows, model.kernel == "linear"
                )
            )
        found += [_optimality_step(model, machine, terms), _weight_step(model, rows, machine, terms)]
        found += [_intercept_step(model, machine, terms), _margin_step(model, rows, machine, terms)]
    return found


# --- the kernel


def _gamma_step(model: SVC, rows: FittedRows, count: int, terms: ModelTerms) -> WorkingStep:
    """γ, C, and the number of machines K (K - 1) / 2."""
    K, chains = len(terms.classes), []
    if isinstance(model.kernel, str) and model.kernel not in ("linear", "precomputed"):
        gamma, p = float(model.model_.gamma), rows.X.shape[1]
        variance = float(np.var(rows.X))
        sides: list[Formula] = []
        if model.gamma == "scale" and variance > 0 and model.class_weight is None:
            sides = [over(1.0, times(letter("p"), letter("Var"))), over(1.0, times(float(p), variance))]
        elif model.gamma == "auto":
            sides = [over(1.0, letter("p")), over(1.0, float(p))]
        chains.append(chain(letter("γ"), *sides, gamma))
    letters = over(times(letter("K"), plus(letter("K"), minus(1.0))), 2.0)
    machines = over(times(float(K), plus(float(K), minus(1.0))), 2.0)
    chains.append(chain(letter("M"), letters, machines, float(count)))
    name = model.kernel if isinstance(model.kernel, str) else "function"
    facts: dict[str, Any] = {
        "C": "∞" if np.isinf(model.C) else f"{model.C:g}",
        "shown": min(count, MOST_PAIRS),
        "count": count,
    }
    return terms.step("fit_svm", chains, source="002, 5.2", kernel=terms.say(f"kernel_{name}"), **facts)


def _kernel_step(model: SVC, rows: FittedRows, machine: Machine, terms: ModelTerms) -> WorkingStep:
    """κ of the first rows, the matrix of few, a picture of more."""
    own, K = machine.rows, machine.K
    if K is None:
        facts: dict[str, Any] = {"pair": machine.name, "rows": len(own), "shown": 0}
        return terms.step("fit_kernel", [], **facts)
    chains: list[Chain] = []
    X = None if model.kernel == "precomputed" else rows.X
    for a in range(min(2, len(own))):
        for b in range(a, min(3, len(own))):
            left = letter("κ", f"{own[a] + 1}, {own[b] + 1}")
            x, z = (None, None) if X is None else (X[own[a]], X[own[b]])
            chains.append(kernel_chain(left, model, x, z, K[a, b]))
    if len(own) <= MOST_WRITTEN:
        chains.append(chain(letter("K"), matrix(K)))
        Q = machine.y[:, None] * K * machine.y
        chains.append(chain(letter("Q"), matrix(Q)))
    names = tuple(str(row + 1) for row in own[:MOST_DRAWN])
    part = K[:MOST_DRAWN, :MOST_DRAWN]
    sentence = terms.say(
        "gram_sentence", shown=len(part), n=len(own), least=f"{part.min():.6g}", most=f"{part.max():.6g}"
    )
    drawn = Heat(sentence, names, names, tuple(tuple(map(float, row)) for row in part))
    figure = drawn if machine.pair == 0 else None
    facts = {"pair": machine.name, "rows": len(own), "shown": len(chains)}
    return terms.step("fit_kernel", chains, figure=figure, source="002, 5.2; 004, B13", **facts)


# --- the dual and its optimality


def _quadratic(machine: Machine) -> Formula | None:
    """αᵀ Q α over the support vectors, if they are few."""
    s = machine.support
    if machine.K is None or machine.is_steep or not 0 < len(s) <= MOST_WRITTEN:
        return None
    Q = machine.y[s, None] * machine.K[np.ix_(s, s)] * machine.y[s]
    alpha = vector(machine.alpha[s])
    return times(transposed(alpha), matrix(Q), alpha)


def _norm_squared(model: SVC, machine: Machine) -> float:
    """‖w‖²; of a kernel that is none, αᵀ Q α may be 0 or less, and there is no margin."""
    margin = float(model.margin_[machine.pair])
    if np.isinf(margin):
        return 2.0 * float(machine.alpha.sum() - model.dual_objective_[machine.pair])
    return (2.0 / margin) ** 2


def _dual_step(model: SVC, machine: Machine, terms: ModelTerms) -> WorkingStep:
    """L(α) at the solution, and Σ α y = 0."""
    s = machine.support
    alpha, y = machine.alpha[s], machine.y[s]
    double = total("ij", times(letter("α", "i"), letter("α", "j"), letter("Q", "ij")))
    letters = plus(total("i", letter("α", "i")), minus(over(double, 2.0)))
    inside = _quadratic(machine) or number(_norm_squared(model, machine))
    value = model.dual_objective_[machine.pair]
    put_in = plus(summed(alpha), minus(over(inside, 2.0)))
    balance = chain(total("i", times(letter("α", "i"), letter("y", "i"))), summed(alpha * y), 0.0)
    chains = [chain(letter("L"), letters, put_in, value)]
    if alpha.max() < 1e5:
        chains.append(balance)
    for i, a in zip(s[:MOST_WRITTEN], alpha, strict=False):
        chains.append(chain(letter("α", int(machine.rows[i]) + 1), float(a)))
    facts: dict[str, Any] = {"pair": machine.name, "positive": machine.positive, "count": len(s)}
    return terms.step("fit_dual", chains, source="002, 5.2; 002 B-G06", **facts)


def _optimality_step(model: SVC, machine: Machine, terms: ModelTerms) -> WorkingStep:
    """y f(x) and ξ of each row beside its α: the conditions of Karush, Kuhn and Tucker."""
    margin = machine.y * machine.f
    slack = np.maximum(0.0, 1.0 - margin)
    order = np.concatenate([machine.support, np.flatnonzero(machine.alpha == 0)])[:MOST_LISTED]
    lines: list[tuple[object, ...]] = []
    chains: list[Chain] = []
    for i in order:
        a, row = machine.alpha[i], int(machine.rows[i]) + 1
        case = "alpha_zero" if a == 0 else "alpha_bound" if a >= machine.bound[i] else "alpha_free"
        lines.append((row, machine.y[i], a, machine.f[i], margin[i], slack[i], terms.say(case)))
        if len(chains) < MOST_WRITTEN:
            letters = function("max", 0.0, plus(1.0, minus(times(letter("y", row), letter("f", row)))))
            put_in = function("max", 0.0, plus(1.0, minus(times(float(machine.y[i]), float(machine.f[i])))))
            chains.append(chain(letter("ξ", row), letters, put_in, slack[i]))
    headings = (*terms.words("row_number"), "y", "α", "f", "y f", "ξ", terms.say("condition_case"))
    grid = terms.grid("optimality", headings, lines)
    residual = float(model.kkt_residual_[machine.pair])
    facts: dict[str, Any] = {"shown": len(lines), "n": len(margin), "residual": f"{residual:.3g}"}
    return terms.step("fit_optimality", chains, [grid], source="002, 5.2", pair=machine.name, **facts)


# --- the plane


def _weight_step(model: SVC, rows: FittedRows, machine: Machine, terms: ModelTerms) -> WorkingStep:
    """w = Σ α y x of the linear kernel; of others ‖w‖² = Σ Σ α α y y κ."""
    s, squares = machine.support, _norm_squared(model, machine)
    chains: list[Chain] = []
    if model.kernel == "linear" and rows.X.shape[1] <= MOST_WRITTEN:
        w = np.asarray(model._weights[machine.pair], dtype=float)
        letters = total("i", times(letter("α", "i"), letter("y", "i"), letter("x", "i")))
        parts = [
            times(float(machine.alpha[i] * machine.y[i]), vector(rows.X[machine.rows[i]]))
            for i in s[:MOST_WRITTEN]
        ]
        put_in = [added(parts)] if len(s) <= MOST_WRITTEN and not machine.is_steep else []
        chains.append(chain(letter("w"), letters, *put_in, vector(w)))
        norm = squared(function("norm", letter("w")))
        chains.append(chain(norm, squared(function("norm", vector(w))), squares))
    else:
        double = total("ij", times(letter("α", "i"), letter("α", "j"), letter("Q", "ij")))
        inside = _quadratic(machine)
        sides = [] if inside is None else [inside]
        chains.append(chain(squared(function("norm", letter("w"))), double, *sides, squares))
    return terms.step("fit_svm_weights", chains, source="002, 5.2", pair=machine.name, count=len(s))


def _intercept_step(model: SVC, machine: Machine, terms: ModelTerms) -> WorkingStep:
    """b from the rows on the margin (a), and half way between the nearest rows of the classes (b)."""
    values, free = machine.without_b, machine.free
    midpoint = float(model.intercept_midpoint_[machine.pair])
    exact = values is not None and not machine.is_steep
    chains: list[Chain] = []
    if exact and len(free):
        assert values is not None
        each = machine.y[free] - values[free]
        inner = total("j", times(letter("α", "j"), letter("y", "j"), letter("κ", "ij")))
        letters = plus(letter("y", "i"), minus(inner))
        for i, b in zip(free[:MOST_WRITTEN], each, strict=False):
            put_in = plus(float(machine.y[i]), minus(float(values[i])))
            chains.append(chain(letter("b", int(machine.rows[i]) + 1), letters, put_in, float(b)))
        mean = over(summed(each), float(len(each)))
        chains.append(
            chain(letter("b", "a"), over(total("i", letter("b", "i")), letter("m")), mean, machine.b)
        )
    else:
        chains.append(chain(letter("b", "a"), machine.b))
    sides: list[Formula] = []
    if exact:
        assert values is not None
        above, below = float(values[machine.y < 0].max()), float(values[machine.y > 0].min())
        sides = [minus(over(plus(above, below), 2.0))]
    chains.append(chain(letter("b", "b"), *sides, midpoint))
    key = "fit_intercepts" if len(free) else "fit_intercept_bounds"
    return terms.step(key, chains, source="002, B-G06", pair=machine.name, free=len(free))


def _margin_step(model: SVC, rows: FittedRows, machine: Machine, terms: ModelTerms) -> WorkingStep:
    """2 / ‖w‖, and the primal objective beside the dual one."""
    squares, q = _norm_squared(model, machine), machine.pair
    slack = np.maximum(0.0, 1.0 - machine.y * machine.f)
    chains: list[Chain] = []
    if squares > 0:
        letters = over(2.0, function("norm", letter("w")))
        chains.append(chain(letter("ρ"), letters, over(2.0, function("sqrt", squares)), model.margin_[q]))
    if np.isfinite(machine.bound).all():
        half = over(squared(function("norm", letter("w"))), 2.0)
        both = plus(half, total("i", times(letter("C", "i"), letter("ξ", "i"))))
        price = float(np.sum(machine.bound * slack))
        primal = squares / 2 + price
        chains.append(chain(letter("P"), both, plus(over(squares, 2.0), price), primal))
        dual = float(model.dual_objective_[q])
        difference = plus(letter("P"), minus(letter("L")))
        chains.append(chain(difference, plus(primal, minus(dual)), primal - dual))
    figure = (
        _figure(model, rows, machine, terms) if model.kernel == "linear" and rows.X.shape[1] == 2 else None
    )
    return terms.step("fit_margin", chains, figure=figure, source="002, 5.2; 004, B12", pair=machine.name)


def _figure(model: SVC, rows: FittedRows, machine: Machine, terms: ModelTerms) -> Plane:
    """Rows, the line f = 0 and the dashed lines f = ±1; support vectors have rings."""
    w: Array = np.asarray(model._weights[machine.pair], dtype=float)
    own = machine.rows[:2000]
    points = tuple(
        PlanePoint(
            float(rows.X[i, 0]), float(rows.X[i, 1]), int(rows.codes[i]), 1.0, bool(machine.alpha[t] > 0)
        )
        for t, i in enumerate(own)
    )
    a, b = float(w[0]), float(w[1])
    lines = tuple(
        PlaneLine(a, b, machine.b - level, f"f = {level:g}", bool(level)) for level in (0.0, 1.0, -1.0)
    )
    sentence = terms.say("margin_sentence", n=len(points), s=len(machine.support))
    lines = lines if a or b else ()
    return Plane(sentence, terms.features[0], terms.features[1], terms.classes, points, lines)
