"""Accuracy and its kin: the book's numbers, scikit-learn's values, stated outcomes where 0/0."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from sklearn.exceptions import UndefinedMetricWarning

import fenlei.evaluate
from fenlei.errors import UsageError
from fenlei.evaluate import (
    accuracy_score,
    balanced_accuracy_score,
    cohen_kappa_score,
    matthews_corrcoef,
    recall_score,
    zero_one_loss,
)
from tests.evaluate.cases import LOGISTIC, TREE, assert_same, random_case

NAMES = [
    "accuracy_score",
    "zero_one_loss",
    "balanced_accuracy_score",
    "matthews_corrcoef",
    "cohen_kappa_score",
]


def test_accuracy_of_the_book() -> None:
    # source-000, fig 3-18 (a) and (b)
    assert accuracy_score(*TREE) == 0.9385964912280702
    assert accuracy_score(*LOGISTIC) == 0.9736842105263158


def test_constant_classifier_on_99_percent_benign() -> None:
    # source-000, section 2.2: accuracy 0.99, recall 0
    true, pred = np.repeat([0, 1], [99, 1]), np.zeros(100, int)
    assert accuracy_score(true, pred) == 0.99
    assert recall_score(true, pred) == 0.0
    assert balanced_accuracy_score(true, pred) == 0.5
    assert matthews_corrcoef(true, pred) == 0.0
    assert cohen_kappa_score(true, pred) == 0.0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_equals_scikit_learn(seed: int, name: str) -> None:
    case = random_case(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # classes that occur on one side only
        ours, theirs = (
            getattr(module, name)(case.true, case.pred, sample_weight=case.w)
            for module in (fenlei.evaluate, sklearn_metrics)
        )
    assert_same(ours, theirs)


@pytest.mark.parametrize("seed", range(4))
def test_options_equal_scikit_learn(seed: int) -> None:
    case = random_case(seed)
    calls = [
        ("accuracy_score", {"normalize": False}),
        ("zero_one_loss", {"normalize": False}),
        ("balanced_accuracy_score", {"adjusted": True}),
        ("cohen_kappa_score", {"weights": "linear"}),
        ("cohen_kappa_score", {"weights": "quadratic", "labels": case.classes[::-1]}),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, options in calls:
            ours, theirs = (
                getattr(module, name)(case.true, case.pred, sample_weight=case.w, **options)
                for module in (fenlei.evaluate, sklearn_metrics)
            )
            assert_same(ours, theirs)


def test_error_is_one_minus_accuracy() -> None:
    assert zero_one_loss([0, 1, 1, 0], [0, 1, 0, 0]) == 0.25
    assert zero_one_loss([0, 1, 1, 0], [0, 1, 0, 0], normalize=False, sample_weight=[1, 1, 3, 1]) == 3.0


def test_predicted_classes_that_never_occur_are_warned_about() -> None:
    with pytest.warns(UserWarning, match="y_pred contains classes not in y_true"):
        assert balanced_accuracy_score([0, 0, 1], [0, 2, 1]) == 0.75


def test_adjusting_needs_two_classes() -> None:
    with pytest.warns(UndefinedMetricWarning, match="y_true has only one class"):
        assert math.isnan(balanced_accuracy_score([1, 1], [1, 1], adjusted=True))


def test_kappa_of_one_shared_label_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="share at most one label; it is set to nan"):
        assert np.isnan(cohen_kappa_score([1, 1], [1, 1]))
    with pytest.warns(UndefinedMetricWarning, match="it is set to 0"):
        assert cohen_kappa_score([1, 1], [1, 1], replace_undefined_by=0.0) == 0.0


def test_unknown_weights_of_kappa_are_refused() -> None:
    with pytest.raises(UsageError, match="weights='cubic' is not accepted"):
        cohen_kappa_score([0, 1], [0, 1], weights="cubic")


def test_labels_of_any_kind_score_alike() -> None:
    codes, pred = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 1])
    kinds = [
        np.array(["坏瓜", "好瓜"]),
        np.array(["坏瓜", "好瓜"], dtype=object),
        np.array([False, True]),
        np.array([-1, 1]),
        np.array([0.0, 1.0]),
    ]
    assert {accuracy_score(kind[codes], kind[pred]) for kind in kinds} == {0.8}
    assert accuracy_score(codes.reshape(-1, 1), pred.tolist()) == 0.8
