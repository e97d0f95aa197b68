"""Projections, planes, Rayleigh quotients, traces and normal classes: values and words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import linalg
from scipy.special import expit, softmax
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as SklearnLDA

from fenlei import load
from fenlei.errors import UsageError
from fenlei.linear import (
    FisherDiscriminant,
    LinearDiscriminantAnalysis,
    foot_on_plane,
    normal_class_scores,
    project,
    rayleigh_quotient,
    rayleigh_range,
    separating_plane,
    signed_distance,
    trace_ratio,
)

MELONS = np.asarray(load("watermelon").X)
GOOD = (np.arange(17) < 8).astype(int)
IRIS, SPECIES = load_iris(return_X_y=True)


def test_001_5_2_37_the_ratio_of_traces_is_not_largest_at_the_eigenvectors() -> None:
    fisher = FisherDiscriminant().fit(IRIS, SPECIES)
    W, S_b, S_w = fisher.scalings_, fisher.S_b_, fisher.S_w_
    assert_allclose(trace_ratio(W, S_b, S_w), 16.2387, atol=5e-5)
    assert_allclose(trace_ratio(W[:, [0, 0]], S_b, S_w), 32.1919292, atol=5e-8)
    assert_allclose(trace_ratio(W[:, :1], S_b, S_w), rayleigh_quotient(W[:, 0], S_b, S_w), rtol=1e-12)
    largest = linalg.eigh(S_b, S_w, eigvals_only=True)[-1]
    for seed in range(50):
        assert trace_ratio(np.random.default_rng(seed).normal(size=(4, 2)), S_b, S_w) <= largest


def test_004_b29_range_of_the_rayleigh_quotient() -> None:
    A, B = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([[2.0, 0.5], [0.5, 1.0]])
    for matrix, least, largest in ((None, 1.3819660113, 3.6180339887), (B, 0.9309550324, 3.0690449676)):
        found = rayleigh_range(A, matrix)
        assert_allclose((found.least, found.largest), (least, largest), atol=5e-11)
        assert_allclose(rayleigh_quotient(found.at_largest, A, matrix), found.largest, rtol=1e-12)
        assert_allclose(rayleigh_quotient(found.at_least, A, matrix), found.least, rtol=1e-12)


def test_004_b30_x0_and_the_scores_of_two_normal_classes() -> None:
    model = LinearDiscriminantAnalysis().fit(MELONS, GOOD)
    assert_allclose(model.x0_, [0.540134560024, 0.224832999138], atol=5e-13)
    assert_allclose(model.beta_, [[19.377864652, 13.393956924], [21.868531533, 25.952121565]], atol=5e-9)
    assert_allclose(model.gamma_, [-6.475598649, -10.644383729], atol=5e-9)
    plane = separating_plane(model.means_, model.model_.covariance, model.priors_)
    assert_allclose(plane.w, [2.490666881814, 12.558164640445], atol=5e-12)
    assert_allclose(plane.b, -4.168785080152, atol=5e-12)  # γ_1 - γ_0 = -wᵀx_0
    assert_allclose([*plane.w, plane.b], [*model.coef_[0], *model.intercept_], rtol=1e-10)
    assert_allclose(expit((MELONS - plane.x0) @ plane.w), model.predict_proba(MELONS)[:, 1], rtol=1e-10)
    assert_allclose(model.decision_function(model.x0_[None]), 0.0, atol=1e-12)


@pytest.mark.parametrize("solver", ["svd", "lsqr", "eigen"])
def test_004_158_the_posterior_is_the_softmax_of_the_scores(solver: str) -> None:
    model = LinearDiscriminantAnalysis(solver=solver, priors=[0.2, 0.3, 0.5]).fit(IRIS, SPECIES)
    scores = IRIS @ model.beta_.T + model.gamma_
    assert_allclose(softmax(scores, axis=1), model.predict_proba(IRIS), rtol=1e-7, atol=1e-12)
    given = normal_class_scores(model.means_, model.model_.covariance, model.priors_)
    assert_array_equal(given.beta, model.beta_)
    assert not hasattr(model, "x0_")


def test_001_5_2_11_the_scatter_of_each_class() -> None:
    fisher = FisherDiscriminant().fit(IRIS, SPECIES)
    lda = LinearDiscriminantAnalysis(store_scatter=True).fit(IRIS, SPECIES)
    for k in range(3):
        rows = IRIS[k == SPECIES] - IRIS[k == SPECIES].mean(axis=0)
        assert_allclose(fisher.S_k_[k], rows.T @ rows, rtol=1e-10)
        assert_allclose(lda.S_k_[k], rows.T @ rows, rtol=1e-10)
    plain = LinearDiscriminantAnalysis().fit(IRIS, SPECIES)
    assert not hasattr(plain, "S_k_")
    assert_allclose(lda.predict_proba(IRIS), plain.predict_proba(IRIS), rtol=1e-9, atol=1e-14)
    parts = LinearDiscriminantAnalysis(store_scatter=True).fit(IRIS[::2], SPECIES[::2])
    whole = parts.merge(LinearDiscriminantAnalysis(store_scatter=True).fit(IRIS[1::2], SPECIES[1::2]))
    assert_allclose(whole.S_k_, lda.S_k_, rtol=1e-9)


@pytest.mark.parametrize("within", ["scatter", "shares"])
def test_000_3_35_to_3_38_projected_means_and_scatters(within: str) -> None:
    model = FisherDiscriminant(within=within).fit(MELONS, GOOD)
    z = MELONS @ model.w_
    found = model.projected_
    for k in (0, 1):
        own = z[k == GOOD]
        assert_allclose(found.means[k], own.mean(), rtol=1e-12)  # 3-35
        assert_allclose(found.scatters[k], ((own - own.mean()) ** 2).sum(), rtol=1e-10)  # 3-36
    share = np.array([9, 8]) / 17 if within == "shares" else np.ones(2)
    assert_allclose(found.within, share @ found.scatters, rtol=1e-10)  # 3-37
    assert_allclose(found.between, (found.means[1] - found.means[0]) ** 2, rtol=1e-10)  # 3-38
    assert_allclose(found.between / found.within, model.J_, rtol=1e-10)
    assert_allclose(model.threshold_, found.means.mean(), rtol=1e-12)


def test_001_5_2_31_to_5_2_36_scatters_of_the_projections() -> None:
    model = FisherDiscriminant().fit(IRIS, SPECIES)
    again = FisherDiscriminant().fit(model.transform(IRIS), SPECIES)
    assert_allclose(model.projected_.means, again.means_, rtol=1e-10)
    assert_allclose(model.projected_.scatters, again.S_k_, rtol=1e-9, atol=1e-12)
    assert_allclose(model.projected_.within, np.eye(2), atol=1e-10)
    assert_allclose(model.projected_.between, np.diag(model.eigenvalues_), atol=1e-8)


ONES = np.ones((2, 2))
NAN = [[1.0, np.nan], [np.nan, 1.0]]


@pytest.mark.parametrize(
    ("function", "arguments", "words"),
    [
        (project, ([[1, 2]], [0, 0]), "project: w is not accepted; give a vector that is not zero"),
        (
            project,
            ([[1, 2]], [1, 2, 3]),
            r"project: X .* give finite numbers of shape \(n, 3\)",
        ),
        (project, ([], [1, 2]), r"project: X .* shape \(n, 2\)"),
        (project, ([["a", "b"]], [1, 2]), "project: X"),
        (signed_distance, ([[1, 2]], [1, np.nan]), r"signed_distance: w .* shape \(p,\)"),
        (signed_distance, ([[1, 2]], [1, 2], np.inf), "signed_distance: b"),
        (foot_on_plane, ([1, 2], [1, 2]), "foot_on_plane: X"),
        (rayleigh_quotient, ([0, 0], ONES), "rayleigh_quotient: x .* not zero"),
        (rayleigh_quotient, ([1, 2], np.ones((3, 3))), r"rayleigh_quotient: A .* \(2, 2\)"),
        (rayleigh_quotient, ([1, 2], ONES, NAN), "rayleigh_quotient: B"),
        (rayleigh_range, ([[1, 2], [0, 1]],), "rayleigh_range: A .* symmetric"),
        (rayleigh_range, (ONES, [[1, 0], [0, -1]]), "rayleigh_range: B .* positive definite"),
        (rayleigh_range, (np.empty((0, 0)),), "rayleigh_range: A"),
        (trace_ratio, ([1, 2], ONES, ONES), r"trace_ratio: W .* \(p, r\)"),
        (trace_ratio, (ONES, np.ones((3, 3)), ONES), r"trace_ratio: between .* \(2, 2\)"),
        (trace_ratio, (np.zeros((2, 1)), ONES, ONES), "trace_ratio: W .* scatter"),
        (separating_plane, (np.ones((3, 2)), np.eye(2)), r"separating_plane: means .* \(2, p\)"),
        (separating_plane, (ONES, np.eye(2)), "separating_plane: means .* two different means"),
        (separating_plane, (np.eye(2), ONES), "separating_plane: covariance .* positive definite"),
        (separating_plane, (np.eye(2), np.eye(2), [0.7, 0.7]), "separating_plane: priors .* sum to 1"),
        (separating_plane, (np.eye(2), np.eye(2), [1.5, -0.5]), "separating_plane: priors"),
        (normal_class_scores, (np.eye(2), np.eye(3), [0.5, 0.5]), "normal_class_scores: covariance"),
        (normal_class_scores, (np.eye(2), np.eye(2), [0.5]), "normal_class_scores: priors"),
    ],
)
def test_words_of_errors(function: Any, arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        function(*arguments)


def test_signs_of_the_axes_follow_a_rule_and_may_mirror_the_namesake() -> None:
    """Figure 3-26 of source 000: the same axis as scikit-learn's, turned. The docstring says so."""
    X, y = load_breast_cancer(return_X_y=True)
    for rows, labels in ((X, y), (IRIS, SPECIES)):
        ours = LinearDiscriminantAnalysis().fit(rows, labels)
        theirs = SklearnLDA().fit(rows, labels)
        within = np.sqrt(np.diag(ours.model_.covariance))[:, None] * ours.scalings_
        assert (np.take_along_axis(within, np.abs(within).argmax(axis=0)[None], axis=0) > 0).all()
        for a, b in zip(ours.transform(rows).T, theirs.transform(rows).T, strict=True):
            assert_allclose(abs(np.corrcoef(a, b)[0, 1]), 1.0, rtol=1e-8)
    assert "the signs of the directions" in " ".join((LinearDiscriminantAnalysis.__doc__ or "").split())
