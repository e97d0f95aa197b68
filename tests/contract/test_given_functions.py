"""A function of the user, as metric, kernel, basis or weights, that does not return numbers: one sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fenlei.errors import DataError
from fenlei.registry import Entry, entries
from tests.contract.test_array_layouts import rows_for

TAKE_ONE = {  # estimators whose option takes a function; another option chooses the method that calls it
    "k_neighbors": ({"metric": None}, {"weights": None}),
    "k_neighbors_regressor": ({"metric": None}, {"weights": None}),
    "logistic_regression": ({"basis": None},),
    "perceptron": ({"basis": None},),
    "least_squares": ({"basis": None},),
    "linear_regression": ({"basis": None},),
    "svc": ({"kernel": None},),
    "svr": ({"kernel": None},),
    "kernel_pca": ({"kernel": None},),
    "mds": ({"metric": None},),
    "isomap": ({"metric": None},),
    "tsne": ({"metric": None, "init": "random", "perplexity": 3.0},),
    "agglomerative": ({"metric": None, "linkage": "average"},),
    "divisive": ({"metric": None},),
}
ANSWERS = {
    "text": lambda *_: "far",
    "a complex number": lambda *_: 1j,
    "ragged lists": lambda *_: [[1.0], [1.0, 2.0]],
}
CASES = [
    pytest.param(entry, setting, id=f"{entry.name}-{next(iter(setting))}")
    for entry in entries()
    for setting in TAKE_ONE.get(entry.name, ())
    if next(iter(setting)) in entry.load()().get_params(deep=False)
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("came", ANSWERS)
@pytest.mark.parametrize(("entry", "setting"), CASES)
def test_an_answer_that_is_no_number_is_one_sentence(
    entry: Entry, setting: dict[str, Any], came: str
) -> None:
    X, y, _ = rows_for(entry)
    option = next(iter(setting))
    model = entry.load()(**setting | {option: ANSWERS[came]})
    with pytest.raises(DataError, match=f"^The function given as {option} returned .*should return numbers"):
        model.fit(X, y).predict(X)


@pytest.mark.parametrize("name", ["mds", "svc", "k_neighbors"])
def test_what_the_function_raises_passes_through(name: str) -> None:
    class Own(Exception):
        pass

    def fails(*_: object) -> float:
        raise Own

    entry = next(each for each in entries() if each.name == name)
    X, y, _ = rows_for(entry)
    option = next(iter(TAKE_ONE[name][0]))
    with pytest.raises(Own):
        entry.load()(**{option: fails}).fit(X, y).predict(X)


def test_a_single_number_in_an_array_is_one() -> None:
    from fenlei import KNeighborsClassifier

    X = np.arange(8.0)[:, None]
    model = KNeighborsClassifier(1, metric=lambda a, b: np.abs(a - b)).fit(X, X[:, 0] > 3)
    assert model.predict([[1.2], [6.0]]).tolist() == [False, True]
