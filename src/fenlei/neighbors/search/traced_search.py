r"""Branch and bound as the document does it, step by step: the groups, and what a search did with them.

    1  B = ∞, level L = 1, the current group p is the root
    2  the groups directly below p go into the active table of level L, each with D(x, M_g)
    3  rule 1: a group with D(x, M_g) > B + r_g leaves the table
    4  if the table is empty, go back to the level above and to 3; at level 0 the search ends
    5  the nearest group of the table becomes p and leaves it; go to 2, one level down, or to 6 at the last
    6  each row of p: rule 2, D(x, M_p) > B + D(x_i, M_p), leaves it out; the others are measured, and B
       becomes the k-th smallest distance found; go to 3

The compiled search (`branch_and_bound`) measures and leaves out the same groups and rows.
Reference: source 002, section 5.1.3, steps 1 to 6; Fukunaga and Narendra 1975.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.neighbors.kd_tree.boxes import Measure
from fenlei.neighbors.search.branch_and_bound import ROOM, Groups
from fenlei.neighbors.search.distances import L1, L2, LINF


class GroupTable(NamedTuple):
    """The groups of a branch-and-bound search; group 0 is the root and holds every row.

    Means and distances are in the space of the search: that of the features, but whitened for Mahalanobis,
    divided by standard deviations for "seuclidean", and unit vectors for cosine and correlation.
    """

    mean: Array  # (G, p) M_p
    radius: Array  # (G,) r_p, the largest distance of a row of the group from M_p
    size: Array  # (G,) N_p
    level: Array  # (G,) 0 for the root
    parent: Array  # (G,) the group above, -1 for the root
    rows: tuple[Array, ...]  # row numbers K_p of each group
    row_distance: tuple[Array, ...]  # D(x_i, M_p) of each row of a group of the last level; else empty


class SearchStep(NamedTuple):
    """One step of a search."""

    step: int  # 1 to 6, as the document numbers them
    level: int  # L
    group: int  # p, the current group
    active: tuple[tuple[int, float], ...]  # the level's table after the step: groups and D(x, M_g)
    B: float  # k-th smallest distance after the step
    pruned: tuple[int, ...] = ()  # groups that rule 1 left out
    skipped: tuple[int, ...] = ()  # rows that rule 2 left out
    measured: tuple[tuple[int, float], ...] = ()  # rows that were measured, and D(x, x_i)


class TracedSearch(NamedTuple):
    """A search with its steps."""

    rows: Array  # (k,) nearest rows, ties by row number
    distance: Array  # (k,) in the space of the search
    steps: tuple[SearchStep, ...]

    def draw(self) -> str:
        """The steps as lines of text."""
        return "\n".join(_line(step) for step in self.steps)


def group_table(groups: Groups) -> GroupTable:
    """What the documents call M_p, r_p, N_p and K_p, with the levels."""
    G = len(groups.mean)
    parent, level = np.full(G, -1, dtype=np.int64), np.zeros(G, dtype=np.int64)
    for g, (first, stop) in enumerate(groups.child):
        parent[first:stop], level[first:stop] = g, level[g] + 1
    spans = [slice(start, stop) for start, stop in groups.rows]
    last = groups.child[:, 0] == groups.child[:, 1]
    away = tuple(
        groups.row_radius[span] if end else np.empty(0) for span, end in zip(spans, last, strict=True)
    )
    rows = tuple(groups.order[span] for span in spans)
    size = groups.rows[:, 1] - groups.rows[:, 0]
    return GroupTable(groups.mean, groups.radius, size, level, parent, rows, away)


def distances_from(x: Array, points: Array, measure: Measure) -> Array:
    """D(x, ·) (m,) to points (m, p)."""
    gap = np.abs(points - x)
    if measure.core == LINF:
        return gap.max(axis=1)
    if measure.core == L1:
        return gap.sum(axis=1)
    if measure.core == L2:
        return np.sqrt(np.sum(gap**2, axis=1))
    return np.sum(gap**measure.exponent, axis=1) ** (1.0 / measure.exponent)


def beyond(distance: float, radius: float, B: float) -> bool:
    """Whether distance > B + radius, beyond rounding."""
    return distance - radius > B + ROOM * (distance + radius + B)


class _Searcher:
    """The state of one search."""

    def __init__(self, groups: Groups, measure: Measure, x: Array, k: int) -> None:
        self.groups, self.measure, self.x, self.k = groups, measure, x, k
        self.best: list[tuple[float, int]] = []
        self.steps: list[SearchStep] = []
        self.tables: list[dict[int, float]] = [{}]  # of each level; level 0 has none

    @property
    def B(self) -> float:
        return self.best[-1][0] if len(self.best) == self.k else np.inf

    def note(self, step: int, group: int, **found: tuple[object, ...]) -> None:
        active = tuple(sorted(self.tables[-1].items(), key=lambda entry: (entry[1], entry[0])))
        self.steps.append(SearchStep(step, len(self.tables) - 1, group, active, self.B, **found))  # type: ignore[arg-type]

    def expand(self, p: int) -> None:
        """Steps 1 and 2."""
        first, stop = self.groups.child[p]
        away = distances_from(self.x, self.groups.mean[first:stop], self.measure)
        self.tables.append(dict(zip(range(first, stop), away.tolist(), strict=True)))
        self.note(2, p)

    def prune(self, p: int) -> None:
        """Step 3, rule 1."""
        table, radius = self.tables[-1], self.groups.radius
        pruned = tuple(g for g, away in table.items() if beyond(away, radius[g], self.B))
        for g in pruned:
            del table[g]
        self.note(3, p, pruned=pruned)

    def measure_rows(self, p: int, away: float) -> None:
        """Step 6, rule 2; the root, if it is the only group, has no distance and measures all."""
        start, stop = self.groups.rows[p]
        skipped, measured = [], []
        for t in range(start, stop):
            row = int(self.groups.order[t])
            if p > 0 and beyond(away, self.groups.row_radius[t], self.B):
                skipped.append(row)
                continue
            distance = float(distances_from(self.x, self.groups.X[[row]], self.measure)[0])
            measured.append((row, distance))
            self.best = sorted([*self.best, (distance, row)])[: self.k]
        self.note(6, p, skipped=tuple(skipped), measured=tuple(measured))

    def nearest_group(self) -> tuple[int, float]:
        """Step 5."""
        away, _, g = min((away, self.groups.least[g], g) for g, away in self.tables[-1].items())
        del self.tables[-1][g]
        self.note(5, g)
        return g, away

    def is_last(self, p: int) -> bool:
        return bool(self.groups.child[p, 0] == self.groups.child[p, 1])


def trace(groups: Groups, measure: Measure, x: Array, k: int) -> TracedSearch:
    """The k nearest rows to the point x (p,), and each step on the way."""
    search, p = _Searcher(groups, measure, x, k), 0
    search.note(1, p)
    if search.is_last(p):
        search.measure_rows(p, 0.0)
    else:
        search.expand(p)
    while len(search.tables) > 1:
        search.prune(p)
        if not search.tables[-1]:
            search.tables.pop()
            search.note(4, p)
            continue
        p, away = search.nearest_group()
        if search.is_last(p):
            search.measure_rows(p, away)
        else:
            search.expand(p)
    rows = np.array([row for _, row in search.best], dtype=np.int64)
    return TracedSearch(rows, np.array([away for away, _ in search.best]), tuple(search.steps))


def _line(step: SearchStep) -> str:
    what = {1: "start", 2: "expand", 3: "rule 1", 4: "back", 5: "take", 6: "rows"}[step.step]
    table = ", ".join(f"{g}: {away:.4g}" for g, away in step.active)
    parts = [
        f"{step.step} {what}",
        f"L={step.level}",
        f"p={step.group}",
        f"active {{{table}}}",
        f"B={step.B:.4g}",
    ]
    if step.pruned:
        parts.append("pruned " + ", ".join(map(str, step.pruned)))
    if step.skipped:
        parts.append("rule 2 skips " + ", ".join(map(str, step.skipped)))
    if step.measured:
        parts.append("measured " + ", ".join(f"{row}: {away:.4g}" for row, away in step.measured))
    return "  ".join(parts)
