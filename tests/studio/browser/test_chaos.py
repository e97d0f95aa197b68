"""Acceptance line 32: seeded random clicks and keys over all places while models are compared.

`FENLEI_CHAOS` is how many seconds it lasts: 20 by default, 600 for the whole line.
"""

from __future__ import annotations

import os
import random
import time
from typing import Any

import psutil

from tests.studio.browser.conftest import OpenPage, go
from tests.studio.browser.test_places import PLACES
from tests.studio.conftest import Start

SECONDS = float(os.environ.get("FENLEI_CHAOS", "20"))
PLAN = {"models": ["gaussian_nb", "lda", "svc", "random_forest"], "folds": 10, "repeats": 50}
VIEWS = (*PLACES, "lessons?lesson=kmeans-good", "lessons?scratch=1&method=perceptron")
KEYS = (
    "Tab", "Shift+Tab", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End",
    "Escape", "Delete", "1", "7", "PageDown",
)  # fmt: skip
# Everything that can be clicked but what ends the Studio or asks for a file of this machine.
CLICKABLE = """() =>
  [...document.querySelectorAll('main a[href], button, select, input, summary, [role=application]')]
  .filter((node) => node.type !== 'file' && node.checkVisibility() && !node.disabled)
  .filter((node) => !/^(Stop|停止|Choose a file|选择文件|Download|下载)/.test(node.textContent.trim()))"""
MOST_MEMORY = 3 << 30  # bytes of the Studio and its children together


def one_step(page: Any, rng: random.Random) -> str:
    """Something that a hasty person might do."""
    kind = rng.random()
    if kind < 0.1:
        place = rng.choice(VIEWS)
        go(page, place)
        return place
    if kind < 0.5:
        key = rng.choice(KEYS)
        page.keyboard.press(key)
        return key
    return str(
        page.evaluate(
            f"""(share) => {{
              const found = ({CLICKABLE})();
              const node = found[Math.floor(share * found.length)];
              if (!node) return "nothing";
              if (node.tagName === "SELECT") {{
                node.selectedIndex = Math.floor(share * 97) % node.options.length;
                node.dispatchEvent(new Event("change", {{ bubbles: true }}));
              }} else {{
                node.focus();
                node.dispatchEvent(new MouseEvent("click", {{ bubbles: true, cancelable: true }}));
              }}
              return node.tagName + " " + (node.getAttribute("aria-label") ?? node.textContent).slice(0, 40);
            }}""",
            rng.random(),
        )
    )


def memory_of(process: psutil.Process) -> int:
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += one.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def test_nothing_breaks(start: Start, open_page: OpenPage) -> None:
    studio = start("breast_cancer")
    studio.until(studio.session, lambda session: session["table"] is not None)
    studio.call("POST", "/api/jobs", {"what": "compare", "plan": PLAN})
    page = open_page(studio, "compare", refusals=True)
    page.get_by_role("button", name="Stop").evaluate("(button) => { button.disabled = true }")
    rng, done, most = random.Random(20), list[str](), 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        done.append(one_step(page, rng))
        page.wait_for_timeout(30)
        if len(done) % 20 == 0:
            most = max(most, memory_of(psutil.Process(studio.process.pid)))
            assert page.locator("h1#place").count() == 1, done[-20:]
            assert studio.process.poll() is None, done[-20:]
    assert len(done) > 20, done
    assert most < MOST_MEMORY
    assert studio.session()["source"] is not None
    zombies = [child for child in studio.children() if child.status() == psutil.STATUS_ZOMBIE]
    assert zombies == []
