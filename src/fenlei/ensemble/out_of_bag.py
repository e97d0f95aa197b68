"""Error out of bag after each member of an ensemble: forests and bagging, classes and numbers.

A row is judged by the mean answer of the members that were not fitted to it. After t members that is the
error of an ensemble of t; it falls and then stays, which shows how many are enough.
Reference: Breiman, Random forests, Machine Learning 45 (2001), section 3.1; source 002, B-M30.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import code
from fenlei.trees.tree import majority


class OutOfBagRun(NamedTuple):
    """What members say of the rows that they were not fitted to."""

    errors: Array  # (T,) of the first 1, 2, ... members; NaN as long as no row is judged
    sums: Array  # (n, K + 1) sums of the answers of all members, and how many there are


class GivenRows(Protocol):
    """Rows (n, p) in the form they came in: an array, a matrix, a data frame or a table."""

    @property
    def shape(self) -> tuple[int, ...]: ...


class OutOfBagErrors:
    """An ensemble that knows which rows each of its members was fitted to."""

    bootstrap: bool

    def _oob_rows(self, X: MatrixLike, y: ArrayLike) -> tuple[GivenRows, Array]:
        """Rows and class codes or targets, if they can be those of `fit`."""
        raise NotImplementedError

    def _oob_answers(self, X: Any) -> Iterator[tuple[Array, Array]]:
        """Of each member the rows (r,) that it was not fitted to and its answers (r, K) there."""
        raise NotImplementedError

    def oob_errors(self, X: MatrixLike, y: ArrayLike) -> Array:
        """Error out of bag (T,) of the first 1, 2, ... T members: share of wrong rows, or mean squared error.

        X and y are the rows of `fit`. A row is judged by the members that were not fitted to it; NaN as long
        as there is no such row.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from fenlei import RandomForestClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> forest = RandomForestClassifier(oob_score=True, random_state=0).fit(X, y)
        >>> errors = forest.oob_errors(X, y)
        >>> len(errors), abs(1 - errors[-1].item() - forest.oob_score_) < 1e-12
        (100, True)
        """
        return self._oob_run(X, y).errors

    def _oob_run(self, X: MatrixLike, y: ArrayLike) -> OutOfBagRun:
        rows, truth = self._oob_rows(X, y)
        if not self.bootstrap:
            raise UsageError("ensemble.bootstrap", estimator=type(self).__name__, other="oob_errors")
        if truth.ndim > 1:
            raise UsageError("trees.several", estimator=type(self).__name__, reason=code("oob_errors"))
        classes, errors = getattr(self, "classes_", None), list[float]()
        sums = np.zeros((len(truth), (1 if classes is None else len(classes)) + 1))
        for members_rows, answers in self._oob_answers(rows):
            sums[members_rows, :-1] += answers
            sums[members_rows, -1] += 1.0
            errors.append(_error(sums, truth, classes is not None))
        return OutOfBagRun(np.array(errors), sums)


def _error(sums: Array, truth: Array, classes: bool) -> float:
    judged = sums[:, -1] > 0
    if not judged.any():
        return float("nan")
    mean = sums[judged, :-1] / sums[judged, -1:]
    if classes:
        return float(np.mean(majority(mean) != truth[judged]))
    return float(np.mean((mean[:, 0] - truth[judged]) ** 2))
