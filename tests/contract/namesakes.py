"""Every estimator of the registry that has a namesake in scikit-learn, in several forms, and rows for it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import all_estimators

import fenlei
from fenlei.registry import REGISTRY, Entry

NAMESAKES = dict(all_estimators())
ANSWERS = (
    *("predict", "predict_proba", "predict_log_proba", "decision_function", "transform", "score_samples"),
    "predict_joint_log_proba",
)
FORMS: dict[str, list[dict[str, Any]]] = {
    "adaboost": [{"n_estimators": 4}],
    "adaboost_regressor": [{"n_estimators": 11, "random_state": 0}],
    "agglomerative": [{"n_clusters": 3}],
    "bagging": [{"n_estimators": 3, "random_state": 0}],
    "bagging_regressor": [{"n_estimators": 3, "random_state": 0}],
    "bayesian_ridge": [{}, {"fit_intercept": False}],
    "elastic_net": [{"alpha": 0.1}, {"alpha": 0.1, "fit_intercept": False}],
    "gaussian_mixture": [
        {"n_components": 2, "covariance_type": form, "random_state": 0}
        for form in ("full", "tied", "diag", "spherical")
    ],
    "hist_gradient_boosting": [{"max_iter": 4, "min_samples_leaf": 5}],
    "hist_gradient_boosting_regressor": [{"max_iter": 4, "min_samples_leaf": 5}],
    "kernel_pca": [{"n_components": 2, "kernel": "rbf"}],
    "kmeans": [{"n_clusters": 3, "n_init": 1, "random_state": 0}],
    "lasso": [{"alpha": 0.1}, {"alpha": 0.1, "positive": True}],
    "lda": [{}, {"solver": "eigen"}, {"solver": "lsqr"}],
    "linear_regression": [{}, {"fit_intercept": False}, {"positive": True}],
    "linear_svc": [{}, {"fit_intercept": False}],
    "logistic_regression": [{}, {"fit_intercept": False}, {"solver": "liblinear"}],
    "mds": [{"n_init": 1, "init": "random", "random_state": 0}],
    "nearest_centroid": [{}, {"priors": "empirical"}, {"metric": "manhattan"}],
    "pca": [{}, {"n_components": 2}, {"n_components": 2, "whiten": True}],
    "perceptron": [{}, {"penalty": "l2"}],
    "qda": [{}, {"solver": "eigen"}],
    "random_forest": [{"n_estimators": 3, "random_state": 0}],
    "random_forest_regressor": [{"n_estimators": 3, "random_state": 0}],
    "ridge": [{}, {"solver": "svd", "fit_intercept": False}, {"positive": True}],
    "svr": [{"tol": 1e-8}, {"kernel": "linear", "tol": 1e-8}],
    "svc": [{"tol": 1e-8}, {"kernel": "linear", "tol": 1e-8}],
    "tsne": [{"perplexity": 5, "max_iter": 250, "random_state": 0}],
}


class Pair(NamedTuple):
    """Our class and its namesake, with the same parameters."""

    entry: Entry
    parameters: dict[str, Any]
    K: int = 3  # classes, or targets of a regressor
    inner: str = ""  # the estimator inside, of those that need one

    def make(self, ours: bool) -> Any:
        cls = self.entry.load() if ours else NAMESAKES[self.entry.class_name]
        if not self.inner:
            return cls(**self.parameters)
        part = (getattr(fenlei, self.inner) if ours else NAMESAKES[self.inner])()
        return cls([("a", part)] if self.entry.name == "voting" else part, **self.parameters)

    def fit(self, ours: bool, dtype: str = "f8") -> Any:
        X, y = self.rows(dtype)
        return self.make(ours).fit(X, y)

    def rows(self, dtype: str = "f8") -> tuple[Any, Any]:
        rng = np.random.default_rng(5)
        y = rng.permutation(np.arange(60) % max(self.K, 2))
        X = rng.normal(size=(60, 4)) + y[:, None] * np.array([1.5, -1.0, 0.5, 0.0])
        if self.entry.kind == "regressor":
            Y = np.column_stack([X @ [1.0, 2.0, -1.0, 0.5] + rng.normal(size=60) for _ in range(self.K)])
            return X.astype(dtype), (Y[:, 0] if self.K == 1 else Y).astype(dtype)
        if self.entry.name == "categorical_nb":
            return np.clip(np.round(X + 2), 0, 4).astype(np.int64), y
        return (np.abs(X) if self.entry.name == "multinomial_nb" else X).astype(dtype), y

    def answers(self, model: Any, X: Any) -> dict[str, Any]:
        skip = "transform" if self.parameters.get("solver") == "lsqr" else ""
        return {name: getattr(model, name)(X) for name in ANSWERS if hasattr(model, name) and name != skip}

    def __str__(self) -> str:
        inner = ",".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.entry.name}({inner}) {self.K}"


def _pairs() -> list[Pair]:
    found = []
    for entry in REGISTRY.values():
        if entry.class_name not in NAMESAKES:
            continue
        inner = "LogisticRegression" if entry.name in ("one_vs_one", "one_vs_rest", "voting") else ""
        fixed = {"voting": "soft"} if entry.name == "voting" else {}
        many = {"classifier": (2, 3), "regressor": (1, 2)}.get(entry.kind, (3,))
        if entry.name in (
            "bayesian_ridge",
            "bagging_regressor",
            "random_forest_regressor",
            "adaboost_regressor",
            "svr",
            "hist_gradient_boosting_regressor",
        ):
            many = (1,)
        for parameters in FORMS.get(entry.name, [{}]):
            two = parameters.get("solver") == "liblinear"  # classes, not more
            found += [Pair(entry, parameters | fixed, K, inner) for K in many if K == 2 or not two]
    return found


PAIRS = _pairs()
