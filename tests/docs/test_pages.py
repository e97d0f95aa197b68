"""The documentation's pages: every example runs and prints what the page says."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*.md"))
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_of_the_page(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=OPTIONS)
    assert failed == 0


def test_the_pages_have_examples() -> None:
    with_examples = [page.stem for page in PAGES if ">>>" in page.read_text("utf-8")]
    assert {"bayes", "book", "datasets", "discriminant", "numbers", "tables"} <= set(with_examples)
