"""The fit of regression by nearest neighbours: the rows that are kept, the kd-tree, and what k is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.neighbors import MOST_K, MOST_LISTED, MOST_ROWS, tree_steps
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    over,
    plus,
    squared,
    summed,
    total,
)
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows, are_same_rows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase

if TYPE_CHECKING:
    from fenlei.explanation.formula.nodes import Chain
    from fenlei.neighbors import KNeighborsRegressor

MOST_WRITTEN = 8  # ranges and values of k whose formulas are written


def fit(model: KNeighborsRegressor, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The rows and their targets, the textbook's kd-tree, and the squared error of other k."""
    if rows.y is None:
        raise UsageError("explain.no_labels", model=type(model).__name__)
    if model.model_.targets.shape[1] > 1:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    y = _checked_targets(model, rows)
    return [
        _stored_step(model, rows, terms),
        _targets_step(y, terms),
        *tree_steps(model, rows, terms),
        *_choice_steps(model, rows, y, terms),
    ]


def _checked_targets(model: KNeighborsRegressor, rows: FittedRows) -> Array:
    kept, X = model.model_, model._rows()
    X = X.toarray() if hasattr(X, "toarray") else X
    y = kept.targets[:, 0].astype(float)
    same = are_same_rows(X, rows.X)
    given = np.ravel(np.asarray(rows.y)).astype(kept.targets.dtype)
    if not same or kept.w is not None or not np.array_equal(y, given):
        raise DataError("explain.other_rows", model=type(model).__name__)
    return y


def _stored_step(model: KNeighborsRegressor, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """The range of each feature, by which the distances are ruled."""
    listed = rows.X[:, :MOST_LISTED]
    low, high = np.fmin.reduce(listed, axis=0), np.fmax.reduce(listed, axis=0)
    shown = range(min(len(low), MOST_LISTED))
    lines = [(terms.features[j], low[j], high[j], high[j] - low[j]) for j in shown]
    chains: list[Chain] = [chain(letter("n"), float(model.n_samples_fit_))]
    for j in shown[:MOST_WRITTEN]:
        letters = plus(function("max", letter("x", "ij")), minus(function("min", letter("x", "ij"))))
        put_in = plus(float(high[j]), minus(float(low[j])))
        chains.append(chain(letter("R", terms.features[j]), letters, put_in, high[j] - low[j]))
    grid = terms.grid("ranges", terms.words("feature", "least", "most", "range"), lines)
    method = terms.say(f"method_{model._fit_method}")
    return terms.step("fit_stored", chains, [grid], source="002, 5.1", k=model.n_neighbors, method=method)


def _targets_step(y: Array, terms: ModelTerms) -> WorkingStep:
    """The mean target, and the squared error of a model that knows nothing else."""
    mean = float(y.mean())
    parts = [squared(plus(float(t), minus(mean))) for t in y[:9]]
    letters = over(total("i", squared(plus(letter("y", "i"), minus(letter("ȳ"))))), letter("n"))
    put_in = over(added(parts, (y - mean) ** 2), float(len(y)))
    error = chain(letter("E", 0), letters, put_in, float(np.mean((y - mean) ** 2)))
    average = over(total("i", letter("y", "i")), letter("n"))
    first = chain(letter("ȳ"), average, over(summed(y), float(len(y))), mean)
    return terms.step("fit_kept_targets", [first, error])


# --- the choice of k


def _choice_steps(
    model: KNeighborsRegressor, rows: FittedRows, y: Array, terms: ModelTerms
) -> list[WorkingStep]:
    """Mean squared error of each k when every row is predicted from the others."""
    if not 3 <= rows.n <= MOST_ROWS or model._is_precomputed():
        return []
    own = min(int(model.n_neighbors), rows.n - 1)
    tried = sorted({*range(1, min(MOST_K, rows.n - 1) + 1), own})
    predicted = [_left_out(model, k) for k in tried]
    errors = [float(np.mean((y - each) ** 2)) for each in predicted]
    chains = [
        _error_chain(k, y, each, error)
        for k, each, error in zip(tried, predicted, errors, strict=True)
        if k <= 3 or k == own
    ]
    chains.append(chain(letter("E"), function("min", *errors), min(errors)))
    best = tried[int(np.argmin(errors))]
    names = terms.words("neighbours_k", "squared_error")
    facts: dict[str, Any] = {"best": best, "k": model.n_neighbors, "error": f"{min(errors):.6g}"}
    curve = (tuple(errors),)
    sentence = terms.say("error_by_k", **facts)
    figure = Curve(sentence, names[0], names[1], names[1:], tuple(map(float, tried)), curve, float(own))
    grid = terms.grid("errors_by_k", names, zip(tried, errors, strict=True))
    first = _first_row_chain(model, own)
    return [terms.step("fit_error_by_k", [*first, *chains], [grid], figure, source="004, B17", **facts)]


def _left_out(model: KNeighborsRegressor, k: int) -> Array:
    """Each training row predicted from its k nearest among the others."""
    from fenlei.neighbors.k_neighbors_regressor import mean_targets
    from fenlei.neighbors.voting import vote_weights

    distance, index = model.kneighbors(None, k)
    votes = vote_weights(model.weights, distance)
    return mean_targets(model.model_.targets.astype(float), votes, None, index, k)[:, 0]


def _first_row_chain(model: KNeighborsRegressor, k: int) -> list[Chain]:
    """The first row from its neighbours, where each counts as one."""
    if model.weights not in (None, "uniform"):
        return []
    targets = model.model_.targets[model.kneighbors(None, k)[1][0], 0].astype(float)
    letters = over(total("i", letter("y", "i")), letter("k"))
    return [chain(letter("ŷ", 1), letters, over(summed(targets), float(k)), float(_left_out(model, k)[0]))]


def _error_chain(k: int, y: Array, predicted: Array, error: float) -> Chain:
    letters = over(total("i", squared(plus(letter("y", "i"), minus(letter("ŷ", "i"))))), letter("n"))
    parts = [squared(plus(float(t), minus(float(f)))) for t, f in zip(y[:9], predicted[:9], strict=True)]
    return chain(letter("E", k), letters, over(added(parts, (y - predicted) ** 2), float(len(y))), error)
