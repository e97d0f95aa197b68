"""Every iterative fit tells its iterations, ends in the bits of an untraced one, and can be stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from fenlei.registry import REGISTRY, Entry
from fenlei.trace import StopFit, tracing
from tests.contract.samples import Form, arrays

ENTRIES = list(REGISTRY.values())
ITERATIVE = [entry for entry in ENTRIES if entry.iterative]
SMALL: dict[str, dict[str, Any]] = {
    "tsne": {"perplexity": 5, "max_iter": 300, "random_state": 0},
    "sne": {"perplexity": 5, "max_iter": 50},
    "mds": {"random_state": 0, "n_init": 1, "init": "random", "normalized_stress": "auto"},
}
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("logistic_regression", {"solver": solver})
        for solver in ("newton", "newton-cholesky", "gd", "sgd", "minibatch")
    ),
    ("logistic_regression", {"penalty": "l1", "solver": "saga"}),
    ("perceptron", {"form": "dual"}),
    ("perceptron", {"variant": "batch"}),
    ("perceptron", {"early_stopping": True}),
    ("linear_svc", {"loss": "hinge", "dual": True}),
    ("linear_svc", {"penalty": "l1", "dual": False}),
    ("linear_svc", {"multi_class": "crammer_singer"}),
    ("svc", {"kernel": "rbf", "C": np.inf}),
    ("svc", {"kernel": "poly", "probability": True, "random_state": 0}),
    ("mds", {"metric_mds": False, "normalized_stress": "auto", "init": "random", "random_state": 0}),
    ("tsne", {"method": "exact", **SMALL["tsne"]}),
    ("random_forest", {"oob_score": True, "bootstrap": True, "n_estimators": 30}),
    ("bagging", {"n_jobs": 2}),
]
CASES = [(entry, SMALL.get(entry.name, {})) for entry in ITERATIVE]
CASES += [(REGISTRY[name], parameters) for name, parameters in SETTINGS]
cases = pytest.mark.parametrize(("entry", "parameters"), CASES, ids=lambda x: getattr(x, "name", str(x)))
ignore = pytest.mark.filterwarnings("ignore")


def rows(entry: Entry) -> tuple[np.ndarray, np.ndarray]:
    return Form(entry, {}).rows(n=60)


def made(entry: Entry, parameters: dict[str, Any]) -> Any:
    model = entry.load()()
    seed = {"random_state": 0} if "random_state" in model.get_params() else {}
    return model.set_params(**{**seed, **parameters})


def numbers(model: Any) -> list[np.ndarray]:
    """Every array of the model and its parts."""
    own = list(arrays((model.model_, getattr(model, "summary_", ()))))
    return own + [each for part in getattr(model, "parts_", ()) for each in numbers(part)]


def own_arrays(step: Any) -> list[np.ndarray]:
    return [each.copy() for each in step if isinstance(each, np.ndarray)]


@cases
@ignore
def test_a_traced_fit_ends_in_the_same_bits(entry: Entry, parameters: dict[str, Any]) -> None:
    steps: list[Any] = []
    copies: list[list[np.ndarray]] = []

    def listen(step: Any) -> None:
        steps.append(step)
        copies.append(own_arrays(step))

    X, y = rows(entry)
    alone = made(entry, parameters).fit(X, y)
    with tracing(listen):
        told = made(entry, parameters).fit(X, y)
    assert steps
    for step, then in zip(steps, copies, strict=True):  # a step does not change when the fit goes on
        assert all(map(np.array_equal, own_arrays(step), then))
    for mine, yours in zip(numbers(alone), numbers(told), strict=True):
        assert_array_equal(mine, yours)
    for step in steps:
        assert step._fields[:2] == ("iteration", "most")
        assert 1 <= step.iteration <= step.most
        assert type(step.iteration) is int


@cases
@ignore
def test_a_listener_can_stop_the_fit(entry: Entry, parameters: dict[str, Any]) -> None:
    heard: list[Any] = []

    def stop(step: Any) -> None:
        heard.append(step)
        raise StopFit

    model = made(entry, parameters)
    with tracing(stop):
        model.fit(*rows(entry))
    assert len(heard) == 1
    with pytest.raises(NotFittedError):
        check_is_fitted(model, "model_")
    steps: list[Any] = []
    with tracing(steps.append):  # the next fit is as if there had been none
        model.fit(*rows(entry))
    assert_array_equal(numbers(model)[0], numbers(made(entry, parameters).fit(*rows(entry)))[0])


@pytest.mark.parametrize("entry", [e for e in ENTRIES if not e.iterative], ids=lambda entry: entry.name)
@ignore
def test_what_is_not_iterative_tells_nothing(entry: Entry) -> None:
    steps: list[Any] = []
    with tracing(steps.append):
        made(entry, {}).fit(*rows(entry))
    assert steps == []
