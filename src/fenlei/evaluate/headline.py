"""The five scores that stand at the head of every comparison, from one table of probabilities."""

from __future__ import annotations

import numpy as np

from fenlei.errors import DataError
from fenlei.evaluate.checks import same_length
from fenlei.evaluate.confusion import Tally, class_totals
from fenlei.evaluate.precision_recall import scores_of
from fenlei.evaluate.probability import clipped
from fenlei.evaluate.thresholds.areas import binary_auc
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.stats.confusion import summarise
from fenlei.weights import check_weights

METRICS = ("accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss")


def headline_scores(
    codes: Array, proba: Array, K: int, sample_weight: Array | None = None
) -> dict[str, float | None]:
    """Accuracy, balanced accuracy, macro-F1, AUC and log-loss.

    Parameters
    ----------
    codes : ndarray of shape (n,)
        True classes, 0..K-1.
    proba : ndarray of shape (n, K)
        Probabilities, or their logarithms (distinguished by their sign). The class predicted is the first of
        the largest.
    K : int
        Number of classes.
    sample_weight : ndarray of shape (n,), optional
        Weight of each row.

    Returns
    -------
    dict
        Keys `METRICS`. Classes that occur neither among the true nor the predicted ones are left out of
        macro-F1, those without rows out of balanced accuracy; `auc` (for K > 2 the mean over classes
        against the rest) is None if a class has no rows.

    Examples
    --------
    >>> proba = np.array([[0.8, 0.2], [0.4, 0.6], [0.3, 0.7], [0.1, 0.9]])
    >>> scores = headline_scores(np.array([0, 0, 1, 1]), proba, K=2)
    >>> scores["accuracy"], scores["balanced_accuracy"], scores["auc"]
    (0.75, 0.75, 1.0)
    """
    proba = _probabilities(proba, K)
    w = check_weights(sample_weight, same_length(codes=codes, proba=proba))
    predicted = proba.argmax(axis=1)
    counts = summarise(codes, predicted, K, w).counts
    table = Tally(np.arange(K), counts)
    tp, pred, true, total = class_totals(table)
    of_truth = proba[np.arange(len(codes)), codes]
    return {
        "accuracy": float(tp.sum() / total),
        "balanced_accuracy": float((tp[true > 0] / true[true > 0]).mean()),
        "macro_f1": scores_of(table, labels=np.flatnonzero(true + pred), average="macro", zero_division=0)[2],
        "auc": None if (true == 0).any() else _macro_auc(codes, proba, w),
        "log_loss": float(np.average(-np.log(clipped(of_truth)), weights=w)),
    }


def _probabilities(values: Array, K: int) -> Array:
    """`values` (n, K) as probabilities; logarithms of probabilities have a negative one in every row."""
    values = np.asarray(values)
    if values.dtype not in (np.float32, np.float64):
        values = values.astype(np.float64)
    if values.ndim != 2 or values.shape[1] != K or K < 2 or len(values) == 0:
        raise DataError(
            "evaluation.shape",
            name="proba",
            shape=values.shape,
            accepted=phrase("limit.proba_shape", shape=f"(n, {K})"),
        )
    with np.errstate(over="ignore"):
        proba = np.exp(values) if values.min() < 0 else values
    one = np.abs(proba.sum(axis=1) - 1.0) < np.sqrt(np.finfo(values.dtype).eps)
    if not one.all():
        row = int(one.argmin())
        raise DataError("evaluation.rows_sum", row=row, value=float(proba[row].sum()))
    return proba


def _macro_auc(codes: Array, proba: Array, w: Array | None) -> float:
    columns = np.ascontiguousarray(proba.T)
    if len(columns) == 2:
        return binary_auc(codes == 1, columns[1], w)
    return float(np.mean([binary_auc(codes == k, column, w) for k, column in enumerate(columns)]))
