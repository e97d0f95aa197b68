r"""Normal classes of one covariance: their linear scores, and the plane between two of them.

P(c | x) is the softmax of β_cᵀx + γ_c (source 004, equations 155 to 158),

    β_c = Σ⁻¹ μ_c,      γ_c = -½ μ_cᵀ Σ⁻¹ μ_c + log π_c.

Two classes: P(1 | x) = σ(wᵀ(x - x_0)), w = β_1 - β_0 = Σ⁻¹(μ_1 - μ_0) (equations 159 to 163), and the plane
wᵀ(x - x_0) = 0 passes through

    x_0 = ½ (μ_0 + μ_1) - (μ_1 - μ_0) log(π_1 / π_0) / (μ_1 - μ_0)ᵀΣ⁻¹(μ_1 - μ_0).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.kernels import Array
from fenlei.linear.plane_geometry import given_array, refuse
from fenlei.linear.rayleigh import symmetric
from fenlei.messages import phrase
from fenlei.stats import scatter
from fenlei.stats.covariance import whiten


class LinearScores(NamedTuple):
    """The linear score βᵀx + γ of each class.

    Examples
    --------
    >>> from fenlei.linear import normal_class_scores
    >>> scores = normal_class_scores([[0.0], [2.0]], [[1.0]], [0.5, 0.5])
    >>> scores.beta.tolist(), scores.gamma.round(4).tolist()
    ([[0.0], [2.0]], [-0.6931, -2.6931])
    """

    beta: Array  # (K, p) Σ⁻¹ μ_c
    gamma: Array  # (K,)


class SeparatingPlane(NamedTuple):
    """The plane wᵀ(x - x_0) = 0 between two classes; w points at the second.

    Examples
    --------
    >>> from fenlei.linear import separating_plane
    >>> plane = separating_plane([[0.0], [2.0]], [[1.0]])
    >>> plane.w.tolist(), plane.x0.tolist(), plane.b
    ([2.0], [1.0], -2.0)
    """

    w: Array  # (p,)
    x0: Array  # (p,)
    b: float  # -wᵀx_0 = γ_1 - γ_0


def scores_of(means: Array, covariance: Array, priors: Array) -> LinearScores:
    """β_c and γ_c, with the inverse of Σ on the directions in which it has spread."""
    root = whiten(covariance).matrix
    whitened = means @ root
    with np.errstate(divide="ignore"):  # a class without prior has no chance
        gamma = -0.5 * np.sum(whitened**2, axis=1) + np.log(priors)
    return LinearScores(whitened @ root.T, gamma)


def plane_of(means: Array, covariance: Array, priors: Array) -> SeparatingPlane:
    """The plane of two classes."""
    difference = means[1] - means[0]
    root = whiten(covariance).matrix
    w = root @ (root.T @ difference)
    apart = float(w @ difference)
    with np.errstate(divide="ignore", invalid="ignore"):
        shift = (np.log(priors[1]) - np.log(priors[0])) / apart
        x0 = 0.5 * (means[0] + means[1]) - difference * shift
    return SeparatingPlane(w, x0, float(-w @ x0))


class HasNormalScores:
    """β_c, γ_c, x_0 and S_k of a model whose record has means, covariance and priors."""

    model_: Any
    summary_: Any
    classes_: Array

    @property
    def beta_(self) -> Array:
        return scores_of(self.model_.means, self.model_.covariance, self.model_.priors).beta

    @property
    def gamma_(self) -> Array:
        return scores_of(self.model_.means, self.model_.covariance, self.model_.priors).gamma

    @property
    def x0_(self) -> Array:
        if len(self.classes_) != 2:
            raise AttributeError("x0_ is there for two classes only; use beta_ and gamma_")
        return plane_of(self.model_.means, self.model_.covariance, self.model_.priors).x0

    @property
    def S_w_(self) -> Array:
        return scatter.within(self.summary_)

    @property
    def S_b_(self) -> Array:
        return scatter.between(self.summary_)

    @property
    def S_t_(self) -> Array:
        return self.S_w_ + self.S_b_

    @property
    def S_k_(self) -> Array:
        if len(self.summary_.scatter) != len(self.classes_):
            raise AttributeError("S_k_ needs store_scatter=True")
        found: Array = self.summary_.scatter
        return found


def normal_class_scores(means: ArrayLike, covariance: ArrayLike, priors: ArrayLike) -> LinearScores:
    """β_c (K, p) and γ_c (K,) of normal classes with these means (K, p), covariance (p, p) and priors (K,).

    Examples
    --------
    >>> normal_class_scores([[0, 0], [2, 0]], [[1, 0], [0, 4]], [0.5, 0.5]).beta.tolist()
    [[0.0, 0.0], [2.0, 0.0]]
    """
    return scores_of(*_given(means, covariance, priors, "normal_class_scores", "K"))


def separating_plane(
    means: ArrayLike, covariance: ArrayLike, priors: ArrayLike = (0.5, 0.5)
) -> SeparatingPlane:
    """w (p,), x_0 (p,) and b of the plane between two normal classes of one covariance (p, p).

    Examples
    --------
    >>> separating_plane([[0, 0], [2, 0]], [[1, 0], [0, 4]]).x0.tolist()
    [1.0, 0.0]
    >>> plane = separating_plane([[0, 0], [2, 0]], [[1, 0], [0, 4]], priors=[0.9, 0.1])  # towards the second
    >>> plane.w.tolist(), plane.x0.round(4).tolist(), round(plane.b, 4)
    ([2.0, 0.0], [2.0986, 0.0], -4.1972)
    """
    mu, Sigma, pi = _given(means, covariance, priors, "separating_plane", 2)
    if np.array_equal(mu[0], mu[1]):
        raise refuse("separating_plane", "means", phrase("limit.two_means"))
    return plane_of(mu, Sigma, pi)


def _given(
    means: ArrayLike, covariance: ArrayLike, priors: ArrayLike, function: str, K: int | str
) -> tuple[Array, Array, Array]:
    mu = given_array(means, function, "means", K, "p")
    Sigma = symmetric(covariance, function, "covariance", mu.shape[1])
    if np.linalg.eigvalsh(Sigma)[0] <= 0:
        raise refuse(function, "covariance", phrase("limit.positive_definite"))
    pi = given_array(priors, function, "priors", len(mu))
    if (pi <= 0).any() or abs(pi.sum() - 1.0) > 1e-8:
        raise refuse(function, "priors", phrase("limit.shares"))
    return mu, Sigma, pi
