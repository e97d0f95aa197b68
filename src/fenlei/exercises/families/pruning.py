"""Reduced-error pruning of an ID3 tree by validation rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.trees import is_clear, rules_grid, splits_of
from fenlei.exercises.families.word_tables import WordTable, draw_different_words
from fenlei.exercises.fitting import FittedTable, fit_columns, rows_grid, typed
from fenlei.exercises.friendly import answer
from fenlei.explanation.formula.building import chain, counted, letter
from fenlei.model_file import Model
from fenlei.trees import ID3Classifier, prune
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import TreeNames, branches_of

if TYPE_CHECKING:
    from fenlei.kernels import Array

TRIES = 40  # of validation rows for one tree
VALIDATION = 6  # rows, or more where the table is larger


def reduced_error(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """A tree of which a part is pruned; every decision is clear, so that no rule about ties is needed."""
    table = draw_different_words(draws, n, 3 if n < 10 else 4, terms.lang)
    if not table.shows_every_value():
        return None
    fitted = fit_columns(ID3Classifier(), table.columns, table.story.target)
    if not is_clear(fitted) or not 2 <= splits_of(fitted) <= 4 or not _has_majorities(fitted):
        return None
    found = next((each for _ in range(TRIES) if (each := _pruned(draws, table, fitted))), None)
    if found is None:
        return None
    validation, coded, labels, pruned = found
    steps = pruned.pruning_.steps
    before, after = (int(np.sum(each.predict(coded) == labels)) for each in (fitted.estimator, pruned))
    small = fitted._replace(model=Model(pruned, fitted.model.schema))
    paths, m = _paths(fitted, terms), len(labels)
    decisions = [
        (paths[step.node], int(step.before), int(step.after), terms.say(f"action.{step.action}"))
        for step in steps
    ]
    headings = terms.words("node", "right_split", "right_leaf", "decided")
    questions = (
        terms.ask("before", 3, chain(letter("A"), counted(before, m), before / m)),
        terms.ask("decisions", 10, grid=terms.grid("decisions", headings, decisions)),
        terms.ask("tree", 6, grid=rules_grid(small, terms)),
        terms.ask("after", 3, answer(letter("A"), after / m)),
    )
    results = {
        "before": before / m,
        "decisions": sorted([int(step.before), int(step.after)] for step in steps),
        "leaves": int(np.count_nonzero(pruned.model_.kind == LEAF)),
        "after": after / m,
    }
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), table.columns),
        rules_grid(fitted, terms),
        rows_grid(terms.say("grid.validation"), terms.say("number"), validation.columns),
    )
    facts = {"n": n, "m": m, "what": table.story.row, "target": table.story.target}
    return Drawn(tables, questions, (small.fit_working(terms.lang),), results, facts)


def _pruned(
    draws: Draws, table: WordTable, fitted: FittedTable
) -> tuple[WordTable, Array, Array, ID3Classifier] | None:
    """Validation rows by which a part of the tree is pruned, without ties; and the pruned tree."""
    validation = _validation(draws, table)
    coded, labels = _coded(fitted, validation), typed(validation.columns, table.story.target).labels()
    if len(set(labels)) < 2:
        return None
    pruned = prune(fitted.estimator, "reduced_error", coded, labels)
    steps = pruned.pruning_.steps
    is_tied = any(step.before == step.after for step in steps)
    is_part = len({step.action for step in steps}) == 2 and pruned.model_.kind[0] != LEAF
    return (validation, coded, labels, pruned) if is_part and not is_tied else None


def _validation(draws: Draws, table: WordTable) -> WordTable:
    """Rows drawn with other classes than the training rows have."""
    sizes = [len(values) for _, values in table.story.features]
    m = max(VALIDATION, len(table.rows) // 2 + 1)
    rows = [tuple(draws.below(size) for size in sizes) for _ in range(m)]
    return WordTable(table.story, rows, [draws.below(2) for _ in rows])


def _coded(fitted: FittedTable, rows: WordTable) -> Array:
    return np.vstack([fitted.coded(rows.row(row)) for row in rows.rows])


def _has_majorities(fitted: FittedTable) -> bool:
    """Whether every inner node has more rows of one class, so that its leaf is clear."""
    tree = fitted.estimator.model_
    inner = tree.value[tree.kind != LEAF]
    return bool((np.abs(inner[:, 0] - inner[:, 1]) > 0).all())


def _paths(fitted: FittedTable, terms: SheetTerms) -> dict[int, str]:
    """Where each node is: the answers on the way to it."""
    features = fitted.table.schema.features
    names = TreeNames(
        fitted.estimator, [each.name for each in features], [each.categories for each in features]
    )
    found, waiting = {0: terms.say("root")}, [(0, "")]
    while waiting:
        node, path = waiting.pop()
        if fitted.estimator.model_.kind[node] == LEAF:
            continue
        for condition, children in branches_of(fitted.estimator, node, names):
            below = terms.listed([*([path] if path else []), condition.say(terms.lang)])
            found |= dict.fromkeys(children, below)
            waiting += [(child, below) for child in children]
    return found
