"""Latency on tiny tables beside scikit-learn: `python -m benchmarks.tiny [--names svc,pca] [--data iris]`.

What a service waits for: one `fit` on iris, wine or digits, and one row through `predict` or `transform`,
in a plain array and in a data frame. Every estimator with a namesake in scikit-learn, both with the same
parameters. Calls are taken in turn, ours and theirs, and each figure is the median of many of them. BLAS and
OpenMP have one thread while scikit-learn runs, which is best for it on such tables.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn import datasets
from sklearn.utils import all_estimators
from threadpoolctl import ThreadpoolController

import fenlei
from benchmarks.harness import Task, machine
from fenlei.registry import Entry, entries

RESULTS = Path(__file__).parent / "results" / "tiny.md"
PART = Path("build/benchmarks/tiny.md")  # of some rows only: never replaces the whole table
TABLES: dict[str, Callable[..., Any]] = {
    "iris": datasets.load_iris,
    "wine": datasets.load_wine,
    "digits": datasets.load_digits,
}
SEEDED = {"random_state": 0}
SETTINGS: dict[str, dict[str, Any]] = {  # as the defaults, but with a seed where something is drawn
    **dict.fromkeys(("bagging", "bagging_regressor", "random_forest", "random_forest_regressor"), SEEDED),
    "decision_tree": SEEDED,
    "decision_tree_regressor": SEEDED,
    "gaussian_mixture": {"n_components": 3, **SEEDED},
    "kernel_pca": {"n_components": 2, "kernel": "rbf"},
    "kmeans": {"n_clusters": 3, **SEEDED},
    "linear_svc": {"dual": False},
    "mds": {"n_init": 1, "init": "random", "max_iter": 30, **SEEDED},
    "perceptron": SEEDED,
    "qda": {"reg_param": 0.01},  # columns of digits are constant
    "tsne": {"max_iter": 250, **SEEDED},
}
WRAPPERS = ("one_vs_one", "one_vs_rest", "voting")  # around logistic regression
LEAST = {"fit": 1.0, "one row": 2.0, "frame": 1.0}  # times as fast as scikit-learn
CONVERGED = (
    "ours runs until it has converged; scikit-learn's stops after 100 iterations, 1.3 above the minimum of "
    "17.03; to within 0.001 of it its newton-cholesky takes 1.6 times as long as ours, its lbfgs 7 times"
)
FACTORISED = "the sums of products are too ill-conditioned, so the rows are factorised too"
REASONS: dict[str, str] = {  # "estimator, table, call" that stays below, and why
    "voting, digits, fit": CONVERGED,
    "logistic_regression, digits, fit": CONVERGED,
    "pca, digits, fit": FACTORISED,
    "pca, wine, fit": FACTORISED,
    "linear_regression, digits, fit": FACTORISED,
    "decision_tree_regressor, iris, fit": "half of the time or more is in the kernel that grows 128 splits",
    "gaussian_mixture, digits, one row": "densities are computed for a whole tile of rows, however few",
    "k_neighbors, digits, fit": "the rows are prepared for products when they are kept, not when asked",
    "k_neighbors_regressor, digits, fit": "as k_neighbors",
}


class Latency(NamedTuple):
    """Median seconds of ours and theirs."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


class TinyResult(NamedTuple):
    """One estimator on one table."""

    name: str
    table: str
    calls: dict[str, Latency]  # by the keys of LEAST; no row for methods that only embed

    def below(self) -> Iterator[str]:
        """The calls that are not as fast as they should be."""
        for call, latency in self.calls.items():
            if latency.ratio < LEAST[call]:
                alarm = f"{self.name}, {self.table}, {call}"
                why = REASONS.get(alarm, "")
                yield f"- {alarm}: {latency.ratio:.2f}" + (f" ({why})" if why else "")


def in_turn(tasks: Sequence[Task], seconds: float) -> Latency:
    """Medians of calls of ours and theirs in turn, for about so many seconds; at least three after one."""
    ours, theirs = tasks
    times: tuple[list[float], list[float]] = ([], [])
    ours()
    theirs()
    libraries = ThreadpoolController()
    gc.collect()
    gc.disable()
    stop = time.perf_counter() + seconds
    try:
        while len(times[0]) < 3 or (time.perf_counter() < stop and len(times[0]) < 2000):
            times[0].append(seconds_of(ours))
            with libraries.limit(limits=1):
                times[1].append(seconds_of(theirs))
    finally:
        gc.enable()
    return Latency(median(times[0]), median(times[1]))


def seconds_of(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def namesakes() -> dict[str, type]:
    """scikit-learn's classes by name."""
    return dict(all_estimators())


def made(entry: Entry, ours: bool, known: dict[str, type]) -> Any:
    """An estimator of ours or of scikit-learn's."""
    cls: Any = entry.load() if ours else known[entry.class_name]
    if entry.name not in WRAPPERS:
        return cls(**SETTINGS.get(entry.name, {}))
    part = fenlei.LogisticRegression() if ours else known["LogisticRegression"]()
    return cls([("a", part)]) if entry.name == "voting" else cls(part)


def rows_of(entry: Entry, table: str) -> tuple[Any, Any]:
    """X (n, p) and y (n,) that the estimator takes."""
    X, y = TABLES[table](return_X_y=True)
    X = np.ascontiguousarray(X, np.float64)
    if entry.kind == "regressor":
        return np.ascontiguousarray(X[:, 1:]), X[:, 0] + y
    return (np.round(X), y) if entry.name == "categorical_nb" else (X, y)


def measure(entry: Entry, table: str, seconds: float, known: dict[str, type]) -> TinyResult:
    """Each call for about so many seconds."""
    X, y = rows_of(entry, table)
    models = [made(entry, ours, known) for ours in (True, False)]
    calls = {"fit": in_turn([partial(model.fit, X, y) for model in models], seconds)}
    method = next((name for name in ("predict", "transform") if all(hasattr(m, name) for m in models)), "")
    if method:
        for call, form in (("one row", np.asarray), ("frame", as_frame)):
            fitted = [model.fit(form(X), y) for model in models]
            row = form(X)[-1:]
            calls[call] = in_turn([partial(getattr(model, method), row) for model in fitted], seconds)
    return TinyResult(entry.name, table, calls)


def as_frame(X: Any) -> Any:
    return pd.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])])


HEADER = """\
# Tiny tables

Written by `make bench-tiny`. Microseconds of one call, ours / scikit-learn's, medians of calls taken in turn,
and how many times as fast ours is. The aim: `fit` at least 1, one row of a plain array at least 2, one row of
a frame at least 1. The load of the machine was {load:.1f} at the start, {cores} cores.

"""


def page(results: list[TinyResult], load: float) -> str:
    """The table, geometric means, and what is below its aim."""
    columns = ("estimator", "table", *LEAST)
    lines = [columns, ["---"] * len(columns)]
    lines += [[each.name, each.table, *(cell(each.calls.get(call)) for call in LEAST)] for each in results]
    lines.append(["**geometric mean**", "", *(mean_ratio(results, call) for call in LEAST)])
    rows = ["| " + " | ".join(line) + " |" for line in lines]
    below = [alarm for each in results for alarm in each.below()] or ["None."]
    head = HEADER.format(load=load, cores=os.cpu_count())
    with_machine = ", ".join(f"{key} {value}" for key, value in machine().items())
    return head + "\n".join([*rows, "", "## Below", "", *below, "", f"Measured with {with_machine}.", ""])


def cell(latency: Latency | None) -> str:
    if latency is None:
        return ""
    return f"{1e6 * latency.ours:.0f} / {1e6 * latency.theirs:.0f} = **{latency.ratio:.2f}**"


def mean_ratio(results: list[TinyResult], call: str) -> str:
    ratios = [each.calls[call].ratio for each in results if call in each.calls]
    return f"**{geometric_mean(ratios):.2f}**" if ratios else ""


def selected(prefixes: str, known: dict[str, type]) -> list[Entry]:
    """Entries with a namesake whose name begins with one of the comma-separated prefixes; all if none."""
    wanted = tuple(filter(None, prefixes.replace(" ", "").split(",")))
    found = [entry for entry in entries() if entry.class_name in known]
    return [entry for entry in found if not wanted or entry.name.startswith(wanted)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tiny", description=__doc__)
    parser.add_argument("--names", default="", help="comma-separated beginnings of estimators; all if empty")
    parser.add_argument("--data", default=",".join(TABLES), help="comma-separated tables")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    parser.add_argument("--out", type=Path, help="the file to write")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of constant columns, and of iterations that were not enough
    load, known, results = os.getloadavg()[0], namesakes(), []
    for entry in selected(options.names, known):
        for table in options.data.split(","):
            print(f"{entry.name}, {table} ...", file=sys.stderr, flush=True)
            results.append(measure(entry, table, options.seconds, known))
    written = page(results, load)
    out = options.out or (PART if options.names or options.data != ",".join(TABLES) else RESULTS)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(written)
    print(written)
    print(f"Written to {out}")


if __name__ == "__main__":
    main()
