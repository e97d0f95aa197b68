"""Peak memory of fits to a scan: bounded, however many rows there are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss in KiB")]
P = 20
MODELS = {
    "gaussian_nb": "GaussianNB()",
    "lda": "LinearDiscriminantAnalysis()",
    "logistic_regression": "LogisticRegression()",
    "linear_svc": "LinearSVC(max_iter=4)",
    "kmeans": "KMeans(4, init=np.eye(4, 20), max_iter=4)",
    "gaussian_mixture": "GaussianMixture(2, means_init=np.eye(2, 20), max_iter=3)",
    "perceptron": "Perceptron(shuffle=False, max_iter=2)",
}
PROGRAM = """
import resource, sys, warnings
import numpy as np
from fenlei import *
warnings.simplefilter("ignore")
data = scan(sys.argv[1], target="t")
{model}.set_params(n_jobs=2).fit(data)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def written(path: Path, n: int) -> Path:
    """n rows of P numbers and a label, in row groups of 2^16."""
    rng = np.random.default_rng(0)
    names = [*(f"x{j}" for j in range(P)), "t"]
    writer = None
    for start in range(0, n, 1 << 16):
        count = min(1 << 16, n - start)
        X = rng.normal(size=(P, count))
        label = np.where(X[0] + X[1] + rng.normal(size=count) > 0, "a", "b")
        part = pa.table([*map(pa.array, X), pa.array(label)], names=names)
        writer = writer or pa.parquet.ParquetWriter(path, part.schema)
        writer.write_table(part)
    assert writer is not None
    writer.close()
    return path


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("memory")
    return [written(folder / f"{n}.parquet", n) for n in (1_000_000, 2_000_000)]


@pytest.mark.parametrize("name", MODELS)
def test_twice_the_rows_take_no_more_memory(name: str, tables: list[Path]) -> None:
    peaks = []
    for path in tables:
        program = PROGRAM.format(model=MODELS[name])
        found = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
        )
        peaks.append(int(found.stdout.split()[-1]) / 1024)
    print(f"{name}: {peaks[0]:.0f} MiB, twice the rows {peaks[1]:.0f} MiB")
    assert peaks[1] <= 1.05 * peaks[0] + 16.0, peaks
    assert peaks[1] <= 1024.0
