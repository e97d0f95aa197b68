"""Reductions and clusters: which working belongs to a fit, and which to the position of one row."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.explanation.clusters import cuts, discrete_mixtures, gaussian_mixtures, kmeans, merges
from fenlei.explanation.formula import disagreement
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.given_row import given_row, scaling
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.prediction.preparation import preparation_step
from fenlei.explanation.reduction import (
    classical_scaling,
    isomap,
    kernel_pca,
    lle,
    neighbour_maps,
    pca,
    stress,
)
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows, training_rows
from fenlei.explanation.working import Working, WorkingStep, shown
from fenlei.kernels import Array
from fenlei.model_file import Model
from fenlei.registry import entry_of

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.explanation.given_row import RowsLike

Fit = Callable[[Any, FittedRows, ModelTerms], list[WorkingStep]]
Position = Callable[[Any, PlacedRow, ModelTerms], list[WorkingStep]]

FITS: dict[str, Fit] = {
    "pca": pca.fit,
    "kernel_pca": kernel_pca.fit,
    "classical_mds": classical_scaling.fit,
    "mds": stress.fit,
    "isomap": isomap.fit,
    **dict.fromkeys(("sne", "tsne"), neighbour_maps.fit),
    "lle": lle.fit,
    "kmeans": kmeans.fit,
    "agglomerative": merges.fit,
    "divisive": cuts.fit,
    "gaussian_mixture": gaussian_mixtures.fit,
    **dict.fromkeys(("bernoulli_mixture", "categorical_mixture"), discrete_mixtures.fit),
}
POSITIONS: dict[str, Position] = {
    "pca": pca.position,
    "kernel_pca": kernel_pca.position,
    "classical_mds": classical_scaling.position,
    "mds": stress.position,
    "isomap": isomap.position,
    **dict.fromkeys(("sne", "tsne"), neighbour_maps.position),
    "lle": lle.position,
    "kmeans": kmeans.position,
    "agglomerative": merges.position,
    "divisive": cuts.position,
    "gaussian_mixture": gaussian_mixtures.position,
    **dict.fromkeys(("bernoulli_mixture", "categorical_mixture"), discrete_mixtures.position),
}
TOLERANCE = 1e-6  # by which numbers from other rows differ at the least
OF_TRAINING_ROWS = ("classical_mds", "mds", "agglomerative", "divisive")  # have no answer for other rows


def explain_position(model: Model, data: RowsLike, row: int, terms: Callable[[int], ModelTerms]) -> Working:
    """The working of a row's coordinates, or of its cluster; `terms` are those of p features."""
    estimator, entry = model.estimator, entry_of(model.estimator)
    assert entry is not None
    name = type(estimator).__name__
    if not hasattr(estimator, "n_features_in_"):
        raise UsageError("explain.unfitted", model=name)
    given = given_row(model, data, row)
    said = terms(len(given.x))._replace(raw=given.raw)
    rows = _all_rows(model, data) if entry.name in OF_TRAINING_ROWS else None
    placed = PlacedRow(given.x, row, rows)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names of columns, and what was said at the fit
        steps = POSITIONS[entry.name](estimator, placed, said)
        key, answer = _answer(estimator, placed)
    if rows is not None and _disagree(steps):
        raise DataError("explain.other_rows", model=name)
    first, scaled = preparation_step(model, given, said), scaling(model)
    return Working(
        name,
        "prediction",
        (*([] if first is None else [first]), *steps),
        said.say(key, answer=answer),
        said.lang,
        answer,
        given.values,
        given.scaled,
        () if scaled is None else (said.say(f"scaled.{scaled}"),),
        said.say("head", model=name),
    )


def _disagree(steps: list[WorkingStep]) -> bool:
    chains = [each for step in steps for each in step.formulas if isinstance(each, Chain)]
    return any(disagreement(each) > TOLERANCE for each in chains)


def _all_rows(model: Model, data: RowsLike) -> Array:
    """The training rows, of a model that has no answer for others."""
    X = training_rows(model, data).X
    estimator = model.estimator
    known = estimator.embedding_ if hasattr(estimator, "embedding_") else estimator.labels_
    if len(X) != len(known):
        raise DataError("explain.other_rows", model=type(estimator).__name__)
    return X


def _answer(estimator: BaseEstimator, placed: PlacedRow) -> tuple[str, str]:
    """Key of the conclusion, and the coordinates or the cluster in words."""
    if entry_of(estimator).kind == "clusterer":  # type: ignore[union-attr]
        label = estimator.labels_[placed.number] if placed.rows is not None else _label(estimator, placed.x)
        return "cluster_is", str(int(label))
    return "coordinates_are", "(" + ", ".join(shown(float(z)) for z in placed.coordinates(estimator)) + ")"


def _label(estimator: BaseEstimator, x: Array) -> int:
    return int(np.ravel(estimator.predict(x[None]))[0])
