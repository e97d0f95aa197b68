"""Principal components as a probabilistic model: normal along the axes, the same noise across them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.transformer import Projection
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.reduce.pca import latent_normal
from fenlei.reduce.pca.latent_normal import LatentNormal


class LatentDensity(Projection):
    """A projection on axes with variances, and a noise variance: the density of a row follows."""

    components_: Array  # (d, p)
    explained_variance_: Array  # (d,)
    noise_variance_: float
    mean_: Array  # (p,)
    scale_: Array  # (p,)

    def _latent(self) -> LatentNormal:
        check_is_fitted(self, "model_")
        return LatentNormal(self.components_, self.explained_variance_, self.noise_variance_)

    def _regular(self) -> LatentNormal:
        latent = self._latent()
        if latent.singular:
            p, positive = self.n_features_in_, int(np.sum(latent.variances > 0))
            raise DataError("pca.singular", rank=p if latent.noise > 0 else positive, p=p)
        return latent

    def get_covariance(self) -> Array:
        """Covariance (p, p) of the probabilistic model: Vᵀ diag(λ - σ²) V + σ² I, in the features' units."""
        return self.scale_[:, None] * latent_normal.covariance(self._latent()) * self.scale_

    def get_precision(self) -> Array:
        """Inverse (p, p) of `get_covariance`."""
        return latent_normal.precision(self._regular()) / self.scale_[:, None] / self.scale_

    def score_samples(self, X: Any) -> Array:
        """Log-density (n,) of each row of X (n, p) in the probabilistic model."""
        latent = self._regular()
        X = self._as_floats(X, reset=False)
        self._refuse_non_finite(X)
        densities = np.empty(X.shape[0])

        def block(start: int, stop: int) -> None:
            rows = as_dense(X[start:stop])
            densities[start:stop] = latent_normal.log_density(latent, (rows - self.mean_) / self.scale_)

        with np.errstate(invalid="ignore", over="ignore"):
            run_blocks(block, row_blocks(*X.shape), self.n_jobs)
        if np.isnan(densities).any():
            self._refuse_range(X)
        return densities - np.sum(np.log(self.scale_))

    def score(self, X: MatrixLike, y: ArrayLike | None = None) -> float:
        """Mean log-density of the rows of X (n, p)."""
        return float(np.mean(self.score_samples(X)))
