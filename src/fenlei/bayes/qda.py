r"""Quadratic discriminant analysis.

Model: each class is normal with a covariance of its own, x | k ~ N(μ_k, Σ_k).
Estimate (maximum likelihood, divisor n_k): means, covariances S_k / n_k, priors n_k / n.
Decision: argmax_k  log π_k - ½ log det Σ_k - ½ (x - μ_k)ᵀ Σ_k⁻¹ (x - μ_k).

A class whose covariance has not full rank (few rows, constant or duplicate columns) is mixed with the
diagonal of pooled variances, Σ_k ← (1 - λ) Σ_k + λ D with λ = p / (n_k + p), with a warning.
Ranks are judged on the correlation scale, so units do not matter.

With a conjugate prior the densities are Student t, the parameters integrated out: see `predictive`.

Cost: one pass over the rows to fit, O(n p² K) to predict. Mergeable.
Reference: source 004, section 2.3.3 (equations 25 to 32, corrected); Hastie, Tibshirani, Friedman, section
4.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator

from fenlei.annotations import ArrayLike, ClassWeight
from fenlei.bayes.class_axes import (
    MANY_COLUMNS,
    assigned_factor,
    precision_factor,
    principal_axes,
    rank,
    rank_of_rows,
)
from fenlei.bayes.predictive import CONJUGATE_PRIOR, ConjugatePrior, draw, log_density_of_squares, together
from fenlei.contract.attributes import Computed, Public, as_field, in_type
from fenlei.contract.classifier import Discriminant, MergeableClassifier, Rows
from fenlei.contract.generative import Generative
from fenlei.contract.scanned_rows import rows_of_class
from fenlei.contract.size import covariances
from fenlei.errors import DataError, DegenerateDataWarning, UnsupportedError, warn
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks
from fenlei.parameters import BOOLEAN, CLASS_WEIGHT, N_JOBS, NONE, Limit, either, one_of, real, sequence
from fenlei.priors import class_priors, log_prior
from fenlei.records import POSITIVE, Field, check_record
from fenlei.stats import scatter
from fenlei.stats.class_covariance import (
    COVARIANCE_ESTIMATOR,
    SHRINKAGE,
    check_covariance_rule,
    class_covariances,
    covariance_rule,
    setting_for_memory,
    sums_are_enough,
)
from fenlei.stats.covariance import standard_deviations
from fenlei.stats.scatter import ClassScatter

SHARED_COLUMNS = 64  # from where the matrices of the classes take longer than it takes to share them
PANEL = 16  # columns of each triangular factor multiplied at a time: about half of its entries are zero
BLOCK_ELEMENTS = 1 << 18  # 2 MiB of projected rows, which stay in cache until they are squared

R = TypeVar("R")


class QDAModel(NamedTuple):
    priors: Annotated[Array, Field("K", low=0.0)]  # π
    means: Annotated[Array, Field("K p")]  # μ
    covariance: Annotated[Array, Field("K p p")]  # Σ, regularised
    factor: Annotated[Array, Field("K p p")]  # lower triangular W with W Wᵀ = Σ⁻¹
    log_det: Annotated[Array, Field("K")]  # log det Σ
    dof: Annotated[Array | None, Field("K", low=POSITIVE, optional=True)] = None  # of t densities


def pooled_variances(summary: ClassScatter) -> Array:
    """Variance of each feature inside the classes; over all rows where that is 0; 1 where it is 0 again."""
    n = summary.weight.sum()
    inside, overall = (
        np.diagonal(scatter.within(summary)) / n,
        np.diagonal(scatter.total(summary).scatter[0]) / n,
    )
    return np.where(inside > 0, inside, np.where(overall > 0, overall, 1.0))


def log_joint(X: Array, model: QDAModel, n_jobs: int | None = None) -> Array:
    """log π_k - ½ log det Σ_k - ½ |W_kᵀ (x - μ_k)|², (n, K).

    Rows are taken from the mean of all classes once, and a panel of columns of every W_k is multiplied at
    once; the class's own centre leaves in the squares.
    """
    K, p = model.means.shape
    origin = model.priors @ model.means
    centres = np.einsum("kp,kpq->kq", model.means - origin, model.factor)
    panels = [(j, min(j + PANEL, p)) for j in range(0, p, PANEL)]
    factors = [np.concatenate(model.factor[:, j:, j:end], axis=1) for j, end in panels]
    constant = np.zeros(K) if model.dof is not None else log_prior(model.priors) - 0.5 * model.log_det
    scores = np.empty((len(X), K))

    def block(start: int, stop: int) -> None:
        deviations, out = X[start:stop] - origin, scores[start:stop]
        out[:] = constant
        for (j, end), factor in zip(panels, factors, strict=True):
            subtract_half_squares(deviations[:, j:] @ factor, centres[:, j:end], out)

    run_blocks(block, row_blocks(len(X), K * PANEL, BLOCK_ELEMENTS), n_jobs)
    if model.dof is None:
        return scores
    return log_prior(model.priors) + log_density_of_squares(-2.0 * scores, model.log_det, model.dof, p)


@kernel
def subtract_half_squares(Z: Array, centres: Array, out_scores: Array) -> None:
    """Subtract ½ |z_k - centre_k|² from the score of class k; a row of Z holds z_1, ..., z_K side by side."""
    K, width = centres.shape
    for i in range(Z.shape[0]):
        for k in range(K):
            z, centre = Z[i, k * width : (k + 1) * width], centres[k]
            square = 0.0
            for j in range(width):
                square += (z[j] - centre[j]) * (z[j] - centre[j])
            out_scores[i, k] -= 0.5 * square


class QuadraticDiscriminantAnalysis(Discriminant, Generative, MergeableClassifier[ClassScatter, QDAModel]):
    r"""Quadratic discriminant analysis: a normal distribution for each class.

    Parameters
    ----------
    solver : {"svd", "eigen"}, default="svd"
        As in scikit-learn: "svd" goes with `reg_param`, "eigen" with `shrinkage` and `covariance_estimator`.
    shrinkage : "auto", float in [0, 1] or None, default=None
        Mix of each covariance with a multiple of the identity; "auto" is the Ledoit-Wolf amount.
    priors : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`. None: the classes' shares of the weight.
    reg_param : float in [0, 1], default=0.0
        Solver "svd": Σ_k ← (1 - reg_param) Σ_k + reg_param I.
    store_covariance : bool, default=False
        Keep the covariances as `covariance_`.
    tol : float, default=1e-4
        A covariance with a direction whose spread, on standardised features, is below it counts as rank
        deficient.
    covariance_estimator : object, default=None
        Has `fit(X)` and then `covariance_`; not with solver "svd", weights or `partial_fit`.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    conjugate_prior : None, "weak" or NormalInverseWishart, default=None
        None estimates by maximum likelihood. With a prior of mean and covariance (location, strength, dof and
        scale) the class densities are predictive, Student t; "weak" is a prior made from all rows (see
        `bayes.predictive`). Not with `shrinkage`, `reg_param` or `covariance_estimator`.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    priors_ : ndarray of shape (K,)
    means_ : ndarray of shape (K, p)
        With a conjugate prior the locations of the t densities.
    covariance_ : list of K ndarrays of shape (p, p)
        Divisor n_k, regularised; with `store_covariance`. With a conjugate prior the scales of the t
        densities.
    dof_ : ndarray of shape (K,), or None
        Degrees of freedom of the t densities, with a conjugate prior. `log_det_` is ln det Σ_k, (K,).
    rotations_, scalings_ : lists of K ndarrays of shapes (p, p) and (p,)
        Principal axes (columns) of each class and the variances along them.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: takes `sample_weight`, `class_weight`, `partial_fit` and `merge`; a class
    of deficient rank, down to a single row, is regularised with a warning (see the module) instead of
    refused.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> qda = QuadraticDiscriminantAnalysis().fit(X, y)
    >>> int((qda.predict(X) == y).sum())
    147
    """

    Model = QDAModel
    _public: ClassVar[dict[str, Public]] = {
        "priors_": Public("priors"),
        "means_": Public("means"),
        "rotations_": Public(),
        "scalings_": Public(),
        "dof_": Public("dof", needed=False),
    }
    _narrow = ("means",)
    Summary = ClassScatter
    _fit_cost = covariances(3e-10)
    _limits: ClassVar[dict[str, Limit]] = {
        "solver": one_of("svd", "eigen"),
        "shrinkage": SHRINKAGE,
        "priors": either(NONE, sequence()),
        "reg_param": real(0, 1),
        "store_covariance": BOOLEAN,
        "tol": real(0),
        "covariance_estimator": COVARIANCE_ESTIMATOR,
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
        "conjugate_prior": CONJUGATE_PRIOR,
    }

    def __init__(
        self,
        *,
        solver: Literal["svd", "eigen"] = "svd",
        shrinkage: float | Literal["auto"] | None = None,
        priors: ArrayLike | None = None,
        reg_param: float = 0.0,
        store_covariance: bool = False,
        tol: float = 1e-4,
        covariance_estimator: BaseEstimator | None = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
        conjugate_prior: ConjugatePrior = None,
    ) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.reg_param = reg_param
        self.store_covariance = store_covariance
        self.tol = tol
        self.covariance_estimator = covariance_estimator
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.conjugate_prior = conjugate_prior

    def _summarise(self, rows: Rows) -> ClassScatter:
        K = len(self.classes_)
        check_covariance_rule(self)
        return scatter.summarise(rows.X, rows.codes, rows.w, K, pooled=False, n_jobs=self.n_jobs)

    def _splits(self, rows: Rows) -> bool:
        return False  # the summary takes all rows in one pass, in the same tree

    def _check_summary(self, summary: ClassScatter) -> None:
        K = len(self.classes_)
        check_record(summary, K=K, p=self.n_features_in_, s=K)

    _merge = staticmethod(scatter.merge)

    def _align(self, summary: ClassScatter, index: Array, K: int) -> ClassScatter:
        return scatter.align(summary, index, K, pooled=False)

    _is_function_of_sums, _setting_for_memory = sums_are_enough, setting_for_memory

    def _solve(self, summary: ClassScatter, rows: Rows | None = None) -> QDAModel:
        K = len(summary.weight)
        if K < 2:
            raise DataError("discriminant.classes", estimator=type(self).__name__, K=K)
        priors = class_priors(self, self.priors, summary.weight, renormalise=True)
        if self.conjugate_prior is not None:
            return self._predictive(summary, priors)
        covariance = class_covariances(summary, rows, covariance_rule(self))
        if self.solver == "svd":
            covariance = (1.0 - self.reg_param) * covariance + self.reg_param * np.eye(self.n_features_in_)
        roots = self._full_rank(covariance, summary, rows)
        factors, log_dets = zip(*self._of_classes(precision_factor, covariance, roots), strict=True)
        return QDAModel(priors, summary.mean, covariance, np.stack(factors), np.array(log_dets))

    def _of_classes(self, function: Callable[..., R], *values: Iterable[Any]) -> list[R]:
        """The function of each class, those of many columns in several threads."""
        given = list(zip(*values, strict=True))
        n_jobs = 1 if self.n_features_in_ < SHARED_COLUMNS else self.n_jobs
        return list(
            map_blocks(lambda k, _: function(*given[k]), [(k, k + 1) for k in range(len(given))], n_jobs)
        )

    def _predictive(self, summary: ClassScatter, priors: Array) -> QDAModel:
        """Student t densities, the parameters integrated out."""
        for name, none in (("shrinkage", None), ("covariance_estimator", None), ("reg_param", 0.0)):
            if getattr(self, name) != none:
                raise UnsupportedError("predictive.options", estimator=type(self).__name__, name=name)
        location, scale, dof = together(summary, self.conjugate_prior)
        factors, log_dets = zip(*self._of_classes(precision_factor, scale), strict=True)
        return QDAModel(priors, location, scale, np.stack(factors), np.array(log_dets), dof)

    def _rank(
        self, k: int, covariance: Array, summary: ClassScatter, rows: Rows | None
    ) -> tuple[int, Array | None]:
        """The rank of the covariance of class k; of many columns and few rows from the rows."""
        plain = self.shrinkage is None and self.covariance_estimator is None and not self.reg_param
        if rows is not None and plain and len(covariance) > MANY_COLUMNS:
            mine = rows_of_class(rows, k, len(covariance))
            if mine is not None:
                deviation = standard_deviations(covariance)
                return rank_of_rows(mine.X, mine.w, summary.mean[k], deviation, self.tol), None
        return rank(covariance, self.tol)

    def _full_rank(self, covariance: Array, summary: ClassScatter, rows: Rows | None) -> list[Array | None]:
        """Mix deficient covariances with the pooled variances, in place: λ = p / (n_k + p).

        Returns the factors of the others, where they were made.
        """
        p, deficient, roots, pooled = self.n_features_in_, [], [], None
        judged = self._of_classes(
            lambda k, matrix: self._rank(k, matrix, summary, rows), range(len(covariance)), covariance
        )
        for k, (weight, (found, root)) in enumerate(zip(summary.weight, judged, strict=True)):
            roots.append(root if found == p else None)
            if found == p:
                continue
            pooled = np.diag(pooled_variances(summary)) if pooled is None else pooled
            mix = p / (weight + p)
            covariance[k] = (1.0 - mix) * covariance[k] + mix * pooled
            if weight > 0:
                deficient.append({"label": self.classes_[k], "rank": found, "weight": weight, "mix": mix})
        if deficient:
            facts = {"count": len(deficient), "K": len(covariance), "p": p, **deficient[0]}
            warn("discriminant.rank", DegenerateDataWarning, estimator=type(self).__name__, **facts)
        return roots

    def _keep(self, model: QDAModel) -> None:
        self._publish(model, priors_=model.priors, means_=model.means, dof_=model.dof)
        self.log_det_ = model.log_det

    def _fields_of(self, values: dict[str, Any], record: QDAModel | None) -> dict[str, Array]:
        """Σ_k = R_k diag(s_k) R_kᵀ from `rotations_` and `scalings_`, if they were read or set."""
        fields = super()._fields_of(values, record)
        if not {"rotations_", "scalings_"} & values.keys():
            return fields
        known = [] if record is None else [principal_axes(Sigma) for Sigma in record.covariance]
        rotations = values.get("rotations_") or [R for R, _ in known]
        scalings = values.get("scalings_") or [s for _, s in known]
        pairs = zip(rotations, scalings, strict=True)
        axes = [(as_field(R).astype(np.float64), as_field(s).astype(np.float64)) for R, s in pairs]
        factors = [assigned_factor(R / np.sqrt(s)) for R, s in axes]
        covariance = np.stack([(R * s) @ R.T for R, s in axes])
        log_det = np.array([np.log(s).sum() for _, s in axes])
        return fields | {"covariance": covariance, "factor": np.stack(factors), "log_det": log_det}

    @property
    def covariance_(self) -> list[Array]:
        if not self.store_covariance:
            raise AttributeError("covariance_ needs store_covariance=True")
        return list(self.model_.covariance)

    def _as_axes(self, values: Array) -> Array:
        """In float32 if the rows were and if every value can be."""
        return in_type(values, self._fit_dtype if self.solver == "svd" else np.float64)

    @Computed
    def rotations_(self) -> list[Array]:
        return [self._as_axes(axes) for axes, _ in map(principal_axes, self.model_.covariance)]

    @Computed
    def scalings_(self) -> list[Array]:
        return [self._as_axes(spread) for _, spread in map(principal_axes, self.model_.covariance)]

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _log_joint(self, X: Array) -> Array:
        scores = self._class_scores(X)
        return scores if self.model_.dof is not None else scores - 0.5 * X.shape[1] * np.log(2.0 * np.pi)

    def _class_priors(self) -> Array:
        return self.priors_

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        """x = μ_k + W_k⁻ᵀ z with z standard normal."""
        if self.dof_ is not None:
            return draw(self.means_[k], self.model_.factor[k], self.dof_[k], size, rng)
        z = rng.standard_normal((self.n_features_in_, size))
        return self.means_[k] + linalg.solve_triangular(self.model_.factor[k], z, trans="T", lower=True).T
