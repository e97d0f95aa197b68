"""Calibration: against optimisers, scikit-learn, brute force; at the edges; in model files."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.special import log_softmax as scipy_log_softmax
from scipy.special import logsumexp
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score

from fenlei import SVC, DecisionTreeClassifier, GaussianNB, LinearSVC, load, load_model, save_model
from fenlei.ensemble.calibration.calibrated import CalibratedClassifier, uncalibrated
from fenlei.ensemble.calibration.choice import calibrate, fit_calibration, left_out, methods_for
from fenlei.ensemble.calibration.class_log_scores import class_log_scores
from fenlei.ensemble.calibration.one_vs_rest import isotonic_steps
from fenlei.ensemble.calibration.record import (
    METHODS,
    Calibration,
    calibrated_log_proba,
    check_calibration,
    log_odds,
)
from fenlei.ensemble.calibration.temperature import RIDGE, fit_temperature, smoothed
from fenlei.errors import ModelFileError, UsageError
from fenlei.explanation import explain
from fenlei.explanation.formula import disagreement
from fenlei.model_file import Model
from fenlei.study import train, with_costs

RNG = np.random.default_rng(0)


def rows(n: int = 300, K: int = 3, sharpness: float = 4.0) -> tuple[np.ndarray, np.ndarray]:
    """Scores that know something of the class, are too sure, and favour the first class."""
    codes = RNG.choice(K, n, p=np.arange(1, K + 1) / np.arange(1, K + 1).sum())
    z = RNG.normal(size=(n, K))
    z[np.arange(n), codes] += 1.0
    z[:, 0] += 1.0
    return sharpness * z, codes


def loss(theta: np.ndarray, z: np.ndarray, codes: np.ndarray) -> float:
    log_p = scipy_log_softmax(theta[0] * z + theta[1:], axis=1)
    return float(-(smoothed(codes, z.shape[1]) * log_p).sum(axis=1).mean() + RIDGE * theta[1:] @ theta[1:])


@pytest.mark.parametrize("K", [2, 3, 7])
@pytest.mark.parametrize("with_offsets", [True, False])
@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e8])
def test_the_loss_is_least(K: int, with_offsets: bool, unit: float) -> None:
    z, codes = rows(K=K)
    found = fit_temperature(unit * z, codes, with_offsets=with_offsets)
    free = (lambda v: v) if with_offsets else (lambda v: np.concatenate([v[:1], np.zeros(K)]))
    other = minimize(lambda v: loss(free(v), z, codes), np.concatenate([[0.1], np.zeros(K)]), tol=1e-12)
    mine = loss(np.concatenate([[found.slope * unit], found.offsets]), z, codes)
    assert mine <= other.fun + 1e-9
    assert with_offsets or not found.offsets.any()


def test_scores_that_mislead_keep_the_order_of_the_classes() -> None:
    z, codes = rows(K=2)
    found = fit_temperature(-z, codes, with_offsets=True)
    assert 0 < found.slope < 1e-2


def test_perfect_scores_have_finite_slopes() -> None:
    codes = np.arange(90) % 3
    found = fit_temperature(10.0 * np.eye(3)[codes], codes, with_offsets=True)
    p = np.exp(scipy_log_softmax(found.slope * 10.0 * np.eye(3)[codes], axis=1))
    assert 0.99 < p[np.arange(90), codes].min() < 1.0


def test_log_odds_by_brute_force() -> None:
    z = 300 * RNG.normal(size=(40, 4))
    slow = [[row[k] - logsumexp([row[j] for j in range(4) if j != k]) for k in range(4)] for row in z]
    np.testing.assert_allclose(log_odds(z), slow, rtol=1e-12)


def test_isotonic_steps_are_those_of_scikit_learn() -> None:
    f, truth = np.round(RNG.normal(size=400), 1), RNG.random(400) < 0.4
    at, share = isotonic_steps(f, truth)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(f, truth.astype(float))
    probe = np.linspace(-4, 4, 500)
    np.testing.assert_allclose(np.interp(probe, at, share), theirs.predict(probe), atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_probabilities_add_up_and_none_is_zero(method: str) -> None:
    z, codes = rows(1200)
    z[:5] = [0.0, -np.inf, -np.inf]  # a tree that is sure
    log_p = calibrated_log_proba(fit_calibration(z, codes, method), z)
    assert np.isfinite(log_p).all()
    np.testing.assert_allclose(np.exp(log_p).sum(axis=1), 1.0, rtol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_labels_in_another_order_give_the_same(method: str) -> None:
    z, codes = rows(1500)
    order = np.array([2, 0, 1])  # new class k is old class order[k]
    log_p = calibrated_log_proba(fit_calibration(z, codes, method), z)
    renamed = fit_calibration(z[:, order], np.argsort(order)[codes], method)
    np.testing.assert_allclose(calibrated_log_proba(renamed, z[:, order]), log_p[:, order], atol=1e-6)


def test_a_temperature_changes_no_label_and_no_area() -> None:
    z, codes = rows(500, K=2)
    log_p = calibrated_log_proba(fit_calibration(z, codes, "temperature"), z)
    np.testing.assert_array_equal(log_p.argmax(axis=1), z.argmax(axis=1))
    assert roc_auc_score(codes, log_p[:, 1] - log_p[:, 0]) == roc_auc_score(codes, z[:, 1] - z[:, 0])


def test_each_part_is_left_out() -> None:
    """Labels of a part do not change its own probabilities, those of other parts do."""
    z, codes = rows(300)
    parts = np.arange(300) % 3
    before = left_out(z, codes, parts, "offsets")
    changed = codes.copy()
    changed[parts == 0] = (codes[parts == 0] + 1) % 3
    after = left_out(z, changed, parts, "offsets")
    np.testing.assert_allclose(after[parts == 0], before[parts == 0], rtol=0, atol=1e-9)
    assert np.abs(after[parts == 1] - before[parts == 1]).max() > 0.01


def test_the_choice_follows_the_scores() -> None:
    z, codes = rows(3000, K=2)
    parts = np.arange(3000) % 5
    found = calibrate(z, codes, parts)
    assert found.calibration.name == "offsets"
    folded = np.abs(z[:, :1] - z[:, 1:]) * [[0, 1]] + z * 1e-9  # a rising curve with a bend, and ties
    bent = np.where(folded[:, 1:] > 2, np.round(folded, 0) ** 4, folded)
    right = np.column_stack([np.zeros(3000), bent[:, 1] * np.sign(z[:, 1] - z[:, 0])])
    assert calibrate(right, codes, parts).calibration.name == "isotonic"
    assert methods_for(500, 2) == ["temperature", "offsets"]
    assert methods_for(500, 3) == ["temperature", "offsets", "platt"]


def test_a_class_that_other_parts_lack() -> None:
    z, codes = rows(60)
    codes[codes == 2] = 0
    codes[:10] = 2
    found = left_out(z, codes, (np.arange(60) >= 10).astype(np.int64), "offsets")
    assert np.isfinite(found).all()


# --- the classifier


@pytest.fixture
def machine() -> CalibratedClassifier:
    X = RNG.normal(size=(200, 2))
    y = np.where(X[:, 0] + 0.3 * RNG.normal(size=200) > 0, "yes", "no")
    inner = LinearSVC().fit(X, y)
    z, are_logarithms = class_log_scores(inner, X)
    assert not are_logarithms
    return CalibratedClassifier.from_fitted(
        inner, fit_calibration(z, (y == "yes").astype(np.int64), "offsets")
    )


def test_it_predicts_what_its_probabilities_say(machine: CalibratedClassifier) -> None:
    X = RNG.normal(size=(50, 2))
    P = machine.predict_proba(X)
    np.testing.assert_array_equal(machine.predict(X), machine.classes_[P.argmax(axis=1)])
    d = machine.estimator_.decision_function(X)
    assert np.all(np.argsort(P[:, 1]) == np.argsort(d))
    careful = machine.model_._replace(preference=np.array([50.0, 0.0]))
    assert set(CalibratedClassifier.from_fitted(machine.estimator_, careful).predict(X)) == {"no"}


def test_it_is_not_fitted_anew(machine: CalibratedClassifier) -> None:
    with pytest.raises(UsageError, match="fit the classifier inside it"):
        machine.fit([[0.0], [1.0]], [0, 1])


def test_a_file_holds_it_and_damage_is_refused(machine: CalibratedClassifier, tmp_path: Path) -> None:
    X = RNG.normal(size=(20, 2))
    save_model(machine, tmp_path / "a.fenlei")
    loaded = load_model(tmp_path / "a.fenlei")
    np.testing.assert_array_equal(loaded.predict_proba(X), machine.predict_proba(X))
    assert isinstance(uncalibrated(loaded), LinearSVC)
    first = machine.model_
    damaged = {
        "method": np.array(9),
        "slopes": np.array([-1.0, 1.0]),
        "offsets": np.zeros(3),
        "floor": np.array(np.nan),
        "shares": np.array([0.9, 0.9]),
        "starts": np.array([0, 5, 2]),
        "preference": np.array([np.inf, 0.0]),
    }
    for name, value in damaged.items():
        with pytest.raises(ModelFileError):
            check_calibration(first._replace(**{name: value}), 2)
    with pytest.raises(ModelFileError):  # steps without any
        check_calibration(first._replace(method=np.array(METHODS.index("isotonic"))), 2)


def test_parts_of_other_classes_are_refused(machine: CalibratedClassifier, tmp_path: Path) -> None:
    machine.parts_ = (GaussianNB().fit([[0.0], [1.0], [2.0]], ["a", "b", "c"]),)
    save_model(machine, tmp_path / "b.fenlei")
    with pytest.raises(ModelFileError, match="one, of the same classes"):
        load_model(tmp_path / "b.fenlei")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["svc", "decision_tree", "gaussian_nb"])
def test_the_working_adds_up(method: str, name: str) -> None:
    model = train("iris", name)
    data = load("iris")
    X = model._features(data)
    codes = np.searchsorted(model.classes_, data.y)
    z = class_log_scores(model.estimator, X)[0]
    calibrated = CalibratedClassifier.from_fitted(model.estimator, fit_calibration(z, codes, method))
    for lang in ("en", "zh"):
        working = explain(calibrated, X, 60, lang=lang)
        assert working.prediction == calibrated.predict(X[60:61])[0]
        assert all(disagreement(chain) < 1e-6 for chain in working.chains())
        assert working.steps[-1].key in ("calibrated_probabilities", "calibrated_by_shares")


def test_costs_decide_by_calibrated_probabilities() -> None:
    model = train("iris", "svc")
    with pytest.raises(UsageError, match="SVC has no predict_proba"):
        with_costs(model, reject_cost=0.1)
    X = model._features(load("iris"))
    codes = np.searchsorted(model.classes_, load("iris").y)
    record: Calibration = fit_calibration(class_log_scores(model.estimator, X)[0], codes, "offsets")
    calibrated = CalibratedClassifier.from_fitted(model.estimator, record)
    careful = with_costs(Model(calibrated), reject_cost=0.05)
    sure = calibrated.predict_proba(X).max(axis=1) > 0.95
    np.testing.assert_array_equal(careful.predict(X) != "reject", sure)


def test_estimators_with_probabilities_start_from_their_logarithms() -> None:
    X, y = RNG.normal(size=(60, 2)), np.arange(60) % 2
    tree = DecisionTreeClassifier().fit(X, y)
    z, are_logarithms = class_log_scores(tree, X)
    assert are_logarithms
    assert np.isneginf(z).any()
    assert class_log_scores(SVC().fit(X, y), X)[1] is False


@pytest.mark.parametrize("factor", [5e-324, 1e-310, 1e-290, 1e290, 1e308, 1.7e308])
def test_scores_of_any_size_give_probabilities(factor: float) -> None:
    rng = np.random.default_rng(0)
    codes, parts = np.arange(60) % 3, np.arange(60) // 3 % 5
    scores = np.clip(rng.normal(size=(60, 3)) + np.eye(3)[codes], -1, 1) * factor
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = calibrate(scores, codes, parts)
        P = np.exp(calibrated_log_proba(found.calibration, scores))
    assert_allclose(P.sum(axis=1), 1.0)
    assert np.isfinite(P).all()
