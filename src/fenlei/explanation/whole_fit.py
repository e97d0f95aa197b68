"""From a fitted model and its training rows to the working of its fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from fenlei.ensemble.calibration.calibrated import CalibratedClassifier, uncalibrated
from fenlei.errors import DataError, UsageError
from fenlei.explanation import posterior
from fenlei.explanation.basis_functions import basis_step, expanded, function_terms, has_basis, on_functions
from fenlei.explanation.fit import (
    bayes,
    boosting,
    centres,
    discriminant,
    ensembles,
    joint_bayes,
    least_squares,
    logistic,
    neighbors,
    perceptron,
    regression_trees,
    schemes,
    trees,
)
from fenlei.explanation.fit.gradient_boosting import rounds as gradient_rounds
from fenlei.explanation.fit.preparation import class_weight_step, preparation_step
from fenlei.explanation.fit.regressors import boosted_regression, elastic_net, neighbor_means, tube
from fenlei.explanation.fit.svm import linear_svc, svc
from fenlei.explanation.formula import disagreement
from fenlei.explanation.given_row import on_codes
from fenlei.explanation.one_row import model_terms
from fenlei.explanation.prediction.composed import calibration
from fenlei.explanation.prepared import appended
from fenlei.explanation.structure import FITS
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows, training_rows
from fenlei.explanation.working import Working, WorkingStep
from fenlei.model_file import Model
from fenlei.registry import entry_of

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike
    from fenlei.explanation.given_row import RowsLike

Fit = Callable[..., list[WorkingStep]]  # (model, rows, terms), of a tree also node
TOLERANCE = 1e-6  # by which numbers from other rows differ at the least

_FITS: dict[str, Fit] = {
    "bayes_classifier": joint_bayes.fit,
    **dict.fromkeys(("gaussian_nb", "categorical_nb", "mixed_nb", "kernel_nb"), bayes.fit),
    **dict.fromkeys(("poisson_nb", "bernoulli_nb", "multinomial_nb"), bayes.fit),
    "fisher": discriminant.fisher,
    "lda": discriminant.lda,
    "qda": discriminant.qda,
    "logistic_regression": logistic.fit,
    "perceptron": perceptron.fit,
    **dict.fromkeys(("linear_regression", "ridge"), least_squares.fit),
    **dict.fromkeys(("lasso", "elastic_net"), elastic_net.fit),
    **dict.fromkeys(("id3", "c45", "decision_tree"), trees.fit),
    "decision_tree_regressor": regression_trees.fit,
    "adaboost": boosting.fit,
    **dict.fromkeys(("hist_gradient_boosting", "hist_gradient_boosting_regressor"), gradient_rounds.fit),
    "k_neighbors": neighbors.fit,
    "k_neighbors_regressor": neighbor_means.fit,
    "adaboost_regressor": boosted_regression.fit,
    "svr": tube.fit,
    "svc": svc.fit,
    "linear_svc": linear_svc.fit,
    "nearest_centroid": centres.centroid,
    "nearest_prototype": centres.prototypes,
    **dict.fromkeys(("bayesian_ridge", "bayesian_linear"), posterior.fit),
    "least_squares": least_squares.classifier,
    "one_vs_one": schemes.one_vs_one,
    "one_vs_rest": schemes.one_vs_rest,
    "voting": schemes.voting,
    "minimum_risk": schemes.minimum_risk,
    "reject_near_boundary": schemes.rejection,
    **FITS,
    **dict.fromkeys(("random_forest", "random_forest_regressor"), ensembles.fit),
    **dict.fromkeys(("bagging", "bagging_regressor"), ensembles.fit),
}
_WITH_NODES = ("id3", "c45", "decision_tree", "decision_tree_regressor")


def explain_fit(
    model: object, X: RowsLike, y: ArrayLike | None = None, *, node: int | None = None, lang: str = "en"
) -> Working:
    """The working of a fit: how the numbers of the model come from its training rows.

    Parameters
    ----------
    model : Model, or fitted estimator
        As `train`, `load_model` or `fit` return it.
    X : Table, data set, data frame, array or sparse matrix
        The rows that it was fitted to.
    y : array-like of shape (n,), optional
        Their labels or targets; a table or data set brings its own.
    node : int, optional
        Of a tree, the node whose split is worked out; the root by default.
    lang : {"en", "zh"}, default="en"

    Returns
    -------
    Working
        Printable; `to_dict` gives plain data, `to_latex` and `to_html` give pages.

    Raises
    ------
    DataError
        If the rows do not give the numbers of the model: other rows, or a fit with weights.
    UsageError
        If there is no working for this estimator yet, or if it is not fitted.

    Examples
    --------
    >>> from fenlei import GaussianNB
    >>> from fenlei.explanation import explain_fit
    >>> X, y = [[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"]
    >>> working = explain_fit(GaussianNB(var_smoothing=0).fit(X, y), X, y)
    >>> [step.title for step in working.steps]
    ['Prior probabilities', 'Means', 'Smoothing of the variances', 'Variances']
    """
    full = model if isinstance(model, Model) else Model(model)
    given = full.estimator
    full = replace(full, estimator=uncalibrated(given))
    entry = entry_of(full.estimator)
    name = type(full.estimator).__name__
    if entry is None or entry.name not in _FITS:
        raise UsageError("explain.no_fit", model=name)
    if not hasattr(full.estimator, "n_features_in_"):
        raise UsageError("explain.unfitted", model=name)
    rows = training_rows(full, X, y)
    terms = model_terms(full, rows.X.shape[1], lang)
    estimator = on_codes(full.estimator)
    if rows.X.shape[1] != full.estimator.n_features_in_:
        raise DataError("explain.other_rows", model=name)
    if node is not None and entry.name not in _WITH_NODES:
        raise UsageError("explain.no_nodes", model=name)
    options = {"node": node} if entry.name in _WITH_NODES else {}
    first = _first_steps(full, rows, terms)
    if has_basis(estimator):
        phi = expanded(estimator, rows.X)
        first.append(basis_step(estimator, rows.X[0], phi[0], terms, 0))
        terms, rows = function_terms(estimator, phi.shape[1], terms), rows._replace(X=phi)
        estimator = on_functions(estimator, phi.shape[1])
    steps = _FITS[entry.name](estimator, rows, terms, **options)
    if isinstance(given, CalibratedClassifier):
        steps.append(calibration.fit_step(given, terms))
    working = Working(
        name,
        "fit",
        (*first, *steps),
        terms.say("fitted", model=name, n=rows.n),
        lang,
        head=terms.say("head.fit", model=name),
    )
    if any(disagreement(chain) > TOLERANCE for chain in working.chains()):
        raise DataError("explain.other_rows", model=name)
    return working


def _first_steps(model: Model, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """How the rows were prepared, and what each counts."""
    prepared = [preparation_step(model, rows, terms), *appended.fit_steps(model, rows, terms)]
    weighed = class_weight_step(on_codes(model.estimator), rows, terms)
    return [step for step in (*prepared, weighed) if step is not None]
