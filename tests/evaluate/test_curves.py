"""ROC, precision-recall and risk-coverage curves: figures 3-20 and 3-21, scikit-learn, invariants."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning

from fenlei.errors import DataError
from fenlei.evaluate import (
    average_precision_score,
    one_vs_rest_curves,
    precision_recall_curve,
    risk_coverage_curve,
    roc_auc_score,
    roc_curve,
    zero_one_loss,
)
from tests.evaluate.cases import RANKED, RANKED_SCORE, assert_same, random_case


def test_figure_3_20_precision_recall_lengths() -> None:
    # source-000, section 2.3: (115,) (115,) (114,) today; the printed (69,) (69,) (68,) stop at recall 1
    precision, recall, thresholds = precision_recall_curve(RANKED, RANKED_SCORE, pos_label=1)
    assert (precision.shape, recall.shape, thresholds.shape) == ((115,), (115,), (114,))
    assert (precision[-1], recall[-1]) == (1.0, 0.0)
    until_full_recall = np.flatnonzero(recall == 1.0)[-1]
    assert len(thresholds[until_full_recall:]) == 68
    assert precision[until_full_recall] == 0.9705882352941176
    dropped = precision_recall_curve(RANKED, RANKED_SCORE, drop_intermediate=True)
    assert [len(part) for part in dropped] == [70, 70, 69]


def test_figure_3_21_roc_points() -> None:
    # source-000, section 2.3: shapes (8,) (8,) (8,), points and first threshold
    fpr, tpr, thresholds = roc_curve(RANKED, RANKED_SCORE, pos_label=1)
    assert fpr.tolist() == [0, 0, 0, 1 / 48, 1 / 48, 2 / 48, 2 / 48, 1]
    assert tpr.tolist() == [0, 1 / 66, 38 / 66, 38 / 66, 64 / 66, 64 / 66, 1, 1]
    assert thresholds.shape == (8,)
    assert thresholds[0] == math.inf


@pytest.mark.parametrize("drop_intermediate", [True, False])
@pytest.mark.parametrize("name", ["roc_curve", "precision_recall_curve"])
@pytest.mark.parametrize("seed", range(10))
def test_equals_scikit_learn(seed: int, name: str, drop_intermediate: bool) -> None:
    case = random_case(seed)
    options = {"pos_label": case.classes[0], "sample_weight": case.w, "drop_intermediate": drop_intermediate}
    ours = {"roc_curve": roc_curve, "precision_recall_curve": precision_recall_curve}[name]
    theirs = getattr(sklearn_metrics, name)
    assert_same(ours(case.true, case.score, **options), theirs(case.true, case.score, **options))


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.floats(0.1, 10.0))
def test_only_the_order_of_scores_matters(seed: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    true, score = np.append([0, 1], rng.integers(0, 2, 30)), np.round(rng.normal(size=32), 1)
    rows = rng.permutation(32)
    fpr, tpr, _ = roc_curve(true, score)
    assert_same(roc_curve(true[rows], scale * score[rows] + 3.0)[:2], (fpr, tpr))
    assert (np.diff(fpr) >= 0).all()
    assert (np.diff(tpr) >= 0).all()


def test_equal_scores_are_one_threshold() -> None:
    fpr, tpr, thresholds = roc_curve([0, 1, 0, 1], [0.5, 0.5, 0.5, 0.5])
    assert (fpr.tolist(), tpr.tolist(), thresholds.tolist()) == ([0, 1], [0, 1], [math.inf, 0.5])


def test_a_missing_class_is_warned_about() -> None:
    with pytest.warns(UndefinedMetricWarning, match="y_true has no negatives"):
        assert np.isnan(roc_curve([1, 1], [0.1, 0.2])[0]).all()
    with pytest.warns(UndefinedMetricWarning, match="y_true has no positives"):
        assert np.isnan(roc_curve([0, 0], [0.1, 0.2])[1]).all()
    with pytest.warns(UserWarning, match="No positive class found in y_true"):
        assert precision_recall_curve([0, 0], [0.1, 0.2])[1].tolist() == [1, 1, 0]


@pytest.mark.parametrize(
    ("y_true", "y_score", "options", "sentence"),
    [
        ([0, 1], [0.1, np.nan], {}, "y_score: nan in row 1 is not a finite number"),
        ([0, 1], [np.inf, 0.1], {}, "y_score: inf in row 0 is not a finite number"),
        ([0, 1], [0.1], {}, "y_true has 2 rows but y_score has 1"),
        ([0, 1], [[0.1, 0.9], [0.2, 0.8]], {}, r"y_score has shape \(2, 2\); give one value per row"),
        ([0, 1, 2], [0.1, 0.2, 0.3], {}, "not clear which is positive; pass pos_label"),
        (["a", "b"], [0.1, 0.2], {}, "not clear which is positive; pass pos_label"),
        ([0, 1], [0.1, 0.2], {"sample_weight": [1, -1]}, "sample_weight: some are negative"),
        ([], [], {}, "y_true is empty"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    y_true: Any, y_score: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(DataError, match=sentence):
        roc_curve(y_true, y_score, **options)


def test_risk_and_coverage_by_hand() -> None:
    # confidence 0.9: right; 0.8, two rows: one wrong; 0.5: wrong
    coverage, risk, thresholds = risk_coverage_curve([0, 1, 1, 0], [0, 1, 0, 1], [0.9, 0.8, 0.8, 0.5])
    assert coverage.tolist() == [0.25, 0.75, 1.0]
    assert risk.tolist() == [0.0, 1 / 3, 0.5]
    assert thresholds.tolist() == [0.9, 0.8, 0.5]


@pytest.mark.parametrize("seed", range(4))
def test_risk_ends_in_the_error_rate(seed: int) -> None:
    case = random_case(seed)
    coverage, risk, _ = risk_coverage_curve(case.true, case.pred, case.score, sample_weight=case.w)
    assert coverage[-1] == 1.0
    assert (np.diff(coverage) > 0).all()
    assert risk[-1] == pytest.approx(zero_one_loss(case.true, case.pred, sample_weight=case.w), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_curves_of_each_class_are_plain_data(seed: int) -> None:
    case = random_case(seed)
    codes = np.searchsorted(case.classes, case.true)
    names = [str(label) for label in case.classes]
    curves = one_vs_rest_curves(codes, case.proba, names, w=case.w, points=10)
    assert json.loads(json.dumps(curves)) == curves
    for k, name in enumerate(names):
        member, options = (codes == k).astype(int), {"sample_weight": case.w}
        weight = np.bincount(member, case.w, 2)
        assert (name in curves["roc"]) == (name in curves["pr"]) == (weight > 0).all()
        if name in curves["roc"]:
            roc, pr = curves["roc"][name], curves["pr"][name]
            assert len(roc["x"]) == len(roc["y"]) <= 10
            assert len(pr["x"]) == len(pr["y"]) <= 10
            assert (roc["x"][0], roc["y"][0], roc["x"][-1], roc["y"][-1]) == (0, 0, 1, 1)
            assert (pr["x"][0], pr["y"][0], pr["x"][-1]) == (0, 1, 1)
            assert_same(roc["auc"], roc_auc_score(member, case.proba[:, k], **options))
            assert_same(pr["ap"], average_precision_score(member, case.proba[:, k], **options))


def test_curves_of_each_class_refuse_a_wrong_number_of_columns() -> None:
    with pytest.raises(DataError, match=r"scores has shape \(2, 2\); give \(n, 3\)"):
        one_vs_rest_curves(np.array([0, 1]), np.full((2, 2), 0.5), ["a", "b", "c"])


def test_thinned_curves_of_many_rows_keep_area_and_size() -> None:
    rng = np.random.default_rng(0)
    codes = (rng.random(20_000) < 0.3).astype(int)
    proba = rng.beta(1 + codes, 2 - codes)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        curves = one_vs_rest_curves(codes, np.stack([1 - proba, proba], axis=1), ["no", "yes"])
    for curve in curves["roc"].values():
        assert len(curve["x"]) == 200
        assert np.trapezoid(curve["y"], curve["x"]) == pytest.approx(curve["auc"], abs=2e-3)
