"""Predicting on long tables: memory that does not grow with the rows, and no half-written output."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

FENLEI = [sys.executable, "-c", "from fenlei.cli import main; main()"]
# Runs the command and prints the largest memory of the process, in kB.
MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def long_table(path: Path, rows: int) -> Path:
    lines = "".join(f"红,{150 + i % 40}.5,{10 + i % 7}.25\n" for i in range(1000))
    path.write_text("颜色,重量(克),含糖率\n" + lines * (rows // 1000), "utf-8")
    return path


def peak(model: Path, table: Path) -> float:
    """Largest memory in MB while the rows of a table are predicted into a file."""
    words = ["predict", str(model), str(table), "--proba", "--out", str(table.with_suffix(".out.csv"))]
    measured = [sys.executable, "-c", MEASURED, *FENLEI, *words]
    return int(subprocess.run(measured, stdout=subprocess.PIPE, check=True).stdout) / 1024


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rows(apple_model: Path, tmp_path: Path) -> None:
    few, many = long_table(tmp_path / "few.csv", 50_000), long_table(tmp_path / "many.csv", 1_000_000)
    peak(apple_model, few)  # compiles
    growth = peak(apple_model, many) - peak(apple_model, few)
    # Blocks of 65536 rows and the reader's buffers; the table itself is 15 MB of text, its output 60 MB.
    assert growth < 150
    assert peak(apple_model, many) < 1000
    with (tmp_path / "many.out.csv").open(encoding="utf-8") as file:
        assert sum(1 for _ in file) == 1_000_001


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_killed_half_way_it_leaves_no_half_written_output(
    apple_model: Path, tmp_path: Path, how: signal.Signals
) -> None:
    table, out = long_table(tmp_path / "many.csv", 2_000_000), tmp_path / "out.csv"
    out.write_text("the old content", "utf-8")
    process = subprocess.Popen(
        [*FENLEI, "predict", str(apple_model), str(table), "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while sum(path.stat().st_size for path in tmp_path.glob(".fenlei-*.tmp")) < 1_000_000:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(how)
    process.wait(timeout=60)
    assert process.returncode != 0
    assert out.read_text("utf-8") == "the old content"
    if how == signal.SIGINT:
        assert list(tmp_path.glob(".fenlei-*")) == []
