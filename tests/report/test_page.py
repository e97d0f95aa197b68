"""The page, for its structure: one file, well-formed, escaped, accessible, small."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fenlei.errors import UsageError
from fenlei.report import write_report
from fenlei.report.facts import facts
from fenlei.report.page import render
from tests.report import results

VOID = {"meta", "link"}
MAKERS = [results.binary, results.three, results.twelve, results.hostile, results.early]
MAKERS += [results.nothing_done]


class Outline(HTMLParser):
    """Tags with their attributes, visible text, and whether every tag was closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.misnested: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        self.misnested += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self._open.pop() != tag:
            self.misnested.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style", "script"):
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def values(self, attribute: str) -> list[str]:
        return [value for _, attributes in self.tags if (value := attributes.get(attribute))]


def page_of(make: Callable[[], dict[str, Any]], lang: str) -> str:
    return render(facts(make(), lang))


@pytest.fixture(params=[(make, lang) for make in MAKERS for lang in ("en", "zh")], scope="module")
def outline(request: pytest.FixtureRequest) -> Outline:
    return Outline(page_of(*request.param))


def test_tags_are_nested_and_ids_unique(outline: Outline) -> None:
    assert outline.misnested == []
    ids = outline.values("id")
    assert len(ids) == len(set(ids))


def test_one_title_and_one_main_heading(outline: Outline) -> None:
    # <title> also names the drawings, inside <svg>.
    assert len(outline.all("h1")) == len(outline.all("main")) == 1
    levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_internal_references_lead_somewhere(outline: Outline) -> None:
    ids = set(outline.values("id"))
    links = [href for href in outline.values("href") if href != "data:,"]
    assert all(href.startswith("#") and href[1:] in ids for href in links)
    assert set(outline.values("aria-labelledby")) <= ids


def test_tables_have_captions_and_scoped_headings(outline: Outline) -> None:
    assert len(outline.all("table")) == len(outline.all("caption"))
    assert all(heading.get("scope") in ("row", "col", "rowgroup") for heading in outline.all("th"))


def test_drawings_are_named_or_hidden_from_readers(outline: Outline) -> None:
    drawings = outline.all("svg")
    named = [svg for svg in drawings if svg.get("role") == "img"]
    assert all(svg.get("aria-hidden") == "true" for svg in drawings if svg not in named)
    assert len(outline.all("title")) == len(named) + 1


def test_nothing_is_fetched(outline: Outline) -> None:
    assert not {"img", "iframe", "object", "embed", "video", "audio", "use", "image"} & {
        t for t, _ in outline.tags
    }
    assert outline.values("src") == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_address_is_in_the_page(lang: str) -> None:
    page = page_of(results.three, lang)
    assert not re.search(r"https?:|//\w|url\(|@import", page)


def test_the_policy_names_the_hash_of_the_only_script() -> None:
    page = page_of(results.hostile, "en")
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", page, flags=re.DOTALL)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page


def test_names_from_the_data_are_shown_not_run() -> None:
    page = page_of(results.hostile, "en")
    outline = Outline(page)
    shown = "".join(outline.text)
    assert "<script>alert('x')</script>" in shown
    assert "{{ 7 * 7 }}" in shown
    assert "😀 & co" in shown
    assert outline.values("onerror") == []
    assert len(outline.all("script")) == 1


def test_a_chinese_page_has_no_english_left() -> None:
    shown = " ".join(Outline(page_of(results.twelve, "zh")).text)
    command_and_names = {
        "fenlei",
        "compare",
        "target",
        "folds",
        "seed",
        "csv",
        "python",
        "numpy",
        "scikit",
        "learn",
    }
    terms = {"ROC", "AUC", "SHA", "Nadeau", "Bengio"}
    shown = re.sub(r"SHA-256 \w+|Variables are collinear", "", shown)  # a fingerprint; a model's own words
    assert set(re.findall("[A-Za-z]{3,}", shown)) <= command_and_names | terms


def test_any_result_stays_under_two_megabytes() -> None:
    page = page_of(results.huge, "en")
    assert len(page.encode()) < 2_000_000
    shown = "".join(Outline(page).text)
    assert "The first 100 of 200 columns are shown." in shown
    assert "The 11 largest of 50 classes are shown" in shown
    assert "The curves of the 10 largest of 50 classes are shown." in shown
    assert "The 20 best of 35 models are shown in detail." in shown
    assert "Of 200 columns, the 8 that tell most about the class are shown." in shown
    assert "The 15 largest of 200 coefficients are shown." in shown


def test_the_same_result_gives_the_same_page() -> None:
    assert page_of(results.three, "en") == page_of(results.three, "en")


def test_the_report_is_written_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "报告.html"
    write_report(results.twelve(), path, lang="zh")
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page == page_of(results.twelve, "zh")


def test_a_folder_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        write_report(results.three(), tmp_path / "missing" / "report.html")
