"""The nearest neighbours: distances, and the votes of one and of three."""

from __future__ import annotations

from typing import Any

from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import decided, draw_points, plane, square_of_distance
from fenlei.exercises.fitting import fit_columns, row_grid, rows_grid
from fenlei.neighbors import KNeighborsClassifier


def k_neighbors(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """A point whose nearest neighbour is of the other class than two of the nearest three."""
    *points, new = draw_points(draws, n + 1, 0, 7)
    labels = [draws.one_of("AB") for _ in points]
    square = [square_of_distance(point, new) for point in points]
    ranked = sorted(range(n), key=lambda i: square[i])
    if len({square[i] for i in ranked[:5]}) < min(5, n) or not 2 <= labels.count("A") <= n - 2:
        return None
    target, row = terms.say("class"), {"x₁": new[0], "x₂": new[1]}
    columns: dict[str, list[Any]] = plane(points) | {target: labels}
    fits = {k: fit_columns(KNeighborsClassifier(k), columns, target) for k in (1, 3)}
    found = {k: str(fitted.predict(row)) for k, fitted in fits.items()}
    if found[1] == found[3]:
        return None
    distance, order = fits[3].estimator.kneighbors(fits[3].coded(row))
    nearest = [
        (int(i) + 1, labels[i], square[i], float(d)) for i, d in zip(order[0], distance[0], strict=True)
    ]
    headings = (*terms.words("number", "class", "square", "distance"),)
    questions = (
        terms.ask("distances", 8, grid=terms.grid("nearest", headings, nearest)),
        terms.ask("one", 2, decided(found[1])),
        terms.ask("three", 2, decided(found[3])),
    )
    results = {
        "nearest": [line[0] for line in nearest],
        "distance": [line[3] for line in nearest],
        "one": found[1],
        "three": found[3],
    }
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), columns),
        row_grid(terms.say("grid.new_point"), row),
    )
    workings = tuple(fitted.row_working(row, terms.lang) for fitted in fits.values())
    return Drawn(tables, questions, workings, results, {"n": n})
