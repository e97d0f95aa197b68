"""The table of precision, recall, F1 and support of every class, as text or as a dict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fenlei.errors import UsageError, warn
from fenlei.evaluate.confusion import Tally, tally
from fenlei.evaluate.multilabel import is_table
from fenlei.evaluate.precision_recall import precision_recall_fscore_support, scores_of
from fenlei.kernels import Array

HEADERS = ("precision", "recall", "f1-score", "support")
Report = dict[str, dict[str, float] | float]
Row = tuple[str, float, float, float, Any]


def classification_report(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    target_names: Sequence[str] | None = None,
    sample_weight: ArrayLike | None = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: str | float = "warn",
) -> str | Report:
    """Main scores of each class and their averages.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicators (n, L), dense or sparse
        True and predicted labels.
    labels : array-like of shape (K,), optional
        Classes to show, in this order; default all that occur, ascending.
    target_names : sequence of str, optional
        Names to show in place of the labels.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    digits : int
        Decimals of the text.
    output_dict : bool
        Return a dict of unrounded numbers.
    zero_division : {"warn", 0, 1, nan}
        Value of 0/0; "warn" is 0 with a warning.

    Returns
    -------
    str or dict
        Character for character what scikit-learn gives. "accuracy" stands for the micro average wherever
        all classes are shown.

    Examples
    --------
    >>> print(classification_report([0, 0, 1, 1], [0, 1, 1, 1], target_names=["坏瓜", "好瓜"]))
                  precision    recall  f1-score   support
    <BLANKLINE>
              坏瓜       1.00      0.50      0.67         2
              好瓜       0.67      1.00      0.80         2
    <BLANKLINE>
        accuracy                           0.75         4
       macro avg       0.83      0.75      0.73         4
    weighted avg       0.83      0.75      0.73         4
    <BLANKLINE>
    """
    if is_table(y_true) or is_table(y_pred):
        return _of_indicators(
            (y_true, y_pred), labels, target_names, sample_weight, digits, output_dict, zero_division
        )
    table = tally(y_true, y_pred, sample_weight)
    shown = table.classes if labels is None else np.asarray(labels)
    names = _names(shown, target_names, labels is not None)
    complete = labels is None or set(shown.tolist()) >= set(table.classes.tolist())
    rows, averages = _rows(table, shown, names, complete, zero_division)
    return _as_dict(rows, averages) if output_dict else _as_text(rows, averages, digits)


def _of_indicators(
    pair: tuple[ArrayLike, ArrayLike],
    labels: ArrayLike | None,
    target_names: Sequence[str] | None,
    sample_weight: ArrayLike | None,
    digits: int,
    output_dict: bool,
    zero_division: str | float,
) -> str | Report:
    """The report of indicator matrices: one row per label, and the average over rows too."""

    def scores(average: str | None) -> tuple[Any, Any, Any, Any]:
        return precision_recall_fscore_support(
            *pair, labels=labels, average=average, sample_weight=sample_weight, zero_division=zero_division
        )

    precision, recall, f1, support = scores(None)
    shown = np.arange(len(support)) if labels is None else np.asarray(labels)
    names = _names(shown, target_names, labels is not None)
    rows: list[Row] = list(zip(names, precision, recall, f1, support, strict=False))
    averages: list[Row] = [
        (f"{average} avg", *scores(average)[:3], support.sum())
        for average in ("micro", "macro", "weighted", "samples")
    ]
    return _as_dict(rows, averages) if output_dict else _as_text(rows, averages, digits)


def _names(shown: Array, target_names: Sequence[str] | None, labels_given: bool) -> list[str]:
    if target_names is None:
        return [str(label) for label in shown]
    if len(target_names) != len(shown):
        facts: dict[str, Any] = {"names": len(target_names), "labels": len(shown)}
        if not labels_given:
            raise UsageError("evaluation.target_names", **facts)
        warn("evaluation.target_names", **facts)
    return list(target_names)


def _rows(
    table: Tally, shown: Array, names: list[str], complete: bool, zero_division: str | float
) -> tuple[list[Row], list[Row]]:
    """One row for each class, one for each average; support is the total in the latter."""
    every = ("precision", "recall", "f-score")

    def scores(average: str | None) -> tuple[Any, Any, Any, Any]:
        return scores_of(table, labels=shown, average=average, warn_for=every, zero_division=zero_division)

    precision, recall, f1, support = scores(None)
    rows: list[Row] = list(zip(names, precision, recall, f1, support, strict=False))
    heads = {
        "micro": "accuracy" if complete else "micro avg",
        "macro": "macro avg",
        "weighted": "weighted avg",
    }
    return rows, [(head, *scores(average)[:3], support.sum()) for average, head in heads.items()]


def _as_dict(rows: list[Row], averages: list[Row]) -> Report:
    report: dict[str, Any] = {
        name: dict(zip(HEADERS, map(float, values), strict=True)) for name, *values in rows + averages
    }
    if "accuracy" in report:
        report["accuracy"] = report["accuracy"]["precision"]
    return report


def _as_text(rows: list[Row], averages: list[Row], digits: int) -> str:
    width = max(*(len(row[0]) for row in rows), len("weighted avg"), digits)
    lines = [f"{'':>{width}s} " + "".join(f" {head:>9}" for head in HEADERS), ""]
    lines += [_line(row, width, digits) for row in rows]
    lines += ["", *(_line(row, width, digits) for row in averages), ""]
    return "\n".join(lines)


def _line(row: Row, width: int, digits: int) -> str:
    name, *scores, support = row
    cells = [f" {score:>9.{digits}f}" for score in scores]
    if name == "accuracy":
        cells[:2] = [f" {'':>9}"] * 2
    return f"{name:>{width}s} " + "".join(cells) + f" {support:>9}"
