"""Boosting on a scan: the trees of memory, with samples, categories and rows held out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from fenlei import HistGradientBoostingClassifier, HistGradientBoostingRegressor, scan
from fenlei.ensemble.boosting import scanned
from fenlei.ensemble.boosting.growing import columns
from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from tests.rows.test_scanned_fits import CUTS, N, digest, frame, small_leaves, written

__all__ = ["small_leaves"]
pytestmark = pytest.mark.usefixtures("small_leaves")


def mixed() -> pd.DataFrame:
    """Numbers with gaps and two columns with categories."""
    rows, rng = frame(REGISTRY["lda"]), np.random.default_rng(8)
    rows["colour"] = np.array(["blue", "green", "red"], object)[rng.integers(0, 3, N)]
    rows["town"] = np.array([f"t{i:02}" for i in range(30)], object)[(30 * rng.random(N) ** 2).astype(int)]
    rows.loc[rng.random(N) < 0.1, "x1"] = np.nan
    rows.loc[rng.random(N) < 0.1, "town"] = None
    return rows


@pytest.mark.parametrize("sample", [columns.SAMPLE, 500])
def test_the_model_of_memory(sample: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "SAMPLE", sample)
    rows = mixed()
    X, y = rows[["x0", "x1", "x2", "colour", "town"]], rows["t"].to_numpy()
    how: dict[str, Any] = {"max_iter": 5, "random_state": 3, "max_bins": 25, "class_weight": "balanced"}
    for weight in (None, "w"):
        w = None if weight is None else rows["w"].to_numpy()
        drop = [] if weight else ["w"]
        for stopping in (True, False):
            model = HistGradientBoostingClassifier(**how, early_stopping=stopping)
            expected = digest(model.fit(X, y, sample_weight=w))
            probabilities = model.predict_proba(X)
            for count in (1, 7, 40):
                folder = tmp_path / f"{weight}{count}"
                cut = rows.drop(columns=drop)
                data = scan(
                    folder if folder.exists() else written(cut, folder, CUTS[count]),
                    target="t",
                    weight=weight,
                )
                found = HistGradientBoostingClassifier(**how, early_stopping=stopping).fit(data)
                assert digest(found) == expected
            assert np.array_equal(found.predict_proba(X), probabilities)


def test_regressions_with_all_losses(tmp_path: Path) -> None:
    rows = frame(REGISTRY["ridge"])
    rows["t"] = np.abs(rows["t"]) + 0.1
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    X, y, w = np.ascontiguousarray(rows[["x0", "x1", "x2"]]), rows["t"].to_numpy(), rows["w"].to_numpy()
    for loss in ("absolute_error", "poisson", "gamma"):
        model = HistGradientBoostingRegressor(loss, max_iter=3, random_state=0, early_stopping=True)
        inside = digest(model.fit(X, y, sample_weight=w))
        assert digest(model.fit(data)) == inside


def test_given_rows_judge_the_rounds_and_names_are_known(tmp_path: Path) -> None:
    rows = frame(REGISTRY["lda"])
    rows["t"] = np.where(rows["t"] == "a", "a", "b")
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", drop="w")
    X, y = rows[["x0", "x1", "x2"]], rows["t"].to_numpy()
    model = HistGradientBoostingClassifier(max_iter=4, monotonic_cst={"x1": 1}, random_state=0)
    inside = digest(model.fit(X, y, X_val=X[:100], y_val=y[:100]))
    assert digest(model.fit(data, X_val=X[:100], y_val=y[:100])) == inside


def test_rows_that_do_not_fit_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = frame(REGISTRY["lda"])
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", drop="w")
    monkeypatch.setattr(scanned, "free_memory", lambda: 1000)
    with pytest.raises(UsageError, match=r"2000 rows of a scan in memory in bins, about 0\.000218 GB"):
        HistGradientBoostingClassifier().fit(data)
