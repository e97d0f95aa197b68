"""Source 000, table 3-1: ten apples by colour, shape, taste and weight; cases A1 to A4, naive part."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei import CategoricalNB, GaussianNB

TABLE = """
yellow        round   sweet       190  Fuji
yellow-green  oblate  sour-sweet  260  Fuji
green         oblate  sour-sweet  150  Guoguang
yellow-green  round   sweet       200  Fuji
green         oblate  sour-sweet  210  Guoguang
yellow-green  oblate  sour-sweet  170  Guoguang
yellow        round   sour-sweet  200  Fuji
yellow-green  oblate  sour-sweet  230  Fuji
green         oblate  sweet       180  Guoguang
yellow-green  oblate  sour-sweet  240  Fuji
"""
APPLES = np.array([line.split() for line in TABLE.strip().splitlines()], dtype=object)
WEIGHT, KIND = APPLES[:, 3].astype(float), APPLES[:, 4]
TASTE, TASTE_SHAPE, NOMINAL = APPLES[:, [2]], APPLES[:, [2, 1]], APPLES[:, :3]


def rows(*cells: str) -> np.ndarray:
    return np.array([cell.split() for cell in cells], dtype=object)


def test_a1_one_feature_without_smoothing() -> None:
    model = CategoricalNB(alpha=0).fit(TASTE, KIND)
    assert_allclose(np.exp(model.class_log_prior_), [6 / 10, 4 / 10])
    assert model.coding_.categories == (("sour-sweet", "sweet"),)
    assert_allclose(np.exp(model.feature_log_prob_[0]), [[4 / 6, 2 / 6], [3 / 4, 1 / 4]])
    assert_allclose(np.exp(model.predict_joint_log_proba(rows("sour-sweet"))), [[4 / 10, 3 / 10]])
    assert_allclose(model.predict_proba(rows("sour-sweet")), [[4 / 7, 3 / 7]])
    assert model.predict(rows("sour-sweet")).tolist() == ["Fuji"]


def test_a2_naive_version_of_two_features() -> None:
    model = CategoricalNB(alpha=0).fit(TASTE_SHAPE, KIND)
    joint = np.exp(model.predict_joint_log_proba(rows("sour-sweet oblate", "sweet oblate")))
    assert_allclose(joint, [[0.2, 0.3], [0.1, 0.1]])
    assert_allclose(model.predict_proba(rows("sour-sweet oblate")), [[0.4, 0.6]])
    assert model.predict(rows("sour-sweet oblate")).tolist() == ["Guoguang"]


def test_a3_moments_of_the_weight() -> None:
    model = GaussianNB(var_smoothing=0).fit(WEIGHT[:, None], KIND)
    assert_allclose(model.theta_.ravel(), [220, 177.5])
    assert_allclose(model.var_.ravel(), [633.3333333333334, 468.75])


def test_a3_weight_alone() -> None:
    model = GaussianNB(var_smoothing=0).fit(WEIGHT[:, None], KIND)
    guoguang = model.predict_proba([[160], [190], [200], [210]])[:, 1]
    assert_allclose(guoguang, [0.905547, 0.571717, 0.382438, 0.213707], atol=5e-7)
    predicted = (model.predict(WEIGHT[:, None]) == "Fuji").astype(int)
    assert predicted.tolist() == [0, 1, 0, 1, 1, 0, 1, 1, 0, 1]
    assert model.score(WEIGHT[:, None], KIND) == 0.8


def test_a3_naive_product_of_taste_and_weight() -> None:
    """P(taste | k) p(weight | k) π_k, from the two models; the prior is counted once."""
    taste = CategoricalNB(alpha=0).fit(TASTE, KIND)
    weight = GaussianNB(var_smoothing=0).fit(WEIGHT[:, None], KIND)
    joint = taste.predict_joint_log_proba(rows("sour-sweet")) + weight.predict_joint_log_proba([[200]])
    joint -= np.log(weight.class_prior_)
    assert_allclose(np.exp(joint), [[0.004623898137203264, 0.00322137778895774]], rtol=1e-12)


def test_a4_laplace_tables() -> None:
    model = CategoricalNB(alpha=1).fit(NOMINAL, KIND)
    colours = [["1/9", "3/9", "5/9"], ["4/7", "1/7", "2/7"]]  # green, yellow, yellow-green
    shapes = [["1/2", "1/2"], ["5/6", "1/6"]]  # oblate, round
    tastes = [["5/8", "3/8"], ["2/3", "1/3"]]  # sour-sweet, sweet
    for table, expected in zip(model.feature_log_prob_, (colours, shapes, tastes), strict=True):
        assert_allclose(np.exp(table), [[float(Fraction(cell)) for cell in row] for row in expected])


def test_a4_laplace_posteriors() -> None:
    model = CategoricalNB(alpha=1).fit(NOMINAL, KIND)
    query = rows("yellow-green round sour-sweet", "yellow-green oblate sour-sweet", "green oblate sour-sweet")
    assert_allclose(model.predict_proba(query)[:, 0], [0.891341, 0.621302, 0.140940], atol=5e-7)
    wrong = np.flatnonzero(model.predict(NOMINAL) != KIND)
    assert wrong.tolist() == [5]  # row 6 of the table


@pytest.mark.parametrize(("taste", "fuji"), [("sour-sweet", 0.584415584415584), ("sweet", 0.627906976744186)])
def test_a4_laplace_taste_alone(taste: str, fuji: float) -> None:
    model = CategoricalNB(alpha=1).fit(TASTE, KIND)
    assert_allclose(model.predict_proba(rows(taste))[0, 0], fuji, rtol=1e-13)
