"""Probability tables: fractions, order, languages, what is listed, numbers that are no fractions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from fenlei import load
from fenlei.bayes.joint import table_attributes
from fenlei.bayes.joint.bayes_classifier import BayesClassifier
from fenlei.bayes.joint.probability_tables import KINDS, WORDS, Ratio
from fenlei.errors import DataError, UsageError

X = pd.DataFrame({"colour": ["red", "red", None, "green", "green"], "size": [1.0, 3.0, 2.0, 5.0, 7.0]})
Y = ["a", "a", "b", "b", "b"]


@pytest.mark.parametrize(
    ("ratio", "text", "value"),
    [
        (Ratio(4, 6), "4/6", 2 / 3),
        (Ratio(0, 4), "0/4", 0.0),
        (Ratio(0.25, 1), "0.25", 0.25),
        (Ratio(1.5, 4), "0.375", 0.375),
        (Ratio(1, 1), "1", 1.0),
    ],
)
def test_a_ratio_shows_its_counts(ratio: Ratio, text: str, value: float) -> None:
    assert str(ratio) == text
    assert float(ratio) == value


def test_a_ratio_of_nothing_is_not_a_number() -> None:
    assert np.isnan(float(Ratio(0, 0)))


def test_smoothed_fractions_count_the_missing_value_as_a_category() -> None:
    table = BayesClassifier(alpha=1).fit(X[["colour"]], Y).table("conditional")
    assert table.header == ("colour", "count", "P(X|a)", "count", "P(X|b)")
    assert [tuple(map(str, row)) for row in table.rows] == [
        ("missing", "0", "1/5", "1", "2/6"),
        ("green", "0", "1/5", "2", "3/6"),
        ("red", "2", "3/5", "0", "1/6"),
    ]


def test_priors_that_are_given_make_decimals_of_joint_probabilities() -> None:
    model = BayesClassifier(alpha=0, priors=[0.3, 0.7]).fit(X[["colour"]], Y)
    assert [str(row[2]) for row in model.table("prior").rows] == ["0.3", "0.7"]
    assert [tuple(map(str, row)) for row in model.table("joint").rows] == [
        ("missing", "0", "0.233333"),
        ("green", "0", "0.466667"),
        ("red", "0.3", "0"),
    ]
    assert [str(row[2]) for row in model.table("evidence").rows] == ["0.233333", "0.466667", "0.3"]


def test_numeric_columns_add_their_moments_and_a_dash_where_there_are_none() -> None:
    lines = str(BayesClassifier(alpha=0).fit(X, Y).table("conditional")).splitlines()
    assert lines[1].split() == ["colour", "count", "P(X|a)", "μ", "σ²", "count", "P(X|b)", "μ", "σ²"]
    assert lines[3].split() == ["missing", "0", "0/2", "–", "–", "1", "1/3", "2", "0"]
    assert lines[5].split() == ["red", "2", "2/2", "2", "1", "0", "0/3", "–", "–"]


def test_several_numeric_columns_are_named() -> None:
    model = BayesClassifier(covariance="diagonal").fit(X.assign(weight=[2.0, 1.0, 4.0, 7.0, 8.0]), Y)
    assert model.table("evidence").header[-4:] == ("μ size", "σ² size", "μ weight", "σ² weight")
    assert_allclose(model.table("evidence").rows[-1][-4:], [2.0, 1.0, 1.5, 0.25])


def test_posteriors_of_unseen_cells_are_those_of_the_back_off() -> None:
    rows = pd.DataFrame({"x": list("uuvv"), "z": list("mmmn")})
    model = BayesClassifier(alpha=0).fit(rows, list("aabb"))
    unseen = [row for row in model.table("posterior").rows if row[:2] == ("u", "n")]
    with pytest.warns(match="probability 0"):
        expected = model.predict_proba(pd.DataFrame({"x": ["u"], "z": ["n"]}))
    assert_allclose([float(p) for p in unseen[0][2:]], expected[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", list(WORDS))
def test_columns_line_up_in_both_languages(kind: str, lang: str) -> None:
    lines = str(BayesClassifier().fit(X, Y).table(kind, lang)).splitlines()
    assert lines[0] == WORDS[lang][kind]
    assert set(lines[2]) <= {"-", " "}
    assert len(lines) == (5 if kind == "prior" else 6)


def test_too_many_combinations_list_the_occupied_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_attributes, "MOST_LISTED", 3)
    codes = np.array([[0, 0], [1, 1], [1, 0]])
    model = BayesClassifier(categorical_features=[0, 1]).fit(codes, [0, 1, 1])
    assert model.cells_.tolist() == [[0, 0], [1, 0], [1, 1]]
    assert model.count_.tolist() == [[1, 0], [0, 1], [0, 1]]
    assert [row[:2] for row in model.table("joint").rows] == [("0", "0"), ("1", "0"), ("1", "1")]


@pytest.mark.parametrize(("kind", "lang"), [("posteriori", "en"), ("joint", "fr")])
def test_tables_that_there_are_not(kind: str, lang: str) -> None:
    with pytest.raises(UsageError, match="is not accepted; give '"):
        BayesClassifier().fit(X, Y).table(kind, lang)


APPLES = load("apples", lang="zh")
FRAME = APPLES.table.arrow.to_pandas()


def test_tables_3_2_and_3_3_of_source_000_with_the_book_s_order_of_classes() -> None:
    model = BayesClassifier(alpha=0).fit(FRAME[["口感"]], FRAME["品种"])
    order = {"品种": ["红富士", "国光"], "口感": ["甜", "酸甜"]}
    prior, conditional = (model.table(kind, "zh", order) for kind in ("prior", "conditional"))
    assert [row[0] for row in prior.rows] == ["红富士", "国光"]
    assert [str(row[2]) for row in prior.rows] == ["6/10", "4/10"]
    assert conditional.header == ("口感", "样本数", "P(X|红富士)", "样本数", "P(X|国光)")
    assert [[str(value) for value in row] for row in conditional.rows] == [
        ["甜", "2", "2/6", "1", "1/4"],
        ["酸甜", "4", "4/6", "3", "3/4"],
    ]
    joint = model.table("posterior", "zh", {"任意": ["红富士"]})
    assert [str(value) for value in joint.rows[1]] == ["酸甜", "4/7", "3/7"]


def test_the_order_of_classes_moves_means_and_variances_with_them() -> None:
    model = BayesClassifier(alpha=0).fit(FRAME[["口感", "果重"]], FRAME["品种"])
    as_fitted, turned = (
        model.table("conditional", "en", order) for order in (None, {"品种": ["红富士", "国光"]})
    )
    assert as_fitted.rows[0][1:5] == turned.rows[0][5:]
    assert as_fitted.rows[0][5:] == turned.rows[0][1:5]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"nonsense": ["a"]}, "order names 'nonsense', which is neither a nominal column"),
        ({"果重": ["国光"]}, "order names '果重', which is neither a nominal column"),
        ({"口感": ["x", "y"]}, "order of '口感': 'x' is unknown or duplicated"),
        ({"品种": ["国光", "国光"]}, "order of '品种': '国光' is unknown or duplicated"),
        ({"品种": ["国光"], "又": ["红富士"]}, "order names '又'"),
    ],
)
@pytest.mark.parametrize("kind", ["prior", "conditional"])
def test_an_order_of_unknown_things_is_refused(kind: str, order: dict[str, list[str]], message: str) -> None:
    model = BayesClassifier(alpha=0).fit(FRAME[["口感", "果重"]], FRAME["品种"])
    with pytest.raises(UsageError, match=message):
        model.table(kind, "en", order)


def test_table_3_6_of_source_000_as_a_number() -> None:
    rows = FRAME[["口感", "果重"]]
    model = BayesClassifier(alpha=0).fit(rows, FRAME["品种"])
    sour = rows[rows["口感"] == "酸甜"]["果重"].to_numpy(dtype=float)
    expected = 0.7 * stats.norm(sour.mean(), sour.std()).pdf(200.0)
    found = model.table_density(rows.iloc[6:7])
    assert_allclose(found, expected, rtol=1e-12)
    assert found.round(5) == 0.00754
    assert np.exp(model.log_density(rows.iloc[6:7])).round(5) == 0.00549


def test_the_table_s_density_integrates_to_one_over_cells_and_numbers() -> None:
    rows = FRAME[["口感", "果重"]]
    model = BayesClassifier(alpha=1).fit(rows, FRAME["品种"])
    weights = np.linspace(0, 450, 901)
    grid = pd.DataFrame({"口感": np.repeat(["甜", "酸甜"], 901), "果重": np.tile(weights, 2)})
    assert model.table_density(grid).sum() * 0.5 == pytest.approx(1.0, abs=1e-6)


def test_without_numbers_the_table_s_density_is_the_evidence() -> None:
    model = BayesClassifier(alpha=1).fit(FRAME[["口感", "外形"]], FRAME["品种"])
    assert_allclose(
        model.table_density(FRAME[["口感", "外形"]]), np.exp(model.log_density(FRAME[["口感", "外形"]]))
    )


def test_several_numbers_have_the_covariance_of_the_cell() -> None:
    rng = np.random.default_rng(0)
    Z, y = rng.normal(size=(40, 2)) @ [[1.0, 0.5], [0.0, 1.0]], rng.integers(0, 2, 40)
    model = BayesClassifier(alpha=0).fit(Z, y)
    normal = stats.multivariate_normal(Z.mean(axis=0), np.cov(Z.T, bias=True))
    assert_allclose(model.table_density(Z), normal.pdf(Z), rtol=1e-10)
    with pytest.raises(DataError, match="1 row has missing numbers"):
        model.table_density([[np.nan, 1.0]])
