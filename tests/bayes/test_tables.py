"""Probability tables: fractions, order, languages, what is listed, numbers that are no fractions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from fenlei.bayes.joint import table_attributes
from fenlei.bayes.joint.bayes_classifier import BayesClassifier
from fenlei.bayes.joint.probability_tables import KINDS, WORDS, Ratio
from fenlei.errors import UsageError

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
