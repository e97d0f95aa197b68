"""The parts that all growers share against loops: worth of groups, impurity, split information."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei.trees.criteria import split_worth
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, POISSON, SQUARED, entropy_table
from fenlei.trees.impurity import (
    class_impurity,
    part_info,
    weight_of,
    worth,
    worth_of_cells,
    xlogx,
)
from tests.oracles import trees as oracle

NO_TABLE = np.empty(0)


def test_x_log_x_is_looked_up_for_whole_numbers() -> None:
    table = entropy_table(9)
    assert [xlogx(float(x), table) for x in range(10)] == [xlogx(float(x), NO_TABLE) for x in range(10)]
    assert xlogx(0.0, NO_TABLE) == xlogx(-1.0, NO_TABLE) == 0.0


@pytest.mark.parametrize(("criterion", "name"), [(GINI, "gini"), (ENTROPY, "entropy")])
@pytest.mark.parametrize("seed", range(5))
def test_impurity_of_classes(criterion: int, name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    y, w = rng.integers(0, 4, 30), rng.random(30)
    sums = np.bincount(y, w, 5)  # the last class does not occur
    f, weight = worth(sums, criterion, NO_TABLE), weight_of(sums, criterion)
    assert_allclose(weight, w.sum())
    assert_allclose(class_impurity(f, weight, criterion, 1), oracle.impurity(y, w, name), rtol=1e-12)
    assert_allclose(worth_of_cells(sums, weight, criterion, 1), f, rtol=1e-12)
    pair = np.concatenate([sums, sums])
    assert_allclose(worth_of_cells(pair, weight, criterion, 2), 2 * f, rtol=1e-12)


@pytest.mark.parametrize(("criterion", "name"), [(SQUARED, "squared_error"), (POISSON, "poisson")])
@pytest.mark.parametrize("seed", range(5))
def test_a_split_is_worth_the_decrease_of_the_error(criterion: int, name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    y, w, left = rng.random(30) + 0.1, rng.random(30), rng.random(30) < 0.4
    mean = w @ y / w.sum()
    center = mean if criterion == SQUARED else 0.0

    def f(rows: np.ndarray) -> float:
        sums = np.array([w[rows].sum(), w[rows] @ (y[rows] - center)])
        assert_allclose(worth_of_cells(sums[1:], sums[0], criterion, 1), worth(sums, criterion, NO_TABLE))
        return float(worth(sums, criterion, NO_TABLE))

    gain = (f(left) + f(~left) - f(np.ones(30, bool))) / w.sum()
    assert_allclose(gain, oracle.decrease(y, w, left, name), rtol=1e-9, atol=1e-13)


def test_groups_without_rows_are_worth_nothing() -> None:
    for criterion in (GINI, ENTROPY):
        assert worth(np.zeros(3), criterion, NO_TABLE) == 0.0
        assert worth_of_cells(np.zeros(3), 0.0, criterion, 1) == 0.0


def test_split_information() -> None:
    parts = np.array([2.0, 5.0, 3.0])
    info = sum(part_info(part, 10.0) for part in parts)
    assert_allclose(info, split_worth(np.diag(parts)).split_info)
    assert part_info(0.0, 10.0) == 0.0
