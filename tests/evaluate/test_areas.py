"""Areas under curves: the book's AUC, scikit-learn's averages, the pair count of the loop twin."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning

from fenlei.errors import DataError, UsageError
from fenlei.evaluate import auc, average_precision_score, roc_auc_score, roc_curve
from tests.evaluate.cases import RANKED, RANKED_SCORE, Case, assert_same, random_case
from tests.oracles import metrics as oracle


def test_areas_of_the_book() -> None:
    # source-000, section 2.3: AUC 0.9905303030303031 = 1 - 30/3168, average precision; the pairs are counted,
    # so ours is the quotient of two whole numbers, without the rounding of trapezoids
    assert roc_auc_score(RANKED, RANKED_SCORE) == (66 * 48 - 30) / (66 * 48)
    assert roc_auc_score(RANKED, RANKED_SCORE) == pytest.approx(0.9905303030303031, abs=2e-16)
    assert auc(*roc_curve(RANKED, RANKED_SCORE)[:2]) == pytest.approx(0.9905303030303031, abs=1e-12)
    assert average_precision_score(RANKED, RANKED_SCORE) == pytest.approx(0.9914394698313855, abs=1e-12)


def binary(case: Case) -> Case:
    """The case with the first two classes only."""
    rows = np.isin(case.true, case.classes[:2])
    w = None if case.w is None else case.w[rows]
    return Case(case.classes[:2], case.true[rows], case.pred[rows], case.proba[rows], case.score[rows], w)


@pytest.mark.parametrize("max_fpr", [None, 1, 0.3])
@pytest.mark.parametrize("seed", range(10))
def test_two_classes_equal_scikit_learn(seed: int, max_fpr: float | None) -> None:
    case = binary(random_case(seed))
    options = {"sample_weight": case.w, "max_fpr": max_fpr}
    ours, theirs = (
        function(case.true, case.score, **options)
        for function in (roc_auc_score, sklearn_metrics.roc_auc_score)
    )
    assert_same(ours, theirs)


@pytest.mark.parametrize("seed", range(10))
def test_average_precision_of_two_classes_equals_scikit_learn_and_the_loop_twin(seed: int) -> None:
    case = binary(random_case(seed))
    options = {"pos_label": case.classes[0], "sample_weight": case.w}
    ours = average_precision_score(case.true, case.score, **options)
    assert_same(ours, sklearn_metrics.average_precision_score(case.true, case.score, **options))
    points = oracle.sweep(case.true == case.classes[0], case.score, case.w)
    assert ours == pytest.approx(oracle.average_precision(points), abs=1e-12)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("seed", [s for s in range(20) if len(random_case(s).classes) > 2])
def test_one_against_the_rest_equals_scikit_learn(seed: int, average: str | None) -> None:
    case = random_case(seed)
    options: dict[str, Any] = {"average": average, "sample_weight": case.w}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)  # a class without rows
        ours, theirs = (
            function(case.true, case.proba, labels=case.classes, multi_class="ovr", **options)
            for function in (roc_auc_score, sklearn_metrics.roc_auc_score)
        )
        assert_same(ours, theirs)
        if len(np.unique(case.true)) == len(case.classes):
            ours, theirs = (
                function(case.true, case.proba, **options)
                for function in (average_precision_score, sklearn_metrics.average_precision_score)
            )
            assert_same(ours, theirs)


@pytest.mark.parametrize("average", ["macro", "weighted"])
@pytest.mark.parametrize("seed", [s for s in range(20) if len(np.unique(random_case(s).true)) > 2])
def test_one_against_one_equals_scikit_learn(seed: int, average: str) -> None:
    case = random_case(seed)
    ours, theirs = (
        function(case.true, case.proba, labels=case.classes, multi_class="ovo", average=average)
        for function in (roc_auc_score, sklearn_metrics.roc_auc_score)
    )
    assert_same(ours, theirs)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.booleans())
def test_auc_is_the_share_of_pairs_in_order(seed: int, weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    true, score = np.append([0, 1], rng.integers(0, 2, 20)), np.round(rng.normal(size=22), 1)
    w = rng.random(22) + 0.1 if weighted else None
    value = roc_auc_score(true, score, sample_weight=w)
    assert value == pytest.approx(oracle.auc(true == 1, score, w), abs=1e-12)
    assert roc_auc_score(1 - true, -score, sample_weight=w) == pytest.approx(value, abs=1e-12)
    rows = rng.permutation(22)
    permuted = roc_auc_score(true[rows], score[rows], sample_weight=None if w is None else w[rows])
    assert permuted == pytest.approx(value, abs=1e-12)
    repeat = rng.integers(1, 4, 22)
    twice = roc_auc_score(true.repeat(repeat), score.repeat(repeat))
    assert roc_auc_score(true, score, sample_weight=repeat) == pytest.approx(twice, abs=1e-12)


def test_area_of_descending_points_and_refusals() -> None:
    assert auc([1, 0.5, 0], [1, 1, 0]) == 0.75
    assert auc([0, 1], [-1, -1]) == -1.0
    with pytest.raises(DataError, match="x neither ascends nor descends; sort the points by x"):
        auc([0, 1, 0.5], [0, 1, 1])
    with pytest.raises(DataError, match=r"1 point\(s\) enclose no area; give at least 2"):
        auc([0], [0])


def test_one_class_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="roc_auc_score is undefined because a class has no rows"):
        assert np.isnan(roc_auc_score([1, 1], [0.1, 0.2]))
    with pytest.warns(UndefinedMetricWarning, match="it is set to nan"):
        assert np.isnan(roc_auc_score([0, 1], [0.1, 0.2], sample_weight=[1, 0]))
    with pytest.warns(UserWarning, match="No positive class found"):
        assert average_precision_score([0, 0], [0.1, 0.2]) == 0.0


THREE = (["a", "b", "c"], [[0.2, 0.3, 0.5], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]])


@pytest.mark.parametrize(
    ("arguments", "options", "error", "sentence"),
    [
        (THREE, {}, UsageError, "multi_class='raise' is not accepted; give 'ovr' or 'ovo'"),
        (THREE, {"multi_class": "ovo", "average": None}, UsageError, "average=None is not implemented"),
        (THREE, {"multi_class": "ovo", "sample_weight": [1, 1, 1]}, UsageError, "use multi_class='ovr'"),
        (THREE, {"multi_class": "ovr", "max_fpr": 0.5}, UsageError, "max_fpr=0.5 is for two classes only"),
        (
            THREE,
            {"multi_class": "ovr", "labels": ["c", "b", "a"]},
            UsageError,
            "labels must be in ascending order",
        ),
        (THREE, {"multi_class": "ovr", "labels": ["a", "b", "d"]}, DataError, "y_true holds the label 'c'"),
        (
            (THREE[0], np.eye(3) * 2),
            {"multi_class": "ovr"},
            DataError,
            "Row 0: the class probabilities sum to 2",
        ),
        ((THREE[0], np.eye(3)[:, :2]), {"multi_class": "ovr"}, DataError, r"2 columns for 3 classes"),
        (([0, 1], [0.1, 0.2]), {"max_fpr": 2}, UsageError, "max_fpr=2 is not accepted"),
        (([0, 1], [[0.1, 0.9], [0.2, 0.8]]), {}, DataError, r"y_score has shape \(2, 2\)"),
        (([0, 1], [0.1, np.nan]), {}, DataError, "y_score: nan in row 1"),
        (([0, 1], [0.1, 0.2, 0.3]), {}, DataError, "y_true has 2 rows but y_score has 3"),
        (([0, 1], [0.1, 0.2]), {"sample_weight": [1, -2]}, DataError, "some are negative"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    arguments: Any, options: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        roc_auc_score(*arguments, **options)


def test_average_precision_refuses_unknown_positive_labels() -> None:
    with pytest.raises(UsageError, match="pos_label=1 is not a valid label"):
        average_precision_score(["a", "b"], [0.1, 0.2])
    with pytest.raises(UsageError, match="pos_label='a' is for two classes only"):
        average_precision_score(*THREE, pos_label="a")
