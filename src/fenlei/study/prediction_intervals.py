"""Intervals for a trained regression, and how often they cover.

`with_intervals` fits the folds that intervals need where nobody has done so yet; `scaled_intervals` takes the
predictions that a comparison already has.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.intervals.conformal import covering_score
from fenlei.ensemble.intervals.residual_intervals import FOLDS, METHODS, ResidualIntervals
from fenlei.errors import UsageError
from fenlei.messages import listed
from fenlei.model_file import Model
from fenlei.registry import Entry
from fenlei.study.data import StudyData
from fenlei.study.facts.coverage import LEVEL, LEVELS, CoverageFacts, IntervalFacts, coverage
from fenlei.study.fitting import Rows, fit
from fenlei.table.features.table_rows import coded_columns
from fenlei.table.schema import Schema

HELD_OUT = 0.25  # share of the rows of a split

Numbers = NDArray[np.float64]


def check_method(method: str | None) -> str | None:
    """The way to make intervals; None for none."""
    if method is not None and method not in METHODS:
        raise UsageError("intervals.method", value=method, accepted=listed(*METHODS))
    return None if method is None else str(method)


def cross_coverage(
    intervals: ResidualIntervals, y: Numbers, predicted: Numbers, seed: int = 0, level: float = LEVEL
) -> CoverageFacts:
    """Coverage of scaled intervals on the rows they are made of, each by the scores of the other folds."""
    scores, sizes = intervals.scores_by_row_, intervals.sizes_by_row_
    fold, half = np.random.default_rng(seed + 1).permutation(len(y)) % FOLDS, np.empty(len(y))
    for k in range(FOLDS):
        others = np.sort(scores[fold != k])
        half[fold == k] = covering_score(others, len(others), level)
    half = np.where(np.isfinite(half), half, scores.max()) * sizes
    return coverage(y, predicted, np.column_stack([predicted - half, predicted + half]), level)


def best_intervals(
    name: str, model: Model, data: StudyData, rows: NDArray[np.int64], predicted: Numbers, seed: int
) -> tuple[Model, IntervalFacts]:
    """The best regression of a comparison with scaled intervals, and how often they cover.

    `rows` are those that were tested, and `predicted` what models that had not seen them predicted.
    """
    assert data.numbers is not None
    y = data.numbers[rows]
    made, intervals = scaled_intervals(model, data.coded(rows), y, predicted, seed)
    held = [cross_coverage(intervals, y, predicted, seed, level)["coverage"] for level in LEVELS]
    usual = cross_coverage(intervals, y, predicted, seed)
    return made, {"model": name, "method": "scaled", "usual": usual, "levels": list(LEVELS), "held": held}


def scaled_intervals(
    model: Model, X: Rows, y: Numbers, predicted: Numbers, seed: int = 0
) -> tuple[Model, ResidualIntervals]:
    """The model with intervals, from coded rows and the predictions (n,) of models that had not seen them."""
    rows = coded_columns(X) if model.preparation is None else model.preparation.transform(X)
    found = ResidualIntervals.scaled(rows, predicted, y - predicted, seed)
    return replace(model, intervals=found), found


def with_intervals(
    method: str,
    trained: Model,
    entry: Entry,
    schema: Schema,
    X: Rows,
    y: Numbers,
    **options: Any,
) -> Model:
    """A model trained on coded rows X and numbers y, with intervals; `options` are those of `fit`."""
    seed = int(options.get("seed", 0))
    fold = np.random.default_rng(seed).permutation(len(y)) % FOLDS
    if method == "split":
        return _split(trained, entry, schema, X, y, options, seed)
    models, predicted = [], np.empty(len(y))
    for k in range(min(FOLDS, len(y))):
        inside, outside = fold != k, fold == k
        if method == "cv+":
            rows = trained._features(X)
            part = _again(trained.estimator).fit(rows[inside], y[inside])
            models.append(part)
            predicted[outside] = np.ravel(part.predict(rows[outside]))
        else:
            fitted = fit(entry, schema, X[inside], y[inside], **options)
            predicted[outside] = fitted.numbers(X[outside])
    if method == "cv+":
        width = trained.estimator.n_features_in_
        return replace(trained, intervals=ResidualIntervals.cross(width, y - predicted, fold, tuple(models)))
    return scaled_intervals(trained, X, y, predicted, seed)[0]


def _again(estimator: object) -> Any:
    from sklearn.base import clone

    return clone(estimator)


def _split(
    trained: Model, entry: Entry, schema: Schema, X: Rows, y: Numbers, options: dict[str, Any], seed: int
) -> Model:
    """A model fitted without a quarter of the rows, and intervals from these."""
    held = np.random.default_rng(seed).permutation(len(y)) < max(1, round(HELD_OUT * len(y)))
    fitted = fit(entry, schema, X[~held], y[~held], **options)
    width = fitted.estimator.n_features_in_
    intervals = ResidualIntervals.split(width, y[held] - fitted.numbers(X[held]))
    facts = trained.facts | {"rows_fitted": int((~held).sum())}
    return replace(
        trained, estimator=fitted.estimator, preparation=fitted.preparation, facts=facts, intervals=intervals
    )
