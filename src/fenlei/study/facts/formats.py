"""Results that earlier versions have written, in the current format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fenlei.errors import UsageError
from fenlei.study.facts.result import rank_models
from fenlei.study.facts.schema import FORMAT, ComparisonResult, ModelFacts

LATER = ("rank", "scores_are_probabilities", "calibration", "costs", "errors")
LATER_FIELDS: dict[str, Any] = dict.fromkeys(LATER)


def current(result: Mapping[str, Any]) -> ComparisonResult:
    """A result of any version in the current format; `result` itself is not changed.

    What format 1 lacks is filled in: ranks, and whether scores are probabilities, which a log-loss needs.
    Parts that the earliest results do not have are None.
    """
    if result.get("format") == FORMAT:
        return cast(ComparisonResult, result)
    if result.get("format") != 1:
        raise UsageError("study.format", value=result.get("format"), accepted=FORMAT)
    models = [cast(ModelFacts, LATER_FIELDS | model) for model in result["models"]]
    for model in models:
        if model["status"] == "done":
            model["scores_are_probabilities"] = model["summary"]["log_loss"]["mean"] is not None
    rank_models(models)
    none: dict[str, Any] = {"readable": {"tree": None, "linear": None}}
    return cast(ComparisonResult, none | dict(result) | {"format": FORMAT, "models": models})
