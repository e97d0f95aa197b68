"""Folds: how many, which rows, and that each row of each repeat is tested once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei.errors import UsageError
from fenlei.study.running.plan import Plan, make_plan, splits


def counts(*rows: int) -> np.ndarray:
    return np.array(rows, dtype=np.int64)


@pytest.mark.parametrize(
    ("asked", "class_counts", "folds"),
    [
        (None, counts(50, 50, 50), 10),
        (None, counts(1000, 999), 10),
        (None, counts(1000, 1000), 5),
        (None, counts(140, 4, 6), 4),
        (5, counts(97, 3), 3),
        (3, counts(50, 50), 3),
        (20, counts(2, 2), 2),
    ],
)
def test_number_of_folds(asked: int | None, class_counts: np.ndarray, folds: int) -> None:
    assert make_plan(["lda"], class_counts, folds=asked).folds == folds


def test_a_model_is_planned_once() -> None:
    assert make_plan(["dummy", "lda", "dummy"], counts(9, 9)).models == ("dummy", "lda")


@pytest.mark.parametrize("option", [{"folds": 1}, {"folds": 0}, {"repeats": 0}, {"seed": -1}])
def test_options_have_limits(option: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="whole number of at least"):
        make_plan(["lda"], counts(9, 9), **option)


@settings(max_examples=25)
@given(
    rows=st.lists(st.integers(2, 12), min_size=2, max_size=4),
    repeats=st.integers(1, 3),
    seed=st.integers(0, 99),
)
def test_every_repeat_tests_every_row_once_and_trains_every_class(
    rows: list[int], repeats: int, seed: int
) -> None:
    codes = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(rows)), rows))
    plan = make_plan(["lda"], counts(*rows), repeats=repeats, seed=seed)
    tested = np.zeros((repeats, len(codes)), dtype=int)
    for split in splits(codes, plan):
        tested[split.repeat, split.test] += 1
        assert set(codes[split.train]) == set(codes[split.test]) == set(range(len(rows)))
        assert not set(split.train) & set(split.test)
        assert len(split.train) + len(split.test) == len(codes)
    assert (tested == 1).all()


def test_more_repeats_leave_the_first_ones_as_they_were() -> None:
    codes = np.repeat([0, 1], 20)
    short, long = (list(splits(codes, Plan(5, repeats, 3, ("lda",)))) for repeats in (1, 4))
    for a, b in zip(short, long[:5], strict=True):
        np.testing.assert_array_equal(a.test, b.test)


def test_seeds_shuffle_differently() -> None:
    codes = np.repeat([0, 1], 20)
    first, second = (next(splits(codes, Plan(5, 1, seed, ("lda",)))) for seed in (0, 1))
    assert not np.array_equal(first.test, second.test)
