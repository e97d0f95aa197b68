r"""The documents' fast search: branch and bound over groups of rows.

Rows are divided into groups, groups into groups of groups. Group g has the mean M_g, the radius r_g = max
D(x_i, M_g) and, at the last level, the distance D(x_i, M_g) of each of its rows. With B the k-th smallest
distance found so far,

    rule 1   D(x, M_g) > B + r_g            no row of g can be nearer than B: leave g out;
    rule 2   D(x, M_g) > B + D(x_i, M_g)    nor can x_i: do not measure it,

both by the triangle inequality, so the answer is that of brute force. Children of a group are taken in the
order of D(x, M_g), the nearest first, and rule 1 is asked again when a group's turn comes. Inequalities are
given a relative 1e-12 for rounding; rows at exactly the distance B are measured, for ties go to the smaller
index.

Groups are the leaves of a kd-tree, `FAN` in turn making one of the level above; or they are given
(`given_groups`). `traced_search` shows a search step by step.
Saves time, not memory: means, radii and one number per row come on top.
Reference: source 002, section 5.1.3 (B-M06); Fukunaga and Narendra, IEEE Trans. Computers 24 (1975) 750.
"""

from __future__ import annotations

from collections import Counter
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array, part_of_plain_kernel, plain_kernel
from fenlei.kernels.threads import run_blocks
from fenlei.neighbors.kd_tree.box_search import query_blocks
from fenlei.neighbors.kd_tree.boxes import Measure
from fenlei.neighbors.kd_tree.median_splits import build_order, starts_of
from fenlei.neighbors.search.distances import LINF, pair_distance
from fenlei.neighbors.search.k_smallest import offer, settle, worst, worst_row

FAN = 8
ROOM = 1e-12  # relative, for rounding


class Groups(NamedTuple):
    X: Array  # (n, p) coordinates
    order: Array  # (n,) rows group by group
    row_radius: Array  # (n,) D(x_i, M_g) in that order
    mean: Array  # (N, p); group 0 holds everything
    radius: Array  # (N,)
    child: Array  # (N, 2) first child and the one after the last; equal at the last level
    least: Array  # (N,) the smallest row number in the group
    rows: Array  # (N, 2) the part of `order` that belongs to the group


class SearchStatistics(NamedTuple):
    """What a branch-and-bound search did for each of m queries."""

    groups_measured: Array  # (m,) distances to group means
    groups_pruned: Array  # (m,) groups left out by rule 1
    rows_measured: Array  # (m,) distances to rows
    rows_skipped: Array  # (m,) rows left out by rule 2


def make_groups(X: Array, measure: Measure, size: int, n_jobs: int | None = None) -> Groups:
    """Groups of at most `size` rows, by the medians of a kd-tree."""
    return groups_of(X, measure, build_order(X, measure.nominal, size, n_jobs), starts_of(len(X), size))


def groups_of(X: Array, measure: Measure, order: Array, starts: Array) -> Groups:
    """Groups whose last level is order[starts[g]:starts[g + 1]], and the levels above them."""
    levels = [starts]
    while len(levels[0]) > 2:
        levels.insert(0, np.append(levels[0][:-1:FAN], len(X)))
    rows = np.concatenate([np.column_stack([level[:-1], level[1:]]) for level in levels])
    sizes = [len(level) - 1 for level in levels]
    first = np.append(0, np.cumsum(sizes))
    child = np.zeros((len(rows), 2), dtype=np.int64)
    for level, size in enumerate(sizes[:-1]):
        number = np.arange(size)
        child[first[level] : first[level + 1], 0] = first[level + 1] + number * FAN
        last = first[level + 1] + np.minimum((number + 1) * FAN, sizes[level + 1])
        child[first[level] : first[level + 1], 1] = last
    return measured_groups(X, measure, order, rows, child)


def measured_groups(X: Array, measure: Measure, order: Array, rows: Array, child: Array) -> Groups:
    """Groups with means and radii; a group comes before those below it."""
    mean, radius, row_radius = np.empty((len(rows), X.shape[1])), np.empty(len(rows)), np.empty(len(X))
    measure_groups(X, measure, order, rows, mean, radius, row_radius)
    least = np.array([order[start:stop].min() for start, stop in rows])
    return Groups(X, order, row_radius, mean, radius, child, least, rows)


def given_groups(X: Array, measure: Measure, groups: Any) -> Groups:
    """The user's groups: lists of row numbers, or lists of groups, together each row once."""
    nested, rows, child = [groups], [(0, len(X))], []
    for g, group in enumerate(nested):  # level by level: `nested` grows while it is read
        parts = [] if _is_last(group) else list(group)
        child.append((len(nested), len(nested) + len(parts)))
        nested += parts
        position = rows[g][0]
        for part in parts:
            size = len(_rows_below(part))
            rows.append((position, position + size))
            position += size
    order = _rows_below(groups)
    missing = np.setdiff1d(np.arange(len(X)), order)
    if len(order) != len(X) or len(missing):
        again = [row for row, count in Counter(order).items() if count > 1 or not 0 <= row < len(X)]
        raise UsageError("neighbors.groups_rows", row=[*again, *missing.tolist()][0], n=len(X))
    return measured_groups(X, measure, np.array(order), np.array(rows), np.array(child))


def _is_last(group: object) -> bool:
    """Whether a group holds row numbers; an error if it holds neither those alone nor groups alone."""
    if isinstance(group, list | tuple | np.ndarray) and len(group):
        numbers = [isinstance(part, Integral) and not isinstance(part, bool) for part in group]
        if all(numbers) or not any(numbers):
            return all(numbers)
    raise UsageError("neighbors.groups_form", group=group)


def _rows_below(group: Any) -> list[int]:
    if _is_last(group):
        return [int(row) for row in group]
    return [row for part in group for row in _rows_below(part)]


@part_of_plain_kernel
def metric_of(core: int, exponent: float, value: float) -> float:
    """A core distance as one that obeys the triangle inequality."""
    if exponent == 1.0 or core == LINF:
        return value
    return np.sqrt(value) if exponent == 2.0 else value ** (1.0 / exponent)


@plain_kernel
def measure_groups(
    X: Array, measure: Measure, order: Array, rows: Array, out_mean: Array, out_radius: Array, out_row: Array
) -> None:
    """Mean and radius of each group, and the distance of each row from the mean of its last one."""
    core, exponent, nominal = measure
    p = X.shape[1]
    for g in range(rows.shape[0]):
        start, stop = rows[g]
        origin = X[order[start]]
        total = np.zeros(p)
        for t in range(start, stop):
            total += X[order[t]] - origin
        mean = origin + total / (stop - start)
        out_mean[g] = mean
        out_radius[g] = 0.0
        for t in range(start, stop):
            core_distance = pair_distance(core, exponent, nominal, mean, X[order[t]])
            out_row[t] = metric_of(core, exponent, core_distance)  # the last level comes last
            out_radius[g] = max(out_radius[g], out_row[t])


def nearest_in_groups(
    groups: Groups, measure: Measure, Q: Array, own: Array, k: int, n_jobs: int | None = None
) -> tuple[Array, Array, SearchStatistics]:
    """As `boxes.nearest`, with what was left out."""
    values, index = np.empty((len(Q), k)), np.empty((len(Q), k), dtype=np.int64)
    counts = np.zeros((4, len(Q)), dtype=np.int64)
    run_blocks(
        lambda s, e: search_groups(
            groups, measure, Q[s:e], own[s:e], values[s:e], index[s:e], counts[:, s:e]
        ),
        query_blocks(len(Q)),
        n_jobs,
    )
    return values, index, SearchStatistics(*counts)


@part_of_plain_kernel
def insert(
    group: int, distance: float, least: Array, start: int, top: int, out_stack: Array, out_away: Array
) -> None:
    """Put a group on the stack, above `start`: the nearest on top, of equals that of the smallest row."""
    position = top
    while position > start and (
        out_away[position - 1] < distance
        or (out_away[position - 1] == distance and least[out_stack[position - 1]] < least[group])
    ):
        out_stack[position], out_away[position] = out_stack[position - 1], out_away[position - 1]
        position -= 1
    out_stack[position], out_away[position] = group, distance


@plain_kernel
def search_groups(
    groups: Groups,
    measure: Measure,
    Q: Array,
    own: Array,
    out_values: Array,
    out_index: Array,
    out_counts: Array,
) -> None:
    """The k nearest rows of each query, and what was measured and left out on the way.

    One function: the rules 1 and 2 of the module stand side by side, as the documents have them.
    """
    core, exponent, nominal = measure
    X, order, row_radius, mean, radius, child, least, rows = groups
    room = max(32 * FAN, len(rows))  # given groups may be many on one level
    stack, away = np.empty(room, np.int64), np.empty(room)
    for i in range(Q.shape[0]):
        q, values, index = Q[i], out_values[i], out_index[i]
        values[:] = np.inf
        index[:] = np.iinfo(np.int64).max
        stack[0], away[0], top = 0, 0.0, 1
        while top > 0:
            top -= 1
            g, distance = stack[top], away[top]
            B = metric_of(core, exponent, worst(values))
            late = B == 0.0 and least[g] > worst_row(index)  # of copies, the later ones need not be looked at
            if g > 0 and (late or distance - radius[g] > B + ROOM * (distance + radius[g] + B)):
                out_counts[1, i] += 1  # rule 1
            elif child[g, 0] < child[g, 1]:
                start = top
                for c in range(child[g, 0], child[g, 1]):
                    distance = metric_of(core, exponent, pair_distance(core, exponent, nominal, q, mean[c]))
                    out_counts[0, i] += 1
                    insert(c, distance, least, start, top, stack, away)
                    top += 1
            else:
                for t in range(rows[g, 0], rows[g, 1]):
                    B = metric_of(core, exponent, worst(values))
                    if g > 0 and distance - row_radius[t] > B + ROOM * (distance + row_radius[t] + B):
                        out_counts[3, i] += 1  # rule 2
                    elif order[t] != own[i]:
                        out_counts[2, i] += 1
                        value = pair_distance(core, exponent, nominal, q, X[order[t]])
                        offer(value, order[t], values, index)
        settle(values, index)
