"""The page in a real browser: silent, offline, sortable by keyboard, readable in both colour schemes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fenlei.report import write_report
from tests.report import results
from tests.report.browser import Page, browser, chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed: make browser"),
]

# The lowest contrast (WCAG) of any visible text with what lies behind it, and that text.
LOWEST_CONTRAST = """
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const colour = rgba(getComputedStyle(element).backgroundColor);
      if (colour[3] > 0) {
        const [r, g, b] = colour[3] < 1 ? behind(element.parentElement) : colour;
        return [r, g, b].map((c, i) => colour[i] * colour[3] + c * (1 - colour[3]));
      }
    }
    return [255, 255, 255];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let lowest = [21, ""];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent.trim();
    if (!words || !element.checkVisibility() || element.closest("script, title, desc")) continue;
    const style = getComputedStyle(element);
    const ink = rgba(element.closest("svg") ? style.fill : style.color).slice(0, 3);
    const [a, b] = [luminance(ink), luminance(behind(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < lowest[0]) lowest = [contrast, words];
  }
  return lowest;
})()
"""
MODELS = "[...document.querySelectorAll('.board tbody th')].map(th => th.dataset.value)"
# The text spacing that WCAG 2.2, criterion 1.4.12, allows readers to set: wider than in any common font.
WIDER_TEXT = """
document.head.append(Object.assign(document.createElement("style"), {
  textContent: "* { letter-spacing: .12em !important; word-spacing: .16em !important; }",
}))
"""
OPEN_ALL = "document.querySelectorAll('details').forEach(d => d.open = true)"


@pytest.fixture(scope="module")
def chrome() -> Iterator[Page]:
    with browser() as page:
        yield page


@pytest.fixture
def page(chrome: Page) -> Page:
    chrome.errors.clear()
    chrome.requests.clear()
    chrome.show()
    return chrome


@pytest.mark.parametrize("name", ["binary", "twelve", "hostile", "early", "nothing_done"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_error_and_no_request(page: Page, tmp_path: Path, name: str, lang: str) -> None:
    path = tmp_path / "report.html"
    write_report(getattr(results, name)(), path, lang=lang)
    page.open(path)
    page.evaluate(OPEN_ALL)
    assert page.errors == []
    assert page.requests == [path.as_uri()]
    assert page.evaluate("document.scripts.length") == 1


@pytest.mark.parametrize("name", ["binary", "twelve", "huge"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_is_never_wider_than_the_window(page: Page, tmp_path: Path, name: str, lang: str) -> None:
    path = tmp_path / "report.html"
    write_report(getattr(results, name)(), path, lang=lang)
    page.open(path)
    page.evaluate(OPEN_ALL)
    for widen in ("", WIDER_TEXT):
        page.evaluate(widen)
        for width in (320, 390, 480, 520, 800, 1200):
            page.show(width=width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, widen)


def test_the_leaderboard_sorts_by_keyboard_and_keeps_unknown_values_last(page: Page, tmp_path: Path) -> None:
    result = results.three()
    done = [model for model in result["models"] if model["status"] == "done"]
    for model, loss in zip(
        done, [None, 0.3, 0.1, 0.2, 0.4], strict=True
    ):  # dummy, lda, qda, gaussian, categorical
        model["summary"]["log_loss"] = {"mean": loss, "low": loss, "high": loss}
    path = tmp_path / "report.html"
    write_report(result, path)
    page.open(path)
    labels = {model["name"]: model["label_en"] for model in done}
    page.evaluate("document.querySelectorAll('.board thead button')[5].focus()")
    page.press("Enter")
    rising = ["qda", "gaussian_nb", "lda", "categorical_nb", "dummy"]
    assert page.evaluate(MODELS) == [labels[name] for name in rising]
    assert page.evaluate("document.querySelectorAll('.board [aria-sort]').length") == 1
    assert page.evaluate("document.activeElement.closest('th').ariaSort") == "ascending"
    page.press("Enter")
    falling = ["categorical_nb", "lda", "gaussian_nb", "qda", "dummy"]
    assert page.evaluate(MODELS) == [labels[name] for name in falling]
    assert page.evaluate("document.activeElement.closest('th').ariaSort") == "descending"


def test_the_columns_sort_by_keyboard(page: Page, tmp_path: Path) -> None:
    result = results.three()
    for place, column in enumerate(result["data"]["schema"]["columns"]):
        column["n_missing"] = [3, 11, 0, 20][place % 4]
    path = tmp_path / "report.html"
    write_report(result, path)
    page.open(path)
    page.evaluate("document.querySelectorAll('.schema thead button')[2].focus()")
    page.press("Enter")
    cells = (
        "[...document.querySelectorAll('.schema tbody tr')].map(row => Number(row.cells[2].dataset.value))"
    )
    missing = page.evaluate(cells)
    assert missing == sorted(missing, reverse=True)
    assert missing[0] == 20
    page.evaluate("document.querySelectorAll('.schema thead button')[0].focus()")
    page.press("Enter")
    names = page.evaluate("[...document.querySelectorAll('.schema tbody th')].map(th => th.dataset.value)")
    assert names == sorted(names, key=str.lower)


def test_the_first_key_press_reaches_the_skip_link(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(results.three(), path)
    page.open(path)
    page.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0


def test_all_that_scrolls_is_reached_by_keyboard(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(results.binary(), path)
    page.show(width=390)
    page.open(path)
    page.evaluate(OPEN_ALL)
    wide = "[...document.querySelectorAll('body *')].filter(e => getComputedStyle(e).overflowX === 'auto')"
    assert page.evaluate(f"{wide}.length") > 5
    assert page.evaluate(f"{wide}.every(e => e.tabIndex === 0 && e.ariaLabelledByElements.length === 1)")


@pytest.mark.parametrize("name", ["binary", "three", "twelve", "huge"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_everything_stays_inside_the_printed_page(page: Page, tmp_path: Path, name: str, lang: str) -> None:
    """Wider content would make the browser shrink the whole page."""
    path = tmp_path / "report.html"
    write_report(getattr(results, name)(), path, lang=lang)
    page.open(path)
    page.show(medium="print", width=680)  # about what A4 leaves between its margins
    shown = "[...document.querySelectorAll('table, .tree, .plot, pre, p, li, dd')]"
    assert (
        page.evaluate(f"{shown}.filter(e => e.getBoundingClientRect().right > 681).map(e => e.className)")
        == []
    )


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_has_enough_contrast(page: Page, tmp_path: Path, dark: bool) -> None:
    path = tmp_path / "report.html"
    write_report(results.three(), path)
    page.show(dark=dark)
    page.open(path)
    page.evaluate(OPEN_ALL)
    contrast, words = page.evaluate(LOWEST_CONTRAST)
    assert contrast >= 4.5, words


def test_closed_details_are_printed(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(results.three(), path)
    page.open(path)
    height = "document.querySelector('details').getBoundingClientRect().height"
    closed = page.evaluate(height)
    page.show(medium="print")
    assert page.evaluate(height) > closed + 200
