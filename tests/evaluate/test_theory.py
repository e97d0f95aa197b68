"""Bounds that invert one another, separability against an oracle without linear programming, shattering."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from fenlei import AdaBoostClassifier, CategoricalNB, load
from fenlei.errors import DataError, UsageError
from fenlei.evaluate import theory
from tests.oracles.theory import separable_in_plane

small = st.floats(0.001, 0.5)
sizes = st.floats(0.0, 1e6)  # ln |H|, far beyond the largest float's


@settings(max_examples=60)
@given(epsilon=small, delta=st.floats(1e-12, 1.0), log_size=sizes)
def test_hoeffding_solved_for_each_quantity(epsilon: float, delta: float, log_size: float) -> None:
    n = theory.hoeffding_samples(epsilon, delta, log_size=log_size)
    bound = theory.hoeffding_bound(epsilon, n, log_size=log_size)
    assert bound <= delta * (1 + 1e-6)
    assert n == 1 or theory.hoeffding_bound(epsilon, n - 1, log_size=log_size) > delta * (1 - 1e-6)
    assert theory.hoeffding_epsilon(n, delta, log_size=log_size) <= epsilon * (1 + 1e-9)
    assert theory.hoeffding_log_size(epsilon, n, delta) >= log_size - 1e-6 * max(1.0, log_size)


@settings(max_examples=60)
@given(epsilon=small, dimension=st.integers(1, 1000), delta=st.floats(1e-12, 0.9))
def test_vc_solved_for_each_quantity(epsilon: float, dimension: int, delta: float) -> None:
    n = theory.vc_samples(epsilon, dimension, delta)
    assert theory.vc_bound(n, dimension, delta) <= epsilon
    assert theory.vc_bound(n - 1, dimension, delta) > epsilon
    solved = theory.vc_delta(theory.vc_bound(n, dimension, delta), n, dimension)
    assert_allclose(math.log(solved), math.log(delta), rtol=1e-6, atol=1e-6)


def test_numbers_too_large_for_a_float_are_no_trouble() -> None:
    assert theory.hoeffding_bound(1e-3, 1, log_size=1e6) == math.inf
    assert theory.vc_delta(1e-3, 1e6, 1e4) == math.inf
    assert theory.hoeffding_samples(0.05, 0.05, size=2**10000) == theory.hoeffding_samples(
        0.05, 0.05, log_size=10000 * math.log(2)
    )


def test_a_simulation_keeps_the_bound() -> None:
    rng = np.random.default_rng(0)
    means = rng.binomial(100, 0.5, 20000) / 100
    assert np.mean(np.abs(means - 0.5) > 0.1) <= theory.hoeffding_bound(0.1, 100)


@pytest.mark.parametrize(
    "call",
    [
        lambda: theory.hoeffding_bound(0.0, 10),
        lambda: theory.hoeffding_samples(0.1, 0.0),
        lambda: theory.hoeffding_epsilon(10, 2.0),
        lambda: theory.hoeffding_bound(0.1, 10, size=3, log_size=1.0),
        lambda: theory.hoeffding_bound(0.1, 10, size=0),
        lambda: theory.vc_bound(3, 5, 0.1),
        lambda: theory.vc_bound(math.inf, 5, 0.1),
    ],
)
def test_impossible_quantities_are_refused(call: object) -> None:
    with pytest.raises(UsageError, match="is not accepted; give"):
        call()  # type: ignore[operator]


@settings(max_examples=80)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 8), grid=st.booleans())
def test_separability_equals_the_oracle(seed: int, n: int, grid: bool) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (n, 2)).astype(float) if grid else rng.normal(size=(n, 2))
    y = rng.integers(0, 2, n)
    assume(len(set(y.tolist())) == 2)
    assert theory.is_linearly_separable(X, y) == separable_in_plane(X, y)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), scale=st.floats(-150, 150), shift=st.floats(-1e6, 1e6))
def test_the_hyperplane_separates_in_any_units(seed: int, scale: float, shift: float) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 3))
    y = np.where(X @ [1.0, -2.0, 0.5] > 0.1, "yes", "no")
    assume(len(set(y)) == 2)
    found = theory.separating_hyperplane(X + shift * (scale == 0), y)
    assert found is not None
    w, b = found
    assert ((X + shift * (scale == 0)) @ w + b > 0).tolist() == (y == "yes").tolist()
    scaled = theory.separating_hyperplane(X * 10.0**scale, y)
    assert scaled is not None


def test_one_class_and_bad_input() -> None:
    assert theory.is_linearly_separable([[0.0], [1.0]], [1, 1])
    assert not theory.is_linearly_separable([[0.0], [0.0]], [0, 1])
    with pytest.raises(UsageError, match="of 3 classes"):
        theory.is_linearly_separable([[0.0], [1.0], [2.0]], [0, 1, 2])
    with pytest.raises(DataError, match="y"):
        theory.is_linearly_separable([[0.0], [1.0]], [0, 1, 1])
    with pytest.raises(UsageError, match="at most 16 points"):
        theory.separable_labelings(np.zeros((17, 2)))


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), p=st.integers(1, 3))
def test_general_points_are_shattered_up_to_the_dimension(seed: int, p: int) -> None:
    points = np.random.default_rng(seed).normal(size=(p + 2, p))
    assert theory.shatters(points[:-1])
    assert not theory.shatters(points)
    assert theory.separable_labelings(points) == theory.cover_count(p + 2, p)
    assert theory.vc_dimension_of_linear(p) == p + 1
    assert theory.vc_dimension_of_linear(p, fit_intercept=False) == p


def test_theorem_5_5_2_of_source_001_is_twice_epsilon() -> None:
    assert theory.excess_risk_bound(1000, 0.05, size=1000) == pytest.approx(2 * 0.0727895, abs=1e-7)
    assert theory.excess_risk_bound(100, 0.1) == 2 * theory.hoeffding_epsilon(100, 0.1)
    with pytest.raises(UsageError, match="n=0 is not accepted"):
        theory.excess_risk_bound(0, 0.1)


def test_equation_124_of_source_004_for_the_ten_points() -> None:
    data = load("adaboost_series")
    model = AdaBoostClassifier(n_estimators=3).fit(data.X, data.y)
    bound = theory.adaboost_bound([stage.edge for stage in model.rounds_])
    assert bound == pytest.approx(0.6403472671, abs=5e-11)
    assert model.rounds_[-1].bound <= bound  # the product of Z
    assert model.rounds_[-1].bound == pytest.approx(0.5801925341, abs=5e-11)


def test_bounds_of_impossible_edges() -> None:
    assert theory.adaboost_bound([]) == 1.0
    for edges in ([0.6], [np.nan], [-1.0]):
        with pytest.raises(UsageError, match="adaboost_bound: edges="):
            theory.adaboost_bound(edges)


def test_section_5_4_of_source_001_counts_parameters() -> None:
    assert [theory.number_of_parameters(D) for D in (1, 2, 10)] == [3, 5, 21]
    assert [theory.number_of_parameters(D, naive=False) for D in (1, 2, 10)] == [3, 7, 2047]
    model = CategoricalNB().fit([[0, 1], [1, 2], [2, 0]], [0, 1, 2])  # 3 classes, 3 values each
    free = sum((table.shape[1] - 1) * 3 for table in model.feature_log_prob_) + 2
    assert theory.number_of_parameters([3, 3], classes=3) == free == 14
    assert theory.number_of_parameters(2, values=3, naive=False) == 17
    for bad in ({"features": 0}, {"features": [0]}, {"features": 2, "classes": 0}):
        with pytest.raises(UsageError, match="number_of_parameters: "):
            theory.number_of_parameters(**bad)
