r"""Gaussian naive Bayes.

Model: features are independent and normal given the class,
    p(x | k) = Π_j N(x_j | θ_kj, σ²_kj).
Estimate (maximum likelihood, divisor n): θ_kj the mean and σ²_kj the mean squared deviation of feature j in
class k; prior π_k = n_k / n. A small ε = var_smoothing · max_j Var(x_j) is added to every σ².
Decision: argmax_k  log π_k - ½ Σ_j [ log 2πσ²_kj + (x_j - θ_kj)² / σ²_kj ].

With a conjugate prior the densities are Student t, the parameters integrated out: see `predictive`.

A missing value (NaN) counts in no mean, and its factor is left out of the product.

Cost: one pass over the rows to fit, O(n p K) to predict. Mergeable: raw moments are kept, ε is added on
reading. Reference: source 000, section 3.1.2, equations 3-6 and 3-9; Hastie, Tibshirani, Friedman, section
6.6.3.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, ClassWeight
from fenlei.bayes import predictive
from fenlei.bayes.predictive import CONJUGATE_PRIOR, ConjugatePrior
from fenlei.contract.attributes import Public
from fenlei.contract.classifier import MergeableClassifier, Rows
from fenlei.contract.generative import Generative
from fenlei.errors import DegenerateDataWarning, warn
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.counters import add_at
from fenlei.kernels.rows import finite_winners
from fenlei.kernels.team import block_done, share_blocks, take_block
from fenlei.kernels.threads import leaf_rows
from fenlei.parameters import CLASS_WEIGHT, N_JOBS, NONE, SMOOTHING, Limit, either, sequence
from fenlei.priors import class_priors, log_prior
from fenlei.records import POSITIVE, Field
from fenlei.stats import present_moments
from fenlei.stats.present_moments import PresentMoments

BLOCK_ELEMENTS = 1 << 15  # a block takes some 70 µs for ten classes
CHUNK = 64  # rows whose scores stay in the first cache, divides every block


class GaussianNBModel(NamedTuple):
    theta: Annotated[Array, Field("K p")]  # means
    var: Annotated[Array, Field("K p", low=POSITIVE)]  # variances, ε included
    class_prior: Annotated[Array, Field("K", low=0.0)]  # π
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    epsilon: Annotated[Array, Field("", low=0.0)]  # what was added to each variance
    dof: Annotated[Array | None, Field("K p", low=POSITIVE, optional=True)] = None  # of t densities


def solve(summary: PresentMoments, prior: Array, var_smoothing: float) -> GaussianNBModel:
    """Equation 3-9 from raw moments, plus ε; a feature that a class never shows has the overall moments."""
    everything = present_moments.total(summary)
    overall = variances(everything)
    epsilon = var_smoothing * float(overall.max(initial=0.0))
    shown = summary.present > 0
    theta = np.where(shown, summary.mean, everything.mean)
    var = np.where(shown, variances(summary), np.where(everything.present > 0, overall, 1.0))
    return GaussianNBModel(theta, var + epsilon, prior, summary.weight, np.asarray(epsilon))


def variances(summary: PresentMoments) -> Array:
    """Mean squared deviations (K, p), divisor n; 0 where there are no values."""
    return summary.scatter / np.where(summary.present > 0, summary.present, 1.0)


def with_floor(model: GaussianNBModel, classes: Array, estimator: str, features: Array) -> GaussianNBModel:
    """A variance of 0 that smoothing left becomes 1e-9 of the largest, or 1e-9 where all are 0."""
    zero = (model.var == 0) & (model.class_count > 0)[:, None]
    floor = max(1e-9 * (model.var.max(initial=0.0) or 1.0), POSITIVE)
    if zero.any():
        k, j = np.argwhere(zero)[0]
        facts = {"feature": features[j], "label": classes[k], "count": zero.sum(), "floor": floor}
        warn("naive_bayes.zero_variance", DegenerateDataWarning, estimator=estimator, **facts)
    return model._replace(var=np.where(model.var == 0, floor, model.var))


def draw(model: GaussianNBModel, k: int, size: int, rng: np.random.RandomState) -> Array:
    """Rows of class k."""
    if model.dof is not None:
        return predictive.draw_by_feature(model.theta[k], model.var[k], model.dof[k], size, rng)
    return rng.normal(model.theta[k], np.sqrt(model.var[k]), (size, model.theta.shape[1]))


def log_joint(X: Array, model: GaussianNBModel, n_jobs: int | None = None) -> Array:
    """log π_k + log p(x | k), (n, K), over the features that are there."""
    if model.dof is not None:
        t = predictive.log_density_by_feature(X, model.theta, model.var, model.dof)
        return t + log_prior(model.class_prior)
    theta, scale, constant = score_terms(model)
    scores = np.empty((len(X), len(constant)))
    rows = leaf_rows(X.shape[1], BLOCK_ELEMENTS)
    blocks = -(-len(X) // rows)
    share_blocks(score_blocks, blocks, X, theta, scale, constant, rows, scores, n_jobs=n_jobs)
    if np.isnan(scores).any():  # the fast kernel has no gaps
        gaps = np.isnan(X).any(axis=1)
        scores[gaps] = log_joint_with_gaps(X[gaps], model)
    return scores


def winners(X: Array, model: GaussianNBModel, n_jobs: int | None = None) -> Array | None:
    """Codes (n,) of the largest log π_k + log p(x | k); None if some are not finite, as of missing values."""
    if model.dof is not None:
        return None
    index, strange = np.empty(len(X), np.int64), np.zeros(1, np.int64)
    rows = leaf_rows(X.shape[1], BLOCK_ELEMENTS)
    blocks = -(-len(X) // rows)
    share_blocks(fused_winner_blocks, blocks, X, *score_terms(model), rows, index, strange, n_jobs=n_jobs)
    return None if strange[0] else index


def score_terms(model: GaussianNBModel) -> tuple[Array, Array, Array]:
    """θ (K, p), 1 / σ (K, p) and log π_k - ½ Σ_j log 2πσ²_kj (K,)."""
    theta, var = np.asarray(model.theta, np.float64), np.asarray(model.var, np.float64)
    constant = log_prior(model.class_prior) - 0.5 * np.log(2.0 * np.pi * var).sum(axis=1)
    return theta, 1.0 / np.sqrt(var), constant


def log_joint_with_gaps(X: Array, model: GaussianNBModel) -> Array:
    """log π_k + Σ log p(x_j | k) over the features j that are not NaN, (n, K)."""
    scores = np.empty((len(X), len(model.class_prior)))
    theta, var = (np.asarray(field, np.float64) for field in (model.theta, model.var))
    log_norm = 0.5 * np.log(2.0 * np.pi * var)
    present_scores(X, theta, 1.0 / np.sqrt(var), log_norm, log_prior(model.class_prior), scores)
    return scores


@part_of_kernel
def gaussian_scores(X: Array, theta: Array, scale: Array, constant: Array, out_scores: Array) -> None:
    """constant_k - ½ Σ_j (scale_kj (x_j - θ_kj))² for each row and class.

    Four rows at a time; at the end some of the four are the last row, whose score is then written twice.
    """
    n, p = X.shape
    for a in range(0, n, 4):
        b, c, d = min(a + 1, n - 1), min(a + 2, n - 1), min(a + 3, n - 1)
        row_a, row_b, row_c, row_d = X[a], X[b], X[c], X[d]
        for k in range(constant.shape[0]):
            mean, factor = theta[k], scale[k]
            sum_a, sum_b, sum_c, sum_d = 0.0, 0.0, 0.0, 0.0
            for j in range(p):
                z_a = (row_a[j] - mean[j]) * factor[j]
                z_b = (row_b[j] - mean[j]) * factor[j]
                z_c = (row_c[j] - mean[j]) * factor[j]
                z_d = (row_d[j] - mean[j]) * factor[j]
                sum_a += z_a * z_a
                sum_b += z_b * z_b
                sum_c += z_c * z_c
                sum_d += z_d * z_d
            out_scores[a, k] = constant[k] - 0.5 * sum_a
            out_scores[b, k] = constant[k] - 0.5 * sum_b
            out_scores[c, k] = constant[k] - 0.5 * sum_c
            out_scores[d, k] = constant[k] - 0.5 * sum_d


@kernel
def score_blocks(
    X: Array, theta: Array, scale: Array, constant: Array, rows: int, out_scores: Array, counters: Array
) -> None:
    """Scores (n, K) of all rows, by blocks of `rows` rows."""
    n = X.shape[0]
    block = take_block(counters)
    while block >= 0:
        start, stop = block * rows, min((block + 1) * rows, n)
        gaussian_scores(X[start:stop], theta, scale, constant, out_scores[start:stop])
        block_done(counters)
        block = take_block(counters)


@kernel
def fused_winner_blocks(
    X: Array,
    theta: Array,
    scale: Array,
    constant: Array,
    rows: int,
    out_index: Array,
    out_strange: Array,
    counters: Array,
) -> None:
    """Index (n,) of the largest score of each row; out_strange[0] counts the chunks with one not finite."""
    n = X.shape[0]
    scores = np.empty((CHUNK, constant.shape[0]))
    block = take_block(counters)
    while block >= 0:
        for start in range(block * rows, min((block + 1) * rows, n), CHUNK):
            stop = min(start + CHUNK, n)
            chunk = scores[: stop - start]
            gaussian_scores(X[start:stop], theta, scale, constant, chunk)
            if not finite_winners(chunk, out_index[start:stop]):
                add_at(out_strange, 0)
        block_done(counters)
        block = take_block(counters)


@kernel
def present_scores(
    X: Array, theta: Array, scale: Array, log_norm: Array, log_pi: Array, out_scores: Array
) -> None:
    """log π_k - Σ_j [log_norm_kj + ½ (scale_kj (x_j - θ_kj))²] over the values that are not NaN."""
    n, p = X.shape
    for i in range(n):
        for k in range(log_pi.shape[0]):
            score = log_pi[k]
            for j in range(p):
                x = X[i, j]
                if x == x:
                    z = (x - theta[k, j]) * scale[k, j]
                    score -= log_norm[k, j] + 0.5 * z * z
            out_scores[i, k] = score


class GaussianNB(Generative, MergeableClassifier[PresentMoments, GaussianNBModel]):
    r"""Gaussian naive Bayes classifier.

    Parameters
    ----------
    priors : array-like of shape (K,), default=None
        Prior probabilities of the classes, in the order of `classes_`. None: the classes' shares of the
        weight.
    var_smoothing : float, default=1e-9
        Share of the largest variance of all features that is added to every variance. 0 gives the pure
        maximum likelihood estimate; a variance that is then 0 is replaced by a small floor, with a warning.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    conjugate_prior : None, "weak" or NormalInverseGamma, default=None
        None estimates by maximum likelihood. With a prior of mean and variance (location, strength, shape and
        scale, numbers or one per feature) the class densities are predictive, Student t; "weak" is a prior
        made from all rows (see `bayes.predictive`). `var_smoothing` is then not used.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    theta_, var_ : ndarray of shape (K, p)
        Means and variances (divisor n, `epsilon_` included) of each feature in each class; with a conjugate
        prior the locations and squared scales of the t densities.
    dof_ : ndarray of shape (K, p), or None
        Degrees of freedom of the t densities, with a conjugate prior.
    class_prior_, class_count_ : ndarray of shape (K,)
    unsmoothed_var_ : ndarray of shape (K, p)
        Variances before ε was added.
    epsilon_ : float
        What was added to the variances.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: NaN is taken as a missing value; `epsilon_` follows the weights and all
    rows seen so far, so that integer weights equal repeated rows and `partial_fit` equals `fit`; weights may
    not be negative; rows of weight 0 bring no class.

    Examples
    --------
    The weights of ten apples, Fuji or Guoguang; a 200 g apple is a Fuji with probability 0.62:

    >>> weight = [[190], [260], [150], [200], [210], [170], [200], [230], [180], [240]]
    >>> kind = ["Fuji", "Fuji", "Guoguang", "Fuji", "Guoguang",
    ...         "Guoguang", "Fuji", "Fuji", "Guoguang", "Fuji"]
    >>> model = GaussianNB().fit(weight, kind)
    >>> model.theta_.ravel()
    array([220. , 177.5])
    >>> model.predict_proba([[200]]).round(2)
    array([[0.62, 0.38]])
    """

    Model = GaussianNBModel
    Summary = PresentMoments
    _allow_nan = True
    _public: ClassVar[dict[str, Public]] = {
        "theta_": Public("theta"),
        "var_": Public("var"),
        "class_prior_": Public("class_prior"),
        "class_count_": Public("class_count", needed=False),
        "epsilon_": Public("epsilon", needed=False),
        "dof_": Public("dof", needed=False),
    }
    _narrow = ("theta", "var", "class_prior", "class_count", "epsilon")
    _answer_fields = ("theta",)
    _limits: ClassVar[dict[str, Limit]] = {
        "priors": either(NONE, sequence()),
        "var_smoothing": SMOOTHING,
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
        "conjugate_prior": CONJUGATE_PRIOR,
    }

    def __init__(
        self,
        *,
        priors: ArrayLike | None = None,
        var_smoothing: float = 1e-9,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
        conjugate_prior: ConjugatePrior = None,
    ) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.conjugate_prior = conjugate_prior

    def _summarise(self, rows: Rows) -> PresentMoments:
        K = len(self.classes_)
        return present_moments.summarise(rows.X, rows.codes, rows.w, K, self.n_jobs)

    _merge = staticmethod(present_moments.merge)
    _align = staticmethod(present_moments.align)

    def _solve(self, summary: PresentMoments, rows: Rows | None = None) -> GaussianNBModel:
        prior = class_priors(self, self.priors, summary.weight)
        if self.conjugate_prior is not None:
            location, scale, dof = predictive.feature_by_feature(summary, self.conjugate_prior)
            return GaussianNBModel(location, scale, prior, summary.weight, np.zeros(()), dof)
        model = solve(summary, prior, self.var_smoothing)
        return with_floor(model, self.classes_, "GaussianNB", np.arange(self.n_features_in_))

    @property
    def unsmoothed_var_(self) -> Array:
        return variances(self.summary_)

    def _keep(self, model: GaussianNBModel) -> None:
        self._publish(
            model,
            theta_=model.theta,
            var_=model.var,
            class_prior_=model.class_prior,
            class_count_=model.class_count,
            epsilon_=model.epsilon[()],
            dof_=model.dof,
        )

    def _sums_of_attributes(self) -> None:
        """The moments that have these means and variances, every value of `class_count_` rows present."""
        model = self.model_
        present = np.repeat(model.class_count[:, None], model.theta.shape[1], axis=1).astype(np.float64)
        scatter = np.maximum(model.var - model.epsilon, 0.0) * present
        weight, mean = model.class_count.astype(np.float64), model.theta.astype(np.float64)
        self.summary_ = PresentMoments(weight, present, mean, scatter)

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _winning_codes(self, X: Array) -> Array | None:
        return winners(X, self.model_, self.n_jobs)

    def _class_priors(self) -> Array:
        return self.class_prior_

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return draw(self.model_, k, size, rng)
