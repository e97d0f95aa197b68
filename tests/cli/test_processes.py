"""Real processes: killed and resumed, stopped by Ctrl-C, read by a pipe that closes, in any locale."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from fenlei.study import compare
from tests.study.tables import without_times

FENLEI = [sys.executable, "-c", "from fenlei.cli import main; main()"]
AT_ONCE = [
    sys.executable,
    "-c",
    "from fenlei.study.running import process_pool; process_pool.GROW_AFTER = -1\n" + FENLEI[-1],
]
LONG = ["compare", "iris", "--models", "lda", "--repeats", "60", "--folds", "5"]


def start(*words: object, program: list[str] = FENLEI, **options: object) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    return subprocess.Popen([*program, *map(str, words)], **(pipes | options))


def finished_folds(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.glob("folds/*/*.npz")}


def wait_for_folds(process: subprocess.Popen[str], folder: Path, number: int) -> None:
    """Wait until the process has finished some folds; it may have to compile first."""
    deadline = time.monotonic() + 300
    while len(finished_folds(folder)) < number:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_a_killed_comparison_resumes_and_repeats_no_finished_fold(tmp_path: Path) -> None:
    process = start(*LONG, "--out", tmp_path)
    wait_for_folds(process, tmp_path, 320)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    kept = finished_folds(tmp_path)
    assert 320 <= len(kept) < 600
    assert not (tmp_path / "result.json").exists()

    again = start(*LONG, "--out", tmp_path, "--json")
    stdout, stderr = again.communicate(timeout=120)
    assert again.returncode == 0, stderr
    assert f"resumed: {len(kept)} of 600 folds were already done" in stderr
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    resumed = json.loads(stdout)
    del resumed["files"]
    whole = compare("iris", models=["lda"], repeats=60, folds=5)
    assert without_times(resumed) == without_times(whole)


def workers_of(mark: str) -> list[int]:
    """Processes that have the mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_the_comparison_and_no_fold_is_lost(tmp_path: Path, stop: signal.Signals) -> None:
    mark = f"FENLEI_TEST_MARK={tmp_path}"
    environment = os.environ | dict([mark.split("=")])
    words = [*LONG, "--models", "lda,qda", "--jobs", "2", "--out", str(tmp_path)]
    process = start(*words, program=AT_ONCE, env=environment)
    wait_for_folds(process, tmp_path, 320)
    assert len(workers_of(mark)) == 3
    process.send_signal(stop)
    process.communicate(timeout=60)
    deadline = time.monotonic() + 60
    while workers_of(mark):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    kept = finished_folds(tmp_path)
    again = start(*words, "--json")
    stdout, stderr = again.communicate(timeout=300)
    assert again.returncode == 0, stderr
    assert f"resumed: {len(kept)} of 900 folds were already done" in stderr
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert [model["status"] for model in json.loads(stdout)["models"]] == ["done"] * 3


def test_ctrl_c_stops_with_a_sentence(tmp_path: Path) -> None:
    process = start(*LONG, "--out", tmp_path)
    wait_for_folds(process, tmp_path, 20)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout == ""
    assert "Traceback" not in stderr
    assert stderr.splitlines()[-1].endswith("run the same command again to continue.")
    assert len(finished_folds(tmp_path)) >= 20


def test_a_reader_that_goes_away_is_not_an_error(apple_model: Path, tmp_path: Path) -> None:
    table = tmp_path / "long.csv"
    table.write_text("颜色,重量(克),含糖率\n" + "红,170.5,12.5\n" * 200_000, "utf-8")
    process = start("predict", apple_model, table, "--quiet")
    assert process.stdout is not None
    assert process.stdout.readline() == "颜色,重量(克),含糖率,prediction\n"
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == 141


@pytest.mark.parametrize("encoding", ["ascii", "gbk", "utf-8"])
def test_chinese_survives_any_terminal(encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    process = start("datasets", "apples", "--lang", "zh", env=environment, encoding=encoding)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, "")
    assert ("红富士" if encoding != "ascii" else "\\u7ea2\\u5bcc\\u58eb") in stdout


def test_help_answers_at_once() -> None:
    # Processor time, because other work on the machine must not fail the test.
    code = (
        "import resource, subprocess, sys\n"
        + f"subprocess.run({[*FENLEI, '--help']!r}, stdout=subprocess.DEVNULL)\n"
    )
    code += "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)"
    seconds = float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert seconds < 1
