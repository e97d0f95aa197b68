"""The result of a comparison: plain data, ready for JSON, for the report and for the leaderboard.

Intervals and the paired test are Nadeau and Bengio's, which allow for folds sharing their training rows;
those of leave-one-out and of a single hold-out are in `pooled`.
Models are ranked by their mean accuracy, or by the metric of the plan (the root mean squared error of a
regression); of equals, the lower log-loss or absolute error, then the first comes first. The best model is
the first that is not the baseline, or one that cannot be distinguished from it and has a lower log-loss
(`choice`); it has rank 1 whatever the baseline reaches.
"""

from __future__ import annotations

import math
import platform
import re
from collections.abc import Mapping
from importlib.metadata import version
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.intervals import corrected_resampled_t_test, mean_interval
from fenlei.evaluate.thresholds.curves import one_vs_rest_curves
from fenlei.stats.confusion import summarise
from fenlei.study.data import StudyData
from fenlei.study.facts.choice import choice_facts, choose
from fenlei.study.facts.metrics import METRICS, shown, worth
from fenlei.study.facts.mistakes import mistakes
from fenlei.study.facts.pooled import pooled_loss_test, pooled_summary, pooled_test
from fenlei.study.facts.probabilities import calibration, costs
from fenlei.study.facts.residuals import (
    pooled_number_summary,
    pooled_number_test,
    quantity_facts,
    residual_facts,
)
from fenlei.study.facts.schema import (
    FORMAT,
    CalibratorFacts,
    ComparisonResult,
    CurveFacts,
    DataFacts,
    MeanInterval,
    ModelFacts,
    PairedFacts,
    PlanFacts,
    SchemaFacts,
)
from fenlei.study.facts.scores import ClassScores, mean_cost
from fenlei.study.facts.winner_luck import luck_facts
from fenlei.study.fitting import BASELINE, preparation_for, preparation_text
from fenlei.study.running.fold_store import FoldRecord, fold_facts
from fenlei.study.running.plan import Plan, splits
from fenlei.study.running.task import ModelRun
from fenlei.table.schema import Schema

TIMES = ("seconds", "fit_seconds", "predict_seconds")  # all that differs between two runs of one command
CURVE_POINTS = 2000  # of all classes of a model together, at most 200 each
PACKAGES = ("fenlei", "numpy", "scipy", "numba", "scikit-learn")
MOST_TERMS = 20  # of a text column, in the result


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that the numbers depend on."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def without_times(part: object) -> object:
    """A result, or a part of one, without the fields that hold times.

    Examples
    --------
    >>> without_times({"folds": [{"fold": 0, "fit_seconds": 0.1}], "seconds": 2.0})
    {'folds': [{'fold': 0}]}
    """
    if isinstance(part, dict):
        return {name: without_times(value) for name, value in part.items() if name not in TIMES}
    return [without_times(item) for item in part] if isinstance(part, list) else part


def assemble(data: StudyData, plan: Plan, runs: list[ModelRun]) -> ComparisonResult:
    """The result without readable models, command and duration, which the caller fills in."""
    rows = first_repeat_rows(data, plan)
    models = [model_facts(run, data, plan, rows) for run in runs]
    first = rank_models(models, plan.metric)
    pooled = {run.entry.name: run for run in runs if plan.is_pooled and run.outcomes}

    def tests(other: ModelFacts | None) -> dict[str, PairedFacts | None]:
        if not pooled:
            return {model["name"]: paired(model, other, plan) for model in models}
        return {model["name"]: paired_rows(model, other, plan, data, rows, pooled) for model in models}

    by_first = tests(first)
    contenders = [model for model in in_order(models) if model["name"] != BASELINE.name]
    best = None if first is None else choose(first, contenders, by_first, plan.metric, plan.level)
    rank(models, best, plan.metric)
    by_best = by_first if best is first else tests(best)
    for model, run in zip(models, runs, strict=True):
        model["paired"] = by_best[model["name"]]
        if model is best and data.task == "classification":
            model["errors"] = mistakes(data, rows, out_of_fold(run), decided_codes(run))
    return {
        "format": FORMAT,
        "data": data_facts(data),
        "plan": plan_facts(plan),
        "models": models,
        "best": None if best is None else best["name"],
        "choice": choice_facts(best, first, by_first),
        "luck": luck_facts(runs, data, plan, rows),
        "baseline": BASELINE.name,
        "readable": {"tree": None, "linear": None},
        "versions": versions(),
        "command": "",
        "seconds": 0.0,
    }


def data_facts(data: StudyData) -> DataFacts:
    """The table."""
    facts: DataFacts = {
        "source": data.source,
        "rows": len(data.codes),
        "features": data.schema.used,
        "classes": data.names,
        "class_counts": data.class_counts.tolist() if data.names else [],
        "schema": schema_facts(data.schema),
        "notes": list(data.notes),
        "fingerprint": data.fingerprint,
    }
    if data.numbers is not None:
        facts["quantity"] = quantity_facts(data.numbers)
    return facts


def schema_facts(schema: Schema) -> SchemaFacts:
    """The schema, with the most frequent terms of text columns only."""
    facts = cast(SchemaFacts, schema.to_dict())
    for column in facts["columns"]:
        if column["kind"] == "text" and column["categories"]:
            column["categories"] = column["categories"][:MOST_TERMS]
    return facts


def plan_facts(plan: Plan) -> PlanFacts:
    """The plan."""
    return {
        "folds": plan.folds,
        "repeats": plan.repeats,
        "seed": plan.seed,
        "models": list(plan.models),
        "metrics": list(metrics_of(plan)),
        "level": plan.level,
        "tune": plan.tune,
        "resampling": plan.resampling,
        "test_size": plan.test_size,
        "stratify": plan.stratify,
        "shuffle": plan.shuffle,
        "scale": plan.scale,
        "params": written_params(plan),
        "task": plan.task,
        "metric": plan.metric,
        "calibrate": plan.calibrate,
        "by": plan.by,
        "class_weight": None if plan.class_weight is None else list(plan.class_weight),
        "cost_table": None if plan.costs is None else [list(row) for row in plan.costs],
    }


def metrics_of(plan: Plan) -> tuple[str, ...]:
    """The metrics that are computed, the one that ranks among them."""
    return shown(plan.task, plan.costs is not None)


def written_params(plan: Plan) -> dict[str, dict[str, str]]:
    """The parameters of the models as text, since JSON has no infinity."""
    return {
        model: {name: value if isinstance(value, str) else repr(value) for name, value in given.items()}
        for model, given in plan.params.items()
    }


def first_repeat_rows(data: StudyData, plan: Plan) -> NDArray[np.int64]:
    """Row numbers in the order in which the folds of the first repeat test them."""
    return np.concatenate(
        [split.test for split in splits(data.codes, plan, data.split_by) if split.repeat == 0]
    )


def model_facts(run: ModelRun, data: StudyData, plan: Plan, rows: NDArray[np.int64]) -> ModelFacts:
    """One model's part of the result; rank and paired test follow when all models are known."""
    records = [outcome.record for outcome in run.outcomes]
    facts: ModelFacts = {
        "name": run.entry.name,
        "label_en": run.entry.label_en,
        "label_zh": run.entry.label_zh,
        "status": run.status,
        "reason": run.reason,
        "folds": [fold_facts(record) for record in records],
        "notes": alike_once([note for record in records for note in record["notes"]]),
        "summary": {},
        "rank": None,
        "scores_are_probabilities": None,
        "preparation": None,
        "fit_seconds": None,
        "predict_seconds": None,
        "confusion": None,
        "curves": None,
        "calibration": None,
        "costs": None,
        "paired": None,
        "errors": None,
        "calibrator": None,
    }
    if run.status == "done":
        facts["preparation"] = preparation_text(
            preparation_for(run.entry, data.schema, plan.scale), data.schema
        )
        _add_scores(facts, records, plan)
        facts["calibrator"] = calibrator_facts(run)
        _add_predictions(facts, run, data, rows)
        if plan.is_pooled:
            facts["summary"] = pooled_scores(facts, run, data, rows, plan)
    return facts


def calibrator_facts(run: ModelRun) -> CalibratorFacts | None:
    """How the scores of a model were made probabilities."""
    if run.calibration is None:
        return None
    known = {
        name: [score for scores in run.raw if (score := scores[name]) is not None] for name in run.raw[0]
    }
    return {
        "method": run.calibration.name,
        "slopes": run.calibration.slopes.tolist(),
        "offsets": run.calibration.offsets.tolist(),
        "log_losses": dict(run.losses),
        "preference": run.calibration.preference.tolist(),
        "before": {name: float(np.mean(scores)) if scores else None for name, scores in known.items()},
    }


def pooled_scores(
    facts: ModelFacts, run: ModelRun, data: StudyData, rows: NDArray[np.int64], plan: Plan
) -> dict[str, MeanInterval]:
    """The scores of all tested rows together."""
    values = out_of_fold(run)
    if data.numbers is not None:
        return pooled_number_summary(data.numbers[rows], values[:, 0], plan.level)
    scores = ClassScores(values, bool(facts["scores_are_probabilities"]))
    found = pooled_summary(data.codes[rows], scores, decided_codes(run), plan.level)
    if plan.costs is not None:
        cost = mean_cost(plan.costs, values, data.codes[rows])
        found["cost"] = {"mean": cost, "low": None, "high": None}
    return found


def _add_scores(facts: ModelFacts, records: list[FoldRecord], plan: Plan) -> None:
    """Fill in what follows from the records of the folds."""
    facts["summary"] = {
        name: summary(name, [record["scores"][name] for record in records], plan) for name in metrics_of(plan)
    }
    facts["scores_are_probabilities"] = all(record["scores_are_probabilities"] for record in records)
    # The median, because the first fold of a first run includes compiling.
    facts["fit_seconds"] = float(np.median([record["fit_seconds"] for record in records]))
    facts["predict_seconds"] = float(np.median([record["predict_seconds"] for record in records]))


def _add_predictions(facts: ModelFacts, run: ModelRun, data: StudyData, rows: NDArray[np.int64]) -> None:
    """Fill in what follows from the predictions for the rows of the first repeat."""
    proba = out_of_fold(run)
    if data.task == "regression":
        facts["residuals"] = residual_facts(data, rows, proba[:, 0])
        return
    codes, names = data.codes[rows], data.names
    points = max(20, min(200, CURVE_POINTS // len(names)))
    has_probabilities = bool(facts["scores_are_probabilities"])
    facts["confusion"] = summarise(codes, decided_codes(run), len(names)).counts.astype(int).tolist()
    facts["curves"] = cast(CurveFacts, one_vs_rest_curves(codes, proba, names, points=points))
    facts["calibration"] = calibration(codes, proba, names) if has_probabilities else None
    facts["costs"] = costs(codes, proba, names, has_probabilities)


def out_of_fold(run: ModelRun) -> NDArray[np.float64]:
    """Predicted probabilities (n, K), or numbers (n, 1), of the rows of the first repeat by models that had
    not seen them.
    """
    return np.concatenate([outcome.proba for outcome in run.outcomes if outcome.record["repeat"] == 0])


def decided_codes(run: ModelRun) -> NDArray[np.int64]:
    """The class that each row of the first repeat was decided to be of."""
    return np.concatenate(
        [
            one.proba.argmax(axis=1) if one.decided is None else one.decided
            for one in run.outcomes
            if one.record["repeat"] == 0
        ]
    )


def alike_once(notes: list[str]) -> list[str]:
    """Each note once; those that differ in numbers or in the class only, as between folds, are alike.

    Examples
    --------
    >>> alike_once(["rank 4 of 5", "rank 3 of 5", "not converged"])
    ['rank 4 of 5', 'not converged']
    """
    first: dict[str, str] = {}
    for note in notes:
        first.setdefault(re.sub(r"(class|类别) '[^']*'|\d[\d.e-]*", "#", note), note)
    return list(first.values())


def summary(metric: str, scores: list[float | None], plan: Plan) -> MeanInterval:
    """Mean of the fold scores and its interval, clipped to the values that the metric can take."""
    known = [score for score in scores if score is not None]
    if len(known) < 2:
        return {"mean": None, "low": None, "high": None}
    mean, low, high = mean_interval(known, plan.level, plan.test_train_ratio)
    least, largest = METRICS[metric].low, METRICS[metric].high
    return {"mean": mean, "low": max(least, low), "high": min(largest, high)}


def rank_models(models: list[ModelFacts], metric: str = "accuracy") -> ModelFacts | None:
    """Give every finished model its rank, from 1, and return the best; None if only the baseline finished."""
    finished = [model for model in models if model["status"] == "done" and model["name"] != BASELINE.name]
    best = min(finished, key=lambda model: _worst_last(model, metric), default=None)
    rank(models, best, metric)
    return best


def rank(models: list[ModelFacts], best: ModelFacts | None, metric: str) -> None:
    """Ranks of the finished models, from 1: the best, then the others by the metric."""
    finished = [model for model in models if model["status"] == "done"]
    finished.sort(key=lambda model: (model is not best, *_worst_last(model, metric)))
    for position, model in enumerate(finished, 1):
        model["rank"] = position


def in_order(models: list[ModelFacts]) -> list[ModelFacts]:
    """The finished models in the order of their ranks."""
    by_rank = {model["rank"]: model for model in models if model["rank"] is not None}
    return [by_rank[position] for position in sorted(by_rank)]


def _worst_last(model: ModelFacts, metric: str) -> tuple[float, float]:
    """What models are sorted by: the metric, then the log-loss, or the absolute error of a regression."""
    second = "log_loss" if METRICS[metric].task == "classification" else "mae"
    score, other = (model["summary"][name]["mean"] for name in (metric, second))
    return -worth(metric, score), math.inf if other is None else other


def paired_rows(
    model: ModelFacts,
    best: ModelFacts | None,
    plan: Plan,
    data: StudyData,
    rows: NDArray[np.int64],
    pooled: Mapping[str, ModelRun],
) -> PairedFacts | None:
    """The paired test of a model against the best one over the tested rows, given all predictions."""
    if best is None or model is best or model["status"] != "done":
        return None
    runs = pooled[model["name"]], pooled[best["name"]]
    first, second = map(out_of_fold, runs)
    if data.numbers is not None:
        return pooled_number_test(plan.metric, data.numbers[rows], first[:, 0], second[:, 0], plan.level)
    if plan.metric == "log_loss":
        both = model["scores_are_probabilities"] and best["scores_are_probabilities"]
        return pooled_loss_test(data.codes[rows], first, second, plan.level) if both else None
    if plan.metric != "accuracy":
        return None  # not a mean over rows
    right, best_right = (decided_codes(run) == data.codes[rows] for run in runs)
    return pooled_test(right, best_right, plan.level)


def paired(model: ModelFacts, best: ModelFacts | None, plan: Plan) -> PairedFacts | None:
    """The paired test of a model's score against the best model's over the folds that have both."""
    if best is None or model is best or model["status"] != "done":
        return None
    scores = [
        (mine["scores"].get(plan.metric), its["scores"].get(plan.metric))
        for mine, its in zip(model["folds"], best["folds"], strict=True)
    ]
    known = [(mine, its) for mine, its in scores if mine is not None and its is not None]
    if len(known) < 2:
        return None
    first, second = zip(*known, strict=True)
    test = corrected_resampled_t_test(first, second, test_train_ratio=plan.test_train_ratio, level=plan.level)
    return {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}
