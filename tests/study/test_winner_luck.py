"""The luck of the best of many scores, against what the models are known to be worth."""

from __future__ import annotations

import json

import numpy as np
import pytest

from fenlei import compare
from fenlei.cli.compare import verdict
from fenlei.report.summary import luck_sentence
from fenlei.study.facts.winner_luck import repeated_choice
from tests.study.test_schema import SCHEMA, faults


def test_models_that_guess_are_worth_a_guess() -> None:
    """Over many tables the corrected score is that of the models, which are all alike."""
    found = np.array(
        [
            repeated_choice((np.random.default_rng(seed).random((15, 80)) < 0.5).astype(float), seed)
            for seed in range(30)
        ]
    )
    plain, corrected = found.mean(axis=0)
    assert plain < 0.44
    assert corrected == pytest.approx(0.5, abs=0.02)


def test_a_model_that_is_clearly_best_has_no_luck() -> None:
    rng = np.random.default_rng(0)
    losses = np.stack([rng.random(300) < share for share in (0.05, 0.4, 0.5)]).astype(float)
    plain, corrected = repeated_choice(losses)
    assert corrected == pytest.approx(plain, abs=0.005)


@pytest.mark.parametrize("metric", ["accuracy", "log_loss", "auc"])
def test_the_result_tells_it(metric: str) -> None:
    result = compare("iris", models=["lda", "gaussian_nb", "k_neighbors"], metric=metric, folds=3, n_jobs=1)
    assert faults(json.loads(json.dumps(result, allow_nan=False)), SCHEMA) == []
    luck = result["luck"]
    if metric == "auc":
        assert luck is None
        return
    assert luck is not None
    best = max if metric == "accuracy" else min
    means = [m["summary"][metric]["mean"] for m in result["models"] if m["status"] == "done"]
    assert luck["score"] == pytest.approx(best(means), rel=0.02)
    assert luck["corrected"] <= luck["score"] if metric == "accuracy" else luck["corrected"] >= luck["score"]
    assert bool(luck_sentence(result, "en")) == any("lucky" in line for line in verdict(result, "en"))
