"""Whole files: what was saved is what is loaded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from sklearn.exceptions import NotFittedError

from fenlei.errors import ModelFileError, UsageError
from fenlei.model_file import Model, load_model, save_model
from tests.model_file.raw import Raw
from tests.model_file.stand_ins import NearestMean, Tree, X, Y


def test_the_estimator_comes_back(small_file: Path, fitted: NearestMean) -> None:
    loaded = load_model(small_file)
    assert type(loaded) is NearestMean
    assert loaded.predict(X).tolist() == Y.tolist()
    assert loaded.means_.tobytes() == fitted.means_.tobytes()
    assert loaded.classes_.tolist() == ["国光", "红富士"]
    assert loaded.get_params()["priors"].tolist() == [0.5, 0.5]


def test_training_goes_on_after_loading(small_file: Path, fitted: NearestMean) -> None:
    more = X[:2] + 0.1
    loaded = load_model(small_file).partial_fit(more, Y[:2])
    assert loaded.means_.tobytes() == fitted.partial_fit(more, Y[:2]).means_.tobytes()


def test_the_same_model_gives_the_same_bytes(small_file: Path, tmp_path: Path) -> None:
    loaded = load_model(small_file)
    save_model(loaded, tmp_path / "again.fenlei")
    assert (tmp_path / "again.fenlei").read_bytes() == small_file.read_bytes()


def test_safetensors_reads_the_file(small_file: Path) -> None:
    with safe_open(small_file, framework="np") as file:
        document = json.loads(file.metadata()["fenlei"])
        assert file.get_tensor("model.mean").tolist() == [[0.5, 0.5], [4.5, 4.5]]
    assert document["format"] == 1
    assert document["estimator"]["kind"] == "nearest_mean"
    assert set(document["versions"]) == {"fenlei", "numpy", "scikit-learn"}


def test_facts_come_back(tmp_path: Path, fitted: NearestMean) -> None:
    facts = {"rows": 4, "scores": {"auc": float("nan"), "accuracy": np.float64(1.0)}, "文件": ["苹果.csv"]}
    save_model(fitted, tmp_path / "a.fenlei", facts=facts)
    model = load_model(tmp_path / "a.fenlei")
    assert isinstance(model, Model)
    assert repr(model.facts) == repr(facts | {"scores": {"auc": float("nan"), "accuracy": 1.0}})
    assert model.predict(X).tolist() == Y.tolist()
    assert model.classes_.tolist() == ["国光", "红富士"]


def test_a_model_is_saved_with_all_it_has(tmp_path: Path, fitted: NearestMean) -> None:
    save_model(Model(fitted, facts={"a": 1}), tmp_path / "a.fenlei")
    save_model(load_model(tmp_path / "a.fenlei"), tmp_path / "b.fenlei")
    assert (tmp_path / "a.fenlei").read_bytes() == (tmp_path / "b.fenlei").read_bytes()


def test_refuses_an_unfitted_estimator(tmp_path: Path) -> None:
    with pytest.raises(NotFittedError):
        save_model(NearestMean(), tmp_path / "a.fenlei")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("model", [None, {}, NearestMean, len])
def test_refuses_what_is_no_estimator(tmp_path: Path, model: object) -> None:
    with pytest.raises(UsageError, match="cannot be saved"):
        save_model(model, tmp_path / "a.fenlei")


def test_refuses_a_callable_parameter_and_leaves_the_old_file(small_file: Path) -> None:
    before = small_file.read_bytes()
    with pytest.raises(UsageError, match=r"parameters.priors=<built-in function len> cannot be saved"):
        save_model(NearestMean(len).fit(X, Y), small_file)
    assert small_file.read_bytes() == before


def test_refuses_a_missing_folder(tmp_path: Path, fitted: NearestMean) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        save_model(fitted, tmp_path / "no" / "a.fenlei")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": 3}, "has format 3, newer than the format 2 that this fenlei reads; update fenlei"),
        ({"format": 2}, "document is"),
        ({"format": 0}, "format is 0 where an integer from 1"),
        ({"format": "1"}, "format is '1'"),
        ({"format": True}, "format is True"),
        ({"estimator": None}, "estimator is None where an object with kind"),
        ({"schema": {}}, "content of schema"),
        ({"schema": []}, "content of schema"),
        ({"preparation": {}}, "preparation is"),
        ({"facts": None}, "facts is None"),
        ({"facts": {"$type": "tuple", "items": []}}, "facts is"),
        ({"versions": []}, "versions is"),
        ({"more": 1}, "document is"),
    ],
)
def test_refuses_a_document_that_does_not_fit(small_file: Path, change: dict, sentence: str) -> None:  # type: ignore[type-arg]
    raw = Raw(small_file)
    raw.document |= change
    with pytest.raises(ModelFileError) as caught:
        load_model(raw.write())
    assert str(caught.value).startswith(f"{small_file}: ")
    assert sentence in str(caught.value)
    assert caught.value.text("zh").startswith(f"{small_file}：")


@pytest.mark.parametrize("document", [[], None, 1, "x", {}])
def test_refuses_a_document_that_is_none(small_file: Path, document: object) -> None:
    raw = Raw(small_file)
    raw.document = document  # type: ignore[assignment]
    with pytest.raises(ModelFileError):
        load_model(raw.write())


def test_refuses_an_array_that_nothing_uses(small_file: Path) -> None:
    raw = Raw(small_file)
    end = len(raw.data)
    raw.header["model.more"] = {"dtype": "U8", "shape": [3], "data_offsets": [end, end + 3]}
    raw.data += b"abc"
    with pytest.raises(ModelFileError, match=r"array 'model\.more' has an array where none is needed"):
        load_model(raw.write())


def test_refuses_a_cyclic_tree(tree_file: Path) -> None:
    raw = Raw(tree_file)
    begin, end = raw.header["model.left"]["data_offsets"]
    raw.data = raw.data[:begin] + np.array([0, -1, -1]).tobytes() + raw.data[end:]
    assert type(load_model(tree_file)) is Tree
    with pytest.raises(ModelFileError, match="a cycle where a tree is needed"):
        load_model(raw.write())
