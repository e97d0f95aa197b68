r"""Linear discriminant analysis.

Model: classes are normal with one covariance, x | k ~ N(μ_k, Σ).
Estimate: μ_k the class means, π_k the class shares, Σ = S_w / n (maximum likelihood), or S_w / (n - K) with
`divisor="n-K"` (unbiased, as in MASS); S_w = Σ_k Σ_i w_i (x_i - μ_k)(x_i - μ_k)ᵀ.
Decision: argmax_k  xᵀ Σ⁻¹ μ_k - ½ μ_kᵀ Σ⁻¹ μ_k + log π_k   (source 004, equation 158).
Reduction: the directions v that maximise vᵀ S_b v / vᵀ S_w v, at most min(K - 1, p) of them.

Cost: one pass over the rows, then O(p³). Everything but Ledoit-Wolf shrinkage and other
covariance estimators is a function of the mergeable summary (weights, means, S_w).
Reference: source 000, sections 3.2.2 and 3.4.3; source 003, section 3; source 004, chapter 12.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike
from fenlei.contract.attributes import Public, as_field
from fenlei.contract.classifier import Discriminant, MergeableClassifier, Rows
from fenlei.contract.generative import Generative
from fenlei.contract.scanned_rows import count_rows
from fenlei.contract.size import Cost
from fenlei.contract.transformer import Transformer
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.linear.lda_solutions import LDAModel, least_squares, public_scores, solve_eigen, solve_svd
from fenlei.linear.normal_classes import HasNormalScores
from fenlei.parameters import (
    BOOLEAN,
    CLASS_WEIGHT,
    N_JOBS,
    NONE,
    Limit,
    either,
    integer,
    one_of,
    real,
    sequence,
)
from fenlei.priors import class_priors, log_prior
from fenlei.records import check_record
from fenlei.stats import scatter
from fenlei.stats.class_covariance import (
    COVARIANCE_ESTIMATOR,
    SHRINKAGE,
    CovarianceRule,
    check_covariance_rule,
    class_covariances,
    setting_for_memory,
    sums_are_enough,
    total_covariance,
)
from fenlei.stats.covariance import whiten
from fenlei.stats.linear_scores import linear_scores, linear_winners
from fenlei.stats.scatter import ClassScatter


class LinearDiscriminantAnalysis(
    ClassNamePrefixFeaturesOutMixin,
    Transformer,
    HasNormalScores,
    Discriminant,
    Generative,
    MergeableClassifier[ClassScatter, LDAModel],
):
    r"""Linear discriminant analysis: classifier and supervised reduction.

    Parameters
    ----------
    solver : {"svd", "lsqr", "eigen"}, default="svd"
        "svd": no shrinkage; `tol` sets the rank. "eigen" and "lsqr": shrinkage. All three cost one pass
        over the rows and agree where the covariance has full rank; where it has not, "svd" and "eigen"
        leave directions out and "lsqr" takes the solution of minimum norm.
    shrinkage : "auto", float in [0, 1] or None, default=None
        Mix of the covariance with a multiple of the identity; "auto" is the Ledoit-Wolf amount.
    priors : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`. None: the classes' shares of the weight.
    n_components : int, default=None
        Columns of `transform`; None is min(K - 1, p), the most there can be.
    store_covariance : bool, default=False
        Keep `covariance_` with solver "svd" too.
    tol : float, default=1e-4
        Solver "svd": directions whose spread, on standardised features, is below it are left out.
    covariance_estimator : object, default=None
        Has `fit(X)` and then `covariance_`; not with solver "svd", weights or `partial_fit`.
    divisor : {"n", "n-K"}, default="n"
        Convention of the covariance: S_w / n (maximum likelihood, scikit-learn) or S_w / (n - K) (unbiased,
        MASS).
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    store_scatter : bool, default=False
        Keep `S_k_`, K matrices instead of their sum.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    coef_ : ndarray of shape (K, p), or (1, p) for two classes
    intercept_ : ndarray of shape (K,), or (1,) for two classes
    priors_ : ndarray of shape (K,)
    means_ : ndarray of shape (K, p)
    xbar_ : ndarray of shape (p,)
        Overall mean (solver "svd").
    covariance_ : ndarray of shape (p, p)
    beta_, gamma_ : ndarrays of shapes (K, p) and (K,)
        P(k | x) is the softmax of β_kᵀx + γ_k, β_k = Σ⁻¹μ_k, γ_k = -½ μ_kᵀΣ⁻¹μ_k + log π_k.
    x0_ : ndarray of shape (p,)
        Two classes: the point on the line through the means where the boundary wᵀ(x - x_0) = 0 crosses it.
    S_w_, S_b_, S_t_ : ndarrays of shape (p, p)
        Scatter within the classes, between them, and their sum; not divided by n.
    S_k_ : ndarray of shape (K, p, p)
        Scatter of each class, with `store_scatter=True`.
    scalings_ : ndarray of shape (p, r)
        Discriminant directions, each with the sign that makes its entry of largest weight on standardised
        features positive.
    explained_variance_ratio_ : ndarray of shape (n_components,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: takes `sample_weight`, `class_weight`, `partial_fit` and `merge`; a
    singular covariance gets a warning with every solver, never an error; negative eigenvalues, which
    shrinkage can bring about, count as 0 in `explained_variance_ratio_`; solver "lsqr" reduces too;
    the signs of the directions, and so of `transform`, follow a
    rule (see `scalings_`), where scikit-learn's come out of LAPACK and may be the opposite: on the breast
    cancer rows and on both axes of iris they are.

    Ties: a score of exactly 0 is for the first of two classes, as in scikit-learn.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> lda = LinearDiscriminantAnalysis().fit(X, y)
    >>> int((lda.predict(X) == y).sum()), lda.explained_variance_ratio_.round(4).tolist()
    (147, [0.9912, 0.0088])
    """

    Model = LDAModel
    Summary = ClassScatter
    _public: ClassVar[dict[str, Public]] = {
        "coef_": Public(),
        "intercept_": Public(),
        "xbar_": Public(needed=False),
        "scalings_": Public("scalings", needed=False),
        "means_": Public("means", needed=False),
        "priors_": Public("priors", needed=False),
    }
    _narrow = (
        "coef",
        "intercept",
        "xbar",
        "common",
        "scalings",
        "means",
        "priors",
        "explained_variance_ratio",
    )
    _answer_fields = ("coef",)
    _fit_cost = Cost(lambda n, p, K: 4e-10 * p**3, lambda n, p, K: 16.0 * p * p)
    _limits: ClassVar[dict[str, Limit]] = {
        "solver": one_of("svd", "lsqr", "eigen"),
        "shrinkage": SHRINKAGE,
        "priors": either(NONE, sequence()),
        "n_components": either(NONE, integer(1)),
        "store_covariance": BOOLEAN,
        "tol": real(0),
        "covariance_estimator": COVARIANCE_ESTIMATOR,
        "divisor": one_of("n", "n-K"),
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
        "store_scatter": BOOLEAN,
    }

    def __init__(
        self,
        solver: Literal["svd", "lsqr", "eigen"] = "svd",
        shrinkage: float | Literal["auto"] | None = None,
        priors: ArrayLike | None = None,
        n_components: int | None = None,
        store_covariance: bool = False,
        tol: float = 1e-4,
        covariance_estimator: BaseEstimator | None = None,
        *,
        divisor: Literal["n", "n-K"] = "n",
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
        store_scatter: bool = False,
    ) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.n_components = n_components
        self.store_covariance = store_covariance
        self.tol = tol
        self.covariance_estimator = covariance_estimator
        self.divisor = divisor
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.store_scatter = store_scatter

    def _summarise(self, rows: Rows) -> ClassScatter:
        K = len(self.classes_)
        check_covariance_rule(self)
        return scatter.summarise(rows.X, rows.codes, rows.w, K, pooled=self._pooled(), n_jobs=self.n_jobs)

    def _splits(self, rows: Rows) -> bool:
        return False  # the summary takes all rows in one pass, in the same tree

    def _check_summary(self, summary: ClassScatter) -> None:
        K = len(self.classes_)
        check_record(summary, K=K, p=self.n_features_in_, s=1 if self._pooled() else K)

    def _merge(self, a: ClassScatter, b: ClassScatter) -> ClassScatter:
        if len(a.scatter) != len(b.scatter):
            raise UsageError("estimator.changed", estimator=type(self).__name__)
        return scatter.merge(a, b)

    def _align(self, summary: ClassScatter, index: Array, K: int) -> ClassScatter:
        return scatter.align(summary, index, K, pooled=self._pooled())

    _is_function_of_sums, _setting_for_memory = sums_are_enough, setting_for_memory

    def _pooled(self) -> bool:
        """S_w is enough, unless a covariance weights classes by other priors or shrinks them one by one."""
        if self.store_scatter:
            return False
        needed = self.solver != "svd" or self.store_covariance
        return not needed or (self.priors is None and self.shrinkage != "auto")

    def _solve(self, summary: ClassScatter, rows: Rows | None = None) -> LDAModel:
        n, p = summary.weight.sum(), summary.mean.shape[1]
        K = np.count_nonzero(summary.weight)  # the mean of a class without rows takes no degree of freedom
        few = n <= K and (self.divisor == "n-K" or (rows is not None and count_rows(rows) <= K))
        if few and rows is not None:  # chunks may start with few rows
            raise DataError("discriminant.too_few", estimator=type(self).__name__, n=f"{n:g}", K=K)
        priors = class_priors(self, self.priors, summary.weight, renormalise=True)
        scale = n / (n - K) if self.divisor == "n-K" and n > K else 1.0
        if self.solver == "svd":
            model, rank = solve_svd(summary, priors, scale, self.tol, rows)
            if not self._pooled():
                model = model._replace(covariance=scale * self._covariance(summary, rows, priors))
        else:
            model, rank = self._solve_with_covariance(summary, rows, priors, scale)
        if rank < p:
            warn(
                "discriminant.singular",
                DegenerateDataWarning,
                estimator=type(self).__name__,
                rank=rank,
                p=p,
            )
        return model

    def _solve_with_covariance(
        self, summary: ClassScatter, rows: Rows | None, priors: Array, scale: float
    ) -> tuple[LDAModel, int]:
        covariance = scale * self._covariance(summary, rows, priors)
        total = scale * total_covariance(summary, rows, self._rule())
        model, rank = solve_eigen(summary, priors, covariance, total)
        singular = rank < len(covariance)
        return (least_squares(model) if self.solver == "lsqr" and singular else model), rank

    def _covariance(self, summary: ClassScatter, rows: Rows | None, priors: Array) -> Array:
        """Σ_k π_k C_k, which is S_w / n where the priors are the classes' shares."""
        C = class_covariances(summary, rows, self._rule())
        return C[0] if len(C) == 1 else np.tensordot(priors, C, 1)

    def _rule(self) -> CovarianceRule:
        return CovarianceRule(type(self).__name__, self.shrinkage, self.covariance_estimator, self.n_jobs)

    def _keep(self, model: LDAModel) -> None:
        coef, intercept = public_scores(model)
        self._publish(
            model,
            coef_=coef,
            intercept_=intercept,
            scalings_=model.scalings,
            means_=model.means,
            priors_=model.priors,
            **({"xbar_": model.xbar} if self.solver == "svd" else {}),
        )
        self._n_features_out = self._components(len(model.priors))
        self.explained_variance_ratio_ = model.explained_variance_ratio[: self._n_features_out]

    def _fields_of(self, values: dict[str, ArrayLike], record: LDAModel | None) -> dict[str, Array]:
        """X coef_ᵀ + intercept_ as scores of x - xbar; of two classes the first scores 0."""
        fields, p = super()._fields_of(values, record), np.shape(values["coef_"])[-1]
        zero = np.zeros(p)
        known = zero if record is None else record.xbar
        xbar = as_field(values["xbar_"]) if "xbar_" in values else known
        coef, intercept = as_field(values["coef_"]), np.ravel(as_field(values["intercept_"]))
        intercept = np.full(len(coef), intercept) + coef @ xbar
        if len(self.classes_) == 2:
            coef, intercept = np.vstack([np.zeros_like(coef), coef]), np.append(0.0, intercept)
        scores = {"coef": coef, "intercept": as_field(intercept), "common": zero.astype(coef.dtype)}
        K = len(self.classes_)
        equal = {"priors": np.full(K, 1.0 / K)} if record is None else {}  # until they are set
        return equal | fields | scores | {"xbar": xbar}

    def _narrow_of(self, model: LDAModel) -> tuple[str, ...]:
        if self.solver == "svd":
            return self._narrow
        scores = ("coef", "intercept", "common") if len(model.priors) == 2 else ()
        return (*scores, "xbar", "means", "priors")

    @property
    def covariance_(self) -> Array:
        if self.solver == "svd" and not self.store_covariance:
            raise AttributeError("covariance_ with solver 'svd' needs store_covariance=True")
        return self.model_.covariance

    def _columns_out(self) -> int:
        """Columns of `transform`; as many as can be where the attributes were set without a fit."""
        most: int = self.n_components or len(self.classes_) - 1
        return getattr(self, "_n_features_out", most)

    def _components(self, K: int) -> int:
        largest = min(K - 1, self.n_features_in_)
        if self.n_components is None:
            return largest
        if self.n_components > largest:
            raise UsageError("discriminant.components", largest=largest, came=self.n_components)
        return self.n_components

    def _class_scores(self, X: Array) -> Array:
        model = self.model_
        return linear_scores(X, model.coef, model.intercept, self.n_jobs, model.xbar)

    def _winning_codes(self, X: Array) -> Array | None:
        model = self.model_
        return linear_winners(X, model.coef, model.intercept, self.n_jobs, model.xbar)

    def decision_function(self, X: MatrixLike) -> Array:
        """Scores X coefᵀ + intercept (n, K); for two classes their difference, positive for the second."""
        scores = super().decision_function(X)
        if scores.ndim == 1 or self.solver == "svd":
            return scores
        X = self._check_X(X)
        deviations = X - 0.5 * np.asarray(self.model_.xbar, np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            values = self._finite_scores(scores + (deviations @ self.model_.common)[:, None], X)
        return self._answer(values, X)

    def transform(self, X: MatrixLike) -> Array:
        """Project onto the discriminant directions, (n, n_components)."""
        X = self._check_X(X)
        model = self.model_
        origin = np.asarray(model.xbar, np.float64) if self.solver == "svd" else 0.0
        axes = model.scalings[:, : self._columns_out()].astype(np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            coordinates = self._finite((X - origin) @ axes, X)
        return coordinates.astype(np.result_type(X, model.scalings), copy=False)

    def _log_joint(self, X: Array) -> Array:
        """log π_k + log N(x | μ_k, Σ), on the directions in which Σ has spread."""
        root = whiten(self.model_.covariance).matrix
        half_log_det = -np.log(linalg.svdvals(root)).sum()
        log_norm = half_log_det + 0.5 * root.shape[1] * np.log(2.0 * np.pi)
        distances = [np.sum(((X - mean) @ root) ** 2, axis=1) for mean in self.model_.means]
        return log_prior(self.model_.priors) - 0.5 * np.stack(distances, axis=1) - log_norm

    def _class_priors(self) -> Array:
        return self.model_.priors

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        """x = μ_k + R z with R Rᵀ = Σ and z standard normal."""
        values, vectors = linalg.eigh(self.model_.covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        return self.means_[k] + rng.standard_normal((size, len(values))) @ root.T
