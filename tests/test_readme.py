"""The READMEs, English and Chinese: every command and every example runs as written."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.chapters import renewed

ROOT = Path(__file__).parents[1]
README, CHINESE = ROOT / "README.md", ROOT / "README.zh.md"
BOTH = pytest.mark.parametrize("readme", [README, CHINESE], ids=["en", "zh"])
COMMANDS = {"datasets", "compare", "predict", "train", "evaluate", "explain", "reduce", "cluster"}
WRITTEN = {
    README: {"fenlei-wine", "predicted.csv", "wine.fenlei"},
    CHINESE: {"fenlei-苹果", "预测.csv", "苹果.fenlei"},
}


def text(readme: Path) -> str:
    return readme.read_text("utf-8")


@BOTH
def test_examples(readme: Path) -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(
        str(readme), module_relative=False, encoding="utf-8", optionflags=options
    )
    assert tried > 10
    assert failed == 0


@BOTH
def test_commands_in_order(readme: Path, tmp_path: Path) -> None:
    """Each command uses what those before it have written."""
    commands = re.findall(r"^\$ (fenlei .*)$", text(readme), re.MULTILINE)
    assert {shlex.split(command)[1] for command in commands} == COMMANDS
    start = [sys.executable, "-c", "from fenlei.cli import main; main()"]
    for command in commands:
        arguments = shlex.split(command)[1:]
        run = subprocess.run(
            [*start, *arguments], cwd=tmp_path, capture_output=True, env=os.environ | {"PYTHONUTF8": "1"}
        )
        assert run.returncode == 0, f"{command}\n{run.stderr.decode()}"
    assert WRITTEN[readme] <= {path.name for path in tmp_path.iterdir()}


@BOTH
def test_links_lead_somewhere(readme: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text(readme)):
        assert (ROOT / target).exists(), target


def test_each_language_links_to_the_other() -> None:
    assert "(README.zh.md)" in text(README)
    assert "(README.md)" in text(CHINESE)


@BOTH
def test_make_targets_exist(readme: Path) -> None:
    named = set(re.findall(r"(?:`|\$ )make ([a-z-]+)", text(readme)))
    declared = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test"} <= named <= declared


def test_the_figures_are_those_that_were_recorded() -> None:
    assert renewed(text(README)) == text(README), "python -m benchmarks.chapters writes them anew"
