"""The answers of exercises, from what a sheet shows: plain loops and fractions, straight from the book."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

Rows = list[tuple[Any, ...]]  # values of the features, then the class


def columns_of(sheet: Any) -> tuple[list[str], Rows]:
    """Names and rows of the first table, without the numbers of its rows."""
    grid = sheet.tables[0]
    return list(grid.headings[1:]), [tuple(row[1:]) for row in grid.rows]


def new_row(sheet: Any) -> tuple[Any, ...]:
    return tuple(sheet.tables[1].rows[0])


def share(rows: Rows, is_in: Callable[[Any], bool], given: Callable[[Any], bool]) -> Fraction:
    """Of the rows that `given` holds for, the share that `is_in` holds for."""
    inside = [row for row in rows if given(row)]
    return Fraction(sum(1 for row in inside if is_in(row)), len(inside))


def joint_bayes(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    x, labels = new_row(sheet), sorted({row[-1] for row in rows})
    prior = {c: share(rows, lambda row, c=c: row[-1] == c, lambda row: True) for c in labels}
    likelihood = {c: share(rows, lambda row: row[:-1] == x, lambda row, c=c: row[-1] == c) for c in labels}
    found = _posterior(prior, likelihood) | {"likelihood": likelihood}
    return {name: found[name] for name in ("prior", "likelihood", "evidence", "posterior", "decision")}


def _posterior(prior: dict[Any, Fraction], likelihood: dict[Any, Fraction]) -> dict[str, Any]:
    product = {c: prior[c] * likelihood[c] for c in prior}
    evidence = sum(product.values(), Fraction(0))
    posterior = {c: product[c] / evidence for c in product}
    best = [c for c in posterior if posterior[c] == max(posterior.values())]
    assert len(best) == 1, "a tie"
    return {
        "prior": prior,
        "product": product,
        "evidence": evidence,
        "posterior": posterior,
        "decision": best[0],
    }


def naive_bayes(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    x, labels, alpha = new_row(sheet), sorted({row[-1] for row in rows}), sheet.results["alpha"]
    assert ("aplace" in sheet.says or "拉普拉斯" in sheet.says) == (alpha == 1)
    factors: dict[Any, list[Fraction]] = {}
    for c in labels:
        inside = [row for row in rows if row[-1] == c]
        factors[c] = []
        for j, value in enumerate(x):
            m = len({row[j] for row in rows})
            count = sum(1 for row in inside if row[j] == value)
            factors[c].append(Fraction(count + alpha, len(inside) + alpha * m))
    prior = {c: share(rows, lambda row, c=c: row[-1] == c, lambda row: True) for c in labels}
    found = _posterior(prior, {c: math.prod(factors[c]) for c in labels})  # type: ignore[arg-type]
    return {"likelihood": factors} | {
        name: found[name] for name in ("prior", "product", "posterior", "decision")
    }


def minimum_risk(sheet: Any) -> dict[str, Any]:
    posterior = joint_bayes(sheet)["posterior"]
    costs = sheet.tables[2]
    labels = sorted(posterior)
    risk = {row[0]: sum(posterior[c] * row[1 + k] for k, c in enumerate(labels)) for row in costs.rows}
    least = [a for a in risk if risk[a] == min(risk.values())]
    assert len(least) == 1, "a tie"
    assert posterior[least[0]] < max(posterior.values()), "costs change nothing"
    return {"posterior": posterior, "risk": risk, "decision": least[0]}


def perceptron(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    w, b, updates, quiet = [0, 0], 0, [], 0
    while quiet < len(rows):
        for i, (a, c, y) in enumerate(rows, 1):
            if y * (w[0] * a + w[1] * c + b) <= 0:
                w, b, quiet = [w[0] + y * a, w[1] + y * c], b + y, 0
                updates.append([len(updates) + 1, i, *w, b])
            else:
                quiet += 1
        assert len(updates) < 50
    a, c = new_row(sheet)
    value = w[0] * a + w[1] * c + b
    assert value != 0
    return {"updates": updates, "w": w, "b": b, "decision": 1 if value > 0 else -1}


def logistic(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    g = [sum((half - y) * x for x, y in rows), sum(half - y for _, y in rows)]
    H = [
        [sum(quarter * x * x for x, _ in rows), sum(quarter * x for x, _ in rows)],
        [sum(quarter * x for x, _ in rows), len(rows) * quarter],
    ]
    beta = solve2(H, [-g[0], -g[1]])
    zeros, ones = [x for x, y in rows if y == 0], [x for x, y in rows if y == 1]
    assert max(zeros) > min(ones), "separated"
    assert max(ones) > min(zeros), "separated"
    return {
        "likelihood": -len(rows) * math.log(2),
        "gradient": g,
        "hessian": H,
        "beta": beta,
        "boundary": -beta[1] / beta[0],
    }


def solve2(A: Sequence[Sequence[Fraction]], b: Sequence[Fraction]) -> list[Fraction]:
    """Cramer's rule."""
    det = A[0][0] * A[1][1] - A[0][1] * A[1][0]
    return [
        Fraction(b[0] * A[1][1] - b[1] * A[0][1]) / det,
        Fraction(A[0][0] * b[1] - A[1][0] * b[0]) / det,
    ]


def mean(points: Sequence[Sequence[Any]]) -> list[Fraction]:
    return [Fraction(sum(point[j] for point in points), len(points)) for j in range(len(points[0]))]


def scatter(points: Sequence[Sequence[Any]]) -> list[list[Fraction]]:
    mu = mean(points)
    p = range(len(mu))
    return [[sum(((x[i] - mu[i]) * (x[j] - mu[j]) for x in points), Fraction(0)) for j in p] for i in p]


def fisher(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    groups = [[row[:2] for row in rows if row[2] == c] for c in "AB"]
    means = [mean(group) for group in groups]
    S = [[a + b for a, b in zip(*lines, strict=True)] for lines in zip(*map(scatter, groups), strict=True)]
    w = solve2(S, [means[1][0] - means[0][0], means[1][1] - means[0][1]])
    middle = sum(w[j] * (means[0][j] + means[1][j]) for j in range(2)) / 2
    x = new_row(sheet)
    z = w[0] * x[0] + w[1] * x[1]
    assert z != middle
    return {
        "means": means,
        "within": S,
        "w": w,
        "threshold": middle,
        "projection": z,
        "decision": "B" if z > middle else "A",
    }


# --- trees


def entropy(labels: Sequence[Any]) -> float:
    shares = [labels.count(c) / len(labels) for c in set(labels)]
    return -sum(p * math.log2(p) for p in shares)


def gini(labels: Sequence[Any]) -> Fraction:
    return 1 - sum((Fraction(labels.count(c), len(labels)) ** 2 for c in set(labels)), Fraction(0))


def gains(rows: Rows, p: int) -> list[tuple[float, float]]:
    """Gain and gain ratio of each feature; the ratio of one without a split is 0."""
    found = []
    for j in range(p):
        parts = [[row[-1] for row in rows if row[j] == v] for v in {row[j] for row in rows}]
        gain = entropy([row[-1] for row in rows]) - sum(
            len(part) / len(rows) * entropy(part) for part in parts
        )
        info = entropy([row[j] for row in rows])
        found.append((gain, gain / info if info else 0.0))
    return found


def best_feature(rows: Rows, p: int, by_ratio: bool) -> int:
    worth = gains(rows, p)
    candidates = list(range(p))
    if by_ratio:
        usable = [j for j in candidates if len({row[j] for row in rows}) > 1]
        average = sum(worth[j][0] for j in usable) / len(usable)
        candidates = [j for j in usable if worth[j][0] >= average]
    ranked = sorted(candidates, key=lambda j: worth[j][by_ratio], reverse=True)
    assert worth[ranked[0]][0] > 0.01, "no gain"
    if len(ranked) > 1:
        assert worth[ranked[0]][by_ratio] - worth[ranked[1]][by_ratio] > 0.01, "a tie"
    return ranked[0]


def class_by_words(rows: Rows, x: tuple[Any, ...], by_ratio: bool) -> tuple[Any, int]:
    """The class that the tree gives x, and the number of questions on the way."""
    labels = [row[-1] for row in rows]
    if len(set(labels)) == 1:
        return labels[0], 0
    j = best_feature(rows, len(x), by_ratio)
    below = [row for row in rows if row[j] == x[j]]
    assert below, "an empty branch"
    label, depth = class_by_words(below, x, by_ratio)
    return label, depth + 1


def _tree_of_words(sheet: Any, by_ratio: bool) -> dict[str, Any]:
    names, rows = columns_of(sheet)
    p = len(names) - 1
    worth = gains(rows, p)
    label, depth = class_by_words(rows, new_row(sheet), by_ratio)
    assert depth >= 1
    return {
        "before": entropy([row[-1] for row in rows]),
        "gain": {names[j]: worth[j][0] for j in range(p)},
        "ratio": {names[j]: worth[j][1] for j in range(p)},
        "chosen": names[best_feature(rows, p, by_ratio)],
        "decision": label,
    }


def id3(sheet: Any) -> dict[str, Any]:
    return _tree_of_words(sheet, by_ratio=False)


def c45(sheet: Any) -> dict[str, Any]:
    return _tree_of_words(sheet, by_ratio=True)


def threshold_splits(rows: Rows) -> dict[tuple[int, Fraction], tuple[Fraction, Fraction]]:
    """Gini index after each threshold, and its decrease."""
    found = {}
    before = gini([row[-1] for row in rows])
    for j in range(len(rows[0]) - 1):
        values = sorted({row[j] for row in rows})
        for a, b in pairwise(values):
            cut = Fraction(a + b, 2)
            sides = [[row[-1] for row in rows if (row[j] <= cut) == left] for left in (True, False)]
            after = sum((Fraction(len(side), len(rows)) * gini(side) for side in sides), Fraction(0))
            found[j, cut] = (after, before - after)
    return found


def best_threshold(rows: Rows) -> tuple[int, Fraction]:
    splits = threshold_splits(rows)
    ranked = sorted(splits, key=lambda key: splits[key][0])
    assert splits[ranked[0]][1] > 0, "no gain"
    assert len(ranked) == 1 or splits[ranked[0]][0] < splits[ranked[1]][0], "a tie"
    return ranked[0]


def cart(sheet: Any) -> dict[str, Any]:
    names, rows = columns_of(sheet)

    def said(key: tuple[int, Fraction]) -> str:
        return f"{names[key[0]]} ≤ {float(key[1]):g}"

    x, here = new_row(sheet), rows
    while len({row[-1] for row in here}) > 1:
        j, cut = best_threshold(here)
        here = [row for row in here if (row[j] <= cut) == (x[j] <= cut)]
    return {
        "before": gini([row[-1] for row in rows]),
        "splits": {said(key): worth for key, worth in threshold_splits(rows).items()},
        "chosen": said(best_threshold(rows)),
        "decision": here[0][-1],
    }


ORACLES: dict[str, Callable[[Any], dict[str, Any]]] = {
    "joint_bayes": joint_bayes,
    "naive_bayes": naive_bayes,
    "minimum_risk": minimum_risk,
    "perceptron": perceptron,
    "logistic": logistic,
    "fisher": fisher,
    "id3": id3,
    "c45": c45,
    "cart": cart,
}
