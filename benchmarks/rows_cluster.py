"""Rows of k-means, the Gaussian mixture and Ward's linkage: the same start and number of steps for all."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Make, Row, Task

CLUSTERS, ROUNDS = 100, 50
COMPONENTS, STEPS = 8, 50


def overlapping_blobs(n: int, p: int, K: int) -> Data:
    """Round blobs that overlap: neither are the bounds idle, nor do they spare everything."""
    rng = np.random.default_rng(0)
    y = rng.integers(K, size=n)
    return Data(rng.normal(size=(K, p))[y] + rng.standard_normal((n, p)), y)


def start_rows(data: Data, K: int) -> NDArray[Any]:
    return np.ascontiguousarray(data.X[np.random.default_rng(1).choice(len(data.X), K, replace=False)])


class FaissKMeans:
    """k-means of faiss behind `fit`; it computes in float32."""

    def __init__(self, n_clusters: int, init: NDArray[Any], max_iter: int, **others: Any) -> None:
        import faiss

        few, many = {"min_points_per_centroid": 1}, {"max_points_per_centroid": 10**9}
        self.model = faiss.Kmeans(init.shape[1], n_clusters, niter=max_iter, **few, **many)
        self.init = init.astype(np.float32)

    def fit(self, X: NDArray[Any]) -> Self:
        self.model.train(X.astype(np.float32), init_centroids=self.init)
        self.cluster_centers_ = self.model.centroids
        return self


def rounds(make: Make, data: Data) -> Task:
    start = start_rows(data, CLUSTERS)
    return lambda: make(init=start).fit(data.X)  # type: ignore[call-arg]


def steps(make: Make, data: Data) -> Task:
    """EM from given values, to the last step; that it has not converged by then is no news."""
    p = data.X.shape[1]
    start = {
        "weights_init": np.full(COMPONENTS, 1 / COMPONENTS),
        "means_init": start_rows(data, COMPONENTS),
        "precisions_init": np.stack([np.eye(p)] * COMPONENTS),
    }

    def task() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return make(**start).fit(data.X)

    return task


def linking(make: Make, data: Data) -> Task:
    """`make` is the function itself."""
    return lambda: make(data.X)  # type: ignore[call-arg]


def merging(make: Make, data: Data) -> Task:
    return lambda: make().fit(data.X)


def few_blobs(n: int) -> Data:
    """5000 rows, whatever n is: all pairs of them are looked at."""
    return overlapping_blobs(5000, p=20, K=COMPONENTS)


def sizes(model: Any, data: Data) -> NDArray[Any]:
    return np.sort(np.bincount(model.labels_)).astype(float)


def heights(merges: Any, data: Data) -> NDArray[Any]:
    return np.asarray(merges[:, 2])


def inertia(model: Any, data: Data) -> NDArray[Any]:
    """Mean square distance from the nearest centre, for centres of any precision."""
    centres, total = np.asarray(model.cluster_centers_, dtype=float), 0.0
    for block in np.array_split(data.X, max(1, len(data.X) // 20_000)):
        squares = (block**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1) - 2.0 * block @ centres.T
        total += squares.min(axis=1).sum()
    return np.array([total / len(data.X)])


def log_likelihood(model: Any, data: Data) -> NDArray[Any]:
    return np.append(model.means_.ravel(), model.lower_bound_)


LLOYD = {"n_clusters": CLUSTERS, "n_init": 1, "max_iter": ROUNDS, "tol": 0.0}
EM = {"n_components": COMPONENTS, "max_iter": STEPS, "tol": 0.0}

CUT = {"n_clusters": COMPONENTS, "linkage": "average"}
LINKAGES = {
    "fenlei": "fenlei.cluster",
    "fastcluster": "fastcluster",
    "scipy": "scipy.cluster.hierarchy",
}

ROWS = [
    Row(
        "kmeans_fit",
        f"KMeans fit, k={CLUSTERS}, {ROUNDS} rounds",
        n=500_000,
        data=partial(overlapping_blobs, p=20, K=CLUSTERS),
        start=rounds,
        answer=inertia,
        contenders={
            "fenlei": Contender("fenlei.cluster:KMeans", LLOYD),
            "scikit-learn": Contender("sklearn.cluster:KMeans", LLOYD),
            "faiss": Contender("benchmarks.rows_cluster:FaissKMeans", LLOYD, needs="faiss"),
        },
        floor=False,
    ),
    Row(
        "gaussian_mixture_fit",
        f"GaussianMixture fit, full, {COMPONENTS} components, {STEPS} steps",
        n=200_000,
        data=partial(overlapping_blobs, p=10, K=COMPONENTS),
        start=steps,
        answer=log_likelihood,
        contenders={
            "fenlei": Contender("fenlei.cluster:GaussianMixture", EM),
            "scikit-learn": Contender("sklearn.mixture:GaussianMixture", EM),
        },
        floor=False,
    ),
    Row(
        "agglomerative_fit",
        "AgglomerativeClustering fit, average",
        n=5000,
        data=few_blobs,
        start=merging,
        answer=sizes,
        contenders={
            "fenlei": Contender("fenlei.cluster:AgglomerativeClustering", CUT),
            "scikit-learn": Contender("sklearn.cluster:AgglomerativeClustering", CUT),
        },
        floor=False,
    ),
    Row(
        "ward_linkage",
        "Ward linkage",
        n=10_000,
        data=partial(overlapping_blobs, p=20, K=COMPONENTS),
        start=linking,
        answer=heights,
        contenders={
            name: Contender(f"{module}:linkage", {"method": "ward"}) for name, module in LINKAGES.items()
        },
        floor=False,
    ),
]
