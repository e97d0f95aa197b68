"""The result of a comparison: plain data, ready for JSON, for the report and for the leaderboard.

Intervals and the paired test are Nadeau and Bengio's, which allow for folds sharing their training rows.
The best model is the one with the highest mean accuracy; of equals, the lower log-loss, then the first.
"""

from __future__ import annotations

import math
import platform
import re
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.headline import METRICS
from fenlei.evaluate.intervals import corrected_resampled_t_test, mean_interval
from fenlei.evaluate.thresholds.curves import one_vs_rest_curves
from fenlei.stats.confusion import summarise
from fenlei.study.data import StudyData
from fenlei.study.facts.mistakes import mistakes
from fenlei.study.facts.probabilities import calibration, costs
from fenlei.study.fitting import BASELINE, preparation_for, preparation_text
from fenlei.study.running.fold_queue import ModelRun
from fenlei.study.running.plan import Plan, splits

FORMAT = 1
TIMES = ("seconds", "fit_seconds", "predict_seconds")  # all that differs between two runs of one command
CURVE_POINTS = 2000  # of all classes of a model together, at most 200 each
PACKAGES = ("fenlei", "numpy", "scipy", "numba", "scikit-learn")


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that the numbers depend on."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def without_times(part: Any) -> Any:
    """A result, or a part of one, without the fields that hold times.

    Examples
    --------
    >>> without_times({"folds": [{"fold": 0, "fit_seconds": 0.1}], "seconds": 2.0})
    {'folds': [{'fold': 0}]}
    """
    if isinstance(part, dict):
        return {name: without_times(value) for name, value in part.items() if name not in TIMES}
    return [without_times(item) for item in part] if isinstance(part, list) else part


def assemble(data: StudyData, plan: Plan, runs: list[ModelRun]) -> dict[str, Any]:
    """Everything but the command and the duration."""
    rows = first_repeat_rows(data, plan)
    models = [model_facts(run, data, plan, rows) for run in runs]
    best = best_model(models)
    for model, run in zip(models, runs, strict=True):
        model["paired"] = paired(model, best, plan)
        model["errors"] = mistakes(data, rows, out_of_fold(run)) if model is best else None
    return {
        "format": FORMAT,
        "data": data_facts(data),
        "plan": {
            "folds": plan.folds,
            "repeats": plan.repeats,
            "seed": plan.seed,
            "models": list(plan.models),
            "metrics": list(METRICS),
            "level": plan.level,
            "tune": plan.tune,
        },
        "models": models,
        "best": None if best is None else best["name"],
        "baseline": BASELINE.name,
        "versions": versions(),
    }


def data_facts(data: StudyData) -> dict[str, Any]:
    return {
        "source": data.source,
        "rows": len(data.codes),
        "features": len(data.schema.features),
        "classes": data.names,
        "class_counts": np.bincount(data.codes).tolist(),
        "schema": data.schema.to_dict(),
        "notes": list(data.notes),
        "fingerprint": data.fingerprint,
    }


def first_repeat_rows(data: StudyData, plan: Plan) -> NDArray[np.int64]:
    """Row numbers in the order in which the folds of the first repeat test them."""
    return np.concatenate([split.test for split in splits(data.codes, plan) if split.repeat == 0])


def model_facts(run: ModelRun, data: StudyData, plan: Plan, rows: NDArray[np.int64]) -> dict[str, Any]:
    """One model's part of the result."""
    records = [outcome.record for outcome in run.outcomes]
    facts: dict[str, Any] = {
        "name": run.entry.name,
        "label_en": run.entry.label_en,
        "label_zh": run.entry.label_zh,
        "status": run.status,
        "reason": run.reason,
        "preparation": None,
        "folds": [{key: value for key, value in record.items() if key != "notes"} for record in records],
        "notes": alike_once([note for record in records for note in record["notes"]]),
        "summary": {},
        "fit_seconds": None,
        "predict_seconds": None,
        "confusion": None,
        "curves": None,
        "calibration": None,
        "costs": None,
        "paired": None,
        "errors": None,
    }
    return facts | _finished_facts(run, data, plan, rows) if run.status == "done" else facts


def _finished_facts(run: ModelRun, data: StudyData, plan: Plan, rows: NDArray[np.int64]) -> dict[str, Any]:
    records = [outcome.record for outcome in run.outcomes]
    proba, codes = out_of_fold(run), data.codes[rows]
    K = len(data.names)
    # A model without probabilities has no log-loss; its values only rank the rows.
    are_probabilities = any(record["scores"]["log_loss"] is not None for record in records)
    return {
        "preparation": preparation_text(preparation_for(run.entry, data.schema)),
        "summary": {
            name: summary(name, [record["scores"][name] for record in records], plan) for name in METRICS
        },
        # The median, because the first fold of a first run includes compiling.
        "fit_seconds": float(np.median([record["fit_seconds"] for record in records])),
        "predict_seconds": float(np.median([record["predict_seconds"] for record in records])),
        "confusion": summarise(codes, proba.argmax(axis=1), K).counts.astype(int).tolist(),
        "curves": one_vs_rest_curves(codes, proba, data.names, points=max(20, min(200, CURVE_POINTS // K))),
        "calibration": calibration(codes, proba, data.names) if are_probabilities else None,
        "costs": costs(codes, proba, data.names, are_probabilities),
    }


def out_of_fold(run: ModelRun) -> NDArray[np.float64]:
    """What a model said about each row of the first repeat before it had seen it, (n, K)."""
    return np.concatenate([outcome.proba for outcome in run.outcomes])


def alike_once(notes: list[str]) -> list[str]:
    """Each note once; notes that differ in their numbers only, as those of different folds do, are alike.

    Examples
    --------
    >>> alike_once(["rank 4 of 5", "rank 3 of 5", "not converged"])
    ['rank 4 of 5', 'not converged']
    """
    first: dict[str, str] = {}
    for note in notes:
        first.setdefault(re.sub(r"\d[\d.e-]*", "#", note), note)
    return list(first.values())


def summary(metric: str, scores: list[float | None], plan: Plan) -> dict[str, float | None]:
    """Mean of the fold scores and its interval, cut to the values that the metric can take."""
    known = [score for score in scores if score is not None]
    if len(known) < 2:
        return {"mean": None, "low": None, "high": None}
    mean, low, high = mean_interval(known, plan.level, plan.test_train_ratio)
    largest = math.inf if metric == "log_loss" else 1.0
    return {"mean": mean, "low": max(0.0, low), "high": min(largest, high)}


def best_model(models: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The finished model with the highest mean accuracy, the baseline aside; None if there is none."""
    finished = [model for model in models if model["status"] == "done" and model["name"] != BASELINE.name]

    def rank(model: dict[str, Any]) -> tuple[float, float]:
        loss = model["summary"]["log_loss"]["mean"]
        return model["summary"]["accuracy"]["mean"], -math.inf if loss is None else -loss

    return max(finished, key=rank, default=None)


def paired(model: dict[str, Any], best: dict[str, Any] | None, plan: Plan) -> dict[str, float] | None:
    """The corrected paired test of a model's accuracy against the best model's."""
    if best is None or model is best or model["status"] != "done":
        return None
    first, second = ([fold["scores"]["accuracy"] for fold in one["folds"]] for one in (model, best))
    test = corrected_resampled_t_test(first, second, test_train_ratio=plan.test_train_ratio, level=plan.level)
    return {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}
