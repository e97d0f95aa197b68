"""A table of files on a Dask cluster of two processes, one of which is killed: the same model file as here.

    python examples/cluster.py

It needs the package `distributed` (`pip install 'fenlei[dask]'`).
"""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from pyarrow import parquet, table

import fenlei
from fenlei.rows import Scan
from fenlei.study import train

ROWS, FILES = 100_000, 8


def write_table(folder: Path) -> None:
    """Three classes of normal rows with eight columns, in eight files."""
    random = np.random.default_rng(0)
    for i in range(FILES):
        kind = random.integers(0, 3, ROWS)
        X = random.normal(kind[:, None] * 0.5, 1.0, (ROWS, 8))
        columns = {f"x{j}": X[:, j] for j in range(8)} | {"kind": np.array(["a", "b", "c"])[kind]}
        parquet.write_table(table(columns), folder / f"part-{i}.parquet")


def model_hash(data: Scan, folder: Path) -> str:
    """SHA-256 of the file of a model that was trained on the table."""
    path = folder / "lda.fenlei"
    fenlei.save_model(train(data, "lda"), path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Train here, on the cluster, and on the cluster while a worker dies."""
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "table").mkdir()
        write_table(folder / "table")
        data = fenlei.scan(folder / "table", target="kind")
        expected = model_hash(data, folder)
        print("in this process         ", expected[:16])
        how = {
            "threads_per_worker": 1,
            "processes": True,
            "host": "127.0.0.1",
            "dashboard_address": "127.0.0.1:0",
            "silence_logs": 50,
        }
        with LocalCluster(n_workers=2, **how) as cluster, Client(cluster) as client, fenlei.on(client):
            assert model_hash(data, folder) == expected
            print("two workers             ", expected[:16])
            victim = next(iter(client.run(os.getpid).values()))
            threading.Timer(0.5, os.kill, (victim, signal.SIGKILL)).start()
            assert model_hash(data, folder) == expected
            while victim in client.run(os.getpid, on_error="ignore").values():
                time.sleep(0.1)
            print(f"worker {victim} was killed".ljust(24), expected[:16])


if __name__ == "__main__":
    main()
