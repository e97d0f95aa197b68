"""What defines a reduction, as fitted attributes: weights, probabilities, inner products, correlations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.manifold._locally_linear import barycenter_kneighbors_graph

from fenlei import load, load_model, save_model
from fenlei.errors import DataError, UsageError
from fenlei.reduce import PCA, SNE, TSNE, ClassicalMDS, LocallyLinearEmbedding
from fenlei.reduce.neighbor_graph import NearestRows
from fenlei.reduce.tsne.affinities import dense_conditional
from tests.oracles import manifold
from tests.oracles import reduce as oracle

IRIS = load_iris().data
SIX = np.array([[2, 3, 3, 4, 5, 7], [2, 4, 5, 5, 6, 8]], dtype=float).T
R4 = load("correlation_4").X


def kept(model: Any, folder: Path) -> Any:
    save_model(model, folder / "m.fenlei")
    return load_model(folder / "m.fenlei")


def test_lle_rebuilds_each_row_by_its_weights(tmp_path: Path) -> None:
    """000, section 3.4.4: x_i = Σ ω_ij x_j; the weights of scikit-learn's graph."""
    X = IRIS[::3] + 1e-3 * np.random.default_rng(0).normal(size=(50, 4))  # no equal distances
    model = LocallyLinearEmbedding(n_neighbors=6).fit(X)
    W = model.weights_
    assert W.shape == (50, 50)
    assert_array_equal(np.diff(W.indptr), 6)
    assert_allclose(W.sum(axis=1), 1.0, rtol=1e-10)
    assert_allclose(W.toarray(), barycenter_kneighbors_graph(X, 6, reg=1e-3).toarray(), atol=1e-8)
    assert_allclose(W @ X, X, atol=0.5)
    M = (np.eye(50) - W).T @ (np.eye(50) - W)
    assert_allclose(
        np.trace(model.embedding_.T @ M @ model.embedding_), model.reconstruction_error_, rtol=1e-6
    )
    assert_array_equal(kept(model, tmp_path).weights_.toarray(), W.toarray())


def test_sne_has_the_probabilities_of_the_neighbours(tmp_path: Path) -> None:
    """000, section 3.4.4: p(x_k | x_i); each row has the perplexity, and the cost is that of the map."""
    X = IRIS[::10]
    model = SNE(perplexity=4).fit(X)
    P = model.conditional_
    square = ((X[:, None] - X) ** 2).sum(axis=2)
    for i in range(len(X)):
        others = np.arange(len(X)) != i
        assert_allclose(P[i, others], manifold.conditional(square[i, others], 4.0), rtol=1e-6, atol=1e-12)
    assert_array_equal(np.diag(P), 0.0)
    assert_allclose(manifold.sne_cost(P, model.embedding_), model.kl_divergence_, rtol=1e-9)
    assert_array_equal(kept(model, tmp_path).conditional_, P)


@pytest.mark.parametrize("method", ["exact", "barnes_hut"])
def test_tsne_has_the_joint_probabilities(method: str) -> None:
    X = IRIS[::5]
    model = TSNE(perplexity=9, method=method, max_iter=250).fit(X)
    P = np.asarray(model.joint_.toarray() if method == "barnes_hut" else model.joint_)
    assert_allclose(P.sum(), 1.0, rtol=1e-12)
    assert_array_equal(P, P.T)
    one_way = dense_conditional(NearestRows(X), X, 9.0)
    near = P > 0
    if method == "exact":
        assert_allclose(P, (one_way + one_way.T) / 60, rtol=1e-12)
    else:  # over the 28 nearest rows of 30
        assert_allclose(P[near], ((one_way + one_way.T) / 60)[near], rtol=0.05, atol=1e-6)


def test_tsne_of_distances_does_not_keep_them() -> None:
    D = np.sqrt(((IRIS[::5, None] - IRIS[::5]) ** 2).sum(axis=2))
    model = TSNE(metric="precomputed", init="random", random_state=0, perplexity=5, max_iter=250).fit(D)
    with pytest.raises(AttributeError, match="distances are not kept"):
        _ = model.joint_


def test_classical_scaling_has_the_inner_products(tmp_path: Path) -> None:
    """000, equation 3-76: b_ij = -½ (d² - row mean - column mean + mean) = (x_i - x̄)ᵀ(x_j - x̄)."""
    model = ClassicalMDS(n_components=4).fit(IRIS[::4])
    Z = IRIS[::4] - IRIS[::4].mean(axis=0)
    assert_allclose(model.inner_products_, Z @ Z.T, atol=1e-11)
    assert_allclose(
        model.inner_products_, oracle.centred(-0.5 * oracle.distances(IRIS[::4]) ** 2), atol=1e-11
    )
    assert_allclose(model.embedding_ @ model.embedding_.T, model.inner_products_, atol=1e-11)
    assert_array_equal(kept(model, tmp_path).inner_products_, model.inner_products_)


def test_correlations_of_six_points(tmp_path: Path) -> None:
    """004, equation 137, and B28: r = 0.9503288904, whether or not the features are standardised."""
    for standardize in (False, True):
        model = PCA(standardize=standardize).fit(SIX)
        assert_allclose(model.correlation_, [[1, 0.9503288904], [0.9503288904, 1]], atol=5e-11)
        assert_array_equal(kept(model, tmp_path).correlation_, model.correlation_)
    assert_allclose(PCA().fit(IRIS).correlation_, np.corrcoef(IRIS.T), atol=1e-12)


def test_correlations_of_few_rows_and_of_a_constant_feature() -> None:
    wide = np.random.default_rng(0).normal(size=(4, 9))
    assert_allclose(PCA().fit(wide).correlation_, np.corrcoef(wide.T), atol=1e-12)
    flat = np.column_stack([SIX, np.full(6, 3.0)])
    assert_array_equal(PCA().fit(flat).correlation_[2], 0.0)


def test_correlations_that_were_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fenlei.reduce.pca.pca.MOST_FEATURES", 8)
    monkeypatch.setattr("fenlei.reduce.pca.pca.is_sparse", lambda X: True)
    model = PCA(n_components=2)
    wide = np.random.default_rng(0).normal(size=(30, 12))
    model.summary_, found = model._lanczos(model._check_rows(wide, None, reset=True))
    model._keep(found)
    with pytest.raises(AttributeError, match=r"numpy\.corrcoef"):
        _ = model.correlation_


def test_components_of_a_given_correlation_matrix(tmp_path: Path) -> None:
    """004, B28: the 4 by 4 correlation matrix that is bundled."""
    pca = PCA().fit_covariance(R4)
    values = [2.1701650648, 0.8710054551, 0.5661790842, 0.3926503959]
    assert_allclose(pca.explained_variance_, values, atol=5e-11)
    shares = [0.5425412662, 0.7602926300, 0.9018374010, 1.0]
    assert_allclose(np.cumsum(pca.explained_variance_ratio_), shares, atol=5e-11)
    first = [0.4599076908, 0.4763123973, 0.5287497250, 0.5310698113]
    second = [0.5679093744, 0.4909070363, -0.4755705577, -0.4586086227]
    assert_allclose(pca.components_[:2], [first, second], atol=5e-11)
    assert_allclose(pca.correlation_, R4, atol=1e-15)
    assert_allclose(pca.feature_correlations_.T @ pca.feature_correlations_, R4, atol=1e-12)
    assert_array_equal(kept(pca, tmp_path).components_, pca.components_)


@pytest.mark.parametrize("standardize", [False, True])
@pytest.mark.parametrize("n_components", [None, 2, 0.9, "mle"])
def test_a_covariance_and_its_rows_give_one_model(standardize: bool, n_components: Any) -> None:
    rows = PCA(n_components, standardize=standardize).fit(IRIS)
    given = PCA(n_components, standardize=standardize).fit_covariance(
        pd.DataFrame(np.cov(IRIS.T), columns=list("abcd")), mean=IRIS.mean(axis=0), n_samples=150
    )
    assert given.feature_names_in_.tolist() == list("abcd")
    for name in ("components_", "explained_variance_", "singular_values_", "mean_", "scale_"):
        assert_allclose(getattr(given, name), getattr(rows, name), rtol=1e-9, atol=1e-12)
    assert_allclose(given.noise_variance_, rows.noise_variance_, rtol=1e-9)
    assert_allclose(
        given.transform(pd.DataFrame(IRIS, columns=list("abcd"))), rows.transform(IRIS), atol=1e-9
    )
    assert given.n_samples_ == 150


@pytest.mark.parametrize(
    ("matrix", "further", "error", "words"),
    [
        (np.ones((2, 3)), {}, DataError, "must be square, and this one is \\(2, 3\\)"),
        ([[1, 0.5], [0.4, 1]], {}, DataError, "not symmetric"),
        ([[1, 2], [2, 1]], {}, DataError, "negative eigenvalue \\(-1\\)"),
        ([[1, np.nan], [np.nan, 1]], {}, ValueError, "NaN"),
        (np.empty((0, 0)), {}, ValueError, "0 sample"),
        (R4, {"mean": [1, 2]}, DataError, "shape \\(2,\\), but the matrix has 4 features"),
        (R4, {"mean": [1, 2, np.inf, 0]}, ValueError, "infinity"),
        (R4, {"n_samples": 1}, UsageError, "n_samples=1 is not accepted"),
        (R4, {"n_samples": -3}, UsageError, "n_samples=-3 is not accepted"),
    ],
)
def test_bad_matrices(matrix: Any, further: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        PCA().fit_covariance(matrix, **further)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (LocallyLinearEmbedding(), "weights_"),
        (SNE(), "conditional_"),
        (TSNE(), "joint_"),
        (ClassicalMDS(), "inner_products_"),
        (PCA(), "correlation_"),
    ],
)
def test_before_the_fit(model: Any, name: str) -> None:
    assert not hasattr(model, name)
    with pytest.raises(NotFittedError):
        getattr(model, name)
