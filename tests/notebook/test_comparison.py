"""The result of `fenlei.compare`: the dict of before, and what shows it."""

from __future__ import annotations

import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pandas as pd
import pytest

import fenlei
from fenlei.errors import UsageError
from fenlei.notebook import Comparison
from fenlei.notebook.progress import notebook_progress
from fenlei.study import Progress


@pytest.fixture(scope="module")
def iris() -> Any:
    return fenlei.compare("iris", models=["lda", "gaussian_nb"], folds=3, n_jobs=1)


class Cells(HTMLParser):
    """The words of each row of a table."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "tr":
            self.rows.append([])

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1].append(data)


def test_it_is_the_dict_of_the_result_file(iris: Any) -> None:
    plain = fenlei.study.compare("iris", models=["lda", "gaussian_nb"], folds=3, n_jobs=1)
    assert isinstance(iris, dict)
    assert set(iris) == set(plain)
    assert [m["summary"] for m in iris["models"]] == [m["summary"] for m in plain["models"]]
    assert json.loads(json.dumps(iris)) == json.loads(json.dumps(dict(iris)))
    assert iris.best == iris["best"] == "lda"


def test_the_table_and_the_page_have_every_model_in_order(iris: Any) -> None:
    lines = iris.table().splitlines()
    ranked = sorted(iris["models"], key=lambda model: model["rank"])
    for line, model in zip(lines[1:], ranked, strict=True):
        assert line.startswith(model["label_en"])
    assert repr(iris) == iris.table()
    rows = Cells(iris._repr_html_()).rows
    assert [row[0] for row in rows[1:]] == [model["label_en"] for model in ranked]
    assert [" ".join(row).split() for row in rows] == [line.split() for line in lines]


def test_words_of_a_page_are_escaped() -> None:
    frame = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0] * 5, "kind": ["<b>a</b>", "x"] * 10})
    found = fenlei.compare(frame, "kind", models=["lda"], folds=2, n_jobs=1)
    found["models"][1]["label_en"] = "<script>"
    assert "<script>" not in found._repr_html_()
    assert "&lt;script&gt;" in found._repr_html_()


def test_the_frame_has_one_row_per_model(iris: Any) -> None:
    frame = iris.frame()
    assert list(frame["name"]) == ["lda", "gaussian_nb", "dummy"]
    assert list(frame["rank"]) == [1, 2, 3]
    (lda,) = (model for model in iris["models"] if model["name"] == "lda")
    assert frame["log_loss"][0] == lda["summary"]["log_loss"]["mean"]


def test_without_pandas_it_says_so(iris: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match="pandas"):
        iris.frame()


def test_the_report_is_written_in_the_language_asked_for(iris: Any, tmp_path: Path) -> None:
    path = iris.report(tmp_path / "r.html")
    assert "Linear discriminant analysis" in Path(path).read_text("utf-8")
    assert "线性判别分析" in Path(iris.report(tmp_path / "z.html", "zh")).read_text("utf-8")
    chinese = Comparison(iris, "zh")
    assert "模型" in chinese.table()
    assert "线性判别分析" in chinese._repr_html_()


def test_progress_is_shown_in_a_notebook_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert notebook_progress("en") is None
    shown: list[str] = []

    def display(page: str, display_id: bool = False) -> Any:
        shown.append(page)
        return SimpleNamespace(update=shown.append)

    package, pages = ModuleType("IPython"), ModuleType("IPython.display")
    package.get_ipython = lambda: SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
    pages.HTML, pages.display = str, display  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", pages)
    result = fenlei.compare("iris", models=["lda"], folds=2, n_jobs=1)
    assert result.best == "lda"
    assert any('value="1"' in page for page in shown)
    assert shown[-1] == ""
    seen: list[Progress] = []
    before = len(shown)
    fenlei.compare("iris", models=["lda"], folds=2, n_jobs=1, progress=seen.append)
    assert seen
    assert len(shown) == before  # who gives a function of his own is shown nothing else
    package.get_ipython = lambda: SimpleNamespace()  # type: ignore[attr-defined]
    assert notebook_progress("en") is None  # a terminal
