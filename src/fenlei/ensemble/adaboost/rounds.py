r"""The rounds of AdaBoost: weights, errors and voting weights, whatever the learner.

D_1 = the given weights, divided by their sum. Round t fits h_t under D_t and has

    e_t = Σ_i D_t(i) [h_t(x_i) ≠ y_i]                                      weighted error
    α_t = η (ln((1 - e_t) / e_t) + ln(K - 1))                              weight of its vote
    D_{t+1}(i) ∝ D_t(i) exp(α_t [h_t(x_i) ≠ y_i])                          wrong rows gain

(SAMME; Zhu, Zou, Rosset, Hastie 2009). For two classes and learning rate η = 1, ½ α_t is the α of source 002
(B-M31) and source 004 (equations 118 to 122), and D is theirs:
exp(-½ α y h) = exp(-½ α) exp(α [h ≠ y]), and the first factor cancels in the normalisation.

Stop rules. e_t = 0: the learner is right about every row; it gets the vote α_t = 1 and is the last.
e_t >= 1 - 1/K, up to rounding: no better than guessing; the round is dropped and boosting ends; in the first
round that is an error. A weight does not fall below 2.2e-16 of the sum, as in scikit-learn.

Bound. A row that the weighted vote gets wrong has at least as much weight on its wrong rounds as on its right
ones, so 1 <= exp(Σ_t ½ α_t (±1)), + where h_t is wrong, and the mean of the right side is Π_t Z_t:

    training error <= Π_t Z_t,    Z_t = (1 - e_t) exp(-½ α_t) + e_t exp(½ α_t),

for any number of classes; with two and η = 1, Z_t = 2 sqrt(e_t (1 - e_t)) <= exp(-2 γ_t²), γ_t = ½ - e_t
(source 004, equations 123 and 124).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.trace import tell, traced

LEAST = float(np.finfo(np.float64).eps)  # weight of a row that every round gets right
ROUNDING = 1e-12  # an error this close to that of guessing is no better


class Learner(Protocol):
    """What learns in a round."""

    def __call__(self, w: Array) -> Array:
        """Fit under weights w (n,); class codes (n,) of the training rows."""

    def drop_last(self) -> None:
        """Forget the last round."""


class Rounds(NamedTuple):
    """The rounds as arrays (T,)."""

    error: Array  # weighted
    alpha: Array
    training_error: Array  # of the vote of all rounds so far, under the given weights


class Round(NamedTuple):
    """One round, for reading."""

    number: int
    error: float  # e_t
    alpha: float  # as stated by the parameter `alpha`
    edge: float  # γ_t = ½ - e_t
    normaliser: float  # Z_t
    bound: float  # Z_1 ⋯ Z_t
    training_error: float  # of the vote so far


class BoostStep(NamedTuple):
    """One round, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # t, from 1
    most: int
    weights: Array  # (n,) D_t, under which h_t was fitted
    predicted: Array  # (n,) class codes by h_t
    error: float  # e_t
    alpha: float  # α_t of SAMME
    training_error: float  # of the vote so far


def boost(learn: Learner, codes: Array, w: Array, width: int, rounds: int, rate: float) -> Rounds:
    """At most `rounds` rounds on rows of class codes (n,), below `width`, and weights w (n,).

    K counts the classes of these rows: one without any is not guessed.
    """
    start, K = w / w.sum(), len(np.unique(codes))
    D, votes = start.copy(), np.zeros((len(codes), width))
    log: list[tuple[float, float, float]] = []
    for t in range(rounds):
        predicted = learn(D)
        error = float(weighted_error(predicted, codes, D))
        if error >= 1.0 - 1.0 / K - ROUNDING and K > 1:
            learn.drop_last()
            if t == 0:
                raise DataError("ensemble.guessing", error=error, K=K, guess=1.0 - 1.0 / K)
            break
        alpha = 1.0 if error <= 0.0 else vote_weight(error, K, rate)
        wrong = float(vote_error(predicted, codes, start, alpha, votes))
        log.append((error, alpha, wrong))
        if traced():
            tell(BoostStep(t + 1, rounds, D.copy(), np.array(predicted), error, alpha, wrong))
        if error <= 0.0:
            break
        reweigh(predicted, codes, alpha, D)
    return Rounds(*np.array(log).T.copy())


def vote_weight(error: float, K: int, rate: float) -> float:
    """α of a round."""
    return rate * (float(np.log((1.0 - error) / error)) + float(np.log(K - 1.0)))


@kernel
def weighted_error(predicted: Array, codes: Array, w: Array) -> float:
    """Share of the weight on rows whose class is predicted wrong."""
    wrong, total = 0.0, 0.0
    for i in range(w.shape[0]):
        total += w[i]
        wrong += w[i] if predicted[i] != codes[i] else 0.0
    return wrong / total


@kernel
def reweigh(predicted: Array, codes: Array, alpha: float, out_w: Array) -> None:
    """Wrong rows gain by exp(alpha) against the others; the sum is 1."""
    loss, total = np.exp(-alpha), 0.0
    for i in range(out_w.shape[0]):
        if predicted[i] == codes[i]:
            out_w[i] *= loss
        total += out_w[i]
    for i in range(out_w.shape[0]):
        out_w[i] = max(out_w[i] / total, LEAST)


@kernel
def vote_error(predicted: Array, codes: Array, w: Array, alpha: float, out_votes: Array) -> float:
    """Add this round's votes (n, K); weight of the rows that they then get wrong, ties to the first class."""
    wrong = 0.0
    for i in range(w.shape[0]):
        votes = out_votes[i]
        votes[predicted[i]] += alpha
        best = 0
        for k in range(1, votes.shape[0]):
            if votes[k] > votes[best]:
                best = k
        wrong += w[i] if best != codes[i] else 0.0
    return wrong


def staged_distributions(predicted: Iterator[Array], codes: Array, w: Array, alpha: Array) -> Iterator[Array]:
    """D_2, D_3, … (n,) from the classes that each round predicts."""
    D = w / w.sum()
    for codes_predicted, a in zip(predicted, alpha, strict=True):
        reweigh(codes_predicted, codes, a, D)
        yield D.copy()


def table_of(rounds: Rounds, factor: float) -> list[Round]:
    """The rounds for reading; voting weights are multiplied by `factor`."""
    e, half = rounds.error, 0.5 * rounds.alpha
    with np.errstate(over="ignore"):  # a learning rate far above 1 has no finite bound
        Z = (1.0 - e) * np.exp(-half) + e * np.exp(half)
        bound = np.cumprod(Z)
    columns = (e, factor * rounds.alpha, 0.5 - e, Z, bound, rounds.training_error)
    return [Round(t + 1, *map(float, row)) for t, row in enumerate(zip(*columns, strict=True))]
