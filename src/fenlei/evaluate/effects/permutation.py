"""Permutation importance: what the score of a fitted model loses when the values of a feature are shuffled.

    importance_jr = score(X, y) - score(X with column j in the r-th random order, y)

The mean over repeats is the importance; the band is Student's interval of that mean, so that it describes
the luck of the shuffling, not that of the rows. Give rows that the model was not fitted to: on its own
training rows a model that has learned noise needs the noise. Features that say the same replace each other,
and shuffling one of them loses little; shuffle them together (`groups`).
Reference: Breiman, Random forests, Machine Learning 45 (2001), section 10; Fisher, Rudin and Dominici, JMLR
20 (2019).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtrit
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import map_blocks
from fenlei.table.frames import is_frame
from fenlei.table.rows import column_of, count_rows, take_rows, with_columns

Score = Callable[[Any, Any, Any], float]


class PermutationImportance(NamedTuple):
    """Losses of score of p features, or groups of features, in R repeats."""

    mean: Array  # (p,)
    low: Array  # (p,) of Student's interval of the mean
    high: Array  # (p,)
    losses: Array  # (p, R)
    score: float  # of the rows as they are


def permutation_importance(
    model: object,
    X: MatrixLike,
    y: ArrayLike,
    *,
    scoring: Score | None = None,
    groups: Sequence[Sequence[int]] | None = None,
    n_repeats: int = 5,
    level: float = 0.95,
    random_state: RandomState = None,
    n_jobs: int | None = None,
) -> PermutationImportance:
    """Loss of score of a fitted model when a feature is shuffled.

    Parameters
    ----------
    model : a fitted estimator with `score`, or any with `scoring`
    X, y : array-like or data frame (n, p), array-like (n,)
        Rows, better not those of `fit`.
    scoring : callable(model, X, y), default=None
        More is better. None is `model.score`: accuracy, or R².
    groups : sequence of sequences of int, default=None
        Columns to shuffle together; None is each by itself.
    n_repeats : int
        Shuffles per feature, at least 2.
    level : float
        Of the band.
    random_state : int, RandomState or None
    n_jobs : int, default=None
        Number of threads. The orders are drawn by feature and repeat, so that the bits are the same for any
        number.

    Examples
    --------
    >>> from fenlei import DecisionTreeClassifier
    >>> from fenlei.evaluate import permutation_importance
    >>> X, y = [[0, 7], [0, 8], [1, 7], [1, 8]] * 5, [0, 0, 1, 1] * 5
    >>> found = permutation_importance(DecisionTreeClassifier().fit(X, y), X, y, random_state=0)
    >>> bool(found.mean[0] > 0.3), float(found.mean[1]), found.score
    (True, 0.0, 1.0)
    """
    given: Any = X
    rows: Any = given.toarray() if is_sparse(given) else X if is_frame(X) else np.asarray(X)
    seed = int(check_random_state(random_state).randint(2**31 - 1))
    score = (lambda m, a, b: m.score(a, b)) if scoring is None else scoring
    sets = [[j] for j in range(rows.shape[1])] if groups is None else [list(group) for group in groups]
    before = float(score(model, rows, y))

    def losses(g: int, _: int) -> list[float]:
        shuffles = (shuffled(rows, sets[g], np.random.default_rng([seed, g, r])) for r in range(n_repeats))
        return [before - float(score(model, changed, y)) for changed in shuffles]

    found = np.array(list(map_blocks(losses, [(g, g + 1) for g in range(len(sets))], n_jobs)))
    mean = found.mean(axis=1)
    error = found.std(axis=1, ddof=1) / np.sqrt(n_repeats)
    reach = stdtrit(n_repeats - 1, (1 + level) / 2) * error
    return PermutationImportance(mean, mean - reach, mean + reach, found, before)


def shuffled(X: object, columns: Sequence[int], rng: np.random.Generator) -> Any:
    """X with these columns in one random order of the rows, so that they stay together."""
    order = rng.permutation(count_rows(X))
    if isinstance(X, np.ndarray):
        return with_columns(X, {j: X[order, j] for j in columns})
    moved = take_rows(X, order)
    return with_columns(X, {j: column_of(moved, j) for j in columns})
