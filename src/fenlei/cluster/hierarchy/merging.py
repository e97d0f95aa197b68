r"""Merging the two nearest clusters, again and again: the compiled searches behind `linkage`.

Chain of nearest neighbours (Murtagh 1983): follow nearest neighbours until two are each other's; merge them,
and go on from what is left of the chain. Exact for every linkage whose clusters never come nearer by merging
others (single, complete, average, weighted, Ward): O(n²) steps on a matrix of distances, which the formula of
Lance and Williams keeps up to date:

    d(k, i∪j) = f(d(k, i), d(k, j), d(i, j), n_i, n_j, n_k)

Ward's distance needs no matrix, being one of centroids: d²(i, j) = 2 n_i n_j / (n_i + n_j) |c_i - c_j|².
Single linkage is the minimum spanning tree (Prim), which needs one row of distances at a time.
Centroids and medians can come nearer (an inversion), so the nearest pair of all is sought at every step.

Of equal distances the earlier row wins, and the chain's last link before any other.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, plain_kernel

SINGLE, COMPLETE, AVERAGE, WEIGHTED, WARD, CENTROID, MEDIAN = range(7)
METHODS = {
    "single": SINGLE,
    "complete": COMPLETE,
    "average": AVERAGE,
    "weighted": WEIGHTED,
    "ward": WARD,
    "centroid": CENTROID,
    "median": MEDIAN,
}


@plain_kernel
def updated(method: int, ki: float, kj: float, ij: float, ni: float, nj: float, nk: float) -> float:
    """Distance of cluster k from the union of i and j, by Lance and Williams."""
    if method == SINGLE:
        return min(ki, kj)
    if method == COMPLETE:
        return max(ki, kj)
    if method == AVERAGE:
        return (ni * ki + nj * kj) / (ni + nj)
    if method == WEIGHTED:
        return 0.5 * (ki + kj)
    if method == WARD:
        t = 1.0 / (ni + nj + nk)
        return np.sqrt((ni + nk) * t * ki * ki + (nj + nk) * t * kj * kj - nk * t * ij * ij)
    if method == CENTROID:
        return np.sqrt(((ni * ki * ki + nj * kj * kj) - (ni * nj * ij * ij) / (ni + nj)) / (ni + nj))
    return np.sqrt(0.5 * (ki * ki + kj * kj) - 0.25 * ij * ij)


@plain_kernel
def merge_rows(D: Array, size: Array, method: int, x: int, y: int) -> None:
    """Let y be the union of x and y, and x no more."""
    nx, ny, xy = size[x], size[y], D[x, y]
    size[x], size[y] = 0.0, nx + ny
    row_x, row_y = D[x], D[y]
    for k in range(size.shape[0]):
        if size[k] > 0.0 and k != y:
            d = updated(method, row_x[k], row_y[k], xy, nx, ny, size[k])
            row_y[k] = d
            D[k, y] = d


@plain_kernel
def nearest(D: Array, size: Array, x: int, before: int) -> int:
    """The cluster nearest to x; `before`, the chain's last link, if none is nearer."""
    row, best = D[x], before
    least = row[before] if before >= 0 else np.inf
    for k in range(size.shape[0]):
        if size[k] > 0.0 and k != x and row[k] < least:
            least, best = row[k], k
    return best


@plain_kernel
def chain_of_neighbours(D: Array, method: int, out_pairs: Array, out_heights: Array) -> None:
    """All merges from a square matrix of distances, which is used up; a cluster goes by one of its rows."""
    n = D.shape[0]
    size, chain, length, first = np.ones(n), np.empty(n, np.int64), 0, 0
    for t in range(n - 1):
        if length == 0:
            while size[first] == 0.0:
                first += 1
            chain[0], length = first, 1
        while True:
            x = chain[length - 1]
            before = chain[length - 2] if length > 1 else -1
            y = nearest(D, size, x, before)
            if y == before:
                break
            chain[length] = y
            length += 1
        length -= 2
        low, high = min(x, y), max(x, y)
        out_pairs[t, 0], out_pairs[t, 1], out_heights[t] = low, high, D[low, high]
        merge_rows(D, size, method, low, high)


@plain_kernel
def nearest_pairs(D: Array, method: int, out_pairs: Array, out_heights: Array) -> None:
    """All merges, the nearest pair of all at every step; of equal pairs the earliest."""
    n = D.shape[0]
    size = np.ones(n)
    partner, least = np.zeros(n, np.int64), np.full(n, np.inf)
    for x in range(n - 1):
        look_behind(D, size, x, partner, least)
    for t in range(n - 1):
        x = int(np.argmin(least))
        y = partner[x]
        out_pairs[t, 0], out_pairs[t, 1], out_heights[t] = x, y, D[x, y]
        merge_rows(D, size, method, x, y)
        least[x] = np.inf
        for k in range(n):
            if size[k] == 0.0:
                continue
            if k == y or (k < y and partner[k] == y) or partner[k] == x:
                look_behind(D, size, k, partner, least)
            elif k < y and D[k, y] < least[k]:
                partner[k], least[k] = y, D[k, y]


@plain_kernel
def look_behind(D: Array, size: Array, x: int, out_partner: Array, out_least: Array) -> None:
    """The nearest cluster after x."""
    row, least, best = D[x], np.inf, -1
    for k in range(x + 1, size.shape[0]):
        if size[k] > 0.0 and row[k] < least:
            least, best = row[k], k
    out_partner[x], out_least[x] = best, least


@kernel
def squared_distances(C: Array, x: int, active: int, out_squares: Array) -> None:
    """|c_x - c_k|² of the first `active` centroids; C is (p, n), so that the inner loop is one long line."""
    for k in range(active):
        out_squares[k] = 0.0
    for j in range(C.shape[0]):
        row, value = C[j], C[j, x]
        for k in range(active):
            difference = row[k] - value
            out_squares[k] += difference * difference


@kernel
def nearest_centroid(C: Array, size: Array, name: Array, x: int, active: int, squares: Array) -> int:
    """Position of the cluster nearest by Ward's distance to the one at x; of equals, of the earlier row."""
    squared_distances(C, x, active, squares)
    nx, best, least = size[x], -1, np.inf
    for k in range(active):
        squares[k] *= nx * size[k] / (nx + size[k])
    squares[x] = np.inf
    for k in range(active):
        if squares[k] < least:
            least, best = squares[k], k
    for k in range(active):
        if squares[k] == least and name[k] < name[best]:
            best = k
    return best


@kernel
def ward_of_centroids(C: Array, out_pairs: Array, out_heights: Array) -> None:
    """All merges by Ward's distance from centroids C (p, n), which are used up: memory O(n p).

    The clusters that are left stand together at the front, so that a search passes over no gaps; `name` is
    the row that a cluster is known by and `position` is where it stands.
    """
    p, n = C.shape
    size, squares = np.ones(n), np.empty(n)
    name, position = np.arange(n), np.arange(n)
    chain, length, active = np.empty(n, np.int64), 0, n
    for t in range(n - 1):
        if length == 0:
            chain[0], length = name[:active].min(), 1
        while True:
            x = chain[length - 1]
            at = position[x]
            found = nearest_centroid(C, size, name, at, active, squares)
            y, least = name[found], squares[found]
            if length > 1 and squares[position[chain[length - 2]]] <= least:
                y = chain[length - 2]
                break
            chain[length] = y
            length += 1
        length -= 2
        low, high = min(x, y), max(x, y)
        out_pairs[t, 0], out_pairs[t, 1] = low, high
        out_heights[t] = np.sqrt(2.0 * squares[position[y]])
        a, b, last = position[low], position[high], active - 1
        total = size[a] + size[b]
        for j in range(p):
            C[j, b] = (size[a] * C[j, a] + size[b] * C[j, b]) / total
            C[j, a] = C[j, last]
        size[b] = total
        size[a] = size[last]
        name[a] = name[last]
        position[name[a]] = a
        active -= 1


@kernel
def spanning_tree(C: Array, out_pairs: Array, out_heights: Array) -> None:
    """Edges of the minimum spanning tree of the columns of C (p, n), in the order of Prim's algorithm.

    C is used up. An edge ties the new row to the row that was taken before it, which gives the same clusters
    as its true other end: what was taken in between is nearer, and so in one cluster with it by then.
    """
    p, n = C.shape
    squares, least, name = np.empty(n), np.full(n, np.inf), np.arange(n)
    active, x = n, 0
    for t in range(n - 1):
        squared_distances(C, x, active, squares)
        taken, last = name[x], active - 1
        name[x], least[x], squares[x] = name[last], least[last], squares[last]
        for j in range(p):
            C[j, x] = C[j, last]
        active -= 1
        for k in range(active):
            least[k] = min(least[k], squares[k])
        x = 0
        for k in range(1, active):
            if least[k] < least[x] or (least[k] == least[x] and name[k] < name[x]):
                x = k
        out_pairs[t, 0], out_pairs[t, 1], out_heights[t] = taken, name[x], np.sqrt(least[x])


@plain_kernel
def spanning_tree_of_matrix(D: Array, out_pairs: Array, out_heights: Array) -> None:
    """As `spanning_tree`, from a square matrix of distances, which is left as it is."""
    n = D.shape[0]
    least, taken, x = np.full(n, np.inf), np.zeros(n, np.bool_), 0
    for t in range(n - 1):
        taken[x] = True
        row, best = D[x], -1
        for k in range(n):
            if not taken[k]:
                least[k] = min(least[k], row[k])
                if best < 0 or least[k] < least[best]:
                    best = k
        out_pairs[t, 0], out_pairs[t, 1], out_heights[t] = x, best, least[best]
        x = best


@plain_kernel
def name_clusters(pairs: Array, out_merges: Array) -> None:
    """Clusters by number: rows are 0..n-1, the cluster of merge t is n + t; the heights are there already."""
    n = pairs.shape[0] + 1
    parent, size = np.arange(2 * n - 1), np.ones(2 * n - 1)
    for t in range(n - 1):
        a, b = pairs[t]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        parent[a] = parent[b] = n + t
        size[n + t] = size[a] + size[b]
        out_merges[t, 0], out_merges[t, 1], out_merges[t, 3] = min(a, b), max(a, b), size[n + t]
