"""The fits of Fisher's discriminant and of the Gaussian discriminants: means, scatters, directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.conjugate_prior import predictive_matrices
from fenlei.explanation.fit.moments import mean_chain
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    inverse,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    probability,
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

if TYPE_CHECKING:
    from fenlei.bayes import QuadraticDiscriminantAnalysis
    from fenlei.linear import FisherDiscriminant, LinearDiscriminantAnalysis

MOST_FEATURES = 8  # of a matrix that is written out
MOST_ROWS = 12  # of a class whose deviations are written out
STEEP = 1e6  # condition of a matrix whose inverse is not written out


def fisher(model: FisherDiscriminant, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """μ_k, S_k, S_w, then w, J and T; of more classes the directions of the largest quotients."""
    S_k = [model.S_k_[k] for k in range(len(terms.classes))]
    steps = [
        _mean_step(model.means_, rows, terms),
        _scatter_step(S_k, model.means_, rows, terms),
        _within_step(model, S_k, rows, terms),
    ]
    if len(terms.classes) == 2:
        return [*steps, _direction_step(model, terms), _criterion_step(model, terms)]
    return [*steps, _directions_step(model, terms)]


def lda(model: LinearDiscriminantAnalysis, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, means, the common covariance, and the coefficients that follow."""
    record, small = model.model_, rows.X.shape[1] <= MOST_FEATURES
    scatters = [_scatter(rows.of_class(k)) for k in range(len(terms.classes))] if small else []
    steps = [
        _prior_step(model.priors_, rows, terms),
        _mean_step(model.means_, rows, terms),
        _scatter_step(scatters, model.means_, rows, terms),
    ]
    if record.covariance is not None:
        steps.append(_covariance_step(model, scatters, rows, terms))
        steps.append(_coefficient_step(model, terms))
    return steps


def qda(model: QuadraticDiscriminantAnalysis, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, means, a covariance for each class, and its log determinant."""
    record, chains = model.model_, list[Chain]()
    if record.dof is not None:
        return [_prior_step(model.priors_, rows, terms), *predictive_matrices(model, rows, terms)]
    few, mixed = rows.X.shape[1] <= MOST_FEATURES, False
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        if few and model.shrinkage is None and model.covariance_estimator is None:
            found = _covariance_chains(model, rows, k, label)
            mixed, chains = mixed or len(found) > 1, [*chains, *found]
        log_det = function("ln", function("det", matrix(record.covariance[k])))
        small = few and np.linalg.cond(record.covariance[k]) < STEEP
        letters = function("ln", function("det", letter("Σ", label)))
        chains.append(chain(letters, *([log_det] if small else []), record.log_det[k]))
    return [
        _prior_step(model.priors_, rows, terms),
        _mean_step(model.means_, rows, terms),
        terms.step("fit_covariances_mixed" if mixed else "fit_covariances", chains),
    ]


def _covariance_chains(
    model: QuadraticDiscriminantAnalysis, rows: FittedRows, k: int, label: str
) -> list[Chain]:
    """Σ_k = S_k / n_k, or (1 - r) S_k / n_k + r I; of deficient rank also λ, and (1 - λ) Σ_k + λ D."""
    x, own = rows.of_class(k), model.model_.covariance[k]
    r = float(model.reg_param) if model.solver == "svd" else 0.0
    if not len(x):
        return []
    S, eye = _scatter(x), np.eye(x.shape[1])
    name, letters, put_in = letter("Σ", label), over(letter("S", label), letter("n", label)), S / len(x)
    numbers: Formula = over(matrix(S), float(len(x)))
    written: Formula = letters
    if r:
        written = plus(times(plus(1.0, minus(letter("r"))), letters), times(letter("r"), letter("I")))
        numbers, put_in = plus(times(1.0 - r, numbers), times(r, matrix(eye))), (1.0 - r) * put_in + r * eye
    spread = np.sqrt(own.diagonal())  # what is rounded in entry (i, j) is of the size of spread_i spread_j
    if np.all(np.abs(put_in - own) <= 1e-9 * np.outer(spread, spread) + 1e-300):
        return [chain(name, written, numbers, matrix(own))]
    K, p = len(model.classes_), float(len(S))
    n = rows.counts(K)[k]
    part, D = p / (n + p), np.diag(_pooled_variances(rows, K))
    share = over(letter("p"), plus(letter("n", label), letter("p")))
    mixed = plus(times(plus(1.0, minus(letter("λ"))), written), times(letter("λ"), letter("D")))
    sums = plus(times(1.0 - part, numbers), times(part, matrix(D)))
    return [
        chain(letter("λ", label), share, over(p, plus(float(n), p)), part),
        chain(name, mixed, sums, matrix(own)),
    ]


def _pooled_variances(rows: FittedRows, K: int) -> Array:
    """Of each feature inside the classes; over all rows where that is 0; 1 where it is 0 again."""
    n = rows.w.sum()
    classes = [rows.of_class(k) for k in range(K)]
    inside = sum(rows.factor(k) * _squares(x) for k, x in enumerate(classes)) / n
    mean = np.average(rows.X, axis=0, weights=rows.w)
    overall = np.average((rows.X - mean) ** 2, axis=0, weights=rows.w) * (np.ptp(rows.X, axis=0) > 0)
    return np.where(inside > 0, inside, np.where(overall > 0, overall, 1.0))


def _squares(x: Array) -> Array:
    """Σ (x - μ)² of each feature; 0, not the square of a rounding error, where all values are equal."""
    if not len(x):
        return np.zeros(x.shape[1])
    return np.asarray(((x - x.mean(axis=0)) ** 2).sum(axis=0) * (np.ptp(x, axis=0) > 0))


def _is_plain(model: LinearDiscriminantAnalysis) -> bool:
    return model.shrinkage is None and model.covariance_estimator is None


def _scatter(x: Array) -> Array:
    """Σ (x - μ)(x - μ)ᵀ."""
    away = x - x.mean(axis=0) if len(x) else x
    return np.asarray(away.T @ away)


def _prior_step(priors: Array, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    chains, count = [], rows.counts(len(terms.classes))
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        put_in = [counted(count[k], count.sum())] if abs(count[k] / count.sum() - priors[k]) < 1e-12 else []
        chains.append(chain(probability(label), *put_in, priors[k]))
    return terms.step("fit_prior", chains)


def _mean_step(means: Array, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    pairs = [(j, k) for k in range(len(terms.classes[:MOST_CLASSES])) for j in range(rows.X.shape[1])][:24]
    chains = [
        mean_chain(letter("μ", f"{terms.features[j]}, {terms.classes[k]}"), rows.column(j, k), means[k, j])
        for j, k in pairs
    ]
    return terms.step("fit_means", chains, source="000, 3-28…3-42", shown=len(chains), count=means.size)


def _scatter_step(scatters: list[Array], means: Array, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """S_k = Σ (x - μ_k)(x - μ_k)ᵀ, with the deviations put in where they are few."""
    away = plus(letter("x", "i"), minus(letter("μ", "k")))
    letters, chains = total("i", times(away, transposed(away))), []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        if k >= len(scatters) or len(scatters[k]) > MOST_FEATURES:
            continue
        D = rows.of_class(k) - means[k]
        put_in = [times(transposed(matrix(D)), matrix(D))] if 0 < len(D) <= MOST_ROWS else []
        chains.append(chain(letter("S", label), letters, *put_in, matrix(scatters[k])))
    return terms.step(
        "fit_scatters", chains, source="000, 3-28…3-42", shown=len(chains), count=len(terms.classes)
    )


def _within_step(
    model: FisherDiscriminant, scatters: list[Array], rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    """S_w, the sum of the scatters: as they are, by the classes' shares, or as covariances; its inverse."""
    within, name, chains = model.S_w_, letter("S", "w"), []
    if len(within) > MOST_FEATURES:
        return terms.step("fit_within", source="000, 3-28…3-42")
    n, S = rows.counts(len(terms.classes)), letter("S", "k")
    letters, weights = {
        "scatter": (S, np.ones(len(n))),
        "shares": (times(over(letter("n", "k"), letter("n")), S), n / n.sum()),
        "covariance": (over(S, letter("n", "k")), 1.0 / np.maximum(n, 1.0)),
        "unbiased": (over(S, plus(letter("n", "k"), minus(1.0))), 1.0 / np.maximum(n - 1.0, 1.0)),
    }[model.within]
    parts = [
        matrix(each) if weight == 1.0 else times(float(weight), matrix(each))
        for weight, each in zip(weights, scatters, strict=True)
    ]
    put_in = added(parts) if len(scatters) <= MOST_CLASSES else matrix(np.tensordot(weights, scatters, 1))
    chains.append(chain(name, total("k", letters), put_in, matrix(within)))
    if np.linalg.cond(within) < STEEP:
        chains.append(chain(inverse(name), inverse(matrix(within)), matrix(np.linalg.inv(within))))
    key = "fit_within" if model.within == "scatter" else "fit_within_weighted"
    return terms.step(key, chains, source="000, 3-28…3-42")


def _direction_step(model: FisherDiscriminant, terms: ModelTerms) -> WorkingStep:
    """w = S_w⁻¹ (μ_2 - μ_1)."""
    apart = model.means_[1] - model.means_[0]
    difference = plus(letter("μ", terms.classes[1]), minus(letter("μ", terms.classes[0])))
    letters = times(inverse(letter("S", "w")), difference)
    steep = len(apart) > MOST_FEATURES or np.linalg.cond(model.S_w_) >= STEEP
    put_in: list[Formula] = [] if steep else [times(inverse(matrix(model.S_w_)), vector(apart))]
    chains = [chain(difference, plus(vector(model.means_[1]), minus(vector(model.means_[0]))), vector(apart))]
    chains.append(chain(letter("w"), letters, *put_in, vector(model.w_)))
    return terms.step("fit_direction", chains, source="000, 3-28…3-42")


def _criterion_step(model: FisherDiscriminant, terms: ModelTerms) -> WorkingStep:
    """J = wᵀS_b w / wᵀS_w w, the projected means, and the threshold in their middle."""
    w, W = vector(model.w_), letter("w")
    chains: list[Chain] = []
    if len(model.w_) <= MOST_FEATURES:
        letters = over(times(transposed(W), letter("S", "b"), W), times(transposed(W), letter("S", "w"), W))
        above = times(transposed(w), matrix(model.S_b_), w)
        below = times(transposed(w), matrix(model.S_w_), w)
        is_defined = model.w_ @ model.S_w_ @ model.w_ > 0
        chains.append(chain(letter("J"), letters, *([over(above, below)] if is_defined else []), model.J_))
    middle = [model.w_ @ model.means_[k] for k in range(2)]
    for k, label in enumerate(terms.classes):
        put_in = [times(transposed(w), vector(model.means_[k]))] if len(model.w_) <= MOST_FEATURES else []
        chains.append(chain(times(transposed(W), letter("μ", label)), *put_in, number(middle[k])))
    if abs(np.mean(middle) - model.threshold_) <= 1e-9 * max(1.0, abs(model.threshold_)):
        chains.append(chain(letter("T"), over(plus(*map(float, middle)), 2.0), model.threshold_))
    else:
        chains.append(chain(letter("T"), model.threshold_))
    return terms.step("fit_criterion", chains, source="000, 3-28…3-42")


def _directions_step(model: FisherDiscriminant, terms: ModelTerms) -> WorkingStep:
    """S_b v = λ S_w v of each direction."""
    chains = []
    for r in range(model.scalings_.shape[1]):
        v, ratio = model.scalings_[:, r], float(model.eigenvalues_[r])
        left = times(letter("S", "b"), letter("v", r + 1))
        letters = times(letter("λ", r + 1), letter("S", "w"), letter("v", r + 1))
        chains.append(chain(letter("λ", r + 1), ratio))
        if len(v) <= MOST_FEATURES:
            put_in = times(matrix(model.S_b_), vector(v)), times(ratio, matrix(model.S_w_), vector(v))
            steep = np.linalg.cond(model.S_w_) >= STEEP  # digits of v are lost
            chains.append(chain(left, letters, *(() if steep else put_in)))
    return terms.step("fit_directions", chains, source="000, 3-28…3-42")


def _covariance_step(
    model: LinearDiscriminantAnalysis, scatters: list[Array], rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    """Σ = Σ_k S_k / n, or / (n - K), or weighted by class; one that is shrunk as the model has it."""
    Sigma, K = model.model_.covariance, len(terms.classes)
    count = rows.counts(K)
    n = float(count.sum())
    divisor = n - K if model.divisor == "n-K" and n > K else n
    left, below = letter("Σ"), plus(letter("n"), minus(letter("K"))) if divisor < n else letter("n")
    facts: dict[str, Any] = {"n": f"{divisor:g}"}
    if len(Sigma) > MOST_FEATURES:
        return terms.step("fit_common", **facts)
    if not _is_plain(model):
        return terms.step("fit_common_shrunk", [chain(left, matrix(Sigma))])
    if model.solver != "svd" and model.priors is not None:  # classes count by their priors
        shares = [n / divisor * model.priors_[k] / count[k] * rows.factor(k) for k in range(K)]
        parts = [times(share, matrix(S)) for share, S in zip(shares, scatters, strict=True) if share > 0]
        letters: Formula = total("k", times(over(letter("π", "k"), letter("n", "k")), letter("S", "k")))
        return terms.step("fit_common_priors", [chain(left, letters, added(parts), matrix(Sigma))])
    if not len(rows.factors):
        put_in = over(matrix(np.sum(scatters, axis=0)), divisor)
        letters = over(total("k", letter("S", "k")), below)
        return terms.step("fit_common", [chain(left, letters, put_in, matrix(Sigma))], **facts)
    letters = over(total("k", times(letter("c", "k"), letter("S", "k"))), below)
    parts = [times(rows.factor(k), matrix(S)) for k, S in enumerate(scatters)]
    return terms.step(
        "fit_common", [chain(left, letters, over(added(parts), divisor), matrix(Sigma))], **facts
    )


def _coefficient_step(model: LinearDiscriminantAnalysis, terms: ModelTerms) -> WorkingStep:
    """Σ w_k = μ_k - x̄, which the coefficients solve."""
    record, chains = model.model_, list[Chain]()
    xbar = record.xbar
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        if len(xbar) > MOST_FEATURES or np.linalg.cond(record.covariance) >= STEEP:
            chains.append(chain(letter("b", label), record.intercept[k]))
            continue
        apart = model.means_[k] - xbar
        solved = times(inverse(letter("Σ")), plus(letter("μ", label), minus(letter("x̄"))))
        put_in = times(inverse(matrix(record.covariance)), vector(apart))
        chains.append(chain(letter("w", label), solved, put_in, vector(record.coef[k])))
    return terms.step("fit_coefficients", chains)
