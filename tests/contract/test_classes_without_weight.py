"""Classes come from y: one whose rows all weigh zero keeps its column, with probability 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.ensemble
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_classification, make_multilabel_classification

from fenlei import (
    BaggingClassifier,
    DecisionTreeClassifier,
    KNeighborsClassifier,
    LogisticRegression,
    load_model,
    save_model,
)
from tests.contract.samples import EVERY, FORMS, Form, opinion

pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]
WEIGHTED = [form for form in {str(f): f for f in (*EVERY, *FORMS)}.values() if form.entry.weights]
LABELS = np.array(["a", "b", "c"])


def fitted(form: Form, K: int, without: list[int], **others: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """The classifier of rows whose classes `without` weigh zero, the rows, and their weights."""
    X, y = form.rows(K=K)
    w = np.where(np.isin(y, without), 0.0, np.random.default_rng(1).integers(1, 3, len(y)))
    return form.make(**others).fit(X, LABELS[y], sample_weight=w), X, w


@pytest.mark.parametrize("without", [[0], [1], [2]], ids=str)
@pytest.mark.parametrize("form", WEIGHTED, ids=str)
def test_its_column_stays_with_probability_zero(form: Form, without: list[int]) -> None:
    model, X, w = fitted(form, 3, without)
    assert_array_equal(model.classes_, LABELS)
    if form.steps_from_rows:  # a line for each class; that of the absent one is moved by the others' rows
        assert model.decision_function(X).shape == (60, 3)
        return
    assert LABELS[without[0]] not in model.predict(X)
    if hasattr(model, "decision_function"):
        scores = model.decision_function(X)
        assert scores.shape == (60, 3)
        assert not np.isnan(scores).any()
    if form.has_probabilities:
        P = model.predict_proba(X)
        assert_allclose(P[:, without], 0.0, atol=1e-8 if form.entry.name == "logistic_regression" else 0.0)
        assert_allclose(P.sum(axis=1), 1.0)
    if form.entry.name != "bagging":  # whose parts get the seeds of other draws
        y = form.rows()[1][w > 0]
        expected = form.make().fit(X[w > 0], LABELS[y], sample_weight=w[w > 0])
        assert_array_equal(model.predict(X), expected.predict(X))


@pytest.mark.parametrize("without", [[0], [1]], ids=str)
@pytest.mark.parametrize("form", WEIGHTED, ids=str)
def test_one_class_is_left(form: Form, without: list[int]) -> None:
    if form.entry.name == "svc":  # as scikit-learn's
        with pytest.raises(ValueError, match="greater than one"):
            fitted(form, 2, without)
        return
    model, X, _ = fitted(form, 2, without)
    assert_array_equal(model.classes_, LABELS[:2])
    if not form.steps_from_rows:
        assert set(model.predict(X)) == {LABELS[1 - without[0]]}
    if form.has_probabilities:
        assert_allclose(model.predict_proba(X)[:, without], 0.0, atol=1e-8)


@pytest.mark.parametrize("form", WEIGHTED, ids=str)
def test_balanced_class_weights_balance_the_classes_that_have_rows(form: Form) -> None:
    if "class_weight" not in form.make().get_params():
        pytest.skip("has no class_weight")
    model, X, _ = fitted(form, 3, [1], class_weight="balanced")
    assert not np.isnan(opinion(model, X)).any()


# The classifiers inside these schemes answer for pairs or classes without rows; a file has no such kind.
SAVED = [form for form in WEIGHTED if form.entry.name not in ("one_vs_one", "one_vs_rest")]


@pytest.mark.parametrize("form", SAVED, ids=str)
def test_a_model_file_keeps_it(form: Form, tmp_path: Any) -> None:
    model, X, _ = fitted(form, 3, [1])
    save_model(model, tmp_path / "model.fenlei")
    again = load_model(tmp_path / "model.fenlei")
    assert_array_equal(again.classes_, LABELS)
    assert_array_equal(opinion(again, X), opinion(model, X))


@pytest.mark.parametrize("bag", [sklearn.ensemble.BaggingClassifier, BaggingClassifier])
def test_rare_classes_in_bagging(bag: Any) -> None:
    X, y = make_classification(60, weights=[0.95], flip_y=0, random_state=0)
    for seed in range(4):
        model = bag(LogisticRegression(), n_estimators=20, random_state=seed).fit(X, y)
        assert model.predict_proba(X).shape == (60, 2)
        assert all(len(part.classes_) == 2 for part in model.estimators_)


@pytest.mark.parametrize("model", [DecisionTreeClassifier(), KNeighborsClassifier(3)], ids=str)
def test_several_targets(model: Any) -> None:
    X, Y = make_multilabel_classification(60, n_classes=3, random_state=0)
    w = 1.0 - Y[:, 1]
    model.fit(X, Y, sample_weight=w)
    assert [classes.tolist() for classes in model.classes_] == [[0, 1]] * 3
    assert_array_equal(model.predict_proba(X)[1], np.tile([1.0, 0.0], (60, 1)))
