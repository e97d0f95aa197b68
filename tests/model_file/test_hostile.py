"""Damaged, foreign and hostile files: one clear sentence, or a model that predicts; never anything else."""

from __future__ import annotations

import os
import pickle
import random
import tracemalloc
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fenlei.errors import ModelFileError
from fenlei.model_file import load_model
from tests.model_file.raw import Raw, outcome


@pytest.mark.parametrize("name", ["small_file", "tree_file"])
def test_truncation_at_every_byte(name: str, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(name)
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        assert outcome(path) == "refused", length


@pytest.mark.parametrize("name", ["small_file", "tree_file"])
@pytest.mark.parametrize("flips", [1, 3])
def test_random_byte_flips(name: str, flips: int, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(name)
    content = path.read_bytes()
    chance = random.Random(flips)
    outcomes = set()
    for _ in range(2000):
        changed = bytearray(content)
        for place in chance.sample(range(len(content)), flips):
            changed[place] ^= chance.randrange(1, 256)
        path.write_bytes(changed)
        outcomes.add(outcome(path))
    assert "refused" in outcomes
    assert flips > 1 or "loaded" in outcomes  # one flip may only change a number, and that is a model


def test_every_bit_of_the_header(tree_file: Path) -> None:
    content = tree_file.read_bytes()
    header = 8 + int.from_bytes(content[:8], "little")
    for place in range(header):
        for bit in range(8):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            tree_file.write_bytes(changed)
            outcome(tree_file)


def test_random_pieces_cut_out_and_doubled(small_file: Path) -> None:
    content = small_file.read_bytes()
    chance = random.Random(0)
    for _ in range(500):
        a, b, c = (chance.randrange(len(content)) for _ in range(3))
        a, b = sorted((a, b))
        small_file.write_bytes(content[:c] + content[a:b] + content[c:])
        outcome(small_file)
        small_file.write_bytes(content[:a] + content[b:])
        outcome(small_file)


HOSTILE_VALUES: list[Any] = [None, True, -1, 0, 1, 2**31, 2**63, 1e308, "", "x", "nearest_mean"]
HOSTILE_VALUES += [[], [[]], [0] * 1000, ["a", "a"], {}, {"": {}}, {"$type": "array"}]
HOSTILE_VALUES += [{"$type": "estimator", "kind": "committee", "parameters": {}}]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a JSON value."""
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [path, *(place for key, child in children for place in places(child, (*path, key)))]


def test_every_value_of_the_header_replaced_by_hostile_ones(small_file: Path) -> None:
    for place in places([Raw(small_file).document, Raw(small_file).header])[1:]:
        for hostile in HOSTILE_VALUES:
            raw = Raw(small_file)
            pieces: Any = [raw.document, raw.header]
            parent = pieces
            for key in place[:-1]:
                parent = parent[key]
            parent[place[-1]] = hostile
            raw.document, raw.header = pieces
            raw.path = small_file.with_name("hostile.fenlei")
            if isinstance(raw.header, dict):
                outcome(raw.write())


def test_memory_is_bounded_by_the_file(small_file: Path) -> None:
    """A file of 400 kB that is all brackets, and one whose labels would make an array of 17 GB."""
    raw = Raw(small_file)
    brackets = b'{"__metadata__":{"fenlei":"' + b"[]," * 130_000 + b'"}}'
    labels = ["x" * 2**16] + [str(i) for i in range(2**16)]
    tracemalloc.start()
    try:
        assert outcome(raw.write_header(brackets)) == "refused"
        raw.document["estimator"]["classes"] = {"dtype": "str", "values": sorted(labels)}
        assert outcome(raw.write()) == "refused"
        assert tracemalloc.get_traced_memory()[1] < 50e6
    finally:
        tracemalloc.stop()


class Explosive:
    """Unpickling it would write a file."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("exploded",)


def foreign_files(folder: Path) -> list[Path]:
    (folder / "empty").write_bytes(b"")
    (folder / "text").write_text("品种,重量\n国光,180\n", encoding="utf-8")
    (folder / "json").write_text('{"format": 1}')
    (folder / "zeros").write_bytes(b"\0" * 1000)
    (folder / "pickle").write_bytes(pickle.dumps(Explosive()))
    with zipfile.ZipFile(folder / "zip", "w") as archive:
        archive.writestr("model.json", "{}")
    np.savez(folder / "npz", a=np.zeros(3))
    from safetensors.numpy import save_file

    save_file({"weight": np.zeros(3)}, folder / "safetensors", metadata={"format": "pt"})
    return sorted(folder.iterdir())


def test_foreign_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in foreign_files(tmp_path):
        with pytest.raises(ModelFileError, match="this is not a fenlei model file; give one written by"):
            load_model(path)
    assert not Path("exploded").exists()


def test_a_folder_a_pipe_and_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(ModelFileError, match="this is not a file"):
            load_model(path)
    for name in ("missing", "x" * 300, "a\0b"):
        with pytest.raises(ModelFileError, match="the file cannot be read"):
            load_model(f"{tmp_path}/{name}")


def test_a_file_that_may_not_be_read(small_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(ModelFileError, match=r"cannot be read \(Permission denied\)"):
        load_model(small_file)


def test_loading_never_warns(small_file: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_model(small_file)
