"""Small grids of parameters, tuned inside the training rows of a fold: nothing of the tested rows leaks in.

A setting is judged by the mean over three inner stratified folds of the metric that models are ranked by; of
equals the lower log-loss, or absolute error of a regression, then the earlier wins. The first setting of
every grid is the default.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.registry import Entry, Setting
from fenlei.study.data import fifths
from fenlei.study.facts.metrics import check_metric, number_scores
from fenlei.study.facts.metrics import worth as worth_of
from fenlei.study.facts.scores import headline
from fenlei.study.fitting import FitOptions, Fitted, Matrix, fit
from fenlei.table.coding import encode_labels
from fenlei.table.schema import Schema

INNER_FOLDS = 3


def inner_fits(entry: Entry) -> int:
    """Fits, of a fold's size or smaller, that tuning and fitting a fold take."""
    return 1 + INNER_FOLDS * len(entry.grid)


def tune(
    entry: Entry,
    schema: Schema,
    X: Matrix,
    y: NDArray[np.generic],
    *,
    seed: int = 0,
    n_jobs: int | None = None,
    scale: str | None = None,
    fixed: dict[str, Any] | None = None,
    metric: str | None = None,
) -> Setting:
    """The best setting of the entry's grid for coded rows X (n, p) with labels y (n,)."""
    is_regression = entry.kind == "regressor"
    metric = check_metric(metric, "regression" if is_regression else "classification")
    classes, codes = encode_labels(fifths(y.astype(np.float64)) if is_regression else y)
    folds = min(INNER_FOLDS, int(np.bincount(codes).min()))
    if not entry.grid or folds < 2:
        return {}
    from sklearn.model_selection import StratifiedKFold

    inner = list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(codes, codes))

    shared = FitOptions(seed=seed, n_jobs=n_jobs, scale=scale, fixed=fixed or {})

    def worth(setting: Setting) -> tuple[float, float]:
        found = []
        for train, test in inner:
            fitted = fit(entry, schema, X[train], y[train], params=setting, **shared)
            found.append(
                _judged_numbers(fitted, X[test], y[test].astype(np.float64), metric)
                if is_regression
                else _judged(fitted, X[test], codes[test], len(classes), metric)
            )
        return tuple(np.mean(found, axis=0))

    return max(entry.grid, key=lambda setting: _worth_or_least(worth, setting))


def _judged(fitted: Fitted, X: Matrix, codes: NDArray[np.int64], K: int, metric: str) -> tuple[float, float]:
    """What the metric is worth, and minus the log-loss where there is one."""
    scores = headline(codes, fitted.scores(X), K)
    loss = scores["log_loss"]
    return worth_of(metric, scores[metric]), 0.0 if loss is None else -loss


def _judged_numbers(fitted: Fitted, X: Matrix, y: NDArray[np.float64], metric: str) -> tuple[float, float]:
    """What the metric is worth, and minus the mean absolute error."""
    scores = number_scores(y, fitted.numbers(X))
    return worth_of(metric, scores[metric]), worth_of("mae", scores["mae"])


def _worth_or_least(worth: Callable[[Setting], tuple[float, float]], setting: Setting) -> tuple[float, float]:
    """A setting that cannot be fitted is worth less than any other; its warnings are of no interest."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return worth(setting)
        except Exception:  # the default will say what is wrong when it is fitted in earnest
            return -math.inf, -math.inf
