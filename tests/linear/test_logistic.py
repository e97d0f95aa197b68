"""LogisticRegression against scikit-learn, its parameters, its limits, its words."""

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
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression as Namesake
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, FenleiWarning, UsageError
from fenlei.linear.logistic.logistic_regression import SOLVERS, LogisticRegression

X, Y = load_iris(return_X_y=True)
TWO = Y > 0  # not separable within [50:], so use those rows
EXACT = [s for s in SOLVERS if s not in ("liblinear", "gd", "sgd", "minibatch")]


def random_rows(seed: int, n: int = 60, p: int = 4, K: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, p))
    y = (rows[:, :1] * np.arange(K) + rng.gumbel(size=(n, K))).argmax(axis=1)
    y[:K] = np.arange(K)
    return rows, y


@parametrize_with_checks(
    [
        LogisticRegression(),
        LogisticRegression(l1_ratio=0.5, solver="auto"),
        LogisticRegression(solver="newton"),
        LogisticRegression(solver="liblinear"),
    ]
)
def test_scikit_learn_checks(estimator: Any, check: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        check(estimator)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    K=st.integers(2, 4),
    C=st.sampled_from([0.1, 1.0, 10.0]),
    weights=st.sampled_from([None, "rows"]),
    balance=st.sampled_from([None, "balanced", {0: 2.0, 1: 0.5}]),
    intercept=st.booleans(),
)
def test_as_scikit_learn(
    seed: int, K: int, C: float, weights: str | None, balance: Any, intercept: bool
) -> None:
    rows, y = random_rows(seed, K=K)
    w = np.random.default_rng(seed).random(60) + 0.2 if weights else None
    shared = {"C": C, "class_weight": balance, "fit_intercept": intercept}
    ours = LogisticRegression(tol=1e-10, **shared).fit(rows, y, w)
    theirs = Namesake(tol=1e-10, max_iter=2000, **shared).fit(rows, y, w)
    assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
    assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-5)
    assert ours.coef_.shape == theirs.coef_.shape
    assert ours.intercept_.shape == theirs.intercept_.shape
    assert ours.n_iter_.shape == theirs.n_iter_.shape
    assert_allclose(ours.predict_proba(rows), theirs.predict_proba(rows), atol=1e-5)
    assert_allclose(ours.decision_function(rows), theirs.decision_function(rows), atol=1e-4)
    assert_array_equal(ours.predict(rows), theirs.predict(rows))


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("K", [2, 3])
def test_every_solver_finds_the_same_optimum(solver: str, K: int) -> None:
    rows, y = random_rows(3, K=K)
    model = LogisticRegression(solver=solver, tol=1e-9).fit(rows, y)
    exact = LogisticRegression(tol=1e-12).fit(rows, y)
    assert_allclose(model.coef_, exact.coef_, atol=1e-7)
    assert model.converged_


@pytest.mark.parametrize("scaling", [1.0, 3.0])
@pytest.mark.parametrize("l1_ratio", [0.0, 1.0])
def test_liblinear_has_its_own_objective(scaling: float, l1_ratio: float) -> None:
    rows, y = random_rows(5, K=2)
    shared = {"solver": "liblinear", "intercept_scaling": scaling, "l1_ratio": l1_ratio}
    ours = LogisticRegression(tol=1e-9, **shared).fit(rows, y)
    theirs = Namesake(tol=1e-9, max_iter=5000, random_state=0, **shared).fit(rows, y)
    assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)
    if not l1_ratio:
        dual = LogisticRegression(tol=1e-9, dual=True, **shared).fit(rows, y)
        assert_array_equal(dual.coef_, ours.coef_)


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("make", [csr_matrix, csr_array])
@pytest.mark.parametrize("l1_ratio", [0.0, 0.5])
def test_sparse_rows_give_the_dense_model(K: int, make: Any, l1_ratio: float) -> None:
    rows, y = random_rows(8, K=K)
    rows = rows * (np.random.default_rng(0).random(rows.shape) < 0.4)
    dense = LogisticRegression(tol=1e-9, l1_ratio=l1_ratio, solver="auto").fit(rows, y)
    sparse = LogisticRegression(tol=1e-9, l1_ratio=l1_ratio, solver="auto").fit(make(rows), y)
    assert_allclose(sparse.coef_, dense.coef_, atol=1e-8)
    assert_allclose(sparse.predict_proba(make(rows)), dense.predict_proba(rows), atol=1e-8)


def test_wide_sparse_rows() -> None:
    rng = np.random.default_rng(0)
    rows = csr_matrix((rng.random((400, 1500)) < 0.02) * rng.random((400, 1500)))
    for K in (2, 3):
        y = (np.asarray(rows[:, :50].sum(axis=1)).ravel() * 4).astype(int) % K
        ours = LogisticRegression(max_iter=500).fit(rows, y)
        theirs = Namesake(tol=1e-9, max_iter=5000).fit(rows, y)
        assert_allclose(ours.coef_, theirs.coef_, atol=2e-3)
        assert ours.converged_


@pytest.mark.parametrize("l1_ratio", [0.0, 0.5])
@pytest.mark.parametrize("K", [2, 3])
@settings(max_examples=8)
@given(seed=st.integers(0, 1000))
def test_weights_are_repetitions(l1_ratio: float, K: int, seed: int) -> None:
    rows, y = random_rows(seed, K=K)
    w = np.random.default_rng(seed).integers(0, 4, 60)
    w[:K] = 1
    weighted = LogisticRegression(tol=1e-10, l1_ratio=l1_ratio, solver="auto").fit(rows, y, w)
    repeated = LogisticRegression(tol=1e-10, l1_ratio=l1_ratio, solver="auto").fit(
        rows.repeat(w, axis=0), y.repeat(w)
    )
    assert_allclose(weighted.coef_, repeated.coef_, atol=1e-7)


def test_any_number_of_threads_gives_the_same_bits() -> None:
    for K in (2, 3):
        rows, y = random_rows(0, n=30_000, p=20, K=K)
        one, many = (LogisticRegression(n_jobs=jobs).fit(rows, y) for jobs in (1, 3))
        assert_array_equal(one.coef_, many.coef_)
        assert_array_equal(one.predict_proba(rows), many.predict_proba(rows))


def test_affine_changes_and_labels() -> None:
    """Without a penalty, scores do not depend on the units; labels can be anything."""
    rows, y = random_rows(1, n=200)
    plain = LogisticRegression(C=np.inf, tol=1e-10).fit(rows, y)
    moved = LogisticRegression(C=np.inf, tol=1e-10).fit(rows * [2, 1e3, 1, 1e-3] + 7, y)
    assert_allclose(plain.predict_proba(rows), moved.predict_proba(rows * [2, 1e3, 1, 1e-3] + 7), atol=1e-8)
    named = LogisticRegression(C=np.inf, tol=1e-10).fit(rows, np.array(["甲", "乙", "丙"])[y])
    assert set(named.classes_) == {"甲", "乙", "丙"}
    assert (named.predict(rows) == np.array(["甲", "乙", "丙"])[plain.predict(rows)]).mean() == 1.0


def test_two_classes_by_softmax_are_logistic() -> None:
    """A third class of no weight left out, softmax probabilities equal the logistic ones."""
    rows, y = random_rows(2, K=2)
    two = LogisticRegression(C=np.inf, tol=1e-12).fit(rows, y)
    tripled, labels = np.vstack([rows, rows[:1] + 50]), np.append(y, 2)
    three = LogisticRegression(C=1e6, tol=1e-12).fit(tripled, labels, np.append(np.ones(60), 1e-9))
    p = three.predict_proba(rows)[:, :2]
    assert_allclose(p / p.sum(axis=1, keepdims=True), two.predict_proba(rows), atol=1e-3)


def test_float32_rows() -> None:
    rows, y = random_rows(4)
    exact = LogisticRegression().fit(rows.astype(np.float32).astype(np.float64), y)
    single = LogisticRegression().fit(rows.astype(np.float32), y)
    assert_allclose(single.coef_, exact.coef_, rtol=6e-8, atol=1e-9)  # computed in float64, then rounded
    assert single.coef_.dtype == np.float32


def test_warm_start_and_init() -> None:
    rows, y = random_rows(6)
    model = LogisticRegression(warm_start=True, tol=1e-8).fit(rows, y)
    first = model.n_iter_[0]
    again = model.fit(rows, y).n_iter_[0]
    assert again < first
    theta = np.column_stack([model.coef_, model.intercept_])
    started = LogisticRegression(init=theta, tol=1e-8).fit(rows, y)
    assert started.n_iter_[0] <= again
    model.fit(rows, y % 2)  # another shape: starts afresh
    assert model.coef_.shape == (1, 4)
    for bad in (np.ones(3), np.ones((2, 5)), np.full((3, 5), np.nan)):
        with pytest.raises(UsageError, match="init has shape"):
            LogisticRegression(init=bad).fit(rows, y)


def test_sparsify() -> None:
    rows, y = random_rows(6)
    model = LogisticRegression(l1_ratio=1.0, solver="auto", C=0.1).fit(rows, y)
    expected = model.predict(rows)
    assert issparse(model.sparsify().coef_)
    assert_array_equal(model.predict(rows), expected)
    assert isinstance(model.densify().coef_, np.ndarray)


@pytest.mark.parametrize(
    ("penalty", "ratio", "C", "same"),
    [
        ("l2", 0.0, 1.0, {}),
        ("l1", 1.0, 1.0, {"l1_ratio": 1.0}),
        ("elasticnet", 0.4, 1.0, {"l1_ratio": 0.4}),
        (None, 0.0, 1.0, {"C": np.inf}),
    ],
)
def test_deprecated_penalty(penalty: str | None, ratio: float, C: float, same: dict[str, Any]) -> None:
    rows, y = random_rows(7, n=200)
    with pytest.warns(FutureWarning, match="'penalty' was deprecated"):
        old = LogisticRegression(penalty, l1_ratio=ratio, solver="auto", C=C).fit(rows, y)
    assert_array_equal(old.coef_, LogisticRegression(**same, solver="auto").fit(rows, y).coef_)


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_penalties_that_contradict_themselves() -> None:
    rows, y = random_rows(7, n=200)
    with pytest.warns(FenleiWarning, match="will ignore the C"):
        LogisticRegression(None, C=3.0).fit(rows, y)
    for penalty, ratio in (("l1", 0.0), ("l1", None), ("l2", 1.0), ("l2", 0.5)):
        with pytest.warns(FenleiWarning, match="contradict each other"):
            model = LogisticRegression(penalty, l1_ratio=ratio, solver="auto").fit(rows, y)
        same = LogisticRegression(l1_ratio=float(penalty == "l1"), solver="auto").fit(rows, y)
        assert_array_equal(model.coef_, same.coef_)
    with pytest.raises(UsageError, match="l1_ratio must be specified"):
        LogisticRegression("elasticnet", l1_ratio=None).fit(rows, y)
    LogisticRegression(l1_ratio=None).fit(rows, y)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"solver": "lbfgs", "l1_ratio": 1.0}, "Solver lbfgs supports only 'l2' or None penalties, got l1"),
        ({"solver": "newton", "l1_ratio": 0.5}, "got elasticnet penalty"),
        ({"solver": "liblinear", "l1_ratio": 0.5}, "supports only 'l1' and 'l2'"),
        ({"solver": "liblinear", "C": np.inf}, "supports only 'l1' and 'l2'"),
        ({"dual": True}, "has no dual form"),
        ({"solver": "liblinear"}, "Only binary classification"),
        ({"C": 0.0}, "C=0.0 is not accepted; give a number above 0"),
        ({"C": -1}, "C=-1 is not accepted"),
        ({"solver": "simplex"}, "solver='simplex' is not accepted"),
        ({"l1_ratio": 2.0}, "l1_ratio=2.0 is not accepted"),
        ({"learning_rate": 0.0}, "learning_rate=0.0 is not accepted"),
        ({"schedule": "cosine"}, "schedule='cosine' is not accepted"),
        ({"batch_size": 0}, "batch_size=0 is not accepted"),
        ({"max_iter": -1}, "max_iter=-1 is not accepted"),
        ({"class_weight": {9: 1.0}}, "class_weight names 9"),
    ],
)
def test_refusals_are_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("(", "\\(")):
        LogisticRegression(**changes).fit(X, Y)


def test_bad_rows() -> None:
    with pytest.raises(DataError, match="only one class"):
        LogisticRegression().fit(X, np.zeros(150))
    for value in (np.nan, np.inf):
        bad = X.copy()
        bad[70, 2] = value
        for rows in (bad, csr_array(bad)):
            with pytest.raises(ValueError, match=r"NaN|infinity"):
                LogisticRegression().fit(rows, Y)
        with pytest.raises(ValueError, match=r"NaN|infinity"):
            LogisticRegression().fit(X, Y).predict(bad)
    with pytest.raises(DataError, match="overflow"):
        LogisticRegression().fit(X * 1e200, Y)
    large, labels = np.tile(X, (100, 1)), np.tile(Y, 100)
    large[12_345, 1] = np.nan  # outside the subsample
    with pytest.raises(ValueError, match="NaN"):
        LogisticRegression().fit(large, labels)


def test_a_class_weight_of_zero_leaves_its_rows_out() -> None:
    model = LogisticRegression(class_weight={0: 0.0}, tol=1e-9).fit(X, Y)
    assert np.isfinite(model.intercept_).all()
    assert_allclose(model.predict_proba(X)[:, 0], 0.0, atol=1e-3)
    assert model.score(X[50:], Y[50:]) > 0.95


def test_out_of_iterations_is_said() -> None:
    digits, labels = load_digits(return_X_y=True)
    for solver, l1_ratio in (("auto", 0.0), ("auto", 1.0), ("newton", 0.0)):
        with pytest.warns(
            ConvergenceWarning, match=r"before it converged .mean gradient .*increase max_iter"
        ):
            model = LogisticRegression(solver=solver, max_iter=1, l1_ratio=l1_ratio).fit(
                digits[:200], labels[:200]
            )
        assert not model.converged_
        assert model.n_iter_[0] == 1
    with pytest.warns(ConvergenceWarning):
        none = LogisticRegression(max_iter=0).fit(X, Y)
    assert not none.coef_.any()


def test_summary_of_several_classes() -> None:
    """The Hessian relative to the first class; the same table whichever class sorts first."""
    rows, y = random_rows(9, n=300)
    table = LogisticRegression(C=np.inf, tol=1e-12).fit(rows, y).summary()
    assert table.names[0] == "x0 (1)"
    assert table.names[-1] == "intercept (2)"
    assert table.df_model == 8
    swapped = LogisticRegression(C=np.inf, tol=1e-12).fit(rows, np.array([0, 2, 1])[y]).summary()
    assert_allclose(swapped.std_err[:5], table.std_err[5:], rtol=1e-8)
    assert_allclose(swapped.coef[:5], table.coef[5:], rtol=1e-6)
    assert_allclose(swapped.log_likelihood, table.log_likelihood)
    assert "intercept (2)" in str(table)


def test_summary_weights_names_and_no_intercept() -> None:
    import pandas as pd

    rows, y = random_rows(10, n=100, K=2)
    frame = pd.DataFrame(rows, columns=["a", "b", "c", "d"])
    w = np.random.default_rng(0).integers(1, 4, 100)
    weighted = LogisticRegression(C=np.inf, tol=1e-12).fit(frame, y, w).summary()
    repeated = LogisticRegression(C=np.inf, tol=1e-12).fit(rows.repeat(w, axis=0), y.repeat(w)).summary()
    assert weighted.names == ("a", "b", "c", "d", "intercept")
    assert_allclose(weighted.std_err, repeated.std_err, rtol=1e-9)
    assert_allclose(weighted.bic, repeated.bic, rtol=1e-12)
    bare = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-12).fit(rows, y).summary()
    assert_allclose(bare.log_likelihood_null, -100 * np.log(2))
    assert bare.df_model == 4


def test_summary_says_why_there_is_none() -> None:
    with pytest.raises(UsageError, match=r"for a penalised estimate; fit with C=np\.inf"):
        LogisticRegression().fit(X, Y).summary()
    with pytest.raises(UsageError, match="collinear"):
        LogisticRegression(C=np.inf).fit(np.column_stack([X, X[:, 0]])[50:], Y[50:]).summary()
    with pytest.warns(ConvergenceWarning):
        separable = LogisticRegression(C=np.inf).fit(X, TWO)
    with pytest.raises(UsageError, match="separable"):
        separable.summary()
    with pytest.raises(NotFittedError):
        LogisticRegression().summary()


def test_verbose_says_a_line_an_iteration(capsys: pytest.CaptureFixture[str]) -> None:
    model = LogisticRegression(verbose=1).fit(X, Y)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == model.n_iter_[0]
    assert lines[0].startswith("iteration 1: objective ")


def test_clone_and_repeated_fits_start_afresh() -> None:
    model = LogisticRegression(C=0.5)
    first = model.fit(X, Y).coef_
    model.fit(X[50:], Y[50:])
    assert_array_equal(model.fit(X, Y).coef_, first)
    assert not hasattr(clone(model), "coef_")


def test_model_record_is_checked() -> None:
    from fenlei.errors import ModelFileError

    for model in (
        LogisticRegression().fit(X, Y),
        LogisticRegression(solver="newton", C=np.inf).fit(X[50:], Y[50:]),
    ):
        record = model.model_
        model._check_model(record)
        fresh = clone(model)
        fresh.classes_, fresh.n_features_in_ = model.classes_, model.n_features_in_
        fresh._keep(record)
        assert_array_equal(fresh.predict_proba(X), model.predict_proba(X))
        for bad in (
            record._replace(coef=record.coef[:, :2]),
            record._replace(intercept=np.full_like(record.intercept, np.nan)),
            record._replace(history_beta=np.zeros((2, 3))),
        ):
            with pytest.raises(ModelFileError):
                fresh._check_model(bad)
