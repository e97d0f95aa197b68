r"""Leave-one-out predictions: from one fit where a closed form exists, else by n fits.

Taking row i, of class c with n_c rows, out of a class's moments changes them by a rank-one term. With
d = x_i - μ_c and r = n_c / (n_c - 1):

    x_i - μ_c' = r d,     S_c' = S_c - r d dᵀ

so by Sherman and Morrison, with q = dᵀ S⁻¹ d and any u,

    uᵀ S'⁻¹ u = uᵀ S⁻¹ u + r (uᵀ S⁻¹ d)² / (1 - r q),     log |S'| = log |S| + log(1 - r q)

which gives the discriminants of row i under the model that never saw it: linear (S is the pooled scatter),
quadratic (S is that of the class) and Gaussian naive Bayes (S is diagonal). In a linear smoother with hat
matrix H the left-out residual is e_i / (1 - h_ii), and a nearest-neighbour vote just skips the row itself.

Cost: that of one fit and one prediction; without a closed form, that of n fits.
Reference: Ripley (1996), section 3.1; Golub, Heath, Wahba (1979).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.utils import assert_all_finite

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.evaluate.checks import same_length
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax
from fenlei.kernels.matrices import is_sparse
from fenlei.registry import entry_of
from fenlei.stats.scatter import within
from fenlei.table.rows import count_rows, take_rows
from fenlei.trace import tell

if TYPE_CHECKING:
    from fenlei.bayes.gaussian_nb import GaussianNB
    from fenlei.bayes.qda import QuadraticDiscriminantAnalysis
    from fenlei.linear.lda import LinearDiscriminantAnalysis
    from fenlei.linear.linear_regression import LinearRegression
    from fenlei.linear.ridge import Ridge
    from fenlei.neighbors import KNeighborsClassifier

    Discriminant = LinearDiscriminantAnalysis | QuadraticDiscriminantAnalysis | GaussianNB


class LeaveOneOut(NamedTuple):
    """Predictions for every row by a model that was fitted without it."""

    prediction: Array  # (n,) labels, or values
    proba: Array | None  # (n, K); None for a regression, or without probabilities
    score: float  # accuracy, or R²
    n_fits: int = 1  # n where there is no closed form

    @property
    def refitted(self) -> bool:
        """Whether a model was fitted for each row, because there is no closed form."""
        return self.n_fits > 1


class _Classes(NamedTuple):
    """The rows and the moments of their classes."""

    X: Array  # (n, p)
    codes: Array  # (n,)
    rows: Array  # (K,)
    mean: Array  # (K, p)
    scatter: Array  # (p, p) pooled, (K, p, p), or their diagonals (K, p)

    @property
    def own(self) -> tuple[Array, Array]:
        """d = x_i - μ_c (n, p) and r (n,)."""
        n = self.rows[self.codes]
        return self.X - self.mean[self.codes], n / (n - 1.0)


def leave_one_out(estimator: BaseEstimator, X: MatrixLike, y: ArrayLike, *, verbose: int = 0) -> LeaveOneOut:
    """What an estimator predicts for each row when it is fitted to all the others.

    Closed forms are known for LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis, GaussianNB,
    KNeighborsClassifier, LinearRegression and Ridge without shrinkage and class weights, on rows without
    missing values. Anything else, also a pipeline or an estimator of scikit-learn, is fitted n times.

    Parameters
    ----------
    estimator : classifier or regressor
        Not changed.
    X : array, sparse matrix or data frame (n, p)
    y : array (n,)
    verbose : int, default=0
        Above 0, n fits report their progress, a line for each tenth of the rows.

    Returns
    -------
    LeaveOneOut
        `n_fits` tells how many fits it took, `refitted` whether that was one for each row.

    Examples
    --------
    >>> from fenlei import LinearDiscriminantAnalysis, LogisticRegression, load
    >>> from fenlei.evaluate import leave_one_out
    >>> iris = load("iris")
    >>> round(leave_one_out(LinearDiscriminantAnalysis(), iris.X, iris.y).score, 4)
    0.98
    >>> pair = iris.y != "setosa"
    >>> found = leave_one_out(LogisticRegression(), iris.X[pair], iris.y[pair])
    >>> found.score, found.refitted, found.n_fits
    (0.96, True, 100)
    """
    entry = entry_of(estimator)
    form = None if entry is None or not _is_plain(estimator) else entry.leave_one_out
    if form is None or is_sparse(X) or (entry is not None and entry.missing and has_gaps(X)):
        return by_refitting(estimator, X, np.asarray(y), verbose)
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    # no form knows missing values
    assert_all_finite(X, estimator_name=type(estimator).__name__, input_name="X")
    fitted = clone(estimator).fit(X, y)
    return FORMS[form](fitted, X, y)


def has_gaps(X: MatrixLike) -> bool:
    """Whether numbers are missing."""
    values = np.asarray(X)
    return values.dtype.kind == "f" and bool(np.isnan(values).any())


def by_refitting(estimator: BaseEstimator, X: MatrixLike, y: Array, verbose: int = 0) -> LeaveOneOut:
    """Leave-one-out by n fits."""
    n = count_rows(X)
    same_length(X=np.empty(n), y=y)
    classes = np.unique(y) if is_classifier(estimator) else None
    if n < 2:
        raise DataError("evaluation.one_row", rows=n)
    if classes is not None:
        _refuse_single_rows(type(estimator).__name__, classes, np.unique(y, return_counts=True)[1])
    has_proba = classes is not None and hasattr(estimator, "predict_proba")
    proba = np.zeros((n, len(classes))) if classes is not None and has_proba else None
    predictions = []
    for i in range(n):
        left = np.delete(np.arange(n), i)
        fitted, row = clone(estimator).fit(take_rows(X, left), y[left]), take_rows(X, np.array([i]))
        predictions.append(fitted.predict(row)[0])
        if proba is not None:
            proba[i] = fitted.predict_proba(row)[0]
        if verbose and (10 * (i + 1)) // n > (10 * i) // n:
            tell(f"leave_one_out: {i + 1} of {n} fits")
    prediction = np.array(predictions, dtype=None if classes is None else classes.dtype)
    score = float((prediction == y).mean()) if classes is not None else _r2(y.astype(np.float64), prediction)
    return LeaveOneOut(prediction, proba, score, n)


def _refuse_single_rows(name: str, classes: Array, sizes: Array) -> None:
    if sizes.min() < 2:
        raise UsageError("evaluation.single_row", estimator=name, label=classes[int(sizes.argmin())])


def _r2(y: Array, prediction: Array) -> float:
    return float(1.0 - ((y - prediction) ** 2).sum() / ((y - y.mean()) ** 2).sum())


def _is_plain(estimator: BaseEstimator) -> bool:
    """Whether nothing is set that the closed form does not know."""
    unset = ("shrinkage", "covariance_estimator", "class_weight", "conjugate_prior")
    plain = all(getattr(estimator, name, None) is None for name in unset)
    return plain and getattr(estimator, "reg_param", 0.0) == 0.0


def _moments(fitted: Discriminant, X: Array, y: Array, scatter: Array) -> _Classes:
    """The rows with the moments that the fit has summed up already."""
    summary = fitted.summary_
    _refuse_single_rows(type(fitted).__name__, fitted.classes_, summary.weight)
    return _Classes(X, np.searchsorted(fitted.classes_, y), summary.weight, summary.mean, scatter)


def _log_priors(fitted: Discriminant, classes: _Classes) -> Array:
    """log π (n, K) without the row itself."""
    if fitted.priors is not None:
        return np.broadcast_to(np.log(np.asarray(fitted.priors, dtype=np.float64)), _shape(classes))
    left = np.tile(classes.rows, (len(classes.X), 1))
    left[np.arange(len(classes.X)), classes.codes] -= 1.0
    return np.log(left / (len(classes.X) - 1.0))


def _shape(classes: _Classes) -> tuple[int, int]:
    return len(classes.X), len(classes.rows)


def _linear(fitted: LinearDiscriminantAnalysis, X: Array, y: Array) -> LeaveOneOut:
    """-½ (n' - [K]) uᵀ S'⁻¹ u + log π', S pooled; every class's distance changes with S."""
    classes = _moments(fitted, X, y, within(fitted.summary_))
    n, K = _shape(classes)
    d, r = classes.own
    white = np.linalg.inv(np.linalg.cholesky(classes.scatter))
    D = d @ white.T
    q = (D**2).sum(axis=1)
    squares = np.empty((n, K))
    for k in range(K):
        U = (X - classes.mean[k]) @ white.T
        squares[:, k] = (U**2).sum(axis=1) + r * (U * D).sum(axis=1) ** 2 / (1 - r * q)
    squares[np.arange(n), classes.codes] = r**2 * q / (1 - r * q)
    rows = n - 1 - (K if fitted.divisor == "n-K" else 0)
    return _decided(fitted, -0.5 * rows * squares + _log_priors(fitted, classes), y)


def _quadratic(fitted: QuadraticDiscriminantAnalysis, X: Array, y: Array) -> LeaveOneOut:
    """-½ n_k uᵀ S_k⁻¹ u - ½ log |S_k / n_k| + log π'; only the own class changes."""
    classes = _moments(fitted, X, y, fitted.summary_.scatter)
    n, K = _shape(classes)
    p, (_, r) = X.shape[1], classes.own
    scores = np.empty((n, K))
    for k in range(K):
        root = np.linalg.cholesky(classes.scatter[k])
        U = np.linalg.solve(root, (X - classes.mean[k]).T).T
        rows, log_det = classes.rows[k], 2.0 * np.log(np.diag(root)).sum()
        scores[:, k] = -0.5 * (rows * (U**2).sum(axis=1) + log_det - p * np.log(rows))
        own = classes.codes == k
        q, rho = (U[own] ** 2).sum(axis=1), r[own]
        left = rows - 1.0
        log_det_left = log_det + np.log1p(-rho * q) - p * np.log(left)
        scores[own, k] = -0.5 * (left * rho**2 * q / (1 - rho * q) + log_det_left)
    return _decided(fitted, scores + _log_priors(fitted, classes), y)


def _naive(fitted: GaussianNB, X: Array, y: Array) -> LeaveOneOut:
    """As the quadratic one with a diagonal S; the smoothing ε is that of the rows that are left."""
    classes = _moments(fitted, X, y, fitted.summary_.scatter)
    n, K = _shape(classes)
    squares, (d, r) = classes.scatter, classes.own
    centred = X - X.mean(axis=0)
    overall = ((centred**2).sum(axis=0) - n / (n - 1.0) * centred**2) / (n - 1.0)
    epsilon = fitted.var_smoothing * overall.max(axis=1)
    scores = np.empty((n, K))
    for k in range(K):
        mean, var = np.tile(classes.mean[k], (n, 1)), np.tile(squares[k] / classes.rows[k], (n, 1))
        own, left = classes.codes == k, classes.rows[k] - 1.0
        mean[own] = X[own] - r[own, None] * d[own]
        var[own] = (squares[k] - r[own, None] * d[own] ** 2) / left
        var += epsilon[:, None]
        scores[:, k] = -0.5 * ((X - mean) ** 2 / var + np.log(2 * np.pi * var)).sum(axis=1)
    return _decided(fitted, scores + _log_priors(fitted, classes), y)


def _decided(fitted: Discriminant, scores: Array, y: Array) -> LeaveOneOut:
    prediction = fitted.classes_[scores.argmax(axis=1)]
    return LeaveOneOut(prediction, softmax(scores), float((prediction == y).mean()))


def _neighbours(fitted: KNeighborsClassifier, X: Array, y: Array) -> LeaveOneOut:
    """The vote of the k nearest other rows."""
    distance, index = fitted.kneighbors()
    votes = np.ones_like(distance)
    if fitted.weights == "distance":
        exact = (distance == 0).any(axis=1, keepdims=True)
        votes = np.where(exact, distance == 0, 1.0 / np.where(distance > 0, distance, 1.0))
    elif callable(fitted.weights):
        votes = fitted.weights(distance)
    codes, K = np.searchsorted(fitted.classes_, y), len(fitted.classes_)
    proba = np.zeros((len(X), K))
    np.add.at(proba, (np.arange(len(X))[:, None], codes[index]), votes)
    proba /= proba.sum(axis=1, keepdims=True)
    prediction = fitted.classes_[proba.argmax(axis=1)]
    return LeaveOneOut(prediction, proba, float((prediction == y).mean()))


def _smoother(fitted: LinearRegression | Ridge, X: Array, y: Array) -> LeaveOneOut:
    """ŷ_i' = y_i - e_i / (1 - h_ii), H = 11ᵀ/n + Z (ZᵀZ + αI)⁻¹ Zᵀ Z centred if there is an intercept."""
    y = y.astype(np.float64)
    Z = X - X.mean(axis=0) if fitted.fit_intercept else X
    U, s, _ = np.linalg.svd(Z, full_matrices=False)
    alpha = float(getattr(fitted, "alpha", 0.0))
    kept = s > s.max(initial=0.0) * max(Z.shape) * np.finfo(float).eps
    share = np.where(kept, s**2 / np.where(kept, s**2 + alpha, 1.0), 0.0)
    hat = (U**2 @ share) + (1.0 / len(X) if fitted.fit_intercept else 0.0)
    prediction = y - (y - fitted.predict(X)) / (1.0 - hat)
    return LeaveOneOut(prediction, None, _r2(y, prediction))


# By the field `leave_one_out` of a registry entry.
FORMS: dict[str, Callable[[Any, Array, Array], LeaveOneOut]] = {
    "linear": _linear,
    "quadratic": _quadratic,
    "naive": _naive,
    "neighbours": _neighbours,
    "smoother": _smoother,
}
