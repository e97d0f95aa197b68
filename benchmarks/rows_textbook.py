"""Methods that no other library has under a name: against the book's formulas in NumPy or SciPy, or against
what scikit-learn's parts make of them.
"""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from scipy.special import gammaln, logsumexp
from sklearn.cluster import KMeans
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KernelDensity

import fenlei
from benchmarks.harness import Contender, Data, Make, Row, Task, fitting, predicting
from benchmarks.rows import CLASSES, category_codes, gaussian_classes, labels
from benchmarks.rows_regression import linear_law

MARGIN = 0.5  # scores that are declined
QUERIES = 200  # rows that kernel densities are asked of
PROTOTYPES = 3  # a class
COMPONENTS, STEPS, CATEGORIES = 5, 20, 6


class PoissonFormulas:
    """λ_kj = (N_kj + λ_j) / (n_k + 1), then log π + Σ x log λ - λ - log x!."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        counts = np.bincount(y).astype(float)
        totals = np.stack([X[y == k].sum(axis=0) for k in range(len(counts))])
        self.rate = (totals + X.mean(axis=0)) / (counts[:, None] + 1.0)
        self.log_prior = np.log(counts / len(y))
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        scores = X @ np.log(self.rate).T - self.rate.sum(axis=1) - gammaln(X + 1.0).sum(axis=1)[:, None]
        return np.asarray((scores + self.log_prior).argmax(axis=1))


class KernelDensities:
    """A density by scikit-learn for each class and feature, of Silverman's bandwidth."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        parts = [X[y == k] for k in range(int(y.max()) + 1)]
        self.log_prior = np.log([len(part) / len(X) for part in parts])
        self.densities = [
            [
                KernelDensity(bandwidth=0.9 * column.std() * len(part) ** -0.2).fit(column[:, None])
                for column in part.T
            ]
            for part in parts
        ]
        return self

    def predict_log_proba(self, X: NDArray[Any]) -> NDArray[Any]:
        scores = [
            sum(density.score_samples(column[:, None]) for density, column in zip(own, X.T, strict=True))
            for own in self.densities
        ]
        joint = np.stack(scores, axis=1) + self.log_prior
        return np.asarray(joint - logsumexp(joint, axis=1, keepdims=True))


class ClassKMeans:
    """scikit-learn's k-means in each class, from rows that are spread: the nearest to the mean, then always
    the farthest from those there are.
    """

    def __init__(self, n_prototypes: int) -> None:
        self.n_prototypes = n_prototypes

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        centres = [self.means(X[y == k]) for k in range(int(y.max()) + 1)]
        self.prototypes_ = np.concatenate(centres)
        return self

    def means(self, X: NDArray[Any]) -> NDArray[Any]:
        chosen, nearest = [int(np.argmin(((X - X.mean(axis=0)) ** 2).sum(axis=1)))], np.full(len(X), np.inf)
        while len(chosen) < self.n_prototypes:
            nearest = np.minimum(nearest, ((X - X[chosen[-1]]) ** 2).sum(axis=1))
            chosen.append(int(np.argmax(nearest)))
        model = KMeans(self.n_prototypes, init=X[chosen], n_init=1, tol=0.0)
        return np.asarray(model.fit(X).cluster_centers_)


class Posterior:
    """Mean and covariance (λ I + Φᵀ Φ / s²)⁻¹ with λ = s² = 1, Φ with a column of ones."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        Phi = np.column_stack([np.ones(len(X)), X])
        self.posterior_covariance_ = np.linalg.inv(np.eye(Phi.shape[1]) + Phi.T @ Phi)
        self.posterior_mean_ = self.posterior_covariance_ @ (Phi.T @ y)
        return self


class Direction:
    """Fisher's direction from scikit-learn's LDA."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        self.w_ = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).coef_[0]
        return self


class DeclinedLDA:
    """scikit-learn's LDA, with -1 where |g(x)| is at most a margin."""

    def __init__(self, margin: float) -> None:
        self.margin = margin

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        self.model = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        scores = self.model.decision_function(X)
        return np.where(np.abs(scores) <= self.margin, -1, scores > 0.0)


class SplinterGroups:
    """Top-down clustering by Kaufman and Rousseeuw's steps: the widest cluster is cut, to the end."""

    def __init__(self, n_clusters: int) -> None:
        self.n_clusters = n_clusters

    def fit(self, X: NDArray[Any], y: Any = None) -> Self:
        D = cdist(X, X)
        clusters, self.labels_ = [(D.max(), np.arange(len(X)))], np.zeros(len(X), dtype=int)
        while clusters[-1][0] > 0.0:  # the whole tree, the widest cluster last
            _, widest = clusters.pop()
            clusters += [(D[np.ix_(rows, rows)].max(), rows) for rows in self.cut(D, widest)]
            clusters.sort(key=lambda cluster: cluster[0])
            if len(clusters) == self.n_clusters:
                for k, (_, rows) in enumerate(clusters):
                    self.labels_[rows] = k
        return self

    @staticmethod
    def cut(D: NDArray[Any], rows: NDArray[Any]) -> list[NDArray[Any]]:
        inside = D[np.ix_(rows, rows)]
        gone = np.zeros(len(rows), dtype=bool)
        to_stay, to_gone = inside.sum(axis=1), np.zeros(len(rows))
        for moved in range(len(rows) - 1):
            nearer = to_stay / max(len(rows) - moved - 1, 1) - to_gone / max(moved, 1)
            nearer[gone] = -np.inf
            row = int(nearer.argmax())
            if moved and nearer[row] <= 0.0:
                break
            gone[row] = True
            to_stay, to_gone = to_stay - inside[row], to_gone + inside[row]
        return [rows[~gone], rows[gone]]


class Indicators:
    """Least squares for the columns of an indicator matrix, by scikit-learn."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        self.model = LinearRegression().fit(X, np.eye(int(y.max()) + 1)[y])
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(self.model.predict(X).argmax(axis=1))


class DiscreteEM:
    """EM for a mixture of independent categories, on the indicators of all of them."""

    def __init__(
        self, weights_init: NDArray[Any], probabilities_init: list[NDArray[Any]], **others: Any
    ) -> None:
        self.weights_, self.tables = weights_init, np.concatenate(probabilities_init, axis=1)  # (K, Σ m_j)

    def fit(self, X: NDArray[Any]) -> Self:
        codes = X.astype(np.int64) + CATEGORIES * np.arange(X.shape[1])
        indicators = np.zeros((len(X), self.tables.shape[1]))
        indicators[np.arange(len(X))[:, None], codes] = 1.0
        for _ in range(STEPS):
            joint = indicators @ np.log(self.tables).T + np.log(self.weights_)
            total = logsumexp(joint, axis=1, keepdims=True)
            shares = np.exp(joint - total)
            weight = shares.sum(axis=0)
            self.weights_, self.tables = weight / len(X), shares.T @ indicators / weight[:, None]
        self.lower_bound_ = float(total.mean())
        return self


class BernoulliEM:
    """EM for a mixture of independent Bernoulli variables."""

    def __init__(self, weights_init: NDArray[Any], means_init: NDArray[Any], **others: Any) -> None:
        self.weights_, self.means_ = weights_init, means_init

    def fit(self, X: NDArray[Any]) -> Self:
        for _ in range(STEPS):
            joint = X @ np.log(self.means_).T + (1.0 - X) @ np.log1p(-self.means_).T + np.log(self.weights_)
            total = logsumexp(joint, axis=1, keepdims=True)
            shares = np.exp(joint - total)
            weight = shares.sum(axis=0)
            self.weights_, self.means_ = weight / len(X), shares.T @ X / weight[:, None]
        self.lower_bound_ = float(total.mean())
        return self


def event_counts(n: int, p: int) -> Data:
    rng = np.random.default_rng(0)
    y = rng.integers(CLASSES, size=n)
    return Data(rng.poisson(rng.uniform(0.2, 3.0, (CLASSES, p))[y]).astype(float), y)


def two_classes(n: int, p: int) -> Data:
    X, y = gaussian_classes(n, p)
    return Data(X, y % 2)


def answers(n: int, p: int) -> Data:
    """Yes and no by class."""
    X, y = gaussian_classes(n, p)
    return Data((X > 0).astype(float), y)


def codes(n: int, p: int) -> Data:
    X, y = category_codes(n, p, CATEGORIES)
    return Data(X.astype(float), y)


def asking(make: Make, data: Data) -> Task:
    model = make().fit(data.X, data.y)
    return lambda: model.predict_log_proba(data.X[:QUERIES])


def stepping(make: Make, data: Data, first: str) -> Task:
    """EM from the same random start, to the last step; that it has not converged by then is no news."""
    rng, p = np.random.default_rng(1), data.X.shape[1]
    tables = list(rng.dirichlet(np.full(CATEGORIES, 9.0), (p, COMPONENTS)))
    means = rng.uniform(0.3, 0.7, (COMPONENTS, p))
    start = {first: means if first == "means_init" else tables}
    start["weights_init"] = np.full(COMPONENTS, 1.0 / COMPONENTS)

    def task() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return make(**start).fit(data.X)

    return task


def posterior(model: Any, data: Data) -> NDArray[Any]:
    return np.append(model.posterior_mean_, model.posterior_covariance_)


def direction(model: Any, data: Data) -> NDArray[Any]:
    w = np.asarray(model.w_)
    return np.asarray(w / np.linalg.norm(w) * np.sign(w[0]))


def decisions(model: Any, data: Data) -> NDArray[Any]:
    return np.asarray(model.predict(data.X), dtype=float)


def prototypes(model: Any, data: Data) -> NDArray[Any]:
    return np.asarray(model.prototypes_)


def weights_and_bound(model: Any, data: Data) -> NDArray[Any]:
    return np.append(model.weights_, model.lower_bound_)


def cluster_sizes(model: Any, data: Data) -> NDArray[Any]:
    return np.sort(np.bincount(model.labels_)).astype(float)


def against(ours: str, peer: str, theirs: str, **params: Any) -> dict[str, Contender]:
    """Our class, and under the name `peer` one of this module, with the same parameters."""
    return {
        "fenlei": Contender(f"fenlei.{ours}", params),
        peer: Contender(f"benchmarks.rows_textbook:{theirs}", params),
    }


EM = {"n_components": COMPONENTS, "max_iter": STEPS, "tol": 0.0}
POISSON = against("bayes.poisson_nb:PoissonNB", "NumPy", "PoissonFormulas")
KERNELS = against("bayes.kernel_nb:KernelNB", "scikit-learn's densities", "KernelDensities")
HEAPS = against(
    "neighbors.prototypes:NearestPrototype", "scikit-learn's k-means", "ClassKMeans", n_prototypes=PROTOTYPES
)
BAYES = against("linear.bayesian_linear:BayesianLinearRegression", "NumPy", "Posterior")
FISHER = against("linear.fisher:FisherDiscriminant", "scikit-learn's LDA", "Direction")
DECLINED = {
    "fenlei": Contender(
        "fenlei:RejectNearBoundary",
        {"estimator": fenlei.LinearDiscriminantAnalysis("lsqr"), "margin": MARGIN, "reject_label": -1},
    ),
    "scikit-learn's LDA": Contender("benchmarks.rows_textbook:DeclinedLDA", {"margin": MARGIN}),
}
DIVISIVE = against(
    "cluster.hierarchy.divisive:DivisiveClustering", "NumPy", "SplinterGroups", n_clusters=COMPONENTS
)
SQUARES = against(
    "linear.least_squares_classifier:LeastSquaresClassifier", "scikit-learn's LinearRegression", "Indicators"
)
YES_NO = against("cluster:BernoulliMixture", "NumPy", "BernoulliEM", **EM, binarize=None)
CODES = against("cluster:CategoricalMixture", "NumPy", "DiscreteEM", **EM)

steps = f"{COMPONENTS} components, {STEPS} steps"
row = partial(Row, floor=False)
tall = partial(Row, n=500_000, start=fitting)

ROWS = [
    row(
        "poisson_nb_predict",
        "PoissonNB predict",
        n=200_000,
        data=partial(event_counts, p=50),
        start=predicting,
        answer=labels,
        contenders=POISSON,
    ),
    row(
        "kernel_nb_predict",
        f"KernelNB predict_log_proba, {QUERIES} rows",
        n=20_000,
        data=partial(gaussian_classes, p=10),
        start=asking,
        answer=labels,
        contenders=KERNELS,
    ),
    row(
        "nearest_prototype_fit",
        f"NearestPrototype fit, {PROTOTYPES} a class",
        n=100_000,
        data=partial(gaussian_classes, p=20),
        start=fitting,
        answer=prototypes,
        contenders=HEAPS,
    ),
    tall(
        "bayesian_linear_fit",
        "BayesianLinearRegression fit",
        data=partial(linear_law, p=100),
        answer=posterior,
        contenders=BAYES,
    ),
    tall(
        "fisher_fit",
        "FisherDiscriminant fit, two classes",
        data=partial(two_classes, p=100),
        answer=direction,
        contenders=FISHER,
    ),
    row(
        "reject_near_boundary_predict",
        "RejectNearBoundary predict, two classes",
        n=500_000,
        data=partial(two_classes, p=100),
        start=predicting,
        answer=labels,
        contenders=DECLINED,
    ),
    row(
        "divisive_fit",
        f"DivisiveClustering fit, {COMPONENTS} clusters",
        n=1000,
        data=partial(gaussian_classes, p=10),
        start=fitting,
        answer=cluster_sizes,
        contenders=DIVISIVE,
    ),
    tall(
        "least_squares_fit",
        "LeastSquaresClassifier fit",
        data=partial(gaussian_classes, p=100),
        answer=decisions,
        contenders=SQUARES,
    ),
    row(
        "bernoulli_mixture_fit",
        f"BernoulliMixture fit, {steps}",
        n=100_000,
        data=partial(answers, p=50),
        start=partial(stepping, first="means_init"),
        answer=weights_and_bound,
        contenders=YES_NO,
    ),
    row(
        "categorical_mixture_fit",
        f"CategoricalMixture fit, {steps}",
        n=100_000,
        data=partial(codes, p=20),
        start=partial(stepping, first="probabilities_init"),
        answer=weights_and_bound,
        contenders=CODES,
    ),
]
