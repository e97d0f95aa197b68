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


def grown(rows: Rows, p: int) -> Any:
    """An ID3 tree: a class, or (feature, class of most rows, branches)."""
    labels = [row[-1] for row in rows]
    if len(set(labels)) == 1:
        return labels[0]
    j = best_feature(rows, p, by_ratio=False)
    counts = sorted((labels.count(c), c) for c in set(labels))
    assert counts[-1][0] > counts[-2][0], "no majority"
    values = {row[j] for row in rows}
    return j, counts[-1][1], {v: grown([row for row in rows if row[j] == v], p) for v in values}


def walked(tree: Any, row: tuple[Any, ...]) -> Any:
    while isinstance(tree, tuple):
        tree = tree[2][row[tree[0]]]
    return tree


def pruned(tree: Any, rows: Rows, decisions: list[list[int]]) -> Any:
    """From the leaves up; the decisions as rows right with the branches and as a leaf."""
    if not isinstance(tree, tuple):
        return tree
    j, majority, branches = tree
    below = {v: pruned(part, [row for row in rows if row[j] == v], decisions) for v, part in branches.items()}
    kept = (j, majority, below)
    right = [
        sum(1 for row in rows if walked(kept, row) == row[-1]),
        sum(1 for row in rows if row[-1] == majority),
    ]
    assert right[0] != right[1], "a tie"
    decisions.append(right)
    return majority if right[1] > right[0] else kept


def leaves(tree: Any) -> int:
    return sum(map(leaves, tree[2].values())) if isinstance(tree, tuple) else 1


def pruning(sheet: Any) -> dict[str, Any]:
    names, rows = columns_of(sheet)
    checks = [tuple(row[1:]) for row in sheet.tables[2].rows]
    tree, decisions = grown(rows, len(names) - 1), list[list[int]]()
    small = pruned(tree, checks, decisions)

    def accuracy(each: Any) -> Fraction:
        return Fraction(sum(1 for row in checks if walked(each, row) == row[-1]), len(checks))

    assert 1 < leaves(small) < leaves(tree), "nothing or everything is pruned"
    return {
        "before": accuracy(tree),
        "decisions": sorted(decisions),
        "leaves": leaves(small),
        "after": accuracy(small),
    }


def adaboost(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    D = [Fraction(1, len(rows))] * len(rows)
    found: dict[str, Any] = {"stumps": [], "error": [], "alpha": []}
    for t in range(3):
        ranked = []
        for (a, _), (b, _) in pairwise(rows):
            for left in (-1, 1):
                cut = Fraction(a + b, 2)
                wrong = sum(
                    (d for d, (x, y) in zip(D, rows, strict=True) if (left if x <= cut else -left) != y)
                )
                ranked.append((wrong, cut, left))
        ranked.sort()
        assert ranked[0][0] < ranked[1][0], "a tie"
        e, cut, left = ranked[0]
        assert 0 < e < Fraction(1, 2)
        found["stumps"].append([cut, left, -left])
        found["error"].append(e)
        found["alpha"].append(0.5 * math.log((1 - e) / e))
        right = [(left if x <= cut else -left) == y for x, y in rows]
        D = [d / (2 * (1 - e)) if is_right else d / (2 * e) for d, is_right in zip(D, right, strict=True)]
        if t == 0:
            found["weights"] = D

    def value(x: Any) -> float:
        votes = [left if x <= cut else right for cut, left, right in found["stumps"]]
        return sum(a * vote for a, vote in zip(found["alpha"], votes, strict=True))

    new = value(new_row(sheet)[0])
    missed = sum(1 for x, y in rows if (1 if value(x) > 0 else -1) != y)
    return found | {
        "training_error": Fraction(missed, len(rows)),
        "value": new,
        "decision": 1 if new > 0 else -1,
    }


def knn(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    x = new_row(sheet)
    ranked = sorted(((r[0] - x[0]) ** 2 + (r[1] - x[1]) ** 2, i, r[2]) for i, r in enumerate(rows, 1))
    squares = [square for square, *_ in ranked[:4]]
    assert len(set(squares)) == 4, "a tie"
    votes = [label for *_, label in ranked[:3]]
    most = max("AB", key=votes.count)
    assert most != votes[0]
    return {
        "nearest": [i for _, i, _ in ranked[:3]],
        "distance": [math.sqrt(square) for square in squares[:3]],
        "one": votes[0],
        "three": most,
    }


# --- scores


def rates(sheet: Any) -> list[tuple[float, int, int, int, int]]:
    """Threshold, TP, FP, FN, TN, from the largest score down."""
    _, rows = columns_of(sheet)
    assert len({score for score, _ in rows}) == len(rows), "a tie"
    found = []
    for cut in sorted((score for score, _ in rows), reverse=True):
        table = [(score >= cut, y) for score, y in rows]
        found.append((cut, *(table.count(pair) for pair in ((True, 1), (True, 0), (False, 1), (False, 0)))))
    return found  # type: ignore[return-value]


def precision_recall(sheet: Any) -> dict[str, Any]:
    points = rates(sheet)
    precision = [Fraction(tp, tp + fp) for _, tp, fp, _, _ in points]
    recall = [Fraction(tp, tp + fn) for _, tp, _, fn, _ in points]
    steps = [b - a for a, b in pairwise([Fraction(0), *recall])]
    f1 = [Fraction(2 * tp, 2 * tp + fp + fn) for _, tp, fp, fn, _ in points]
    best = f1.index(max(f1))
    assert f1.count(max(f1)) == 1, "a tie"
    return {
        "precision": precision,
        "recall": recall,
        "area": sum(p * step for p, step in zip(precision, steps, strict=True)),
        "best": points[best][0],
        "f1": f1[best],
    }


def roc(sheet: Any) -> dict[str, Any]:
    points = rates(sheet)
    _, rows = columns_of(sheet)
    up = [Fraction(tp, tp + fn) for _, tp, _, fn, _ in points]
    right = [Fraction(fp, fp + tn) for _, _, fp, _, tn in points]
    path = list(zip([Fraction(0), *right], [Fraction(0), *up], strict=True))
    area = sum(((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(path)), Fraction(0))
    pairs = sum(1 for s, y in rows for z, k in rows if y == 1 and k == 0 and s > z)
    assert area == Fraction(pairs, sum(y for _, y in rows) * sum(1 - y for _, y in rows))
    assert area < 1
    return {"true_rate": up, "false_rate": right, "area": area, "pairs": pairs}


def kmeans(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    points = [tuple(map(Fraction, row)) for row in rows]
    centres, labels, rounds = [points[0], points[1]], list[int](), 0
    while True:
        squares = [[sum((a - b) ** 2 for a, b in zip(x, c, strict=True)) for c in centres] for x in points]
        assert all(first != second for first, second in squares), "a tie"
        found = [0 if first < second else 1 for first, second in squares]
        if found == labels:
            break
        labels, rounds = found, rounds + 1
        groups = [[x for x, k in zip(points, labels, strict=True) if k == own] for own in (0, 1)]
        assert all(groups), "an empty cluster"
        centres = [tuple(mean(group)) for group in groups]
    assert rounds >= 2
    return {
        "labels": labels,
        "centres": [list(c) for c in centres],
        "rounds": rounds,
        "inertia": sum(square[k] for square, k in zip(squares, labels, strict=True)),
    }


def linkage(sheet: Any) -> dict[str, Any]:
    grid = sheet.tables[0]
    n, kind = len(grid.rows), sheet.results["linkage"]
    D = {(i, j): grid.rows[i][j + 1] for i in range(n) for j in range(n)}
    assert ("smallest" in sheet.says) == (kind == "single")
    assert all(D[i, j] == D[j, i] for i, j in D)
    assert all(D[i, j] <= D[i, k] + D[k, j] for i in range(n) for j in range(n) for k in range(n))
    clusters, heights, merges, two = [[i] for i in range(n)], [], [], list[Any]()
    while len(clusters) > 1:
        if len(clusters) == 2:
            two = sorted([i + 1 for i in cluster] for cluster in clusters)
        pick = min if kind == "single" else max
        ranked = sorted(
            (pick(D[i, j] for i in a for j in b), a, b)
            for k, a in enumerate(clusters)
            for b in clusters[k + 1 :]
        )
        assert len(ranked) == 1 or ranked[0][0] < ranked[1][0], "a tie"
        height, a, b = ranked[0]
        clusters = [*(each for each in clusters if each not in (a, b)), sorted(a + b)]
        heights.append(height)
        merges.append([i + 1 for i in clusters[-1]])
    return {"heights": heights, "merges": merges, "clusters": two}


def em(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    pi, p, q = (Fraction(x).limit_denominator(10) for x in sheet.tables[1].rows[0])
    mu = []
    for heads in (True, False):
        b, c = (p, q) if heads else (1 - p, 1 - q)
        mu.append(pi * b / (pi * b + (1 - pi) * c))
    share = [mu[0] if y == 1 else mu[1] for (y,) in rows]
    total = sum(share)
    heads_b = sum(s for s, (y,) in zip(share, rows, strict=True) if y == 1)
    heads_c = sum(1 - s for s, (y,) in zip(share, rows, strict=True) if y == 1)
    return {"shares": mu, "after": [total / len(rows), heads_b / total, heads_c / (len(rows) - total)]}


def pca(sheet: Any) -> dict[str, Any]:
    _, rows = columns_of(sheet)
    S = [[x / (len(rows) - 1) for x in line] for line in scatter(rows)]
    trace, det = S[0][0] + S[1][1], S[0][0] * S[1][1] - S[0][1] ** 2
    root = math.sqrt(float(trace**2 - 4 * det))
    values = [(float(trace) + root) / 2, (float(trace) - root) / 2]
    assert values[0] > values[1] + 0.01 > 0.01, "no direction"
    slope = (values[0] - float(S[0][0])) / float(S[0][1])
    return {
        "mean": mean(rows),
        "covariance": S,
        "eigenvalues": values,
        "slope": slope,
        "share": values[0] / float(trace),
    }


def svm(sheet: Any) -> dict[str, Any]:
    """The line by trying every pair and triple of points on the margin; the multipliers by w = Σ α y x."""
    _, rows = columns_of(sheet)
    points, y = [row[:2] for row in rows], [row[2] for row in rows]
    best: tuple[Fraction, list[Fraction], Fraction] | None = None
    for w, b in _margin_candidates(points, y):
        if all(k * (w[0] * x[0] + w[1] * x[1] + b) >= 1 for x, k in zip(points, y, strict=True)):
            size = w[0] ** 2 + w[1] ** 2
            best = (size, w, b) if best is None or size < best[0] else best
    assert best is not None, "not separable"
    square, w, b = best
    on = [i for i, x in enumerate(points) if y[i] * (w[0] * x[0] + w[1] * x[1] + b) == 1]
    assert 2 <= len(on) <= 3, "multipliers are not unique"
    alpha = [Fraction(0)] * len(points)
    for i, a in zip(on, _multipliers([points[i] for i in on], [y[i] for i in on], w), strict=True):
        assert a > 0
        alpha[i] = a
    x = new_row(sheet)
    value = w[0] * x[0] + w[1] * x[1] + b
    return {
        "alpha": alpha,
        "w": w,
        "b": b,
        "margin": 1 / math.sqrt(square),
        "value": value,
        "decision": 1 if value > 0 else -1,
    }


def _margin_candidates(points: Any, y: Any) -> Any:
    """Lines with a point of each class on the margin: perpendicular to their difference, or with a third."""
    n = range(len(points))
    for i in n:
        for j in n:
            if y[i] == 1 and y[j] == -1:
                d = [points[i][0] - points[j][0], points[i][1] - points[j][1]]
                w = [Fraction(2 * part, d[0] ** 2 + d[1] ** 2) for part in d]
                yield w, 1 - w[0] * points[i][0] - w[1] * points[i][1]
                for k in set(n) - {i, j}:
                    e = [points[i][0] - points[k][0], points[i][1] - points[k][1]]
                    if d[0] * e[1] != d[1] * e[0]:
                        w = solve2([d, e], [Fraction(2), Fraction(1 - y[k])])
                        yield w, 1 - w[0] * points[i][0] - w[1] * points[i][1]


def _multipliers(points: Any, y: Any, w: list[Fraction]) -> list[Fraction]:
    """α of two or three points with Σ α y x = w and Σ α y = 0."""
    last, k = points[-1], y[-1]
    rest = [[points[i][j] - last[j] for i in range(len(points) - 1)] for j in range(2)]
    if len(points) == 2:
        j = 0 if rest[0][0] else 1
        signed = [w[j] / rest[j][0]]
    else:
        signed = solve2(rest, w)
    return [s * c for s, c in zip([*signed, -sum(signed)], [*y[:-1], k], strict=True)]


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
    "pruning": pruning,
    "adaboost": adaboost,
    "knn": knn,
    "precision_recall": precision_recall,
    "roc": roc,
    "kmeans": kmeans,
    "linkage": linkage,
    "em": em,
    "pca": pca,
    "svm": svm,
}
