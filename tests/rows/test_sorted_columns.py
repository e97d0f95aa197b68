"""Exact order statistics over files: bins and trees are those of all rows in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier, scan
from fenlei.errors import UsageError
from fenlei.kernels import threads
from fenlei.rows import sorted_columns as module
from fenlei.rows.sorted_columns import sorted_columns
from fenlei.trees.histogram import stored_bins
from fenlei.trees.histogram.binning import bin_columns
from fenlei.trees.histogram.stored_bins import binned
from tests.rows.test_scanned_fits import CUTS, N, digest, small_leaves, written

__all__ = ["small_leaves"]


def awkward(seed: int = 0) -> pd.DataFrame:
    """Columns of many values, of few, with ties, with a heavy tie, and with missing values."""
    rng = np.random.default_rng(seed)
    columns = {
        "many": rng.normal(size=N),
        "few": rng.integers(0, 5, N).astype(float),
        "ties": np.round(rng.normal(size=N), 1),
        "heavy": np.where(rng.uniform(size=N) < 0.9, 3.0, rng.normal(size=N)),
        "holes": np.where(rng.uniform(size=N) < 0.2, np.nan, rng.exponential(size=N)),
        "w": rng.integers(1, 4, N),
    }
    score = columns["many"] + columns["few"] + rng.normal(size=N)
    return pd.DataFrame(columns | {"t": np.array(["a", "b", "c"], object)[np.digitize(score, [1, 3])]})


@pytest.fixture
def few_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns of more than 40 values are cut into 60 brackets, by a sample of 400 rows."""
    monkeypatch.setattr(module, "FEW", 40)
    monkeypatch.setattr(module, "BRACKETS", 60)
    monkeypatch.setattr(module, "MOST_ROWS", 400)


@pytest.mark.usefixtures("small_leaves", "few_brackets")
@pytest.mark.parametrize("most", [2, 7, 20, 255])
@pytest.mark.parametrize("weight", [None, "w"])
def test_bins_are_those_of_memory(most: int, weight: str | None, tmp_path: Path) -> None:
    rows = awkward()
    X = np.ascontiguousarray(rows.drop(columns=["w", "t"]))
    w = rows["w"].to_numpy(float) if weight else None
    expected = bin_columns(X, np.zeros(5, np.int64), w, most)
    for count, cuts in CUTS.items():
        data = scan(
            written(rows, tmp_path / str(count), cuts), target="t", weight=weight, drop=() if weight else "w"
        )
        found = binned(DecisionTreeClassifier(max_bins=most), data, None, None, most)
        for name in ("codes", "lower", "upper"):
            assert np.array_equal(getattr(found.X.bins, name), getattr(expected, name)), (name, count)


@pytest.mark.usefixtures("few_brackets")
@given(seed=st.integers(0, 50), parts=st.sampled_from([2, 3, 10, 100]), data=st.data())
@settings(max_examples=15, deadline=None)
def test_shares_of_the_weight_are_reached_where_they_are_in_all_rows(
    seed: int, parts: int, data: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rows = awkward(seed)
    cuts = sorted(data.draw(st.lists(st.integers(0, N), max_size=4)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads.leaf_rows, "__code__", _leaves_of_128.__code__)
        table = scan(written(rows, tmp_path_factory.mktemp("cut") / "f", cuts), target="t", weight="w")
        found = sorted_columns(table, [0, 1, 2, 3, 4], parts)
    for name, column in zip(rows.columns, found, strict=False):
        known = rows[name].notna()
        x, w = rows[name][known].to_numpy(), rows["w"][known].to_numpy(float)
        order = np.argsort(x, kind="stable")
        above = np.cumsum(w[order])
        assert column.mass.sum() == above[-1]
        assert (np.diff(column.values) > 0).all()
        for j in range(1, parts):
            wanted = above[-1] * j / parts
            at = np.searchsorted(np.cumsum(column.mass), wanted, side="left")
            assert column.values[at] == x[order][np.searchsorted(above, wanted, side="left")]


def _leaves_of_128(p, elements=0):  # type: ignore[no-untyped-def]
    return 128


@pytest.mark.usefixtures("small_leaves", "few_brackets")
@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(max_bins=20, min_samples_leaf=4, class_weight={"a": 2.0}),
        DecisionTreeClassifier(max_bins=255, criterion="entropy", max_depth=4, ccp_alpha=1e-3),
        RandomForestClassifier(5, random_state=0, class_weight="balanced_subsample", max_bins=16),
        RandomForestClassifier(3, random_state=0, bootstrap=False, max_samples=None),
    ],
    ids=str,
)
def test_trees_have_the_bits_of_memory(model: Any, tmp_path: Path) -> None:
    rows = awkward()
    X = np.ascontiguousarray(rows.drop(columns=["w", "t"]))
    expected = digest(model.fit(X, rows["t"].to_numpy(), sample_weight=rows["w"].to_numpy()))
    turned = [] if isinstance(model, RandomForestClassifier) else [rows.iloc[::-1].reset_index(drop=True)]
    for i, part in enumerate([rows, *turned]):  # a forest draws among equal rows of other weights
        data = scan(written(part, tmp_path / str(i), CUTS[7]), target="t", weight="w")
        for n_jobs in (1, 2):
            assert digest(model.set_params(n_jobs=n_jobs).fit(data)) == expected
    assert model.feature_names_in_.tolist() == list(rows.columns[:5])
    assert model.predict(rows[model.feature_names_in_][:20]).shape == (20,)


@pytest.mark.usefixtures("small_leaves")
def test_categories_are_bins_of_their_own(tmp_path: Path) -> None:
    rows = awkward()
    rows.insert(0, "colour", np.array(["blue", "green", "red"], object)[rows["few"].astype(int) % 3])
    data = scan(written(rows, tmp_path / "1", [700]), target="t", drop="w")
    X = rows.drop(columns=["w", "t"])
    model = DecisionTreeClassifier(max_bins=50, min_samples_leaf=5)
    expected = digest(model.fit(X, rows["t"].to_numpy()))
    assert digest(model.fit(data)) == expected
    assert model.predict(X[:3]).shape == (3,)


def test_what_bins_cannot_do_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = awkward()
    rows["code"] = [f"c{i % 300}" for i in range(N)]
    order = {"code": [f"c{i}" for i in range(300)]}  # of nominal ones the rare share a code
    data = scan(written(rows, tmp_path / "1", []), target="t", drop="w", ordinal=order)
    with pytest.raises(UsageError, match="at most 255, but column 'code' of the scan has 300"):
        RandomForestClassifier(2).fit(data)
    with pytest.raises(UsageError, match="labels in column 't' are text"):
        DecisionTreeRegressor(max_bins=20).fit(data)
    monkeypatch.setattr(stored_bins, "free_memory", lambda: 1000.0)
    with pytest.raises(UsageError, match="in memory in bins, about 0"):
        DecisionTreeClassifier(max_bins=20).fit(data)
