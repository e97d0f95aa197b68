"""AdaBoost.R2: the oracle, scikit-learn's rounds, weights as repetition, staged answers, bad input."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import ensemble as theirs
from sklearn.linear_model import LinearRegression as TheirLine
from sklearn.neighbors import KNeighborsRegressor as TheirNeighbours
from sklearn.tree import DecisionTreeRegressor as TheirTree
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import AdaBoostRegressor, DecisionTreeRegressor, LinearRegression
from fenlei.ensemble.adaboost.regression_rounds import weighted_median
from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.trace import tracing
from tests.contract.samples import DRAWS

DRAWN = {f"check_sample_weight_equivalence_on_{kind}_data": DRAWS for kind in ("dense", "sparse")}
LOSSES = ("linear", "square", "exponential")


@parametrize_with_checks(
    [AdaBoostRegressor(n_estimators=5), AdaBoostRegressor(n_estimators=5, resample=False)],
    expected_failed_checks=lambda model: DRAWN if model.resample else {},
)
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def sample(n: int = 80, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, np.sin(X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.normal(size=n)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("rate", [1.0, 0.3])
@pytest.mark.parametrize("part", [TheirTree(max_depth=3), TheirLine(), TheirNeighbours(3)], ids=str)
def test_the_rounds_are_those_of_scikit_learn(loss: Any, rate: float, part: Any) -> None:
    X, y = sample()
    w = np.random.default_rng(1).uniform(0.5, 2.0, len(y))
    form = {"loss": loss, "learning_rate": rate, "n_estimators": 8, "random_state": 3}
    ours = AdaBoostRegressor(part, **form).fit(X, y, w)
    namesake = theirs.AdaBoostRegressor(part, **form).fit(X, y, w)
    assert len(ours.estimators_) == len(namesake.estimators_)
    assert_allclose(ours.estimator_weights_, namesake.estimator_weights_, rtol=1e-9)
    assert_allclose(ours.predict(X), namesake.predict(X), rtol=1e-9)
    for a, b in zip(ours.staged_predict(X), namesake.staged_predict(X), strict=True):
        assert_allclose(a, b, rtol=1e-9)
    assert_allclose(list(ours.staged_score(X, y, w)), list(namesake.staged_score(X, y, w)), rtol=1e-9)
    if isinstance(part, TheirTree):
        assert_allclose(ours.feature_importances_, namesake.feature_importances_, rtol=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_equals_the_oracle(loss: Any) -> None:
    """Round by round in plain numbers, on the rounds that a listener is told of."""
    X, y = sample(40)
    steps: list[Any] = []
    with tracing(steps.append):
        model = AdaBoostRegressor(
            DecisionTreeRegressor(max_depth=2), n_estimators=6, loss=loss, resample=False
        ).fit(X, y)
    steps = [step for step in steps if hasattr(step, "loss")]
    D = [1.0 / len(y)] * len(y)
    for t, step in enumerate(steps):
        away = [abs(a - b) for a, b in zip(step.predicted, y, strict=True)]
        share = [a / max(away) for a in away]
        forms = {
            "linear": share,
            "square": [a * a for a in share],
            "exponential": [1 - math.exp(-a) for a in share],
        }
        L = forms[loss]
        e = sum(d * each for d, each in zip(D, L, strict=True))
        beta = e / (1 - e)
        assert model.estimator_errors_[t] == pytest.approx(e, rel=1e-9)
        assert model.estimator_weights_[t] == pytest.approx(math.log(1 / beta), rel=1e-9)
        D = [d * beta ** (1 - each) for d, each in zip(D, L, strict=True)]
        D = [d / sum(D) for d in D]
    assert len(steps) == len(model.estimators_)


def test_weighted_median_by_counting() -> None:
    rng = np.random.default_rng(0)
    values, alpha = rng.integers(0, 5, (30, 7)).astype(float), rng.uniform(0.1, 1.0, 7)
    for row, found in zip(values, weighted_median(values, alpha), strict=True):
        sums = [sum(a for a, u in zip(alpha, row, strict=True) if u <= v) for v in sorted(row)]
        assert found == next(v for v, s in zip(sorted(row), sums, strict=True) if s >= 0.5 * alpha.sum())


def test_a_weight_is_a_repetition_and_zero_is_no_row() -> None:
    X, y = sample(40)
    w = np.random.default_rng(2).integers(0, 4, 40)
    repeated = np.repeat(np.arange(40), w)
    form = {"n_estimators": 5, "resample": False}
    line = LinearRegression()
    weighted = AdaBoostRegressor(line, **form).fit(X, y, w)
    assert_allclose(
        weighted.predict(X),
        AdaBoostRegressor(line, **form).fit(X[repeated], y[repeated]).predict(X),
        rtol=1e-8,
    )
    drawn = AdaBoostRegressor(n_estimators=5, random_state=0)
    without = drawn.fit(X[w > 0], y[w > 0], w[w > 0]).predict(X)
    assert_array_equal(drawn.fit(X, y, w).predict(X), without)
    assert_array_equal(drawn.fit(X, y, 8 * w).predict(X), without)


def test_how_rounds_end() -> None:
    X = np.arange(6.0)[:, None]
    exact = AdaBoostRegressor(DecisionTreeRegressor(), resample=False).fit(X, X[:, 0])
    assert len(exact.estimators_) == 1
    assert exact.estimator_weights_[:2].tolist() == [1.0, 0.0]
    assert exact.estimator_errors_[:2].tolist() == [0.0, 1.0]
    poor = AdaBoostRegressor(DecisionTreeRegressor(max_depth=1), resample=False).fit(X, [0, 1, 0, 1, 0, 1])
    assert len(poor.estimators_) == 1
    assert poor.estimator_weights_[0] == 0.0
    assert_array_equal(poor.predict(X), poor.estimators_[0].predict(X))


def test_frames_with_names_and_missing_values_and_threads() -> None:
    import pandas as pd

    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=60), "colour": rng.choice(["red", "blue"], 60)})
    frame.loc[3, "size"] = np.nan
    y = np.where(frame["colour"] == "red", 4.0, 1.0) + rng.normal(size=60)
    models = [AdaBoostRegressor(n_estimators=4, random_state=0, n_jobs=j).fit(frame, y) for j in (1, 3)]
    assert models[0].predict(frame).tobytes() == models[1].predict(frame).tobytes()
    assert models[0].score(frame, y) > 0.5


def test_bad_input() -> None:
    X, y = sample()
    with pytest.raises(
        UsageError, match="AdaBoostRegressor: KNeighborsRegressor doesn't support sample_weight"
    ):
        AdaBoostRegressor(TheirNeighbours(), resample=False).fit(X, y)
    with pytest.raises(UsageError, match="loss='cubic' is not accepted"):
        AdaBoostRegressor(loss="cubic").fit(X, y)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="AdaBoostRegressor: targets as large as"):
        AdaBoostRegressor(TheirNeighbours(1), random_state=0).fit(X[:3], [1.7e308, -1.7e308, 1.0])
    model = AdaBoostRegressor(n_estimators=3, random_state=0).fit(X, y)
    with pytest.raises(ModelFileError, match="parts"):
        model._check_model(model.model_._replace(error=np.zeros(2), alpha=np.zeros(2)))
