"""The application: help in two languages, version, faults and exit codes."""

import re
import subprocess
import sys

import pytest
import typer

from fenlei.cli import datasets
from fenlei.cli.app import app, language
from fenlei.cli.texts import TEXTS, text
from tests.cli.conftest import Run

COMMANDS = ("compare", "train", "predict", "evaluate", "explain", "reduce", "cluster", "models", "datasets")


@pytest.mark.parametrize("words", [(), ("--help",)])
def test_help_names_every_command(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_worded_in_both_languages(run: Run, command: str) -> None:
    english, chinese = run(command, "--help"), run(command, "--help", "--lang", "zh")
    assert english.exit_code == chinese.exit_code == 0
    assert text(f"help.{command}") in english.stdout
    assert text(f"help.{command}", "zh")[:10] in chinese.stdout
    assert "help." not in english.stdout + chinese.stdout
    assert not re.search(r"[一-鿿]", english.stdout)
    words = re.findall(r"(?<![-\w])[A-Za-z]{4,}(?![-\w])", re.sub(r"`[^`]*`", "", chinese.stdout))
    assert not {"Usage", "Options", "OPTIONS", "required", "default", "bool"} & set(words)
    assert "…" not in chinese.stdout
    assert "<bool>" not in english.stdout


def test_every_option_that_takes_a_value_shows_a_word_for_it() -> None:
    for command in typer.main.get_command(app).commands.values():  # type: ignore[attr-defined]
        for parameter in command.params:
            assert getattr(parameter, "is_flag", False) or parameter.metavar, parameter.name


def test_help_shows_defaults_that_are_zero(run: Run) -> None:
    assert "Equal seeds give equal results. [default: 0]" in run("compare", "--help").stdout


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, "fenlei 0.1.0\n")


def test_importing_the_command_line_imports_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "sklearn", "scipy", "pyarrow", "pandas", "matplotlib")
    code = f"import fenlei.cli.app, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("words", "environment", "lang"),
    [
        ([], {}, "en"),
        (["compare", "--lang", "zh"], {}, "zh"),
        (["compare", "--lang=zh"], {}, "zh"),
        (["compare"], {"FENLEI_LANG": "zh"}, "zh"),
        (["compare", "--lang", "en"], {"FENLEI_LANG": "zh"}, "en"),
        (["compare", "--lang"], {}, "en"),
        (["compare", "--lang", "fr"], {}, "en"),
    ],
)
def test_language(words: list[str], environment: dict[str, str], lang: str) -> None:
    assert language(words, environment) == lang


def test_an_internal_fault_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "show_all", lambda *_: 1 / 0)
    result = run("datasets")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "ZeroDivisionError: division by zero" in result.stderr
    assert "FENLEI_DEBUG=1" in result.stderr


def test_debugging_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    monkeypatch.setattr(datasets, "show_all", lambda *_: 1 / 0)
    result = CliRunner(env={"FENLEI_DEBUG": "1"}).invoke(app, ["datasets"])
    assert "Traceback" in result.stderr
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("error", "code", "fragment"),
    [
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 3, "not enough memory"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
    ],
)
def test_ends_that_are_nobodys_fault(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, fragment: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(datasets, "show_all", fail)
    result = run("datasets")
    assert result.exit_code == code
    assert fragment in result.stderr
    assert result.stderr.count("\n") <= 1


def test_every_text_takes_the_same_facts_in_both_languages() -> None:
    for key, (english, chinese) in TEXTS.items():
        fields = [set(re.findall(r"{(\w+)", sentence)) for sentence in (english, chinese)]
        assert fields[0] == fields[1], key
        assert re.search(r"[一-鿿]", chinese) or english == chinese, key
