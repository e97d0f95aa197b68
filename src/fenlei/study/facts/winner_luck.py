"""How much of the winner's score is the luck of having been chosen by it.

The best of many models is scored on the rows that chose it, so its score is a little too good. The answers
of all models for the tested rows are there; the choice is repeated on rows drawn with replacement from them,
and the model that wins there is scored on the rows that were not drawn. The mean over the draws is an
estimate of what the choice is worth on new rows, and the difference from the score is the luck.
Reference: Tsamardinos, Greasidou and Borboudakis, Bootstrapping the out-of-sample predictions for efficient
and accurate cross-validation (BBC-CV), Machine Learning 107 (2018).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fenlei.study.data import StudyData
from fenlei.study.facts.matter_types import LuckFacts
from fenlei.study.fitting import BASELINE
from fenlei.study.running.plan import Plan
from fenlei.study.running.task import ModelRun

DRAWS, MOST_ROWS = 200, 5000
TINY = 1e-300
METRICS = ("accuracy", "log_loss", "rmse", "mae")  # means over rows

Numbers = NDArray[np.float64]


def luck_facts(
    runs: list[ModelRun], data: StudyData, plan: Plan, rows: NDArray[np.int64]
) -> LuckFacts | None:
    """What the choice is worth by the metric that ranks; None of one model, and of metrics of whole sets."""
    done = [run for run in runs if run.status == "done" and run.entry.name != BASELINE.name]
    if len(done) < 2 or plan.metric not in METRICS:
        return None
    losses = np.stack([row_losses(run, data, plan, rows) for run in done])
    if not np.isfinite(losses).all():
        return None
    if losses.shape[1] > MOST_ROWS:
        losses = losses[:, np.linspace(0, losses.shape[1] - 1, MOST_ROWS).astype(np.int64)]
    chosen, corrected = repeated_choice(losses, plan.seed)
    return {
        "metric": plan.metric,
        "draws": DRAWS,
        "score": as_score(chosen, plan.metric),
        "corrected": as_score(corrected, plan.metric),
    }


def repeated_choice(losses: Numbers, seed: int = 0) -> tuple[float, float]:
    """The least mean loss (of models by rows), and what the choice of the least is worth on other rows.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> chosen, corrected = repeated_choice((rng.random((20, 100)) < 0.5).astype(float))
    >>> chosen < 0.45 < corrected
    True
    """
    n, rng = losses.shape[1], np.random.default_rng(seed)
    found = []
    for _ in range(DRAWS):
        times = np.bincount(rng.integers(0, n, n), minlength=n)
        left = times == 0
        if left.any():
            winner = int((losses @ times).argmin())
            found.append(float(losses[winner, left].mean()))
    return float(losses.mean(axis=1).min()), float(np.mean(found))


def row_losses(run: ModelRun, data: StudyData, plan: Plan, rows: NDArray[np.int64]) -> Numbers:
    """Loss (n,) of each row of the first repeat, whose mean the metric is made of."""
    first = [one for one in run.outcomes if one.record["repeat"] == 0]
    values = np.concatenate([one.proba for one in first])
    if data.numbers is not None:
        errors = values[:, 0] - data.numbers[rows]
        return np.abs(errors) if plan.metric == "mae" else errors**2
    codes = data.codes[rows]
    if plan.metric == "log_loss":
        return -np.log(np.maximum(values[np.arange(len(codes)), codes], TINY))
    answers = [one.proba.argmax(axis=1) if one.decided is None else one.decided for one in first]
    return (np.concatenate(answers) != codes).astype(np.float64)


def as_score(loss: float, metric: str) -> float:
    """A mean loss as the metric that it makes."""
    if metric == "accuracy":
        return 1.0 - loss
    return float(np.sqrt(loss)) if metric == "rmse" else loss
