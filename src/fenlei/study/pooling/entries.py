"""The candidates that are made of the others, by task."""

from __future__ import annotations

from fenlei.registry import POOLED, Kind

VOTE, STACK, MEAN = POOLED.values()


def pooled_names(kind: Kind) -> list[str]:
    """The candidates of a task.

    Examples
    --------
    >>> pooled_names("regressor")
    ['weighted_mean']
    """
    return [entry.name for entry in POOLED.values() if entry.kind == kind]
