"""Rejection at and near g(x) = 0: source 001, section 5.2; source 002, section 5.2.1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sklearn.linear_model
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import RadiusNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from fenlei import explain
from fenlei.errors import UsageError
from fenlei.linear import (
    FisherDiscriminant,
    LeastSquaresClassifier,
    LinearDiscriminantAnalysis,
    LogisticRegression,
    Perceptron,
    RejectNearBoundary,
)
from fenlei.model_file import load_model, save_model
from fenlei.svm import SVC, LinearSVC

X, Y = load_iris(return_X_y=True)
TURNED = np.array([[1.0, 0], [-1, 0], [2, 1], [-2, -1], [2, -1], [-2, 1]])
SIDE = np.array([1, -1, 1, -1, 1, -1])
DISCRIMINANTS = [
    FisherDiscriminant(),
    LinearDiscriminantAnalysis(),
    LeastSquaresClassifier(fit_intercept=False),
    LogisticRegression(fit_intercept=False),
    Perceptron(fit_intercept=False),
    LinearSVC(fit_intercept=False),
    SVC(kernel="linear"),
    sklearn.linear_model.RidgeClassifier(fit_intercept=False),
]


@pytest.mark.parametrize("estimator", DISCRIMINANTS, ids=repr)
def test_a_row_on_the_boundary_is_not_decided(estimator: Any) -> None:
    model = RejectNearBoundary(estimator, reject_label=0).fit(TURNED, SIDE)
    assert model.predict(np.zeros((1, 2))).tolist() == [0]
    assert_array_equal(model.predict(TURNED), SIDE)
    assert model.predict(TURNED).dtype.kind == "i"


def test_002_the_strip_of_a_support_vector_machine() -> None:
    """Within |f| <= 1 there is no training row of a hard margin but the support vectors, on its edge."""
    rows, y = [[0, 0], [1, 0], [2, 0], [0, 2]], [1, 1, -1, -1]
    machine = SVC(C=np.inf, kernel="linear").fit(rows, y)
    model = RejectNearBoundary.from_fitted(machine, margin=1 - 1e-9)
    assert model.rejected(rows).tolist() == [False] * 4
    assert model.set_params(margin=1 + 1e-9).rejected(rows).tolist() == [False, True, True, True]
    assert model.predict(rows).tolist() == [1, "reject", "reject", "reject"]
    assert model.score(rows, y) == 0.25


@pytest.mark.parametrize("margin", [0.0, 0.5, 3.0])
def test_three_classes_reject_where_two_scores_are_near(margin: float) -> None:
    inner = LinearDiscriminantAnalysis().fit(X, Y)
    model = RejectNearBoundary(LinearDiscriminantAnalysis(), margin, reject_label=-1).fit(X, Y)
    scores = np.sort(inner.decision_function(X), axis=1)
    near = scores[:, 2] - scores[:, 1] <= margin
    assert_array_equal(model.rejected(X), near)
    assert_array_equal(model.predict(X), np.where(near, -1, inner.predict(X)))
    if margin == 3.0:
        assert 0 < near.sum() < 30
        decided = ~near
        assert (model.predict(X) == Y)[decided].mean() > inner.score(X, Y)  # the doubtful ones are gone


def test_it_is_saved_and_explained(tmp_path: Path) -> None:
    model = RejectNearBoundary(LogisticRegression(), 1.0).fit(X, Y)
    save_model(model, tmp_path / "m.fenlei")
    again = load_model(tmp_path / "m.fenlei")
    assert_array_equal(again.predict(X), model.predict(X))
    assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    row = int(np.flatnonzero(model.rejected(X))[0])
    assert explain(model, X, row).prediction == "reject"


def test_pipelines_weights_and_probabilities() -> None:
    chain = make_pipeline(StandardScaler(), LogisticRegression())
    model = RejectNearBoundary(chain, 0.1).fit(X, Y)
    assert model.n_features_in_ == 4
    assert not hasattr(RejectNearBoundary(), "predict_proba")
    w = np.random.default_rng(0).integers(1, 3, 150)
    weighted = RejectNearBoundary(FisherDiscriminant()).fit(X, Y, w)
    repeated = RejectNearBoundary(FisherDiscriminant()).fit(np.repeat(X, w, axis=0), np.repeat(Y, w))
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), rtol=1e-8)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: RejectNearBoundary(GaussianNB()).fit(X, Y), "GaussianNB has no decision_function"),
        (lambda: RejectNearBoundary(margin=-1.0).fit(X, Y), "margin=-1.0 is not accepted"),
        (lambda: RejectNearBoundary(margin=np.nan).fit(X, Y), "margin=nan is not accepted"),
        (lambda: RejectNearBoundary(reject_label=1).fit(X, Y).predict(X), "reject_label=1 is one of"),
        (lambda: RejectNearBoundary("lda").fit(X, Y), "estimator='lda' is not accepted"),
        (
            lambda: RejectNearBoundary(RadiusNeighborsClassifier(9.0)).fit(X, Y, np.ones(150)),
            "takes no sample_weight",
        ),
        (
            lambda: RejectNearBoundary(SVC(decision_function_shape="ovo")).fit(X, Y).predict(X),
            "those of pairs of classes",
        ),
    ],
)
def test_words_of_errors(make: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        make()
