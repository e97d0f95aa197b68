"""A browser, and pages of a running Studio that have to stay silent and at home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.report.browser import chromium
from tests.studio.running import PATIENCE, RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
OpenPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    driver = pytest.importorskip("playwright.sync_api", reason="the extra fenlei[browser]: make browser")
    if chromium() is None:
        pytest.skip("Chromium is not installed: make browser")
    with driver.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens a page; at the end it must have been silent and have asked nobody but this machine.

    With `refusals=True` the browser may note what the Studio refuses with a sentence (status 4xx).
    """
    said: list[str] = []
    hosts: set[str] = set()
    contexts = []

    def opened(studio: RunningStudio, place: str = "", **options: Any) -> Page:
        width, may_refuse = options.pop("width", 1280), options.pop("refusals", False)

        def hear(message: Any) -> None:
            refused = may_refuse and "the server responded with a status of 4" in message.text
            if message.type in ("error", "warning") and not refused:
                said.append(message.text)

        def report(error: object) -> None:
            said.append(str(error))

        def dismiss(dialog: Any) -> None:
            said.append(dialog.message)
            dialog.dismiss()

        context = browser.new_context(
            viewport={"width": width, "height": 900}, accept_downloads=True, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", hear)
        page.on("pageerror", report)
        page.on("dialog", dismiss)
        page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname or ""))
        page.goto(studio.address)
        page.locator("h1#place").wait_for()
        if place:
            go(page, place)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
    assert hosts <= {"127.0.0.1", ""}


def go(page: Page, place: str) -> None:
    """Follow a link inside the page."""
    page.evaluate("(hash) => { location.hash = hash }", f"#/{place}")


def eventually(page: Page, look: Callable[[], object]) -> None:
    """Wait until `look` finds something; `wait_for_function` would need what the page's policy forbids."""
    for _ in range(int(20 * PATIENCE)):
        if look():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")
