"""The tree of merges: the recursive definition, any cut into tasks, and the tree that kernels walk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fenlei.kernels.merge_tree import MergeStack, merge_tree, tasks
from fenlei.kernels.team import next_pair


def pair(a: object, b: object) -> tuple[object, object]:
    """A merge that shows the tree."""
    return a, b


def defined(start: int, stop: int) -> object:
    """The tree by its definition: the left child is complete and as large as can be."""
    if stop - start == 1:
        return start
    left = 1 << ((stop - start - 1).bit_length() - 1)
    return defined(start, start + left), defined(start + left, stop)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 8, 13, 37, 50, 63, 64])
def test_stack_follows_the_definition(count: int) -> None:
    assert merge_tree(range(count), pair) == defined(0, count)


@given(st.integers(1, 200), st.integers(0, 7))
def test_any_size_of_tasks_gives_the_same_tree(count: int, exponent: int) -> None:
    roots = [merge_tree(range(*run), pair) for run in tasks(count, 1 << exponent)]
    assert merge_tree(roots, pair) == defined(0, count)


@given(st.integers(1, 80), st.integers(0, 80))
def test_a_stack_continues_from_its_nodes(count: int, stop: int) -> None:
    first = MergeStack(pair)
    for leaf in range(min(stop, count)):
        first.add(leaf)
    second = MergeStack(pair, first.nodes)
    assert second.leaves == min(stop, count)
    for leaf in range(second.leaves, count):
        second.add(leaf)
    assert second.root() == defined(0, count)


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 11, 50])
def test_kernels_walk_the_same_tree(count: int) -> None:
    marks, found = np.zeros(count, np.int64), list[object](range(count))
    for block in range(count):
        left, right, step = next_pair(block, 1, marks)
        while right > 0:
            found[left] = found[left], found[right]
            left, right, step = next_pair(left, step, marks)
    assert found[0] == merge_tree(range(count), pair)


def test_the_stack_stays_small() -> None:
    stack = MergeStack(lambda a, b: a + b)
    for _ in range(1000):
        stack.add(1)
        assert len(stack.nodes) <= 10
    assert stack.root() == stack.leaves == 1000


def test_a_task_is_a_power_of_two() -> None:
    with pytest.raises(ValueError, match="power of two"):
        tasks(10, 3)


def test_no_leaves_have_no_root() -> None:
    with pytest.raises(ValueError, match="unpack"):
        merge_tree([], pair)
