"""The README: every command and every example runs as written."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fenlei.registry import REGISTRY

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
COMMANDS = re.findall(r"^\$ (fenlei .*)$", README.read_text("utf-8"), re.MULTILINE)


def test_examples() -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(
        str(README), module_relative=False, encoding="utf-8", optionflags=options
    )
    assert tried > 10
    assert failed == 0


def test_commands_in_order(tmp_path: Path) -> None:
    """Each command uses what those before it have written."""
    assert {shlex.split(command)[1] for command in COMMANDS} == {
        "datasets",
        "compare",
        "predict",
        "train",
        "evaluate",
        "explain",
        "reduce",
        "cluster",
    }
    start = [sys.executable, "-c", "from fenlei.cli import main; main()"]
    for command in COMMANDS:
        arguments = shlex.split(command)[1:]
        run = subprocess.run(
            [*start, *arguments], cwd=tmp_path, capture_output=True, env=os.environ | {"PYTHONUTF8": "1"}
        )
        assert run.returncode == 0, f"{command}\n{run.stderr.decode()}"
    written = {path.name for path in tmp_path.iterdir()}
    assert {"fenlei-wine", "predicted.csv", "wine.fenlei", "fenlei-苹果", "预测.csv"} <= written


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README.read_text("utf-8")))
def test_links_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


def test_make_targets_exist() -> None:
    named = set(re.findall(r"(?:`|\$ )make ([a-z-]+)", README.read_text("utf-8")))
    declared = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test"} <= named <= declared


def test_the_table_names_every_estimator() -> None:
    table = README.read_text("utf-8").split("## What is in it")[1].split("## Speed")[0]
    for entry in REGISTRY.values():
        assert f"| `{entry.class_name}` |" in table
        assert f"`{entry.name}`" in table
