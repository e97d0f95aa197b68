"""Progress: lines where no one watches, a bar on a terminal."""

import io
import sys

import pytest

import fenlei.cli.progress as progress_module
from fenlei import RandomForestClassifier
from fenlei.cli.progress import FitProgress, FoldProgress
from fenlei.rows.progress import PassProgress
from fenlei.study import Progress
from fenlei.trace import closely_traced, traced

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
        progress(Progress("lda", 5, 10, 0, is_last=True, accuracy=0.98, score=0.98))
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
        progress(Progress("lda", 5, 10, 0, is_last=True, accuracy=0.98, score=0.98))
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


def test_a_fit_has_a_bar_once_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(progress_module, "LONG", 0.0)
    monkeypatch.setattr(progress_module, "OFTEN", 0.0)
    with FitProgress("random_forest"):
        assert traced()
        assert not closely_traced()
        RandomForestClassifier(7, random_state=0).fit([[0.0], [1.0], [2.0], [3.0]] * 5, [0, 0, 1, 1] * 5)
    assert "7/7" in terminal.getvalue()
    assert "random_forest" in terminal.getvalue()


def test_a_pass_over_files_tells_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(progress_module, "LONG", 0.0)
    monkeypatch.setattr(progress_module, "OFTEN", 0.0)
    with FitProgress("lda") as shown:
        shown.passed(PassProgress(2, 250, 1000, 4e6, 2.0))
    assert "lda, pass 2, 2 MB/s, 6 s left" in terminal.getvalue()
    assert "250/1000" in terminal.getvalue()


def test_a_short_fit_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(progress_module, "LONG", 3600.0)
    with FitProgress("random_forest"):
        RandomForestClassifier(2, random_state=0).fit([[0.0], [1.0], [2.0], [3.0]] * 5, [0, 0, 1, 1] * 5)
    assert terminal.getvalue() == ""


def test_without_a_terminal_nobody_listens(capsys: pytest.CaptureFixture[str]) -> None:
    with FitProgress("random_forest"):
        assert not traced()
    assert capsys.readouterr().err == ""


def test_lines_of_a_verbose_fit_are_still_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch)
    with FitProgress("k_means") as shown:
        shown("Iteration 1")
    assert capsys.readouterr().out == "Iteration 1\n"
