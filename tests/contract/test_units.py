"""The unit of measurement: values times a power of two, up to 2^±900, give the same answers or one sentence.

Estimators whose model itself depends on the unit (a penalty, a learning rate, a prior variance, a smoothing
constant) are asked for y or X only where it does not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei import DecisionTreeRegressor
from fenlei.errors import FenleiError
from fenlei.registry import REGISTRY
from tests.contract.test_array_layouts import make, rows_for

EXPONENTS = [-900, -500, 500, 900]
SCALED = ["k_neighbors", "agglomerative", "decision_tree", "random_forest", "c45", "adaboost"]  # no refusal
LABELLED = [*SCALED, "kernel_nb"]  # the same labels, or a sentence
SCALED_TARGETS = [
    "decision_tree_regressor",
    "random_forest_regressor",
    "bagging_regressor",
    "adaboost_regressor",
]
TARGETS = [*SCALED_TARGETS, "linear_regression", "ridge"]


def fitted(name: str, X: np.ndarray, y: np.ndarray) -> Any:
    return make(REGISTRY[name]).fit(X, y)


def labels(model: Any, X: np.ndarray) -> np.ndarray:
    return model.predict(X) if hasattr(model, "predict") else model.labels_


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("k", EXPONENTS)
@pytest.mark.parametrize("name", LABELLED)
def test_labels_do_not_depend_on_the_unit_of_the_features(name: str, k: int) -> None:
    X, y, _ = rows_for(REGISTRY[name])
    plain = fitted(name, X, y)
    try:
        model = fitted(name, np.ldexp(X, k), y)
        found = labels(model, np.ldexp(X, k))
    except FenleiError:
        assert name not in SCALED
        return
    assert_array_equal(found, labels(plain, X))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("k", [-60, 1, 2, 20, 60, *EXPONENTS])
@pytest.mark.parametrize("name", TARGETS)
def test_predictions_have_the_unit_of_the_targets(name: str, k: int) -> None:
    X, y, _ = rows_for(REGISTRY[name])
    plain = fitted(name, X, y)
    try:
        found = np.ldexp(fitted(name, X, np.ldexp(y, k)).predict(X), -k)
    except FenleiError:
        assert name not in SCALED_TARGETS
        return
    assert_allclose(found, plain.predict(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
@pytest.mark.parametrize("k", EXPONENTS)
def test_trees_importances_and_prices_have_no_unit(criterion: str, k: int) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 4))
    y = np.exp(X[:, 0] + 0.3 * rng.normal(size=200))
    parameters = {"criterion": criterion, "min_samples_leaf": 5}
    plain = DecisionTreeRegressor(**parameters).fit(X, y)
    model = DecisionTreeRegressor(**parameters).fit(X, np.ldexp(y, k))
    assert_array_equal(model.apply(X), plain.apply(X))
    assert_allclose(model.feature_importances_, plain.feature_importances_)
    assert_allclose(np.ldexp(model.predict(X), -k), plain.predict(X))


def test_a_tree_of_any_unit_has_as_many_leaves() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    y = X @ [3.0, 1.0, 0.5, 0.0]
    leaves = [DecisionTreeRegressor(max_depth=4).fit(X, y * s).get_n_leaves() for s in (1.0, 1e-100, 1e200)]
    assert leaves == [16, 16, 16]


def test_prices_in_the_unit_of_the_targets() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100, 2))
    y = X[:, 0] + rng.normal(size=100)
    for name in ("ccp_alpha", "min_impurity_decrease"):
        plain = DecisionTreeRegressor(**{name: 0.02}).fit(X, y)
        model = DecisionTreeRegressor(**{name: float(np.ldexp(0.02, -200))}).fit(X, np.ldexp(y, -100))
        assert 1 < plain.get_n_leaves() < 90
        assert_array_equal(model.apply(X), plain.apply(X))
        assert_allclose(np.ldexp(model.tree_.impurity, 200), plain.tree_.impurity)
