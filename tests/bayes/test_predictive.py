"""Bayesian predictive classifiers (source 004, equations 33 and 34) against the closed forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from fenlei import GaussianNB, QuadraticDiscriminantAnalysis, load, load_model, save_model
from fenlei.bayes.estimate import NormalInverseGamma, NormalInverseWishart, moments
from fenlei.errors import UnsupportedError, UsageError
from fenlei.evaluate import leave_one_out

iris = load("iris")
X, y = np.asarray(iris.X, dtype=float), np.asarray(iris.y)
CLASSES = np.unique(y)
WISHART = NormalInverseWishart(np.array([5.0, 3.0, 4.0, 1.0]), 2.0, 7.0, np.diag([1.0, 0.5, 2.0, 0.3]))
GAMMA = NormalInverseGamma(4.0, 0.5, 2.0, 1.5)


def by_class(prior: NormalInverseWishart) -> Any:
    """log π_k + log p(x | k, D), class by class."""
    terms = [prior.update(moments(X[y == k])).log_predictive(X) for k in CLASSES]
    return np.column_stack(terms) + np.log(1 / 3)


def test_qda_is_the_closed_form() -> None:
    model = QuadraticDiscriminantAnalysis(conjugate_prior=WISHART).fit(X, y)
    assert_allclose(model.log_joint(X), by_class(WISHART), rtol=1e-10)
    expected = by_class(WISHART)
    P = np.exp(expected - expected.max(axis=1, keepdims=True))
    assert_allclose(model.predict_proba(X), P / P.sum(axis=1, keepdims=True), rtol=1e-9)
    assert_array_equal(model.dof_, 7 + 50 - 4 + 1)


def test_naive_bayes_is_the_closed_form_feature_by_feature() -> None:
    model = GaussianNB(conjugate_prior=GAMMA).fit(X, y)
    expected = np.full((150, 3), np.log(1 / 3))
    for k, label in enumerate(CLASSES):
        for j in range(4):
            expected[:, k] += GAMMA.update(moments(X[y == label, j])).log_predictive(X[:, j])
    assert_allclose(model.log_joint(X), expected, rtol=1e-11)


def test_the_density_is_scipys_t() -> None:
    model = QuadraticDiscriminantAnalysis(conjugate_prior="weak", store_covariance=True).fit(X, y)
    t = stats.multivariate_t(model.means_[0], model.covariance_[0], df=model.dof_[0])
    assert_allclose(model.log_joint(X)[:, 0] - np.log(1 / 3), t.logpdf(X), rtol=1e-10)


def test_the_weak_prior_is_nearly_flat_and_ignores_units() -> None:
    model = QuadraticDiscriminantAnalysis(conjugate_prior="weak").fit(X, y)
    within = np.mean([X[y == k].var(axis=0) for k in CLASSES], axis=0)
    prior = NormalInverseWishart(X.mean(axis=0), 0.01, 6.0, np.diag(within))
    assert_allclose(model.log_joint(X), by_class(prior), rtol=1e-10)
    units = np.array([1e6, 1e-6, 1.0, 10.0])
    other = QuadraticDiscriminantAnalysis(conjugate_prior="weak").fit(X * units, y)
    assert_allclose(other.predict_proba(X * units), model.predict_proba(X), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("Model", [GaussianNB, QuadraticDiscriminantAnalysis])
def test_with_many_rows_it_is_maximum_likelihood(Model: Any) -> None:
    rng = np.random.default_rng(0)
    many, labels = rng.normal(size=(20000, 2)), np.arange(20000) % 2
    many[labels == 1] += [1.0, 0.5]
    predictive, plain = (Model(conjugate_prior=prior).fit(many, labels) for prior in ("weak", None))
    assert np.abs(predictive.predict_proba(many) - plain.predict_proba(many)).max() < 2e-3


@pytest.mark.parametrize("Model", [GaussianNB, QuadraticDiscriminantAnalysis])
def test_a_class_of_one_row_needs_no_other_rule(Model: Any) -> None:
    rows, labels = [[0.0, 0.0], [1.0, 0.5], [0.5, 1.0], [9.0, 9.0]], ["a", "a", "a", "b"]
    model = Model(conjugate_prior="weak").fit(rows, labels)
    assert model.predict([[8.0, 8.0], [0.0, 1.0]]).tolist() == ["b", "a"]


@pytest.mark.parametrize("Model", [GaussianNB, QuadraticDiscriminantAnalysis])
def test_blocks_equal_the_whole_and_weights_repeat(Model: Any) -> None:
    whole = Model(conjugate_prior="weak").fit(X, y)
    blocks = Model(conjugate_prior="weak").partial_fit(X[:70], y[:70], classes=CLASSES)
    blocks.partial_fit(X[70:], y[70:])
    assert_allclose(blocks.log_joint(X), whole.log_joint(X), rtol=1e-9)
    w = np.arange(150) % 3
    weighted = Model(conjugate_prior="weak").fit(X, y, sample_weight=w)
    repeated = Model(conjugate_prior="weak").fit(np.repeat(X, w, axis=0), np.repeat(y, w))
    assert_allclose(weighted.log_joint(X), repeated.log_joint(X), rtol=1e-9)


@pytest.mark.parametrize(
    "model", [GaussianNB(conjugate_prior=GAMMA), QuadraticDiscriminantAnalysis(conjugate_prior=WISHART)]
)
def test_a_model_file_keeps_it(model: Any, tmp_path: Path) -> None:
    model.fit(X, y)
    save_model(model, tmp_path / "model.fenlei")
    again = load_model(tmp_path / "model.fenlei")
    again = getattr(again, "estimator", again)
    assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    assert_allclose(again.fit(X, y).log_joint(X), model.log_joint(X))


def test_rows_are_drawn_from_the_t_density() -> None:
    tiny = QuadraticDiscriminantAnalysis(conjugate_prior="weak").fit(X[::25, :1], y[::25])
    drawn = tiny.sample(4000, class_=CLASSES[0], random_state=0)[0][:, 0]
    t = stats.t(tiny.dof_[0], tiny.means_[0, 0], np.sqrt(tiny.model_.covariance[0, 0, 0]))
    assert stats.kstest(drawn, t.cdf).pvalue > 1e-3
    naive = GaussianNB(conjugate_prior="weak").fit(X[::25, :1], y[::25])
    drawn = naive.sample(4000, class_=CLASSES[0], random_state=0)[0][:, 0]
    assert stats.kstest(drawn, t.cdf).pvalue > 1e-3  # of one feature both are the same


def test_missing_values_are_left_out_of_the_product() -> None:
    model = GaussianNB(conjugate_prior="weak").fit(X, y)
    gap = X[:5].copy()
    gap[:, 2] = np.nan
    part = GaussianNB(conjugate_prior="weak").fit(X[:, [0, 1, 3]], y)
    assert_allclose(model.log_joint(gap), part.log_joint(X[:5, [0, 1, 3]]), rtol=1e-12)


def test_leave_one_out_refits() -> None:
    assert leave_one_out(GaussianNB(conjugate_prior="weak"), X[::3], y[::3]).refitted


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (GaussianNB(conjugate_prior="strong"), "conjugate_prior='strong' is not accepted"),
        (GaussianNB(conjugate_prior=(1.0, 2.0)), "is not accepted; give .* a prior of four parameters"),
        (GaussianNB(conjugate_prior=([1.0, 2.0], 1.0, 1.0, 1.0)), "four arrays of 4 numbers"),
        (GaussianNB(conjugate_prior=(0.0, 1.0, 1.0, -50.0)), "needs strength, shape and scale above 0"),
        (GaussianNB(conjugate_prior=(np.nan, 1.0, 1.0, 1.0)), "needs strength, shape and scale above 0"),
        (
            QuadraticDiscriminantAnalysis(conjugate_prior=WISHART._replace(location=np.zeros(2))),
            r"location has shape \(2,\) and scale \(4, 4\); with 4 features give \(4,\) and \(4, 4\)",
        ),
        (QuadraticDiscriminantAnalysis(conjugate_prior=WISHART._replace(dof=-60.0)), "dof above p - 1"),
        (
            QuadraticDiscriminantAnalysis(conjugate_prior=WISHART._replace(scale=np.full((4, 4), -1e4))),
            "scale is not a symmetric positive definite matrix",
        ),
    ],
)
def test_a_prior_that_is_none_gets_one_sentence(model: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        model.fit(X, y)


def test_two_estimates_of_a_covariance_do_not_go_together() -> None:
    with pytest.raises(UnsupportedError, match="does not go with reg_param"):
        QuadraticDiscriminantAnalysis(conjugate_prior="weak", reg_param=0.1).fit(X, y)
