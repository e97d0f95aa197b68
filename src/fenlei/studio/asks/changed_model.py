"""A model with other parameters beside that of the plan, on the same folds; and where a model is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.evaluate.intervals import corrected_resampled_t_test
from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, written_parameters
from fenlei.studio.asks.code import train_call
from fenlei.studio.asks.out_of_fold import out_of_fold
from fenlei.studio.asks.plane.view import table_rows
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError
from fenlei.study.facts.metrics import SHOWN
from fenlei.study.running.calibrated_folds import calibrated_folds
from fenlei.study.running.fold import run_fold
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.plan import splits
from fenlei.study.running.task import Task
from fenlei.study.running.time_budget import Budget

if TYPE_CHECKING:
    from fenlei.study.facts.schema import Scores

MOST_FOLDS, MOST_ROWS, MOST_WRONG = 20, 50_000, 40


def changed(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Mean scores before and after, over the folds of the first repeat, and the corrected test."""
    name, params = choice(ask, "model", tuple(REGISTRY)), written_parameters(ask)
    facts.fit(name, facts.data, params)  # says at once what is wrong with the parameters
    before, after = tested(facts, name, {}), tested(facts, name, params)
    metrics = []
    for metric in SHOWN[facts.data.task]:
        pairs = [(a.get(metric), b.get(metric)) for a, b in zip(before, after, strict=True)]
        known = [(a, b) for a, b in pairs if a is not None and b is not None]
        if not known:
            continue
        old, new = (np.array(side, dtype=np.float64) for side in zip(*known, strict=True))
        found: Answer = {"metric": metric, "before": float(old.mean()), "after": float(new.mean())}
        if len(known) > 1:
            ratio = facts.plan.test_train_ratio
            test = corrected_resampled_t_test(new, old, test_train_ratio=ratio)
            found |= {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}
        metrics.append(found)
    return {"metrics": metrics, "folds": len(before), "script": train_call(facts, name, params)}


def tested(facts: DeskFacts, name: str, params: Mapping[str, Any]) -> list[Scores]:
    """Scores of each fold of the first repeat; they are kept for the next ask."""
    key = ("tested", name, repr(sorted(params.items())))
    if key not in facts.kept:
        facts.kept[key] = _tested(facts, name, params)
    found: list[Scores] = facts.kept[key]
    return found


def _tested(facts: DeskFacts, name: str, params: Mapping[str, Any]) -> list[Scores]:
    from fenlei.study.comparison import study_plan
    from fenlei.study.fitting import find_entry

    data = facts.data
    own = facts.plan_options.get("params", {})
    options = {key: value for key, value in facts.plan_options.items() if key not in ("budget", "models")}
    options["params"] = {name: dict(own.get(name, {})) | dict(params)}
    plan = study_plan(data, [name], **options)
    folds = [split for split in splits(data.codes, plan, data.split_by) if split.repeat == 0]
    if len(folds) > MOST_FOLDS or len(data.codes) > MOST_ROWS:
        raise StudioError("studio.many_folds", folds=len(folds), rows=len(data.codes))
    store = FoldStore(None, "", data.outputs, SHOWN[plan.task])
    task = Task(data, plan, folds, store, Budget(), None, facts.lang)
    entry, outcomes = find_entry(name, plan.kind), []
    for split in folds:
        if facts.is_stale:
            raise StudioError("studio.superseded")
        outcomes.append(run_fold(entry, task, split))
    if data.task == "regression":
        return [one.record["scores"] for one in outcomes]
    found = calibrated_folds(outcomes, folds, data, replace(plan, repeats=1)).outcomes
    return [one.record["scores"] for one in found]


def mistakes(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Rows that the model got wrong before it had seen them: pairs of classes, or the largest errors."""
    from fenlei.study.facts.mistakes import mistakes as confused

    name = choice(ask, "model", tuple(REGISTRY))
    data, seen = facts.data, out_of_fold(facts, name)
    numbers = table_rows(facts, data)
    if data.task == "regression":
        truth = data.labels_of(seen.rows).astype(np.float64)
        error = seen.scores[:, 0] - truth
        first = np.argsort(-np.abs(error), kind="stable")[:MOST_WRONG]
        listed = [
            {"row": int(numbers[seen.rows[i]]), "truth": float(truth[i]), "said": float(seen.scores[i, 0])}
            for i in first.tolist()
        ]
        return {"features": [], "pairs": [], "errors": listed, "rows": len(truth)}
    found = confused(data, seen.rows, seen.scores, seen.decided)
    at = {int(number): int(row) for number, row in zip(data.rows, numbers, strict=True)}
    pairs = [
        {**pair, "rows": [{**row, "row": at[row["row"]]} for row in pair["rows"]]} for pair in found["pairs"]
    ]
    wrong = int((seen.decided != seen.codes).sum())
    return {
        "features": found["features"],
        "pairs": pairs,
        "errors": [],
        "rows": len(seen.rows),
        "wrong": wrong,
    }
