"""From a model and a row to the working of its prediction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.explanation import bayes, linear, neighbors, svm, trees, voting
from fenlei.explanation.working import Cell, Explanation, Grid, ModelTerms, plain
from fenlei.kernels import Array
from fenlei.model_file import Model
from fenlei.model_file.kinds import kind_of

Working = Callable[[Any, Array, ModelTerms], list[Grid]]

# Every classifier of the registry, by its name; None: by its form, as classifiers that are not ours.
_WORKINGS: dict[str, Working | None] = {
    "bayes_classifier": bayes.joint,
    "minimum_risk": bayes.risks,
    "qda": bayes.gaussians,
    **dict.fromkeys(("gaussian_nb", "categorical_nb", "mixed_nb", "kernel_nb", "poisson_nb"), bayes.naive),
    **dict.fromkeys(("bernoulli_nb", "multinomial_nb"), bayes.naive),
    **dict.fromkeys(("id3", "c45", "decision_tree"), trees.path),
    **dict.fromkeys(("one_vs_one", "one_vs_rest"), voting.pairs),
    **dict.fromkeys(("random_forest", "bagging"), voting.votes),
    "voting": voting.combination,
    "adaboost": voting.rounds,
    "k_neighbors": neighbors.neighbours,
    "nearest_centroid": linear.centroids,
    "svc": svm.machines,
    **dict.fromkeys(("lda", "logistic_regression", "perceptron", "linear_svc", "fisher", "least_squares")),
    "nearest_prototype": None,
    "reject_near_boundary": None,
}


def explain(model: object, data: Any, row: int = 0, *, lang: str = "en") -> Explanation:
    """The working of one prediction.

    Parameters
    ----------
    model : Model or fitted classifier
        As `train`, `load_model` or `fit` return it; also a classifier of scikit-learn.
    data : Table, data frame or array
        The rows, as the model predicts them.
    row : int, default=0
        Index of the row in `data`, from 0.
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
    grids = _working(estimator, x)(estimator, x, terms)
    prediction = str(plain(estimator.predict(x[None])[0]))
    return Explanation(type(estimator).__name__, given, tuple(grids), prediction, lang)


def _working(estimator: object, x: Array) -> Working:
    """The working of an estimator: that of its entry in the registry, or else by its form."""
    try:
        name = kind_of(estimator)
    except UsageError:  # a class that is not ours, whatever it is called
        return _by_form(estimator, x)
    return _WORKINGS.get(name) or _by_form(estimator, x)


def _by_form(estimator: object, x: Array) -> Working:
    """Contributions where coefficients add up to the decision values, else scores."""
    return linear.contributions if linear.is_linear(estimator, x) else linear.scores


def _row(model: Model, data: Any, row: int) -> tuple[dict[str, Cell], Array]:
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
        values: dict[str, Cell] = {str(name): float(value) for name, value in zip(names, X[0], strict=True)}
        return values, model._features(X)[0]
    from fenlei.table.reading import conform
    from fenlei.table.table import Table

    table = data.take([row]) if isinstance(data, Table) else conform(data, model.schema).take([row])
    coded = conform(table, model.schema).coded()
    shown = {
        name: _shown(value, categories)
        for name, value, categories in zip(coded.names, coded.X[0], coded.categories, strict=True)
    }
    return shown, model._features(coded.X)[0]


def _shown(value: float, words: tuple[str, ...] | None) -> float | str | None:
    if np.isnan(value):
        return None
    return float(value) if words is None else words[int(value)]


def _terms(model: Model, estimator: Any, p: int, lang: str) -> ModelTerms:
    """Names of what the estimator takes: the table's columns, or what the preparation made of them."""
    names = list(getattr(estimator, "feature_names_in_", [f"x{j}" for j in range(p)]))
    categories: list[tuple[str, ...] | None] = [None] * p
    if model.preparation is not None:
        names = list(model.preparation.get_feature_names_out())
    elif model.schema is not None:
        names = [column.name for column in model.schema.features]
        categories = [column.categories for column in model.schema.features]
    classes = tuple(str(plain(label)) for label in estimator.classes_)
    return ModelTerms(tuple(map(str, names)), tuple(categories), classes, lang)
