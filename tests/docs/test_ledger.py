"""The ledger of the documents: an item has a call that runs, a test that exists, words in both languages."""

from __future__ import annotations

import ast
import re
import shlex
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot
from numpy.testing import assert_allclose

from docs import book
from docs.ledger import names

ROOT = Path(__file__).parents[2]
ITEMS = book.items()
HAN = re.compile(r"[\u4e00-\u9fff]")
OWN = "tests/docs/test_ledger.py::test_a_call_runs_and_gives_its_value"
FORMULA = re.compile(r"[=⁻₀-₉_^σγμωβα*]|\d")


def name(one: book.Item) -> str:
    return f"{one.source} no. {one.number}, {one.at}"


@cache
def known() -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return names.namespace() | {"figure": script_of_the_gallery, "command": command_with_its_options}


def script_of_the_gallery(script: str) -> None:
    """The gallery's own tests draw it."""
    assert "def draw(" in (names.GALLERY / f"{script}.py").read_text("utf-8")


def command_with_its_options(line: str) -> None:
    """The command and its options are there; `tests/cli/test_documents.py` runs it."""
    program, command, *words = shlex.split(line)
    assert program == "fenlei"
    texts = names.command(f"fenlei {command} --help")
    assert not [word for word in words if word.startswith("--") and word not in texts], line


def is_equal(found: Any, literal: str) -> bool:
    """To the digits that are written; fractions and whole numbers exactly."""
    wanted = eval(literal, {"np": np})
    flat = wanted if isinstance(wanted, (list, tuple)) and wanted else [wanted]
    if isinstance(flat[0], (str, bool)):
        return bool(np.all(np.asarray(found) == np.asarray(wanted)))
    digits = [len(part) for part in re.findall(r"\d\.(\d+)(?![\de])", literal)]
    atol = 0.51 * 10.0 ** -max(digits) if digits and "/" not in literal and "e" not in literal else 1e-9
    return np.allclose(np.asarray(found, dtype=float), np.asarray(wanted, dtype=float), rtol=1e-8, atol=atol)


@pytest.mark.filterwarnings("ignore")  # some items are about a case that is warned of
@pytest.mark.parametrize("source", book.SOURCES)
def test_a_call_runs_and_gives_its_value(source: str) -> None:
    wrong = {}
    for one in ITEMS:
        if one.source != source or not one.call:
            continue
        try:
            found = eval(one.call, dict(known()))
        except Exception as error:
            wrong[name(one)] = f"{one.call}: {error!r}"
        else:
            if one.value and not is_equal(found, one.value):
                wrong[name(one)] = f"{one.call} gives {found}, not {one.value}"
    pyplot.close("all")
    assert not wrong


def test_every_item_has_a_call_and_a_test() -> None:
    assert len(ITEMS) >= 429
    for one in ITEMS:
        assert one.status in book.STATUSES, name(one)
        if one.status in ("equal", "convention"):
            assert one.call, name(one)
            assert one.test, name(one)
            assert one.test != OWN or one.value, name(one)
        if one.status != "equal":
            assert one.note, name(one)


@cache
def collected(file: str) -> set[str]:
    """`test_x` and `TestCase::test_x` of a file."""
    found = set()
    for node in ast.parse((ROOT / file).read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found |= {prefix + part.name for part in inner if isinstance(part, ast.FunctionDef)}
    return found


def test_every_test_exists() -> None:
    for one in ITEMS:
        for test in filter(None, one.test.split(", ")):
            file, _, function = test.partition("::")
            assert (ROOT / file).exists(), (name(one), test)
            assert function.split("[")[0] in collected(file), (name(one), test)


def test_both_languages_are_complete() -> None:
    for one in ITEMS:
        assert one.what, name(one)
        assert not HAN.search(one.what), name(one)
        assert HAN.search(one.zh) or FORMULA.search(one.zh) or one.zh.isascii(), name(one)
        assert bool(one.note) == bool(one.note_zh), name(one)
    for entry in book.read("misprints"):
        assert all(entry[key] for key in ("printed", "printed_zh", "right", "right_zh", "at")), entry
    for lang in ("en", "zh"):
        lines = book.page(lang).splitlines()
        assert sum(line.startswith("| ") and line.count(" | ") == 2 for line in lines) >= len(ITEMS)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_is_that_of_the_ledger(lang: str) -> None:
    written = book.PAGES[lang].read_text("utf-8")
    assert written == book.page(lang), "run `python -m docs.book`"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_items_have_no_ids_that_a_reader_cannot_resolve(lang: str) -> None:
    rows = "\n".join(book.section(source, lang) for source in book.SOURCES) + book.misprints(lang)
    told = re.sub(r"`[^`]*`", "", rows)
    assert not re.findall(r"\b(?:[AB]-[MGEQ]\d+|G00\d-\w+|items? \d+|第 ?\d+ ?条)", told)


def test_counts() -> None:
    total = [sum(column) for column in zip(*map(book.counts, book.SOURCES), strict=True)]
    assert total[0] == len(ITEMS) == sum(total[1:])
    assert total[-1] == 0, "an item is missing again"
    assert (
        sum(bool(one.value) for one in ITEMS) > 340
    )  # compared with a number of the document, or the right one
    assert_allclose(book.counts("003")[0], 40)
