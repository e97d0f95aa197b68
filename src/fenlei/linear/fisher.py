r"""Fisher's discriminant: the direction along which the classes are separated best.

Two classes: means μ_0, μ_1, scatters S_k = Σ (x - μ_k)(x - μ_k)ᵀ, S_w = S_0 + S_1, S_b = (μ_1 - μ_0)(μ_1 -
μ_0)ᵀ.

    J(w) = wᵀS_b w / wᵀS_w w  =  (difference of the projected means)² / scatter of the projections

is a generalised Rayleigh quotient; its largest value, (μ_1 - μ_0)ᵀS_w⁻¹(μ_1 - μ_0), is reached at

    w = S_w⁻¹ (μ_1 - μ_0),

which points at the second class.
Decision: the second class where wᵀx ≥ T, that is sgn(0) = +1. T is the midpoint ½ wᵀ(μ_0 + μ_1); or, for
normal classes of one covariance, the midpoint + s² log(π_0/π_1) / wᵀ(μ_1 - μ_0), s² the variance of the
projections with divisor n (so that T does not depend on the scale of w, as it does in source 001); or the
user's.

More classes: S_b = Σ n_k (μ_k - x̄)(μ_k - x̄)ᵀ, S_t = S_w + S_b, and the directions solve S_b v = λ S_w v,
vᵀS_w v = 1, at most min(K - 1, p) of them; rows go to the nearest projected mean, or by the normal rule.

Reference: source 000, equations 3-28 to 3-42; source 001, section 5.2.1; source 003, section 3; source 004,
chapter 12.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from scipy import linalg
from sklearn.base import ClassNamePrefixFeaturesOutMixin

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import MergeableClassifier, Rows
from fenlei.contract.linear_classifier import SignRule, per_class
from fenlei.contract.transformer import Transformer
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.linear.lda_solutions import discriminants, signed
from fenlei.linear.least_squares_classifier import refuse_one_class
from fenlei.linear.plane_geometry import LineProjection, project
from fenlei.linear.plane_geometry import foot_on_plane as foot_on_plane  # public here too
from fenlei.linear.plane_geometry import signed_distance as signed_distance
from fenlei.linear.rayleigh import rayleigh_quotient as rayleigh_quotient
from fenlei.messages import phrase
from fenlei.parameters import N_JOBS, NONE, Limit, either, one_of, real, sequence
from fenlei.priors import class_priors
from fenlei.records import Field, check_record
from fenlei.stats import scatter
from fenlei.stats.covariance import whiten
from fenlei.stats.linear_scores import linear_scores
from fenlei.stats.scatter import ClassScatter


class FisherModel(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # n_k
    means: Annotated[Array, Field("K p")]
    priors: Annotated[Array, Field("K", low=0.0, high=1.0)]
    within: Annotated[Array, Field("p p")]  # S_w
    between: Annotated[Array, Field("p p")]  # S_b
    total: Annotated[Array, Field("p p")]  # S_t
    directions: Annotated[Array, Field("p r")]  # v with vᵀS_w v = 1
    eigenvalues: Annotated[Array, Field("r", low=0.0)]  # λ, descending
    coef: Annotated[Array, Field("c p")]  # of the scores; w for two classes, c = 1
    intercept: Annotated[Array, Field("c", low=-np.inf, high=np.inf)]  # -T for two classes


class ProjectedClasses(NamedTuple):
    """The classes on w, or with more than two on the r directions: source 000, equations 3-35 to 3-38.

    Examples
    --------
    >>> from fenlei.linear import FisherDiscriminant
    >>> found = FisherDiscriminant().fit([[0], [2], [4], [6]], ["a", "a", "b", "b"]).projected_
    >>> found.means.tolist(), found.scatters.tolist(), float(found.between / found.within)
    ([1.0, 5.0], [2.0, 2.0], 4.0)
    """

    means: Array  # (2,) wᵀμ_k, or (K, r)
    scatters: Array  # (2,) wᵀS_k w, or (K, r, r)
    within: Array  # () wᵀS_w w, or (r, r)
    between: Array  # () wᵀS_b w, or (r, r)


def within_scatter(summary: ClassScatter, convention: str) -> Array:
    """S_w by one of the documents' conventions: see `FisherDiscriminant`."""
    n = summary.weight
    factors = {
        "scatter": np.ones(len(n)),
        "shares": n / n.sum(),
        "covariance": 1.0 / np.maximum(n, 1.0),
        "unbiased": 1.0 / np.maximum(n - 1.0, 1.0),
    }[convention]
    return np.tensordot(factors, summary.scatter, 1)


def difference_scatter(means: Array) -> Array:
    """S_b of two classes, (μ_1 - μ_0)(μ_1 - μ_0)ᵀ."""
    difference = means[1] - means[0]
    return difference[:, None] * difference


def directions(within: Array, between: Array, most: int) -> tuple[Array, Array, int]:
    """V (p, r) with S_b v = λ S_w v and VᵀS_w V = I, λ (r,) descending, and the rank of S_w."""
    root = whiten(within).matrix if within.any() else np.empty((len(within), 0))
    values, vectors = linalg.eigh(root.T @ between @ root) if root.size else (np.empty(0), np.empty((0, 0)))
    r = min(most, len(values))
    return root @ vectors[:, ::-1][:, :r], np.maximum(values[::-1][:r], 0.0), root.shape[1]


def towards_second(V: Array, means: Array) -> Array:
    """The one direction of two classes, pointing at the second."""
    return V if (V.T @ (means[1] - means[0]) >= 0).all() else -V


class FisherDiscriminant(
    ClassNamePrefixFeaturesOutMixin,
    Transformer,
    SignRule,
    MergeableClassifier[ClassScatter, FisherModel],
):
    r"""Fisher's linear discriminant with the quantities of the textbook.

    Parameters
    ----------
    threshold : {"midpoint", "gaussian"} or float, default="midpoint"
        Where wᵀx is cut: half way between the projected means; where normal classes of one covariance with
        priors π are equally probable; or at a given value. More than two classes: nearest projected mean, or
        the normal rule.
    within : {"scatter", "shares", "covariance", "unbiased"}, default="scatter"
        S_w: Σ S_k; Σ (n_k/n) S_k as source 000 prints it, which counts large classes twice; Σ S_k/n_k; Σ
        S_k/(n_k - 1). The direction depends on it unless the classes are of one size.
    priors : array-like of shape (K,), default=None
        For "gaussian", in the order of `classes_`. None: the classes' shares of the weight.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    means_ : ndarray of shape (K, p)
    priors_ : ndarray of shape (K,)
    S_k_ : ndarray of shape (K, p, p)
        Scatter of each class, Σ (x - μ_k)(x - μ_k)ᵀ.
    S_w_, S_b_, S_t_ : ndarray of shape (p, p)
        Within, between and total scatter. Two classes: S_b = (μ_1 - μ_0)(μ_1 - μ_0)ᵀ as the documents have
        it, and S_t = S_w + (n_0 n_1/n) S_b; more: S_t = S_w + S_b (with `within="scatter"`).
    w_ : ndarray of shape (p,)
        Two classes: S_w⁻¹(μ_1 - μ_0), pointing at the second class.
    J_ : float
        Two classes: the largest value of Fisher's criterion.
    threshold_ : float
        Two classes: T, on the scale of wᵀx.
    projected_ : ProjectedClasses
        The classes after projection on `w_`: `means` (2,), `scatters` (2,), `within` and `between`, whose
        ratio is J; for K > 2 on `scalings_`, (K, r), (K, r, r) and (r, r).
    scalings_ : ndarray of shape (p, r)
        Directions v with vᵀS_w v = 1, the best first.
    eigenvalues_ : ndarray of shape (r,)
        J of each direction.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Ties: a row on the boundary of two classes, wᵀx = T, goes to the second, as sgn(0) = +1 has it. Classes of
    equal means have J = 0 and w = 0, and every row is on it. Where S_w is singular its
    pseudo-inverse is used, on features of unit spread, with a warning. `class_weight` is not offered: the
    midpoint does not depend on how much the classes weigh (`priors` moves the other threshold).

    Examples
    --------
    >>> X = [[0.697, 0.460], [0.774, 0.376], [0.634, 0.264], [0.666, 0.091], [0.243, 0.267], [0.245, 0.057]]
    >>> melons = FisherDiscriminant().fit(X, ["good", "good", "good", "bad", "bad", "bad"])
    >>> melons.predict(X).tolist()
    ['good', 'good', 'good', 'bad', 'bad', 'bad']
    >>> m, s, within, between = melons.projected_  # projected means and scatters: J is their ratio
    >>> bool(np.isclose((m[1] - m[0]) ** 2 / s.sum(), melons.J_))
    True
    >>> d, feet = melons.project(X)
    >>> bool(abs(feet[0] @ melons.w_ - X[0] @ melons.w_) < 1e-12)
    True
    """

    Model = FisherModel
    Summary = ClassScatter
    _limits: ClassVar[dict[str, Limit]] = {
        "threshold": either(one_of("midpoint", "gaussian"), real()),
        "within": one_of("scatter", "shares", "covariance", "unbiased"),
        "priors": either(NONE, sequence()),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        threshold: float | Literal["midpoint", "gaussian"] = "midpoint",
        *,
        within: Literal["scatter", "shares", "covariance", "unbiased"] = "scatter",
        priors: ArrayLike | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.threshold = threshold
        self.within = within
        self.priors = priors
        self.n_jobs = n_jobs

    def _summarise(self, rows: Rows) -> ClassScatter:
        K = len(self.classes_)
        return scatter.summarise(rows.X, rows.codes, rows.w, K, pooled=False, n_jobs=self.n_jobs)

    def _splits(self, rows: Rows) -> bool:
        return False  # the summary takes all rows in one pass, in the same tree

    def _check_summary(self, summary: ClassScatter) -> None:
        K = len(self.classes_)
        check_record(summary, K=K, p=self.n_features_in_, s=K)

    def _merge(self, a: ClassScatter, b: ClassScatter) -> ClassScatter:
        return scatter.merge(a, b)

    def _align(self, summary: ClassScatter, index: Array, K: int) -> ClassScatter:
        return scatter.align(summary, index, K, pooled=False)

    def _solve(self, summary: ClassScatter, rows: Rows | None = None) -> FisherModel:
        refuse_one_class(self)
        K, p = summary.mean.shape
        S_w = within_scatter(summary, self.within)
        S_b = difference_scatter(summary.mean) if K == 2 else scatter.between(summary)
        V, values, rank = directions(S_w, S_b, min(K - 1, p))
        V = towards_second(V, summary.mean) if K == 2 else signed(V, S_w)
        if rank < p:
            name = type(self).__name__
            warn("discriminant.singular", DegenerateDataWarning, estimator=name, rank=rank, p=p)
        priors = class_priors(self, self.priors, summary.weight, renormalise=True)
        rule = self._two_class_rule if K == 2 else self._many_class_rule
        coef, intercept = rule(summary, V, priors)
        total = scatter.within(summary) + scatter.between(summary)
        return FisherModel(summary.weight, summary.mean, priors, S_w, S_b, total, V, values, coef, intercept)

    def _two_class_rule(self, summary: ClassScatter, V: Array, priors: Array) -> tuple[Array, Array]:
        """w (1, p) and -T (1,). V has S_w⁻¹(μ_1 - μ_0) in it, of another length: w = V Vᵀ(μ_1 - μ_0)."""
        difference = summary.mean[1] - summary.mean[0]
        w = V @ (V.T @ difference)
        T = self.threshold
        if isinstance(T, str):
            T = 0.5 * w @ summary.mean.sum(axis=0)
            apart = w @ difference
            if self.threshold == "gaussian" and apart > 0:
                variance = w @ scatter.within(summary) @ w / summary.weight.sum()
                with np.errstate(divide="ignore"):  # a prior of 0 moves the threshold to infinity
                    T = T + variance * (np.log(priors[0]) - np.log(priors[1])) / apart
        if not summary.weight.all():  # a class not seen yet has no side
            T = np.inf if summary.weight[0] else -np.inf
        return w[None], np.array([-float(T)])

    def _many_class_rule(self, summary: ClassScatter, V: Array, priors: Array) -> tuple[Array, Array]:
        """Linear scores (K, p), (K,) of the nearest projected mean or the normal rule, in the space of V."""
        K = len(priors)
        if not isinstance(self.threshold, str):
            raise UsageError(
                "fisher.two_classes",
                what=phrase("kind.given_threshold"),
                K=K,
                instead=one_of("midpoint", "gaussian").text,
            )
        covariance = V.T @ scatter.within(summary) @ V / summary.weight.sum()
        root = V @ whiten(covariance).matrix if V.size else V
        xbar = scatter.overall_mean(summary)
        seen = summary.weight > 0  # a class not seen yet has no mean to be near to
        pi = priors if self.threshold == "gaussian" else seen / seen.sum()
        coef, intercept = discriminants(summary.mean - xbar, root, pi)
        return coef, intercept - coef @ xbar

    def _keep(self, model: FisherModel) -> None:
        self.model_ = model
        self.means_, self.priors_ = model.means, model.priors
        self.S_w_, self.S_b_, self.S_t_ = model.within, model.between, model.total
        self.scalings_, self.eigenvalues_ = model.directions, model.eigenvalues
        self._n_features_out = model.directions.shape[1]

    def _check_model(self, model: FisherModel) -> None:
        K = len(self.classes_)
        check_record(model, K=K, p=self.n_features_in_, c=1 if K == 2 else K)

    def _for_two(self, what: str) -> FisherModel:
        """The model, if there are two classes; else an AttributeError, so that hasattr is False."""
        if len(self.classes_) != 2:
            raise AttributeError(f"{what} is there for two classes only; use scalings_ and eigenvalues_")
        return self.model_

    @property
    def S_k_(self) -> Array:
        return self.summary_.scatter

    @property
    def projected_(self) -> ProjectedClasses:
        two = len(self.classes_) == 2
        V = self.w_[:, None] if two else self.model_.directions
        means, scatters = self.means_ @ V, V.T @ self.S_k_ @ V
        within, between = V.T @ self.S_w_ @ V, V.T @ self.S_b_ @ V
        if two:
            return ProjectedClasses(means[:, 0], scatters[:, 0, 0], within[0, 0], between[0, 0])
        return ProjectedClasses(means, scatters, within, between)

    @property
    def w_(self) -> Array:
        return self._for_two("w_").coef[0]

    @property
    def threshold_(self) -> float:
        return -float(self._for_two("threshold_").intercept[0])

    @property
    def J_(self) -> float:
        model = self._for_two("J_")
        return float(self.w_ @ (model.means[1] - model.means[0]))

    def project(self, X: MatrixLike) -> LineProjection:
        """Signed distances (n,) of the rows along w from the origin, and their feet (n, p) on the line."""
        if len(self.classes_) != 2:
            raise UsageError("fisher.two_classes", what="project", K=len(self.classes_), instead="transform")
        X = self._check_X(X)
        self._refuse_non_finite(X)
        return project(X, self.w_)

    def transform(self, X: MatrixLike) -> Array:
        """Projections (n, r) on the directions v, vᵀS_w v = 1."""
        X = self._check_X(X)
        with np.errstate(invalid="ignore", over="ignore"):
            return self._finite(X @ self.model_.directions, X)

    def _impossible_classes(self) -> Array:
        intercept = self.model_.intercept
        two = np.stack([-intercept, intercept]) if len(self.classes_) == 2 else intercept
        return np.flatnonzero(np.isneginf(two))

    def _class_scores(self, X: Array) -> Array:
        values = linear_scores(X, self.model_.coef, self.model_.intercept, self.n_jobs)
        if len(self.classes_) == 2 and np.isposinf(self.model_.intercept[0]):  # the first class has no rows
            return np.hstack([-values, np.zeros_like(values)])
        return per_class(values, len(self.classes_))
