r"""One-hot labels: a class as a vector of K numbers, 1 for the class and 0 for the others.

    y_n = k   <->   t_n = (0, ..., 0, 1, 0, ..., 0), the 1 at position k

Reference: source 001, equation 5.1.2; source 000, section 3.1.3.
"""

from __future__ import annotations

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError
from fenlei.functions.checks import vectors
from fenlei.kernels import Array


def one_hot(y: ArrayLike, classes: ArrayLike | None = None) -> Array:
    """Labels as rows of zeros with a single 1.

    Parameters
    ----------
    y : array-like of shape (n,), or a single label
    classes : array-like of shape (K,), default=None
        The classes in the order of the columns; None: those of y, sorted, as in `classes_` of an estimator.

    Returns
    -------
    ndarray of shape (n, K), or (K,) for a single label
        Float64, so that `cross_entropy(one_hot(y), P)` is the loss of each row.

    Examples
    --------
    >>> one_hot(["b", "a", "b"])
    array([[0., 1.], [1., 0.], [0., 1.]])
    >>> one_hot(2, classes=[1, 2, 3])
    array([0., 1., 0.])
    """
    labels = _labels(y, "y")
    order = np.unique(labels) if classes is None else _labels(classes, "classes")
    if order.ndim != 1 or order.size == 0 or len(np.unique(order)) < len(order):
        raise DataError("functions.classes", classes=order.tolist())
    rank = np.argsort(order)
    found = np.searchsorted(order, labels, sorter=rank)
    codes = rank[np.minimum(found, len(order) - 1)]
    unknown = order[codes] != labels
    if np.any(unknown):
        raise DataError("functions.unknown_label", label=labels[unknown].tolist()[0], classes=order.tolist())
    return np.asarray(np.eye(len(order))[codes])


def from_one_hot(Y: ArrayLike, classes: ArrayLike | None = None) -> Array:
    """Labels (n,) of one-hot rows (n, K), for any classifier's `fit`.

    Parameters
    ----------
    Y : array-like of shape (n, K)
        Each row has a single 1, the rest are 0. Of probabilities take `argmax` instead.
    classes : array-like of shape (K,), default=None
        Labels of the columns; None: 0, 1, ..., K - 1.

    Returns
    -------
    ndarray of shape (n,), or a label for a single row (K,)

    Examples
    --------
    >>> from_one_hot([[0, 1], [1, 0]]).tolist(), from_one_hot([[0, 1], [1, 0]], ["a", "b"]).tolist()
    ([1, 0], ['b', 'a'])
    """
    rows = vectors(Y, "Y")
    sound = ((rows == 0) | (rows == 1)).all(axis=-1) & (rows.sum(axis=-1) == 1)
    if rows.ndim > 2 or not sound.all():
        bad = rows if rows.ndim != 2 else rows[~sound][0]
        raise DataError("functions.one_hot", values=bad.tolist(), shape=rows.shape)
    order = np.arange(rows.shape[-1]) if classes is None else _labels(classes, "classes")
    if order.shape != (rows.shape[-1],):
        raise DataError("functions.class_count", found=order.size, K=rows.shape[-1])
    return order[rows.argmax(axis=-1)]


def is_one_hot(Y: Array) -> bool:
    """Whether an array is rows of zeros with a single 1, at least two columns wide."""
    if Y.ndim != 2 or Y.shape[1] < 2 or Y.dtype.kind not in "iufb" or not len(Y):
        return False
    return bool(((Y == 0) | (Y == 1)).all() and (Y.sum(axis=1) == 1).all())


def _labels(y: ArrayLike, name: str) -> Array:
    """Labels of one dimension, or a single one, none of them missing."""
    try:
        labels = np.asarray(y)
    except ValueError as error:  # lists of different lengths
        raise DataError("functions.ragged_labels", name=name) from error
    missing = labels != labels
    if labels.dtype == object:
        missing = missing | np.array([label is None for label in labels.flat]).reshape(labels.shape)
        labels = np.asarray(labels.tolist()) if not np.any(missing) else labels
    if labels.ndim > 1:
        raise DataError("functions.labels", name=name, shape=labels.shape)
    if np.any(missing):
        raise DataError("functions.missing_label", name=name, count=int(np.sum(missing)))
    return labels
