r"""Decisions from posterior probabilities: minimum risk, its special cases, and shifted priors.

Model: action i costs λ_ij when the truth is class j. Its conditional risk is

    R(i | x) = Σ_j λ_ij P(j | x)        (source 004, eq. 16).

Decision: the action of least conditional risk, the first of equal ones. Averaged over x the least risks are
the total risk (eq. 17), which no other rule can undercut.

Special cases: 0-1 loss (eq. 18) gives the largest posterior; with equal priors, the largest likelihood. One
more row of a constant λ_r is the action of rejecting: Chow's rule, reject where max_j P(j | x) < 1 - λ_r. For
two classes the rule is a likelihood ratio test: decide for the first where

    p(x | 1) / p(x | 2)  >  (λ_12 - λ_22) / (λ_21 - λ_11) · P(2) / P(1).

New priors π' in place of π change the posterior to P'(j | x) ∝ P(j | x) π'_j / π_j; no model is fitted again.

Risks are compared after subtracting the largest cost of each column, which takes the same amount off all
actions. Under 0-1 loss what is left is exactly -P(i | x): equal probabilities are equal risks, to the last
bit.

Cost: one pass over the posteriors, O(n A K). References: source 004, sections 2.1 and 2.2; Duda, Hart and
Stork, section 2.2; Chow, IEEE Transactions on Information Theory 16 (1970) 41-46.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.bayes.decision.costs import check_costs, zero_one
from fenlei.bayes.probabilities import reweighted
from fenlei.errors import DataError, UsageError
from fenlei.functions.distributions import (
    check_distributions,
    first_unsound,
    probability_array,
    refuse_row,
    sum_tolerance,
)
from fenlei.kernels import Array, kernel
from fenlei.kernels.rows import argmax_rows
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.priors import log_prior
from fenlei.weights import check_weights

BLOCK_ELEMENTS = 1 << 18  # 2 MiB of float64: blocks enough to share out a million rows of three classes
CHUNK = 64  # rows that are worked on together
NO_RISKS = np.empty(0)


class Decisions(NamedTuple):
    """Result of `minimum_risk`.

    Examples
    --------
    >>> from fenlei.bayes.decision import minimum_risk
    >>> found = minimum_risk([[0.9, 0.1], [0.6, 0.4]], [[0, 5], [1, 0]])
    >>> found.actions.tolist(), found.risks.round(2).tolist()
    ([0, 1], [0.5, 0.6])
    """

    actions: Array  # (n,) int64, rows of the cost matrix
    risks: Array  # (n,) conditional risk of the action taken


def conditional_risk(posterior: ArrayLike, costs: ArrayLike) -> Array:
    """R(i | x) = Σ_j λ_ij P(j | x), (n, A), from posteriors (n, K) and costs (A, K).

    >>> from fenlei.bayes.decision import conditional_risk
    >>> conditional_risk([[0.9, 0.1], [0.6, 0.4]], [[0, 5], [1, 0]]).round(2).tolist()
    [[0.5, 0.9], [2.0, 0.6]]
    """
    P = check_distributions(posterior, "posterior", 2)
    return P @ check_costs(costs, P.shape[1]).T


def minimum_risk(posterior: ArrayLike, costs: ArrayLike, n_jobs: int | None = None) -> Decisions:
    """The action of least conditional risk in each row, and that risk.

    Parameters
    ----------
    posterior : array-like of shape (n, K)
        P(j | x), rows of sum 1.
    costs : array-like of shape (A, K)
        costs[i, j] is the cost of action i when the truth is class j. Negative costs are gains.
    n_jobs : int, default=None
        Threads; None is all cores.

    Returns
    -------
    Decisions
        `actions` (n,), row numbers of `costs`, ties to the first; `risks` (n,).

    Examples
    --------
    To send an ill person home (action 0, class 1) costs ten times as much as to keep a healthy one:

    >>> decisions = minimum_risk([[0.95, 0.05], [0.85, 0.15]], [[0, 10], [1, 0]])
    >>> decisions.actions, decisions.risks.round(2)
    (array([0, 1]), array([0.5 , 0.85]))
    """
    P = probability_array(posterior, "posterior", 2)
    risks = np.empty(len(P))
    return Decisions(_least_risk(P, check_costs(costs, P.shape[1]), risks, n_jobs), risks)


def minimum_risk_actions(posterior: ArrayLike, costs: ArrayLike, n_jobs: int | None = None) -> Array:
    """The actions (n,) of `minimum_risk` alone.

    >>> from fenlei.bayes.decision import minimum_risk_actions
    >>> minimum_risk_actions([[0.9, 0.1], [0.6, 0.4]], [[0, 5], [1, 0]]).tolist()
    [0, 1]
    """
    P = probability_array(posterior, "posterior", 2)
    return _least_risk(P, check_costs(costs, P.shape[1]), NO_RISKS, n_jobs)


def _least_risk(P: Array, costs: Array, out_risks: Array, n_jobs: int | None) -> Array:
    actions = np.empty(len(P), np.int64)
    relative = costs - costs.max(axis=0)
    tolerance = sum_tolerance(P)

    def block(start: int, stop: int) -> None:
        rows = slice(start, stop)
        bad = first_unsound(P[rows], tolerance)
        if bad >= 0:
            refuse_row(P, start + bad, "posterior")
        least_risk(P[rows], costs, relative, actions[rows], out_risks[rows])

    run_blocks(block, row_blocks(len(P), P.shape[1], BLOCK_ELEMENTS), n_jobs)
    return actions


@kernel
def least_risk(P: Array, costs: Array, relative: Array, out_actions: Array, out_risks: Array) -> None:
    """First action of least relative risk in each row; and its risk, if `out_risks` has room.

    A few rows at a time are turned into columns, so that the inner loops run over rows and vectorise.
    """
    n, K = P.shape
    columns, risk, least = np.empty((K, CHUNK)), np.empty(CHUNK), np.empty(CHUNK)
    for start in range(0, n, CHUNK):
        m = min(CHUNK, n - start)
        for i in range(m):
            for j in range(K):
                columns[j, i] = P[start + i, j]
        best = out_actions[start : start + m]
        for a in range(relative.shape[0]):
            for i in range(m):
                risk[i] = relative[a, 0] * columns[0, i]
            for j in range(1, K):
                for i in range(m):
                    risk[i] += relative[a, j] * columns[j, i]
            for i in range(m):
                better = a == 0 or risk[i] < least[i]
                best[i] = a if better else best[i]
                least[i] = risk[i] if better else least[i]
        for i in range(min(m, out_risks.shape[0])):
            total = 0.0
            for j in range(K):
                total += costs[best[i], j] * columns[j, i]
            out_risks[start + i] = total


def total_risk(posterior: ArrayLike, costs: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Mean of the least conditional risks over the rows: the risk R of eq. 17.

    Examples
    --------
    Two values of x, seen 6 and 4 times out of ten; in 6 · 0.1 + 4 · 0.5 of them the larger posterior errs:

    >>> total_risk([[0.9, 0.1], [0.5, 0.5]], [[0, 1], [1, 0]], weights=[0.6, 0.4])
    0.26
    """
    risks = minimum_risk(posterior, costs).risks
    return float(np.average(risks, weights=check_weights(weights, len(risks))))


def maximum_posterior(posterior: ArrayLike, n_jobs: int | None = None) -> Array:
    """Class (n,) of the largest posterior: minimum risk under 0-1 loss.

    >>> from fenlei.bayes.decision import maximum_posterior
    >>> maximum_posterior([[0.9, 0.1], [0.4, 0.6]]).tolist()
    [0, 1]
    """
    P = probability_array(posterior, "posterior", 2)
    return _least_risk(P, zero_one(P.shape[1]), NO_RISKS, n_jobs)


def maximum_likelihood(log_likelihood: ArrayLike, n_jobs: int | None = None) -> Array:
    """Class (n,) of the largest likelihood p(x | k): minimum risk under 0-1 loss and equal priors.

    >>> from fenlei.bayes.decision import maximum_likelihood
    >>> maximum_likelihood([[-1.0, -2.0], [-3.0, -0.5]]).tolist()
    [0, 1]
    """
    return argmax_rows(probability_array(log_likelihood, "log_likelihood", 2), n_jobs)


def likelihood_ratio_threshold(costs: ArrayLike, priors: ArrayLike) -> float:
    """θ such that the first of two classes has less risk exactly where p(x | 1) / p(x | 2) > θ.

    θ = (λ_12 - λ_22) / (λ_21 - λ_11) · P(2) / P(1); it needs λ_21 > λ_11, that an error on class 1 costs more
    than being right. A negative θ means that the first class is always decided for.

    Examples
    --------
    >>> likelihood_ratio_threshold([[0, 3], [1, 0]], [5 / 9, 4 / 9])
    2.4
    """
    pi = check_distributions(priors, "priors", 1)
    if np.shape(costs) != (2, 2) or len(pi) != 2:
        raise UsageError("decision.two_classes", shape=np.shape(costs), K=len(pi))
    costs = check_costs(costs, 2)
    if costs[1, 0] <= costs[0, 0]:
        raise UsageError("decision.threshold", wrong=costs[1, 0], right=costs[0, 0])
    if not pi.all():
        raise UsageError("decision.no_ratio", priors=pi.tolist())
    return float((costs[0, 1] - costs[1, 1]) * pi[1] / ((costs[1, 0] - costs[0, 0]) * pi[0]))


def shift_priors(posterior: ArrayLike, old: ArrayLike, new: ArrayLike) -> Array:
    """Posteriors (n, K) under priors `new` (K,) of a model trained under priors `old` (K,).

    P'(j | x) ∝ P(j | x) new_j / old_j, the ratios taken in logarithms. A row that leaves no class possible
    gets the new priors, with a warning.

    Examples
    --------
    A test that was tuned on as many ill as healthy persons, used where one in a hundred is ill:

    >>> shift_priors([[0.1, 0.9]], old=[0.5, 0.5], new=[0.99, 0.01]).round(3)
    array([[0.917, 0.083]])
    """
    P = check_distributions(posterior, "posterior", 2)
    old, new = check_distributions(old, "old", 1), check_distributions(new, "new", 1)
    for name, pi in {"old": old, "new": new}.items():
        if len(pi) != P.shape[1]:
            raise DataError("probability.classes", name=name, K=len(pi), classes=P.shape[1])
    lost = (old == 0) & (new > 0)
    if lost.any():
        raise UsageError("decision.unseen_class", k=int(lost.argmax()), new=float(new[lost.argmax()]))
    log_ratio = log_prior(new) - np.where(old > 0, log_prior(old), 0.0)
    return reweighted(P, np.exp(log_ratio - log_ratio.max()), new)
