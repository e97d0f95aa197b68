"""What can be compared, and what a finished comparison found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fenlei.registry import Kind, entries
from fenlei.studio.asks import Answer
from fenlei.studio.facts import DeskFacts
from fenlei.study.fitting import unsuitable
from fenlei.study.running.plan import default_folds


def candidates(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The models for the task of the table, and why some of them cannot be used on it."""
    data = facts.data
    kind: Kind = "regressor" if data.task == "regression" else "classifier"
    models = []
    for entry in entries(kind=kind):
        reason = unsuitable(entry, data.schema)
        models.append(
            {
                "name": entry.name,
                "compare": entry.compare,
                "reason": None if reason is None else reason.text(facts.lang),
            }
        )
    folds = min(default_folds(len(data.codes)), int(data.class_counts.min()))
    return {"task": data.task, "models": models, "folds": folds, "classes": data.names}


def reload(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """Another comparison has ended: its plan, its result and its folds are read anew."""
    facts.take_plan(ask["plan"])
    return {}


def leaderboard(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The result of the comparison without what only the report shows; None before there is one."""
    result = facts.result
    if result is None:
        return {"result": None}
    names = ("name", "status", "reason", "notes", "summary", "rank", "paired", "preparation", "confusion")
    times = ("fit_seconds", "predict_seconds")
    models: list[Mapping[str, Any]] = list(result["models"])
    return {
        "result": {
            "models": [
                {name: model[name] for name in (*names, *times)} | {"folds": _folds(model)}
                for model in models
            ],
            "best": result["best"],
            "choice": result.get("choice"),
            "baseline": result["baseline"],
            "plan": result["plan"],
            "classes": result["data"]["classes"],
            "command": result["command"],
            "notes": result["data"]["notes"],
        }
    }


def _folds(model: Mapping[str, Any]) -> list[Answer]:
    return [
        {"repeat": fold["repeat"], "fold": fold["fold"], "scores": fold["scores"]} for fold in model["folds"]
    ]
