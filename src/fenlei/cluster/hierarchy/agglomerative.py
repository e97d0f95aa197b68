"""Agglomerative clustering as an estimator: the tree of merges (`hierarchy.py`), cut where it is asked for.

Model: a partition of the rows, by undoing the last merges.
Estimate: `linkage`, or merges along the edges of a graph (`connected.py`).

Cost: as `linkage`.
Reference: source 004, section 8.2; Ward (1963).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args

import numpy as np
from sklearn.base import ClusterMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_memory

from fenlei.annotations import ArrayLike, MatrixLike, Metric
from fenlei.cluster.hierarchy.connected import join_pieces, merge_connected
from fenlei.cluster.hierarchy.linkage import cut, in_order, linkage
from fenlei.contract.estimator import Estimator
from fenlei.contract.size import Cost, check_size
from fenlei.errors import UsageError, warn
from fenlei.functions.pairwise_matrices import checked_distances
from fenlei.kernels import Array
from fenlei.kernels.rows import unit_shifts
from fenlei.messages import any_of, phrase
from fenlei.parameters import BOOLEAN, FUNCTION, NONE, Limit, check_parameters, either, integer, one_of, real
from fenlei.records import Field, refuse_record

if TYPE_CHECKING:
    from collections.abc import Callable

Linkage = Literal["ward", "complete", "average", "single", "weighted", "centroid", "median"]
METRIC = Limit(
    lambda value: callable(value) or isinstance(value, str), any_of(phrase("limit.distance"), FUNCTION.text)
)
MEMORY = Limit(lambda value: isinstance(value, str) or hasattr(value, "cache"), phrase("limit.memory"))
HOMOGENEOUS = ("euclidean", "cityblock", "chebyshev", "minkowski", "precomputed")
SCIPY_NAMES = {"l2": "euclidean", "l1": "cityblock", "manhattan": "cityblock"}


class AgglomerativeModel(NamedTuple):
    labels: Annotated[Array, Field("n", kind="iu", low=0)]
    children: Annotated[Array, Field("m 2", kind="iu", low=0)]
    distances: Annotated[Array, Field("m")]
    pieces: Annotated[Array, Field("", kind="iu", low=1)]  # of the graph


class AgglomerativeClustering(ClusterMixin, Estimator):
    """Merge the two nearest clusters until `n_clusters` are left, or none is nearer than a threshold.

    Parameters
    ----------
    n_clusters : int or None, default=2
        None with `distance_threshold`.
    metric : str or callable, default="euclidean"
        Distance of rows: SciPy's names, "l1", "l2", "manhattan", or "precomputed" for a matrix (n, n).
    memory : None, str or object with the method `cache`, default=None
        A folder, or a `joblib.Memory`, in which the tree of merges is kept: the next fit to the same rows
        with another number of clusters only cuts it.
    connectivity : array or sparse matrix (n, n), or callable, optional
        Only clusters joined by an edge merge; a callable makes the graph from X.
    compute_full_tree : "auto" or bool, default="auto"
        The whole tree is always computed, it costs nothing more; False is refused with a threshold.
    linkage : {"ward", "complete", "average", "single"}, default="ward"
        Distance of clusters; also "weighted", "centroid" and "median", without a graph.
    distance_threshold : float, optional
        Clusters at this distance or farther are not merged.
    compute_distances : bool, default=False
        Set `distances_` (n - 1,), the heights of the merges, which are set with a threshold anyway.

    Attributes
    ----------
    n_clusters_, n_leaves_, n_connected_components_ : int
    labels_ : ndarray (n,)
    children_ : ndarray (n - 1, 2)
        The two clusters of each merge: rows are 0..n-1, the cluster of merge t is n + t.

    Notes
    -----
    Differences from scikit-learn: the whole tree is always there, so `children_` has n - 1 lines also with a
    graph; three more linkages; memory O(n p) for single and Ward linkage of rows
    in Euclidean distance.

    Examples
    --------
    >>> from fenlei import AgglomerativeClustering
    >>> AgglomerativeClustering(linkage="single").fit_predict([[0.0], [1.0], [9.0], [10.0]]).tolist()
    [1, 1, 0, 0]
    """

    Model = AgglomerativeModel
    Summary: ClassVar[None] = None
    _limits: ClassVar[dict[str, Limit]] = {
        "n_clusters": either(NONE, integer(1)),
        "metric": METRIC,
        "memory": either(NONE, MEMORY),
        "compute_full_tree": either(one_of("auto"), BOOLEAN),
        "linkage": one_of(*get_args(Linkage)),
        "distance_threshold": either(NONE, real(0, high=np.inf)),
        "compute_distances": BOOLEAN,
    }

    _check_finite = True
    _order = None
    _least_rows = 2

    model_: AgglomerativeModel

    def __init__(
        self,
        n_clusters: int | None = 2,
        *,
        metric: Metric = "euclidean",
        memory: object = None,
        connectivity: MatrixLike | Callable[[Array], MatrixLike] | None = None,
        compute_full_tree: bool | Literal["auto"] = "auto",
        linkage: Linkage = "ward",
        distance_threshold: float | None = None,
        compute_distances: bool = False,
    ) -> None:
        self.n_clusters = n_clusters
        self.metric = metric
        self.memory = memory
        self.connectivity = connectivity
        self.compute_full_tree = compute_full_tree
        self.linkage = linkage
        self.distance_threshold = distance_threshold
        self.compute_distances = compute_distances

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Cluster the rows of X (n, p), or of a matrix of distances (n, n)."""
        check_parameters(self, self._limits)
        self._check_together()
        rows = self._as_floats(X, reset=True).astype(np.float64, copy=False)
        if self.n_clusters is not None and self.n_clusters > len(rows):
            raise UsageError("linkage.clusters", value=self.n_clusters, n=len(rows))
        if self.connectivity is None:
            check_size(self, *rows.shape)
        merges, pieces = self._merges(rows if self.metric != "precomputed" else self._distances(rows))
        labels = cut(merges, self.n_clusters, self.distance_threshold)
        self._keep(
            AgglomerativeModel(
                labels, merges[:, :2].astype(np.int64), merges[:, 2].copy(), np.asarray(pieces, np.int64)
            )
        )
        return self

    _fit_cost = Cost(lambda n, p, K: 2e-9 * n * n, by_rows=True)

    def _check_together(self) -> None:
        """Parameters that are right by themselves and wrong together."""
        if (self.n_clusters is None) == (self.distance_threshold is None):
            raise UsageError("linkage.stop", n=self.n_clusters, threshold=self.distance_threshold)
        if self.compute_full_tree is False and self.distance_threshold is not None:
            raise UsageError("linkage.full_tree")
        if self.linkage in ("ward", "centroid", "median") and self._scipy_metric() != "euclidean":
            raise UsageError("linkage.metric", method=self.linkage, metric=self.metric)

    def _scipy_metric(self) -> Metric:
        return SCIPY_NAMES.get(self.metric, self.metric) if isinstance(self.metric, str) else self.metric

    def _merges(self, X: Array) -> tuple[Array, int]:
        """The tree of merges (n - 1, 4), and the number of pieces of the graph."""
        graph = self.connectivity(X) if callable(self.connectivity) else self.connectivity
        if graph is not None and self.linkage not in ("ward", "complete", "average", "single"):
            raise UsageError("linkage.graph", linkage=self.linkage)
        compute = merge_rows if self.memory is None else check_memory(self.memory).cache(merge_rows)
        merges, pieces = compute(X, graph, self.linkage, self._scipy_metric())
        if pieces > 1:
            warn("linkage.pieces", pieces=pieces)
        return merges, pieces

    def _distances(self, D: Array) -> Array:
        """The matrix of distances, checked."""
        if D.shape[0] != D.shape[1]:
            raise UsageError("linkage.square", shape=D.shape)
        return checked_distances(D, type(self).__name__)

    def fit_predict(self, X: MatrixLike, y: ArrayLike | None = None) -> Array:
        """Cluster (n,) of each row."""
        return self.fit(X).labels_

    def _keep(self, model: AgglomerativeModel) -> None:
        self.model_ = model
        self.labels_, self.children_ = model.labels, model.children
        self.n_clusters_, self.n_leaves_ = int(model.labels.max()) + 1, len(model.labels)
        self.n_connected_components_ = int(model.pieces)
        if self.compute_distances or self.distance_threshold is not None:
            self.distances_ = model.distances

    def _check_model(self, model: AgglomerativeModel) -> None:
        super()._check_model(model)
        n, m = len(model.labels), len(model.children)
        if m != n - 1 or (m and model.children.max() > 2 * n - 3):
            raise refuse_record(
                "model.children",
                phrase("record.merges", count=m),
                phrase("record.merges_of", count=n - 1, n=n),
            )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags


@np.errstate(over="ignore", invalid="ignore")  # what is not finite is refused
def merge_rows(X: Array, graph: MatrixLike | None, method: str, metric: Any) -> tuple[Array, int]:
    """The tree of merges (n - 1, 4) of rows, or of a matrix of distances; and the pieces of the graph."""
    shift = int(unit_shifts(X)) if isinstance(metric, str) and metric in HOMOGENEOUS else 0
    if shift:  # in another unit, so that no square vanishes
        merges, pieces = merge_rows(np.ldexp(X, shift), graph, method, metric)
        merges[:, 2] = np.ldexp(merges[:, 2], -shift)
        return merges, pieces
    if graph is not None:
        graph, pieces = join_pieces(X, graph, metric)
        return numbered(*merge_connected(X, graph, method, metric)), pieces
    if isinstance(metric, str) and metric == "precomputed":
        return linkage(X[np.triu_indices(len(X), 1)], method), 1
    return linkage(X, method, metric), 1


def condensed(D: Array, estimator: str) -> Array:
    """The distances of all pairs from a square matrix, symmetric with zeros on its diagonal."""
    if D.shape[0] != D.shape[1]:
        raise UsageError("linkage.square", shape=D.shape)
    return checked_distances(D, estimator)[np.triu_indices(len(D), 1)]


def numbered(children: Array, heights: Array) -> Array:
    """Merges along a graph as `linkage` lays them out; their order, which may have inversions, is kept."""
    n = len(children) + 1
    row = np.concatenate([np.arange(n), np.empty(n - 1, np.int64)])  # a row of each cluster
    pairs = np.empty((n - 1, 2), np.int64)
    for t, (a, b) in enumerate(children):
        pairs[t], row[n + t] = (row[a], row[b]), row[a]
    return in_order(pairs, heights, sort=False)
