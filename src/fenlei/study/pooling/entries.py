"""The candidates that are made of the others; they stand beside the registry as the baseline does."""

from __future__ import annotations

from fenlei.registry import Entry, Kind, Memory

_MODELS = "fenlei.ensemble.pooled.models:"


def _entry(name: str, cls: str, kind: Kind, label_en: str, label_zh: str) -> Entry:
    return Entry(
        name,
        _MODELS + cls,
        kind,
        label_en,
        label_zh,
        nominal=True,
        missing=True,
        sparse=True,
        mergeable=False,
        memory=Memory(0.5),
    )


VOTE = _entry(
    "weighted_vote", "PooledClassifier", "classifier", "Weighted vote of the best", "最优模型的加权投票"
)
STACK = _entry("stacking", "PooledClassifier", "classifier", "Stacking of the best", "最优模型的堆叠")
MEAN = _entry(
    "weighted_mean", "PooledRegressor", "regressor", "Weighted mean of the best", "最优模型的加权平均"
)
POOLED: dict[str, Entry] = {entry.name: entry for entry in (VOTE, STACK, MEAN)}


def pooled_names(kind: Kind) -> list[str]:
    """The candidates of a task.

    Examples
    --------
    >>> pooled_names("regressor")
    ['weighted_mean']
    """
    return [entry.name for entry in POOLED.values() if entry.kind == kind]
