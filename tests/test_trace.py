"""What a listener is told, and what is printed where nobody listens."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from fenlei.registry import REGISTRY
from fenlei.trace import StopFit, tell, traced, tracing

VERBOSE = [
    name
    for name, entry in REGISTRY.items()
    if "verbose" in inspect.signature(entry.load().__init__).parameters
]
SILENT = {
    "random_forest",
    "random_forest_regressor",
}  # take `verbose` as the namesake does, and report nothing


def rows() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X = np.abs(rng.normal(size=(60, 3)) + np.repeat([[0.0], [3.0], [6.0]], 20, axis=0))
    return X, np.repeat([0, 1, 2], 20)


@pytest.mark.parametrize("name", VERBOSE)
@pytest.mark.filterwarnings("ignore")
def test_a_verbose_fit_tells_its_lines_to_the_listener_and_prints_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, (X, y), told = REGISTRY[name], rows(), list[Any]()
    with tracing(told.append):
        entry.load()(verbose=2).fit(X, y)
    assert capsys.readouterr().out == ""
    assert any(isinstance(each, str) for each in told) != (name in SILENT)


def test_lines_are_printed_where_nobody_listens(capsys: pytest.CaptureFixture[str]) -> None:
    heard = list[str]()
    with tracing(heard.append), tracing(lambda line: None):
        tell("to the inner one")
    tell("printed")
    tell(("a step", "is not printed"))
    assert heard == []
    assert capsys.readouterr().out == "printed\n"


def test_stop_fit_ends_the_block_without_an_error_and_others_pass() -> None:
    def stop(step: object) -> None:
        raise StopFit

    with tracing(stop):
        tell("first")
        pytest.fail("the block was left")
    assert not traced()

    def fail(step: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), tracing(fail):
        tell("first")
    assert not traced()


@pytest.mark.parametrize(
    "name", ["linear_svc", "svc", "perceptron", "bagging", "one_vs_rest", "nearest_prototype"]
)
@pytest.mark.filterwarnings("ignore")
def test_a_listener_that_does_not_trace_closely_leaves_the_fit_as_it_is(name: str) -> None:
    X, y = rows()
    estimator = REGISTRY[name].load()
    seed = {"random_state": 0} if "random_state" in inspect.signature(estimator.__init__).parameters else {}
    told = list[Any]()
    with tracing(told.append, closely=False):
        followed = estimator(**seed).fit(X, y)
    assert np.array_equal(followed.predict(X), estimator(**seed).fit(X, y).predict(X))
    iterations = [step.iteration for step in told if type(step).__name__ == "PartStep"]
    assert iterations == list(range(1, len(iterations) + 1))
    assert not any(type(step).__name__ in ("LinearSVCStep", "CoordinateStep") for step in told)
