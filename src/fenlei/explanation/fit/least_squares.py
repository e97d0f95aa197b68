"""The fit of least squares, of numbers and of classes, and of ridge regression: the normal equations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.figures import Plane, PlaneLine, PlanePoint
from fenlei.explanation.fit.moments import mean_chain
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
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.linear.least_squares import intercept_share

if TYPE_CHECKING:
    from fenlei.linear import LeastSquaresClassifier, LinearRegression, Ridge

MOST_FEATURES = 8
STEEP = 1e6


def fit(model: LinearRegression | Ridge, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Means, centred sums, coefficients, intercept, residuals."""
    y = rows.y
    if y is None or np.ndim(y) != 1 or not model.fit_intercept or getattr(model, "positive", False):
        raise UsageError("explain.no_setting", model=type(model).__name__)
    y = np.asarray(y, dtype=float)
    coef, b = np.ravel(model.coef_).astype(float), float(np.ravel(model.intercept_)[0])
    x_mean, y_mean = rows.X.mean(axis=0), float(y.mean())
    alpha = float(getattr(model, "alpha", 0.0)) if np.ndim(getattr(model, "alpha", 0.0)) == 0 else np.nan
    return [
        _mean_step(rows.X, y, x_mean, y_mean, terms),
        _normal_step(rows.X - x_mean, y - y_mean, coef, alpha, terms),
        _intercept_step(coef, b, x_mean, y_mean, terms),
        _residual_step(model, rows.X, y, terms),
    ]


def _mean_step(X: Array, y: Array, x_mean: Array, y_mean: float, terms: ModelTerms) -> WorkingStep:
    chains = [
        mean_chain(letter("x̄", terms.features[j]), X[:, j], x_mean[j]) for j in range(min(X.shape[1], 12))
    ]
    return terms.step("fit_centre", [*chains, mean_chain(letter("ȳ"), y, y_mean)])


def _normal_step(X: Array, y: Array, coef: Array, alpha: float, terms: ModelTerms) -> WorkingStep:
    """(XᵀX + αI) w = Xᵀy over centred rows."""
    G, g = X.T @ X, X.T @ y
    A = G + alpha * np.eye(len(G))
    gram, right = times(transposed(letter("X")), letter("X")), times(transposed(letter("X")), letter("y"))
    if len(G) > MOST_FEATURES:
        return terms.step("fit_normal", [chain(letter("w", terms.features[j]), coef[j]) for j in range(12)])
    chains = [chain(gram, *([times(transposed(matrix(X)), matrix(X))] if len(X) <= 12 else []), matrix(G))]
    chains.append(
        chain(right, *([times(transposed(matrix(X)), vector(y))] if len(X) <= 12 else []), vector(g))
    )
    letters = times(inverse(plus(gram, times(letter("α"), letter("I"))) if alpha else gram), right)
    steep = not len(A) or np.linalg.cond(A) >= STEEP
    chains.append(
        chain(letter("w"), letters, *([] if steep else [times(inverse(matrix(A)), vector(g))]), vector(coef))
    )
    return terms.step("fit_ridge" if alpha else "fit_normal", chains, source="004, 3", alpha=f"{alpha:g}")


def _intercept_step(coef: Array, b: float, x_mean: Array, y_mean: float, terms: ModelTerms) -> WorkingStep:
    letters = plus(letter("ȳ"), minus(times(transposed(letter("w")), letter("x̄"))))
    put_in = plus(y_mean, minus(summed(coef * x_mean)))
    return terms.step("fit_intercept", [chain(letter("b"), letters, put_in, b)])


def _residual_step(model: LinearRegression | Ridge, X: Array, y: Array, terms: ModelTerms) -> WorkingStep:
    """RSS = Σ (y - ŷ)², with the residual of each row."""
    predicted = np.ravel(model.predict(X))
    away = y - predicted
    letters = total("i", squared(plus(letter("y", "i"), minus(letter("ŷ", "i")))))
    own = getattr(model, "residual_sum_of_squares_", None)
    rss = float(np.sum(away**2)) if own is None else float(np.ravel(own)[0])
    chains = [chain(letter("RSS"), letters, summed(away**2), rss)]
    if hasattr(model, "noise_variance_"):
        variance = float(np.ravel(model.noise_variance_)[0])
        chains.append(
            chain(squared(letter("σ")), over(letter("RSS"), letter("n")), over(rss, float(len(y))), variance)
        )
    lines = [(i + 1, float(y[i]), float(predicted[i]), float(away[i])) for i in range(min(len(y), 20))]
    grid = terms.grid("residuals", terms.words("row_number", "target_value", "prediction", "residual"), lines)
    return terms.step(
        "fit_residuals", chains, [grid], figure=_figure(model, X, y, terms), shown=len(lines), n=len(y)
    )


def _figure(model: LinearRegression | Ridge, X: Array, y: Array, terms: ModelTerms) -> Plane | None:
    if X.shape[1] != 1:
        return None
    points = tuple(PlanePoint(float(a), float(b)) for a, b in zip(X[:2000, 0], y[:2000], strict=True))
    w, b = float(np.ravel(model.coef_)[0]), float(np.ravel(model.intercept_)[0])
    sentence = terms.say("regression_sentence", n=len(y), w=f"{w:.6g}", b=f"{b:.6g}")
    return Plane(sentence, terms.features[0], "y", (), points, (PlaneLine(w, -1.0, b),))


# --- classes coded as ±1


def classifier(model: LeastSquaresClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Coded labels, means, the normal equations of each function, intercepts, residuals."""
    if model.class_weight is not None:
        raise UsageError("explain.no_setting", model=type(model).__name__)
    K = len(terms.classes)
    chosen = [1] if K == 2 else list(range(min(K, MOST_CLASSES)))
    Y = np.where(rows.codes[:, None] == chosen, 1.0, -1.0)
    n, alpha = float(rows.n), float(model.alpha)
    kappa = intercept_share(n, alpha, model.fit_intercept, model.penalize_intercept)
    x_mean, y_mean = rows.X.mean(axis=0), Y.mean(axis=0)
    labels = [terms.classes[k] for k in chosen]
    return [
        _coding_step(Y, y_mean, labels, terms),
        _mean_step(rows.X, Y[:, 0], x_mean, float(y_mean[0]), terms),
        _class_equations(model, rows.X, Y, kappa, labels, terms),
        _class_intercepts(model, x_mean, y_mean, kappa / n, labels, terms),
        _class_residuals(model, rows.X, Y, labels, terms),
    ]


def _coding_step(Y: Array, y_mean: Array, labels: list[str], terms: ModelTerms) -> WorkingStep:
    """ȳ = (rows of the class - other rows) / n."""
    chains = []
    for k, label in enumerate(labels):
        inside = float(np.sum(Y[:, k] > 0))
        put_in = over(plus(inside, minus(len(Y) - inside)), float(len(Y)))
        chains.append(chain(letter("ȳ", label), put_in, y_mean[k]))
    return terms.step("fit_coding", chains, source="001, 5.2.1")


def _class_equations(
    model: LeastSquaresClassifier, X: Array, Y: Array, kappa: float, labels: list[str], terms: ModelTerms
) -> WorkingStep:
    """(S + κ x̄ x̄ᵀ + α I) w = S_y + κ x̄ ȳ, S and S_y over centred rows."""
    x_mean, y_mean, p = X.mean(axis=0), Y.mean(axis=0), X.shape[1]
    Z = X - x_mean
    A = Z.T @ Z + kappa * np.outer(x_mean, x_mean) + float(model.alpha) * np.eye(p)
    G = Z.T @ (Y - y_mean) + kappa * np.outer(x_mean, y_mean)
    chains = [chain(letter("A"), matrix(A))] if p <= MOST_FEATURES else []
    steep = p > MOST_FEATURES or np.linalg.cond(A) >= STEEP
    for k, label in enumerate(labels):
        w = np.asarray(model.coef_[k], dtype=float)
        if p <= MOST_FEATURES:
            chains.append(chain(letter("g", label), vector(G[:, k])))
            sides = [] if steep else [times(inverse(matrix(A)), vector(G[:, k]))]
            letters = times(inverse(letter("A")), letter("g", label))
            chains.append(chain(letter("w", label), letters, *sides, vector(w)))
        else:
            chains += [
                chain(letter("w", f"{terms.features[j]}, {label}"), w[j]) for j in range(MOST_FEATURES)
            ]
    facts: dict[str, Any] = {"alpha": f"{float(model.alpha):g}", "kappa": f"{kappa:.6g}"}
    return terms.step("fit_coded_equations", chains, source="001, 5.2.1", **facts)


def _class_intercepts(
    model: LeastSquaresClassifier,
    x_mean: Array,
    y_mean: Array,
    share: float,
    labels: list[str],
    terms: ModelTerms,
) -> WorkingStep:
    """b = (1 - κ/n) (ȳ - wᵀx̄)."""
    inner = plus(letter("ȳ"), minus(times(transposed(letter("w")), letter("x̄"))))
    letters = times(plus(1.0, minus(over(letter("κ"), letter("n")))), inner)
    chains = []
    for k, label in enumerate(labels):
        w = np.asarray(model.coef_[k], dtype=float)
        put_in = times(1.0 - share, plus(float(y_mean[k]), minus(summed(w * x_mean))))
        chains.append(chain(letter("b", label), letters, put_in, model.intercept_[k]))
    return terms.step("fit_coded_intercepts", chains)


def _class_residuals(
    model: LeastSquaresClassifier, X: Array, Y: Array, labels: list[str], terms: ModelTerms
) -> WorkingStep:
    """RSS of each function at the model's own coefficients."""
    away = Y - (X @ np.asarray(model.coef_[: len(labels)]).T + np.ravel(model.intercept_)[: len(labels)])
    letters = total("i", squared(plus(letter("y", "i"), minus(letter("f", "i")))))
    chains = [
        chain(letter("RSS", label), letters, summed(away[:, k] ** 2), np.sum(away[:, k] ** 2))
        for k, label in enumerate(labels)
    ]
    lines = [(i + 1, Y[i, 0], Y[i, 0] - away[i, 0], away[i, 0]) for i in range(min(len(Y), 20))]
    grid = terms.grid("residuals", terms.words("row_number", "target_value", "prediction", "residual"), lines)
    return terms.step("fit_residuals", chains, [grid], shown=len(lines), n=len(Y))
