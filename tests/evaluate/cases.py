"""Random labels, scores and weights for the tests beside scikit-learn, and the label vectors of the book."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.testing import assert_allclose

from fenlei.kernels import Array

ALPHABETS: list[list[Any]] = [
    ["丙", "甲", "乙", "d", "é"],
    [-1, 0, 1, 2, 3],
    [0, 3, 7, 100, 5],
    [0.0, 1.0, 2.0, 5.0, 9.0],
]


class Case(NamedTuple):
    classes: Array  # sorted
    true: Array
    pred: Array
    proba: Array  # (n, K)
    score: Array  # (n,), with ties
    w: Array | None


def random_case(seed: int) -> Case:
    """One case; even seeds have weights (some 0, sums exact), some have classes that never occur."""
    rng = np.random.default_rng(seed)
    K, n = int(rng.integers(2, 6)), int(rng.integers(6, 60))
    classes = np.sort(np.array(ALPHABETS[seed % len(ALPHABETS)][:K]))
    true, pred = classes[rng.integers(0, K, n)], classes[rng.integers(0, rng.integers(1, K + 1), n)]
    true[:2], pred[0] = classes[:2], classes[0]  # two classes and one hit at least
    proba = rng.dirichlet(np.ones(K), n)
    if seed % 3 == 0:  # ties
        proba = np.round(proba * 4) + 1.0
        proba /= proba.sum(axis=1, keepdims=True)
    w = None if seed % 2 else rng.integers(0, 9, n) / 8
    if w is not None:
        w[:2] = 1.0
    return Case(classes, true, pred, proba, np.round(rng.normal(size=n), seed % 3), w)


def labels_of(matrix: list[list[int]]) -> tuple[Array, Array]:
    """True and predicted labels 0, 1, ... that have the confusion matrix."""
    cells = [(t, p, count) for t, row in enumerate(matrix) for p, count in enumerate(row)]
    true = np.concatenate([np.full(count, t) for t, _, count in cells])
    pred = np.concatenate([np.full(count, p) for _, p, count in cells])
    return true, pred


# source-000, section 2.3: [[TN, FP], [FN, TP]] on the 114 test rows of breast cancer, positive is label 1
TREE, LOGISTIC = labels_of([[45, 3], [4, 62]]), labels_of([[47, 1], [2, 64]])

# source-000, section 2.3: true labels in descending order of the logistic score, 114 distinct scores
RANKED = np.repeat([1, 0, 1, 0, 1, 0], [38, 1, 26, 1, 2, 46])
RANKED_SCORE = np.linspace(1.0, 0.0, 114)


def assert_same(ours: Any, theirs: Any) -> None:
    """Equal to 1e-12, NaN in the same places; tuples part by part."""
    if isinstance(theirs, tuple):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs, strict=True):
            assert_same(a, b)
    elif theirs is None or isinstance(theirs, str):
        assert ours == theirs
    else:
        assert np.shape(ours) == np.shape(theirs)
        assert_allclose(ours, theirs, rtol=1e-12, atol=1e-15)
