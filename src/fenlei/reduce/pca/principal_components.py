"""The fitted model of principal component analysis, and the steps from a summary of rows to it.

    summary (weight, mean, products or factor)  ->  divided by units  ->  axes  ->  variances λ = s² / (n - 1)

The routes to the axes are in `principal_axes`.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.records import Field
from fenlei.reduce.pca.principal_axes import Axes, remainder
from fenlei.stats.gram import Gram

PROJECTION_BLOCK = 1 << 18  # values of X whose centred copy stays in the cache


class PCAModel(NamedTuple):
    weight: Annotated[Array, Field("", low=0.0)]  # number of rows
    mean: Annotated[Array, Field("p")]
    deviation: Annotated[Array, Field("p", low=0.0)]  # σ of the features
    components: Annotated[Array, Field("d p")]  # V
    variance: Annotated[Array, Field("d", low=0.0)]  # λ
    total: Annotated[Array, Field("", low=0.0)]  # Σ λ of all components
    noise: Annotated[Array, Field("", low=0.0)]  # mean of the λ that are left out


def principal_components(summary: Gram, squares: Array, axes: Axes, d: int) -> PCAModel:
    """The model of d of the axes, variances with divisor n - 1; `squares` (p,) are those of the features."""
    divisor = max(float(summary.weight) - 1.0, 1.0)
    left = most_components(summary) - d
    return PCAModel(
        weight=summary.weight,
        mean=summary.mean,
        deviation=np.sqrt(squares / divisor),
        components=axes.directions[:d].copy(),
        variance=axes.squares[:d] / divisor,
        total=np.array(axes.total / divisor),
        noise=np.array(remainder(axes, d) / divisor / left if left > 0 else 0.0),
    )


def most_components(summary: Gram) -> int:
    """min(n, p): so many axes can have spread."""
    return max(1, min(int(float(summary.weight) + 1e-9), len(summary.mean)))


def feature_squares(summary: Gram) -> Array:
    """Σ w (x - mean)² (p,) of the features."""
    return np.diagonal(summary.scatter) if len(summary.scatter) else np.sum(summary.factor**2, axis=0)


def units(squares: Array, weight: Array) -> Array:
    """Standard deviations (p,) that the features are divided by; 1 for a constant one."""
    deviation = np.sqrt(squares / max(float(weight) - 1.0, 1.0))
    return np.where(deviation > 0, deviation, 1.0)


def divided(summary: Gram, scale: Array) -> Gram:
    """The summary of the rows divided by scale (p,)."""
    scatter = summary.scatter / scale[:, None] / scale if len(summary.scatter) else summary.scatter
    return summary._replace(scatter=scatter, factor=summary.factor / scale)


class Sample(NamedTuple):
    """Checked training rows."""

    X: Any  # (n, p), dense or CSR
    w: Array | None  # (n,) float64, None for weight one

    @property
    def none(self) -> Array:
        """No targets (n, 0), as `gram` wants them."""
        return np.empty((self.X.shape[0], 0))

    @property
    def root(self) -> Array:
        return np.ones(self.X.shape[0]) if self.w is None else np.sqrt(self.w)


def projected(
    X: Array, mean: Array, axes: Array, near: bool, n_jobs: int | None, out_coordinates: Array
) -> None:
    """(x - mean) axesᵀ (n, d), in float64 by blocks.

    If the mean is `near` 0 beside the spread, it is taken off the products: no copy of the rows is made then.
    """
    shift = axes @ mean

    def block(start: int, stop: int) -> None:
        rows = X[start:stop]
        out_coordinates[start:stop] = rows @ axes.T - shift if near else (rows - mean) @ axes.T

    run_blocks(block, row_blocks(len(X), X.shape[1], PROJECTION_BLOCK), n_jobs)
