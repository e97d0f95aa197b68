r"""Logistic regression over a scan: the sums of Newton's method, one pass over the files for each θ.

    facts   class weights, Σ w x², largest |x|, and the rows whose mean is the centre      one pass
    sums    loss, gradient and, for up to FULL_LIMIT parameters, the Hessian               one pass per θ

The leaves are those of `objective` and `hessian` in memory, so Newton's method gives the bits that it gives
there ("newton-cholesky" and "newton"); more parameters are left to L-BFGS, to the same optimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fenlei.contract.scanned_rows import ScannedRows, learn_names, rows_among
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import is_sparse
from fenlei.linear.logistic.curvature import FULL_LIMIT
from fenlei.linear.logistic.hessian import squares
from fenlei.linear.logistic.objective import (
    Gradients,
    LogisticProblem,
    Stored,
    centre_index,
    class_sums,
    mean_of_rows,
)
from fenlei.linear.logistic.separation import margins
from fenlei.linear.logistic.stored.blocks import BY_ROWS, FitsBlocks, NewtonSums, merge, summarise

if TYPE_CHECKING:
    from collections.abc import Callable

    from fenlei.contract.classifier import Rows
    from fenlei.rows.scanned import Scan


class ScanFacts(NamedTuple):
    """What the first pass finds out about a leaf."""

    class_weight: Array  # (K,)
    squares: Array  # (q,) Σ w x²
    largest: float  # |x|
    centre: Array  # (m, M) the rows whose mean is the centre


def facts_of(index: Array, problem: LogisticProblem, first: int) -> ScanFacts:
    """The facts of a leaf whose first row has the number `first`."""
    with np.errstate(all="ignore"):
        largest = float(np.abs(problem.X).max())
        return ScanFacts(class_sums(problem), squares(problem), largest, rows_among(index, problem.X, first))


def merge_facts(a: ScanFacts, b: ScanFacts) -> ScanFacts:
    """The facts of both sets of rows."""
    centre = np.concatenate([a.centre, b.centre])
    largest = max(a.largest, b.largest)
    return ScanFacts(a.class_weight + b.class_weight, a.squares + b.squares, largest, centre)


def sums_at(theta: Array, centre: Array | None, curved: bool, problem: LogisticProblem) -> NewtonSums:
    """The sums of a leaf at θ."""
    with np.errstate(all="ignore"):
        return summarise(problem, theta, centre, curved)


def extremes_at(theta: Array, problem: LogisticProblem) -> tuple[float, float]:
    """Smallest and largest margin in a leaf."""
    found = margins(problem, theta)
    return float(found.min()), float(found.max())


def merge_extremes(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Smallest and largest of both."""
    return min(a[0], b[0]), max(a[1], b[1])


class ScannedProblems(Stored):
    """The rows of a scan, as the solvers see them: a pass gives sums, and the last sums are kept."""

    def __init__(self, rows: ScannedRows, width: int, intercept: bool, n_jobs: int | None) -> None:
        self.rows, self.n_jobs = rows, n_jobs
        facts = rows.numbered_total(partial(facts_of, centre_index(len(rows))), merge_facts, n_jobs)
        self.class_weight, self.squares, self.largest = facts.class_weight, facts.squares, facts.largest
        self.weight = float(self.class_weight.sum())
        self.shape = (width, width)
        self.mean = mean_of_rows(facts.centre) * intercept
        self.centred = bool(intercept)
        self.last: tuple[Array, bool, NewtonSums] | None = None

    def sums(self, theta: Array, centred: bool) -> NewtonSums:
        """The sums at θ; one pass, unless the last was at the same θ."""
        known = self.last is not None and np.array_equal(self.last[0], theta)
        if self.last is None or not known or (self.last[1] != centred and theta.size <= FULL_LIMIT):
            work = partial(sums_at, theta, self.mean if centred else None, theta.size <= FULL_LIMIT)
            self.last = theta.copy(), centred, self.rows.total(work, merge, self.n_jobs)
        return self.last[2]

    def gradients(self, theta: Array) -> Gradients:
        """Loss and gradient at θ; the Hessian of the same pass is kept for later."""
        if self.last is not None and np.array_equal(self.last[0], theta):
            return Gradients(*self.last[2][:3])
        return Gradients(*self.sums(theta, self.centred)[:3])

    def hessian(self, theta: Array, centred: bool) -> Array:
        """The Hessian of the loss, the rows taken from the centre or from zero."""
        self.centred = centred  # as it will be wanted next time
        return self.sums(theta, centred).hessian.copy()

    def extremes(self, theta: Array) -> tuple[float, float]:
        """Smallest and largest margin of any row."""
        return self.rows.total(partial(extremes_at, theta), merge_extremes, self.n_jobs)


@dataclass(frozen=True)
class LeafProblem:
    """From a leaf to a problem of its own, without penalty."""

    make: Callable[[Any], Rows]
    K: int
    intercept: bool

    def __call__(self, leaf: object) -> LogisticProblem:
        """The problem of the leaf's rows."""
        X, codes, w = self.make(leaf)
        w, nothing = UNIT_WEIGHTS if w is None else w, np.zeros(X.shape[1] + self.intercept)
        return LogisticProblem(X, codes, w, self.K, self.intercept, nothing, nothing)


class FitsScans(FitsBlocks):
    """The fit of LogisticRegression to a scan."""

    _scans = True

    def _setting_for_memory(self) -> str | None:
        return f"solver={self.solver!r}" if self.solver in BY_ROWS else None

    def _problem(self, rows: Rows) -> LogisticProblem:
        X, codes, w = rows
        X = X if is_sparse(X) else np.ascontiguousarray(X)
        return self._as_problem(X, codes, UNIT_WEIGHTS if w is None else w)

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object) -> Self:
        """Fit to files; a single leaf of them as rows in memory."""
        rows = self._scanned_rows(scan, y, sample_weight)
        if not isinstance(rows, ScannedRows):
            self._fit_problem(self._problem(rows))
        else:
            self._fit_problem(self._stored_problem(rows))
        learn_names(self, scan)
        return self

    def _stored_problem(self, rows: ScannedRows) -> LogisticProblem:
        width = self._leaf_X(np.zeros((1, rows.shape[1]))).shape[1]  # of the basis functions
        make = LeafProblem(rows.make, len(self.classes_), self.fit_intercept)
        problems = ScannedRows(rows.scan, make)
        stored = ScannedProblems(problems, width, self.fit_intercept, self.n_jobs)
        if not np.isfinite(stored.squares).all():
            self._refuse_leaf(rows, stored.largest)
        problem = self._as_problem(stored, np.empty(0, np.int64), UNIT_WEIGHTS)
        if problem.lasso.any() and np.prod(problem.shape) > FULL_LIMIT:
            facts = {"parameters": int(np.prod(problem.shape)), "most": FULL_LIMIT}
            raise DataError("logistic.block_lasso", estimator=type(self).__name__, **facts)
        return problem

    def _refuse_leaf(self, rows: ScannedRows, largest: float) -> None:
        """Refuse the first leaf with a value that is not finite, or values whose squares are not."""
        for leaf in rows.leaves():
            self._refuse_non_finite(leaf.X)
        raise DataError("estimator.overflow", estimator=type(self).__name__, largest=largest)
