r"""Condensing: few rows that classify all rows as they are.

Hart's rule, with the documents' two stores: A begins with one row (drawn at random), B has the others. Each
row of B in turn is classified by its nearest in A as it is then; if that is wrong, the row moves to A at
once. Passes over B are repeated until one moves nothing, or B is empty. A then classifies every row right:
it is *consistent*.

    Each row remembers its nearest in A and how much of A it has seen, so that a row of A is compared once
    with each row: O(n |A| p) in all, whatever the number of passes.

Gates' rule continues from there: each row of A in turn is taken away, and stays away if A without it still
classifies all rows right. Only rows whose nearest it was need to look again. Ties of distance go to the
earlier member of A. Reference: source 002, section 5.1.5 (B-M08); Hart, IEEE Trans. IT 14 (1968) 515;
Gates, IEEE Trans. IT 18 (1972) 431.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from fenlei.annotations import RandomState
from fenlei.contract.resampler import Resampler
from fenlei.errors import UsageError
from fenlei.kernels import Array, kernel, plain_kernel
from fenlei.messages import any_of, listed, phrase
from fenlei.neighbors.search.distances import L2, squares_of_leaf
from fenlei.neighbors.search.k_smallest import offer, worst
from fenlei.neighbors.search.metric_spaces import coordinates, effective_metric, is_own, make_space
from fenlei.parameters import N_JOBS, NONE, Limit, either, integer

WIDTH = 64  # rows of A that are measured together
EUCLID = Limit(
    lambda value: hasattr(value, "metric") and hasattr(value, "n_neighbors"),
    phrase("limit.euclid"),
)


class Store(NamedTuple):
    """The store A in the order in which its rows came in; arrays (n,), of which the first `size` count."""

    rows: Array  # training rows
    passes: Array  # pass in which each came in, 0 for those that A began with
    culprit: Array  # row of A, nearest of the class that it was taken for; -1 for those that A began with


@plain_kernel
def hart(
    X: Array, codes: Array, turn: Array, k: int, K: int, size: int, out_store: Store
) -> tuple[int, int, int]:
    """Hart's passes over the rows `turn`. The store begins with `size` rows.

    Returns its final size, the number of passes, and the number of rows left in B.
    """
    rows = out_store.rows
    n, p = X.shape
    leaves = np.zeros(((n + WIDTH - 1) // WIDTH, p, WIDTH))  # A, sixty-four rows side by side
    for t in range(size):
        put(X, rows[t], t, leaves)
    near, member = np.full((n, k), np.inf), np.full((n, k), n, np.int64)  # nearest in A, as positions in A
    seen = np.zeros(n, np.int64)
    inside = np.zeros(n, np.bool_)
    for t in range(size):
        inside[rows[t]] = True
    distances, votes = np.empty(WIDTH), np.zeros(K)
    passes, moved = 0, 1
    while moved > 0:
        moved, left = 0, 0
        passes += 1
        for t in range(turn.shape[0]):
            i = turn[t]
            if inside[i]:
                continue
            look(X[i], leaves, seen[i], size, distances, near[i], member[i])
            seen[i] = size
            taken_for = majority(codes, rows, member[i], size, votes)
            if taken_for == codes[i]:
                left += 1
            else:
                inside[i] = True
                rows[size], out_store.passes[size] = i, passes
                out_store.culprit[size] = rows[nearest_of(codes, rows, near[i], member[i], size, taken_for)]
                put(X, i, size, leaves)
                size += 1
                moved += 1
        if left == 0:
            break
    return size, passes, left


@kernel
def put(X: Array, i: int, position: int, out_leaves: Array) -> None:
    for j in range(X.shape[1]):
        out_leaves[position // WIDTH, j, position % WIDTH] = X[i, j]


@plain_kernel
def look(
    x: Array, leaves: Array, start: int, stop: int, distances: Array, out_near: Array, out_member: Array
) -> None:
    """Offer members `start` to `stop` of A to the nearest of x."""
    for b in range(start // WIDTH, (stop + WIDTH - 1) // WIDTH):
        squares_of_leaf(x, leaves, b, distances)
        for s in range(max(start - b * WIDTH, 0), min(stop - b * WIDTH, WIDTH)):
            if distances[s] < worst(out_near):
                offer(distances[s], b * WIDTH + s, out_near, out_member)


@kernel
def majority(codes: Array, store: Array, members: Array, size: int, votes: Array) -> int:
    """The class of most of the members (positions in A); the first of equal ones."""
    votes[:] = 0.0
    for t in range(members.shape[0]):
        if members[t] < size:
            votes[codes[store[members[t]]]] += 1.0
    best = 0
    for c in range(votes.shape[0]):
        if votes[c] > votes[best]:
            best = c
    return best


@kernel
def nearest_of(codes: Array, store: Array, near: Array, members: Array, size: int, label: int) -> int:
    """The nearest of the members (positions in A) of a class; the earlier of equal ones."""
    best, found = np.inf, size
    for t in range(members.shape[0]):
        m = members[t]
        if m < size and codes[store[m]] == label and (near[t] < best or (near[t] == best and m < found)):
            best, found = near[t], m
    return found


@plain_kernel
def gates(X: Array, codes: Array, free: Array, store: Array) -> Array:
    """Mask of the members of a consistent store that can be spared, asked for in their order; free (n,) may
    go.
    """
    n, size = X.shape[0], store.shape[0]
    leaves = np.zeros(((size + WIDTH - 1) // WIDTH, X.shape[1], WIDTH))
    position = np.full(n, -1, np.int64)
    for t in range(size):
        put(X, store[t], t, leaves)
        position[store[t]] = t
    gone = np.zeros(size, np.bool_)
    nearest = np.empty(n, np.int64)
    distances = np.empty(WIDTH)
    first, following = (
        np.full(size, -1, np.int64),
        np.full(n, -1, np.int64),
    )  # rows by their nearest, as lists
    for i in range(n):
        nearest[i] = next_nearest(X[i], leaves, size, gone, -1, distances)
        following[i] = first[nearest[i]]
        first[nearest[i]] = i
    trial = np.empty(n, np.int64)
    for t in range(size):
        if not free[store[t]]:
            continue
        needed = False
        i = first[t]
        while i >= 0 and not needed:
            trial[i] = next_nearest(X[i], leaves, size, gone, t, distances)
            needed = trial[i] < 0 or codes[store[trial[i]]] != codes[i]
            i = following[i]
        if needed:
            continue
        gone[t] = True
        i = first[t]
        while i >= 0:
            after = following[i]
            following[i] = first[trial[i]]
            first[trial[i]] = i
            i = after
    return gone


@plain_kernel
def next_nearest(x: Array, leaves: Array, size: int, gone: Array, without: int, distances: Array) -> int:
    """The position of the nearest member present, other than `without`; -1 if there is none."""
    best, found = np.inf, -1
    for b in range((size + WIDTH - 1) // WIDTH):
        squares_of_leaf(x, leaves, b, distances)
        for s in range(min(WIDTH, size - b * WIDTH)):
            t = b * WIDTH + s
            if distances[s] < best and not gone[t] and t != without:
                best, found = distances[s], t
    return found


class CondensedNearestNeighbour(Resampler):
    r"""Hart's condensed nearest neighbour rule.

    Parameters
    ----------
    sampling_strategy : str, list of labels or callable, default="auto"
        Classes that are condensed: "auto" is "not minority", and rows of other classes are all in the store
        from the beginning. "all" is the rule of the documents: the store begins with one row.
    random_state : int, RandomState or None, default=None
        Draws the first rows of the store.
    n_neighbors : int, KNeighborsClassifier or None, default=None
        Neighbours that classify a row; None is 1. A classifier gives its k and its metric.
    n_seeds_S : int, default=1
        Rows the store begins with: of each condensed class, or in all if every class is condensed.
    n_jobs : int, default=None
        The rule is sequential; accepted for imbalanced-learn's sake, it has no effect on the result.
    first : int or None, default=None
        Row to begin with in place of a random one, where every class is condensed.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    store_ : ndarray of shape (n',)
        Rows of the store in the order they came in.
    sample_indices_ : ndarray of shape (n',)
        The same, class by class.
    store_pass_ : ndarray of shape (n',)
        Pass in which each row of the store came in; 0 for those it began with.
    store_culprit_ : ndarray of shape (n',)
        Row of the store at that time that each was wrongly classified by, the nearest of the wrong class; -1
        for those the store began with.
    n_passes_ : int
    reduction_ : float
        Share of the rows that went.
    sampling_strategy_ : dict of label to the number of rows
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from imbalanced-learn, whose class of the name makes one pass for each class
    against the minority and is not consistent: passes go on until nothing moves, over all condensed classes
    at once. Sparse rows are not taken.

    Examples
    --------
    Source 002's seven points, beginning with the first; the last one is not needed:

    >>> X = [[1, 0], [0, 1], [0, -1], [0, 0], [0, 2], [0, -2], [-2, 0]]
    >>> y = [1, 1, 1, 2, 2, 2, 2]
    >>> condensed = CondensedNearestNeighbour(sampling_strategy="all", first=0).fit(X, y)
    >>> (condensed.store_ + 1).tolist(), condensed.n_passes_
    ([1, 4, 2, 3, 5, 6], 3)

    The second row came in in the first pass, as the first one is nearest to it; the others in the second:

    >>> condensed.store_pass_.tolist(), (condensed.store_culprit_[1:3] + 1).tolist()
    ([0, 1, 2, 2, 2, 2], [1, 4])
    """

    _limits: ClassVar[dict[str, Limit]] = {
        "n_neighbors": either(NONE, integer(1), EUCLID),
        "n_seeds_S": integer(1),
        "n_jobs": N_JOBS,
        "first": either(NONE, integer(0)),
    }

    def __init__(
        self,
        *,
        sampling_strategy: object = "auto",
        random_state: RandomState = None,
        n_neighbors: int | BaseEstimator | None = None,
        n_seeds_S: int = 1,
        n_jobs: int | None = None,
        first: int | None = None,
    ) -> None:
        self.sampling_strategy = sampling_strategy
        self.random_state = random_state
        self.n_neighbors = n_neighbors
        self.n_seeds_S = n_seeds_S
        self.n_jobs = n_jobs
        self.first = first

    def _choose(self, X: Array, codes: Array, chosen: Array) -> Array:
        points, k = self._points(X)
        begin = self._begin(codes, chosen)
        n = len(codes)
        store = Store(np.empty(n, np.int64), np.zeros(n, np.int64), np.full(n, -1))
        store.rows[: len(begin)] = begin
        size, self.n_passes_, _ = hart(points, codes, np.arange(n), k, len(chosen), len(begin), store)
        kept = self._needed(points, codes, chosen, store.rows[:size])
        self.store_, self.store_pass_, self.store_culprit_ = (part[:size][kept] for part in store)
        self.reduction_ = 1.0 - len(self.store_) / len(codes)
        return self.store_

    def _needed(self, points: Array, codes: Array, chosen: Array, store: Array) -> Array:
        """Mask of the rows of the store that stay."""
        return np.ones(len(store), dtype=bool)

    def _points(self, X: Array) -> tuple[Array, int]:
        """The rows in a space where the metric is Euclid, and k."""
        rule: Any = self.n_neighbors
        if rule is None or integer(1).accepts(rule):
            return X, rule or 1
        metric, params = effective_metric(rule.metric, rule.p, rule.metric_params)
        if is_own(metric, params):
            space = make_space(metric, params, X, np.zeros(X.shape[1], dtype=bool))
            if space.measure.core == L2:
                return coordinates(space, X, queries=False), rule.n_neighbors
        raise UsageError(
            "estimator.parameter",
            estimator=type(self).__name__,
            name="n_neighbors",
            value=rule,
            accepted=EUCLID.text,
        )

    def _begin(self, codes: Array, chosen: Array) -> Array:
        rng = check_random_state(self.random_state)
        if chosen.all():
            if self.first is not None:
                return np.array([min(self.first, len(codes) - 1)])
            return rng.permutation(len(codes))[: self.n_seeds_S]
        begin = [np.flatnonzero(~chosen[codes])]
        for c in np.flatnonzero(chosen):
            begin.append(rng.permutation(np.flatnonzero(codes == c))[: self.n_seeds_S])
        return np.concatenate(begin)


class ReducedNearestNeighbour(CondensedNearestNeighbour):
    r"""Gates' reduced nearest neighbour rule: Hart's store without the rows that it can spare.

    Parameters, attributes and notes are those of `CondensedNearestNeighbour`; the rule is 1-NN, so
    `n_neighbors` is None, 1 or a classifier with k = 1.

    Examples
    --------
    Of a row of zeros and ones the two at the border are enough:

    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]]
    >>> reduced = ReducedNearestNeighbour(sampling_strategy="all", first=0)
    >>> reduced.fit_resample(X, [0, 0, 0, 1, 1, 1])[0]
    [[2.0], [3.0]]
    """

    def _points(self, X: Array) -> tuple[Array, int]:
        points, k = super()._points(X)
        if k != 1:
            raise UsageError(
                "estimator.parameter",
                estimator=type(self).__name__,
                name="n_neighbors",
                value=self.n_neighbors,
                accepted=any_of(listed(None, 1), phrase("limit.one_neighbor")),
            )
        return points, k

    def _needed(self, points: Array, codes: Array, chosen: Array, store: Array) -> Array:
        return ~gates(points, codes, chosen[codes], store)
