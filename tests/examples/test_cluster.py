"""The example of a cluster runs end to end: a worker dies, and the model file is the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).parents[2] / "examples" / "cluster.py"


@pytest.mark.slow
def test_a_worker_dies_and_the_file_is_the_same() -> None:
    pytest.importorskip("distributed")
    run = subprocess.run([sys.executable, PATH], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    hashes = [line.split()[-1] for line in run.stdout.splitlines()]
    assert len(hashes) == 3
    assert len(set(hashes)) == 1
    assert "was killed" in run.stdout
