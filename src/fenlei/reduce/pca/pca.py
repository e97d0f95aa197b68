r"""Principal component analysis.

Model: the axes v_1, v_2, … along which rows spread most, each orthogonal to those before.
Estimate: eigenvectors of the covariance S = Zᵀ Z / (n - 1), Z the rows less their mean, λ_k the variance
along v_k; with `standardize=True` of the correlation matrix, Z divided by the standard deviations as well.
Reduction: z = V (x - μ), V (d, p) with rows v_k. The components are uncorrelated and have variances λ_k.
Shares: λ_k / Σ λ (contribution ratio); correlation of component k with feature j: √λ_k v_kj / σ_j.

Cost: one pass over the rows, then O(p² d). It is a function of the mergeable summary (weight,
mean, products). `principal_axes` tells when a QR decomposition of the rows replaces the products.
Reference: source 000, section 3.4.2, equations 3-66 to 3-72; source 004, chapter 11, equations 135-141.
"""

from __future__ import annotations

from functools import partial
from numbers import Integral, Real
from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.attributes import Public
from fenlei.contract.scanned_rows import count_rows
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import code, phrase
from fenlei.parameters import (
    BOOLEAN,
    N_JOBS,
    NONE,
    RANDOM_STATE,
    Limit,
    check_parameters,
    either,
    integer,
    one_of,
    real,
)
from fenlei.records import check_record, refuse_record
from fenlei.reduce.pca import dimension, principal_axes
from fenlei.reduce.pca.density import LatentDensity
from fenlei.reduce.pca.given_matrix import MatrixForm
from fenlei.reduce.pca.principal_axes import Axes
from fenlei.reduce.pca.principal_components import (
    PCAModel,
    Sample,
    divided,
    feature_squares,
    most_components,
    principal_components,
    units,
)
from fenlei.rows.scanned import Scan
from fenlei.stats import gram
from fenlei.stats.gram import Gram
from fenlei.table.rows import positive
from fenlei.weights import check_weights

MOST_FEATURES = 4096  # whose products, 128 MiB, are formed although few axes are wanted
SHARE = Limit(
    lambda value: isinstance(value, Real) and not isinstance(value, Integral) and 0 < float(value) < 1,
    phrase("limit.share_inside"),
)


class PCA(MatrixForm, LatentDensity):
    r"""Principal component analysis.

    Parameters
    ----------
    n_components : int, float, "mle" or None, default=None
        How many components to keep: a number; a share of the variance, above 0 and below 1, of which as few
        as explain more than it; Minka's estimate; or min(n, p).
    copy : bool, default=True
        No effect: X is never changed.
    whiten : bool, default=False
        Whether to divide the coordinates by their standard deviations.
    svd_solver : {"auto", "full", "covariance_eigh", "arpack", "randomized"}, default="auto"
        "full" decomposes the rows, "covariance_eigh" their products; the others take the products where
        these determine the components to 1e-10 and the rows where not. All are exact.
    tol, iterated_power, n_oversamples, power_iteration_normalizer, random_state
        Settings of approximate solvers, which are not used here; checked, without effect.
    standardize : bool, default=False
        Whether to divide each feature by its standard deviation (divisor n - 1) first: components of the
        correlation matrix.
    n_jobs : int or None, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    components_ : ndarray of shape (d, p)
        Axes, of unit length; the first entry of largest absolute value, up to rounding, is positive.
    explained_variance_, explained_variance_ratio_, singular_values_ : ndarray of shape (d,)
        λ with divisor n - 1, its share of the total, and √((n - 1) λ).
    mean_ : ndarray of shape (p,)
    scale_ : ndarray of shape (p,)
        What features are divided by: ones unless `standardize`.
    n_components_ : int
        d.
    n_samples_ : int or float
        Number of rows, or sum of their weights.
    noise_variance_ : float
        Mean of the variances left out, σ² of the probabilistic model.
    feature_correlations_ : ndarray of shape (d, p)
        Correlation √λ_k v_kj s_j / σ_j of component k with feature j; their squares add up to the share of
        the feature's variance that the components explain.
    sample_covariance_ : ndarray of shape (p, p)
        S, of the rows (divisor n - 1); `get_covariance` is that of the probabilistic model.
    correlation_ : ndarray of shape (p, p)
        Correlation matrix R of the features.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Conventions: `fit` takes `sample_weight`, where weight 2 means the row twice. `fit_covariance` fits to a
    covariance or correlation matrix instead of rows. `partial_fit` and `merge`
    give the model of one `fit` on all rows, so there is no separate incremental class; blocks may have fewer
    rows than components. They know sums of products only: components with less than 1e-4 of the first
    variance lose digits that `fit` keeps, with a warning when a requested one is lost in rounding.

    Differences from scikit-learn: every solver is exact and deterministic. Whitening of a direction without
    spread gives 0, not noise divided by rounding. With `whiten=True`, `get_covariance` is still the
    covariance of the data. A singular covariance has no precision and no density: an error. Sparse rows
    may be used with every solver and every `n_components`. Axes without spread, which are arbitrary, are
    those nearest to single features. Computation is in float64; coordinates are in the type of X.

    References
    ----------
    Tipping and Bishop, J. Royal Statistical Society B 61 (1999) 611-622; Minka, NIPS 13 (2000) 598-604.

    Examples
    --------
    >>> from fenlei.reduce import PCA
    >>> X = [[2, 2], [3, 4], [3, 5], [4, 5], [5, 6], [7, 8]]
    >>> pca = PCA(n_components=1).fit(X)
    >>> pca.explained_variance_.round(4).tolist(), pca.explained_variance_ratio_.round(4).tolist()
    ([7.0234], [0.9755])
    >>> pca.components_.round(4).tolist(), pca.feature_correlations_.round(4).tolist()
    ([[0.6645, 0.7473]], [[0.9845, 0.9902]])
    """

    Model = PCAModel
    Summary = Gram
    _sparse: ClassVar[bool] = True
    _public: ClassVar[dict[str, Public]] = {
        "components_": Public("components"),
        "mean_": Public("mean"),
        "explained_variance_": Public("variance", needed=False),
        "noise_variance_": Public("noise", needed=False),
    }
    _narrow = ("components", "mean", "variance")
    _answer_fields = ("components",)
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": either(integer(0), SHARE, one_of("mle"), NONE),
        "copy": BOOLEAN,
        "whiten": BOOLEAN,
        "svd_solver": one_of("auto", "full", "covariance_eigh", "arpack", "randomized"),
        "tol": real(0),
        "iterated_power": either(one_of("auto"), integer(0)),
        "n_oversamples": integer(1),
        "power_iteration_normalizer": one_of("auto", "QR", "LU", "none"),
        "random_state": RANDOM_STATE,
        "standardize": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    summary_: Gram
    model_: PCAModel

    def __init__(
        self,
        n_components: float | Literal["mle"] | None = None,
        *,
        copy: bool = True,
        whiten: bool = False,
        svd_solver: Literal["auto", "full", "covariance_eigh", "arpack", "randomized"] = "auto",
        tol: float = 0.0,
        iterated_power: int | Literal["auto"] = "auto",
        n_oversamples: int = 10,
        power_iteration_normalizer: Literal["auto", "QR", "LU", "none"] = "auto",
        random_state: RandomState = None,
        standardize: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components: Any = n_components
        self.copy = copy
        self.whiten = whiten
        self.svd_solver = svd_solver
        self.tol = tol
        self.iterated_power = iterated_power
        self.n_oversamples = n_oversamples
        self.power_iteration_normalizer = power_iteration_normalizer
        self.random_state = random_state
        self.standardize = standardize
        self.n_jobs = n_jobs

    # --- fitting

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to the rows of X (n, p), each weighted by sample_weight (n,); or to a scan alone."""
        check_parameters(self, self._limits)
        if isinstance(X, Scan):
            self._fit_scan(X, y, sample_weight, self._leaf_rows)
            self._tell_degenerate()
            return self
        rows = self._check_rows(X, sample_weight, reset=True)
        if self._too_wide(rows.X):
            self.summary_, model = self._lanczos(rows)
            self._keep(self._narrowed(model))
        else:
            self._fit_rows(rows)
        self._tell_degenerate()
        return self

    def partial_fit(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Add rows. Any way of cutting the rows into calls gives the model of one `fit` on all of them."""
        check_parameters(self, self._limits)
        return self._add_rows(self._check_rows(X, sample_weight, reset=self._is_first()))

    def _check_rows(self, X: MatrixLike, sample_weight: ArrayLike | None, *, reset: bool) -> Sample:
        """The rows that have weight. Finite values are checked on the summary."""
        rows = self._as_floats(X, reset=reset)
        w = check_weights(sample_weight, rows.shape[0])
        rows, _, w = positive(rows, w, w)
        return Sample(rows, w)

    def _leaf_rows(self, leaf: Any) -> Sample:
        return Sample(self._leaf_X(leaf.X), leaf.w)

    def _summarise(self, rows: Sample) -> Gram:
        return gram.summarise(rows.X, rows.none, rows.w, n_jobs=self.n_jobs)

    def _splits(self, rows: Sample) -> bool:
        return not gram.in_one_pass(rows.X, rows.none)

    def _check_weight(self, summary: Gram, rows: Sample) -> None:
        weight = float(summary.weight)
        if weight <= 1.0:
            raise DataError(
                "reduce.one_row", estimator=type(self).__name__, weight=weight, n=count_rows(rows)
            )

    def _merge(self, a: Gram, b: Gram) -> Gram:
        if any(len(part.scatter) + len(part.factor) == 0 for part in (a, b)):
            raise UsageError("pca.wide", p=self.n_features_in_)
        return gram.merge(a, b)

    def _solve(self, summary: Gram, rows: Sample | None = None) -> PCAModel:
        """Axes by the route that determines them. `rows` are all rows, if they are available."""
        if rows is not None:
            self._check_weight(summary, rows)
        squares = feature_squares(summary)
        scale = self._scale(squares, summary.weight)
        if rows is not None and self.svd_solver == "full":
            summary = self._factorised(summary, rows)
        axes, d = self._axes(divided(summary, scale), streaming=rows is None)
        left = most_components(summary) - d
        if len(summary.scatter) and not principal_axes.reliable(axes, d, left):
            if rows is None:
                self._tell_lost(axes.squares[: min(d, int(summary.weight) - 1)])
            elif self.svd_solver != "covariance_eigh":
                axes, d = self._axes(divided(self._factorised(summary, rows), scale))
        return principal_components(summary, squares, axes, d)

    def _scale(self, squares: Array, weight: Array) -> Array:
        return units(squares, weight) if self.standardize else np.ones_like(squares)

    def _factorised(self, summary: Gram, rows: Sample) -> Gram:
        if len(summary.factor):
            return summary

        return self._pass(rows, partial(self._triangle, summary), gram.merge_factors)

    def _triangle(self, summary: Gram, leaf: Sample) -> Gram:
        return gram.factorise(leaf.X, leaf.none, leaf.w, summary, n_jobs=self.n_jobs)

    def _axes(self, summary: Gram, streaming: bool = False) -> tuple[Axes, int]:
        """Axes of a summary, and how many of them to keep."""
        most = most_components(summary)
        known = self._known_number(float(summary.weight), most, streaming)
        asked = most if known is None else known
        if len(summary.factor):
            axes = principal_axes.of_factor(summary.factor, asked)
        else:
            axes = principal_axes.of_products(summary.scatter, asked)
        if known is not None:
            return axes, known
        if self.n_components == "mle":
            return axes, dimension.most_probable(axes.squares, float(summary.weight))
        return axes, dimension.enough_for_share(axes.squares, axes.total, self.n_components)

    def _known_number(self, n: float, most: int, streaming: bool = False) -> int | None:
        """How many components to keep, None if the variances decide; all there are, early in a stream."""
        p = self.n_features_in_
        if self.n_components is None or (streaming and most < p and self.n_components == "mle"):
            return most
        if self.n_components == "mle":
            if n < p:
                raise UsageError("pca.mle", n=n, p=p)
            return None
        if not isinstance(self.n_components, Integral):
            return None
        asked = int(self.n_components)
        largest, name = (p, "n_features") if streaming else (most, "min(n_samples, n_features)")
        if asked > largest:
            raise UsageError(
                "reduce.components",
                estimator=type(self).__name__,
                came=asked,
                least=0,
                most=largest,
                bound=f"{name}={largest}",
            )
        return min(asked, most)

    def _too_wide(self, X: Array) -> bool:
        """Whether neither rows nor products should be dense: Lanczos finds the few axes that are wanted."""
        n, p = X.shape
        d = int(self.n_components) if isinstance(self.n_components, Integral) else 0
        few = is_sparse(X) or 10 * max(d, 100) < min(n, p)
        return few and p > MOST_FEATURES and 0 < d < min(n, p)

    def _lanczos(self, rows: Sample) -> tuple[Gram, PCAModel]:
        """Summary without products, and model, of rows that are `_too_wide`."""
        self._refuse_non_finite(rows.X)
        root, d = rows.root, int(self.n_components)
        weight = np.array(np.sum(root**2))
        mean = np.asarray(root**2 @ rows.X).ravel() / weight
        nothing = np.empty((0, len(mean)))
        summary = Gram(weight, mean, nothing, nothing)
        self._check_weight(summary, rows)
        squares = principal_axes.column_squares(rows.X, root, mean)
        axes = principal_axes.of_rows(rows.X, root, mean, self._scale(squares, weight), d)
        return summary, principal_components(summary, squares, axes, d)

    def _tell_degenerate(self) -> None:
        model, d = self.model_, len(self.model_.variance)
        if model.total == 0:
            warn("reduce.constant", DegenerateDataWarning, estimator=type(self).__name__)
        elif self.whiten and not np.isfinite(self._spread()).all():
            rank = int(np.isfinite(self._spread()).sum())
            warn("pca.whiten", DegenerateDataWarning, rank=rank, d=d)

    def _tell_lost(self, squares: Array) -> None:
        """Warn if a component that was asked for by number is below the rounding of the products."""
        share = principal_axes.ROUNDING * self.n_features_in_ * principal_axes.EPS
        lost = np.flatnonzero(squares <= share * squares[:1])
        if isinstance(self.n_components, Integral) and squares[:1].any() and len(lost):
            warn("pca.digits", DegenerateDataWarning, component=int(lost[0]) + 1, share=share)

    # --- what was learned

    def _keep(self, model: PCAModel) -> None:
        self._publish(
            model,
            components_=model.components,
            mean_=model.mean,
            explained_variance_=model.variance,
            noise_variance_=self._noise(model),
        )
        self.explained_variance_ratio_ = model.variance / (float(model.total) or 1.0)
        weight = float(model.weight)
        self.singular_values_ = np.sqrt(model.variance * max(weight - 1.0, 1.0))
        self.n_samples_ = round(weight) if abs(weight - round(weight)) < 1e-9 * weight else weight
        self.n_components_ = self._n_features_out = len(model.components)

    def _check_model(self, model: PCAModel) -> None:
        check_record(model, p=self.n_features_in_)
        if len(model.components) > self.n_features_in_:
            raise refuse_record(
                "components",
                phrase("record.row_count", count=len(model.components)),
                code(self.n_features_in_),
            )

    def _check_summary(self, summary: Gram) -> None:
        check_record(summary, q=self.n_features_in_)
        forms = len(summary.scatter), len(summary.factor)
        if forms[0] not in (0, self.n_features_in_) or (forms[0] and forms[1]):
            raise refuse_record(
                "summary.scatter",
                phrase("record.row_count", count=forms[0]),
                phrase("record.or_zero", count=self.n_features_in_),
            )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
