"""Understand: tree, in a real browser."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.studio.browser.conftest import OpenPage
from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]


def test_a_tree_by_hand(start: Start, open_page: OpenPage, tmp_path: Path) -> None:
    """Acceptance line 20: split, undo, split, grow, prune, save; the file explains and predicts."""
    studio = start("apples_train", "--out", "work")
    studio.until(studio.session, lambda session: session["table"] is not None)
    page = open_page(studio, "tree?model=id3&validation=apples_validation")
    page.locator(".gains tbody tr").nth(3).wait_for()
    gains = page.locator(".gains [data-gain=gain]").all_inner_texts()
    assert gains == ["0.6755", "0.0290", "0.6100", "0.0000"]
    sentence = page.locator("[data-tree=sentence]")
    page.get_by_role("button", name="Split so: hardness").click()
    page.locator("[role=treeitem]").nth(3).wait_for(state="detached")
    assert page.locator("[role=treeitem]").count() == 3
    page.get_by_role("button", name="Undo").click()
    sentence.filter(has_text="4 leaves").wait_for()
    page.get_by_role("button", name="Redo").click()
    sentence.filter(has_text="2 leaves").wait_for()
    page.get_by_role("button", name="Split so: colour").click()
    sentence.filter(has_text="3 leaves").wait_for()
    page.get_by_role("button", name="Grow all").click()
    sentence.filter(has_text="4 leaves").wait_for()
    assert "6 of 7 rows right" in sentence.inner_text()
    page.locator("[data-node='0']").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Node 1").wait_for()
    assert "dark red" in (page.evaluate("() => document.activeElement.getAttribute('aria-label')") or "")
    page.locator("form button", has_text="Prune").click()
    sentence.filter(has_text="3 leaves").wait_for()
    assert "6 of 7 rows right" in sentence.inner_text()
    edits = page.evaluate("() => new URLSearchParams(location.hash.split('?')[1]).get('edits')")
    assert [one[0] for one in json.loads(edits)] == ["split", "split", "grow", "prune"]
    page.get_by_role("button", name="Save as a model").click()
    with page.expect_download() as received:
        page.get_by_role("button", name="Download tree.fenlei").click()
    received.value.save_as(tmp_path / "tree.fenlei")
    for words in (("explain", "apples_train", "--row", "1"), ("predict", "apples_validation")):
        command = [sys.executable, "-m", "fenlei", words[0], "tree.fenlei", *words[1:]]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        assert "yes" in ran.stdout


def test_the_price_of_a_leaf_by_keyboard(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 21."""
    studio = start()
    studio.open("watermelon")
    page = open_page(studio, "tree?model=decision_tree")
    slider = page.locator("input.alpha")
    page.locator("[data-tree=alpha]", has_text="5 leaves").wait_for()
    slider.focus()
    for alpha, leaves, right in (("0.05147", 3, 16), ("0.183", 2, 14), ("0.2123", 1, 9)):
        page.keyboard.press("ArrowRight")
        page.locator("[data-tree=alpha]", has_text=f"α = {alpha}: {leaves} leaves").wait_for()
        page.locator("[data-tree=sentence]", has_text=f"{right} of 17 rows right").wait_for()
        assert page.locator("[role=treeitem]").count() == 2 * leaves - 1
    page.reload()
    page.locator("[data-tree=alpha]", has_text="1 leaves").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-tree=sentence]", has_text="17 of 17 rows right").wait_for()
    page.locator("form").get_by_role("spinbutton", name="Threshold").fill("0.5")
    page.keyboard.press("Enter")
    page.locator("[data-tree=sentence]", has_text="2 leaves").wait_for()
