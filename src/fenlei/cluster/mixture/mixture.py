r"""What all mixtures have in common: p(x) = Σ_k π_k p(x | k), fitted by EM.

A subclass gives `_start` (a first model), `_expect` and `_maximise` (the E and the M step), `_log_joint_of`
(log π_k + log p(x | k)), `_draw` (rows of one component) and `_n_parameters`. From these follow

    p(k | x) = softmax of the log joint,   log p(x) = its log-sum-exp,
    BIC = -2 log L + q log n,   AIC = -2 log L + 2 q,   q the number of free parameters.

The likelihood of rows with weights is Π p(x_i)^w_i, and n is Σ w.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, Self, get_args

import numpy as np
from scipy.special import logsumexp
from sklearn.base import DensityMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.cluster.distinct_rows import distinct_rows
from fenlei.cluster.kmeans.initial_centers import greedy_rows
from fenlei.cluster.kmeans.kmeans import KMeans
from fenlei.cluster.mixture.em import EMRun, em
from fenlei.cluster.mixture.em_history import EMHistory, Parameters, climb
from fenlei.cluster.mixture.rows import FileRows, MemoryRows, MixtureRows
from fenlei.contract.clusterer import Clusterer, ClusterRows
from fenlei.contract.estimator import require_fit
from fenlei.contract.scanned_rows import ScannedRows, learn_names
from fenlei.contract.size import check_size
from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax
from fenlei.kernels.rows import argmax_rows
from fenlei.kernels.threads import single_threaded_blas
from fenlei.parameters import integer, one_of
from fenlei.rows.scanned import Scan
from fenlei.trace import tell
from fenlei.weights import check_weights

MixtureStart = Literal["kmeans", "k-means++", "random", "random_from_data"]
STARTS = one_of(*get_args(MixtureStart))


class HasWeights(Protocol):
    """θ of any mixture."""

    @property
    def weights(self) -> Array: ...


class MixtureRecord(HasWeights, Protocol):
    """The record of any mixture."""

    @property
    def history(self) -> Array: ...

    @property
    def converged(self) -> Array: ...


class Mixture(DensityMixin, Clusterer):
    """Base of the mixtures."""

    _parts = "n_components"
    _scans = True

    n_components: int
    tol: float
    max_iter: int
    n_init: int
    init_params: MixtureStart
    random_state: Any
    warm_start: bool = False
    keep_history: bool = False
    verbose: int = 0
    verbose_interval: int = 10
    weights_: Array

    def _start(self, X: Array, w: Array | None, rng: np.random.RandomState) -> HasWeights:
        """θ_0."""
        raise NotImplementedError

    def _expect(self, X: Array, w: Array | None, theta: Any) -> tuple[object, float]:
        """Expected sums, and log-likelihood Σ w log p(x)."""
        raise NotImplementedError

    def _merge_expected(self, a: Any, b: Any) -> Any:
        """The expected sums of both sets of rows."""
        raise NotImplementedError

    def _maximise(self, expected: Any) -> HasWeights:
        raise NotImplementedError

    def _theta(self) -> Any:
        """θ of the fitted model."""
        raise NotImplementedError

    def _record(self, run: EMRun) -> MixtureRecord:
        """The model of a run."""
        raise NotImplementedError

    def _log_joint_of(self, X: Array, theta: Any) -> Array:
        """log π_k + log p(x | k), (n, K)."""
        raise NotImplementedError

    def _log_joint(self, X: Array) -> Array:
        return self._log_joint_of(X, self._theta())

    def _parameters(self, path: list[Any]) -> Parameters:
        """The parameters on a path of θ besides π, stacked, by their names in `EMHistory`."""
        raise NotImplementedError

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        raise NotImplementedError

    def _n_parameters(self) -> int:
        raise NotImplementedError

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p), each row weighted by sample_weight (n,), or to a scan alone; y is not used."""
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight)
        rows, w = self._training_rows(X, sample_weight)
        check_size(self, *rows.shape)
        return self._fit_rows(MemoryRows(self, ClusterRows(rows, w)))

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object) -> Self:
        rows = self._scanned_rows(scan, y, sample_weight)
        if isinstance(rows, ScannedRows):
            self._learn_files(rows)
            self._fit_rows(FileRows(self, rows))
        else:
            self._fit_rows(MemoryRows(self, ClusterRows(*self._training_rows(*rows))))
        learn_names(self, scan)
        return self

    def _learn_files(self, rows: ScannedRows) -> None:
        """Learn what a check of all rows would have told about them."""

    def _setting_for_memory(self) -> str | None:
        return "keep_history=True" if self.keep_history else None

    def _fit_rows(self, rows: MixtureRows) -> Self:
        with single_threaded_blas():  # once for all steps, not for each
            run, path = self._best_run(rows)
            self._keep(self._narrowed(self._record(run)))
            self.__dict__.pop("history_", None)  # of an earlier fit
            if self.keep_history:
                self.history_ = self._history(*rows.drawn(), path)
        if not self.converged_ and self.max_iter > 0:
            warn("mixture.not_converged", ConvergenceWarning, estimator=type(self).__name__, n=self.max_iter)
        return self

    def _best_run(self, rows: MixtureRows) -> tuple[EMRun, list[HasWeights]]:
        """The run that climbed highest and its θ; with `warm_start`, the last one taken up again."""
        again = self.warm_start and hasattr(self, "model_")
        rng = check_random_state(self.random_state)
        best: EMRun | None = None
        best_path: list[HasWeights] = []
        for i in range(1 if again else self.n_init):
            if self.verbose:
                tell(f"Initialization {i}")
            start = self._theta() if again else self._start(*rows.drawn(), rng)
            path: list[HasWeights] = []
            run = self._run(rows, start, self.lower_bound_ if again else -np.inf, path)
            if best is None or (run.n_iter and run.history[-1] > best.history[-1]):
                best, best_path = run, path
        assert best is not None
        return best, [*best_path, best.model]

    def _history(self, X: Array, w: Array | None, path: list[HasWeights]) -> EMHistory:
        likelihood, Q = climb(path, lambda theta: self._log_joint_of(X, theta), w)
        weights = np.stack([theta.weights for theta in path])
        return EMHistory(weights, likelihood, Q, **self._parameters(path))

    def _run(self, rows: MixtureRows, start: HasWeights, before: float, path: list[HasWeights]) -> EMRun:
        """One run; with `keep_history` the θ before each M step are added to `path`."""

        def expect(theta: HasWeights) -> tuple[object, float]:
            if self.keep_history:
                path.append(theta)
            expected, log_likelihood = rows.expect(theta)
            if not np.isfinite(log_likelihood):
                raise DataError("estimator.overflow", estimator=type(self).__name__, largest=rows.largest())
            return expected, log_likelihood / rows.weight

        watch = self._print if self.verbose else None
        run = em(start, expect, self._maximise, self.tol, self.max_iter, before=before, watch=watch)
        if self.verbose:
            tell(f"Initialization converged: {run.converged}.")
        return run

    def _print(self, step: int, log_likelihood: float, change: float) -> None:
        if step % self.verbose_interval == 0:
            tell(f"  Iteration {step}" + (f"\t ll change {change:.5f}" if self.verbose > 1 else ""))

    def _shares(self, X: Array, w: Array | None, rng: np.random.RandomState) -> Array:
        """First responsibilities times weights, (n, K), by `init_params`."""
        n, K = X.shape[0], self.n_components
        weight = np.ones(n) if w is None else w
        shares = np.zeros((n, K))
        if self.init_params == "kmeans":
            model = KMeans(K, n_init=1, random_state=rng, n_jobs=self.n_jobs).fit(X, sample_weight=w)
            shares[np.arange(n), model.labels_] = weight
            return shares
        kinds = distinct_rows(X, w, self.n_jobs)
        m = len(kinds.rows)
        if self.init_params == "random":
            drawn = rng.uniform(size=(m, K))
            return (drawn / drawn.sum(axis=1)[:, None])[kinds.kind] * weight[:, None]
        if self.init_params == "k-means++":
            chosen = greedy_rows(X[kinds.rows], K, kinds.weight, rng, n_jobs=self.n_jobs)
        else:
            chosen = np.resize(rng.choice(m, size=min(m, K), replace=False), K)
        shares[kinds.rows[chosen], np.arange(K)] = 1.0
        return shares

    def fit_predict(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Array:
        """Fit, and return the most probable component (n,) of each row."""
        return self.fit(X, sample_weight=sample_weight).predict(X)

    def _scores(self, X: MatrixLike) -> Array:
        return self._log_joint(self._check_X(X))

    def _settle(self, scores: Array) -> Array:
        """Scores fit for a decision."""
        return scores

    def predict(self, X: MatrixLike) -> Array:
        """Most probable component (n,) of each row; ties go to the first."""
        return argmax_rows(self._settle(self._scores(X)), self.n_jobs)

    def predict_proba(self, X: MatrixLike) -> Array:
        """Responsibility p(k | x), (n, K)."""
        X = self._check_X(X)
        return self._answer(softmax(self._settle(self._log_joint(X)), self.n_jobs), X)

    def score_samples(self, X: MatrixLike) -> Array:
        """log p(x) (n,) of each row."""
        X = self._check_X(X)
        return self._answer(np.asarray(logsumexp(self._log_joint(X), axis=1)), X)

    def score(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> float:
        """Mean of log p(x) over the rows."""
        log_p = self.score_samples(X)
        return float(np.average(log_p, weights=check_weights(sample_weight, len(log_p))))

    def bic(self, X: MatrixLike, sample_weight: ArrayLike | None = None) -> float:
        """Bayesian information criterion on X (n, p); the lower the better."""
        return self._information(X, sample_weight, bayesian=True)

    def aic(self, X: MatrixLike, sample_weight: ArrayLike | None = None) -> float:
        """Akaike information criterion on X (n, p); the lower the better."""
        return self._information(X, sample_weight, bayesian=False)

    def _information(self, X: MatrixLike, sample_weight: ArrayLike | None, *, bayesian: bool) -> float:
        log_p = self.score_samples(X)
        w = check_weights(sample_weight, len(log_p))
        n, log_likelihood = (len(log_p), log_p.sum()) if w is None else (w.sum(), (w * log_p).sum())
        return float(self._n_parameters() * (np.log(n) if bayesian else 2.0) - 2.0 * log_likelihood)

    def sample(self, n_samples: int = 1) -> tuple[Array, Array]:
        """Draw rows (n, p) and their components (n,), component by component."""
        require_fit(self)
        if not integer(1).accepts(n_samples):
            facts = {"name": "n_samples", "value": n_samples, "accepted": integer(1).text}
            raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)
        rng = check_random_state(self.random_state)
        sizes = rng.multinomial(n_samples, self.weights_ / self.weights_.sum())
        rows = [self._draw(k, int(size), rng) for k, size in enumerate(sizes)]
        return np.vstack(rows), np.repeat(np.arange(len(sizes)), sizes)

    def _keep_run(self, model: MixtureRecord) -> None:
        """Attributes of the run, which every mixture's record has."""
        self.model_ = model
        self.weights_ = model.weights
        kind = model.weights.dtype
        self.lower_bounds_ = list(model.history.astype(kind))
        self.lower_bound_ = self.lower_bounds_[-1] if self.lower_bounds_ else kind.type(-np.inf)
        self.n_iter_, self.converged_ = len(self.lower_bounds_), bool(model.converged)
