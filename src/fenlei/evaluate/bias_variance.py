r"""Bias, variance and noise of any estimator, measured by fitting it again and again.

Squared error, at one point with truth f(x) and noise variance σ², over training sets D, f̄ = E_D f̂:

    E (y - f̂)² = (f̄ - f)² + E (f̂ - f̄)² + σ²        bias² + variance + noise

0-1 loss (Domingos 2000), with the most frequent prediction as f̄: bias is 1 where it is wrong; the net
variance is what the wandering of the predictions adds to the error, or takes off it where the main prediction
is wrong.

The terms are means over the same fits, so they add up to the error exactly. Training sets are drawn by a
function, if one knows how rows arise; else they are bootstrap samples of the rows there are, with the noise
of the test targets inside the bias.
Reference: source 004, sections 1.7 and 1.8, equations 7 to 12.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.evaluate.checks import option, same_length
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase


class BiasVariance(NamedTuple):
    bias: float  # mean of bias², or of the 0-1 bias
    variance: float  # mean variance; net variance for 0-1 loss
    noise: float
    error: float  # bias + variance + noise
    main: Array  # (m,) mean or most frequent prediction of each test row
    spread: Array  # (m,) variance of each test row; share of other predictions for 0-1 loss


Draw = Callable[[np.random.RandomState], tuple[MatrixLike, ArrayLike]]


def bias_variance_decomposition(
    estimator: BaseEstimator,
    X_test: MatrixLike,
    y_test: ArrayLike,
    *,
    X: Any = None,
    y: Any = None,
    draw: Draw | None = None,
    rounds: int = 200,
    noise: float = 0.0,
    loss: str | None = None,
    random_state: RandomState = None,
) -> BiasVariance:
    """Decompose the error of `estimator` over training sets.

    Parameters
    ----------
    estimator : estimator
        Cloned and fitted `rounds` times.
    X_test, y_test : array-like of shape (m, p) and (m,)
        Where the error is measured. The targets are the truth without noise, if it is known.
    X, y : array-like of shape (n, p) and (n,), optional
        Rows from which bootstrap samples are drawn.
    draw : callable, optional
        draw(random_state) -> (X, y), a new training set; instead of X and y.
    rounds : int, default=200
    noise : float, default=0.0
        Variance of a target about the truth, which no estimator can take away.
    loss : {"squared", "zero_one"}, optional
        By default 0-1 loss for classifiers, else squared.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    BiasVariance

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> result = bias_variance_decomposition(
    ...     DummyRegressor(), [[0.0], [1.0]], [0.0, 1.0], X=[[0.0], [1.0]], y=[0.0, 1.0], random_state=0)
    >>> bool(abs(result.error - (result.bias + result.variance + result.noise)) < 1e-12)
    True
    """
    name = "bias_variance_decomposition"
    loss = loss or ("zero_one" if is_classifier(estimator) else "squared")
    option(name, "loss", loss, ("squared", "zero_one"))
    if (draw is None) == (X is None or y is None):
        raise refused(name, "draw", draw, phrase("limit.draw"))
    if not (isinstance(rounds, int | np.integer) and rounds >= 1):
        raise refused(name, "rounds", rounds, phrase("limit.integer", low=1))
    rng = check_random_state(random_state)
    source = bootstrap(X, y) if draw is None else draw
    predictions = np.array([clone(estimator).fit(*source(rng)).predict(X_test) for _ in range(rounds)])
    truth = np.asarray(y_test)
    same_length(X_test=predictions[0], y_test=truth)
    return (
        squared_terms(predictions, truth, noise) if loss == "squared" else zero_one_terms(predictions, truth)
    )


def bootstrap(X: MatrixLike, y: ArrayLike) -> Draw:
    """A function that draws as many rows as there are, with replacement."""
    X, y = np.asarray(X), np.asarray(y)
    same_length(X=X, y=y)

    def draw(rng: np.random.RandomState) -> tuple[Array, Array]:
        rows = rng.randint(len(X), size=len(X))
        return X[rows], y[rows]

    return draw


def squared_terms(predictions: Array, truth: Array, noise: float = 0.0) -> BiasVariance:
    """Terms of the squared error from predictions (rounds, m) and the truth (m,)."""
    main = predictions.mean(axis=0)
    spread = np.mean((predictions - main) ** 2, axis=0)
    bias, variance = float(np.mean((main - truth) ** 2)), float(spread.mean())
    error = float(np.mean((predictions - truth) ** 2)) + noise
    return BiasVariance(bias, variance, noise, error, main, spread)


def zero_one_terms(predictions: Array, truth: Array) -> BiasVariance:
    """Terms of the 0-1 loss; of equally frequent predictions the first in order is the main one."""
    labels, codes = np.unique(predictions, return_inverse=True)
    codes = codes.reshape(predictions.shape)
    counts = np.stack([(codes == k).sum(axis=0) for k in range(len(labels))], axis=1)
    main = labels[counts.argmax(axis=1)]
    bias, error = float(np.mean(main != truth)), float(np.mean(predictions != truth))
    return BiasVariance(bias, error - bias, 0.0, error, main, np.mean(predictions != main, axis=0))
