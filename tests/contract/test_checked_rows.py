"""Plain rows are taken at once: with the result, the effects, the warnings and the errors of scikit-learn."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d, validate_data

from fenlei.contract import checked_rows as module
from fenlei.contract.checked_rows import checked_rows, float_targets, one_column, same_length

X = np.arange(12.0).reshape(4, 3) - 5
NAMES = ["a", "b", "c"]
ARRAYS: dict[str, Any] = {
    "floats": X,
    "float32": X.astype(np.float32),
    "columns": np.asfortranarray(X),
    "gaps": X[:, ::2],
    "every other row": X[::2],
    "other byte order": X.astype(">f8"),
    "integers": X.astype(np.int64),
    "one": X[:1],
    "NaN": np.where(X == 1, np.nan, X),
    "infinite": np.where(X == 1, np.inf, X),
    "none": X[:0],
    "no columns": X[:, :0],
    "vector": X[0],
    "cube": X[None],
    "matrix": np.ma.masked_array(X),
    "list": X.tolist(),
    "objects": X.astype(object),
}
FRAMES: dict[str, Any] = {
    "frame": pd.DataFrame(X, columns=NAMES),
    "by columns": pd.DataFrame({name: X[:, j] for j, name in enumerate(NAMES)}),
    "other order": pd.DataFrame(X, columns=NAMES[::-1]),
    "fewer": pd.DataFrame(X[:, :2], columns=NAMES[:2]),
    "numbers as names": pd.DataFrame(X),
    "mixed names": pd.DataFrame(X, columns=["a", "b", 3]),
    "twice": pd.DataFrame(X, columns=["a", "a", "b"]),
    "float32 frame": pd.DataFrame(X.astype(np.float32), columns=NAMES),
    "with integers": pd.DataFrame({"a": X[:, 0], "b": [1, 2, 3, 2**60 + 1], "c": X[:, 2]}),
    "integer frame": pd.DataFrame(X.astype(np.int64), columns=NAMES),
    "both widths": pd.DataFrame({"a": X[:, 0], "b": X[:, 1].astype(np.float32), "c": X[:, 2]}),
    "booleans": pd.DataFrame({"a": X[:, 0], "b": [True, False, True, True], "c": X[:, 2]}),
    "nullable": pd.DataFrame(X, columns=NAMES).astype("Float64"),
    "sparse columns": pd.DataFrame(X, columns=NAMES).astype(pd.SparseDtype("float64")),
    "words": pd.DataFrame({"a": list("xyzu"), "b": X[:, 0], "c": X[:, 1]}),
    "missing": pd.DataFrame(np.where(X == 1, np.nan, X), columns=NAMES),
    "empty frame": pd.DataFrame(X[:0], columns=NAMES),
}
INPUTS = ARRAYS | FRAMES
OPTIONS: dict[str, dict[str, Any]] = {
    "as floats": {"dtype": (np.float64, np.float32), "order": "C", "ensure_all_finite": False},
    "two rows": {"dtype": (np.float64, np.float32), "ensure_all_finite": False, "ensure_min_samples": 2},
    "finite": {"dtype": (np.float64, np.float32), "order": "C", "ensure_all_finite": True},
    "by default": {},
    "trees": {"dtype": np.float64, "order": "C", "ensure_all_finite": "allow-nan"},
    "any": {"dtype": None, "ensure_all_finite": False},
    "names only": {"skip_check_array": True},
    "distances": {"dtype": "numeric", "order": "C", "ensure_non_negative": True},
}


class Plain(BaseEstimator):
    """Something that is fitted."""


def outcome(check: Any, estimator: Any, rows: Any, *, reset: bool, **options: Any) -> list[Any]:
    """Everything that can be seen of a check."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            found = check(estimator, rows, reset=reset, **options)
        except (ValueError, TypeError) as error:
            return [type(error), str(error)]
    names = getattr(estimator, "feature_names_in_", None)
    learned = [getattr(estimator, "n_features_in_", None), None if names is None else list(names)]
    form = [found is rows] if options.get("skip_check_array") else described(found)
    return [*learned, *form, [str(each.message) for each in said]]


def described(found: Any) -> list[Any]:
    order = [found.flags.c_contiguous] if isinstance(found, np.ndarray) else []
    return [type(found), found.dtype, found.shape, repr(np.asarray(found).tolist()), order]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("rows", INPUTS.values(), ids=INPUTS)
def test_rows_to_fit(rows: Any, options: dict[str, Any]) -> None:
    pairs = []
    for check in (checked_rows, validate_data):
        estimator = Plain()
        estimator.feature_names_in_ = np.array(["old"], dtype=object)  # of an earlier fit
        pairs.append(outcome(check, estimator, rows, reset=True, **options))
    assert pairs[0] == pairs[1]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("fitted", [X, FRAMES["frame"], X[:, :2], None], ids=["3", "names", "2", "unknown"])
@pytest.mark.parametrize("rows", INPUTS.values(), ids=INPUTS)
def test_rows_to_predict(rows: Any, fitted: Any, options: dict[str, Any]) -> None:
    pairs = []
    for check in (checked_rows, validate_data):
        estimator = Plain()
        if fitted is not None:
            validate_data(estimator, fitted)
        pairs.append(outcome(check, estimator, rows, reset=False, **options))
    assert pairs[0] == pairs[1]


def test_plain_rows_do_not_go_through_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "validate_data", None)
    for rows in (X, X.astype(np.float32), FRAMES["frame"], FRAMES["with integers"]):
        estimator = Plain()
        for options in (OPTIONS["as floats"], OPTIONS["finite"], OPTIONS["names only"]):
            checked_rows(estimator, rows, reset=True, **options)
            checked_rows(estimator, rows[:1], reset=False, **options)


def test_an_array_is_taken_without_a_copy() -> None:
    assert checked_rows(Plain(), X, reset=True, **OPTIONS["as floats"]) is X


@pytest.mark.parametrize("kind", [np.int64, np.float64, np.complex128, bool, "U3", object])
@pytest.mark.parametrize("shape", [(4,), (4, 1), (0,), (2, 2)])
def test_columns_are_those_of_scikit_learn(kind: Any, shape: tuple[int, ...]) -> None:
    y = np.zeros(shape, kind)
    results = []
    for check in (one_column, column_or_1d):
        try:
            found = check(y, warn=False)
            results.append([found.tolist(), found.dtype, found.shape])
        except ValueError as error:
            results.append([str(error)])
    assert results[0] == results[1]


@pytest.mark.parametrize("finite", [True, False])
@pytest.mark.parametrize("y", [X[:, 0], X, X[:0, 0], X[0, 0], [1, 2], X > 0, np.where(X == 1, np.nan, X)])
def test_targets_are_those_of_scikit_learn(y: Any, finite: bool) -> None:
    results = []
    for check in (float_targets, check_array):
        own = {} if check is float_targets else {"ensure_2d": False, "dtype": np.float64, "input_name": "y"}
        try:
            results.append(described(check(y, ensure_all_finite=finite, **own)))
        except (ValueError, TypeError) as error:
            results.append([type(error), str(error)])
    assert results[0] == results[1]


@pytest.mark.parametrize("y", [np.zeros(4), np.zeros(3), [1, 2, 3, 4], [1], np.zeros(()), None])
def test_lengths_are_refused_as_by_scikit_learn(y: Any) -> None:
    results = []
    for check in (same_length, check_consistent_length):
        try:
            results.append(check(X, y))
        except (ValueError, TypeError) as error:
            results.append(str(error))
    assert results[0] == results[1]
