"""Calibration, cost curve and reject option, against scikit-learn and slow twins."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.calibration import calibration_curve

from fenlei.study.facts.probabilities import MAX_CLASSES, REJECT_COSTS, calibration, costs, rejecting


def made(n: int, K: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, list[str]]:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, K, n)
    codes[:K] = np.arange(K)
    proba = rng.dirichlet(np.ones(K), n) + 0.5 * np.eye(K)[codes]
    return codes, proba / proba.sum(axis=1, keepdims=True), [f"class {k}" for k in range(K)]


@pytest.mark.parametrize("K", [2, 3, 5])
def test_calibration_is_scikit_learns(K: int) -> None:
    codes, proba, names = made(400, K)
    found = calibration(codes, proba, names)
    assert list(found["classes"]) == (names[1:] if K == 2 else names)
    for name, curve in found["classes"].items():
        k = names.index(name)
        share, mean = calibration_curve(codes == k, proba[:, k], n_bins=10)
        np.testing.assert_allclose(curve["x"], mean, rtol=1e-12)
        np.testing.assert_allclose(curve["y"], share, rtol=1e-12)
        assert sum(curve["rows"]) == 400
        assert len(curve["rows"]) == len(curve["x"])
        assert curve["brier"] == pytest.approx(metrics.brier_score_loss(codes == k, proba[:, k]), rel=1e-12)
    assert found["brier"] == pytest.approx(metrics.brier_score_loss(codes, proba), rel=1e-12)


def test_certain_answers_lie_in_the_corners() -> None:
    codes = np.array([0, 1, 1, 0])
    found = calibration(codes, np.eye(2)[codes], ["a", "b"])
    assert found == {
        "brier": 0.0,
        "classes": {"b": {"x": [0.0, 1.0], "y": [0.0, 1.0], "rows": [2, 2], "brier": 0.0}},
    }


def test_only_the_largest_of_many_classes_are_kept() -> None:
    codes, proba, names = made(2000, 30)
    found = calibration(codes, proba, names)
    assert len(found["classes"]) == MAX_CLASSES
    assert len(json.dumps(found)) < 20_000


def test_the_cost_curve_is_the_cheapest_threshold() -> None:
    codes, proba, names = made(120, 2, seed=3)
    found = costs(codes, proba, names, True)["curve"]
    assert found["positive"] == "class 1"
    scores = proba[:, 1]
    for c, cost in zip(found["x"], found["y"], strict=True):
        lines = [
            c * np.mean(scores[codes == 1] < t) + (1 - c) * np.mean(scores[codes == 0] >= t)
            for t in [*scores, np.inf]
        ]
        assert cost >= min(lines) - 1e-12  # below no line of a threshold
        assert cost == pytest.approx(
            min(lines), abs=0.01
        )  # and off them only between corners of the envelope
        assert cost <= min(c, 1 - c) + 1e-12


def test_more_classes_have_no_cost_curve_and_mere_scores_no_reject_option() -> None:
    assert costs(*made(60, 3), True)["curve"] is None
    assert len(costs(*made(60, 3), True)["reject"]) == len(REJECT_COSTS)
    assert costs(*made(60, 2), False)["reject"] == []


@given(st.integers(0, 10_000), st.integers(2, 6), st.floats(0.0, 1.0))
def test_rejecting_row_by_row(seed: int, K: int, r: float) -> None:
    codes, proba, _ = made(50, K, seed)
    answered = [i for i in range(50) if max(proba[i]) >= 1.0 - r]
    wrong = [i for i in answered if np.argmax(proba[i]) != codes[i]]
    found = rejecting(codes, proba, r)
    assert found["coverage"] == len(answered) / 50
    assert found["risk"] == (len(wrong) / len(answered) if answered else None)
    assert found["cost"] == pytest.approx((len(wrong) + r * (50 - len(answered))) / 50)
