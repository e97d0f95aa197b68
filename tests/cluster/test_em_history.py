"""EM step by step: `keep_history` of the mixtures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

from fenlei import load, load_model, save_model
from fenlei.cluster import BernoulliMixture, CategoricalMixture, GaussianMixture
from fenlei.errors import UsageError

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

COINS = np.asarray(load("three_coins").X, dtype=float)
ROWS = np.asarray(load("mixture_series").X, dtype=float)


def series(max_iter: int = 2, **others: Any) -> GaussianMixture:
    start = {"weights_init": [0.5, 0.5], "means_init": [[-30], [30]], "precisions_init": [[[1 / 400]]] * 2}
    model = GaussianMixture(2, reg_covar=0, max_iter=max_iter, keep_history=True, **(start | others))
    return model.fit(ROWS)


def test_b27_every_step_of_the_two_normals() -> None:
    """004, equations 132 to 134, recomputed (B27): start, first and second step."""
    steps = series().history_
    assert_allclose(steps.log_likelihood, [-77.4431357163, -72.6643599016, -72.4726784783], atol=5e-11)
    weights = [[0.5, 0.5], [0.1866680394, 0.8133319606], [0.1638380831, 0.8361619169]]
    assert_allclose(steps.weights, weights, atol=1e-10)
    means = [[-30, 30], [-37.9454848910, 34.4466269105], [-44.0470008205, 33.6656201974]]
    assert_allclose(steps.means[..., 0], means, atol=5e-10)
    variances = [[400, 400], [1031.2725396694, 419.8898599356], [883.8479565536, 427.5559614169]]
    assert_allclose(steps.covariances[..., 0, 0], variances, atol=5e-10)


def q_by_loops(new: Any, old: Any) -> float:
    """004, equation 126, term by term."""
    total = 0.0
    for y in ROWS[:, 0]:
        joint = [a * norm.pdf(y, m, np.sqrt(v)) for a, m, v in zip(*old, strict=True)]
        for k, (a, m, v) in enumerate(zip(*new, strict=True)):
            total += joint[k] / sum(joint) * (np.log(a) + norm.logpdf(y, m, np.sqrt(v)))
    return total


def test_q_is_that_of_the_loops_and_bounds_the_climb() -> None:
    """ℓ(θ') - ℓ(θ) >= Q(θ', θ) - Q(θ, θ) >= 0."""
    steps = series(6).history_
    thetas = [
        (a, m[:, 0], v[:, 0, 0])
        for a, m, v in zip(steps.weights, steps.means, steps.covariances, strict=True)
    ]
    assert len(thetas) == 7
    for i, Q in enumerate(steps.Q):
        assert_allclose(Q, q_by_loops(thetas[i + 1], thetas[i]), rtol=1e-12)
        gain = Q - q_by_loops(thetas[i], thetas[i])
        assert 0 <= gain <= steps.log_likelihood[i + 1] - steps.log_likelihood[i] + 1e-12


@pytest.mark.parametrize("form", ["full", "tied", "diag", "spherical"])
def test_the_last_step_is_the_model(form: str) -> None:
    X, w = np.random.default_rng(0).normal(size=(40, 3)), np.random.default_rng(1).integers(0, 3, 40)
    options: Any = {"covariance_type": form, "random_state": 0, "n_init": 3, "max_iter": 4}
    model = GaussianMixture(2, keep_history=True, **options).fit(X, sample_weight=w)
    plain = GaussianMixture(2, **options).fit(X, sample_weight=w)
    steps = model.history_
    for name in ("weights", "means", "covariances"):
        assert_array_equal(getattr(steps, name)[-1], getattr(model, f"{name}_"))
        assert_array_equal(getattr(plain, f"{name}_"), getattr(model, f"{name}_"))
    assert len(steps.log_likelihood) == model.n_iter_ + 1 == len(steps.Q) + 1
    assert_allclose(steps.log_likelihood[:-1] / w.sum(), model.lower_bounds_, rtol=1e-12)
    assert not hasattr(plain, "history_")


def test_b26_three_coins_arrive_in_one_step() -> None:
    start: Any = {"weights_init": [0.4, 0.6], "means_init": [[0.6], [0.7]]}
    steps = BernoulliMixture(2, max_iter=3, tol=0, keep_history=True, **start).fit(COINS).history_
    assert_allclose(steps.weights[1:, 0], 0.4064171123, atol=5e-11)
    assert_allclose(steps.means[1:, :, 0], [[0.5368421053, 0.6432432432]] * 3, atol=5e-11)
    assert (np.diff(steps.log_likelihood) >= -1e-12).all()


def test_categories_are_those_of_the_bernoulli_mixture() -> None:
    X = np.random.default_rng(0).integers(0, 2, (30, 3)).astype(float)
    mu = np.array([[0.3, 0.6, 0.2], [0.7, 0.5, 0.9]])
    shared: Any = {"weights_init": [0.4, 0.6], "max_iter": 3, "tol": 0, "keep_history": True}
    ours = BernoulliMixture(2, means_init=mu, **shared).fit(X).history_
    tables = [np.column_stack([1 - mu[:, j], mu[:, j]]) for j in range(3)]
    theirs = CategoricalMixture(2, probabilities_init=tables, **shared).fit(X).history_
    assert theirs.means is None
    assert_allclose(theirs.Q, ours.Q, rtol=1e-12)
    assert_allclose(theirs.log_likelihood, ours.log_likelihood, rtol=1e-12)
    for j, table in enumerate(theirs.probabilities):
        assert_allclose(table[:, :, 1], ours.means[:, :, j], rtol=1e-12)


def test_no_step_a_later_fit_and_a_file(tmp_path: Path) -> None:
    model = series(0)
    assert model.history_.weights.tolist() == [[0.5, 0.5]]
    assert len(model.history_.Q) == 0
    model.set_params(keep_history=False, max_iter=2).fit(ROWS)
    assert not hasattr(model, "history_")
    save_model(series(), tmp_path / "m.fenlei")
    assert_array_equal(load_model(tmp_path / "m.fenlei").means_, series().means_)


def test_keep_history_is_a_switch() -> None:
    with pytest.raises(UsageError, match="keep_history"):
        GaussianMixture(keep_history="yes").fit(ROWS)
