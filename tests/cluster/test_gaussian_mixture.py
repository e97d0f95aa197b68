"""Gaussian mixtures: steps against a slow twin, the estimator against scikit-learn, what EM must do."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture as Theirs

from fenlei.cluster import GaussianMixture
from fenlei.errors import DataError, DegenerateDataWarning, ModelFileError, UsageError
from tests.oracles import cluster as oracle

FORMS = ["full", "tied", "diag", "spherical"]
# scikit-learn's "tied" takes the products of all rows, also where only the K start rows have a responsibility
SEEDED = [
    *itertools.product(["full", "diag", "spherical"], ["kmeans", "k-means++", "random", "random_from_data"]),
    *[("tied", "kmeans"), ("tied", "random")],
]
unconverged = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def rows(n: int = 300, p: int = 3, K: int = 3, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return 2.0 * rng.normal(size=(K, p))[rng.integers(K, size=n)] + rng.normal(size=(n, p))


def start(X: np.ndarray, K: int, form: str, seed: int = 0) -> dict[str, Any]:
    """Start values that are not those of any estimate."""
    rng, p = np.random.default_rng(seed), X.shape[1]
    full = np.stack([np.eye(p) * s for s in rng.uniform(0.5, 2.0, K)])
    precisions = {
        "full": full,
        "tied": full[0],
        "diag": full[:, 0, 0, None] * np.ones(p),
        "spherical": full[:, 0, 0],
    }
    return {
        "weights_init": np.full(K, 1 / K),
        "means_init": X[rng.choice(len(X), K, replace=False)],
        "precisions_init": precisions[form],
        "covariance_type": form,
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("p", [1, 3, 9])
@unconverged
def test_one_step_is_that_of_the_twin(form: str, p: int) -> None:
    X = rows(70, p)
    w = np.random.default_rng(1).uniform(0, 2, 70)
    given_values = start(X, 3, form)
    model = GaussianMixture(3, max_iter=1, **given_values).fit(X, sample_weight=w)
    inverse = np.linalg.inv if form in ("full", "tied") else np.reciprocal
    Sigma = inverse(given_values["precisions_init"])
    pi, mu, C, total = oracle.gaussian_step(
        X, w, given_values["weights_init"], given_values["means_init"], Sigma, form, 1e-6
    )
    np.testing.assert_allclose(model.weights_, pi, rtol=1e-11)
    np.testing.assert_allclose(model.means_, mu, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(model.covariances_, C, rtol=1e-10, atol=1e-12)
    assert model.lower_bound_ * w.sum() == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("form", FORMS)
@unconverged
def test_the_same_start_climbs_as_in_scikit_learn(form: str) -> None:
    X = rows(400, 4)
    given_values = start(X, 3, form)
    ours = GaussianMixture(3, tol=1e-7, max_iter=60, **given_values).fit(X)
    theirs = Theirs(3, tol=1e-7, max_iter=60, **given_values).fit(X)
    assert ours.n_iter_ == theirs.n_iter_
    assert ours.converged_ == theirs.converged_
    np.testing.assert_allclose(ours.lower_bounds_, theirs.lower_bounds_, atol=1e-9)
    for name in ("weights_", "means_", "covariances_", "precisions_", "precisions_cholesky_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), atol=1e-6)
    assert ours.bic(X) == pytest.approx(theirs.bic(X), abs=1e-4)
    assert ours.aic(X) == pytest.approx(theirs.aic(X), abs=1e-4)


@pytest.mark.parametrize(("form", "init"), SEEDED)
@unconverged
def test_a_seed_gives_scikit_learns_mixture(form: str, init: str) -> None:
    X = rows(200, 2)
    parameters = {"covariance_type": form, "init_params": init, "random_state": 3, "max_iter": 30}
    ours, theirs = GaussianMixture(3, **parameters).fit(X), Theirs(3, **parameters).fit(X)
    assert ours.n_iter_ == theirs.n_iter_
    assert ours.lower_bound_ == pytest.approx(theirs.lower_bound_, abs=1e-6)
    assert ours.predict(X).tolist() == theirs.predict(X).tolist()
    np.testing.assert_allclose(ours.sample(9)[0], theirs.sample(9)[0], rtol=1e-6, atol=1e-6)
    assert ours.sample(9)[1].tolist() == theirs.sample(9)[1].tolist()


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8)
@unconverged
def test_the_log_likelihood_never_decreases(form: str, seed: int) -> None:
    X = rows(120, 2, seed=seed)
    model = GaussianMixture(3, reg_covar=0.0, tol=0.0, max_iter=40, **start(X, 3, form, seed))
    with contextlib.suppress(DataError):  # it may close in on a row, and says so
        model.fit(X)
    if not hasattr(model, "model_"):
        return
    assert all(b >= a - 1e-12 * abs(a) for a, b in itertools.pairwise([*model.lower_bounds_, model.score(X)]))


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6)
@unconverged
def test_weights_repetition_and_order(form: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, w = rows(60, 2, seed=seed), rng.integers(0, 3, 60)
    w[:4] = 2
    parameters = {"covariance_type": form, "random_state": 0, "max_iter": 15, "init_params": "random"}
    one = GaussianMixture(2, **parameters).fit(X, sample_weight=w)
    two = GaussianMixture(2, **parameters).fit(rng.permutation(np.repeat(X, w, axis=0)))
    np.testing.assert_allclose(one.means_, two.means_, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(one.covariances_, two.covariances_, rtol=1e-6, atol=1e-8)
    assert one.score(X, sample_weight=w) == pytest.approx(two.score(np.repeat(X, w, axis=0)), rel=1e-9)
    assert one.bic(X, sample_weight=w) == pytest.approx(two.bic(np.repeat(X, w, axis=0)), rel=1e-9)
    assert one.aic(X, sample_weight=w) == pytest.approx(two.aic(np.repeat(X, w, axis=0)), rel=1e-9)


def test_any_number_of_threads_gives_the_same_bits() -> None:
    X = rows(60_000, 6)
    models = [GaussianMixture(3, random_state=0, n_jobs=n_jobs).fit(X) for n_jobs in (1, 2, None)]
    assert len({model.means_.tobytes() + model.covariances_.tobytes() for model in models}) == 1
    assert len({model.predict_proba(X).tobytes() for model in models}) == 1


def test_a_component_on_one_point_is_named() -> None:
    X = np.concatenate([rows(50, 2, 1), np.full((30, 2), 40.0)])
    given_values = {"means_init": [[0, 0], [40, 40]], "random_state": 0}
    with pytest.raises(DataError, match="covariance of component 1 is singular"):
        GaussianMixture(2, reg_covar=0.0, **given_values).fit(X)
    with pytest.raises(DataError, match="component 1 is singular"):
        GaussianMixture(2, reg_covar=0.0, covariance_type="diag", **given_values).fit(X)
    with pytest.warns(DegenerateDataWarning, match="Component 1 of the mixture has no spread"):
        model = GaussianMixture(2, **given_values).fit(X)
    assert np.isfinite(model.score(X))


@pytest.mark.parametrize("form", ["full", "tied"])
def test_duplicate_columns_are_singular_also_after_rounding(form: str) -> None:
    X = 1e6 * rows(80, 2)
    with pytest.raises(DataError, match="singular"):
        GaussianMixture(2, covariance_type=form, random_state=0).fit(np.column_stack([X, X[:, 0]]))


@unconverged
def test_a_component_without_rows_keeps_its_mean() -> None:
    X = rows(60, 2, 1)
    far = {"means_init": [[0.0, 0], [1e6, 1e6]], "weights_init": [0.5, 0.5], "precisions_init": np.ones(2)}
    with pytest.warns(DegenerateDataWarning):
        model = GaussianMixture(2, covariance_type="spherical", **far).fit(X)
    assert model.means_[1].tolist() == [1e6, 1e6]
    assert model.weights_[1] == 0.0
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.parametrize("form", FORMS)
def test_far_from_the_origin_nothing_cancels(form: str) -> None:
    X = rows(300, 3)
    near = GaussianMixture(2, covariance_type=form, random_state=0).fit(X)
    far = GaussianMixture(2, covariance_type=form, random_state=0).fit(X + 1e7)
    np.testing.assert_allclose(near.covariances_, far.covariances_, rtol=1e-5)


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_scales(scale: float) -> None:
    X = rows(200, 2)
    near = GaussianMixture(2, reg_covar=0.0, random_state=0).fit(X)
    far = GaussianMixture(2, reg_covar=0.0, random_state=0).fit(scale * X)
    np.testing.assert_allclose(far.means_, scale * near.means_, rtol=1e-8)
    assert near.predict(X).tolist() == far.predict(scale * X).tolist()


def test_bad_input_gets_one_sentence() -> None:
    X = rows(30, 2)
    with pytest.raises(DataError, match="n_components=40"):
        GaussianMixture(40).fit(X)
    with pytest.raises(ValueError, match="NaN"):
        GaussianMixture(2).fit(np.where(np.arange(30)[:, None] == 3, np.nan, X))
    with pytest.raises(UsageError, match="'weights_init' should be normalized"):
        GaussianMixture(2, weights_init=[0.7, 0.7]).fit(X)
    with pytest.raises(UsageError, match=r"means_init has shape \(3, 2\)"):
        GaussianMixture(2, means_init=np.zeros((3, 2))).fit(X)
    with pytest.raises(UsageError, match="symmetric, positive-definite"):
        GaussianMixture(2, precisions_init=-np.stack([np.eye(2)] * 2)).fit(X)
    with pytest.raises(UsageError, match="covariance_type='round' is not accepted"):
        GaussianMixture(2, covariance_type="round").fit(X)
    with pytest.raises(DataError, match="overflow"):
        GaussianMixture(1).fit(1e200 * X)
    with pytest.warns(ConvergenceWarning, match="did not converge in 1 steps"):
        GaussianMixture(2, max_iter=1, random_state=0).fit(X)
    with pytest.raises(UsageError, match="n_samples=0"):
        GaussianMixture(1).fit(X).sample(0)


@unconverged
def test_a_warm_start_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    X = rows(200, 2)
    whole = GaussianMixture(3, tol=0.0, max_iter=12, random_state=0).fit(X)
    parts = GaussianMixture(
        3, tol=0.0, max_iter=6, random_state=0, warm_start=True, verbose=2, verbose_interval=1
    )
    parts.fit(X).fit(X)
    np.testing.assert_allclose(parts.means_, whole.means_, rtol=1e-10)
    assert "Iteration 3\t ll change" in capsys.readouterr().out


def test_no_step_at_all_keeps_the_start_and_many_runs_keep_the_best() -> None:
    X = rows(100, 2)
    means = X[:2]
    still = GaussianMixture(2, max_iter=0, means_init=means, random_state=0).fit(X)
    np.testing.assert_array_equal(still.means_, means)
    assert (still.n_iter_, still.converged_) == (0, False)
    runs = [
        GaussianMixture(4, n_init=n, init_params="random_from_data", random_state=0).fit(X) for n in (1, 8)
    ]
    assert runs[1].lower_bound_ >= runs[0].lower_bound_


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_record_is_refused(form: str) -> None:
    model = GaussianMixture(2, covariance_type=form, random_state=0).fit(rows(100, 2))
    record = model.model_
    model._check_model(record)
    for damaged in (
        record._replace(covariances=0.0 * record.covariances),
        record._replace(covariances=record.covariances[:-1]),
        record._replace(means=record.means[:1]),
        record._replace(weights=-record.weights),
    ):
        with pytest.raises(ModelFileError):
            model._check_model(damaged)
