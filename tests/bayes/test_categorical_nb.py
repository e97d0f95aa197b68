"""CategoricalNB against counting and scikit-learn, and what it takes beyond: text, gaps, unseen values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.naive_bayes import CategoricalNB as Namesake

from fenlei import CategoricalNB
from fenlei.errors import DataError, DegenerateDataWarning, FenleiWarning, UsageError
from tests.oracles import naive_bayes as oracle

M = np.array([3, 2, 5])


def rows(n: int = 40, K: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Codes of which each category occurs, labels, and weights."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.permutation(np.arange(n) % m) for m in M])
    return X, rng.integers(0, K, n), rng.uniform(0.5, 2.0, n)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), alpha=st.sampled_from([0.1, 1.0, 7.0]), gaps=st.booleans())
def test_probabilities_and_scores_equal_the_oracle(seed: int, alpha: float, gaps: bool) -> None:
    X, y, w = rows(seed=seed)
    if gaps:
        X = np.where(np.random.default_rng(seed).random(X.shape) < 0.2, np.nan, X)
        m = [int(np.nanmax(column)) + 1 for column in X.T]
    else:
        m = list(M)
    model = CategoricalNB(alpha=alpha).fit(X, y, w)
    tables = oracle.categorical_fit(X, y, m, w, 3, alpha)
    assert_array_equal(model.n_categories_, m)
    for ours, expected in zip(model.feature_log_prob_, tables, strict=True):
        assert_allclose(np.exp(ours), expected, rtol=1e-12)
    assert_allclose(
        model.predict_joint_log_proba(X),
        oracle.categorical_scores(X, tables, np.bincount(y, w) / w.sum()),
        rtol=1e-12,
    )


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    alpha=st.sampled_from([0.0, 1e-12, 0.5, 1.0]),
    fit_prior=st.booleans(),
    least=st.sampled_from([None, 1, 6, [3, 4, 5]]),
    given_priors=st.booleans(),
)
@pytest.mark.filterwarnings("ignore:divide by zero")  # scikit-learn's log of 0
def test_as_scikit_learn(seed: int, alpha: float, fit_prior: bool, least: Any, given_priors: bool) -> None:
    X, y, w = rows(seed=seed)
    y[:9] = np.repeat([0, 1, 2], 3)
    parameters = {"alpha": alpha, "fit_prior": fit_prior, "min_categories": least}
    if given_priors:
        parameters["class_prior"] = np.random.default_rng(seed).dirichlet(np.ones(3))
    ours, theirs = CategoricalNB(**parameters).fit(X, y, w), Namesake(**parameters).fit(X, y, w)
    assert_array_equal(ours.n_categories_, theirs.n_categories_)
    assert_allclose(ours.class_log_prior_, theirs.class_log_prior_, rtol=1e-12)
    assert_allclose(ours.class_count_, theirs.class_count_, rtol=1e-12)
    for name in ("category_count_", "feature_log_prob_"):
        for a, b in zip(getattr(ours, name), getattr(theirs, name), strict=True):
            assert_allclose(a, b, rtol=1e-10, atol=1e-13)
    possible = np.isfinite(theirs.predict_joint_log_proba(X)).any(axis=1)
    assert_allclose(ours.predict_proba(X[possible]), theirs.predict_proba(X[possible]), rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.float32, bool, object])
def test_codes_of_any_type(dtype: type) -> None:
    X, y, _ = rows()
    X = X % 2
    assert_array_equal(
        CategoricalNB().fit(X.astype(dtype), y).predict_proba(X.astype(dtype)),
        CategoricalNB().fit(X, y).predict_proba(X),
    )


def test_force_alpha_false_raises_a_small_alpha_as_scikit_learn_does() -> None:
    X, y, _ = rows()
    with pytest.warns(FenleiWarning, match="alpha too small"):
        ours = CategoricalNB(alpha=0, force_alpha=False).fit(X, y)
    with pytest.warns(UserWarning, match="alpha too small"):
        theirs = Namesake(alpha=0, force_alpha=False).fit(X, y)
    assert_allclose(ours.predict_log_proba(X), theirs.predict_log_proba(X), rtol=1e-8)


def test_alpha_may_differ_between_features() -> None:
    X, y, _ = rows()
    each = CategoricalNB(alpha=[0.1, 1.0, 5.0]).fit(X, y)
    for j, alpha in enumerate([0.1, 1.0, 5.0]):
        alone = CategoricalNB(alpha=alpha).fit(X[:, [j]], y)
        assert_allclose(each.feature_log_prob_[j], alone.feature_log_prob_[0], rtol=1e-13)


def test_given_priors_are_normalised_with_a_warning() -> None:
    X, y, _ = rows(K=2)
    with pytest.warns(FenleiWarning, match="Renormalizing"):
        model = CategoricalNB(class_prior=[1.0, 3.0]).fit(X, y)
    assert_allclose(np.exp(model.class_log_prior_), [0.25, 0.75])


def test_an_unseen_category_and_a_missing_value_carry_no_information() -> None:
    X, y, _ = rows()
    model = CategoricalNB().fit(X, y)
    without = CategoricalNB().fit(X[:, :2], y).predict_proba([[1, 1]])
    assert_allclose(model.predict_proba([[1, 1, 99]]), without, rtol=1e-12)
    assert_allclose(model.predict_proba([[1.0, 1.0, np.nan]]), without, rtol=1e-12)
    with pytest.raises(IndexError):
        Namesake().fit(X, y).predict([[1, 1, 99]])


def test_negative_codes_are_refused_at_predict_too() -> None:
    X, y, _ = rows()
    for model in (Namesake().fit(X, y), CategoricalNB().fit(X, y)):
        with pytest.raises(ValueError, match="Negative values"):
            model.predict([[0, 0, -1]])


def test_zero_over_zero_is_the_prior_with_a_warning() -> None:
    model = CategoricalNB(alpha=0).fit([[0, 0], [0, 0], [1, 1]], [0, 0, 1])
    with pytest.warns(DegenerateDataWarning, match="1 row has probability 0"):
        assert_allclose(model.predict_proba([[0, 1], [0, 0]]), [[2 / 3, 1 / 3], [1.0, 0.0]])


def test_a_feature_without_any_value_has_no_say() -> None:
    X = np.array([[0, np.nan], [1, np.nan], [1, np.nan]])
    model = CategoricalNB().fit(X, [0, 1, 1])
    alone = CategoricalNB().fit(X[:, :1], [0, 1, 1])
    assert_array_equal(model.n_categories_, [2, 0])
    assert_allclose(model.predict_proba([[0, 3]]), alone.predict_proba([[0]]))


# --- text columns

COLOURS = np.array(
    [["黄", "圆"], ["黄绿", "扁"], ["绿", "扁"], ["黄绿", "圆"], ["绿", None], ["黄", "圆"]], dtype=object
)
KINDS = ["富士", "富士", "国光", "富士", "国光", "国光"]


def frames(values: np.ndarray) -> list[Any]:
    """The same cells in every container."""
    columns = dict(zip(["底色", "外形"], values.T.tolist(), strict=True))
    return [
        values,
        pd.DataFrame(columns),
        pd.DataFrame(columns).astype("category"),
        pl.DataFrame(columns),
    ]


@pytest.mark.parametrize("X", frames(COLOURS), ids=["array", "pandas text", "pandas category", "polars"])
def test_text_is_coded_by_its_sorted_values(X: Any) -> None:
    model = CategoricalNB().fit(X, KINDS)
    colours, shapes = np.unique(COLOURS[:, 0]).tolist(), ["圆", "扁"]
    codes = [[colours.index(c), shapes.index(s) if s else np.nan] for c, s in COLOURS]
    coded = CategoricalNB().fit(np.array(codes, dtype=float), KINDS)
    assert model.coding_.categories == (tuple(colours), ("圆", "扁"))
    assert_array_equal(model.predict_proba(X), coded.predict_proba(np.array(codes, dtype=float)))


def test_a_batch_may_be_without_any_text() -> None:
    model = CategoricalNB().fit(COLOURS, KINDS)
    assert_allclose(model.predict_proba([[None, None]])[0], np.exp(model.class_log_prior_))


def test_columns_of_a_frame_are_found_by_name() -> None:
    frame = frames(COLOURS)[1]
    model = CategoricalNB().fit(frame, KINDS)
    with pytest.raises(ValueError, match=r"[Ff]eature names"):
        model.predict(frame[["外形", "底色"]])


def test_boolean_and_numeric_columns_beside_text() -> None:
    frame = pd.DataFrame(
        {"colour": ["r", "g", "r", "g"], "ripe": [True, False, True, True], "size": [0, 1, 2, 0]}
    )
    model = CategoricalNB().fit(frame, [0, 1, 1, 0])
    assert_array_equal(model.n_categories_, [2, 2, 3])
    assert model.predict_proba(frame).shape == (4, 2)


def text(values: str) -> np.ndarray:
    return np.array([[value] for value in values], dtype=object)


@settings(max_examples=25)
@given(
    st.text("abcde", min_size=2, max_size=12),
    st.text("cdefg", min_size=2, max_size=12),
    st.sampled_from([None, 6]),
)
def test_models_of_different_categories_merge_to_the_fit_of_both(a: str, b: str, least: int | None) -> None:
    # with min_categories the counts have more columns than the coding has names
    def fit(values: str) -> CategoricalNB:
        return CategoricalNB(min_categories=least).fit(text(values), np.arange(len(values)) % 2)

    both = a + b
    labels = np.concatenate([np.arange(len(a)) % 2, np.arange(len(b)) % 2])
    whole = CategoricalNB(min_categories=least).fit(text(both), labels)
    merged = fit(a).merge(fit(b))
    streamed = fit(a).partial_fit(text(b), np.arange(len(b)) % 2)
    for model in (merged, streamed):
        assert_allclose(
            model.predict_proba(text("abcdefgh")), whole.predict_proba(text("abcdefgh")), rtol=1e-10
        )


def test_boolean_columns_merge_also_where_one_value_is_not_shown() -> None:
    # a table of one column must not be broadcast over both values
    a, b = pd.DataFrame({"b": [False, False]}), pd.DataFrame({"b": [True, False]})
    merged = CategoricalNB().fit(a, [0, 1]).merge(CategoricalNB().fit(b, [0, 1]))
    assert_array_equal(merged.category_count_[0], [[1, 1], [2, 0]])


def test_a_category_of_weight_zero_is_not_there() -> None:
    # it sorts first, and would take part in the smoothing
    X, y, w = text("abcb"), np.array([0, 0, 1, 1]), np.array([0.0, 1.0, 1.0, 1.0])
    weighted, absent = CategoricalNB().fit(X, y, w), CategoricalNB().fit(X[1:], y[1:])
    assert_allclose(weighted.predict_proba(X), absent.predict_proba(X), rtol=1e-12)


def test_a_model_with_a_category_of_weight_zero_merges() -> None:
    model = CategoricalNB().fit(text("abcb"), [0, 0, 1, 1], [1.0, 1.0, 0.0, 1.0])
    assert_array_equal(model.merge(model).class_count_, [4.0, 2.0])


class TestTextAndCodesDoNotMix:
    """A model of codes does not know the names of its categories, and the other way round."""

    CODES = np.array([[0], [1], [2], [0]])

    def test_text_for_a_model_of_codes(self) -> None:
        model = CategoricalNB().fit(self.CODES, [0, 1, 1, 0])
        with pytest.raises((DataError, UsageError)):
            model.predict(text("zy"))

    def test_text_in_a_later_partial_fit(self) -> None:
        model = CategoricalNB().fit(self.CODES, [0, 1, 1, 0])
        with pytest.raises((DataError, UsageError)):
            model.partial_fit(text("ab"), [0, 1])

    def test_codes_for_a_model_of_text(self) -> None:
        model = CategoricalNB().fit(text("abca"), [0, 1, 1, 0])
        with pytest.raises((DataError, UsageError)):
            model.predict(self.CODES)

    def test_merging_one_of_each(self) -> None:
        codes, names = CategoricalNB().fit(self.CODES, [0, 1, 1, 0]), CategoricalNB().fit(text("ab"), [0, 1])
        with pytest.raises((DataError, UsageError)):
            codes.merge(names)


@pytest.mark.parametrize(
    "parameters",
    [
        {"alpha": -1},
        {"alpha": [1.0, 2.0]},
        {"alpha": [-1.0, 1.0, 1.0]},
        {"min_categories": 0},
        {"min_categories": [1, 2]},
        {"min_categories": [1.5, 2.0, 2.0]},
        {"class_prior": [0.5, 0.5]},
        {"fit_prior": "yes"},
    ],
    ids=str,
)
def test_parameters_that_cannot_be(parameters: dict[str, Any]) -> None:
    X, y, _ = rows()
    with pytest.raises(UsageError):
        CategoricalNB(**parameters).fit(X, y)
