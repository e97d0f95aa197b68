"""What is measured: one record per row of the table, here those of the first estimators and what rows share.

scikit-learn-intelex offers none of the classes here; where it does, it is one more contender.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Row, fitting, predicting

CLASSES = 10


def gaussian_classes(n: int, p: int) -> Data:
    """Classes that overlap, of different means and spreads, with correlated features."""
    rng = np.random.default_rng(0)
    y = rng.integers(CLASSES, size=n)
    X = rng.standard_normal((n, p)) @ (np.eye(p) + 0.3 * rng.standard_normal((p, p)) / np.sqrt(p))
    X *= rng.uniform(0.7, 1.4, (CLASSES, p))[y]
    X += rng.normal(scale=0.3, size=(CLASSES, p))[y]
    return Data(X, y)


def category_codes(n: int, p: int, categories: int) -> Data:
    """Codes 0..categories-1, each feature with a distribution of its own in each class."""
    rng = np.random.default_rng(0)
    y = rng.integers(CLASSES, size=n)
    X = np.empty((n, p), dtype=np.int64)
    for column in X.T:
        cumulative = rng.dirichlet(np.full(categories, 2.0), size=CLASSES).cumsum(axis=1)[:, :-1]
        column[:] = (rng.random(n)[:, None] > cumulative[y]).sum(axis=1)
    return Data(X, y)


def class_moments(model: Any, data: Data) -> NDArray[Any]:
    return np.concatenate([model.theta_, model.var_])


def coefficients(model: Any, data: Data) -> NDArray[Any]:
    return np.column_stack([model.coef_, model.intercept_])


def class_scores(model: Any, data: Data) -> NDArray[Any]:
    scores: NDArray[Any] = model.decision_function(data.X[:1000])
    return scores


def log_tables(model: Any, data: Data) -> NDArray[Any]:
    return np.concatenate([table.ravel() for table in model.feature_log_prob_])


def labels(predicted: Any, data: Data) -> NDArray[Any]:
    return np.asarray(predicted, dtype=float)


def peers(name: str, module: str, solvers: tuple[str, ...] = ()) -> dict[str, Contender]:
    """The class and its namesake in scikit-learn, with the default solver and with each of `solvers`."""
    contenders = {"fenlei": Contender(f"fenlei:{name}"), "scikit-learn": Contender(f"{module}:{name}")}
    for solver in solvers:
        ours, params = f"fenlei {solver}", {"solver": solver}
        contenders[ours] = Contender(f"fenlei:{name}", params, like=ours)
        contenders[f"scikit-learn {solver}"] = Contender(f"{module}:{name}", params, like=ours)
    return contenders


GNB = peers("GaussianNB", "sklearn.naive_bayes")
CATEGORICAL_NB = peers("CategoricalNB", "sklearn.naive_bayes")
LDA = peers("LinearDiscriminantAnalysis", "sklearn.discriminant_analysis", solvers=("lsqr", "eigen"))
QDA = peers("QuadraticDiscriminantAnalysis", "sklearn.discriminant_analysis", solvers=("eigen",))

gnb = partial(Row, n=1_000_000, data=partial(gaussian_classes, p=50), contenders=GNB)
lda = partial(Row, n=500_000, data=partial(gaussian_classes, p=100), contenders=LDA)
qda = partial(Row, n=500_000, data=partial(gaussian_classes, p=100), contenders=QDA)
categorical_nb = partial(
    Row,
    n=1_000_000,
    data=partial(category_codes, p=20, categories=10),
    contenders=CATEGORICAL_NB,
    floor=False,
)

ROWS = [
    gnb("gnb_fit", "GaussianNB fit", start=fitting, answer=class_moments),
    gnb("gnb_predict", "GaussianNB predict", start=predicting, answer=labels),
    lda("lda_fit", "LDA fit", start=fitting, answer=coefficients),
    qda("qda_fit", "QDA fit", start=fitting, answer=class_scores),
    qda("qda_predict", "QDA predict", start=predicting, answer=labels),
    categorical_nb("categorical_nb_fit", "CategoricalNB fit", start=fitting, answer=log_tables),
    categorical_nb("categorical_nb_predict", "CategoricalNB predict", start=predicting, answer=labels),
]
