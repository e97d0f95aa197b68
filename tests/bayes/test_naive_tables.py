"""Probability tables of naive Bayes classifiers: the book's fractions, and products against `log_joint`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from fenlei import CategoricalNB, MixedNB, load, train
from fenlei.bayes.joint.probability_tables import ProbabilityTable
from fenlei.bayes.naive_tables import NAIVE_KINDS
from fenlei.errors import UsageError
from fenlei.study.model_tables import model_tables

FRAME = load("apples", lang="zh").table.arrow.to_pandas()
NOMINAL = FRAME[["口感", "外形"]].astype(object)
Y = FRAME["品种"]


def texts(table: ProbabilityTable) -> list[list[str]]:
    return [[str(value) for value in row] for row in table.rows]


def test_section_3_1_2_of_source_000_each_feature_by_itself() -> None:
    model = CategoricalNB(alpha=0).fit(NOMINAL, Y)
    table = model.table("features", "zh", {"品种": ["红富士", "国光"], "口感": ["甜"]})
    assert table.header == ("特征", "取值", "样本数", "P(x|红富士)", "样本数", "P(x|国光)")
    assert texts(table) == [
        ["口感", "甜", "2", "2/6", "1", "1/4"],
        ["口感", "酸甜", "4", "4/6", "3", "3/4"],
        ["外形", "圆", "3", "3/6", "0", "0/4"],
        ["外形", "扁圆", "3", "3/6", "4", "4/4"],
    ]
    assert texts(model.table("prior")) == [["国光", "4", "4/10"], ["红富士", "6", "6/10"]]


def test_laplace_s_rule_of_section_3_1_2() -> None:
    table = CategoricalNB().fit(FRAME[["底色"]].astype(object), Y).table("features")
    assert [(row[3], row[5]) for row in texts(table)] == [("4/7", "1/9"), ("1/7", "3/9"), ("2/7", "5/9")]


@pytest.mark.parametrize("alpha", [0, 1, [0.5, 2.0]])
def test_products_are_those_of_the_scores(alpha: float | list[float]) -> None:
    model = CategoricalNB(alpha=alpha).fit(NOMINAL, Y)
    joint = model.table("joint")
    rows = pd.DataFrame([row[:2] for row in joint.rows], columns=["口感", "外形"], dtype=object)
    expected = np.exp(model._class_scores(model._check_X(rows)))
    assert_allclose([[float(p) for p in row[2:]] for row in joint.rows], expected, atol=1e-15)
    evidence = [float(row[2]) for row in model.table("evidence").rows]
    assert_allclose(evidence, expected.sum(axis=1))
    assert sum(evidence) == pytest.approx(1.0)
    conditional = [[float(p) for p in row[2:]] for row in model.table("conditional").rows]
    assert_allclose(conditional, expected / [0.4, 0.6], atol=1e-15)
    posterior = [[float(p) for p in row[2:]] for row in model.table("posterior").rows]
    assert_allclose(posterior, model.predict_proba(rows), atol=1e-12)


def test_mixed_columns_show_their_parameters() -> None:
    model = MixedNB(alpha=0, var_smoothing=0).fit(FRAME[["口感", "果重"]], Y)
    rows = model.table("features", order={"品种": ["红富士"]}).rows
    assert_allclose([float(rows[2][3]), float(rows[2][5])], [220, 177.5])  # equation 3-9
    assert_allclose([float(rows[3][3]), float(rows[3][5])], [633.3333333333, 468.75])
    conditional = model.table("conditional")
    assert conditional.header == ("口感", "P(X|国光)", "μ", "σ²", "P(X|红富士)", "μ", "σ²")
    assert_allclose(
        [float(value) for value in conditional.rows[1][1:]], [3 / 4, 177.5, 468.75, 4 / 6, 220, 1900 / 3]
    )


def test_every_distribution_has_a_line() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, (30, 6)).astype(float), np.arange(30) % 2
    kinds = ["gaussian", "kde", "poisson", "multinomial", "categorical", "bernoulli"]
    table = MixedNB(kinds).fit(X, y).table("features")
    signs = {row[0]: row[1] for row in table.rows}
    assert [signs[f"x{j}"] for j in range(4)] == ["σ²", "kernel density", "λ", "θ"]
    assert len(table.rows) == 2 + 1 + 1 + 1 + 3 + 2


def test_numbers_alone_have_tables_too() -> None:
    model = MixedNB().fit(FRAME[["果重"]], Y)
    assert len(model.table("features").rows) == 2
    assert [float(row[0]) for row in model.table("evidence").rows] == [1.0]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", NAIVE_KINDS)
def test_every_table_has_lines_of_one_width(kind: str, lang: str) -> None:
    table = CategoricalNB().fit(NOMINAL, Y).table(kind, lang)
    assert all(len(row) == len(table.header) for row in table.rows)
    assert str(table).splitlines()[0] == table.title
    assert table.to_dict()["header"] == list(table.header)


def test_what_cannot_be_listed_is_refused() -> None:
    model = CategoricalNB().fit(NOMINAL, Y)
    with pytest.raises(UsageError, match="kind='all' is not accepted"):
        model.table("all")
    with pytest.raises(UsageError, match="order names 'x', which is neither"):
        model.table("features", order={"x": ["y"]})
    with pytest.raises(UsageError, match="order of '口感': '苦' is unknown"):
        model.table("joint", order={"口感": ["苦"]})
    wide = CategoricalNB().fit(np.eye(20, dtype=int), np.arange(20) % 2)
    with pytest.raises(UsageError, match="1048576 combinations of categories, more than the 10000"):
        wide.table("joint")
    assert len(wide.table("features").rows) == 40


def test_a_trained_model_has_the_names_of_its_table() -> None:
    joint = model_tables(train("apples", "bayes_classifier", params={"alpha": 0}))
    assert [table.title[:5] for table in joint] == ["Prior", "Proba", "Proba", "Poste"]
    assert joint[1].header[:3] == ("base_colour", "shape", "taste")
    assert joint[1].rows[0][:3] == ("green", "oblate", "sour-sweet")
    with pytest.raises(UsageError, match="Model 'lda' has no probability tables"):
        model_tables(train("iris", "lda"))
