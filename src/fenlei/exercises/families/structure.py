"""Structure without classes: k-means, linkage, EM of two coins, principal components."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from fenlei.cluster import AgglomerativeClustering, BernoulliMixture, KMeans
from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import draw_points, plane
from fenlei.exercises.fitting import fit_columns, rows_grid
from fenlei.exercises.friendly import answer, are_short, fraction_text
from fenlei.explanation import explain_fit
from fenlei.explanation.formula.building import chain, letter, matrix, vector
from fenlei.explanation.working import Grid
from fenlei.kernels import Array
from fenlei.reduce import PCA

CLEAR = 1e-6  # what is nearer is a tie
SHORT = 24


def kmeans(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Two clusters from the first two rows; the second round still moves a row."""
    columns = plane(draw_points(draws, n, 0, 8))
    start = np.array([[columns[name][i] for name in columns] for i in range(2)], dtype=float)
    model = KMeans(2, init=start, n_init=1, tol=0.0, keep_history=True)
    fitted = fit_columns(model, columns)
    X, history = fitted.table.coded().X, np.asarray(model.center_history_)
    labels = [_nearest(X, centres) for centres in history]
    if any(each is None for each in labels) or not 2 <= _changes(labels) <= 4:
        return None
    if min(np.bincount(model.labels_, minlength=2)) < 2 or not are_short(history):
        return None
    rounds = [
        (t + 1, _members(labels[t], 0), _members(labels[t], 1), *map(_point, history[t + 1]))
        for t in range(_changes(labels))
    ]
    headings = terms.words("round", "first_cluster", "second_cluster", "first_centre", "second_centre")
    questions = (
        terms.ask("rounds", 14, grid=terms.grid("kmeans", headings, rounds)),
        terms.ask("inertia", 5, answer(letter("W"), float(model.inertia_))),
    )
    results = {
        "labels": model.labels_.tolist(),
        "centres": model.cluster_centers_.tolist(),
        "rounds": _changes(labels),
        "inertia": float(model.inertia_),
    }
    tables = (rows_grid(terms.say("grid.points_given"), terms.say("number"), columns),)
    return Drawn(tables, questions, (fitted.fit_working(terms.lang),), results, {"n": n})


def _nearest(X: Array, centres: Array) -> Array | None:
    """The nearer centre of each row; None if a row is as near to both, or a centre has no row."""
    square = ((X[:, None] - centres[None]) ** 2).sum(axis=2)
    found = square.argmin(axis=1)
    is_tied = (np.abs(square[:, 0] - square[:, 1]) < CLEAR).any()
    return None if is_tied or len(set(found.tolist())) < 2 else found


def _changes(labels: list[Any]) -> int:
    """Rounds until the clusters stay as they are."""
    return 1 + next(
        (t for t in range(len(labels) - 1) if (labels[t] == labels[t + 1]).all()), len(labels) - 1
    )


def _members(labels: object, k: int) -> str:
    return ", ".join(str(i + 1) for i in np.flatnonzero(labels == k))


def _point(x: Array) -> str:
    return "(" + ", ".join(fraction_text(float(value)) for value in x) + ")"


def linkage(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Different distances, the largest less than twice the smallest, so that no triangle is impossible."""
    m = n * (n - 1) // 2
    values, D = draws.some_of(range(m, 2 * m), m), np.zeros((n, n))
    D[np.triu_indices(n, 1)] = values
    D += D.T
    kinds: tuple[Literal["single", "complete"], ...] = ("single", "complete")
    kind = draws.one_of(kinds)
    model = AgglomerativeClustering(2, metric="precomputed", linkage=kind, compute_distances=True)
    model.set_params(compute_full_tree=True).fit(D)
    members: list[list[int]] = [[i + 1] for i in range(n)]
    merges: list[tuple[Any, ...]] = []
    for (a, b), height in zip(model.children_, model.distances_, strict=True):
        members.append(sorted(members[a] + members[b]))
        pair = sorted([members[a], members[b]])
        merges.append((len(merges) + 1, *(_set(each) for each in pair), int(height)))
    clusters = sorted([(np.flatnonzero(model.labels_ == k) + 1).tolist() for k in range(2)])
    headings = terms.words("merge", "first_cluster", "second_cluster", "height")
    questions = (
        terms.ask("merges", 12, grid=terms.grid("merges", headings, merges)),
        terms.ask("dendrogram", 8, says=terms.say("see_working")),
        terms.ask("two", 2, says=terms.listed(map(_set, clusters))),
    )
    results = {
        "linkage": kind,
        "heights": [merge[3] for merge in merges],
        "merges": [members[n + t] for t in range(n - 1)],
        "clusters": clusters,
    }
    lines = [(i + 1, *(int(x) for x in D[i])) for i in range(n)]
    grid = Grid(terms.say("grid.distances"), ("", *(str(i + 1) for i in range(n))), tuple(lines))
    facts = {"n": n, "linkage": terms.say(f"linkage.{kind}")}
    return Drawn((grid,), questions, (explain_fit(model, D, lang=terms.lang),), results, facts)


def _set(members: list[int]) -> str:
    return "{" + ", ".join(map(str, members)) + "}"


def coins(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """One step of EM for two coins of which a third one chooses; all results are short fractions."""
    y = [draws.below(2) for _ in range(n)]
    pi, p, q = (draws.between(2, 8) / 10 for _ in range(3))
    if not n // 3 <= sum(y) <= n - n // 3 or abs(p - q) < 0.15:
        return None
    model = BernoulliMixture(2, weights_init=[pi, 1 - pi], means_init=[[p], [q]], tol=1e-9, keep_history=True)
    fitted = fit_columns(model, {"y": y})
    after = float(model.history_.weights[1, 0]), *map(float, np.asarray(model.history_.means)[1, :, 0])
    shares = [pi * b / (pi * b + (1 - pi) * c) for b, c in ((p, q), (1 - p, 1 - q))]
    if not are_short([*after, *shares], SHORT):
        return None
    names = ("π", "p", "q")
    start = terms.grid("start", names, [(pi, p, q)])
    questions = (
        terms.ask("shares", 6, *(answer(letter("μ", k), x) for k, x in zip("10", shares, strict=True))),
        terms.ask("pi", 3, answer(letter("π"), after[0])),
        terms.ask("heads", 6, *(answer(letter(name), x) for name, x in zip("pq", after[1:], strict=True))),
    )
    results = {"shares": shares, "after": list(after)}
    tables = (rows_grid(terms.say("grid.tosses"), terms.say("number"), {"y": y}), start)
    return Drawn(tables, questions, (fitted.fit_working(terms.lang),), results, {"n": n})


def components(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Points whose covariance matrix has rational eigenvalues and a direction of small whole numbers."""
    columns = plane(draw_points(draws, n, 0, 8))
    a, b, c = _scatter(*columns.values())
    root = math.isqrt((a - c) ** 2 + 4 * b * b)
    if b == 0 or a * c == b * b or root * root != (a - c) ** 2 + 4 * b * b:
        return None
    model = PCA(2)
    fitted = fit_columns(model, columns)
    X, v = fitted.table.coded().X, model.components_[0]
    S = np.cov(X.T)
    slope = float(v[1] / v[0])
    if not are_short([*model.explained_variance_, *S.ravel()], SHORT) or not are_short([slope, 1 / slope], 4):
        return None
    share = float(model.explained_variance_ratio_[0])
    values = [answer(letter("λ", k), float(x)) for k, x in enumerate(model.explained_variance_, 1)]
    questions = (
        terms.ask("mean", 2, chain(letter("x̄"), vector(model.mean_))),
        terms.ask("covariance", 5, chain(letter("S"), matrix(S))),
        terms.ask("values", 5, *values),
        terms.ask("direction", 4, answer(letter("t"), slope), chain(letter("v", 1), vector(v))),
        terms.ask("share", 2, answer(letter("η", 1), share)),
    )
    results = {
        "mean": model.mean_.tolist(),
        "covariance": S.tolist(),
        "eigenvalues": model.explained_variance_.tolist(),
        "slope": slope,
        "share": share,
    }
    tables = (rows_grid(terms.say("grid.points_given"), terms.say("number"), columns),)
    return Drawn(tables, questions, (fitted.fit_working(terms.lang),), results, {"n": n})


def _scatter(x: list[int], y: list[int]) -> tuple[int, int, int]:
    """n times the sums of squares and products about the means, whole numbers."""
    n = len(x)

    def product(u: list[int], v: list[int]) -> int:
        return n * sum(a * b for a, b in zip(u, v, strict=True)) - sum(u) * sum(v)

    return product(x, x), product(x, y), product(y, y)
