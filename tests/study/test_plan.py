"""Folds, leave-one-out and hold-outs: how many, which rows, and that they are scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import StratifiedKFold, train_test_split

from fenlei.errors import UsageError
from fenlei.study.running.plan import MOST_LEFT_OUT, Plan, make_plan, splits


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


CODES = np.random.default_rng(5).integers(0, 3, 569)
SIZES = np.bincount(CODES)


@pytest.mark.parametrize("options", [{}, {"stratify": True}, {"shuffle": False}], ids=str)
@pytest.mark.parametrize(("size", "tested"), [(0.2, 114), (0.25, 143), (100, 100)])
def test_a_hold_out_is_that_of_train_test_split(options: dict[str, bool], size: float, tested: int) -> None:
    """Source 000, figure 3-4: test_size=0.2 and random_state=2020 leave 455 of 569 rows to train on."""
    plan = make_plan(["lda"], SIZES, test_size=size, seed=2020, **options)
    (found,) = splits(CODES, plan)
    shuffle, by = options.get("shuffle", True), CODES if options.get("stratify") else None
    train, test = train_test_split(
        np.arange(569), test_size=size, random_state=2020 if shuffle else None, shuffle=shuffle, stratify=by
    )
    np.testing.assert_array_equal(found.train, train)
    np.testing.assert_array_equal(found.test, test)
    assert (found.repeat, found.fold, len(found.test)) == (0, 0, tested)
    assert plan.test_train_ratio == tested / (569 - tested)
    assert plan.growth == pytest.approx(569 / (569 - tested))


def test_repeated_hold_outs_begin_with_the_same_one() -> None:
    once, often = (list(splits(CODES, make_plan(["lda"], SIZES, test_size=0.3, repeats=n))) for n in (1, 4))
    np.testing.assert_array_equal(once[0].test, often[0].test)
    assert [(split.repeat, split.fold) for split in often] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert not np.array_equal(often[0].test, often[1].test)


def test_folds_in_the_order_of_the_rows_are_those_of_cv() -> None:
    plan = make_plan(["lda"], SIZES, folds=10, shuffle=False)
    for found, (train, test) in zip(
        splits(CODES, plan), StratifiedKFold(10).split(CODES, CODES), strict=True
    ):
        np.testing.assert_array_equal(found.train, train)
        np.testing.assert_array_equal(found.test, test)


def test_leave_one_out_is_not_lowered_to_the_smallest_class() -> None:
    """Source 003, section 2: a hundred rows of two classes are a hundred folds."""
    codes = np.repeat([0, 1], 50)
    plan = make_plan(["lda"], counts(50, 50), folds="loo")
    found = list(splits(codes, plan))
    assert plan.folds == len(found) == 100
    assert [split.test.tolist() for split in found] == [[i] for i in range(100)]
    assert plan.test_train_ratio == 1 / 99
    assert plan.is_pooled


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"folds": "all"}, "folds='all' is not accepted; give a whole number of at least 2, or 'loo'"),
        ({"folds": 2.5}, "folds=2.5 is not accepted"),
        ({"test_size": 0}, "test_size=0 is not accepted; give a share between 0 and 1, or a number of rows"),
        ({"test_size": 1.5}, "test_size=1.5 is not accepted"),
        ({"test_size": 569}, "from 1 to 568"),
        ({"test_size": -0.2}, "test_size=-0.2 is not accepted"),
        ({"test_size": np.nan}, "test_size=nan is not accepted"),
        ({"test_size": np.inf}, "test_size=inf is not accepted"),
        ({"test_size": "half"}, "test_size=half is not accepted"),
        ({"test_size": 0.2, "folds": 5}, "folds and test_size cannot be given together"),
        ({"folds": "loo", "repeats": 2}, "folds=loo and repeats cannot be given together"),
        ({"folds": "loo", "shuffle": False}, "folds=loo and shuffle=False cannot be given together"),
        ({"shuffle": False, "repeats": 2}, "shuffle=False and repeats cannot be given together"),
        ({"test_size": 0.2, "shuffle": False, "stratify": True}, "shuffle=False and stratify cannot"),
        ({"stratify": True}, "stratify is an option of test_size"),
    ],
    ids=str,
)
def test_options_that_make_no_sense(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        make_plan(["lda"], SIZES, **options)


def test_leave_one_out_of_many_rows_is_refused() -> None:
    with pytest.raises(UsageError, match="give a number of folds"):
        make_plan(["lda"], counts(MOST_LEFT_OUT, 1), folds="loo")


def test_a_stratified_hold_out_needs_a_row_of_each_class() -> None:
    plan = make_plan(["lda"], SIZES, test_size=2, stratify=True)
    with pytest.raises(UsageError, match="567 rows to train on and 2 to test"):
        list(splits(CODES, plan))
