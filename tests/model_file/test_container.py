"""The bytes: what is written can be read here and by safetensors, and nothing else is accepted."""

from __future__ import annotations

import io
import os
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from safetensors import safe_open

from fenlei.errors import ModelFileError, UsageError
from fenlei.model_file import container
from tests.model_file.raw import Raw

ARRAYS = {
    "a": np.arange(6.0).reshape(2, 3),
    "b.0": np.array([1.5, -0.0], np.float32),
    "b.1": np.arange(3),
    "c": np.arange(3, dtype=np.int32),
    "d": np.array([True, False]),
    "e": np.array(7.0),
    "f": np.zeros((0, 5)),
    "g": np.array([1, 2, 255], np.uint8),
}


def write(path: Path, arrays: dict[str, Any] = ARRAYS, document: Any = None) -> Path:
    with path.open("wb") as stream:
        container.write(stream, {"品种": "é"} if document is None else document, arrays)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "a.fenlei")


def assert_same(arrays: dict[str, Any], others: dict[str, Any]) -> None:
    assert arrays.keys() == others.keys()
    for name, array in arrays.items():
        assert others[name].dtype == array.dtype
        assert others[name].shape == array.shape
        assert others[name].tobytes() == array.tobytes()


def test_round_trip(path: Path) -> None:
    document, arrays = container.read(path)
    assert document == {"品种": "é"}
    assert_same(ARRAYS, arrays)
    assert all(array.flags.writeable and array.flags.aligned for array in arrays.values())


def test_safetensors_reads_the_file(path: Path) -> None:
    with safe_open(path, framework="np") as file:
        assert file.metadata() == {"fenlei": '{"品种":"é"}'}
        assert_same(ARRAYS, {name: file.get_tensor(name) for name in file.keys()})  # noqa: SIM118


@settings(max_examples=50)
@given(
    st.dictionaries(
        st.text("abc.0", min_size=1),
        st.sampled_from(["f8", "f4", "i8", "i4", "u1", "?"]).flatmap(
            lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, min_side=0, max_side=4))
        ),
        max_size=4,
    )
)
def test_any_arrays_round_trip(tmp_path_factory: pytest.TempPathFactory, arrays: dict[str, Any]) -> None:
    path = write(tmp_path_factory.mktemp("any") / "a.fenlei", arrays)
    assert_same(arrays, container.read(path)[1])


def test_order_and_byte_order_in_memory_do_not_matter(tmp_path: Path) -> None:
    a = np.arange(12.0).reshape(3, 4)
    variants = [a, np.asfortranarray(a), a.astype(">f8"), np.repeat(a, 2, axis=0)[::2]]
    contents = {write(tmp_path / f"{i}.fenlei", {"a": v}).read_bytes() for i, v in enumerate(variants)}
    assert len(contents) == 1


def test_every_array_is_aligned_in_the_file(path: Path) -> None:
    raw = Raw(path)
    start = path.stat().st_size - len(raw.data)
    for name, entry in raw.header.items():
        assert (start + entry["data_offsets"][0]) % ARRAYS[name].itemsize == 0


def test_refuses_to_write_a_header_that_it_would_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MAX_HEADER", 1000)
    with pytest.raises(UsageError, match="a model file allows 1000"):
        container.write(io.BytesIO(), {"a": "x" * 1000}, {})


def test_refuses_to_write_half_a_surrogate_pair() -> None:
    with pytest.raises(UsageError, match=r"ud800.* is not valid Unicode"):
        container.write(io.BytesIO(), {"a": "\ud800"}, {})


# --- damaged and hostile files


def changed(path: Path, name: str, **entry: Any) -> Path:
    raw = Raw(path)
    raw.header[name] |= entry
    return raw.write()


@pytest.mark.parametrize(
    "entry",
    [
        {"shape": [3, 3]},
        {"shape": [2**40, 3]},
        {"shape": [2**62, 2**62]},
        {"shape": [-2, -3]},
        {"shape": [2.0, 3]},
        {"shape": [True, 6]},
        {"shape": "23"},
        {"shape": None},
        {"shape": [1] * 7 + [2, 3]},
        {"data_offsets": [0, 2**60]},
        {"data_offsets": [2**60, 2**60 + 48]},
        {"data_offsets": [-48, 0]},
        {"data_offsets": [48, 0]},
        {"data_offsets": [0]},
        {"data_offsets": [0, 48, 48]},
        {"data_offsets": [8, 56]},
        {"data_offsets": [0, 40], "shape": [5]},
        {"dtype": "F16"},
        {"dtype": "object"},
        {"dtype": ["F64"]},
        {"dtype": "BOOL", "shape": [48]},
        {"more": 1},
    ],
)
def test_refuses_an_entry_that_lies(path: Path, entry: dict[str, Any]) -> None:
    with pytest.raises(ModelFileError):
        container.read(changed(path, "a", **entry))


def test_refuses_overlapping_arrays(path: Path) -> None:
    with pytest.raises(ModelFileError, match="has offset"):
        container.read(changed(path, "b.1", data_offsets=[0, 24]))


@pytest.mark.parametrize("shape", [[0, 2**63], [2**31, 2**31, 0], [0] * 9])
def test_refuses_an_impossible_empty_array(path: Path, shape: list[int]) -> None:
    with pytest.raises(ModelFileError, match=r"'f'|f is"):
        container.read(changed(path, "f", shape=shape))


def test_refuses_bytes_that_are_neither_true_nor_false(tmp_path: Path) -> None:
    raw = Raw(write(tmp_path / "a.fenlei", {"d": np.array([True, False])}))
    raw.data = b"\x01\x02"
    with pytest.raises(ModelFileError, match="0 or 1 for BOOL"):
        container.read(raw.write())


def test_refuses_bytes_after_the_last_array(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(ModelFileError, match="cut short or changed"):
        container.read(path)


@pytest.mark.parametrize(
    "metadata",
    [{}, {"format": "pt"}, {"fenlei": 1}, {"fenlei": "{"}, {"fenlei": "{}", "more": "x"}, [], "x"],
)
def test_refuses_foreign_metadata(path: Path, metadata: Any) -> None:
    with pytest.raises(ModelFileError):
        container.read(Raw(path).write(metadata))


def test_refuses_a_repeated_array_name(path: Path) -> None:
    raw = Raw(path)
    entry = b'"a":{"dtype":"F64","shape":[],"data_offsets":[0,8]}'
    raw.data = b"\0" * 8
    with pytest.raises(ModelFileError, match="occurs twice"):
        container.read(raw.write_header(b'{"__metadata__":{"fenlei":"{}"},' + entry + b"," + entry + b"}"))


@pytest.mark.parametrize("length", [0, 1, 2**24 + 1, 2**63, 2**64 - 1])
def test_refuses_an_impossible_header_length(path: Path, length: int) -> None:
    path.write_bytes(length.to_bytes(8, "little") + path.read_bytes()[8:])
    with pytest.raises(ModelFileError, match="not a fenlei model file"):
        container.read(path)


def test_a_lying_header_takes_no_memory(path: Path) -> None:
    """Ten thousand arrays that claim 4 EB each, and a header that claims 16 MiB of a small file."""
    raw = Raw(path)
    for i in range(1000):
        raw.header[f"x{i}"] = {"dtype": "U8", "shape": [2**62], "data_offsets": [0, 2**62]}
    lying = raw.write()
    short = path.with_name("short.fenlei")
    short.write_bytes((2**24).to_bytes(8, "little") + b"{" + b" " * 100)
    tracemalloc.start()
    try:
        for file in (lying, short):
            with pytest.raises(ModelFileError):
                container.read(file)
        assert tracemalloc.get_traced_memory()[1] < 2e6
    finally:
        tracemalloc.stop()


def test_arrays_that_do_not_fit_into_memory_get_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "empty", no_memory)
    with pytest.raises(ModelFileError, match="do not fit into memory"):
        container.read(path)


def test_a_file_that_shrinks_while_it_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = path.read_bytes()
    size = os.stat_result((0o100644, 0, 0, 1, 0, 0, len(content), 0, 0, 0))
    monkeypatch.setattr(os, "fstat", lambda _: size)
    path.write_bytes(content[:-1])
    with pytest.raises(ModelFileError, match="cut short or changed"):
        container.read(path)
