"""Access: axe-core finds nothing on any place, in both languages and colour schemes, wide and narrow."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.studio.browser.conftest import OpenPage
from tests.studio.browser.test_places import PLACES, READY
from tests.studio.running import RunningStudio

AXE = "axe-core@4.14.0"
VIEWS = (  # of places, with what is folded at first opened
    *PLACES, "structure?method=agglomerative", "row?model=lda&row=41&open=contrast,curve,near",
    "model?model=gaussian_nb&params=var_smoothing=0.1",
)  # fmt: skip
RUN = """
async () => (await axe.run(document)).violations.map((found) =>
  [found.id, found.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])
"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program, from npm; no network, no test."""
    folder = tmp_path_factory.mktemp("axe")
    if (npm := shutil.which("npm")) is None:
        pytest.skip("npm is not installed: axe-core comes from it")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", AXE]
    if subprocess.run(command, cwd=folder, capture_output=True, timeout=120).returncode:
        pytest.skip("axe-core could not be installed from npm")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_no_violation(
    compared: RunningStudio, open_page: OpenPage, axe: str, lang: str, scheme: str, width: int
) -> None:
    page = open_page(compared, "data", width=width, color_scheme=scheme)
    if lang == "zh":
        page.get_by_role("button", name="中文").click()
        page.get_by_role("heading", name="数据", exact=True).wait_for()
    found = {}
    for place in VIEWS:
        page.evaluate("(hash) => { location.hash = hash }", f"#/{place}")
        page.locator(READY[place.split("?")[0]]).first.wait_for()
        page.wait_for_timeout(500)
        page.evaluate(axe)
        if violations := page.evaluate(RUN):
            found[place] = violations
    assert found == {}


def test_a_screenshot_of_every_place(compared: RunningStudio, open_page: OpenPage, tmp_path: Path) -> None:
    """Every place is drawn: more than its frame."""
    page = open_page(compared)
    for place in PLACES:
        page.evaluate("(hash) => { location.hash = hash }", f"#/{place}")
        page.locator(READY[place]).first.wait_for()
        assert len(page.screenshot(path=tmp_path / f"{place}.png")) > 20_000
