"""Understand: plane, in a real browser: the numbers of the book, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from tests.studio.browser.conftest import OpenPage, go
from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]


def test_the_point_is_moved_by_keyboard(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 17: (1, 2) has neighbours at 1, √2 and 2; the link restores it."""
    studio = start()
    studio.open("example_5_1")
    how = {"model": "k_neighbors", "params": "n_neighbors=3", "scale": "none"}
    page = open_page(studio, f"plane?{urlencode(how | {'px': 1, 'py': 2})}")
    page.locator("table.near tbody tr").nth(2).wait_for()
    distances = page.locator("table.near td.number").all_inner_texts()
    assert distances == ["1", "1.414214", "2"]
    assert "class 1" in page.locator("[data-at=label]").inner_text()
    assert page.locator("[data-at=radius]").inner_text().endswith(" 2")
    ball = page.locator(".ball").bounding_box()
    unit = page.evaluate("() => document.querySelector('.mark-plane').getBoundingClientRect().width")
    assert ball is not None
    assert abs(ball["width"] - ball["height"]) < 0.02 * unit
    page.locator(".mark-plane").focus()
    for key in ("ArrowLeft",) * 5 + ("ArrowDown",) * 3 + ("Shift+ArrowRight",):
        page.keyboard.press(key)
    page.locator("table.near tbody tr").nth(2).wait_for()
    query = page.evaluate("() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1]))")
    assert 0 < float(query["px"]) < 1
    assert 1 < float(query["py"]) < 2
    page.keyboard.press("Enter")
    page.get_by_text("The point of row").wait_for()
    page.keyboard.press("Escape")
    page.get_by_text("Choose a point").wait_for()
    one = open_page(studio, f"plane?{urlencode(how | {'params': 'n_neighbors=1', 'px': 1, 'py': 2})}")
    one.locator("[data-at=label]", has_text="class 2").wait_for()
    assert one.locator("[data-at=radius]").inner_text().endswith(" 1")


def test_the_margin_moves_with_C(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 18."""
    studio = start()
    studio.open("example_5_2")
    hard = {"model": "svc", "params": "C=inf; kernel=linear", "scale": "none"}
    page = open_page(studio, f"plane?{urlencode(hard)}")
    page.locator("[data-at=line]", has_text="f = 3 − 2 · x1 − 2 · x2").wait_for()
    assert "0.7071068" in page.locator("[data-at=margin]").inner_text()
    assert page.locator(".mark-plane .beside").all_text_contents() == ["α 4", "α 3", "α 1"]
    assert page.locator(".mark-plane path.margin").count() == 2
    page.locator("summary", has_text="Parameters").click()
    page.get_by_label("Parameters of the model").fill("C=1; kernel=linear")
    page.keyboard.press("Tab")
    page.locator("[data-at=line]", has_text="f = 1 − 1 · x1 − 1 · x2").wait_for()
    page.locator(".mark-plane").click(position={"x": 300, "y": 150})
    page.locator("[data-at=decision]").wait_for()
    page.locator("summary", has_text="Why").click()
    page.locator(".plane .fragment math").first.wait_for()


def test_slice_and_model_of_two_features_say_what_they_are(
    compared: RunningStudio, open_page: OpenPage
) -> None:
    """Acceptance line 19."""
    page = open_page(compared, "plane?model=lda")
    page.locator("figcaption", has_text="A slice of the full model").wait_for()
    page.locator(".mark-plane .regions path").first.wait_for()
    before = page.locator(".mark-plane .regions").inner_html()
    page.get_by_label("Model of these two features").check()
    page.locator("figcaption", has_text="A model of these two features alone").wait_for()
    studio_draws = page.locator(".mark-plane .regions")
    compared.until(studio_draws.inner_html, lambda now: now != before)
    assert "how=two" in page.url
    page.get_by_label("Colours").select_option("1")
    page.locator("summary", has_text="As a table").click()
    assert page.locator(".as-table tbody tr").count() == 200
    go(page, "plane?model=svc")
    page.locator(".mark-plane path.margin").first.wait_for(state="attached")
