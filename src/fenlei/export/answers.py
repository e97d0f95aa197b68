"""What an exported model answers, and the last steps that many models share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.export.graph import Value
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import TIE


class Answer(NamedTuple):
    """Of a classifier the winners, and probabilities or scores if it has them; of a regressor the number."""

    winner: Value | None = None  # (n,) codes of the classes
    probabilities: Value | None = None  # (n, K)
    scores: Value | None = None  # as of `decision_function`: (n, K), or (n, 1) of two classes
    number: Value | None = None  # (n,)
    exponents: Value | None = None  # whose softmax the probabilities are


def bayes_answer(scores: Value, log_prior: Array) -> Answer:
    """Of scores (n, K) that are log joint probabilities; the prior decides where no class is possible."""
    impossible = scores.max(1) <= np.float64(-np.inf)
    scores = impossible.where(np.asarray(log_prior, np.float64)[None, :], scores)
    return Answer(scores.argmax(), scores.softmax(), exponents=scores)


def softmax_answer(scores: Value, K: int) -> Answer:
    """Of scores (n, K) that are also what `decision_function` tells."""
    decision = difference(scores) if K == 2 else scores
    return Answer(scores.argmax(), scores.softmax(), decision, exponents=scores)


def two_scores(value: Value) -> Value:
    """Scores (n, 2) of two classes from the one value (n, 1) of the second."""
    return value.graph.side_by_side([value * np.float64(0.0), value])


def difference(scores: Value) -> Value:
    """The score (n, 1) of the second class over the first."""
    return scores.take(np.array([1])) - scores.take(np.array([0]))


def majority(shares: Value) -> Value:
    """Code (n,) of the largest share (n, K), the first of equals up to rounding."""
    near = shares >= shares.max(1) * np.float64(1.0 - TIE)
    return near.cast(np.int64).argmax()


def one_hot(codes: Value, K: int) -> Value:
    """1 in the column of the code (n,), (n, K)."""
    return codes.as_column().equals(np.arange(K)[None, :]).cast(np.float64)


def impossible_sums(X: Value, log_terms: Array, constant: Array) -> Value:
    """Σ_j x_j log_terms_kj + constant_k, (n, K), where a term of log 0 counts only if x_j is not 0."""
    lost = np.isneginf(log_terms)
    scores = X @ np.where(lost, 0.0, log_terms).T + constant
    if not lost.any():
        return scores
    hit = abs(X) @ lost.T.astype(np.float64)
    return (hit > np.float64(0.0)).where(np.float64(-np.inf), scores)


def rows_by_class(X: Value, per_class: Array) -> tuple[Value, Array]:
    """X as (n, 1, p) and what belongs to the classes as (1, K, p), to be combined."""
    return X.graph.do("Unsqueeze", X, np.array([1], np.int64)), np.asarray(per_class, np.float64)[None]


Estimator = Any  # a fitted estimator of the registry
