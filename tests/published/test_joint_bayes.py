"""Golden cases of the joint Bayes classifier, named by their place in the specification."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.testing import assert_allclose, assert_array_equal

from fenlei import GaussianNB, load
from fenlei.bayes.joint.bayes_classifier import BayesClassifier

# source 000, table 3-1
COLOUR = "yellow yellow-green green yellow-green green yellow-green yellow yellow-green green yellow-green"
SHAPE = "round oblate oblate round oblate oblate round oblate oblate oblate"
TASTE = "sweet sour-sweet sour-sweet sweet sour-sweet sour-sweet sour-sweet sour-sweet sweet sour-sweet"
WEIGHT = [190.0, 260, 150, 200, 210, 170, 200, 230, 180, 240]
KIND = ["Guoguang" if i in (2, 4, 5, 8) else "Fuji" for i in range(10)]
APPLES = pd.DataFrame(
    {"colour": COLOUR.split(), "shape": SHAPE.split(), "taste": TASTE.split(), "weight": WEIGHT}
)
BY_TASTE = {"taste": ["sweet", "sour-sweet"]}
ORDER = BY_TASTE | {"shape": ["round", "oblate"]}
FUJI, GUOGUANG = 0, 1


def fitted(*columns: str, **parameters: Any) -> BayesClassifier:
    return BayesClassifier(**{"alpha": 0, **parameters}).fit(APPLES[list(columns)], KIND)


def query(**values: Any) -> pd.DataFrame:
    return pd.DataFrame({name: np.atleast_1d(value) for name, value in values.items()})


def test_the_bundled_table_is_table_3_1() -> None:
    assert_array_equal(load("apples").y, KIND)


def test_000_A1_one_nominal_feature() -> None:
    model = fitted("taste")
    assert_array_equal(model.class_count_, [6, 4])
    assert_allclose(model.prior_, [6 / 10, 4 / 10])
    sour, sweet = 0, 1
    assert_array_equal(model.count_, [[4, 3], [2, 1]])
    assert_allclose(model.evidence_, [7 / 10, 3 / 10])
    assert_allclose(model.conditional_[sweet], [2 / 6, 1 / 4])
    assert_allclose(model.conditional_[sour], [4 / 6, 3 / 4])
    assert_allclose(np.exp(model.log_joint(query(taste="sour-sweet"))), [[4 / 10, 3 / 10]])
    assert_allclose(model.predict_proba(query(taste="sour-sweet")), [[4 / 7, 3 / 7]])
    assert model.predict(query(taste="sour-sweet")).tolist() == ["Fuji"]


def test_000_A1_tables_3_2_and_3_3_as_printed() -> None:
    model = fitted("taste")
    assert str(model.table("evidence", order=BY_TASTE)).splitlines()[1:] == [
        "taste       count  P(X)",
        "----------  -----  ----",
        "sweet       3      3/10",
        "sour-sweet  7      7/10",
    ]
    assert str(model.table("prior")).splitlines()[3:] == [
        "Fuji      6      6/10",
        "Guoguang  4      4/10",
    ]
    assert str(model.table("conditional", order=BY_TASTE)).splitlines()[1:] == [
        "taste       count  P(X|Fuji)  count  P(X|Guoguang)",
        "----------  -----  ---------  -----  -------------",
        "sweet       2      2/6        1      1/4",
        "sour-sweet  4      4/6        3      3/4",
    ]
    assert [[str(p) for p in row] for row in model.table("posterior", order=BY_TASTE).rows] == [
        ["sweet", "2/3", "1/3"],
        ["sour-sweet", "4/7", "3/7"],
    ]


def test_000_A2_two_nominal_features_and_the_exact_tie() -> None:
    model = fitted("taste", "shape")
    assert [list(map(str, row)) for row in model.table("evidence", order=ORDER).rows] == [
        ["sweet", "round", "2", "2/10"],
        ["sweet", "oblate", "1", "1/10"],
        ["sour-sweet", "round", "1", "1/10"],
        ["sour-sweet", "oblate", "6", "6/10"],
    ]
    assert [list(map(str, row)) for row in model.table("conditional", order=ORDER).rows] == [
        ["sweet", "round", "2", "2/6", "0", "0/4"],
        ["sweet", "oblate", "0", "0/6", "1", "1/4"],
        ["sour-sweet", "round", "1", "1/6", "0", "0/4"],
        ["sour-sweet", "oblate", "3", "3/6", "3", "3/4"],
    ]
    tie = query(taste="sour-sweet", shape="oblate")
    scores = model.log_joint(tie)
    assert scores[0, FUJI] == scores[0, GUOGUANG]
    assert_allclose(np.exp(scores), [[3 / 10, 3 / 10]])
    assert_array_equal(model.predict_proba(tie), [[0.5, 0.5]])
    assert model.predict(tie).tolist() == ["Fuji"]


def test_000_A2_tables_in_chinese() -> None:
    apples = load("apples", lang="zh").table
    columns = {column.name: column for column in apples.schema.features}
    taste = next(name for name in columns if "酸甜" in (columns[name].categories or ()))
    rows = pd.DataFrame({taste: ["甜" if word == "sweet" else "酸甜" for word in TASTE.split()]})
    model = BayesClassifier(alpha=0).fit(rows, ["红富士" if kind == "Fuji" else "国光" for kind in KIND])
    assert str(model.table("conditional", "zh", order={taste: ["甜", "酸甜"]})).splitlines() == [
        "各类别的特征条件概率 P(X|Y)",
        f"{taste}  样本数  P(X|国光)  样本数  P(X|红富士)",
        "----  ------  ---------  ------  -----------",
        "甜    1       1/4        2       2/6",
        "酸甜  3       3/4        4       4/6",
    ]


def test_000_A3_means_and_variances_of_tables_3_6_and_3_7() -> None:
    model = fitted("taste", "weight")
    sweet, sour = model.table("evidence", order=BY_TASTE).rows
    assert_allclose(sweet[-2:], [190, 66.66666666666667])
    assert_allclose(sour[-2:], [208.57142857142858, 1297.9591836734694])
    sweet, sour = model.table("conditional", order=BY_TASTE).rows
    assert [sweet[1], str(sweet[2]), sweet[5], str(sweet[6])] == [2, "2/6", 1, "1/4"]
    assert_allclose([*sweet[3:5], *sweet[7:]], [195, 25, 180, 0])
    assert [sour[1], str(sour[2]), sour[5], str(sour[6])] == [4, "4/6", 3, "3/4"]
    assert_allclose([*sour[3:5], *sour[7:]], [232.5, 468.75, 176.66666666666666, 622.2222222222223])


def test_000_A3_scores_of_the_joint_model() -> None:
    model = fitted("taste", "weight")
    first = np.exp(model.log_joint(query(taste="sour-sweet", weight=200.0)))[0]
    assert_allclose(first, [0.0023888798130321394, 0.003097809633015937], rtol=1e-13)
    assert model.predict(query(taste="sour-sweet", weight=200.0)).tolist() == ["Guoguang"]
    grams = [160.0, 180, 190, 210, 240]
    expected = [
        [2.707416e-05, 3.838114e-03],
        [3.896491e-04, 4.755333e-03],
        [1.073393e-03, 4.159264e-03],
        [4.295170e-03, 1.964697e-03],
        [6.941315e-03, 1.910884e-04],
    ]
    scores = np.exp(model.log_joint(query(taste=["sour-sweet"] * 5, weight=grams)))
    assert_allclose(scores, expected, rtol=1e-6)


def test_000_A3_the_single_sweet_guoguang_takes_the_pooled_variance() -> None:
    model = fitted("taste", "weight")
    variance = 3 * 622.2222222222223 / 4
    density = np.exp(-0.5 * 20**2 / variance) / np.sqrt(2 * np.pi * variance)
    scores = np.exp(model.log_joint(query(taste="sweet", weight=200.0)))
    assert_allclose(scores[0, GUOGUANG], 0.1 * density, rtol=1e-12)


def test_000_A3_weight_alone_is_gaussian_naive_bayes() -> None:
    model = fitted("weight")
    p = model.predict_proba(query(weight=[160.0, 190, 200, 210]))[:, GUOGUANG]
    assert_allclose(p, [0.905547, 0.571717, 0.382438, 0.213707], atol=5e-7)
    rows = APPLES[["weight"]]
    naive = GaussianNB(var_smoothing=0).fit(rows, KIND)
    assert_allclose(naive.predict_proba(rows), model.predict_proba(rows), rtol=1e-10)
    assert model.score(rows, KIND) == 0.8


def test_000_A4_one_smoothed_column_is_the_naive_one() -> None:
    model = fitted("taste", alpha=1)
    p = model.predict_proba(query(taste=["sour-sweet", "sweet"]))[:, FUJI]
    assert_allclose(p, [0.584415584415584, 0.627906976744186], rtol=1e-13)


def test_000_discussion_1_tables_of_colour() -> None:
    model = fitted("colour")
    order = {"colour": ["yellow", "yellow-green", "green"]}
    assert [str(row[2]) for row in model.table("evidence", order=order).rows] == ["2/10", "5/10", "3/10"]
    conditional = model.table("conditional", order=order).rows
    assert [str(row[2]) for row in conditional] == ["2/6", "4/6", "0/6"]
    assert [str(row[4]) for row in conditional] == ["0/4", "1/4", "3/4"]
    posterior = np.array([[float(p) for p in row[1:]] for row in model.table("posterior", order=order).rows])
    assert_allclose(posterior, [[1, 0], [4 / 5, 1 / 5], [0, 1]])


def test_000_discussion_2_the_product_of_the_columns_in_unseen_cells() -> None:
    """The naive products of colour and taste, as the back-off gives them in cells that no apple has."""
    table = APPLES[["colour", "taste"]].assign(never="a")
    model = BayesClassifier(alpha=0).fit(table, KIND)
    for colour, taste, fuji, guoguang in [
        ("yellow", "sweet", 1 / 9, 0),
        ("yellow", "sour-sweet", 2 / 9, 0),
        ("yellow-green", "sweet", 2 / 9, 1 / 16),
        ("yellow-green", "sour-sweet", 4 / 9, 3 / 16),
        ("green", "sweet", 0, 3 / 16),
        ("green", "sour-sweet", 0, 9 / 16),
    ]:
        unseen = np.exp(model.log_joint(query(colour=colour, taste=taste, never="b")))
        assert_allclose(unseen, [[0.6 * fuji, 0.4 * guoguang]], rtol=1e-12)


# --- source 004: the histogram classifier

TRAIN = np.array([[1, 4, 10, 20, 10, 4, 1, 0], [0, 1, 2, 6, 9, 12, 6, 4]])
TEST = np.array([[0, 3, 9, 18, 12, 5, 2, 1], [1, 0, 3, 5, 8, 10, 9, 4]])


def written_out(count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    labels, x = np.indices(count.shape)
    return np.repeat(x.ravel(), count.ravel())[:, None], np.repeat(labels.ravel() + 1, count.ravel())


def test_004_A1_likelihood_of_counts() -> None:
    model = BayesClassifier(alpha=0, categorical_features=[0]).fit(*written_out(TRAIN))
    assert_allclose(
        model.conditional_.T,
        [[0.02, 0.08, 0.2, 0.4, 0.2, 0.08, 0.02, 0], [0, 0.025, 0.05, 0.15, 0.225, 0.3, 0.15, 0.1]],
    )


def test_004_B4_histogram_classifier() -> None:
    model = BayesClassifier(alpha=0, categorical_features=[0]).fit(*written_out(TRAIN))
    assert_allclose(model.prior_, [5 / 9, 4 / 9])
    assert_allclose(model.evidence_, np.array([1, 5, 12, 26, 19, 16, 7, 4]) / 90)
    expected = [1, 0.8, 0.8333333, 0.7692308, 0.5263158, 0.25, 0.1428571, 0]
    assert_allclose(model.posterior_[:, 0], expected, atol=5e-8)
    assert model.predict(np.arange(8)[:, None]).tolist() == [1, 1, 1, 1, 1, 2, 2, 2]
    wrong = [int((model.predict(X) != y).sum()) for X, y in map(written_out, (TRAIN, TEST))]
    assert wrong == [23, 25]
    assert_allclose(((1 - model.posterior_.max(axis=1)) * model.evidence_).sum(), 23 / 90)


def test_004_B4_the_maximum_likelihood_rule_is_equal_priors() -> None:
    model = BayesClassifier(alpha=0, categorical_features=[0], priors=[0.5, 0.5]).fit(*written_out(TRAIN))
    assert model.predict(np.arange(8)[:, None]).tolist() == [1, 1, 1, 1, 2, 2, 2, 2]
    wrong = [int((model.predict(X) != y).sum()) for X, y in map(written_out, (TRAIN, TEST))]
    assert wrong == [24, 29]


def test_004_B4_the_bundled_histogram() -> None:
    data = load("histogram_train")
    model = BayesClassifier(alpha=0, categorical_features=[0]).fit(data.X, data.y)
    assert_array_equal(model.count_.T, TRAIN)


def test_004_B5_full_covariances_on_the_watermelons() -> None:
    melons = load("watermelon")
    X, good = melons.X, np.asarray(melons.y) == "good"
    model = BayesClassifier().fit(X, good)
    assert_allclose(model.model_.centre[1], [0.57375, 0.27875])
    Sigma = [[0.0146084375, 0.0089785625], [0.0089785625, 0.0089124375]]
    assert_allclose(model.model_.covariance[model.model_.spread[1]], Sigma)
    log_likelihood = model.log_joint(X)[good, 1] - np.log(8 / 17)
    assert_allclose(log_likelihood.sum(), 16.944497976)
    assert np.flatnonzero(model.predict(X)).tolist() == [0, 1, 2, 3, 4, 7]
    assert int((model.predict(X) == good).sum()) == 15
