"""Numbers printed in books, by Weka and by rpart: criteria, trees, pruned trees, by their id in the spec."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei import functions, load
from fenlei.functions import gini
from fenlei.trees import (
    C45Classifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ID3Classifier,
    complexity_table,
    explain_path,
    gain_table,
    split_worth,
    tree_text,
)
from fenlei.trees.pruning.prune import prune

entropy = partial(functions.entropy, base=2)


def nominal(name: str) -> list[int]:
    """Places of the nominal features of a bundled data set."""
    return [j for j, column in enumerate(load(name).table.schema.features) if column.kind == "nominal"]


# --- source 000


def test_A5_impurities_and_criteria_of_ten_apples() -> None:
    assert_allclose([entropy([6, 4]), gini([6, 4])], [0.9709505944546686, 0.48], rtol=1e-14)
    assert entropy([5, 0]) == gini([5, 0]) == 0.0
    expected = {  # subsets: conditional entropy, gain, split information, ratio, average Gini index
        "colour": (
            [[2, 0], [4, 1], [0, 3]],
            [0.360964047444, 0.609986547011, 1.485475297227, 0.410633921782, 0.16],
        ),
        "shape": (
            [[3, 0], [3, 4]],
            [0.689659695224, 0.281290899231, 0.881290899231, 0.319180533325, 0.342857142857],
        ),
        "taste": (
            [[2, 1], [4, 3]],
            [0.965148445440, 0.005802149014, 0.881290899231, 0.006583693329, 0.476190476190],
        ),
    }
    apples = load("apples")
    model = ID3Classifier().fit(apples.X[:, :3], apples.y)
    for row, (subsets, numbers) in zip(
        gain_table(model, apples.X[:, :3], apples.y), expected.values(), strict=True
    ):
        assert_allclose(split_worth(subsets), numbers, atol=1e-12)
        assert_allclose(row.worth, numbers, atol=1e-12)


@pytest.mark.parametrize("make", ["id3", "c45", "cart"])
def test_A5_tree_of_ten_apples(make: str) -> None:
    apples = load("apples")
    X, y = apples.X[:, :3], apples.y
    models = {
        "id3": ID3Classifier(),
        "c45": C45Classifier(pruning=False, collapse=False, min_cases=1, categorical_features=[0, 1, 2]),
        "cart": DecisionTreeClassifier(categorical_features=[0, 1, 2], nominal_split="multiway"),
    }
    model = models[make].fit(X, y)
    # green -> Guoguang, yellow -> Fuji, yellow-green -> shape: oblate (3 : 1) and round, both Fuji
    assert model.tree_.feature.tolist() == [0, -2, -2, 1, -2, -2]
    assert model.classes_[model.tree_.value[1:, 0].argmax(axis=1)][[0, 1, 3, 4]].tolist() == [
        "Guoguang", "Fuji", "Fuji", "Fuji",
    ]  # fmt: skip
    assert_allclose(sorted(model.tree_.value[4:, 0, 0]), [0.75, 1.0])
    assert np.flatnonzero(model.predict(X) != y).tolist() == [5]


def test_A5_thresholds_of_the_weight() -> None:
    apples = load("apples")
    weight = apples.X[:, 3:]
    model = DecisionTreeClassifier(max_depth=1).fit(weight, apples.y)
    table = gain_table(model, weight, apples.y, every_threshold=True)
    assert [row.threshold for row in table] == [160, 175, 185, 195, 205, 220, 235, 250]
    gains = [0.144484, 0.321928, 0.556780, 0.256426, 0.046439, 0.281291, 0.170951, 0.078982]
    ginis = [0.400, 0.300, 0.171429, 0.316667, 0.450, 0.342857, 0.400, 0.444444]
    assert_allclose([row.worth.gain for row in table], gains, atol=5e-7)
    assert_allclose([row.worth.gini for row in table], ginis, atol=5e-7)
    assert model.tree_.threshold[0] == 185


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_A5_binary_tree(criterion: str) -> None:
    apples = load("apples")
    X = apples.table.coded().X
    X[:, 0] = np.array([2, 0, 1])[X[:, 0].astype(int)]  # yellow < yellow-green < green
    X = X[:, [3, 0, 1, 2]]  # the first of two equally good features wins, and the document's is the weight
    model = DecisionTreeClassifier(criterion=criterion).fit(X, apples.y)
    assert model.tree_.feature.tolist() == [0, -2, 1, -2, -2]
    assert model.tree_.threshold[[0, 2]].tolist() == [185, 1.5]
    assert model.score(X, apples.y) == 1.0


def test_A6_the_walk_of_a_row_ends_at_Fuji() -> None:
    apples = load("apples")
    model = ID3Classifier().fit(apples.X[:, :3], apples.y)
    steps = explain_path(model, [["yellow-green", "round", "sour-sweet"]], ["colour", "shape", "taste"])
    assert [step.condition for step in steps] == ["colour = yellow-green", "shape = round", ""]
    assert_allclose([step.entropy for step in steps], [0.9709505944546686, 0.721928094887, 0], atol=1e-12)
    assert_allclose([step.worth.gain for step in steps[:2] if step.worth], [0.609986547011, 0.072905595320])
    assert steps[-1].label == "Fuji"


def test_figure_3_17_breast_cancer() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    rows = train_test_split(StandardScaler().fit_transform(X), y, test_size=0.2, random_state=2020)
    model = DecisionTreeClassifier(criterion="entropy", random_state=2020).fit(rows[0], rows[2])
    assert model.predict(rows[1][:2]).tolist() == [0, 1]
    assert model.score(rows[0], rows[2]) == 1.0
    # Which of equally good splits comes first decides between two values (spec, section 2.3).
    assert round(model.score(rows[1], rows[3]), 4) in (0.9386, 0.9211)
    assert model.tree_.feature[0] == 20
    assert_allclose(model.tree_.threshold[0], 0.110957, atol=5e-7)
    assert (model.get_depth(), model.get_n_leaves(), model.tree_.node_count) == (7, 15, 29)


# --- source 002


def test_B_G08_B_G11_entropy_and_gini() -> None:
    assert_allclose(entropy(np.ones(5)), 2.321928, atol=5e-7)
    assert_allclose([entropy([3, 3]), entropy([6, 0])], [1, 0])
    assert_allclose([gini([3, 3]), gini([1, 5]), gini([6, 0])], [0.5, 0.277778, 0], atol=5e-7)


def test_B_G09_B_G10_B_G12_root_table_of_the_applicants() -> None:
    hiring = load("hiring")
    model = C45Classifier(categorical_features=nominal("hiring"), thresholds="midpoint").fit(
        hiring.X, hiring.y
    )
    rows = gain_table(model, hiring.X, hiring.y, every_threshold=True)
    expected = {
        (0, None): (0.918296, 0.081704, 1, 0.081704, 0.444444),
        (2, None): (0.540852, 0.459148, 1.251629, 0.366840, 0.25),
        (4, None): (0.540852, 0.459148, 0.918296, 0.5, 0.25),
        (1, 24.0): (0.809125, 0.190875, 0.650022, 0.293643, 0.4),
        (1, 27.5): (0.540852, 0.459148, 0.918296, 0.5, 0.25),
        (1, 31.0): (0.918296, 0.081704, 1, 0.081704, 0.444444),
        (1, 32.5): (1, 0, 0.918296, 0, 0.5),
        (1, 34.5): (0.809125, 0.190875, 0.650022, 0.293643, 0.4),
        (3, 11500.0): (0.809125, 0.190875, 0.650022, 0.293643, 0.4),
        (3, 14000.0): (1, 0, 0.918296, 0, 0.5),
        (3, 16000.0): (0.918296, 0.081704, 1, 0.081704, 0.444444),
        (3, 17500.0): (1, 0, 0.918296, 0, 0.5),
        (3, 19000.0): (0.809125, 0.190875, 0.650022, 0.293643, 0.4),
    }
    assert {(row.feature, row.threshold) for row in rows} == set(expected)
    for row in rows:
        assert_allclose(row.worth, expected[row.feature, row.threshold], atol=5e-7)
    assert_allclose(split_worth(np.eye(2)[[0, 1, 0, 1, 0, 1]])[1:4], (1, 2.584963, 0.386853), atol=5e-7)
    best = gain_table(model, hiring.X, hiring.y)
    assert_allclose(np.mean([row.worth.gain for row in best]), 0.330005, atol=5e-7)


def test_B_G07_B_G12_C45_takes_the_age_at_a_tie_and_hires_xiao_zhang() -> None:
    hiring = load("hiring")
    model = C45Classifier(
        categorical_features=nominal("hiring"),
        thresholds="midpoint",
        mdl_correction=False,
        min_cases=1,
        pruning=False,
    ).fit(hiring.X, hiring.y)
    assert model.tree_.feature[0] == 1
    assert model.tree_.threshold[0] == 27.5
    assert model.score(hiring.X, hiring.y) == 1.0
    assert model.predict([["male", 22, "bachelor", 13000, "yes"]]).tolist() == ["yes"]


def test_B_G13_gains_and_root_of_the_apples() -> None:
    train = load("apples_train")
    model = ID3Classifier().fit(train.X, train.y)
    rows = gain_table(model, train.X, train.y)
    assert_allclose([row.worth.gain for row in rows], [0.675489, 0.029049, 0.609987, 0], atol=5e-7)
    assert_allclose([row.worth.gain_ratio for row in rows], [0.443837, 0.029049, 0.628236, 0], atol=5e-7)
    assert_allclose([row.worth.split_info for row in rows], [1.521928, 1, 0.970951, 0.970951], atol=5e-7)
    assert_allclose([row.worth.gini for row in rows], [0.15, 0.48, 0.166667, 0.5], atol=5e-7)
    assert model.tree_.feature.tolist() == [0, 2, -2, -2, -2, -2]
    dark_red = gain_table(model, train.X, train.y, node=1)
    assert_allclose([row.worth.gain for row in dark_red][1:], [0.311278, 0.811278, 0.311278], atol=5e-7)
    assert model.score(train.X, train.y) == 1.0


def test_B_G13_C45_picks_hardness_where_ID3_picks_colour() -> None:
    train, valid = load("apples_train"), load("apples_validation")
    model = C45Classifier(
        categorical_features=[0, 1, 2, 3], pruning=False, collapse=False, min_cases=1
    ).fit(train.X, train.y)  # fmt: skip
    assert model.tree_.feature[:3].tolist() == [2, -2, 0]
    assert_allclose(model.score(valid.X, valid.y), 6 / 7)
    assert_allclose(split_worth([[3, 0], [2, 0], [0, 1]]).gain, 0.650022, atol=5e-7)
    stunted = prune(model, "pre", valid.X, valid.y)
    assert stunted.get_n_leaves() == 1
    assert_allclose(stunted.score(valid.X, valid.y), 4 / 7)


def test_B_G13_pre_pruning() -> None:
    train, valid = load("apples_train"), load("apples_validation")
    full = ID3Classifier().fit(train.X, train.y)
    model = prune(full, "pre", valid.X, valid.y)
    assert model.pruning_.steps == [(0, "keep", 6.0, 4.0), (1, "leaf", 3.0, 3.0)]
    assert model.tree_.feature.tolist() == [0, -2, -2, -2]
    assert_allclose(model.score(valid.X, valid.y), 6 / 7)
    assert_allclose(model.score(train.X, train.y), 0.9)


def test_B_G13_post_pruning() -> None:
    train, valid = load("apples_train"), load("apples_validation")
    full = ID3Classifier().fit(train.X, train.y)
    assert_allclose(full.score(valid.X, valid.y), 6 / 7)
    model = prune(full, "reduced_error", valid.X, valid.y)
    assert model.pruning_.steps == [(1, "leaf", 3.0, 3.0), (0, "keep", 6.0, 4.0)]
    assert model.tree_.feature.tolist() == [0, -2, -2, -2]
    kept = prune(full, "reduced_error", valid.X, valid.y, ties="keep")
    assert kept.get_n_leaves() == full.get_n_leaves()


def test_B_G13_multiway_and_binary_gini() -> None:
    train = load("apples_train")
    model = DecisionTreeClassifier(categorical_features=[0, 1, 2, 3], max_depth=1).fit(train.X, train.y)
    after = model.tree_.weighted_n_node_samples[1:] @ model.tree_.impurity[1:] / 10
    assert model.tree_.feature[0] == 0  # light green against the rest; ties with hardness
    assert_allclose(after, 0.166667, atol=5e-7)
    multiway = DecisionTreeClassifier(
        categorical_features=[0, 1, 2, 3], max_depth=1, nominal_split="multiway"
    ).fit(train.X, train.y)  # fmt: skip
    after = multiway.tree_.weighted_n_node_samples[1:] @ multiway.tree_.impurity[1:] / 10
    assert_allclose(after, 0.15)


def test_B_G15_missing_values() -> None:
    train = load("apples_train")
    X = train.X.copy()
    X[[2, 8], 0] = np.nan
    model = ID3Classifier().fit(X, train.y)
    assert model.tree_.feature[0] == 2
    worth = gain_table(model, X, train.y)[0].worth
    assert_allclose(worth.gain, 0.524511, atol=5e-7)
    alone = ID3Classifier(max_depth=1).fit(X[:, :1], train.y)
    names = train.table.schema.features[0].categories
    weights = dict(zip(names, alone.tree_.weighted_n_node_samples[1:], strict=True))
    assert_allclose([weights[n] for n in ("light red", "light green", "dark red")], [2.5, 3.75, 3.75])
    assert_allclose(alone.predict_proba([[np.nan]]), [[0.5, 0.5]])


# --- source 004

LOAN_GAINS = [0.0830074999, 0.3236501982, 0.4199730940, 0.3629895625]
LOAN_RATIOS = [0.0523719014, 0.3524465495, 0.4325380678, 0.2318538813]


def test_B18_loans() -> None:
    loan = load("loan")
    model = ID3Classifier().fit(loan.X, loan.y)
    rows = gain_table(model, loan.X, loan.y)
    assert_allclose([row.worth.gain for row in rows], LOAN_GAINS, atol=5e-11)
    assert_allclose([row.worth.gain_ratio for row in rows], LOAN_RATIOS, atol=5e-11)
    assert_allclose(model.tree_.impurity[0], 0.9709505945, atol=5e-11)
    below = int(model.tree_.children[0][np.argmax(model.tree_.impurity[model.tree_.children[0]])])
    rows = gain_table(model, loan.X, loan.y, node=below)
    assert_allclose(
        [row.worth.gain for row in rows], [0.2516291674, 0.9182958341, 0, 0.4738513896], atol=5e-11
    )
    assert (model.get_n_leaves(), model.tree_.feature[0], model.tree_.feature[below]) == (3, 2, 1)
    for other in (
        C45Classifier(categorical_features=[0, 1, 2, 3], pruning=False),
        DecisionTreeClassifier(categorical_features=[0, 1, 2, 3]),
    ):
        assert other.fit(loan.X, loan.y).tree_.feature[0] == 2


@pytest.mark.parametrize(("job", "best"), [(0, 0.44), (1, 0.32), (2, 0.2666666667), (3, 0.32)])
def test_B18_best_binary_gini(job: int, best: float) -> None:
    loan = load("loan")
    X = loan.X[:, [job]]
    model = DecisionTreeClassifier(categorical_features=[0], max_depth=1).fit(X, loan.y)
    after = model.tree_.weighted_n_node_samples[1:] @ model.tree_.impurity[1:] / 15
    assert_allclose(after, best, atol=5e-11)


def test_B18_penalized_pruning_and_weakest_links() -> None:
    loan = load("loan")
    full = ID3Classifier().fit(loan.X, loan.y)
    leaves = {a: prune(full, "penalized", alpha=a).get_n_leaves() for a in (0.0, 6.2, 8.2646, 8.2647)}
    assert leaves == {0.0: 3, 6.2: 3, 8.2646: 3, 8.2647: 1}
    cart = DecisionTreeClassifier(criterion="entropy", categorical_features=[0, 1, 2, 3])
    path = cart.cost_complexity_pruning_path(loan.X, loan.y)
    assert_allclose(path.ccp_alphas, [0, 7.2821294584 / 15], atol=5e-11)


@pytest.mark.parametrize(
    ("name", "means", "thresholds", "error"),
    [
        ("cart_series_1", [5.06, 8.176], [5.5, 3.5, 7.5], 0.8537166667),
        ("cart_series_2", [6.2366666667, 8.9125], [6.5, 3.5, 8.5], 0.2983166667),
    ],
)
def test_B19_regression(name: str, means: list[float], thresholds: list[float], error: float) -> None:
    series = load(name)
    x, y = series.X[:, :1], np.asarray(series.y, dtype=float)
    stump = DecisionTreeRegressor(max_depth=1).fit(x, y)
    assert_allclose(stump.tree_.value[1:, 0, 0], means, atol=5e-11)
    model = DecisionTreeRegressor(max_depth=2).fit(x, y)
    assert model.tree_.threshold[model.tree_.feature >= 0].tolist() == thresholds
    assert_allclose(((model.predict(x) - y) ** 2).sum(), error, atol=5e-11)


def test_B20_watermelons_and_iris() -> None:
    melons = load("watermelon")
    gini_tree = DecisionTreeClassifier().fit(melons.X, melons.y)
    entropy_tree = DecisionTreeClassifier(criterion="entropy").fit(melons.X, melons.y)
    assert_allclose(
        [gini_tree.tree_.impurity[0], entropy_tree.tree_.impurity[0]], [0.4982698962, 0.9975025464]
    )
    assert_allclose([gini_tree.tree_.threshold[0], entropy_tree.tree_.threshold[0]], [0.2045, 0.126])
    for model, depth in ((gini_tree, 3), (entropy_tree, 4)):
        assert (model.score(melons.X, melons.y), model.get_n_leaves(), model.get_depth()) == (1.0, 5, depth)
    path = gini_tree.cost_complexity_pruning_path(melons.X, melons.y)
    assert_allclose(path.ccp_alphas, [0, 0.0514705882, 0.1830065359, 0.2123221838], atol=5e-11)
    assert_allclose(path.impurities, [0, 0.1029411765, 0.2859477124, 0.4982698962], atol=5e-11)
    X, y = load_iris(return_X_y=True)
    iris = DecisionTreeClassifier().fit(X, y)
    assert (iris.get_depth(), iris.get_n_leaves()) == (5, 9)
    alphas = [0, 0.0065217391, 0.0088888889, 0.0130555556, 0.0296604938, 0.2597960279, 0.3333333333]
    assert_allclose(iris.cost_complexity_pruning_path(X, y).ccp_alphas, alphas, atol=5e-11)


# --- Quinlan and Weka

TENNIS = """sunny hot high weak no;sunny hot high strong no;overcast hot high weak yes;rain mild high weak yes
rain cool normal weak yes;rain cool normal strong no;overcast cool normal strong yes;sunny mild high weak no
sunny cool normal weak yes;rain mild normal weak yes;sunny mild normal strong yes
overcast mild high strong yes;overcast hot normal weak yes;rain mild high strong no"""


def test_play_tennis_of_Quinlan_1986() -> None:
    cells = np.array([row.split() for row in TENNIS.replace("\n", ";").split(";")], dtype=object)
    X, y = cells[:, :4], cells[:, 4]
    model = ID3Classifier().fit(X, y)
    gains = [row.worth.gain for row in gain_table(model, X, y)]
    assert [round(gain, 3) for gain in gains] == [0.247, 0.029, 0.152, 0.048]
    assert tree_text(model, ["outlook", "temperature", "humidity", "wind"]).splitlines() == [
        "outlook = overcast: yes (4)",
        "outlook = rain",
        "|   wind = strong: no (2)",
        "|   wind = weak: yes (3)",
        "outlook = sunny",
        "|   humidity = high: no (3)",
        "|   humidity = normal: yes (2)",
    ]


def test_J48_tree_of_iris() -> None:
    X, y = load_iris(return_X_y=True)
    model = C45Classifier().fit(X, y)
    assert (model.get_n_leaves(), model.tree_.node_count) == (5, 9)
    assert model.tree_.feature.tolist() == [3, -2, 3, 2, -2, 3, -2, -2, -2]
    assert model.tree_.threshold[model.tree_.feature >= 0].tolist() == [0.6, 1.7, 4.9, 1.5]
    assert (model.predict(X) == y).sum() == 147


# --- rpart


def test_rpart_tree_and_complexity_table_of_kyphosis() -> None:
    """As `printcp(rpart(Kyphosis ~ Age + Number + Start))` prints it, in rpart's vignette and manual."""
    path = Path(__file__).parents[1] / "trees" / "data" / "kyphosis.csv"
    frame = pd.read_csv(path)
    assert frame["Kyphosis"].value_counts().to_dict() == {"absent": 64, "present": 17}
    model = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7)  # rpart's minsplit and minbucket
    model.fit(frame[["Age", "Number", "Start"]], frame["Kyphosis"])
    assert tree_text(model).splitlines() == [
        "Start <= 8.5: present (19/8)",
        "Start > 8.5",
        "|   Start <= 14.5",
        "|   |   Age <= 55: absent (12)",
        "|   |   Age > 55",
        "|   |   |   Age <= 111: present (7/3)",
        "|   |   |   Age > 111: absent (14/2)",
        "|   Start > 14.5: absent (29)",
    ]
    table = complexity_table(model)
    assert_allclose([row.cp for row in table], [0.17647059, 0.01960784, 0.01], atol=5e-9)
    assert [row.splits for row in table] == [0, 1, 4]
    assert_allclose([row.relative_error for row in table], [1, 0.8235294, 0.7647059], atol=5e-8)
