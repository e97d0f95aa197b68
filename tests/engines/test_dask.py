"""A Dask cluster whose workers die: the same model, or one sentence, and never a wait without end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fenlei
from fenlei.engines import alike, cutting
from fenlei.errors import EngineError, FenleiWarning, UsageError
from fenlei.registry import REGISTRY
from tests.engines.test_contract import count, opened
from tests.rows.test_scanned_fits import (
    CUTS,
    PROMISES,
    digest,
    frame,
    in_memory,
    made,
    small_leaves,
    written,
)

distributed = pytest.importorskip("distributed")
__all__ = ["small_leaves"]
HOW = {"threads_per_worker": 1, "processes": True, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
LIMIT = 60.0  # seconds after which a test has hung


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, **HOW) as found:
        yield found


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as found:
        cluster.scale(2)
        until(found.nthreads)
        yield found


@pytest.mark.usefixtures("small_leaves")
def test_any_number_of_workers_and_killed_ones(cluster: Any, client: Any, tmp_path: Path) -> None:
    entry = REGISTRY["lda"]
    data = opened(tmp_path)
    rows = frame(entry)
    expected = digest(in_memory(entry, rows, None))
    for workers in (1, 2, 4):
        cluster.scale(workers)
        until(lambda count=workers: len(client.nthreads()) == count)
        with fenlei.on(client):
            assert digest(entry.load()().fit(data)) == expected, workers
    for _ in range(2):  # two workers die
        before = set(client.run(os.getpid).values())
        with fenlei.on(client) as engine:
            engine.total = partial(slowed, engine.total, tmp_path)  # each leaf tells who works on it
            killed = threading.Thread(target=kill_first, args=(tmp_path, before))
            killed.start()
            assert digest(entry.load()().fit(data)) == expected
            killed.join(LIMIT)
        until(lambda: len(client.nthreads()) == 4)
        assert len(before - set(client.run(os.getpid).values())) == 1  # one has died and come again


@pytest.mark.slow
@pytest.mark.usefixtures("small_leaves")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan in "AB"])
def test_every_promise_on_workers_of_which_one_dies(
    entry: Any, cluster: Any, client: Any, tmp_path: Path
) -> None:
    rows = frame(entry)
    expected = digest(in_memory(entry, rows, rows["w"].to_numpy(float)))
    data = fenlei.scan(written(rows, tmp_path / "rows", CUTS[7]), target="t", weight="w")
    for workers in (1, 4, 2):
        cluster.scale(workers)
        until(lambda count=workers: len(client.nthreads()) == count)
        with fenlei.on(client):
            assert digest(made(entry).fit(data)) == expected, workers
    before, end = set(client.run(os.getpid).values()), threading.Event()
    with fenlei.on(client) as engine:
        engine.total = partial(slowed, engine.total, tmp_path)
        killer = threading.Thread(target=kill_first, args=(tmp_path, before, end))
        killer.start()
        assert digest(made(entry).fit(data)) == expected
        end.set()
        killer.join(LIMIT)


@pytest.mark.slow
@pytest.mark.usefixtures("small_leaves")
def test_a_task_that_kills_all_its_workers(client: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    with fenlei.on(client), pytest.raises(EngineError) as error:
        data.total(partial(deadly, 1024), int.__add__)
    sentence = str(error.value)
    # Dask blames any task that a worker had when it died, so not always the one that kills.
    assert re.match(r"Workers died over and over \(last: tcp://.*, memory limit \d+ MB\)", sentence)
    assert re.search(r"includes rows \d+ to \d+ of the table, from file '.*part-\d\.parquet' on", sentence)
    assert error.value.exit_code == 1
    until(client.nthreads)
    with fenlei.on(client):
        assert data.total(count, int.__add__) == 2000


@pytest.mark.slow
@pytest.mark.usefixtures("small_leaves")
def test_all_workers_gone(cluster: Any, client: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    cluster.scale(0)
    until(lambda: not client.nthreads())
    with (
        fenlei.on(client, patience=1.5),
        pytest.warns(FenleiWarning, match="no workers at '.*'; waiting 1.5 seconds"),
        pytest.raises(EngineError, match=r"no workers at 'tcp://127\.0\.0\.1:.* for 1\.5 seconds"),
    ):
        data.total(count, int.__add__)
    threading.Timer(2.0, cluster.scale, (1,)).start()
    with fenlei.on(client, patience=LIMIT):
        assert data.total(count, int.__add__) == 2000


def test_nobody_answers(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        address = f"dask://127.0.0.1:{taken.getsockname()[1]}"
        start = time.monotonic()
        with pytest.raises(UsageError, match="No Dask scheduler answers at 'dask://"), fenlei.on(address):
            pass
        assert time.monotonic() - start < 15


@pytest.mark.slow
@pytest.mark.usefixtures("small_leaves")
def test_an_address_and_a_scheduler_that_dies(tmp_path: Path) -> None:
    data = opened(tmp_path)
    scheduler, address = started(
        tmp_path / "scheduler",
        "distributed.cli.dask_scheduler",
        "--port",
        "0",
        "--no-dashboard",
        "--host",
        "127.0.0.1",
    )
    how = "--nthreads", "1", "--no-dashboard", "--no-nanny"
    worker, _ = started(tmp_path / "worker", "distributed.cli.dask_worker", address, *how)
    try:
        with fenlei.on(address.replace("tcp://", "dask://")):
            assert data.total(count, int.__add__) == 2000
            threading.Timer(1.0, scheduler.kill).start()
            with pytest.raises(EngineError, match="is gone; start it and run the same again"):
                data.total(partial(sleeps, 5.0), int.__add__)
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to a thread")
@pytest.mark.usefixtures("small_leaves")
def test_ctrl_c_leaves_nothing_running(client: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    with fenlei.on(client), pytest.raises(KeyboardInterrupt), pressing_ctrl_c(1.5):
        data.total(partial(sleeps, 4.0), int.__add__)
    until(lambda: not any(client.processing().values()))


def test_workers_that_differ_are_told() -> None:
    ours = alike.facts()
    with pytest.raises(UsageError, match=r"Worker tcp://a:1 has numpy 1\.0, but this process has"):
        alike.require_alike({"tcp://a:1": ours | {"numpy": "1.0"}})
    with pytest.raises(UsageError, match="Worker tcp://a:1 cannot import fenlei"):
        alike.require_alike({"tcp://a:1": ModuleNotFoundError("fenlei")})
    with pytest.warns(FenleiWarning, match="another processor"):
        alike.require_alike({"tcp://a:1": ours | {"cpu": "znver9"}})


def test_files_that_a_worker_does_not_see(tmp_path: Path) -> None:
    data = opened(tmp_path)
    with pytest.raises(UsageError, match=r"Worker tcp://a:1 cannot see file '.*part-0\.parquet'"):
        cutting.require_seen(lambda ask: {"tcp://a:1": None}, data.table)
    cutting.require_seen(lambda ask: {"tcp://a:1": ask()}, data.table)


@contextmanager
def pressing_ctrl_c(seconds: float) -> Iterator[None]:
    """Ctrl-C after some seconds, and once more: Python loses one that comes while it collects garbage."""
    ended, main = threading.Event(), threading.main_thread().ident

    def press() -> None:
        assert main is not None
        while not ended.wait(seconds):
            signal.pthread_kill(main, signal.SIGINT)  # to another thread it would wake nobody

    threading.Thread(target=press, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def until(found: Callable[[], Any]) -> Any:
    """What `found` returns once it is true."""
    end = time.monotonic() + LIMIT
    while not (value := found()):
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)
    return value


def started(log: Path, *command: str) -> tuple[subprocess.Popen[bytes], str]:
    """A process of Dask's, and the address that it tells of itself or of its scheduler."""
    with log.open("wb") as told:
        process = subprocess.Popen([sys.executable, "-m", *command], stderr=told)
    words = until(lambda: re.search(r"(Scheduler at|Registered to): +(tcp://\S+)", log.read_text()))
    return process, words[2]


def kill_first(folder: Path, pids: set[int], end: threading.Event | None = None) -> None:
    """Kill the worker that tells first that it is in the middle of a leaf; none if all is over before."""

    def telling() -> list[int]:
        return [int(path.stem) for path in folder.glob("*.pid") if int(path.stem) in pids]

    until(lambda: telling() or (end is not None and end.is_set()))
    for pid in telling()[:1]:
        os.kill(pid, signal.SIGKILL)
    for path in folder.glob("*.pid"):
        path.unlink()


def slowed(total: Callable[..., Any], folder: Path, table: Any, work: Any, merge: Any, n_jobs: Any) -> Any:
    return total(table, partial(told, folder, work), merge, n_jobs)


# Work that goes to other processes.


def told(folder: Path, work: Callable[[Any], Any], leaf: Any) -> Any:
    (folder / f"{os.getpid()}.pid").touch()
    time.sleep(0.1)
    return work(leaf)


def deadly(at: int, leaf: Any) -> int:
    if leaf.first == at:
        os.kill(os.getpid(), signal.SIGKILL)
    return len(leaf.X)


def sleeps(seconds: float, leaf: Any) -> int:
    time.sleep(seconds)
    return len(leaf.X)
