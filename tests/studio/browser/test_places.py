"""The places of the Studio in a real browser: a person's way from a table to a decision."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browser.conftest import OpenPage, go
from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]
HOSTILE = '<img src=x onerror=alert(1)>,"<script>alert(2)</script>",\u202eabc,kind\n' + "".join(
    f'<b>{i}</b>,"\'{i % 3}",{i % 7}.5,{"<i>a</i>" if i % 2 else "b"}\n' for i in range(40)
)
PLACES = (
    "data", "compare", "model", "plane", "tree", "row", "pair", "structure", "decide", "take_away", "lessons",
)  # fmt: skip
READY = {
    "data": ".schema",
    "compare": ".board",
    "model": ".fragment",
    "plane": ".mark-plane .regions path",
    "tree": ".gains",
    "row": ".fragment",
    "pair": ".mark-plane .points path",
    "structure": ".mark-plane .points path",
    "decide": ".confusion",
    "take_away": "pre",
    "lessons": ".sets",
}


def test_from_a_table_to_a_decision(start: Start, open_page: OpenPage, tmp_path: Path) -> None:
    """A new user's way, with an own file of Chinese words: upload, kinds, run, decide, download."""
    rows = "".join(
        f"苹果{i},{i % 7}.5,{'红绿黄'[i % 3]},{'是' if i * 7 % 10 < 4 else '否'}\n" for i in range(80)
    )
    (tmp_path / "苹果.csv").write_bytes(("名称,大小,颜色,好\n" + rows).encode("gb18030"))
    page = open_page(start())
    page.locator("input[type=file]").set_input_files(tmp_path / "苹果.csv")
    page.locator(".schema").wait_for()
    for name in ("大小", "名称"):
        page.get_by_role("checkbox", name=f"Select {name}").check()
    page.locator("form.panel select").select_option("drop")
    page.get_by_role("button", name="Apply").first.click()
    page.locator(".said").wait_for()
    assert page.locator('.schema tr:has(th:text-is("名称")) td').nth(1).inner_text() == "left out"
    page.get_by_role("button", name="Undo").click()
    page.locator('.schema tr:has(th:text-is("大小")) td:text-is("numeric")').wait_for()
    page.get_by_role("link", name="Compare models").click()
    choose(page, "gaussian_nb", "mixed_nb")
    page.get_by_role("button", name="Run", exact=True).click()
    page.locator(".state[data-state=done]").wait_for()
    page.locator(".board .best").wait_for()
    assert page.locator(".board tbody tr").count() >= 2
    go(page, "decide")
    page.get_by_role("button", name="Keep this decision").click()
    page.locator(".said").wait_for()
    page.locator(".said a").click()
    for name in ("report.html", "result.json", "best.fenlei", "decision.fenlei"):
        with page.expect_download() as received:
            page.get_by_role("button", name=f"Download {name}").click()
        assert received.value.suggested_filename == name
        assert Path(received.value.path()).stat().st_size > 1000
    page.locator("form input[type=file]").set_input_files(tmp_path / "苹果.csv")
    page.get_by_role("button", name="Predict").click()
    with page.expect_download() as received:
        page.get_by_role("button", name="Download predictions.csv").click()
    assert "prediction" in Path(received.value.path()).read_text("utf-8").splitlines()[0]


def choose(page: Any, *names: str) -> None:
    """Check these models and no others."""
    page.get_by_role("button", name="None", exact=True).click()
    for name in names:
        page.locator(f'label:has(small:text-is("{name}")) input').check()


def test_the_threshold_moves_by_keyboard_to_what_the_counts_say(
    compared: RunningStudio, open_page: OpenPage
) -> None:
    """Acceptance line 14: at every stop the counts are those of the sweep, and points lie on the curves."""
    page = open_page(compared, "decide?model=lda")
    slider = page.locator("input.threshold")
    slider.focus()
    import numpy as np

    message = compared.ask("decide.scores", model="lda").message
    thresholds = np.frombuffer(message.arrays["thresholds"].content, "<f8")
    tp, fp = (np.frombuffer(message.arrays[name].content, "<u4") for name in ("tp", "fp"))
    for key in ["ArrowRight"] * 15 + ["ArrowLeft"] * 30 + ["PageUp", "PageDown", "Home", "End"]:
        page.keyboard.press(key)
        value = float(re.search(r"[?&]t=([^&]+)", page.url)[1])  # type: ignore[index]
        passed = int((thresholds >= value).sum())
        right, wrong = (int(tp[passed - 1]), int(fp[passed - 1])) if passed else (0, 0)
        counts = {
            key: int(re.sub(r"\D", "", page.locator(f"[data-count={key}]").inner_text()))
            for key in ("tp", "fp", "fn", "tn")
        }
        assert counts == {"tp": right, "fp": wrong, "fn": 212 - right, "tn": 357 - wrong}
        dot = page.locator(".mark-curve .here").first
        assert float(dot.get_attribute("cx") or 0) == pytest.approx(56 + 260 * wrong / 357, abs=0.06)
        assert float(dot.get_attribute("cy") or 0) == pytest.approx(10 + 260 * (1 - right / 212), abs=0.06)


def test_a_link_restores_the_view(compared: RunningStudio, open_page: OpenPage) -> None:
    first = open_page(compared, "decide?model=gaussian_nb&t=0.37&fp=5")
    first.locator(".confusion").wait_for()
    counts = first.locator(".confusion").inner_text()
    second = open_page(compared, "decide?model=gaussian_nb&t=0.37&fp=5")
    second.locator(".confusion").wait_for()
    assert second.locator(".confusion").inner_text() == counts
    second.reload()
    second.locator(".confusion").wait_for()
    assert second.locator(".confusion").inner_text() == counts


def test_without_the_key_the_page_says_how_to_get_in(compared: RunningStudio, browser: Any) -> None:
    page = browser.new_page()
    page.goto(compared.address.split("#")[0])
    assert "address that the terminal shows" in page.locator("main").inner_text()
    assert page.locator("nav").count() == 0
    page.close()


def test_the_token_leaves_the_address(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared)
    assert compared.token not in page.url
    assert page.context.cookies() == []


def test_hostile_names_and_cells_are_text(start: Start, open_page: OpenPage) -> None:
    studio = start()
    reply = studio.upload(HOSTILE.encode(), "x.csv")
    assert reply.status == 200, reply.body
    studio.run(models=["mixed_nb", "decision_tree"], folds=2)
    page = open_page(studio)
    for place in PLACES:
        go(page, place)
        page.locator(READY[place]).first.wait_for()
        assert page.locator("main img, main script").count() == 0, place
    go(page, "data")
    page.locator(".schema").wait_for()
    assert "<script>alert(2)</script>" in page.locator(".schema").inner_text()


def test_another_page_of_this_machine_can_do_nothing(
    compared: RunningStudio, browser: Any, tmp_path: Path
) -> None:
    """Acceptance line 27: a second server on another port, even with the right token."""
    import functools
    import http.server
    import threading

    (tmp_path / "evil.html").write_text("<!DOCTYPE html><title>evil</title>")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/evil.html")
    tried = page.evaluate(
        """async ([base, token]) => {
          const tries = {
            read: () => fetch(base + "/api/session", { headers: { Authorization: "Bearer " + token } }),
            plain: () => fetch(base + "/api/session"),
            stop: () => fetch(base + "/api/stop", { method: "POST", mode: "no-cors", body: "{}" }),
            module: () => import(base + "/static/app.js"),
          };
          const found = {};
          for (const [name, run] of Object.entries(tries)) {
            try {
              found[name] = (await run()).type === "opaque" ? "opaque" : "read";
            } catch {
              found[name] = "refused";
            }
          }
          return found;
        }""",
        [f"http://127.0.0.1:{compared.port}", compared.token],
    )
    server.shutdown()
    server.server_close()
    page.close()
    assert tried == dict.fromkeys(("read", "plain", "stop", "module"), "refused")
    assert compared.session()["table"] is not None  # it was not stopped


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_words_change_and_nothing_else(compared: RunningStudio, open_page: OpenPage, lang: str) -> None:
    """Acceptance line 30: the columns of the table stay as they are."""
    page = open_page(compared, "data")
    page.locator(".schema").wait_for()
    before = page.locator(".schema tbody th").all_inner_texts()
    if lang == "zh":
        page.get_by_role("button", name="中文").click()
        page.get_by_role("heading", name="数据", exact=True).wait_for()
    assert page.locator(".schema tbody th").all_inner_texts() == before
    assert page.locator("html").get_attribute("lang") == {"en": "en", "zh": "zh-CN"}[lang]


@pytest.mark.parametrize("place", PLACES)
def test_a_narrow_page_does_not_scroll_sideways(
    compared: RunningStudio, open_page: OpenPage, place: str
) -> None:
    page = open_page(compared, place, width=390)
    page.locator(READY[place]).first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_pools_can_be_compared_and_are_not_looked_at_alone(
    compared: RunningStudio, open_page: OpenPage
) -> None:
    page = open_page(compared, "compare")
    box = page.locator("ul.choices label", has_text="Stacking of the best")
    box.wait_for()
    box.locator("input").check()
    assert box.locator("input").is_checked()
    alone = open_page(compared, "decide?model=stacking")
    alone.locator("select").first.wait_for()
    assert alone.locator("select").first.input_value() in ("lda", "gaussian_nb")
    assert "stacking" not in alone.locator("select").first.inner_html()
