"""From the arguments of `fit` to checked rows of positive weight: a row of weight zero is no row.

`with_weight` removes the rows that the user gives no weight, before anything is learned from them;
`labelled_rows` continues with the class codes. The classes are those of y all the same, as in scikit-learn: a
class whose rows all weigh zero keeps its column, with probability 0. Rows of a class of weight zero are
removed when class weights have been multiplied in (`Classifier._weighted`). Both leave the removal to
`table.rows.positive`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.checked_rows import one_column, same_length
from fenlei.contract.size import check_size
from fenlei.errors import DataError, UsageError
from fenlei.functions.labels import is_one_hot
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.table.coding import code_labels, encode_labels
from fenlei.table.rows import count_rows, positive
from fenlei.weights import check_weights


def with_weight(
    X: MatrixLike, y: object, sample_weight: ArrayLike | None, *, every: bool = False
) -> tuple[Any, Any, Array | None]:
    """X and y as they are given, without the rows of weight zero, and the checked weights of the others.

    Before anything is learned from the rows, so that a row of weight zero brings no category. With `every`,
    all rows and their weights.

    Examples
    --------
    >>> with_weight([[1], [2], [3]], ["a", "b", "a"], [1, 0, 2])
    ([[1], [3]], ['a', 'a'], array([1., 2.]))
    """
    if sample_weight is None:
        return X, y, None
    same_length(X, y)
    w = check_weights(sample_weight, count_rows(X))
    return (X, y, w) if every else positive(X, y, w)


class LabelledRows(NamedTuple):
    """Rows of positive weight, or every row, before class weights."""

    X: Any  # (n, p), as checked
    codes: Array  # (n,) int64 among the classes
    w: Array | None  # (n,) float64, None for weight one
    classes: Array  # (K,) sorted


def labelled_rows(
    estimator: object,
    X: MatrixLike,
    y: ArrayLike | None,
    sample_weight: ArrayLike | None,
    check_X: Callable[[MatrixLike], Any],
    known: Array | None = None,
    *,
    every: bool = False,
) -> LabelledRows:
    """Rows by `check_X` and their class codes; the classes are those of y, or the `known` ones of a stream.

    The one place where an estimator learns its classes: those of rows without weight are among them. With
    `every`, such rows stay, for estimators made of parts that leave them out themselves.

    Examples
    --------
    >>> rows = labelled_rows(None, [[1], [2], [3]], ["b", "c", "a"], [1, 0, 2], np.asarray)
    >>> rows.X.tolist(), rows.codes.tolist(), rows.classes.tolist()
    ([[1], [3]], [1, 0], ['a', 'b', 'c'])
    """
    require_target(estimator, y)
    index: Any = slice(None)
    w = None
    if sample_weight is not None:
        same_length(X, y)
        X, index, w = with_weight(X, np.arange(count_rows(X)), sample_weight, every=every)
    rows, labels = check_X(X), label_vector(y)  # type: ignore[arg-type]
    if w is None:
        same_length(rows, labels)
    if known is not None:
        classes, codes = known, code_labels(labels, known)
    else:
        classes, codes = encode_labels(labels, getattr(estimator, "n_jobs", 1))
        p = rows.shape[1] if len(getattr(rows, "shape", ())) == 2 else 1
        entries = rows.nnz / max(len(codes), 1) if is_sparse(rows) else None
        check_size(estimator, len(codes), p, len(classes), entries)
    return LabelledRows(rows, codes[index], w, classes)


def label_vector(y: ArrayLike) -> Array:
    """Labels (n,); of one-hot labels the error names the function that makes them labels."""
    try:
        return one_column(y, warn=True)
    except ValueError:
        if is_one_hot(np.asarray(y)):
            raise DataError("functions.one_hot_target", shape=np.shape(y)) from None
        raise


def require_target(estimator: object, y: ArrayLike | None) -> None:
    """Refuse a missing y."""
    if y is None:
        raise UsageError("labels.none", estimator=type(estimator).__name__)
