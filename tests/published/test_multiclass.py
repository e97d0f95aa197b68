"""Source 000, items 40 to 42 and section 2.6: three ways from two classes to three, on iris."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei.multiclass import OneVsOneClassifier, OneVsRestClassifier

X, Y = load_iris(return_X_y=True)
TRAIN, TEST, Y_TRAIN, Y_TEST = train_test_split(
    StandardScaler().fit_transform(X), Y, test_size=0.2, random_state=2020
)


@pytest.mark.parametrize(
    ("scheme", "expected", "accuracy"),
    [
        (OneVsRestClassifier, [[9, 1, 0], [0, 6, 4], [0, 3, 7]], 0.7333333333333333),
        (OneVsOneClassifier, [[10, 0, 0], [0, 8, 2], [0, 3, 7]], 0.8333333333333334),
    ],
)
def test_2_6_iris(scheme: Any, expected: list[list[int]], accuracy: float) -> None:
    model = scheme(LogisticRegression(C=1.0)).fit(TRAIN, Y_TRAIN)
    assert confusion_matrix(Y_TEST, model.predict(TEST)).tolist() == expected
    assert model.score(TEST, Y_TEST) == accuracy


def test_item_40_either_coding_of_two_classes() -> None:
    rows = Y_TRAIN < 2
    for coding in ((0, 1), (-1, 1)):
        labels = np.array(coding)[Y_TRAIN[rows]]
        for scheme in (OneVsOneClassifier, OneVsRestClassifier):
            model = scheme(LogisticRegression()).fit(TRAIN[rows], labels)
            assert model.classes_.tolist() == list(coding)
            assert (model.decision_function(TRAIN[rows]) > 0).tolist() == (labels == 1).tolist()


@pytest.mark.parametrize(("K", "one_vs_one"), [(3, 3), (4, 6), (6, 15)])
def test_items_41_and_42_numbers_of_classifiers(K: int, one_vs_one: int) -> None:
    rng = np.random.default_rng(0)
    rows, labels = rng.normal(size=(20 * K, 2)), np.arange(20 * K) % K
    assert len(OneVsOneClassifier().fit(rows, labels).estimators_) == one_vs_one == K * (K - 1) // 2
    assert len(OneVsRestClassifier().fit(rows, labels).estimators_) == K


def test_3_3_1_votes_of_the_pairs() -> None:
    """n_k: every pair has one vote, that of its own classifier, and the most votes win."""
    model = OneVsOneClassifier(LogisticRegression()).fit(TRAIN, Y_TRAIN)
    expected = np.zeros((len(TEST), 3), dtype=int)
    for (i, j), part in zip([(0, 1), (0, 2), (1, 2)], model.estimators_, strict=True):
        for row, second in enumerate(part.predict(TEST)):
            expected[row, j if second else i] += 1
    assert model.votes(TEST).tolist() == expected.tolist()
    assert (model.votes(TEST).sum(axis=1) == 3).all()
    clear = expected.max(axis=1) == 2
    assert (model.predict(TEST) == expected.argmax(axis=1))[clear].all()
    two = OneVsOneClassifier(LogisticRegression()).fit(TRAIN[Y_TRAIN < 2], Y_TRAIN[Y_TRAIN < 2])
    assert two.votes(TEST).tolist() == np.eye(2, dtype=int)[two.predict(TEST)].tolist()
