"""What can be compared, and what a finished comparison found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fenlei.registry import POOLED, Entry, Kind, entries
from fenlei.studio.asks import Answer
from fenlei.studio.facts import DeskFacts
from fenlei.study.fitting import unsuitable
from fenlei.study.running.plan import default_folds


def candidates(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The models for the task of the table and pools of them, and why some of them cannot be used on it."""
    data = facts.data
    kind: Kind = "regressor" if data.task == "regression" else "classifier"

    def candidate(entry: Entry) -> Answer:
        reason = unsuitable(entry, data.schema)
        words = None if reason is None else reason.text(facts.lang)
        return {"name": entry.name, "compare": entry.compare, "reason": words}

    models = [candidate(entry) for entry in entries(kind=kind)]
    pools = [candidate(entry) for entry in POOLED.values() if entry.kind == kind]
    folds = min(default_folds(len(data.codes)), int(data.class_counts.min()))
    return {"task": data.task, "models": models, "pools": pools, "folds": folds, "classes": data.names}


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
            "single": best_single(models),
            "choice": result.get("choice"),
            "baseline": result["baseline"],
            "plan": result["plan"],
            "classes": result["data"]["classes"],
            "command": result["command"],
            "notes": result["data"]["notes"],
        }
    }


def best_single(models: list[Mapping[str, Any]]) -> str | None:
    """The first model in the ranking that is not made of the others."""
    ranked = [model for model in models if model["rank"] is not None and model["name"] not in POOLED]
    return min(ranked, key=lambda model: model["rank"])["name"] if ranked else None


def _folds(model: Mapping[str, Any]) -> list[Answer]:
    return [
        {"repeat": fold["repeat"], "fold": fold["fold"], "scores": fold["scores"]} for fold in model["folds"]
    ]
