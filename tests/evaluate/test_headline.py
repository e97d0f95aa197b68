"""The five headline scores: each equal to scikit-learn's, from probabilities or their logarithms."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics

from fenlei.errors import DataError
from fenlei.evaluate import headline_scores
from fenlei.evaluate.headline import METRICS
from tests.evaluate.cases import assert_same, random_case


def of_scikit_learn(codes: Any, proba: Any, K: int, w: Any) -> dict[str, float | None]:
    pred, every = proba.argmax(axis=1), np.arange(K)
    auc = None
    if (np.bincount(codes, w, K) > 0).all():
        score, options = (proba[:, 1], {}) if K == 2 else (proba, {"multi_class": "ovr", "labels": every})
        auc = sklearn_metrics.roc_auc_score(codes, score, sample_weight=w, **options)
    there = np.ones(len(codes), bool) if w is None else w > 0
    seen = np.union1d(codes[there], pred[there])
    return {
        "accuracy": sklearn_metrics.accuracy_score(codes, pred, sample_weight=w),
        "balanced_accuracy": sklearn_metrics.balanced_accuracy_score(codes, pred, sample_weight=w),
        "macro_f1": sklearn_metrics.f1_score(
            codes, pred, labels=seen, average="macro", sample_weight=w, zero_division=0
        ),
        "auc": auc,
        "log_loss": sklearn_metrics.log_loss(codes, proba, sample_weight=w, labels=every),
    }


@pytest.mark.parametrize("seed", range(16))
def test_equals_scikit_learn(seed: int) -> None:
    case = random_case(seed)
    codes, K = np.searchsorted(case.classes, case.true), len(case.classes)
    scores = headline_scores(codes, case.proba, K, case.w)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = of_scikit_learn(codes, case.proba, K, case.w)
    assert tuple(scores) == METRICS == tuple(expected)
    for metric in METRICS:
        assert_same(scores[metric], expected[metric])


@pytest.mark.parametrize("seed", range(3))
def test_logarithms_give_the_same(seed: int) -> None:
    case = random_case(seed)
    codes, K = np.searchsorted(case.classes, case.true), len(case.classes)
    proba = case.proba.copy()
    proba[0] = np.eye(K)[1]  # log 0 is -inf
    with np.errstate(divide="ignore"):
        logarithms = np.log(proba)
    plain, logged = headline_scores(codes, proba, K), headline_scores(codes, logarithms, K)
    for metric in METRICS:
        assert_same(logged[metric], plain[metric])


def test_auc_is_none_without_all_classes() -> None:
    scores = headline_scores(np.array([0, 1]), np.array([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1]]), 3)
    assert scores["auc"] is None
    assert (scores["accuracy"], scores["balanced_accuracy"], scores["macro_f1"]) == (1.0, 1.0, 1.0)


def test_ties_go_to_the_first_class() -> None:
    assert headline_scores(np.array([0, 1]), np.full((2, 2), 0.5), 2)["accuracy"] == 0.5


@pytest.mark.parametrize(
    ("codes", "proba", "K", "sentence"),
    [
        ([0, 1], [[0.5, 0.5]], 2, "codes has 2 rows but proba has 1"),
        ([0, 1], [[0.5, 0.5]] * 2, 3, r"proba has shape \(2, 2\); give \(n, 3\)"),
        ([0, 1], [[0.5, 0.4]] * 2, 2, "Row 0: the class probabilities sum to 0.9, not 1"),
        ([0, 1], [[0.5, 0.5], [np.nan, 0.5]], 2, "Row 1: the class probabilities sum to nan"),
        ([0, 1], [[0.5, 0.5], [-0.5, 1.5]], 2, "Row 0: the class probabilities sum to"),
        ([0, 2], [[0.5, 0.5]] * 2, 2, r"Row 1: class codes 2 \(true\)"),
        ([], np.empty((0, 2)), 2, r"proba has shape \(0, 2\)"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(codes: Any, proba: Any, K: int, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        headline_scores(np.array(codes, dtype=int), np.array(proba), K)
