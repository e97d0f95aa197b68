"""Folders and files that are not what they should be: one sentence, or the work is done again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Run

COMPARE = ("compare", "iris", "--models", "lda", "--folds", 3, "--quiet")


def damaged(path: Path, kind: str) -> None:
    """Put something else in the place of a fold's file."""
    arrays = dict(np.load(path))
    record, proba = arrays["record"], arrays["proba"]
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    else:
        parts = {
            "number": {"record": np.array("3"), "proba": proba},
            "no key": {"record": np.array('{"fold": 0}'), "proba": proba},
            "shape": {"record": record, "proba": proba[:, :2]},
            "text": {"record": record, "proba": proba.astype(str)},
            "NaN": {"record": record, "proba": proba * np.nan},
            "no array": {"record": record},
            "notes": {"record": np.array(str(record).replace('"notes": []', '"notes": 3')), "proba": proba},
        }[kind]
        np.savez(path, **parts)


@pytest.mark.parametrize(
    "kind", ["folder", "array", "number", "no key", "shape", "text", "NaN", "no array", "notes"]
)
def test_a_fold_that_is_not_one_is_computed_again(run: Run, tmp_path: Path, kind: str) -> None:
    first = run(*COMPARE, "--out", tmp_path)
    (path,) = tmp_path.glob("folds/*/lda.r0.f1.npz")
    damaged(path, kind)
    again = run(*COMPARE[:-1], "--out", tmp_path)
    assert again.exit_code == 0
    assert "Files of finished folds were not what they should be (1, first: lda.r0.f1.npz)" in again.stderr
    board = [line for line in first.stdout.splitlines() if line.startswith("lda")]
    assert [line[:40] for line in board] == [
        line[:40] for line in again.stdout.splitlines() if line[:3] == "lda"
    ]


def test_what_a_killed_run_left_is_swept(run: Run, tmp_path: Path) -> None:
    run(*COMPARE, "--out", tmp_path)
    (folds,) = (tmp_path / "folds").iterdir()
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, living = folds / f".fenlei-{gone.pid}-ab.tmp", folds / ".fenlei-1-ab.tmp"
    left.touch()
    living.touch()
    run(*COMPARE, "--out", tmp_path)
    assert not left.exists()
    assert living.exists()


def test_another_target_does_not_overwrite_a_comparison(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("a,b,y\n" + "1,p,u\n2,q,v\n1,q,u\n2,p,v\n" * 4)
    words = ("compare", table, "--folds", 2, "--models", "gaussian_nb", "--quiet", "--out", tmp_path)
    assert run(*words).exit_code == 0
    before = (tmp_path / "result.json").read_bytes()
    result = run(*words, "--target", "b")
    assert result.exit_code == 2
    assert "holds a comparison with the target" in result.stderr
    assert (tmp_path / "result.json").read_bytes() == before


def test_a_full_device_is_one_sentence(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", "from fenlei.cli.app import app; app()", "datasets"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 3
    assert done.stderr.startswith("fenlei: Standard output cannot be written")
    assert done.stderr.count("\n") == 1


def test_long_names_are_cut_in_messages(run: Run, tmp_path: Path) -> None:
    long = "x" * 5000
    for words in (
        ("compare", f"{long}.csv"),
        ("compare", "iris", "--target", long),
        ("compare", "iris", "--models", long),
        ("compare", "iris", f"--{long}"),
        ("compare", "iris", "--lang", long),
        ("compare", "iris", "--out", long),
        (long,),
    ):
        result = run(*words)
        assert result.exit_code in (2, 3)
        assert "xxx..." in result.stderr
        assert len(result.stderr) < 1200


def test_a_model_file_ends_in_fenlei(run: Run, tmp_path: Path) -> None:
    result = run("train", "iris", "--model", "lda", "--out", tmp_path / "m.pkl")
    assert result.exit_code == 2
    assert "give 'm.fenlei'" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_line_break_in_a_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('"a\nb",c,y\n1,2,u\n2,1,v\n1,1,u\n2,2,v\n')
    result = run("train", path, "--model", "gaussian_nb", "--drop", "a\nb", "--out", tmp_path / "m.fenlei")
    assert result.exit_code == 0, result.stderr
