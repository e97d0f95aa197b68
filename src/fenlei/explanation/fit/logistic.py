"""The fit of logistic regression: Newton's steps with log-likelihood, gradient and Hessian at each."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import (
    added,
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
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.prediction.linear import dense_coefficients
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.linear.logistic.penalty import resolve, vectors
from fenlei.trace import tracing

if TYPE_CHECKING:
    from fenlei.linear import LogisticRegression
    from fenlei.linear.logistic.record import History, SampleHistory

    Steps = History | SampleHistory

MOST_PARAMETERS = 8  # of a matrix that is written out
MOST_IN_NORM = 60  # numbers of a gradient that is written out
MOST_LISTED = 20
MOST_NUMBERS = 4_000_000  # of a table whose steps are gone through again
MOST_IN_CURVE = 2000
_OWN = {
    "newton": "fit_newton",
    "gd": "fit_descent_steps",
    "sgd": "fit_sample_steps",
    "minibatch": "fit_batch_steps",
}


class Objective(NamedTuple):
    """What is minimised, at one place."""

    loss: float  # -l(β)
    penalty: float
    gradient: Array  # (K, q) or (q,), without the lasso
    hessian: Array | None  # (q, q) of two classes

    @property
    def value(self) -> float:
        return self.loss + self.penalty


class LogisticRows(NamedTuple):
    """Rows with a column of ones last, indicators of the classes, and the penalties."""

    Z: Array  # (n, q)
    Y: Array  # (n, K), or (n,) of two classes
    ridge: Array  # (q,)
    lasso: Array  # (q,)
    w: Array  # (n,) what each row counts

    @property
    def strength(self) -> float:
        """λ; the first coefficient's stands for all."""
        return float(self.ridge[0] + self.lasso[0]) if len(self.ridge) else 0.0


def fit(model: LogisticRegression, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The objective, the way to its minimum, and the objective at the model's own coefficients."""
    if rows.X.size > MOST_NUMBERS:
        return _large(model, rows, terms)
    given = _rows_of(model, rows, len(terms.classes))
    K, q = (1, given.Z.shape[1]) if given.Y.ndim == 1 else (given.Y.shape[1], given.Z.shape[1])
    start = np.zeros(q) if K == 1 else np.zeros((K, q))
    first = _objective(given, start, hessian=False)
    if given.lasso.any() or model.solver == "liblinear":  # whose intercept has a penalty of its own
        middle = _told_step(*_told(model, rows, start), given, terms)
    else:
        middle = _path_step(*_history(model, rows), given, terms)
    return [_start_step(model, first, given, terms), middle, _end_step(model, given, terms)]


def _rows_of(model: LogisticRegression, rows: FittedRows, K: int) -> LogisticRows:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that the fit warned about
        ridge, lasso = vectors(model, resolve(model), rows.X.shape[1])
    Z = np.column_stack([rows.X, np.ones(rows.n)]) if model.fit_intercept else rows.X
    Y = (rows.codes == 1).astype(float) if K == 2 else np.eye(K)[rows.codes]
    return LogisticRows(Z, Y, ridge, lasso, rows.w)


def _history(model: LogisticRegression, rows: FittedRows) -> tuple[Steps, str]:
    """The model's own steps, if it keeps them, or those of another fit by Newton's method; and which."""
    if model.solver in _OWN and len(model.history_.beta):
        return model.history_, _OWN[model.solver]
    again = clone(model).set_params(solver="newton", tol=1e-8, max_iter=200, warm_start=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return again.fit(rows.X, rows.codes).history_, "fit_newton_again"


def _told(model: LogisticRegression, rows: FittedRows, start: Array) -> tuple[Array, int]:
    """β after each iteration of the same fit, which a listener is told (T, …); and the classes' axis."""
    steps: list[Any] = []
    with tracing(steps.append), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        clone(model).set_params(verbose=0, warm_start=False).fit(rows.X, rows.codes)
    found = [start, *(step.theta.reshape(start.shape) for step in steps)]
    return np.stack(found), len(found) - 1


def _objective(rows: LogisticRows, beta: Array, *, hessian: bool = True) -> Objective:
    """F = -l(β) + ½ Σ λ_j β_j² + Σ λ_j |β_j| with its gradient, and of two classes its Hessian."""
    penalty = float(np.sum(0.5 * rows.ridge * beta**2 + rows.lasso * np.abs(beta)))
    if rows.Y.ndim == 1:
        z = rows.Z @ beta
        p = np.exp(-np.logaddexp(0.0, -z))
        loss = float(rows.w @ (np.logaddexp(0.0, z) - rows.Y * z))
        gradient = rows.Z.T @ (rows.w * (p - rows.Y)) + rows.ridge * beta
        if not hessian:
            return Objective(loss, penalty, gradient, None)
        H = (rows.Z * (rows.w * p * (1 - p))[:, None]).T @ rows.Z + np.diag(rows.ridge)
        return Objective(loss, penalty, gradient, H)
    A = rows.Z @ beta.T
    log_total = np.logaddexp.reduce(A, axis=1)
    P = np.exp(A - log_total[:, None])
    loss = float(rows.w @ (log_total - np.sum(rows.Y * A, axis=1)))
    return Objective(loss, penalty, (rows.w[:, None] * (P - rows.Y)).T @ rows.Z + rows.ridge * beta, None)


def _value_chain(name: str, at: Objective, rows: LogisticRows, result: float) -> Chain:
    w = letter("w")
    ridge = over(times(letter("λ"), squared(function("norm", w))), 2.0)
    lasso = times(letter("λ"), total("j", function("abs", letter("w", "j"))))
    both = [*([ridge] if rows.ridge.any() else []), *([lasso] if rows.lasso.any() else [])]
    letters = plus(minus(letter("ℓ")), *(both or [ridge]))
    return chain(letter("F", "", name), letters, plus(at.loss, at.penalty), number(result))


def _start_step(
    model: LogisticRegression, start: Objective, rows: LogisticRows, terms: ModelTerms
) -> WorkingStep:
    """l(β) = Σ [y z - ln(1 + e^z)] and its value at β = 0, which is -n ln K."""
    n, K = float(rows.w.sum()), 2 if rows.Y.ndim == 1 else rows.Y.shape[1]
    z = letter("z", "i")
    two = total("i", plus(times(letter("y", "i"), z), minus(function("ln", plus(1.0, function("exp", z))))))
    more = total("i", function("ln", letter("p", "i")))
    first = chain(
        letter("ℓ", "", "(0)"),
        two if K == 2 else more,
        minus(times(n, function("ln", float(K)))),
        -start.loss,
    )
    held = model.fit_intercept and bool(rows.ridge[-1] or rows.lasso[-1])
    return terms.step(
        "fit_likelihood_held" if held else "fit_likelihood",
        [first, _value_chain("(0)", start, rows, start.value)],
        source="000, 3-10…3-26",
        strength=f"{rows.strength:g}",
    )


def _large(model: LogisticRegression, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Of a large table: objective and gradient at β = 0, and the objective at the end."""
    K, coef, b = len(terms.classes), dense_coefficients(model), np.atleast_1d(model.intercept_)
    few = _rows_of(model, rows._replace(X=rows.X[:, :1]), K)  # of the penalties one column is enough
    total_weight = float(few.w.sum())
    first = Objective(total_weight * float(np.log(K)), 0.0, np.zeros(1), None)
    scores = rows.X @ coef.T + b
    if K == 2:
        loss = float(few.w @ (np.logaddexp(0.0, scores[:, 0]) - few.Y * scores[:, 0]))
    else:
        highest = scores.max(axis=1)
        log_total = np.log(np.exp(scores - highest[:, None]).sum(axis=1)) + highest
        loss = float(few.w @ (log_total - scores[np.arange(rows.n), rows.codes]))
    ridge, lasso = float(few.ridge[0]), float(few.lasso[0])
    penalty = 0.5 * ridge * float(np.sum(coef**2)) + lasso * float(np.abs(coef).sum())
    if model.fit_intercept:
        penalty += 0.5 * float(few.ridge[-1]) * float(b @ b) + float(few.lasso[-1]) * float(np.abs(b).sum())
    at = Objective(loss, penalty, np.zeros(1), None)
    norm = function("max", function("abs", letter("∇", "j")))
    end = [
        _value_chain("", at, few, model.objective_),
        chain(over(norm, letter("n")), model.gradient_norm_),
    ]
    return [
        _start_step(model, first, few, terms),
        _first_gradient(rows.X, few, terms),
        terms.step("fit_minimum", end, solver=model.solver),
    ]


def _first_gradient(X: Array, rows: LogisticRows, terms: ModelTerms) -> WorkingStep:
    """∇ at β = 0 of a large table: Σ_i (1/K - y_i) x_i, of the first rows and the rest."""
    K = 2 if rows.Y.ndim == 1 else rows.Y.shape[1]
    y = rows.Y if rows.Y.ndim == 1 else rows.Y[:, 0]
    away = rows.w * (1.0 / K - y)
    letters = total("i", times(plus(over(1.0, letter("K")), minus(letter("y", "i"))), letter("x", "i")))
    chains = []
    for j in range(min(X.shape[1], MOST_PARAMETERS)):
        products = [times(float(a), float(b)) for a, b in zip(away[:9], X[:9, j], strict=True)]
        put_in = added(products, away * X[:, j])
        chains.append(chain(letter("∇", terms.features[j], "(0)"), letters, put_in, float(away @ X[:, j])))
    return terms.step("fit_first_gradient", chains, shown=len(chains), count=X.shape[1])


def _told_step(betas: Array, count: int, rows: LogisticRows, terms: ModelTerms) -> WorkingStep:
    """F after each iteration of a fit with a lasso, and how many coefficients are not zero."""
    objectives = [_objective(rows, beta, hessian=False) for beta in betas]
    frames, shown = [], thinned(len(betas))
    for t in shown:
        chains = [_value_chain(f"({t})", objectives[t], rows, objectives[t].value)]
        if betas[t].shape[-1] <= MOST_PARAMETERS:
            name = letter("β", "", f"({t})")
            chains.append(chain(name, vector(betas[t]) if betas[t].ndim == 1 else matrix(betas[t])))
        caption = terms.say("newton_caption", step=t)
        frames.append(Frame(caption, tuple(chains), iteration=t, objective=objectives[t].value))
    lines = [(t, objectives[t].value, int(np.count_nonzero(betas[t]))) for t in shown]
    grid = terms.grid("newton", terms.words("iteration", "objective", "non_zero"), lines)
    values = [objective.value for objective in objectives]
    key = "fit_told" if rows.lasso.any() else "fit_told_smooth"
    return terms.step(key, [], [grid], _curve(values, terms), frames, objective="F", steps=count)


def _curve(values: Sequence[float], terms: ModelTerms) -> Curve:
    """F by iteration; of many, the ones that `thinned` keeps."""
    sentence = terms.say(
        "newton_sentence", steps=len(values) - 1, first=f"{values[0]:.6g}", last=f"{values[-1]:.6g}"
    )
    names = terms.words("iteration", "objective")
    kept = thinned(len(values), MOST_IN_CURVE)
    steps, drawn = tuple(map(float, kept)), tuple(float(values[t]) for t in kept)
    return Curve(sentence, names[0], names[1], (names[1],), steps, (drawn,))


def _path_step(history: Steps, key: str, rows: LogisticRows, terms: ModelTerms) -> WorkingStep:
    """The steps by Newton's method, or down the gradient, of all rows or of some of them."""
    shown = thinned(len(history.beta))
    X = rows.Z[:, : len(terms.features)]
    drawn = rows.Y.ndim == 1 and X.shape[1] < rows.Z.shape[1] and is_drawable(X, len(shown))
    picture = RowPicture(X, rows.Y.astype(int), terms.classes, terms) if drawn else None
    frames = [_frame(t, history, key, rows, picture, terms) for t in shown]
    lines = []
    for t in shown:
        gradient = _objective(rows, history.beta[t], hessian=False).gradient
        lines.append((t, float(history.objective[t]), float(np.linalg.norm(gradient))))
    grid = terms.grid("newton", terms.words("iteration", "objective", "gradient_norm"), lines)
    curve, source = _curve(list(history.objective), terms), "000, 3-10…3-26"
    facts: dict[str, Any] = {"steps": len(history.beta) - 1, "shown": len(shown)}
    return terms.step(key, [], [grid], curve, frames, source, "F", **facts)


def _frame(
    t: int, history: Steps, key: str, rows: LogisticRows, picture: RowPicture | None, terms: ModelTerms
) -> Frame:
    beta, is_newton = history.beta[t], key.startswith("fit_newton")
    at, name = _objective(rows, beta, hessian=is_newton), f"({t})"
    value, of_two = float(history.objective[t]), beta.ndim == 1
    chains = [_value_chain(name, at, rows, value)]
    if beta.shape[-1] <= MOST_PARAMETERS:
        chains.append(chain(letter("β", "", name), vector(beta) if of_two else matrix(beta)))
        slope = vector(at.gradient) if of_two else matrix(at.gradient)
        chains.append(chain(letter("∇", "", name), slope))
        if at.hessian is not None:
            chains.append(chain(letter("H", "", name), matrix(at.hessian)))
        if of_two and t + 1 < len(history.beta):
            chains += _move(t, history, at) if is_newton else [_descent(t, history, at)]
    caption = terms.say("newton_caption", step=t)
    used = _used(t, history)
    figure = None if picture is None else picture.figure(caption, line=beta, ringed=used)
    return Frame(caption, tuple(chains), None, figure, t, value, used)


def _used(t: int, history: Steps) -> tuple[int, ...]:
    """The rows of the step that leads to β(t), where they are some of all."""
    rows = getattr(history, "row", None)
    return () if rows is None or not t else tuple(int(i) for i in np.ravel(rows[t - 1]) if i >= 0)


def _descent(t: int, history: Steps, at: Objective) -> Chain:
    """β - η ∇ of all rows; of some of them, the step that they made."""
    step, now = history.beta[t + 1] - history.beta[t], letter("β", "", f"({t})")
    square = float(at.gradient @ at.gradient)
    eta = -float(step @ at.gradient) / square if square else 0.0
    left, start = letter("β", "", f"({t + 1})"), vector(history.beta[t])
    if not np.allclose(step, -eta * at.gradient, rtol=1e-9, atol=1e-12):
        return chain(left, plus(start, vector(step)), vector(history.beta[t + 1]))
    letters = plus(now, minus(times(letter("η"), letter("∇"))))
    moved = plus(start, minus(times(eta, vector(at.gradient))))
    return chain(left, letters, moved, vector(history.beta[t + 1]))


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


def _end_step(model: LogisticRegression, rows: LogisticRows, terms: ModelTerms) -> WorkingStep:
    """The objective and the gradient at the model's own coefficients; with a lasso, its limits."""
    coef = dense_coefficients(model)
    b = np.atleast_1d(model.intercept_)
    beta = np.column_stack([coef, b]) if model.fit_intercept else coef
    beta = beta[0] if rows.Y.ndim == 1 else beta
    at = _objective(rows, beta, hessian=False)
    chains = [_value_chain("", at, rows, model.objective_)]
    if beta.shape[-1] <= MOST_PARAMETERS:
        chains.insert(0, chain(letter("β"), vector(beta) if beta.ndim == 1 else matrix(beta)))
    if rows.lasso.any():
        shown = np.atleast_2d(beta)[0][:MOST_LISTED], np.atleast_2d(at.gradient)[0][:MOST_LISTED]
        names = (*terms.features, terms.say("intercept"))
        lines = [
            (names[j] if j < len(names) else str(j + 1), value, -slope, rows.lasso[j])
            for j, (value, slope) in enumerate(zip(*shown, strict=True))
        ]
        headings = terms.words("feature", "coefficient", "net_slope", "net_limit")
        grids = [terms.grid("net_slopes", headings, lines)]
        return terms.step("fit_minimum_lasso", chains, grids, solver=model.solver)
    norm = function("norm", matrix(np.atleast_2d(at.gradient)))
    put_in = [norm] if at.gradient.size <= MOST_IN_NORM else []
    chains.append(chain(function("norm", letter("∇")), *put_in, number(np.linalg.norm(at.gradient))))
    return terms.step("fit_minimum", chains, solver=model.solver)
