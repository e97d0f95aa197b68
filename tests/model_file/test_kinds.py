"""Every kind of the registry: it comes back bit for bit, and its checks hold against a changed file."""

from __future__ import annotations

import random
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fenlei.model_file import load_model, save_model
from fenlei.model_file.kinds import class_of, kind_of
from fenlei.records import declared_fields
from fenlei.registry import REGISTRY
from tests.model_file.raw import Raw, outcome
from tests.model_files.make import answers, example, fitted

KINDS = list(REGISTRY)  # at collection, so without the stand-ins
WIDTHS = {"F64": 8, "F32": 4, "I64": 8, "I32": 4, "U8": 1, "BOOL": 1}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def path(kind: str, tmp_path: Path) -> Path:
    save_model(fitted(REGISTRY[kind]), tmp_path / "a.fenlei")
    return tmp_path / "a.fenlei"


def scores(model: Any, X: Any) -> bytes:
    said = answers(model, X)
    return np.ascontiguousarray(said.get("predict_proba", next(iter(said.values())))).tobytes()


def test_the_name_and_the_class_belong_together(kind: str) -> None:
    assert kind_of(class_of(kind)()) == kind


def test_predictions_are_bitwise_equal(kind: str, path: Path) -> None:
    X, _ = example(REGISTRY[kind])
    assert scores(load_model(path), X) == scores(fitted(REGISTRY[kind]), X)


OF_THE_ROWS = {"kmeans": {"labels_"}}  # what is known of the training rows alone is not kept


def test_every_public_attribute_comes_back(kind: str, path: Path) -> None:
    model, loaded = fitted(REGISTRY[kind]), load_model(path)
    kept = {name: value for name, value in vars(model).items() if name not in OF_THE_ROWS.get(kind, ())}
    assert vars(loaded).keys() == kept.keys()
    assert repr(loaded) == repr(model)
    for name, value in kept.items():
        assert repr(getattr(loaded, name)) == repr(value), name


def test_training_goes_on_as_without_the_file(kind: str, path: Path) -> None:
    model, loaded = fitted(REGISTRY[kind]), load_model(path)
    if not hasattr(model, "partial_fit"):
        pytest.skip("this kind is not trained in steps")
    X, y = example(REGISTRY[kind])
    assert scores(loaded.partial_fit(X[:20], y[:20]), X) == scores(model.partial_fit(X[:20], y[:20]), X)


# --- changed files


@pytest.fixture
def victim(kind: str, path: Path) -> Path:
    """A file to be changed, of a kind that checks its records: its kernels do not check bounds."""
    cls = class_of(kind)
    assert hasattr(cls, "_check_model")
    assert cls.Summary is None or hasattr(cls, "_check_summary")
    return path


def resized(path: Path, name: str, shape: list[int]) -> Path:
    """The file with zeros of another shape in place of one array, and the offsets after it moved."""
    raw = Raw(path)
    entry = raw.header[name]
    (begin, end), size = entry["data_offsets"], WIDTHS[entry["dtype"]] * prod(shape)
    raw.data = raw.data[:begin] + bytes(size) + raw.data[end:]
    for other in raw.header.values():
        if other["data_offsets"][0] >= end and other is not entry:
            other["data_offsets"] = [offset + size - (end - begin) for offset in other["data_offsets"]]
    entry |= {"shape": shape, "data_offsets": [begin, begin + size]}
    raw.path = path.with_name("other.fenlei")
    return raw.write()


def test_every_array_in_another_shape(kind: str, victim: Path) -> None:
    """A length may be free, the number of dimensions never is."""
    X, _ = example(REGISTRY[kind])
    for name, entry in Raw(victim).header.items():
        for shape in ([], [0], [0, 0], [1, 1], [0, 0, 0], [1, 1, 1, 1]):
            result = outcome(resized(victim, name, shape), X)
            assert result == "refused" or len(shape) == len(entry["shape"]), (name, shape)


def test_random_byte_flips(kind: str, victim: Path) -> None:
    content, chance, X = victim.read_bytes(), random.Random(0), example(REGISTRY[kind])[0]
    for _ in range(300):
        changed = bytearray(content)
        changed[chance.randrange(len(content))] ^= chance.randrange(1, 256)
        victim.write_bytes(changed)
        outcome(victim, X)


def takes_nan(cls: Any, name: str) -> bool:
    """Whether an array is declared to hold missing values."""
    record, _, field = name.partition(".")
    fields = {"model": cls.Model, "summary": cls.Summary}.get(record)
    return fields is not None and field in fields._fields and declared_fields(fields)[field].nan


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -1.0, 0.0, 1e308])
def test_any_number_in_every_array(kind: str, victim: Path, value: float) -> None:
    X = example(REGISTRY[kind])[0]
    for name, entry in Raw(victim).header.items():
        raw = Raw(victim)
        begin, end = entry["data_offsets"]
        if entry["dtype"] == "F64" and end > begin:
            raw.data = raw.data[:begin] + np.full((end - begin) // 8, value).tobytes() + raw.data[end:]
            raw.path = victim.with_name("other.fenlei")
            welcome = not np.isnan(value) or takes_nan(REGISTRY[kind].load(), name)
            assert outcome(raw.write(), X) == "refused" or welcome, name
