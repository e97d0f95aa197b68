"""The API reference: every public name is in the index, in both languages, and has a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fenlei
from docs import reference
from fenlei.registry import REGISTRY

DOCS = Path(__file__).parents[2] / "docs"
HAN = re.compile(r"[\u4e00-\u9fff]")


def test_the_index_has_every_public_name_once() -> None:
    names = reference.indexed_names()
    assert len(names) == len(set(names))
    missing = sorted(reference.public_names() - set(names))
    assert not missing, f"put these into docs/words.toml: {missing}"


def test_the_index_has_every_estimator_of_the_registry() -> None:
    assert {entry.class_name for entry in REGISTRY.values()} <= set(reference.indexed_names())


def test_every_name_of_the_index_is_there() -> None:
    for name in reference.indexed_names():
        assert reference.value(name) is not None, name


@pytest.mark.parametrize(("lang", "title"), [("en", "title"), ("zh", "zh")])
def test_the_page_of_the_index(lang: str, title: str) -> None:
    page = (DOCS / ("zh" if lang == "zh" else "") / "api.md").read_text("utf-8")
    assert ("{{ api_index_zh }}" if lang == "zh" else "{{ api_index }}") in page
    index = reference.index(lang)
    for chapter in reference.chapters():
        assert f"## {chapter[title]}" in index
        for english, chinese, _ in chapter["words"]:
            assert (chinese if lang == "zh" else english) in index
            assert not HAN.search(english)
            assert HAN.search(chinese)
    assert index.count("generated/api/") == len(reference.indexed_names())


def test_a_name_has_a_page_with_its_docstring() -> None:
    assert ".. autoclass:: fenlei.GaussianNB" in reference.page("GaussianNB")
    assert ".. autofunction:: fenlei.trees.gain_table" in reference.page("trees.gain_table")
    assert ".. autoexception:: fenlei.errors.DataError" in reference.page("errors.DataError")
    assert ".. autodata:: fenlei.table.DEFAULT_MISSING" in reference.page("table.DEFAULT_MISSING")
    assert all(
        reference.sentence(name) for name in reference.indexed_names() if callable(reference.value(name))
    )


def test_a_page_lists_the_methods_of_a_class() -> None:
    methods = reference.public_methods(fenlei.GaussianNB)
    assert {"fit", "partial_fit", "merge", "predict", "predict_proba", "log_density", "sample"} <= set(
        methods
    )
    assert not [name for name in methods if name.startswith(("_", "get_", "set_"))]
