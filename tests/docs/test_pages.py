"""The documentation's pages: every example runs and prints what the page says; every chapter is complete."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

from benchmarks.chapters import CHAPTERS, chapter_table
from benchmarks.suite import ROWS, select
from docs import reference

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH, CHINESE = sorted(DOCS.glob("*.md")), sorted((DOCS / "zh").glob("*.md"))
PAGES = [*ENGLISH, *CHINESE]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
FAMILIES = sorted(CHAPTERS)
# English pages without a Chinese one: the reference, and what the Chinese chapters contain.
ONLY_ENGLISH = {"architecture", "datasets", "numbers", "pictures", "stability"}


def name(page: Path) -> str:
    return page.relative_to(DOCS).with_suffix("").as_posix()


def pictures() -> dict[str, list[str]]:
    spec = importlib.util.spec_from_file_location("docs_draw", DOCS / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: dict[str, list[str]] = module.PICTURES
    return found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_examples_of_the_page(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=OPTIONS)
    assert failed == 0


def test_the_pages_have_examples() -> None:
    with_examples = {name(page) for page in PAGES if ">>>" in page.read_text("utf-8")}
    assert {"bayes", "book", "datasets", "discriminant", "numbers", "tables"} <= with_examples
    run_when_built = {"zh/chapter_3", "zh/lab_report", "zh/exercises"}  # tests/docs/test_demos.py
    without = {
        "zh/index",
        "zh/command_line",
        "zh/serving",
        "zh/studio",
        "zh/api",
        "zh/estimators",
    } | run_when_built
    assert {name(page) for page in CHINESE} - without <= with_examples


def test_every_page_has_a_chinese_one() -> None:
    assert {page.stem for page in ENGLISH} - ONLY_ENGLISH == {page.stem for page in CHINESE}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_pictures_are_there(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("family", FAMILIES)
def test_a_chapter_has_formulas_pictures_and_figures(family: str) -> None:
    for lang, folder in (("", ""), ("_zh", "zh/")):
        text = (DOCS / f"{folder}{family}.md").read_text("utf-8")
        assert "$" in text
        assert f"{{{{ {family}_speed{lang} }}}}" in text
        for picture in pictures()[family]:
            assert f"images/{folder}{picture}.png" in text


def test_every_benchmark_belongs_to_one_chapter() -> None:
    chosen = [row.name for prefixes in CHAPTERS.values() for row in select(prefixes)]
    assert len(chosen) == len(set(chosen))
    assert {row.name for row in ROWS} == set(chosen)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_s_table_is_a_table_or_says_how_to_get_one(chapter: str, lang: str) -> None:
    table = chapter_table(chapter, lang)
    assert table.startswith("| ") or f"make bench ROWS={CHAPTERS[chapter]}" in table


def test_an_included_docstring_is_that_of_a_module() -> None:
    found = reference.included_modules()
    assert found["bayes_gaussian_nb_module"] == "fenlei.bayes.gaussian_nb"
    assert len(found) > 30
    assert all("\n" in reference.own_words(module) for module in found.values())
