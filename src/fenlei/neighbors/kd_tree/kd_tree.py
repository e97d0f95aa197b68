r"""The kd-tree on its own: for searching, and as the book draws it.

`KDTree` answers questions with the compiled structure of `boxes`. `KDTree.book()` builds the tree of the
textbook over the same points, in which every node is a point:

    build    the axis of a node at depth d is d mod p; the point in the middle of the sorted ones (the upper
             one of two) is the node, those before it make the left subtree, those after it the right one.
    search   go down to a leaf by comparing coordinates (smaller goes left); on the way back, a point nearer
    than
             the k-th best so far takes its place, and the other side is visited unless the splitting plane
             is farther away than the k-th best.

Both keep what they did: `steps` of the build, `visits` of a search.
Reference: source 004, section 6.2 (cases B16); source 000, section 3.2.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_array

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import listed
from fenlei.neighbors.search.metric_spaces import SAME, effective_metric
from fenlei.neighbors.search.search import Search, build, nearest, within
from fenlei.parameters import integer

METRICS = ("euclidean", "manhattan", "chebyshev", "minkowski", *SAME)


class BuildStep(NamedTuple):
    """One node of the textbook's tree, in the order of building (a node, its left subtree, its right one)."""

    node: int  # row of the point at the node
    depth: int
    axis: int
    points: tuple[int, ...]  # rows below and at the node, sorted along the axis
    left: int  # row of the left child, -1 for none
    right: int


class Visit(NamedTuple):
    """One node that a search went to."""

    node: int
    distance: float
    way: str  # "down" from the root, "back" to the other side of a node
    best: tuple[int, ...]  # nearest rows after the visit, nearest first


class BookSearch(NamedTuple):
    rows: Array  # (k,) nearest rows, ties by row number
    distance: Array  # (k,)
    visits: tuple[Visit, ...]
    pruned: tuple[int, ...]  # nodes whose other side was left out


class BookTree(NamedTuple):
    """The textbook's kd-tree."""

    data: Array  # (n, p)
    root: int
    steps: tuple[BuildStep, ...]

    def search(self, x: ArrayLike, k: int = 1) -> BookSearch:
        """The k nearest points to x (p,) by Euclid, and the way there."""
        if not integer(1).accepts(k) or k > len(self.data):
            raise UsageError("neighbors.few" if k < 1 else "neighbors.ks", k=k, ks=k, most=len(self.data))
        return _book_search(self, np.asarray(x, dtype=np.float64), int(k))

    def draw(self) -> str:
        """The tree as indented text, left before right."""
        nodes = {step.node: step for step in self.steps}
        lines, waiting = [], [(self.root, 0, "")]
        while waiting:
            node, depth, side = waiting.pop()
            point = ", ".join(f"{value:g}" for value in self.data[node])
            lines.append(f"{'  ' * depth}{side}({point})  axis {nodes[node].axis}")
            children = [(nodes[node].right, "R "), (nodes[node].left, "L ")]
            waiting += [(child, depth + 1, side) for child, side in children if child >= 0]
        return "\n".join(lines)


def build_book_tree(X: Array) -> BookTree:
    """The textbook's construction; a list of subtrees to do stands in for recursion."""
    root = -1
    steps: list[BuildStep] = []
    children: dict[int, list[int]] = {}
    waiting = [(np.arange(len(X)), 0, -1, 0)]
    while waiting:
        rows, depth, parent, side = waiting.pop()
        axis = depth % X.shape[1]
        rows = rows[np.argsort(X[rows, axis], kind="stable")]
        middle = len(rows) // 2
        node = int(rows[middle])
        children[node] = [-1, -1]
        if parent >= 0:
            children[parent][side] = node
        else:
            root = node
        steps.append(BuildStep(node, depth, axis, tuple(rows.tolist()), -1, -1))
        parts = ((rows[middle + 1 :], 1), (rows[:middle], 0))
        waiting += [(part, depth + 1, node, position) for part, position in parts if len(part)]
    finished = [s._replace(left=children[s.node][0], right=children[s.node][1]) for s in steps]
    return BookTree(X, root, tuple(finished))


def _book_search(tree: BookTree, x: Array, k: int) -> BookSearch:
    nodes = {step.node: step for step in tree.steps}
    best: list[tuple[float, int]] = []
    visits: list[Visit] = []
    pruned: list[int] = []
    waiting: list[tuple[str, int, str]] = [("go", tree.root, "down")]
    while waiting:
        action, node, way = waiting.pop()
        step = nodes[node]
        gap = float(x[step.axis] - tree.data[node, step.axis])
        near, far = (step.left, step.right) if gap < 0 else (step.right, step.left)
        if action == "go":
            distance = float(np.sqrt(np.sum((tree.data[node] - x) ** 2)))
            best = sorted([*best, (distance, node)])[:k]
            visits.append(Visit(node, distance, way, tuple(row for _, row in best)))
            waiting.append(("back", node, way))
            if near >= 0:
                waiting.append(("go", near, way))
        elif far >= 0 and (len(best) < k or abs(gap) <= best[-1][0]):
            waiting.append(("go", far, "back"))
        elif far >= 0:
            pruned.append(node)
    index = np.array([row for _, row in best], dtype=np.int64)
    return BookSearch(index, np.array([d for d, _ in best]), tuple(visits), tuple(pruned))


class KDTree:
    """A kd-tree over the rows of an array.

    Parameters
    ----------
    X : array-like of shape (n, p)
    leaf_size : int, default=40
        Leaves hold at most twice as many rows.
    metric : {"euclidean", "manhattan", "chebyshev", "minkowski"} or a synonym, default="minkowski"
    p : float, default=2
        Exponent of "minkowski", at least 1.
    n_jobs : int, default=None
        Threads; None is all cores.

    Attributes
    ----------
    data : ndarray of shape (n, p)

    Notes
    -----
    Differences from scikit-learn's class of the name: answers are always sorted, ties by row
    number; there are no kernel densities and two-point correlations; `book` is new.

    Examples
    --------
    >>> tree = KDTree([[2, 3], [5, 4], [9, 6], [4, 7], [8, 1], [7, 2]])
    >>> distance, index = tree.query([[2, 4.5]], k=2)
    >>> index.tolist(), distance.round(4).tolist()
    ([[0, 1]], [[1.5, 3.0414]])
    >>> found = tree.book().search([2, 4.5])
    >>> [tree.data[visit.node].tolist() for visit in found.visits]
    [[7.0, 2.0], [5.0, 4.0], [4.0, 7.0], [2.0, 3.0]]
    """

    def __init__(
        self,
        X: MatrixLike,
        leaf_size: int = 40,
        metric: str = "minkowski",
        *,
        p: float = 2,
        n_jobs: int | None = None,
    ) -> None:
        if metric not in METRICS:
            raise UsageError("neighbors.metric", metric=metric, accepted=listed(*METRICS))
        if not integer(1).accepts(leaf_size):
            raise UsageError(
                "estimator.parameter",
                estimator="KDTree",
                name="leaf_size",
                value=leaf_size,
                accepted=integer(1).text,
            )
        if metric == "minkowski" and p < 1:
            raise UsageError("neighbors.tree_p", algorithm="kd_tree")
        self.data: Array = check_array(X, dtype=np.float64, order="C")
        self.n_jobs = n_jobs
        name, params = effective_metric(metric, p, None)
        self._search: Search = build("kd_tree", name, params, self.data, leaf_size=leaf_size, n_jobs=n_jobs)

    def query(self, X: MatrixLike, k: int = 1, return_distance: bool = True) -> tuple[Array, Array] | Array:
        """Distances and row numbers (m, k) of the k nearest rows to each of X (m, p), nearest first."""
        Q = self._queries(X)
        if not integer(1).accepts(k) or k > len(self.data):
            raise UsageError(
                "neighbors.too_many", inequality="0 < k <= n_samples_fit", k=k, n=len(self.data), m=len(Q)
            )
        distance, index = nearest(self._search, Q, int(k), n_jobs=self.n_jobs)
        return (distance, index) if return_distance else index

    def query_radius(
        self, X: MatrixLike, r: float, return_distance: bool = False, count_only: bool = False
    ) -> tuple[Array, Array] | Array:
        """Row numbers of all rows within r of each of X (m, p): an array of m arrays, nearest first.

        With `return_distance` also the distances, second; with `count_only` only how many there are, (m,).
        """
        found = within(self._search, self._queries(X), float(r), n_jobs=self.n_jobs)
        if count_only:
            return np.diff(found.start)
        cuts = found.start[1:-1]
        index, distance = np.empty(len(cuts) + 1, dtype=object), np.empty(len(cuts) + 1, dtype=object)
        index[:], distance[:] = np.split(found.rows, cuts), np.split(found.distance, cuts)
        return (index, distance) if return_distance else index

    def book(self) -> BookTree:
        """The textbook's tree over the same points, with the history of its construction."""
        return build_book_tree(self.data)

    def _queries(self, X: MatrixLike) -> Array:
        Q = check_array(X, dtype=np.float64, order="C")
        if Q.shape[1] != self.data.shape[1]:
            raise UsageError("neighbors.width", estimator="KDTree", came=Q.shape[1], p=self.data.shape[1])
        return Q
