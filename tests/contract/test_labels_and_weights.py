"""Labels of any type, class weights, sample weights and n_jobs, for every classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.errors import DataError, UsageError
from tests.contract.samples import FORMS, PLAIN, WEIGHTED, Form, arrays, opinion

WITH_CLASS_WEIGHT = [form for form in PLAIN if "class_weight" in form.make().get_params()]
LABELS: dict[str, Any] = {
    "Chinese": ["好瓜", "坏瓜", "未知"],
    "strings of different length": ["a", "bb", "ccc"],
    "negative": [-7, 0, 10**12],
    "whole floats": [-1.0, 0.0, 2.0],
    "objects": np.array(["y", "n", "?"], dtype=object),
    "numpy unsigned": np.array([0, 200, 255], np.uint8),
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_labels_come_back_as_they_went_in(form: Form, labels: Any) -> None:
    X, y = form.rows()
    named = np.asarray(labels)[y]
    model = form.make().fit(X, named)
    assert_array_equal(model.classes_, np.unique(named))
    assert set(model.predict(X).tolist()) <= set(named.tolist())
    assert model.score(X, named) > 0.4


@pytest.mark.parametrize("form", PLAIN, ids=str)
@pytest.mark.parametrize("wrap", [np.asarray, list, pd.Series, lambda y: pd.Series(y).astype("category")])
def test_boolean_labels_in_any_container(form: Form, wrap: Any) -> None:
    X, y = form.rows(K=2)
    model = form.make().fit(X, wrap(y == 1))
    assert model.classes_.tolist() == [False, True]
    assert_array_equal(opinion(model, X), opinion(form.make().fit(X, y), X))


@pytest.mark.parametrize("form", PLAIN, ids=str)
@pytest.mark.parametrize(
    ("y", "key"),
    [
        ([0.5, 1.0, 2.0], "labels.continuous"),
        ([None, "a", "b"], "labels.missing"),
        (["a", 1, 2], "labels.mixed"),
        ([np.nan, 1.0, 2.0], "labels.missing"),
    ],
    ids=["continuous", "None", "mixed", "NaN"],
)
def test_labels_that_are_none(form: Form, y: list[Any], key: str) -> None:
    X, _ = form.rows(n=3)
    with pytest.raises(DataError) as caught:
        form.make().fit(X, np.array(y, dtype=object) if "a" in y else np.array(y))
    assert caught.value.key == key


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_a_tie_goes_to_the_first_class(form: Form) -> None:
    if form.entry.name in ("fisher", "least_squares"):
        pytest.skip("sgn(0) = +1: see test_zero_scores.py")
    X, _ = form.rows(n=12)
    known = form.make().get_params().keys()
    if "max_iter" not in known:
        two = _one_of_each(form, 2).fit(np.tile(X, (2, 1)), np.repeat(["b", "a"], 12))
        assert two.predict(X).tolist() == ["a"] * 12
    elif "fit_intercept" in known:  # an iteration ends near a tie, not on it; but no line tells the origin
        line = form.make(fit_intercept=False).fit(X, np.repeat(["b", "a"], 6))
        assert line.predict(np.zeros((1, 4))).tolist() == ["a"]
    else:  # no more than rounding is left
        two = form.make().fit(np.tile(X, (2, 1)), np.repeat(["b", "a"], 12))
        assert_allclose(two.decision_function(X), 0.0, atol=1e-9)


SCORED = [form for form in PLAIN if not form.steps_from_rows and form.entry.name != "voting"]  # whole votes


@pytest.mark.parametrize("form", SCORED, ids=str)
def test_classes_with_the_same_rows_are_as_likely(form: Form) -> None:
    X, _ = form.rows(n=12)
    same = _one_of_each(form, 3).fit(np.tile(X, (3, 1)), np.repeat(["b", "a", "c"], 12))
    scores = opinion(same, X)
    expected = 1 / 3 if form.has_probabilities else np.repeat(scores[:, :1], 3, axis=1)
    assert_allclose(scores, expected, rtol=1e-9, atol=1e-9)


def _one_of_each(form: Form, K: int) -> Any:
    """The classifier; one that counts neighbours looks at K rows, one that counts votes tells each."""
    counting = {"n_neighbors": K, "decision_function_shape": "ovo"}
    return form.make(**{name: counting[name] for name in counting.keys() & form.make().get_params().keys()})


# Those that take no negative numbers have no class_weight: scikit-learn's check of it feeds them some.
@pytest.mark.parametrize("form", [f for f in FORMS if "class_weight" in f.make().get_params()], ids=str)
@pytest.mark.parametrize("weights", [{0: 2.0, 1: 0.5}, {0: 1, 1: 1, 2: 3}, "balanced"], ids=str)
def test_class_weight_multiplies_the_weights_of_its_rows(form: Form, weights: Any) -> None:
    K = 2 if form.steps_from_rows else 3  # it has a line for each class, where only that class has its factor
    X, y = form.rows(K=K)
    w = np.random.default_rng(0).uniform(0.5, 2.0, 60)
    share = np.bincount(y, w)
    if weights == "balanced":
        factor = {k: w.sum() / (K * share[k]) for k in range(K)}
    else:
        factor = weights = {k: weight for k, weight in weights.items() if k < K}
    expected = form.make().fit(X, y, sample_weight=w * np.array([factor.get(k, 1.0) for k in y]))
    model = form.make(class_weight=weights).fit(X, y, sample_weight=w)
    assert_allclose(opinion(model, X), opinion(expected, X), rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("form", WITH_CLASS_WEIGHT, ids=str)
@pytest.mark.parametrize(
    ("weights", "error"),
    [
        ({7: 1.0}, UsageError),
        ({0: -1.0}, ValueError),
        ({0: np.nan}, ValueError),
        ("equal", UsageError),
        (3, UsageError),
    ],
)
def test_class_weights_that_cannot_be(form: Form, weights: Any, error: type[Exception]) -> None:
    X, y = form.rows()
    with pytest.raises(error):
        form.make(class_weight=weights).fit(X, y)


@pytest.mark.parametrize("form", [f for f in FORMS if "class_weight" in f.make().get_params()], ids=str)
def test_a_class_of_weight_zero_is_never_predicted_and_brings_no_nan(form: Form) -> None:
    X, y = form.rows()
    model = form.make(class_weight={1: 0.0}).fit(X, y)
    assert not any(np.isnan(field).any() for field in arrays(model.model_) if field.dtype.kind == "f")
    if form.steps_from_rows:  # the line of class 1 is moved by the other rows alone, to anywhere
        return
    assert 1 not in model.predict(X)
    if form.has_probabilities:  # an iteration comes as near to 0 as its tolerance says
        near = 1e-8 if "max_iter" in model.get_params() else 0.0
        assert_allclose(model.predict_proba(X)[:, 1], 0.0, atol=near)


STREAMED = [f for f in FORMS if hasattr(f.make(), "partial_fit") and "class_weight" in f.make().get_params()]


@pytest.mark.parametrize("form", STREAMED, ids=str)
def test_a_block_of_classes_of_weight_zero_adds_nothing(form: Form) -> None:
    X, y = form.rows()
    model, expected = (
        form.make(class_weight={1: 0.0}).partial_fit(X[y != 1], y[y != 1], classes=[0, 1, 2])
        for _ in range(2)
    )
    model.partial_fit(X[y == 1], y[y == 1])
    assert not any(np.isnan(field).any() for field in arrays(model.model_) if field.dtype.kind == "f")
    if not form.steps_from_rows:  # whose lines of the other classes see the rows with weight one
        assert_array_equal(opinion(model, X), opinion(expected, X))


@pytest.mark.parametrize("form", [f for f in STREAMED if not f.steps_from_rows], ids=str)
def test_a_first_block_needs_rows_with_weight(form: Form) -> None:
    X, y = form.rows()
    model = form.make(class_weight={1: 0.0})
    with pytest.raises(DataError, match="class_weight is 0 for every class of the first rows"):
        model.partial_fit(X[y == 1], y[y == 1], classes=[0, 1, 2])
    model.partial_fit(X, y, classes=[0, 1, 2])
    assert_array_equal(opinion(model, X), opinion(form.make(class_weight={1: 0.0}).fit(X, y), X))


@pytest.mark.parametrize("form", [f for f in WITH_CLASS_WEIGHT if hasattr(f.make(), "partial_fit")], ids=str)
def test_balanced_weights_cannot_be_streamed(form: Form) -> None:
    X, y = form.rows()
    model = form.make(class_weight="balanced").fit(X, y)
    with pytest.raises(UsageError, match="balanced"):
        model.partial_fit(X, y)


@pytest.mark.parametrize("form", [f for f in WITH_CLASS_WEIGHT if f.entry.mergeable], ids=str)
def test_balanced_weights_cannot_be_merged(form: Form) -> None:
    X, y = form.rows()
    a, b = (form.make(class_weight="balanced").fit(X[i::2], y[i::2]) for i in range(2))
    with pytest.raises(UsageError):
        a.merge(b)


@pytest.mark.parametrize("form", WEIGHTED, ids=str)
@pytest.mark.parametrize(
    ("weights", "key"),
    [
        ([1.0], "weights.shape"),
        (np.ones((60, 1)), "weights.shape"),
        (-np.ones(60), "weights.value"),
        (np.zeros(60), "weights.value"),
        (np.full(60, np.nan), "weights.value"),
        (np.full(60, np.inf), "weights.value"),
    ],
)
def test_sample_weights_that_cannot_be(form: Form, weights: Any, key: str) -> None:
    X, y = form.rows()
    with pytest.raises(DataError) as caught:
        form.make().fit(X, y, sample_weight=weights)
    assert caught.value.key == key


@pytest.mark.parametrize("form", WEIGHTED, ids=str)
def test_an_array_without_dimensions_is_no_weight(form: Form) -> None:
    X, y = form.rows()
    with pytest.raises(TypeError, match="sample_weight has shape"):
        form.make().fit(X, y, sample_weight=np.array(1.0))


@pytest.mark.parametrize("form", WEIGHTED, ids=str)
def test_nothing_is_learned_from_rows_without_weight(form: Form) -> None:
    """They need not even be finite, except where X may be a matrix of all pairs of rows."""
    X, y = form.rows()
    without = np.arange(len(y)) % 3 == 0 if form.steps_from_rows else y == 1  # it has a line for each class
    w = np.where(without, 0.0, np.random.default_rng(1).integers(1, 3, len(y)))
    expected = form.make().fit(X[w > 0], y[w > 0], sample_weight=w[w > 0])
    X[w == 0] = 1e9 if form.entry.name in ("k_neighbors", "svc") else np.inf
    model = form.make().fit(X, y, sample_weight=w)
    assert_array_equal(model.predict(X[w > 0]), expected.predict(X[w > 0]))


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_bits_do_not_depend_on_n_jobs(form: Form) -> None:
    X, y = form.rows(n=300)
    models = [form.make(n_jobs=n_jobs).fit(X, y) for n_jobs in (1, 2, -1, None)]
    assert len({opinion(model, X).tobytes() for model in models}) == 1


@pytest.mark.parametrize("form", PLAIN, ids=str)
@pytest.mark.parametrize("value", [0, 1.5, "all"])
def test_n_jobs_that_cannot_be(form: Form, value: Any) -> None:
    with pytest.raises(UsageError, match="n_jobs"):
        form.make(n_jobs=value).fit(*form.rows())
