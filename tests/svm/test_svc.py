"""SVC: the dual against slow solvers and libsvm, invariants, input, wording."""

from __future__ import annotations

import io
import tracemalloc
import warnings
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import svm as peer
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from fenlei.svm import SVC, spectrum
from fenlei.svm.dual.dual_problem import DualProblem
from fenlei.svm.dual.gram import Kernel, Source
from fenlei.svm.dual.gram import gram as gram_of
from fenlei.svm.dual.kernel_row_cache import empty_cache, weighted_sum
from fenlei.svm.dual.smo import part_gram, steps, whole_gram
from fenlei.svm.dual.solver import solve
from fenlei.svm.svc import decision
from fenlei.svm.svc.probability import row_keys
from tests.oracles import svm as oracle

IRIS, SPECIES = load_iris(return_X_y=True)
DIGITS, NUMBERS = load_digits(return_X_y=True)
KERNELS = ("linear", "poly", "rbf", "sigmoid", "laplacian", "laplacian_euclidean")
quiet = pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")


def two_classes(n: int, p: int, seed: int, apart: float = 0.8) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 2)
    return rng.normal(size=(n, p)) + apart * (2 * y[:, None] - 1) * (np.arange(p) < 2), y


def alphas(model: Any, n: int) -> np.ndarray:
    found = np.zeros(n)
    found[model.support_] = np.abs(np.asarray(model.dual_coef_)).ravel()
    return found


def kernel_parameters(name: str, seed: int) -> dict[str, Any]:
    return {
        "kernel": name,
        # a sigmoid that is nearly a kernel; with larger γ the dual has several optima
        "gamma": 0.03 if name == "sigmoid" else 0.1 + 0.1 * seed,
        "coef0": 0.5 if name == "poly" else 0.0,
        "degree": 2 + seed % 2,
    }


# --- the optimum


@quiet
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["linear", "poly", "rbf", "sigmoid"])
def test_dual_is_that_of_libsvm(name: str, seed: int) -> None:
    X, y = two_classes(80 + 40 * seed, 4, seed)
    parameters = {**kernel_parameters(name, seed), "C": 10.0 ** (seed - 2)}
    ours = SVC(**parameters).fit(X, y)
    theirs = peer.SVC(tol=1e-9, **parameters).fit(X, y)
    K = oracle.gram(name, X, X, parameters["gamma"], parameters["coef0"], parameters["degree"])
    sign, C = 2.0 * y - 1, np.full(len(y), parameters["C"])
    alpha = alphas(ours, len(y))
    assert oracle.kkt_violation(K, sign, C, alpha) <= 1e-3
    assert ours.kkt_residual_[0] <= 1e-3
    assert alpha.min() >= 0
    assert (alpha <= C).all()
    best = oracle.dual_value(K, sign, alphas(theirs, len(y)))
    assert_allclose(ours.dual_objective_[0], oracle.dual_value(K, sign, alpha), rtol=1e-9, atol=1e-12)
    assert_allclose(ours.dual_objective_[0], best, rtol=1e-6)
    values = theirs.decision_function(X)
    clear = np.abs(values) > 1e-3 * (1 + parameters["C"])
    assert_array_equal(ours.predict(X)[clear], theirs.predict(X)[clear])


@quiet
@pytest.mark.parametrize("name", KERNELS)
def test_dual_is_that_of_the_plain_loop(name: str) -> None:
    X, y = two_classes(24, 3, 1)
    weights = np.random.default_rng(0).uniform(0.5, 2, 24)
    parameters = {**kernel_parameters(name, 1), "C": 0.7}
    model = SVC(**parameters).fit(X, y, weights)
    K = oracle.gram(name, X, X, parameters["gamma"], parameters["coef0"], parameters["degree"])
    sign = 2.0 * y - 1
    slow = oracle.smo(K, sign, 0.7 * weights)
    assert_allclose(model.dual_objective_[0], oracle.dual_value(K, sign, slow), rtol=1e-9)
    assert oracle.kkt_violation(K, sign, 0.7 * weights, alphas(model, 24)) <= 1e-9
    f = K @ (slow * sign)
    assert_allclose(model.decision_function(X) - model.intercept_[0], f, atol=1e-7)


@pytest.mark.parametrize("name", ["rbf", "linear", "poly", "laplacian", "precomputed"])
@pytest.mark.parametrize("shrinking", [True, False])
def test_working_sets_reach_the_optimum_too(name: str, shrinking: bool) -> None:
    X, y = two_classes(2500, 6, 2, apart=0.5)
    sign, C = 2.0 * y - 1, np.full(len(y), 2.0)
    source = Source(X, Kernel(name, 0.2, 1.0, 2))
    if name == "precomputed":
        rbf = Source(X, Kernel("rbf", 0.2))
        source = Source(gram_of(rbf, rbf), Kernel(name))
    found = solve(DualProblem(source, sign, C, 1e-4, 10**7, 10.0, shrinking, None))
    K = gram_of(source, source)
    violation = oracle.kkt_violation(K, sign, C, np.abs(found.beta))
    assert violation <= 1.2e-4
    assert_allclose(K @ found.beta - sign, found.g, atol=1e-5)
    params = {"kernel": "precomputed", "C": 2.0, "tol": 1e-4}
    theirs = peer.SVC(**params).fit(K, y)
    best = oracle.dual_value(K, sign, alphas(theirs, len(y)))
    assert_allclose(oracle.dual_value(K, sign, np.abs(found.beta)), best, rtol=1e-6)


@pytest.mark.parametrize("single", [True, False])
def test_steps_in_either_precision_are_those_of_the_plain_loop(single: bool) -> None:
    X, y = two_classes(150, 3, 3)  # more than a row of lanes, and a rest
    K, sign, C = oracle.gram("rbf", X, X, 0.3), 2.0 * y - 1, np.full(150, 0.7)
    number = np.float32 if single else np.float64
    beta, g = np.zeros(150), (-sign).astype(number)
    low, high = np.minimum(0.0, sign * C), np.maximum(0.0, sign * C)
    count, gap, bend = steps(whole_gram(K.astype(number)), low, high, 1e-4, 10**6, beta, g)
    assert count > 0
    assert gap <= 1e-4
    assert bend > 0
    assert_allclose(g, K @ beta - sign, atol=1e-5)
    assert oracle.kkt_violation(K, sign, C, np.abs(beta)) <= 1.2e-4
    slow = oracle.dual_value(K, sign, oracle.smo(K, sign, C))
    assert_allclose(oracle.dual_value(K, sign, np.abs(beta)), slow, rtol=1e-6)


def test_steps_on_a_part_of_a_matrix_copy_only_the_rows_they_ask_for() -> None:
    X, y = two_classes(400, 3, 3, apart=4)
    K = oracle.gram("rbf", X, X, 0.3)
    rows = np.random.default_rng(0).permutation(400)[:200]
    sign = 2.0 * y[rows] - 1
    low, high = np.minimum(0.0, sign), np.maximum(0.0, sign)
    found = []
    for gram in (part_gram(K, rows), whole_gram(np.ascontiguousarray(K[np.ix_(rows, rows)]))):
        beta, g = np.zeros(200), -sign
        assert steps(gram, low, high, 1e-6, 10**6, beta, g)[1] <= 1e-6
        found.append((beta, g))
        assert_array_equal(gram.values[gram.filled], K[np.ix_(rows[gram.filled], rows)])
        assert gram.filled[beta != 0].all()
    assert_array_equal(found[0], found[1])


@pytest.mark.parametrize("name", ["linear", "poly", "rbf", "sigmoid", "laplacian", "laplacian_euclidean"])
@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")  # the sigmoid
def test_support_kernel_is_that_of_a_loop(name: str) -> None:
    X, y = two_classes(60, 3, 5, apart=1)
    model = SVC(kernel=name, gamma=0.1, coef0=0.5).fit(X, y)
    expected = oracle.gram(name, X[:9], model.support_vectors_, 0.1, 0.5, 3)
    assert_allclose(model.support_kernel(X[:9]), expected, atol=1e-12)
    values = expected @ model.dual_coef_[0] + model.intercept_
    assert_allclose(model.decision_function(X[:9]), values, atol=1e-9)
    with pytest.raises(ValueError, match="NaN"):
        model.support_kernel(np.full((1, 3), np.nan))


@pytest.mark.parametrize("megabytes", [0.01, 0.02, 1.0])
def test_kept_kernel_rows_give_the_sums_of_computed_ones(megabytes: float) -> None:
    rng = np.random.default_rng(0)
    rows = Source(rng.normal(size=(50, 520)), Kernel("rbf", 0.002))
    kept = empty_cache(rows, megabytes)
    assert kept.values.nbytes <= megabytes * 2**20
    K = gram_of(rows, rows)
    for seed in range(8):
        wanted = np.random.default_rng(seed).permutation(50)[:30]
        c = rng.normal(size=30)
        assert_allclose(weighted_sum(kept, rows, wanted, c, None), K[:, wanted] @ c, atol=1e-12)
        has = np.flatnonzero(kept.slot >= 0)
        assert_array_equal(kept.owner[kept.slot[has]], has)
        assert len(has) == min(len(kept.values), len(np.unique(kept.owner[kept.owner >= 0])))


def test_nothing_is_kept_where_computing_is_cheaper() -> None:
    X = np.zeros((10, 64))
    assert not len(empty_cache(Source(X, Kernel("rbf")), 1.0).values)
    assert not len(empty_cache(Source(sparse.csr_matrix((10, 999)), Kernel("rbf")), 1.0).values)
    assert len(empty_cache(Source(X, Kernel("laplacian")), 1.0).values) == 10


@pytest.mark.parametrize("features", [70, 520])
def test_working_sets_with_kept_rows_reach_the_optimum_too(features: int) -> None:
    X, y = two_classes(2200, features, 11, apart=0.6)
    gamma = 1 / features
    ours = SVC(gamma=gamma, tol=1e-4, cache_size=20).fit(X, y)
    theirs = peer.SVC(gamma=gamma, tol=1e-6).fit(X, y)
    assert ours.kkt_residual_[0] <= 1e-4
    clear = np.abs(theirs.decision_function(X)) > 1e-2
    assert_array_equal(ours.predict(X)[clear], theirs.predict(X)[clear])
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=2e-3)


@pytest.mark.parametrize("megabytes", [5, 40])
def test_memory_is_bounded_by_the_cache(megabytes: float) -> None:
    X, y = two_classes(2500, 512, 12, apart=0.6)
    model = SVC(gamma=0.002, cache_size=megabytes, n_jobs=1).fit(X, y)  # what is compiled is not counted
    tracemalloc.start()
    model.fit(X, y)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    # the rows in order of class, centred, in both precisions; a block of kernel values
    assert peak <= megabytes + 4 * X.nbytes / 2**20 + 30


@pytest.mark.parametrize("name", ["linear", "rbf", "poly"])
def test_iris_has_scikit_learns_attributes(name: str) -> None:
    ours, theirs = SVC(kernel=name).fit(IRIS, SPECIES), peer.SVC(kernel=name, tol=1e-9).fit(IRIS, SPECIES)
    assert_array_equal(ours.support_, theirs.support_)
    assert_array_equal(ours.n_support_, theirs.n_support_)
    assert_allclose(ours.support_vectors_, theirs.support_vectors_)
    assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=5e-4)
    assert_allclose(ours.intercept_, theirs.intercept_, atol=5e-4)
    assert_allclose(ours.decision_function(IRIS), theirs.decision_function(IRIS), atol=2e-4)
    assert_array_equal(ours.predict(IRIS), theirs.predict(IRIS))
    assert ours.shape_fit_ == theirs.shape_fit_
    assert ours.n_iter_.shape == theirs.n_iter_.shape
    pairs = SVC(kernel=name, decision_function_shape="ovo").fit(IRIS, SPECIES).decision_function(IRIS)
    theirs.decision_function_shape = "ovo"
    assert_allclose(pairs, theirs.decision_function(IRIS), atol=5e-4)
    if name == "linear":
        assert_allclose(ours.coef_, theirs.coef_, atol=5e-4)
        assert not ours.coef_.flags.writeable
    else:
        assert not hasattr(ours, "coef_")


def test_digits_sparse_and_single_precision_agree() -> None:
    dense = SVC().fit(DIGITS, NUMBERS)
    theirs = peer.SVC(tol=1e-6).fit(DIGITS, NUMBERS)
    assert_allclose(dense.decision_function(DIGITS), theirs.decision_function(DIGITS), atol=1e-5)
    rows = sparse.csr_matrix(DIGITS)
    in_rows = SVC().fit(rows, NUMBERS)
    assert sparse.issparse(in_rows.support_vectors_)
    assert sparse.issparse(in_rows.dual_coef_)
    for X in (rows, DIGITS):
        assert_allclose(in_rows.decision_function(X), dense.decision_function(DIGITS), atol=1e-10)
    assert_allclose(dense.decision_function(rows), dense.decision_function(DIGITS), atol=1e-10)
    single = SVC().fit(DIGITS.astype(np.float32), NUMBERS)  # whole numbers: the same in float32
    assert_array_equal(single.decision_function(DIGITS.astype(np.float32)), dense.decision_function(DIGITS))


def test_linear_coefficients_of_sparse_rows() -> None:
    model = SVC(kernel="linear").fit(sparse.csr_matrix(IRIS), SPECIES)
    dense = SVC(kernel="linear").fit(IRIS, SPECIES)
    assert_allclose(model.coef_.toarray(), dense.coef_, atol=1e-9)
    assert_allclose(model.decision_function(IRIS), dense.decision_function(IRIS), atol=1e-9)


def test_given_kernels() -> None:
    model = SVC(kernel="rbf", gamma=0.3).fit(IRIS, SPECIES)
    expected = model.decision_function(IRIS[:20])

    def rbf(A: Any, B: Any) -> np.ndarray:
        return oracle.gram("rbf", A, B, 0.3)

    by_function = SVC(kernel=rbf).fit(IRIS, SPECIES)
    assert_allclose(by_function.decision_function(IRIS[:20]), expected, atol=1e-10)
    K = rbf(IRIS, IRIS)
    by_matrix = SVC(kernel="precomputed").fit(K, SPECIES)
    assert_allclose(by_matrix.decision_function(K[:20]), expected, atol=1e-10)
    assert_array_equal(by_matrix.support_, model.support_)
    weights = np.arange(150) % 3
    weighted = SVC(kernel="precomputed").fit(K, SPECIES, weights)
    same = SVC(gamma=0.3).fit(IRIS, SPECIES, weights)
    assert_array_equal(weighted.support_, same.support_)
    assert_allclose(weighted.decision_function(K), same.decision_function(IRIS), atol=1e-10)


def test_texts_by_a_string_kernel() -> None:
    texts = ["banana", "bandana", "cabana", "kiwi", "kiwis", "wiki wiki"]
    model = SVC(kernel=spectrum, probability=True).fit(texts, ["a"] * 3 + ["b"] * 3)
    assert model.predict(["ananas", "a kiwi"]).tolist() == ["a", "b"]
    assert model.predict_proba(["ananas"])[0, 0] > 0.5


# --- weights, margins, hard margins


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), classes=st.integers(2, 3))
def test_weights_mean_repetition(seed: int, classes: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % classes
    w = rng.integers(0, 4, 30)
    w[:classes] = 1
    repeated = np.repeat(np.arange(30), w)
    a = SVC(class_weight="balanced").fit(X, y, w)
    b = SVC(class_weight="balanced").fit(X[repeated], y[repeated])
    assert_allclose(a.decision_function(X), b.decision_function(X), atol=1e-8)
    assert_allclose(a.dual_objective_, b.dual_objective_, rtol=1e-9)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_row_order_and_label_names_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 3
    order = rng.permutation(40)
    a = SVC(C=3.0).fit(X, y)
    b = SVC(C=3.0).fit(X[order], np.array(["苹果", "梨", "瓜"])[y][order])
    place = np.searchsorted(b.classes_, ["苹果", "梨", "瓜"])
    values = b.decision_function(X)[:, place]
    assert_allclose(np.sort(values, axis=1), np.sort(a.decision_function(X), axis=1), atol=1e-8)
    assert_allclose(np.sort(a.dual_objective_), np.sort(b.dual_objective_), rtol=1e-9)


def test_class_weight_is_a_price_of_each_class() -> None:
    X, y = two_classes(60, 2, 3)
    a = SVC(class_weight={0: 1.0, 1: 5.0}).fit(X, y)
    b = SVC(gamma=float(a.model_.gamma)).fit(X, y, np.where(y == 1, 5.0, 1.0))
    assert_allclose(a.decision_function(X), b.decision_function(X), atol=1e-9)
    assert_allclose(a.class_weight_, [1, 5])
    three = SVC(class_weight={2: 0.0}).fit(IRIS, SPECIES)
    assert_array_equal(three.classes_, [0, 1, 2])
    assert_array_equal(three.predict(IRIS), SVC().fit(IRIS[:100], SPECIES[:100]).predict(IRIS))


def test_duality_gap_slack_and_margin() -> None:
    X, y = two_classes(100, 3, 4)
    model = SVC(kernel="linear", C=0.5).fit(X, y)
    slack, w = model.slack(X, y), model.coef_[0]
    assert_allclose(0.5 * w @ w + 0.5 * slack.sum(), model.dual_objective_[0], rtol=1e-9)
    assert_allclose(model.margin_[0], 2 / np.linalg.norm(w))
    of_pairs = SVC().fit(IRIS, SPECIES).slack(IRIS, SPECIES)
    assert of_pairs.shape == (150, 3)
    assert_array_equal(np.isnan(of_pairs).sum(axis=0), [50, 50, 50])


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_hard_margin_is_the_limit_of_soft_ones(seed: int) -> None:
    X, y = two_classes(30, 2, seed, apart=4.0)
    X[y == 1, 0] += 5
    hard = SVC(C=np.inf, kernel="linear").fit(X, y)
    assert_allclose(hard.slack(X, y), 0, atol=1e-8)
    assert_allclose(hard.intercept_, hard.intercept_midpoint_, atol=1e-7)
    soft = SVC(C=float(np.abs(hard.dual_coef_).max() * 1.01), kernel="linear").fit(X, y)
    assert_allclose(soft.coef_, hard.coef_, atol=1e-6)


def test_no_hard_margin_is_said() -> None:
    X, y = two_classes(300, 3, 5, apart=0.1)
    with pytest.raises(
        DataError, match="classes 0 and 1 cannot be separated without error by kernel 'linear'"
    ):
        SVC(C=np.inf, kernel="linear").fit(X, y)
    with pytest.raises(DataError, match="there is no hard margin"):
        SVC(C=np.inf).fit([[0.0], [0.0], [1.0]], [0, 1, 1])


def test_hard_margin_of_many_rows() -> None:
    X, y = two_classes(2200, 3, 6, apart=1.0)
    X[:, 0] += np.where(y == 1, 4.0, -4.0)
    hard = SVC(C=np.inf, kernel="linear", tol=1e-5).fit(X, y)
    assert hard.slack(X, y).max() < 1e-4
    assert_allclose(hard.intercept_, hard.intercept_midpoint_, atol=1e-4)
    theirs = peer.SVC(C=1e6, kernel="linear", tol=1e-6).fit(X, y)
    assert_allclose(hard.coef_, theirs.coef_, atol=1e-3)
    X[0] = -X[0]
    with pytest.raises(DataError, match="there is no hard margin"):
        SVC(C=np.inf, kernel="linear").fit(X, y)


# --- probabilities


@pytest.mark.parametrize("K", [2, 3, 10])
def test_probabilities_never_contradict_the_decision(K: int) -> None:
    rng = np.random.default_rng(K)
    y = np.arange(240) % K
    X = rng.normal(size=(240, 3)) + y[:, None] * 0.5
    model = SVC(probability=True).fit(X, y)
    p = model.predict_proba(X)
    assert_allclose(p.sum(axis=1), 1, atol=1e-12)
    assert_array_equal(model.classes_[p.argmax(axis=1)], model.predict(X))
    assert_allclose(np.exp(model.predict_log_proba(X)), p)
    if K == 2:
        rising = p[np.argsort(model.decision_function(X)), 1]
        # Rows on the margin differ by rounding alone. exp is exact to 1 ulp, the sum and the quotient to half
        # a one each: 2 eps in each of the two probabilities.
        assert (np.diff(rising) >= -4 * np.finfo(np.float64).eps * rising[:-1]).all()


def test_probabilities_are_near_the_observed_shares() -> None:
    X, y = two_classes(2000, 3, 6, apart=0.4)
    model = SVC(probability=True, random_state=0).fit(X[:1000], y[:1000])
    p = model.predict_proba(X[1000:])[:, 1]
    for low, high in ((0, 0.3), (0.3, 0.7), (0.7, 1)):
        inside = (p >= low) & (p <= high)
        assert abs(y[1000:][inside].mean() - p[inside].mean()) < 0.08


def test_probabilities_by_a_given_random_state_do_not_depend_on_threads() -> None:
    models = [
        SVC(probability=True, random_state=np.random.RandomState(3), n_jobs=n).fit(
            DIGITS[:600], NUMBERS[:600]
        )
        for n in (1, 2)
    ]
    assert_array_equal(models[0].model_.slopes, models[1].model_.slopes)


def test_probabilities_have_to_be_asked_for() -> None:
    model = SVC().fit(IRIS, SPECIES)
    assert not hasattr(model, "predict_proba")
    with pytest.raises(NotFittedError, match="not available when fitted with probability=False"):
        model.set_params(probability=True).predict_proba(IRIS)


# --- decisions


def test_break_ties() -> None:
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = np.arange(60) % 4
    model = SVC(break_ties=True).fit(X, y)
    assert_array_equal(model.predict(X), model.decision_function(X).argmax(axis=1))
    with pytest.raises(UsageError, match="break_ties must be False"):
        SVC(break_ties=True, decision_function_shape="ovo").fit(X, y).predict(X)


def test_results_do_not_depend_on_threads() -> None:
    X, y = two_classes(2300, 5, 7)
    for rows, labels in ((X, y), (DIGITS, NUMBERS)):
        a, b = (SVC(n_jobs=n).fit(rows, labels) for n in (1, 2))
        assert_array_equal(a.dual_coef_, b.dual_coef_)
        assert_array_equal(a.decision_function(rows), b.decision_function(rows))


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_prediction_in_single_precision_has_the_signs_of_double(
    shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision, "SCREENED", 0)
    X, y = two_classes(600, 4, 10, apart=0.2)
    for labels in (y, np.arange(600) % 4):
        model = SVC(gamma=0.5, C=10.0).fit(X + shift, labels)
        values = SVC.decision_function(model.set_params(decision_function_shape="ovo"), X + shift)
        winners = decision.vote(values.reshape(600, -1), len(model.classes_))
        assert_array_equal(model.predict(X + shift), model.classes_[winners])


def test_cache_size_bounds_the_working_set_and_not_the_result() -> None:
    X, y = two_classes(400, 4, 8)
    a, b = SVC(tol=1e-6).fit(X, y), SVC(tol=1e-6, cache_size=0.1).fit(X, y)
    assert_allclose(a.decision_function(X), b.decision_function(X), atol=1e-5)


# --- bad input


def test_kernel_that_is_none_warns_and_stays_bounded() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 2
    with pytest.warns(DegenerateDataWarning, match="kernel 'sigmoid' is not positive semi-definite"):
        model = SVC(kernel="sigmoid", gamma=2.0, coef0=-1.0, C=5.0).fit(X, y)
    assert np.abs(model.dual_coef_).max() <= 5
    assert np.isfinite(model.decision_function(X)).all()


def test_negative_eigenvalue_is_found_where_no_pair_shows_it() -> None:
    K = np.eye(60) - 0.05  # K_ii + K_jj - 2 K_ij = 2 for all pairs, but 1ᵀK1 < 0
    with pytest.warns(DegenerateDataWarning, match="an eigenvalue is at most -2"):
        SVC(kernel="precomputed").fit(K, np.arange(60) % 2)


def test_a_kernel_that_is_not_symmetric_is_said() -> None:
    K = np.eye(20) + np.triu(np.full((20, 20), 0.01), 1)
    with pytest.warns(DegenerateDataWarning, match="is not symmetric on these rows"):
        SVC(kernel="precomputed").fit(K, np.arange(20) % 2)


@quiet
def test_a_sigmoid_far_from_a_kernel_ends_in_a_stationary_point_within_the_bounds() -> None:
    for seed in range(5):
        X, y = two_classes(80, 3, seed)
        model = SVC(kernel="sigmoid", gamma=1.0, coef0=-0.5, C=3.0).fit(X, y)
        K, alpha = oracle.gram("sigmoid", X, X, 1.0, -0.5), alphas(model, 80)
        assert alpha.max() <= 3.0
        assert oracle.kkt_violation(K, 2.0 * y - 1, np.full(80, 3.0), alpha) <= 1e-3


def test_iterations_can_be_limited() -> None:
    X, y = two_classes(100, 3, 9)
    with pytest.warns(ConvergenceWarning, match=r"Solver terminated early \(max_iter=3\)"):
        model = SVC(max_iter=3).fit(X, y)
    assert model.fit_status_ == 1
    assert model.n_iter_.tolist() == [3]


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: SVC(C=0).fit(IRIS, SPECIES), "SVC: C=0 is not accepted; give a number above 0, or inf"),
        (lambda: SVC(kernel="gauss").fit(IRIS, SPECIES), "kernel='gauss' is not accepted"),
        (lambda: SVC(gamma=-1).fit(IRIS, SPECIES), "gamma=-1 is not accepted"),
        (lambda: SVC(kernel="precomputed").fit(IRIS, SPECIES), "must be a square matrix"),
        (lambda: SVC(kernel="precomputed").fit(sparse.eye(4), [0, 0, 1, 1]), "Sparse precomputed kernels"),
        (lambda: SVC().fit(IRIS, np.zeros(150)), "has to be greater than one; got 1 class"),
        (
            lambda: SVC(kernel=lambda a, b: np.ones((2, 2))).fit(IRIS, SPECIES),
            r"shape \(2, 2\) for 150 and 150 rows",
        ),
        (
            lambda: SVC(kernel="poly", degree=300, gamma=1).fit(1e10 * IRIS, SPECIES),
            "values that are not finite",
        ),
        (lambda: SVC().fit(np.where(IRIS > 6, np.nan, IRIS), SPECIES), "contains NaN"),
        (lambda: SVC().fit(IRIS, SPECIES).predict(np.full((1, 4), np.inf)), "contains infinity"),
    ],
)
def test_wording(make: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        make()


def test_identical_rows() -> None:
    model = SVC().fit(np.ones((50, 3)), np.arange(50) % 2)
    assert np.isfinite(model.decision_function(np.ones((2, 3)))).all()


def test_verbose_prints_a_line_a_pair() -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        SVC(verbose=True).fit(IRIS, SPECIES)
    assert out.getvalue().count("steps, gap") == 3


# The checks feed degenerate data on purpose.
@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([SVC(), SVC(kernel="linear", C=3.0), SVC(probability=True)])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


def test_multipliers_of_every_row() -> None:
    """One line per pair: w = Σ α_i y_i x_i from all rows, 0 <= α <= C, Σ α_i y_i = 0, 0 outside the pair."""
    w = np.ones(len(IRIS))
    w[3] = 0.0  # left out, but it keeps its number
    model = SVC(kernel="linear", C=2.0).fit(IRIS, SPECIES, w)
    assert model.alpha_.shape == (3, 150)
    for line, (i, j), coef in zip(model.alpha_, [(0, 1), (0, 2), (1, 2)], model.coef_, strict=True):
        sign = (i == SPECIES).astype(float) - (j == SPECIES)
        assert line.min() >= 0
        assert line.max() <= 2.0 + 1e-12
        assert_allclose(line @ sign, 0.0, atol=1e-8)
        assert_allclose((line * sign) @ IRIS, coef, atol=1e-8)
        assert not line[sign == 0].any()
    assert not model.alpha_[:, 3].any()
    assert_allclose(np.sort(np.flatnonzero(model.alpha_.any(axis=0))), np.sort(model.support_))


def test_a_kernel_that_is_semidefinite_by_construction_gets_no_warning() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1500, 5))
    X = np.vstack([X, X + 1e-4 * rng.normal(size=X.shape)])  # more than 2,048: steps in float32
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for kernel in ("rbf", "laplacian", "linear"):
            SVC(kernel=kernel, max_iter=3000).fit(X, np.arange(3000) % 2)


@pytest.mark.parametrize("gap", [-1e-9, -1e-3])
def test_a_curvature_below_zero_is_named_where_rounding_does_not_explain_it(gap: float) -> None:
    K = np.eye(40)
    K[0, 1] = K[1, 0] = 1.0 - gap  # the curvature of rows 0 and 1 is 2 gap
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        SVC(kernel="precomputed").fit(K, np.arange(40) % 2)
    assert any("semi-definite" in str(each.message) for each in found) == (gap < -1e-6)


def test_poly_with_a_negative_constant_is_checked() -> None:
    X = np.random.default_rng(0).normal(size=(50, 2))
    with pytest.warns(DegenerateDataWarning, match="kernel 'poly' is not positive semi-definite"):
        SVC(kernel="poly", degree=3, coef0=-1.0).fit(X, np.arange(50) % 2)


@pytest.mark.parametrize("seed", [0, None])
def test_probabilities_are_those_of_dense_rows_for_sparse_ones(seed: int | None) -> None:
    X, y = load_iris(return_X_y=True)
    for rows in (X, np.where(np.abs(X - 3) < 1.2, 0.0, X - 3)):
        found = [
            SVC(probability=True, random_state=seed).fit(part, y).predict_proba(part)
            for part in (rows, sparse.csr_array(rows))
        ]
        assert_allclose(found[1], found[0], atol=1e-10)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_sparse_rows_have_the_order_of_dense_ones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (rng.integers(1, 40), rng.integers(1, 6))) * rng.choice([0.0, 0.5, 1.0])
    keys = [row_keys(Source(rows, Kernel("rbf"))) for rows in (X, sparse.csr_array(X))]
    assert_array_equal(*keys)


def test_the_slopes_have_scikit_learns_names() -> None:
    """Of one value per pair, negative and 0: the probability of a pair rises with f and is 1/2 at f = 0."""
    X, y = load_iris(return_X_y=True)
    model = SVC(probability=True, random_state=0).fit(X, y)
    assert model.probA_.shape == model.probB_.shape == (3,)
    assert (model.probA_ < 0).all()
    assert not model.probB_.any()
    assert SVC().fit(X, y).probA_.shape == (0,)
