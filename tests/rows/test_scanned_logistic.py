"""Logistic regression over a scan: the bits of Newton's method in memory, the optimum of others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from fenlei import LogisticRegression, scan
from fenlei.errors import DataError, UsageError
from fenlei.registry import REGISTRY
from tests.rows.test_scanned_fits import CUTS, N, digest, frame, made, small_leaves, written

__all__ = ["small_leaves"]
ENTRY = REGISTRY["logistic_regression"]


@pytest.fixture
def rows() -> Any:
    return frame(ENTRY)


def inside(rows: Any, model: LogisticRegression, w: Any = None) -> LogisticRegression:
    X = np.ascontiguousarray(rows.drop(columns=["w", "t"]))
    return model.fit(X, rows["t"].to_numpy(), sample_weight=w)


def agree(found: LogisticRegression, expected: LogisticRegression) -> None:
    """One of them ends L-BFGS where F falls by 1e-13 no more, so that weights are known to its root."""
    assert found.objective_ == pytest.approx(expected.objective_, rel=1e-12)
    assert np.allclose(found.coef_, expected.coef_, rtol=0, atol=1e-7)
    assert np.allclose(found.intercept_, expected.intercept_, rtol=0, atol=1e-7)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize(
    "parameters",
    [
        {"C": np.inf, "solver": "newton"},
        {"C": np.inf},
        {"class_weight": "balanced", "fit_intercept": False},
        {"class_weight": {"a": 2.0, "b": 0.5}},
        {"l1_ratio": 0.5, "solver": "saga", "C": 0.01},
        {"basis": 2},
    ],
)
def test_bits_of_memory(rows: Any, parameters: dict[str, Any], tmp_path: Path) -> None:
    given = {"solver": "newton-cholesky", **parameters}
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    expected = inside(rows, LogisticRegression(**given), rows["w"].to_numpy())
    found = LogisticRegression(**given).fit(data)
    assert digest(found) == digest(expected)
    assert found.feature_names_in_.tolist() == ["x0", "x1", "x2"]


@pytest.mark.usefixtures("small_leaves")
def test_two_classes_have_the_bits_of_memory(rows: Any, tmp_path: Path) -> None:
    rows = rows[rows["t"] != "c"].reset_index(drop=True)
    data = scan(written(rows, tmp_path / "7", [0, 1, 700, 901]), target="t", drop="w")
    model = made(ENTRY, n_jobs=2)
    assert digest(model.fit(data)) == digest(inside(rows, made(ENTRY)))


@given(cuts=st.lists(st.integers(0, N), max_size=6).map(sorted), n_jobs=st.sampled_from([1, 2]))
@settings(max_examples=8, deadline=None)
def test_any_cut_into_files(cuts: list[int], n_jobs: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = frame(ENTRY)
    with pytest.MonkeyPatch.context() as patch:
        from fenlei.kernels import threads
        from tests.rows.test_scanned_fits import _leaves_of_128

        patch.setattr(threads.leaf_rows, "__code__", _leaves_of_128.__code__)
        data = scan(written(rows, tmp_path_factory.mktemp("cut") / "f", cuts), target="t", drop="w")
        assert digest(made(ENTRY, n_jobs=n_jobs).fit(data)) == digest(inside(rows, made(ENTRY)))


def test_default_solver_finds_the_optimum_of_memory(tmp_path: Path) -> None:
    """Memory starts from a part of the rows and goes on by L-BFGS; the scan takes Newton's method."""
    rng = np.random.default_rng(0)
    n = 9_000
    rows = frame(ENTRY).sample(n, replace=True, random_state=1).reset_index(drop=True)
    for j in range(3):
        rows[f"x{j}"] += rng.normal(size=n)
    with pytest.MonkeyPatch.context() as patch:
        from fenlei.kernels import threads
        from tests.rows.test_scanned_fits import _leaves_of_128

        patch.setattr(threads.leaf_rows, "__code__", _leaves_of_128.__code__)
        found = LogisticRegression(tol=1e-10).fit(
            scan(written(rows, tmp_path / "1", []), target="t", drop="w")
        )
    expected = inside(rows, LogisticRegression(tol=1e-10))
    agree(found, expected)


@pytest.mark.usefixtures("small_leaves")
def test_more_parameters_than_a_hessian_is_worth(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    n, p = 800, 401
    X = rng.normal(size=(n, p))
    import pandas as pd

    rows = pd.DataFrame(X, columns=[f"x{j}" for j in range(p)])
    rows["w"] = 1.0
    rows["t"] = np.array(["a", "b", "c"], object)[X[:, :3].argmax(axis=1)]
    data = scan(written(rows, tmp_path / "1", [300]), target="t", drop="w")
    found = LogisticRegression(C=0.01, tol=1e-12, max_iter=1000).fit(data)
    expected = inside(rows, LogisticRegression(C=0.01, tol=1e-12, max_iter=1000, solver="newton-cholesky"))
    agree(found, expected)


@pytest.mark.usefixtures("small_leaves")
def test_separable_classes_are_noticed(rows: Any, tmp_path: Path) -> None:
    rows["x0"] = np.where(rows["t"] == "a", -1.0, 1.0) * (1 + np.abs(rows["x0"]))
    rows["t"] = np.where(rows["t"] == "a", "a", "b")
    data = scan(written(rows, tmp_path / "1", []), target="t", drop="w")
    with pytest.warns(ConvergenceWarning, match="separated"):
        assert LogisticRegression(C=np.inf).fit(data).separated_


@pytest.mark.usefixtures("small_leaves")
def test_bad_rows_and_parameters_are_one_sentence(rows: Any, tmp_path: Path) -> None:
    data = scan(written(rows, tmp_path / "1", []), target="t", drop="w")
    with pytest.raises(UsageError, match="solver='sgd' needs all rows at once"):
        LogisticRegression(solver="sgd").fit(data)
    rows["t"] = "a"
    with pytest.raises(DataError, match="one class"):
        LogisticRegression().fit(scan(written(rows, tmp_path / "2", []), target="t", drop="w"))
    rows["t"] = np.resize(["a", "b"], N)
    rows["x1"] = rows["x1"].where(rows.index != 900)
    with pytest.raises((DataError, ValueError), match="NaN"):
        LogisticRegression().fit(scan(written(rows, tmp_path / "3", []), target="t", drop="w"))
    rows["x1"] = rows["x0"] * 1e300
    with pytest.raises(DataError, match="e\\+300"):
        LogisticRegression().fit(scan(written(rows, tmp_path / "4", []), target="t", drop="w"))
