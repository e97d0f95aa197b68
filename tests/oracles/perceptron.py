"""The perceptron in plain loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class Trace(NamedTuple):
    beta: list[list[float]]  # the start, then the weights after each update, intercept last
    row: list[int]
    passes: int
    clean: bool


def train(
    X: Any,
    y: Sequence[int],
    *,
    eta: float = 1.0,
    start: Sequence[float] | None = None,
    order: Sequence[int] | None = None,
    passes: int = 100,
    strict: bool = False,
) -> Trace:
    """Rows in order, y in {-1, 1}, until a pass makes no error."""
    rows = [[*map(float, x), 1.0] for x in X]
    w = [0.0] * len(rows[0]) if start is None else [float(v) for v in start]
    trace = Trace([list(w)], [], 0, False)
    for done in range(1, passes + 1):
        errors = 0
        for i in order if order is not None else range(len(rows)):
            a = sum(f * v for f, v in zip(rows[i], w, strict=True))
            if y[i] * a < 0 or (y[i] * a == 0 and not strict):
                w = [v + eta * y[i] * f for f, v in zip(rows[i], w, strict=True)]
                trace.beta.append(list(w))
                trace.row.append(i)
                errors += 1
        if not errors:
            return trace._replace(passes=done, clean=True)
    return trace._replace(passes=passes)


def batch(X: Any, y: Sequence[int], eta: float, passes: int) -> list[list[float]]:
    """All wrong rows at once; the weights after each step."""
    rows = [[*map(float, x), 1.0] for x in X]
    w, path = [0.0] * len(rows[0]), []
    for _ in range(passes):
        wrong = [
            i for i in range(len(rows)) if y[i] * sum(f * v for f, v in zip(rows[i], w, strict=True)) <= 0
        ]
        if not wrong:
            break
        w = [v + eta * sum(y[i] * rows[i][j] for i in wrong) for j, v in enumerate(w)]
        path.append(list(w))
    return path
