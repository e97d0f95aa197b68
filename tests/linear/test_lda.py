"""LDA against exact fractions, against scikit-learn, and on degenerate rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.covariance import OAS, ShrunkCovariance
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as Namesake

from fenlei import LinearDiscriminantAnalysis as LDA
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.kernels.blocks import BLOCKS, block
from tests.oracles import discriminant as oracle

SOLVERS = ["svd", "lsqr", "eigen"]
degenerate = pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")


def up_to_sign(Z: np.ndarray) -> np.ndarray:
    """Columns turned so that the entry of largest size is positive."""
    largest = Z[np.argmax(np.abs(Z), axis=0), np.arange(Z.shape[1])]
    return Z * np.where(largest < 0, -1.0, 1.0)


def relative_scores(model: Any, X: np.ndarray) -> np.ndarray:
    """Log posterior odds against the first class."""
    log_p = model.predict_log_proba(X)
    return log_p - log_p[:, :1]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("divisor", "degrees"), [("n", 0), ("n-K", 3)])
@pytest.mark.parametrize("name", ["plain", "weighted", "scale 1e150", "scale 1e-150", "float32"])
def test_scores_equal_the_oracle(name: str, divisor: str, degrees: int, solver: str) -> None:
    b = BLOCKS[name]
    model = LDA(solver=solver, divisor=divisor).fit(b.X, b.codes, b.w)
    expected = oracle.lda_scores(b.X, *b, degrees=degrees)
    tol = 1e-5 if b.X.dtype == np.float32 else 1e-9  # coefficients and answers then have its digits
    assert_allclose(relative_scores(model, b.X), expected, rtol=tol, atol=tol)


@pytest.mark.parametrize("solver", SOLVERS)
@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(30, 60),
    p=st.integers(1, 6),
    K=st.integers(2, 4),
    shrinkage=st.sampled_from([None, "auto", 0.0, 0.3, 1.0]),
    given_priors=st.booleans(),
    one_component=st.booleans(),
    store=st.booleans(),
)
def test_as_scikit_learn(
    solver: str,
    seed: int,
    n: int,
    p: int,
    K: int,
    shrinkage: Any,
    given_priors: bool,
    one_component: bool,
    store: bool,
) -> None:
    X, y, *_ = block(n, p, K, seed=seed, codes=np.arange(n) % K)
    X += 0.8 * y[:, None]
    parameters: dict[str, Any] = {"solver": solver, "store_covariance": store}
    parameters["shrinkage"] = None if solver == "svd" else shrinkage
    parameters["priors"] = np.random.default_rng(seed).dirichlet(np.ones(K)) if given_priors else None
    parameters["n_components"] = 1 if one_component else None
    ours, theirs = LDA(**parameters).fit(X, y), Namesake(**parameters).fit(X, y)
    for name in ("means_", "priors_", "coef_", "intercept_"):
        assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-8, atol=1e-8)
    for name in ("xbar_", "covariance_"):
        assert hasattr(ours, name) == hasattr(theirs, name)
        if hasattr(theirs, name):
            assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-10)
    for method in ("decision_function", "predict_proba", "predict_log_proba"):
        assert_allclose(getattr(ours, method)(X), getattr(theirs, method)(X), rtol=1e-8, atol=1e-8)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    if solver != "lsqr" and shrinkage != 1.0:  # full shrinkage makes every direction as good as any other
        Z, expected = ours.transform(X), theirs.transform(X)
        assert_allclose(up_to_sign(Z), up_to_sign(expected), rtol=1e-6, atol=1e-6)
    if solver == "svd" or (solver == "eigen" and not parameters["shrinkage"] and not given_priors):
        ratio = theirs.explained_variance_ratio_
        assert_allclose(ours.explained_variance_ratio_, ratio, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("solver", ["lsqr", "eigen"])
@pytest.mark.parametrize("foreign", [OAS(), ShrunkCovariance(shrinkage=0.2)], ids=str)
def test_a_foreign_covariance_as_scikit_learn(solver: str, foreign: Any) -> None:
    X, y, *_ = block(50, 4, 3)
    ours = LDA(solver=solver, covariance_estimator=foreign).fit(X, y)
    theirs = Namesake(solver=solver, covariance_estimator=foreign).fit(X, y)
    assert_allclose(ours.covariance_, theirs.covariance_, rtol=1e-9)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-9)


X, Y, *_ = block(40, 3, 3, seed=3)
X += Y[:, None]
RNG = np.random.default_rng(8)
SINGULAR: dict[str, tuple[np.ndarray, np.ndarray]] = {
    "constant column": (np.column_stack([X, np.full(40, 2.0)]), Y),
    "duplicate column": (np.column_stack([X, X[:, 0]]), Y),
    "sum of columns": (np.column_stack([X, X.sum(axis=1)]), Y),
    "more features than rows": (RNG.normal(size=(9, 20)), np.arange(9) % 3),
    "constant inside the classes": (np.column_stack([X, Y]), Y),
    "one row a class and one more": (X[[0, 1, 2, 3]], np.array([0, 1, 2, 0])),
}


def test_a_covariance_estimator_needs_fit_and_covariance_only() -> None:
    class Plain:
        def fit(self, X: np.ndarray) -> None:
            self.covariance_ = np.cov(X.T) + np.eye(X.shape[1])

    X, y = load_iris(return_X_y=True)
    plain = Plain()
    ours, theirs = (cls(solver="lsqr", covariance_estimator=plain).fit(X, y) for cls in (LDA, Namesake))
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-8)


@pytest.mark.parametrize("tol", [1e-4, 1e-10, 0.0])
@pytest.mark.parametrize(("X", "y"), SINGULAR.values(), ids=SINGULAR)
def test_singular_rows_with_solver_svd_as_scikit_learn_but_with_a_warning(
    X: np.ndarray, y: np.ndarray, tol: float
) -> None:
    # spread is the root of an eigenvalue, so its noise is 1e-8: a smaller tol must not take noise for spread
    with pytest.warns(DegenerateDataWarning, match="singular"):
        ours = LDA(tol=tol).fit(X, y)
    theirs = Namesake(tol=max(tol, 1e-10)).fit(X, y)  # with tol=0 theirs divides by noise too
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-6, atol=1e-8)
    assert_allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_, rtol=1e-6, atol=1e-8)


@pytest.mark.filterwarnings("ignore:Only one sample available")  # scikit-learn
@pytest.mark.parametrize(("X", "y"), SINGULAR.values(), ids=SINGULAR)
def test_singular_rows_with_solver_lsqr_take_the_least_norm(X: np.ndarray, y: np.ndarray) -> None:
    with pytest.warns(DegenerateDataWarning, match="singular"):
        ours = LDA(solver="lsqr").fit(X, y)
    theirs = Namesake(solver="lsqr").fit(X, y)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(("X", "y"), SINGULAR.values(), ids=SINGULAR)
def test_singular_rows_with_solver_eigen_leave_directions_out(X: np.ndarray, y: np.ndarray) -> None:
    with pytest.warns(DegenerateDataWarning, match="singular"):
        model = LDA(solver="eigen").fit(X, y)
    assert np.isfinite(model.predict_log_proba(X)).all()
    assert np.isfinite(model.transform(X)).all()
    assert model.scalings_.shape[1] < X.shape[1]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    "scale", [1e-150, 1e150, np.array([1e-150, 1.0, 1e150])], ids=["tiny", "huge", "mixed"]
)
def test_units_do_not_matter(solver: str, scale: Any) -> None:
    scaled, plain = LDA(solver=solver).fit(X * scale, Y), LDA(solver=solver).fit(X, Y)
    assert_allclose(scaled.predict_proba(X * scale), plain.predict_proba(X), rtol=1e-8)
    assert_allclose(
        up_to_sign(scaled.transform(X * scale)), up_to_sign(plain.transform(X)), rtol=1e-7, atol=1e-7
    )


@degenerate
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("constant", [0.1, 1e9 / 3, 1e-300])
def test_a_constant_column_changes_nothing(solver: str, constant: float) -> None:
    """scikit-learn takes the rounding error of its mean for spread."""
    model = LDA(solver=solver).fit(np.column_stack([X, np.full(40, constant)]), Y)
    rows = np.column_stack([X, np.full(40, constant)])
    assert_allclose(model.predict_proba(rows), LDA(solver=solver).fit(X, Y).predict_proba(X), rtol=1e-9)


@degenerate
def test_rows_that_do_not_vary_at_all() -> None:
    model = LDA().fit(np.ones((6, 2)), [0, 0, 0, 0, 1, 1])
    assert_allclose(model.predict_proba(np.ones((1, 2))), [[2 / 3, 1 / 3]])


@pytest.mark.parametrize("solver", SOLVERS)
def test_directions_solve_the_eigenproblem_of_the_scatters(solver: str) -> None:
    """S_b V = S_w V Λ with Vᵀ (S_w / n) V = I, and a reduction that keeps the discriminant scores."""
    b = BLOCKS["weighted"]
    model = LDA(solver=solver).fit(b.X, b.codes, b.w)
    V = model.scalings_[:, :2]
    mean = np.average(b.X, axis=0, weights=b.w)
    Z = b.X - model.means_[b.codes]
    S_w, S_t = ((M * b.w[:, None]).T @ M for M in (Z, b.X - mean))
    gram = V.T @ (S_t - S_w) @ V / b.w.sum()
    assert_allclose(V.T @ S_w @ V / b.w.sum(), np.eye(2), atol=1e-10)
    assert_allclose(gram, np.diag(np.diagonal(gram)), atol=1e-10)
    ratio = np.diagonal(gram) / np.trace(gram)
    assert_allclose(model.explained_variance_ratio_, ratio, rtol=1e-9)


def test_the_three_solvers_agree() -> None:
    models = [LDA(solver=solver).fit(X, Y) for solver in SOLVERS]
    for model in models[1:]:
        assert_allclose(model.predict_proba(X), models[0].predict_proba(X), rtol=1e-10)
        centred = model.transform(X) - model.transform(X).mean(axis=0)
        reference = models[0].transform(X) - models[0].transform(X).mean(axis=0)
        assert_allclose(up_to_sign(centred), up_to_sign(reference), rtol=1e-8, atol=1e-9)


def test_one_class_is_always_predicted_as_scikit_learn_does() -> None:
    for model in (LDA().fit(X, np.ones(40)), Namesake().fit(X, np.ones(40))):
        assert_array_equal(model.predict(X), np.ones(40))
        assert model.transform(X).shape == (40, 0)


def test_negative_eigenvalues_that_shrinkage_brings_count_as_zero() -> None:
    rows = RNG.normal(size=(12, 6))
    model = LDA(solver="eigen", shrinkage=0.5).fit(rows, np.arange(12) % 4)
    ratio = model.explained_variance_ratio_
    assert ratio.min() >= 0
    assert ratio.sum() <= 1 + 1e-12


@pytest.mark.parametrize(
    ("parameters", "rows"),
    [
        ({}, slice(0, 3)),  # as many rows as classes
        ({"n_components": 3}, slice(None)),
        ({"n_components": 0}, slice(None)),
        ({"priors": [0.5, 0.5]}, slice(None)),
        ({"priors": [1.5, -0.5, 0.0]}, slice(None)),
        ({"solver": "eigen", "shrinkage": 1.5}, slice(None)),
        ({"solver": "eigen", "shrinkage": "much"}, slice(None)),
        ({"solver": "eigen", "shrinkage": 0.1, "covariance_estimator": OAS()}, slice(None)),
        ({"covariance_estimator": OAS()}, slice(None)),
        ({"solver": "newton"}, slice(None)),
        ({"tol": -1.0}, slice(None)),
    ],
    ids=str,
)
def test_what_scikit_learn_refuses_is_refused(parameters: dict[str, Any], rows: slice) -> None:
    y = np.arange(40) % 3
    with pytest.raises((ValueError, NotImplementedError)):
        Namesake(**parameters).fit(X[rows], y[rows])
    with pytest.raises((UsageError, DataError)):
        LDA(**parameters).fit(X[rows], y[rows])


def test_shrinkage_with_solver_svd_is_the_error_that_scikit_learn_raises() -> None:
    for model in (Namesake(shrinkage=0.5), LDA(shrinkage=0.5)):
        with pytest.raises(NotImplementedError, match="shrinkage not supported with 'svd' solver"):
            model.fit(X, Y)


def test_streamed_and_merged_models_know_everything_but_ledoit_wolf() -> None:
    for parameters in ({"solver": "eigen", "priors": [0.2, 0.3, 0.5]}, {"store_covariance": True}):
        streamed = (
            LDA(**parameters).partial_fit(X[:20], Y[:20], classes=[0, 1, 2]).partial_fit(X[20:], Y[20:])
        )
        whole = LDA(**parameters).fit(X, Y)
        assert_allclose(streamed.covariance_, whole.covariance_, rtol=1e-12)
    auto = LDA(solver="eigen", shrinkage="auto").fit(X, Y)
    with pytest.raises(UsageError, match="needs the rows"):
        auto.merge(auto)


def test_weights_are_repetitions_also_for_one_row_a_class() -> None:
    w = np.array([2.0, 2.0, 2.0])
    with pytest.warns(DegenerateDataWarning, match="singular"):
        weighted = LDA().fit(X[:3], [0, 1, 2], w)
    with pytest.warns(DegenerateDataWarning, match="singular"):
        repeated = LDA().fit(np.repeat(X[:3], 2, axis=0), [0, 0, 1, 1, 2, 2])
    assert_array_equal(weighted.predict_proba(X), repeated.predict_proba(X))


def test_divisor_n_less_k_needs_weights_that_sum_to_more_than_k() -> None:
    with pytest.raises(DataError):
        LDA(divisor="n-K").fit(X, Y, sample_weight=np.full(40, 1 / 40))


def test_float32_rows_give_float32_results_of_float64_sums() -> None:
    single = X.astype(np.float32)
    model = LDA().fit(single, Y)
    exact = LDA().fit(single.astype(np.float64), Y)
    assert model.coef_.dtype == model.transform(single).dtype == np.float32
    assert_allclose(model.coef_, exact.coef_, rtol=6e-8, atol=6e-8 * np.abs(exact.coef_).max())


def test_parameters_that_change_between_chunks_are_refused_or_followed() -> None:
    # the summary holds S_w only, the new chunk would bring S_k of each class
    model = LDA(solver="eigen").partial_fit(X[:20], Y[:20], classes=[0, 1, 2])
    model.set_params(priors=[0.2, 0.3, 0.5])
    with pytest.raises(UsageError):
        model.partial_fit(X[20:], Y[20:])
