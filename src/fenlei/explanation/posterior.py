"""Bayesian regressions: posterior of the weights, how precisions are found, variance of a prediction.

C = (Φᵀ Φ / s² + Λ)⁻¹,   m = C Φᵀ y / s²,   var ŷ = s² + φᵀ C φ          Φ = (1, X)
λ ← (γ + 2 λ₁) / (‖w‖² + 2 λ₂),   α ← (n - γ + 2 α₁) / (RSS + 2 α₂),   γ = Σ α d / (λ + α d)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from fenlei.errors import UsageError
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.fit.moments import centred_products, mean_chain
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
    summed,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.linear_scores import contributions
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.linear.bayesian_ridge import BayesianRidge, EvidenceStep
from fenlei.messages import phrase
from fenlei.trace import tracing

if TYPE_CHECKING:
    from fenlei.linear import BayesianLinearRegression

    BayesianRegression = BayesianLinearRegression | BayesianRidge

MOST_FEATURES, STEEP = 5, 1e6
SOURCE = "004, 3.5, B9"


def fit(model: BayesianRegression, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The posterior with fixed precisions, or the iteration that finds them and the posterior there."""
    if rows.y is None or np.ndim(rows.y) != 1:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    y = np.asarray(rows.y, dtype=float)
    if isinstance(model, BayesianRidge):
        return _ridge_steps(model, rows.X, y, terms)
    return _linear_steps(model, rows.X, y, terms)


def predictive(model: BayesianRegression, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The mean of the prediction, product by product, and its variance."""
    steps = contributions(model, x, terms)
    return [*steps[:-1], _variance_step(model, x, terms), steps[-1]]


# --- fixed prior and noise


def _linear_steps(
    model: BayesianLinearRegression, X: Array, y: Array, terms: ModelTerms
) -> list[WorkingStep]:
    """Φᵀ Φ and Φᵀ y, the precision and the covariance of the posterior, its mean, the evidence."""
    s2, prior = float(model.noise_variance), float(model.prior_precision)
    products, right = _design_sums(X, y, model.fit_intercept)
    diagonal = np.full(len(right), prior)
    if model.fit_intercept and not model.penalize_intercept:
        diagonal[0] = 0.0
    A, C = products / s2 + np.diag(diagonal), np.asarray(model.posterior_covariance_, float)
    small = len(A) <= MOST_FEATURES + 1
    sums = _sum_chains(X, y, model.fit_intercept, products, right) if small else _few_sums(X, y, right, model)
    steps = [terms.step("posterior_sums", sums, source=SOURCE)]
    facts: dict[str, Any] = {"noise": f"{s2:g}", "prior": f"{prior:g}"}
    covariance = _covariance_chains(products, diagonal, A, C, s2) if small else []
    mean = _mean_chains(model, A, C, right, s2, small)
    steps.append(terms.step("posterior_weights", [*covariance, *mean], source=SOURCE, **facts))
    return [*steps, _evidence_step(model, X, y, A, diagonal, terms)]


def _design_sums(X: Array, y: Array, fit_intercept: bool) -> tuple[Array, Array]:
    """Φᵀ Φ and Φᵀ y, Φ = (1, X), block by block."""
    p = X.shape[1]
    S, Sy = centred_products(X, y[:, None], np.zeros(p), np.zeros(1), p)
    if not fit_intercept:
        return S, Sy[:, 0]
    ends = X.sum(axis=0)
    products = np.block([[np.full((1, 1), float(len(X))), ends[None]], [ends[:, None], S]])
    return products, np.append(y.sum(), Sy[:, 0])


def _sum_chains(X: Array, y: Array, fit_intercept: bool, products: Array, right: Array) -> list[Chain]:
    """Φᵀ Φ and Φᵀ y with the rows put in, where they are few."""
    Phi, phi = np.column_stack([np.ones(len(X)), X]) if fit_intercept else X, letter("Φ")
    return [
        chain(times(transposed(phi), phi), *_product(Phi, Phi), matrix(products)),
        chain(times(transposed(phi), letter("y")), *_product(Phi, y[:, None]), vector(right)),
    ]


def _product(a: Array, b: Array) -> list[Formula]:
    return [times(transposed(matrix(a)), matrix(b))] if len(a) <= 12 else []


def _few_sums(X: Array, y: Array, right: Array, model: BayesianLinearRegression) -> list[Chain]:
    """Of many features: Σ y φ_j of the first."""
    first = [np.ones(len(X))] if model.fit_intercept else []
    columns = [*first, *X[:, :MOST_FEATURES].T][:MOST_FEATURES]
    return [
        chain(
            letter("Φᵀy", j + 1),
            total("i", times(letter("φ", "ij"), letter("y", "i"))),
            summed(column * y),
            float(right[j]),
        )
        for j, column in enumerate(columns)
    ]


def _covariance_chains(products: Array, diagonal: Array, A: Array, C: Array, s2: float) -> list[Chain]:
    gram = over(times(transposed(letter("Φ")), letter("Φ")), squared(letter("s")))
    precision = chain(
        inverse(letter("C")),
        plus(gram, letter("Λ")),
        plus(over(matrix(products), s2), matrix(np.diag(diagonal))),
        matrix(A),
    )
    inverted = [inverse(matrix(A))] if np.linalg.cond(A) < STEEP else []
    return [precision, chain(letter("C"), *inverted, matrix(C))]


def _mean_chains(
    model: BayesianLinearRegression, A: Array, C: Array, right: Array, s2: float, small: bool
) -> list[Chain]:
    """m = C Φᵀ y / s²; the equation C⁻¹ m = Φᵀ y / s² where the inverse has lost digits."""
    m = np.asarray(model.posterior_mean_, float)
    letters = over(times(letter("C"), transposed(letter("Φ")), letter("y")), squared(letter("s")))
    if not small:
        line = chain(letter("(C⁻¹m)", 1), summed(A[0] * m), float(right[0]) / s2)
        return [line, *(chain(letter("m", j + 1), float(m[j])) for j in range(MOST_FEATURES))]
    if np.linalg.cond(A) < STEEP:
        return [chain(letter("m"), letters, over(times(matrix(C), vector(right)), s2), vector(m))]
    equation = chain(
        times(inverse(letter("C")), letter("m")), times(matrix(A), vector(m)), over(vector(right), s2)
    )
    return [equation, chain(letter("m"), letters, vector(m))]


def _evidence_step(
    model: BayesianLinearRegression, X: Array, y: Array, A: Array, diagonal: Array, terms: ModelTerms
) -> WorkingStep:
    """ln p(y) = -½ [n ln 2πs² + (RSS + λ s² |m|²) / s² + ln |A| - p ln λ]; RSS alone for a flat prior."""
    m, s2, n = np.asarray(model.posterior_mean_, float), float(model.noise_variance), float(len(y))
    away = y - (X @ m[1:] + m[0] if model.fit_intercept else X @ m)
    rss = float(away @ away)
    letters = total("i", squared(plus(letter("y", "i"), minus(letter("ŷ", "i")))))
    chains = [chain(letter("RSS"), letters, summed(away**2), rss)]
    if diagonal.all():
        own, clear = float(model.log_evidence_), np.linalg.cond(A) < STEEP
        alpha, prior = float(diagonal[0]) * s2, float(diagonal[0])
        inner = plus(
            times(n, function("ln", times(2.0, float(np.pi), s2))),
            over(plus(rss, times(alpha, summed(m**2))), s2),
            number(np.linalg.slogdet(A)[1]),
            minus(times(float(len(m)), function("ln", prior))),
        )
        put_in = [times(minus(over(1.0, 2.0)), inner)] if clear else []
        chains.append(chain(function("ln", letter("p(y)")), *put_in, own))
    return terms.step("posterior_evidence", chains, source=SOURCE)


# --- prior and noise found from the rows


def _ridge_steps(model: BayesianRidge, X: Array, y: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Means, sums of products, the iteration, and the weights with their covariance."""
    Xc, yc = (X - X.mean(axis=0), y - y.mean()) if model.fit_intercept else (X, y)
    S, sums = centred_products(Xc, yc[:, None], np.zeros(X.shape[1]), np.zeros(1), X.shape[1])
    g = sums[:, 0]
    shown = range(min(X.shape[1], MOST_FEATURES))
    means = [mean_chain(letter("x̄", terms.features[j]), X[:, j], float(model.X_offset_[j])) for j in shown]
    centre = terms.step("fit_centre", [*means, mean_chain(letter("ȳ"), y, float(y.mean()))])
    steps = [centre] if model.fit_intercept else []
    if len(S) <= MOST_FEATURES:
        gram, right = times(transposed(letter("X")), letter("X")), times(transposed(letter("X")), letter("y"))
        chains = [
            chain(gram, *_product(Xc, Xc), matrix(S)),
            chain(right, *_product(Xc, yc[:, None]), vector(g)),
        ]
        steps.append(terms.step("evidence_sums", chains))
    return [*steps, _iteration_step(model, Xc, yc, S, g, terms), _weight_step(model, X, y, S, g, terms)]


class CentredRows(NamedTuple):
    """Centred rows and what the iteration takes of them."""

    X: Array  # (n, p)
    y: Array  # (n,)
    S: Array  # (p, p) XᵀX
    g: Array  # (p,) Xᵀy
    d: Array  # (p,) eigenvalues of XᵀX


def _iteration_step(
    model: BayesianRidge, X: Array, y: Array, S: Array, g: Array, terms: ModelTerms
) -> WorkingStep:
    """MacKay's fixed point, seen by fitting once more."""
    told: list[Any] = []
    with tracing(told.append):
        clone(model).fit(X, y)
    steps = [step for step in told if isinstance(step, EvidenceStep)]
    rows = CentredRows(X, y, S, g, np.maximum(np.linalg.eigvalsh(S), 0.0))
    variance = float(np.var(y))
    alpha = 1.0 / (variance + np.finfo(float).eps) if model.alpha_init is None else float(model.alpha_init)
    start = (alpha, 1.0 if model.lambda_init is None else float(model.lambda_init))
    before = [start, *((float(step.alpha), float(step.lambda_)) for step in steps)]
    shown = thinned(len(steps))
    full = in_full(shown)
    frames = []
    for t in shown:
        chains = _update_chains(model, rows, before[t], steps[t]) if t in full else _results(steps[t])
        frames.append(Frame(terms.say("evidence_caption", step=t + 1), tuple(chains)))
    chains = [chain(letter("α", 0), start[0]), chain(letter("λ", 0), start[1])]
    facts: dict[str, Any] = {"steps": len(steps), "shown": len(shown)}
    return terms.step("evidence_steps", chains, frames=frames, **facts)


def _results(step: EvidenceStep) -> list[Chain]:
    return [chain(letter("λ"), float(step.lambda_)), chain(letter("α"), float(step.alpha))]


def _update_chains(
    model: BayesianRidge, rows: CentredRows, before: tuple[float, float], step: EvidenceStep
) -> list[Chain]:
    """w, γ, λ and α of one iteration."""
    alpha, lambda_ = before
    w, n = np.asarray(step.coef, float), float(len(rows.y))
    rss = float(np.sum((rows.y - rows.X @ w) ** 2))
    parts = alpha * rows.d / (lambda_ + alpha * rows.d)
    gamma, each = float(parts.sum()), times(letter("α"), letter("d", "j"))
    shapes = [
        times(2.0, float(value)) for value in (model.lambda_1, model.lambda_2, model.alpha_1, model.alpha_2)
    ]
    new_lambda = over(plus(gamma, shapes[0]), plus(summed(w**2), shapes[1]))
    new_alpha = over(plus(n, minus(gamma), shapes[2]), plus(rss, shapes[3]))
    return [
        _weights_chain(rows.S, rows.g, alpha, lambda_, w),
        chain(letter("γ"), total("j", over(each, plus(letter("λ"), each))), summed(parts), gamma),
        chain(letter("λ"), new_lambda, float(step.lambda_)),
        chain(letter("α"), new_alpha, float(step.alpha)),
    ]


def _weights_chain(S: Array, g: Array, alpha: float, lambda_: float, w: Array) -> Chain:
    """w = (Xᵀ X + (λ/α) I)⁻¹ Xᵀ y."""
    A = S + lambda_ / alpha * np.eye(len(S))
    if len(S) > MOST_FEATURES:
        return chain(letter("w", 1), float(w[0]))
    put_in = [times(inverse(matrix(A)), vector(g))] if np.linalg.cond(A) < STEEP else []
    ratio = times(over(letter("λ"), letter("α")), letter("I"))
    gram, right = times(transposed(letter("X")), letter("X")), times(transposed(letter("X")), letter("y"))
    return chain(letter("w"), times(inverse(plus(gram, ratio)), right), *put_in, vector(w))


def _weight_step(
    model: BayesianRidge, X: Array, y: Array, S: Array, g: Array, terms: ModelTerms
) -> WorkingStep:
    """The weights and their covariance at the precisions that were found, and the intercept."""
    alpha, lambda_, w = float(model.alpha_), float(model.lambda_), np.asarray(model.coef_, float)
    chains = [chain(letter("α"), alpha), chain(letter("λ"), lambda_), _weights_chain(S, g, alpha, lambda_, w)]
    if len(S) <= MOST_FEATURES:
        P = alpha * S + lambda_ * np.eye(len(S))
        letters = inverse(
            plus(times(letter("α"), transposed(letter("X")), letter("X")), times(letter("λ"), letter("I")))
        )
        put_in = [inverse(matrix(P))] if np.linalg.cond(P) < STEEP else []
        chains.append(chain(letter("Σ"), letters, *put_in, matrix(model.sigma_)))
    if not model.fit_intercept:
        return terms.step("evidence_weights", chains)
    parts = -w * X.mean(axis=0)
    letters_b = plus(letter("ȳ"), minus(times(transposed(letter("w")), letter("x̄"))))
    chains.append(chain(letter("b"), letters_b, summed([y.mean(), *parts]), float(model.intercept_)))
    return terms.step("evidence_weights", chains)


# --- the variance of a prediction


def _variance_step(model: BayesianRegression, x: Array, terms: ModelTerms) -> WorkingStep:
    """Noise plus what the weights leave open, and its root."""
    deviation = float(np.ravel(model.predict(x[None], return_std=True)[1])[0])
    ridge = isinstance(model, BayesianRidge)
    if ridge:
        noise, C, phi = 1.0 / float(model.alpha_), np.asarray(model.sigma_, float), x - model.X_offset_
    else:
        noise, C = float(model.noise_variance), np.asarray(model.posterior_covariance_, float)
        phi = np.append(1.0, x) if model.fit_intercept else x
    first: Any = over(1.0, float(model.alpha_)) if ridge else number(noise)
    spread = float(phi @ C @ phi)
    if len(phi) <= MOST_FEATURES + 1:
        put_in = plus(first, times(transposed(vector(phi)), matrix(C), vector(phi)))
    else:
        put_in = plus(first, spread)
    name = letter("Σ" if ridge else "C")
    row = plus(letter("x"), minus(letter("x̄"))) if ridge else letter("φ")
    letters = plus(inverse(letter("α")) if ridge else squared(letter("s")), times(transposed(row), name, row))
    chains = [
        chain(letter("v"), letters, put_in, noise + spread),
        chain(letter("σ"), function("sqrt", letter("v")), function("sqrt", noise + spread), deviation),
    ]
    return terms.step("predictive_variance", chains, source="" if ridge else SOURCE)
