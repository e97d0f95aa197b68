"""A bound on the memory makes blocks smaller and threads fewer, and changes no bit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import fenlei
from fenlei import PCA, GaussianNB, LinearDiscriminantAnalysis, scan
from fenlei.rows.engine import Threads
from fenlei.rows.scanned import Scan
from fenlei.study import train
from fenlei.table.scanning.room import BASE, COLUMN_BYTES, LEAST_ROWS, ReadingRoom, room_within

LIMITS = (1e6, 5.85e8, 8e9)
N, P = 150_000, 40  # five leaves


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = np.random.default_rng(3)
    X = random.normal(size=(P, N))
    label = np.where(X[0] + random.normal(size=N) > 0, "a", "b")
    rows = pa.table([*map(pa.array, X), pa.array(label)], [*(f"x{j}" for j in range(P)), "kind"])
    path = tmp_path_factory.mktemp("room")
    for i, (start, stop) in enumerate([(0, 70_000), (70_000, 70_001), (70_001, N)]):
        pyarrow.parquet.write_table(rows.slice(start, stop - start), path / f"{i}.parquet")
    return path


def bits(model: Any) -> list[bytes]:
    return [value.tobytes() for _, value in sorted(vars(model).items()) if isinstance(value, np.ndarray)]


@pytest.mark.parametrize("model", [GaussianNB(), LinearDiscriminantAnalysis(), PCA(2)], ids=str)
def test_two_limits_give_the_same_bits(folder: Path, model: Any) -> None:
    data = scan(folder, target="kind")
    expected = bits(model.fit(data))
    rooms = set()
    for limit in LIMITS:
        bounded = data.within(limit)
        rooms.add(bounded.table.room)
        assert bits(model.fit(bounded)) == expected
        with ThreadPoolExecutor(3) as pool, fenlei.on(pool):
            assert bits(model.fit(bounded)) == expected
    assert len(rooms) == len(LIMITS)


class Counter:
    """Work that knows how many leaves are worked on at the same time."""

    def __init__(self) -> None:
        self.lock, self.now, self.most, self.done = Lock(), 0, 0, 0

    def work(self, leaf: Any) -> int:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        sleep(0.02)
        with self.lock:
            self.now -= 1
            self.done += 1
        return len(leaf.X)


@pytest.mark.parametrize("leaves", [1, 2])
def test_no_more_leaves_than_there_is_room_for_are_worked_on(folder: Path, leaves: int) -> None:
    table = scan(folder, target="kind").table._replace(room=ReadingRoom(LEAST_ROWS, leaves))
    counter = Counter()
    assert sum(Threads().each(table, counter.work, 4)) == N
    with ThreadPoolExecutor(4) as pool, fenlei.on(pool) as engine:
        assert sum(engine.each(table, counter.work)) == N
    assert counter.most == leaves
    assert counter.done == 2 * len(range(*table.leaves))


def test_blocks_have_no_more_rows_than_there_is_room_for(folder: Path) -> None:
    data = scan(folder, target="kind").within(1.0)
    sizes = [len(block.X) for block in data.blocks()]
    assert max(sizes) == LEAST_ROWS
    assert sum(sizes) == N
    assert max(len(block.X) for block in data.within(8e9).blocks()) == 1 << 16


@pytest.mark.parametrize("columns", [1, 20, 500])
def test_the_room_is_within_the_bound_or_the_least(columns: int) -> None:
    leaf = 2.0**24
    for memory in np.geomspace(1e6, 1e11, 60).tolist():
        room = room_within(memory, columns, leaf)
        assert room.leaves is not None
        need = BASE + columns * COLUMN_BYTES + 2 * leaf + 16 * room.rows * columns + 2 * leaf * room.leaves
        assert need <= memory or room == ReadingRoom(LEAST_ROWS, 1)


def test_a_work_folder_answers_under_another_bound(folder: Path, tmp_path: Path) -> None:
    data = scan(folder, target="kind")
    with fenlei.on("threads", work=tmp_path / "work"):
        first = GaussianNB().fit(data.within(5.85e8))
    with fenlei.on("threads", work=tmp_path / "work") as engine:
        assert bits(GaussianNB().fit(data.within(8e9))) == bits(first)
        assert engine.answered == 1  # type: ignore[attr-defined]


def test_memory_of_train_bounds_the_passes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    bound = Scan.within

    def within(self: Scan, memory: float) -> Scan:
        seen.append(memory)
        return bound(self, memory)

    monkeypatch.setattr(Scan, "within", within)
    models = [train(str(folder), "lda", "kind", memory=memory) for memory in ("1m", "4g")]
    assert seen == [2.0**20, 2.0**32]
    a, b = (model.estimator for model in models)
    assert bits(a) == bits(b)
