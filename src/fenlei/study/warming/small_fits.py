"""Fits that reach the kernels of each estimator: small rows, in the forms that the estimator takes.

Kernels are compiled for the types of their arguments, so the forms matter and the numbers do not.
"""

from __future__ import annotations

import inspect
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse
from sklearn.utils import get_tags

from fenlei.kernels import Array
from fenlei.registry import REGISTRY, Entry, Setting
from fenlei.study.warming.small_calls import call_small
from fenlei.study.warming.small_scans import fit_small_scans
from fenlei.study.warming.warm_up import COMPARE

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.annotations import Matrix

SHAPES = ((97, 3, 2), (311, 7, 3), (420, 33, 5))  # rows, columns, classes
ONE_COLUMN = (97, 1, 2)
WIDE = ((120, 1300, 2), (120, 1300, 3))  # of sparse rows, as words make them
MANY = (20_500, 4, 3)  # so many that the work is shared out
MANY_ROWS = {  # other shapes for that; None of those whose work grows with the square of the rows
    "linear_svc": (20_500, 110, 2),
    "logistic_regression": (20_500, 20, 2),
    "svc": (2_300, 4, 2),
    "svr": (1_300, 4, 2),
    "kernel_nb": (2_600, 4, 3),
    "agglomerative": (1_100, 4, 3),
    "divisive": None,
}
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
    "adaboost_regressor": {"n_estimators": 3, "random_state": 0},
    "bagging": {"n_estimators": 3, "random_state": 0},
    "bagging_regressor": {"n_estimators": 3, "random_state": 0},
    "hist_gradient_boosting": {"max_iter": 3, "random_state": 0},
    "hist_gradient_boosting_regressor": {"max_iter": 3, "random_state": 0},
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
        {"algorithm": "branch_bound"},
        {"algorithm": "brute", "metric": "manhattan"},
        *(
            {"metric": metric}
            for metric in ("manhattan", "cosine", "mahalanobis", "gower", "heom", "canberra")
        ),
        {"p": 3.0},
        {"weights": "distance"},
    ],
    "k_neighbors_regressor": [{"weights": "distance"}, {"algorithm": "brute"}, {"metric": "gower"}],
    "isomap": [{"landmarks": 40}],
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
    "svr": [{"kernel": "linear"}, {"kernel": "poly"}],
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


def choices(entry: Entry) -> list[Setting]:
    """One parameter at a time, at each other value that its limit lists."""
    parameters = inspect.signature(entry.load()).parameters
    return [
        SHORT.get(entry.name, {}) | {name: value}
        for name, limit in entry.load()._limits.items()
        for value in limit.choices
        if value != parameters[name].default and name != "verbose"
    ]


def forms(entry: Entry, shapes: Sequence[tuple[int, int, int]]) -> Iterator[tuple[Matrix, Array]]:
    """Rows and targets in the forms that the estimator takes.

    Dense and sparse, of two classes and more; with missing values, nominal, and several targets.
    """
    for shape in shapes:
        X, y = small_rows(entry, shape)
        if shape not in WIDE:
            yield X, y
        if entry.sparse:
            yield sparse_rows(X), y
    X, y = small_rows(entry, SHAPES[1])
    gaps: Array = np.less(np.random.default_rng(0).random(X.shape), 0.1)
    if entry.missing:
        yield np.where(gaps, np.nan, X), y
        yield np.where(gaps, np.nan, X).astype(np.float32), y
    if entry.nominal:
        words = np.array(["a", "b", "c", "d"])[np.clip(np.round(X[:, :2] + 1), 0, 3).astype(int)]
        table = np.column_stack([words.astype(object), X[:, 2]])
        yield table, y
        yield np.repeat(words, 6, axis=1).astype(object), y  # more combinations than there are rows
        if entry.missing:
            table = table.copy()
            table[gaps[:, :3]] = None
            yield table, y
    if get_tags(entry.load()()).target_tags.multi_output:
        several = np.column_stack([y, y[::-1]])
        yield X, several
        if entry.sparse:
            yield sparse_rows(X), several


def layouts(entry: Entry) -> Iterator[tuple[Matrix, Array]]:
    """Rows of other types and orders in memory, of one column, and so many that the work is shared out."""
    for shape in SHAPES[:2]:
        X, y = small_rows(entry, shape)
        yield X.astype(np.float32), y
        yield np.asfortranarray(X), y
        yield np.round(X).astype(np.int64), y
        if entry.sparse:
            yield sparse_rows(X).astype(np.float32), y
            yield with_long_indices(sparse_rows(X)), y
    yield small_rows(entry, ONE_COLUMN)
    many = MANY_ROWS.get(entry.name, None if entry.reduces and entry.kind == "transformer" else MANY)
    if many is not None:
        X, y = small_rows(entry, many)
        yield X, y
        yield np.round(X).astype(np.int64), y


def with_long_indices(X: sparse.csr_matrix) -> sparse.csr_matrix:
    """The same rows with indices of 64 bits, as some constructors of SciPy give them."""
    X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    return X


def reach_kernels(name: str) -> None:
    """The small fits of an estimator of the registry, or, for "compare", the small calls."""
    if name == COMPARE:
        call_small()
    else:
        fit_small(REGISTRY[name])


def fit_small(entry: Entry) -> None:
    """Fit the estimator in every setting to every form of rows, and ask for all it can tell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, setting in enumerate(settings(entry)):
            for X, y in forms(entry, SHAPES + WIDE):
                fit_and_ask(entry, setting, X, y, {*ANSWERS, *methods(entry)} if number == 0 else ANSWERS)
        for setting in choices(entry):
            for X, y in forms(entry, SHAPES[:1] if entry.reduces else SHAPES[:2]):
                fit_and_ask(entry, setting, X, y, ANSWERS)
        for X, y in layouts(entry):
            fit_and_ask(entry, settings(entry)[0], X, y, ANSWERS)
        fit_small_scans(entry, settings(entry))


def fit_and_ask(entry: Entry, setting: Setting, X: Matrix, y: Array, names: Iterable[str]) -> None:
    """Fit with weights and without, and call the methods named."""
    with suppress(ValueError, TypeError):  # a setting that does not take this form
        if entry.weights:
            entry.load()(**setting).fit(X, y, sample_weight=np.linspace(0.5, 2.0, len(y)))
        model = entry.load()(**setting).fit(X, y)
        for name in names:
            ask(model, name, X, y)
            ask(model, name, X[:1], y[:1])


def ask(model: BaseEstimator, name: str, X: Matrix, y: Array) -> None:
    """Call a method of a fitted model, if it has it, with the rows and what else it needs."""
    with suppress(ValueError, TypeError, AttributeError):  # that this setting does not offer
        method = getattr(model, name)
        arguments = {"X": model.transform(X) if name == "inverse_transform" else X, "y": y, "n": 10}
        answer = method(**{name: arguments[name] for name in needed(method)})
        if isinstance(answer, Iterator):
            deque(answer, maxlen=0)


def methods(entry: Entry) -> list[str]:
    """The public methods of an estimator that take rows, targets or a number, and need nothing else."""
    public = [(name, method) for name, method in inspect.getmembers(entry.load(), callable) if name[0] != "_"]
    needs = [(name, needed(method) - {"self"}) for name, method in public if not isinstance(method, type)]
    return [name for name, need in needs if need and need <= {"X", "y", "n"} and name != "fit"]


def needed(method: Callable[..., object]) -> set[str]:
    """Names of the parameters without a default, and the rows."""
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = [each for each in inspect.signature(method).parameters.values() if each.kind not in several]
    return {each.name for each in parameters if each.default is each.empty or each.name == "X"}
