"""Fits to small files that reach the kernels of fits to scans."""

from __future__ import annotations

import csv
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from sklearn.utils import get_tags

from fenlei.kernels import Array
from fenlei.registry import Entry, Setting
from fenlei.rows.scanned import Scan, scan

WORDS = np.array(["a", "b", "c", "d"])
CENTRES = np.array([[-1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, -1.0]])
SCANNED: dict[str, list[Setting]] = {  # settings of scans, beside those of fits in memory
    "adaboost": [{"n_estimators": 3}],
    "decision_tree": [{"max_bins": 16}, {"criterion": "entropy"}],
    "decision_tree_regressor": [{"max_bins": 16}],
    "gaussian_mixture": [
        {
            "n_components": 3,
            "weights_init": np.full(3, 1 / 3),
            "means_init": CENTRES,
            "precisions_init": np.stack([np.eye(3)] * 3),
        }
    ],
    "hist_gradient_boosting": [{"max_iter": 3, "random_state": 0, "early_stopping": True}],
    "hist_gradient_boosting_regressor": [{"max_iter": 3, "random_state": 0, "max_bins": 16}],
    "kmeans": [{"n_clusters": 3, "init": CENTRES}],
    "logistic_regression": [{"solver": "newton-cholesky"}],
    "perceptron": [{"shuffle": False, "max_iter": 5}],
    "random_forest_regressor": [{"n_estimators": 2, "random_state": 0, "max_bins": 16}],
}


def fit_small_scans(entry: Entry, settings: list[Setting]) -> None:
    """Fit the estimator in these settings and its own to files of numbers, and of what else it takes."""
    if entry.scan == "refused":
        return
    with TemporaryDirectory() as folder:
        for number, (X, y) in enumerate(tables(entry)):
            path = Path(folder, f"{number}.csv")
            target = None if entry.kind in ("clusterer", "transformer") else "y"
            write_rows(path, X, None if target is None else y)
            for setting in [*settings, *SCANNED.get(entry.name, ())]:
                fit_scan(entry.load()(**setting), scan(path, target=target, drop=["w"]))
                if entry.weights:
                    fit_scan(entry.load()(**setting), scan(path, target=target, weight="w"))


def fit_scan(model: Any, table: Scan) -> None:
    with suppress(ValueError, TypeError):  # a setting that takes no scan
        model.fit(table)


def tables(entry: Entry) -> list[tuple[Array, Array]]:
    """Columns and targets: numbers, numbers with gaps, and words among them."""
    rng = np.random.default_rng(0)
    n = 400
    y = np.arange(n) % 3
    X: Any = rng.normal(size=(n, 3)) + y[:, None]
    if entry.name == "bernoulli_mixture":
        X = (X > 0).astype(float)
    elif not entry.numeric or get_tags(entry.load()()).input_tags.positive_only:
        X = np.clip(np.round(X + 1), 0, 3)
    target = X @ rng.normal(size=3) if entry.kind == "regressor" else WORDS[y]
    found = [(X.astype(object), target)]
    gaps: Array = np.less(rng.random(X.shape), 0.1)
    if entry.missing:
        found.append((np.where(gaps, "", X.astype(object)), target))
    if entry.nominal:
        words = np.column_stack(
            [WORDS[np.clip(np.round(X[:, :2]), 0, 3).astype(int)].astype(object), X[:, 2]]
        )
        found.append((words, target))
        found.append((np.where(gaps, "", words), target))
    return found


def write_rows(path: Path, X: Array, y: Array | None) -> None:
    """Write features, the target `y` if there is one, and weights `w` as CSV."""
    names, columns = [f"x{j}" for j in range(X.shape[1])], [X, np.linspace(0.5, 2.0, len(X)).astype(object)]
    if y is not None:
        names, columns = [*names, "y"], [X, y.astype(object), columns[1]]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow([*names, "w"])
        writer.writerows(np.column_stack(columns).tolist())
