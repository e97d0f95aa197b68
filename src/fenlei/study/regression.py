"""Regression: the numbers of a target, and how well a trained model predicts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import DataError, UsageError, wording
from fenlei.evaluate.regression import (
    mean_absolute_error,
    mean_squared_error,
    r2_score,
    root_mean_squared_error,
)
from fenlei.model_file import Model
from fenlei.study.facts.coverage import LEVEL, CoverageFacts, coverage
from fenlei.table.schema import Column, Schema
from fenlei.table.table import Table


class RegressionScores(TypedDict):
    """Scores of predicted numbers."""

    mean_squared_error: float
    root_mean_squared_error: float
    mean_absolute_error: float
    r2: float | None  # None for a single row


class RegressionRows(TypedDict):
    """The rows with known targets."""

    source: str
    rows: int
    target: str


class RegressionFacts(TypedDict):
    """How well a regression does on rows whose target is known, as plain data."""

    format: int
    data: RegressionRows
    model: dict[str, object]
    scores: RegressionScores
    intervals: NotRequired[CoverageFacts | None]  # how often those of a model that has them cover
    notes: list[str]


def predicts_numbers(model: Model) -> bool:
    """Whether the model is a regression."""
    return not hasattr(model.estimator, "classes_")


def target_numbers(table: Table, model: str) -> NDArray[np.float64]:
    """The target (n,) as numbers; names are refused in the name of `model`."""
    values = table.labels()
    if values.dtype.kind not in "iuf":
        assert table.schema.target is not None
        first = values[:1].tolist()[0]
        raise UsageError("study.not_numbers", column=table.schema.target.name, value=first, model=model)
    return values.astype(np.float64)


def as_floats(schema: Schema) -> Schema:
    """The schema with a target of any numbers, also where the training rows had whole ones only."""
    assert schema.target is not None
    return replace(schema, target=replace(schema.target, dtype="float"))


def regression_facts(
    model: Model,
    blocks: Callable[[Schema], Iterator[Table]],
    name: str,
    target: Column,
    lang: str,
    level: float = LEVEL,
) -> RegressionFacts:
    """Scores of a regression on the rows of a source, called `name`, that have a target."""
    y, predicted, without, bounds = predicted_numbers(model, blocks, target, level)
    notes = [wording("study.unlabelled", lang, count=without)] if without else []
    return {
        "format": 1,
        "data": {"source": name, "rows": len(y), "target": target.name},
        "model": dict(model.facts),
        "scores": number_scores(y, predicted),
        "intervals": None if bounds is None else coverage(y, predicted, bounds, level),
        "notes": notes,
    }


def number_scores(y: NDArray[np.float64], predicted: NDArray[np.float64]) -> RegressionScores:
    """Scores of predicted numbers; R² needs two rows."""
    return {
        "mean_squared_error": float(mean_squared_error(y, predicted)),
        "root_mean_squared_error": float(root_mean_squared_error(y, predicted)),
        "mean_absolute_error": float(mean_absolute_error(y, predicted)),
        "r2": float(r2_score(y, predicted)) if len(y) > 1 else None,
    }


def predicted_numbers(
    model: Model, blocks: Callable[[Schema], Iterator[Table]], target: Column, level: float = LEVEL
) -> tuple[NDArray[np.float64], NDArray[np.float64], int, NDArray[np.float64] | None]:
    """True and predicted numbers of the rows that have a target, how many have none, and the intervals."""
    assert model.schema is not None
    schema = replace(model.schema, target=target)
    true, predicted, bounds, rows = [], [], list[NDArray[np.float64]](), 0
    for block in blocks(schema):
        if not block.has_target:
            raise DataError("table.no_target", column=target.name)
        labelled = block.labelled()
        if labelled.n_rows:
            true.append(target_numbers(labelled, type(model.estimator).__name__))
            predicted.append(np.ravel(model.predict(labelled)))
            if model.intervals is not None:
                bounds.append(model.predict_interval(labelled, level))
        rows += block.n_rows
    if not true:
        raise DataError("study.no_label", column=target.name, rows=rows)
    y = np.concatenate(true)
    return y, np.concatenate(predicted), rows - len(y), np.concatenate(bounds) if bounds else None
