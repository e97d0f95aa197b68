"""Ids of the source documents: each one that is used is explained in `docs/book.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "docs", "examples")
PATTERN = re.compile(r"\b(?:[AB]-[MGEQ]\d+|G00\d-[A-Z]?\d+|[BE](?:[1-9]|[12]\d|30))\b(?!\.)")
PAGES = (ROOT / "docs" / "book.md", ROOT / "docs" / "zh" / "book.md")


def explained(page: Path) -> list[str]:
    """The first cells of the table of ids."""
    return list(re.findall(r"^\| ([^|]+) \|", page.read_text("utf-8"), re.MULTILINE))


def used() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".md", ".toml") and path not in PAGES and path != Path(__file__):
                for found in PATTERN.findall(path.read_text("utf-8")):
                    yield found, str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_every_id_is_explained(page: Path) -> None:
    known = set(explained(page))
    assert {(name, where) for name, where in used() if name not in known} == set()


def test_both_pages_explain_the_same_ids_once() -> None:
    english, chinese = ([cell for cell in explained(page) if PATTERN.fullmatch(cell)] for page in PAGES)
    assert english == chinese
    assert len(english) == len(set(english))
