"""The section on how the best model was fitted: its steps are the working's, folded, escaped and small."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fenlei import compare
from fenlei.explanation import Working
from fenlei.report.facts import facts, sections
from fenlei.report.fitting import fitting
from fenlei.report.page import render
from fenlei.study.facts.fit_working import MOST_BYTES
from fenlei.study.facts.formats import current
from tests.report import results
from tests.report.test_page import Outline


@pytest.fixture(scope="module")
def result() -> Any:
    return compare("watermelon", models=["logistic_regression"], folds=2, scale="none")


def test_the_steps_are_those_of_the_working(result: Any) -> None:
    working = Working.from_dict(result["fit"]["working"])
    assert (working.what, working.model, result["fit"]["model"]) == (
        "fit",
        "LogisticRegression",
        result["best"],
    )
    found = fitting(result, "en")
    assert [step["title"] for step in found["steps"]] == [
        f"{number}. {step.title}" for number, step in enumerate(working.steps, 1)
    ]
    assert found["cut"] == ""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_step_is_folded_in_a_well_formed_page(result: Any, lang: str) -> None:
    page = render(facts(result, lang))
    outline = Outline(page)
    assert outline.misnested == []
    assert len(outline.all("details")) >= len(result["fit"]["working"]["steps"])
    assert not any("open" in attributes for attributes in outline.all("details"))
    assert "<math" in page
    assert ("最佳模型的拟合过程" if lang == "zh" else "How the best model was fitted") in page


def test_a_long_working_is_cut_and_says_so() -> None:
    long = compare("wine", models=["svc"], folds=2)
    kept = long["fit"]
    assert kept is not None
    assert len(json.dumps(kept["working"])) <= 1.1 * MOST_BYTES
    assert kept["steps"] > len(kept["working"]["steps"])  # type: ignore[arg-type]
    assert str(kept["steps"]) in fitting(long, "en")["cut"]
    assert len(render(facts(long, "en")).encode()) < 300_000


def test_names_of_the_data_are_escaped() -> None:
    bad = {"<script>alert(1)</script>": [float(i % 7) for i in range(20)], "kind": ["<b>x", "<i>y"] * 10}
    pandas = pytest.importorskip("pandas")
    found = compare(pandas.DataFrame(bad), "kind", models=["gaussian_nb"], folds=2)
    page = render(facts(found, "en"))
    assert found["fit"] is not None
    assert "<script>alert" not in page
    assert "<b>x" not in page


def test_results_without_a_working_have_no_such_section() -> None:
    for make in (results.three, results.early, results.nothing_done):
        assert "fitting" not in sections(current(make()))
