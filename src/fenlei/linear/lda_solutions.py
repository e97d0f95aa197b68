"""The fitted linear discriminant as a record, and three ways to it: whitening, eigenvectors, minimum norm."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from scipy import linalg

from fenlei.contract.classifier import Rows
from fenlei.contract.scanned_rows import count_rows
from fenlei.kernels import Array
from fenlei.priors import log_prior
from fenlei.records import Field
from fenlei.stats import scatter
from fenlei.stats.covariance import Whitening, standard_deviations, whiten, whiten_rows
from fenlei.stats.scatter import ClassScatter


class LDAModel(NamedTuple):
    priors: Annotated[Array, Field("K", low=0.0)]  # π
    means: Annotated[Array, Field("K p")]  # μ
    xbar: Annotated[Array, Field("p")]  # Σ_k π_k μ_k
    covariance: Annotated[Array, Field("p p")]  # Σ
    coef: Annotated[Array, Field("K p")]  # Σ⁻¹ (μ_k - xbar)
    intercept: Annotated[Array, Field("K", low=-np.inf)]  # of scores of x - xbar
    common: Annotated[Array, Field("p")]  # Σ⁻¹ xbar, which `coef_` adds for all classes; 0 for solver "svd"
    scalings: Annotated[Array, Field("p *")]  # discriminant directions
    explained_variance_ratio: Annotated[Array, Field("*")]


def discriminants(deviations: Array, root: Array, priors: Array) -> tuple[Array, Array]:
    """coef and intercept of the linear scores of x - xbar, from W Wᵀ = Σ⁻¹ and μ_k - xbar."""
    whitened = deviations @ root
    return whitened @ root.T, -0.5 * np.sum(whitened**2, axis=1) + log_prior(priors)


def solve_svd(
    summary: ClassScatter, priors: Array, scale: float, tol: float, rows: Rows | None = None
) -> tuple[LDAModel, int]:
    """Whiten within classes, then rotate to the principal axes of the class means; and the rank found.

    Of fewer rows than columns the whitening comes from the rows.
    """
    covariance = scale * scatter.within(summary) / summary.weight.sum()
    if not covariance.any():
        inner = _nothing(covariance)
    elif rows is not None and count_rows(rows) < len(covariance):
        inner = whiten_rows(within_class_rows(rows, summary, scale), tol)
    else:
        inner = whiten(covariance, tol)
    xbar = priors @ summary.mean
    deviations = summary.mean - xbar
    _, spread, axes = linalg.svd(np.sqrt(priors)[:, None] * deviations @ inner.matrix, full_matrices=False)
    outer = spread > tol * spread.max(initial=0.0)
    scalings = signed(inner.matrix @ axes[outer].T, covariance)
    coef, intercept = discriminants(deviations, scalings, priors)
    shares, none = _shares(spread**2), np.zeros_like(xbar)
    model = LDAModel(priors, summary.mean, xbar, covariance, coef, intercept, none, scalings, shares)
    return model, inner.matrix.shape[1]


def within_class_rows(rows: Rows, summary: ClassScatter, scale: float) -> Array:
    """Z (n, p), the rows from the means of their classes, weighted so that ZᵀZ is the covariance."""
    weight = np.ones(len(rows.codes)) if rows.w is None else rows.w
    share = np.sqrt(scale * weight / summary.weight.sum())
    return np.asarray((rows.X - summary.mean[rows.codes]) * share[:, None])


def solve_eigen(
    summary: ClassScatter, priors: Array, covariance: Array, total: Array
) -> tuple[LDAModel, int]:
    """Generalised eigenvectors of S_b = S_t - S_w against S_w, by whitening; and the rank found."""
    inner = whiten(covariance) if covariance.any() else _nothing(covariance)
    values, vectors = linalg.eigh(inner.matrix.T @ (total - covariance) @ inner.matrix)
    scalings = signed(inner.matrix @ vectors[:, ::-1], covariance)
    xbar = priors @ summary.mean
    coef, intercept = discriminants(summary.mean - xbar, scalings, priors)
    common, shares = scalings @ (scalings.T @ xbar), _shares(values[::-1])
    model = LDAModel(priors, summary.mean, xbar, covariance, coef, intercept, common, scalings, shares)
    return model, scalings.shape[1]


def least_squares(model: LDAModel) -> LDAModel:
    """The same model with Σ coefᵀ = (μ - xbar)ᵀ solved by least squares of minimum norm, for a singular Σ."""
    deviations = model.means - model.xbar
    coef = linalg.lstsq(model.covariance, deviations.T)[0].T
    intercept = -0.5 * np.sum(deviations * coef, axis=1) + log_prior(model.priors)
    return model._replace(
        coef=coef, intercept=intercept, common=linalg.lstsq(model.covariance, model.xbar)[0]
    )


def signed(scalings: Array, covariance: Array) -> Array:
    """Directions with signs such that the entry of largest weight on standardised features is positive."""
    weights = scalings * standard_deviations(covariance)[:, None]
    largest = np.argmax(np.abs(weights), axis=0)
    return scalings * np.sign(weights[largest, np.arange(weights.shape[1])])


def _shares(values: Array) -> Array:
    """Eigenvalues as shares of their sum, negative ones as 0."""
    positive = np.maximum(values, 0.0)  # shrinkage can pull S_t below S_w
    return positive / (positive.sum() or 1.0)


def _nothing(covariance: Array) -> Whitening:
    return Whitening(np.empty((len(covariance), 0)), np.zeros(len(covariance)))


def public_scores(model: LDAModel) -> tuple[Array, Array]:
    """`coef_` and `intercept_`, of scores of x itself; of two classes their difference."""
    old, xbar, common = (np.asarray(field, np.float64) for field in (model.coef, model.xbar, model.common))
    coef, intercept = old + common, model.intercept - old @ xbar - 0.5 * common @ xbar
    if len(model.priors) == 2:
        coef, intercept = coef[1:] - coef[:1], intercept[1:] - intercept[:1]
    return coef.astype(model.coef.dtype, copy=False), intercept.astype(model.coef.dtype, copy=False)
