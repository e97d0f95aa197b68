"""The plan of a comparison: which models, which rows are trained on and which are tested.

Rows are split in one of five ways:

    folds     stratified k-fold, repeated with other shuffles. k is 10 below 2000 rows and 5 from there on,
              unless given; it is lowered to the size of the smallest class, so that every fold tests every
              class. Without a shuffle the folds are those of `cv=k` in scikit-learn. The classes of a
              quantity are fifths of its numbers.
    loo       leave-one-out: n folds of one row.
    holdout   some rows are tested and the others trained on, drawn as by `train_test_split` of scikit-learn
              with the same `test_size` and seed; by class only if asked for.
    groups    k folds of whole groups, as alike in their classes as they can be.
    forward   rows in the order of time: k spans of about equally many rows, each tested by models fitted to
              all rows before it; rows of one time are not parted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import UsageError
from fenlei.parameters import integer, real
from fenlei.registry import Kind
from fenlei.study.conditions.split_column import SplitColumn
from fenlei.study.facts.metrics import TaskName, check_metric

Codes = NDArray[np.int64]
Resampling = Literal["folds", "loo", "holdout", "groups", "forward"]

SMALL = 2000  # rows below which ten folds are affordable and five would waste training rows
FORWARD_SPANS = 5
MOST_LEFT_OUT = 5000  # rows up to which leave-one-out is offered: its fits and its row numbers grow with n^2


@dataclass(frozen=True)
class Plan:
    """What will be run; the same plan on the same data gives the same result."""

    folds: int  # of a repeat: k, n of leave-one-out, 1 of a hold-out
    repeats: int
    seed: int
    models: tuple[str, ...]
    level: float = 0.95
    tune: bool = False  # choose parameters inside the training rows of each fold
    scale: str | None = None  # of numbers; None: as suits each model
    resampling: Resampling = "folds"
    test_size: float | None = None  # of a hold-out, as it was given
    test_train_ratio: float = math.nan  # test rows over training rows of a fold
    stratify: bool = True
    shuffle: bool = True
    params: Mapping[str, dict[str, Any]] = field(default_factory=dict)  # of the models, by their names
    task: TaskName = "classification"
    metric: str = "accuracy"  # that models are ranked by
    calibrate: bool = False  # make probabilities of the scores of every classifier
    by: str | None = None  # the column of groups, or of time
    class_weight: tuple[float, ...] | None = None  # of a row of each class
    costs: tuple[tuple[float, ...], ...] | None = None  # (A, K) of actions, where the truth is a class

    def __post_init__(self) -> None:
        if math.isnan(self.test_train_ratio):
            object.__setattr__(self, "test_train_ratio", 1 / (self.folds - 1))

    @property
    def growth(self) -> float:
        """All rows over the training rows of a fold."""
        return 1 + self.test_train_ratio

    @property
    def kind(self) -> Kind:
        """What the models are."""
        return "classifier" if self.task == "classification" else "regressor"

    @property
    def is_pooled(self) -> bool:
        """Whether scores are those of all tested rows together, for there is no spread over folds."""
        return self.resampling == "loo" or (self.resampling == "holdout" and self.repeats == 1)


class FoldSplit(NamedTuple):
    """One fold of one repeat: row numbers to train on and to test on."""

    repeat: int
    fold: int
    train: Codes
    test: Codes


class SplitOptions(TypedDict):
    """Options that decide which rows are tested."""

    folds: int | str | None
    repeats: int
    test_size: float | None
    stratify: bool
    shuffle: bool


class PlanOptions(TypedDict):
    """Options that decide what is done with each model."""

    metric: str | None
    calibrate: bool
    tune: bool
    scale: str | None
    seed: int


def make_plan(
    models: Sequence[str],
    class_counts: Codes,
    *,
    folds: int | str | None = None,
    repeats: int = 1,
    seed: int = 0,
    tune: bool = False,
    test_size: float | None = None,
    stratify: bool = False,
    shuffle: bool = True,
    scale: str | None = None,
    params: Mapping[str, dict[str, Any]] | None = None,
    task: TaskName = "classification",
    metric: str | None = None,
    calibrate: bool = True,
    split_by: SplitColumn | None = None,
    class_weight: tuple[float, ...] | None = None,
    costs: tuple[tuple[float, ...], ...] | None = None,
) -> Plan:
    """A plan within the limits of the options and of the smallest class."""
    check_numbers(folds, repeats, seed)
    by = None if split_by is None else split_by.kind
    given = {"folds": folds, "repeats": repeats > 1, "test_size": test_size, "by": by}
    check_together(**given, stratify=stratify, no_shuffle=not shuffle)
    shared: dict[str, Any] = {"tune": tune, "scale": scale, "shuffle": shuffle, "params": params or {}}
    shared |= {"task": task, "metric": check_metric(metric, task, costs is not None)}
    shared |= {"class_weight": class_weight, "costs": costs}
    shared |= {"calibrate": calibrate and task == "classification", "models": tuple(dict.fromkeys(models))}
    if split_by is not None:
        return _plan_by_column(split_by, folds, class_counts, repeats, seed, shared)
    return _plan_by_rows(folds, class_counts, repeats, seed, test_size, stratify, shared)


def check_numbers(folds: int | str | None, repeats: int, seed: int) -> None:
    """Refuse numbers that are none, or too small."""
    if folds not in (None, "loo") and not integer(2).accepts(folds):
        raise UsageError("study.folds", value=folds)
    for name, value, low in (("repeats", repeats, 1), ("seed", seed, 0)):
        if not integer(low).accepts(value):
            raise UsageError("study.option", name=name, value=value, low=low)


def _plan_by_rows(
    folds: int | str | None,
    class_counts: Codes,
    repeats: int,
    seed: int,
    test_size: float | None,
    stratify: bool,
    shared: dict[str, Any],
) -> Plan:
    """A plan whose folds are drawn row by row."""
    n = int(class_counts.sum())
    if test_size is not None:
        ratio = holdout_ratio(test_size, n)
        shared |= {"resampling": "holdout", "test_size": test_size, "stratify": stratify}
        return Plan(1, repeats, seed, test_train_ratio=ratio, **shared)
    if folds == "loo":
        if n > MOST_LEFT_OUT:
            raise UsageError("study.loo_rows", rows=n, most=MOST_LEFT_OUT)
        return Plan(n, 1, seed, resampling="loo", **shared | {"stratify": False})
    assert not isinstance(folds, str)
    return Plan(min(folds or default_folds(n), int(class_counts.min())), repeats, seed, **shared)


def _plan_by_column(
    by: SplitColumn,
    folds: int | str | None,
    class_counts: Codes,
    repeats: int,
    seed: int,
    shared: dict[str, Any],
) -> Plan:
    """A plan whose folds are groups, or spans of time."""
    values = int(by.codes.max()) + 1
    assert not isinstance(folds, str)
    if by.kind == "group":
        chosen = min(
            folds or default_folds(len(by.codes)), int(class_counts.min()), values if folds is None else 2**31
        )
        if values < max(2, chosen):
            raise UsageError("conditions.few_groups", column=by.name, count=values, folds=max(2, chosen))
        return Plan(chosen, repeats, seed, resampling="groups", by=by.name, **shared)
    spans = len(forward_cuts(by, folds or FORWARD_SPANS)) - 1
    if spans < (folds or 2):
        raise UsageError("conditions.few_times", column=by.name, count=values, folds=folds or 2)
    ratio = 2.0 / (spans + 1.0)  # on average
    return Plan(spans, 1, seed, resampling="forward", by=by.name, test_train_ratio=ratio, **shared)


def check_together(**given: object) -> None:
    """Refuse options that exclude each other."""
    is_loo, by = given["folds"] == "loo", given.get("by")
    exclusive = (
        ("folds", "test_size", given["folds"] is not None and given["test_size"] is not None),
        (str(by), "test_size", by and given["test_size"] is not None),
        (str(by), "folds=loo", by and is_loo),
        (str(by), "shuffle=False", by and given["no_shuffle"]),
        ("time", "repeats", by == "time" and given["repeats"]),
        ("folds=loo", "repeats", is_loo and given["repeats"]),
        ("folds=loo", "shuffle=False", is_loo and given["no_shuffle"]),
        ("shuffle=False", "repeats", given["no_shuffle"] and given["repeats"]),
        ("shuffle=False", "stratify", given["no_shuffle"] and given["stratify"]),
    )
    for first, second, both in exclusive:
        if both:
            raise UsageError("study.together", first=first, second=second)
    if given["stratify"] and given["test_size"] is None:
        raise UsageError("study.stratify")


def holdout_ratio(test_size: float, n: int) -> float:
    """Test rows over training rows: of a share of n rows, rounded up, or of a number of rows.

    Examples
    --------
    >>> holdout_ratio(0.2, 569) == 114 / 455, holdout_ratio(30, 90)
    (True, 0.5)
    """
    given = float(test_size) if real().accepts(test_size) else math.nan
    is_rows = given >= 1 and given.is_integer()
    tested = int(given) if is_rows else math.ceil(given * n) if 0 < given < 1 else 0
    if not 0 < tested < n:
        raise UsageError("study.test_size", value=test_size, most=n - 1)
    return tested / (n - tested)


def default_folds(n: int) -> int:
    """Ten folds for a small table, five for a large one."""
    return 10 if n < SMALL else 5


def splits(codes: Codes, plan: Plan, by: SplitColumn | None = None) -> Iterator[FoldSplit]:
    """Every fold of every repeat; `by` is the column of a plan that has one."""
    pairs = row_numbers(codes, plan) if by is None else column_rows(codes, plan, by)
    for turn, (train, test) in enumerate(pairs):
        yield FoldSplit(*divmod(turn, plan.folds), train, test)


def column_rows(codes: Codes, plan: Plan, by: SplitColumn) -> Iterator[tuple[Codes, Codes]]:
    """The rows to train on and to test on, by groups or forward in time."""
    if by.kind == "time":
        cuts = forward_cuts(by, plan.folds)
        for start, stop in pairwise(cuts):
            yield np.flatnonzero(by.codes < start), np.flatnonzero((by.codes >= start) & (by.codes < stop))
        return
    from sklearn.model_selection import StratifiedGroupKFold

    for repeat in range(plan.repeats):
        splitter = StratifiedGroupKFold(plan.folds, shuffle=True, random_state=plan.seed + repeat)
        yield from splitter.split(codes, codes, by.codes)


def forward_cuts(by: SplitColumn, spans: int) -> list[int]:
    """The times, as their numbers, at which the tested spans begin, and one past the last.

    The first span begins where a share 1 / (spans + 1) of the rows has passed. Spans that would be empty,
    because many rows are of one time, are left out.

    Examples
    --------
    >>> years = SplitColumn("time", "year", np.repeat(np.arange(6), 10))
    >>> forward_cuts(years, 5)
    [1, 2, 3, 4, 5, 6]
    """
    before = np.cumsum(np.bincount(by.codes))  # rows up to each time
    wanted = before[-1] * np.arange(1, spans + 1) / (spans + 1.0)
    starts = np.unique(np.searchsorted(before, wanted, side="left") + 1)
    return [*(int(start) for start in starts if start < len(before)), len(before)]


def row_numbers(codes: Codes, plan: Plan) -> Iterator[tuple[Codes, Codes]]:
    """The rows to train on and to test on, fold after fold."""
    from sklearn.model_selection import KFold, LeaveOneOut, RepeatedStratifiedKFold, StratifiedKFold

    if plan.resampling == "holdout":
        return held_out(codes, plan)
    if plan.resampling == "loo":
        return LeaveOneOut().split(codes)
    if not plan.shuffle:
        in_order = StratifiedKFold if plan.task == "classification" else KFold
        return in_order(plan.folds).split(codes, codes)
    splitter = RepeatedStratifiedKFold(n_splits=plan.folds, n_repeats=plan.repeats, random_state=plan.seed)
    return splitter.split(codes, codes)


def held_out(codes: Codes, plan: Plan) -> Iterator[tuple[Codes, Codes]]:
    """The rows of each hold-out; the first is that of `train_test_split`."""
    from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit

    n, K = len(codes), int(codes.max()) + 1
    tested = round(n - n / plan.growth)
    if plan.stratify and min(tested, n - tested) < K:
        raise UsageError("study.stratified_rows", train=n - tested, test=tested, classes=K)
    if not plan.shuffle:
        return iter([(np.arange(n - tested), np.arange(n - tested, n))])
    splitter = StratifiedShuffleSplit if plan.stratify else ShuffleSplit
    return splitter(plan.repeats, test_size=tested, random_state=plan.seed).split(codes, codes)
