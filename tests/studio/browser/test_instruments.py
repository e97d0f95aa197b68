"""Two models, structure, decisions, rows: the page shows what the desk says, and a link restores it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.studio.browser.conftest import OpenPage, eventually, go
from tests.studio.conftest import Start
from tests.studio.running import RunningStudio


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def test_two_models(compared: RunningStudio, open_page: OpenPage) -> None:
    """Acceptance line 16: p values of the desk, and b + c rows; a row is opened in both models."""
    page = open_page(compared, "pair")
    page.locator(".apart tbody tr").first.wait_for()
    found = compared.ask("pair", first="lda", second="gaussian_nb").message.document
    assert (
        float(page.locator("[data-pair=mcnemar]").get_attribute("data-p") or "nan") == found["mcnemar"]["p"]
    )
    accuracy = next(one for one in found["metrics"] if one["metric"] == "accuracy")
    assert float(page.locator("[data-pair=test]").get_attribute("data-p") or "nan") == accuracy["test"]["p"]
    counts = [
        number(page.locator(f"[data-pair={key}]").inner_text()) for key in ("first_only", "second_only")
    ]
    assert counts == [found["mcnemar"]["first_only"], found["mcnemar"]["second_only"]]
    assert page.locator(".apart tbody tr").count() == sum(counts)
    page.get_by_label("Rows to show").select_option("second")
    eventually(page, lambda: page.locator(".apart tbody tr").count() == counts[1])
    again = open_page(compared, page.url.split("#/")[1])
    again.locator(".apart tbody tr").first.wait_for()
    assert again.locator(".apart").inner_text() == page.locator(".apart").inner_text()
    plane = page.get_by_role("application")
    plane.focus()
    page.keyboard.press("Enter")
    eventually(page, lambda: "pick=" in page.url)
    page.locator(".apart a").first.click()
    page.get_by_role("heading", name="Understand: row").wait_for()
    page.locator(".fragment").wait_for()


@pytest.mark.parametrize(
    ("method", "shown"), [("pca", ".mark-curve"), ("kmeans", ".counts"), ("agglomerative", ".mark-merges")]
)
def test_structure(compared: RunningStudio, open_page: OpenPage, method: str, shown: str) -> None:
    page = open_page(compared, "structure")
    page.locator(".mark-plane .points path").first.wait_for()
    page.get_by_label("Method").select_option(method)
    page.locator(shown).first.wait_for()
    sentence = page.locator("[data-structure=sentence]").inner_text()
    assert "569 rows" in sentence
    again = open_page(compared, page.url.split("#/")[1])
    again.locator(shown).first.wait_for()
    assert again.locator("[data-structure=sentence]").inner_text() == sentence
    again.get_by_text("How it was found, step by step").click()
    again.locator(".player").wait_for()


def test_the_honest_cost(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, "decide?model=lda&fp=1&fn=10")
    honest = page.locator("[data-rate=honest]")
    honest.wait_for(state="attached")
    found = compared.ask("decide.honest", model="lda", cost_fp=1, cost_fn=10).document
    assert float(honest.text_content() or "nan") == found["mean"]
    page.get_by_label("Cost of a false negative").fill("2")
    other = compared.ask("decide.honest", model="lda", cost_fp=1, cost_fn=2).document
    eventually(page, lambda: float(honest.text_content() or "nan") == other["mean"])
    page.get_by_text("Calibration").click()
    page.locator(".mark-curve .dot").first.wait_for()


def test_the_address_keeps_a_table_of_costs(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 15 in the page: mean cost and undecided rows by the address."""
    studio = start("wine")
    studio.until(studio.session, lambda session: session["table"] is not None)
    studio.run(models=["lda"], folds=3)
    page = open_page(studio, "decide")
    page.locator(".costs input").first.wait_for()
    page.locator(".costs input").nth(1).fill("7")
    page.get_by_label("Cost of leaving a row undecided").fill("0.25")
    eventually(page, lambda: "reject=0.25" in page.url and "costs=0%2C7" in page.url)
    cost = page.locator("[data-rate=cost]").inner_text()
    again = open_page(studio, page.url.split("#/")[1])
    again.locator(".costs input").first.wait_for()
    assert again.locator("[data-rate=cost]").inner_text() == cost
    assert again.locator(".costs input").nth(1).input_value() == "7"


def test_about_a_row(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, "row?model=lda&row=41")
    for words, shown in (
        ("Why this class and not another", "table:has-text('Typical value')"),
        ("What other values of a feature would change", ".mark-curves"),
        ("Nearest rows", ".neighbours tbody tr"),
    ):
        page.get_by_text(words, exact=True).click()
        page.locator(shown).first.wait_for()
    found = compared.ask("row.neighbours", model="lda", row=41).document
    assert page.locator(".neighbours tbody th").all_inner_texts() == [
        str(one["row"]) for one in found["rows"]
    ]
    again = open_page(compared, page.url.split("#/")[1])
    again.locator(".neighbours tbody tr").first.wait_for()
    again.locator(".mark-curves").wait_for()


def test_a_model_with_other_parameters(compared: RunningStudio, open_page: OpenPage) -> None:
    page = open_page(compared, "model?model=gaussian_nb", refusals=True)
    page.locator(".fragment").first.wait_for()
    field = page.get_by_label("Other parameters")
    field.fill("var_smoothing=0.5")
    field.press("Enter")
    page.locator(".changed-scores").wait_for()
    found = compared.ask("model.changed", model="gaussian_nb", params="var_smoothing=0.5").document
    assert page.locator(".changed-scores tbody tr").count() == len(found["metrics"])
    field.fill("var_smoothing=-1")
    field.press("Enter")
    page.locator(".fault").first.wait_for()
    page.get_by_text("Its mistakes").click()
    page.locator(".mistakes").wait_for()
    with page.expect_download() as received:
        go(page, "model?model=gaussian_nb")
        page.get_by_role("button", name="Download working.html").click()
    assert received.value.suggested_filename == "working.html"


def focus(page: Any, name: str, role: str = "") -> None:
    """Tab until the thing of this name has the focus."""
    for _ in range(400):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => { const node = document.activeElement;
              const words = node.getAttribute("aria-label") ?? node.textContent;
              const label = node.labels?.[0]?.textContent ?? words;
              return [node.tagName, label.trim()]; }"""
        )
        if found[1].startswith(name) and (not role or found[0] == role):
            return
    raise AssertionError(f"{name!r} cannot be reached by Tab")


def test_the_whole_way_by_keyboard(start: Start, open_page: OpenPage) -> None:
    """Acceptance line 29: Data, Compare, Decide, Take away with Tab, arrows, Enter and Space only."""
    page = open_page(start())
    focus(page, "breast_cancer", "BUTTON")
    page.keyboard.press("Enter")
    page.locator(".schema").wait_for()
    focus(page, "Compare models")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Compare", exact=True).wait_for()
    page.locator(".choices").first.wait_for()
    focus(page, "None", "BUTTON")
    page.keyboard.press("Space")
    focus(page, "Gaussian naive Bayes", "INPUT")
    page.keyboard.press("Space")
    focus(page, "Run", "BUTTON")
    page.keyboard.press("Enter")
    page.locator(".state[data-state=done]").wait_for()
    focus(page, "Decide", "A")
    page.keyboard.press("Enter")
    page.locator(".confusion").wait_for()
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.className") == "threshold":
            break
    before = page.locator(".confusion").inner_text()
    page.keyboard.press("PageDown")
    eventually(page, lambda: page.locator(".confusion").inner_text() != before)
    focus(page, "Keep this decision")
    page.keyboard.press("Enter")
    page.locator(".said").wait_for()
    focus(page, "Take away", "A")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Take away").wait_for()
    focus(page, "Download decision.fenlei")
    with page.expect_download() as received:
        page.keyboard.press("Enter")
    assert received.value.suggested_filename == "decision.fenlei"
