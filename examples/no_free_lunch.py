"""No free lunch: over all truths, every learner errs equally often on the points it has not seen.

Four points, of equal probability; the learner sees the labels of the first two. There are 2^4 = 16 possible
truths. Summed over all of them, the error on the two unseen points is 2^3 times their probability, 4, for
whatever learner (source 004, section 1.6, equations 3 and 4). What a learner gains on some truths it loses on
the others: the theorem needs all truths to be equally probable, which they never are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

Learner = Callable[[Sequence[int], int], int]  # labels seen, place of the unseen point: its label

SEEN, POINTS = 2, 4


def majority(labels: Sequence[int], point: int) -> int:
    return int(2 * sum(labels) > len(labels))


def constant(labels: Sequence[int], point: int) -> int:
    return 0


def parity(labels: Sequence[int], point: int) -> int:
    return (sum(labels) + point) % 2


LEARNERS: dict[str, Learner] = {"majority": majority, "constant": constant, "parity": parity}


def error(learner: Learner, truth: Sequence[int]) -> float:
    """Probability of a wrong label among the unseen points, each of which has probability 1 / POINTS."""
    unseen = range(SEEN, POINTS)
    return sum(learner(truth[:SEEN], point) != truth[point] for point in unseen) / POINTS


def summed_error(learner: Learner) -> float:
    """The same, summed over all truths."""
    return sum(error(learner, truth) for truth in product((0, 1), repeat=POINTS))


if __name__ == "__main__":
    for name, learner in LEARNERS.items():
        print(f"{name:10} {summed_error(learner):g}")
    print(f"{'theory':10} {2 ** (POINTS - 1) * (POINTS - SEEN) / POINTS:g}")
