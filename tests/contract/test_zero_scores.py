"""A score of exactly 0 between two classes: as the namesake decides, else sgn(0) = +1, the second class."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.discriminant_analysis
import sklearn.linear_model
import sklearn.multiclass
import sklearn.svm

from fenlei.contract.classifier import Discriminant
from fenlei.linear import (
    FisherDiscriminant,
    LeastSquaresClassifier,
    LinearDiscriminantAnalysis,
    LogisticRegression,
    Perceptron,
)
from fenlei.multiclass import OneVsOneClassifier, OneVsRestClassifier
from fenlei.registry import entries
from fenlei.svm import SVC, LinearSVC

# A half turn about the origin exchanges the classes: every line found passes through it.
X = np.array([[1.0, 0], [-1, 0], [2, 1], [-2, -1], [2, -1], [-2, 1]])
Y = np.array([1, -1, 1, -1, 1, -1])
ORIGIN = np.zeros((1, 2))

FIRST, SECOND = -1, 1
CASES: list[tuple[Any, Any, int]] = [  # ours, the namesake, and the class of the origin
    (LogisticRegression(fit_intercept=False), sklearn.linear_model.LogisticRegression, FIRST),
    (Perceptron(fit_intercept=False), sklearn.linear_model.Perceptron, FIRST),
    (LinearSVC(fit_intercept=False), sklearn.svm.LinearSVC, FIRST),
    (LinearDiscriminantAnalysis(), sklearn.discriminant_analysis.LinearDiscriminantAnalysis, FIRST),
    (SVC(kernel="linear"), sklearn.svm.SVC, SECOND),
    (SVC(kernel="rbf"), sklearn.svm.SVC, SECOND),
    (OneVsOneClassifier(), sklearn.multiclass.OneVsOneClassifier, FIRST),
    (OneVsRestClassifier(), sklearn.multiclass.OneVsRestClassifier, FIRST),
    (Perceptron(fit_intercept=False, strict=True, init=[1.0, 0.0]), None, SECOND),
    (FisherDiscriminant(), None, SECOND),
    (FisherDiscriminant("gaussian"), None, SECOND),
    (LeastSquaresClassifier(fit_intercept=False), None, SECOND),
]


def rows_for(model: Any) -> tuple[np.ndarray, np.ndarray]:
    """The rows; of a curved kernel two, whose values cancel to the last bit."""
    count = 2 if getattr(model, "kernel", "linear") == "rbf" else len(X)
    return X[:count], Y[:count]


@pytest.mark.parametrize(("model", "namesake", "expected"), CASES, ids=lambda value: repr(value)[:60])
def test_the_class_of_a_row_on_the_boundary(model: Any, namesake: Any, expected: int) -> None:
    X, Y = rows_for(model)
    fitted = model.fit(X, Y)
    assert np.ravel(fitted.decision_function(ORIGIN))[0] == 0.0
    assert fitted.predict(ORIGIN).tolist() == [expected]
    assert fitted.predict(X).tolist() == Y.tolist()
    if namesake is None:
        return
    if hasattr(model, "estimator"):
        theirs = namesake(sklearn.discriminant_analysis.LinearDiscriminantAnalysis())
    else:
        known = {name: getattr(model, name) for name in ("kernel", "fit_intercept") if hasattr(model, name)}
        theirs = namesake(**known)
    assert theirs.fit(X, Y).predict(ORIGIN).tolist() == [expected]


@pytest.mark.parametrize(("model", "namesake", "expected"), CASES, ids=lambda value: repr(value)[:60])
def test_the_docstring_tells_it(model: Any, namesake: Any, expected: int) -> None:
    text = " ".join((type(model).__doc__ or "").split())
    assert "Ties: " in text


def test_no_linear_classifier_is_left_out() -> None:
    """Discriminants of these families have a case each; adaptive votes and neighbours have none to be on."""
    ours = [entry.load() for entry in entries("classifier") if entry.path.split(".")[1] in ("linear", "svm")]
    assert {cls for cls in ours if issubclass(cls, Discriminant) or cls is SVC} <= {
        type(model) for model, _, _ in CASES
    }


def test_a_pair_of_three_classes_at_zero_votes_for_its_second_as_in_libsvm() -> None:
    rows, labels = np.array([[1.0, 0], [-1, 0], [0, 5]]), [0, 1, 2]
    ours = SVC(kernel="linear", C=10, decision_function_shape="ovo").fit(rows, labels)
    theirs = sklearn.svm.SVC(kernel="linear", C=10).fit(rows, labels)
    assert ours.decision_function(ORIGIN)[0, 0] == 0.0
    assert ours.predict(ORIGIN).tolist() == theirs.predict(ORIGIN).tolist() == [1]
