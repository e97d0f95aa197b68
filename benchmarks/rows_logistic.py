"""Logistic and softmax regression, dense and sparse, and the perceptron.

Contenders are compared at the same optimum: the answer is the objective, relative to ours.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from benchmarks.harness import Contender, Data, Row, fitting

SKLEARN, INTEL = "sklearn.linear_model:LogisticRegression", "sklearnex.linear_model:LogisticRegression"
OURS = "fenlei.linear.logistic.logistic_regression:LogisticRegression"


def logistic_classes(n: int, p: int, K: int) -> Data:
    """Correlated features of different sizes; classes by the softmax of linear scores."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, p)) @ (np.eye(p) + 0.3 * rng.standard_normal((p, p)) / np.sqrt(p))
    scores = X @ rng.standard_normal((p, K)) * (2.0 / np.sqrt(p)) + rng.gumbel(size=(n, K))
    return Data(X * rng.uniform(0.5, 2.0, p), scores.argmax(axis=1))


def text_like(n: int, p: int, words: int) -> Data:
    """Rows of about `words` values, columns as unequal in frequency as words are."""
    rng = np.random.default_rng(0)
    columns = (p * rng.random(n * words) ** 3).astype(np.int32)
    pointers = words * np.arange(n + 1, dtype=np.int32)
    X = csr_array((rng.random(n * words) + 0.2, columns, pointers), shape=(n, p))
    X.sum_duplicates()
    scores = np.asarray(X @ rng.normal(scale=0.5, size=p))
    return Data(X, (scores + rng.logistic(size=n) > np.median(scores)).astype(np.int64))


def objective(model: Any, data: Data) -> NDArray[Any]:
    """F of the fitted model, C = 1."""
    scores = np.asarray(data.X @ model.coef_.T) + model.intercept_
    if scores.shape[1] == 1:
        scores = np.column_stack([np.zeros(len(scores)), scores])
    top = scores.max(axis=1)
    losses = top + np.log(np.exp(scores - top[:, None]).sum(axis=1)) - scores[np.arange(len(top)), data.y]
    return np.array([losses.sum() + 0.5 * np.sum(model.coef_**2)])


def weights(model: Any, data: Data) -> NDArray[Any]:
    return np.append(model.coef_, model.intercept_)


def solvers(*names: str, tol: float = 1e-6) -> dict[str, Contender]:
    """Ours, and scikit-learn's solvers with a tolerance at which they reach the same objective."""
    found = {"fenlei": Contender(OURS)}
    for name in names:
        settings = {"solver": name, "tol": tol, "max_iter": 2000}
        found[f"scikit-learn {name}"] = Contender(SKLEARN, settings)
    return found


INTELEX = {"scikit-learn-intelex": Contender(INTEL, {"tol": 1e-6, "max_iter": 1000})}
PASSES = {"max_iter": 5, "tol": None, "shuffle": False}  # in a random order no two would agree
PERCEPTRON = {
    "fenlei": Contender("fenlei.linear.perceptron.perceptron:Perceptron", PASSES),
    "scikit-learn": Contender("sklearn.linear_model:Perceptron", PASSES),
}

fit = partial(Row, start=fitting, answer=objective, floor=False)

ROWS = [
    fit(
        "logistic_fit",
        "LogisticRegression fit, 2 classes",
        n=200_000,
        data=partial(logistic_classes, p=100, K=2),
        contenders=solvers("lbfgs", "newton-cholesky") | INTELEX,
    ),
    fit(
        "softmax_fit",
        "LogisticRegression fit, 10 classes",
        n=200_000,
        data=partial(logistic_classes, p=50, K=10),
        contenders=solvers("lbfgs") | INTELEX,
    ),
    fit(
        "logistic_sparse_fit",
        "LogisticRegression fit, sparse rows of 100 values",
        n=100_000,
        data=partial(text_like, p=100_000, words=100),
        contenders=solvers("newton-cg", tol=1e-7),  # the fastest there; lbfgs takes five times as long
    ),
    fit(
        "perceptron_fit",
        "Perceptron fit, 5 passes",
        n=1_000_000,
        data=partial(logistic_classes, p=20, K=2),
        contenders=PERCEPTRON,
        answer=weights,
    ),
]
