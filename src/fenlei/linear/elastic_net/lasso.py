r"""The lasso: least squares with an l1 penalty.

Model: y = xᵀw + b + ε.
Estimate: the minimum over w and b of

    (1/2n) Σ v (y - xᵀw - b)² + α ‖w‖₁

the elastic net with ρ = 1: see `elastic_net` for the solution and its cost. At the minimum
(1/n) Σ v x̃_j (y - ŷ) is α sign(w_j) where w_j is not 0, and at most α in size where it is; from
α = max_j |Σ v x̃_j ỹ| / n on all weights are 0. It is the maximum of the posterior under a Laplace prior.

Reference: Tibshirani 1996; Hastie, Tibshirani and Friedman 2009, section 3.4.2.
"""

from __future__ import annotations

from typing import ClassVar

from fenlei.annotations import ArrayLike, RandomState
from fenlei.contract.namesake import stands_for
from fenlei.linear.elastic_net.elastic_net import ElasticNet, Selection
from fenlei.parameters import Limit


@stands_for("sklearn.linear_model.Lasso")
class Lasso(ElasticNet):
    r"""Linear regression with an l1 penalty.

    Parameters
    ----------
    alpha : float, default=1.0
        Strength α of the penalty beside the mean of the squares, at least 0.
    fit_intercept : bool, default=True
    precompute : bool or array-like of shape (p, p), default=False
        The products of all pairs of features are summed in any case, unless there are fewer rows than
        features. Products that are given must be those of the rows, up to a factor; else they are refused,
        or, if they are not of features taken from their means while the intercept needs that, left aside
        with a warning.
    copy_X : bool, default=True
        The rows are never written to, so both values do the same.
    max_iter : int, default=1000
        Most rounds over the features.
    tol : float, default=1e-4
        Stop when no weight moved by more than tol times the largest weight, and the duality gap is at most
        tol Σ v (y - ȳ)² / n.
    warm_start : bool, default=False
        Start from the weights of the last fit.
    positive : bool, default=False
        Weights of at least 0.
    random_state : int, RandomState or None, default=None
        Seed of the draws of `selection="random"`.
    selection : {"cyclic", "random"}, default="cyclic"
        Features in their order, or drawn one at a time.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    coef_ : ndarray of shape (p,) or (t, p)
    sparse_coef_ : CSR matrix of shape (1, p) or (t, p)
    intercept_ : float or ndarray of shape (t,)
    dual_gap_ : float or ndarray of shape (t,)
        How far the objective is from its minimum, at most.
    n_iter_ : int, or list of one int for each target
        Rounds; 0 if the weights of the start were near enough.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: those of `ElasticNet`.

    Examples
    --------
    One feature, from its mean: Σ x̃ỹ = 5, Σ x̃² = 5, n α = 2, so that w = (5 - 2) / 5:

    >>> model = Lasso(alpha=0.5).fit([[1], [2], [3], [4]], [1, 2, 3, 4])
    >>> model.coef_.round(9).tolist(), round(float(model.intercept_), 9)
    ([0.6], 1.0)
    >>> Lasso(alpha=1.25).fit([[1], [2], [3], [4]], [1, 2, 3, 4]).coef_.tolist()
    [0.0]
    """

    l1_ratio: float = 1.0
    _limits: ClassVar[dict[str, Limit]] = {k: v for k, v in ElasticNet._limits.items() if k != "l1_ratio"}

    def __init__(
        self,
        alpha: float = 1.0,
        *,
        fit_intercept: bool = True,
        precompute: bool | ArrayLike = False,
        copy_X: bool = True,
        max_iter: int = 1000,
        tol: float = 1e-4,
        warm_start: bool = False,
        positive: bool = False,
        random_state: RandomState = None,
        selection: Selection = "cyclic",
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.precompute = precompute
        self.copy_X = copy_X
        self.max_iter = max_iter
        self.tol = tol
        self.warm_start = warm_start
        self.positive = positive
        self.random_state = random_state
        self.selection = selection
        self.n_jobs = n_jobs
