"""Neighbours: trees, brute force, mixed distances, editing and condensing.

Queries are rows of the data, shaken: a tenth or a fifth as many as there are rows.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Make, Row, Task, predicting
from benchmarks.rows import CLASSES, gaussian_classes, labels, peers

NUMBERS = NAMES = 5
K = 5


def blobs(n: int, p: int) -> Data:
    rng = np.random.default_rng(0)
    y = rng.integers(CLASSES, size=n)
    return Data(rng.standard_normal((n, p)) + 0.3 * (y % 2)[:, None], y)


def mixed_table(n: int) -> Data:
    """Five measurements and five columns of six categories, as codes."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.standard_normal((n, NUMBERS)), rng.integers(0, 6, (n, NAMES))])
    return Data(X, rng.integers(2, size=n))


def two_classes(n: int, p: int) -> Data:
    data = gaussian_classes(n, p)
    return Data(data.X, data.y % 2)


def queries(data: Data, share: float) -> NDArray[Any]:
    rng = np.random.default_rng(1)
    chosen = rng.integers(len(data.X), size=int(share * len(data.X)))
    X: NDArray[Any] = data.X[chosen].astype(np.float64)
    X += 0.1 * rng.standard_normal(X.shape)
    return X


def searching(make: Make, data: Data, share: float) -> Task:
    model = make().fit(data.X, data.y)
    Q = queries(data, share)
    return lambda: model.kneighbors(Q)


def searching_mixed(make: Make, data: Data) -> Task:
    model = make().fit(data.X, data.y)
    Q = queries(data, 0.1)
    Q[:, NUMBERS:] = np.round(Q[:, NUMBERS:])
    return lambda: model.kneighbors(Q)


def nearest_rows(answer: Any, data: Data) -> NDArray[Any]:
    return np.asarray(answer[1], dtype=float)


def nearest_distances(answer: Any, data: Data) -> NDArray[Any]:
    return np.asarray(answer[0], dtype=float)


def resampling(make: Make, data: Data) -> Task:
    return lambda: make().fit_resample(data.X, data.y)


def rows_left(answer: Any, data: Data) -> NDArray[Any]:
    return np.array([len(answer[1])], dtype=float)


class Faiss:
    """Brute force in float32."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        import faiss

        self.index = faiss.IndexFlatL2(X.shape[1])
        self.index.add(X.astype(np.float32))
        return self

    def kneighbors(self, X: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        squares, index = self.index.search(X.astype(np.float32), K)
        return np.sqrt(squares), index


class Gower:
    """The gower package: all distances, then the k smallest."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        import gower

        self.X, self.matrix = X, gower.gower_matrix
        return self

    def kneighbors(self, X: NDArray[Any]) -> tuple[NDArray[Any], None]:
        names = np.arange(X.shape[1]) >= NUMBERS
        return np.sort(np.partition(self.matrix(X, self.X, cat_features=names), K - 1)[:, :K]), None


def searching_pairs(make: Make, data: Data) -> Task:
    """Neighbours of a hundred of the rows by brute force: the same pairs for all."""
    model = make().fit(data.X, data.y)
    return lambda: model.kneighbors(data.X[:100])


def searchers(algorithm: str) -> dict[str, Contender]:
    params = {"n_neighbors": K, "algorithm": algorithm}
    return {
        "fenlei": Contender("fenlei.neighbors:KNeighborsClassifier", params),
        "scikit-learn": Contender("sklearn.neighbors:KNeighborsClassifier", {**params, "n_jobs": -1}),
        "scikit-learn-intelex": Contender("sklearnex.neighbors:KNeighborsClassifier", params),
    }


def smooth_law(n: int, p: int) -> Data:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, p))
    return Data(X, np.sin(X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.standard_normal(n))


def mean_of_neighbours(make: Make, data: Data) -> Task:
    model = make().fit(data.X, data.y)
    Q = queries(data, 0.1)
    return lambda: model.predict(Q)


def values(answer: Any, data: Data) -> NDArray[Any]:
    return np.asarray(answer, dtype=float)


REGRESSORS = {
    "fenlei": Contender("fenlei.neighbors:KNeighborsRegressor"),
    "scikit-learn": Contender("sklearn.neighbors:KNeighborsRegressor", {"n_jobs": -1}),
}
HEOM = {"n_neighbors": K, "metric": "heom", "categorical_features": list(range(NUMBERS, NUMBERS + NAMES))}
MIXED = {
    "fenlei": Contender("fenlei.neighbors:KNeighborsClassifier", HEOM),
    "fenlei brute": Contender("fenlei.neighbors:KNeighborsClassifier", {**HEOM, "algorithm": "brute"}),
}
PAIRS = {
    "fenlei": Contender(
        "fenlei.neighbors:KNeighborsClassifier", {**HEOM, "metric": "gower", "algorithm": "brute"}
    ),
    "gower": Contender("benchmarks.rows_neighbors:Gower", needs="gower"),
}
EDITING = {
    "fenlei": Contender("fenlei.neighbors:EditedNearestNeighbours"),
    "imbalanced-learn": Contender("imblearn.under_sampling:EditedNearestNeighbours"),
}
CONDENSING = {
    "fenlei": Contender("fenlei.neighbors:CondensedNearestNeighbour", {"random_state": 0}),
    "imbalanced-learn": Contender(
        "imblearn.under_sampling:CondensedNearestNeighbour", {"random_state": 0}, within=0.2
    ),  # one pass from a row drawn at random
}
BRUTE = {
    **searchers("brute"),
    "faiss (float32)": Contender("benchmarks.rows_neighbors:Faiss", needs="faiss", within=1e-5),
}

row = partial(Row, floor=False)

ROWS = [
    row(
        "knn_kd_tree",
        "k-NN kd-tree, n/10 queries",
        200_000,
        partial(blobs, p=8),
        partial(searching, share=0.1),
        nearest_rows,
        searchers("kd_tree"),
    ),
    row(
        "knn_brute",
        "k-NN brute force, n/5 queries",
        50_000,
        partial(blobs, p=64),
        partial(searching, share=0.2),
        nearest_distances,
        BRUTE,
    ),
    row(
        "knn_regressor_predict",
        "k-NN regression, n/10 queries",
        100_000,
        partial(smooth_law, p=8),
        mean_of_neighbours,
        values,
        REGRESSORS,
    ),
    row(
        "knn_heom", "k-NN HEOM, n/10 queries", 100_000, mixed_table, searching_mixed, nearest_distances, MIXED
    ),
    row(
        "knn_gower", "k-NN Gower, 100 queries", 20_000, mixed_table, searching_pairs, nearest_distances, PAIRS
    ),
    row(
        "nearest_centroid_predict",
        "NearestCentroid predict",
        1_000_000,
        partial(gaussian_classes, p=50),
        predicting,
        labels,
        peers("NearestCentroid", "sklearn.neighbors"),
    ),
    row("enn", "Wilson's editing", 20_000, partial(two_classes, p=10), resampling, rows_left, EDITING),
    row("cnn", "Hart's condensing", 5_000, partial(two_classes, p=10), resampling, rows_left, CONDENSING),
    row(
        "cnn_large",
        "Hart's condensing, many rows",
        100_000,
        partial(two_classes, p=10),
        resampling,
        rows_left,
        {"fenlei": CONDENSING["fenlei"]},
    ),
]
