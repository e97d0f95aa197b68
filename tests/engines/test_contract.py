"""What every engine promises: the model of memory to the last bit, work in order, errors as they are."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fenlei
from fenlei.errors import DataError, EngineError, UsageError
from fenlei.registry import REGISTRY
from fenlei.rows.engine import Threads, current_engine
from tests.rows.test_scanned_fits import CUTS, digest, frame, in_memory, small_leaves, written

__all__ = ["small_leaves"]
MODELS = ("gaussian_nb", "lda", "qda", "categorical_nb", "ridge", "pca")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    how = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(host="127.0.0.1", **how) as found, distributed.Client(found) as client:
        yield client


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Two workers of a Spark of this machine; they import the tests from where they are."""
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs a Java runtime: make test-engines")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), *sys.path]))
        patch.setattr("fenlei.engines.spark.available_cores", lambda: 2, raising=False)
        from fenlei.engines.spark import opened as started

        with started("spark") as session:
            yield session


@pytest.fixture(params=["threads", "executor", "processes", "dask", "spark"])
def where(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "threads":
        yield "threads"
    elif request.param == "executor":
        with ThreadPoolExecutor(3) as pool:
            yield pool
    elif request.param == "processes":
        with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            yield pool
    else:
        yield request.getfixturevalue({"dask": "cluster"}.get(request.param, request.param))


@pytest.mark.usefixtures("small_leaves")
def test_one_hash_on_every_engine(where: Any, tmp_path: Path) -> None:
    with fenlei.on(where):
        for name in MODELS:
            entry = REGISTRY[name]
            rows = frame(entry)
            w = rows["w"].to_numpy(float)
            data = fenlei.scan(written(rows, tmp_path / name, CUTS[7]), target="t", weight="w")
            assert digest(entry.load()().fit(data)) == digest(in_memory(entry, rows, w)), name


@pytest.mark.usefixtures("small_leaves")
def test_the_work_of_leaves_comes_in_order(where: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    with fenlei.on(where):
        assert list(data.each(first_row)) == list(range(0, 2000, 128))
        assert data.total(count, int.__add__) == 2000
    assert isinstance(current_engine(), Threads)


@pytest.mark.usefixtures("small_leaves")
def test_a_broken_file_is_its_sentence(where: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    (tmp_path / "rows" / "part-3.parquet").write_bytes(b"PAR1")
    with fenlei.on(where), pytest.raises(DataError, match=r"part-3\.parquet' has changed"):
        fenlei.GaussianNB().fit(data)
    (tmp_path / "rows" / "part-3.parquet").unlink()
    with fenlei.on(where), pytest.raises(DataError, match=r"part-3\.parquet' has vanished"):
        fenlei.GaussianNB().fit(data)


@pytest.mark.usefixtures("small_leaves")
def test_an_error_in_a_leaf_is_the_passes(where: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    with fenlei.on(where):
        with pytest.raises(ZeroDivisionError):
            data.total(partial(broken, 1280), int.__add__)
        assert data.total(count, int.__add__) == 2000  # nothing is left behind


def test_names_that_are_no_engine() -> None:
    for value in ("sparks", 3, "http://127.0.0.1:8786"):
        with pytest.raises(UsageError, match="accepted are threads, dask"), fenlei.on(value):
            pass


def test_a_process_that_dies_is_a_sentence(tmp_path: Path) -> None:
    data = opened(tmp_path)
    with (
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool,
        fenlei.on(pool),
        pytest.raises(EngineError, match="A process of ProcessPoolExecutor died"),
    ):
        data.total(exits, int.__add__)


def opened(folder: Path) -> Any:
    rows = frame(REGISTRY["gaussian_nb"])
    return fenlei.scan(written(rows, folder / "rows", CUTS[7]), target="t", drop="w")


@pytest.mark.usefixtures("small_leaves")
def test_a_worker_of_spark_that_dies(spark: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    with fenlei.on(spark):
        assert data.total(partial(dies_once, tmp_path, 1280), int.__add__) == 2000
        assert (tmp_path / "died").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("small_leaves")
def test_a_task_that_kills_all_workers_of_spark(spark: Any, tmp_path: Path) -> None:
    data = opened(tmp_path)
    with fenlei.on(spark):
        with pytest.raises(EngineError, match="A process of Spark died"):
            data.total(partial(dies, 1280), int.__add__)
        assert data.total(count, int.__add__) == 2000


# Work that goes to other processes.


def first_row(leaf: Any) -> int:
    return int(leaf.first)


def count(leaf: Any) -> int:
    return len(leaf.X)


def broken(at: int, leaf: Any) -> int:
    return 1 // int(leaf.first != at)


def exits(leaf: Any) -> int:
    os._exit(1)


def dies(at: int, leaf: Any) -> int:
    if leaf.first == at:
        os.kill(os.getpid(), signal.SIGKILL)
    return len(leaf.X)


def dies_once(folder: Path, at: int, leaf: Any) -> int:
    if leaf.first == at and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return len(leaf.X)
