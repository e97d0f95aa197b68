"""`on`: the engine that the scans of a block of code use."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from fenlei.engines.alike import facts, require_alike
from fenlei.errors import UsageError
from fenlei.kernels.threads import available_cores
from fenlei.rows.engine import Engine, working_on

DASK = "dask", "dask://", "tcp://", "tls://"
SPARK = "spark", "spark://", "sc://"


@contextmanager
def on(
    where: object = "threads", *, work: str | PathLike[str] | None = None, patience: float = 60.0
) -> Iterator[Engine]:
    """Let scans be read and summed elsewhere, inside the block; the models are the same to the last bit.

    Parameters
    ----------
    where : str, distributed.Client, SparkSession or concurrent.futures.Executor
        "threads" are those of this process; "dask" and "spark" start workers on this machine, one for each
        core, and stop them afterwards; "dask://host:8786" (or "tcp://", "tls://"), "spark://host:7077" and
        "sc://host:15002" (Spark Connect) are running clusters. Their workers have to see the files under the
        same paths. They execute what is sent to them: connect only to a cluster that you trust.
    work : path, optional
        A folder that keeps the sums of finished passes: the same code, run again after whatever has stopped
        it, continues there, to the same bits.
    patience : float, default=60
        Seconds to wait for workers of Dask when all of them are gone; Spark has its own settings.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fenlei
    >>> path = Path(tempfile.mkdtemp()) / "a.csv"
    >>> _ = path.write_text("size,kind\\n1,x\\n2,x\\n7,y\\n8,y\\n")
    >>> with fenlei.on("threads"):
    ...     fenlei.GaussianNB().fit(fenlei.scan(path, target="kind")).theta_.ravel()
    array([1.5, 7.5])
    """
    with opened(where, patience) as engine:
        require_alike(engine.everywhere(facts))
        with (
            engine_with(engine, work) as chosen,
            working_on(chosen),
        ):
            yield chosen


@contextmanager
def engine_with(engine: object, work: str | PathLike[str] | None) -> Iterator[Any]:
    """The engine, which keeps its passes in a folder if one is given."""
    if work is None:
        yield engine
        return
    with _module("work_folder").kept_in(Path(work), engine) as kept:
        yield kept


@contextmanager
def opened(where: object, patience: float = 60.0) -> Iterator[Any]:
    """The engine of a name, an address or a client; what was started for it is stopped."""
    if isinstance(where, Executor):
        yield _module("executor").ExecutorEngine(where)
    elif type(where).__module__.split(".")[0] == "distributed" and hasattr(where, "submit"):
        yield _module("dask").DaskEngine(where, patience)
    elif type(where).__module__.split(".")[0] == "pyspark" and hasattr(where, "range"):
        yield _module("spark").SparkEngine(where)
    elif where == "threads":
        with ThreadPoolExecutor(available_cores()) as pool:
            yield _module("executor").ExecutorEngine(pool)
    elif _is_address(where, DASK):
        dask = _installed("dask", "distributed")
        with dask.opened(where) as client:
            yield dask.DaskEngine(client, patience)
    elif _is_address(where, SPARK):
        spark = _installed("spark", "pyspark")
        with spark.opened(where) as session:
            yield spark.SparkEngine(session)
    else:
        given = where if isinstance(where, str) else type(where).__name__
        raise UsageError("engine.name", value=given)


def _is_address(where: Any, schemes: tuple[str, ...]) -> bool:
    """Whether it is a scheme's name, or begins with another."""
    return isinstance(where, str) and (where == schemes[0] or where.startswith(schemes[1:]))


def _installed(name: str, package: str) -> Any:
    """The module of an engine, whose library is another package."""
    if find_spec(package) is None:
        raise UsageError("engine.missing", engine=name, name=package, extra=f"fenlei[{name}]")
    return _module(name)


def _module(name: str) -> Any:
    """An engine's module, imported when it is asked for."""
    return import_module(f"fenlei.engines.{name}")
