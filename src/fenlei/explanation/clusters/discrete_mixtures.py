"""Mixtures of Bernoulli or categorical variables: the steps of EM; and the component of one row.

θ_kj(v) = (Σ_i r_ik [x_ij = v] + α) / (N_k + α m_j),   l_k = ln π_k + Σ_j ln θ_kj(x_j)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.cluster.mixture.discrete_mixture import Categories, DiscreteMixture
from fenlei.explanation.clusters.expectation_steps import (
    LOST,
    MOST_FEATURES,
    MOST_PARTS,
    again_of,
    bayes_step,
    brief_frame,
    decision_step,
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
from fenlei.explanation.formula.building import (
    chain,
    counted,
    function,
    letter,
    multiplied,
    number,
    over,
    plus,
    probability,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.cluster.mixture.em_history import EMHistory

MOST_LEVELS = 4
SMALLEST = 1e-290  # of a product: below it the logarithms are added up
SOURCE = "004, 10.1, B26"


def fit(model: DiscreteMixture, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Start, steps of EM, and the fitted probabilities; without a history the end alone."""
    X, again = model._as_floats(rows.X, reset=False), again_of(model, rows)
    theta = model._theta()
    scores = model._log_joint_of(X, theta)
    steps = [] if again is None else _history_steps(model, X, again.history_, terms)
    chains = [
        *_joint_chains(model, X[0], theta, scores[0], terms),
        *share_chains(scores[0], shares_of(scores[:1])[0], "r"),
    ]
    fitted = [*_parameter_chains(model, theta, terms), *_share_chains(model, X, theta, terms)]
    parameters = terms.step("em_parameters", fitted, source=SOURCE)
    expected = terms.step("em_expected", chains, source=SOURCE)
    return [*steps, parameters, expected, end_step(model, rows.X, scores, terms)]


def position(model: DiscreteMixture, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The product of probabilities in each component, Bayes' formula, the largest."""
    x = model._as_floats(placed.x[None], reset=False)[0]
    scores = model._log_joint(x[None])[0]
    chains = _joint_chains(model, x, model._theta(), scores, terms)
    return [
        terms.step("mixture_density", chains, source=SOURCE, shown=len(chains), count=len(scores)),
        bayes_step(model, placed.x, scores, terms),
        decision_step(model, placed.x, terms),
    ]


def _history_steps(
    model: DiscreteMixture, X: Array, history: EMHistory, terms: ModelTerms
) -> list[WorkingStep]:
    path = [Categories(weights, _table(history, t)) for t, weights in enumerate(history.weights)]
    frames = []
    for t, full in shown_steps(history):
        if not full:
            weights = _parameter_chains(model, path[t + 1], terms)[:MOST_PARTS]
            frames.append(brief_frame(history, t, weights, terms))
            continue
        scores = model._log_joint_of(X, path[t])
        shares = shares_of(scores)
        chains = [
            likelihood_chain(scores, history.log_likelihood[t]),
            *share_chains(scores[0], shares[0], "r"),
            *weight_chains(shares, path[t + 1].weights),
            *_update_chains(model, X, shares, path[t + 1], terms),
        ]
        frames.append(step_frame(history, t, chains, share_grid(shares, terms), terms))
    start = terms.step("em_start", _parameter_chains(model, path[0], terms), source=SOURCE)
    return [start, step_frames(frames, history, terms)]


def _table(history: Any, t: int) -> Array:
    """θ (M, K) of a step, as the model keeps it."""
    if history.means is not None:
        mu = history.means[t]
        return np.stack([1.0 - mu.T, mu.T], axis=1).reshape(-1, len(mu))
    return np.concatenate([table[t].T for table in history.probabilities])


def _shown_positions(model: DiscreteMixture, terms: ModelTerms) -> list[tuple[int, int, str]]:
    """(feature, position in the table, its name): of two levels the second, else the first few."""
    found = []
    for j in range(min(len(model.offset_) - 1, MOST_FEATURES)):
        start, stop = int(model.offset_[j]), int(model.offset_[j + 1])
        levels = [1] if stop - start == 2 else range(min(stop - start, MOST_LEVELS))
        found += [(j, start + v, f"{terms.features[j]}={terms.value(j, float(v))}") for v in levels]
    return found


def _parameter_chains(model: DiscreteMixture, theta: Categories, terms: ModelTerms) -> list[Chain]:
    parts = range(min(len(theta.weights), MOST_PARTS))
    chains = [chain(letter("π", k), float(theta.weights[k])) for k in parts]
    for _, position, name in _shown_positions(model, terms):
        chains += [chain(letter("θ", f"{name},{k}"), float(theta.table[position, k])) for k in parts]
    return chains


def _share_chains(model: DiscreteMixture, X: Array, theta: Categories, terms: ModelTerms) -> list[Chain]:
    """Σ_k π_k θ_k(v) is the share of the rows with the value v, after any M step without smoothing."""
    chains, positions = [], model._positions(X)
    for j, position, name in _shown_positions(model, terms) if model.n_iter_ and not model.alpha else ():
        letters = total("k", times(letter("π", "k"), letter("θ", f"{name},k")))
        mean = summed(theta.weights * theta.table[position])
        count = float(np.sum(positions[:, j] == position))
        chains.append(chain(probability(name), letters, mean, counted(count, float(len(X)))))
    return chains


def _joint_chains(
    model: DiscreteMixture, x: Array, theta: Categories, scores: Array, terms: ModelTerms
) -> list[Chain]:
    """π_k Π_j θ_kj(x_j), and its logarithm; a category that the fit never met has no factor."""
    positions = model._positions(x[None])[0]
    known, chains = positions[positions >= 0], []
    for k in range(min(len(scores), MOST_PARTS)):
        factors = np.concatenate([[theta.weights[k]], theta.table[known, k]])
        product = multiplied([number(f) for f in factors[:9]], factors)
        each = probability(letter("x", "j"), given=letter("k"), name="θ")
        letters = function("ln", times(letter("π", "k"), total("j", each, "Π")))
        if not (factors > 0).all():
            chains.append(chain(probability(letter("x"), letter("k"), name="p"), product, 0.0))
            continue
        small = float(np.prod(factors)) < SMALLEST
        put_in = summed(np.log(factors)) if small else function("ln", product)
        chains.append(chain(letter("l", k), letters, put_in, float(scores[k])))
    return chains


def _update_chains(
    model: DiscreteMixture, X: Array, shares: Array, new: Categories, terms: ModelTerms
) -> list[Chain]:
    """θ after the M step, from the shares of the rows with each value."""
    positions, alpha, chains = model._positions(X), float(model.alpha), []
    for j, position, name in _shown_positions(model, terms):
        levels = float(model.offset_[j + 1] - model.offset_[j])
        for k in range(min(shares.shape[1], MOST_PARTS)):
            N, met = float(shares[:, k].sum()), shares[positions[:, j] == position, k]
            above: Formula = summed(met)
            below: Formula = number(N)
            if alpha:
                above, below = plus(above, alpha), plus(N, times(alpha, levels))
            put_in = [over(above, below)] if N > LOST else []
            chains.append(chain(letter("θ", f"{name},{k}"), *put_in, float(new.table[position, k])))
    return chains
