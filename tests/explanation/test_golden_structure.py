"""The documents' numbers in the workings of reductions and clusters; each test names its case."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.explanation import Working, explain, explain_fit
from fenlei.explanation.formula import Chain, value
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.explanation.working import WorkingStep
from tests.explanation.structure_cases import STRUCTURE
from tests.explanation.tables import random_tables
from tests.explanation.test_recomputed import fitted


def step_of(working: Working, key: str) -> WorkingStep:
    return next(step for step in working.steps if step.key == key)


def numbers(chains: Any) -> dict[str, Any]:
    """The last value of each chain, by its first side."""
    return {formula_text(each.sides[0]): value(each) for each in chains if isinstance(each, Chain)}


def test_004_a3_b28_covariance_eigenpairs_and_scores_of_six_points() -> None:
    X = fenlei.load("pca_points").X
    model = fenlei.PCA().fit(X)
    working = explain_fit(model, X)
    assert_allclose(numbers(step_of(working, "pca_covariance").formulas)["S"], [[3.2, 3.4], [3.4, 4.0]])
    eigen = numbers(step_of(working, "pca_eigen").formulas)
    assert_allclose([eigen["λ₁"], eigen["λ₂"]], [7.0234485537, 0.1765514463], atol=5e-11)
    assert_allclose(np.abs(np.ravel(eigen["v₁"])), [0.6645143913, 0.7472754671], atol=5e-11)
    assert numbers(step_of(working, "pca_shares").formulas)["η₁"] == pytest.approx(0.9754789658, abs=5e-11)
    scores = numbers(step_of(working, "pca_scores").formulas)
    assert_allclose(np.abs([scores["z_1,1"], scores["z_2,1"]]), [3.5708551840, 1.4117898584], atol=5e-10)
    row = numbers(step_of(explain(model, X, 5), "pca_row_scores").formulas)
    assert abs(row["z₁"]) == pytest.approx(4.2353695752, abs=5e-10)


def test_004_b28_correlations_of_six_points() -> None:
    X = fenlei.load("pca_points").X
    working = explain_fit(fenlei.PCA(standardize=True).fit(X), X)
    R = numbers(step_of(working, "pca_correlation").formulas)["R"]
    assert R[0, 1] == pytest.approx(0.9503288904, abs=5e-11)
    eigen = numbers(step_of(working, "pca_eigen").formulas)
    assert_allclose([eigen["λ₁"], eigen["λ₂"]], [1.9503288904, 0.0496711096], atol=5e-11)


def test_000_eq_3_73_linear_kernel_components_are_principal_components() -> None:
    X = fenlei.load("pca_points").X
    eigen = numbers(step_of(explain_fit(fenlei.KernelPCA(2).fit(X), X), "kernel_eigen").formulas)
    assert_allclose([eigen["λ₁"] / 5, eigen["λ₂"] / 5], [7.0234485537, 0.1765514463], atol=5e-11)


def test_000_60_inner_products_of_a_triangle() -> None:
    """Sides 3, 4, 5: B = -½ J D² J (equation 3-78), and distances that are kept."""
    D = np.array([[0.0, 3, 4], [3, 0, 5], [4, 5, 0]])
    model = fenlei.ClassicalMDS(metric="precomputed").fit(D)
    working = explain_fit(model, D)
    J = np.eye(3) - 1 / 3
    assert_allclose(numbers(step_of(working, "mds_products").formulas)["B"], -0.5 * J @ D**2 @ J)
    points = np.array(
        [list(numbers(step_of(explain(model, D, i), "mds_row_point").formulas).values()) for i in range(3)]
    )
    assert_allclose(np.linalg.norm(points[:, None] - points, axis=2), D, atol=1e-12)


def test_000_62_a_path_along_a_half_circle() -> None:
    angle = np.linspace(0, np.pi, 9)
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    model = fenlei.Isomap(n_neighbors=2, n_components=1).fit(X)
    step = step_of(explain_fit(model, X), "isomap_path")
    assert "1 → 3 → 4 → 5 → 6 → 7 → 9." in step.says  # an end is joined to its next two
    assert value(step.formulas[0]) == pytest.approx(4 * np.sin(np.pi / 8) + 8 * np.sin(np.pi / 16))
    assert model.predecessors_[0].tolist() == [-1, 0, 0, 2, 3, 4, 5, 6, 6]


def test_000_63_weights_of_the_middle_of_two_neighbours() -> None:
    X = np.array([[1.0, 0.0], [0.0, 0.0], [2.0, 0.0], [5.0, 1.0]])
    model = fenlei.LocallyLinearEmbedding(n_neighbors=2, n_components=1).fit(X)
    weights = numbers(step_of(explain_fit(model, X), "lle_weights").formulas)
    assert_allclose([weights["w₂"], weights["w₃"]], [0.5, 0.5])


@pytest.mark.parametrize("model", [fenlei.SNE(1, perplexity=3), fenlei.TSNE(1, perplexity=3, method="exact")])
def test_000_64_widths_give_the_probabilities(model: Any) -> None:
    """p(x_k | x_i) by exp(-d² / 2σ_i²), each of the perplexity."""
    X = fenlei.load("watermelon").X
    model.fit(X)
    square = ((X[:, None] - X) ** 2).sum(axis=2)
    P = np.exp(-square / (2 * model.sigma_[:, None] ** 2)) * (1 - np.eye(len(X)))
    P /= P.sum(axis=1, keepdims=True)
    entropy = -np.sum(P * np.log(np.where(P > 0, P, 1.0)), axis=1)
    assert_allclose(np.exp(entropy), 3.0, rtol=1e-10)
    own = model.conditional_ if hasattr(model, "conditional_") else model.joint_
    assert_allclose(P if hasattr(model, "conditional_") else (P + P.T) / (2 * len(X)), own, atol=1e-12)
    step = step_of(explain_fit(model, X), "map_affinities")
    found = numbers(step.formulas)
    assert found["Perp"] == pytest.approx(3.0)
    assert found["σ"] == pytest.approx(model.sigma_[0])


def test_000_60_stress_of_a_square_of_walks() -> None:
    """Walks around a unit square, 1 and 2 long: the best map is a square of side (1 + √2) / 2."""
    D = np.array([[0.0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
    model = fenlei.MDS(metric="precomputed", eps=1e-12).fit(D)
    working = explain_fit(model, D)
    side = (1 + np.sqrt(2)) / 2
    stress = 4 * (side - 1) ** 2 + 2 * (side * np.sqrt(2) - 2) ** 2
    assert numbers(step_of(working, "stress_end").formulas)["σ"] == pytest.approx(stress)
    assert len(step_of(working, "stress_steps").frames) == model.n_iter_


def test_004_b23_two_starts_of_k_means() -> None:
    """From points 1 and 4: W = 5.3333; from 1 and 2 a worse one, 26.5."""
    X = fenlei.load("kmeans_points").X
    for start, centres, W in (([0, 3], [[1 / 3, 2 / 3], [5, 1]], 16 / 3), ([0, 1], [[2.5, 2], [2, 0]], 26.5)):
        working = explain_fit(fenlei.KMeans(2, init=X[start]).fit(X), X)
        last = numbers(step_of(working, "kmeans_rounds").frames[-1].formulas)
        found = [np.ravel(c) for name, c in last.items() if name[0] == "c"]
        assert_allclose(found, centres, atol=1e-15)
        assert numbers(step_of(working, "kmeans_end").formulas)["W"] == pytest.approx(W)


def test_004_a2_centres_by_round_from_melons_6_12_17() -> None:
    X = fenlei.load("watermelon").X
    working = explain_fit(fenlei.KMeans(3, init=X[[5, 11, 16]]).fit(X), X)
    frames = step_of(working, "kmeans_rounds").frames
    first = [np.ravel(c) for name, c in numbers(frames[1].formulas).items() if name[0] == "c"]
    second = [np.ravel(c) for name, c in numbers(frames[3].formulas).items() if name[0] == "c"]
    assert_allclose(first, [[0.441142857, 0.252428571], [0.294, 0.078], [0.672375, 0.211875]], atol=5e-10)
    assert_allclose(second, [[0.42025, 0.24175], [0.277, 0.141], [0.6543, 0.2228]], atol=5e-10)


@pytest.mark.parametrize(
    ("linkage", "heights"),
    [("single", [1, 2, 4, 5]), ("complete", [1, 3, 4, 9]), ("average", [1, 2.5, 4, 20 / 3])],
)
def test_004_b22_merges_of_five_objects(linkage: Any, heights: list[float]) -> None:
    D = fenlei.load("linkage_distances").X
    model = fenlei.AgglomerativeClustering(metric="precomputed", linkage=linkage).fit(D)
    frames = step_of(explain_fit(model, D), f"merges_{linkage}").frames
    assert [value(frame.formulas[0]) for frame in frames] == pytest.approx(heights)
    captions = [frame.caption.partition(": ")[2] for frame in frames]
    assert captions == ["{3} and {5}", "{1} and {3,5}", "{2} and {4}", "{1,3,5} and {2,4}"]


def test_kaufman_and_rousseeuw_cuts_of_five_objects() -> None:
    """Finding Groups in Data, chapter 6: heights 10, 5, 3, 2 from the top, coefficient 0.70."""
    D = np.array([[0.0, 2, 6, 10, 9], [2, 0, 5, 9, 8], [6, 5, 0, 4, 5], [10, 9, 4, 0, 3], [9, 8, 5, 3, 0]])
    model = fenlei.DivisiveClustering(metric="precomputed").fit(D)
    working = explain_fit(model, D)
    frames = step_of(working, "divisive_cuts").frames
    assert [value(frame.formulas[0]) for frame in frames] == [10, 5, 3, 2]
    assert numbers(step_of(working, "divisive_coefficient").formulas)["DC"] == pytest.approx(0.7, abs=0.005)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((0.5, 0.5, 0.5), (0.5, 0.6, 0.6)),
        ((0.4, 0.6, 0.7), (0.4064171123, 0.5368421053, 0.6432432432)),
        ((0.46, 0.55, 0.67), (0.4618628351, 0.5345950038, 0.6561346418)),
    ],
)
def test_004_b26_three_coins(start: tuple[float, ...], end: tuple[float, ...]) -> None:
    y = fenlei.load("three_coins").X
    pi, p, q = start
    model = fenlei.BernoulliMixture(2, weights_init=[pi, 1 - pi], means_init=[[p], [q]]).fit(y)
    first = numbers(step_of(explain_fit(model, y), "em_steps").frames[0].formulas)
    found = [first["π₀"], first["θ_x0=1,0"], first["θ_x0=1,1"]]
    assert_allclose(found, end, atol=5e-11)


def test_004_b27_two_normals_step_by_step() -> None:
    y = fenlei.load("mixture_series").X
    start = {"weights_init": [0.5, 0.5], "means_init": [[-30], [30]], "precisions_init": [[[1 / 400]]] * 2}
    model = fenlei.GaussianMixture(2, reg_covar=0, tol=1e-12, max_iter=500, **start).fit(y)
    frames = [numbers(f.formulas) for f in step_of(explain_fit(model, y), "em_steps").frames]
    assert_allclose(
        [frame["ln L"] for frame in frames[:3]], [-77.4431357163, -72.6643599016, -72.4726784783], atol=5e-11
    )
    assert_allclose([frames[0]["π₀"], frames[0]["π₁"]], [0.1866680394, 0.8133319606], atol=5e-11)
    assert_allclose([frames[0][f"μ_x0,{k}"] for k in (0, 1)], [-37.9454848910, 34.4466269105], atol=5e-10)
    assert_allclose([frames[0][f"σ_x0,{k}²"] for k in (0, 1)], [1031.2725396694, 419.8898599356], atol=5e-10)
    last = numbers(step_of(explain_fit(model, y), "em_parameters").formulas)
    assert_allclose(np.ravel([last["μ₀"], last["μ₁"]]), [-57.5110768564, 32.9848873230], atol=1e-5)
    shares = numbers(step_of(explain(model, y, 1), "mixture_posterior").formulas)
    assert shares["r₀"] == pytest.approx(0.9976275318, abs=1e-8)


def test_004_b9_posterior_and_prediction_of_five_points() -> None:
    X, y = np.arange(1.0, 6)[:, None], np.array([1.2, 1.9, 3.2, 3.8, 5.1])
    model = fenlei.BayesianLinearRegression(prior_precision=2, noise_variance=0.25).fit(X, y)
    posterior = numbers(step_of(explain_fit(model, X, y), "posterior_weights").formulas)
    assert_allclose(np.ravel(posterior["m"]), [0.1757009346, 0.9489096573], atol=5e-11)
    covariance = [[0.1728971963, -0.0467289720], [-0.0467289720, 0.0171339564]]
    assert_allclose(posterior["C"], covariance, atol=5e-11)
    working = explain(model, [[6.0]])
    assert numbers(step_of(working, "predictive_variance").formulas)["v"] == pytest.approx(
        0.4789719626, abs=5e-11
    )
    assert numbers(step_of(working, "scores").formulas)["ŷ"] == pytest.approx(5.8691588785, abs=5e-11)


# --- what is refused, and what is said


@pytest.mark.parametrize("name", STRUCTURE)
def test_rows_that_are_not_the_training_rows(name: str) -> None:
    kind, params = STRUCTURE[name]
    table = random_tables(3, kind)[2]
    model = fitted(name, params, table)
    other = table.X.copy()
    other[:, 0] = 0.0
    with pytest.raises(DataError, match="training rows"):
        explain_fit(model, other)


@pytest.mark.parametrize("name", STRUCTURE)
def test_a_row_out_of_range_and_an_estimator_that_is_not_fitted(name: str) -> None:
    kind, params = STRUCTURE[name]
    table = random_tables(1, kind)[0]
    with pytest.raises(DataError, match="There is no row 1000"):
        explain(fitted(name, params, table), table.X, 1000)
    unfitted = fenlei.registry.REGISTRY[name].load()(**params)
    with pytest.raises(UsageError, match="call fit first"):
        explain(unfitted, table.X)


@pytest.mark.parametrize("name", STRUCTURE)
def test_many_rows_have_a_short_page(name: str) -> None:
    """A page of 200 kB at the most."""
    kind, params = STRUCTURE[name]
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (200, 12)).astype(float) if kind != "numbers" else rng.normal(size=(200, 12))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of few iterations
        model = fenlei.registry.REGISTRY[name].load()(**params).fit(X)
    assert len(explain_fit(model, X).to_html().encode()) <= 200_000
    assert len(explain(model, X, 3, lang="zh").to_html().encode()) <= 200_000


def test_a_data_set_without_a_target_is_taken_as_it_is() -> None:
    coins = fenlei.load("three_coins")
    model = fenlei.BernoulliMixture(2, random_state=0).fit(coins.X)
    assert explain_fit(model, coins) == explain_fit(model, coins.X)
