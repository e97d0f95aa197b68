"""LinearSVC: the optimum against liblinear and a general optimiser, invariants, wording."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import svm as peer
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.svm import LinearSVC
from fenlei.svm.linear_svc import crammer_singer, linear_svc
from fenlei.svm.linear_svc.crammer_singer import threshold
from fenlei.svm.linear_svc.dual_descent import dual_descent
from fenlei.svm.linear_svc.loss_sums import LinearProblem
from fenlei.svm.linear_svc.newton import in_rows, newton, squared_hinge_rows
from tests.oracles import svm as oracle

IRIS, SPECIES = load_iris(return_X_y=True)
FORMS = [("l2", "squared_hinge"), ("l2", "hinge"), ("l1", "squared_hinge")]


def data(seed: int, n: int = 120, p: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) * rng.uniform(0.5, 3, p) + rng.normal(size=p)
    y = (X @ rng.normal(size=p) + rng.normal(scale=2, size=n) > 0).astype(int)
    return X, y, rng.uniform(0.2, 2, n)


def objective(model: Any, X: np.ndarray, y: np.ndarray, cost: np.ndarray, penalty: str, loss: str) -> float:
    bias = float(model.intercept_scaling) if model.fit_intercept else 0.0
    last = float(np.ravel(model.intercept_)[0]) / bias if bias else 0.0
    return oracle.linear_objective(np.append(model.coef_[0], last), X, 2 * y - 1, cost, bias, penalty, loss)


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("intercept", [None, 1.0, 5.0])
def test_optimum_is_that_of_liblinear(
    penalty: str, loss: str, seed: int, intercept: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linear_svc, "NARROW", 0)  # so that sparse rows stay sparse
    X, y, w = data(seed)
    C = [0.05, 0.5, 2.0][seed]
    scaling = {"fit_intercept": False} if intercept is None else {"intercept_scaling": intercept}
    tight = {"tol": 1e-8, "max_iter": 500_000}
    ours = LinearSVC(penalty, loss, C=C, **scaling).fit(X, y, w)
    theirs = peer.LinearSVC(penalty, loss, C=C, random_state=0, **scaling, **tight).fit(X, y, w)
    values = [objective(model, X, y, C * w, penalty, loss) for model in (ours, theirs)]
    assert_allclose(ours.objective_[0], values[0], rtol=1e-10)
    assert values[0] <= values[1] * (1 + 1e-8)
    assert_allclose(values[0], values[1], rtol=1e-6)
    tight = {"tol": 1e-10, "max_iter": 500_000}
    from_sparse = LinearSVC(penalty, loss, C=C, **scaling, **tight).fit(sparse.csr_array(X), y, w)
    assert_allclose(from_sparse.objective_, ours.objective_, rtol=1e-11)
    assert_allclose(from_sparse.coef_, ours.coef_, atol=1e-8)


def test_squared_hinge_equals_a_general_optimiser() -> None:
    X, y, w = data(7)
    model = LinearSVC(C=0.3, intercept_scaling=2.0).fit(X, y, w)
    v = oracle.squared_hinge(X, 2.0 * y - 1, 0.3 * w, 2.0)
    assert_allclose(model.coef_[0], v[:-1], atol=1e-7)
    assert_allclose(model.intercept_[0], 2 * v[-1], atol=1e-7)


def test_many_weights_take_other_ways_to_the_same_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, w = data(3)
    few = [LinearSVC(penalty, loss, C=0.05).fit(X, y, w) for penalty, loss in FORMS]
    monkeypatch.setattr(linear_svc, "DIRECT", 0)
    tight = {"tol": 1e-10, "max_iter": 10**6}
    many = [LinearSVC(penalty, loss, C=0.05, **tight).fit(X, y, w) for penalty, loss in FORMS]
    for a, b in zip(few, many, strict=True):
        assert_allclose(a.objective_, b.objective_, rtol=1e-11)
        assert_allclose(a.coef_, b.coef_, atol=1e-8)


@pytest.mark.parametrize("squared", [False, True])
def test_descent_of_dense_and_sparse_rows_is_the_same(squared: bool) -> None:
    X, y, w = data(4)
    X = X.astype(np.float32).astype(np.float64)  # so that all three are the same numbers
    found = [
        dual_descent(LinearProblem(rows, 2.0 * y - 1, 0.1 * w, 1.0, None), squared, 1e-8, 10**6, 0)(
            2.0 * y - 1
        )
        for rows in (X, sparse.csr_array(X), X.astype(np.float32))
    ]
    assert_allclose(found[0].weights, found[1].weights, atol=1e-8)
    assert_allclose(found[0].weights, found[2].weights, atol=1e-8)


def test_newton_in_blocks_and_in_one_kernel_end_alike_on_collinear_and_wide_rows() -> None:
    rng = np.random.default_rng(0)
    wide = rng.normal(size=(20, 200))
    twice = np.column_stack([IRIS, IRIS, np.ones(150)])
    for X, labels in ((wide, np.arange(20) % 2), (twice, (SPECIES == 1).astype(int))):
        y = 2.0 * labels - 1
        problem = LinearProblem(X, y, np.full(len(y), 10.0), 1.0, None)
        blocks, kernel = newton(problem, 1000), in_rows(squared_hinge_rows, problem, 1000)(y)
        assert_allclose(blocks.weights, kernel.weights, atol=1e-9)
        for found in (blocks, kernel):
            assert found.converged
            assert found.n_iter < 60


def awkward() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(0)
    X, y, _ = data(11, 60, 4)
    return {
        "constant column": (np.column_stack([X, np.ones(60), np.zeros(60)]), y),
        "a row a class": (X[:2], np.array([0, 1])),
        "wide": (rng.normal(size=(12, 80)), np.arange(12) % 2),
        "same row in both classes": (np.ones((6, 2)), np.arange(6) % 2),
        "shifted by 1e8": (X + 1e8, y),
        "columns of 1e6 and 1e-6": (X * np.array([1e6, 1e-6, 1, 1]), y),
        "tiny": (X * 1e-150, y),
        "zero rows": (np.zeros((5, 3)), np.array([0, 1, 1, 0, 1])),
    }


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", awkward())
@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_awkward_rows_end_at_liblinears_optimum_or_below(name: str, penalty: str, loss: str) -> None:
    X, y = awkward()[name]
    ours = LinearSVC(penalty, loss).fit(X, y)
    theirs = peer.LinearSVC(penalty, loss, random_state=0, max_iter=20_000).fit(X, y)
    ones = np.ones(len(y))
    a, b = (objective(model, X, y, ones, penalty, loss) for model in (ours, theirs))
    assert np.isfinite(ours.coef_).all()
    assert a <= b * (1 + 1e-6)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_huge_values_where_liblinear_does_not_end(penalty: str, loss: str) -> None:
    X, y, _ = data(11, 60, 4)
    plain, huge = (LinearSVC(penalty, loss, fit_intercept=False).fit(rows, y) for rows in (X, X * 1e100))
    assert np.isfinite(huge.coef_).all()
    assert huge.objective_[0] <= plain.objective_[0] * (1 + 1e-6)  # the penalty is next to nothing


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=1, max_size=8), st.floats(1e-3, 10))
def test_threshold_gives_the_total(values: list[float], total: float) -> None:
    D = np.array(values)
    assert_allclose(np.maximum(0, D - threshold(D, total)).sum(), total, rtol=1e-9)


def joint_objective(model: Any, X: np.ndarray, y: np.ndarray) -> float:
    scores = X @ model.coef_.T + model.intercept_ + 1.0
    own = scores[np.arange(len(y)), y] - 1.0
    scores[np.arange(len(y)), y] -= 1.0
    half = 0.5 * (np.sum(model.coef_**2) + np.sum(model.intercept_**2))
    return float(half + model.C * (scores.max(axis=1) - own).sum())


@pytest.mark.parametrize("C", [0.05, 1.0])
def test_all_classes_jointly_as_liblinear(C: float) -> None:
    X = (IRIS - IRIS.mean(axis=0)) / IRIS.std(axis=0)
    ours, theirs = (
        kind(multi_class="crammer_singer", C=C, tol=1e-8, random_state=0, max_iter=10**5).fit(X, SPECIES)
        for kind in (LinearSVC, peer.LinearSVC)
    )
    assert_allclose(ours.objective_, joint_objective(ours, X, SPECIES), rtol=1e-10)
    assert ours.objective_[0] <= joint_objective(theirs, X, SPECIES) * (1 + 1e-6)
    assert_allclose(ours.coef_, theirs.coef_, atol=2e-3)
    from_sparse = LinearSVC(multi_class="crammer_singer", C=C)  # few rows: exact whatever tol is
    assert_allclose(from_sparse.fit(sparse.csr_array(X), SPECIES).coef_, ours.coef_, atol=1e-8)


@pytest.mark.parametrize("seed", range(3))
def test_all_classes_jointly_as_a_general_optimiser(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(seed)
    X, y, w = rng.normal(size=(25, 2)), np.arange(25) % 3, rng.uniform(0.2, 2, 25)
    expected = oracle.crammer_singer(X, y, 0.5 * w, 3)
    model = LinearSVC(multi_class="crammer_singer", C=0.5).fit(X, y, w)
    assert_allclose(np.column_stack([model.coef_, model.intercept_]), expected, atol=1e-5)
    monkeypatch.setattr(crammer_singer, "SMALL", 0)  # the way of many rows
    many = LinearSVC(multi_class="crammer_singer", C=0.5, tol=1e-9).fit(X, y, w)
    assert_allclose(many.coef_, model.coef_, atol=1e-8)
    order = rng.permutation(25)
    turned = LinearSVC(multi_class="crammer_singer", C=0.5, tol=1e-9).fit(X[order], y[order], w[order])
    assert_allclose(turned.coef_, model.coef_, atol=1e-8)


def test_two_classes_jointly_have_one_row_of_weights() -> None:
    X, y, w = data(1)
    ours, theirs = (
        kind(multi_class="crammer_singer", C=0.1, tol=1e-8, random_state=0, max_iter=10**5).fit(X, y, w)
        for kind in (LinearSVC, peer.LinearSVC)
    )
    assert ours.coef_.shape == (1, 5)
    assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-3)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), form=st.sampled_from(FORMS))
def test_weights_mean_repetition(seed: int, form: tuple[str, str]) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 3
    w = rng.integers(0, 4, 40)
    w[:3] = 1
    repeated = np.repeat(np.arange(40), w)
    a = LinearSVC(*form, C=0.5, class_weight="balanced").fit(X, y, w)
    b = LinearSVC(*form, C=0.5, class_weight="balanced").fit(X[repeated], y[repeated])
    assert_allclose(a.coef_, b.coef_, atol=1e-7)
    assert_allclose(a.objective_, b.objective_, rtol=1e-9)


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_weights_mean_repetition_of_many_sparse_rows_as_far_as_tol_goes(penalty: str, loss: str) -> None:
    rng = np.random.default_rng(0)
    X = sparse.random_array((800, 300), density=0.03, format="csr", rng=rng)
    y, w = rng.integers(0, 3, 800), rng.integers(0, 4, 800)
    repeated = np.repeat(np.arange(800), w)
    for tol, precision in ((1e-4, 5e-3), (1e-10, 1e-8)):
        model = LinearSVC(penalty, loss, tol=tol, max_iter=10**5)
        a, b = clone(model).fit(X, y, w), model.fit(X[repeated], y[repeated])
        assert_allclose(a.coef_, b.coef_, atol=precision)


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_several_classes_one_against_the_rest(penalty: str, loss: str) -> None:
    X = (IRIS - IRIS.mean(axis=0)) / IRIS.std(axis=0)
    ours = LinearSVC(penalty, loss, max_iter=10**6, tol=1e-7).fit(X, SPECIES)
    theirs = peer.LinearSVC(penalty, loss, max_iter=10**6, tol=1e-7, random_state=0).fit(X, SPECIES)
    assert ours.coef_.shape == (3, 4)
    assert_allclose(ours.coef_, theirs.coef_, atol=2e-3)
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=5e-3)
    assert (ours.predict(X) == theirs.predict(X)).mean() > 0.99
    one = LinearSVC(penalty, loss, n_jobs=1, max_iter=10**6, tol=1e-7).fit(X, SPECIES)
    assert_array_equal(ours.coef_, one.coef_)


def test_lasso_has_zeros_and_sparsify() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 30))
    model = LinearSVC("l1", C=0.02).fit(X, (X[:, 0] > 0).astype(int))
    assert (model.coef_ != 0).sum() < 10
    before = model.predict(X)
    assert sparse.issparse(model.sparsify().coef_)
    assert_array_equal(model.densify().predict(X), before)


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        (
            {"penalty": "l1", "loss": "hinge"},
            "penalty='l1' and loss='hinge' is not supported; set loss='squared_hinge'",
        ),
        ({"penalty": "l1", "dual": True}, "not supported when dual=True; set dual=False"),
        ({"loss": "hinge", "dual": False}, "not supported when dual=False; set dual=True"),
        ({"C": np.inf}, "C=inf is not accepted"),
    ],
)
def test_wording(parameters: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        LinearSVC(**parameters).fit(IRIS, SPECIES)


def test_one_class_is_refused() -> None:
    with pytest.raises(ValueError, match="only one class"):
        LinearSVC().fit(IRIS, np.zeros(150))


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_iterations_can_be_limited(penalty: str, loss: str) -> None:
    with pytest.warns(ConvergenceWarning, match="failed to converge, increase the number of iterations"):
        LinearSVC(penalty, loss, max_iter=1).fit(IRIS, SPECIES)


def test_verbose_prints_a_line_a_class() -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        LinearSVC(verbose=1).fit(IRIS, SPECIES)
    assert out.getvalue().count("objective") == 3


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # class weights of 1000
@parametrize_with_checks(
    [
        LinearSVC(),
        LinearSVC(loss="hinge"),
        LinearSVC("l1"),
        LinearSVC(multi_class="crammer_singer"),
    ]
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
