"""Every chain of every working, recomputed: its sides agree, and the last number is the model's own.

A family is whole if its fit and its predictions have formulas; the list says which are.
"""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest

from fenlei import LinearRegression, LogisticRegression
from fenlei.explanation import Working, explain, explain_fit, texts
from fenlei.explanation.formula import Chain, disagreement, value
from fenlei.explanation.texts import TEXTS
from fenlei.explanation.whole_fit import _FITS
from fenlei.registry import REGISTRY
from tests.explanation.structure_cases import STRUCTURE, STRUCTURE_VARIANTS
from tests.explanation.tables import SmallTable, awkward_tables, random_tables

FEW: dict[str, Any] = {"n_estimators": 8, "random_state": 0}
SETS: dict[str, Any] = {"categorical_features": [0]}
# name in the registry: (kind of table, parameters)
WHOLE: dict[str, tuple[str, dict[str, Any]]] = {
    "bayes_classifier": ("numbers", {}),
    "gaussian_nb": ("numbers", {}),
    "kernel_nb": ("numbers", {}),
    "mixed_nb": ("numbers", {}),
    "categorical_nb": ("codes", {}),
    "multinomial_nb": ("counts", {}),
    "bernoulli_nb": ("counts", {}),
    "poisson_nb": ("counts", {}),
    "fisher": ("numbers", {}),
    "lda": ("numbers", {}),
    "qda": ("numbers", {"reg_param": 0.01}),
    "logistic_regression": ("numbers", {}),
    "perceptron": ("numbers", {}),
    "linear_regression": ("targets", {}),
    "ridge": ("targets", {}),
    "lasso": ("targets", {"alpha": 0.02}),
    "elastic_net": ("targets", {"alpha": 0.02}),
    "id3": ("codes", {}),
    "c45": ("numbers", {}),
    "decision_tree": ("numbers", {}),
    "decision_tree_regressor": ("targets", {}),
    "adaboost": ("numbers", {}),
    "hist_gradient_boosting": ("numbers", {"max_iter": 12, "min_samples_leaf": 2, "random_state": 0}),
    "hist_gradient_boosting_regressor": (
        "targets",
        {"max_iter": 12, "min_samples_leaf": 2, "random_state": 0},
    ),
    "k_neighbors": ("numbers", {"n_neighbors": 3}),
    "nearest_centroid": ("numbers", {}),
    "nearest_prototype": ("numbers", {}),
    "bayesian_ridge": ("targets", {}),
    "bayesian_linear": ("targets", {"noise_variance": 0.25}),
    **STRUCTURE,
    "random_forest": ("numbers", {"n_estimators": 12, "random_state": 0}),
    "random_forest_regressor": ("targets", {"n_estimators": 12, "random_state": 0}),
    "bagging": ("numbers", {"random_state": 0}),
    "bagging_regressor": ("targets", {"random_state": 0}),
    "k_neighbors_regressor": ("targets", {"n_neighbors": 3}),
    "adaboost_regressor": ("targets", {"n_estimators": 6, "random_state": 0}),
    "svr": ("targets", {}),
    "svc": ("numbers", {}),
    "linear_svc": ("numbers", {}),
    "least_squares": ("numbers", {}),
    "one_vs_one": ("numbers", {}),
    "one_vs_rest": ("numbers", {}),
    "voting": ("numbers", {}),
    "minimum_risk": ("numbers", {"reject_cost": 0.2}),
    "reject_near_boundary": ("numbers", {"margin": 0.1}),
}
ROUNDS: dict[str, Any] = {"max_iter": 5, "min_samples_leaf": 1, "random_state": 0}
VARIANTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "joint on codes": ("bayes_classifier", "codes", {"categorical_features": [0], "alpha": 0}),
    "joint on codes, smoothed": ("bayes_classifier", "codes", {"categorical_features": [0]}),
    "joint, diagonal": ("bayes_classifier", "numbers", {"covariance": "diagonal"}),
    "mixed with codes": ("mixed_nb", "codes", {"categorical_features": [0]}),
    "Newton without a penalty": ("logistic_regression", "codes", {"solver": "newton", "C": 10.0}),
    "CART by entropy": ("decision_tree", "codes", {"criterion": "entropy"}),
    "C4.5 on codes": ("c45", "codes", {"min_cases": 1, "pruning": False}),
    "CART cut back": ("decision_tree", "numbers", {"ccp_alpha": 0.05}),
    "regression tree of two levels": ("decision_tree_regressor", "targets", {"max_depth": 2}),
    "regression tree cut back": ("decision_tree_regressor", "targets", {"ccp_alpha": 0.1}),
    "regression tree by medians": ("decision_tree_regressor", "targets", {"criterion": "absolute_error"}),
    "boosting by the documents' alpha": ("adaboost", "codes", {"alpha": "half_ln", "learning_rate": 0.5}),
    "boosting of sets": ("adaboost", "codes", {"categorical_features": [0], "n_estimators": 5}),
    "gradient boosting without a split": ("hist_gradient_boosting", "numbers", {"max_iter": 2}),
    "gradient boosting of sets": ("hist_gradient_boosting", "codes", {**ROUNDS, **SETS}),
    "gradient boosting, balanced": (
        "hist_gradient_boosting",
        "codes",
        {**ROUNDS, "class_weight": "balanced"},
    ),
    "gradient boosting, shrunk": ("hist_gradient_boosting", "numbers", {**ROUNDS, "l2_regularization": 2.0}),
    "gradient boosting, stopped": (
        "hist_gradient_boosting_regressor",
        "targets",
        {**ROUNDS, "early_stopping": True, "validation_fraction": 2},
    ),
    "gradient boosting of medians": (
        "hist_gradient_boosting_regressor",
        "targets",
        {**ROUNDS, "loss": "absolute_error"},
    ),
    "gradient boosting of quantiles": (
        "hist_gradient_boosting_regressor",
        "targets",
        {**ROUNDS, "loss": "quantile", "quantile": 0.8},
    ),
    "Bayesian, flat intercept": ("bayesian_linear", "targets", {"penalize_intercept": False}),
    "Bayesian, no intercept": ("bayesian_linear", "targets", {"fit_intercept": False}),
    **STRUCTURE_VARIANTS,
    "forest of hard votes": ("random_forest", "codes", {**FEW, "voting": "hard", **SETS}),
    "forest without drawing": ("random_forest", "numbers", {**FEW, "bootstrap": False, "max_bins": None}),
    "forest by medians": ("random_forest_regressor", "targets", {**FEW, "criterion": "absolute_error"}),
    "bagging of lines": ("bagging", "numbers", {"estimator": LogisticRegression(), "random_state": 0}),
    "bagging of half the features": ("bagging", "numbers", {"max_features": 0.5, "random_state": 0}),
    "categorical without smoothing": ("categorical_nb", "codes", {"alpha": 0}),
    "two neighbours, which tie": ("k_neighbors", "codes", {"n_neighbors": 2, "ties": "nearest"}),
    "votes by distance": ("k_neighbors", "numbers", {"n_neighbors": 3, "weights": "distance"}),
    "branch and bound": ("k_neighbors", "numbers", {"n_neighbors": 1, "algorithm": "branch_bound"}),
    **{
        f"{metric} neighbours": ("k_neighbors", "codes", {"n_neighbors": 3, "metric": metric})
        for metric in (
            "manhattan",
            "chebyshev",
            "sqeuclidean",
            "cosine",
            "hamming",
            "heom",
            "gower",
            "canberra",
        )
    },
    "shrunken centroids": ("nearest_centroid", "numbers", {"shrink_threshold": 0.3, "priors": "empirical"}),
    **{
        f"{kernel} machines": ("svc", "codes", {"kernel": kernel, "C": 2.0})
        for kernel in ("linear", "poly", "sigmoid", "laplacian", "laplacian_euclidean")
    },
    "linear machines of numbers": ("svc", "numbers", {"kernel": "linear"}),
    "machines with probabilities": ("svc", "numbers", {"probability": True, "C": 5.0}),
    "pairs of machines": ("svc", "numbers", {"decision_function_shape": "ovo", "class_weight": "balanced"}),
    "linear machines by the hinge": ("linear_svc", "codes", {"loss": "hinge", "class_weight": "balanced"}),
    "linear machines with few weights": ("linear_svc", "codes", {"penalty": "l1", "dual": False}),
    "least squares with a penalty": ("least_squares", "codes", {"alpha": 1.0, "penalize_intercept": True}),
    "least squares without an intercept": ("least_squares", "codes", {"fit_intercept": False}),
    "soft voting": ("voting", "numbers", {"voting": "soft", "weights": [2, 1, 1]}),
    "means by distance": ("k_neighbors_regressor", "targets", {"n_neighbors": 2, "weights": "distance"}),
    "boosted lines of squared loss": (
        "adaboost_regressor",
        "targets",
        {"estimator": LinearRegression(), "loss": "square", "learning_rate": 0.5, "random_state": 1},
    ),
    "boosted trees of weighted rows": (
        "adaboost_regressor",
        "targets",
        {"n_estimators": 8, "loss": "exponential", "resample": False},
    ),
    **{
        f"a tube by the {kernel} kernel": ("svr", "targets", {"kernel": kernel, "C": 2.0, "epsilon": 0.3})
        for kernel in ("linear", "poly", "sigmoid", "laplacian")
    },
    "a tube without width": ("svr", "targets", {"epsilon": 0.0, "C": 0.5}),
    "Minkowski neighbours": ("k_neighbors", "numbers", {"n_neighbors": 3, "p": 3}),
}
CASES = {name: (name, *facts) for name, facts in WHOLE.items()} | VARIANTS


def fitted(name: str, params: dict[str, Any], table: SmallTable) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = REGISTRY[name].load()(**params)
        return model.fit(table.X, table.y)


def worst(working: Working) -> tuple[float, Chain | None]:
    found = [(disagreement(chain), i, chain) for i, chain in enumerate(working.chains())]
    most = max(found, default=(0.0, 0, None))
    return most[0], most[2]


def own_numbers(model: Any, X: Any, row: int) -> list[float]:
    """What the model itself returns for a row, which may have to be a training row."""
    x = X[row : row + 1]
    if hasattr(model, "embedding_") and not hasattr(model, "transform"):
        return [float(number) for number in model.embedding_[row]]
    if hasattr(model, "labels_") and not hasattr(model, "predict"):
        return [float(model.labels_[row])]
    for method in ("predict_proba", "decision_function", "transform"):
        if hasattr(model, method):
            return [float(number) for number in np.ravel(getattr(model, method)(x))]
    answer = model.predict(x)[0]
    return [float(answer)]


def results(working: Working) -> list[float]:
    found = []
    for chain in working.chains():
        last = value(chain.sides[-1])
        found += [] if last is None else [float(number) for number in np.ravel(last)]
    return found


@pytest.mark.parametrize("case", CASES)
def test_every_chain_of_a_fit_and_of_predictions_agrees(case: str) -> None:
    name, kind, params = CASES[case]
    for table in [*random_tables(20, kind), *awkward_tables(kind)]:
        model = fitted(name, params, table)
        fit = explain_fit(model, table.X, table.y)
        assert worst(fit)[0] < 1e-9, (table.name, worst(fit)[1])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for row in (0, len(table.X) - 1):
                working = explain(model, table.X, row)
                assert worst(working)[0] < 1e-9, (table.name, row, worst(working)[1])
                shown = np.array(results(working))
                own = own_numbers(model, table.X, row)
                wanted = max(own) if hasattr(model, "predict_proba") else own[0]
                assert np.min(np.abs(shown - wanted)) <= 1e-12 * max(1.0, abs(wanted)), table.name


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_family_has_three_steps_with_formulas_in_both_languages(name: str, lang: str) -> None:
    kind, params = WHOLE[name]
    table = random_tables(1, kind)[0]
    model = fitted(name, params, table)
    for working in (explain_fit(model, table.X, table.y, lang=lang), explain(model, table.X, 0, lang=lang)):
        assert len([step for step in working.steps if step.formulas or step.frames]) >= 3
        assert "{" not in working.head + "".join(step.title + step.says for step in working.steps)
        assert not any(step.title == TEXTS["title.scores"][0] for step in working.steps)
        assert Working.from_dict(json.loads(json.dumps(working.to_dict(), allow_nan=False))) == working
        for printed in (str(working), working.to_latex(), working._repr_html_()):
            assert working.conclusion[:8] in printed


def test_every_estimator_of_the_registry_is_whole() -> None:
    assert set(WHOLE) == set(_FITS) == set(REGISTRY)


def test_no_text_replaces_another() -> None:
    keys = [key for part in texts._PARTS for key in part.TEXTS]
    assert len(keys) == len(set(keys)), sorted(key for key in set(keys) if keys.count(key) > 1)
