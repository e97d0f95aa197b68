"""The tree of merges: one fixed binary tree over blocks of rows, whatever brings the blocks.

    leaf i         the summary of rows i 2^b to (i + 1) 2^b   (`threads.leaf_rows`)
    node (l, i)    the merge of nodes (l - 1, 2 i) and (l - 1, 2 i + 1)

Only siblings merge, the left one first. At the right edge, where the number of leaves is not a power of two,
the complete nodes that remain, largest first, are merged from right to left. So the bits of the root depend
on the rows and on b alone: not on files, threads, tasks, workers or retries. `kernels.team.next_pair` walks
the same tree inside a kernel.

A run of 2^t leaves that starts at a multiple of 2^t is a node of the tree: the roots of all such
runs, the last one shorter, merge to the same root as the leaves do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S")


class CompleteNode(NamedTuple, Generic[S]):
    """A complete node: the summary of 2^level leaves."""

    level: int
    summary: S


class MergeStack(Generic[S]):
    """Leaves that come one after another; at most one node of each level waits, so few are in memory.

    Examples
    --------
    >>> stack = MergeStack(lambda a, b: f"({a}{b})")
    >>> for leaf in "abcdefg":
    ...     stack.add(leaf)
    >>> [node.summary for node in stack.nodes]
    ['((ab)(cd))', '(ef)', 'g']
    >>> stack.root()
    '(((ab)(cd))((ef)g))'
    """

    def __init__(self, merge: Callable[[S, S], S], nodes: Iterable[CompleteNode[S]] = ()) -> None:
        self.merge = merge
        self.nodes: list[CompleteNode[S]] = list(nodes)  # largest first

    def add(self, summary: S, level: int = 0) -> None:
        """Take the next leaf, or the next node of 2^level leaves, and merge what has become siblings."""
        node = CompleteNode(level, summary)
        while self.nodes and self.nodes[-1].level == node.level:
            left = self.nodes.pop()
            node = CompleteNode(node.level + 1, self.merge(left.summary, node.summary))
        self.nodes.append(node)

    @property
    def leaves(self) -> int:
        """How many leaves have come."""
        return sum(1 << node.level for node in self.nodes)

    def root(self) -> S:
        """The summary of all leaves so far; more may follow. A ValueError if there is none."""
        *before, last = self.nodes
        summary = last.summary
        for node in reversed(before):
            summary = self.merge(node.summary, summary)
        return summary


def merge_tree(leaves: Iterable[S], merge: Callable[[S, S], S]) -> S:
    """The root of the tree over summaries that come in order.

    Examples
    --------
    >>> merge_tree("abcde", lambda a, b: f"({a}{b})")
    '(((ab)(cd))e)'
    """
    stack = MergeStack(merge)
    for leaf in leaves:
        stack.add(leaf)
    return stack.root()


def tasks(leaves: int, size: int) -> list[tuple[int, int]]:
    """Runs (start, stop) of `size` leaves, a power of two, that are nodes of the tree; the last is shorter.

    Examples
    --------
    >>> tasks(10, 4)
    [(0, 4), (4, 8), (8, 10)]
    """
    if size < 1 or size & (size - 1):
        raise ValueError(f"{size} is not a power of two")
    return [(start, min(start + size, leaves)) for start in range(0, leaves, size)]
