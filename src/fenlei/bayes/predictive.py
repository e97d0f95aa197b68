r"""Bayesian estimation of normal classes: Student t densities, the parameters integrated out.

    p(x | k, D) = ∫ N(x | μ, Σ) p(μ, Σ | D_k) dμ dΣ          (source 004, equations 33 and 34)

With a conjugate prior, the same for every class, this is a Student t distribution. In p dimensions the prior
is normal-inverse-Wishart (m, κ, ν, Ψ), for each feature by itself normal-inverse-gamma (m, κ, a, b); see
`estimate.multivariate` and `estimate.univariate`. After W rows with mean x̄ and scatter S:

    d = ν + W - p + 1 degrees of freedom, location (κ m + W x̄) / (κ + W),
    scale (κ' + 1) / (κ' d) [Ψ + S + κ W / κ' (x̄ - m)(x̄ - m)ᵀ],   κ' = κ + W.

The weak prior: m is the mean of all rows and κ = 1/100, so that a class may lie ten standard deviations from
it; ν = p + 2 and Ψ = diag v (for one feature a = 3/2, b = v / 2), so that the prior mean of Σ is diag v, the
variances inside the classes. Heavier tails than the normal of maximum likelihood say that few rows know
little; with many rows both agree.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from scipy import linalg

from fenlei.bayes.estimate.checks import require
from fenlei.bayes.estimate.multivariate import NormalInverseWishart
from fenlei.bayes.estimate.univariate import log_student
from fenlei.errors import UsageError
from fenlei.functions.checks import cholesky
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, either, one_of
from fenlei.stats import present_moments, scatter
from fenlei.stats.present_moments import PresentMoments
from fenlei.stats.scatter import ClassScatter

WEAK = 0.01  # rows that the weak prior of a mean counts for
ConjugatePrior = Literal["weak"] | tuple[Any, ...] | list[Any] | None  # a record of four, or its fields
CONJUGATE_PRIOR = either(
    NONE,
    one_of("weak"),
    Limit(lambda value: isinstance(value, list | tuple) and len(value) == 4, phrase("limit.conjugate_prior")),
)


class StudentClasses(NamedTuple):
    """Student t distributions of K classes, on p dimensions together or for each feature by itself."""

    location: Array  # (K, p)
    scale: Array  # (K, p, p), or (K, p) squared scales
    dof: Array  # (K,), or (K, p)


def _variances(within: Array, total: Array, weight: Array) -> Array:
    """Variances (p,) inside the classes; over all rows where they are 0; 1 where they are 0 again."""
    n = np.where(weight > 0, weight, 1.0)
    return np.where(within > 0, within / n, np.where(total > 0, total / n, 1.0))


def prior_together(summary: ClassScatter, given: Any) -> NormalInverseWishart:
    """The prior as it was given, or the weak one."""
    p = summary.mean.shape[1]
    if isinstance(given, str):
        everything = scatter.total(summary)
        sums = np.diagonal(scatter.within(summary)), np.diagonal(everything.scatter[0])
        v = _variances(*sums, everything.weight)
        given = everything.mean[0], WEAK, p + 2.0, np.diag(v)
    location, strength, dof, scale = given
    shape = np.shape(location), np.shape(scale)
    if shape != ((p,), (p, p)):
        raise UsageError("predictive.shape", location=shape[0], scale=shape[1], p=p)
    return NormalInverseWishart(
        np.asarray(location, float), float(strength), float(dof), np.asarray(scale, float)
    )


def together(summary: ClassScatter, given: object) -> StudentClasses:
    """The classes' predictive distributions on p dimensions, from a normal-inverse-Wishart prior."""
    (K, p), prior = summary.mean.shape, prior_together(summary, given)
    found = StudentClasses(np.empty((K, p)), np.empty((K, p, p)), np.empty(K))
    for k in range(K):
        after = prior.update(ClassScatter(*(field[k : k + 1] for field in summary)))
        require(after.strength > 0 and after.dof > p - 1, prior, phrase("proper.strength_dof"))
        cholesky(after.scale, "scale")
        found.dof[k] = after.dof - p + 1.0
        found.location[k] = after.location
        found.scale[k] = after.scale * (after.strength + 1.0) / (after.strength * found.dof[k])
    return found


def prior_by_feature(summary: PresentMoments, given: Any) -> tuple[Array, Array, Array, Array]:
    """m, κ, a and b (p,) of each feature, as they were given, or those of the weak prior."""
    p = summary.mean.shape[1]
    if isinstance(given, str):
        everything = present_moments.total(summary)
        v = _variances(summary.scatter.sum(axis=0), everything.scatter[0], everything.present[0])
        given = everything.mean[0], WEAK, 1.5, 0.5 * v
    try:
        m, kappa, a, b = (np.broadcast_to(np.asarray(part, dtype=np.float64), (p,)) for part in given)
    except ValueError:
        raise UsageError("predictive.features", p=p) from None
    return m, kappa, a, b


def feature_by_feature(summary: PresentMoments, given: object) -> StudentClasses:
    """The classes' predictive distributions of each feature, from normal-inverse-gamma priors."""
    m, kappa, a, b = prior_by_feature(summary, given)
    W, shift = summary.present, summary.mean - m
    strength, shape = kappa + W, a + 0.5 * W
    share = np.divide(W, strength, out=np.zeros_like(W), where=strength > 0)
    scale = b + 0.5 * np.where(W > 0, summary.scatter + kappa * share * shift**2, 0.0)
    sound = (strength > 0) & (shape > 0) & (scale > 0)
    require(sound, "conjugate_prior", phrase("proper.strength_shape_scale"))
    location = np.where(W > 0, m + share * shift, m)
    return StudentClasses(location, scale * (strength + 1.0) / (shape * strength), 2.0 * shape)


def log_density_by_feature(X: Array, location: Array, scale: Array, dof: Array) -> Array:
    """Σ_j log t(x_j | k), (n, K), over the values that are not NaN."""
    scores = np.empty((len(X), len(location)))
    for k in range(len(location)):
        terms = log_student((X - location[k]) ** 2 / scale[k], dof[k], 1, np.log(scale[k]))
        scores[:, k] = np.where(np.isnan(X), 0.0, terms).sum(axis=1)
    return scores


def log_density_of_squares(squares: Array, log_det: Array, dof: Array, p: int) -> Array:
    """log t(x | k), (n, K), from squared distances (n, K) in units of the scale."""
    columns = [log_student(squares[:, k], dof[k], p, log_det[k]) for k in range(len(dof))]
    return np.column_stack(columns)


def draw(location: Array, factor: Array, dof: Array, size: int, rng: np.random.RandomState) -> Array:
    """Rows (size, p) of a Student t with lower triangular W, W Wᵀ = scale⁻¹."""
    z = linalg.solve_triangular(factor, rng.standard_normal((len(location), size)), trans="T", lower=True).T
    return location + z / np.sqrt(rng.chisquare(dof, size) / dof)[:, None]


def draw_by_feature(
    location: Array, scale: Array, dof: Array, size: int, rng: np.random.RandomState
) -> Array:
    """Rows (size, p) of independent Student t features."""
    return location + np.sqrt(scale) * rng.standard_t(dof, (size, len(location)))
