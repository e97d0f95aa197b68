"""Every known step of scikit-learn: the saved pipeline answers as the fitted one does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import issparse
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    MaxAbsScaler,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)

import fenlei
from fenlei import load_model, save_model

N = 60
RNG = np.random.default_rng(5)
NUMBERS = RNG.normal(3, 2, (N, 4)) * [1, 10, 0.1, 1e4]
HOLES = np.where(RNG.random((N, 4)) < 0.15, np.nan, NUMBERS)
EMPTY = np.column_stack([HOLES, np.full(N, np.nan)])
WORDS = np.column_stack([RNG.choice(list("abcdxyz"), N), RNG.choice(["yes", "no"], N)]).astype(object)
GAPS = WORDS.copy()
GAPS[::7, 0] = np.nan
GAPS[3::9, 1] = None
CODES = RNG.integers(-2, 5, (N, 3))
STRANGE = np.array([["q", "no"], ["a", "maybe"], ["q", "maybe"]], dtype=object)


def dense(values: Any) -> np.ndarray:
    return values.toarray() if issparse(values) else np.asarray(values)


def saved(model: Any, folder: Path) -> Any:
    save_model(model, folder / "a.fenlei")
    loaded = load_model(folder / "a.fenlei")
    save_model(loaded, folder / "b.fenlei")
    assert (folder / "a.fenlei").read_bytes() == (folder / "b.fenlei").read_bytes()
    return loaded


def same(found: Any, expected: Any) -> None:
    assert issparse(found) == issparse(expected)
    a, b = dense(found), dense(expected)
    if b.dtype == object:
        assert a.tolist() == b.tolist()
    else:
        assert a.dtype == b.dtype
        assert a.tobytes() == b.tobytes()


SCALERS = [
    StandardScaler(),
    StandardScaler(with_mean=False),
    StandardScaler(with_std=False),
    MinMaxScaler(),
    MinMaxScaler((-1, 3), clip=True),
    MaxAbsScaler(),
    RobustScaler(),
    RobustScaler(with_centering=False),
]


@pytest.mark.parametrize("scaler", SCALERS, ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_scalers(scaler: Any, dtype: type, tmp_path: Path) -> None:
    X = HOLES.astype(dtype)
    loaded = saved(scaler.fit(X), tmp_path)
    same(loaded.transform(X * 1.5), scaler.transform(X * 1.5))


IMPUTERS = [
    (SimpleImputer(), EMPTY),
    (SimpleImputer(strategy="median", add_indicator=True), EMPTY),
    (SimpleImputer(keep_empty_features=True), EMPTY),
    (SimpleImputer(missing_values=-1.0, strategy="most_frequent"), CODES.astype(float)),
    (SimpleImputer(strategy="constant", fill_value=7.5), HOLES),
    (SimpleImputer(strategy="most_frequent"), np.where(pd.isna(GAPS), np.nan, GAPS).astype(object)),
    (SimpleImputer(missing_values=None, strategy="constant", fill_value="?"), WORDS),
    (SimpleImputer(missing_values="no", strategy="most_frequent"), WORDS),
]


@pytest.mark.filterwarnings("ignore:Skipping features without any observed values")
@pytest.mark.parametrize(("imputer", "X"), IMPUTERS, ids=lambda value: str(value)[:40])
def test_imputers(imputer: SimpleImputer, X: np.ndarray, tmp_path: Path) -> None:
    loaded = saved(imputer.fit(X), tmp_path)
    same(loaded.transform(X[::-1]), imputer.transform(X[::-1]))


ENCODERS = [
    OneHotEncoder(handle_unknown="ignore"),
    OneHotEncoder(handle_unknown="ignore", sparse_output=False, dtype=np.float32),
    OneHotEncoder(drop="first", handle_unknown="ignore"),
    OneHotEncoder(drop="if_binary", handle_unknown="ignore"),
    OneHotEncoder(min_frequency=9, handle_unknown="infrequent_if_exist"),
    OneHotEncoder(max_categories=3, drop="first", handle_unknown="infrequent_if_exist"),
    OneHotEncoder(drop=["z", "no"], handle_unknown="ignore"),
    OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1),
    OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan, encoded_missing_value=-3),
    OrdinalEncoder(
        min_frequency=9, handle_unknown="use_encoded_value", unknown_value=99, encoded_missing_value=-5
    ),
    OrdinalEncoder(
        categories=[["z", "y", "x", "d", "c", "b", "a"], ["yes", "no"]],
        handle_unknown="use_encoded_value",
        unknown_value=50,
        dtype=np.int32,
    ),
]


@pytest.mark.filterwarnings("ignore:Found unknown categories")
@pytest.mark.parametrize("encoder", ENCODERS, ids=str)
@pytest.mark.parametrize("X", [WORDS, GAPS, WORDS.astype(str)], ids=["words", "gaps", "str"])
def test_encoders_and_unseen_categories(encoder: Any, X: np.ndarray, tmp_path: Path) -> None:
    if "z" in str(encoder.get_params()) and X is GAPS:
        pytest.skip("given categories have no missing ones")
    loaded = saved(encoder.fit(X), tmp_path)
    rows = np.vstack([X, STRANGE.astype(X.dtype)])
    same(loaded.transform(rows), encoder.transform(rows))


@pytest.mark.parametrize("X", [CODES, CODES.astype(float), HOLES.round(-4), CODES > 1], ids=lambda X: X.dtype)
def test_categories_that_are_numbers(X: np.ndarray, tmp_path: Path) -> None:
    encoder = OneHotEncoder(handle_unknown="ignore").fit(X)
    loaded = saved(encoder, tmp_path)
    rows = np.vstack([X, X[:1] * 0 + X.max(initial=0) + 1]) if X.dtype != bool else X
    same(loaded.transform(rows), encoder.transform(rows))


@pytest.mark.parametrize("encoder", [OneHotEncoder(), OrdinalEncoder()], ids=str)
def test_an_unseen_category_is_refused_where_the_encoder_refuses_it(encoder: Any, tmp_path: Path) -> None:
    loaded = saved(encoder.fit(WORDS), tmp_path)
    same(loaded.transform(WORDS), encoder.transform(WORDS))
    with pytest.raises(fenlei.errors.DataError, match="'q' is none of the categories"):
        loaded.transform(STRANGE)


@pytest.mark.parametrize("whiten", [False, True])
def test_principal_components(whiten: bool, tmp_path: Path) -> None:
    pca = PCA(2, whiten=whiten).fit(NUMBERS)
    same(saved(pca, tmp_path).transform(NUMBERS[:7]), pca.transform(NUMBERS[:7]))


def test_our_components_in_a_pipeline(tmp_path: Path) -> None:
    pipeline = make_pipeline(StandardScaler(), fenlei.PCA(2)).fit(NUMBERS)
    same(saved(pipeline, tmp_path).transform(NUMBERS[:7]), pipeline.transform(NUMBERS[:7]))


@pytest.mark.parametrize(
    "columns",
    [[0, 2], slice(1, 3), [True, False, True, False], np.array([-1, 0]), lambda X: [3, 1]],
    ids=["list", "slice", "mask", "negative", "callable"],
)
@pytest.mark.parametrize("remainder", ["drop", "passthrough", MinMaxScaler()], ids=str)
def test_columns_by_position(columns: Any, remainder: Any, tmp_path: Path) -> None:
    transformer = ColumnTransformer(
        [("scaled", StandardScaler(), columns), ("none", StandardScaler(), [])],
        remainder=remainder,
        transformer_weights={"scaled": 2.0},
    ).fit(NUMBERS)
    same(saved(transformer, tmp_path).transform(NUMBERS), transformer.transform(NUMBERS))


def test_sparse_rows_stay_sparse(tmp_path: Path) -> None:
    X = np.column_stack([WORDS, CODES.astype(object)])
    transformer = ColumnTransformer(
        [("words", OneHotEncoder(handle_unknown="ignore"), [0, 1]), ("codes", OneHotEncoder(), [2, 3])],
        sparse_threshold=1.0,
    )
    pipeline = make_pipeline(transformer, MaxAbsScaler(), fenlei.LogisticRegression())
    pipeline.fit(X, NUMBERS[:, 0] > 3)
    loaded = saved(pipeline, tmp_path)
    same(loaded.named_steps["columntransformer"].transform(X), transformer.transform(X))
    same(loaded.predict_proba(X), pipeline.predict_proba(X))
    assert loaded.classes_.tolist() == [False, True]


def test_a_pipeline_in_a_pipeline(tmp_path: Path) -> None:
    inner = Pipeline([("fill", SimpleImputer()), ("nothing", "passthrough"), ("scale", StandardScaler())])
    outer = Pipeline(
        [
            ("columns", ColumnTransformer([("a", inner, [0, 1]), ("b", "passthrough", [2])])),
            ("model", make_pipeline(SimpleImputer(), fenlei.LinearDiscriminantAnalysis())),
        ]
    )
    y = np.where(NUMBERS[:, 0] > 3, "high", "low")
    outer.fit(HOLES, y)
    loaded = saved(outer, tmp_path)
    same(loaded.predict_proba(HOLES), outer.predict_proba(HOLES))
    assert loaded.predict(HOLES).tolist() == outer.predict(HOLES).tolist()


def test_a_regression(tmp_path: Path) -> None:
    pipeline = make_pipeline(StandardScaler(), PCA(3), fenlei.Ridge()).fit(NUMBERS, NUMBERS[:, 1] ** 2)
    same(saved(pipeline, tmp_path).predict(NUMBERS), pipeline.predict(NUMBERS))
