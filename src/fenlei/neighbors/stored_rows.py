"""Estimators that keep their training rows and search among them: what they check, keep and can be asked.

`IndexedRows` has the parameters of a search (`algorithm`, `leaf_size`, `metric`, `p`, `metric_params`) and
the methods `kneighbors`, `kneighbors_graph`, `radius_neighbors` and `search_statistics`. Its record
(`stored_record`) holds the rows themselves and, for a kd-tree, their order along the leaves; boxes are made
again from these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np
from scipy import sparse
from sklearn.utils import Tags, check_array

from fenlei.annotations import ArrayLike, Matrix, MatrixLike, Metric
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.estimator import Estimator, require_fit
from fenlei.errors import UsageError, UsageTypeError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.messages import code, listed
from fenlei.neighbors.search.branch_and_bound import SearchStatistics
from fenlei.neighbors.search.distance_terms import DistanceTerms, distance_terms
from fenlei.neighbors.search.metric_spaces import FOREIGN, MIXED, OWN, SAME, effective_metric
from fenlei.neighbors.search.ready_made import searched_rows
from fenlei.neighbors.search.search import (
    Search,
    build,
    in_range,
    method_for,
    nearest,
    statistics,
    tree_order,
    within,
)
from fenlei.neighbors.stored_record import check_stored, coding_of, rows_of
from fenlei.neighbors.voting import neighbours_needed
from fenlei.parameters import DICT, N_JOBS, NONE, Limit, either, integer, one_of, real
from fenlei.table.frames import CategoryCoding, apply_categories, is_frame, learn_categories
from fenlei.table.nominal import has_text

if TYPE_CHECKING:
    from typing import TypeVar

    from fenlei.neighbors.stored_record import NeighboursModel, NeighbourTargetsModel, StoredRows

    ModelT = TypeVar("ModelT", NeighboursModel, NeighbourTargetsModel)

LEAST_P, MOST_P = 1e-3, 1e3  # beyond them |x - z|^p leaves the range of numbers
INFINITE = Limit(lambda p: isinstance(p, float) and p == np.inf, code("inf"))
EXPONENT = either(real(LEAST_P, MOST_P), INFINITE)
SearchAlgorithm = Literal["auto", "ball_tree", "kd_tree", "brute", "branch_bound"]
ANSWERS = 1 << 20  # neighbours in memory at a time
METRICS = sorted({*OWN, *FOREIGN, *SAME, "precomputed"})
SPARSE_METRICS = ("cityblock", "cosine", "euclidean", "l1", "l2", "manhattan", "precomputed")
UNSEEN = -1.0  # the code of a category that the training rows do not have


def known_metric(metric: Metric) -> bool:
    return callable(metric) or hasattr(metric, "pairwise") or (isinstance(metric, str) and metric in METRICS)


class IndexedRows(Estimator):
    """Rows kept for searching."""

    _sparse = True
    _limits: ClassVar[dict[str, Limit]] = {
        "n_neighbors": integer(1),
        "algorithm": one_of(*get_args(SearchAlgorithm)),
        "leaf_size": integer(1),
        "p": either(NONE, EXPONENT),
        "metric_params": either(NONE, DICT),
        "n_jobs": N_JOBS,
    }

    n_neighbors: int
    algorithm: SearchAlgorithm
    leaf_size: int
    metric: Any
    p: Any
    metric_params: dict[str, Any] | None
    categorical_features: Any = None
    groups: Any = None
    coding_: CategoryCoding | None
    n_samples_fit_: int

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        named = isinstance(self.metric, str)
        mixed = named and self.metric in MIXED
        tags.input_tags.sparse = not mixed and not (named and self.metric == "nan_euclidean")
        tags.input_tags.pairwise = tags.input_tags.positive_only = named and self.metric == "precomputed"
        tags.input_tags.allow_nan = mixed or (named and self.metric == "nan_euclidean")
        tags.input_tags.categorical = tags.input_tags.string = mixed
        return tags

    # --- rows

    def _is_mixed(self) -> bool:
        return isinstance(self.metric, str) and self.metric in MIXED

    def _is_precomputed(self) -> bool:
        return isinstance(self.metric, str) and self.metric == "precomputed"

    def _check_metric(self) -> None:
        if not known_metric(self.metric):
            raise UsageError("neighbors.metric", metric=self.metric, accepted=listed(*METRICS))
        if callable(self.metric) and self.algorithm in ("kd_tree", "branch_bound"):
            raise UsageError("neighbors.tree_callable", algorithm=self.algorithm, metric=self.metric)
        if self.categorical_features is not None and not self._is_mixed():
            raise UsageError("neighbors.categorical", estimator=type(self).__name__, metric=self.metric)
        if self.p is not None and "p" in (self.metric_params or {}):
            warn("neighbors.p_twice", SyntaxWarning)
        metric, params = effective_metric(self.metric, self.p, self.metric_params)
        if isinstance(metric, str) and metric == "minkowski" and params["p"] < 1:
            if self.algorithm not in ("auto", "brute"):
                raise UsageError("neighbors.tree_p", algorithm=self.algorithm)
            warn("neighbors.p_below_one")

    def _check_fit_X(self, X: Any, *, reset: bool) -> Array:
        self._check_metric()
        self.coding_, X = None, searched_rows(X)
        if self._is_mixed():
            return self._learn_mixed(X)
        if has_text(X):
            self._refuse_text()
        X = self._as_rows(X, reset=reset)
        if self._is_precomputed() and X.shape[0] != X.shape[1]:
            raise UsageError("neighbors.square", rows=X.shape[0], columns=X.shape[1])
        if is_sparse(X) and not self._is_precomputed():
            self._check_sparse()
        return X

    def _refuse_text(self) -> None:
        raise UsageError("neighbors.text", estimator=type(self).__name__, metric=self.metric)

    def _check_sparse(self) -> None:
        metric, _ = effective_metric(self.metric, self.p, self.metric_params)
        if isinstance(metric, str) and metric not in SPARSE_METRICS:
            raise UsageError("neighbors.sparse_metric", metric=metric, accepted=listed(*SPARSE_METRICS))
        if self.algorithm not in ("auto", "brute"):
            warn("neighbors.sparse_tree")

    def _as_rows(self, X: Any, *, reset: bool) -> Array:
        """Numeric rows, finite unless the metric can do without."""
        if self._is_precomputed() and is_sparse(X) and X.format in ("dok", "bsr", "dia"):
            raise UsageTypeError("neighbors.sparse_distances", format=X.format.upper())
        if self._is_precomputed() and not reset:  # sparse graphs of distances have their own width
            X = check_array(X, accept_sparse="csr", ensure_non_negative=True, input_name="X")
            self._check_width(X)
            return X
        allow = "allow-nan" if self.__sklearn_tags__().input_tags.allow_nan else True
        X = checked_rows(
            self,
            X,
            reset=reset,
            dtype="numeric",
            order="C",
            accept_sparse="csr",
            ensure_all_finite=allow,
            ensure_non_negative=self._is_precomputed(),
        )
        return X if X.dtype.kind == "f" else X.astype(np.float64)

    def _check_width(self, X: Matrix) -> None:
        if X.shape[1] != self.n_features_in_:
            raise UsageError(
                "neighbors.width", estimator=type(self).__name__, came=X.shape[1], p=self.n_features_in_
            )

    def _learn_mixed(self, X: MatrixLike) -> Array:
        if has_text(X) or is_frame(X):
            checked_rows(self, X, reset=True, skip_check_array=True)
            self.coding_ = learn_categories(X, self.categorical_features)
            return self._code_mixed(X)
        X = self._as_numbers(X, reset=True)
        self.coding_ = learn_categories(X, self.categorical_features)
        return X

    def _as_numbers(self, X: MatrixLike, *, reset: bool) -> Array:
        return checked_rows(self, X, reset=reset, dtype=np.float64, order="C", ensure_all_finite="allow-nan")

    def _code_mixed(self, X: MatrixLike) -> Array:
        """Codes of names; one that the training rows do not have is `UNSEEN`, a missing one NaN."""
        coding = self.coding_
        if coding is None or not any(coding.categories):
            return self._as_numbers(X, reset=False)
        from fenlei.table.frame_columns import frame_columns

        coded = apply_categories(X, coding)
        columns = {column.name: column for column in frame_columns(X)}
        for j, categories in enumerate(coding.categories):
            if categories is not None:
                name = str(j) if coding.names is None or not is_frame(X) else coding.names[j]
                there = ~columns[name].values.is_null(nan_is_null=True).to_numpy()
                coded[there & np.isnan(coded[:, j]), j] = UNSEEN
        if np.isinf(coded).any():
            check_array(coded, ensure_all_finite="allow-nan", estimator=self)
        return coded

    def _check_X(self, X: MatrixLike) -> Array:
        require_fit(self)
        if self._is_mixed():
            if has_text(X) or is_frame(X):
                checked_rows(self, X, reset=False, skip_check_array=True)
                return self._code_mixed(X)
            return self._as_numbers(X, reset=False)
        if has_text(X):
            self._refuse_text()
        return self._as_rows(X, reset=False)

    # --- record

    def _keep_rows(self, model: StoredRows) -> None:
        """Set what the record holds of the rows, and make the search structure."""
        self.model_ = model
        self.coding_ = coding_of(model, getattr(self, "feature_names_in_", None))
        X = self._rows()
        self.n_samples_fit_ = X.shape[0]
        self.effective_metric_, self.effective_metric_params_ = effective_metric(
            self.metric, self.p, self.metric_params
        )
        order = model.order if len(model.order) else None
        self._search = self._build(X, order)
        self._fit_method = self._search.method

    def _rows(self) -> Array:
        """The training rows."""
        return rows_of(self.model_, self.n_features_in_)

    def _build(self, X: Matrix, order: Array | None = None) -> Search:
        metric, params = effective_metric(self.metric, self.p, self.metric_params)
        method = method_for(self.algorithm, metric, params, X, self.n_neighbors)
        categorical = None
        if self.coding_ is not None:
            categorical = np.array(self.coding_.categorical, dtype=bool)
        return build(
            method,
            metric,
            params,
            X,
            leaf_size=self.leaf_size,
            categorical=categorical,
            order=order,
            groups=self.groups,
            n_jobs=self.n_jobs,
        )

    def _with_order(self, model: ModelT) -> ModelT:
        """The record of a fitted estimator, tree included."""
        return model._replace(order=tree_order(self._search))

    def _check_stored(self, model: StoredRows, n: int) -> None:
        """Refuse a record of a model file that does not hold n rows."""
        allow_nan = self.__sklearn_tags__().input_tags.allow_nan
        check_stored(model, n, self.n_features_in_, allow_nan)

    # --- questions

    def kneighbors(
        self, X: MatrixLike | None = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> tuple[Array, Array] | Array:
        """Distances and row numbers (m, k) of the nearest training rows, nearest first, ties by row number.

        X (m, p) are the queries; None asks for the neighbours of each training row other than itself.
        """
        require_fit(self)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if not integer(1).accepts(k):
            raise UsageError("neighbors.few", k=k)
        Q, own = self._queries(X)
        self._check_k(int(k), Q.shape[0], X is None)
        distance, index = in_range(Q, *nearest(self._search, Q, int(k), own, self.n_jobs))
        return (distance, index) if return_distance else index

    def neighbours_of(self, rows: Array, k: int) -> Array:
        """Row numbers (m, k) of the neighbours that training rows `rows` (m,) have other than themselves."""
        self._check_k(k, len(rows), True)
        return nearest(self._search, self._rows()[rows], k, rows, self.n_jobs)[1]

    def _neighbour_blocks(self, X: MatrixLike | None) -> Iterator[tuple[Array, Array]]:
        """Distances and row numbers (block, r) of the neighbours of total weight k, a block at a time."""
        require_fit(self)
        Q, own = self._queries(X)
        k, m = self.n_neighbors, Q.shape[0]
        self._check_k(k if self.model_.w is None else 1, m, X is None)
        needed = self._needed(k, X is None)
        rows = max(1, ANSWERS // needed)
        for s in range(0, m, rows):
            part = slice(s, min(s + rows, m))
            mine = None if own is None else own[part]
            yield in_range(Q[part], *nearest(self._search, Q[part], needed, mine, self.n_jobs))

    def _needed(self, k: int, itself: bool) -> int:
        """How many rows to look at for neighbours of total weight k."""
        w, n = self.model_.w, self.n_samples_fit_ - itself
        if w is None:
            return k
        needed = neighbours_needed(w, k)
        if needed > self.n_samples_fit_:
            raise UsageError("neighbors.weight", estimator=type(self).__name__, total=w.sum(), k=k)
        return min(needed, n)

    def _queries(self, X: MatrixLike | None) -> tuple[Array, Array | None]:
        if X is None:
            return self._rows(), np.arange(self.n_samples_fit_)
        return self._check_X(X), None

    def _check_k(self, k: int, m: int, itself: bool) -> None:
        n = self.n_samples_fit_
        if k > n - itself:
            inequality = "n_neighbors < n_samples_fit" if itself else "n_neighbors <= n_samples_fit"
            raise UsageError("neighbors.too_many", inequality=inequality, k=k, n=n, m=m)

    def kneighbors_graph(
        self, X: Array | None = None, n_neighbors: int | None = None, mode: str = "connectivity"
    ) -> sparse.csr_matrix:
        """The nearest rows as a sparse matrix (m, n): ones, or distances with `mode="distance"`."""
        if mode not in ("connectivity", "distance"):
            raise UsageError(
                "estimator.parameter",
                estimator=type(self).__name__,
                name="mode",
                value=mode,
                accepted=one_of("connectivity", "distance").text,
            )
        distance, index = self.kneighbors(X, n_neighbors)
        m, k = index.shape
        data = distance.ravel() if mode == "distance" else np.ones(m * k)
        parts = (data, index.ravel(), np.arange(0, m * k + 1, k))
        return sparse.csr_matrix(parts, shape=(m, self.n_samples_fit_))

    def radius_neighbors(
        self, X: MatrixLike | None = None, radius: float = 1.0, return_distance: bool = True
    ) -> tuple[Array, Array] | Array:
        """Distances and row numbers of all training rows within `radius` of each query, nearest first.

        Arrays of m arrays. X None asks for the neighbours of each training row other than itself.
        """
        require_fit(self)
        Q, own = self._queries(X)
        found = within(self._search, Q, float(radius), own, self.n_jobs)
        index = _split(found.rows, found.start)
        return (_split(found.distance, found.start), index) if return_distance else index

    def search_statistics(self, X: MatrixLike, n_neighbors: int | None = None) -> SearchStatistics:
        """What `algorithm="branch_bound"` measured and left out for each query: a record of arrays (m,)."""
        Q = self._check_X(X)
        return statistics(self._search, Q, n_neighbors or self.n_neighbors, self.n_jobs)

    def distance_terms(self, x: ArrayLike, rows: ArrayLike) -> DistanceTerms:
        """What each feature adds to the distances between a query x (p,) and training rows `rows` (m,).

        Returns a record of the `kind` of terms, the coordinates of query and rows, the `terms` (m, c) and the
        `distance` (m,) that they add up to; not for metrics that are functions of whole rows.
        """
        require_fit(self)
        space = self._search.space
        if space is None:
            raise UsageError("neighbors.no_terms", metric=self.metric)
        (query,) = as_dense(self._check_X(np.reshape(np.asarray(x, dtype=np.float64), (1, -1))))
        return distance_terms(space, query, as_dense(self._rows()[np.asarray(rows, dtype=np.int64)]))

    def __getstate__(self) -> dict[str, object]:
        """Without the search structure, which is made again from the record."""
        return {key: value for key, value in super().__getstate__().items() if key != "_search"}

    def __setstate__(self, state: dict[str, object]) -> None:
        super().__setstate__(state)
        if hasattr(self, "model_"):
            self._keep_rows(self.model_)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")


def _split(values: Array, start: Array) -> Array:
    out = np.empty(len(start) - 1, dtype=object)
    for i in range(len(out)):
        out[i] = values[start[i] : start[i + 1]]
    return out
