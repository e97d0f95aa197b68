"""Branch and bound with given groups, and its trace (002, section 5.1.3, steps 1 to 6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from fenlei import load_model, save_model
from fenlei.errors import UsageError
from fenlei.neighbors import KNeighborsClassifier

POINTS = np.array([[1, 0], [0, 1], [0, -1], [0, 0], [0, 2], [0, -2], [-2, 0]], dtype=float)
LABELS = [1, 1, 1, 2, 2, 2, 2]
GROUPS = [[0, 1, 4], [2, 3, 5, 6]]


def fitted(groups: Any = GROUPS, k: int = 1, **others: Any) -> KNeighborsClassifier:
    return KNeighborsClassifier(k, algorithm="branch_bound", groups=groups, **others).fit(POINTS, LABELS)


def test_groups_of_example_5_1() -> None:
    """002, example 5.1 in two groups (B-G03): M_p, r_p, N_p and D(x_i, M_p)."""
    groups = fitted().groups_
    assert_allclose(groups.mean[1:], [[1 / 3, 1], [-0.5, -0.75]], rtol=1e-12)
    assert_allclose(groups.radius[1:], [1.2018504, 1.6770510], atol=5e-8)
    assert groups.size.tolist() == [7, 3, 4]
    assert groups.level.tolist() == [0, 1, 1]
    assert groups.parent.tolist() == [-1, 0, 0]
    assert [rows.tolist() for rows in groups.rows[1:]] == GROUPS
    assert_allclose(groups.row_distance[1], [1.2018504, 0.3333333, 1.0540926], atol=5e-8)


def test_the_steps_of_example_5_1() -> None:
    found = fitted().search_trace([1, 2])
    assert [step.step for step in found.steps] == [1, 2, 3, 5, 6, 3, 4]
    assert [step.level for step in found.steps] == [0, 1, 1, 1, 1, 1, 0]
    assert [step.B for step in found.steps] == [np.inf] * 4 + [1.0] * 3
    table = dict(found.steps[1].active)
    assert_allclose([table[1], table[2]], np.linalg.norm([[2 / 3, 1], [1.5, 2.75]], axis=1), rtol=1e-12)
    assert found.steps[4].measured == ((0, 2.0), (1, np.sqrt(2.0)), (4, 1.0))
    assert found.steps[5].pruned == (2,)
    assert (found.rows.tolist(), found.distance.tolist()) == ([4], [1.0])
    assert "rule 1  L=1  p=1  active {}  B=1  pruned 2" in found.draw()


def test_rule_2_leaves_rows_out() -> None:
    X = np.array([[0.0], [1.0], [10.0], [6.0], [14.0]])
    model = KNeighborsClassifier(1, algorithm="branch_bound", groups=[[0, 1], [2, 3, 4]]).fit(
        X, [0, 0, 1, 1, 1]
    )
    steps = model.search_trace([4.5]).steps
    rows = [step for step in steps if step.step == 6]
    assert rows[0].measured == ((0, 4.5), (1, 3.5))
    assert rows[1].skipped == (2,)  # |4.5 - 10| = 5.5 > B + 0
    assert rows[1].measured == ((3, 1.5), (4, 9.5))  # 5.5 > B + 4 does not hold for row 4


@st.composite
def cut_rows(draw: Any, n: int) -> list[Any]:
    """Rows 0..n-1 cut into groups, some of them into groups again."""
    rows = draw(st.permutations(range(n)))
    cuts = sorted(draw(st.sets(st.integers(1, n - 1), min_size=1, max_size=4)))
    parts = [list(part) for part in np.split(np.array(rows), cuts)]
    return [
        [part[:1], part[1:]] if len(part) > 1 and draw(st.booleans()) else [int(row) for row in part]
        for part in parts
    ]


@given(st.data(), st.integers(0, 1000), st.integers(1, 4), st.sampled_from([1, 2, 3, np.inf]))
@settings(max_examples=60, deadline=None)
def test_any_groups_give_the_answer_of_brute_force(data: Any, seed: int, k: int, p: float) -> None:
    """Rows on a grid, so that many distances are equal; the trace does what the compiled search does."""
    rng = np.random.default_rng(seed)
    X, Q = rng.integers(0, 5, (16, 2)).astype(float), rng.normal(2, 2, (3, 2))
    groups = data.draw(cut_rows(16))
    model = KNeighborsClassifier(k, algorithm="branch_bound", groups=groups, p=p).fit(X, X[:, 0] > 2)
    brute = KNeighborsClassifier(k, algorithm="brute", p=p).fit(X, X[:, 0] > 2)
    distance, index = brute.kneighbors(Q)
    assert_array_equal(model.kneighbors(Q)[1], index)
    counts = model.search_statistics(Q)
    for i, q in enumerate(Q):
        found = model.search_trace(q)
        assert_array_equal(found.rows, index[i])
        assert_allclose(found.distance, distance[i], rtol=1e-12)
        assert sum(len(step.measured) for step in found.steps) == counts.rows_measured[i]
        assert sum(len(step.pruned) for step in found.steps) == counts.groups_pruned[i]
        assert sum(len(step.skipped) for step in found.steps) == counts.rows_skipped[i]


def test_radii_of_manhattan_distances_are_distances() -> None:
    groups = fitted(metric="manhattan").groups_
    means = [POINTS[rows].mean(axis=0) for rows in GROUPS]
    radii = [np.abs(POINTS[rows] - mean).sum(axis=1).max() for rows, mean in zip(GROUPS, means, strict=True)]
    assert_allclose(groups.radius[1:], radii, rtol=1e-12)


def test_more_groups_than_a_kd_tree_would_make() -> None:
    X = np.random.default_rng(0).normal(size=(600, 2))
    y = X[:, 0] > 0
    model = KNeighborsClassifier(3, algorithm="branch_bound", groups=[[row] for row in range(600)]).fit(X, y)
    assert_array_equal(model.kneighbors(X)[1], KNeighborsClassifier(3).fit(X, y).kneighbors(X)[1])
    assert len(model.groups_.size) == 601


def test_groups_that_are_made_can_be_seen_too() -> None:
    X = np.random.default_rng(0).normal(size=(60, 2))
    model = KNeighborsClassifier(2, algorithm="branch_bound", leaf_size=3).fit(X, X[:, 0] > 0)
    groups = model.groups_
    assert groups.size[0] == 60
    assert groups.level.max() >= 1
    assert_array_equal(model.search_trace([0, 0]).rows, model.kneighbors([[0, 0]])[1][0])
    one = fitted([[*range(7)]]).search_trace([1, 2], n_neighbors=3)
    assert one.rows.tolist() == [4, 1, 0]


def test_groups_are_kept_in_a_file_and_a_clone(tmp_path: Path) -> None:
    model = fitted([[[0, 1], [4]], [[2, 3], [5, 6]]])
    save_model(model, tmp_path / "m.fenlei")
    for other in (load_model(tmp_path / "m.fenlei"), clone(model).fit(POINTS, LABELS)):
        assert other.search_trace([1, 2]).draw() == model.search_trace([1, 2]).draw()


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([[0, 1, 4], [2, 3, 5]], "each of the 7 training rows exactly once.*row 6"),
        ([[0, 1, 4], [2, 3, 5, 6, 1]], "exactly once.*row 1"),
        ([[0, 1, 4], [2, 3, 5, 7]], "exactly once"),
        ([[0, 1, 4], [2, 3, -1, 6]], "exactly once"),
        ([[0, 1, 4], []], "not empty"),
        ([[0, 1, 4], [2, [3, 5], 6]], "not empty"),
        ([[0, 1, 4], "abc"], "is neither"),
        ([[0.0, 1.0, 4.0], [2, 3, 5, 6]], "is neither"),
        ("all", "a list of groups of row numbers"),
    ],
)
def test_bad_groups(groups: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        fitted(groups)


def test_groups_and_traces_are_for_branch_and_bound() -> None:
    with pytest.raises(UsageError, match="is for algorithm='branch_bound'"):
        KNeighborsClassifier(1, groups=GROUPS).fit(POINTS, LABELS)
    plain = KNeighborsClassifier(1).fit(POINTS, LABELS)
    with pytest.raises(UsageError, match="set algorithm='branch_bound'"):
        plain.search_trace([1, 2])
    with pytest.raises(AttributeError, match="set algorithm='branch_bound'"):
        _ = plain.groups_
    assert not hasattr(plain, "groups_")
    with pytest.raises(UsageError, match="n_neighbors <= n_samples_fit"):
        fitted().search_trace([1, 2], n_neighbors=8)
    with pytest.raises(ValueError, match="3 features"):
        fitted().search_trace([1, 2, 3])
    with pytest.raises(ValueError, match="NaN"):
        fitted().search_trace([1, np.nan])
