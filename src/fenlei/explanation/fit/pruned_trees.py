"""What pruning decided: C4.5's expected errors with the numbers put in, and the decisions of `prune`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from fenlei.contract.classifier import Rows
from fenlei.explanation.formula.building import (
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    times,
)
from fenlei.explanation.formula.nodes import Chain, Formula, Power
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.trees.c45 import C45Classifier
from fenlei.trees.pruning.expected_errors import Confidence, confidence_level, expected_errors
from fenlei.trees.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fenlei.trees.pruning.error_based import PruningStep
    from fenlei.trees.pruning.prune import Pruning
    from fenlei.trees.tree_classifier import TreeClassifier

MOST_DECISIONS = 20


def pruning_steps(
    model: TreeClassifier, tree: Tree, rows: FittedRows, terms: ModelTerms
) -> list[WorkingStep]:
    """C4.5's own pruning, then that of `prune`, where there was one."""
    steps = []
    if isinstance(model, C45Classifier) and model.pruning and not _changed(model):
        steps += _error_based(model, tree, rows, terms)
    found = getattr(model, "pruning_", None)
    if found is not None and found.steps:
        steps.append(_decisions(found, terms))
    return steps


def _changed(model: TreeClassifier) -> bool:
    """Whether the tree is no longer that of the fit."""
    return hasattr(model, "pruning_") or bool(getattr(model, "edits_", ()))


def _error_based(model: C45Classifier, tree: Tree, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The tree is grown again without pruning, and each decision is shown on it."""
    nominal = np.flatnonzero(tree.sizes > 0)
    again = clone(model).set_params(categorical_features=nominal if len(nominal) else None)
    columns, given = again._presorted(again._training_rows(rows.X, model.classes_[rows.codes], None))
    whole = again._unpruned(columns, given)
    pruned, done = again._pruned(whole, Rows(*given))
    if not done or len(pruned.kind) != len(tree.kind):  # a tree of other rows, or made by hand
        return []
    level = confidence_level(float(model.confidence))
    chains: list[Chain] = []
    for node, action, before, after in done[:MOST_DECISIONS]:
        put_in: list[Formula] = []
        if action == "leaf" and abs(expected_errors(whole.value[node], level) - after) < 1e-9:
            put_in = [_expected(whole.value[node], level)]
        chains += [
            chain(letter("E", node), *put_in, after),
            chain(letter("ΔE", node), plus(after, minus(before)), after - before),
        ]
    facts: dict[str, Any] = {"confidence": f"{model.confidence:g}", "count": len(done)}
    return [terms.step("fit_pruned", chains, [_grid(done, terms)], source="002, B-M27", **facts)]


def _expected(counts: Array, level: Confidence) -> Formula:
    """N U(E, N): the errors that are expected of a leaf with E of N rows wrong."""
    N = float(counts.sum())
    E = max(N - float(counts.max()), 0.0)
    if E == 0.0:
        return times(N, plus(1.0, minus(Power(number(level.CF), over(1.0, N)))))
    if E < 1.0 or E + 0.5 >= N:
        return number(expected_errors(counts, level))
    z, f = level.z, counted(E + 0.5, N)
    under = plus(over(f, N), minus(over(squared(f), N)), over(squared(z), times(4.0, squared(N))))
    above = plus(f, over(squared(z), times(2.0, N)), times(z, function("sqrt", under)))
    return times(N, over(above, plus(1.0, over(squared(z), N))))


def _decisions(found: Pruning, terms: ModelTerms) -> WorkingStep:
    """Every decision: what the node has with its branches, and as a leaf."""
    chains = [
        chain(letter("Δ", step.node), plus(step.after, minus(step.before)), step.after - step.before)
        for step in found.steps[:MOST_DECISIONS]
    ]
    facts: dict[str, Any] = {"method": found.method, "before": found.nodes_before, "after": found.nodes_after}
    return terms.step(
        "fit_decisions", chains, [_grid(found.steps, terms)], source="002, B-M22…B-M27", **facts
    )


def _grid(steps: Sequence[PruningStep], terms: ModelTerms) -> Grid:
    lines = [
        (node, before, after, terms.say(f"pruning.{action}"))
        for node, action, before, after in steps[:MOST_DECISIONS]
    ]
    return terms.grid("pruning", terms.words("node", "with_branches", "as_leaf", "decided"), lines)
