"""The documents' naive Bayes cases on the bundled tables as they are: mixed columns, no encoding by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from fenlei import BernoulliNB, CategoricalNB, GaussianNB, MixedNB, load
from fenlei.errors import DegenerateDataWarning

FUJI = {"en": ("taste", "weight", "sour-sweet", "Fuji"), "zh": ("口感", "果重", "酸甜", "红富士")}


def table(name: str, lang: str = "en") -> tuple[pd.DataFrame, np.ndarray]:
    """The features of a bundled table as a frame, and its classes."""
    data = load(name, lang=lang)
    names = [column.name for column in data.table.schema.features]
    return data.table.arrow.select(names).to_pandas(), np.asarray(data.y)


# --- source 000


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_source_000_a3_taste_and_weight(lang: str) -> None:
    """Naive: Fuji 0.0046239, Guoguang 0.0032214, so Fuji; the joint model says Guoguang."""
    rows, y = table("apples", lang)
    taste, weight, sour, fuji = FUJI[lang]
    model = MixedNB(alpha=0, var_smoothing=0).fit(rows[[taste, weight]], y)
    query = pd.DataFrame({taste: [sour], weight: [200.0]})
    joint = dict(zip(model.classes_, np.exp(model.log_joint(query))[0], strict=True))
    assert joint.pop(fuji) == pytest.approx(0.004623898137203264, rel=1e-12)
    assert list(joint.values()) == [pytest.approx(0.00322137778895774, rel=1e-12)]
    assert model.predict(query).tolist() == [fuji]


def test_source_000_a3_the_product_of_two_models() -> None:
    rows, y = table("apples")
    numbers = GaussianNB(var_smoothing=0).fit(rows[["weight"]], y)
    names = CategoricalNB(alpha=0).fit(rows[["taste"]], y)
    joint = numbers.log_joint(rows[["weight"]]) + names.log_joint(rows[["taste"]]) - names.class_log_prior_
    mixed = MixedNB(alpha=0, var_smoothing=0).fit(rows[["taste", "weight"]], y)
    assert_allclose(mixed.log_joint(rows[["taste", "weight"]]), joint, rtol=1e-12)
    assert_allclose(mixed.model_.gaussian.theta.ravel(), [220, 177.5])
    assert_allclose(mixed.model_.gaussian.var.ravel(), [633.3333333333334, 468.75])


def test_source_000_a4_laplace() -> None:
    rows, y = table("apples")
    nominal = rows[["base_colour", "shape", "taste"]]
    model = MixedNB(alpha=1).fit(nominal, y)
    green, yellow, mixed = ([1 / 9, 4 / 7], [3 / 9, 1 / 7], [5 / 9, 2 / 7])  # Fuji, Guoguang
    oblate, round_, sour, sweet = ([1 / 2, 5 / 6], [1 / 2, 1 / 6], [5 / 8, 2 / 3], [3 / 8, 1 / 3])
    expected = np.transpose([green, yellow, mixed, oblate, round_, sour, sweet])
    assert_allclose(np.exp(model.model_.categorical.feature_log_prob), expected)
    query = pd.DataFrame(
        [["yellow-green", "round"], ["yellow-green", "oblate"], ["green", "oblate"]],
        columns=["base_colour", "shape"],
    ).assign(taste="sour-sweet")
    assert_allclose(model.predict_proba(query)[:, 0], [0.891341, 0.621302, 0.140940], atol=5e-7)
    assert np.flatnonzero(model.predict(nominal) != y).tolist() == [5]
    taste = MixedNB(alpha=1).fit(rows[["taste"]], y).predict_proba(query[["taste"]])
    assert_allclose(taste[:, 0], 0.584415584415584, rtol=1e-13)


# --- source 001


def test_source_001_a_g03_ten_binary_features() -> None:
    """2 D + 1 = 21 numbers for D = 10 features and two classes, and the score of the example vector."""
    x = np.array([0, 1, 1, 0, 1, 0, 0, 1, 0, 0])
    X = np.vstack([x, np.random.default_rng(0).integers(0, 2, (19, 10))])
    y = np.arange(20) % 2
    model = BernoulliNB().fit(X, y)
    assert model.feature_log_prob_.size + len(model.classes_) - 1 == 21
    mu = [(X[y == k].sum(axis=0) + 1) / (10 + 2) for k in range(2)]  # equation 5.4.15
    joint = [0.5 * np.prod(np.where(x == 1, m, 1 - m)) for m in mu]
    assert_allclose(np.exp(model.log_joint(x[None])), [joint], rtol=1e-12)
    assert_allclose(MixedNB("bernoulli").fit(X, y).log_joint(X), model.log_joint(X), rtol=1e-12)


@pytest.mark.parametrize("kind", ["bernoulli", "categorical"])
def test_source_001_a_g07_laplace_and_zero_over_zero(kind: str) -> None:
    rows, y = table("zero_frequency")
    query = pd.DataFrame([[1, 1], [1, 0], [0, 1], [0, 0]], columns=rows.columns).astype(float)
    smoothed = MixedNB(kind, alpha=1).fit(rows.astype(float), y)
    assert_allclose(smoothed.predict_proba(query)[:, 1], [0.5, 0.9, 0.1, 0.5])
    exact = MixedNB(kind, alpha=0).fit(rows.astype(float), y)
    with pytest.warns(DegenerateDataWarning, match="MixedNB: 2 rows have probability 0 in every class"):
        assert_allclose(exact.predict_proba(query), [[0.5, 0.5], [0, 1], [1, 0], [0.5, 0.5]])
    assert np.isneginf(exact.log_density(query)).tolist() == [True, False, False, True]


# --- source 002


@pytest.mark.parametrize(
    ("alpha", "yes"),
    [
        (1, [8 / 9, 0.444444, 0.923077, 0.818182, 0.050633, 0.310345, 8 / 9]),
        (0, [0.957447, 0, 1, 0.909091, 0, 0, 0.957447]),
    ],
)
@pytest.mark.parametrize("make", [MixedNB, CategoricalNB])
def test_source_002_b_g14_apples(make: Any, alpha: float, yes: list[float]) -> None:
    rows, y = table("apples_train")
    later, truth = table("apples_validation")
    model = make(alpha=alpha).fit(rows, y)
    assert_allclose(model.predict_proba(later)[:, list(model.classes_).index("yes")], yes, atol=5e-7)
    assert model.score(later, truth) == 6 / 7


# --- source 004


def test_source_004_b5_watermelons() -> None:
    rows, y = table("watermelon")
    good = """
    0.958352429 0.880537393 0.750812643 0.849614228 0.590779228 0.435014112 0.297284789 0.421715591
    0.218705657 0.140407860 0.009095936 0.059205620 0.439176419 0.561614422 0.705120311 0.115645221
    0.228467443"""
    model = MixedNB(var_smoothing=0).fit(rows, y)
    column = list(model.classes_).index(y[0])  # the first melon is a good one
    assert_allclose(model.predict_proba(rows)[:, column], np.array(good.split(), float), atol=5e-9)
    assert (1 + np.flatnonzero(model.predict(rows) != y)).tolist() == [6, 7, 8, 14, 15]


@pytest.mark.parametrize(
    ("alpha", "joint", "posterior"),
    [(0, [1 / 45, 1 / 15], [0.25, 0.75]), (1, [1 / 30, 8 / 135], [0.36, 0.64])],
)
def test_source_004_b8_a_number_as_a_category(
    alpha: float, joint: list[float], posterior: list[float]
) -> None:
    """x1 is 1, 2 or 3 and is declared a category; x2 is S, M or L; the query is (2, S)."""
    rows, y = table("naive_bayes_15")
    rows["x1"] = rows["x1"].astype(int)
    model = MixedNB(alpha=alpha, categorical_features=["x1"]).fit(rows, y)
    assert model.distributions_ == ["categorical", "categorical"]
    query = pd.DataFrame({"x1": [2], "x2": ["S"]})
    assert model.classes_.tolist() == [-1, 1]
    assert_allclose(np.exp(model.log_joint(query)), [joint[::-1]])
    assert_allclose(model.predict_proba(query), [posterior[::-1]])
    assert model.predict(query).tolist() == [-1]
