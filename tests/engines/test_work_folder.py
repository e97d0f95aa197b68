"""A fit that is killed at any moment and run again ends with the same bytes, and repeats no finished pass."""

from __future__ import annotations

import errno
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import fenlei
from fenlei.atomic import make_folder
from fenlei.engines import kept_values, work_folder
from fenlei.engines.work_folder import KeptPasses
from fenlei.errors import DataError, EngineError, UsageError
from fenlei.registry import REGISTRY
from fenlei.rows.asked import digest as asked
from fenlei.rows.engine import Threads, working_on
from tests.engines.test_contract import MODELS, count, opened
from tests.rows.test_scanned_fits import CUTS, digest, frame, in_memory, small_leaves, written

__all__ = ["small_leaves"]
KILLS = 20  # of a run that is started again each time

# Three models, some of two passes; leaves take a while. It tells what was answered, and the hash of all bits.
RUN = """
import hashlib, sys, time
from pathlib import Path
import fenlei
from fenlei.kernels.merge_tree import merge_tree
from tests.engines.test_work_folder import slow_leaves
from tests.rows.test_scanned_fits import digest
folder = Path(sys.argv[1])
slow_leaves()
data = fenlei.scan(folder / "rows", target="t")
with fenlei.on("threads", work=folder / "work") as engine:
    models = [m.fit(data) for m in (fenlei.LinearRegression(), fenlei.Ridge(), fenlei.Ridge(alpha=1e-12))]
print(engine.answered, engine.continued, hashlib.sha256("".join(map(digest, models)).encode()).hexdigest())
"""


def slow_leaves() -> None:
    """Leaves of 128 rows, each of which takes 10 ms more than it does, and parts that are kept at once."""
    from fenlei.engines.cutting import TablePass
    from fenlei.kernels import threads
    from tests.rows.test_scanned_fits import _leaves_of_128

    threads.leaf_rows.__code__ = _leaves_of_128.__code__
    node = TablePass.node

    def slowly(self: Any, task: Any) -> Any:
        time.sleep(0.01 * (task[1] - task[0]))
        return node(self, task)

    TablePass.node = slowly  # type: ignore[method-assign]
    work_folder.FIRST, work_folder.EVERY = 2, 0.05


def run(folder: Path, seconds: float | None) -> list[str]:
    """The words of a run; none if it was killed after `seconds`."""
    process = subprocess.Popen([sys.executable, "-c", RUN, str(folder)], stdout=subprocess.PIPE, text=True)
    try:
        words, _ = process.communicate(timeout=seconds)
        assert process.returncode == 0
        return words.split()
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return []


def nearly_dependent(folder: Path) -> None:
    """Rows for which least squares takes a second pass."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=2000)
    rows = pd.DataFrame({"x1": x, "x2": x + 1e-9 * rng.normal(size=2000)})
    rows["t"] = rows["x1"] + rows["x2"] + rng.normal(size=2000)
    written(rows, folder / "rows", CUTS[7])


@pytest.mark.parametrize("kills", [2, pytest.param(KILLS, marks=pytest.mark.slow)])
def test_killed_at_random_moments(kills: int, tmp_path: Path) -> None:
    nearly_dependent(tmp_path)
    start = time.monotonic()
    answered, _, expected = run(tmp_path, None)
    took = time.monotonic() - start
    assert answered == "0"
    passes = len(list((tmp_path / "work").glob("*.sums")))
    assert passes >= 4
    for path in (tmp_path / "work").iterdir():
        path.unlink()
    moments = random.Random(1)
    done = 0
    while done < kills:  # a run that was not killed in time has to begin anew
        if words := run(tmp_path, moments.uniform(0.4, 1.0) * took):
            assert words[2] == expected
            for path in (tmp_path / "work").iterdir():
                path.unlink()
        else:
            done += 1
    assert run(tmp_path, None)[2] == expected
    assert run(tmp_path, None) == [str(passes), "0", expected]  # all from the folder


class Ends:
    """An engine that works on a number of leaves and then is gone."""

    def __init__(self, leaves: int) -> None:
        self.left, self.parts = leaves, list[tuple[int, int]]()

    def total(self, table: Any, work: Any, merge: Any, n_jobs: Any = None) -> Any:
        self.left -= table.leaves[1] - table.leaves[0]
        if self.left < 0:
            raise EngineError("engine.broken", executor="Ends")
        self.parts.append(table.leaves)
        return Threads().total(table, work, merge, n_jobs)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("gone", [1, 4, 6, 9, 14, 15])
def test_a_long_pass_goes_on_where_it_was(gone: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_folder, "FIRST", 2)
    monkeypatch.setattr(work_folder, "EVERY", 1e-9)
    entry = REGISTRY["qda"]
    data, rows = opened(tmp_path), frame(REGISTRY["gaussian_nb"])
    expected = digest(in_memory(entry, rows, None))
    kept = KeptPasses(make_folder(tmp_path / "work"), Ends(gone))
    with working_on(kept), pytest.raises(EngineError):
        entry.load()().fit(data)
    assert len(list((tmp_path / "work").glob("*.part"))) == (gone >= 2)
    again = Ends(1000)
    with working_on(KeptPasses(tmp_path / "work", again)) as engine:
        assert digest(entry.load()().fit(data)) == expected
    assert engine.continued == (gone >= 2)
    assert again.parts[0][0] == gone // 2 * 2  # no leaf is read again that was in a part
    assert not list((tmp_path / "work").glob("*.part"))


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("quick", [True, False])
def test_parts_of_any_size_make_one_tree(
    quick: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts that double, or do not, on two engines; a damaged record of them is no record."""
    monkeypatch.setattr(work_folder, "FIRST", 1)
    monkeypatch.setattr(work_folder, "EVERY", 1e9 if quick else 1e-9)
    entry, data = REGISTRY["lda"], opened(tmp_path)
    expected = digest(in_memory(entry, frame(REGISTRY["gaussian_nb"]), None))
    for engine in (Threads(), Ends(1000)):
        folder = make_folder(tmp_path / type(engine).__name__)
        with working_on(KeptPasses(folder, engine)):
            assert digest(entry.load()().fit(data)) == expected
        (sums,) = folder.glob("*.sums")
        sums.rename(sums.with_suffix(".part"))  # of another form
        with working_on(KeptPasses(folder, engine)):
            assert digest(entry.load()().fit(data)) == expected
    assert engine.parts[:3] == ([(0, 1), (1, 2), (2, 4)] if quick else [(0, 1), (1, 2), (2, 3)])


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("name", MODELS)
def test_finished_passes_are_not_read_again(name: str, tmp_path: Path) -> None:
    entry = REGISTRY[name]
    rows = frame(entry)
    w = rows["w"].to_numpy(float)
    data = fenlei.scan(written(rows, tmp_path / "rows", CUTS[7]), target="t", weight="w")
    for answered in (0, 1):
        with fenlei.on("threads", work=tmp_path / "work") as engine:
            assert digest(entry.load()().fit(data)) == digest(in_memory(entry, rows, w))
            assert (engine.answered > 0) == bool(answered)
            engine.engine = None  # nobody to read rows
            assert digest(entry.load()().fit(data)) == digest(in_memory(entry, rows, w))


@pytest.mark.usefixtures("small_leaves")
def test_the_folder_of_other_rows_or_another_run(tmp_path: Path) -> None:
    data, work = opened(tmp_path), tmp_path / "work"
    with fenlei.on("threads", work=work):
        data.total(count, int.__add__)
        with pytest.raises(UsageError, match="Another run is using"), fenlei.on("threads", work=work):
            pass
    other = fenlei.scan(tmp_path / "rows" / "part-3.parquet", target="t", drop="w")
    with fenlei.on("threads", work=work), pytest.raises(DataError, match=r"belongs to other files \(7, the"):
        other.total(count, int.__add__)
    (tmp_path / "rows" / "part-2.parquet").touch()
    changed = fenlei.scan(tmp_path / "rows", target="t", drop="w")
    with (
        fenlei.on("threads", work=work),
        pytest.raises(DataError, match=r"part-2\.parquet' has changed since"),
    ):
        changed.total(count, int.__add__)
    (work / "work.json").write_text('{"fenlei": "0.0.1", "files": []}')
    with (
        fenlei.on("threads", work=work),
        pytest.raises(DataError, match=r"written by fenlei 0\.0\.1, this is"),
    ):
        data.total(count, int.__add__)
    (work / "work.json").write_text("[]")
    with fenlei.on("threads", work=work), pytest.raises(DataError, match="is damaged"):
        data.total(count, int.__add__)


@pytest.mark.usefixtures("small_leaves")
def test_damaged_sums_are_made_again(tmp_path: Path) -> None:
    data, work = opened(tmp_path), tmp_path / "work"
    for _ in range(2):
        with fenlei.on("threads", work=work) as engine:
            assert data.total(count, int.__add__) == 2000
            assert engine.answered == 0
        (sums,) = work.glob("*.sums")
        sums.write_bytes(sums.read_bytes()[:-3])


@pytest.mark.usefixtures("small_leaves")
def test_a_full_disk_keeps_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, work = opened(tmp_path), tmp_path / "work"
    with fenlei.on("threads", work=work):
        data.total(count, int.__add__)

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(work_folder, "write", full)
        with pytest.raises(DataError, match="disk is full"):
            fenlei.GaussianNB().fit(data)
    assert len(list(work.glob("*.sums"))) == 1
    assert not list(work.glob("*.tmp"))


def test_values_are_data_only() -> None:
    found = kept_values.taken_apart((1.5, np.float32(2), {"a": [True, None]}, np.arange(3)), arrays := {})
    again = kept_values.put_together(found, arrays)
    assert repr(again) == repr((1.5, np.float32(2), {"a": [True, None]}, np.arange(3)))
    for value in (object(), np.array(["a"]), {1.5: 2}):
        with pytest.raises(kept_values.NotKept):
            kept_values.taken_apart(value, {})
    for bad in (
        {"is": "record", "type": "os:system", "fields": [], "items": []},
        {"is": "record", "type": "fenlei.errors:DataError", "fields": [], "items": []},
        {"is": "array", "name": "a7"},
        3,
    ):
        with pytest.raises(kept_values.NotKept):
            kept_values.put_together(bad, {})


def test_the_same_question_has_the_same_hash_in_every_process(tmp_path: Path) -> None:
    data = opened(tmp_path)
    code = (
        "import sys, fenlei; from fenlei.rows.asked import digest\n"
        "from tests.engines.test_contract import count\n"
        "data = fenlei.scan(sys.argv[1], target='t', drop='w')\n"
        "print(digest((data.table, fenlei.GaussianNB()._summarise, count)))"
    )
    run = [sys.executable, "-c", code, str(tmp_path / "rows")]
    there = [subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() for _ in range(2)]
    here = asked((data.table, fenlei.GaussianNB()._summarise, count))
    assert there == [here, here]
    other = fenlei.GaussianNB(var_smoothing=0.1)._summarise
    assert asked((data.table, other, count)) != here
