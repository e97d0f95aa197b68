"""Which models are pooled: the best eight that are finished, and can be fitted to all rows in time."""

from __future__ import annotations

import numpy as np

from fenlei.errors import wording
from fenlei.registry import POOLED
from fenlei.study.data import StudyData
from fenlei.study.fitting import BASELINE
from fenlei.study.running.plan import Plan
from fenlei.study.running.task import ModelRun
from fenlei.study.running.time_budget import Budget

TWINS = 1e-6  # largest difference of answers that are the same
MOST_MEMBERS = 8
TIME_SHARE = 0.7  # of what is left of a budget, for fits of the members to all rows


def chosen_members(
    runs: list[ModelRun], data: StudyData, plan: Plan, time: Budget, lang: str
) -> tuple[list[ModelRun], str | None]:
    """The members, the best first; or why there are none."""
    if data.scan is not None and data.scan.n_rows > len(data.X):
        return [], wording("pooling.files", lang)
    able = [run for run in runs if can_vote(run, plan)]
    if any(len(outcome.proba) == 0 for run in able for outcome in run.outcomes):
        return [], wording("pooling.repeats", lang)
    able.sort(key=lambda run: mean_loss(run, plan))
    found = affordable_members(without_twins(able), plan, time)
    if len(found) >= 2:
        return found, None
    return [], wording("pooling.time" if len(able) >= 2 else "pooling.few", lang)


def can_vote(run: ModelRun, plan: Plan) -> bool:
    """Whether a model is finished and has probabilities, or numbers."""
    if run.status != "done" or run.entry.name == BASELINE.name or run.entry.name in POOLED:
        return False
    return plan.task == "regression" or run.calibration is not None


def mean_loss(run: ModelRun, plan: Plan) -> float:
    """The mean log-loss of a classifier, or squared error of a regression, over the folds."""
    name = "rmse" if plan.task == "regression" else "log_loss"
    scores = [outcome.record["scores"][name] for outcome in run.outcomes]
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else float("inf")


def without_twins(able: list[ModelRun]) -> list[ModelRun]:
    """The models without those that answer as an earlier one does, in the rows of the first fold."""
    found: list[ModelRun] = []
    for run in able:
        first = run.outcomes[0].proba
        if not any(np.allclose(first, other.outcomes[0].proba, rtol=TWINS, atol=TWINS) for other in found):
            found.append(run)
    return found


def affordable_members(able: list[ModelRun], plan: Plan, time: Budget) -> list[ModelRun]:
    """The first that can be fitted to all rows in what is left of the time."""
    left, found = TIME_SHARE * time.left, []
    for run in able:
        seconds = [outcome.record["fit_seconds"] for outcome in run.outcomes]
        cost = plan.growth * sorted(seconds)[len(seconds) // 2] if time.is_limited else 0.0
        if not time.is_limited or cost <= left:
            found.append(run)
            left -= cost
    return found[:MOST_MEMBERS]
