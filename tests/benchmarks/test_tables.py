"""The rule by which a winner is held against its peers, and the tables that the packages give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.tables import CLASSES, KEPT, PEERS, QUANTITIES, keel, lines, standing, totals


def stand(score: str, ours: list[float], peer: list[float]) -> Any:
    found = standing(score, [*ours], [*peer])
    assert found is not None
    return found


def test_half_a_point_or_a_standard_error_is_allowed() -> None:
    assert stand("accuracy", [0.900] * 5, [0.904] * 5).is_kept
    assert not stand("accuracy", [0.900] * 5, [0.906] * 5).is_kept
    noisy = [0.9, 0.8, 0.95, 0.7, 0.85]  # of differences with a large standard error
    assert stand("accuracy", noisy, [0.86] * 5).is_kept
    assert not stand("accuracy", [0.900] * 5, [0.904] * 5).is_better


def test_losses_may_be_three_per_cent_higher() -> None:
    assert stand("log_loss", [0.51] * 5, [0.50] * 5).is_kept
    assert not stand("log_loss", [0.52] * 5, [0.50] * 5).is_kept
    assert stand("rmse", [9.0] * 5, [10.0] * 5).is_better
    assert standing("auc", [None, None], [0.5, 0.5]) is None


def test_folds_without_a_score_are_left_out() -> None:
    found = standing("auc", [0.9, None, 0.8], [0.8, 0.7, None])
    assert found is not None
    assert (found.ours, found.peer) == (0.9, 0.8)


def test_the_lists_are_those_of_the_comparison() -> None:
    assert len(CLASSES) == 23
    assert len(QUANTITIES) == 5
    assert not set(CLASSES) & set(KEPT)


def test_a_file_of_keel(tmp_path: Any) -> None:
    pytest.importorskip("pandas")
    path = tmp_path / "toy.dat"
    path.write_text("@relation toy\n@data\n1.5, 2, positive\n2.5, 3, negative\n")
    frame = keel(path)
    assert frame["x1"].tolist() == [1.5, 2.5]
    assert [str(label).strip() for label in frame["Class"]] == ["cpositive", "cnegative"]


def test_what_is_printed() -> None:
    scores = {"accuracy": [0.9, 0.8], "auc": [0.9, 0.9], "log_loss": [0.3, 0.4]}
    worse = {
        name: (np.array(each) + (0.2 if name == "log_loss" else -0.2)).tolist()
        for name, each in scores.items()
    }
    found = {"table": "toy", "rows": 9, "best": "lda", "seconds": 1.0, "first": ["lda"], "scores": scores}
    found["peers"] = {"lightgbm": worse}
    assert "accuracy 0.8500 0.6500 better" in "\n".join(lines(found))
    assert "lightgbm log_loss: better on 1, no worse on 1 of 1" in list(totals([found]))
    assert "lightgbm" in PEERS
