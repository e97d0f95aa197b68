"""Tables larger than memory beside the bare reading of their files: `python -m benchmarks.scale`.

The whole set is 2e7 rows of 20 numbers, 3 columns of categories and a target in 40 Parquet files, uneven: one
is a single row group, one has no rows, one has one row. The floor of a pass is what Arrow takes to decode the
numbers and to copy them to a matrix, on the same threads. `--scale` makes the set smaller; `--lines` chooses
among

    equality  one SHA-256 of a model over 1, 7 and 40 files, one and two threads, and a Dask cluster
    memory    peak resident memory of a fit, in a process of its own, and with twice the rows
    speed     schema pass and one-pass fits as multiples of the floor
    peers     scikit-learn's `partial_fit` and IncrementalPCA over the same batches
    engines   a Dask cluster of two beside two threads, and the seconds of a pass with nothing to do
    sharing   ten values of C in one scan, and five folds in two passes, as multiples of one fit

Run it on a machine that does nothing else: figures of a busy one are worth only their ratios.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import fenlei
from benchmarks.harness import machine
from fenlei.evaluate import cross_validate_scan
from fenlei.kernels.threads import available_cores
from fenlei.rows.together import fit_together

RESULTS = Path(__file__).parent / "results" / "scale.md"
PART = Path("build/benchmarks/scale.md")  # of a smaller set: never replaces the whole table
ROWS, NUMBERS, FILES = 20_000_000, 20, 40
X = [f"x{j}" for j in range(NUMBERS)]
CATEGORIES = ["c0", "c1", "c2"]
LINES = ("equality", "memory", "speed", "peers", "engines", "sharing")
MODELS: dict[str, Callable[[], Any]] = {
    "gaussian_nb": fenlei.GaussianNB,
    "lda": fenlei.LinearDiscriminantAnalysis,
    "pca": lambda: fenlei.PCA(5),
    "logistic_regression": lambda: fenlei.LogisticRegression(solver="newton-cholesky"),
    "nearest_centroid": fenlei.NearestCentroid,
    "decision_tree": lambda: fenlei.DecisionTreeClassifier(max_bins=255, max_depth=8),
    "hist_gradient_boosting": lambda: fenlei.HistGradientBoostingClassifier(max_iter=10, random_state=0),
}
ONE_PASS = ("gaussian_nb", "lda", "pca")
Row = tuple[str, str, str]  # line, what, figure


# --- the set


def batch(start: int, count: int) -> pa.Table:
    """Rows of the set; the same for the same numbers of rows, however they are cut into files."""
    parts = []
    for block in range(start // 65_536, (start + count - 1) // 65_536 + 1):
        rng = np.random.default_rng([7, block])
        kind = rng.integers(0, 3, 65_536)
        columns: dict[str, Any] = {name: rng.normal(kind * (j % 5) / 4, 1.0) for j, name in enumerate(X)}
        for j, name in enumerate(CATEGORIES):
            columns[name] = np.array([f"{name}{i}" for i in range(4 + j)])[rng.integers(0, 4 + j, 65_536)]
        columns["y"] = np.array(["a", "b", "c"])[kind]
        first = max(start - block * 65_536, 0)
        stop = min(start + count - block * 65_536, 65_536)
        parts.append(pa.table(columns).slice(first, stop - first))
    return pa.concat_tables(parts)


def make(folder: Path, rows: int, files: int = FILES) -> Path:
    """The set as Parquet files."""
    if folder.exists():
        return folder
    folder.mkdir(parents=True)
    shares = np.random.default_rng(1).dirichlet(np.full(files, 4.0))
    cuts = np.r_[0, np.round(np.cumsum(shares) * rows).astype(int)]
    if files > 3:  # one of no rows, one of one
        cuts[2], cuts[4] = cuts[1], cuts[3] + 1
    cuts[-1] = rows
    for i, (start, stop) in enumerate(zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True)):
        size = stop - start if i == 5 else 1 << 18
        with pq.ParquetWriter(folder / f"part-{i}.parquet", batch(0, 1).schema) as writer:
            for at in range(start, stop, max(size, 1)):
                count = min(size, stop - at)
                writer.write_table(batch(at, count), row_group_size=max(count, 1))
    return folder


def opened(folder: Path) -> Any:
    """The scan that models of numbers take."""
    return fenlei.scan(folder, target="y", drop=CATEGORIES)


# --- measuring


def seconds(work: Callable[[], Any], times: int = 3) -> float:
    """The least of some runs."""
    found = []
    for _ in range(times):
        start = perf_counter()
        work()
        found.append(perf_counter() - start)
    return min(found)


def floor(folder: Path) -> float:
    """Seconds that Arrow takes to decode the numbers and to copy them to matrices in C order."""

    def one(path: Path) -> None:
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 18) as file:
            for part in file.iter_batches(65_536, columns=X, use_threads=False):
                matrix = np.empty((part.num_rows, NUMBERS))
                for j, column in enumerate(part.columns):
                    matrix[:, j] = column.to_numpy(zero_copy_only=False)

    def every() -> None:
        with ThreadPoolExecutor(available_cores()) as pool:
            list(pool.map(one, sorted(folder.glob("*.parquet"))))

    return seconds(every)


def digest(model: Any) -> str:
    """SHA-256 of all arrays of a model."""
    found = hashlib.sha256()

    def add(value: Any) -> None:
        for each in value if isinstance(value, tuple | list) else ():
            add(each)
        if isinstance(value, np.ndarray):
            found.update(f"{value.dtype} {value.shape}".encode() + np.ascontiguousarray(value).tobytes())

    add(tuple(model.model_))
    return found.hexdigest()


# --- the lines


def equality(folder: Path, rows: int) -> Iterator[Row]:
    """One hash for any number of files, threads and workers."""
    part = min(rows, 2_000_000)
    folders = [make(folder.parent / f"equal-{count}", part, count) for count in (1, 7, 40)]
    for name, make_model in MODELS.items():
        found = {
            digest(make_model().set_params(n_jobs=n_jobs).fit(opened(each)))
            for each in folders
            for n_jobs in (1, 2)
        }
        with fenlei.on("dask"):
            found.add(digest(make_model().fit(opened(folders[1]))))
        yield (
            "equality",
            f"{name}: hashes of {part:,} rows (1, 7, 40 files; 1, 2 threads; Dask)",
            str(len(found)),
        )


def memory(folder: Path, rows: int) -> Iterator[Row]:
    """Peak memory of a fit, and its growth when the rows double."""
    twice = make(folder.parent / f"rows-{2 * rows}", 2 * rows)
    for name in MODELS:
        peaks = []
        for each in (folder, twice):
            command = [sys.executable, "-m", "benchmarks.scale", "--peak", name, "--folder", str(each)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True)
            peaks.append(float(answer.stdout.split()[-1]))
        yield "memory", f"{name}: peak MB, with twice the rows", f"{peaks[0]:.0f}, {peaks[1]:.0f}"


def peak(name: str, folder: Path) -> None:
    """Print the peak memory of this process after a fit, in MB."""
    MODELS[name]().fit(opened(folder))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def speed(folder: Path, rows: int) -> Iterator[Row]:
    """Schema pass and fits as multiples of the floor."""
    least = floor(folder)
    yield "speed", "floor, s (decode and copy)", f"{least:.2f}"
    yield "speed", "schema pass / floor (at most 1.5)", f"{seconds(lambda: opened(folder)) / least:.2f}"
    data = opened(folder)
    for name in MODELS:
        aim = " (at most 1.3)" if name in ONE_PASS else ""
        taken = seconds(lambda name=name: MODELS[name]().fit(data), 3 if name in ONE_PASS else 1)  # type: ignore[misc]
        yield "speed", f"{name} / floor{aim}", f"{taken / least:.2f}"


def peers(folder: Path, rows: int) -> Iterator[Row]:
    """scikit-learn over the same batches."""
    from sklearn.decomposition import IncrementalPCA
    from sklearn.naive_bayes import GaussianNB

    data = opened(folder)
    labels = data.classes

    def bayes() -> Any:
        model = GaussianNB()
        for leaf in data.leaves():
            model.partial_fit(leaf.X, labels[leaf.y], labels)
        return model

    def components() -> Any:
        model = IncrementalPCA(5)
        for leaf in data.leaves():
            if len(leaf.X) >= 5:
                model.partial_fit(leaf.X)
        return model

    ours = {name: seconds(lambda name=name: MODELS[name]().fit(data)) for name in ("gaussian_nb", "pca")}  # type: ignore[misc]
    apart = np.abs(bayes().theta_ - fenlei.GaussianNB().fit(data).theta_).max()
    yield (
        "peers",
        "partial_fit of GaussianNB / ours (at least 1.5)",
        f"{seconds(bayes, 1) / ours['gaussian_nb']:.2f}",
    )
    yield "peers", "largest difference of the means", f"{apart:.1e}"
    yield "peers", "IncrementalPCA / ours (at least 5)", f"{seconds(components, 1) / ours['pca']:.2f}"


def engines(folder: Path, rows: int) -> Iterator[Row]:
    """Two workers of a Dask cluster beside two threads."""
    data = opened(folder)
    with fenlei.on("threads"):
        here = seconds(lambda: fenlei.LinearDiscriminantAnalysis().fit(data))
    with fenlei.on("dask"):
        fenlei.LinearDiscriminantAnalysis().fit(data)  # workers load their kernels
        runs = iter(range(1, 100))  # a question that was answered is not computed again
        there = seconds(lambda: fenlei.QuadraticDiscriminantAnalysis(reg_param=next(runs) / 100).fit(data))
    with fenlei.on("threads"):
        same = seconds(lambda: fenlei.QuadraticDiscriminantAnalysis().fit(data))
    yield "engines", "lda on threads, s", f"{here:.2f}"
    yield "engines", "Dask / threads, qda (at most 1.35)", f"{there / same:.2f}"


def sharing(folder: Path, rows: int) -> Iterator[Row]:
    """Several models in one scan."""
    data = opened(folder)

    def logistic(C: float) -> Callable[[], Any]:
        return lambda: fenlei.LogisticRegression(C=C, solver="newton-cholesky").fit(data)

    one = seconds(logistic(1.0), 1)
    ten = seconds(lambda: fit_together([logistic(C) for C in np.logspace(-3, 3, 10)]), 1)
    yield "sharing", "ten values of C / one (at most 2)", f"{ten / one:.2f}"
    fit = seconds(lambda: fenlei.LinearDiscriminantAnalysis().fit(data))
    folds = seconds(lambda: cross_validate_scan(fenlei.LinearDiscriminantAnalysis(), data, 5))
    yield "sharing", "five folds of lda / one fit (at most 2.5)", f"{folds / fit:.2f}"


def main() -> None:
    """Run the lines and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--scale", type=float, default=1.0, help="share of 2e7 rows")
    parser.add_argument("--lines", default=",".join(LINES), help="some of " + ", ".join(LINES))
    parser.add_argument("--folder", type=Path, help="where the files are, and stay; default: a temporary one")
    parser.add_argument("--peak", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.peak:
        peak(given.peak, given.folder)
        return
    rows, table = int(ROWS * given.scale), list[Row]()
    with tempfile.TemporaryDirectory() as passing:
        root = given.folder or Path(passing)
        folder = make(root / f"rows-{rows}", rows)
        for line in given.lines.split(","):
            for row in globals()[line](folder, rows):
                print(" | ".join(row), flush=True)
                table.append(row)
    out = RESULTS if given.scale == 1.0 and given.lines == ",".join(LINES) else PART
    out.parent.mkdir(parents=True, exist_ok=True)
    body = "\n".join(f"| {line} | {what} | {figure} |" for line, what, figure in table)
    head = f"{rows:,} rows, {FILES} files; {machine()}\n\n| line | what | figure |\n|---|---|---|\n"
    out.write_text(f"# Tables larger than memory\n\n{head}{body}\n", "utf-8")
    print(out)


if __name__ == "__main__":
    main()
