"""BernoulliNB and MultinomialNB against scikit-learn, dense and sparse, and where probabilities are 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.naive_bayes
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csr_array, csr_matrix

import fenlei
from fenlei.errors import DataError, DegenerateDataWarning

NAMES = ["BernoulliNB", "MultinomialNB"]


def pair(name: str, **parameters: Any) -> tuple[Any, Any]:
    """Ours and scikit-learn's."""
    return tuple(getattr(module, name)(**parameters) for module in (fenlei, sklearn.naive_bayes))


def counts(seed: int = 0, n: int = 40) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 3)
    return rng.poisson(0.5 + 0.5 * y[:, None], size=(n, 5)).astype(float), y, rng.uniform(0.5, 2.0, n)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(
    seed=st.integers(0, 2**32 - 1),
    alpha=st.sampled_from([1e-3, 1.0]),
    fit_prior=st.booleans(),
    given_priors=st.booleans(),
    sparse=st.booleans(),
)
def test_as_scikit_learn(
    name: str, seed: int, alpha: float, fit_prior: bool, given_priors: bool, sparse: bool
) -> None:
    X, y, w = counts(seed)
    rows = csr_array(X) if sparse else X
    priors = np.random.default_rng(seed).dirichlet(np.ones(3)) if given_priors else None
    ours, theirs = pair(name, alpha=alpha, fit_prior=fit_prior, class_prior=priors)
    ours.fit(rows, y, w)
    theirs.fit(rows, y, w)
    for attribute in ("feature_count_", "class_count_", "feature_log_prob_", "class_log_prior_"):
        assert_allclose(getattr(ours, attribute), getattr(theirs, attribute), rtol=1e-10, atol=1e-13)
    for method in ("predict_joint_log_proba", "predict_proba"):
        assert_allclose(getattr(ours, method)(rows), getattr(theirs, method)(rows), rtol=1e-8, atol=1e-12)


def test_alpha_may_differ_between_features() -> None:
    X, y, _ = counts()
    alpha = [0.1, 1.0, 2.0, 3.0, 4.0]
    ours, theirs = pair("MultinomialNB", alpha=alpha)
    assert_allclose(ours.fit(X, y).predict_proba(X), theirs.fit(X, y).predict_proba(X), rtol=1e-10)
    each = fenlei.BernoulliNB(alpha=alpha).fit(X, y)  # scikit-learn's fails unless p = K
    for j, a in enumerate(alpha):
        alone = fenlei.BernoulliNB(alpha=a).fit(X[:, [j]], y)
        assert_allclose(each.feature_log_prob_[:, [j]], alone.feature_log_prob_, rtol=1e-13)


@pytest.mark.parametrize("binarize", [0.0, 0.5, 1.0, None])
@pytest.mark.parametrize("kind", [np.asarray, csr_matrix, csc_array])
def test_binarize_as_scikit_learn(kind: Any, binarize: float | None) -> None:
    X, y, _ = counts()
    X = (X > 0).astype(float) if binarize is None else X
    ours, theirs = pair("BernoulliNB", binarize=binarize)
    assert_allclose(
        ours.fit(kind(X), y).predict_proba(kind(X)), theirs.fit(X, y).predict_proba(X), rtol=1e-10
    )


@pytest.mark.parametrize("name", NAMES)
def test_stored_zeros_and_split_entries_are_only_another_way_to_store_a_matrix(name: str) -> None:
    X, y, _ = counts()
    data, rows, columns = [], [], []
    for i, j in np.ndindex(X.shape):
        for part in (0.0, X[i, j] / 2, X[i, j] / 2):
            data.append(part)
            rows.append(i)
            columns.append(j)
    indptr = np.arange(0, len(data) + 1, 3 * X.shape[1])
    split = csr_array((data, columns, indptr), shape=X.shape)
    assert_array_equal(split.toarray(), X)
    model = getattr(fenlei, name)()
    assert_allclose(model.fit(split, y).predict_proba(split), model.fit(X, y).predict_proba(X), rtol=1e-12)


def test_bernoulli_without_smoothing_knows_certainty() -> None:
    X, y = [[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]], [0, 0, 1, 1]
    model = fenlei.BernoulliNB(alpha=0).fit(X, y)
    assert_array_equal(model.predict_proba([[1, 0, 1]]), [[1.0, 0.0]])
    with pytest.warns(DegenerateDataWarning, match="probability 0"):
        assert_array_equal(model.predict_proba([[1, 1, 0]]), [[0.5, 0.5]])


def test_multinomial_without_smoothing_falls_back_on_the_prior() -> None:
    model = fenlei.MultinomialNB(alpha=0).fit([[1, 0], [2, 0], [0, 1]], [0, 0, 1])
    with pytest.warns(DegenerateDataWarning, match="probability 0"):
        assert_allclose(model.predict_proba([[1, 1]]), [[2 / 3, 1 / 3]])
    assert_allclose(model.predict_proba([[0, 0]]), [[2 / 3, 1 / 3]])


def test_negative_counts_are_refused() -> None:
    X, y, _ = counts()
    with pytest.raises(DataError, match="Negative values"):
        fenlei.MultinomialNB().fit(-X, y)
