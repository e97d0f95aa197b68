r"""Bayes' formula with given probabilities.

    P(k | x) = p(x | k) P(k) / p(x),     p(x) = Σ_j p(x | j) P(j)

From causes to effects and back: P(k) may be the share of each disease, p(x | k) how often it shows a symptom.
Likelihoods are divided by the largest of their row before they are multiplied, so tiny ones do not vanish.

Reference: source 000, section 3.1.1, equations 3-1 and 3-2; source 004, equations 13 to 15.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.bayes.probabilities import reweighted
from fenlei.errors import DataError
from fenlei.functions.checks import plain, vectors
from fenlei.functions.distributions import check_distributions
from fenlei.kernels import Array


class PosteriorTable(NamedTuple):
    """Bayes' formula for one x, or for each row of several.

    Examples
    --------
    >>> from fenlei.bayes.decision import posterior
    >>> found = posterior([0.6, 0.4], [0.5, 0.75])
    >>> found.joint.round(6).tolist(), round(found.evidence, 6), found.posterior.round(6).tolist()
    ([0.3, 0.3], 0.6, [0.5, 0.5])
    """

    posterior: Array  # P(k | x), (K,) or (n, K)
    evidence: Any  # p(x), a float or (n,)
    joint: Array  # p(x | k) P(k), (K,) or (n, K)


def posterior(prior: ArrayLike, likelihood: ArrayLike) -> PosteriorTable:
    """P(k | x) by Bayes' formula, with the evidence p(x) and the products p(x | k) P(k).

    Parameters
    ----------
    prior : array-like of shape (K,)
        P(k), of sum 1.
    likelihood : array-like of shape (K,) or (n, K)
        p(x | k): probabilities or densities of one x, or of several, one per row.

    Returns
    -------
    PosteriorTable
        With `posterior`, `evidence` and `joint`. Where no class can have brought x forth (p(x) = 0) the
        posterior is the prior, with a warning.

    Examples
    --------
    Sour-sweet are 4 of 6 Fuji and 3 of 4 Guoguang; such an apple is a Fuji with probability 4/7:

    >>> result = posterior(prior=[0.6, 0.4], likelihood=[4 / 6, 3 / 4])
    >>> (7 * result.posterior).round(12).tolist(), round(result.evidence, 12)
    ([4.0, 3.0], 0.7)

    Both tastes at once, a row for each:

    >>> posterior([0.6, 0.4], [[4 / 6, 3 / 4], [2 / 6, 1 / 4]]).posterior.round(4)
    array([[0.5714, 0.4286],
           [0.6667, 0.3333]])
    """
    pi = check_distributions(prior, "prior", 1).astype(np.float64)
    table = vectors(likelihood, "likelihood", finite=True)
    if table.ndim > 2:
        raise DataError("probability.shape", name="likelihood", shape=table.shape, ndim=2)
    if table.shape[-1] != len(pi):
        raise DataError("probability.classes", name="likelihood", K=table.shape[-1], classes=len(pi))
    if table.min(initial=0.0) < 0:
        raise DataError("functions.negative", name="likelihood", value=float(table.min()))
    rows = np.atleast_2d(table)
    largest = rows.max(axis=1, keepdims=True)
    P = reweighted(rows / np.where(largest > 0, largest, 1.0), pi, pi)
    joint = rows * pi
    if table.ndim == 1:
        return PosteriorTable(P[0], plain(joint[0].sum()), joint[0])
    return PosteriorTable(P, joint.sum(axis=1), joint)
