"""`fenlei models`."""

from __future__ import annotations

import json

from fenlei.registry import POOLED, REGISTRY
from tests.cli.conftest import Run


def test_every_model_and_every_pool_is_listed(run: Run) -> None:
    rows = {row["name"]: row for row in json.loads(run("models", "--json").stdout)}
    assert list(rows) == [*REGISTRY, *POOLED]
    assert rows["lda"]["use"] == ["compare", "train", "reduce"]
    assert {name: row["use"] for name, row in rows.items() if name in POOLED} == {
        "weighted_vote": ["compare"],
        "stacking": ["compare"],
        "weighted_mean": ["compare"],
    }


def test_in_chinese(run: Run) -> None:
    result = run("models", "--lang", "zh")
    assert result.exit_code == 0
    assert "最优模型的堆叠" in result.stdout
