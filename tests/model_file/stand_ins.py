"""Small estimators with every form of content that a model file can hold, and a registry of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from fenlei.records import Field, check_record, refuse_record

X = np.array([[0.0, 1.0], [1.0, 0.0], [4.0, 5.0], [5.0, 4.0]])
Y = np.array(["国光", "国光", "红富士", "红富士"])


class Sums(NamedTuple):
    weight: Annotated[Any, Field("K", low=0.0)]
    total: Annotated[Any, Field("K p")]


class Means(NamedTuple):
    mean: Annotated[Any, Field("K p")]
    tables: Annotated[tuple[Any, ...], Field("K *", "iu", many="p")]
    names: Annotated[Any, Field("p", "O")]
    nothing: Annotated[Any, Field("", optional=True)] = None


class NearestMean(ClassifierMixin, BaseEstimator):
    """Nearest class mean, from mergeable sums."""

    Model, Summary = Means, Sums

    def __init__(self, priors: Any = None, *, estimator: Any = None, random_state: Any = None) -> None:
        self.priors = priors
        self.estimator = estimator
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> NearestMean:
        self.classes_, self.n_features_in_ = np.unique(y), X.shape[1]
        codes = np.searchsorted(self.classes_, y)
        hot = np.eye(len(self.classes_))[codes]
        return self._add(Sums(hot.sum(axis=0), hot.T @ X))

    def partial_fit(self, X: Any, y: Any) -> NearestMean:
        hot = np.eye(len(self.classes_))[np.searchsorted(self.classes_, y)]
        return self._add(Sums(self.summary_.weight + hot.sum(axis=0), self.summary_.total + hot.T @ X))

    def _add(self, summary: Sums) -> NearestMean:
        self.summary_ = summary
        mean = summary.total / summary.weight[:, None]
        tables = tuple(np.arange(2 * (j + 1)).reshape(2, -1) for j in range(self.n_features_in_))
        names = np.array([f"x{j}" for j in range(self.n_features_in_)], dtype=object)
        self._keep(Means(mean, tables, names, None))
        return self

    def _check_model(self, model: Means) -> None:
        check_record(model, K=len(self.classes_), p=self.n_features_in_)

    def _check_summary(self, summary: Sums) -> None:
        check_record(summary, K=len(self.classes_), p=self.n_features_in_)

    def _keep(self, model: Means) -> None:
        self.model_ = model
        self.means_ = model.mean

    def predict(self, X: Any) -> Any:
        distance = ((np.asarray(X)[:, None, :] - self.means_) ** 2).sum(axis=2)
        return self.classes_[np.argmin(distance, axis=1)]


class Nodes(NamedTuple):
    left: Annotated[Any, Field("m", "i", low=-1)]  # child of each node, -1 at a leaf
    right: Annotated[Any, Field("m", "i", low=-1)]
    value: Annotated[Any, Field("m", "i", low=0, high=1)]  # class code


class Tree(ClassifierMixin, BaseEstimator):
    """A tree stored as indices; walking it with bad ones would run off the array or never end."""

    Model, Summary = Nodes, None

    def fit(self, X: Any, y: Any) -> Tree:
        self.classes_, self.n_features_in_ = np.unique(y), X.shape[1]
        self._keep(Nodes(np.array([1, -1, -1]), np.array([2, -1, -1]), np.array([0, 0, 1])))
        return self

    def _check_model(self, model: Nodes) -> None:
        check_record(model)
        # Children after their parent: no cycle, and the walk ends.
        for child in (model.left, model.right):
            if np.any((child >= 0) & (child <= np.arange(len(child)))) or child.max() >= len(child):
                raise refuse_record("left", "a cycle", "a tree")

    def _keep(self, model: Nodes) -> None:
        self.model_ = model

    def predict(self, X: Any) -> Any:
        codes = []
        for row in X:
            node = 0
            while self.model_.left[node] >= 0:
                node = self.model_.left[node] if row[0] < 2 else self.model_.right[node]
            codes.append(self.model_.value[node])
        return self.classes_[np.array(codes, dtype=int)]


class Nothing(NamedTuple):
    votes: Annotated[Any, Field("")]


class Committee(ClassifierMixin, BaseEstimator):
    """An estimator made of fitted estimators."""

    Model, Summary = Nothing, None

    def __init__(self, estimator: Any = None) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any) -> Committee:
        self.classes_, self.n_features_in_ = np.unique(y), X.shape[1]
        self.parts_ = (NearestMean().fit(X, y), Tree().fit(X, y))
        self._keep(Nothing(np.array(2.0)))
        return self

    def _check_model(self, model: Nothing) -> None:
        check_record(model)

    def _keep(self, model: Nothing) -> None:
        self.model_ = model

    def predict(self, X: Any) -> Any:
        return self.parts_[0].predict(X)


def registry() -> dict[str, Any]:
    classes = {"nearest_mean": NearestMean, "tree": Tree, "committee": Committee}
    return {
        name: SimpleNamespace(
            name=name,
            path=f"{cls.__module__}:{cls.__qualname__}",
            nominal=cls is NearestMean,
            load=lambda cls=cls: cls,
        )
        for name, cls in classes.items()
    }
