"""Lines between two classes: the perceptron, a Newton step of logistic regression, Fisher's direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import decided, draw_points, plane
from fenlei.exercises.fitting import Columns, FittedTable, fit_columns, row_grid, rows_grid, value_of
from fenlei.exercises.friendly import answer, are_short
from fenlei.exercises.sheet import Question
from fenlei.explanation.formula.building import chain, function, letter, matrix, minus, times, vector
from fenlei.explanation.formula.nodes import Formula
from fenlei.linear import FisherDiscriminant, LogisticRegression, Perceptron

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fenlei.explanation.working import Cell
    from fenlei.kernels import Array

MOST_UPDATES = 8
SHORT = 24  # most of a denominator of a coefficient
NEAR = 1e-6  # what is nearer is a tie, or zero


def perceptron(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Points that a line separates, found in few updates from w = 0, b = 0."""
    points = draw_points(draws, n + 1, 0, 5)
    y = [draws.one_of((-1, 1)) for _ in range(n)]
    if len(set(y)) < 2 or abs(sum(y)) >= n - 1 > 2:
        return None
    columns = plane(points[:n]) | {"y": y}
    model = Perceptron(shuffle=False, tol=None, max_iter=30, keep_history=True)
    fitted = fit_columns(model, columns, "y")
    w, b, new = np.asarray(model.coef_)[0], float(model.intercept_[0]), points[n]
    updates = len(model.history_.row)
    if not model.converged_ or not 3 <= updates <= MOST_UPDATES or not w.any() or w @ new + b == 0:
        return None
    path = [
        (t + 1, int(i) + 1, *map(float, model.history_.beta[t + 1])) for t, i in enumerate(model.history_.row)
    ]
    grid = terms.grid("updates", (*terms.words("update", "row"), "w₁", "w₂", "b"), path)
    row = {"x₁": new[0], "x₂": new[1]}
    line = (chain(letter("w", 1), w[0]), chain(letter("w", 2), w[1]), chain(letter("b"), b))
    label = int(fitted.predict(row))
    questions = (
        terms.ask("updates", 12, grid=grid),
        terms.ask("line", 3, *line),
        terms.ask("new", 2, chain(letter("f"), float(w @ new + b)), decided(label)),
    )
    results = {
        "updates": [list(line) for line in path],
        "w": w.tolist(),
        "b": b,
        "decision": label,
    }
    return _drawn(terms, fitted, columns, row, questions, results)


def newton_step(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """One feature and classes that overlap; the first step from β = 0 has short fractions."""
    x, y = draws.numbers(n, -3, 6), [draws.below(2) for _ in range(n)]
    if not 2 <= sum(y) <= n - 2 or len(set(x)) < 3 or not _overlap(x, y):
        return None
    columns = {"x": x, "y": y}
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-8)
    fitted = fit_columns(model, columns, "y")
    if len(model.history_.beta) < 2:  # the start is the maximum already
        return None
    beta = np.ravel(model.history_.beta[1])
    if not are_short(beta, SHORT) or abs(beta[0]) < NEAR or not are_short(-beta[1] / beta[0], SHORT):
        return None
    working = fitted.fit_working(terms.lang)
    gradient = np.ravel(value_of(working, "∇", sup="(0)"))
    H = np.asarray(value_of(working, "H", sup="(0)"))
    if not np.allclose(H @ beta, -gradient, rtol=1e-9, atol=1e-9):  # a halved step
        return None
    boundary = float(-beta[1] / beta[0])
    likelihood = float(value_of(working, "ℓ", sup="(0)"))
    put_in = minus(times(float(n), function("ln", 2.0)))
    questions = (
        terms.ask("start", 3, answer(letter("p"), 0.5), chain(letter("ℓ", "", "(0)"), put_in, likelihood)),
        terms.ask("gradient", 5, chain(letter("∇", "", "(0)"), vector(gradient))),
        terms.ask("hessian", 5, chain(letter("H", "", "(0)"), matrix(H))),
        terms.ask("step", 7, *_components("w b", beta)),
        terms.ask("boundary", 3, answer(letter("x"), boundary, SHORT)),
    )
    results = {
        "likelihood": likelihood,
        "gradient": gradient.tolist(),
        "hessian": H.tolist(),
        "beta": beta.tolist(),
        "boundary": boundary,
    }
    tables = (rows_grid(terms.say("grid.rows"), terms.say("number"), columns),)
    return Drawn(tables, questions, (working,), results, {"n": n})


def fisher(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Two classes around means of whole numbers; the direction has short fractions."""
    half = n // 2
    classes = [_around(draws, half, n - half, k) for k in range(2)]
    points = classes[0] + classes[1]
    new = (draws.between(0, 9), draws.between(0, 9))
    if len(set(points)) < n or new in points:
        return None
    columns = plane(points) | {terms.say("class"): ["A"] * len(classes[0]) + ["B"] * len(classes[1])}
    S = _scatter(points[: len(classes[0])]) + _scatter(points[len(classes[0]) :])
    if abs(np.linalg.det(S)) < 0.5:
        return None
    model = FisherDiscriminant()
    fitted = fit_columns(model, columns, terms.say("class"))
    w, threshold, row = model.w_, float(model.threshold_), {"x₁": new[0], "x₂": new[1]}
    projected = float(w @ np.array(new, dtype=float))
    if not are_short([*w, threshold], SHORT) or (np.abs(w) < NEAR).any() or abs(projected - threshold) < NEAR:
        return None
    label = str(fitted.predict(row))
    means = [chain(letter("μ", name), vector(mu)) for name, mu in zip("AB", model.means_, strict=True)]
    questions = (
        terms.ask("means", 3, *means),
        terms.ask("within", 6, chain(letter("S", "w"), matrix(model.S_w_))),
        terms.ask("direction", 6, *_components("w₁ w₂", w)),
        terms.ask("threshold", 3, answer(letter("T"), threshold, SHORT)),
        terms.ask("new", 3, answer(letter("z"), projected, SHORT), decided(label)),
    )
    results = {
        "means": model.means_.tolist(),
        "within": model.S_w_.tolist(),
        "w": w.tolist(),
        "threshold": threshold,
        "projection": projected,
        "decision": label,
    }
    return _drawn(terms, fitted, columns, row, questions, results)


def _around(draws: Draws, half: int, other: int, k: int) -> list[tuple[int, int]]:
    """Points in pairs around a centre of whole numbers, and the centre itself if their number is odd."""
    count = (half, other)[k]
    a, b = draws.between(2, 4) + 3 * k, draws.between(2, 7)
    found = [(a, b)] if count % 2 else []
    for _ in range(count // 2):
        da, db = draws.between(-2, 2), draws.between(-2, 2)
        found += [(a + da, b + db), (a - da, b - db)]
    return found


def _scatter(points: list[tuple[int, int]]) -> Array:
    X = np.array(points, dtype=float)
    return (X - X.mean(axis=0)).T @ (X - X.mean(axis=0))


def _overlap(x: list[int], y: list[int]) -> bool:
    """Whether no threshold separates the classes, so that the likelihood has a maximum."""
    zeros = [a for a, k in zip(x, y, strict=True) if k == 0]
    ones = [a for a, k in zip(x, y, strict=True) if k == 1]
    return max(zeros) > min(ones) and max(ones) > min(zeros)


def _components(names: str, values: Array) -> list[Formula]:
    return [answer(letter(name), float(x), SHORT) for name, x in zip(names.split(), values, strict=True)]


def _drawn(
    terms: SheetTerms,
    fitted: FittedTable,
    columns: Columns,
    row: Mapping[str, Cell],
    questions: tuple[Question, ...],
    results: dict[str, object],
) -> Drawn:
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), columns),
        row_grid(terms.say("grid.new_point"), row),
    )
    workings = (fitted.fit_working(terms.lang), fitted.row_working(row, terms.lang))
    return Drawn(tables, questions, workings, results, {"n": len(next(iter(columns.values())))})
