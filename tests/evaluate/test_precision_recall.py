"""Precision, recall and F: the book's numbers, every average beside scikit-learn, zero divisions stated."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from sklearn.exceptions import UndefinedMetricWarning

from fenlei.errors import DataError, UsageError
from fenlei.evaluate import (
    accuracy_score,
    f1_score,
    fbeta_score,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
)
from tests.evaluate.cases import LOGISTIC, TREE, assert_same, random_case
from tests.oracles import metrics as oracle


@pytest.mark.parametrize(
    ("labels", "precision", "recall", "f1"),
    [  # source-000, fig 3-18 (a) and (b); section 3 (d) says why the last digit of F1 is not the printed one
        (TREE, 0.9538461538461539, 0.9393939393939394, 0.9465648854961832),
        (LOGISTIC, 0.9846153846153847, 0.9696969696969697, 0.9770992366412213),
    ],
)
def test_figure_3_18(labels: tuple[Any, Any], precision: float, recall: float, f1: float) -> None:
    assert precision_score(*labels) == precision
    assert recall_score(*labels) == recall
    assert f1_score(*labels) == f1
    assert f1_score(*labels) == pytest.approx(2 * precision * recall / (precision + recall), abs=1e-12)


def test_malignant_class_of_the_book() -> None:
    # source-000, section 2.3: pos_label=0
    tree = (0.9183673469387755, 0.9375, 0.9278350515463918)
    logistic = (0.9591836734693877, 0.9791666666666666, 0.9690721649484536)
    for labels, expected in ((TREE, tree), (LOGISTIC, logistic)):
        scores = precision_recall_fscore_support(*labels, pos_label=0, average="binary")
        assert scores[:3] == pytest.approx(expected, abs=1e-12)


def test_macro_and_micro_of_the_book() -> None:
    # source-000, section 2.3: macro P, R, F1; micro equals accuracy
    tree = (0.9361067503924647, 0.9384469696969697, 0.9371999685212875)
    logistic = (0.9718995290423862, 0.9744318181818181, 0.9730857007948375)
    for labels, expected in ((TREE, tree), (LOGISTIC, logistic)):
        assert precision_recall_fscore_support(*labels, average="macro")[:3] == pytest.approx(
            expected, abs=1e-12
        )
        micro = precision_recall_fscore_support(*labels, average="micro")
        assert micro == (*[accuracy_score(*labels)] * 3, None)


def test_macro_f1_is_the_mean_of_the_f1s() -> None:
    # source-000, item 47
    each = f1_score(*TREE, average=None)
    assert f1_score(*TREE, average="macro") == pytest.approx(each.mean(), abs=1e-15)


@pytest.mark.parametrize("zero_division", ["warn", 0, 1, math.nan])
@pytest.mark.parametrize("average", [None, "micro", "macro", "weighted"])
@pytest.mark.parametrize("seed", range(8))
def test_equals_scikit_learn(seed: int, average: str | None, zero_division: str | float) -> None:
    case = random_case(seed)
    for chosen in (None, case.classes[::-1][:2]):
        for beta in (0.5, 0, math.inf):
            options = {"labels": chosen, "average": average, "beta": beta, "sample_weight": case.w}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ours, theirs = (
                    function(case.true, case.pred, zero_division=zero_division, **options)
                    for function in (
                        precision_recall_fscore_support,
                        sklearn_metrics.precision_recall_fscore_support,
                    )
                )
            assert_same(ours, theirs)


@pytest.mark.parametrize("seed", range(6))
def test_equals_the_loop_twin(seed: int) -> None:
    case = random_case(seed)
    scores = precision_recall_fscore_support(
        case.true, case.pred, beta=2.0, labels=case.classes, sample_weight=case.w, zero_division=0
    )
    twin = [oracle.precision_recall_f(case.true, case.pred, label, 2.0, case.w) for label in case.classes]
    assert np.transpose(scores[:3]) == pytest.approx(np.array(twin), abs=1e-12)


def test_zero_division_is_warned_about_and_chosen() -> None:
    true, pred = [0, 0, 1], [0, 0, 0]
    with pytest.warns(
        UndefinedMetricWarning, match=r"precision is undefined .* no predicted rows; it is set to 0"
    ):
        assert precision_score(true, pred) == 0.0
    assert precision_score(true, pred, zero_division=1) == 1.0
    assert math.isnan(precision_score(true, pred, zero_division=math.nan))
    assert precision_score(true, pred, average="macro", zero_division=math.nan) == pytest.approx(2 / 3)


def test_single_label_without_the_positive_class() -> None:
    # as scikit-learn: with one label present the positive one is simply absent
    assert f1_score([0, 0], [0, 0], zero_division=0) == 0.0


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"pos_label": 7}, UsageError, r"pos_label=7 is not a valid label; it should be one of \[0, 1\]"),
        ({"average": "median"}, UsageError, "average='median' is not accepted"),
        ({"zero_division": 0.5}, UsageError, "zero_division=0.5 is not accepted; give 'warn', 0, 1 or nan"),
        ({"zero_division": "ignore"}, UsageError, "zero_division='ignore' is not accepted"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        f1_score([0, 1], [1, 1], **options)


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(DataError, match="There are 3 classes but average='binary'; choose"):
        recall_score([0, 1, 2], [0, 1, 2])


def test_negative_beta_is_refused() -> None:
    with pytest.raises(UsageError, match="beta=-1 is not accepted; give a number of at least 0"):
        fbeta_score([0, 1], [0, 1], beta=-1)


def test_positive_label_without_binary_average_is_warned_about() -> None:
    with pytest.warns(UserWarning, match="pos_label=0 is ignored when average='macro'"):
        precision_score([0, 1], [0, 1], pos_label=0, average="macro")
