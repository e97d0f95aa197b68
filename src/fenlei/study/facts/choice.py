"""The best of the classifiers that cannot be distinguished: the one with the lowest log-loss.

A metric such as the accuracy only counts rows, and the order of two models that it does not separate is
chance. The log-loss measures how good their probabilities are, and decides among

    C = {the first by the metric} ∪ {models whose paired test against the first has p ≥ 1 − level}.

Where log-losses differ by at most 1 %, the order by the metric stays. A pool of several models is chosen
only where its log-loss is lower than that of each single one by more than a standard error and by 3 %. A
model without probabilities has no log-loss and is chosen only if it is the first and no other has one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import stdev

from fenlei.registry import POOLED
from fenlei.study.facts.metrics import METRICS
from fenlei.study.facts.schema import ChoiceFacts, ModelFacts, PairedFacts

DECIDES = "log_loss"
WORTH_A_POOL = 0.03  # of the log-loss of a single model: several are slower, and harder to read
NEGLIGIBLE = 1.01  # times the lowest log-loss: no reason to prefer another model


def inseparable(tests: Mapping[str, PairedFacts | None], level: float) -> list[str]:
    """The models whose difference from the first one the paired test does not find.

    Examples
    --------
    >>> test = {"difference": -0.01, "low": -0.02, "high": 0.01}
    >>> inseparable({"lda": None, "qda": test | {"p": 0.3}, "tree": test | {"p": 0.01}}, 0.95)
    ['qda']
    """
    found = {name: None if test is None else test["p"] for name, test in tests.items()}
    return [name for name, p in found.items() if p is not None and p >= 1 - level]


def choose(
    first: ModelFacts,
    models: list[ModelFacts],
    tests: Mapping[str, PairedFacts | None],
    metric: str,
    level: float,
) -> ModelFacts:
    """The first whose log-loss is at most 1 % above the lowest, among the first by the metric and those of
    `models`, in the order of their ranks, that cannot be distinguished from it.
    """
    if METRICS[metric].task != "classification" or metric == DECIDES:
        return first
    alike = set(inseparable(tests, level))
    candidates = [first, *(model for model in models if model["name"] in alike)]
    least = min(log_loss(model) for model in candidates)
    chosen = next(model for model in candidates if log_loss(model) <= NEGLIGIBLE * least)
    return plainest(chosen, candidates) if chosen["name"] in POOLED else chosen


def plainest(pool: ModelFacts, candidates: list[ModelFacts]) -> ModelFacts:
    """A pool, unless the log-loss of a single model is within a standard error of the difference, or 3 %."""
    alone = [model for model in candidates if model["name"] not in POOLED]
    single = min(alone, key=log_loss, default=pool)
    if math.isinf(log_loss(single)):
        return pool
    pairs = zip(pool["folds"], single["folds"], strict=True)
    gains = [(b["scores"][DECIDES] or 0.0) - (a["scores"][DECIDES] or 0.0) for a, b in pairs]
    gain = sum(gains) / len(gains)
    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 0.0
    is_clear = gain > max(error, WORTH_A_POOL * log_loss(single))
    return pool if is_clear else single


def log_loss(model: ModelFacts) -> float:
    """The mean log-loss, infinite where there are no probabilities."""
    loss = model["summary"][DECIDES]["mean"]
    return math.inf if loss is None else loss


def choice_facts(
    best: ModelFacts | None, first: ModelFacts | None, tests: Mapping[str, PairedFacts | None]
) -> ChoiceFacts | None:
    """That another model than the first by the metric was chosen, and its test against the first."""
    if best is None or first is None or best is first:
        return None
    test = tests[best["name"]]
    return {"first": first["name"], "decided_by": DECIDES, "p": None if test is None else test["p"]}
