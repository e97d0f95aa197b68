"""MixedNB against loops, against scikit-learn's product, against its parts, and on tables as they come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.naive_bayes
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import logsumexp
from sklearn.impute import SimpleImputer
from sklearn.metrics import log_loss
from sklearn.model_selection import StratifiedKFold

import fenlei
from fenlei import MixedNB
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.oracles import mixed_nb as oracle

KINDS = ["gaussian", "categorical", "kde", "poisson", "multinomial", "bernoulli", "gaussian", "multinomial"]
SEEDS = st.integers(0, 2**32 - 1)


def mixed_rows(
    n: int = 40, seed: int = 0, missing: float = 0.15
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows (n, 8) with a column or two of each distribution in three classes, gaps, and weights."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 3)
    X = np.column_stack(
        [
            rng.normal(3.0 * y, 1.0 + y),
            rng.integers(0, 3 + y),
            rng.choice([-2.0, 2.0], n) * y + rng.normal(size=n),
            rng.poisson(1.0 + 2 * y),
            rng.poisson(2.0 + y),
            rng.random(n) < 0.2 + 0.3 * y,
            rng.normal(100.0 - y, 5.0),
            rng.poisson(4.0 - y),
        ]
    )
    X[rng.random(X.shape) < missing] = np.nan
    return X, y, rng.uniform(0.5, 2.0, n)


def assert_same(a: MixedNB, b: MixedNB, X: Any) -> None:
    assert_array_equal(a.classes_, b.classes_)
    assert_allclose(a.log_joint(X), b.log_joint(X), rtol=1e-10, atol=1e-10)


# --- estimates and scores


@settings(max_examples=8)
@given(
    seed=SEEDS,
    weighted=st.booleans(),
    alpha=st.sampled_from([0.3, 1.0]),
    smoothing=st.sampled_from([0.0, 1e-2]),
    factor=st.sampled_from(["silverman", 0.5]),
)
def test_scores_of_all_distributions_equal_the_loops(
    seed: int, weighted: bool, alpha: float, smoothing: float, factor: Any
) -> None:
    X, y, w = mixed_rows(seed=seed)
    w = w if weighted else None
    model = MixedNB(KINDS, alpha=alpha, var_smoothing=smoothing, bandwidth=factor).fit(X, y, w)
    options = {"alpha": alpha, "var_smoothing": smoothing, "factor": 1.0 if factor == "silverman" else factor}
    expected = oracle.log_joint(X, y, w, 3, KINDS, X, **options)
    assert_allclose(model.log_joint(X), expected, rtol=1e-10, atol=1e-10)
    posterior = np.exp(expected - logsumexp(expected, axis=1, keepdims=True))
    assert_allclose(model.predict_proba(X), posterior, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("gaussian", "GaussianNB"),
        ("kde", "KernelNB"),
        ("poisson", "PoissonNB"),
        ("multinomial", "MultinomialNB"),
        ("categorical", "CategoricalNB"),
        ("bernoulli", "BernoulliNB"),
    ],
)
def test_one_distribution_for_all_columns_is_its_own_classifier(kind: str, name: str) -> None:
    X, y, w = mixed_rows(missing=0.0)
    X = X[:, [3, 4, 7]]
    alone = getattr(fenlei, name)().fit(X, y, w)
    mixed = MixedNB(kind).fit(X, y, w)
    assert mixed.distributions_ == [kind] * 3
    assert_allclose(mixed.log_joint(X), alone.log_joint(X), rtol=1e-12)
    assert_allclose(mixed.predict_proba(X), alone.predict_proba(X), rtol=1e-10)


MIXED_TABLES = ["penguins", "birth_weight", "infertility"]


def mixed_table(name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A bundled table of numbers and names, coded; rows with gaps are left out."""
    table = fenlei.load(name).table
    X, kinds = table.coded().X, table.coded().kinds
    whole = ~np.isnan(X).any(axis=1)
    nominal = np.array([kind != "numeric" for kind in kinds])
    return X[whole], np.unique(table.labels(), return_inverse=True)[1][whole], nominal


def product(X: np.ndarray, y: np.ndarray, nominal: np.ndarray, Q: np.ndarray) -> np.ndarray:
    """Posteriors of scikit-learn's GaussianNB times its CategoricalNB; the prior is counted once."""
    numbers = sklearn.naive_bayes.GaussianNB().fit(X[:, ~nominal], y)
    names = sklearn.naive_bayes.CategoricalNB().fit(X[:, nominal], y)
    joint = numbers.predict_joint_log_proba(Q[:, ~nominal]) + names.predict_joint_log_proba(Q[:, nominal])
    joint -= names.class_log_prior_
    return np.exp(joint - logsumexp(joint, axis=1, keepdims=True))


@pytest.mark.parametrize("name", MIXED_TABLES)
def test_the_product_of_scikit_learns_classifiers(name: str) -> None:
    X, y, nominal = mixed_table(name)
    for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(X, y):
        ours = MixedNB(categorical_features=nominal).fit(X[train], y[train]).predict_proba(X[test])
        theirs = product(X[train], y[train], nominal, X[test])
        assert_allclose(ours, theirs, rtol=1e-10, atol=1e-10)
        assert log_loss(y[test], ours) == pytest.approx(log_loss(y[test], theirs), rel=1e-10)


@pytest.mark.parametrize("name", MIXED_TABLES)
def test_leaving_gaps_out_is_at_least_as_good_as_filling_them_for_scikit_learn(name: str) -> None:
    X, y, nominal = mixed_table(name)
    gaps = np.where(np.random.default_rng(0).random(X.shape) < 0.2, np.nan, X)
    ours, theirs = np.empty((2, len(y), y.max() + 1))
    for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(X, y):
        model = MixedNB(categorical_features=nominal).fit(gaps[train], y[train])
        ours[test] = model.predict_proba(gaps[test])
        filled = gaps.copy()
        for columns, strategy in ((~nominal, "median"), (nominal, "most_frequent")):
            imputer = SimpleImputer(strategy=strategy).fit(gaps[train][:, columns])
            filled[:, columns] = imputer.transform(gaps[:, columns])
        theirs[test] = product(filled[train], y[train], nominal, filled[test])
    assert log_loss(y, ours) <= log_loss(y, theirs)


# --- merging and weights


@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")  # after a first chunk of one row
@settings(max_examples=6)
@given(seed=SEEDS, cuts=st.sets(st.integers(1, 39), max_size=4))
def test_partial_fit_in_any_chunking_is_fit(seed: int, cuts: set[int]) -> None:
    X, y, w = mixed_rows(seed=seed)
    streamed = MixedNB(KINDS)
    for rows in np.split(np.arange(40), sorted(cuts)):
        streamed.partial_fit(X[rows], y[rows], classes=[0, 1, 2], sample_weight=w[rows])
    assert_same(streamed, MixedNB(KINDS).fit(X, y, w), X)


@settings(max_examples=6)
@given(seed=SEEDS)
def test_merge_is_the_fit_of_both_also_with_other_classes(seed: int) -> None:
    X, y, _ = mixed_rows(60, seed=seed)
    first = y < 2
    first[:10] = False
    a, b = (MixedNB(KINDS).fit(X[part], y[part]) for part in (first, ~first))
    assert_same(a.merge(b), MixedNB(KINDS).fit(X, y), X)
    assert_same(b.merge(a), MixedNB(KINDS).fit(X, y), X)


@settings(max_examples=6)
@given(seed=SEEDS)
def test_an_integer_weight_is_a_repetition(seed: int) -> None:
    X, y, _ = mixed_rows(seed=seed)
    w = np.random.default_rng(seed).integers(0, 4, 40)
    w[:3] = 1
    weighted = MixedNB(KINDS).fit(X, y, w)
    assert_same(weighted, MixedNB(KINDS).fit(np.repeat(X, w, axis=0), np.repeat(y, w)), X)


def test_class_weight_multiplies_and_priors_replace() -> None:
    X, y, w = mixed_rows()
    factor = np.array([1.0, 3.0, 0.5])
    weighted = MixedNB(KINDS, class_weight=dict(enumerate(factor))).fit(X, y, w)
    assert_same(weighted, MixedNB(KINDS).fit(X, y, w * factor[y]), X)
    plain, priors = MixedNB(KINDS).fit(X, y), np.array([0.5, 0.3, 0.2])
    shifted = plain.log_joint(X) + np.log(priors) - plain.class_log_prior_
    assert_allclose(MixedNB(KINDS, priors=priors).fit(X, y).log_joint(X), shifted, rtol=1e-12)


# --- tables as they come


def frame(n: int = 30, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    X, y, _ = mixed_rows(n, seed, missing=0.0)
    table = pd.DataFrame(
        {
            "重量": X[:, 0],
            "颜色": np.array(["红", "绿", "黄", "白", "黑"])[X[:, 1].astype(int)],
            "有伤": X[:, 5] > 0,
            "级": pd.Categorical(np.array(["s", "m", "l"])[y], ["s", "m", "l"]),
            "数": X[:, 3],
        }
    )
    return table, np.array(["a", "b", "c"])[y]


def test_the_kind_of_a_column_chooses_and_names_or_places_overrule() -> None:
    table, y = frame()
    chosen = MixedNB().fit(table, y).distributions_
    assert chosen == ["gaussian", "categorical", "categorical", "categorical", "gaussian"]
    named = MixedNB({"数": "poisson", "有伤": "bernoulli", "重量": "kde"}).fit(table, y)
    assert named.distributions_ == ["kde", "categorical", "bernoulli", "categorical", "poisson"]
    placed = MixedNB({-1: "poisson", np.int64(2): "bernoulli", 0: "kde"}).fit(table, y)
    listed = MixedNB(named.distributions_).fit(table, y)
    assert_same(placed, named, table)
    assert_same(listed, named, table)


def test_pandas_polars_and_objects_say_the_same_and_columns_are_found_by_name() -> None:
    table, y = frame()
    model = MixedNB().fit(table, y)
    assert_same(MixedNB().fit(pl.from_pandas(table), y), model, table)
    objects = table.astype(object).to_numpy()
    by_place = MixedNB().fit(objects, y)
    assert by_place.distributions_ == model.distributions_
    assert_allclose(by_place.predict_proba(objects), model.predict_proba(table), rtol=1e-10)


def test_categories_that_no_row_showed_and_missing_cells_are_left_out() -> None:
    table, y = frame()
    model, without = MixedNB(var_smoothing=0).fit(table, y), MixedNB(var_smoothing=0)
    without.fit(table.drop(columns="颜色"), y)
    other = table.assign(颜色="紫")
    assert_allclose(model.predict_proba(other), without.predict_proba(table.drop(columns="颜色")), rtol=1e-10)
    assert_array_equal(model.predict_proba(table.assign(颜色=None)), model.predict_proba(other))


def test_streams_and_halves_of_text_may_bring_new_categories() -> None:
    table, y = frame()
    red = (table["颜色"] == "红").to_numpy()
    whole = MixedNB().fit(table, y)
    parts = [MixedNB().fit(table[rows], y[rows]) for rows in (red, ~red)]
    assert_same(parts[0].merge(parts[1]), whole, table)
    streamed = MixedNB()
    for rows in (red, ~red):
        streamed.partial_fit(table[rows], y[rows], classes=["a", "b", "c"])
    assert_same(streamed, whole, table)


def test_a_class_without_rows_is_never_predicted() -> None:
    X, y, _ = mixed_rows()
    model = MixedNB(KINDS).partial_fit(X[y < 2], y[y < 2], classes=[0, 1, 2])
    assert_array_equal(model.predict_proba(X)[:, 2], 0.0)
    assert_allclose(
        model.predict_proba(X)[:, :2], MixedNB(KINDS).fit(X[y < 2], y[y < 2]).predict_proba(X), rtol=1e-10
    )


def test_without_smoothing_a_row_impossible_in_every_class_gets_the_prior() -> None:
    model = MixedNB(["gaussian", "categorical", "categorical"], alpha=0)
    model.fit([[0.0, 0, 1], [1.0, 0, 1], [2.0, 1, 0], [3.0, 1, 0], [2.5, 1, 0]], [0, 0, 1, 1, 1])
    with pytest.warns(DegenerateDataWarning, match="MixedNB: 1 row has probability 0"):
        assert_allclose(model.predict_proba([[1.0, 0, 0], [1.0, 0, 1]]), [[0.4, 0.6], [1.0, 0.0]])


@pytest.mark.parametrize("kinds", [KINDS, dict(enumerate(KINDS)), "gaussian", None])
def test_a_saved_model_says_the_same_and_learns_on(tmp_path: Path, kinds: Any) -> None:
    X, y, w = mixed_rows()
    model = MixedNB(kinds, bandwidth=0.7).fit(X[:30], y[:30], w[:30])
    fenlei.save_model(model, tmp_path / "m.fenlei")
    loaded = fenlei.load_model(tmp_path / "m.fenlei")
    assert loaded.get_params() == model.get_params()
    assert_array_equal(loaded.predict_proba(X), model.predict_proba(X))
    assert_same(loaded.partial_fit(X[30:], y[30:]), model.partial_fit(X[30:], y[30:]), X)


def test_a_saved_model_of_text_takes_text(tmp_path: Path) -> None:
    table, y = frame()
    model = MixedNB({"数": "poisson"}).fit(table, y)
    fenlei.save_model(model, tmp_path / "m.fenlei")
    loaded = fenlei.load_model(tmp_path / "m.fenlei")
    assert_array_equal(loaded.predict_proba(table), model.predict_proba(table))
    assert_same(loaded.merge(model), model.merge(model), table)


# --- what cannot be


@pytest.mark.parametrize(
    ("distributions", "words"),
    [
        ("normal", "one of gaussian, kde, poisson, multinomial, categorical, bernoulli for each of the 5"),
        (["kde"], "for each of the 5 columns"),
        ([["kde"]] * 5, "for each of the 5 columns"),
        (3, "a distribution, one for each column, or {column: distribution}"),
        ({"taste": "kde"}, "column names ['重量', '颜色', '有伤', '级', '数']"),
        ({9: "kde"}, "column names"),
        ({"颜色": "gaussian"}, "categorical or bernoulli for the text column 1"),
        ("poisson", "categorical or bernoulli for the text column 1"),
    ],
    ids=str,
)
def test_distributions_that_do_not_fit(distributions: Any, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        MixedNB(distributions).fit(*frame())
    assert caught.value.key == "estimator.parameter"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        (1, -1.0, "column 1"),
        (1, 1e9, "column 1 has the code 1e+09"),
        (3, -1.0, "for example -1"),
        (7, -2.0, "for example -2"),
        (2, 1e200, "values as large as 1e+200"),
        *((j, np.inf, "infinity") for j in range(8)),
    ],
)
def test_values_that_do_not_fit_their_distribution(column: int, value: float, words: str) -> None:
    X, y, _ = mixed_rows(missing=0.0)
    spoilt = X.copy()
    spoilt[5, column] = value
    with pytest.raises(ValueError) as caught:  # noqa: PT011  infinity is scikit-learn's own sentence
        MixedNB(KINDS).fit(spoilt, y)
    assert words in str(caught.value)
    assert isinstance(caught.value, DataError) or words == "infinity"
    if words == "infinity":
        with pytest.raises(ValueError, match="infinity"):
            MixedNB(KINDS).fit(X, y).predict(spoilt)


def test_text_and_numbers_are_not_exchanged() -> None:
    table, y = frame()
    with pytest.raises(DataError, match="fitted to text columns"):
        MixedNB().fit(table, y).predict(np.zeros((1, 5)))
