"""The player, the lessons and the scratch table in a real browser: by mouse, by keyboard, by link."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.studio.browser.conftest import OpenPage, eventually, go
from tests.studio.browser.test_access import RUN
from tests.studio.browser.test_access import axe as axe  # a fixture
from tests.studio.running import RunningStudio

MELONS = "lessons?lesson=melons-newton"
POINTS = "2,2,0;3,2,0;2,3,0;8,8,1;7,8,1;8,7,1"


def shown(page: Any) -> tuple[str, str, str]:
    """Caption, formulas and picture of the frame that is shown."""
    page.wait_for_timeout(50)
    parts = page.locator(".player .fragment")
    return (
        page.locator(".player .caption").inner_text(),
        parts.first.inner_html(),
        parts.nth(1).inner_html() if parts.count() > 1 else "",
    )


def test_back_after_forward_restores_every_frame_exactly(
    compared: RunningStudio, open_page: OpenPage
) -> None:
    """Acceptance line 23, all by keyboard."""
    page = open_page(compared, MELONS)
    page.locator(".player").focus()
    there = [shown(page)]
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        there.append(shown(page))
    assert len({caption for caption, _, _ in there}) == 6
    page.keyboard.press("ArrowRight")  # the last frame stays
    assert shown(page) == there[-1]
    for frame in reversed(there[:-1]):
        page.keyboard.press("ArrowLeft")
        assert shown(page) == frame
    page.keyboard.press("End")
    assert shown(page) == there[-1]
    page.keyboard.press("Home")
    assert shown(page) == there[0]
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_buttons_slider_speed_and_the_dot_on_the_curve(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, MELONS)
    dot = page.locator(".objective .here")
    first = dot.get_attribute("cx")
    page.get_by_role("button", name="Next", exact=True).click()
    eventually(page, lambda: dot.get_attribute("cx") != first)
    page.get_by_role("button", name="Back").click()
    eventually(page, lambda: dot.get_attribute("cx") == first)
    slider = page.get_by_role("slider", name="Frame")
    slider.focus()
    page.keyboard.press("End")
    page.locator('.player .caption[data-frame="6"]').wait_for()
    assert page.get_by_role("button", name="Last").is_disabled()
    page.get_by_role("button", name="First").click()
    page.locator('.player .caption[data-frame="1"]').wait_for()
    page.locator(".speed select").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator('.player .caption[data-frame="6"]').wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for()  # it ended


def test_the_row_of_the_step_is_marked_and_the_caption_is_read(
    compared: RunningStudio, open_page: OpenPage
) -> None:
    page = open_page(compared, "lessons?lesson=perceptron-updates")
    page.locator(".player").focus()
    assert page.locator(".player tr.marked th").all_inner_texts() == ["1"]
    page.keyboard.press("ArrowRight")
    eventually(page, lambda: page.locator(".player tr.marked th").all_inner_texts() == ["3"])
    said = page.locator(".player [role=status].hidden")
    eventually(page, lambda: "Update 2" in str(said.text_content()))


def test_a_link_restores_lesson_track_and_frame(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, MELONS)
    page.locator(".player select").first.select_option("steps")
    page.get_by_role("button", name="Next", exact=True).click()
    eventually(page, lambda: "frame=2" in page.url)
    here = shown(page)
    address = page.url.split("#/")[1]
    assert "track=steps" in address
    other = open_page(compared, address)
    other.locator(".player").wait_for()
    assert shown(other) == here


def test_the_next_number_is_asked_for_before_it_is_shown(
    compared: RunningStudio, open_page: OpenPage
) -> None:
    page = open_page(compared, "lessons?lesson=linkage-single")
    page.get_by_role("checkbox", name="Try it").check()
    assert page.get_by_role("button", name="Last").is_disabled()
    page.get_by_role("button", name="Next", exact=True).click()
    form = page.locator("form.asked")
    form.wait_for()
    assert page.locator(".objective path.line").count() == 0  # the curve does not tell either
    form.get_by_role("button", name="Show the numbers put in").click()
    eventually(page, lambda: "min" in str(form.locator(".formula").text_content()))
    field = form.get_by_role("textbox")
    field.fill("7")
    page.keyboard.press("Enter")
    eventually(page, lambda: "Not yet" in form.locator("[role=status]").inner_text())
    field.fill("4/2")
    page.keyboard.press("Enter")
    eventually(page, lambda: "Right: 2" in form.locator("[role=status]").inner_text())
    form.get_by_role("button", name="Continue").click()
    form.wait_for(state="detached")
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator("form.asked").get_by_role("button", name="Show it").click()
    eventually(page, lambda: "Merge 3" in page.locator(".player .caption").inner_text())


def test_the_player_of_a_model_has_every_iteration(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, "model?model=logistic_regression")
    page.locator(".player").wait_for()
    assert page.locator(".player select").first.input_value() == "fit_newton_again"
    frames = len(
        next(
            track["frames"]
            for track in compared.ask("model.working", model="logistic_regression").document["tracks"]
            if track["key"] == "fit_newton_again"
        )
    )
    assert f"1 of {frames}" in page.locator(".player .count").inner_text()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_no_violation_in_a_lesson_or_on_the_plane(
    compared: RunningStudio, open_page: OpenPage, axe: str, lang: str, scheme: str, width: int
) -> None:
    page = open_page(compared, "lessons", width=width, color_scheme=scheme)
    if lang == "zh":
        page.get_by_role("button", name="中文").click()
        page.get_by_role("heading", name="例题", exact=True).wait_for()
    found = {}
    views = (MELONS, "lessons?lesson=kmeans-good&try=1", f"lessons?scratch=1&method=svc&points={POINTS}")
    for view in views:
        go(page, view)
        page.locator(".player").wait_for()
        page.evaluate(axe)
        if violations := page.evaluate(RUN):
            found[view] = violations
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found[view] = "scrolls sideways"
    assert found == {}


# --- the scratch table


def points_of(page: Any) -> list[list[float]]:
    page.wait_for_timeout(100)
    found = re.search(r"points=([^&]*)", page.evaluate("decodeURIComponent(location.hash)"))
    return [[float(x) for x in one.split(",")] for one in found[1].split(";") if one] if found else []


def test_points_are_put_moved_and_removed_by_keyboard(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, "lessons?scratch=1&method=decision_tree")
    page.get_by_role("application").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    for key in ["ArrowRight"] * 4 + ["Enter"]:
        page.keyboard.press(key)
    assert points_of(page) == [[5, 5, 0], [7, 5, 1]]
    for key in ("Enter", "ArrowUp", "Shift+ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert points_of(page) == [[5, 5, 0], [7, 5.6, 1]]
    page.keyboard.press("Delete")
    assert points_of(page) == [[5, 5, 0]]


def test_points_are_put_and_dragged_by_mouse_and_fitted(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, f"lessons?scratch=1&method=perceptron&points={POINTS}")
    page.locator(".player").wait_for()
    plane = page.get_by_role("application")
    box = plane.bounding_box()
    assert box is not None
    place = lambda x, y: (  # noqa: E731
        box["x"] + box["width"] * (26 + x * 38.8) / 420,
        box["y"] + box["height"] * (398 - y * 38.8) / 420,
    )
    page.mouse.click(*place(5, 9))
    assert points_of(page)[-1] == [5, 9, 0]
    page.mouse.move(*place(5, 9))
    page.mouse.down()
    page.mouse.move(*place(4, 6), steps=3)
    page.mouse.up()
    assert points_of(page)[-1] == [4, 6, 0]
    page.locator(".player tr").nth(7).wait_for()  # seven rows now


def test_start_centres_can_be_put_and_dragged(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, f"lessons?scratch=1&method=kmeans&points={POINTS}&starts=2,2;3,2")
    page.locator(".player").wait_for()
    page.get_by_role("radio", name="Start centre").check()
    page.get_by_role("application").focus()
    for key in ["ArrowLeft"] * 4 + ["ArrowDown"] * 6 + ["Enter"] + ["ArrowRight"] * 6 + ["Enter"]:
        page.keyboard.press(key)
    page.wait_for_timeout(100)
    address = page.evaluate("decodeURIComponent(location.hash)")
    assert "starts=2,2;6,2" in address, address
    assert json.dumps(points_of(page)[0]) == "[2.0, 2.0, 0.0]"
