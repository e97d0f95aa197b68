"""From a model and a row to the working of its prediction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.ensemble.pooled.members import takes_table_rows
from fenlei.errors import UsageError
from fenlei.explanation import posterior
from fenlei.explanation.basis_functions import basis_step, expanded, function_terms, has_basis, on_functions
from fenlei.explanation.given_row import coding_of, given_row, on_codes, scaling
from fenlei.explanation.prediction import (
    boosting,
    centres,
    discriminant,
    ensembles,
    gradient_boosting,
    joint_bayes,
    linear,
    linear_scores,
    naive_bayes,
    neighbors,
    regression_trees,
    svm,
    trees,
)
from fenlei.explanation.prediction.composed import calibration, expected_costs, pooled, schemes, voting
from fenlei.explanation.prediction.preparation import preparation_step
from fenlei.explanation.prediction.regressors import boosted_regression, neighbor_means, tube
from fenlei.explanation.prepared import appended
from fenlei.explanation.prepared.held_texts import with_texts
from fenlei.explanation.structure import POSITIONS, explain_position
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.texts import text
from fenlei.explanation.working import Grid, Working, WorkingStep, plain, shown
from fenlei.kernels import Array
from fenlei.model_file import Model
from fenlei.model_file.kinds import kind_of
from fenlei.registry import entry_of

if TYPE_CHECKING:
    from fenlei.explanation.given_row import RowsLike

Family = Callable[[Any, Array, ModelTerms], Sequence[Grid | WorkingStep]]

# Every classifier of the registry, by its name; None: by its form, as those not ours and regressions.
_WORKINGS: dict[str, Family | None] = {
    "bayes_classifier": joint_bayes.joint,
    "minimum_risk": expected_costs.risks,
    "calibrated": calibration.calibrated,
    "pooled": pooled.probabilities,
    "pooled_regressor": pooled.numbers,
    "qda": discriminant.quadratic,
    **dict.fromkeys(("bayesian_ridge", "bayesian_linear"), posterior.predictive),
    **dict.fromkeys(
        ("gaussian_nb", "categorical_nb", "mixed_nb", "kernel_nb", "poisson_nb"), naive_bayes.naive
    ),
    **dict.fromkeys(("bernoulli_nb", "multinomial_nb"), naive_bayes.naive),
    **dict.fromkeys(("id3", "c45", "decision_tree"), trees.path),
    "one_vs_one": schemes.one_vs_one,
    "one_vs_rest": schemes.one_vs_rest,
    **dict.fromkeys(("random_forest", "bagging"), ensembles.votes),
    **dict.fromkeys(("random_forest_regressor", "bagging_regressor"), ensembles.means),
    "voting": voting.combination,
    "adaboost": boosting.rounds,
    "adaboost_regressor": boosted_regression.rounds,
    **dict.fromkeys(("hist_gradient_boosting", "hist_gradient_boosting_regressor"), gradient_boosting.sums),
    "k_neighbors": neighbors.neighbours,
    "k_neighbors_regressor": neighbor_means.neighbours,
    "svr": tube.prediction,
    "nearest_centroid": centres.centroids,
    "svc": svm.machines,
    "fisher": discriminant.fisher,
    "decision_tree_regressor": regression_trees.path,
    **dict.fromkeys(("lda", "logistic_regression", "perceptron", "linear_svc", "least_squares")),
    "nearest_prototype": centres.prototypes,
    "reject_near_boundary": schemes.rejection,
}


def explain(model: object, data: RowsLike, row: int = 0, *, lang: str = "en") -> Working:
    """The working of one prediction.

    Parameters
    ----------
    model : Model, or fitted classifier or regression
        As `train`, `load_model` or `fit` return it; also one of scikit-learn.
    data : Table, data set, data frame, array or sparse matrix
        The rows, as the model predicts them.
    row : int, default=0
        Index of the row in `data`, from 0.
    lang : {"en", "zh"}, default="en"

    Returns
    -------
    Working
        Printable; `to_dict` gives plain data, `to_latex` and `to_html` give pages.

    Examples
    --------
    >>> from fenlei import CategoricalNB, load
    >>> from fenlei.explanation import explain
    >>> loan = load("loan")
    >>> print(explain(CategoricalNB(alpha=0).fit(loan.X, loan.y), loan.X).conclusion)
    Decision: no
    >>> from fenlei import LinearRegression
    >>> line = load("line_points")
    >>> working = explain(LinearRegression().fit(line.X, line.y), line)
    >>> print(working)
    LinearRegression on the row
      x0 = 1
    <BLANKLINE>
    1. Coefficient times value
    1 of 1 features are written out, those that count most.
      w_x0 · x_x0 = 0.97 · 1 = 0.97
    <BLANKLINE>
    2. The products added up
    The intercept and all products.
      ŷ = b + Σⱼ wⱼ · xⱼ = 0.13 + 0.97 = 1.1
    ...
    Prediction: 1.1
    """
    full = model if isinstance(model, Model) else Model(model)
    entry = entry_of(full.estimator)
    if entry is not None and entry.name in POSITIONS:
        return explain_position(full, data, row, lambda p: model_terms(full, p, lang))
    if not hasattr(full.estimator, "predict") or (entry and entry.kind not in ("classifier", "regressor")):
        raise UsageError("explain.no_classes", model=type(full.estimator).__name__)
    if entry is not None and not hasattr(full.estimator, "n_features_in_"):
        raise UsageError("explain.unfitted", model=type(full.estimator).__name__)
    if getattr(full.estimator, "takes_cells", False):
        raise UsageError("explain.pipeline", model=type(full.estimator).__name__)
    given = given_row(full, data, row)
    estimator, x = on_codes(full.estimator), given.x
    if given.term_counts and takes_table_rows(estimator):
        estimator = with_texts(estimator, given.term_counts)
    terms = model_terms(full, len(x), lang)._replace(raw=given.raw)
    first = [preparation_step(full, given, terms), *appended.row_steps(full, given, terms)]
    if has_basis(estimator):
        phi = expanded(estimator, x[None])[0]
        first.append(basis_step(estimator, x, phi, terms))
        terms, estimator = function_terms(estimator, len(phi), terms), on_functions(estimator, len(phi))
        x = phi
    parts = working_of(estimator, x)(estimator, x, terms)
    name, prediction = type(estimator).__name__, _written(estimator.predict(x[None])[0])
    key = "conclusion" if terms.classes else "prediction_is"
    scaled = scaling(full)
    return Working(
        name,
        "prediction",
        (*(step for step in first if step is not None), *map(_as_step, parts)),
        terms.say(key, prediction=prediction),
        lang,
        prediction,
        given.values | given.texts,
        given.scaled,
        () if scaled is None else (terms.say(f"scaled.{scaled}"),),
        text("head", lang, model=name),
    )


def _as_step(part: Grid | WorkingStep) -> WorkingStep:
    """A table by itself is a step without formulas."""
    return part if isinstance(part, WorkingStep) else WorkingStep("table", part.title, grids=(part,))


def working_of(estimator: object, x: Array) -> Family:
    """The working of an estimator: that of its entry in the registry, or else by its form."""
    try:
        name = kind_of(estimator)
    except UsageError:  # a class that is not ours, whatever it is called
        return _by_form(estimator, x)
    return _WORKINGS.get(name) or _by_form(estimator, x)


def _written(prediction: object) -> str:
    """A class as it is; a number, or one for each target, with six digits."""
    if isinstance(prediction, np.ndarray):
        return ", ".join(shown(float(value)) for value in prediction)
    return shown(prediction.item()) if isinstance(prediction, np.floating) else str(plain(prediction))


def _by_form(estimator: object, x: Array) -> Family:
    """Contributions where coefficients add up to the decision values, else scores."""
    if not hasattr(estimator, "classes_") and hasattr(estimator, "estimators_"):
        return ensembles.members
    return linear_scores.contributions if linear.is_linear(estimator, x) else linear.scores


def model_terms(model: Model, p: int, lang: str) -> ModelTerms:
    """Names of what the estimator takes: the table's columns, or what the preparation made of them."""
    estimator, coding = model.estimator, coding_of(model.estimator)
    names = list(getattr(estimator, "feature_names_in_", [f"x{j}" for j in range(p)]))
    categories: list[tuple[str, ...] | None] = [None] * p
    if model.schema is None and coding is not None:
        names, categories = list(coding.names or names), list(coding.categories)
    if model.preparation is not None:
        names = list(model.preparation.get_feature_names_out())
    elif model.schema is not None:
        names = [column.name for column in model.schema.features]
        categories = [column.categories for column in model.schema.features]
    classes = tuple(str(plain(label)) for label in getattr(estimator, "classes_", ()))
    return ModelTerms(tuple(map(str, names)), tuple(categories), classes, lang)
