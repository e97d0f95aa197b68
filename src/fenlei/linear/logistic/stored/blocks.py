r"""Logistic regression over blocks of rows that are never together in memory: files, partitions, streams.

Newton's method needs of the rows, at each θ, sums only (source 004, chapter 3):

    sums  = summarise(block, θ)        loss Σ w log-loss, its gradient (r, q), its Hessian (r q, r q)
    sums  = merge(sums, other)         addition
    θ     ← θ - H⁻¹ g                  solve, once per pass

A first pass finds the classes, the features and their means; every later one gives a Newton step, and six
to ten of them reach the optimum. `fit_blocks` repeats the three verbs through any function that works like
`map`: the built-in one reads block after block, that of an executor or of Dask works on many at once. Blocks
are summed in the order in which `map` gives them.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from sklearn.base import clone

from fenlei.annotations import ArrayLike
from fenlei.contract.classifier import Classifier
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import single_threaded_blas
from fenlei.linear.logistic.curvature import FULL_LIMIT
from fenlei.linear.logistic.hessian import hessian, squares
from fenlei.linear.logistic.objective import Gradients, LogisticProblem, Stored, gradients
from fenlei.linear.logistic.separation import margins
from fenlei.linear.logistic.stopping import Report, silent
from fenlei.parameters import check_parameters
from fenlei.table.coding import code_labels, encode_labels
from fenlei.weights import class_weights

R = TypeVar("R")

BY_ROWS = ("gd", "sgd", "minibatch")  # the rate of the first, and the order of the others, need the rows

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
Blocks = Iterable[Any] | Callable[[], Iterable[Any]]  # a block is (X, y) or (X, y, sample_weight)


class NewtonSums(NamedTuple):
    """What Newton's method needs to know of a set of rows at θ, without the penalty."""

    loss: float  # Σ w log-loss
    gradient: Array  # (r, q)
    least: float  # smallest probability of a row's own class
    hessian: Array  # (r q, r q), rows taken from a centre; (0, 0) if not requested


def summarise(
    rows: LogisticProblem, theta: Array, centre: Array | None = None, curved: bool = True
) -> NewtonSums:
    """Sums over the rows of one block at θ (r, q)."""
    bare = rows._replace(ridge=np.zeros_like(rows.ridge))
    H = hessian(bare, theta, centre) if curved else np.empty((0, 0))
    return NewtonSums(*gradients(bare, theta), H)


def merge(a: NewtonSums, b: NewtonSums) -> NewtonSums:
    """The sums over both sets of rows."""
    least = min(a.least, b.least)
    return NewtonSums(a.loss + b.loss, a.gradient + b.gradient, least, a.hessian + b.hessian)


class BlockFacts(NamedTuple):
    """What the first pass finds out about a set of rows."""

    labels: Array  # (K,) sorted
    weights: Array  # (K,) of the rows with each label, before class weights
    features: int
    names: tuple[str, ...]  # of the features, if they have any
    totals: Array  # (M,) Σ w φ
    squares: Array  # (M,) Σ w φ²
    largest: float  # |φ|


def describe(estimator: FitsBlocks, block: object) -> BlockFacts | None:
    """The facts of one block (X, y) or (X, y, sample_weight); None if it has no rows."""
    if is_empty(block):
        return None
    reader = clone(estimator)
    X, codes, w = reader._labelled(*rows_of(block))
    weight, labels = np.ones(len(codes)) if w is None else w, reader.classes_
    names = tuple(map(str, getattr(reader, "feature_names_in_", ())))
    plain = LogisticProblem(X, codes, weight, 2, False, np.empty(0), np.empty(0))
    with single_threaded_blas(), np.errstate(over="ignore", invalid="ignore"):
        facts = np.asarray(X.T @ weight), squares(plain), float(abs(X).max())
    if not np.isfinite(facts[1]).all():
        reader._refuse_non_finite(X)
    return BlockFacts(labels, np.bincount(codes, weight, len(labels)), reader.n_features_in_, names, *facts)


def merge_facts(a: BlockFacts, b: BlockFacts) -> BlockFacts:
    """The facts of both sets of rows."""
    if (a.features, a.names) != (b.features, b.names):
        raise DataError("logistic.block_features", first=a.names or a.features, other=b.names or b.features)
    if (a.labels.dtype.kind in "US") != (b.labels.dtype.kind in "US"):
        raise DataError("labels.mixed", labels=[a.labels[0], b.labels[0]])
    labels = np.union1d(a.labels, b.labels)
    weights = np.zeros(len(labels))
    for part in (a, b):
        weights[np.searchsorted(labels, part.labels)] += part.weights
    sums = a.totals + b.totals, a.squares + b.squares, max(a.largest, b.largest)
    return BlockFacts(labels, weights, a.features, a.names, *sums)


def rows_of(block: object) -> tuple[Any, ArrayLike, ArrayLike | None]:
    """X, y and the weights, or None, of a block."""
    if not isinstance(block, tuple | list) or len(block) not in (2, 3):
        raise UsageError("logistic.block", came=type(block).__name__)
    X, y, *w = block
    return X, y, w[0] if w else None


def is_empty(block: object) -> bool:
    """Whether a block has no rows, or none with weight."""
    X, _, w = rows_of(block)
    return (X.shape[0] if hasattr(X, "shape") else len(X)) == 0 or (w is not None and not np.any(w))


def block_problem(estimator: FitsBlocks, block: object) -> LogisticProblem | None:
    """One block as a problem of its own, without penalty; `estimator` knows classes and features.

    None if no row of it has weight.
    """
    if is_empty(block):
        return None
    known = estimator.classes_
    X, codes, w = estimator._weighted(*estimator._labelled(*rows_of(block), known, reset=False))
    if w is not None and not w.any():  # only classes of weight zero
        return None
    X = X if is_sparse(X) else np.ascontiguousarray(X)
    nothing = np.zeros(X.shape[1] + estimator.fit_intercept)
    w = UNIT_WEIGHTS if w is None else w
    return LogisticProblem(
        X, codes, w, len(known), estimator.fit_intercept, nothing, nothing, estimator.n_jobs
    )


def block_sums(
    estimator: FitsBlocks, theta: Array, centre: Array | None, curved: bool, block: object
) -> NewtonSums | None:
    """`summarise` of a block as it is read."""
    with single_threaded_blas(), np.errstate(all="ignore"):
        rows = block_problem(estimator, block)
        return None if rows is None else summarise(rows, theta, centre, curved)


def block_margins(estimator: FitsBlocks, theta: Array, block: object) -> tuple[float, float] | None:
    """Smallest and largest margin of a block's rows."""
    rows = block_problem(estimator, block)
    if rows is None:
        return None
    found = margins(rows, theta)
    return float(found.min()), float(found.max())


class StoredBlocks(Stored):
    """The rows of all blocks, as the solvers see them: a pass gives sums, and the last sums are kept."""

    def __init__(
        self, estimator: FitsBlocks, blocks: Callable[[], Iterable[object]], map: Map, facts: BlockFacts
    ) -> None:
        self.estimator, self.blocks, self.map = estimator, blocks, map
        weight = class_weights(estimator, np.arange(len(facts.labels)), facts.labels, facts.weights)
        self.class_weight = np.asarray(weight)
        self.weight, self.largest = float(self.class_weight.sum()), facts.largest
        self.shape = (len(facts.totals), len(facts.totals))
        self.squares = np.append(facts.squares, self.weight)[: self.shape[1] + estimator.fit_intercept]
        self.mean = facts.totals / facts.weights.sum() * estimator.fit_intercept
        self.last: tuple[Array, NewtonSums] | None = None

    def each(self, function: Callable[..., R | None], *first: object) -> Iterator[R]:
        """function(estimator, *first, block) of every block that has rows."""
        found = self.map(partial(function, self.estimator, *first), self.blocks())
        yield from (result for result in found if result is not None)

    def sums(self, theta: Array) -> NewtonSums:
        """The sums at θ; one pass, unless the last was at the same θ."""
        if self.last is None or not np.array_equal(self.last[0], theta):
            found = reduce(merge, self.each(block_sums, theta, self.mean, theta.size <= FULL_LIMIT))
            self.last = theta.copy(), found
        return self.last[1]

    def gradients(self, theta: Array) -> Gradients:
        """Loss and gradient at θ; the Hessian of the same pass is kept for later."""
        return Gradients(*self.sums(theta)[:3])

    def hessian(self, theta: Array, centred: bool) -> Array:
        """The Hessian of the loss, about the mean, or about zero: (x, 1) = L (x - mean, 1)."""
        H = self.sums(theta).hessian.copy()
        if centred or not self.mean.any():
            return H
        r, q = theta.shape
        L = np.eye(q)
        L[:-1, -1] = self.mean
        return np.einsum("ij,ajbk,lk->aibl", L, H.reshape(r, q, r, q), L, optimize=True).reshape(H.shape)

    def extremes(self, theta: Array) -> tuple[float, float]:
        """Smallest and largest margin of any row."""
        low, high = zip(*self.each(block_margins, theta), strict=True)
        return min(low), max(high)


class FitsBlocks(Classifier):
    """`fit_blocks` of LogisticRegression."""

    solver: str
    fit_intercept: bool

    def _as_problem(self, X: Array | Stored, codes: Array, w: Array) -> LogisticProblem:
        raise NotImplementedError

    def _fit_problem(self, problem: LogisticProblem, follow: Report = silent) -> Self:
        raise NotImplementedError

    def fit_blocks(
        self, blocks: Blocks, *, classes: ArrayLike | None = None, map: Map = builtins.map
    ) -> Self:
        """Fit to rows that come in blocks, as if they were one table.

        Parameters
        ----------
        blocks : list, other re-readable collection, or function
            Each block is (X, y) or (X, y, sample_weight), with the features of the first. A function
            returns a new iterator over the blocks for each pass. Blocks may be anything that `map` can
            turn into such tuples.
        classes : array-like of shape (K,), default=None
            All labels; None finds them in the first pass.
        map : callable, default=map
            `map(function, blocks)` gives function(block) of every block, in their order.

        Notes
        -----
        One pass to find classes and means, then one per Newton step: the coefficients of `fit` with solver
        "newton-cholesky", to rounding. Up to 1200 parameters; more without lasso, by L-BFGS.
        """
        check_parameters(self, self._limits)
        read = self._readable(blocks)
        found = [facts for facts in map(partial(describe, clone(self)), read()) if facts is not None]
        if not found:
            raise DataError("logistic.no_blocks", estimator=type(self).__name__)
        facts = self._of_classes(reduce(merge_facts, found), classes)
        reader = clone(self)
        for model in (self, reader):
            model.classes_, model.n_features_in_ = facts.labels, facts.features
            model.__dict__.pop("feature_names_in_", None)  # those of an earlier fit
            if facts.names:
                model.feature_names_in_ = np.array(facts.names, dtype=object)
        return self._fit_problem(self._problem_of(StoredBlocks(reader, read, map, facts)))

    def _readable(self, blocks: Blocks) -> Callable[[], Iterable[object]]:
        """A function that reads the blocks from the beginning; refuses what cannot be read twice."""
        name, solver = type(self).__name__, self.solver
        if solver in BY_ROWS:
            raise UsageError("logistic.block_solver", estimator=name, solver=solver)
        if self.class_weight == "balanced":
            raise UsageError("estimator.balanced_stream", estimator=name)
        if callable(blocks):
            return lambda: iter(blocks())
        if not isinstance(blocks, Iterable) or isinstance(blocks, Iterator):
            raise UsageError("logistic.blocks_once", estimator=name, came=type(blocks).__name__)
        return lambda: iter(blocks)

    def _of_classes(self, facts: BlockFacts, classes: ArrayLike | None) -> BlockFacts:
        """The facts with the given classes instead of those found."""
        if classes is None:
            return facts
        known = encode_labels(np.asarray(classes))[0]
        weights = np.zeros(len(known))
        weights[code_labels(facts.labels, known)] = facts.weights
        return facts._replace(labels=known, weights=weights)

    def _problem_of(self, stored: StoredBlocks) -> LogisticProblem:
        problem = self._as_problem(stored, np.empty(0, np.int64), UNIT_WEIGHTS)
        if problem.lasso.any() and np.prod(problem.shape) > FULL_LIMIT:
            facts = {"parameters": int(np.prod(problem.shape)), "most": FULL_LIMIT}
            raise DataError("logistic.block_lasso", estimator=type(self).__name__, **facts)
        return problem
