"""From a model and a row to the working of its prediction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.explanation import bayes, linear, neighbors, svm, trees, voting
from fenlei.explanation.working import Explanation, Grid, Terms, plain
from fenlei.kernels import Array
from fenlei.model_file import Model

Working = Callable[[Any, Array, Terms], list[Grid]]

_WORKINGS: dict[str, Working] = {
    "BayesClassifier": bayes.joint,
    "MinimumRiskClassifier": bayes.risks,
    "QuadraticDiscriminantAnalysis": bayes.gaussians,
    **dict.fromkeys(("GaussianNB", "CategoricalNB", "MixedNB", "KernelNB", "PoissonNB"), bayes.naive),
    **dict.fromkeys(("BernoulliNB", "MultinomialNB"), bayes.naive),
    **dict.fromkeys(("ID3Classifier", "C45Classifier", "DecisionTreeClassifier"), trees.path),
    **dict.fromkeys(("OneVsOneClassifier", "OneVsRestClassifier"), voting.pairs),
    **dict.fromkeys(("RandomForestClassifier", "BaggingClassifier"), voting.votes),
    "AdaBoostClassifier": voting.rounds,
    "KNeighborsClassifier": neighbors.neighbours,
    "NearestCentroid": linear.centroids,
    "SVC": svm.machines,
}


def explain(model: Any, data: Any, row: int = 0, *, lang: str = "en") -> Explanation:
    """The working of one prediction.

    Parameters
    ----------
    model : Model or fitted classifier
        As `train`, `load_model` or `fit` give it.
    data : Table, data frame or array
        The rows; those that a Model can predict.
    row : int, default=0
        Place of the row in `data`, from 0.
    lang : {"en", "zh"}, default="en"

    Returns
    -------
    Explanation
        Printable; `to_dict` gives plain data.

    Examples
    --------
    >>> from fenlei import CategoricalNB, load
    >>> from fenlei.explanation import explain
    >>> loan = load("loan")
    >>> print(explain(CategoricalNB(alpha=0).fit(loan.X, loan.y), loan.X).conclusion)
    Decision: no
    """
    full = model if isinstance(model, Model) else Model(model)
    estimator = full.estimator
    if not hasattr(estimator, "classes_"):
        raise UsageError("explain.no_classes", model=type(estimator).__name__)
    given, x = _row(full, data, row)
    terms = _terms(full, estimator, len(x), lang)
    working = _WORKINGS.get(type(estimator).__name__, _by_form(estimator))
    prediction = str(plain(estimator.predict(x[None])[0]))
    return Explanation(type(estimator).__name__, given, tuple(working(estimator, x, terms)), prediction, lang)


def _by_form(estimator: Any) -> Working:
    """The working of an estimator that is not listed: by its coefficients, if it has them."""
    return linear.contributions if hasattr(estimator, "coef_") else linear.scores


def _row(model: Model, data: Any, row: int) -> tuple[dict[str, Any], Array]:
    """The row as it was given, and as the estimator takes it."""
    n = data.n_rows if hasattr(data, "n_rows") else len(data)
    if not 0 <= row < n:
        raise DataError("explain.row", row=row, rows=n, first=0)
    coding = getattr(model.estimator, "coding_", None)
    if model.schema is None and coding is not None and any(coding.categories):
        raise UsageError("explain.text", model=type(model.estimator).__name__)
    if model.schema is None or isinstance(data, np.ndarray):
        X = np.asarray(data, dtype=np.float64)[row : row + 1]
        names = getattr(model.estimator, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])])
        return {str(name): float(value) for name, value in zip(names, X[0], strict=True)}, model._features(X)[
            0
        ]
    from fenlei.table.reading import conform

    table = conform(data, model.schema)
    coded = table.coded()
    values = {
        name: _shown(value, words)
        for name, value, words in zip(coded.names, coded.X[row], coded.categories, strict=True)
    }
    return values, model._features(coded.X[row : row + 1])[0]


def _shown(value: float, words: tuple[str, ...] | None) -> Any:
    if np.isnan(value):
        return None
    return float(value) if words is None else words[int(value)]


def _terms(model: Model, estimator: Any, p: int, lang: str) -> Terms:
    """Names of what the estimator takes: the table's columns, or what the preparation made of them."""
    names = list(getattr(estimator, "feature_names_in_", [f"x{j}" for j in range(p)]))
    categories: list[Any] = [None] * p
    if model.preparation is not None:
        names = list(model.preparation.get_feature_names_out())
    elif model.schema is not None:
        names = [column.name for column in model.schema.features]
        categories = [column.categories for column in model.schema.features]
    classes = tuple(str(plain(label)) for label in estimator.classes_)
    return Terms(tuple(map(str, names)), tuple(categories), classes, lang)
