"""Log-loss, Brier score and calibration: scikit-learn's values, hand calculations, refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from sklearn.calibration import calibration_curve as sklearn_calibration_curve

from fenlei.errors import DataError, UsageError
from fenlei.evaluate import brier_score_loss, calibration_curve, log_loss
from tests.evaluate.cases import assert_same, random_case


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_log_loss_equals_scikit_learn(seed: int, normalize: bool) -> None:
    case = random_case(seed)
    options: dict[str, Any] = {"labels": case.classes, "sample_weight": case.w, "normalize": normalize}
    ours = log_loss(case.true, case.proba, **options)
    assert_same(ours, sklearn_metrics.log_loss(case.true, case.proba, **options))


def test_log_loss_of_a_certain_mistake_is_clipped() -> None:
    # -ln of the machine epsilon 2^-52 = 52 ln 2
    assert log_loss([0, 1], [1.0, 1.0]) == pytest.approx(52 * math.log(2) / 2, rel=1e-14)
    single = log_loss([0, 1], np.array([1.0, 1.0], dtype=np.float32))
    assert single == pytest.approx(23 * math.log(2) / 2, rel=1e-6)


@pytest.mark.parametrize("scale_by_half", ["auto", True, False])
@pytest.mark.parametrize("seed", range(8))
def test_brier_score_equals_scikit_learn(seed: int, scale_by_half: Any) -> None:
    case = random_case(seed)
    options: dict[str, Any] = {"sample_weight": case.w, "scale_by_half": scale_by_half}
    ours = brier_score_loss(case.true, case.proba, labels=case.classes, **options)
    theirs = sklearn_metrics.brier_score_loss(case.true, case.proba, labels=case.classes, **options)
    assert_same(ours, theirs)


@pytest.mark.parametrize("classes", [[0, 1], [-1, 1], [3, 8]])
def test_brier_score_of_one_column_guesses_the_larger_number(classes: list[int]) -> None:
    # ((0.2 - 0)² + (0.6 - 1)²) / 2 = (0.04 + 0.16) / 2
    assert brier_score_loss(classes, [0.2, 0.6]) == pytest.approx(0.1, abs=1e-15)


def test_brier_score_of_text_needs_the_positive_label() -> None:
    assert brier_score_loss(["ham", "spam"], [0.2, 0.6], pos_label="spam") == pytest.approx(0.1, abs=1e-15)
    with pytest.raises(DataError, match="not clear which is positive; pass pos_label"):
        brier_score_loss(["ham", "spam"], [0.2, 0.6])


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("seed", range(6))
def test_calibration_curve_equals_scikit_learn(seed: int, strategy: str) -> None:
    case = random_case(seed)
    true, options = case.true == case.classes[1], {"strategy": strategy, "n_bins": 4}
    ours = calibration_curve(true.astype(int), case.proba[:, 1], **options)  # type: ignore[arg-type]
    assert_same(ours, sklearn_calibration_curve(true, case.proba[:, 1], **options))


def test_calibration_by_hand() -> None:
    share, mean = calibration_curve([0, 0, 1, 1], [0.1, 0.3, 0.3, 0.9], n_bins=2)
    assert share.tolist() == [1 / 3, 1.0]
    assert mean == pytest.approx([0.7 / 3, 0.9])


@pytest.mark.parametrize(
    ("y_true", "y_proba", "options", "sentence"),
    [
        ([0, 1], [0.1, 1.2], {}, "y_proba: 1.2 in row 1 is not a probability; give numbers from 0 to 1"),
        ([0, 1], [0.1, np.nan], {}, "y_proba: nan in row 1 is not a finite number"),
        ([0, 1], ["a", "b"], {}, "y_proba holds 'a', which is not a number"),
        ([0, 1], [0.1], {}, "y_true has 2 rows but y_proba has 1"),
        ([1, 1], [0.1, 0.2], {}, "y_true has only the label 1; name all classes in labels"),
        ([0, 1, 2], [0.1, 0.2, 0.3], {}, r"y_proba has 2 columns for 3 classes"),
        (
            [0, 2],
            [0.1, 0.2],
            {"labels": [0, 1]},
            r"y_true holds the label 2, which is not among labels=\[0, 1\]",
        ),
        ([0, 1], [0.1, 0.2], {"sample_weight": [-1, 2]}, "sample_weight: some are negative"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    y_true: Any, y_proba: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(DataError, match=sentence):
        log_loss(y_true, y_proba, **options)


def test_rows_that_do_not_sum_to_one_are_warned_about() -> None:
    with pytest.warns(UserWarning, match="do not sum to one"):
        log_loss([0, 1], [[0.5, 0.4], [0.5, 0.5]])


def test_labels_out_of_order_are_warned_about() -> None:
    with pytest.warns(UserWarning, match=r"ascending order of the labels, \[0, 1\]"):
        assert log_loss([0, 1], [0.5, 0.5], labels=[1, 0]) == pytest.approx(math.log(2))


def test_calibration_refuses_what_it_cannot_use() -> None:
    with pytest.raises(DataError, match="y_true has 3 classes"):
        calibration_curve([0, 1, 2], [0.1, 0.2, 0.3])
    with pytest.raises(UsageError, match="strategy='sqrt' is not accepted"):
        calibration_curve([0, 1], [0.1, 0.2], strategy="sqrt")
    with pytest.raises(UsageError, match="n_bins=0 is not accepted; give at least 1"):
        calibration_curve([0, 1], [0.1, 0.2], n_bins=0)
