"""A model that takes tables, before and after it was in a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.model_file import Model, load_model, save_model
from fenlei.table import Preparation, Table, prepare, read_table
from tests.model_file.raw import Raw, outcome
from tests.model_file.stand_ins import NearestMean

COLUMNS: dict[str, Any] = {
    "颜色": ["红", "绿", "红", None, "绿", "红"],
    "重量": [1.5, 2.5, None, 1.0, 2.0, 1.25],
    "品种": ["国光", "红富士", "国光", "国光", "红富士", "国光"],
}


@pytest.fixture
def table() -> Table:
    return read_table(COLUMNS, target="品种")


@pytest.fixture
def model(table: Table) -> Model:
    preparation = prepare(table).fit(table)
    estimator = NearestMean().fit(preparation.transform(table), table.labels().astype(str))
    return Model(estimator, table.schema, preparation, {"rows": 6})


@pytest.fixture
def path(tmp_path: Path, model: Model) -> Path:
    save_model(model.estimator, tmp_path / "a.fenlei", schema=model.schema, preparation=model.preparation)
    return tmp_path / "a.fenlei"


def test_predicts_the_same_from_every_form_of_a_table(model: Model, table: Table, tmp_path: Path) -> None:
    import pandas as pd
    import polars as pl

    csv = tmp_path / "table.csv"
    csv.write_text("重量,品种,颜色\n" + "1.5,?,红\n2.5,?,绿\n", encoding="utf-8")
    expected = COLUMNS["品种"]
    assert model.predict(table).tolist() == expected
    assert model.predict(COLUMNS).tolist() == expected
    assert model.predict(pd.DataFrame(COLUMNS)).tolist() == expected
    assert model.predict(pl.DataFrame(COLUMNS).drop("品种")).tolist() == expected
    assert model.predict(table.coded().X).tolist() == expected
    assert model.predict(csv).tolist() == expected[:2]


def test_a_table_with_other_categories_is_coded_by_the_models_schema(model: Model) -> None:
    others = read_table({"颜色": ["绿", "蓝"], "重量": [2.5, 1.0]})
    assert model.predict(others).tolist() == ["红富士", "国光"]


def test_a_table_without_a_feature_is_refused(model: Model) -> None:
    with pytest.raises(DataError, match="重量"):
        model.predict({"颜色": ["红"]})


def test_the_whole_model_comes_back(path: Path, model: Model, table: Table) -> None:
    loaded = load_model(path)
    assert isinstance(loaded, Model)
    assert loaded.schema == model.schema
    assert loaded.preparation.get_params() == model.preparation.get_params()
    assert loaded.facts == {}
    prepared = loaded.preparation.transform(table)
    assert prepared.tobytes() == model.preparation.transform(table).tobytes()
    assert loaded.predict(table).tolist() == COLUMNS["品种"]


def test_probabilities_come_from_the_estimator(model: Model, table: Table) -> None:
    class Half(NearestMean):
        def predict_proba(self, X: Any) -> Any:
            return np.full((len(X), 2), 0.5)

        def predict_log_proba(self, X: Any) -> Any:
            return np.log(self.predict_proba(X))

    half = Model(Half(), model.schema, model.preparation)
    assert half.predict_proba(table).shape == (6, 2)
    assert half.predict_log_proba(table)[0, 0] == np.log(0.5)


def test_saving_again_gives_the_same_bytes(path: Path, tmp_path: Path) -> None:
    save_model(load_model(path), tmp_path / "b.fenlei")
    assert (tmp_path / "b.fenlei").read_bytes() == path.read_bytes()


def changed(path: Path, change: Any) -> Path:
    raw = Raw(path)
    change(raw.document)
    return raw.write()


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["schema"]["columns"].pop(),
        lambda document: document["schema"]["columns"][1].update(name="other"),
        lambda document: document["schema"]["columns"][0]["categories"].reverse(),
        lambda document: document["schema"]["columns"].append(document["schema"]["columns"][0]),
        lambda document: document["preparation"].update(n_features_in=3),
        lambda document: document["preparation"].update(kind="nearest_mean"),
        lambda document: document.update(estimator=document["preparation"]),
        lambda document: document["estimator"].update(n_features_in=2),
        lambda document: document["preparation"]["parameters"].update(schema=None),
        lambda document: document["preparation"]["parameters"].update(schema=[]),
        lambda document: document["preparation"]["parameters"].update(one_hot=False),
    ],
)
def test_refuses_pieces_that_do_not_fit_together(path: Path, change: Any) -> None:
    with pytest.raises(ModelFileError):
        load_model(changed(path, change))


def test_random_byte_flips(path: Path, table: Table) -> None:
    """Of a whole model: schema, preparation and estimator."""
    assert hasattr(Preparation, "_check_model"), "a changed number of categories would make a huge matrix"
    content, chance = path.read_bytes(), random.Random(0)
    for _ in range(500):
        changed = bytearray(content)
        changed[chance.randrange(len(content))] ^= chance.randrange(1, 256)
        path.write_bytes(changed)
        outcome(path, table.coded().X)


def test_refuses_to_save_pieces_that_do_not_fit_together(model: Model, table: Table, tmp_path: Path) -> None:
    estimator, preparation = model.estimator, model.preparation
    other = read_table({"a": [1, 2]}).schema
    for wrong in (
        Model(preparation),
        Model(estimator, preparation=estimator),
        Model(estimator, other, preparation),
        Model(estimator, model.schema),
        Model(NearestMean().fit(table.coded().X[:2], table.labels()[:2].astype(str)), None, preparation),
    ):
        with pytest.raises(UsageError, match=r"The model cannot be saved: its \w+ is .* is needed"):
            save_model(wrong, tmp_path / "wrong.fenlei")
    assert not list(tmp_path.iterdir())
