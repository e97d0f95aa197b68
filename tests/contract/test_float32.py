"""float32 in, float32 out, wherever scikit-learn's namesake does so: attributes and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.base import clone

import fenlei
from tests.contract.namesakes import PAIRS, Pair

pytestmark = pytest.mark.filterwarnings("ignore")

# Kept in float64, because there is more to know: the namesake's map of float64 rows is float32.
MORE_DIGITS = {("tsne", "f8", "embedding_"), ("tsne", "f8", "fit_transform")}


def type_of(value: Any) -> str:
    """dtype and number of dimensions of numbers; what they are alike in need not be compared."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], np.ndarray):
        return "list of " + type_of(value[0])
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind == "f":
        return f"{value.dtype} {value.ndim}"
    return "float64 0" if isinstance(value, float) else ""


def types(pair: Pair, model: Any, dtype: str) -> dict[str, str]:
    X, y = pair.rows(dtype)
    names = [name for name in dir(model) if name.endswith("_") and not name.startswith("_")]
    found = {name: type_of(getattr(model, name)) for name in names if hasattr(model, name)}
    for other in ("f4", "f8"):
        rows = X if X.dtype.kind == "i" else X.astype(other)
        if pair.entry.name == "kmeans" and other != dtype:
            continue  # the namesake fails
        answers = pair.answers(model, rows)
        found |= {f"{name} of {other}": type_of(values) for name, values in answers.items()}
    if hasattr(model, "fit_transform") and pair.parameters.get("solver") != "lsqr":
        found["fit_transform"] = type_of(clone(model).fit_transform(X, y))
    return {name: text for name, text in found.items() if text}


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_types_are_those_of_the_namesake(pair: Pair, dtype: str) -> None:
    theirs = types(pair, pair.fit(ours=False, dtype=dtype), dtype)
    ours = types(pair, pair.fit(ours=True, dtype=dtype), dtype)
    wrong = {
        name: (ours[name], text)
        for name, text in theirs.items()
        if name in ours and ours[name] != text and (pair.entry.name, dtype, name) not in MORE_DIGITS
    }
    assert not wrong


@pytest.mark.parametrize("pair", [p for p in PAIRS if p.entry.name not in ("tsne", "mds")], ids=str)
def test_float32_costs_no_more_than_its_digits(pair: Pair, tmp_path: Path) -> None:
    """Sums are float64: the answers differ from those of the same rows in float64 by rounding alone."""
    X, y = pair.rows("f4")
    small, large = pair.make(ours=True).fit(X, y), pair.make(ours=True).fit(X.astype(pair.rows()[0].dtype), y)
    fenlei.save_model(small, tmp_path / "m.fenlei")
    again = fenlei.load_model(tmp_path / "m.fenlei")
    for name, values in pair.answers(small, X).items():
        assert pair.answers(again, X)[name].dtype == values.dtype
        assert_allclose(pair.answers(again, X)[name], values, rtol=1e-6, atol=1e-6)
        if values.dtype.kind == "f" and pair.entry.name not in ("linear_svc", "perceptron", "svc"):
            expected = pair.answers(large, X)[name]
            assert_allclose(values, expected, rtol=1e-4, atol=1e-5 * np.abs(expected).max(), err_msg=name)


def test_what_float32_cannot_hold_stays_float64() -> None:
    """Variances of 1e-60 would be 0 and scores of 1e60 infinite."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)).astype("f4"), np.arange(40) % 2
    model = fenlei.GaussianNB(var_smoothing=0.0).fit(X * np.float32(1e-30), y)
    assert model.var_.dtype == np.float64
    assert (model.var_ > 0).all()
    assert np.isfinite(model.predict_proba(X)).all()
    line = fenlei.LinearRegression().fit(X * np.float32(1e-30), X @ [1.0, 2.0])
    assert np.isfinite(line.predict(X * np.float32(1e30))).all()
