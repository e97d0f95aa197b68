"""Saved pipelines on tables: columns by name, files, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression as TheirLogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

import fenlei
from fenlei import load_model, save_model
from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.study import evaluate_model, load_table_model, predict_blocks
from tests.model_file.pipelines.example import FRAME, LABELS, transformer
from tests.model_file.raw import Raw


@pytest.fixture
def pipeline() -> Pipeline:
    return Pipeline([("columns", transformer()), ("model", fenlei.LogisticRegression())]).fit(FRAME, LABELS)


@pytest.fixture
def path(pipeline: Pipeline, tmp_path: Path) -> Path:
    save_model(pipeline, tmp_path / "a.fenlei")
    return tmp_path / "a.fenlei"


def test_a_frame_gives_the_same_bits(pipeline: Pipeline, path: Path) -> None:
    model = load_model(path)
    assert model.predict_proba(FRAME).tobytes() == pipeline.predict_proba(FRAME).tobytes()
    assert model.predict(FRAME).tolist() == pipeline.predict(FRAME).tolist()


def test_columns_are_found_by_name(pipeline: Pipeline, path: Path) -> None:
    model, turned = load_model(path), FRAME[FRAME.columns[::-1]].drop(columns="unused").assign(more=1)
    assert model.predict_proba(turned).tobytes() == pipeline.predict_proba(turned).tobytes()


def test_unseen_categories_and_missing_cells(pipeline: Pipeline, path: Path) -> None:
    strange = FRAME.head(4).assign(colour=[" pink", " red", None, " blue"], length=np.nan)
    found, expected = load_model(path).predict_proba(strange), pipeline.predict_proba(strange)
    assert found.tobytes() == expected.tobytes()


def test_lacking_columns_are_named(path: Path) -> None:
    with pytest.raises(DataError, match="'colour'"):
        load_model(path).predict(FRAME.drop(columns="colour"))


def test_words_among_numbers_are_named(path: Path) -> None:
    with pytest.raises(DataError, match="many"):
        load_model(path).predict(FRAME.assign(rooms="many"))


@pytest.mark.parametrize("kind", ["polars", "pyarrow"])
def test_other_frames(kind: str, pipeline: Pipeline, path: Path) -> None:
    library = pytest.importorskip(kind)
    whole = FRAME.dropna()
    frame: Any = library.from_pandas(whole) if kind == "polars" else library.Table.from_pandas(whole)
    found, expected = load_model(path).predict_proba(frame), pipeline.predict_proba(whole)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_file_of_text_gives_the_same(pipeline: Pipeline, path: Path, tmp_path: Path) -> None:
    """White space around the categories of the file is gone, as in every table that fenlei reads."""
    rows = FRAME.assign(quality=LABELS)
    rows.loc[1, "colour"] = "violet"
    rows.to_csv(tmp_path / "rows.csv", index=False)
    model = load_table_model(path)
    found = pipeline.predict_proba(rows)
    (block,) = predict_blocks(model, tmp_path / "rows.csv", proba=True)
    np.testing.assert_allclose(block["probability_bad"].to_numpy(), found[:, 0], rtol=1e-12)
    facts = evaluate_model(model, tmp_path / "rows.csv", "quality")
    assert facts["scores"]["accuracy"] == pipeline.score(rows, LABELS)


def test_columns_chosen_by_type_and_the_rest(tmp_path: Path) -> None:
    whole = FRAME.dropna()
    chosen = ColumnTransformer(
        [
            ("words", OneHotEncoder(sparse_output=False), make_column_selector(dtype_exclude="number")),
            ("length", StandardScaler(), slice("length", "length")),
        ],
        remainder="passthrough",
    ).fit(whole)
    save_model(chosen, tmp_path / "a.fenlei")
    found = load_model(tmp_path / "a.fenlei").transform(whole)
    np.testing.assert_array_equal(found, np.asarray(chosen.transform(whole), dtype=float))


@pytest.mark.parametrize("nothing", [None, np.nan])
def test_a_missing_cell_of_a_file_is_what_was_learned_of_missing_cells(nothing: Any, tmp_path: Path) -> None:
    X = pd.DataFrame({"colour": ["red", nothing, "blue", nothing], "ripe": [True, False, nothing, nothing]})
    X = X.astype(object).where(X.notna(), nothing)
    encoder = OneHotEncoder(sparse_output=False).fit(X)
    transformer = ColumnTransformer([("words", encoder, ["colour", "ripe"])]).fit(X)
    save_model(transformer, tmp_path / "a.fenlei")
    X.to_csv(tmp_path / "rows.csv", index=False)
    found = load_model(tmp_path / "a.fenlei").transform(tmp_path / "rows.csv")
    np.testing.assert_array_equal(found, transformer.transform(X))


def test_a_tree_that_takes_words_itself(tmp_path: Path) -> None:
    X = FRAME[["colour", "length"]].dropna()
    pipeline = Pipeline([("tree", fenlei.DecisionTreeClassifier(max_depth=3))]).fit(X, LABELS[X.index])
    save_model(pipeline, tmp_path / "a.fenlei")
    model = load_model(tmp_path / "a.fenlei")
    assert model.predict_proba(X).tobytes() == pipeline.predict_proba(X).tobytes()
    X.to_csv(tmp_path / "rows.csv", index=False)
    np.testing.assert_allclose(model.predict_proba(tmp_path / "rows.csv"), pipeline.predict_proba(X))


def test_a_given_schema_names_the_target(pipeline: Pipeline, tmp_path: Path) -> None:
    schema = fenlei.table.read_table(FRAME.assign(quality=LABELS), target="quality").schema
    save_model(pipeline, tmp_path / "a.fenlei", schema=schema)
    FRAME.assign(quality=LABELS).to_csv(tmp_path / "rows.csv", index=False)
    facts = evaluate_model(load_table_model(tmp_path / "a.fenlei"), tmp_path / "rows.csv")
    assert facts["data"]["target"] == "quality"


# --- what is refused


@pytest.mark.parametrize(
    ("step", "name"),
    [
        (FunctionTransformer(np.log1p), "FunctionTransformer"),
        (TheirLogisticRegression(), "LogisticRegression"),
    ],
)
def test_an_unknown_step_is_named(step: Any, name: str, tmp_path: Path) -> None:
    X = FRAME[["rooms"]]
    pipeline = Pipeline([("scale", StandardScaler()), ("odd", step)]).fit(X, LABELS)
    with pytest.raises(UsageError, match=rf"Step 'Pipeline__odd' is a {name}, .*StandardScaler"):
        save_model(pipeline, tmp_path / "a.fenlei")
    assert not list(tmp_path.iterdir())


class OwnScaler(StandardScaler):
    """A subclass may do something else."""


def test_a_subclass_is_no_known_step(tmp_path: Path) -> None:
    pipeline = make_pipeline(OwnScaler(), fenlei.GaussianNB()).fit(FRAME[["rooms"]], LABELS)
    with pytest.raises(UsageError, match="OwnScaler"):
        save_model(pipeline, tmp_path / "a.fenlei")


@pytest.mark.parametrize(
    "model", [make_pipeline(StandardScaler(), fenlei.GaussianNB()), transformer(), StandardScaler()]
)
def test_an_unfitted_pipeline(model: Any, tmp_path: Path) -> None:
    with pytest.raises(NotFittedError):
        save_model(model, tmp_path / "a.fenlei")


def test_categories_that_are_dates(tmp_path: Path) -> None:
    days = pd.DataFrame({"day": pd.to_datetime(["2020-01-01", "2020-01-02"])})
    encoder = OneHotEncoder().fit(days)
    with pytest.raises(UsageError, match="datetime64"):
        save_model(encoder, tmp_path / "a.fenlei")


def test_a_loaded_pipeline_is_not_fitted_again(path: Path) -> None:
    with pytest.raises(UsageError):
        load_model(path).estimator.fit(FRAME, LABELS)


def test_other_columns_in_the_schema_of_a_file(path: Path) -> None:
    raw = Raw(path)
    raw.document["schema"]["columns"].pop()
    with pytest.raises(ModelFileError):
        load_model(raw.write())


def test_the_file_holds_no_code(path: Path) -> None:
    content = path.read_bytes()
    assert b"sklearn" not in content.replace(b'"scikit-learn"', b"")
    document = json.dumps(Raw(path).document)
    assert "median" not in document  # what was learned, not how


@pytest.mark.parametrize("value", [-7, 0, 99])
def test_changed_numbers_are_refused_or_answered(path: Path, value: int) -> None:
    """No changed array leads anywhere but to a sentence or to answers."""
    for name, entry in list(Raw(path).header.items()):
        raw = Raw(path)
        begin, end = entry["data_offsets"]
        if end == begin or entry["dtype"] == "BOOL":
            continue
        dtype = {"F64": np.float64, "I64": np.int64, "F32": np.float32, "I32": np.int32}[entry["dtype"]]
        count = (end - begin) // np.dtype(dtype).itemsize
        raw.data = raw.data[:begin] + np.full(count, value, dtype).tobytes() + raw.data[end:]
        raw.path = path.with_name("other.fenlei")
        try:
            load_model(raw.write()).predict(FRAME)
        except (ModelFileError, DataError, UsageError):
            continue
        assert value != -7 or "F" in entry["dtype"], name
