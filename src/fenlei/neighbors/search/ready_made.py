"""Searches that are made already: their rows, and one of scikit-learn's for those who want it.

scikit-learn's estimators by neighbours take a fitted `NearestNeighbors`, `KDTree` or `BallTree` in the place
of rows, and its manifolds keep one. Ours search by structures of their own: they take the rows, and refuse a
search that measures by another metric than theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from fenlei.errors import UsageError

if TYPE_CHECKING:
    from sklearn.neighbors import NearestNeighbors

    from fenlei.annotations import Matrix


def searched_rows(X: Any) -> Any:
    """The rows of a tree, or of a fitted search of scikit-learn or of ours; anything else as it is.

    Examples
    --------
    >>> from sklearn.neighbors import KDTree
    >>> searched_rows(KDTree([[0.0], [1.0]])).tolist()
    [[0.0], [1.0]]
    """
    if _is_tree(X):
        return np.asarray(X.data)
    if _is_search(X):
        check_is_fitted(X)
        return X._rows() if hasattr(X, "_rows") else X._fit_X
    return X


def check_metric(X: Any, search: Any, estimator: str) -> None:
    """Refuse a ready-made search X whose distances from its first row are not those of `search`."""
    if not (_is_tree(X) or _is_search(X)):
        return
    rows = searched_rows(X)
    n = rows.shape[0]
    if search.n_samples_fit_ != n:  # some had no weight
        return
    theirs = X.query(rows[:1], k=n)[0] if _is_tree(X) else X.kneighbors(rows[:1], n)[0]
    if not np.allclose(theirs, search.kneighbors(rows[:1], n)[0]):
        metric = search.effective_metric_
        raise UsageError("neighbors.other_metric", estimator=estimator, kind=type(X).__name__, metric=metric)


def nearest_neighbors(X: Matrix, **parameters: object) -> NearestNeighbors:
    """scikit-learn's search among the rows X, fitted."""
    from sklearn.neighbors import NearestNeighbors

    return NearestNeighbors(**parameters).fit(X)


def _is_tree(X: object) -> bool:
    return hasattr(type(X), "query_radius")


def _is_search(X: object) -> bool:
    return hasattr(type(X), "kneighbors")
