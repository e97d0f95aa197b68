"""What a namesake refuses by an exception of some type, ours refuses by one of that type, or serves."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.utils.discovery import all_estimators

from fenlei import registry

THEIRS = dict(all_estimators())
NAMED = {"VotingClassifier", "OneVsOneClassifier", "OneVsRestClassifier"}  # need an estimator
ENTRIES = [e for e in registry.entries() if e.class_name in THEIRS and e.class_name not in NAMED]
X = np.abs(np.random.default_rng(0).normal(size=(30, 3))).round(0) + np.arange(30)[:, None] % 3
Y = np.arange(30) % 2
KINDS = (NotFittedError, TypeError, NotImplementedError, ValueError)  # others are accidents


def with_cell(value: Any) -> Any:
    table = X.astype(complex if isinstance(value, complex) else object if value is None else float)
    table[3, 1] = value
    return table


def later(method: str, *args: Any) -> Callable[[Any], Any]:
    """A method of the fitted model, whichever of them it has."""

    def call(model: Any) -> Any:
        model.fit(X, Y)
        found = next(name for name in method.split() if hasattr(model, name))
        return getattr(model, found)(*args)

    return call


CASES: dict[str, Callable[[Any], Any]] = {
    "sparse": lambda m: m.fit(sparse.csr_array(X), Y),
    "three dimensions": lambda m: m.fit(X[:, :, None], Y),
    "one dimension": lambda m: m.fit(X[:, 0], Y),
    "a number": lambda m: m.fit(3.0, Y),
    "text": lambda m: m.fit(np.full((30, 3), "a"), Y),
    "complex": lambda m: m.fit(with_cell(1j), Y),
    "infinite": lambda m: m.fit(with_cell(np.inf), Y),
    "None in X": lambda m: m.fit(with_cell(None), Y),
    "no rows": lambda m: m.fit(X[:0], Y[:0]),
    "no columns": lambda m: m.fit(X[:, :0], Y),
    "y too short": lambda m: m.fit(X, Y[:-1]),
    "y is None": lambda m: m.fit(X, None),
    "y of three dimensions": lambda m: m.fit(X, np.zeros((30, 2, 2))),
    "weights too short": lambda m: m.fit(X, Y, sample_weight=np.ones(29)),
    "weights of text": lambda m: m.fit(X, Y, sample_weight=["a"] * 30),
    "weights with NaN": lambda m: m.fit(X, Y, sample_weight=np.full(30, np.nan)),
    "weights are complex": lambda m: m.fit(X, Y, sample_weight=np.full(30, 1j)),
    "unknown parameter": lambda m: m.set_params(no_such=1),
    "unknown argument": lambda m: type(m)(no_such=1),
    "not fitted": lambda m: next(getattr(m, n) for n in ("predict", "transform") if hasattr(m, n))(X),
    "other columns": later("predict transform", X[:, :2]),
    "one row as a vector": later("predict transform", X[0]),
    "infinite query": later("predict transform", with_cell(np.inf)),
}


def outcome(cls: Any, case: str) -> BaseException | None:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            CASES[case](cls())
        except StopIteration:
            return None  # has no such method
        except Exception as error:
            return error
    return None


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_types_of_exceptions_are_those_of_the_namesake(entry: registry.Entry) -> None:
    for case in CASES:
        theirs, ours = outcome(THEIRS[entry.class_name], case), outcome(entry.load(), case)
        unknown = "unexpected keyword" in str(theirs) and case != "unknown argument"  # weights are ours alone
        if theirs is not None and ours is not None and not unknown:
            kind = next((kind for kind in KINDS if isinstance(theirs, kind)), Exception)
            assert isinstance(ours, kind), f"{case}: {theirs!r}, but ours {ours!r}"
