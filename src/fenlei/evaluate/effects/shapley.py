r"""Shapley values: a prediction as the mean prediction plus one part per feature.

Of a game v, which gives every set S of features a number, the Shapley value of feature j is the mean of
what j adds over all orders in which features may become known:

    φ_j = Σ_{S ∌ j} |S|! (p - |S| - 1)! / p! · (v(S ∪ {j}) - v(S)),      Σ_j φ_j = v(all) - v(∅)

v(all) is the prediction of the row. What v(S) is for other sets is a choice, and the values depend on it:

- sums of trees: a row whose feature is not known is divided among the branches as the training weights were
  (path-dependent, `tree_games`). Nothing but the model is needed.
- linear functions: features that are not known are independent of the others and have the mean of
  `background`, so that v(S) is the mean over them, and φ_j = coef_j (x_j - mean_j).

Reference: Shapley, A value for n-person games (1953); Lundberg and Lee, NeurIPS 30 (2017).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.contract.linear_classifier import LinearClassifier
from fenlei.errors import UsageError
from fenlei.evaluate.effects.tree_games import TreeGame, expected_answer, tree_game
from fenlei.evaluate.effects.tree_sums import TreeSum, tree_sum
from fenlei.evaluate.effects.tree_walk import LANES, add_shapley_values
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import run_blocks
from fenlei.linear.lda import LinearDiscriminantAnalysis
from fenlei.linear.least_squares_classifier import LeastSquaresClassifier
from fenlei.linear.least_squares_regressor import LeastSquaresRegressor

BLOCK = 8 * LANES  # rows of a thread


class ShapleyValues(NamedTuple):
    """Predictions of n rows as sums over p features."""

    values: Array  # (n, p), or (n, p, K) for K classes or targets
    baseline: Array  # () or (K,): the prediction when nothing is known of a row


def shapley_values(
    model: object, X: MatrixLike, *, background: MatrixLike | None = None, n_jobs: int | None = None
) -> ShapleyValues:
    """Exact Shapley values of the predictions of a fitted model.

    Parameters
    ----------
    model : a tree, a forest, `AdaBoostClassifier` of trees, gradient boosting, or a linear model, fitted
    X : array-like of shape (n, p)
        The rows to explain.
    background : array-like of shape (m, p), default=None
        For linear models, rows whose means stand for what is not known; usually those of `fit`. Trees need
        none.
    n_jobs : int, default=None
        Number of threads. The bits are the same for any number.

    Returns
    -------
    ShapleyValues
        `values` and `baseline`. Their sum over features is what is explained: `predict_proba` of trees and
        forests, `predict` of regressors, `decision_function` of AdaBoost, of gradient boosting and of linear
        classifiers; with the losses "poisson" and "gamma", the logarithm of `predict`.

    Examples
    --------
    A tree with one question: all of the prediction comes from the feature that it asks for.

    >>> from fenlei import DecisionTreeRegressor
    >>> from fenlei.evaluate import shapley_values
    >>> tree = DecisionTreeRegressor().fit([[0, 5], [0, 6], [1, 5], [1, 6]], [1.0, 1.0, 3.0, 3.0])
    >>> found = shapley_values(tree, [[0, 5], [1, 5]])
    >>> float(found.baseline), found.values.round(12).tolist()
    (2.0, [[-1.0, 0.0], [1.0, 0.0]])
    """
    trees = tree_sum(model, X)
    if trees is not None:
        return _of_trees(trees, n_jobs)
    kinds = (LinearClassifier, LinearDiscriminantAnalysis, LeastSquaresClassifier, LeastSquaresRegressor)
    if isinstance(model, kinds) and getattr(model, "basis", None) is None:
        return _of_linear(model, X, background)
    raise UsageError("evaluation.no_shapley", model=type(model).__name__)


def _of_trees(trees: TreeSum, n_jobs: int | None) -> ShapleyValues:
    """Trees one after another, the rows of each in blocks: every sum has one order."""
    X, groups = trees.rows, trees.groups
    values = np.zeros((groups, *X.shape, trees.K // groups))
    baseline = np.zeros(trees.K) if trees.start is None else trees.start.copy()
    blocks = [(start, min(start + BLOCK, len(X))) for start in range(0, len(X), BLOCK)]
    for t, (tree, answer) in enumerate(trees.terms):
        game = tree_game(tree, answer)
        baseline.reshape(groups, -1)[t % groups] += expected_answer(game)
        if len(tree.kind) > 1 and blocks:
            run_blocks(_adder(game, X, values[t % groups]), blocks, n_jobs)
    joined = np.concatenate(list(values), axis=2)
    return ShapleyValues(joined[:, :, 0], baseline[0]) if trees.flat else ShapleyValues(joined, baseline)


def _adder(game: TreeGame, X: Array, out_values: Array) -> Callable[[int, int], None]:
    """What adds the values of one tree for the rows of a block."""
    return lambda s, e: add_shapley_values(game, X[s:e], out_values[s:e])


def _of_linear(model: Any, X: MatrixLike, background: MatrixLike | None) -> ShapleyValues:
    """coef (x - mean), where the mean is of the background."""
    if background is None:
        raise UsageError("evaluation.no_background", model=type(model).__name__)
    rows, means = _dense(model._check_X(X)), _dense(model._check_X(background)).mean(axis=0)
    coef = model.coef_.toarray() if is_sparse(model.coef_) else np.asarray(model.coef_)
    answer = model.decision_function if hasattr(model, "decision_function") else model.predict
    baseline = np.asarray(answer(means[None, :]))[0]
    values = (rows - means)[:, :, None] * np.atleast_2d(coef).T[None]
    return ShapleyValues(values[:, :, 0] if np.ndim(baseline) == 0 else values, baseline)


def _dense(rows: Any) -> Array:
    return rows.toarray() if is_sparse(rows) else np.asarray(rows)
