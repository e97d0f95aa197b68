r"""Learning theory: how many rows are enough, and what hyperplanes can separate.

Hoeffding: for one hypothesis, P(|R - R̂| > ε) ≤ 2 exp(-2 ε² n), R the risk and R̂ its mean over n rows. For
all of a finite class H at once, δ = 2 |H| exp(-2 ε² n); solved for each quantity,

    n = ln(2|H|/δ) / (2 ε²)        ε = √(ln(2|H|/δ) / (2 n))        ln |H| = ln(δ/2) + 2 ε² n

and the hypothesis of least empirical risk is within 2 ε of the best of H (`excess_risk_bound`). Everything is
in ln |H|, which does not overflow: a linear classifier of p weights and a bias of L bits each has
|H| = 2^(L (p + 1)).

Vapnik and Chervonenkis: for a class of dimension d, |R - R̂| is of the order of √((d/n) ln(n/d) + (1/n)
ln(1/δ)). The constant is not given by the documents; these are orders of magnitude, not guarantees.

A set is linearly separable if some hyperplane has all rows of a class on one side: a linear program. A class
of functions shatters points if it realises all 2^n labelings; linear classifiers in p dimensions shatter p +
1 points in general position and no p + 2, so their VC dimension is p + 1.

AdaBoost: with edges γ_m = ½ - e_m, e_m the weighted error of round m, the training error is at most
Π √(1 - 4γ_m²) ≤ exp(-2 Σ γ_m²).

Parameters of a table of D features with m_j values each and K classes: naive Bayes has K - 1 + K Σ (m_j - 1)
of them, 2D + 1 for two classes and 0/1 features; the joint distribution K - 1 + K (Π m_j - 1), 2^(D+1) - 1.

Reference: source 001, sections 5.4 and 5.5 (A-M33 to A-M38); source 004, equations 123 and 124; Cover,
IEEE Trans. EC-14 (1965) 326-334.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linprog

from fenlei.errors import DataError, UsageError
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase

MOST_POINTS = 16  # 2^15 linear programs


def _positive(function: str, **values: float) -> None:
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise refused(function, name, value, phrase("limit.above", low=0))


def _share(function: str, delta: float) -> None:
    if not 0 < delta <= 1:
        raise refused(function, "delta", delta, phrase("limit.above_to", low=0, high=1))


def _log_size(function: str, size: float | None, log_size: float | None) -> float:
    """ln |H| from one of its two spellings."""
    if (size is None) == (log_size is None):
        raise refused(function, "size", size, phrase("limit.size_or_log"))
    if log_size is not None:
        return float(log_size)
    assert size is not None
    _positive(function, size=size)
    return math.log(size)  # exact for whole numbers of any length


def hoeffding_bound(
    epsilon: float, n: float, *, size: float | None = None, log_size: float | None = None
) -> float:
    """Bound δ of the probability that |R - R̂| exceeds epsilon for some hypothesis; above 1 it is void.

    Parameters
    ----------
    epsilon : float
        Deviation, above 0.
    n : float
        Number of rows.
    size, log_size : float, optional
        |H| or ln |H|; one hypothesis if neither is given.

    Returns
    -------
    float
        2 |H| exp(-2 epsilon² n); infinity if that is too large for a float.

    Examples
    --------
    >>> round(hoeffding_bound(0.1, 100), 7)
    0.2706706
    """
    _positive("hoeffding_bound", epsilon=epsilon, n=n)
    if size is None and log_size is None:
        size = 1
    exponent = math.log(2) + _log_size("hoeffding_bound", size, log_size) - 2 * epsilon**2 * n
    return math.exp(exponent) if exponent < 709 else math.inf


def hoeffding_samples(
    epsilon: float, delta: float, *, size: float | None = None, log_size: float | None = None
) -> int:
    """Least number of rows with which |R - R̂| ≤ epsilon for all of H, with probability 1 - delta.

    Parameters
    ----------
    epsilon, delta : float
        Deviation, and probability of failure.
    size, log_size : float, optional
        |H| or ln |H|; one hypothesis if neither is given.

    Returns
    -------
    int
        ln(2|H|/delta) / (2 epsilon²), rounded up.

    Examples
    --------
    >>> hoeffding_samples(0.05, 0.05, size=1000)
    2120
    """
    _positive("hoeffding_samples", epsilon=epsilon)
    _share("hoeffding_samples", delta)
    if size is None and log_size is None:
        size = 1
    total = math.log(2) - math.log(delta) + _log_size("hoeffding_samples", size, log_size)
    return max(1, math.ceil(total / (2 * epsilon**2)))


def hoeffding_epsilon(
    n: float, delta: float, *, size: float | None = None, log_size: float | None = None
) -> float:
    """Deviation |R - R̂| that n rows keep for all of H, with probability 1 - delta.

    Parameters
    ----------
    n, delta : float
        Number of rows, and probability of failure.
    size, log_size : float, optional
        |H| or ln |H|; one hypothesis if neither is given.

    Returns
    -------
    float
        √(ln(2|H|/delta) / (2 n)). The minimiser of the empirical risk is within twice that of the best.

    Examples
    --------
    >>> round(hoeffding_epsilon(1000, 0.05, size=1000), 7)
    0.0727895
    """
    _positive("hoeffding_epsilon", n=n)
    _share("hoeffding_epsilon", delta)
    if size is None and log_size is None:
        size = 1
    total = math.log(2) - math.log(delta) + _log_size("hoeffding_epsilon", size, log_size)
    return math.sqrt(max(total, 0.0) / (2 * n))


def excess_risk_bound(
    n: float, delta: float, *, size: float | None = None, log_size: float | None = None
) -> float:
    """2 ε of theorem 5.5.2: how much larger than the least risk in H that of the chosen hypothesis can be.

    R(ĥ) ≤ min R(h) + 2 ε with probability 1 - delta, ĥ the minimiser of the empirical risk of n rows.

    Examples
    --------
    >>> round(excess_risk_bound(1000, 0.05, size=1000), 7)
    0.1455791
    """
    return 2.0 * hoeffding_epsilon(n, delta, size=size, log_size=log_size)


def hoeffding_log_size(epsilon: float, n: float, delta: float) -> float:
    """ln |H| of the largest class for which n rows keep |R - R̂| ≤ epsilon, with probability 1 - delta.

    Examples
    --------
    >>> round(math.exp(hoeffding_log_size(0.05, 2119.327, 0.05)))
    1000
    """
    _positive("hoeffding_log_size", epsilon=epsilon, n=n)
    _share("hoeffding_log_size", delta)
    return math.log(delta / 2) + 2 * epsilon**2 * n


def finite_precision_log_size(p: int, bits: int) -> float:
    """ln |H| of linear classifiers of p features whose p + 1 numbers have so many bits: bits (p + 1) ln 2."""
    _positive("finite_precision_log_size", p=p, bits=bits)
    return bits * (p + 1) * math.log(2)


def vc_bound(n: float, dimension: float, delta: float, constant: float = 1.0) -> float:
    """Order of magnitude of |R - R̂| for a class of VC dimension d: c √((d/n) ln(n/d) + (1/n) ln(1/delta)).

    Parameters
    ----------
    n : float
        Number of rows, more than the dimension.
    dimension : float
        d.
    delta : float
        Probability of failure.
    constant : float, default=1.0
        c, which the theorem does not give.

    Returns
    -------
    float
    """
    _positive("vc_bound", n=n, dimension=dimension, constant=constant)
    _share("vc_bound", delta)
    if n < dimension:
        raise refused("vc_bound", "n", n, phrase("limit.dimension", dimension=dimension))
    return constant * math.sqrt((dimension * math.log(n / dimension) - math.log(delta)) / n)


def vc_samples(epsilon: float, dimension: float, delta: float, constant: float = 1.0) -> int:
    """Least number of rows, from e·d on, where the bound falls, with `vc_bound` at most epsilon."""
    _positive("vc_samples", epsilon=epsilon, dimension=dimension, constant=constant)
    low = math.ceil(math.e * dimension)
    high = low
    while vc_bound(high, dimension, delta, constant) > epsilon:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if vc_bound(middle, dimension, delta, constant) > epsilon:
            low = middle
        else:
            high = middle
    return high


def vc_delta(epsilon: float, n: float, dimension: float, constant: float = 1.0) -> float:
    """Probability of failure at which `vc_bound` is epsilon; above 1 the bound is void."""
    _positive("vc_delta", epsilon=epsilon, n=n, dimension=dimension, constant=constant)
    exponent = dimension * math.log(n / dimension) - n * (epsilon / constant) ** 2
    return math.exp(exponent) if exponent < 709 else math.inf


def vc_dimension_of_linear(p: int, fit_intercept: bool = True) -> int:
    """VC dimension of linear classifiers of p features: p + 1, or p without intercept."""
    _positive("vc_dimension_of_linear", p=p)
    return p + 1 if fit_intercept else p


def adaboost_bound(edges: ArrayLike) -> float:
    """exp(-2 Σ γ²) of the edges γ_m = ½ - e_m of the rounds: bound of AdaBoost's training error.

    Examples
    --------
    Of a fitted classifier: `adaboost_bound([r.edge for r in model.rounds_])`. Three rounds that are right on
    0.7 of the weight each:

    >>> round(adaboost_bound([0.2, 0.2, 0.2]), 6)
    0.786628
    """
    gamma = np.asarray(edges, dtype=np.float64).ravel()
    if not np.all(np.abs(gamma) <= 0.5):  # NaN is none either
        bad = float(gamma[~(np.abs(gamma) <= 0.5)][0])
        raise refused("adaboost_bound", "edges", bad, phrase("limit.between", low=-0.5, high=0.5))
    return float(np.exp(-2.0 * (gamma * gamma).sum()))


def number_of_parameters(
    features: int | Sequence[int], classes: int = 2, *, naive: bool = True, values: int = 2
) -> int:
    """Free parameters of naive Bayes, or of the joint distribution, on nominal features.

    Parameters
    ----------
    features : int, or sequence of int
        D, or the number of values m_j of each feature.
    classes : int, default=2
    naive : bool, default=True
        Whether features are independent in each class; False is the joint distribution.
    values : int, default=2
        Number of values of each of the D features.

    Returns
    -------
    int

    Examples
    --------
    Ten 0/1 features and two classes, 2D + 1 against 2^(D + 1) - 1:

    >>> number_of_parameters(10), number_of_parameters(10, naive=False)
    (21, 2047)
    """
    sizes = [values] * features if isinstance(features, int) else [int(m) for m in features]
    for name, value in (("features", len(sizes)), ("classes", classes), ("values", min(sizes, default=1))):
        if value < 1:
            raise refused("number_of_parameters", name, value, phrase("limit.integer", low=1))
    free = sum(m - 1 for m in sizes) if naive else math.prod(sizes) - 1
    return classes - 1 + classes * free


def cover_count(n: int, p: int) -> int:
    """Number of labelings of n points in general position in p dimensions that a hyperplane can make.

    Examples
    --------
    >>> cover_count(3, 2), cover_count(4, 2)
    (8, 14)
    """
    return 2 * sum(math.comb(n - 1, k) for k in range(p + 1))


def separating_hyperplane(X: ArrayLike, y: ArrayLike) -> tuple[Array, float] | None:
    """w (p,) and b with wᵀx + b > 0 exactly for the second of two classes; None if there is none.

    Parameters
    ----------
    X : array-like of shape (n, p)
    y : array-like of shape (n,)
        Labels of one or two classes.

    Returns
    -------
    (ndarray of shape (p,), float) or None
        A solution of ±(wᵀx + b) ≥ 1, found by linear programming; margins below about 1e-7 of the features'
        spread are beyond it.
    """
    X = np.asarray(X, dtype=np.float64)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if X.ndim != 2 or len(X) != len(codes) or len(X) == 0:
        raise DataError("evaluation.lengths", first="X", n=len(X), second="y", m=len(codes))
    if len(classes) > 2:
        raise UsageError("theory.two_classes", K=len(classes))
    if len(classes) == 1:
        return np.zeros(X.shape[1]), -1.0
    centre = X.mean(axis=0)
    spread = np.abs(X - centre).max(axis=0)
    spread[spread == 0] = 1.0
    rows = np.column_stack([(X - centre) / spread, np.ones(len(X))]) * (1.0 - 2.0 * codes)[:, None]
    free = [(None, None)] * rows.shape[1]
    found = linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(X)), bounds=free, method="highs")
    if found.status != 0:
        return None
    solution = np.asarray(found.x)
    w = solution[:-1] / spread
    return w, float(solution[-1] - w @ centre)


def is_linearly_separable(X: ArrayLike, y: ArrayLike) -> bool:
    """Whether a hyperplane has each of two classes, labels y (n,), on a side of its own, with no row on it.

    Examples
    --------
    >>> square = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> is_linearly_separable(square, [0, 0, 0, 1]), is_linearly_separable(square, [0, 1, 1, 0])
    (True, False)
    """
    return separating_hyperplane(X, y) is not None


def separable_labelings(points: ArrayLike) -> int:
    """How many of the 2^n labelings of points (n, p) a hyperplane can make."""
    points = np.asarray(points, dtype=np.float64)
    n = len(points)
    if n > MOST_POINTS:
        raise UsageError("theory.too_many", n=n, most=MOST_POINTS)
    labelings = product((0, 1), repeat=n - 1)  # the first point's label may be swapped with all others
    return 2 * sum(is_linearly_separable(points, (0, *rest)) for rest in labelings)


def shatters(points: ArrayLike) -> bool:
    """Whether linear classifiers shatter points (n, p): realise every labeling.

    Examples
    --------
    >>> shatters([[0, 0], [0, 1], [1, 0]]), shatters([[0, 0], [1, 1], [2, 2]])
    (True, False)
    """
    points = np.asarray(points, dtype=np.float64)
    if len(points) > points.shape[1] + 1:  # Radon: no p + 2 points can be shattered
        return False
    return separable_labelings(points) == 2 ** len(points)
