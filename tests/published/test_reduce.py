"""Sources 000 (figures 3-25, 3-26, 3-28; section 2.5), 003 (item 35) and 004 (G004-A3, B28): reductions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei import MDS, PCA, ClassicalMDS, KernelPCA, LogisticRegression
from fenlei import LinearDiscriminantAnalysis as LDA
from tests.oracles import reduce as oracle

X, Y = load_breast_cancer(return_X_y=True)
IRIS = load_iris(return_X_y=True)
SIX = np.array([[2, 3, 3, 4, 5, 7], [2, 4, 5, 5, 6, 8]], dtype=float).T
SOLVERS = pytest.mark.parametrize("solver", ["auto", "full", "covariance_eigh"])


@SOLVERS
def test_000_figure_3_25_pca_then_logistic_regression(solver: str) -> None:
    """The printed test accuracy needs a penalised intercept (see test_logistic), not the optimum."""
    scaled = StandardScaler().fit_transform(X)
    train, test, y_train, y_test = train_test_split(scaled, Y, test_size=0.2, random_state=2020)
    pca = PCA(n_components=5, svd_solver=solver).fit(train)
    shares = [0.4376296, 0.1880184, 0.09455378, 0.06845665, 0.05663576]
    assert_allclose(pca.explained_variance_ratio_, shares, atol=5e-9)
    variances = [12.78676163, 5.49356454, 2.76269395, 2.00018212, 1.65479653]
    assert_allclose(pca.explained_variance_, variances, atol=5e-9)
    singular = [76.19179602, 49.94074791, 35.41557641, 30.13441026, 27.40944409]
    assert_allclose(pca.singular_values_, singular, atol=5e-9)
    assert_allclose(pca.explained_variance_ratio_.sum(), 0.8452941906342615, rtol=1e-12)
    printed = [
        [8.55763176, -4.09563401, -0.10790408, -0.65646783, -0.28506859],
        [-0.66950192, 1.78227379, -0.6457208, -0.73212841, -0.99798661],
    ]
    assert_allclose(np.abs(pca.transform(test[:2])), np.abs(printed), atol=5e-9)
    assert_array_equal(np.sign(pca.transform(test[:2])) * np.sign(printed), [[1, 1, 1, -1, -1]] * 2)
    model = LogisticRegression().fit(pca.transform(train), y_train)
    assert_array_equal(model.predict(pca.transform(test[:2])), [0, 1])
    assert model.score(pca.transform(train), y_train) == 0.978021978021978
    assert model.score(pca.transform(test), y_test) == 0.9824561403508771


def test_000_figure_3_26_lda_and_pca_to_one_dimension() -> None:
    """The direction of the classes and that of the spread, on the same raw rows."""
    along_classes, along_spread = LDA(n_components=1).fit_transform(X, Y), PCA(1).fit_transform(X)
    assert_allclose(np.ptp(along_classes), 3.936314049513409 + 5.890003325961958, rtol=1e-8)
    assert separation(along_classes, Y) > 2 * separation(along_spread, Y)


def separation(Z: np.ndarray, y: np.ndarray) -> float:
    """Between-class over within-class sum of squares of the first coordinate."""
    groups = [Z[y == k, 0] for k in np.unique(y)]
    within = sum(((group - group.mean()) ** 2).sum() for group in groups)
    return (((Z[:, 0] - Z[:, 0].mean()) ** 2).sum() - within) / within


def test_000_2_5_classical_mds() -> None:
    mds = ClassicalMDS(n_components=3).fit(X)
    assert_allclose(mds.eigenvalues_, [2.52068520e08, 4.15213684e06, 3.99777565e05], rtol=5e-9)
    assert_allclose(np.abs(mds.embedding_), np.abs(PCA(3).fit_transform(X)), atol=1e-10)
    D = mds.dissimilarity_matrix_
    plane = ClassicalMDS(metric="precomputed").fit_transform(D)
    assert_allclose(np.sum((distance(plane) - D) ** 2) / 2, 1490434.01, atol=5e-3)


def distance(Z: np.ndarray) -> np.ndarray:
    return np.sqrt(np.sum((Z[:, None] - Z) ** 2, axis=2))


def test_000_2_5_and_figure_3_28_smacof_from_the_closed_form() -> None:
    mds = MDS().fit(X)
    assert mds.embedding_.shape == (569, 2)
    assert mds.n_iter_ == 2
    assert_allclose(mds.history_[0], 1490434.01, atol=5e-3)
    assert_allclose(mds.stress_, 801165.86, atol=5e-3)


@pytest.mark.parametrize(("n_init", "stress"), [(1, 37475622.50), (4, 25387248.49)])
def test_000_2_5_smacof_from_random_starts(n_init: int, stress: float) -> None:
    assert_allclose(MDS(init="random", n_init=n_init, random_state=0).fit(X).stress_, stress, atol=5e-3)


def test_000_57_kernel_pca_with_the_linear_kernel_is_pca() -> None:
    assert_allclose(
        np.abs(KernelPCA(3).fit_transform(IRIS[0])), np.abs(PCA(3).fit_transform(IRIS[0])), atol=1e-10
    )


def test_003_35_lda_against_pca_on_iris() -> None:
    rows, y = IRIS
    lda, pca = LDA(n_components=2).fit(rows, y), PCA(2).fit(rows)
    assert_allclose(lda.explained_variance_ratio_, [0.9912126, 0.0087874], atol=5e-8)
    assert_allclose(pca.explained_variance_ratio_, [0.9246187232, 0.0530664831], atol=5e-11)
    assert separation(lda.transform(rows), y) > separation(pca.transform(rows), y)


@SOLVERS
def test_g004_a3_listing(solver: str) -> None:
    """Its divisor is N; ours is N - 1."""
    pca = PCA(svd_solver=solver).fit(SIX)
    assert_allclose(pca.explained_variance_ * 5 / 6, [5.8528737948, 0.1471262052], atol=5e-11)
    vectors = [[0.6645143913, 0.7472754671], [0.7472754671, -0.6645143913]]
    assert_allclose(pca.components_, vectors, atol=5e-11)


def test_g004_a3_transposed_is_a_useless_decomposition() -> None:
    variances = PCA().fit(SIX.T).explained_variance_
    assert_allclose(variances[0] / 2, 2.0, rtol=1e-12)
    assert variances[1] == pytest.approx(0.0, abs=1e-12)


@SOLVERS
def test_b28_six_points(solver: str) -> None:
    pca = PCA(svd_solver=solver).fit(SIX)
    assert_allclose(pca.get_covariance(), [[3.2, 3.4], [3.4, 4.0]], rtol=1e-12)
    assert_allclose(pca.explained_variance_, [7.0234485537, 0.1765514463], atol=5e-11)
    assert_allclose(pca.explained_variance_ratio_[0], 0.9754789658, atol=5e-11)
    scores = [-3.5708551840, -1.4117898584, -0.6645143913, 0, 1.4117898584, 4.2353695752]
    assert_allclose(pca.transform(SIX)[:, 0], scores, atol=5e-10)
    standard = PCA(standardize=True, svd_solver=solver).fit(SIX)
    assert_allclose(standard.explained_variance_, [1.9503288904, 0.0496711096], atol=5e-11)
    assert_allclose(np.abs(standard.components_), 0.7071067812, atol=5e-11)


def test_b28_correlations_of_four_features() -> None:
    """Rows that have exactly this correlation matrix: a whitened sample times a root of it."""
    R = np.array([[1, 0.44, 0.29, 0.33], [0.44, 1, 0.35, 0.32], [0.29, 0.35, 1, 0.6], [0.33, 0.32, 0.6, 1]])
    rows = PCA(whiten=True).fit_transform(np.random.default_rng(0).normal(size=(30, 4)))
    pca = PCA(standardize=True).fit(rows @ np.linalg.cholesky(R).T * [1.0, 20.0, 0.3, 5.0] + 7.0)
    values = [2.1701650648, 0.8710054551, 0.5661790842, 0.3926503959]
    assert_allclose(pca.explained_variance_, values, atol=5e-10)
    shares = [0.5425412662, 0.7602926300, 0.9018374010, 1.0]
    assert_allclose(np.cumsum(pca.explained_variance_ratio_), shares, atol=5e-10)
    first = [0.4599076908, 0.4763123973, 0.5287497250, 0.5310698113]
    second = [0.5679093744, 0.4909070363, -0.4755705577, -0.4586086227]
    assert_allclose(pca.components_[:2], [first, second], atol=5e-10)
    assert_allclose(np.sum(pca.feature_correlations_**2, axis=0), 1.0, rtol=1e-10)


@SOLVERS
def test_b28_iris(solver: str) -> None:
    rows = IRIS[0]
    pca = PCA(svd_solver=solver).fit(rows)
    variances = [4.2282417060, 0.2426707479, 0.0782095000, 0.0238350930]
    assert_allclose(pca.explained_variance_, variances, atol=5e-11)
    shares = [0.9246187232, 0.0530664831, 0.0171026098, 0.0052121839]
    assert_allclose(pca.explained_variance_ratio_, shares, atol=5e-11)
    standard = PCA(standardize=True, svd_solver=solver).fit(rows).explained_variance_
    assert_allclose(standard, [2.9184978165, 0.9140304715, 0.1467568756, 0.0207148364], atol=5e-11)


def test_b28_watermelons() -> None:
    from tests.published.test_watermelon import X as melons

    pca = PCA().fit(melons)
    assert_allclose(pca.explained_variance_, [0.0289138124, 0.0133145846], atol=5e-11)
    assert_allclose(pca.explained_variance_ratio_[0], 0.684700686, atol=5e-10)
    assert_allclose(pca.components_[0], [0.9655484666, 0.2602232863], atol=5e-10)


def test_000_60_distances_are_kept_when_there_are_coordinates_enough() -> None:
    rows = IRIS[0][::7]
    points = ClassicalMDS(n_components=4).fit_transform(rows)
    assert_allclose(oracle.distances(points), oracle.distances(rows), atol=1e-10)
