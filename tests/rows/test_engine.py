"""Engines: what a task is given and returns is plain, and no way of cutting and repeating tasks is seen."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei import GaussianNB, scan
from fenlei.kernels.merge_tree import merge_tree, tasks
from fenlei.rows.engine import Threads, current_engine, leaves_of, working_on
from tests.rows.test_scanned_fits import CUTS, PROMISES, digest, frame, made, small_leaves, written

__all__ = ["small_leaves"]


class Pickles:
    """Every task alone, the last one first, with nothing but what a pickle keeps."""

    def __init__(self, size: int) -> None:
        self.size = size

    def each(self, table: Any, work: Callable[[Any], Any], n_jobs: int | None = None) -> Iterator[Any]:
        leaves = -(-table.n_rows // table.leaf)
        done = {}
        for start, stop in reversed(tasks(leaves, self.size)):
            t, f = pickle.loads(pickle.dumps((table, work)))
            done[start] = pickle.loads(pickle.dumps([f(leaf) for leaf in leaves_of(t, start, stop)]))
        for start in sorted(done):
            yield from done[start]

    def total(
        self, table: Any, work: Callable[[Any], Any], merge: Callable[..., Any], n_jobs: int | None = None
    ) -> Any:
        leaves = -(-table.n_rows // table.leaf)
        roots = []
        for start, stop in reversed(tasks(leaves, self.size)):
            t, f, m = pickle.loads(pickle.dumps((table, work, merge)))
            root = merge_tree((f(leaf) for leaf in leaves_of(t, start, stop)), m)
            roots.append(pickle.loads(pickle.dumps(root)))
        return merge_tree(reversed(roots), merge)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan != "refused"])
def test_a_fit_asks_only_for_what_can_be_sent_elsewhere(entry: Any, tmp_path: Path) -> None:
    rows = frame(entry)
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    expected = digest(made(entry).fit(data))
    for size in (1, 4):
        with working_on(Pickles(size)):
            assert digest(made(entry).fit(data)) == expected


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    entry = next(each.values[0] for each in PROMISES if each.values[0].name == "gaussian_nb")
    return written(frame(entry), tmp_path_factory.mktemp("engine") / "7", CUTS[7])


@given(start=st.integers(0, 17), count=st.integers(0, 17))
@settings(max_examples=20, deadline=None)
def test_a_task_reads_its_own_leaves(folder: Path, start: int, count: int) -> None:
    table = scan(folder, target="t", drop="w").table._replace(leaf=128)
    every = list(leaves_of(table))
    mine = list(leaves_of(table, start, start + count))
    assert [len(leaf.X) for leaf in every] == [128] * 15 + [80]
    assert [leaf.first for leaf in mine] == [leaf.first for leaf in every[start : start + count]]
    assert all(np.array_equal(a.X, b.X) for a, b in zip(mine, every[start:], strict=False))


def test_the_engine_is_that_of_the_block(folder: Path) -> None:
    assert isinstance(current_engine(), Threads)
    with working_on(Pickles(1)) as engine:
        assert current_engine() is engine
    assert isinstance(current_engine(), Threads)


@pytest.mark.usefixtures("small_leaves")
def test_the_work_of_leaves_comes_in_order(folder: Path) -> None:
    data = scan(folder, target="t", drop="w")
    for n_jobs in (1, 2):
        assert list(data.each(first_row, n_jobs)) == list(range(0, 2000, 128))


def first_row(leaf: Any) -> int:
    return int(leaf.first)


def test_an_error_in_a_leaf_is_the_fits(folder: Path) -> None:
    data = scan(folder, target="t", drop="w")
    with pytest.raises(ZeroDivisionError):
        data.total(broken, max)
    GaussianNB().fit(data)


def broken(leaf: Any) -> float:
    return 1 / (len(leaf.X) - len(leaf.X))
