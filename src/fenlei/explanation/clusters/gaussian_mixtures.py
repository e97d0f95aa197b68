"""Mixtures of normal distributions: the steps of EM with the numbers put in; and the component of one row.

μ_k = Σ_i r_ik x_i / N_k,   σ²_k = Σ_i r_ik (x_i - μ_k)² / N_k + ε
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.cluster.mixture.gaussian_mixture import Gaussians
from fenlei.explanation.clusters.expectation_steps import (
    LOST,
    MOST_FEATURES,
    MOST_PARTS,
    again_of,
    bayes_step,
    brief_frame,
    decision_step,
    density_letters,
    end_step,
    likelihood_chain,
    share_chains,
    share_grid,
    shares_of,
    shown_steps,
    step_frame,
    step_frames,
    weight_chains,
)
from fenlei.explanation.figures import Figure, PlanePoint
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
    summed,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.frame_pictures import RowPicture, is_drawable, spread_circle
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.cluster import GaussianMixture

STEEP, MOST_ORDER = 1e5, 4
SOURCE = "004, 10.2, B27"


def fit(model: GaussianMixture, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Start, steps of EM, and the fitted components; without a history the end alone."""
    X, again = rows.X, again_of(model, rows)
    theta = model._theta()
    scores = model._log_joint_of(X, theta)
    steps = [] if again is None else _history_steps(model, X, again.history_, terms)
    first = _density_chains(model, X[0], theta, scores[0])
    shares = shares_of(scores[:1])
    expected = terms.step("em_expected", [*first, *share_chains(scores[0], shares[0], "r")], source=SOURCE)
    fitted = [_parameter_chains(model, theta, k) for k in range(min(len(theta.weights), MOST_PARTS))]
    chains = [*(each for part in fitted for each in part), *_mean_chains(model, X, theta, terms)]
    parameters = terms.step("em_parameters", chains, source=SOURCE)
    return [*steps, parameters, expected, end_step(model, X, scores, terms)]


def position(model: GaussianMixture, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The log density in each component, Bayes' formula, the largest."""
    x, theta = placed.x, model._theta()
    scores = model._log_joint(x[None])[0]
    chains = _density_chains(model, x, theta, scores)
    return [
        terms.step("mixture_density", chains, source=SOURCE, shown=len(chains), count=len(scores)),
        bayes_step(model, x, scores, terms),
        decision_step(model, x, terms),
    ]


def _history_steps(model: GaussianMixture, X: Array, history: Any, terms: ModelTerms) -> list[WorkingStep]:
    path = [
        Gaussians(w, mu, sigma)
        for w, mu, sigma in zip(history.weights, history.means, history.covariances, strict=True)
    ]
    parts = range(min(len(path[0].weights), MOST_PARTS))
    start = [each for k in parts for each in _parameter_chains(model, path[0], k)]
    shown = shown_steps(history)
    is_drawn = is_drawable(X, len(shown))
    frames = []
    for t, full in shown:
        if full or is_drawn:
            scores = model._log_joint_of(X, path[t])
            shares = shares_of(scores)
        figure = _picture(model, X, shares, path[t + 1], t, terms) if is_drawn else None
        if not full:
            results = [chain(letter("μ", k), vector(path[t + 1].means[k][:MOST_FEATURES])) for k in parts]
            frames.append(replace(brief_frame(history, t, results, terms), figure=figure))
            continue
        chains = [
            likelihood_chain(scores, history.log_likelihood[t]),
            *share_chains(scores[0], shares[0], "r"),
            *weight_chains(shares, path[t + 1].weights),
            *(each for k in parts for each in _update_chains(model, X, shares, path[t + 1], k, terms)),
        ]
        found = step_frame(history, t, chains, share_grid(shares, terms), terms)
        frames.append(replace(found, figure=figure))
    return [terms.step("em_start", start, source=SOURCE), step_frames(frames, history, terms)]


def _picture(
    model: GaussianMixture, X: Array, shares: Array, new: Gaussians, t: int, terms: ModelTerms
) -> Figure:
    """Rows with their colours mixed by responsibility; the means and one standard deviation around them."""
    K = shares.shape[1]
    names = [terms.say("component_number", number=k) for k in range(K)]
    picture = RowPicture(X, shares.argmax(axis=1), names, terms)
    spreads = [covariance_of(new, k, model.covariance_type) for k in range(K)]
    centres = [
        PlanePoint(float(new.means[k, 0]), float(new.means[k, -1]) if X.shape[1] == 2 else 0.0, k, 1.6, True)
        for k in range(K)
    ]
    ends = [new.means[k, 0] + s * np.sqrt(spreads[k][0, 0]) for k in range(K) for s in (-1, 1)]
    circles = [spread_circle(new.means[k], spreads[k], k) for k in range(K)] if X.shape[1] == 2 else []
    cuts = ends if X.shape[1] == 1 else []
    caption = terms.say("em_caption", step=t + 1)
    return picture.figure(caption, shares=shares, extra=centres, circles=circles, cuts=cuts)


def _mean_chains(model: GaussianMixture, X: Array, theta: Gaussians, terms: ModelTerms) -> list[Chain]:
    """Σ_k π_k μ_k is the mean of the rows, after any M step."""
    chains = []
    for j in range(min(X.shape[1], MOST_FEATURES) if model.n_iter_ else 0):
        letters = total("k", times(letter("π", "k"), letter("μ", "k")))
        mean = summed(theta.weights * theta.means[:, j])
        chains.append(chain(letter("x̄", terms.features[j]), letters, mean, float(X[:, j].mean())))
    return chains


def _parameter_chains(model: GaussianMixture, theta: Gaussians, k: int) -> list[Chain]:
    return [
        chain(letter("π", k), float(theta.weights[k])),
        chain(letter("μ", k), vector(theta.means[k][:8])),
        chain(
            letter("Σ", k), matrix(covariance_of(theta, k, model.covariance_type)[:MOST_ORDER, :MOST_ORDER])
        ),
    ]


def _density_chains(model: GaussianMixture, x: Array, theta: Gaussians, scores: Array) -> list[Chain]:
    """l_k = ln π_k - ½ [p ln 2π + ln |Σ_k| + (x - μ_k)ᵀ Σ_k⁻¹ (x - μ_k)]."""
    chains = []
    for k in range(min(len(scores), MOST_PARTS)):
        put_in = _log_density(x, theta, k, model.covariance_type)
        prior = float(theta.weights[k])
        sides = [] if put_in is None or prior <= 0 else [plus(function("ln", prior), put_in)]
        chains.append(chain(letter("l", k), density_letters(), *sides, float(scores[k])))
    return chains


def _log_density(x: Array, theta: Gaussians, k: int, form: str) -> Formula | None:
    mu, Sigma, p = theta.means[k], covariance_of(theta, k, form), len(x)
    if p == 1:
        s2 = float(Sigma[0, 0])
        width = function("ln", times(2.0, float(np.pi), s2))
        square = over(squared(plus(float(x[0]), minus(float(mu[0])))), s2)
        return times(minus(over(1.0, 2.0)), plus(width, square))
    if p > MOST_ORDER or (form in ("full", "tied") and np.linalg.cond(Sigma) >= STEEP):
        return None
    away = plus(vector(x), minus(vector(mu)))
    distance = times(transposed(away), inverse(matrix(Sigma)), away)
    constant = times(float(p), function("ln", times(2.0, float(np.pi))))
    log_det = function("ln", function("det", matrix(Sigma)))
    return times(minus(over(1.0, 2.0)), plus(constant, log_det, distance))


def covariance_of(theta: Gaussians, k: int, form: str) -> Array:
    """Σ_k (p, p) of a form of the covariances."""
    p, found = theta.means.shape[1], theta.covariances
    if form == "full":
        return found[k]
    if form == "tied":
        return found
    return np.diag(found[k]) if form == "diag" else float(found[k]) * np.eye(p)


def _update_chains(
    model: GaussianMixture, X: Array, shares: Array, new: Gaussians, k: int, terms: ModelTerms
) -> list[Chain]:
    """μ and σ² of the first features after the M step."""
    r, N, chains = shares[:, k], float(shares[:, k].sum()), []
    if N <= LOST:
        return [chain(letter("μ", k), vector(new.means[k][:8]))]
    for j in range(min(X.shape[1], MOST_FEATURES)):
        x, mu, name = X[:, j], float(new.means[k, j]), f"{terms.features[j]},{k}"
        letters = over(total("i", times(letter("r", "ik"), letter("x", "i"))), letter("N", k))
        products = added([times(float(a), float(b)) for a, b in zip(r[:9], x[:9], strict=True)], r * x)
        chains.append(chain(letter("μ", name), letters, over(products, N), mu))
    return [*chains, *_variance_chains(model, X, shares, new, k, terms)]


def _variance_chains(
    model: GaussianMixture, X: Array, shares: Array, new: Gaussians, k: int, terms: ModelTerms
) -> list[Chain]:
    form, eps = model.covariance_type, float(model.reg_covar)
    if form not in ("full", "diag"):
        return [chain(letter("Σ", k), matrix(covariance_of(new, k, form)[:MOST_ORDER, :MOST_ORDER]))]
    r, N, chains = shares[:, k], float(shares[:, k].sum()), []
    for j in range(min(X.shape[1], MOST_FEATURES)):
        x, mu = X[:, j], float(new.means[k, j])
        result = float(covariance_of(new, k, form)[j, j])
        away = squared(plus(letter("x", "i"), minus(letter("μ", k))))
        letters = plus(over(total("i", times(letter("r", "ik"), away)), letter("N", k)), letter("ε"))
        terms_in = [
            times(float(a), squared(plus(float(b), minus(mu)))) for a, b in zip(r[:9], x[:9], strict=True)
        ]
        put_in = plus(over(added(terms_in, r * (x - mu) ** 2), N), eps)
        chains.append(
            chain(squared(letter("σ", f"{terms.features[j]},{k}")), letters, put_in, number(result))
        )
    return chains
