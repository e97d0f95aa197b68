r"""SNE: stochastic neighbour embedding, t-SNE's elder.

Model: p_j|i, the probability that row i would pick row j as its neighbour, is Gaussian in their distance,
with a width for each row that gives the perplexity asked for (`affinities`); q_j|i in the map is
Gaussian too, of one width. Estimate: the points of least Σ_i KL(P_i | Q_i) (`sne_gradient`), by the
quasi-Newton method L-BFGS from the principal components, scaled down. A Gaussian has no room for what is
moderately far: points crowd in the middle, which is why t-SNE replaced it. A new row is placed in the
finished map (`new_rows`).

Cost: O(n²) in time and memory. Not mergeable. Reference: source 000, section 3.4.4, item 64; Hinton
and Roweis 2002.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.estimator import FLOATS, require_fit
from fenlei.contract.size import Cost, check_size
from fenlei.contract.transformer import Embedding, Projection
from fenlei.errors import warn
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.parameters import N_JOBS, RANDOM_STATE, Limit, above, integer, real
from fenlei.records import Field
from fenlei.reduce.neighbor_graph import NearestRows, check_magnitudes
from fenlei.reduce.tsne.affinities import (
    check_perplexity,
    conditional,
    dense_conditional,
    neighbours_for,
    squares,
    widths,
)
from fenlei.reduce.tsne.gradient_descent import telling
from fenlei.reduce.tsne.new_rows import place_new_rows
from fenlei.reduce.tsne.sne_gradient import SNECost
from fenlei.reduce.tsne.tsne import INIT, starting_points

GAUSSIAN = 0.0  # for ν, in `place_new_rows`
FLAT = 1e-8  # share of the cost that an iteration must take off
START = 1e4  # times the start of t-SNE: of the width of the Gaussian


class SNEModel(NamedTuple):
    X: Annotated[Array, Field("n p")]  # training rows
    Y: Annotated[Array, Field("n d")]  # the map
    divergence: Annotated[Array, Field("")]  # Σ_i KL(P_i | Q_i)
    iterations: Annotated[Array, Field("", kind="i", low=0)]


class SNE(Embedding, Projection):
    r"""A map in which each row picks its neighbours with the same probabilities.

    Parameters
    ----------
    n_components : int, default=2
        d.
    perplexity : float, default=30.0
        Effective number of neighbours, below the number of rows.
    max_iter : int, default=3000
        Iterations of L-BFGS.
    tol : float, default=1e-6
        Largest entry of the gradient at which the descent ends; it also ends when an iteration takes less
        than 1e-8 of the cost off.
    init : {"pca", "random"} or ndarray of shape (n, d), default="pca"
        The points to start from; "pca" and "random" have a standard deviation of 1.
    random_state : int, RandomState or None, default=None
        For init="random".
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it, to the last bit.

    Attributes
    ----------
    embedding_ : ndarray of shape (n, d)
        The map.
    kl_divergence_ : float
        Σ_i KL(P_i | Q_i), in nats.
    conditional_ : ndarray of shape (n, n)
        p_k|i, the probability that row i picks row k, in row i and column k; rows sum to 1, the diagonal is
        0; computed when asked for.
    sigma_ : ndarray of shape (n,)
        σ_i, the width of the Gaussian around row i; infinite where all rows are equally far. Computed when
        asked for.
    n_iter_ : int
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    scikit-learn has no namesake. The cost is a sum over rows; t-SNE's is one divergence over all pairs,
    so the two are not comparable. A training row that is given to `transform` is put where it is.

    Examples
    --------
    >>> X = np.vstack([np.eye(3) * 0.1, np.eye(3) * 0.1 + 5])
    >>> sne = SNE(n_components=1, perplexity=2).fit(X)
    >>> left, right = sne.embedding_[:3, 0], sne.embedding_[3:, 0]
    >>> bool(left.max() < right.min() or right.max() < left.min())
    True
    >>> sne.conditional_[0].round(3).tolist()
    [0.0, 0.5, 0.5, 0.0, 0.0, 0.0]
    """

    Model = SNEModel
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": integer(1),
        "perplexity": above(0),
        "max_iter": integer(1),
        "tol": real(0.0),
        "init": INIT,
        "random_state": RANDOM_STATE,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        n_components: int = 2,
        *,
        perplexity: float = 30.0,
        max_iter: int = 3000,
        tol: float = 1e-6,
        init: Literal["pca", "random"] | ArrayLike = "pca",
        random_state: RandomState = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.perplexity = perplexity
        self.max_iter = max_iter
        self.tol = tol
        self.init = init
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Array:
        least = 2 if reset else 1
        return checked_rows(
            self,
            X,
            reset=reset,
            dtype=FLOATS,
            order="C",
            ensure_all_finite=False,
            ensure_min_samples=least,
        )

    @property
    def _fit_cost(self) -> Cost:
        passes = 7e-9 * self.max_iter
        return Cost(lambda n, p, K: (passes + 2e-9 * p) * n * n, lambda n, p, K: 16.0 * n * n, by_rows=True)

    def _embed(self, X: Array) -> SNEModel:
        from scipy.optimize import minimize

        n, d = X.shape[0], self.n_components
        check_perplexity(self.perplexity, n)
        check_size(self, *X.shape)
        cost = SNECost(dense_conditional(self._nearest_rows(X), X, self.perplexity, self.n_jobs), self.n_jobs)
        start = starting_points(X, self.init, d, self.random_state, self.n_jobs, type(self).__name__)
        if not isinstance(self.init, np.ndarray):
            start *= START

        def flat(y: Array) -> tuple[float, Array]:
            value, gradient = cost(y.reshape(d, n))
            return value, gradient.ravel()

        options: Any = {
            "maxiter": self.max_iter,
            "maxfun": 20 * self.max_iter,
            "gtol": self.tol,
            "ftol": FLAT,
        }
        with single_threaded_blas():
            told = telling((d, n), 0, int(self.max_iter))
            first = start.T.ravel()
            found = minimize(flat, first, jac=True, method="L-BFGS-B", options=options, callback=told)
        if found.nit >= self.max_iter:
            largest = float(np.abs(found.jac).max())
            warn("manifold.sne_iterations", ConvergenceWarning, iterations=found.nit, gradient=largest)
        Y = np.ascontiguousarray(found.x.reshape(d, n).T)
        return SNEModel(X, Y, np.asarray(float(found.fun)), np.asarray(int(found.nit)))

    def _nearest_rows(self, X: Array) -> NearestRows:
        return NearestRows(X, n_jobs=self.n_jobs)

    def _keep(self, model: SNEModel) -> None:
        self.model_ = model
        self._rows = self._nearest_rows(model.X)
        self.embedding_, self.kl_divergence_ = model.Y, float(model.divergence)
        self.n_iter_ = int(model.iterations)
        self._n_features_out = model.Y.shape[1]

    @property
    def conditional_(self) -> Array:
        """p_k|i (n, n) of the training rows, each row of the perplexity."""
        require_fit(self)
        return dense_conditional(self._rows, self.model_.X, self.perplexity, self.n_jobs)

    @property
    def sigma_(self) -> Array:
        """σ_i (n,), the width of the Gaussian of each training row."""
        require_fit(self)
        X = self.model_.X
        distance = self._rows.kneighbors(X, len(X) - 1, own=True)[0]
        return widths(distance, X, self.perplexity, self.n_jobs)

    def _coordinates(self, X: Array) -> Array:
        self._refuse_non_finite(X)
        k = neighbours_for(self.perplexity, len(self.embedding_))
        distance, index = self._rows.kneighbors(X, k)
        p = conditional(squares(distance, X), min(self.perplexity, k), self.n_jobs)
        return place_new_rows(self.embedding_, distance, index, p, GAUSSIAN, self.n_jobs)

    def _check_model(self, model: SNEModel) -> None:
        super()._check_model(model)
        check_magnitudes(model.X)
