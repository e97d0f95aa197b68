r"""k nearest neighbours.

Model: none; the training rows are kept. Decision: among the k rows nearest to x, k_c are of class c; the
class with the largest k_c wins (simple majority), and k_c / k estimates P(c | x). With k = 1 this is the
nearest-neighbour rule. Ties go to the first class, to the nearest, or are rejected (`ties`). As the number of
rows grows, the 1-NN error lies between the Bayes error P* and P*(2 - m/(m-1) P*) for m classes (Cover and
Hart 1967): `cover_hart_bound`.
`choose_k` chooses k.

Cost: nothing to fit but the search structure, O(n log n); a query takes O(log n) in few dimensions, O(n p)
in many. Not mergeable: the model is the rows. Reference: source 000, section 3.2.1; source 002, section 5.1
(B-M03, B-M05); source 004, chapter 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from sklearn.base import MultiOutputMixin
from sklearn.utils import Tags, check_array, column_or_1d
from sklearn.utils.validation import check_consistent_length

from fenlei.annotations import ArrayLike, Label, Matrix, MatrixLike, Metric, TargetWeights
from fenlei.contract.checked_rows import one_column
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import require_fit
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import UsageError, wording
from fenlei.kernels import Array
from fenlei.kernels.rows import argmax_rows
from fenlei.messages import Phrase, code, phrase
from fenlei.neighbors.search.ready_made import check_metric
from fenlei.neighbors.search.search import in_range, nearest, traced
from fenlei.neighbors.search.traced_search import GroupTable, TracedSearch, group_table
from fenlei.neighbors.stored_record import NeighboursModel, row_fields
from fenlei.neighbors.stored_rows import IndexedRows, SearchAlgorithm
from fenlei.neighbors.voting import count_votes, decide, shares, vote_weights
from fenlei.parameters import (
    CLASS_WEIGHTS,
    FUNCTION,
    NONE,
    Limit,
    check_parameters,
    either,
    integer,
    one_of,
)
from fenlei.records import refuse_record
from fenlei.table.coding import encode_labels
from fenlei.table.rows import positive
from fenlei.weights import check_weights, target_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fenlei.neighbors.search.search import Search

GROUPS = Limit(lambda value: isinstance(value, list | tuple), phrase("limit.groups"))


class KNeighborsClassifier(MultiOutputMixin, IndexedRows, Classifier):
    r"""Classifier by the k nearest training rows.

    Parameters
    ----------
    n_neighbors : int, default=5
        k.
    weights : {"uniform", "distance"}, callable or None, default="uniform"
        Votes: one each; 1/d each; or a function from distances (m, k) to votes (m, k).
    algorithm : {"auto", "ball_tree", "kd_tree", "brute", "branch_bound"}, default="auto"
        How neighbours are found; the answers are the same, ties included. "ball_tree" is served by the
        kd-tree, which takes the same metrics here. "branch_bound" is the documents' search over groups; see
        `search_statistics`.
    leaf_size : int, default=30
        Leaves hold at most twice as many rows.
    p : float, default=2
        Exponent of metric "minkowski": 1 Manhattan, 2 Euclid, `inf` Chebyshev.
    metric : str or callable, default="minkowski"
        "minkowski", "euclidean", "manhattan", "chebyshev", "seuclidean", "mahalanobis", "cosine",
        "correlation", "hamming", "sqeuclidean"; for tables of numbers and names with missing values "heom"
        and "gower"; "precomputed"; a function of two rows; or another name that
        `sklearn.metrics.pairwise_distances` knows.
    metric_params : dict, default=None
        V or VI of "mahalanobis", V of "seuclidean" (by default from the training rows), p and w of
        "minkowski", and what other metrics take.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    class_weight : dict, list of dict, "balanced" or None, default=None
        Factor on the weight of each class's rows; with several target columns a list, one dict for each.
    categorical_features : mask, indices or names of columns, default=None
        For "heom" and "gower": numeric columns that are names. Text, category and boolean columns always are.
    ties : {"first", "nearest", "reject"}, default="first"
        What `predict` returns where several classes have most votes: the first of them in `classes_`, as
        scikit-learn; that of the nearest neighbour; or `reject_label`.
    reject_label : label, default="reject"
        If it is not of the classes' type (text among numbers), predictions are an array of objects, which
        `score` takes, but scikit-learn's scorers do not.
    groups : list of groups or None, default=None
        For "branch_bound": the groups to search, each a list of row numbers or again a list of groups, all
        together each training row once, as [[0, 1, 4], [2, 3, 5, 6]]; None makes them by a kd-tree. What is
        made of them is `groups_`: mean M_p, radius r_p, size N_p, level, parent and rows of each.

    Attributes
    ----------
    classes_ : ndarray of shape (K,), or a list of them for several target columns
    effective_metric_ : str or callable
    effective_metric_params_ : dict
    n_samples_fit_ : int
        Training rows; those of weight 0 are not there.
    outputs_2d_ : bool
        Whether y had several columns.
    coding_ : CategoryCoding or None
        Categories of text columns.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `ties`, `sample_weight`, `class_weight` (a row of weight w counts as w
    neighbours), `radius_neighbors`, `search_statistics`, `search_trace`, `class_distances`,
    `distance_terms`, mixed metrics; the kd-tree also serves "mahalanobis", "seuclidean", "cosine",
    "correlation", "hamming" and weighted "minkowski"; equal distances are in order of the row number with
    every algorithm, also when asked for the neighbours of the training rows among themselves; covariances
    and variances that are not given come from the training rows alone; distances are float64. Cosine
    distance from a row of zeros is 1, as in scikit-learn. HEOM and Gower divide a number by its range in
    the training rows; a missing value costs 1 in HEOM and is left out of Gower's mean; a category not seen
    in training differs from all others; a fitted NearestNeighbors, KDTree or BallTree given for X must have
    the metric of the parameters. A model with several target columns, or a function as a metric or as
    weights, cannot be saved to a model file.

    Examples
    --------
    Source 002, example 5.1: the nearest neighbour of (1, 2) is of class 2, but two of the
    nearest three are of class 1.

    >>> X = [[1, 0], [0, 1], [0, -1], [0, 0], [0, 2], [0, -2], [-2, 0]]
    >>> y = [1, 1, 1, 2, 2, 2, 2]
    >>> [int(KNeighborsClassifier(k).fit(X, y).predict([[1, 2]])[0]) for k in (1, 3)]
    [2, 1]

    Section 5.1.3: the second group is left out by rule 1, and three rows are measured.

    >>> groups = [[0, 1, 4], [2, 3, 5, 6]]
    >>> model = KNeighborsClassifier(1, algorithm="branch_bound", groups=groups).fit(X, y)
    >>> model.groups_.mean[1:].round(2).tolist(), model.groups_.radius[1:].round(4).tolist()
    ([[0.33, 1.0], [-0.5, -0.75]], [1.2019, 1.6771])
    >>> last = model.search_trace([1, 2]).steps[-3:]
    >>> [(step.step, step.B, step.measured, step.pruned) for step in last[:2]]
    [(6, 1.0, ((0, 2.0), (1, 1.4142135623730951), (4, 1.0)), ()), (3, 1.0, (), (2,))]
    """

    Model = NeighboursModel
    _limits: ClassVar[dict[str, Limit]] = {
        **IndexedRows._limits,
        "weights": either(NONE, one_of("uniform", "distance"), FUNCTION),
        "class_weight": CLASS_WEIGHTS,
        "ties": one_of("first", "nearest", "reject"),
        "groups": either(NONE, GROUPS),
    }

    classes_: Any

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Literal["uniform", "distance"] | Callable[[Array], ArrayLike] | None = "uniform",
        algorithm: SearchAlgorithm = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Metric = "minkowski",
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        class_weight: TargetWeights = None,
        categorical_features: ArrayLike | None = None,
        ties: Literal["first", "nearest", "reject"] = "first",
        reject_label: Label = "reject",
        groups: Sequence[object] | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.class_weight = class_weight
        self.categorical_features = categorical_features
        self.ties = ties
        self.reject_label = reject_label
        self.groups = groups

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Keep the rows X (n, p) with their labels y (n,) or (n, outputs), each of weight sample_weight
        (n,). X may also be a fitted NearestNeighbors, KDTree or BallTree of scikit-learn.
        """
        check_parameters(self, self._limits)
        rows = self._check_fit_X(X, reset=True)
        labels = self._check_y(y)
        check_consistent_length(rows, labels)
        w = check_weights(sample_weight, rows.shape[0])
        codes = self._encode(labels)
        if not self._is_precomputed():
            rows, codes, w = positive(rows, codes, w)
        for classes in self._all_classes():
            self._labels(classes)
        w = target_weights(self, codes, self._all_classes(), w)
        self._keep(NeighboursModel(codes=codes, w=w, **row_fields(rows, self.coding_)))
        self.model_ = self._with_order(self.model_)
        check_metric(X, self, type(self).__name__)
        return self

    def _check_y(self, y: ArrayLike) -> Array:
        """Labels (n,) or (n, outputs); a missing one is refused as such when they are encoded."""
        require_target(self, y)
        if type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "iubU" and len(y) > 0:
            return one_column(y)
        labels = check_array(y, ensure_2d=False, dtype=None, ensure_all_finite="allow-nan", input_name="y")
        return column_or_1d(labels, warn=True) if labels.ndim == 1 or labels.shape[1] == 1 else labels

    def _encode(self, y: Array) -> Array:
        """Class codes (n, outputs); sets `classes_`."""
        self.outputs_2d_ = y.ndim == 2
        coded = [encode_labels(column) for column in y.reshape(len(y), -1).T]
        classes = [labels for labels, _ in coded]
        self.classes_ = classes if self.outputs_2d_ else classes[0]
        return np.stack([codes for _, codes in coded], axis=1)

    def _one_output(self, codes: Array, what: Phrase) -> None:
        if codes.shape[1] > 1:
            raise UsageError(
                "neighbors.outputs", estimator=type(self).__name__, what=what, outputs=codes.shape[1]
            )

    def _keep(self, model: NeighboursModel) -> None:
        self.outputs_2d_ = model.codes.shape[1] > 1
        self._keep_rows(model)

    def _check_model(self, model: NeighboursModel) -> None:
        super()._check_model(model)
        self._check_stored(model, len(model.codes))
        K = len(self.classes_)
        if model.codes.shape[1] != 1 or model.codes.max() >= K:
            raise refuse_record(
                "codes", phrase("record.beyond_classes"), phrase("record.code_column", last=K - 1)
            )

    # --- decisions

    def predict(self, X: MatrixLike | None) -> Array:
        """Class (m,) or classes (m, outputs) of the queries X (m, p); ties by `ties`.

        X None asks for each training row by its neighbours other than itself (leave-one-out).
        """
        winners = [self._winners(votes, index) for votes, index in self._vote_blocks(X)]
        columns = [
            self._labels(classes)[np.concatenate([block[o] for block in winners])]
            for o, classes in enumerate(self._all_classes())
        ]
        return np.column_stack(columns) if self.outputs_2d_ else columns[0]

    def _winners(self, votes: list[Array], index: Array) -> list[Array]:
        """Codes of each target column; -1 for a query that is rejected."""
        if self.ties == "first":
            return [argmax_rows(each, 1) for each in votes]
        columns = zip(votes, self.model_.codes.T.copy(), strict=True)
        return [decide(each, codes, index, self.ties) for each, codes in columns]

    def _labels(self, classes: Array) -> Array:
        """The classes, and last, where -1 finds it, the label of those that are rejected."""
        if self.ties != "reject":
            return classes
        if self.reject_label in classes.tolist():
            raise UsageError("neighbors.reject_label", label=self.reject_label, labels=classes.tolist())
        alike = np.asarray(self.reject_label).dtype.kind == classes.dtype.kind
        return np.array([*classes.tolist(), self.reject_label], dtype=None if alike else object)

    def predict_proba(self, X: MatrixLike | None) -> Array | list[Array]:
        """Share of the votes for each class, (m, K); a list of them for several target columns."""
        blocks = [[shares(votes) for votes in block] for block, _ in self._vote_blocks(X)]
        outputs = [np.concatenate([block[o] for block in blocks]) for o in range(len(self._all_classes()))]
        return outputs if self.outputs_2d_ else outputs[0]

    def score(self, X: MatrixLike | None, y: Array, sample_weight: Array | None = None) -> float:
        """Mean accuracy on X and y, a rejection being no right answer; X None is leave-one-out on the
        training rows.
        """
        from sklearn.metrics import accuracy_score

        if self.ties == "reject" and not self.outputs_2d_:  # whose label may be of another type
            right = self.predict(X) == column_or_1d(y).astype(object)
            check_consistent_length(right, sample_weight)
            return float(np.average(right, weights=sample_weight))
        return float(accuracy_score(y, self.predict(X), sample_weight=sample_weight))

    def _all_classes(self) -> list[Array]:
        return list(self.classes_) if self.outputs_2d_ else [self.classes_]

    def _vote_blocks(self, X: MatrixLike | None) -> Iterator[tuple[list[Array], Array]]:
        """Votes (block, K) for each target column, and neighbours, a bounded block of queries at a time."""
        for distance, index in self._neighbour_blocks(X):
            yield self._votes(distance, index, self.n_neighbors), index

    def _votes(self, distance: Array, index: Array, k: int) -> list[Array]:
        votes = vote_weights(self.weights, distance)
        model = self.model_
        return [
            count_votes(codes, votes, model.w, index, k, len(classes))
            for codes, classes in zip(model.codes.T.copy(), self._all_classes(), strict=True)
        ]

    @property
    def groups_(self) -> GroupTable:
        """The groups of `algorithm="branch_bound"`: M_p, r_p, N_p, levels, rows."""
        require_fit(self)
        if self._search.groups is None:
            raise AttributeError(wording("neighbors.no_statistics"))
        return group_table(self._search.groups)

    def search_trace(self, x: ArrayLike, n_neighbors: int | None = None) -> TracedSearch:
        """The search of `algorithm="branch_bound"` for one row x (p,), step by step.

        Returns a record of the nearest `rows`, their `distance`, and `steps`: for each step its number in
        the document (1 to 6), the level L, the current group p, the active table with D(x, M_g), B, the
        groups that rule 1 left out, the rows that rule 2 left out and those that were measured.
        """
        require_fit(self)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if not integer(1).accepts(k):
            raise UsageError("neighbors.few", k=k)
        Q = self._check_X(np.reshape(np.asarray(x, dtype=np.float64), (1, -1)))
        self._check_k(int(k), 1, False)
        return traced(self._search, Q, int(k))

    def class_distances(self, X: MatrixLike) -> Array:
        """Distance (m, K) from each query to the nearest row of each class, the documents' g_c(x)."""
        Q = self._check_X(X)
        codes = self.model_.codes
        self._one_output(codes, code("class_distances"))
        rows, out = self._rows(), np.empty((Q.shape[0], len(self.classes_)))
        for c in range(len(self.classes_)):
            members = np.flatnonzero(codes[:, 0] == c)
            if self._is_precomputed():
                out[:, c] = Q[:, members].min(axis=1)
            else:
                search = self._search_among(rows, members)
                out[:, c] = in_range(Q, *nearest(search, Q, 1, n_jobs=self.n_jobs))[0][:, 0]
        return out

    def _search_among(self, rows: Matrix, members: Array) -> Search:
        """The search structure of some of the rows, in the space of all of them."""
        from fenlei.neighbors.search.search import among

        return among(self._search, rows, members, self.leaf_size, self._metric_and_params(), self.n_jobs)

    def _metric_and_params(self) -> tuple[Metric, dict[str, Any]]:
        return self.effective_metric_, self.effective_metric_params_
