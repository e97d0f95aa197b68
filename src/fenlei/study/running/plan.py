"""The plan of a comparison: how many folds, which models, which rows are trained on and which are tested.

Rows are split by stratified k-fold, repeated with other shuffles. k is 10 below 2000 rows and 5 from there
on, unless given; it is lowered to the size of the smallest class, so that every fold tests every class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import UsageError

Codes = NDArray[np.int64]

SMALL = 2000  # rows below which ten folds are affordable and five would waste training rows


@dataclass(frozen=True)
class Plan:
    """What will be run; the same plan on the same data gives the same result."""

    folds: int
    repeats: int
    seed: int
    models: tuple[str, ...]
    level: float = 0.95
    tune: bool = False  # choose parameters inside the training rows of each fold

    @property
    def test_train_ratio(self) -> float:
        """Test rows over training rows of a fold, which the corrected interval and test need."""
        return 1 / (self.folds - 1)


class FoldSplit(NamedTuple):
    """One fold of one repeat: row numbers to train on and to test on."""

    repeat: int
    fold: int
    train: Codes
    test: Codes


def make_plan(
    models: Sequence[str],
    class_counts: Codes,
    *,
    folds: int | None = None,
    repeats: int = 1,
    seed: int = 0,
    tune: bool = False,
) -> Plan:
    """A plan within the limits of the options and of the smallest class."""
    for name, value, low in (("folds", folds, 2), ("repeats", repeats, 1), ("seed", seed, 0)):
        if value is not None and value < low:
            raise UsageError("study.option", name=name, value=value, low=low)
    chosen = min(folds or default_folds(int(class_counts.sum())), int(class_counts.min()))
    return Plan(chosen, repeats, seed, tuple(dict.fromkeys(models)), tune=tune)


def default_folds(n: int) -> int:
    """Ten folds for a small table, five for a large one."""
    return 10 if n < SMALL else 5


def splits(codes: Codes, plan: Plan) -> Iterator[FoldSplit]:
    """Every fold of every repeat."""
    from sklearn.model_selection import RepeatedStratifiedKFold

    splitter = RepeatedStratifiedKFold(n_splits=plan.folds, n_repeats=plan.repeats, random_state=plan.seed)
    for turn, (train, test) in enumerate(splitter.split(codes, codes)):
        yield FoldSplit(*divmod(turn, plan.folds), train, test)
