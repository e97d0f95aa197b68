"""The maximal margin of few points: multipliers, the line, the margin."""

from __future__ import annotations

import numpy as np

from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import Point, decided, draw_points, plane
from fenlei.exercises.fitting import fit_columns, row_grid, rows_grid
from fenlei.exercises.friendly import answer, are_short
from fenlei.explanation.formula.building import chain, function, letter, over
from fenlei.kernels import Array
from fenlei.svm import SVC

SHORT = 24
CLEAR = 1e-3  # by which the other points lie beyond the margin at the least


def maximal_margin(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Points that a line separates, two or three of them on the margin, with short multipliers."""
    *points, new = draw_points(draws, n + 1, 0, 5)
    y = _sides(draws, points)
    if 0 in y or len(set(y)) < 2 or abs(sum(y)) >= n - 1 > 2:
        return None
    columns = plane(points) | {"y": y}
    model = SVC(kernel="linear", C=np.inf, tol=1e-12)
    fitted = fit_columns(model, columns, "y")
    alpha, w, b = np.zeros(n), np.asarray(model.coef_)[0], float(model.intercept_[0])
    alpha[model.support_] = np.abs(np.asarray(model.dual_coef_)[0])
    margins = np.array(y) * (np.array(points) @ w + b)
    if not _is_clear(margins, model.support_, alpha) or not are_short([*alpha, *w, b], SHORT):
        return None
    value, row = float(w @ new + b), {"x₁": new[0], "x₂": new[1]}
    if abs(value) < CLEAR:
        return None
    label, size = int(fitted.predict(row)), 1.0 / float(np.linalg.norm(w))
    line = [answer(letter(name), float(x), SHORT) for name, x in zip(("w₁", "w₂", "b"), (*w, b), strict=True)]
    questions = (
        terms.ask("support", 5, says=terms.listed(sorted(int(i) + 1 for i in model.support_))),
        terms.ask("dual", 10, *(answer(letter("α", i + 1), float(alpha[i]), SHORT) for i in range(n))),
        terms.ask("line", 6, *line),
        terms.ask("margin", 3, chain(letter("γ"), over(1.0, function("norm", letter("w"))), size)),
        terms.ask("new", 2, answer(letter("f"), value, SHORT), decided(label)),
    )
    results = {
        "alpha": alpha.tolist(),
        "w": w.tolist(),
        "b": b,
        "margin": size,
        "value": value,
        "decision": label,
    }
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), columns),
        row_grid(terms.say("grid.new_point"), row),
    )
    workings = (fitted.fit_working(terms.lang), fitted.row_working(row, terms.lang))
    return Drawn(tables, questions, workings, results, {"n": n})


def _is_clear(margins: Array, support: Array, alpha: Array) -> bool:
    """Whether two or three points are on the margin, with multipliers above 0, and the others beyond it."""
    on, beyond = margins[support], np.delete(margins, support)
    is_found = len(support) <= 3 and np.allclose(on, 1.0, rtol=0, atol=1e-9)
    return bool(is_found and (beyond > 1 + CLEAR).all() and (alpha[support] > CLEAR).all())


def _sides(draws: Draws, points: list[Point]) -> list[int]:
    """On which side of a line each point lies; 0 on the line."""
    a, b, c = draws.between(-3, 3), draws.between(-3, 3), draws.between(-9, 9)
    values = [a * x + b * z + c for x, z in points]
    return [(value > 0) - (value < 0) for value in values]
