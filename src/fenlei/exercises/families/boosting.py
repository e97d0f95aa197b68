"""AdaBoost on one feature: three stumps, their errors and votes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from fenlei.ensemble import AdaBoostClassifier
from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import decided
from fenlei.exercises.fitting import FittedTable, fit_columns, row_grid, rows_grid
from fenlei.exercises.friendly import answer, are_short, exact, fraction_text
from fenlei.exercises.sheet import Question
from fenlei.explanation.formula.building import chain, counted, function, letter, minus, over, plus, times
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.trees import DecisionTreeClassifier

ROUNDS = 3
CLEAR = 1e-6  # by which the best stump is better than the second at the least


def adaboost(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Classes that change three times along x; in each round one stump has the least error."""
    x, y = list(range(1, n + 1)), [draws.one_of((-1, 1)) for _ in range(n)]
    if sum(a != b for a, b in pairwise(y)) < 2 or abs(sum(y)) > n // 2:
        return None
    columns = {"x": x, "y": y}
    model = AdaBoostClassifier(n_estimators=ROUNDS, alpha="half_ln")
    fitted = fit_columns(model, columns, "y")
    if len(model.rounds_) < ROUNDS or not _is_clear(fitted, np.array(y)):
        return None
    errors, alphas = [r.error for r in model.rounds_], [r.alpha for r in model.rounds_]
    weights = next(iter(model.staged_weights(fitted.table.coded().X, np.array(y))))
    if not are_short([*errors, *weights]) or max(errors) > 0.5 - CLEAR:
        return None
    row = {"x": draws.between(1, n - 1) + 0.25}
    value = float(sum(_votes(fitted, row) * np.array(alphas)))
    if abs(value) < CLEAR:
        return None
    label, E = int(fitted.predict(row)), model.rounds_[-1].training_error
    questions = (
        *_questions(model, weights, terms),
        terms.ask("new", 3, chain(letter("f"), value), decided(label)),
    )
    results = {
        "stumps": [
            [float(tree.model_.threshold[0]), *map(float, _sides(tree))] for tree in model.estimators_
        ],
        "error": errors,
        "alpha": alphas,
        "weights": weights.tolist(),
        "training_error": E,
        "value": value,
        "decision": label,
    }
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), columns),
        row_grid(terms.say("grid.new"), row),
    )
    workings = (fitted.fit_working(terms.lang), fitted.row_working(row, terms.lang))
    return Drawn(tables, questions, workings, results, {"n": n, "rounds": ROUNDS})


def _questions(model: AdaBoostClassifier, weights: Array, terms: SheetTerms) -> list[Question]:
    """The first round, the weights after it, all rounds, the training error."""
    errors, alphas = [r.error for r in model.rounds_], [r.alpha for r in model.rounds_]
    stumps = [_stump(tree) for tree in model.estimators_]
    headings = (terms.say("round"), "h(x)", "e", "α")
    lines = [(t + 1, stumps[t], fraction_text(errors[t]), alphas[t]) for t in range(ROUNDS)]
    return [
        terms.ask("first", 6, *_of_round(0, errors, alphas), says=stumps[0]),
        terms.ask("weights", 4, grid=_weights(weights, terms)),
        terms.ask("rounds", 12, grid=Grid(terms.say("grid.rounds"), headings, tuple(lines))),
        terms.ask("error", 4, answer(letter("E"), model.rounds_[-1].training_error)),
    ]


def _of_round(t: int, errors: list[float], alphas: list[float]) -> list[Chain]:
    """e, and α = ½ ln((1 - e) / e)."""
    e = exact(errors[t])
    put_in = times(counted(1, 2), function("ln", over(plus(1.0, minus(e)), e)))
    return [answer(letter("e", t + 1), errors[t]), chain(letter("α", t + 1), put_in, alphas[t])]


def _weights(weights: Array, terms: SheetTerms) -> Grid:
    headings = (terms.say("number"), terms.say("weight"))
    lines = [(i, fraction_text(float(w))) for i, w in enumerate(weights, 1)]
    return Grid(terms.say("grid.weights"), headings, tuple(lines))


def _sides(tree: DecisionTreeClassifier) -> tuple[int, int]:
    """The classes that a stump gives to the left and to the right."""
    left, right = tree.predict([[-1e9], [1e9]])
    return int(left), int(right)


def _stump(tree: DecisionTreeClassifier) -> str:
    left, right = _sides(tree)
    cut = f"{tree.model_.threshold[0]:g}"
    return f"x ≤ {cut}: {left:+d}, x > {cut}: {right:+d}".replace("-", "−")


def _votes(fitted: FittedTable, row: dict[str, float]) -> Array:
    X = fitted.coded(row)
    return np.array([float(tree.predict(X)[0]) for tree in fitted.estimator.estimators_])


def _is_clear(fitted: FittedTable, y: Array) -> bool:
    """Whether the stump of every round is the one of least weighted error, and no other is as good."""
    X, D = fitted.table.coded().X, np.full(len(y), 1.0 / len(y))
    cuts = (X[1:, 0] + X[:-1, 0]) / 2
    for tree, after in zip(fitted.estimator.estimators_, fitted.estimator.staged_weights(X, y), strict=True):
        sides = np.where(cuts >= X, 1, -1)
        wrong = D @ (sides != y[:, None])
        errors = np.sort(np.concatenate([wrong, 1.0 - wrong]))
        left, right = _sides(tree)
        own = D @ (tree.predict(X) != y)
        if left == right or errors[1] - errors[0] < CLEAR or abs(own - errors[0]) > CLEAR:
            return False
        D = after
    return True
