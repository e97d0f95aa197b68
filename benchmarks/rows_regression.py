"""Rows of the linear regressors and the multi-class schemes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits

from benchmarks.harness import Contender, Data, Make, Row, Task, fitting, predicting

SKLEARN_LOGISTIC = "sklearn.linear_model:LogisticRegression"
SETTINGS = {"max_iter": 1000, "tol": 1e-8}


def linear_law(n: int, p: int) -> Data:
    """Correlated features far from 0, and a target that is linear in them, with noise."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, p)) @ (np.eye(p) + 0.3 * rng.standard_normal((p, p)) / np.sqrt(p)) + 3.0
    return Data(X, X @ rng.standard_normal(p) + rng.standard_normal(n))


def digits(n: int) -> Data:
    """The 1797 digits of scikit-learn, whatever n is: what `one_vs_one` is asked for."""
    X, y = load_digits(return_X_y=True)
    return Data(X / 16.0, y)


def weights(model: Any, data: Data) -> NDArray[Any]:
    return np.append(model.coef_, model.intercept_)


def values(predicted: Any, data: Data) -> NDArray[Any]:
    return np.asarray(predicted, dtype=float)


def classes(model: Any, data: Data) -> NDArray[Any]:
    return np.asarray(model.predict(data.X), dtype=float)


def with_logistic(make: Make, data: Data) -> Task:
    """A scheme over the logistic regression of its own library."""
    ours = make.func.__module__.startswith("fenlei")  # type: ignore[attr-defined]
    inner = Contender(
        "fenlei.linear.logistic.logistic_regression:LogisticRegression" if ours else SKLEARN_LOGISTIC,
        SETTINGS,
    )
    return lambda: make(inner.load()()).fit(data.X, data.y)  # type: ignore[call-arg]


def rivals(module: str, name: str, **params: Any) -> dict[str, Contender]:
    ours = Contender(f"fenlei.linear.{module}:{name}", params)
    return {"fenlei": ours, "scikit-learn": Contender(f"sklearn.linear_model:{name}", params)}


def scheme(module: str, name: str) -> dict[str, Contender]:
    ours = Contender(f"fenlei.multiclass.{module}:{name}")
    return {"fenlei": ours, "scikit-learn": Contender(f"sklearn.multiclass:{name}", {"n_jobs": -1})}


tall = partial(Row, n=1_000_000, data=partial(linear_law, p=100))
on_digits = partial(Row, n=1797, data=digits, start=with_logistic, answer=classes, floor=False)
OLS = rivals("linear_regression", "LinearRegression")
RIDGE = rivals("ridge", "Ridge", alpha=1.0)
LASSO = {
    "fenlei": Contender("fenlei.linear.elastic_net.lasso:Lasso", {"alpha": 0.1}),
    "scikit-learn": Contender("sklearn.linear_model:Lasso", {"alpha": 0.1, "precompute": True}),
}
NET = {
    "fenlei": Contender("fenlei.linear.elastic_net.elastic_net:ElasticNet", {"alpha": 0.1}),
    "scikit-learn": Contender("sklearn.linear_model:ElasticNet", {"alpha": 0.1}),
}

ROWS = [
    tall("linear_regression_fit", "LinearRegression fit", start=fitting, answer=weights, contenders=OLS),
    tall("linear_regression_predict", "Linear predict", start=predicting, answer=values, contenders=OLS),
    tall("ridge_fit", "Ridge fit", start=fitting, answer=weights, contenders=RIDGE),
    tall("lasso_fit", "Lasso fit", start=fitting, answer=weights, contenders=LASSO),
    Row(
        "elastic_net_wide",
        "Elastic net fit, more columns than rows",
        n=500,
        data=partial(linear_law, p=2000),
        start=fitting,
        answer=weights,
        contenders=NET,
        floor=False,
    ),
    tall(
        "bayesian_ridge_fit",
        "BayesianRidge fit",
        n=100_000,
        start=fitting,
        answer=weights,
        contenders=rivals("bayesian_ridge", "BayesianRidge"),
    ),
    on_digits(
        "one_vs_one_digits",
        "OneVsOne logistic, digits",
        contenders=scheme("one_vs_one", "OneVsOneClassifier"),
    ),
    on_digits(
        "one_vs_rest_digits",
        "OneVsRest logistic, digits",
        contenders=scheme("one_vs_rest", "OneVsRestClassifier"),
    ),
]
