r"""Mixture of categorical variables (latent class analysis).

Model: p(x) = Σ_k π_k Π_j θ_kj(x_j), x_j one of m_j categories.
Estimate: maximum likelihood by EM: θ_kj(v) is the share of category v among the rows, each counted by its
responsibility (`discrete_mixture`).
Decision: argmax_k of the summand. A category that was not there at fit carries no information.
Reference: source 004, section 10.1; Lazarsfeld and Henry, Latent Structure Analysis (1968).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.cluster.mixture.discrete_mixture import Categories, DiscreteMixture
from fenlei.cluster.mixture.em import EMRun
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, either, integers, one_of, sequence
from fenlei.records import Field, check_offsets
from fenlei.stats.counts import MOST_CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fenlei.cluster.mixture.em_history import Parameters


class CategoricalMixtureModel(NamedTuple):
    weights: Annotated[Array, Field("K", low=0.0, high=1.0)]  # π
    table: Annotated[Array, Field("M K", low=0.0, high=1.0)]  # θ, the categories of one feature after another
    offset: Annotated[Array, Field("*", kind="i", low=0)]  # (p + 1,) where those of each feature begin
    history: Annotated[Array, Field("*")]  # mean log-likelihood before each step
    converged: Annotated[Array, Field("", kind="b")]


class CategoricalMixture(DiscreteMixture):
    r"""Mixture of categorical variables, fitted by EM.

    Parameters
    ----------
    n_components : int, default=1
        K.
    alpha : float, default=0.0
        Additive smoothing of the probabilities; 0 is maximum likelihood.
    tol : float, default=1e-3
        EM stops when the mean log-likelihood of a row changes by less.
    max_iter : int, default=100
    n_init : int, default=1
        Runs, of which the one of largest log-likelihood is kept.
    init_params : {"random", "random_from_data"}, default="random"
        Where first responsibilities come from.
    weights_init : array-like of shape (K,), default=None
    probabilities_init : sequence of p array-likes of shape (K, m_j), default=None
    min_categories : int or array-like of shape (p,), default=None
        Least number of categories of each feature, for those that the rows do not show.
    random_state : int, RandomState instance or None, default=None
    warm_start : bool, default=False
        Whether another `fit` takes up where the last one ended.
    verbose : int, default=0
    verbose_interval : int, default=10
    keep_history : bool, default=False
        Whether to keep `history_`.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    weights_ : ndarray of shape (K,)
        π.
    probabilities_ : list of p ndarrays of shape (K, m_j)
        θ.
    n_categories_ : ndarray of shape (p,)
    converged_ : bool
    n_iter_ : int
    lower_bound_ : float
        Mean log-likelihood of a row before the last M step.
    lower_bounds_ : list of float
    history_ : EMHistory
        `weights`, `probabilities` and `log_likelihood` (Σ log p(x) of all rows) of θ_0, θ_1, …,
        the start first, and `Q`, Q(θ_(i+1), θ_i) of each step; with `keep_history`.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    X holds codes 0, 1, 2, ...; fractions are cut off with a warning. scikit-learn has no namesake; parameters
    and attributes are those of `GaussianMixture`.

    Examples
    --------
    >>> X = [[0, 0], [0, 0], [0, 1], [2, 2], [2, 2], [2, 1]]
    >>> model = CategoricalMixture(2, n_init=5, random_state=0).fit(X)
    >>> labels = model.predict(X)
    >>> bool(labels[0] != labels[-1]), model.n_categories_.tolist()
    (True, [3, 3])
    """

    Model = CategoricalMixtureModel
    _limits: ClassVar[dict[str, Limit]] = {
        **DiscreteMixture._limits,
        "init_params": one_of("random", "random_from_data"),
        "min_categories": either(NONE, integers(1, MOST_CATEGORIES), sequence()),
    }

    def __init__(
        self,
        n_components: int = 1,
        *,
        alpha: float = 0.0,
        tol: float = 1e-3,
        max_iter: int = 100,
        n_init: int = 1,
        init_params: Literal["random", "random_from_data"] = "random",
        weights_init: ArrayLike | None = None,
        probabilities_init: Sequence[ArrayLike] | None = None,
        min_categories: int | ArrayLike | None = None,
        random_state: RandomState = None,
        warm_start: bool = False,
        verbose: int = 0,
        verbose_interval: int = 10,
        keep_history: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.alpha = alpha
        self.tol = tol
        self.max_iter = max_iter
        self.n_init = n_init
        self.init_params = init_params
        self.weights_init = weights_init
        self.probabilities_init = probabilities_init
        self.min_categories = min_categories
        self.random_state = random_state
        self.warm_start = warm_start
        self.verbose = verbose
        self.verbose_interval = verbose_interval
        self.keep_history = keep_history
        self.n_jobs = n_jobs

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Array:
        """Category codes as whole numbers."""
        X = super()._as_floats(X, reset=reset)
        outside = X < 0 if (X < 0).any() else X >= MOST_CATEGORIES
        if outside.any():
            i, j = np.argwhere(outside)[0]
            key = "categorical.negative" if X[i, j] < 0 else "categorical.too_large"
            facts = {"column": j, "value": X[i, j], "most": MOST_CATEGORIES}
            raise DataError(key, estimator=type(self).__name__, **facts)
        cut = np.trunc(X)
        if (cut != X).any():
            i, j = np.argwhere(cut != X)[0]
            facts = {"estimator": type(self).__name__, "column": j, "value": X[i, j]}
            warn("mixture.fraction", DegenerateDataWarning, **facts)
        return cut

    def _set_categories(self, X: Array, w: Array | None) -> None:
        present = X if w is None else X[w > 0]
        seen = present.max(axis=0).astype(np.int64) + 1
        if self.min_categories is not None:
            least = np.asarray(self.min_categories)
            if least.dtype.kind not in "iu" or least.shape not in ((), seen.shape):
                facts = {"what": phrase("limit.integral_shape", shape=seen.shape), "came": least}
                raise UsageError("categorical.min_categories", **facts)
            seen = np.maximum(seen, least)
        self.offset_ = np.concatenate([[0], np.cumsum(seen)])

    def _given_table(self) -> Array | None:
        if self.probabilities_init is None:
            return None
        tables = self._tables(self.probabilities_init)
        shapes = [(self.n_components, int(m)) for m in np.diff(self.offset_)]
        fits = [table.shape for table in tables] == shapes
        if not fits or not all((t >= 0).all() and np.allclose(t.sum(axis=1), 1.0) for t in tables):
            raise UsageError("mixture.start_tables", shapes=shapes)
        return np.concatenate(tables, axis=1).T.copy()

    @staticmethod
    def _tables(given: Sequence[ArrayLike]) -> list[Array]:
        """The tables as arrays; none, of the wrong shape, if they are not tables of numbers."""
        try:
            return [np.asarray(table, dtype=np.float64) for table in given]
        except (TypeError, ValueError):
            return []

    def _record(self, run: EMRun) -> CategoricalMixtureModel:
        theta: Categories = run.model
        return CategoricalMixtureModel(*theta, self.offset_, run.history, np.array(run.converged))

    def _keep(self, model: CategoricalMixtureModel) -> None:
        self._keep_run(model)
        self.offset_ = model.offset
        self.n_categories_ = np.diff(model.offset)
        self.probabilities_ = [table.T for table in np.split(model.table, model.offset[1:-1])]

    def _check_model(self, model: CategoricalMixtureModel) -> None:
        super()._check_model(model)
        check_offsets("offset", model.offset, self.n_features_in_, len(model.table))

    def _theta(self) -> Categories:
        return Categories(self.weights_, self.model_.table)

    def _parameters(self, path: list[Categories]) -> Parameters:
        tables = np.stack([theta.table for theta in path])
        parts = np.split(tables, self.offset_[1:-1], axis=1)
        return {"probabilities": tuple(np.swapaxes(part, 1, 2) for part in parts)}

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        tables = [table[k] / table[k].sum() for table in self.probabilities_]
        columns = [rng.choice(len(table), size, p=table) for table in tables]
        return np.column_stack(columns).astype(np.float64)

    def _n_parameters(self) -> int:
        K = len(self.weights_)
        return int(K * (self.n_categories_ - 1).sum() + K - 1)
