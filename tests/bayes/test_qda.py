"""QDA against exact fractions, against scikit-learn, and with classes of deficient rank."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.covariance import OAS
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis as Namesake

from fenlei import QuadraticDiscriminantAnalysis as QDA
from fenlei.bayes.qda import PANEL
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.kernels.blocks import BLOCKS, block
from tests.oracles import discriminant as oracle


@pytest.mark.parametrize("reg_param", [0.0, 0.25])
@pytest.mark.parametrize(
    "name", ["plain", "weighted", "float32", "Fortran order", "scale 1e150", "scale 1e-150"]
)
def test_scores_equal_the_oracle(name: str, reg_param: float) -> None:
    b = BLOCKS[name]
    model = QDA(reg_param=reg_param).fit(b.X, b.codes, b.w)
    expected = oracle.qda_scores(b.X, *b, reg_param=reg_param)
    if b.X.dtype == np.float64 and reg_param and "150" in name:
        expected = expected - expected.max(axis=1, keepdims=True)  # the identity is nothing, or everything
        got = model.predict_log_proba(b.X)
        assert_allclose(got - got.max(axis=1, keepdims=True), expected, rtol=1e-8, atol=1e-8)
    else:
        tol = 1e-5 if b.X.dtype == np.float32 else 1e-9  # the means then have its digits
        assert_allclose(model.decision_function(b.X), expected, rtol=tol, atol=tol)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    p=st.integers(1, 5),
    K=st.integers(2, 4),
    solver=st.sampled_from(["svd", "eigen"]),
    amount=st.sampled_from([0.0, 0.2, 1.0, "auto"]),
    given_priors=st.booleans(),
    store=st.booleans(),
)
def test_as_scikit_learn(
    seed: int, p: int, K: int, solver: str, amount: Any, given_priors: bool, store: bool
) -> None:
    n = 20 * K
    X, y, *_ = block(n, p, K, seed=seed, codes=np.arange(n) % K)
    parameters: dict[str, Any] = {"solver": solver, "store_covariance": store}
    parameters["priors"] = np.random.default_rng(seed).dirichlet(np.ones(K)) if given_priors else None
    if solver == "eigen":
        parameters["shrinkage"] = amount
    else:
        parameters["reg_param"] = 0.5 if amount == "auto" else amount
    ours, theirs = QDA(**parameters).fit(X, y), Namesake(**parameters).fit(X, y)
    assert_allclose(ours.means_, theirs.means_, rtol=1e-10, atol=1e-12)
    assert_allclose(ours.priors_, theirs.priors_, rtol=1e-12)
    assert hasattr(ours, "covariance_") == hasattr(theirs, "covariance_")
    for k in range(K):
        if store:
            assert_allclose(ours.covariance_[k], theirs.covariance_[k], rtol=1e-8, atol=1e-10)
        assert_allclose(ours.scalings_[k], theirs.scalings_[k], rtol=1e-8, atol=1e-10)
        spanned = [m.rotations_[k] * m.scalings_[k] @ m.rotations_[k].T for m in (ours, theirs)]
        assert_allclose(*spanned, rtol=1e-8, atol=1e-10)
    for method in ("decision_function", "predict_proba", "predict_log_proba"):
        assert_allclose(getattr(ours, method)(X), getattr(theirs, method)(X), rtol=1e-8, atol=1e-8)
    assert_array_equal(ours.predict(X), theirs.predict(X))


def test_a_foreign_covariance_as_scikit_learn() -> None:
    X, y, *_ = block(60, 4, 3)
    ours, theirs = (cls(solver="eigen", covariance_estimator=OAS()).fit(X, y) for cls in (QDA, Namesake))
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-9)


@pytest.mark.parametrize("p", [PANEL - 1, PANEL, PANEL + 1, 2 * PANEL + 3])
def test_more_features_than_one_panel(p: int) -> None:
    X, y, *_ = block(6 * p, p, 2, seed=p)
    assert_allclose(
        QDA().fit(X, y).decision_function(X), Namesake().fit(X, y).decision_function(X), rtol=1e-7
    )


X, Y, *_ = block(40, 3, 2, seed=3)
DEFICIENT: dict[str, tuple[np.ndarray, np.ndarray, list[int]]] = {
    "constant column": (np.column_stack([X, np.ones(40)]), Y, [3, 3]),
    "duplicate column": (np.column_stack([X, X[:, 0]]), Y, [3, 3]),
    "more features than rows": (np.random.default_rng(1).normal(size=(8, 6)), np.arange(8) % 2, [3, 3]),
    "one row in a class": (X[:21], np.array([1] + [0] * 20), [3, 0]),
    "one row a class": (X[:2], np.array([0, 1]), [0, 0]),
    "equal rows": (np.ones((6, 2)), np.arange(6) % 2, [0, 0]),
}


@pytest.mark.parametrize("tol", [1e-4, 1e-10, 0.0])
@pytest.mark.parametrize(("X", "y", "ranks"), DEFICIENT.values(), ids=DEFICIENT)
def test_a_class_of_deficient_rank_is_mixed_with_the_pooled_variances(
    X: np.ndarray, y: np.ndarray, ranks: list[int], tol: float
) -> None:
    # spread is the root of an eigenvalue, so its noise is 1e-8: a smaller tol must not take noise for spread
    p = X.shape[1]
    with pytest.warns(DegenerateDataWarning) as caught:
        model = QDA(store_covariance=True, tol=tol).fit(X, y)
    assert len(caught) == any(rank < p for rank in ranks)  # one sentence, whatever the number of classes
    centred = X - np.stack([X[y == k].mean(axis=0) for k in range(2)])[y]
    inside, overall = (centred**2).mean(axis=0), X.var(axis=0)
    D = np.diag(np.where(inside > 1e-20, inside, np.where(overall > 1e-20, overall, 1.0)))
    for k, rank in enumerate(ranks):
        rows = centred[y == k]
        mix = p / (len(rows) + p) if rank < p else 0.0
        expected = (1 - mix) * rows.T @ rows / len(rows) + mix * D
        assert_allclose(model.covariance_[k], expected, rtol=1e-9, atol=1e-12)
    assert np.isfinite(model.predict_log_proba(X)).all()


@pytest.mark.parametrize(
    "scale", [1e-150, 1e150, np.array([1e-150, 1.0, 1e150])], ids=["tiny", "huge", "mixed"]
)
def test_units_do_not_matter(scale: Any) -> None:
    scaled, plain = QDA().fit(X * scale, Y), QDA().fit(X, Y)
    assert_allclose(scaled.predict_proba(X * scale), plain.predict_proba(X), rtol=1e-8)


def test_rotations_and_scalings_are_principal_axes() -> None:
    scale = np.array([1e-3, 1.0, 1e3])
    model = QDA(store_covariance=True).fit(X * scale, Y)
    for Sigma, R, s in zip(model.covariance_, model.rotations_, model.scalings_, strict=True):
        assert_allclose(R.T @ R, np.eye(3), atol=1e-12)
        assert_allclose(R * s @ R.T, Sigma, rtol=1e-10, atol=1e-15 * s[0])
        assert np.all(np.diff(s) < 0)


def test_one_class_is_refused_as_scikit_learn_does() -> None:
    for cls, error in ((QDA, DataError), (Namesake, ValueError)):
        with pytest.raises(error, match="number of classes has to be greater than one"):
            cls().fit(X, np.ones(40))


@pytest.mark.parametrize(
    "parameters",
    [
        {"reg_param": -0.1},
        {"reg_param": 1.5},
        {"solver": "lsqr"},
        {"solver": "eigen", "shrinkage": 2.0},
        {"covariance_estimator": OAS()},
        {"tol": -1.0},
        {"priors": [0.1, 0.2, 0.7]},
        {"priors": [-1.0, 2.0]},
    ],
    ids=str,
)
def test_parameters_that_cannot_be(parameters: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        QDA(**parameters).fit(X, Y)


def test_a_single_class_cannot_start_a_stream_of_two_silently() -> None:
    """The first chunk may show one class only; the other has no probability yet."""
    model = QDA().partial_fit(X[Y == 0], Y[Y == 0], classes=[0, 1])
    assert_array_equal(model.predict_proba(X)[:, 1], 0.0)
    model.partial_fit(X[Y == 1], Y[Y == 1])
    assert_allclose(model.predict_proba(X), QDA().fit(X, Y).predict_proba(X), rtol=1e-9)
