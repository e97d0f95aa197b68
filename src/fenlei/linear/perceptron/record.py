"""The fitted perceptron as a record: made from the weights of its classes, and its history read back."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.perceptron.row_order import OrderedRows
from fenlei.linear.perceptron.training import TrainedWeights
from fenlei.messages import phrase
from fenlei.records import Field, refuse_record


class PerceptronModel(NamedTuple):
    coef: Annotated[Array, Field("r M")]  # r is 1 for two classes, else K
    intercept: Annotated[Array, Field("r")]
    n_iter: Annotated[Array, Field("r", "iu", 0)]  # passes
    n_updates: Annotated[Array, Field("r", "iu", 0)]
    errors: Annotated[Array, Field("r", low=0.0)]  # weight of the rows on the wrong side
    t: Annotated[Array, Field("", low=0.0)]  # rows visited, plus 1
    dual_coef: Annotated[Array, Field("r *", low=0.0)]  # (r, n) α of the dual form, else (r, 0)
    history_row: Annotated[Array, Field("*", "iu", -1)]  # row of each update, class after class
    history_beta: Annotated[Array, Field("* q")]  # of each class the start, then every update; or none
    loss: Annotated[Array | None, Field("r", low=0.0, optional=True)] = None  # J at the end
    history_loss: Annotated[Array | None, Field("*", low=0.0, optional=True)] = None  # as history_beta


class PerceptronHistory(NamedTuple):
    """Every update of one class against the rest."""

    row: Array  # (U,) row of each update; -1 for a step of the batch variant
    beta: Array  # (U + 1, q) the start, then the weights after each update, the intercept last
    loss: Array  # (U + 1,) J at each of them; empty if the model file is older than it


def model_of(
    trained: list[TrainedWeights],
    n: int,
    dual: OrderedRows | None,
    start: Array,
    q: int,
    position: Array | None,
) -> PerceptronModel:
    """The record of the trained weights of each class, from n rows.

    `dual` are the rows of the dual form, `start` (r, p + 1) is where training started, and `position` (n,)
    the number of each row as given, for the history; None keeps none.
    """
    theta = np.stack([each.theta for each in trained])
    passes = np.array([each.passes for each in trained])
    alpha = np.zeros((len(trained), 0 if dual is None else dual.n))
    if dual is not None:
        alpha[:, dual.position] = [each.alpha for each in trained]
    kept = [] if position is None else list(zip(start, trained, strict=True))
    rows = np.concatenate([np.empty(0, np.int64), *(each.row for _, each in kept)])
    paths = [np.vstack([first[:q], each.path[:, :q]]) for first, each in kept]
    return PerceptronModel(
        theta[:, :-1].copy(),
        theta[:, -1].copy(),
        passes,
        np.array([each.updates for each in trained]),
        np.array([each.errors for each in trained]),
        np.asarray(1.0 + float(passes.max()) * n),
        alpha,
        rows if position is None else np.where(rows >= 0, position[rows], -1),
        np.vstack([np.empty((0, q)), *paths]),
        np.array([each.loss for each in trained]),
        np.concatenate([np.empty(0), *(each.losses for _, each in kept)]),
    )


def histories(model: PerceptronModel) -> list[PerceptronHistory]:
    """The history of each class; none if it was not kept."""
    if not len(model.history_beta):
        return []
    ends = np.cumsum(model.n_updates)[:-1]
    starts = ends + np.arange(1, len(model.n_updates))
    rows, paths = np.split(model.history_row, ends), np.split(model.history_beta, starts)
    known = np.empty(0) if model.history_loss is None else model.history_loss
    losses = np.split(known, starts if len(known) else np.zeros_like(starts))
    return [PerceptronHistory(*each) for each in zip(rows, paths, losses, strict=True)]


def check_history(model: PerceptronModel) -> None:
    """Refuse a record whose history is not one step per update."""
    steps = int(model.n_updates.sum())
    expected = {(0, 0), (steps, steps + len(model.n_updates))}
    came = len(model.history_row), len(model.history_beta)
    losses = model.history_loss
    if came not in expected or (losses is not None and len(losses) != came[1]):
        raise refuse_record(
            "history_row",
            phrase("record.steps", first=came[0], second=came[1]),
            phrase("record.updates", steps=steps),
        )
