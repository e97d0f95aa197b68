"""Every classifier of the registry in its plain and its special forms, and rows that each can take.

A classifier that enters the registry is covered by the contract tests at once; a form with other parameters
than the defaults is one more line in `SPECIAL`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.utils import get_tags

from fenlei.registry import Entry, entries


class Form(NamedTuple):
    """A classifier with some of its parameters set."""

    entry: Entry
    parameters: dict[str, Any]

    def make(self, **others: Any) -> Any:
        return self.entry.load()(**{**self.parameters, **others})

    def rows(self, n: int = 60, K: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """X (n, 4) that it can take, with some bearing on y (n,) in 0..K-1; no class is empty."""
        rng = np.random.default_rng(seed)
        y = rng.permutation(np.concatenate([np.arange(K), rng.integers(0, K, n - K)]))
        X = rng.normal(size=(n, 4)) + 0.7 * y[:, None] * np.array([1.0, -1.0, 0.3, 0.0])
        if self.entry.numeric and not get_tags(self.make()).input_tags.positive_only:
            return X, y
        return np.clip(np.round(X + 1), 0, 3), y  # category codes, or counts

    @property
    def counts(self) -> bool:
        """Whether it counts, with smoothing: zero and the sum of the weights have a meaning then."""
        return self.entry.path.startswith("fenlei.bayes.") and "alpha" in self.make().get_params()

    @property
    def steps_from_rows(self) -> bool:
        """Whether each row moves it by its weight, as the perceptron: no minimum, and no sum of rows."""
        return "eta0" in self.make().get_params()

    @property
    def depends_on_total_weight(self) -> bool:
        """Whether weights that are all twice as large give another model, as twice as many rows do."""
        by_name = {
            "kernel_nb": "the width of the kernel falls with the number of rows",
            "logistic_regression": "the penalty stands against the sum over rows",
            "c45": "min_cases and the expected errors count rows",
            "k_neighbors": "k counts rows",
            "nearest_centroid": "the deviations are divided by n - K",
            "perceptron": "a step is as long as its row is heavy",
            "svc": "C bounds the multiplier of a row",
            "linear_svc": "the penalty stands against the sum over rows",
            "hist_gradient_boosting": "a leaf needs a least sum of hessians",
            "voting": "as the logistic regression that votes",
        }
        return self.needs_rows or "divisor" in self.parameters or self.entry.name in by_name

    @property
    def depends_on_the_origin(self) -> bool:
        """Whether rows that are all shifted alike give more than a shifted model."""
        return self.steps_from_rows or self.entry.name == "linear_svc"  # the intercept is penalised too

    @property
    def has_probabilities(self) -> bool:
        return hasattr(self.make(), "predict_proba")

    @property
    def needs_rows(self) -> bool:
        """Whether a summary is not enough to fit it."""
        return self.parameters.get("shrinkage") == "auto"

    def __str__(self) -> str:
        inner = ",".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.entry.name}({inner})"


SPECIAL: dict[str, list[dict[str, Any]]] = {
    "gaussian_nb": [{"var_smoothing": 0.0}],
    "bayes_classifier": [
        {"covariance": "diagonal", "small_cells": "shrunken"},
        {"alpha": 0.0, "unseen": "prior"},
    ],
    "categorical_nb": [{"alpha": 0.3, "fit_prior": False, "min_categories": 4}],
    "bernoulli_nb": [{"alpha": 0.1, "binarize": 0.5}],
    "lda": [
        {"solver": "lsqr"},
        {"solver": "eigen"},
        {"solver": "eigen", "shrinkage": "auto"},
        {"solver": "lsqr", "shrinkage": 0.3, "divisor": "n-K"},
        {"store_covariance": True, "n_components": 1},
    ],
    "qda": [
        {"solver": "eigen", "shrinkage": 0.1},
        {"solver": "eigen", "shrinkage": "auto"},
        {"reg_param": 0.2, "store_covariance": True},
    ],
    "random_forest": [{"bootstrap": True, "max_samples": 50}],
}

# What draws at random by default has a seed, so that two fits are one model; and plainly it takes every row,
# since rows drawn anew break ties between classes.
DRAWN: dict[str, dict[str, Any]] = {
    "random_forest": {"n_estimators": 20, "random_state": 0, "bootstrap": False},
    "hist_gradient_boosting": {"max_iter": 20, "min_samples_leaf": 1, "random_state": 0},
}

DRAWS = "there are as many draws as rows, so that a weight is a repetition in distribution only"


def expected_failures(estimator: Any) -> dict[str, str]:
    """Checks of scikit-learn that an estimator fails by design, as its namesake does."""
    given = estimator.get_params(deep=False)
    if given.get("resample"):
        given |= {"bootstrap": True, "max_samples": None}
    if not given.get("bootstrap") or isinstance(given["max_samples"], int):
        return {}
    kinds = ("dense", "sparse")
    return {f"check_sample_weight_equivalence_on_{kind}_data": DRAWS for kind in kinds}


EVERY = [Form(entry, DRAWN.get(entry.name, {})) for entry in entries(kind="classifier")]
PLAIN = [form for form in EVERY if "estimator" not in form.make().get_params()]  # what stands on its own
FORMS = [
    Form(f.entry, {**f.parameters, **each}) for f in PLAIN for each in ({}, *SPECIAL.get(f.entry.name, []))
]
MERGEABLE = [form for form in FORMS if form.entry.mergeable and not form.needs_rows]
WEIGHTED = [form for form in FORMS if form.entry.weights]


def arrays(record: Any) -> list[np.ndarray]:
    """The arrays of a record, of records inside it and of tuples of arrays, in order."""
    if isinstance(record, tuple):
        return [array for field in record for array in arrays(field)]
    return [] if record is None else [np.asarray(record)]


def opinion(model: Any, X: Any, *methods: str) -> np.ndarray:
    """What it thinks of each class: probabilities, or its scores if it has none."""
    names = methods or ("predict_proba", "decision_function")
    return getattr(model, next(name for name in names if hasattr(model, name)))(X)


def assert_same_model(a: Any, b: Any, X: Any, rtol: float = 1e-10) -> None:
    """Equal classes, log probabilities (or what it has instead) and projections, up to rounding."""
    assert_array_equal(a.classes_, b.classes_)
    assert a.n_features_in_ == b.n_features_in_
    finest = ("predict_log_proba", "predict_proba", "decision_function")
    scores = [opinion(model, X, *finest) for model in (a, b)]
    assert_allclose(*scores, rtol=rtol, atol=rtol * np.abs(scores[1][np.isfinite(scores[1])]).max())
    if hasattr(a, "transform"):
        assert_allclose(a.transform(X), b.transform(X), rtol=10 * rtol, atol=10 * rtol)
