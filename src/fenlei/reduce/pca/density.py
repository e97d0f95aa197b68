"""Principal components as a probabilistic model: normal along the axes, the same noise across them."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_array

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import FLOATS, require_fit
from fenlei.contract.transformer import Projection, Transformer
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks, single_threaded_blas
from fenlei.reduce.pca import latent_normal
from fenlei.reduce.pca.latent_normal import LatentNormal
from fenlei.reduce.pca.principal_components import PCAModel, projected

NEAR = 9.0  # squares of the mean, in variances, that cost no more than a digit when taken off late


class LatentDensity(Transformer, Projection):
    """A projection on axes with variances, and a noise variance: the density of a row follows."""

    components_: Array  # (d, p)
    explained_variance_: Array  # (d,)
    noise_variance_: float
    mean_: Array  # (p,)
    whiten: bool
    standardize: bool

    def _noise(self, model: PCAModel) -> float:
        """A number of the type of the variances, as in scikit-learn; there 0.0 where none are left out."""
        return model.variance.dtype.type(model.noise) if model.noise else 0.0

    @property
    def scale_(self) -> Array:
        """What the features are divided by (p,)."""
        deviation = self.model_.deviation
        return np.where(deviation > 0, deviation, 1.0) if self.standardize else np.ones(len(deviation))

    def _spread(self) -> Array:
        """What whitening divides by (d,): standard deviations, infinite where there is but rounding."""
        spread = np.sqrt(self.model_.variance)
        return np.where(spread > 0, spread, np.inf)

    def _coordinates(self, X: Array) -> Array:
        model = self.model_
        axes = (
            model.components / self.scale_ if self.standardize else np.asarray(model.components, np.float64)
        )
        if self.whiten:
            axes = axes / self._spread()[:, None]
        if is_sparse(X):
            return (X @ axes.T - axes @ model.mean).astype(np.result_type(X, model.components), copy=False)
        mean = np.asarray(model.mean, np.float64)
        near = np.all(mean**2 <= NEAR * model.deviation**2)
        coordinates = np.empty((len(X), len(axes)), np.result_type(X, model.components))
        projected(X, mean, axes, bool(near), self.n_jobs, coordinates)
        return coordinates

    def inverse_transform(self, X: MatrixLike) -> Array:
        """Rows (n, p) that have the coordinates X (n, d): μ + Vᵀ z in the units of the features."""
        require_fit(self)
        Z = check_array(X, dtype=FLOATS, input_name="X")
        model = self.model_
        if Z.shape[1] != (d := len(model.components)):
            raise DataError("pca.coordinates", came=Z.shape[1], d=d)
        axes = model.components * self.scale_ * (np.sqrt(model.variance)[:, None] if self.whiten else 1.0)
        with single_threaded_blas():
            return (Z @ axes + model.mean).astype(np.result_type(Z, model.components), copy=False)

    def _latent(self) -> LatentNormal:
        require_fit(self)
        model = self.model_
        V, variances = (np.asarray(field, np.float64) for field in (model.components, model.variance))
        return LatentNormal(V, variances, float(model.noise))

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

    def score_samples(self, X: MatrixLike) -> Array:
        """Log-density (n,) of each row of X (n, p) in the probabilistic model."""
        latent = self._regular()
        X = self._as_floats(X, reset=False)
        self._refuse_non_finite(X)
        mean, scale = np.asarray(self.model_.mean, np.float64), self.scale_
        densities = np.empty(X.shape[0])

        def block(start: int, stop: int) -> None:
            rows = as_dense(X[start:stop])
            densities[start:stop] = latent_normal.log_density(latent, (rows - mean) / scale)

        with np.errstate(invalid="ignore", over="ignore"):
            run_blocks(block, row_blocks(*X.shape), self.n_jobs)
        return self._answer(self._finite(densities, X) - np.sum(np.log(scale)), X)

    def score(self, X: MatrixLike, y: ArrayLike | None = None) -> float:
        """Mean log-density of the rows of X (n, p)."""
        return float(np.mean(self.score_samples(X)))
