"""The perceptron against plain loops and against scikit-learn; orders, variants, limits."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, csr_matrix, issparse
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron as Namesake
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.linear.perceptron.perceptron import Perceptron
from fenlei.linear.perceptron.row_order import hashed
from tests.oracles import perceptron as oracle

X, Y = load_iris(return_X_y=True)
quiet = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def rows_of(seed: int, n: int = 40, p: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows = rng.integers(-3, 4, size=(n, p)).astype(float)
    y = np.where(rows @ rng.normal(size=p) + rng.normal(size=n) > 0, 1, -1)
    y[:2] = -1, 1
    return rows, y


@parametrize_with_checks(
    [Perceptron(), Perceptron(variant="pocket"), Perceptron(form="dual"), Perceptron(penalty="l1")]
)
def test_scikit_learn_checks(estimator: Any, check: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        check(estimator)


@quiet
@pytest.mark.parametrize("form", ["primal", "dual"])
@pytest.mark.parametrize("make", [np.asarray, csr_matrix, csr_array])
@settings(max_examples=15)
@given(seed=st.integers(0, 1000), strict=st.booleans(), ordered=st.booleans())
def test_updates_equal_the_oracle(form: str, make: Any, seed: int, strict: bool, ordered: bool) -> None:
    rows, y = rows_of(seed)
    order = np.random.default_rng(seed).permutation(40) if ordered else None
    shared = {"tol": None, "max_iter": 6, "keep_history": True, "strict": strict, "eta0": 0.5}
    model = Perceptron(shuffle=False, order=order, form=form, **shared).fit(make(rows), y)
    trace = oracle.train(rows, y, eta=0.5, order=order, passes=6, strict=strict)
    assert_array_equal(model.history_.row, trace.row)
    assert_allclose(model.history_.beta, trace.beta, atol=1e-12)
    assert model.n_iter_ == trace.passes
    assert_allclose([*model.coef_[0], *model.intercept_], trace.beta[-1], atol=1e-12)


@quiet
@pytest.mark.parametrize("tol", [None, 1e-3])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"penalty": "l2", "alpha": 0.01},
        {"penalty": "l1", "alpha": 0.01},
        {"penalty": "elasticnet", "alpha": 0.01, "l1_ratio": 0.4},
        {"class_weight": "balanced"},
        {"class_weight": {0: 3.0}},
        {"fit_intercept": False},
        {"eta0": 0.3},
    ],
)
@pytest.mark.parametrize("K", [2, 3])
def test_rows_as_they_come_give_scikit_learns_weights(
    changes: dict[str, Any], tol: float | None, K: int
) -> None:
    rows, y = (X, Y) if K == 3 else (X[50:], Y[50:] - 1)
    shared = {"shuffle": False, "tol": tol, "max_iter": 40} | changes
    if changes.get("penalty") in ("l1", "elasticnet"):
        shared["tol"] = None  # the norm in scikit-learn's stop does not follow its own truncation
    w = np.random.default_rng(0).random(len(y)) + 0.5
    for weights in (None, w):
        ours = Perceptron(**shared).fit(rows, y, sample_weight=weights)
        known = shared
        if changes.get("class_weight") == "balanced":  # theirs does not see the weights of the rows
            factors = compute_class_weight("balanced", classes=np.arange(K), y=y, sample_weight=weights)
            known = shared | {"class_weight": dict(enumerate(factors))}
        theirs = Namesake(**known).fit(rows, y, sample_weight=weights)
        assert_allclose(ours.coef_, theirs.coef_, atol=1e-10)
        assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-10)
        assert ours.n_iter_ == theirs.n_iter_
        assert ours.t_ == theirs.t_
        assert_allclose(ours.decision_function(rows), theirs.decision_function(rows), atol=1e-8)


def test_digits_as_well_as_scikit_learn() -> None:
    digits, labels = load_digits(return_X_y=True)
    ours, theirs = Perceptron().fit(digits, labels), Namesake().fit(digits, labels)
    assert ours.score(digits, labels) > theirs.score(digits, labels) - 0.03
    assert ours.coef_.shape == theirs.coef_.shape
    assert not hasattr(ours, "history_")


@quiet
@settings(max_examples=15)
@given(seed=st.integers(0, 1000), variant=st.sampled_from(["online", "batch", "pocket"]))
def test_weights_are_repetitions_and_order_does_not_matter(seed: int, variant: str) -> None:
    rows, y = rows_of(seed)
    rng = np.random.default_rng(seed)
    w = rng.integers(0, 4, 40)
    w[:2] = 1
    shared = {"max_iter": 5, "variant": variant, "tol": None}
    weighted = Perceptron(**shared).fit(rows, y, sample_weight=w)
    repeated = Perceptron(**shared).fit(rows.repeat(w, axis=0), y.repeat(w))
    assert_allclose(weighted.coef_, repeated.coef_, atol=1e-9)
    order = rng.permutation(40)
    shuffled = Perceptron(**shared).fit(rows[order], y[order], sample_weight=w[order])
    assert_allclose(weighted.coef_, shuffled.coef_, atol=1e-9)
    sparse = Perceptron(**shared).fit(csr_array(rows), y, sample_weight=w)
    assert_allclose(weighted.coef_, sparse.coef_, atol=1e-9)


def test_equal_rows_become_one() -> None:
    rows = np.array([[1.0, 0], [2, 0], [1, 0], [1, 0]])
    visit = hashed(rows, np.array([0, 0, 0, 1]), np.array([1.0, 1, 2, 5]), 7, None)
    assert sorted(visit.w.tolist()) == [1, 3, 5]
    assert visit.n == 4


@quiet
def test_seeds_and_threads() -> None:
    one, many = (Perceptron(n_jobs=jobs).fit(X, Y) for jobs in (1, 3))
    assert_array_equal(one.coef_, many.coef_)
    assert not np.array_equal(one.coef_, Perceptron(random_state=5).fit(X, Y).coef_)
    assert_array_equal(one.coef_, Perceptron().fit(X, Y).coef_)


@quiet
def test_batch_variant_equals_the_oracle() -> None:
    rows, y = rows_of(3)
    model = Perceptron(
        variant="batch", shuffle=False, tol=None, max_iter=30, eta0=0.1, keep_history=True
    ).fit(rows, y)
    path = oracle.batch(rows, y, 0.1, 30)
    assert_allclose(model.history_.beta[1:], path, atol=1e-10)
    assert (model.history_.row == -1).all()
    side = np.where(Y == 0, 1, -1)
    assert Perceptron(variant="batch", tol=None).fit(X, side).score(X, side) == 1.0


@quiet
def test_pocket_keeps_the_best_line() -> None:
    rows, y = X[50:], Y[50:]
    pocket = Perceptron(variant="pocket", tol=None, max_iter=200).fit(rows, y)
    online = Perceptron(tol=None, max_iter=200).fit(rows, y)
    assert pocket.errors_[0] <= online.errors_[0]
    assert pocket.score(rows, y) >= 0.96
    xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1.0]])
    assert (
        Perceptron(variant="pocket", tol=None, max_iter=50).fit(xor, [0, 1, 1, 0]).score(xor, [0, 1, 1, 0])
        == 0.75
    )
    sparse = Perceptron(variant="pocket", tol=None, max_iter=200).fit(csr_array(rows), y)
    assert_array_equal(sparse.errors_, pocket.errors_)


@quiet
@pytest.mark.parametrize("K", [2, 3])
def test_partial_fit(K: int) -> None:
    rows, y = (X, Y) if K == 3 else (X[50:], Y[50:])
    model, peer = Perceptron(shuffle=False), Namesake(shuffle=False)
    for part in np.array_split(np.arange(len(y)), 3):
        model.partial_fit(rows[part], y[part], classes=np.unique(y))
        peer.partial_fit(rows[part], y[part], classes=np.unique(y))
    assert_allclose(model.coef_, peer.coef_, atol=1e-12)
    assert model.t_ == peer.t_
    with pytest.raises(UsageError, match="classes must be passed"):
        Perceptron().partial_fit(rows, y)
    with pytest.raises(UsageError, match="is not the same as on the first call"):
        model.partial_fit(rows, y, classes=[7, 8])
    with pytest.raises(UsageError, match="needs all rows at once"):
        Perceptron(class_weight="balanced").partial_fit(rows, y, classes=np.unique(y))


@quiet
def test_starts() -> None:
    shared = {"shuffle": False, "tol": None, "max_iter": 2}
    coef, intercept = np.ones((1, 4)), np.array([-2.0])
    by_fit = Perceptron(**shared).fit(X[50:], Y[50:], coef_init=coef, intercept_init=intercept)
    by_init = Perceptron(init=[1, 1, 1, 1, -2], **shared).fit(X[50:], Y[50:])
    peer = Namesake(**shared).fit(X[50:], Y[50:], coef_init=coef, intercept_init=intercept)
    assert_allclose(by_fit.coef_, peer.coef_)
    assert_allclose(by_init.coef_, peer.coef_)
    warm = Perceptron(warm_start=True, **shared).fit(X[50:], Y[50:])
    warm.fit(X[50:], Y[50:])
    assert_allclose(warm.coef_, Perceptron(**(shared | {"max_iter": 4})).fit(X[50:], Y[50:]).coef_)
    with pytest.raises(UsageError, match="init has shape"):
        Perceptron(init=[1, 2]).fit(X, Y)
    with pytest.raises(UsageError, match="coef_init"):
        Perceptron().fit(X, Y, coef_init=np.ones((1, 4)))


@quiet
def test_early_stopping() -> None:
    digits, labels = load_digits(return_X_y=True)
    model = Perceptron(early_stopping=True, n_iter_no_change=2).fit(digits, labels)
    assert model.n_iter_ < 100
    assert model.score(digits, labels) > 0.85


def test_a_clean_pass_is_the_end() -> None:
    side = Y == 0
    model = Perceptron(keep_history=True).fit(X, side)
    assert model.converged_
    assert model.n_iter_ < 20
    assert model.score(X, side) == 1.0
    R = np.sqrt((X**2).sum(axis=1).max() + 1)
    assert model.n_updates_[0] <= (R / 0.1) ** 2  # Novikoff, with a margin that this pair has


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"form": "dual", "penalty": "l2"}, "form='dual' takes no penalty"),
        ({"form": "dual", "variant": "batch"}, "form='dual' is for variant='online'"),
        ({"form": "dual", "early_stopping": True}, "form='dual' has no early stopping"),
        ({"order": [0, 1]}, "order is not a visiting order of 150 rows; give each of 0 to 149 once"),
        ({"variant": "sometimes"}, "variant='sometimes' is not accepted"),
        ({"eta0": 0.0}, "eta0=0.0 is not accepted"),
        ({"max_iter": 0}, "max_iter=0 is not accepted"),
        ({"validation_fraction": 1.0}, "validation_fraction=1.0 is not accepted"),
    ],
)
def test_refusals_are_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        Perceptron(**changes).fit(X, Y)


def test_bad_rows() -> None:
    with pytest.raises(DataError, match="only one class"):
        Perceptron().fit(X, np.zeros(150))
    bad = X.copy()
    bad[3, 1] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        Perceptron().fit(bad, Y)
    with pytest.raises(UsageError, match="at most 10000 rows"):
        Perceptron(form="dual").fit(np.zeros((10_001, 1)), np.arange(10_001) % 2)


@quiet
def test_words_and_records(capsys: pytest.CaptureFixture[str]) -> None:
    model = Perceptron(verbose=1, max_iter=3, tol=None, shuffle=False, keep_history=True, form="dual").fit(
        X[50:], Y[50:]
    )
    assert capsys.readouterr().out.count("pass ") == 3
    assert issparse(model.sparsify().coef_)
    assert isinstance(model.densify().coef_, np.ndarray)
    record = model.model_
    model._check_model(record)
    fresh = clone(model)
    fresh.classes_, fresh.n_features_in_ = model.classes_, 4
    fresh._keep(record)
    assert_array_equal(fresh.predict(X), model.predict(X))
    assert_array_equal(fresh.history_.beta, model.history_.beta)
    with pytest.raises(ModelFileError):
        fresh._check_model(record._replace(coef=record.coef[:, :3]))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("form", ["primal", "dual"])
@pytest.mark.parametrize("K", [3, 4])
def test_each_class_has_its_history(form: str, K: int) -> None:
    """K > 2: one perceptron a class against the rest, each with the trace of the plain loops."""
    rng = np.random.default_rng(K)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % K
    shared = {"tol": None, "max_iter": 7, "shuffle": False, "form": form}
    model = Perceptron(keep_history=True, **shared).fit(X, y)
    assert len(model.history_) == K
    for k, history in enumerate(model.history_):
        trace = oracle.train(X, [1 if label == k else -1 for label in y], passes=7)
        assert_array_equal(history.row, trace.row)
        assert_allclose(history.beta, trace.beta, atol=1e-12)
        assert len(history.row) == model.n_updates_[k]
        assert_allclose(history.beta[-1], np.append(model.coef_[k], model.intercept_[k]), atol=1e-12)
    model.set_params(keep_history=False).fit(X, y)
    assert not hasattr(model, "history_")


def test_a_history_that_does_not_fit_its_updates_is_refused() -> None:
    X, y = [[1.0, 2], [2, 1], [-1, -2]], [0, 1, 2]
    model = Perceptron(keep_history=True, max_iter=50, tol=None, shuffle=False).fit(X, y)
    model._check_model(model.model_)
    with pytest.raises(ModelFileError):
        model._check_model(model.model_._replace(history_row=model.model_.history_row[1:]))
