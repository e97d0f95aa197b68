"""The fit of least squares, of numbers and of classes, and of ridge regression: the normal equations.

    (S + κ x̄ x̄ᵀ + α I) w = S_y + κ x̄ ȳ,   b = (1 - κ/n) (ȳ - wᵀx̄)

S and S_y are sums over the centred rows; κ is 0 with a free intercept, n without one, and between them where
it is penalised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.figures import Plane, PlaneLine, PlanePoint
from fenlei.explanation.fit.moments import centred_products, mean_chain
from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
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
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.linear.least_squares import intercept_share

if TYPE_CHECKING:
    from fenlei.linear import LeastSquaresClassifier, LinearRegression, Ridge

MOST_FEATURES = 8
MOST_WRITTEN = 12  # rows of a matrix of rows
STEEP = 1e6


class Equations(NamedTuple):
    """(S + κ x̄ x̄ᵀ + α I) w = S_y + κ x̄ ȳ; of many features the first rows of it."""

    S: Array  # (r, p)
    Sy: Array  # (r, t)
    x_mean: Array  # (p,)
    y_mean: Array  # (t,)
    alpha: Array  # (t,)
    kappa: Array  # (t,)
    n: float  # weight of the rows

    def left(self, t: int) -> Array:
        """A (r, p)."""
        r = len(self.S)
        A = self.S + self.kappa[t] * np.outer(self.x_mean[:r], self.x_mean)
        A[np.arange(r), np.arange(r)] += self.alpha[t]
        return A

    def right(self, t: int) -> Array:
        """g (r,)."""
        return np.asarray(self.Sy[:, t] + self.kappa[t] * self.x_mean[: len(self.S)] * self.y_mean[t])


def fit(model: LinearRegression | Ridge, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Means, centred sums, coefficients, intercept, residuals; of several targets for each."""
    if rows.y is None:
        raise UsageError("explain.no_labels", model=type(model).__name__)
    Y = np.asarray(rows.y, dtype=float)
    Y = Y[:, None] if Y.ndim == 1 else Y
    coef = np.atleast_2d(np.asarray(model.coef_, dtype=float)).reshape(Y.shape[1], rows.X.shape[1])
    alpha = np.broadcast_to(np.ravel(np.asarray(getattr(model, "alpha", 0.0), float)), Y.shape[1])
    found = _equations(model, rows.X, Y, alpha, None)
    names = [""] if Y.shape[1] == 1 else [str(t + 1) for t in range(min(Y.shape[1], MOST_CLASSES))]
    b = np.broadcast_to(np.ravel(np.asarray(model.intercept_, float)), Y.shape[1])
    solve = _positive_step if getattr(model, "positive", False) else _normal_step
    return [
        _mean_step(rows.X, Y, found, names, None, terms),
        solve(model, found, rows.X, Y, coef, names, terms),
        _intercept_step(found, coef, b, names, terms),
        _residual_step(model, rows.X, Y, coef, b, names, terms),
    ]


def _equations(model: Any, X: Array, Y: Array, alpha: Array, w: Array | None) -> Equations:
    n = float(len(X)) if w is None else float(w.sum())
    x_mean, y_mean = (np.average(part, axis=0, weights=w) for part in (X, Y))
    r = X.shape[1] if X.shape[1] <= MOST_FEATURES else MOST_FEATURES
    S, Sy = centred_products(X, Y, x_mean, y_mean, r, w)
    penalised = bool(getattr(model, "penalize_intercept", False))
    kappa = np.array([intercept_share(n, float(a), model.fit_intercept, penalised) for a in alpha])
    return Equations(S, Sy, x_mean, y_mean, np.asarray(alpha), kappa, n)


def _mean_step(
    X: Array, Y: Array, found: Equations, names: list[str], w: Array | None, terms: ModelTerms
) -> WorkingStep:
    chains = [
        mean_chain(letter("x̄", terms.features[j]), X[:, j], found.x_mean[j], w)
        for j in range(min(X.shape[1], MOST_WRITTEN))
    ]
    chains += [mean_chain(letter("ȳ", name), Y[:, t], found.y_mean[t], w) for t, name in enumerate(names)]
    return terms.step("fit_centre", chains)


def _normal_step(
    model: LinearRegression | Ridge,
    found: Equations,
    X: Array,
    Y: Array,
    coef: Array,
    names: list[str],
    terms: ModelTerms,
) -> WorkingStep:
    """The matrix, the right side of each target, and the coefficients that solve them."""
    key, alpha = "fit_ridge" if found.alpha.any() else "fit_normal", found.alpha[0]
    key = f"{key}_held" if found.kappa.any() else key
    facts: dict[str, Any] = {"alpha": f"{alpha:g}", "kappa": f"{found.kappa[0]:.6g}"}
    facts |= {"shown": len(found.S), "count": X.shape[1]}
    if X.shape[1] > MOST_FEATURES:
        chains = [
            each for t, name in enumerate(names) for each in _first_equations(found, coef, t, name, terms)
        ]
        return terms.step(f"{key}_rows", chains, source="004, 3", **facts)
    chains, few = [_gram_chain(found, X)], len(X) <= MOST_WRITTEN and not found.kappa.any()
    for t, name in enumerate(names):
        A, g = found.left(t), found.right(t)
        Z, y = X - found.x_mean, Y[:, t] - found.y_mean[t]
        right = times(transposed(letter("X")), letter("y", name))
        put_in = [times(transposed(matrix(Z)), vector(y))] if few else []
        chains.append(chain(right, *put_in, vector(g)))
        steep = not len(A) or np.linalg.cond(A) >= STEEP
        solved = [] if steep else [times(inverse(matrix(A)), vector(g))]
        chains.append(chain(letter("w", name), _solution(found.alpha[t]), *solved, vector(coef[t])))
    return terms.step(key, chains, source="004, 3", **facts)


def _gram_chain(found: Equations, X: Array) -> Chain:
    gram, kappa = times(transposed(letter("X")), letter("X")), float(found.kappa[0])
    if kappa:
        mean = times(kappa, vector(found.x_mean), transposed(vector(found.x_mean)))
        return chain(
            gram, plus(matrix(found.S), mean), matrix(found.S + kappa * np.outer(found.x_mean, found.x_mean))
        )
    Z = matrix(X - found.x_mean)
    put_in = [times(transposed(Z), Z)] if len(X) <= MOST_WRITTEN else []
    return chain(gram, *put_in, matrix(found.S))


def _solution(alpha: float) -> Formula:
    """(XᵀX + αI)⁻¹ Xᵀy."""
    gram, right = times(transposed(letter("X")), letter("X")), times(transposed(letter("X")), letter("y"))
    return times(inverse(plus(gram, times(letter("α"), letter("I"))) if alpha else gram), right)


def _first_equations(found: Equations, coef: Array, t: int, name: str, terms: ModelTerms) -> list[Chain]:
    """Σ_l A_jl w_l = g_j of the first features: the model's coefficients put in."""
    A, g, w, chains = found.left(t), found.right(t), coef[t], []
    for j in range(len(A)):
        words = ", ".join([terms.features[j], *([name] if name else [])])
        letters = total("l", times(letter("A", "jl"), letter("w", "l")))
        products = [times(float(a), float(b)) for a, b in zip(A[j], w, strict=True)][: MOST_TERMS + 1]
        put_in, size = added(products, A[j] * w), float(np.abs(A[j] * w).max(initial=0.0))
        exact = abs(float(A[j] @ w) - g[j]) <= 1e-10 * max(size, abs(float(g[j])))
        sides = [put_in] if exact and abs(g[j]) > 1e-4 * size else []
        chains.append(chain(letter("w", words), float(w[j])))
        chains.append(chain(letter("g", words), letters, *sides, float(g[j])))
    return chains


def _positive_step(
    model: LinearRegression | Ridge,
    found: Equations,
    X: Array,
    Y: Array,
    coef: Array,
    names: list[str],
    terms: ModelTerms,
) -> WorkingStep:
    """Coefficients of at least 0: those above it solve their equations."""
    chains, lines = [], []
    for t, name in enumerate(names):
        A, g, w = found.left(t), found.right(t), coef[t]
        held = np.flatnonzero(w[: len(A)] > 0)
        whole = len(A) == X.shape[1]
        if whole and len(held) > 0 and np.linalg.cond(A[np.ix_(held, held)]) < STEEP:
            solved = times(inverse(matrix(A[np.ix_(held, held)])), vector(g[held]))
            chains.append(chain(letter("w", f"{name}+"), _solution(found.alpha[t]), solved, vector(w[held])))
        elif len(w):
            chains.append(chain(letter("w", name), vector(w[: len(A)])))
        slope = A @ w - g
        lines += [(*([name] if name else []), terms.features[j], w[j], slope[j]) for j in range(len(A))]
    headings = terms.words(
        *(["target_number"] if names != [""] else []), "feature", "coefficient", "slope_left"
    )
    grid = terms.grid("positive_slopes", headings, lines)
    return terms.step("fit_positive", chains, [grid], source="004, 3")


def _intercept_step(
    found: Equations, coef: Array, b: Array, names: list[str], terms: ModelTerms
) -> WorkingStep:
    """b = (1 - κ/n) (ȳ - wᵀx̄); 0 without an intercept."""
    chains = []
    for t, name in enumerate(names):
        inner = plus(letter("ȳ"), minus(times(transposed(letter("w")), letter("x̄"))))
        put_in: Formula = plus(float(found.y_mean[t]), minus(summed(coef[t] * found.x_mean)))
        if found.kappa[t] == found.n:
            chains.append(chain(letter("b", name), float(b[t])))
        elif found.kappa[t]:
            letters = times(plus(1.0, minus(over(letter("κ"), letter("n")))), inner)
            factor = plus(1.0, minus(over(float(found.kappa[t]), found.n)))
            chains.append(chain(letter("b", name), letters, times(factor, put_in), float(b[t])))
        else:
            chains.append(chain(letter("b", name), inner, put_in, float(b[t])))
    key = "fit_intercept"
    if found.kappa.any():
        key = "fit_intercept_none" if found.kappa[0] == found.n else "fit_intercept_held"
    return terms.step(key, chains)


def _residual_step(
    model: LinearRegression | Ridge,
    X: Array,
    Y: Array,
    coef: Array,
    b: Array,
    names: list[str],
    terms: ModelTerms,
) -> WorkingStep:
    """RSS = Σ (y - ŷ)², with the residual of each row."""
    predicted = np.asarray(model.predict(X)).reshape(Y.shape)
    away, chains = Y - predicted, []
    own = getattr(model, "residual_sum_of_squares_", None)
    known = None if own is None else np.broadcast_to(np.ravel(own), Y.shape[1])
    letters = total("i", squared(plus(letter("y", "i"), minus(letter("ŷ", "i")))))
    for t, name in enumerate(names):
        squares = away[:, t] ** 2
        rss = float(np.sum(squares)) if known is None else float(known[t])
        chains.append(chain(letter("RSS", name), letters, summed(squares), rss))
        if hasattr(model, "noise_variance_"):
            variance = float(np.broadcast_to(np.ravel(model.noise_variance_), Y.shape[1])[t])
            share = over(letter("RSS"), letter("n")), over(rss, float(len(Y)))
            chains.append(chain(squared(letter("σ", name)), *share, variance))
    lines = [
        (i + 1, float(Y[i, 0]), float(predicted[i, 0]), float(away[i, 0])) for i in range(min(len(Y), 20))
    ]
    grid = terms.grid("residuals", terms.words("row_number", "target_value", "prediction", "residual"), lines)
    figure = _figure(X, Y[:, 0], float(coef[0, 0]), float(b[0]), terms) if coef.size == 1 else None
    return terms.step("fit_residuals", chains, [grid], figure=figure, shown=len(lines), n=len(Y))


def _figure(X: Array, y: Array, w: float, b: float, terms: ModelTerms) -> Plane:
    points = tuple(PlanePoint(float(a), float(b)) for a, b in zip(X[:2000, 0], y[:2000], strict=True))
    sentence = terms.say("regression_sentence", n=len(y), w=f"{w:.6g}", b=f"{b:.6g}")
    return Plane(sentence, terms.features[0], "y", (), points, (PlaneLine(w, -1.0, b),))


# --- classes coded as ±1


def classifier(model: LeastSquaresClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Coded labels, means, the normal equations of each function, intercepts, residuals."""
    K = len(terms.classes)
    chosen = [1] if K == 2 else list(range(min(K, MOST_CLASSES)))
    Y = np.where(rows.codes[:, None] == chosen, 1.0, -1.0)
    w = rows.w if len(rows.factors) else None
    found = _equations(model, rows.X, Y, np.full(len(chosen), float(model.alpha)), w)
    labels = [terms.classes[k] for k in chosen]
    return [
        _coding_step(found, rows.counts(K), chosen, labels, terms),
        _mean_step(rows.X, Y, found, labels[:1], w, terms),
        _class_equations(model, found, labels, terms),
        _class_intercepts(model, found, labels, terms),
        _class_residuals(model, rows, Y, labels, terms),
    ]


def _coding_step(
    found: Equations, count: Array, chosen: list[int], labels: list[str], terms: ModelTerms
) -> WorkingStep:
    """ȳ = (rows of the class - other rows) / n."""
    chains = []
    for t, (k, label) in enumerate(zip(chosen, labels, strict=True)):
        put_in = over(plus(float(count[k]), minus(found.n - float(count[k]))), found.n)
        chains.append(chain(letter("ȳ", label), put_in, found.y_mean[t]))
    return terms.step("fit_coding", chains, source="001, 5.2.1")


def _class_equations(
    model: LeastSquaresClassifier, found: Equations, labels: list[str], terms: ModelTerms
) -> WorkingStep:
    """(S + κ x̄ x̄ᵀ + α I) w = S_y + κ x̄ ȳ, S and S_y over centred rows."""
    p = len(found.x_mean)
    A, coef = found.left(0), np.asarray(model.coef_, dtype=float)
    chains = [chain(letter("A"), matrix(A))] if p <= MOST_FEATURES else []
    steep = p > MOST_FEATURES or np.linalg.cond(A) >= STEEP
    for k, label in enumerate(labels):
        if p > MOST_FEATURES:
            chains += _first_equations(found, coef, k, label, terms)
            continue
        g = found.right(k)
        chains.append(chain(letter("g", label), vector(g)))
        sides = [] if steep else [times(inverse(matrix(A)), vector(g))]
        letters = times(inverse(letter("A")), letter("g", label))
        chains.append(chain(letter("w", label), letters, *sides, vector(coef[k])))
    facts: dict[str, Any] = {"alpha": f"{float(model.alpha):g}", "kappa": f"{found.kappa[0]:.6g}"}
    return terms.step("fit_coded_equations", chains, source="001, 5.2.1", **facts)


def _class_intercepts(
    model: LeastSquaresClassifier, found: Equations, labels: list[str], terms: ModelTerms
) -> WorkingStep:
    """b = (1 - κ/n) (ȳ - wᵀx̄)."""
    inner = plus(letter("ȳ"), minus(times(transposed(letter("w")), letter("x̄"))))
    letters = times(plus(1.0, minus(over(letter("κ"), letter("n")))), inner)
    chains = []
    for k, label in enumerate(labels):
        w = np.asarray(model.coef_[k], dtype=float)
        inside = plus(float(found.y_mean[k]), minus(summed(w * found.x_mean)))
        put_in = times(1.0 - found.kappa[k] / found.n, inside)
        chains.append(chain(letter("b", label), letters, put_in, model.intercept_[k]))
    return terms.step("fit_coded_intercepts", chains)


def _class_residuals(
    model: LeastSquaresClassifier, rows: FittedRows, Y: Array, labels: list[str], terms: ModelTerms
) -> WorkingStep:
    """RSS of each function at the model's own coefficients."""
    t = len(labels)
    away = Y - (rows.X @ np.asarray(model.coef_[:t]).T + np.ravel(model.intercept_)[:t])
    squares = away**2 * rows.w[:, None] if len(rows.factors) else away**2
    letters = total("i", squared(plus(letter("y", "i"), minus(letter("f", "i")))))
    chains = [
        chain(letter("RSS", label), letters, summed(squares[:, k]), np.sum(squares[:, k]))
        for k, label in enumerate(labels)
    ]
    lines = [(i + 1, Y[i, 0], Y[i, 0] - away[i, 0], away[i, 0]) for i in range(min(len(Y), 20))]
    grid = terms.grid("residuals", terms.words("row_number", "target_value", "prediction", "residual"), lines)
    return terms.step("fit_residuals", chains, [grid], shown=len(lines), n=len(Y))
