"""A missing value is a factor left out: in the rows to predict, in the training rows, in whole columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei import CategoricalNB, GaussianNB, KernelNB, MixedNB, PoissonNB
from fenlei.registry import REGISTRY
from tests.contract.samples import arrays
from tests.oracles import mixed_nb as oracle

# Without variance smoothing, which looks at all columns together.
MAKERS: dict[str, Callable[[], Any]] = {
    "GaussianNB": lambda: GaussianNB(var_smoothing=0),
    "KernelNB": KernelNB,
    "PoissonNB": PoissonNB,
    "PoissonNB alpha=0": lambda: PoissonNB(alpha=0),
    "CategoricalNB": CategoricalNB,
    **{
        f"MixedNB {kind}": lambda kind=kind: MixedNB(kind, var_smoothing=0)
        for kind in ("gaussian", "kde", "poisson", "categorical", "bernoulli")
    },
}
every = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
NAN = np.nan


def rows(seed: int = 0, n: int = 45) -> tuple[np.ndarray, np.ndarray]:
    """Counts, which every one of them can take: numbers, codes, or more than 0 and not."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 3)
    return rng.poisson(0.8 + 0.4 * y[:, None], (n, 3)).astype(float), y


@every
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32 - 1), column=st.integers(0, 2))
def test_a_missing_value_is_a_column_that_is_not_there(make: Any, seed: int, column: int) -> None:
    X, y = rows(seed)
    gap = X.copy()
    gap[:, column] = NAN
    others = np.delete(X, column, axis=1)
    expected = make().fit(others, y)
    assert_allclose(make().fit(X, y).log_joint(gap), expected.log_joint(others), rtol=1e-10, atol=1e-10)


@every
def test_training_rows_that_lack_a_value_count_only_elsewhere(make: Any) -> None:
    X, y = rows()
    there = np.random.default_rng(1).random(X.shape) > 0.3
    there[np.argmax(X, axis=0), np.arange(3)] = True  # the largest category stays known
    model = make().fit(np.where(there, X, NAN), y)
    expected = np.log(np.tile(np.bincount(y) / len(y), (len(X), 1)))
    for j in range(3):
        own = there[:, j]
        alone = make().fit(X[own, j : j + 1], y[own])
        expected += alone.log_joint(X[:, j : j + 1]) - np.log(np.bincount(y[own]) / own.sum())
    assert_allclose(model.log_joint(X), expected, rtol=1e-10, atol=1e-10)


@every
def test_a_row_without_values_has_the_priors(make: Any) -> None:
    X, y = rows()
    assert_allclose(make().fit(X, y).predict_proba([[NAN] * 3]), [np.bincount(y) / len(y)], rtol=1e-12)


@every
def test_a_column_without_any_value_says_nothing_also_where_it_has_values_later(make: Any) -> None:
    X, y = rows()
    empty = X.copy()
    empty[:, 1] = NAN
    model, without = make().fit(empty, y), make().fit(X[:, [0, 2]], y)
    for later in (empty, X):
        assert_allclose(
            model.predict_proba(later), without.predict_proba(X[:, [0, 2]]), rtol=1e-9, atol=1e-12
        )
    fields = [field for field in arrays(model.model_) if field.dtype.kind == "f" and field.shape != X.shape]
    assert not any(np.isnan(field).any() for field in fields)


@every
def test_rows_without_any_value_at_all_leave_the_prior(make: Any) -> None:
    y = np.array([0, 0, 1])
    model = make().fit(np.full((3, 2), NAN), y)
    assert_allclose(model.predict_proba([[NAN, NAN], [1.0, 0.0]]), [[2 / 3, 1 / 3]] * 2, rtol=1e-12)


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("gaussian", lambda: GaussianNB(var_smoothing=0)),
        ("kde", KernelNB),
        ("poisson", lambda: PoissonNB(alpha=0)),
        ("poisson", lambda: MixedNB("poisson", alpha=0)),
        ("kde", lambda: MixedNB("kde")),
        ("categorical", CategoricalNB),
    ],
)
def test_a_class_that_never_shows_a_feature_has_that_of_all_rows(kind: str, make: Any) -> None:
    X, y = rows()
    X[y == 1, 2] = NAN
    model = make().fit(X, y)
    query = rows(1)[0]
    alpha = 1.0 if kind == "categorical" else 0.0
    expected = oracle.log_joint(X, y, None, 3, [kind] * 3, query, alpha=alpha)
    assert_allclose(model.log_joint(query), expected, rtol=1e-10)
    assert np.isfinite(model.log_joint(query)).all()


@every
def test_a_class_without_rows_has_probability_zero(make: Any) -> None:
    X, y = rows()
    X[3, 0] = NAN
    model = make().partial_fit(X[y < 2], y[y < 2], classes=[0, 1, 7])
    posterior = model.predict_proba(X)
    assert_array_equal(posterior[:, 2], 0.0)
    assert_allclose(posterior[:, :2], make().fit(X[y < 2], y[y < 2]).predict_proba(X), rtol=1e-10)


@every
def test_none_in_a_frame_and_nan_in_single_precision(make: Any) -> None:
    import pandas as pd
    import polars as pl

    X, y = rows()
    X[::4, 1] = NAN
    expected = make().fit(X, y).predict_proba(X)
    tables = [
        pd.DataFrame(X, columns=list("abc")),
        pl.DataFrame({name: [None if x != x else x for x in X[:, j]] for j, name in enumerate("abc")}),
        X.astype(np.float32),
    ]
    for table in tables:
        assert_allclose(make().fit(table, y).predict_proba(table), expected, rtol=1e-5)


def test_every_classifier_that_takes_missing_values_is_here() -> None:
    takes = {entry.class_name for entry in REGISTRY.values() if entry.missing}
    naive = {name for name in takes if name.endswith("NB")}
    assert naive == {name.split()[0] for name in MAKERS}
