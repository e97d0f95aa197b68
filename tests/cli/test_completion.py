"""`fenlei completion`: the script, and what the shell is answered when it asks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_of_a_shell(run: Run, shell: str) -> None:
    shown = run("completion", shell)
    assert shown.exit_code == 0
    assert f"complete_{shell}" in shown.stdout


def test_another_shell_is_refused(run: Run) -> None:
    assert run("completion", "tcsh").exit_code == 2


def test_the_shell_is_answered() -> None:
    asked = {"_FENLEI_COMPLETE": "complete_bash", "COMP_WORDS": "fenlei exp", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "fenlei"], env=os.environ | asked, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["explain", "export"]
