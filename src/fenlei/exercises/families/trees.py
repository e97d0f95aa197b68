"""Decision trees: the gains at the root, the whole tree, and the class of a new row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import decided, draw_points, plane
from fenlei.exercises.families.word_tables import all_rows, draw_different_words
from fenlei.exercises.fitting import Columns, FittedTable, fit_columns, row_grid, rows_grid
from fenlei.exercises.friendly import exact, fraction_text
from fenlei.exercises.sheet import Question
from fenlei.explanation.formula import value
from fenlei.explanation.formula.building import chain, letter
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.impurity import impurity, impurity_numbers
from fenlei.explanation.working import Grid
from fenlei.trees import C45Classifier, DecisionTreeClassifier, ID3Classifier, gain_table, tree_rules
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.gain_table import GainRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fenlei.explanation.working import Cell
    from fenlei.trees.tree_classifier import TreeClassifier

FOUR_FEATURES = 10  # rows from which on a table has four features
CLEAR = 0.0123  # by which the best split is better than the second at the least


def id3(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Gains of three features; a tree of two levels or more."""
    return _of_words(draws, n, terms, ID3Classifier())


def c45(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Gain ratios of three features among those of at least average gain; nothing is pruned."""
    return _of_words(draws, n, terms, C45Classifier(min_cases=1, pruning=False, collapse=False))


def cart(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """The decrease of the Gini index at every threshold of two numbers."""
    size = max(4, n // 2 + 1)
    *rows, new = draw_points(draws, n + 1, 1, size)
    labels = [draws.one_of("AB") for _ in rows]
    if not n // 3 <= labels.count("A") <= n - n // 3:
        return None
    target = terms.say("class")
    columns = plane(rows) | {target: labels}
    fitted = fit_columns(DecisionTreeClassifier(random_state=0), columns, target)
    if not is_clear(fitted, every=True) or not 2 <= splits_of(fitted) <= 3:
        return None
    table = _gains(fitted, 0, every=True)
    splits = [f"{row.name} ≤ {row.threshold:g}" for row in table]
    lines = [
        (split, fraction_text(row.worth.gini), fraction_text(row.corrected_gain), _mark(row, terms))
        for split, row in zip(splits, table, strict=True)
    ]
    headings = terms.words("split", "gini_after", "decrease", "chosen")
    questions = (
        terms.ask("before", 2, _before(labels, by_gini=True)),
        terms.ask("splits", 10, grid=terms.grid("splits", headings, lines)),
        terms.ask("tree", 8, grid=rules_grid(fitted, terms)),
    )
    results = {
        "before": value(_before(labels, by_gini=True)),
        "splits": {
            split: (row.worth.gini, row.corrected_gain) for split, row in zip(splits, table, strict=True)
        },
        "chosen": next(split for split, row in zip(splits, table, strict=True) if row.chosen),
    }
    given = {"x₁": new[0], "x₂": new[1]}
    return _drawn(terms, fitted, columns, given, questions, results, {"n": n})


def _of_words(draws: Draws, n: int, terms: SheetTerms, model: TreeClassifier) -> Drawn | None:
    table = draw_different_words(draws, n, 3 if n < FOUR_FEATURES else 4, terms.lang)
    if not table.shows_every_value():
        return None
    sizes = [len(values) for _, values in table.story.features]
    left = [row for row in all_rows(sizes) if row not in table.rows]
    row = table.row(draws.one_of(left))
    fitted = fit_columns(model, table.columns, table.story.target)
    if not is_clear(fitted) or not 2 <= splits_of(fitted) <= 4:
        return None
    gains = _gains(fitted, 0)
    by_ratio = terms.kind == "c45"
    lines = [(each.name, *_worth(each, by_ratio), _mark(each, terms)) for each in gains]
    names = ("feature", "conditional", "gain", *(("split_info", "ratio") if by_ratio else ()), "chosen")
    questions = (
        terms.ask("before", 3, _before(table.labels, by_gini=False)),
        terms.ask("gains", 12, grid=terms.grid("gains", terms.words(*names), lines)),
        terms.ask("tree", 10, grid=rules_grid(fitted, terms)),
    )
    results = {
        "before": value(_before(table.labels, by_gini=False)),
        "gain": {each.name: each.worth.gain for each in gains},
        "ratio": {each.name: each.worth.gain_ratio for each in gains},
        "chosen": next(each.name for each in gains if each.chosen),
    }
    facts = {"n": n, "what": table.story.row, "target": table.story.target}
    return _drawn(terms, fitted, table.columns, row, questions, results, facts)


def _before(labels: list[int] | list[str], by_gini: bool) -> Chain:
    """The impurity of all rows, with the counts put in."""
    counts = np.unique(labels, return_counts=True)[1]
    left = letter("Gini") if by_gini else letter("H", "D")
    return chain(left, impurity_numbers(counts, by_gini), exact(impurity(counts, by_gini)))


def _worth(row: GainRow, by_ratio: bool) -> tuple[float, ...]:
    worth = row.worth
    own = (worth.conditional_entropy, worth.gain)
    return (*own, worth.split_info, worth.gain_ratio) if by_ratio else own


def _gains(fitted: FittedTable, node: int, every: bool = False) -> list[GainRow]:
    table = fitted.table
    features = table.schema.features
    return gain_table(
        fitted.estimator,
        table.coded().X,
        table.labels(),
        node=node,
        every_threshold=every,
        feature_names=[feature.name for feature in features],
        categories=[feature.categories for feature in features],
    )


def splits_of(fitted: FittedTable) -> int:
    return int(np.count_nonzero(fitted.estimator.model_.kind != LEAF))


def is_clear(fitted: FittedTable, every: bool = False) -> bool:
    """Whether every split is better than the second best, every leaf has rows, of one class."""
    tree = fitted.estimator.model_
    leaves = tree.kind == LEAF
    if leaves[0] or (tree.weight[leaves] == 0).any() or (tree.value[leaves].min(axis=1) > 0).any():
        return False
    for node in np.flatnonzero(~leaves):
        rows = _gains(fitted, int(node), every)
        best = sorted((_score(row, every) for row in rows), reverse=True)
        if best[0] < CLEAR or (len(best) > 1 and best[0] - best[1] < CLEAR) or _near_average(fitted, rows):
            return False
    return True


def _score(row: GainRow, every: bool) -> float:
    return row.corrected_gain if every else row.score


def _near_average(fitted: FittedTable, rows: list[GainRow]) -> bool:
    """Whether the gain of a feature is so near the average that C4.5's slack decides."""
    if not isinstance(fitted.estimator, C45Classifier):
        return False
    gains = np.array([row.worth.gain for row in rows if row.worth.split_info > 0])
    return bool((np.abs(gains - gains.mean()) < CLEAR).any()) and len(gains) > 1


def _mark(row: GainRow, terms: SheetTerms) -> str:
    return terms.say("mark") if row.chosen else ""


def rules_grid(fitted: FittedTable, terms: SheetTerms) -> Grid:
    features = fitted.table.schema.features
    rules = tree_rules(
        fitted.estimator,
        [feature.name for feature in features],
        [feature.categories for feature in features],
    )
    return terms.grid(
        "rules", terms.words("rule", "rows"), [(r.text(terms.lang), int(r.weight)) for r in rules]
    )


def _drawn(
    terms: SheetTerms,
    fitted: FittedTable,
    columns: Columns,
    row: Mapping[str, Cell],
    questions: tuple[Question, ...],
    results: dict[str, Any],
    facts: dict[str, object],
) -> Drawn:
    decision = str(fitted.predict(row))
    last = terms.ask("new", 2, decided(decision))
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), columns),
        row_grid(terms.say("grid.new"), row),
    )
    nodes = np.flatnonzero(fitted.estimator.model_.kind != LEAF)
    fits = [fitted.fit_working(terms.lang, node=int(node)) for node in nodes]
    workings = (*fits, fitted.row_working(row, terms.lang))
    return Drawn(tables, (*questions, last), workings, results | {"decision": decision}, facts)
