"""Decisions: sorted scores for the page, which moves the threshold itself, and the decision that is kept."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

import numpy as np

from fenlei.atomic import atomic_write
from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, number, whole
from fenlei.studio.asks.out_of_fold import OutOfFold, out_of_fold
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError, field_error

MOST_VALUES, BLOCK = 2_000_000, 65536
DECISION_FILE, COSTS_FILE, DECISION_MODEL = "decision.json", "costs.csv", "decision.fenlei"


def scores(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
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
        if seen.scores.size > MOST_VALUES:  # the desk counts
            return found | {"n": len(seen.codes)}
        return found | {"arrays": {"scores": seen.scores, "codes": seen.codes.astype(np.uint32)}}
    seen, positive = _two_classes(facts, ask, name)
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


def counts(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Rows by action and true class, mean cost, and rows that do not get the most probable class.

    What the page counts by itself where there are not too many rows: each row takes the action of least
    expected cost, the first of equal ones.
    """
    name = choice(ask, "model", tuple(REGISTRY))
    data, seen = facts.data, out_of_fold(facts, name)
    K = len(data.classes)
    costs = np.array(cost_matrix(ask, K))
    reject = None if ask.get("reject_cost") is None else number(ask, "reject_cost")
    if reject is not None:
        costs = np.vstack([costs, np.full(K, reject)])
    found, changed = np.zeros((len(costs), K), dtype=np.int64), 0
    for start in range(0, len(seen.codes), BLOCK):
        scores, codes = seen.scores[start : start + BLOCK], seen.codes[start : start + BLOCK]
        action = (scores @ costs.T).argmin(axis=1)
        np.add.at(found, (action, codes), 1)
        changed += int((action != scores.argmax(axis=1)).sum())
    mean = float((found * costs).sum() / len(seen.codes))
    return {"counts": found.ravel().tolist(), "mean": mean, "changed": changed}


def honest(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The cost of a threshold chosen on the other folds and paid on this one, beside the optimistic one."""
    from fenlei.evaluate.thresholds.honest_cost import cheapest_threshold, honest_cost

    name = choice(ask, "model", tuple(REGISTRY))
    seen, positive = _two_classes(facts, ask, name)
    is_positive, p = seen.codes == positive, seen.scores[:, positive]
    cost_fp, cost_fn = (number(ask, key, 1.0) for key in ("cost_fp", "cost_fn"))
    if min(cost_fp, cost_fn) < 0:
        raise field_error("cost", min(cost_fp, cost_fn), "0", "1")
    best = cheapest_threshold(is_positive, p, cost_fp, cost_fn)
    called = p >= best
    paid = cost_fp * int((called & ~is_positive).sum()) + cost_fn * int((~called & is_positive).sum())
    found = honest_cost(is_positive, p, seen.folds, cost_fp, cost_fn)
    sizes = np.unique(seen.folds, return_counts=True)[1]
    return {
        "mean": found.mean,
        "optimistic": paid / len(p),
        "folds": [
            {"fold": i + 1, "rows": int(rows), "threshold": float(t), "cost": float(cost)}
            for i, (rows, t, cost) in enumerate(zip(sizes, found.thresholds, found.costs, strict=True))
        ],
    }


def calibration(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """How often the positive class occurs among rows of a similar probability, in bins of a tenth."""
    from fenlei.study.facts.probabilities import reliability

    name = choice(ask, "model", tuple(REGISTRY))
    data = facts.data
    if data.task == "regression":
        raise StudioError("studio.two_classes", model=name, count=0)
    seen = out_of_fold(facts, name)
    if not seen.are_probabilities:
        raise StudioError("studio.no_probabilities", model=name)
    wanted = whole(ask, "positive", 0, len(data.classes) - 1, len(data.classes) - 1)
    found = reliability(seen.codes == wanted, np.clip(seen.scores[:, wanted], 0.0, 1.0))
    return {"classes": data.names, "positive": wanted, **found}


def _two_classes(facts: DeskFacts, ask: Mapping[str, object], name: str) -> tuple[OutOfFold, int]:
    """The scores of two classes, and the number of the positive one: by default the rarer."""
    data = facts.data
    if data.task == "regression" or len(data.classes) != 2:
        count = 0 if data.task == "regression" else len(data.classes)
        raise StudioError("studio.two_classes", model=name, count=count)
    seen = out_of_fold(facts, name)
    rarer = int(np.bincount(seen.codes, minlength=2).argmin())
    return seen, whole(ask, "positive", 0, 1, rarer)


def keep(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Keep a decision: `decision.fenlei` decides by the costs, which `costs.csv` has as a table.

    A threshold t of two classes is the costs t of a false positive and 1 - t of a false negative. The counts
    and the mean cost are those of the out-of-fold answers, by the rule of the saved model.
    """
    from fenlei.model_file import save_model
    from fenlei.study.decisions import decision_facts, with_costs

    name = choice(ask, "model", tuple(REGISTRY))
    data = facts.data
    if data.task == "regression":
        raise StudioError("studio.two_classes", model=name, count=0)
    model = facts.model(name)
    path = facts.folder / COSTS_FILE
    with atomic_write(path, "w") as file:
        file.write(cost_table(data.names, cost_matrix(ask, len(data.classes))))
    reject = None if ask.get("reject_cost") is None else number(ask, "reject_cost")
    decider = with_costs(model, str(path), reject)
    save_model(decider, facts.folder / DECISION_MODEL, facts=model.facts)
    kept = ("threshold", "positive", "cost_fp", "cost_fn", "reject_cost")
    decision: Answer = {"model": name, **{field: ask[field] for field in kept if ask.get(field) is not None}}
    with atomic_write(facts.folder / DECISION_FILE, "w") as file:
        json.dump(decision, file, ensure_ascii=False, indent=1, allow_nan=False)
    seen = out_of_fold(facts, name)
    return {"decision": decision, "facts": decision_facts(decider, seen.codes, seen.scores)}


def cost_matrix(ask: Mapping[str, object], K: int) -> list[list[float]]:
    """The costs (actions, classes) of an ask; each has to be a finite number of at least 0."""
    given = ask.get("costs")
    if not isinstance(given, list) or len(given) != K:
        raise field_error("costs", given, f"{K} x {K}")
    for row in given:
        if not isinstance(row, list) or len(row) != K or not all(map(_is_cost, row)):
            raise field_error("costs", row, f"{K} x {K}")
    return [[float(value) for value in row] for row in given]


def _is_cost(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and 0 <= value < 1e300


def cost_table(names: list[str], costs: list[list[float]]) -> str:
    """The table that `--costs` reads: a row per action, a column per class.

    Examples
    --------
    >>> print(cost_table(["no", "yes"], [[0.0, 0.5], [0.25, 0.0]]))
    action,no,yes
    no,0.0,0.5
    yes,0.25,0.0
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["action", *names])
    writer.writerows([name, *map(repr, row)] for name, row in zip(names, costs, strict=True))
    return text.getvalue()
