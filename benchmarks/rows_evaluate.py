"""Scores and curves of predictions, function by function against scikit-learn's namesakes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Make, Row, Task
from benchmarks.rows import CLASSES


def two_scored_classes(n: int) -> Data:
    """A score (n, 1) of each row, higher in the second class, no two alike."""
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=n)
    return Data((rng.standard_normal(n) + y)[:, None], y)


def named_rows(n: int) -> Data:
    """Predicted classes (n, 1), seven in ten right."""
    rng = np.random.default_rng(0)
    y = rng.integers(CLASSES, size=n)
    other = rng.integers(CLASSES, size=n)
    return Data(np.where(rng.random(n) < 0.7, y, other)[:, None], y)


def judging(make: Make, data: Data) -> Task:
    """`make` is the function itself; the column of X is what was predicted."""
    predicted = np.ascontiguousarray(data.X[:, 0])
    return lambda: make(data.y, predicted)  # type: ignore[call-arg]


def one_value(answer: Any, data: Data) -> NDArray[Any]:
    return np.array([answer], dtype=float)


def curve(answer: Any, data: Data) -> NDArray[Any]:
    """Both axes at their ends and at a thousand places between them, whatever the number of points."""
    first, second = (np.asarray(axis) for axis in tuple(answer)[:2])
    order = np.argsort(first, kind="stable")
    return np.asarray(np.interp(np.linspace(0.0, 1.0, 1001), first[order], second[order]))


def table(answer: Any, data: Data) -> NDArray[Any]:
    return np.asarray(answer, dtype=float)


def scored(name: str, title: str, function: str, answer: Callable[[Any, Data], NDArray[Any]]) -> Row:
    namesakes = {
        "fenlei": Contender(f"fenlei.evaluate:{function}"),
        "scikit-learn": Contender(f"sklearn.metrics:{function}"),
    }
    data = named_rows if function == "confusion_matrix" else two_scored_classes
    return evaluation(name, title, data=data, answer=answer, contenders=namesakes)


evaluation = partial(Row, n=5_000_000, start=judging, floor=False)

ROWS = [
    scored("roc_curve", "ROC curve", "roc_curve", curve),
    scored("roc_auc", "Area under the ROC curve", "roc_auc_score", one_value),
    scored("precision_recall", "Precision-recall curve", "precision_recall_curve", curve),
    scored("average_precision", "Average precision", "average_precision_score", one_value),
    scored("confusion_matrix", f"Confusion matrix, {CLASSES} classes", "confusion_matrix", table),
]
