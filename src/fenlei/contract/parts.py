"""Estimators made of parts, which are estimators too: the parts on the shared pool, and what they can do.

Each part is one task of the pool; what runs inside it runs on one thread, so the number of threads changes
nothing but the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from sklearn import config_context, get_config

from fenlei.contract.scanned_rows import refuse_scan
from fenlei.errors import UsageError
from fenlei.kernels.threads import map_blocks
from fenlei.rows.together import fit_together
from fenlei.trace import closely_traced, tell, traced

if TYPE_CHECKING:
    from fenlei.contract.estimator import Estimator
    from fenlei.rows.scanned import Scan

R = TypeVar("R")
FEW_CELLS = 1 << 20  # of X, below which threads wait for each other's Python longer than they share work


def in_parallel(
    function: Callable[[int], R], indices: Sequence[int], n_jobs: int | None, X: object = None
) -> list[R]:
    """The function of each index, as `parallel_tasks` computes it."""
    return list(parallel_tasks(function, indices, n_jobs, X))


def parallel_tasks(
    function: Callable[[int], R], indices: Sequence[int], n_jobs: int | None, X: object = None
) -> Iterator[R]:
    """The function of each index, each a task of the pool, under the caller's configuration.

    With n_jobs=None, a small table X goes through them one after the other.
    """
    config = get_config()
    jobs = 1 if n_jobs is None and is_small(X) else n_jobs

    def task(start: int, stop: int) -> R:
        if jobs == 1:
            return function(start)
        with config_context(**config):  # it is a thing of the thread
            return function(start)

    return map_blocks(task, [(i, i + 1) for i in indices], jobs)


class PartStep(NamedTuple):
    """A part is fitted, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1
    most: int
    part: Any  # the fitted estimator


def fit_in_parallel(
    fit: Callable[[int], R], indices: Sequence[int], n_jobs: int | None, X: object = None
) -> list[R]:
    """The parts that `fit` makes; a listener is told of each, and if closely, one is fitted at a time."""
    parts: list[R] = []
    for part in parallel_tasks(fit, indices, 1 if closely_traced() else n_jobs, X):
        parts.append(part)
        if traced():
            tell(PartStep(len(parts), len(indices), part))
    return parts


def fit_to_scans(parts: Sequence[Any], scans: Sequence[Scan], one_by_one: bool = False) -> list[Any]:
    """Each part fitted to its scan; scans of the same rows share the readings of the files."""
    for part, scan in zip(parts, scans, strict=True):
        if not getattr(part, "_scans", False):
            refuse_scan(part, scan)
    fits = [partial(part.fit, scan) for part, scan in zip(parts, scans, strict=True)]
    fitted = [fit() for fit in fits] if one_by_one or closely_traced() else fit_together(fits)
    if traced():
        for i, part in enumerate(fitted, start=1):
            tell(PartStep(i, len(fitted), part))
    return fitted


def is_small(X: object) -> bool:
    """Whether X is a table of few cells; what has no shape may be large."""
    return hasattr(X, "shape") and int(np.prod(X.shape)) < FEW_CELLS


def refuse_unrouted(model: object, method: str, parameters: dict[str, object]) -> None:
    """Raise UsageError if parameters are to be passed on, and metadata routing is off."""
    if parameters and not get_config()["enable_metadata_routing"]:
        names = ", ".join(parameters)
        raise UsageError("ensemble.unrouted", estimator=type(model).__name__, method=method, names=names)


def has_method(name: str) -> Callable[[object], bool]:
    """For `available_if`: whether the parts, or what will become of them, have a method."""

    def check(model: Any) -> bool:
        getattr(model.parts_[0] if hasattr(model, "parts_") else model._inner(), name)
        return True

    return check


def wrap_fitted(model: Any, part: Estimator) -> None:
    """Make a fitted estimator the one part of a model, and let the model know what that knows of its rows."""
    model.parts_ = (part,)
    for name in ("classes_", "n_features_in_", "feature_names_in_"):
        if hasattr(part, name):
            setattr(model, name, getattr(part, name))
