"""The kernels that grow trees on bins against loops: sums of a node, best cut of a feature, of several."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.trees import DecisionTreeClassifier, DecisionTreeRegressor
from fenlei.trees.exact.growth_rules import GrowthRules, entropy_table
from fenlei.trees.exact.numeric_split import ASIDE, CUT, GAIN
from fenlei.trees.histogram.binning import MISSING_BIN, MOST_BINS, Bins, bin_columns
from fenlei.trees.histogram.cuts import SUMS, best_cut
from fenlei.trees.histogram.grower import make_items
from fenlei.trees.histogram.node import facts_of, sum_rows
from fenlei.trees.histogram.prefix_sums import FEW, NodeFacts, NodeScratch, Target, make_scratch
from fenlei.trees.histogram.search import BY, FeatureSearch, search_numbers
from fenlei.trees.histogram.single_tree import unsorted
from fenlei.trees.settings import CRITERIA, plain_rules
from tests.oracles import trees as oracle

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.sampled_from([1, 2, 3, 7, 8, 9, 40, FEW, FEW + 1, 130])
WEIGHTS = st.sampled_from(["times", "fractions", "zeros"])
some = settings(max_examples=25)


class Case(NamedTuple):
    """Rows of a node as the kernels take them, and as loops do."""

    codes: np.ndarray  # (n, p) uint8
    y: np.ndarray
    w: np.ndarray
    items: np.ndarray
    target: Target
    rules: GrowthRules
    scratch: NodeScratch


def make(seed: int, n: int, criterion: str, weights: str, K: int = 4, p: int = 3, least: int = 1) -> Case:
    """Few bins and many, a constant column, missing values; classes that do not occur; equal targets."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, rng.choice([2, 9, 255], p), (n, p)).astype(np.uint8)
    codes[:, rng.integers(p)] = rng.integers(255)
    codes[rng.random((n, p)) < rng.choice([0.0, 0.1, 0.9])] = MISSING_BIN
    classes = criterion in ("gini", "entropy")
    y: Any = rng.integers(0, rng.integers(1, K + 1), n)
    if not classes:
        y = rng.choice([rng.poisson(1.0, n), rng.exponential(size=n)]).astype(float)
        y[0] += 1.0  # a Poisson mean above 0
    times, w = rng.integers(1, 5, n), np.empty(0)
    if weights != "times":
        times, w = np.ones(n, np.int64), rng.random(n) + 0.01
    if weights == "zeros":
        w[1:] *= rng.random(n - 1) < 0.6
    columns = unsorted(
        codes.astype(float), y if classes else np.zeros(n, np.int64), np.zeros(p, np.int64), w, y
    )
    kind = np.int32 if classes and not w.size else np.float64
    table = entropy_table(int(times.sum())) if criterion == "entropy" and not w.size else np.empty(0)
    rules = plain_rules(
        columns, CRITERIA[criterion], min_samples_leaf=float(least), table=table, seed=np.uint64(seed)
    )
    looked_up = y if classes and K > 256 else np.empty(0, np.int64)
    target = Target(looked_up, np.empty(0) if classes else y, w.astype(kind))
    items = make_items(times, y if classes else np.empty(0, np.int64))
    return Case(
        codes, y, w if w.size else times, items, target, rules, make_scratch(K if classes else 3, kind)
    )


def describe(case: Case) -> tuple[NodeFacts, float, np.ndarray]:
    """Facts, impurity and value of the node."""
    s, rules, value = case.scratch, case.rules, np.zeros(case.scratch.node.shape[0])
    weight, impurity = sum_rows(case.items, 0, len(case.items), case.target, rules, s, value)
    facts = facts_of(0, len(case.items), rules.seed, weight, impurity, case.target, rules, s)
    return facts, impurity, value


def first_best(found: dict[Any, float], slack: float) -> Any:
    """The first of those as good as the best."""
    best = max(found.values())
    return min(key for key, gain in found.items() if gain >= best - slack)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@some
@given(seed=SEEDS, n=SIZES, weights=WEIGHTS, K=st.sampled_from([1, 2, 5, 300]))
def test_sums_of_a_node(criterion: str, seed: int, n: int, weights: str, K: int) -> None:
    case = make(seed, n, criterion, weights, K)
    facts, impurity, value = describe(case)
    sums, weight, expected = oracle.node_sums(case.y, case.w, K, criterion)
    assert_allclose(case.scratch.node[: len(sums)], sums, rtol=1e-12)
    assert_allclose(facts.weight, weight, rtol=1e-12)
    assert_allclose(impurity, expected, rtol=1e-9, atol=1e-12)
    if criterion in ("gini", "entropy"):
        assert_allclose(value, sums, rtol=1e-12)
    else:
        assert_allclose(value[0], sums[1] / weight, rtol=1e-12)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@some
@given(seed=SEEDS, n=SIZES, weights=WEIGHTS, K=st.sampled_from([1, 2, 5, 257]), least=st.sampled_from([1, 4]))
def test_best_cut_is_the_best_of_all(
    criterion: str, seed: int, n: int, weights: str, K: int, least: int
) -> None:
    case = make(seed, n, criterion, weights, K, least=least)
    facts, impurity, _ = describe(case)
    s, out = case.scratch, np.zeros(SUMS + case.scratch.node.shape[0])
    for j in range(case.codes.shape[1]):
        f = best_cut(case.items, case.codes, j, 0, facts, case.target, case.rules.table, s, out)
        assert not s.bins.any()
        cuts = oracle.binned_cuts(case.codes[:, j], MISSING_BIN, case.y, case.w, criterion, least)
        if not cuts:
            assert f == -np.inf
            continue
        assert_allclose((f - facts.before) / facts.weight, max(cuts.values()), rtol=1e-9, atol=1e-11)
        aside, cut = first_best(cuts, 1e-11 * max(impurity, 1e-3))
        assert out[CUT] == cut
        missing = case.codes[:, j] == MISSING_BIN
        assert out[ASIDE] == (aside if case.w[missing].sum() > 0 else -1)
        if criterion in ("gini", "entropy"):
            left = np.where(missing, aside == 1, case.codes[:, j] <= cut)
            assert_allclose(out[SUMS:], np.bincount(case.y[left], case.w[left], K), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
@some
@given(seed=SEEDS, n=SIZES, weights=WEIGHTS, K=st.sampled_from([2, 5]), p=st.integers(1, 6))
def test_the_best_feature_is_the_first_of_the_best(
    criterion: str, seed: int, n: int, weights: str, K: int, p: int
) -> None:
    case = make(seed, n, criterion, weights, K, p)
    facts, impurity, _ = describe(case)
    trial, found = np.zeros((2, SUMS + case.scratch.node.shape[0]))
    bins = Bins(case.codes, np.zeros((p, 256)), np.zeros((p, 256)), np.zeros(p, np.int64))
    search = FeatureSearch(np.zeros(p, np.int64), trial, found)
    end = search_numbers(case.items, bins, facts, case.target, case.rules, case.scratch, 0, search)
    assert end == p
    assert not case.scratch.bins.any()
    gains: dict[tuple[int, ...], float] = {}
    for j in range(p):
        cuts = oracle.binned_cuts(case.codes[:, j], MISSING_BIN, case.y, case.w, criterion)
        gains |= {(j, *key): gain for key, gain in cuts.items()}
    if not gains:
        assert found[BY] == -1
        return
    j, aside, cut = first_best(gains, 1e-11 * max(impurity, 1e-3))
    assert (found[BY], max(found[ASIDE], 0), found[CUT]) == (j, aside, cut)
    assert_allclose(found[GAIN], gains[j, aside, cut], rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("make_tree", [DecisionTreeClassifier, DecisionTreeRegressor])
@some
@given(seed=SEEDS, n=SIZES, bins=st.sampled_from([2, 9, 255]), weighted=st.booleans())
def test_rows_are_where_they_were_counted(
    make_tree: Any, seed: int, n: int, bins: int, weighted: bool
) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y: Any = rng.normal(size=n)
    X[rng.random((n, 3)) < 0.3] = np.nan
    y = y > 0 if make_tree is DecisionTreeClassifier else 1e6 + y
    w = 10.0 ** rng.integers(-30, 3, n) if weighted else None
    tree = make_tree(max_bins=bins).fit(X, y, w)
    counted = np.where(tree.tree_.children_left < 0, tree.tree_.n_node_samples, 0)
    assert_array_equal(np.bincount(tree.apply(X), minlength=len(counted)), counted)


def test_no_value_has_the_bin_of_missing_ones() -> None:
    """Nor has the largest, if it weighs less than a rounding of all."""
    x = np.arange(3000.0)[:, None]
    w = np.ones(3000)
    w[-1] = 1e-30
    bins = bin_columns(x, np.zeros(1, np.int64), w, MOST_BINS)
    assert bins.codes.max() == MOST_BINS - 1 < MISSING_BIN


@pytest.mark.parametrize("classes", [0, 3, 256, 300])
def test_items_are_the_rows_that_were_drawn(classes: int) -> None:
    """Row, class and times in one word; more than 256 classes are looked up by row."""
    rng = np.random.default_rng(classes)
    times, codes = (
        rng.integers(0, 3, 500),
        rng.integers(0, classes, 500) if classes else np.empty(0, np.int64),
    )
    codes[-1:] = classes - 1
    drawn = [i for i in range(500) if times[i] > 0]
    packed = 0 < classes <= 256
    expected = [i + ((int(codes[i]) if packed else 0) << 28) + (int(times[i]) << 36) for i in drawn]
    assert make_items(times, codes).tolist() == expected
    assert make_items(np.zeros(4, np.int64), np.zeros(4, np.int64)).shape == (0,)
