"""Fit every estimator of the registry to the same rows and print a hash of all that each then knows and says.

`python -m tests.cold_start [name ...]`; `test_cold_start.py` compares a process that has to compile every
kernel with one that finds them on the disk.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import get_tags

from fenlei.registry import REGISTRY, Entry, entries

SHAPES = [(97, 3, 2), (311, 7, 3), (420, 33, 5)]  # n, p, K
SAYS = (
    "predict",
    "predict_proba",
    "predict_log_proba",
    "decision_function",
    "transform",
    "score_samples",
    "kneighbors",
)
SHORT: dict[str, dict[str, Any]] = {  # what draws has a seed; what is slow is kept short
    "adaboost": {"n_estimators": 10},
    "bagging": {"n_estimators": 3, "random_state": 0},
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
FORMS: dict[str, list[dict[str, Any]]] = {  # other ways through the kernels
    "agglomerative": [{"linkage": "single"}, {"linkage": "average"}, {"linkage": "complete"}],
    "bayes_classifier": [{"covariance": "diagonal", "small_cells": "shrunken"}],
    "decision_tree": [{"criterion": "entropy"}, {"max_depth": 2}],
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


def rows(entry: Entry, shape: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Random X (n, p) that the estimator can take, and y (n,) that depends on it."""
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


def values(thing: Any, seen: set[int]) -> Iterator[bytes]:
    """The bytes of every array and number in an object, in records, lists and models inside it."""
    if isinstance(thing, np.ndarray) and thing.dtype != object:
        yield np.ascontiguousarray(thing).tobytes()
    elif isinstance(thing, float | int | np.number):
        yield np.asarray(thing).tobytes()
    elif isinstance(thing, tuple | list) or (isinstance(thing, np.ndarray) and thing.dtype == object):
        for each in thing:
            yield from values(each, seen)
    elif sparse.issparse(thing):
        yield from values([thing.data, thing.indices, thing.indptr], seen)
    elif isinstance(thing, dict):
        for name in sorted(thing, key=str):
            yield from values(thing[name], seen)
    elif hasattr(thing, "__dict__") and type(thing).__module__.startswith("fenlei") and id(thing) not in seen:
        seen.add(id(thing))
        yield from values(vars(thing), seen)


def fingerprints(entry: Entry, form: dict[str, Any]) -> Iterator[str]:
    """A hash a shape, dense and, where it may be, sparse."""
    for shape in SHAPES:
        X, y = rows(entry, shape)
        forms = [X, sparse.csr_matrix(np.where(np.abs(X) > 0.7, X, 0.0))] if entry.sparse else [X]
        for given in forms:
            digest = hashlib.sha256()
            try:
                model = entry.load()(**SHORT.get(entry.name, {}), **form).fit(given, y)
                said = [getattr(model, name)(given) for name in SAYS if hasattr(model, name)]
            except ValueError as refused:  # more than two classes, or sparse rows, in a form that takes none
                yield str(refused)
                continue
            for each in values([vars(model), said], set()):
                digest.update(each)
            yield digest.hexdigest()


def everything(names: list[str]) -> dict[str, list[str]]:
    """Hashes by estimator and form."""
    chosen = [REGISTRY[name] for name in names] or entries()
    return {
        f"{entry.name} {form}": list(fingerprints(entry, form))
        for entry in chosen
        for form in ({}, *FORMS.get(entry.name, []))
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(everything(sys.argv[1:]), indent=1))
