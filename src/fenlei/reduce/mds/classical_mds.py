r"""Classical multidimensional scaling (principal coordinates).

Given: distances δ_ij of n objects. Wanted: points z_i in d dimensions whose inner products come nearest to
those that the distances imply.
Estimate: B = -½ J (δ²) J, J = I - 1 1ᵀ / n, is the matrix of inner products of centred points; B = U Λ Uᵀ,
and the points are the rows of U_d Λ_d^½, the d largest eigenvalues.
For Euclidean distances of rows these are their principal components, up to sign. Distances that no points
have give negative eigenvalues: a coordinate for one does not exist and is set to 0.

Cost: n² distances; then n² for each step of Lanczos if few coordinates of many rows are wanted, else n³.
Reference: source 000, section 3.4.4, equations 3-74 to 3-80; Torgerson, Psychometrika 17 (1952) 401-419.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator

from fenlei.annotations import Metric
from fenlei.contract.estimator import require_fit
from fenlei.contract.transformer import Embedding
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.parameters import N_JOBS, Limit, integer
from fenlei.records import Field, check_record
from fenlei.reduce.distance_matrix import METRIC, METRIC_PARAMS, distance_matrix
from fenlei.reduce.eigenvectors import Spectrum, double_centred, leading_centred

NOTHING = 1e-12  # of the largest eigenvalue: what is less counts as 0
ROUNDING = 1e-6  # of the largest eigenvalue: what distances in float32 may be below 0 by


class ClassicalMDSModel(NamedTuple):
    distances: Annotated[Array, Field("n n", low=0.0)]  # δ
    eigenvalues: Annotated[Array, Field("d")]  # Λ_d
    embedding: Annotated[Array, Field("n d")]  # z


def inner_products(distances: Array, d: int, n_jobs: int | None = None) -> Spectrum:
    """The d leading eigenvalues and vectors of B = -½ J (δ²) J."""
    return leading_centred(-0.5 * distances**2, d, n_jobs=n_jobs)


def points(found: Spectrum) -> Array:
    """U Λ^½ (n, d), 0 for what is no positive eigenvalue."""
    largest = max(found.values[0], 0.0)
    return found.vectors * np.sqrt(np.where(found.values > NOTHING * largest, found.values, 0.0))


class ClassicalMDS(Embedding):
    r"""Classical multidimensional scaling: points whose inner products fit given distances, in closed form.

    Parameters
    ----------
    n_components : int, default=2
        Number of coordinates, at most the number of rows.
    metric : str or callable, default="euclidean"
        How to measure distances of the rows of X; "precomputed" if X is the matrix of distances.
    metric_params : dict or None, default=None
        Further arguments of the metric.
    n_jobs : int or None, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    embedding_ : ndarray of shape (n, d)
        The points, centred. In each column the entry of largest absolute value is positive.
    dissimilarity_matrix_ : ndarray of shape (n, n)
    inner_products_ : ndarray of shape (n, n)
        B = -½ J (δ²) J (equation 3-76), whose eigenvectors the columns of `embedding_` are.
    eigenvalues_ : ndarray of shape (d,)
        Of B, descending; squared lengths of the columns of `embedding_`.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: coordinates of negative eigenvalues are 0, with a warning, not NaN; a
    matrix of distances is refused if it has negative entries or a diagonal that is not 0; `set_output` and
    `get_feature_names_out` work.

    Examples
    --------
    >>> from fenlei.reduce import ClassicalMDS
    >>> triangle = [[0, 3, 4], [3, 0, 5], [4, 5, 0]]
    >>> mds = ClassicalMDS(metric="precomputed").fit(triangle)
    >>> mds.eigenvalues_.round(6).tolist()
    [12.964148, 3.702519]
    >>> mds.inner_products_.round(4).tolist()
    [[2.7778, -0.2222, -2.5556], [-0.2222, 5.7778, -5.5556], [-2.5556, -5.5556, 8.1111]]
    """

    Model = ClassicalMDSModel
    _narrow = ("distances",)
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": integer(1),
        "metric": METRIC,
        "metric_params": METRIC_PARAMS,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        n_components: int = 2,
        *,
        metric: Metric = "euclidean",
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.metric = metric
        self.metric_params = metric_params
        self.n_jobs = n_jobs

    def _embed(self, X: Array) -> ClassicalMDSModel:
        D = distance_matrix(X, self.metric, self.metric_params, self)
        check_number(self, len(D))
        found = inner_products(D, self.n_components, self.n_jobs)
        tell_degenerate(self, found.values)
        return ClassicalMDSModel(D, found.values, points(found))

    def _keep(self, model: ClassicalMDSModel) -> None:
        self.model_ = model
        self.dissimilarity_matrix_, self.eigenvalues_ = model.distances, model.eigenvalues
        self.embedding_, self._n_features_out = model.embedding, model.embedding.shape[1]

    @property
    def inner_products_(self) -> Array:
        """B (n, n), the inner products of centred points that the distances imply."""
        require_fit(self)
        return double_centred(-0.5 * np.square(self.model_.distances, dtype=np.float64))

    def _check_model(self, model: ClassicalMDSModel) -> None:
        check_record(model)

    def _pairwise(self) -> bool:
        return isinstance(self.metric, str) and self.metric == "precomputed"


def check_number(estimator: BaseEstimator, n: int) -> None:
    """Refuse more coordinates than rows."""
    d = estimator.n_components
    if d > n:
        name = type(estimator).__name__
        raise UsageError("reduce.components", estimator=name, came=d, least=1, most=n, bound=f"n_samples={n}")


def tell_degenerate(estimator: BaseEstimator, values: Array) -> None:
    """Warn of distances that are all 0, or that no points have."""
    name, largest = type(estimator).__name__, np.abs(values).max()
    if largest == 0:
        warn("reduce.constant", DegenerateDataWarning, estimator=name)
    elif values.min() < -ROUNDING * largest:
        positive = int(np.sum(values > NOTHING * largest))
        warn(
            "reduce.not_euclidean",
            DegenerateDataWarning,
            estimator=name,
            positive=positive,
            d=len(values),
            least=values.min(),
        )
