"""Every entry of the registry: the function that writes it, or why it cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fenlei.errors import UsageError
from fenlei.export import (
    bayes_models,
    composed,
    distance_models,
    linear_models,
    machines,
    tree_models,
)
from fenlei.export.answers import Answer
from fenlei.export.calibrated import calibrated
from fenlei.export.pooled import pooled
from fenlei.export.tree_routes import FeatureRows
from fenlei.messages import phrase
from fenlei.registry import entry_of

WRITERS: dict[str, Callable[[Any, FeatureRows], Answer]] = {
    "gaussian_nb": bayes_models.gaussian_nb,
    "mixed_nb": bayes_models.mixed_nb,
    "categorical_nb": bayes_models.categorical_nb,
    "multinomial_nb": bayes_models.multinomial_nb,
    "bernoulli_nb": bayes_models.bernoulli_nb,
    "poisson_nb": bayes_models.poisson_nb,
    "kernel_nb": bayes_models.kernel_nb,
    "qda": bayes_models.qda,
    "lda": linear_models.lda,
    "logistic_regression": linear_models.logistic,
    "perceptron": linear_models.discriminant,
    "linear_svc": linear_models.discriminant,
    "fisher": linear_models.discriminant,
    "least_squares": linear_models.discriminant,
    "linear_regression": linear_models.regression,
    "ridge": linear_models.regression,
    "lasso": linear_models.regression,
    "elastic_net": linear_models.regression,
    "bayesian_ridge": linear_models.regression,
    "bayesian_linear": linear_models.regression,
    "nearest_centroid": distance_models.nearest_centroid,
    "nearest_prototype": distance_models.nearest_prototype,
    "k_neighbors": distance_models.k_neighbors,
    "k_neighbors_regressor": distance_models.k_neighbors_regressor,
    "kmeans": distance_models.kmeans,
    "svc": machines.svc,
    "svr": machines.svr,
    "id3": tree_models.tree_classifier,
    "c45": tree_models.tree_classifier,
    "decision_tree": tree_models.tree_classifier,
    "decision_tree_regressor": tree_models.tree_regressor,
    "random_forest": tree_models.forest_classifier,
    "random_forest_regressor": tree_models.forest_regressor,
    "hist_gradient_boosting": tree_models.boosting_classifier,
    "hist_gradient_boosting_regressor": tree_models.boosting_regressor,
}

# Writers that need those of the parts as well.
COMPOSED: dict[str, Callable[[Any, FeatureRows, composed.PartAnswer], Answer]] = {
    "adaboost": tree_models.adaboost,
    "adaboost_regressor": composed.adaboost_regressor,
    "bagging": composed.bagging,
    "bagging_regressor": composed.bagging_regressor,
    "voting": composed.voting,
    "one_vs_one": composed.one_vs_one,
    "one_vs_rest": composed.one_vs_rest,
    "minimum_risk": composed.minimum_risk,
    "reject_near_boundary": lambda model, rows, part: linear_models.reject_near_boundary(
        model, rows, part(model.estimator_, rows)
    ),
}

CALIBRATED = "fenlei.ensemble.calibration.calibrated:CalibratedClassifier"
POOLED = "fenlei.ensemble.pooled.models:"

# Why an entry has no writer.
REFUSED: dict[str, str] = {
    "bayes_classifier": "export.cells",
    "agglomerative": "export.no_new_rows",
    "divisive": "export.no_new_rows",
    "gaussian_mixture": "export.components",
    "bernoulli_mixture": "export.components",
    "categorical_mixture": "export.components",
    **dict.fromkeys(
        ("pca", "kernel_pca", "classical_mds", "mds", "isomap", "lle", "sne", "tsne"), "export.coordinates"
    ),
}


def kind_of_parts(model: object) -> str:
    """The path of the class of a model that is made of another one."""
    return f"{type(model).__module__}:{type(model).__qualname__}"


def write(model: object, rows: FeatureRows) -> Answer:
    """The answer of a fitted estimator, as formulas of a graph."""
    entry, name = entry_of(model), type(model).__name__
    if kind_of_parts(model) == CALIBRATED:
        return calibrated(model, rows, write)
    if kind_of_parts(model).startswith(POOLED):
        return pooled(model, rows, write)
    if entry is None:
        raise UsageError("export.not_ours", model=name)
    if any(getattr(getattr(model, "coding_", None), "categories", ())):
        raise UsageError("export.text_columns", model=name)
    if entry.name in COMPOSED:
        return COMPOSED[entry.name](model, rows, write)
    if entry.name not in WRITERS:
        reason = phrase(REFUSED.get(entry.name, "export.no_writer"))
        raise UsageError("export.refused", model=name, reason=reason)
    return WRITERS[entry.name](model, rows)
