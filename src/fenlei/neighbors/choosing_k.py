r"""Choosing k, and what the choice is worth.

`choose_k` searches once for the largest k asked: the neighbours for every smaller k are the first of them.
Leaving one out needs no second fit either: a training row is simply not its own neighbour.

Bounds (Cover and Hart 1967; the documents say 1968, which is Hart's condensing): with Bayes error P* and m
classes, the error of the nearest-neighbour rule on infinitely many rows is

    P = E[1 - Σ_c P(c | x)²],        P* <= P <= P* (2 - m/(m-1) P*) <= 2 P*.

Reference: source 000, section 3.2.1, figures 3-9 to 3-11; source 002, section 5.1.1; source 004,
section 6.1.3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import check_cv
from sklearn.utils import indexable

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.rows import argmax_rows
from fenlei.neighbors.k_neighbors import KNeighborsClassifier
from fenlei.neighbors.search.search import nearest
from fenlei.parameters import integer
from fenlei.table.rows import take_rows
from fenlei.weights import check_weights


class ChoiceOfK(NamedTuple):
    k: Array  # (t,) values tried, ascending
    accuracy: Array  # (t,) mean over the folds
    fold_accuracy: Array  # (t, folds); one column for leave-one-out
    best: int  # the smallest k of the largest mean accuracy


class CoverHart(NamedTuple):
    lower: float  # P*
    upper: float  # P* (2 - m/(m-1) P*)
    coarse: float  # 2 P*


def choose_k(
    model: KNeighborsClassifier, X: Any, y: Array, ks: Iterable[int] = range(1, 16), cv: object = None
) -> ChoiceOfK:
    """Accuracy of `model` for each of `ks`, from one neighbour search per fold.

    Parameters
    ----------
    model : KNeighborsClassifier
        Its metric, algorithm and weights are used; its `n_neighbors` is not.
    X : array-like of shape (n, p)
    y : array-like of shape (n,)
    ks : iterable of int
    cv : int, splitter or iterable of (train, test), default=None
        As in scikit-learn; None is leave-one-out, by one search over all rows.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> found = choose_k(KNeighborsClassifier(), X, y, ks=[1, 3, 5, 7, 15])
    >>> (150 * (1 - found.accuracy)).round().astype(int).tolist(), found.best
    ([6, 6, 5, 5, 4], 15)
    """
    tried = np.unique(np.asarray(list(ks)))
    if not len(tried) or not all(integer(1).accepts(k) for k in tried):
        raise UsageError("neighbors.ks", ks=tried.tolist(), most="n - 1")
    model = clone(model).set_params(n_neighbors=int(tried[-1]))
    X, y = indexable(X, y)
    if cv is None:
        _require(tried, len(y) - 1)
        scores = [_accuracies(model.fit(X, y), None, np.asarray(y), tried)]
    else:
        scores = []
        for train, test in check_cv(cv, y, classifier=True).split(X, y):
            _require(tried, len(train))
            labels = np.asarray(y)
            model.fit(take_rows(X, train), labels[train])
            scores.append(_accuracies(model, take_rows(X, test), labels[test], tried))
    fold_accuracy = np.column_stack(scores)
    mean = fold_accuracy.mean(axis=1)
    return ChoiceOfK(tried, mean, fold_accuracy, int(tried[np.argmax(mean)]))


def _require(tried: Array, most: int) -> None:
    if tried[-1] > most:
        raise UsageError("neighbors.ks", ks=tried.tolist(), most=most)


def _accuracies(model: KNeighborsClassifier, X: MatrixLike | None, y: Array, tried: Array) -> Array:
    """Share of right answers for each k; the search is done once, in bounded blocks."""
    Q, own = model._queries(X)
    right = np.zeros(len(tried))
    rows = max(1, (1 << 20) // int(tried[-1]))
    for s in range(0, Q.shape[0], rows):
        part = slice(s, min(s + rows, Q.shape[0]))
        mine = None if own is None else own[part]
        distance, index = nearest(model._search, Q[part], int(tried[-1]), mine, model.n_jobs)
        for t, k in enumerate(tried):
            (votes,) = model._votes(distance[:, :k], np.ascontiguousarray(index[:, :k]), int(k))
            right[t] += np.sum(model.classes_[argmax_rows(votes, 1)] == y[part])
    return right / len(y)


def cover_hart_bound(bayes_error: float, n_classes: int) -> CoverHart:
    """Bounds of the asymptotic 1-NN error.

    >>> round(cover_hart_bound(0.1, 2).upper, 6)
    0.18
    """
    if not integer(2).accepts(n_classes):
        raise UsageError(
            "estimator.parameter",
            estimator="cover_hart_bound",
            name="n_classes",
            value=n_classes,
            accepted=integer(2).text,
        )
    if not 0.0 <= bayes_error <= 1.0 - 1.0 / n_classes + 1e-12:
        raise UsageError("neighbors.error_rate", value=bayes_error, K=n_classes)
    upper = bayes_error * (2.0 - n_classes / (n_classes - 1.0) * bayes_error)
    return CoverHart(float(bayes_error), float(upper), 2.0 * float(bayes_error))


def nearest_neighbour_error(posteriors: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Asymptotic 1-NN error E[1 - Σ_c P(c | x)²] from posteriors (n, K) at points of the given weights
    (n,).

    >>> from fenlei.neighbors import nearest_neighbour_error
    >>> round(nearest_neighbour_error([[0.9, 0.1], [0.5, 0.5]]), 2)
    0.34
    """
    P = np.asarray(posteriors, dtype=np.float64)
    if P.ndim != 2 or not P.size or not (P >= 0).all() or not np.allclose(P.sum(axis=1), 1.0, atol=1e-6):
        raise UsageError("neighbors.posteriors", shape=P.shape)
    weights = check_weights(weights, len(P))
    return float(np.average(1.0 - np.sum(P**2, axis=1), weights=weights))
