r"""Editing: rows on the wrong side of the boundary go, so that 1-NN on what is left comes near the Bayes
rule.

    wilson     each row is judged by its k nearest among all others (leave-one-out); with `kind_sel="mode"`
               it goes if their majority is of another class, with "all" if any of them is.
    repeated   Wilson's editing again and again until nothing goes.
    holdout    the documents' way: the rows are split at random into a test set K^T and a reference set K^R;
               rows of K^T whose nearest in K^R are of another class go, and what is left of K^T is the edited
               set. Test and reference are independent, which the theory asks for.
    multi      Devijver and Kittler's multi-edit: split into `n_splits` parts, judge each by the next one,
               pool what is left, and begin again until nothing has gone for `patience` rounds.

The document's plain form takes the one nearest row of K^R and lets every class lose rows:
`EditedNearestNeighbours(method="holdout", sampling_strategy="all", n_neighbors=1)`.

Judging by one's own neighbours shrinks clusters; hold-out editing does not, but needs more rows. Reference:
source 002, section 5.1.3; Wilson, IEEE Trans. SMC 2 (1972) 408; Devijver and Kittler, Pattern
Recognition (1982), section 3.11.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, Matrix, RandomState
from fenlei.contract.resampler import Resampler
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, phrase
from fenlei.neighbors.k_neighbors import KNeighborsClassifier
from fenlei.parameters import N_JOBS, NONE, Limit, either, integer, one_of, sequence

NEIGHBOURS = either(integer(1), Limit(lambda value: hasattr(value, "kneighbors"), phrase("limit.kneighbors")))


def agrees(labels: Array, codes: Array, kind: str, K: int) -> Array:
    """Whether the labels (m, k) of the neighbours speak for codes (m,)."""
    if kind == "all":
        return (labels == codes[:, None]).all(axis=1)
    votes = np.zeros((len(labels), K))
    np.add.at(votes, (np.arange(len(labels))[:, None], labels), 1.0)
    return votes.argmax(axis=1) == codes


class EditedNearestNeighbours(Resampler):
    r"""Remove rows that their neighbours speak against.

    Parameters
    ----------
    sampling_strategy : str, list of labels or callable, default="auto"
        Classes that may lose rows: "auto" is "not minority"; "majority", "not majority", "all".
    n_neighbors : int or estimator, default=3
        Neighbours that judge a row; or an estimator with `kneighbors`, whose `n_neighbors` minus one is
        taken, as imbalanced-learn does.
    kind_sel : {"all", "mode"}, default="all"
        Whether all neighbours, or most of them, must be of the row's class.
    n_jobs : int, default=None
        Threads; None is all cores.
    method : {"wilson", "repeated", "holdout", "multi"}, default="wilson"
        See the module.
    n_splits : int, default=3
        Parts of "multi"; at least 3, as with two parts rows would judge each other.
    patience : int, default=5
        Rounds without a removal after which "multi" stops.
    max_iter : int, default=100
        Rounds of "repeated" and "multi" at most.
    random_state : int, RandomState or None, default=None
        Random splits of "holdout" and "multi".
    reference : array-like of row numbers or None, default=None
        K^R of "holdout", all other rows being K^T; None draws one half.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    sample_indices_ : ndarray of shape (n',)
        Rows that are kept, class by class.
    sampling_strategy_ : dict of label to the number of rows
    n_iter_ : int
        Rounds done.
    removed_ : list of ndarrays of int
        Rows that went in each round, ascending; a class that loses all its rows gets them back afterwards.
    nn_ : estimator
        The neighbours' estimator.
    tested_, reference_ : ndarray of int
        Rows of K^T and of K^R, ascending; with "holdout".
    splits_ : list of lists of ndarrays
        Rows of the parts of each round; with "multi".
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from imbalanced-learn: the methods other than "wilson"; a row is never among its
    own neighbours, also where it has duplicates; equal distances are in order of the row number; a class
    that would lose all its rows keeps them, with a warning.

    Examples
    --------
    A lone 0 among ones goes; as only one row is left to class 1 at the other end, class 1 is not touched:

    >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [5.3]]
    >>> y = [0, 0, 0, 1, 1, 0, 1]
    >>> edited = EditedNearestNeighbours(n_neighbors=1)
    >>> edited.fit_resample(X, y)[1], edited.sample_indices_.tolist()
    ([0, 0, 0, 1, 1, 1], [0, 1, 2, 3, 4, 6])
    >>> [rows.tolist() for rows in edited.removed_]
    [[5]]

    The document's editing: rows 0, 3 and 5 are K^R, the others are judged by the nearest of these.

    >>> plain = EditedNearestNeighbours(
    ...     method="holdout", sampling_strategy="all", n_neighbors=1, reference=[0, 3, 5]
    ... ).fit(X, y)
    >>> plain.tested_.tolist(), plain.sample_indices_.tolist()
    ([1, 2, 4, 6], [1, 2, 4])
    """

    _sparse = True
    _limits: ClassVar[dict[str, Limit]] = {
        "n_neighbors": NEIGHBOURS,
        "kind_sel": one_of("all", "mode"),
        "n_jobs": N_JOBS,
        "method": one_of("wilson", "repeated", "holdout", "multi"),
        "n_splits": integer(3),
        "patience": integer(1),
        "max_iter": integer(1),
        "reference": either(NONE, sequence()),
    }

    def __init__(
        self,
        *,
        sampling_strategy: object = "auto",
        n_neighbors: int | BaseEstimator = 3,
        kind_sel: str = "all",
        n_jobs: int | None = None,
        method: str = "wilson",
        n_splits: int = 3,
        patience: int = 5,
        max_iter: int = 100,
        random_state: RandomState = None,
        reference: ArrayLike | None = None,
    ) -> None:
        self.sampling_strategy = sampling_strategy
        self.n_neighbors = n_neighbors
        self.kind_sel = kind_sel
        self.n_jobs = n_jobs
        self.method = method
        self.n_splits = n_splits
        self.patience = patience
        self.max_iter = max_iter
        self.random_state = random_state
        self.reference = reference

    def _choose(self, X: Matrix, codes: Array, chosen: Array) -> Array:
        if hasattr(self.n_neighbors, "kneighbors"):
            self.nn_ = clone(self.n_neighbors)
            k = self.nn_.n_neighbors - 1
        else:
            k = int(self.n_neighbors)
            self.nn_ = KNeighborsClassifier(k, n_jobs=self.n_jobs)
        rng = check_random_state(self.random_state)
        self.n_iter_ = 1
        self.removed_: list[Array] = []
        for name in ("tested_", "reference_", "splits_"):  # of an earlier fit by another method
            self.__dict__.pop(name, None)
        if self.method == "wilson":
            self._require(len(codes) > k, len(codes), phrase("kind.neighbours_of_each_other", k=k))
            return self._without(np.arange(len(codes)), self._wilson(X, codes, chosen, k))
        if self.method == "repeated":
            return self._repeated(X, codes, chosen, k)
        if self.method == "holdout":
            return self._holdout(X, codes, chosen, k, rng)
        return self._multi(X, codes, chosen, k, rng)

    def _without(self, rows: Array, good: Array) -> Array:
        """The rows that stay; those that go are noted."""
        self.removed_.append(np.sort(rows[~good]))
        return rows[good]

    def _require(self, enough: bool, n: int, what: Phrase) -> None:
        if not enough:
            raise UsageError("resample.too_few", estimator=type(self).__name__, n=n, what=what)

    def _wilson(self, X: Matrix, codes: Array, chosen: Array, k: int) -> Array:
        """Mask (n,) of the rows that their neighbours speak for, or that may not go."""
        self.nn_.fit(X, codes)
        judged = np.flatnonzero(chosen[codes])
        if isinstance(self.nn_, KNeighborsClassifier):
            index = self.nn_.neighbours_of(judged, k)
        else:
            index = self.nn_.kneighbors(n_neighbors=k, return_distance=False)[judged]
        good = np.ones(len(codes), dtype=bool)
        good[judged] = agrees(codes[index], codes[judged], self.kind_sel, len(chosen))
        return good

    def _judged(self, X: Matrix, codes: Array, judged: Array, reference: Array, k: int) -> Array:
        """Mask of the rows `judged` whose k nearest among the rows `reference` speak for them."""
        self.nn_.fit(X[reference], codes[reference])
        index = self.nn_.kneighbors(X[judged], n_neighbors=k, return_distance=False)
        return agrees(codes[reference][index], codes[judged], self.kind_sel, int(codes.max()) + 1)

    def _repeated(self, X: Matrix, codes: Array, chosen: Array, k: int) -> Array:
        """Stops early where a class would go altogether, or too few rows are left."""
        kept = np.arange(len(codes))
        self._require(len(kept) > k, len(kept), phrase("kind.neighbours_of_each_other", k=k))
        for step in range(1, self.max_iter + 1):
            self.n_iter_ = step
            good = self._wilson(X[kept], codes[kept], chosen, k)
            lost = np.setdiff1d(codes[kept], codes[kept][good])
            kept = self._without(kept, good)
            if good.all() or len(lost) or len(kept) <= k:
                return kept
        return kept

    def _holdout(self, X: Matrix, codes: Array, chosen: Array, k: int, rng: np.random.RandomState) -> Array:
        """Half of the rows is judged by the other half, which goes."""
        judged, reference = self.tested_, self.reference_ = self._halves(len(codes), rng)
        self._require(len(reference) >= k, len(codes), phrase("kind.neighbours_in_half", k=k))
        good = self._judged(X, codes, judged, reference, k) | ~chosen[codes[judged]]
        return self._without(judged, good)

    def _halves(self, n: int, rng: np.random.RandomState) -> tuple[Array, Array]:
        """Rows of K^T and of K^R."""
        if self.reference is None:
            turn = rng.permutation(n)
            return np.sort(turn[: (n + 1) // 2]), np.sort(turn[(n + 1) // 2 :])
        given = np.asarray(self.reference)
        whole = given.dtype.kind in "iu" and given.size > 0
        if not whole or given.min() < 0 or given.max() >= n or not 0 < len(np.unique(given)) < n:
            raise UsageError("resample.reference", estimator=type(self).__name__, n=n, last=n - 1)
        reference = np.unique(given)
        return np.setdiff1d(np.arange(n), reference), reference

    def _multi(self, X: Matrix, codes: Array, chosen: Array, k: int, rng: np.random.RandomState) -> Array:
        kept = np.arange(len(codes))
        self._require(
            len(kept) >= k * self.n_splits, len(kept), phrase("kind.parts_of_rows", parts=self.n_splits, k=k)
        )
        quiet, self.splits_ = 0, []
        for step in range(1, self.max_iter + 1):
            self.n_iter_ = step
            parts = np.array_split(rng.permutation(kept), self.n_splits)
            if min(map(len, parts)) < k:
                return kept
            self.splits_.append([np.sort(part) for part in parts])
            rows = np.concatenate(parts)
            good = np.concatenate(
                [
                    self._judged(X, codes, part, parts[(i + 1) % len(parts)], k) | ~chosen[codes[part]]
                    for i, part in enumerate(parts)
                ]
            )
            lost = np.setdiff1d(codes[rows], codes[rows[good]])
            quiet = quiet + 1 if good.all() else 0
            kept = np.sort(self._without(rows, good))
            if quiet == self.patience or len(lost):
                return kept
        return kept
