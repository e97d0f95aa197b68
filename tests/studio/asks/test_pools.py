"""Pools of models in the Studio: offered for a comparison, not where a model is looked at alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from fenlei.studio.answers import models_of
from fenlei.studio.asks.results import best_single
from tests.studio.asks.desk import Desk


@pytest.mark.parametrize(
    ("dataset", "pools"),
    [("iris", ["weighted_vote", "stacking"]), ("line_points", ["weighted_mean"])],
)
def test_the_pools_of_the_task_are_offered(dataset: str, pools: list[str], tmp_path: Path) -> None:
    found = Desk(dataset, tmp_path)("candidates")
    assert [pool["name"] for pool in found["pools"]] == pools
    assert all(pool["compare"] and pool["reason"] is None for pool in found["pools"])
    assert not {model["name"] for model in found["models"]} & set(pools)


def test_the_page_has_their_names() -> None:
    named = {model["name"]: model for model in models_of("zh")}
    assert named["stacking"]["label"] == "最优模型的堆叠"
    assert [name for name, model in named.items() if model["pooled"]] == [
        "weighted_vote",
        "stacking",
        "weighted_mean",
    ]


def test_the_best_single_model_is_shown_where_pools_cannot_be() -> None:
    ranks = {"stacking": 1, "svc": 3, "lda": 2, "dummy": None}
    assert best_single([{"name": name, "rank": rank} for name, rank in ranks.items()]) == "lda"
    assert best_single([{"name": "weighted_mean", "rank": 1}]) is None
