"""Every constructor parameter of every estimator, with values that nobody means: one sentence, or a fit.

Never an exception from inside: a division by zero, an overflow, an attribute or a key that is not there.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.utils._param_validation import InvalidParameterError

from fenlei.errors import FenleiError
from fenlei.registry import REGISTRY, Entry
from tests.contract.test_array_layouts import make, rows_for

NOBODY_MEANS = (
    *(np.inf, -np.inf, np.nan, 0, 0.0, -1, -0.5, 1e300, 1e-300, 10**30, -(10**30), 3.7),
    *("nonsense", "", b"x", 1j, None, True, [], {}, (), [1], {"a": 1}, {0: "a"}, {0: -1.0}, range(3)),
    *(object(), np.array([]), np.full(4, np.nan), [[1, 2], [3, 4]]),
)
FAST = {"n_estimators": 3, "max_iter": 300}
SLOW = {("svc", "tol"): (1e-300,)}  # as exact as it is asked for, however long it takes
SENTENCES = (
    "Cannot clone object",  # scikit-learn's own, of an estimator that is none
    "unexpected keyword argument",  # of a metric, with parameters it does not have
    "keywords must be strings",
)
CASES = [(entry, name) for entry in REGISTRY.values() for name in make(entry).get_params(deep=False)]


def is_sentence(error: Exception) -> bool:
    if isinstance(error, FenleiError | InvalidParameterError):
        return True
    return isinstance(error, TypeError) and any(words in str(error) for words in SENTENCES)


def fitted(entry: Entry, name: str, value: Any) -> Any:
    model = make(entry)
    quick = {each: number for each, number in FAST.items() if each in model.get_params(deep=False)}
    X, y, _ = rows_for(entry)
    model = model.set_params(**{**quick, name: value}).fit(X, y)
    if hasattr(model, "predict"):
        model.predict(X)
    return model


@pytest.mark.parametrize(("entry", "name"), CASES, ids=[f"{entry.name}-{name}" for entry, name in CASES])
def test_a_value_that_nobody_means_gets_a_sentence(
    entry: Entry, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a text may be taken for a folder
    wrong = []
    for value in NOBODY_MEANS:
        if isinstance(value, float) and value in SLOW.get((entry.name, name), ()):
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                fitted(entry, name, value)
        except Exception as error:
            if not is_sentence(error):
                wrong.append(f"{name}={value!r}: {type(error).__name__}: {error}")
    assert not wrong
