"""The contract itself: decisions from scores, and what fit, partial_fit and merge leave behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import NotFittedError

from fenlei import GaussianNB, LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from fenlei.contract.classifier import BayesRule, Discriminant
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.contract.samples import FORMS, MERGEABLE, PLAIN, Form, assert_same_model, opinion

MERGEABLE_PLAIN = [form for form in MERGEABLE if not form.parameters]
quiet = pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")


class Given(Discriminant, BayesRule):
    """The rows are the scores."""

    def fit(self, X: Any, y: Any) -> Given:
        self._as_floats(X, reset=True)
        self.classes_, self.model_ = np.unique(y), ()
        return self

    def _class_scores(self, X: np.ndarray) -> np.ndarray:
        return np.array(X, dtype=float)


def test_predictions_and_probabilities_follow_from_the_scores() -> None:
    scores = np.log([[0.2, 0.5, 0.3], [0.4, 0.4, 0.2], [0.1, 0.1, 0.8]])
    model = Given().fit(scores, ["a", "b", "c"])
    assert model.predict(scores + 7).tolist() == ["b", "a", "c"]
    assert_allclose(model.predict_proba(scores + 7), np.exp(scores), rtol=1e-13)
    assert_allclose(model.predict_log_proba(scores), scores, rtol=1e-13)
    assert_array_equal(model.decision_function(scores), scores)


def test_two_classes_have_one_decision_value_positive_for_the_second() -> None:
    scores = np.array([[0.0, 1.5], [2.0, -1.0], [1.0, 1.0]])
    model = Given().fit(scores, [0, 1, 1])
    assert_array_equal(model.decision_function(scores), [1.5, -3.0, 0.0])
    assert_array_equal(model.predict(scores), [1, 0, 0])


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite_are_refused_in_kind(form: Form, value: float) -> None:
    X, y = form.rows()
    model = form.make().fit(X, y)
    spoilt = X.copy()
    spoilt[7, 2] = value
    if form.entry.missing and np.isnan(value):
        form.make().fit(spoilt, y).predict(spoilt)
        return
    with pytest.raises(ValueError, match=r"NaN|infinity|Negative"):
        form.make().fit(spoilt, y)
    for method in ("predict", "predict_proba", "predict_log_proba", "decision_function", "transform"):
        if hasattr(model, method):
            with pytest.raises(ValueError, match=r"NaN|infinity"):
                getattr(model, method)(spoilt)


@pytest.mark.parametrize("form", MERGEABLE, ids=str)
def test_a_partial_fit_that_fails_leaves_the_model_as_it_was(form: Form) -> None:
    X, y = form.rows()
    model = form.make().fit(X, y)
    with pytest.raises(ValueError, match="infinity"):
        model.partial_fit(np.where(np.arange(60)[:, None] == 7, np.inf, X), y)
    assert_same_model(model, form.make().fit(X, y), X, rtol=0)


@pytest.mark.parametrize("form", MERGEABLE_PLAIN, ids=str)
def test_a_first_partial_fit_that_fails_leaves_nothing(form: Form) -> None:
    X, y = form.rows()
    model = form.make()
    with pytest.raises(DataError):
        model.partial_fit(X, y, classes=["other"])
    with pytest.raises(NotFittedError):
        model.predict(X)
    model.partial_fit(X, y, classes=[0, 1, 2])
    assert_same_model(model, form.make().fit(X, y), X)


def test_a_stream_without_classes_is_refused_in_one_sentence() -> None:
    with pytest.raises((UsageError, DataError)):
        GaussianNB().partial_fit(*PLAIN[0].rows(), classes=[])


@pytest.mark.parametrize("name", ["gaussian_nb", "qda"])
def test_a_row_too_far_for_every_class_gets_the_priors_with_a_warning(name: str) -> None:
    form = next(form for form in PLAIN if form.entry.name == name)
    X, y = form.rows()
    model = form.make(priors=[0.2, 0.3, 0.5]).fit(X, y)
    with pytest.warns(DegenerateDataWarning):
        assert_allclose(model.predict_proba(np.full((1, 4), 1e200)), [[0.2, 0.3, 0.5]])


@quiet
@pytest.mark.parametrize("form", MERGEABLE, ids=str)
def test_classes_not_seen_yet_have_no_probability(form: Form) -> None:
    X, y = form.rows()
    model = form.make().partial_fit(X, y, classes=[5, 0, 1, 2])
    assert_array_equal(model.classes_, [0, 1, 2, 5])
    if form.parameters.get("fit_prior", True):
        assert 5 not in model.predict(X)
        assert not form.has_probabilities or not model.predict_proba(X)[:, 3].any()


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_fit_forgets_what_was_fitted_before(form: Form) -> None:
    X, y = form.rows()
    again = form.make().fit(X[:, :3], y + 5).fit(X, y)
    assert_same_model(again, form.make().fit(X, y), X, rtol=0)


def test_fit_with_other_parameters_leaves_no_attribute_of_the_old_ones() -> None:
    X, y = PLAIN[0].rows()
    lda = LinearDiscriminantAnalysis(store_covariance=True).fit(X, y)
    lda.set_params(solver="eigen").fit(X, y)
    assert not hasattr(lda, "xbar_")
    qda = QuadraticDiscriminantAnalysis(store_covariance=True).fit(X, y)
    qda.set_params(store_covariance=False).fit(X, y)
    assert not hasattr(qda, "covariance_")


def _fitted(form: Form, **parameters: Any) -> Any:
    return form.make(**parameters).fit(*form.rows())


class TestMergeRefuses:
    """Two models that are not of one kind."""

    @pytest.mark.parametrize("form", MERGEABLE_PLAIN, ids=str)
    def test_other_kinds_parameters_and_features(self, form: Form) -> None:
        X, y = form.rows()
        model = _fitted(form)
        others = [_fitted(f) for f in MERGEABLE_PLAIN if f is not form]
        others += [form.make().fit(X[:, :3], y), form.make().fit(_named(X, "abcd"), y)]
        for other in others:
            with pytest.raises(UsageError, match="cannot merge"):
                model.merge(other)

    @pytest.mark.parametrize("form", MERGEABLE_PLAIN, ids=str)
    def test_models_that_are_not_fitted(self, form: Form) -> None:
        with pytest.raises((NotFittedError, UsageError)):
            _fitted(form).merge(form.make())
        with pytest.raises(NotFittedError):
            form.make().merge(_fitted(form))

    @pytest.mark.parametrize("form", MERGEABLE_PLAIN, ids=str)
    def test_labels_of_another_kind(self, form: Form) -> None:
        X, y = form.rows()
        with pytest.raises((UsageError, DataError)):
            _fitted(form).merge(form.make().fit(X, y.astype(str)))

    def test_priors_that_differ_in_a_late_digit(self) -> None:
        X, y = PLAIN[0].rows(K=2)
        a, b = (GaussianNB(priors=np.array([0.5 + d, 0.5 - d])).fit(X, y) for d in (0.0, 1e-10))
        with pytest.raises(UsageError, match="cannot merge"):
            a.merge(b)


@pytest.mark.parametrize("form", MERGEABLE_PLAIN, ids=str)
def test_merge_does_not_mind_the_number_of_threads(form: Form) -> None:
    X, y = form.rows()
    a, b = form.make(n_jobs=1).fit(X, y), form.make(n_jobs=2).fit(X, y)
    assert_same_model(a.merge(b), form.make().fit(np.tile(X, (2, 1)), np.tile(y, 2)), X)


def test_merge_takes_equal_priors_in_any_container() -> None:
    X, y = PLAIN[0].rows(K=2)
    a, b = (GaussianNB(priors=priors).fit(X, y) for priors in ([0.4, 0.6], np.array([0.4, 0.6])))
    assert_array_equal(a.merge(b).class_prior_, [0.4, 0.6])


@pytest.mark.parametrize("form", MERGEABLE, ids=str)
def test_merge_keeps_feature_names(form: Form) -> None:
    X, y = form.rows()
    model = form.make().fit(_named(X, "abcd"), y)
    assert_array_equal(model.merge(model).feature_names_in_, list("abcd"))


@pytest.mark.parametrize("form", MERGEABLE, ids=str)
def test_keep_rebuilds_every_public_attribute_from_the_record(form: Form) -> None:
    """What a model file relies on."""
    X, y = form.rows()
    model = form.make().fit(X, y)
    again = form.make()
    for name in {"classes_", "n_features_in_", "summary_", "coding_"} & vars(model).keys():
        setattr(again, name, getattr(model, name))
    again._keep(type(model).Model(*model.model_))
    assert vars(again).keys() == vars(model).keys()
    assert_array_equal(opinion(again, X), opinion(model, X))


def _named(X: np.ndarray, names: str) -> Any:
    import pandas as pd

    return pd.DataFrame(X, columns=list(names))
