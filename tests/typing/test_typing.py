"""The front door as a type checker sees it: a user's script passes, misspelt names do not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPT, MISSPELT = HERE / "user_script.py", HERE / "misspelt.py"


def mypy(file: Path) -> dict[int, str]:
    """Errors that mypy finds in the file, by line."""
    text = _output("mypy", "--no-error-summary", "--no-pretty", str(file))
    found = re.findall(rf"{file.name}:(\d+): error: (.*)", text)
    assert found or not text.strip(), text
    return {int(line): message for line, message in found}


def pyright(file: Path) -> dict[int, str]:
    """Errors that pyright finds in the file, by line."""
    report = json.loads(_output("pyright", "--outputjson", str(file)))
    return {
        fault["range"]["start"]["line"] + 1: fault["message"]
        for fault in report["generalDiagnostics"]
        if fault["severity"] == "error"
    }


def _output(checker: str, *arguments: str) -> str:
    command = [sys.executable, "-m", checker, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


@pytest.mark.parametrize("check", [mypy, pyright])
def test_a_script_has_the_types_that_its_author_expects(check: Callable[[Path], dict[int, str]]) -> None:
    assert check(SCRIPT) == {}


@pytest.mark.parametrize("check", [mypy, pyright])
def test_every_mistake_is_found(check: Callable[[Path], dict[int, str]]) -> None:
    lines = MISSPELT.read_text("utf-8").splitlines()
    wrong = {i for i, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert len(wrong) > 10
    assert set(check(MISSPELT)) == wrong
