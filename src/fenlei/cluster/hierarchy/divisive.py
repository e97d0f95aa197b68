r"""Top-down (divisive) clustering: one cluster of all rows, cut in two again and again.

Model: a tree of clusters. The three ingredients of a hierarchy are a distance, a rule and an end. The rule
here is that of DIANA, the opposite of merging the two nearest clusters:

    the cluster of largest diameter, max D(x_i, x_j), is cut;
    its row of largest mean distance to the others begins the splinter group;
    the row whose mean D to the other rows that stay, less its mean D to the splinter group, is largest goes
    over, as long as this is above 0.

The height of a cut is the diameter of the cluster; a part is never wider than the whole, so that heights fall
from the root down, and the cuts backwards are merges as `linkage` lays them out. Of equal rows the first is
taken, of equal clusters the one that was made first.

Cost: O(n²) memory; a cut of m rows O(m²), all cuts O(n²) to O(n³), the more uneven the more.
Reference: source 004, section 8.2 (named only); Kaufman and Rousseeuw, Finding Groups in Data (1990),
chapter 6; Macnaughton-Smith et al., Nature 202 (1964) 1034.
"""

from __future__ import annotations

import heapq
from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import ClusterMixin
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike, Metric
from fenlei.cluster.hierarchy.agglomerative import METRIC, SCIPY_NAMES, condensed
from fenlei.cluster.hierarchy.linkage import cut, distance_matrix
from fenlei.contract.estimator import Estimator
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, check_parameters, either, integer, real
from fenlei.records import Field, check_record, refuse_record

ROUNDING = 1e-14  # of the largest distance: below, a gain is none


class DivisiveModel(NamedTuple):
    labels: Annotated[Array, Field("n", kind="iu", low=0)]
    children: Annotated[Array, Field("m 2", kind="iu", low=0)]
    distances: Annotated[Array, Field("m", low=0.0)]  # diameters


def splinter_group(D: Array) -> Array:
    """Mask (m,) of the rows that leave a cluster with distances D (m, m), m at least 2."""
    m, least = len(D), ROUNDING * float(D.max())
    gone = np.zeros(m, dtype=bool)
    to_stay, to_gone = D.sum(axis=1), np.zeros(m)  # sums of distances to the rows of either group
    for moved in range(m - 1):
        staying = m - moved
        gain = to_stay / max(staying - 1, 1) - to_gone / max(moved, 1)
        gain[gone] = -np.inf
        row = int(np.argmax(gain))
        if moved and gain[row] <= least:
            break
        gone[row] = True
        to_stay -= D[row]
        to_gone += D[row]
    return gone


def divide(D: Array) -> Array:
    """All cuts of rows with distances D (n, n), backwards as merges (n - 1, 4) in the layout of `linkage`."""
    n = len(D)
    everything = np.arange(n)
    waiting = [(-float(D.max()), 0, everything)]  # widest first, then the one made first
    made, cuts = 1, []
    while waiting:
        width, number, rows = heapq.heappop(waiting)
        inside = D[np.ix_(rows, rows)]
        gone = splinter_group(inside) if width < 0.0 else np.arange(len(rows)) == 0
        cuts.append((number, made, -width))
        for part in (rows[~gone], rows[gone]):
            if len(part) > 1:
                heapq.heappush(waiting, (-float(D[np.ix_(part, part)].max()), made, part))
            else:
                cuts.append((made, int(part[0]), -1.0))
            made += 1
    return _as_merges(cuts, n)


def _as_merges(cuts: list[tuple[int, int, float]], n: int) -> Array:
    """Cuts (cluster, first of its two parts, height) and single rows (cluster, row, -1), last cut first."""
    name = {cluster: row for cluster, row, height in cuts if height < 0.0}
    size = dict.fromkeys(range(n), 1)
    merges: list[tuple[float, ...]] = []
    for cluster, first, height in reversed([entry for entry in cuts if entry[2] >= 0.0]):
        left, right = sorted((name[first], name[first + 1]))
        name[cluster] = n + len(merges)
        size[name[cluster]] = size[left] + size[right]
        merges.append((left, right, height, size[name[cluster]]))
    return np.array(merges, dtype=np.float64).reshape(-1, 4)


class DivisiveClustering(ClusterMixin, Estimator):
    """Cut the widest cluster in two until there are `n_clusters`, or none is wider than a threshold.

    Parameters
    ----------
    n_clusters : int or None, default=2
        None with `distance_threshold`.
    metric : str or callable, default="euclidean"
        Distance of rows: SciPy's names, "l1", "l2", "manhattan", or "precomputed" for a matrix (n, n).
    distance_threshold : float, optional
        Clusters of a smaller diameter are not cut.

    Attributes
    ----------
    n_clusters_, n_leaves_ : int
    labels_ : ndarray of shape (n,)
    children_ : ndarray of shape (n - 1, 2)
        The two parts of each cut, the last cut first: rows are 0..n-1, the cluster of line t is n + t.
    distances_ : ndarray of shape (n - 1,)
        Diameter of the cluster that was cut.
    divisive_coefficient_ : float
        Mean over the rows of 1 - (diameter of the last cluster that a row was cut from) / (that of all): near
        1 for clear clusters. 0 if all rows are equal.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    scikit-learn has no namesake; parameters and attributes are those of `AgglomerativeClustering`. The whole
    tree is always computed.

    Examples
    --------
    Five objects of Kaufman and Rousseeuw, known by their distances:

    >>> from fenlei import DivisiveClustering
    >>> D = [[0, 2, 6, 10, 9], [2, 0, 5, 9, 8], [6, 5, 0, 4, 5], [10, 9, 4, 0, 3], [9, 8, 5, 3, 0]]
    >>> model = DivisiveClustering(n_clusters=2, metric="precomputed").fit(D)
    >>> model.labels_.tolist(), model.distances_.tolist(), round(model.divisive_coefficient_, 2)
    ([1, 1, 0, 0, 0], [2.0, 3.0, 5.0, 10.0], 0.7)
    """

    Model = DivisiveModel
    Summary: ClassVar[None] = None
    _limits: ClassVar[dict[str, Limit]] = {
        "n_clusters": either(NONE, integer(1)),
        "metric": METRIC,
        "distance_threshold": either(NONE, real(0, high=np.inf)),
    }

    _check_finite = True
    _order = None
    _least_rows = 2

    model_: DivisiveModel

    def __init__(
        self,
        n_clusters: int | None = 2,
        *,
        metric: Metric = "euclidean",
        distance_threshold: float | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.metric = metric
        self.distance_threshold = distance_threshold

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Cluster the rows of X (n, p), or of a matrix of distances (n, n)."""
        check_parameters(self, self._limits)
        if (self.n_clusters is None) == (self.distance_threshold is None):
            raise UsageError("linkage.stop", n=self.n_clusters, threshold=self.distance_threshold)
        rows = self._as_floats(X, reset=True).astype(np.float64, copy=False)
        if self.n_clusters is not None and self.n_clusters > len(rows):
            raise UsageError("linkage.clusters", value=self.n_clusters, n=len(rows))
        merges = divide(self._distances(rows))
        labels = cut(merges, self.n_clusters, self.distance_threshold)
        self._keep(DivisiveModel(labels, merges[:, :2].astype(np.int64), merges[:, 2].copy()))
        return self

    def _distances(self, X: Array) -> Array:
        """The matrix (n, n) of distances."""
        metric: Any = self.metric
        metric = SCIPY_NAMES.get(metric, metric) if isinstance(metric, str) else metric
        given = condensed(X, type(self).__name__) if metric == "precomputed" else X
        return distance_matrix(given, len(X), "divisive", metric)

    def fit_predict(self, X: MatrixLike, y: ArrayLike | None = None) -> Array:
        """Cluster (n,) of each row."""
        return self.fit(X).labels_

    def _keep(self, model: DivisiveModel) -> None:
        self.model_ = model
        self.labels_, self.children_, self.distances_ = model
        self.n_clusters_, self.n_leaves_ = int(model.labels.max()) + 1, len(model.labels)
        self.divisive_coefficient_ = self._coefficient(model)

    @staticmethod
    def _coefficient(model: DivisiveModel) -> float:
        n, widest = len(model.labels), float(model.distances[-1])
        left = np.zeros(n)  # diameter of the cluster that each row was cut from, the last time
        for children, width in zip(model.children, model.distances, strict=True):
            left[children[children < n]] = width
        return float(np.mean(1.0 - left / widest)) if widest > 0.0 else 0.0

    def _check_model(self, model: DivisiveModel) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model)
        n, m = len(model.labels), len(model.children)
        if m < 1 or m != n - 1 or model.children.max() > 2 * n - 3:
            raise refuse_record(
                "model.children",
                phrase("record.merges", count=m),
                phrase("record.merges_of", count=n - 1, n=n),
            )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.metric, str) and self.metric == "precomputed"
        return tags
