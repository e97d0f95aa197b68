"""Progress: lines where no one watches, a bar on a terminal."""

import io
import sys

import pytest

import fenlei.cli.progress as progress_module
from fenlei.cli.progress import FoldProgress
from fenlei.study import Progress

REPORTS = [
    Progress("", 0, 6, 2),
    *(Progress("dummy", done, 6, 2, done == 3) for done in (1, 2, 3)),
    *(Progress("lda", done, 6, 2, done == 6) for done in (4, 5, 6)),
]


def show(lang: str = "en", quiet: bool = False) -> None:
    with FoldProgress(lang, quiet) as progress:
        for report in REPORTS:
            progress(report)


def test_a_line_per_model(capsys: pytest.CaptureFixture[str]) -> None:
    show()
    assert capsys.readouterr().err.splitlines() == [
        "resumed: 2 of 6 folds were already done",
        "dummy: 3 of 6 folds",
        "lda: 6 of 6 folds",
    ]
    show("zh")
    assert capsys.readouterr().err.splitlines()[1] == "dummy：已完成 3/6 折"


def test_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    show(quiet=True)
    assert capsys.readouterr().err == ""


def test_the_accuracy_of_a_finished_model(capsys: pytest.CaptureFixture[str]) -> None:
    with FoldProgress("en") as progress:
        progress(Progress("lda", 5, 10, 0, is_last=True, accuracy=0.98))
        progress(Progress("qda", 6, 10, 0))
        progress(Progress("svc", 10, 10, 0, is_last=True))  # one that failed
    assert capsys.readouterr().err.splitlines() == [
        "lda: accuracy 0.980 (5 of 10 folds)",
        "svc: 10 of 10 folds",
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    return terminal


def test_a_long_run_shows_finished_models_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    clock = iter([0.0, 1.0, 7.0])
    monkeypatch.setattr(progress_module, "perf_counter", lambda: next(clock))
    with FoldProgress("en") as progress:
        progress(Progress("lda", 5, 10, 0, is_last=True, accuracy=0.98))
        assert "lda: accuracy" not in terminal.getvalue()  # perhaps it is over at once
        progress(Progress("qda", 6, 10, 0))
        assert "lda: accuracy 0.980 (5 of 10 folds)" in terminal.getvalue()


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    show()
    shown = terminal.getvalue()
    assert "resumed: 2 of 6 folds" in shown
    assert "6/6" in shown
    assert "lda: 6 of 6" not in shown
