"""MinimumRiskClassifier: decisions after fit, over any classifier, inside scikit-learn's tools."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.naive_bayes import MultinomialNB as SklearnMultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.bayes import GaussianNB, QuadraticDiscriminantAnalysis
from fenlei.bayes.decision import minimum_risk_classifier
from fenlei.bayes.decision.minimum_risk_classifier import (
    MinimumRiskClassifier,
    MinimumRiskModel,
    stated_priors,
)
from fenlei.bayes.decision.risk import conditional_risk, minimum_risk, shift_priors
from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.neighbors import KNeighborsClassifier as NearestNeighbours

X, Y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[Y]
HAZY = X + np.random.default_rng(0).normal(size=X.shape)  # classes that overlap
COSTS = np.array([[0.0, 1.0, 5.0], [1.0, 0.0, 1.0], [2.0, 1.0, -0.5]])


@parametrize_with_checks([MinimumRiskClassifier(), MinimumRiskClassifier(LogisticRegression())])
def test_scikit_learn_contract(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize(
    "inner",
    [None, QuadraticDiscriminantAnalysis(), LogisticRegression(max_iter=1000), KNeighborsClassifier()],
    ids=lambda inner: type(inner).__name__,
)
def test_decisions_are_those_of_the_pure_functions(inner: Any) -> None:
    model = MinimumRiskClassifier(inner, COSTS, reject_cost=0.3).fit(X, NAMES)
    P = model.predict_proba(X)
    costs = np.vstack([COSTS, np.full(3, 0.3)])
    decisions = minimum_risk(P, costs)
    assert_array_equal(model.predict(X), np.append(np.unique(NAMES), "reject")[decisions.actions])
    assert_array_equal(model.decide(P), model.predict(X))
    assert_array_equal(model.conditional_risk(X), conditional_risk(P, costs))
    assert model.total_risk(X) == pytest.approx(decisions.risks.mean(), rel=1e-14)
    assert_array_equal(model.costs_, costs)
    assert_array_equal(P, model.estimator_.predict_proba(X))


def test_zero_one_loss_is_the_default_and_predicts_as_the_classifier_does() -> None:
    assert_array_equal(MinimumRiskClassifier().fit(X, Y).predict(X), GaussianNB().fit(X, Y).predict(X))


def test_costs_reject_and_priors_change_after_fit_without_a_new_fit() -> None:
    model = MinimumRiskClassifier().fit(HAZY, NAMES)
    inner = model.estimator_
    for change in ({"costs": COSTS}, {"reject_cost": 0.1}, {"priors": [0.1, 0.1, 0.8]}, {"costs": None}):
        before = model.predict(HAZY)
        model.set_params(**change)
        fresh = clone(model).fit(HAZY, NAMES)
        assert_array_equal(model.predict(HAZY), fresh.predict(HAZY))
        assert not np.array_equal(model.predict(HAZY), before)
    assert model.estimator_ is inner


def test_new_priors_give_the_posterior_of_a_model_fitted_with_them() -> None:
    new = [0.7, 0.2, 0.1]
    model = MinimumRiskClassifier(GaussianNB(), priors=new).fit(X, Y)
    assert_allclose(model.predict_proba(X), GaussianNB(priors=new).fit(X, Y).predict_proba(X), rtol=1e-9)


def test_training_priors_are_stated_by_the_classifier_or_counted() -> None:
    w = np.where(Y == 0, 3.0, 1.0)
    stated = [0.5, 0.25, 0.25]
    inner = GaussianNB(priors=stated)
    assert_array_equal(MinimumRiskClassifier(inner).fit(X, Y).training_priors_, stated)
    pipeline = make_pipeline(StandardScaler(), inner)
    assert_array_equal(MinimumRiskClassifier(pipeline).fit(X, Y).training_priors_, stated)
    forest = RandomForestClassifier(3, random_state=0)
    assert_allclose(MinimumRiskClassifier(forest).fit(X, Y, w).training_priors_, [0.6, 0.2, 0.2])
    counts = np.abs(X)
    assert_allclose(stated_priors(SklearnMultinomialNB().fit(counts, Y)), np.full(3, 1 / 3))


def test_weights_reach_the_classifier_and_the_last_step_of_a_pipeline() -> None:
    w = np.random.default_rng(0).integers(0, 3, len(Y))
    for inner in (GaussianNB(), make_pipeline(StandardScaler(), GaussianNB())):
        weighted = MinimumRiskClassifier(inner).fit(X, Y, sample_weight=w).estimator_
        step = weighted if isinstance(weighted, GaussianNB) else weighted[-1]
        assert_array_equal(step.class_count_, np.bincount(Y, w))
    with pytest.raises(UsageError, match="fit of KNeighborsClassifier takes no sample_weight"):
        MinimumRiskClassifier(KNeighborsClassifier()).fit(X, Y, sample_weight=w)


def test_total_risk_expected_and_realised() -> None:
    model = MinimumRiskClassifier(costs=COSTS).fit(X, NAMES)
    code = {name: k for k, name in enumerate(model.classes_)}
    paid = [COSTS[code[d], code[t]] for d, t in zip(model.predict(X), NAMES, strict=True)]
    w = np.arange(1.0, len(Y) + 1)
    assert model.total_risk(X, NAMES) == pytest.approx(np.mean(paid), rel=1e-14)
    assert model.total_risk(X, NAMES, w) == pytest.approx(np.average(paid, weights=w), rel=1e-14)
    with pytest.raises(DataError, match="do not exist in the initial classes"):
        model.total_risk(X[:1], ["rose"])


def test_total_risk_never_rises_when_an_action_is_added() -> None:
    model = MinimumRiskClassifier(costs=COSTS).fit(X, Y)
    without = model.total_risk(X)
    risks = [model.set_params(reject_cost=cost).total_risk(X) for cost in (-0.5, 0.05, 0.2, 10.0)]
    assert risks == sorted(risks)
    assert risks[-1] == without


def test_a_reject_label_of_another_type_makes_objects_and_minus_one_does_not() -> None:
    model = MinimumRiskClassifier(reject_cost=0.01).fit(X, Y)
    assert model.predict(X).dtype == object
    assert set(model.predict(X).tolist()) == {0, 1, 2, "reject"}
    assert model.set_params(reject_label=-1).predict(X).dtype == Y.dtype
    assert model.actions_.tolist() == [0, 1, 2, -1]


def test_actions_other_than_the_classes() -> None:
    model = MinimumRiskClassifier(costs=[[1, 1, 1], [0, 3, 3]], action_labels=["keep", "sell"]).fit(X, NAMES)
    P = model.predict_proba(X)[:, 0]
    assert_array_equal(model.predict(X), np.where(3 * (1 - P) < 1, "sell", "keep"))


def test_the_likelihood_ratio_threshold_of_two_classes() -> None:
    two = Y < 2
    model = MinimumRiskClassifier(costs=[[0, 3], [1, 0]], priors=[0.75, 0.25]).fit(X[two], Y[two])
    assert model.likelihood_ratio_threshold_ == pytest.approx(1.0)  # 3/1 · 0.25/0.75
    assert model.set_params(priors=None).likelihood_ratio_threshold_ == pytest.approx(3.0)
    assert model.set_params(reject_cost=0.1).likelihood_ratio_threshold_ == pytest.approx(3.0)
    assert not hasattr(MinimumRiskClassifier().fit(X, Y), "likelihood_ratio_threshold_")


def test_cross_validation_and_search_over_costs() -> None:
    model = MinimumRiskClassifier(reject_cost=0.05)
    score = cross_val_score(model, X, Y, cv=3)  # int classes, text reject: the score copes
    assert ((score > 0.7) & (score < 0.97)).all()
    assert len(cross_val_predict(model, X, NAMES, cv=3)) == len(Y)
    expensive = np.array([[0, 20, 20], [1, 0, 20], [1, 1, 0]])
    search = GridSearchCV(
        MinimumRiskClassifier(make_pipeline(StandardScaler(), GaussianNB())),
        {"costs": [None, expensive], "estimator__gaussiannb__var_smoothing": [1e-9, 0.1]},
        scoring=lambda fitted, A, b: -expensive[fitted.predict(A), b].mean(),
        cv=3,
    ).fit(HAZY, Y)
    assert search.best_params_["costs"] is expensive  # to decide by the costs that are paid is best


def test_score_is_the_share_of_right_decisions() -> None:
    model = MinimumRiskClassifier(reject_cost=0.05).fit(X, Y)
    right = [d == t for d, t in zip(model.predict(X).tolist(), Y.tolist(), strict=True)]
    assert model.score(X, Y) == pytest.approx(np.mean(right))
    w = np.arange(len(Y))
    assert model.score(X, Y, w) == pytest.approx(np.average(right, weights=w))


def test_text_pipelines_and_fitted_classifiers_are_wrapped_too() -> None:
    mails = ["win money now", "meeting at noon", "money money", "lunch at noon"]
    kinds = ["spam", "ham", "spam", "ham"]
    pipeline = make_pipeline(CountVectorizer(), SklearnMultinomialNB())
    model = MinimumRiskClassifier(pipeline, costs=[[0, 1], [20, 0]]).fit(mails, kinds)
    assert model.predict(["money at noon", "money money money money"]).tolist() == ["ham", "spam"]
    fitted = GaussianNB().fit(X, Y)
    assert MinimumRiskClassifier(FrozenEstimator(fitted)).fit(X[:3], Y[:3]).estimator_.estimator is fitted


def test_a_fitted_classifier_is_wrapped_without_rows() -> None:
    fitted = GaussianNB().fit(X, NAMES)
    model = MinimumRiskClassifier.from_fitted(fitted, costs=COSTS, priors=[0.2, 0.3, 0.5])
    fresh = MinimumRiskClassifier(GaussianNB(), COSTS, priors=[0.2, 0.3, 0.5]).fit(X, NAMES)
    assert model.estimator_ is fitted
    assert_array_equal(model.predict(X), fresh.predict(X))
    assert_array_equal(clone(model).fit(X, NAMES).predict(X), fresh.predict(X))
    with pytest.raises(NotFittedError):
        MinimumRiskClassifier.from_fitted(GaussianNB())


def test_a_fitted_classifier_that_states_no_priors_can_shift_them_only_if_told() -> None:
    fitted = LogisticRegression(max_iter=1000).fit(X, Y)
    model = MinimumRiskClassifier.from_fitted(fitted, reject_cost=0.1, reject_label=-1)
    assert -1 in model.predict(X)
    with pytest.raises(UsageError, match="the training priors of LogisticRegression are not known"):
        model.set_params(priors=[0.2, 0.3, 0.5]).predict(X)
    assert not hasattr(model, "likelihood_ratio_threshold_")
    told = MinimumRiskClassifier.from_fitted(fitted, np.full(3, 1 / 3), priors=[0.2, 0.3, 0.5])
    expected = shift_priors(fitted.predict_proba(X), np.full(3, 1 / 3), [0.2, 0.3, 0.5])
    assert_array_equal(told.predict_proba(X), expected)


def test_clone_and_pickle_keep_the_decision() -> None:
    model = MinimumRiskClassifier(GaussianNB(), COSTS, 0.2, [0.5, 0.25, 0.25]).fit(X, NAMES)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))
    assert repr(clone(model)) == repr(model)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"costs": [[0, 1], [1, 0]]}, r"costs has shape \(2, 2\) for 3 classes"),
        ({"costs": np.zeros((2, 3))}, "name the 2 actions in action_labels"),
        ({"costs": [[0, 1, np.nan]] * 3}, r"costs\[0, 2\] is nan"),
        ({"reject_cost": np.nan}, "reject_cost=nan is not accepted; give None or a finite number"),
        ({"reject_cost": "high"}, "reject_cost='high' is not accepted"),
        ({"reject_cost": 0.1, "reject_label": 2}, "reject_label=2 is already one of the actions"),
        ({"action_labels": ["a", "b"]}, "give 3 different labels"),
        ({"priors": [0.5, 0.5]}, "Number of priors must match number of classes"),
        ({"priors": [0.5, 0.6, -0.1]}, "priors must be non-negative"),
        ({"priors": [0.5, 0.5, 0.5]}, "The sum of the priors should be 1"),
    ],
)
def test_bad_decisions_are_refused_at_prediction(change: dict[str, Any], sentence: str) -> None:
    model = MinimumRiskClassifier(**change).fit(X, Y)
    with pytest.raises(UsageError, match=sentence):
        model.predict(X)


@pytest.mark.parametrize("inner", [LinearSVC(), SVC()], ids=["LinearSVC", "SVC"])
def test_a_classifier_without_probabilities_is_refused(inner: Any) -> None:
    with pytest.raises(UsageError, match=f"{type(inner).__name__} has no predict_proba; .*CalibratedClass"):
        MinimumRiskClassifier(inner).fit(X, Y)


def test_bad_probabilities_given_to_decide_are_refused() -> None:
    model = MinimumRiskClassifier().fit(X, Y)
    with pytest.raises(DataError, match="posterior, row 0"):
        model.decide([[0.5, 0.6, 0.0]])
    with pytest.raises(NotFittedError):
        MinimumRiskClassifier().decide([[1.0]])


def test_a_record_from_a_file_needs_its_classifier() -> None:
    model = MinimumRiskClassifier().fit(X, Y)
    model._check_model(model.model_)
    with pytest.raises(ModelFileError, match="training_priors"):
        model._check_model(MinimumRiskModel(np.array([0.5, 0.5])))
    model.parts_ = ()
    with pytest.raises(ModelFileError, match="parts"):
        model._check_model(model.model_)


def test_shifting_is_what_predict_proba_does() -> None:
    model = MinimumRiskClassifier(LogisticRegression(max_iter=1000)).fit(X, Y)
    P = model.predict_proba(X)
    new = [0.2, 0.3, 0.5]
    expected = shift_priors(P, np.full(3, 1 / 3), new)
    assert_allclose(model.set_params(priors=new).predict_proba(X), expected, rtol=1e-12)


def test_training_priors_with_a_class_that_has_no_weight() -> None:
    weights = np.where(Y == 2, 0.0, 1.0 + Y)
    model = MinimumRiskClassifier(NearestNeighbours()).fit(X, NAMES, sample_weight=weights)
    assert_allclose(dict(zip(model.classes_, model.training_priors_, strict=True))["setosa"], 1 / 3)


def test_a_reject_cost_below_every_cost_is_refused() -> None:
    model = MinimumRiskClassifier(reject_cost=-1).fit(X, Y)
    with pytest.raises(UsageError, match="every row would be rejected; give at least 0"):
        model.predict(X)


def test_an_estimator_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match=r"estimator=\[\] is not accepted"):
        MinimumRiskClassifier(estimator=[]).fit(X, Y)


def test_costs_of_too_many_classes_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """100,000 classes have 1e10 costs; the allocation fails, here without the classes."""
    model = MinimumRiskClassifier().fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1])
    monkeypatch.setattr(minimum_risk_classifier, "zero_one", lambda K: np.eye(1 << 24))
    with pytest.raises(DataError, match="MinimumRiskClassifier: there is not enough memory"):
        model.predict([[0.0]])
