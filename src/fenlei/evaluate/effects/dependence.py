r"""How the prediction depends on one feature: partial dependence and accumulated local effects.

Partial dependence at z is the mean prediction when the feature is z in every row,

    PD(z) = 1/n Σ_i f(z, x_i without j),

which asks the model about rows that may not exist where features are correlated. Accumulated local effects
move a row only inside its own bin (z_{k-1}, z_k] of the feature's quantiles,

    Δ_k = mean over the rows in bin k of f(z_k, x_i without j) - f(z_{k-1}, x_i without j),   ALE(z_k) =
    Σ_{l≤k} Δ_l - c,

with c such that the mean over rows is 0, a row counting as the mean of the two ends of its bin.
Cost: one prediction per row and grid point; two per row.
Reference: Friedman, Annals of Statistics 29 (2001), section 8.2; Apley and Zhu, JRSS B 82 (2020), equation
16.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import map_blocks
from fenlei.table.frames import is_frame
from fenlei.table.rows import column_of, with_columns


class FeatureEffect(NamedTuple):
    """The curve of one feature."""

    grid: Array  # (g,) values of the feature
    effect: Array  # (g,), or (g, K) for K classes or targets
    rows: Array  # (g,) rows in the bin that ends at the grid point; of partial dependence, all rows


def partial_dependence(
    model: object, X: MatrixLike, feature: int | str, *, grid_size: int = 40, n_jobs: int | None = None
) -> FeatureEffect:
    """Mean prediction over rows X with the feature set to each of `grid_size` quantiles of its values.

    Predictions are `predict_proba` of classifiers, or `decision_function` where there is none, and `predict`.

    Examples
    --------
    >>> from fenlei import LinearRegression
    >>> from fenlei.evaluate import partial_dependence
    >>> model = LinearRegression().fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> found = partial_dependence(model, [[0.0], [1.0], [2.0]], 0)
    >>> found.grid.tolist(), found.effect.round(9).tolist()
    ([0.0, 1.0, 2.0], [1.0, 3.0, 5.0])
    """
    rows, j, x = _feature(X, feature, "partial_dependence")
    grid = quantile_grid(x, grid_size, feature, "partial_dependence")

    def mean_at(g: int, _: int) -> Array:
        return answers(model, with_columns(rows, {j: np.full(len(x), grid[g])})).mean(axis=0)

    found = list(map_blocks(mean_at, [(g, g + 1) for g in range(len(grid))], n_jobs))
    return FeatureEffect(grid, np.array(found), np.full(len(grid), len(x)))


def accumulated_local_effects(
    model: object, X: MatrixLike, feature: int | str, *, bins: int = 40
) -> FeatureEffect:
    """Accumulated local effects of a feature over rows X; missing values are left out.

    Parameters
    ----------
    model : a fitted estimator
    X : array-like or data frame of shape (n, p)
    feature : int or str
        Index, or the name of a column of a data frame.
    bins : int
        Between quantiles of the feature; fewer where values repeat.

    Examples
    --------
    >>> from fenlei import LinearRegression
    >>> from fenlei.evaluate import accumulated_local_effects
    >>> model = LinearRegression().fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> found = accumulated_local_effects(model, [[0.0], [1.0], [2.0]], 0, bins=2)
    >>> found.rows.tolist(), np.diff(found.effect).round(9).tolist()
    ([0, 2, 1], [2.0, 2.0])
    """
    rows, j, x = _feature(X, feature, "accumulated_local_effects")
    grid = quantile_grid(x, bins + 1, feature, "accumulated_local_effects")
    known = np.isfinite(x)
    k = np.clip(np.searchsorted(grid, x, side="left"), 1, len(grid) - 1)
    upper = answers(model, with_columns(rows, {j: grid[k]}))
    gain = (upper - answers(model, with_columns(rows, {j: grid[k - 1]})))[known]
    count = np.bincount(k[known], minlength=len(grid))
    total = np.zeros((len(grid), *gain.shape[1:]))
    np.add.at(total, k[known], gain)
    mean = (total.T / np.maximum(count, 1)).T
    effect = np.cumsum(mean, axis=0)
    middle = (effect[1:] + effect[:-1]) / 2
    return FeatureEffect(grid, effect - np.tensordot(count[1:] / count.sum(), middle, 1), count)


def quantile_grid(x: Array, size: int, feature: int | str, function: str) -> Array:
    """At most `size` different values of a feature, at equal shares of its finite values."""
    known = x[np.isfinite(x)]
    grid = (
        np.unique(np.quantile(known, np.linspace(0, 1, size), method="inverted_cdf")) if len(known) else known
    )
    if len(grid) < 2:
        raise UsageError("evaluation.feature_values", function=function, feature=feature, found=len(grid))
    return grid


def answers(model: Any, X: Any) -> Array:
    """Predictions as numbers, (n,) or (n, K)."""
    for method in ("predict_proba", "decision_function"):
        if hasattr(model, method):
            return np.asarray(getattr(model, method)(X))
    return np.asarray(model.predict(X))


def _feature(X: MatrixLike, feature: int | str, function: str) -> tuple[Any, int, Array]:
    """The rows, the index of the feature, and its values (n,)."""
    given: Any = X
    rows: Any = given.toarray() if is_sparse(given) else X if is_frame(X) else np.asarray(X, np.float64)
    p, names = rows.shape[1], list(rows.columns) if is_frame(rows) else []
    j = names.index(feature) if feature in names else feature
    if not isinstance(j, int | np.integer) or not 0 <= j < p:
        raise UsageError("evaluation.feature", function=function, feature=feature, p=p, last=p - 1)
    return rows, int(j), np.asarray(column_of(rows, int(j)), np.float64)
