"""Small grids of parameters, tuned inside the training rows of a fold: nothing of the tested rows leaks in.

A setting is judged by the mean over three inner stratified folds of the metric that models are ranked by; of
equals the lower log-loss, or absolute error of a regression, then the earlier wins. The first setting of
every grid is the default.

On many rows settings are given up by successive halving (Jamieson, Talwalkar, Non-stochastic best arm
identification, 2016): all are judged by a ninth of the inner training rows, the best third of them by a third
of the rows, and the best third of those by all. The rows of a smaller part are among those of a larger one.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.registry import Entry, Setting
from fenlei.study.data import fifths
from fenlei.study.facts.metrics import check_metric, number_scores
from fenlei.study.facts.metrics import worth as worth_of
from fenlei.study.facts.scores import headline
from fenlei.study.fitting import FitOptions, Fitted, Rows, fit
from fenlei.table.coding import encode_labels
from fenlei.table.schema import Schema

INNER_FOLDS = 3
MOST_ROUNDS = 3
KEPT, FEWEST_ROWS = 3, 300  # one in so many settings is kept; rows that a part has at least


def inner_fits(entry: Entry, rows: int = 0) -> float:
    """Fits of a fold's size that tuning and fitting a fold of so many rows take, at most.

    Examples
    --------
    >>> from fenlei.registry import REGISTRY
    >>> len(REGISTRY["k_neighbors"].grid), inner_fits(REGISTRY["k_neighbors"])
    (10, 31.0)
    >>> round(inner_fits(REGISTRY["k_neighbors"], rows=100_000), 1)
    14.3
    """
    left, fits = len(entry.grid), 0.0
    for share in rounds(left, rows * (INNER_FOLDS - 1) // INNER_FOLDS):
        fits += left * share
        left = kept(left)
    return 1 + INNER_FOLDS * fits


def rounds(settings: int, rows: int) -> list[float]:
    """The shares of the rows that settings are judged by, round after round, the last by all.

    Examples
    --------
    >>> [round(share, 3) for share in rounds(12, 100_000)], rounds(12, 500), rounds(1, 100_000)
    ([0.111, 0.333, 1.0], [1.0], [1.0])
    """
    shares = [1.0]
    while (
        settings > 1
        and kept(settings) < settings
        and shares[0] * rows >= KEPT * FEWEST_ROWS
        and len(shares) < 3
    ):
        shares.insert(0, shares[0] / KEPT)
        settings = kept(settings)
    return shares


def kept(settings: int) -> int:
    """How many of so many settings go into the next round."""
    return -(-settings // KEPT)


def tune(
    entry: Entry,
    schema: Schema,
    X: Rows,
    y: NDArray[np.generic],
    *,
    seed: int = 0,
    n_jobs: int | None = None,
    scale: str | None = None,
    fixed: dict[str, Any] | None = None,
    class_weight: Mapping[Any, float] | None = None,
    metric: str | None = None,
) -> Setting:
    """The best setting of the entry's grid for coded rows X (n, p) with labels y (n,)."""
    is_regression = entry.kind == "regressor"
    judged = "log_loss" if metric == "cost" else metric  # whose decisions come after calibration
    metric = check_metric(judged, "regression" if is_regression else "classification")
    classes, codes = encode_labels(fifths(y.astype(np.float64)) if is_regression else y)
    folds = min(INNER_FOLDS, int(np.bincount(codes).min()))
    if not entry.grid or folds < 2:
        return {}
    from sklearn.model_selection import StratifiedKFold

    inner = list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(codes, codes))

    shared = FitOptions(seed=seed, n_jobs=n_jobs, scale=scale, fixed=fixed or {}, class_weight=class_weight)

    def worth(setting: Setting, share: float) -> tuple[float, float]:
        found = []
        for whole, test in inner:
            train = part_of(whole, share, seed)
            fitted = fit(entry, schema, X[train], y[train], params=setting, **shared)
            found.append(
                _judged_numbers(fitted, X[test], y[test].astype(np.float64), metric)
                if is_regression
                else _judged(fitted, X[test], codes[test], len(classes), metric)
            )
        return tuple(np.mean(found, axis=0))

    return _halved(entry.grid, worth, len(inner[0][0]))


def _halved(
    settings: Sequence[Setting], worth: Callable[[Setting, float], tuple[float, float]], rows: int
) -> Setting:
    """The best setting, those that are worth little on a share of the rows given up early."""
    left = list(settings)
    for share in rounds(len(left), rows):
        found = [_worth_or_least(worth, setting, share) for setting in left]
        order = sorted(range(len(left)), key=lambda i: found[i], reverse=True)  # of equals the earlier
        left = [left[i] for i in sorted(order[: kept(len(left)) if share < 1 else 1])]
    return left[0]


def part_of(rows: NDArray[np.int64], share: float, seed: int) -> NDArray[np.int64]:
    """A share of the rows, drawn at random; one drawn for a smaller share is part of it."""
    if share == 1.0:
        return rows
    drawn = np.random.default_rng(seed).permutation(rows)
    return np.sort(drawn[: int(share * len(rows))])


def _judged(fitted: Fitted, X: Rows, codes: NDArray[np.int64], K: int, metric: str) -> tuple[float, float]:
    """What the metric is worth, and minus the log-loss where there is one."""
    scores = headline(codes, fitted.scores(X), K)
    loss = scores["log_loss"]
    return worth_of(metric, scores[metric]), 0.0 if loss is None else -loss


def _judged_numbers(fitted: Fitted, X: Rows, y: NDArray[np.float64], metric: str) -> tuple[float, float]:
    """What the metric is worth, and minus the mean absolute error."""
    scores = number_scores(y, fitted.numbers(X))
    return worth_of(metric, scores[metric]), worth_of("mae", scores["mae"])


def _worth_or_least(
    worth: Callable[[Setting, float], tuple[float, float]], setting: Setting, share: float
) -> tuple[float, float]:
    """A setting that cannot be fitted is worth less than any other; its warnings are of no interest."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return worth(setting, share)
        except Exception:  # the default will say what is wrong when it is fitted in earnest
            return -math.inf, -math.inf
