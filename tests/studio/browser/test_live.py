"""What a page shows while a comparison runs: in a second tab, after a reload, and while others compute."""

from __future__ import annotations

from typing import Any

from tests.studio.browser.conftest import OpenPage, eventually, go
from tests.studio.conftest import Start

PLAN = {"models": ["gaussian_nb", "svc", "random_forest"], "folds": 10, "repeats": 30}


def folds_of(page: Any) -> int:
    return int(page.locator(".board .mark-folds circle").count())


def test_a_reload_and_a_second_tab_show_the_same_live_state(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 13; that a tab without the key shows nothing is in `test_places`."""
    studio = start("breast_cancer")
    studio.until(studio.session, lambda session: session["table"] is not None)
    first = open_page(studio, "compare")
    studio.call("POST", "/api/jobs", {"what": "compare", "plan": PLAN})
    second = open_page(studio, "compare")
    for page in (first, second):
        eventually(page, lambda page=page: folds_of(page) > 2)
    seen = folds_of(first)
    first.reload()
    eventually(first, lambda: folds_of(first) >= seen)
    job = studio.session()["job"]
    studio.call("DELETE", f"/api/jobs/{job['id']}")
    for page in (first, second):
        page.locator('.state[data-state="cancelled"]').wait_for()
    assert folds_of(first) == folds_of(second) > 0


def test_places_answer_while_models_are_compared(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 12: the desk answers a question about a row, and other places are drawn."""
    studio = start("breast_cancer")
    studio.until(studio.session, lambda session: session["table"] is not None)
    page = open_page(studio, "compare")
    studio.call("POST", "/api/jobs", {"what": "compare", "plan": PLAN})
    studio.until(lambda: studio.session()["job"]["done"], lambda done: done > 0)
    go(page, "row?model=gaussian_nb")
    page.locator(".fragment").first.wait_for()
    go(page, "lessons?lesson=kmeans-good")
    page.locator(".player").wait_for()
    assert studio.session()["job"]["state"] == "running"
    studio.call("DELETE", f"/api/jobs/{studio.session()['job']['id']}")
