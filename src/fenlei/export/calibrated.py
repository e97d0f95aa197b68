"""Calibrated probabilities, from the log-probabilities or decision values of a model."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.export.answers import Answer, Estimator
from fenlei.export.composed import PartAnswer
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array

LARGEST, TINY = 1e300, 1e-300


def calibrated(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The probabilities (n, K), and the class of the largest after the preference that was chosen."""
    record, K = model.model_, len(model.classes_)
    scores = clipped(log_scores(part(model.estimator_, rows), K), float(record.floor))
    if record.name in ("temperature", "offsets"):
        exponents = scores * np.asarray(record.slopes)[None, :] + np.asarray(record.offsets)[None, :]
        logs = exponents.log_softmax()
    else:
        shares = one_vs_rest(record, scores, K)
        logs = (shares / shares.sum(1).as_column()).log()
    winner = (logs + np.asarray(record.preference)[None, :]).argmax()
    return Answer(winner, logs.exp())


def log_scores(answer: Answer, K: int) -> Value:
    """Scores (n, K): logarithms of probabilities, or decision values, those of two classes halved."""
    if answer.exponents is not None:
        return answer.exponents.log_softmax()
    if answer.probabilities is not None:
        return answer.probabilities.log()
    assert answer.scores is not None
    if K > 2:
        return answer.scores
    half = answer.scores * np.float64(0.5)
    return half.graph.side_by_side([-half, half])


def clipped(scores: Value, floor: float) -> Value:
    """The scores between the floor and the largest number."""
    return scores.graph.do("Clip", scores, np.float64(floor), np.float64(LARGEST))


def one_vs_rest(record: Any, scores: Value, K: int) -> Value:
    """Probability (n, K) of each class against the rest, by Platt's sigmoid or by rising steps."""
    graph, columns = scores.graph, []
    for k in range(K):
        own, others = scores.take(np.array([k])), scores.take(np.delete(np.arange(K), k))
        top = others.max(1)
        rest = (others - top).exp().sum(1).as_column().log() + top
        odds = graph.do("Clip", own - rest, np.float64(-LARGEST), np.float64(LARGEST))
        if record.name == "platt":
            inner = odds * np.float64(record.slopes[k]) + np.float64(record.offsets[k])
            columns.append(graph.do("Sigmoid", inner))
            continue
        span = slice(int(record.starts[k]), int(record.starts[k + 1]))
        step = stepped(odds, record.steps_at[span], record.steps[span])
        mixed = step * np.float64(1.0 - record.shares.sum()) + np.float64(record.shares[k])
        columns.append(mixed)
    return graph.do("Max", graph.side_by_side(columns), np.float64(TINY))


def stepped(x: Value, at: Array, values: Array) -> Value:
    """The line through the points (at, values), constant beyond its ends, at x (n, 1)."""
    if len(at) == 1:
        return x.equals(x).where(np.float64(values[0]), np.float64(values[0]))
    lower, slope = np.asarray(at[:-1]), np.diff(values) / np.maximum(np.diff(at), TINY)
    inside = x.graph.do("Clip", x, np.float64(at[0]), np.float64(at[-1]))
    reached = (inside >= lower[None, :]).cast(np.int64).sum(1).as_column() - np.int64(1)
    piece = [x.graph.constant(each).take(reached, axis=0) for each in (lower, slope, np.asarray(values[:-1]))]
    return (inside - piece[0]) * piece[1] + piece[2]
