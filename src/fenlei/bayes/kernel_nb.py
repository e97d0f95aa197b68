r"""Naive Bayes with kernel densities, for numeric features of any shape.

Model: features are independent given the class, each with a density smoothed from the class's own values,
    p(x_j | k) = Σ_i w_i N(x_j | x_ij, h_kj²) / Σ_i w_i   over the rows i of class k that have feature j;
a class that never shows a feature has the density of all rows.
Bandwidth: h_kj = 0.9 s n^(-1/5), s the standard deviation of the values (Silverman's rule without the
interquartile range, so that it is a function of sums); at least 1e-3 of the feature's overall deviation.
Decision: argmax_k  log π_k + Σ_j log p(x_j | k).

Cost: nothing to fit, O(n p) for each row to predict. The rows are the model; merging puts them together.
A missing value (NaN) counts nowhere, and its factor is left out of the product.
Reference: John and Langley, Estimating continuous distributions in Bayesian classifiers (1995); Silverman
(1986), section 3.4.2.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, ClassWeight
from fenlei.contract.classifier import MergeableClassifier, Rows
from fenlei.contract.generative import Generative
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.rows import unit_shifts
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.messages import code, phrase
from fenlei.parameters import CLASS_WEIGHT, N_JOBS, NONE, Limit, above, either, one_of, sequence
from fenlei.priors import class_priors, log_prior
from fenlei.records import POSITIVE, Field, check_offsets, refuse_record
from fenlei.stats import present_moments
from fenlei.stats.present_moments import PresentMoments

LEAST_BANDWIDTH = 1e-3  # of a feature's overall standard deviation


class KernelNBSummary(NamedTuple):
    X: Annotated[Array, Field("n p", nan=True)]
    codes: Annotated[Array, Field("n", "i", low=0)]
    w: Annotated[Array, Field("n", low=0.0)]


class KernelNBModel(NamedTuple):
    class_prior: Annotated[Array, Field("K", low=0.0, high=1.0)]  # π
    bandwidth: Annotated[Array, Field("K p", low=POSITIVE)]  # h
    X: Annotated[Array, Field("n p", nan=True)]  # rows sorted by class
    w: Annotated[Array, Field("n", low=0.0)]
    start: Annotated[Array, Field("*", "i", low=0)]  # class k has rows start[k] to start[k + 1]


def summarise(X: Array, codes: Array, w: Array | None) -> KernelNBSummary:
    """The rows themselves."""
    return KernelNBSummary(X.astype(np.float64), codes, np.ones(len(codes)) if w is None else w)


def has_finite_squares(X: Array) -> bool:
    """Whether the sum of squares of the present values is finite, and with it every bandwidth."""
    with np.errstate(over="ignore"):
        return bool(np.isfinite(np.nansum(np.square(X))))


def merge(a: KernelNBSummary, b: KernelNBSummary) -> KernelNBSummary:
    """Both sets of rows."""
    return KernelNBSummary(*(np.concatenate(pair) for pair in zip(a, b, strict=True)))


def align(summary: KernelNBSummary, index: Array, K: int) -> KernelNBSummary:
    """Rename class k to index[k] among K classes."""
    return summary._replace(codes=index[summary.codes])


def solve(rows: KernelNBSummary, prior: Array, bandwidth: float | str, n_jobs: int | None) -> KernelNBModel:
    """The rows sorted by class, and their bandwidths."""
    K = len(prior)
    order = np.argsort(rows.codes, kind="stable")
    start = np.searchsorted(rows.codes[order], np.arange(K + 1))
    factor = 1.0 if isinstance(bandwidth, str) else float(bandwidth)
    return KernelNBModel(prior, bandwidths(rows, K, factor, n_jobs), rows.X[order], rows.w[order], start)


def bandwidths(rows: KernelNBSummary, K: int, factor: float, n_jobs: int | None) -> Array:
    """h (K, p): `factor` times Silverman's rule; that of all rows where a class shows no values.

    Columns of extreme values are scaled by powers of two meanwhile, so that their squares do not vanish.
    """
    shifts = unit_shifts(rows.X, axis=0)
    X = np.ldexp(rows.X, shifts) if shifts.any() else rows.X
    moments = present_moments.summarise(X, rows.codes, rows.w, K, n_jobs)
    everything = present_moments.total(moments)
    overall = standard_deviations(everything)
    floor = np.where(overall > 0, LEAST_BANDWIDTH * overall, 1.0)
    own, pooled = (factor * silverman(each) for each in (moments, everything))
    return np.ldexp(np.maximum(np.where(moments.present > 0, own, pooled), floor), -shifts)


def silverman(moments: PresentMoments) -> Array:
    """0.9 s n^(-1/5), (K, p)."""
    return 0.9 * standard_deviations(moments) * np.maximum(moments.present, 1.0) ** -0.2


def standard_deviations(moments: PresentMoments) -> Array:
    """s (K, p), divisor n; 0 where there are no values."""
    return np.sqrt(moments.scatter / np.where(moments.present > 0, moments.present, 1.0))


def log_joint(X: Array, model: KernelNBModel, n_jobs: int | None = None) -> Array:
    """log π_k + Σ_j log p(x_j | k), (n, K).

    Columns of extreme values are scaled by powers of two: log p(x) = log p(2^s x) + s log 2.
    """
    shifts = unit_shifts(model.X, axis=0)
    if shifts.any():
        scaled = model._replace(X=np.ldexp(model.X, shifts), bandwidth=np.ldexp(model.bandwidth, shifts))
        present = np.where(np.isnan(X), 0.0, shifts * np.log(2.0))
        return log_joint(np.ldexp(X, shifts), scaled, n_jobs) + present.sum(axis=1, keepdims=True)
    scores = np.empty((len(X), len(model.class_prior)))
    log_pi, first, last = log_prior(model.class_prior), *value_ranges(model)
    run_blocks(
        lambda s, e: kernel_scores(
            X[s:e], model.bandwidth, model.X, model.w, first, last, log_pi, scores[s:e]
        ),
        row_blocks(len(X), max(model.X.size, 1)),
        n_jobs,
    )
    return scores


def value_ranges(model: KernelNBModel) -> tuple[Array, Array]:
    """First and last row, (K, p) each, of the values of a feature in a class: all rows where it has none."""
    K, n = len(model.class_prior), len(model.X)
    ranges = [slice(model.start[k], model.start[k + 1]) for k in range(K)]
    shown = np.array([(~np.isnan(model.X[rows])).any(axis=0) for rows in ranges])
    return np.where(shown, model.start[:-1, None], 0), np.where(shown, model.start[1:, None], n)


@kernel
def kernel_scores(
    Q: Array,
    bandwidth: Array,
    X: Array,
    w: Array,
    first: Array,
    last: Array,
    log_pi: Array,
    out_scores: Array,
) -> None:
    """Log densities of query rows; the nearest value's exponent is taken out of each sum, so none is lost."""
    for i in range(Q.shape[0]):
        for k in range(log_pi.shape[0]):
            score = log_pi[k]
            for j in range(Q.shape[1]):
                if Q[i, j] == Q[i, j]:
                    column, weight = X[first[k, j] : last[k, j], j], w[first[k, j] : last[k, j]]
                    score += log_kernel_density(Q[i, j], column, weight, bandwidth[k, j])
            out_scores[i, k] = score


@part_of_kernel
def log_kernel_density(x: float, values: Array, w: Array, h: float) -> float:
    """log Σ_i w_i N(x | x_i, h²) / Σ_i w_i over the values that are not NaN; 0 if there are none."""
    nearest, weight = np.inf, 0.0
    for i in range(values.shape[0]):
        if values[i] == values[i]:
            nearest = min(nearest, abs(x - values[i]))
            weight += w[i]
    if weight == 0.0:
        return 0.0
    shift = 0.5 * (nearest / h) ** 2
    total = 0.0
    for i in range(values.shape[0]):
        if values[i] == values[i]:
            distance = abs(x - values[i])  # a product, for a difference of squares may be ∞ - ∞
            total += w[i] * exp(0.5 * ((nearest - distance) / h) * ((nearest + distance) / h))
    return np.log(total / weight) - shift - np.log(h) - 0.9189385332046727  # ½ log 2π


def draw(model: KernelNBModel, k: int, size: int, rng: np.random.RandomState) -> Array:
    """Rows of class k: for each feature a value of the class, moved by the kernel; NaN if it has none."""
    first, last = (ends[k] for ends in value_ranges(model))
    centres = np.full((size, len(first)), np.nan)
    for j, values in enumerate(model.X.T):
        there = first[j] + np.flatnonzero(~np.isnan(values[first[j] : last[j]]))
        if len(there):
            centres[:, j] = rng.choice(values[there], size, p=model.w[there] / model.w[there].sum())
    return rng.normal(centres, model.bandwidth[k])


class KernelNB(Generative, MergeableClassifier[KernelNBSummary, KernelNBModel]):
    r"""Naive Bayes classifier with a kernel density for each feature.

    Parameters
    ----------
    bandwidth : float or "silverman", default="silverman"
        Silverman's rule, or a factor on it.
    priors : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`. None: the classes' shares of the weight.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_, class_prior_ : ndarray of shape (K,)
    bandwidth_ : ndarray of shape (K, p)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Examples
    --------
    One class lies on both sides of the other, which no single Gaussian can tell:

    >>> x = [[-3], [-3.2], [-2.9], [3], [3.1], [2.8], [0], [0.2], [-0.1], [0.1]]
    >>> model = KernelNB().fit(x, ["out"] * 6 + ["in"] * 4)
    >>> model.predict([[-3], [0.1], [2.9]]).tolist()
    ['out', 'in', 'out']
    """

    Model = KernelNBModel
    Summary = KernelNBSummary
    _scans = False  # its model is the rows
    _allow_nan = True
    _limits: ClassVar[dict[str, Limit]] = {
        "bandwidth": either(one_of("silverman"), above(0)),
        "priors": either(NONE, sequence()),
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        bandwidth: float | Literal["silverman"] = "silverman",
        priors: ArrayLike | None = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        self.bandwidth = bandwidth
        self.priors = priors
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _summarise(self, rows: Rows) -> KernelNBSummary:
        return summarise(*rows)

    def _splits(self, rows: Rows) -> bool:
        return False

    def _is_finite(self, summary: KernelNBSummary) -> bool:
        return has_finite_squares(summary.X)

    _merge = staticmethod(merge)
    _align = staticmethod(align)

    def _solve(self, summary: KernelNBSummary, rows: Rows | None = None) -> KernelNBModel:
        weight = np.bincount(summary.codes, summary.w, len(self.classes_))
        return solve(summary, class_priors(self, self.priors, weight), self.bandwidth, self.n_jobs)

    def _check_model(self, model: KernelNBModel) -> None:
        super()._check_model(model)
        check_offsets("start", model.start, len(self.classes_), len(model.X))

    def _check_summary(self, summary: KernelNBSummary) -> None:
        super()._check_summary(summary)
        if summary.codes.max(initial=0) >= len(self.classes_):
            raise refuse_record(
                "codes", code(summary.codes.max()), phrase("record.at_most", high=len(self.classes_) - 1)
            )

    def _keep(self, model: KernelNBModel) -> None:
        self.model_ = model
        self.class_prior_, self.bandwidth_ = model.class_prior, model.bandwidth

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return draw(self.model_, k, size, rng)

    def _class_priors(self) -> Array:
        return self.class_prior_
