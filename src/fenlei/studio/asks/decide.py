"""Decisions: sorted scores for the page, which moves the threshold itself, and the decision that is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from fenlei.atomic import atomic_write
from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, number, whole
from fenlei.studio.asks.out_of_fold import out_of_fold
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError

MOST_VALUES = 2_000_000
DECISION_FILE, COSTS_FILE = "decision.json", "costs.csv"


def scores(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """Two classes: the sweep over all distinct scores. More: scores (n, K) and codes.

    `positive` is the number of the positive class; by default the rarer of the two.
    """
    name = choice(ask, "model", tuple(REGISTRY))
    data = facts.data
    if data.task == "regression":
        raise StudioError("studio.two_classes", model=name, count=0)
    seen, K = out_of_fold(facts, name), len(data.classes)
    found: Answer = {"model": name, "classes": data.names, "are_probabilities": seen.are_probabilities}
    if K > 2:
        if seen.scores.size > MOST_VALUES:
            raise StudioError("studio.two_classes", model=name, count=K)
        return found | {"arrays": {"scores": seen.scores, "codes": seen.codes.astype(np.uint32)}}
    rarer = int(np.bincount(seen.codes, minlength=2).argmin())
    positive = whole(ask, "positive", 0, 1, rarer)
    from fenlei.evaluate.thresholds.sweep import threshold_sweep

    is_positive = seen.codes == positive
    sweep = threshold_sweep(is_positive, seen.scores[:, positive])
    P = int(is_positive.sum())
    arrays = {
        "thresholds": sweep.thresholds,
        "tp": sweep.tp.astype(np.uint32),
        "fp": sweep.fp.astype(np.uint32),
    }
    return found | {"positive": positive, "P": P, "N": len(is_positive) - P, "arrays": arrays}


def keep(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """Keep a decision: model, threshold and costs in `decision.json`, the costs also as a table.

    The costs of two classes with t* = c_FP / (c_FP + c_FN) make the model decide by that threshold, which is
    how the command line takes it: `fenlei predict MODEL DATA --costs costs.csv`.
    """
    name = choice(ask, "model", tuple(REGISTRY))
    data = facts.data
    if data.task == "regression" or len(data.classes) != 2:
        raise StudioError("studio.two_classes", model=name, count=len(data.classes))
    positive, threshold = whole(ask, "positive", 0, 1), number(ask, "threshold")
    facts.model(name)
    decision = {
        "model": name,
        "positive": data.names[positive],
        "threshold": threshold,
        "cost_fp": number(ask, "cost_fp", 1.0),
        "cost_fn": number(ask, "cost_fn", 1.0),
        "file": f"{name}.fenlei",
    }
    with atomic_write(facts.folder / DECISION_FILE, "w") as file:
        json.dump(decision, file, ensure_ascii=False, indent=1)
    return {"decision": decision}
