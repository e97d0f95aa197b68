"""Two models on the same rows, which they had not seen: tests, and where the models disagree.

The folds are compared by Nadeau and Bengio's corrected test, the rows by McNemar's. Probabilities are those
of one class, so that a row is a point (P of the first model, P of the second).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.comparison import mcnemar_of_counts
from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, whole
from fenlei.studio.asks.out_of_fold import OutOfFold, out_of_fold
from fenlei.studio.asks.plane.regions import sampled
from fenlei.studio.asks.plane.view import table_rows
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError
from fenlei.study.facts.metrics import SHOWN
from fenlei.study.facts.result import paired

if TYPE_CHECKING:
    from fenlei.study.facts.schema import ModelFacts

MOST_LISTED = 500  # rows of the table of disagreements
# Who is right where not both are, and rows that both get wrong by different answers.
GROUPS = ("first", "second", "neither")


def pair(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The folds and the rows of two compared models; `first` and `second` are their names."""
    names = [choice(ask, which, tuple(REGISTRY)) for which in ("first", "second")]
    if names[0] == names[1]:
        raise StudioError("studio.one_model", name=names[0])
    found = {"names": names, **_folds(facts, names)}
    seen = [out_of_fold(facts, name) for name in names]
    if facts.data.task == "regression":
        return found | _numbers(facts, *seen)
    return found | _classes(facts, ask, *seen)


def _folds(facts: DeskFacts, names: list[str]) -> Answer:
    """Scores by fold and metric, and the corrected test of their differences, first minus second."""
    result = facts.result
    by_name: dict[str, ModelFacts] = {}
    if result is not None:
        by_name = {one["name"]: one for one in result["models"] if one["status"] == "done"}
    for name in names:
        if name not in by_name:
            raise StudioError("studio.no_folds", model=name)
    first, second = (by_name[name] for name in names)
    plan = facts.plan
    metrics = []
    for metric in SHOWN[facts.data.task]:
        scores = [
            [mine["scores"].get(metric), its["scores"].get(metric)]
            for mine, its in zip(first["folds"], second["folds"], strict=True)
        ]
        test = paired(first, second, replace(plan, metric=metric))
        metrics.append({"metric": metric, "folds": scores, "test": test})
    return {"metrics": metrics, "metric": plan.metric}


def _classes(facts: DeskFacts, ask: Mapping[str, object], first: OutOfFold, second: OutOfFold) -> Answer:
    """McNemar's test, the rows that only one model gets right, and the probabilities of a class."""
    data = facts.data
    shown_class = whole(ask, "class", 0, len(data.classes) - 1, len(data.classes) - 1)
    right = [one.decided == one.codes for one in (first, second)]
    only = [right[0] & ~right[1], right[1] & ~right[0]]
    neither = ~right[0] & ~right[1] & (first.decided != second.decided)
    test = mcnemar_of_counts(int(only[0].sum()), int(only[1].sum()))
    group = np.select([*only, neither], [0, 1, 2], 3)
    listed = np.flatnonzero(group < 3)
    apart = np.abs(first.scores[listed] - second.scores[listed]).max(axis=1)
    listed = listed[np.lexsort((first.rows[listed], -apart, group[listed]))]
    numbers = table_rows(facts, data)
    return {
        "classes": data.names,
        "class": shown_class,
        "mcnemar": test._asdict(),
        "both": int((right[0] & right[1]).sum()),
        "neither": int((~right[0] & ~right[1]).sum()),
        "are_probabilities": first.are_probabilities and second.are_probabilities,
        "total": len(listed),
        "rows": [
            {
                "row": int(numbers[first.rows[i]]),
                "truth": data.names[int(first.codes[i])],
                "said": [data.names[int(one.decided[i])] for one in (first, second)],
                "share": [float(one.scores[i, one.decided[i]]) for one in (first, second)],
                "right": GROUPS[group[i]],
            }
            for i in listed[:MOST_LISTED]
        ],
        **_points(facts, first, [one.scores[:, shown_class] for one in (first, second)], group),
    }


def _numbers(facts: DeskFacts, first: OutOfFold, second: OutOfFold) -> Answer:
    """Predictions of a quantity: which model is nearer, and the rows where the errors differ most."""
    data = facts.data
    truth = data.labels_of(first.rows).astype(np.float64)
    said = [one.scores[:, 0] for one in (first, second)]
    errors = [np.abs(values - truth) for values in said]
    group = np.select([errors[0] < errors[1], errors[1] < errors[0]], [0, 1], 3)
    order = np.argsort(-np.abs(errors[0] - errors[1]), kind="stable")
    order = order[group[order] < 3]
    numbers = table_rows(facts, data)
    return {
        "classes": [],
        "nearer": [int((group == which).sum()) for which in (0, 1)],
        "total": len(order),
        "rows": [
            {
                "row": int(numbers[first.rows[i]]),
                "truth": float(truth[i]),
                "said": [float(values[i]) for values in said],
                "share": [float(error[i]) for error in errors],
                "right": GROUPS[group[i]],
            }
            for i in order[:MOST_LISTED]
        ],
        **_points(facts, first, said, group),
    }


def _points(
    facts: DeskFacts, seen: OutOfFold, values: list[NDArray[np.float64]], group: NDArray[np.int64]
) -> Answer:
    """What both models say of each row, as arrays; a sample of a large table."""
    drawn = np.flatnonzero(np.isin(seen.rows, sampled(facts.data)))
    arrays: dict[str, NDArray[Any]] = {
        "x": values[0][drawn],
        "y": values[1][drawn],
        "row": table_rows(facts, facts.data)[seen.rows[drawn]].astype(np.uint32),
        "group": group[drawn].astype(np.uint8),
    }
    if facts.data.task != "regression":
        arrays["code"] = seen.codes[drawn].astype(np.uint8)
    return {"n": len(seen.rows), "drawn": len(drawn), "arrays": arrays}
