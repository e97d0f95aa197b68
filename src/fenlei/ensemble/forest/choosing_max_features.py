"""How many features a forest draws at each node, by the error out of bag (source 002, section 5.4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.ensemble.forest.classifier import RandomForestClassifier
from fenlei.ensemble.forest.regressor import RandomForestRegressor
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.parameters import integer

MOST_TRIED = 12  # features up to which every number is tried


class ChoiceOfMaxFeatures(NamedTuple):
    """The error of a forest by the number of features drawn at each node."""

    max_features: Array  # (t,) values tried, ascending
    oob_error: Array  # (t,) share of wrong rows, or mean squared error
    best: int  # the smallest value of the least error
    model: Any  # the forest of that value


def choose_max_features(
    model: RandomForestClassifier | RandomForestRegressor,
    X: MatrixLike,
    y: ArrayLike,
    values: Iterable[int] | None = None,
    sample_weight: ArrayLike | None = None,
) -> ChoiceOfMaxFeatures:
    """Error out of bag of a forest for each number of features drawn at a node; no other rows are needed.

    Parameters
    ----------
    model : RandomForestClassifier or RandomForestRegressor
        Its parameters are used but for `max_features` and `oob_score`; it is not changed. All forests draw
        the same rows.
    X, y : training rows (n, p) and labels or targets (n,)
    values : iterable of int, default=None
        Numbers of features from 1 to p; None: all of them for p <= 12, else powers of 2 and p.
    sample_weight : array-like of shape (n,), default=None

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.ensemble import RandomForestClassifier, choose_max_features
    >>> X, y = load_iris(return_X_y=True)
    >>> found = choose_max_features(RandomForestClassifier(30, random_state=0), X, y)
    >>> found.max_features.tolist(), bool(found.oob_error.min() < 0.07)
    ([1, 2, 3, 4], True)
    >>> found.model.max_features == found.best
    True
    """
    p = int(np.shape(X)[1])
    tried = _checked(values, p)
    seed = int(check_random_state(model.random_state).randint(2**31 - 1))
    errors, best = list[float](), None
    for k in tried:
        forest: Any = clone(model).set_params(max_features=k, oob_score=True, random_state=seed)
        forest.fit(X, y, sample_weight)
        errors.append(_error(forest, np.asarray(y)))
        if best is None or errors[-1] < min(errors[:-1]):
            best = forest
    return ChoiceOfMaxFeatures(np.array(tried), np.array(errors), tried[int(np.argmin(errors))], best)


def _checked(values: Iterable[int] | None, p: int) -> list[int]:
    if values is None:
        powers = [2**i for i in range(p.bit_length()) if 2**i < p]
        return list(range(1, p + 1)) if p <= MOST_TRIED else [*powers, p]
    tried = sorted({*values})
    if not tried or not all(integer(1).accepts(k) and k <= p for k in tried):
        raise UsageError("ensemble.max_features", values=tried, p=p)
    return [int(k) for k in tried]


def _error(forest: RandomForestClassifier | RandomForestRegressor, y: Array) -> float:
    """Error of the rows that have an answer out of bag."""
    if isinstance(forest, RandomForestClassifier):
        return 1.0 - forest.oob_score_
    answer = forest.oob_prediction_
    judged = ~np.isnan(answer)
    return float(np.mean((answer[judged] - y[judged].astype(np.float64)) ** 2))
