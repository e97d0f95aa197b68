r"""Minimum distance to sub-class prototypes: a piecewise linear classifier.

A class that lies in several heaps has no one centre. Split class k into l_k sub-classes, each represented by
its mean m_k1, ..., m_kl:

    g_k(x) = min_l ‖x - m_kl‖,   decide for argmin_k g_k(x)

Between two prototypes the boundary is the plane half-way, so that the boundary between classes is piecewise
linear. One prototype a class is the minimum-distance classifier (`NearestCentroid`); every row a prototype is
the nearest-neighbour rule.

The split is Lloyd's: rows go to the nearest prototype of their class, prototypes to the mean of their rows,
until nothing changes. The first prototypes are spread: the row nearest to the class mean, then again and
again the row farthest from those there are; so nothing is random, and nothing depends on the order of rows
but ties. Cost: O(n p l) per round. Reference: source 002, section 5.1 (B-M02).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np

from fenlei.annotations import ArrayLike, Matrix, MatrixLike
from fenlei.contract.classifier import Discriminant
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks
from fenlei.messages import code, phrase
from fenlei.neighbors.nearest_centroid import centre_distances, dense_floats
from fenlei.neighbors.search.distances import L2
from fenlei.parameters import N_JOBS, Limit, either, integer
from fenlei.records import Field, check_record, refuse_record
from fenlei.trace import closely_traced, tell, traced


class PrototypesModel(NamedTuple):
    prototypes: Annotated[Array, Field("m p")]
    owner: Annotated[Array, Field("m", "iu", low=0)]  # class code of each, ascending
    n_iter: Annotated[Array, Field("K", "iu", low=0)]  # rounds of each class; 0 for one without rows


class PrototypeStep(NamedTuple):
    """One round of one class, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1, for each class
    most: int
    prototypes: Array  # (count, p) after it
    part: Array  # (n_k,) the nearest of the prototypes before it, of each row of the class


def spread(X: Array, mean: Array, count: int) -> Array:
    """Rows (count,) to begin with: the nearest to the mean, then always the farthest from those chosen."""
    nearest = np.full(len(X), np.inf)
    chosen = [int(np.argmin(((X - mean) ** 2).sum(axis=1)))]
    while len(chosen) < count:
        nearest = np.minimum(nearest, ((X - X[chosen[-1]]) ** 2).sum(axis=1))
        chosen.append(int(np.argmax(nearest)))
    return np.array(chosen)


def subclasses(X: Array, w: Array, count: int, max_iter: int) -> tuple[Array, int]:
    """Prototypes (count, p) of the rows of one class, and the rounds it took."""
    if not len(X):
        return np.empty((0, X.shape[1])), 0
    mean = np.average(X, axis=0, weights=w)
    centres = X[spread(X, mean, count)].copy()
    before, distances = None, np.empty((len(X), count))
    turn = 0
    while turn < max_iter:
        turn += 1
        centre_distances(L2, X, centres, distances)
        part = distances.argmin(axis=1)
        if before is not None and np.array_equal(part, before):
            break
        for j in range(count):
            mine = part == j
            if mine.any():
                centres[j] = np.average(X[mine], axis=0, weights=w[mine])
        before = part
        if traced():
            tell(PrototypeStep(turn, max_iter, centres.copy(), part))
    return centres, turn


class NearestPrototype(Discriminant):
    r"""Classifier by the nearest of several prototypes a class.

    Parameters
    ----------
    n_prototypes : int or dict of class to int, default=2
        Sub-classes of each class.
    max_iter : int, default=300
        Rounds of Lloyd's algorithm at most.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    prototypes_ : ndarray of shape (m, p)
        Class by class.
    prototype_labels_ : ndarray of shape (m,)
        The class of each.
    n_iter_ : int
        Rounds of the class that took most.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    `decision_function` is minus the squared distance. Distances are Euclid's: scale the features first.
    Weights mean repetition. Ties go to the first class.

    Examples
    --------
    Class 0 lies on both sides of class 1, so that their centres are the same; two prototypes separate them.

    >>> X, y = [[-5.0], [-4.0], [0.0], [0.5], [4.0], [5.0]], [0, 0, 1, 1, 0, 0]
    >>> model = NearestPrototype({0: 2, 1: 1}).fit(X, y)
    >>> model.prototypes_.ravel().tolist(), model.predict([[-3.0], [0.2], [3.0]]).tolist()
    ([-4.5, 4.5, 0.25], [0, 1, 0])
    """

    Model = PrototypesModel
    _sparse = True
    _limits: ClassVar[dict[str, Limit]] = {
        "n_prototypes": either(
            integer(1),
            Limit(
                lambda v: isinstance(v, Mapping) and all(integer(1).accepts(each) for each in v.values()),
                phrase("limit.counts"),
            ),
        ),
        "max_iter": integer(1),
        "n_jobs": N_JOBS,
    }

    def __init__(self, n_prototypes: Any = 2, *, max_iter: int = 300, n_jobs: int | None = None) -> None:
        self.n_prototypes = n_prototypes
        self.max_iter = max_iter
        self.n_jobs = n_jobs

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, p) and y (n,), each row weighted by sample_weight (n,)."""
        rows = self._training_rows(X, y, sample_weight)
        self._refuse_non_finite(rows.X)
        if len(self.classes_) < 2:
            raise DataError("estimator.one_class", estimator=type(self).__name__, label=self.classes_[0])
        dense = dense_floats(rows.X)
        w = np.ones(len(dense)) if rows.w is None else rows.w
        members = [np.flatnonzero(rows.codes == k) for k in range(len(self.classes_))]
        counts = self._counts([dense[mine] for mine in members])

        def one(k: int, _: int) -> tuple[Array, int]:
            return subclasses(dense[members[k]], w[members[k]], counts[k], self.max_iter)

        jobs = 1 if closely_traced() else self.n_jobs  # a listener is told class by class
        found = list(map_blocks(one, [(k, k + 1) for k in range(len(members))], jobs))
        prototypes, turns = np.concatenate([each for each, _ in found]), np.array([n for _, n in found])
        self._keep(
            PrototypesModel(self._finite(prototypes, dense), np.repeat(np.arange(len(found)), counts), turns)
        )
        return self

    def _counts(self, rows: list[Array]) -> list[int]:
        """The number of prototypes of each class; a plain number is a wish, limited by its different rows."""
        labels, given = self.classes_.tolist(), self.n_prototypes
        if isinstance(given, Mapping) and set(given) != set(labels):
            raise UsageError(
                "prototypes.classes", estimator=type(self).__name__, came=list(given), classes=labels
            )
        counts = []
        for label, mine in zip(labels, rows, strict=True):
            there = len(np.unique(mine, axis=0))
            if not isinstance(given, Mapping) or there == 0:
                counts.append(there if there == 0 else min(int(given), there))
            elif given[label] > there:
                raise DataError(
                    "prototypes.too_many",
                    estimator=type(self).__name__,
                    wanted=given[label],
                    label=label,
                    rows=there,
                )
            else:
                counts.append(int(given[label]))
        return counts

    def _keep(self, model: PrototypesModel) -> None:
        self.model_ = model
        self.prototypes_, self.prototype_labels_ = model.prototypes, self.classes_[model.owner]
        self.n_iter_ = int(model.n_iter.max())

    def _check_model(self, model: PrototypesModel) -> None:
        check_record(model, K=len(self.classes_), p=self.n_features_in_)
        owners = np.unique(model.owner)
        in_order = bool((np.diff(model.owner.astype(np.int64)) >= 0).all())
        if len(owners) == 0 or not in_order or not np.array_equal(owners, np.flatnonzero(model.n_iter)):
            raise refuse_record("owner", code(owners.tolist()), phrase("record.every_class"))

    def class_distances(self, X: MatrixLike) -> Array:
        """g_k(x), (n, K): the distance to the nearest prototype of each class."""
        X = self._check_X(X)
        return np.sqrt(-self._finite_scores(self._class_scores(X), X))

    def _impossible_classes(self) -> Array:
        return np.setdiff1d(np.arange(len(self.classes_)), self.model_.owner)

    def _class_scores(self, X: Matrix) -> Array:
        """Minus the squared distance to the nearest prototype of each class."""
        model, out = self.model_, np.full((X.shape[0], len(self.classes_)), -np.inf)
        present, starts = np.unique(model.owner, return_index=True)

        def block(s: int, e: int) -> None:
            distances = np.empty((e - s, len(model.prototypes)))
            centre_distances(L2, dense_floats(X[s:e]), model.prototypes, distances)
            out[s:e, present] = -np.minimum.reduceat(distances, starts, axis=1)

        run_blocks(block, row_blocks(*X.shape), self.n_jobs)
        return out
