r"""Principal components and a matrix: the correlations R of the features, and components of a given matrix.

    R_jk = s_jk / √(s_jj s_kk)        correlation of features j and k (source 004, equation 137)
    S v = λ v                         components of a covariance matrix S, or of R itself, without the rows

A covariance S of n rows is the summary (weight n, mean μ, products (n - 1) S), so the model follows by the
same steps as from rows.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from sklearn.utils import check_array

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import require_fit
from fenlei.contract.mergeable import Mergeable
from fenlei.errors import DataError, UsageError, wording
from fenlei.functions.pairwise_matrices import symmetrised
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.parameters import check_parameters
from fenlei.reduce.pca.principal_components import PCAModel, Sample, divided, feature_squares, units
from fenlei.stats import gram
from fenlei.stats.gram import Gram

ROUNDING = 1e-6  # beside the largest entry: negative eigenvalues that printed digits, or float32, leave


def checked_covariance(matrix: MatrixLike, name: str = "PCA") -> Array:
    """A symmetric, positive semi-definite matrix (p, p), or an error; rounding is averaged away."""
    S: Array = check_array(matrix, dtype=np.float64, input_name="covariance")
    if S.shape[0] != S.shape[1]:
        raise DataError("pca.matrix_square", shape=S.shape)
    S = symmetrised(S, name)
    least = float(np.linalg.eigvalsh(S)[0])
    if least < -ROUNDING * np.abs(S).max():
        raise DataError("pca.matrix_negative", least=least)
    return S


class MatrixForm(Mergeable[Sample, Gram, PCAModel]):
    """What principal component analysis has to do with matrices of the features."""

    def fit_covariance(
        self, covariance: MatrixLike, *, mean: ArrayLike | None = None, n_samples: float | None = None
    ) -> Self:
        """Fit to a covariance or correlation matrix (p, p), where the rows are not at hand.

        Parameters
        ----------
        covariance : array-like of shape (p, p)
            Symmetric, without negative eigenvalues. With a correlation matrix, or `standardize=True`, the
            components are those of standardised features.
        mean : array-like of shape (p,), default=None
            Of the features; None is 0, as for standardised ones.
        n_samples : float, default=None
            Rows that the matrix was computed from, with divisor n - 1. None is p + 1, the least number with
            which all p components can have a variance; components and variances do not depend on it, but
            `singular_values_`, `n_components="mle"`, `partial_fit` and `merge` do.

        Returns
        -------
        self : PCA

        Examples
        --------
        >>> from fenlei.datasets import load
        >>> from fenlei.reduce import PCA
        >>> pca = PCA(n_components=2).fit_covariance(load("correlation_4").X)
        >>> pca.explained_variance_.round(4).tolist(), pca.components_[0].round(4).tolist()
        ([2.1702, 0.871], [0.4599, 0.4763, 0.5287, 0.5311])
        """
        check_parameters(self, self._limits)
        S = checked_covariance(covariance)
        self._as_floats(covariance, reset=True)  # learns the number and the names of the features
        p = len(S)
        weight = float(p + 1 if n_samples is None else n_samples)
        if not 1.0 < weight < np.inf:
            raise UsageError("pca.matrix_rows", came=n_samples)
        with single_threaded_blas():
            summary = Gram(
                np.array(weight), self._checked_mean(mean, p), (weight - 1.0) * S, np.empty((0, p))
            )
            self.summary_ = summary
            self._keep(self._solve(summary))
        return self

    def _checked_mean(self, mean: ArrayLike | None, p: int) -> Array:
        if mean is None:
            return np.zeros(p)
        centre: Array = check_array(mean, dtype=np.float64, ensure_2d=False, input_name="mean")
        if centre.shape != (p,):
            raise DataError("pca.matrix_mean", shape=centre.shape, p=p)
        return centre.copy()

    @property
    def sample_covariance_(self) -> Array:
        """Covariance matrix S (p, p) of the rows, divisor n - 1, in the units of the features."""
        summary = self._with_products()
        return gram.scatter(summary) / max(float(summary.weight) - 1.0, 1.0)

    def _with_products(self) -> Gram:
        """The summary, if it has the products of the features."""
        require_fit(self)
        if len(self.summary_.scatter) + len(self.summary_.factor) == 0:
            raise AttributeError(wording("pca.matrix_wide", p=self.n_features_in_))
        return self.summary_

    @property
    def correlation_(self) -> Array:
        """Correlation matrix R (p, p) of the features; 0 in the row and column of a constant feature."""
        summary = self._with_products()
        squares = feature_squares(summary)
        scaled = divided(summary, units(squares, summary.weight))
        S = scaled.scatter if len(scaled.scatter) else scaled.factor.T @ scaled.factor
        R = np.clip(S / max(float(summary.weight) - 1.0, 1.0), -1.0, 1.0)
        np.fill_diagonal(R, np.where(squares > 0, 1.0, 0.0))
        return R

    @property
    def feature_correlations_(self) -> Array:
        """Correlation (d, p) of each component with each feature; 0 for a constant feature."""
        require_fit(self)
        model = self.model_
        deviation = np.where(model.deviation > 0, model.deviation, np.inf)
        return np.sqrt(model.variance)[:, None] * model.components * (self.scale_ / deviation)
