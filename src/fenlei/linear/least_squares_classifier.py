r"""Least-squares classifier: linear regression on coded labels.

Model: one linear function for each class, x ↦ w_kᵀx + b_k, fitted to the target +1 for rows of class k and -1
for the others; two classes need one function.
Decision: the largest value; for two classes the sign, sgn(0) = +1.
Estimate: least squares with penalty α (0: none, and of several minimisers the one of least norm). Class sums
are all that the normal equations need beside the total scatter: with class weights n_k and means μ_k,

    S_t = S_w + S_b,        Σ v x̃ ỹ_k = 2 n_k (μ_k - x̄),        ȳ_k = 2 n_k / n - 1,

so the summary is that of discriminant analysis, and for two classes w is Fisher's direction, S_w⁻¹(μ_1 - μ_0)
times a number. Rows far on the right side of the boundary pull at it as if they were wrong, which is why the
rule is a baseline. With more classes, one in the middle of others can be hidden by them.

Reference: source 001, section 5.2.1; Hastie, Tibshirani and Friedman, Elements, section 4.2.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from fenlei.annotations import ClassWeight
from fenlei.contract.classifier import Classifier, MergeableClassifier, Rows
from fenlei.contract.linear_classifier import SignRule, per_class
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.linear import least_squares
from fenlei.linear.least_squares import GUARD
from fenlei.parameters import BOOLEAN, CLASS_WEIGHT, N_JOBS, Limit, real
from fenlei.records import Field, check_record
from fenlei.stats import gram, scatter
from fenlei.stats.gram import Gram
from fenlei.stats.linear_scores import linear_scores
from fenlei.stats.scatter import ClassScatter


class LeastSquaresClassifierModel(NamedTuple):
    coef: Annotated[Array, Field("r p")]  # r = 1 for two classes, else K
    intercept: Annotated[Array, Field("r")]


def coded(codes: Array, K: int) -> Array:
    """Targets ±1 (n, K), or (n, 1) for two classes."""
    Y = 2.0 * (codes[:, None] == np.arange(K)) - 1.0
    return Y[:, 1:] if K == 2 else Y


def gram_of(summary: ClassScatter) -> Gram:
    """Means and products of features and coded labels, without the labels' own, which nothing needs."""
    n, K = summary.weight.sum(), len(summary.weight)
    kept = slice(1, None) if K == 2 else slice(None)
    together = scatter.total(summary)
    cross = (2.0 * summary.weight[:, None] * (summary.mean - together.mean))[kept]
    targets = (2.0 * summary.weight / n - 1.0)[kept]
    S = np.block([[together.scatter[0], cross.T], [cross, np.zeros((len(cross), len(cross)))]])
    return Gram(n, np.append(together.mean[0], targets), S, np.empty((0, len(S))))


def refuse_one_class(estimator: Classifier) -> None:
    """Refuse rows of a single class."""
    if len(estimator.classes_) < 2:
        name = type(estimator).__name__
        raise DataError("estimator.one_class", estimator=name, label=estimator.classes_.tolist()[0])


class LeastSquaresClassifier(SignRule, MergeableClassifier[ClassScatter, LeastSquaresClassifierModel]):
    r"""Least squares on labels coded as ±1.

    Parameters
    ----------
    alpha : float, default=0.0
        Strength of an l2 penalty; 1.0 gives scikit-learn's `RidgeClassifier`.
    fit_intercept : bool, default=True
    penalize_intercept : bool, default=False
        Penalise the intercept like the weights.
    tol : float, default=1e-6
        Without penalty: directions whose singular value, on features scaled to unit spread, is below tol
        times the largest count as absent.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    coef_ : ndarray of shape (K, p), or (1, p) for two classes
    intercept_ : ndarray of shape (K,), or (1,) for two classes
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Ties: a row on the boundary of two classes, wᵀx + b = 0, goes to the second, as sgn(0) = +1 has it.

    Examples
    --------
    >>> model = LeastSquaresClassifier().fit([[0], [1], [2], [10]], ["a", "a", "b", "b"])
    >>> model.predict([[0], [2], [10]]).tolist()  # the far row drags the boundary past 2
    ['a', 'a', 'b']
    """

    Model = LeastSquaresClassifierModel
    Summary = ClassScatter
    _limits: ClassVar[dict[str, Limit]] = {
        "alpha": real(0),
        "fit_intercept": BOOLEAN,
        "penalize_intercept": BOOLEAN,
        "tol": real(0),
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        alpha: float = 0.0,
        *,
        fit_intercept: bool = True,
        penalize_intercept: bool = False,
        tol: float = 1e-6,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.penalize_intercept = penalize_intercept
        self.tol = tol
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _summarise(self, rows: Rows) -> ClassScatter:
        K = len(self.classes_)
        return scatter.summarise(rows.X, rows.codes, rows.w, K, pooled=True, n_jobs=self.n_jobs)

    def _splits(self, rows: Rows) -> bool:
        return False  # the summary takes all rows in one pass, in the same tree

    def _check_summary(self, summary: ClassScatter) -> None:
        check_record(summary, K=len(self.classes_), p=self.n_features_in_, s=1)

    def _merge(self, a: ClassScatter, b: ClassScatter) -> ClassScatter:
        return scatter.merge(a, b)

    def _align(self, summary: ClassScatter, index: Array, K: int) -> ClassScatter:
        return scatter.align(summary, index, K, pooled=True)

    def _solve(self, summary: ClassScatter, rows: Rows | None = None) -> LeastSquaresClassifierModel:
        refuse_one_class(self)
        products, p = gram_of(summary), self.n_features_in_
        kappa = least_squares.intercept_share(
            float(products.weight), self.alpha, self.fit_intercept, self.penalize_intercept
        )
        found = least_squares.solve(products, p, self.alpha, kappa, self.tol)
        if rows is not None and (found.route != "cholesky" or found.rcond < GUARD):
            products = self._factorised(products, rows)
            found = least_squares.solve(products, p, self.alpha, kappa, self.tol)
        return LeastSquaresClassifierModel(found.coef, least_squares.intercepts(products, found.coef, kappa))

    def _factorised(self, products: Gram, rows: Rows) -> Gram:
        return self._pass(rows, partial(self._triangle, products), gram.merge_factors)

    def _triangle(self, products: Gram, leaf: Rows) -> Gram:
        Y = coded(leaf.codes, len(self.classes_))
        return gram.factorise(leaf.X, Y, leaf.w, products, n_jobs=self.n_jobs)

    def _keep(self, model: LeastSquaresClassifierModel) -> None:
        self.model_ = model
        self.coef_, self.intercept_ = model.coef, model.intercept

    def _class_scores(self, X: Array) -> Array:
        values = linear_scores(X, self.coef_, self.intercept_, self.n_jobs)
        return per_class(values, len(self.classes_))
