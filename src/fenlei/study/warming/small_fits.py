"""Fits that reach the kernels of each estimator: small rows, in the forms that the estimator takes.

Kernels are compiled for the types of their arguments, so the forms matter and the numbers do not.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import get_tags

from fenlei.kernels import Array
from fenlei.registry import REGISTRY, Entry, Setting
from fenlei.study.warming.warm_up import COMPARE

SHAPES = ((97, 3, 2), (311, 7, 3), (420, 33, 5))  # rows, columns, classes
ANSWERS = (
    "predict",
    "predict_proba",
    "predict_log_proba",
    "decision_function",
    "transform",
    "score_samples",
    "kneighbors",
)
SHORT: dict[str, Setting] = {  # what draws has a seed; what is slow is kept short
    "adaboost": {"n_estimators": 10},
    "bagging": {"n_estimators": 3, "random_state": 0},
    "bagging_regressor": {"n_estimators": 3, "random_state": 0},
    "random_forest": {"n_estimators": 5, "random_state": 0},
    "random_forest_regressor": {"n_estimators": 5, "random_state": 0},
    "kmeans": {"n_clusters": 4, "n_init": 2, "random_state": 0},
    "gaussian_mixture": {"n_components": 3, "random_state": 0},
    "bernoulli_mixture": {"n_components": 3, "random_state": 0},
    "categorical_mixture": {"n_components": 3, "random_state": 0},
    "mds": {"n_init": 1, "max_iter": 30, "random_state": 0},
    "sne": {"max_iter": 60, "random_state": 0},
    "tsne": {"max_iter": 260, "random_state": 0},
    "svc": {"probability": True, "random_state": 0},
}
WAYS: dict[str, list[Setting]] = {  # other ways through the kernels
    "agglomerative": [{"linkage": "single"}, {"linkage": "average"}, {"linkage": "complete"}],
    "bayes_classifier": [{"covariance": "diagonal", "small_cells": "shrunken"}],
    "decision_tree": [
        {"criterion": "entropy"},
        {"max_leaf_nodes": 5},
        {"splitter": "random", "random_state": 0},
        {"max_bins": 16},
        {"nominal_split": "multiway"},
    ],
    "decision_tree_regressor": [
        {"criterion": "absolute_error"},
        {"criterion": "poisson"},
        {"max_leaf_nodes": 5},
        {"max_bins": 16},
    ],
    "gaussian_mixture": [{"covariance_type": kind} for kind in ("tied", "diag", "spherical")],
    "k_neighbors": [
        {"algorithm": "brute"},
        {"algorithm": "kd_tree"},
        {"metric": "manhattan"},
        {"p": 3.0},
        {"weights": "distance"},
    ],
    "kernel_pca": [{"kernel": "rbf"}, {"kernel": "poly"}],
    "lda": [{"solver": "lsqr", "shrinkage": "auto"}, {"solver": "eigen"}],
    "linear_svc": [{"loss": "hinge"}, {"penalty": "l1"}, {"multi_class": "crammer_singer"}],
    "logistic_regression": [
        {"solver": "saga", "l1_ratio": 0.5},
        {"solver": "newton-cg"},
        {"solver": "sag"},
        {"l1_ratio": 1.0, "solver": "liblinear"},
    ],
    "nearest_centroid": [{"metric": "manhattan"}, {"shrink_threshold": 0.1}],
    "perceptron": [{"penalty": "elasticnet"}, {"penalty": "l1"}],
    "svc": [{"kernel": "linear"}, {"kernel": "poly"}, {"kernel": "sigmoid"}, {"kernel": "laplacian"}],
    "tsne": [{"method": "exact"}, {"n_components": 3}],
}


def settings(entry: Entry) -> list[Setting]:
    """The default, then other ways through the kernels."""
    return [SHORT.get(entry.name, {}) | way for way in ({}, *WAYS.get(entry.name, ()))]


def small_rows(entry: Entry, shape: tuple[int, int, int]) -> tuple[Array, Array]:
    """Random X (n, p) that the estimator takes, and y (n,) that depends on it."""
    n, p, K = shape
    rng = np.random.default_rng(n)
    y = np.arange(n) % K
    X = rng.normal(size=(n, p)) + 0.5 * y[:, None] * rng.normal(size=p)
    if entry.kind == "regressor":
        return X, X @ rng.normal(size=p) + rng.normal(size=n)
    if entry.name == "bernoulli_mixture":
        return (X > 0).astype(float), y
    whole = not entry.numeric or get_tags(entry.load()()).input_tags.positive_only
    return (np.clip(np.round(X + 1), 0, 3) if whole else X), y


def sparse_rows(X: Array) -> sparse.csr_matrix:
    """The same rows with small values left out."""
    return sparse.csr_matrix(np.where(np.abs(X) > 0.7, X, 0.0))


def forms(entry: Entry) -> Iterator[tuple[Any, Array]]:
    """Rows and targets in the forms that the estimator takes.

    Dense and sparse, of two classes and more; with missing values, nominal, and several targets.
    """
    for shape in SHAPES:
        X, y = small_rows(entry, shape)
        yield X, y
        if entry.sparse:
            yield sparse_rows(X), y
    X, y = small_rows(entry, SHAPES[1])
    if entry.missing:
        yield np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X), y
    if entry.nominal:
        words = np.array(["a", "b", "c", "d"])[np.clip(np.round(X[:, :2] + 1), 0, 3).astype(int)]
        yield np.column_stack([words.astype(object), X[:, 2]]), y
    if get_tags(entry.load()()).target_tags.multi_output:
        yield X, np.column_stack([y, y[::-1]])


def compare_small() -> None:
    """Compare two models on a bundled set: reaches the kernels of the scores."""
    from fenlei.study.comparison import compare

    compare("iris", models=["gaussian_nb", "lda"], folds=2, n_jobs=1)


def reach_kernels(name: str) -> None:
    """The small fits of an estimator of the registry, or, for "compare", a small comparison."""
    if name == COMPARE:
        compare_small()
    else:
        fit_small(REGISTRY[name])


def fit_small(entry: Entry) -> None:
    """Fit the estimator in every setting to every form of rows, and ask for all it can tell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for setting in settings(entry):
            for X, y in forms(entry):
                with suppress(ValueError, TypeError):  # a setting that does not take this form
                    model = entry.load()(**setting).fit(X, y)
                    for name in ANSWERS:
                        if hasattr(model, name):
                            getattr(model, name)(X)
                    if entry.weights:
                        model.fit(X, y, sample_weight=np.linspace(0.5, 2.0, len(y)))
