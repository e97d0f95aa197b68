"""`make browser-timing` measures the budgets of the Studio in Chromium and prints them; it asserts nothing.

Each line has the median of three tries, the worst, and the budget on two idle cores. `ROWS=1000000` measures
on a larger table than the 100,000 rows of the default. A busy machine shows larger numbers.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import psutil
from playwright.sync_api import sync_playwright  # pyright: ignore[reportMissingImports]

import fenlei.studio
from tests.report.browser import chromium
from tests.studio.browser.conftest import FLAGS
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page  # pyright: ignore[reportMissingImports]

TRIES, FEATURES, MOVES = 3, 20, 60
STATIC = Path(fenlei.studio.__file__).parent / "static"
# Until the number that changes is painted: two frames after the state changed, inside the page.
PAINTED = """(act) => new Promise((resolve) => {
  const begin = performance.now();
  act();
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begin)));
})"""


def show(what: str, tries: list[float], unit: str, budget: str) -> None:
    """One line: median and worst of the tries, and the budget."""
    if tries:
        print(f"{what:58} {statistics.median(tries):9.3g} {max(tries):9.3g} {unit:4} {budget}", flush=True)
    else:
        print(f"{what:58} {'not measured':>19} {unit:4} {budget}", flush=True)


def seconds(run: Callable[[], object]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def table(rows: int) -> bytes:
    """A table of two classes, numbers only."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(rows, FEATURES)).round(4)
    y = np.where(X[:, 0] + 0.5 * X[:, 1] + rng.normal(size=rows) > 0, "yes", "no")
    head = ",".join([*(f"x{j}" for j in range(FEATURES)), "y"])
    lines = (",".join([*map(str, x), label]) for x, label in zip(X.tolist(), y, strict=True))
    return f"{head}\n{chr(10).join(lines)}\n".encode()


def opened(browser: Browser, studio: RunningStudio, place: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.set_default_timeout(300_000)
    page.goto(studio.address)
    page.locator("h1#place").wait_for()
    page.evaluate("(hash) => { location.hash = hash }", f"#/{place}")
    return page


def time_start(browser: Browser, folder: Path) -> None:
    """From the command to a page that can be used; memory of the server."""
    taken, memory = [], []
    for i in range(TRIES):
        begin = time.perf_counter()
        with RunningStudio("wine", "--out", f"start{i}", folder=folder) as studio:
            opened(browser, studio, "data").locator(".schema").wait_for()
            taken.append(time.perf_counter() - begin)
            memory.append(psutil.Process(studio.process.pid).memory_info().rss / 1e6)
    show("fenlei studio wine, to a usable page", taken, "s", "1.5 s")
    show("memory of the server", memory, "MB", "60 MB")


def sizes() -> None:
    """Bytes of what the page loads."""
    own = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    show("own JavaScript", [sum(path.stat().st_size for path in own) / 1e3], "kB", "180 kB")
    show("vendored JavaScript", [(STATIC / "vendor" / "preact.js").stat().st_size / 1e3], "kB", "40 kB")
    show("CSS", [(STATIC / "studio.css").stat().st_size / 1e3], "kB", "40 kB")


def time_threshold(browser: Browser, studio: RunningStudio, what: str) -> None:
    """Arrow keys on the threshold, to the painted counts."""
    page = opened(browser, studio, "decide?model=lda")
    page.locator(".confusion").wait_for()
    key = """() => { const slider = document.querySelector('input.threshold');
      const how = { key: 'ArrowRight', bubbles: true, cancelable: true };
      slider.dispatchEvent(new KeyboardEvent('keydown', how));
    }"""
    moves = [page.evaluate(f"() => ({PAINTED})({key})") for _ in range(MOVES)]
    show(f"threshold, {what}: median and worst of {MOVES} moves", moves, "ms", "100 ms")


def time_row(browser: Browser, studio: RunningStudio) -> None:
    """A changed value, to the painted working."""
    taken = []
    page = opened(browser, studio, "row?model=lda")
    page.locator(".fragment math").first.wait_for()
    for i in range(2 * TRIES):
        before = page.locator(".fragment").first.inner_text()
        field = page.locator(".field.wide input[type=number]").first
        begin = time.perf_counter()
        field.fill(str(i + 0.25))
        field.press("Enter")
        while page.locator(".fragment").first.inner_text() == before:
            page.wait_for_timeout(5)
        taken.append(1e3 * (time.perf_counter() - begin))
    show("what-if on a row, from key to painted working", taken, "ms", "150 ms")


def time_players(studio: RunningStudio, names: list[str]) -> None:
    """The working of a fit with its frames, the model being fitted already."""
    for name in names:
        studio.ask("model", model=name)
        sent, taken = [], []
        for _ in range(TRIES):
            begin = time.perf_counter()
            reply = studio.ask("model.working", model=name)
            taken.append(time.perf_counter() - begin)
            if reply.status == 200:
                sent.append(len(reply.body) / 1e6)
        if not sent:
            print(f"player of {name}: {reply.document['error']['text'][:90]}")
            continue
        frames = [len(track["frames"]) for track in reply.document["tracks"][1:]]
        show(f"player of {name}: {frames} frames", taken, "s", "3 s, 60 frames")
        show(f"player of {name}: answer", sent, "MB", "2 MB")


def time_cancel(studio: RunningStudio) -> None:
    """From the click to no child of the job."""
    taken = []
    plan = {"models": ["random_forest"], "folds": 10, "repeats": 20}
    for _ in range(TRIES):
        studio.call("POST", "/api/jobs", {"what": "compare", "plan": plan})
        time.sleep(3)
        others = [child for child in studio.children() if child != studio.desk()]
        number = studio.session()["job"]["id"]
        taken.append(
            seconds(
                lambda number=number, others=others: (  # type: ignore[misc]
                    studio.call("DELETE", f"/api/jobs/{number}"),
                    psutil.wait_procs(others, 30),
                )
            )
        )
    show("cancel, until no process of the job is left", taken, "s", "1 s")


def time_lessons(browser: Browser, studio: RunningStudio) -> None:
    """A lesson that is opened, and a frame of its player."""
    taken = []
    for _ in range(TRIES):
        page = opened(browser, studio, "lessons")
        page.locator(".sets").first.wait_for()
        begin = time.perf_counter()
        page.evaluate("() => { location.hash = '#/lessons?lesson=melons-newton' }")
        page.locator(".player").wait_for()
        taken.append(1e3 * (time.perf_counter() - begin))
    show("a lesson, from click to its first frame", taken, "ms", "300 ms")
    click = "() => document.querySelectorAll('.controls button')[3].click()"
    moves = [page.evaluate(f"() => ({PAINTED})({click})") for _ in range(5)]
    show("the next frame of a player", moves, "ms", "100 ms")


def main() -> None:
    rows = int(float(sys.argv[1])) if len(sys.argv) > 1 and sys.argv[1] else 100_000
    print(f"{'':58} {'median':>9} {'worst':>9}      budget on two idle cores")
    sizes()
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser: Any = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        time_start(browser, folder)
        (folder / "big.csv").write_bytes(table(rows))
        with RunningStudio("big.csv", "--out", "work", folder=folder) as studio:
            studio.until(studio.session, lambda session: session["table"] is not None)
            studio.run(models=["lda"], folds=3)
            time_threshold(browser, studio, f"{rows} rows")
            time_row(browser, studio)
            time_lessons(browser, studio)
            time_players(studio, ["logistic_regression", "perceptron", "linear_svc", "adaboost"])
            time_cancel(studio)
        browser.close()
    print(json.dumps({"rows": rows, "tries": TRIES}))


if __name__ == "__main__":
    main()
