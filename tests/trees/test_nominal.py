"""Text columns, categories as codes, missing and unknown values."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from fenlei.trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier

CLASSIFIERS = [
    DecisionTreeClassifier(),
    DecisionTreeClassifier(nominal_split="multiway"),
    C45Classifier(),
    ID3Classifier(),
]


def melons() -> tuple[pd.DataFrame, np.ndarray]:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "色泽": rng.choice(["青绿", "乌黑", "浅白"], 90),
            "触感": pd.Categorical(rng.choice(["硬滑", "软粘"], 90)),
            "密度": np.round(rng.random(90), 1),
        }
    )
    good = (frame["色泽"] == "乌黑") | (frame["密度"] > 0.6)
    return frame, np.where(good, "好瓜", "坏瓜")


@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
def test_text_columns_are_taken_as_they_are(model: object) -> None:
    frame, y = melons()
    fitted = model.fit(frame, y)
    assert fitted.score(frame, y) == 1.0
    assert fitted.feature_names_in_.tolist() == ["色泽", "触感", "密度"]
    assert_array_equal(fitted.predict(pl.from_pandas(frame.astype({"触感": str}))), fitted.predict(frame))


@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
def test_an_unknown_category_counts_as_missing(model: object) -> None:
    frame, y = melons()
    fitted = model.fit(frame, y)
    unknown, missing = frame.head(5).copy(), frame.head(5).copy()
    unknown["色泽"], missing["色泽"] = "金黄", None
    assert_allclose(fitted.predict_proba(unknown), fitted.predict_proba(missing))
    assert_allclose(fitted.predict_proba(unknown).sum(axis=1), 1.0)


@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
def test_text_and_numbers_are_not_mixed_up(model: object) -> None:
    frame, y = melons()
    with pytest.raises(DataError, match="text columns"):
        model.fit(frame, y).predict(np.zeros((2, 3)))
    with pytest.raises(DataError, match="numbers"):
        model.fit(np.zeros((2, 3)), ["a", "b"]).predict(frame)


def test_categorical_features_by_mask_index_and_name() -> None:
    frame, y = melons()
    codes = np.column_stack(
        [frame["色泽"].astype("category").cat.codes, frame["触感"].cat.codes, frame["密度"] * 10]
    )
    plain = DecisionTreeClassifier(categorical_features=[0, 1]).fit(codes, y)
    masked = DecisionTreeClassifier(categorical_features=[True, True, False]).fit(codes, y)
    assert_array_equal(plain.tree_.feature, masked.tree_.feature)
    named = DecisionTreeClassifier(categorical_features=["密度"]).fit(frame, y)
    assert named.model_.sizes.tolist() == [3, 2, 11]
    with pytest.raises(UsageError, match="categorical_features"):
        DecisionTreeClassifier(categorical_features=[7]).fit(codes, y)


@pytest.mark.parametrize(("value", "words"), [(-1.0, "Negative values"), (0.5, "category codes are 0, 1, 2")])
def test_codes_that_cannot_be(value: float, words: str) -> None:
    X = np.array([[0.0], [1.0], [value]])
    with pytest.raises(DataError, match=words):
        DecisionTreeClassifier(categorical_features=[0]).fit(X, [0, 1, 1])


def test_ID3_cuts_fractions_with_a_warning() -> None:
    with pytest.warns(DegenerateDataWarning, match=r"column 0 has the value 0\.5"):
        model = ID3Classifier().fit([[0.5], [1.0], [0.0]], [0, 1, 0])
    assert model.predict([[0]]).tolist() == [0]


def test_fractional_rows_at_fit_and_prediction_by_hand() -> None:
    # 3 known rows left (2 a, 1 b), 1 known row right (b), one missing (a): it goes 3/4 left, 1/4 right
    X = np.array([[0.0], [0.0], [0.0], [1.0], [np.nan]])
    model = ID3Classifier().fit(X, ["a", "a", "b", "b", "a"])
    assert_allclose(model.tree_.weighted_n_node_samples, [5, 3.75, 1.25])
    left, right = np.array([2.75, 1.0]) / 3.75, np.array([0.25, 1.0]) / 1.25
    assert_allclose(model.tree_.value[1:, 0], [left, right])
    assert_allclose(model.predict_proba([[np.nan]]), [0.75 * left + 0.25 * right])
    majority = C45Classifier(
        missing="majority", min_cases=1, pruning=False, categorical_features=[0], collapse=False
    )
    assert_allclose(majority.fit(X, ["a", "a", "b", "b", "a"]).predict_proba([[np.nan]]), [left])


def test_rows_without_missing_values_take_the_faster_way_with_the_same_result() -> None:
    frame, y = melons()
    whole = C45Classifier(pruning=False).fit(frame, y)
    more = pd.concat([frame, frame.head(1).assign(密度=np.nan)])
    weights = np.append(np.ones(90), 1e-9)  # a row of next to no weight brings the fractional way
    parts = C45Classifier(pruning=False).fit(more, np.append(y, y[0]), weights)
    assert_array_equal(parts.tree_.feature, whole.tree_.feature)
    assert_allclose(parts.tree_.value, whole.tree_.value, atol=1e-6)


def test_missing_values_everywhere_grow_past_the_end_of_the_columns() -> None:
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (300, 6)).astype(float)
    y = (X[:, 0] + X[:, 1] > 2).astype(int)
    X[rng.random(X.shape) < 0.4] = np.nan
    model = ID3Classifier().fit(X, y)
    tree = model.tree_
    for i in np.flatnonzero(tree.feature >= 0):
        assert_allclose(tree.weighted_n_node_samples[tree.children[i]].sum(), tree.weighted_n_node_samples[i])
    assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)
    assert model.score(X, y) > 0.85


def test_regression_by_categories_orders_them_by_their_mean() -> None:
    X = np.repeat([[0.0], [1.0], [2.0], [3.0]], 5, axis=0)
    y = np.repeat([1.0, 9.0, 1.5, 9.5], 5)
    model = DecisionTreeRegressor(categorical_features=[0], max_depth=1).fit(X, y)
    assert_allclose(model.predict([[0], [1], [2], [3]]), [1.25, 9.25, 1.25, 9.25])
    with pytest.raises(UsageError, match="numeric features only"):
        DecisionTreeRegressor(criterion="absolute_error", categorical_features=[0]).fit(X, y)


def test_sparse_rows_are_the_dense_ones() -> None:
    from scipy.sparse import csr_array

    X = np.random.default_rng(0).poisson(0.5, (60, 4)).astype(float)
    y = (X[:, 0] > 0).astype(int)
    dense, sparse = DecisionTreeClassifier().fit(X, y), DecisionTreeClassifier().fit(csr_array(X), y)
    assert_array_equal(dense.tree_.threshold, sparse.tree_.threshold)
    assert_array_equal(sparse.predict(csr_array(X)), y)
