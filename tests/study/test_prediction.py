"""Predictions are appended to the rows as they came, block by block."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import fenlei
from fenlei.errors import DataError, ModelFileError
from fenlei.model_file import Model, save_model
from fenlei.study import load_table_model, predict_blocks, prediction, train
from fenlei.study.prediction import UnseenCategories, unseen_notes
from tests.study.tables import apples, write_csv


@pytest.fixture(scope="module")
def model() -> Model:
    return train(apples(), "gaussian_nb", "品种")


def test_columns_are_appended_to_the_text_as_it_came(model: Model, tmp_path: Path) -> None:
    columns = apples(12, seed=1)
    columns["重量(克)"] = [f"{value:.3f}" for value in columns["重量(克)"]]
    path = write_csv(columns | {"备注": ["随便, 看看"] * 12}, tmp_path / "new.csv", "gb18030")
    (rows,) = predict_blocks(model, path, proba=True)
    assert rows.column_names == [
        *columns, "备注", "prediction", "probability_国光", "probability_红富士", "probability_黄元帅"
    ]  # fmt: skip
    assert rows["重量(克)"].to_pylist() == columns["重量(克)"]
    table = fenlei.read_table(path)
    assert rows["prediction"].to_pylist() == model.predict(table).tolist()
    shares = np.column_stack([rows[name].to_numpy() for name in rows.column_names[-3:]])
    np.testing.assert_array_equal(shares, model.predict_proba(table))


def test_blocks_equal_whole(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_csv(apples(50, seed=2), tmp_path / "new.csv")
    (whole,) = predict_blocks(model, path)
    small = prediction.read_blocks
    monkeypatch.setattr(prediction, "read_blocks", lambda *args, **options: small(*args, rows=7, **options))
    blocks = list(predict_blocks(model, path))
    assert [block.num_rows for block in blocks] == [7] * 7 + [1]
    assert pa.concat_tables(blocks).to_pylist() == whole.to_pylist()


def test_the_target_may_be_absent(model: Model) -> None:
    columns = apples(5, seed=3)
    del columns["品种"]
    (rows,) = predict_blocks(model, columns)
    assert rows.num_rows == 5


def test_a_taken_name_is_not_taken_twice(model: Model) -> None:
    columns = apples(5, seed=3) | {"prediction": ["mine"] * 5, "prediction_2": ["mine"] * 5}
    (rows,) = predict_blocks(model, columns)
    assert rows.column_names[-1] == "prediction_3"
    assert rows["prediction"].to_pylist() == ["mine"] * 5


def test_a_column_that_the_model_needs(model: Model) -> None:
    columns = apples(5)
    del columns["含糖率"]
    with pytest.raises(DataError, match="含糖率"):
        list(predict_blocks(model, columns))


def test_a_model_without_a_schema_cannot_take_tables(tmp_path: Path) -> None:
    iris = fenlei.load("iris")
    fenlei.save_model(fenlei.GaussianNB().fit(iris.X, iris.y), tmp_path / "bare.fenlei")
    with pytest.raises(ModelFileError, match="without a schema"):
        load_table_model(tmp_path / "bare.fenlei")


def test_a_model_of_dates_is_saved_and_counts_what_it_cannot_read(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    days = np.datetime64("2024-01-01") + rng.integers(0, 700, 300)
    weekend = [bool((day.astype("int64") + 3) % 7 >= 5) for day in days]
    columns = {"day": [str(day) for day in days], "price": [f"{p},5" for p in range(300)], "y": weekend}
    for name in ("decision_tree", "lda"):
        save_model(train(columns, name, "y"), tmp_path / "m.fenlei")
        model = load_table_model(tmp_path / "m.fenlei")
        new = {"day": ["2026-11-21", "21.11.2026", "2026-11-18"], "price": ["1,5", "2,5", "1.5"]}
        unseen: dict[str, UnseenCategories] = {}
        (rows,) = predict_blocks(model, new, unseen=unseen)
        assert rows.num_rows == 3
        assert unseen == {"day": (1, "21.11.2026", "Y-m-d"), "price": (1, "1.5", "1234,5")}
        assert unseen_notes(unseen, "en")[0].startswith("Column 'day': 1 value is not written like 'Y-m-d'")
    (rows,) = predict_blocks(train(columns, "decision_tree", "y"), new)
    assert rows["prediction"].to_pylist()[::2] == [True, False]
