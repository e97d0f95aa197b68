"""The fit of logistic regression: Newton's steps with log-likelihood, gradient and Hessian at each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.iterations import MOST_FRAMES, thinned
from fenlei.explanation.formula.building import (
    chain,
    function,
    inverse,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    squared,
    times,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.prediction.linear import dense_coefficients
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.linear import LogisticRegression
    from fenlei.linear.logistic.record import History, SampleHistory

    Steps = History | SampleHistory

MOST_PARAMETERS = 8  # of a matrix that is written out


class Objective(NamedTuple):
    """What is minimised, at one place."""

    loss: float  # -l(β)
    penalty: float
    gradient: Array  # (K, q) or (q,)
    hessian: Array | None  # (q, q) of two classes


class LogisticRows(NamedTuple):
    """Rows with a column of ones last, indicators of the classes, and the strength of the penalty."""

    Z: Array  # (n, q)
    Y: Array  # (n, K), or (n,) of two classes
    strength: float  # 1 / C
    counted: Array  # (q,) 1 where a coefficient is penalised


def fit(model: LogisticRegression, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The objective, Newton's steps to its minimum, and the objective at the model's own coefficients."""
    given = _rows_of(model, rows, len(terms.classes))
    history, own = _history(model, rows)
    start = _objective(given, np.zeros_like(history.beta[0]))
    return [
        _start_step(start, given, terms),
        _newton_step(history, given, own, terms),
        _end_step(model, given, terms),
    ]


def _rows_of(model: LogisticRegression, rows: FittedRows, K: int) -> LogisticRows:
    ones = [np.ones((rows.n, 1))] if model.fit_intercept else []
    Z = np.hstack([rows.X, *ones])
    Y = (rows.codes == 1).astype(float) if K == 2 else np.eye(K)[rows.codes]
    C = float(model.C)
    penalised = np.array([1.0] * rows.X.shape[1] + [0.0] * len(ones))
    return LogisticRows(Z, Y, 0.0 if np.isinf(C) or model.penalty is None else 1.0 / C, penalised)


def _history(model: LogisticRegression, rows: FittedRows) -> tuple[Steps, bool]:
    """The model's own steps by Newton's method, or those of another fit by it; and which."""
    if model.solver == "newton" and len(model.history_.beta):
        return model.history_, True
    again = clone(model).set_params(solver="newton", tol=1e-8, max_iter=200)
    return again.fit(rows.X, rows.codes).history_, False


def _objective(rows: LogisticRows, beta: Array) -> Objective:
    """F = -l(β) + ½ λ‖w‖² with its gradient, and of two classes its Hessian."""
    penalty = 0.5 * rows.strength * float(np.sum(rows.counted * beta**2))
    if rows.Y.ndim == 1:
        z = rows.Z @ beta
        p = np.exp(-np.logaddexp(0.0, -z))
        loss = float(np.sum(np.logaddexp(0.0, z) - rows.Y * z))
        gradient = rows.Z.T @ (p - rows.Y) + rows.strength * rows.counted * beta
        H = (rows.Z * (p * (1 - p))[:, None]).T @ rows.Z + np.diag(rows.strength * rows.counted)
        return Objective(loss, penalty, gradient, H)
    A = rows.Z @ beta.T
    log_total = np.logaddexp.reduce(A, axis=1)
    P = np.exp(A - log_total[:, None])
    loss = float(np.sum(log_total - np.sum(rows.Y * A, axis=1)))
    return Objective(loss, penalty, (P - rows.Y).T @ rows.Z + rows.strength * rows.counted * beta, None)


def _value_chain(name: str, at: Objective, result: float) -> Chain:
    letters = plus(minus(letter("ℓ")), over(times(letter("λ"), squared(function("norm", letter("w")))), 2.0))
    return chain(letter("F", "", name), letters, plus(at.loss, at.penalty), number(result))


def _start_step(start: Objective, rows: LogisticRows, terms: ModelTerms) -> WorkingStep:
    """l(β) = Σ [y z - ln(1 + e^z)] and its value at β = 0, which is -n ln K."""
    n, K = len(rows.Z), 2 if rows.Y.ndim == 1 else rows.Y.shape[1]
    z = letter("z", "i")
    two = total("i", plus(times(letter("y", "i"), z), minus(function("ln", plus(1.0, function("exp", z))))))
    more = total("i", function("ln", letter("p", "i")))
    first = chain(
        letter("ℓ", "", "(0)"),
        two if K == 2 else more,
        minus(times(float(n), function("ln", float(K)))),
        -start.loss,
    )
    return terms.step(
        "fit_likelihood",
        [first, _value_chain("(0)", start, start.loss)],
        source="000, 3-10…3-26",
        strength=f"{rows.strength:g}",
    )


def _newton_step(history: Steps, rows: LogisticRows, own: bool, terms: ModelTerms) -> WorkingStep:
    steps = range(len(history.beta))
    frames = [_frame(t, history, rows, terms) for t in thinned(len(history.beta))]
    lines = [
        (t, float(history.objective[t]), float(np.linalg.norm(_objective(rows, history.beta[t]).gradient)))
        for t in steps
    ]
    grid = terms.grid("newton", terms.words("iteration", "objective", "gradient_norm"), lines[:MOST_FRAMES])
    values = tuple(float(x) for x in history.objective)
    sentence = terms.say(
        "newton_sentence", steps=len(values) - 1, first=f"{values[0]:.6g}", last=f"{values[-1]:.6g}"
    )
    names = terms.words("iteration", "objective")
    figure = Curve(sentence, names[0], names[1], (names[1],), tuple(map(float, steps)), (values,))
    key = "fit_newton" if own else "fit_newton_again"
    return terms.step(key, [], [grid], figure, frames, source="000, 3-10…3-26", steps=len(values) - 1)


def _frame(t: int, history: Steps, rows: LogisticRows, terms: ModelTerms) -> Frame:
    beta = history.beta[t]
    at, name = _objective(rows, beta), f"({t})"
    chains = [_value_chain(name, at, float(history.objective[t]))]
    if beta.shape[-1] <= MOST_PARAMETERS:
        shown = vector(beta) if at.hessian is not None else matrix(beta)
        chains.append(chain(letter("β", "", name), shown))
        chains.append(
            chain(
                letter("∇", "", name), vector(at.gradient) if at.hessian is not None else matrix(at.gradient)
            )
        )
    if at.hessian is not None and beta.shape[-1] <= MOST_PARAMETERS:
        H = matrix(at.hessian)
        chains.append(chain(letter("H", "", name), H))
        if t + 1 < len(history.beta):
            chains += _move(t, history, at)
    return Frame(terms.say("newton_caption", step=t), tuple(chains))


def _move(t: int, history: Steps, at: Objective) -> list[Chain]:
    """β - s H⁻¹∇ and the step that was made: H times it is -s∇, s = 1 but for halved steps."""
    step, H = history.beta[t + 1] - history.beta[t], at.hessian
    assert H is not None
    full = -at.gradient @ step
    s = float((step @ H @ step) / full) if full else 1.0
    next_name, now = f"({t + 1})", f"({t})"
    direction = times(inverse(letter("H")), letter("∇"))
    letters = plus(letter("β", "", now), minus(direction if abs(s - 1) < 1e-6 else times(s, direction)))
    moved = chain(
        letter("β", "", next_name),
        letters,
        plus(vector(history.beta[t]), vector(step)),
        vector(history.beta[t + 1]),
    )
    solved = np.allclose(H @ step, -s * at.gradient, rtol=1e-9, atol=1e-9)
    product = [times(matrix(H), vector(step))] if solved else []
    check = chain(times(letter("H"), letter("Δβ")), *product, vector(-s * at.gradient))
    return [moved, check]


def _end_step(model: Any, rows: LogisticRows, terms: ModelTerms) -> WorkingStep:
    """The objective and the gradient at the model's own coefficients."""
    coef = dense_coefficients(model)
    if rows.Y.ndim == 1:
        beta = np.append(coef[0], model.intercept_ if model.fit_intercept else [])
    else:
        beta = np.hstack([coef, model.intercept_[:, None]]) if model.fit_intercept else coef
    at = _objective(rows, beta)
    chains = [_value_chain("", at, model.objective_)]
    norm = function("norm", matrix(np.atleast_2d(at.gradient)))
    chains.append(chain(function("norm", letter("∇")), norm, number(np.linalg.norm(at.gradient))))
    if beta.shape[-1] <= MOST_PARAMETERS:
        chains.insert(0, chain(letter("β"), vector(beta) if beta.ndim == 1 else matrix(beta)))
    return terms.step("fit_minimum", chains, solver=model.solver)
