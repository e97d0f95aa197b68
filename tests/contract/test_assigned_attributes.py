"""Public fitted attributes are the model: assigned, edited in place or set without a fit, as in scikit-learn.

Which attributes the namesake's prediction reads is found by watching it.
"""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import NotFittedError

import fenlei
from fenlei.errors import DataError, UsageError
from tests.contract.namesakes import PAIRS, Pair

pytestmark = pytest.mark.filterwarnings("ignore")

# What the namesake reads but cannot be compared: the parts of the two ensembles differ; the namesake's Isomap
# keeps means of the old distances; its density of whitened components is that of other axes.
OTHERWISE = {("bagging", "estimators_features_"), ("bagging_regressor", "estimators_features_")} | {
    ("adaboost_regressor", "estimator_weights_"),
    ("isomap", "dist_matrix_"),
    ("svc", "support_vectors_ in place"),  # of a linear kernel: the weights are computed at fit
}
# The namesake itself needs private attributes that only a fit sets.
ONLY_FITTED = {
    "adaboost",
    "adaboost_regressor",
    "bagging",
    "bagging_regressor",
    "isomap",
    "kernel_pca",
    "lle",
    "svc",
    "svr",
}


def is_numbers(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, np.ndarray) for each in value)
    return isinstance(value, float) or (
        isinstance(value, np.ndarray | np.generic) and value.dtype.kind == "f"
    )


def attributes_read(pair: Pair, model: Any) -> list[str]:
    """Public numbers that the answers of a model depend on."""
    seen: set[str] = set()

    class Watched(type(model)):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name.endswith("_") and not name.startswith("_"):
                seen.add(name)
            return super().__getattribute__(name)

    watched = copy(model)
    watched.__class__ = Watched
    pair.answers(watched, pair.rows()[0])
    return sorted(name for name in seen if is_numbers(getattr(model, name, None)))


def changed(value: Any) -> Any:
    if isinstance(value, list):
        return [changed(each) for each in value]
    rng = np.random.default_rng(0)
    return value * (1.0 + 0.3 * rng.uniform(size=np.shape(value)))


def change_in_place(value: Any) -> None:
    for array in value if isinstance(value, list) else [value]:
        array[...] = changed(array)


def assert_same(pair: Pair, ours: Any, theirs: Any) -> None:
    X = pair.rows()[0]
    own, expected = pair.answers(ours, X), pair.answers(theirs, X)
    if pair.parameters.get("whiten"):
        expected.pop("score_samples")
    for name, values in expected.items():
        if name not in own:
            continue
        if values.dtype.kind == "f":
            log = name == "predict_log_proba"  # scikit-learn's has the digits of the probability
            a, b = (np.exp(own[name]), np.exp(values)) if log else (own[name], values)
            assert_allclose(a, b, rtol=1e-5, atol=1e-6 * np.abs(b).max(), err_msg=name)
        else:
            assert_array_equal(own[name], values, err_msg=name)


def with_attributes(model: Any, source: Any, names: list[str]) -> Any:
    for name in names:
        setattr(model, name, deepcopy(getattr(source, name)))
    return model


WITH_ATTRIBUTES = [pair for pair in PAIRS if not pair.inner and pair.entry.name not in ("tsne", "mds")]


@pytest.mark.parametrize("pair", WITH_ATTRIBUTES, ids=str)
def test_predictions_follow_attributes_that_are_assigned_or_edited(pair: Pair) -> None:
    theirs, ours = pair.fit(ours=False), pair.fit(ours=True)
    names = attributes_read(pair, theirs)
    names = [name for name in names if (pair.entry.name, name) not in OTHERWISE]
    if not names:
        pytest.skip("predicts from no public numbers")
    with_attributes(ours, theirs, names)
    assert_same(pair, ours, theirs)
    for name in names:
        a, b = deepcopy(ours), deepcopy(theirs)
        setattr(b, name, changed(getattr(theirs, name)))
        setattr(a, name, deepcopy(getattr(b, name)))
        assert_same(pair, a, b)
        in_place = not np.isscalar(getattr(theirs, name)) and pair.parameters.get("kernel") != "linear"
        if in_place:
            a, b = deepcopy(ours), deepcopy(theirs)
            for model in (a, b):
                pair.answers(model, pair.rows()[0])
                change_in_place(getattr(model, name))
            assert_same(pair, a, b)


@pytest.mark.parametrize("pair", WITH_ATTRIBUTES, ids=str)
def test_attributes_can_be_edited_in_place_after_a_fit(pair: Pair) -> None:
    """Without an assignment before: the arrays that `fit` left."""
    theirs, ours = pair.fit(ours=False), pair.fit(ours=True)
    for name in attributes_read(pair, theirs):
        if not hasattr(ours, name) or np.isscalar(getattr(ours, name)) or pair.entry.name in ONLY_FITTED:
            continue
        a, b = deepcopy(ours), deepcopy(ours)
        change_in_place(getattr(a, name))
        setattr(b, name, changed(getattr(b, name)))
        assert_same(pair, a, b)
        if name == "class_count_" or not np.any(getattr(ours, name)):
            continue  # only its shape is read; or zero stays zero
        before = pair.answers(ours, pair.rows()[0])
        after = pair.answers(a, pair.rows()[0])
        assert any(not np.array_equal(before[key], after[key]) for key in before), name


@pytest.mark.parametrize("pair", [p for p in WITH_ATTRIBUTES if p.entry.name not in ONLY_FITTED], ids=str)
def test_attributes_set_without_a_fit_make_a_model(pair: Pair, tmp_path: Path) -> None:
    theirs = pair.fit(ours=False)
    names = attributes_read(pair, theirs)
    if not names:
        pytest.skip("predicts from no public numbers")
    ours = with_attributes(pair.make(ours=True), theirs, names)
    if hasattr(theirs, "classes_"):
        with pytest.raises((NotFittedError, AttributeError)):
            pair.answers(ours, pair.rows()[0])
        ours.classes_ = theirs.classes_
    assert_same(pair, ours, theirs)
    fenlei.save_model(ours, tmp_path / "m.fenlei")
    assert_same(pair, fenlei.load_model(tmp_path / "m.fenlei"), theirs)
    wide = np.ones((3, 7), dtype=pair.rows()[0].dtype)
    with pytest.raises(ValueError, match="7 features"):
        (ours.predict if hasattr(ours, "predict") else ours.transform)(wide)


@pytest.mark.parametrize("pair", [p for p in WITH_ATTRIBUTES if p.entry.name not in ONLY_FITTED], ids=str)
def test_what_was_assigned_is_saved_pickled_and_copied(pair: Pair, tmp_path: Path) -> None:
    theirs, ours = pair.fit(ours=False), pair.fit(ours=True)
    names = attributes_read(pair, theirs)
    if not names:
        pytest.skip("predicts from no public numbers")
    for name in names:
        setattr(theirs, name, changed(getattr(theirs, name)))
    with_attributes(ours, theirs, names)
    fenlei.save_model(ours, tmp_path / "m.fenlei")
    buffer = BytesIO()
    joblib.dump(ours, buffer)
    buffer.seek(0)
    assert_same(pair, fenlei.load_model(tmp_path / "m.fenlei"), theirs)
    for again in (pickle.loads(pickle.dumps(ours)), joblib.load(buffer), deepcopy(ours)):
        assert_same(pair, again, theirs)
        value = getattr(again, names[-1])
        if not np.isscalar(value):  # the copy follows its own arrays
            changed_one = deepcopy(theirs)
            setattr(changed_one, names[-1], changed(getattr(theirs, names[-1])))
            change_in_place(value)
            assert_same(pair, again, changed_one)


def test_a_copied_model_gives_the_same_bits() -> None:
    for pair in WITH_ATTRIBUTES:
        ours, X = pair.fit(ours=True), pair.rows()[0]
        buffer = BytesIO()
        joblib.dump(ours, buffer)
        buffer.seek(0)
        for again in (joblib.load(buffer), pickle.loads(pickle.dumps(ours)), deepcopy(ours)):
            for name, values in pair.answers(ours, X).items():
                assert_array_equal(pair.answers(again, X)[name], values, err_msg=f"{pair} {name}")


def test_federated_averaging_of_logistic_regressions() -> None:
    """As Flower's example for scikit-learn does it: zero weights, then fits that start from the mean."""
    pair = next(p for p in PAIRS if p.entry.name == "logistic_regression")
    X, y = pair.rows()
    model = fenlei.LogisticRegression(warm_start=True, max_iter=500)
    model.classes_, model.coef_, model.intercept_ = np.unique(y), np.zeros((1, 4)), np.zeros(1)
    assert_allclose(model.predict_proba(X), 0.5)
    parts = [deepcopy(model).fit(X[i::2], y[i::2]) for i in (0, 1)]
    model.coef_ = np.mean([part.coef_ for part in parts], axis=0)
    model.intercept_ = np.mean([part.intercept_ for part in parts], axis=0)
    mean = X @ model.coef_[0] + model.intercept_[0]
    assert_allclose(model.decision_function(X), mean, rtol=1e-12)
    assert_allclose(model.fit(X, y).coef_, fenlei.LogisticRegression().fit(X, y).coef_, atol=1e-3)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (np.zeros((3, 5)), r"coef_ has shape \(3, 5\)"),
        (np.zeros((2, 4)), r"coef_ has shape \(2, 4\)"),
        (np.full((3, 4), np.nan), "coef_ has values out of range"),
        ("words", "do not make a model"),
    ],
)
def test_an_attribute_that_does_not_fit_gets_one_sentence(value: Any, sentence: str) -> None:
    pair = next(p for p in PAIRS if p.entry.name == "logistic_regression" and p.K == 3)
    model = pair.fit(ours=True)
    model.coef_ = value
    with pytest.raises(DataError, match=sentence):
        model.predict(pair.rows()[0])


def test_other_forms_of_an_attribute_are_taken() -> None:
    pair = next(p for p in PAIRS if p.entry.name == "logistic_regression" and p.K == 3)
    model, X = pair.fit(ours=True), pair.rows()[0]
    expected, coef = model.decision_function(X), model.coef_.copy()
    read_only = coef.copy()
    read_only.flags.writeable = False
    swapped = coef.astype(coef.dtype.newbyteorder())
    for form in (coef.tolist(), np.asfortranarray(coef), read_only, swapped, coef[:, ::-1].copy()[:, ::-1]):
        model.coef_ = form
        assert_array_equal(model.decision_function(X), expected)


def test_sums_of_rows_follow_assigned_attributes_or_are_refused() -> None:
    """GaussianNB and the counting classifiers continue from the attributes, as in scikit-learn."""
    for name in ("gaussian_nb", "multinomial_nb", "bernoulli_nb", "categorical_nb"):
        pair = next(p for p in PAIRS if p.entry.name == name and p.K == 3)
        X, y = pair.rows()
        theirs, ours = pair.fit(ours=False), pair.fit(ours=True)
        count = "theta_" if name == "gaussian_nb" else "class_count_"
        for model in (theirs, ours):
            setattr(model, count, changed(getattr(model, count)))
            model.partial_fit(X[:20], y[:20])
        assert_allclose(getattr(ours, count), getattr(theirs, count), rtol=1e-6)
        assert_same(pair, ours, theirs)
    for name in ("lda", "qda", "ridge", "pca"):
        pair = next(p for p in PAIRS if p.entry.name == name)
        model, other = pair.fit(ours=True), pair.fit(ours=True)
        which = "components_" if name == "pca" else "means_" if name == "qda" else "coef_"
        setattr(model, which, 2 * getattr(model, which))
        for call in (lambda m=model, o=other: m.merge(o), lambda m=model, o=other: o.merge(m)):
            with pytest.raises(UsageError, match="were assigned"):
                call()
        with pytest.raises(UsageError, match="were assigned"):
            model.partial_fit(*pair.rows())
        model.fit(*pair.rows()).merge(other)
