"""At the edge of the range of floats every answer is finite, or one sentence says that it cannot be."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from fenlei.errors import DataError
from fenlei.linear import LinearDiscriminantAnalysis
from fenlei.neighbors import KNeighborsClassifier
from fenlei.registry import Entry, entries
from fenlei.svm import SVC

ENTRIES = [pytest.param(entry, id=entry.name) for entry in entries()]
FACTORS = (5e-324, 1e-310, 1e-160, 1e160, 1e300, 1e308)
METHODS = (
    *("predict", "predict_proba", "decision_function", "transform", "score_samples", "class_distances"),
    "score",
)
NO_DENSITY = {"score_samples", "feature_log_prob_", "class_log_prior_"}  # minus infinity: a probability of 0
WITHOUT_END = {"margin_", "log_likelihood_"}  # infinity: of weights that are 0, of a perfect fit


def rows_for(entry: Entry) -> tuple[np.ndarray, np.ndarray]:
    """X (24, 3) that the estimator takes, and a target."""
    rng = np.random.default_rng(0)
    y = np.arange(24) % 3
    X = rng.normal(size=(24, 3)) + y[:, None]
    if entry.discrete or not entry.numeric:
        X = (X > 0.5).astype(float)
    elif entry.name in ("multinomial_nb", "poisson_nb"):
        X = np.round(np.abs(X) * 3)
    return X, X[:, 0] + 0.1 * X[:, 1] if entry.kind == "regressor" else y


def held(X: np.ndarray, factor: float) -> np.ndarray:
    """X times the factor, inside the range of floats."""
    with np.errstate(over="ignore"):
        return np.clip(X * factor, -1.7e308, 1.7e308)


def cases(entry: Entry) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Rows to fit, target and queries, one of them at the edge."""
    X, y = rows_for(entry)
    for factor in FACTORS:
        column, cell = X.copy(), X[:2].copy()
        column[:, 1] = held(column[:, 1], factor)
        cell[0, 0] = factor
        yield held(X, factor), y, held(X, factor)
        yield column, y, X
        yield X, y, cell
        yield X, y, np.array([[factor, -factor, factor]])


def numbers_of(
    entry: Entry, model: Any, queries: np.ndarray, y: np.ndarray
) -> Iterator[tuple[str, np.ndarray]]:
    """What the fitted model shows and says, in numbers; after a refusal the other methods are asked still."""
    for name in dir(model):
        shown = name.endswith("_") and not name.startswith("_") and name not in ("model_", "summary_")
        if shown and isinstance(getattr(model, name, None), np.ndarray | np.generic | float):
            yield name, np.asarray(getattr(model, name))
    alone = entry.kind in ("transformer", "clusterer")
    for name in METHODS:
        target = (y[: len(queries)],) if name == "score" and not alone else ()
        with suppress(ValueError):
            if hasattr(model, name):
                kind = "score_samples" if name == "score" and entry.discrete else name
                yield kind, np.asarray(getattr(model, name)(queries, *target))


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_answer_is_silently_infinite_or_missing(entry: Entry) -> None:
    for X, y, queries in cases(entry):
        model = entry.load()()
        settings = {"random_state": 0, "n_jobs": 1, "n_estimators": 3, "max_iter": 50}
        model.set_params(**{name: value for name, value in settings.items() if name in model.get_params()})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter(
                "error", RuntimeWarning
            )  # none of NumPy's own; but scikit-learn sums all of X
            warnings.filterwarnings("ignore", "invalid value encountered in reduce", RuntimeWarning)
            try:
                fitted = model.fit(X) if entry.kind in ("transformer", "clusterer") else model.fit(X, y)
                answers = list(numbers_of(entry, fitted, queries, y))
            except ValueError:
                continue
        for name, answer in answers:
            if answer.dtype.kind != "f":
                continue
            found = answer[~np.isneginf(answer)] if name in NO_DENSITY else answer
            found = found[~np.isposinf(found)] if name in WITHOUT_END else found
            lone = name == "score" and entry.kind == "regressor" and len(queries) < 2  # R² is not defined
            assert lone or np.isfinite(found).all(), (name, np.abs(X).max(), np.abs(queries).max())


def test_the_sentence_names_the_values() -> None:
    X = np.array([[0.0, 1], [1, 0], [4, 5], [5, 4]])
    far = np.array([[1e308, -1e308]])
    words = "with values from 1e.308 to 1e.308 in X, a result leaves the range of floating-point numbers"
    with pytest.raises(DataError, match=f"^SVC: {words}; rescale the columns"):
        SVC().fit(X, [0, 0, 1, 1]).decision_function(far)
    with pytest.raises(DataError, match="overflow in the distance"):
        KNeighborsClassifier(1).fit(X, [0, 0, 1, 1]).predict(far)
    model = LinearDiscriminantAnalysis().fit([*X, [0, 0.5], [4.5, 6]], [0, 0, 1, 1, 0, 1])
    with pytest.raises(DataError, match=words):
        model.decision_function(far)


@pytest.mark.parametrize("entry", [pytest.param(each, id=each.name) for each in entries(kind="regressor")])
def test_targets_at_both_ends_of_the_range_raise_no_warning_of_numpy(entry: Entry) -> None:
    X, _ = rows_for(entry)
    y = np.where(X[:, 0] > 0.5, 1.7e308, -1.7e308)
    with warnings.catch_warnings(), suppress(DataError):
        warnings.simplefilter("error", RuntimeWarning)
        entry.load()().fit(X, y)
