"""Curves: ROC, precision-recall, calibration, convergence, learning, validation, scree and elbow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei import evaluate
from fenlei.annotations import ArrayLike
from fenlei.kernels import Array
from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_fonts
def roc(
    y: ArrayLike,
    score: ArrayLike,
    *,
    label: str = "",
    ax: Axes | None = None,
    lang: str = "en",
    **options: Any,
) -> Axes:
    """ROC curve of scores (n,) for labels y (n,); `options` go to `evaluate.roc_curve`.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.roc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], label="model")
    >>> ax.get_title(), [line.get_label() for line in ax.lines]
    ('ROC curve', ['chance', 'model AUC = 0.750'])
    """
    fpr, tpr, _ = evaluate.roc_curve(y, score, **options)
    new = ax is None
    ax = axes(ax, "roc", lang, "fpr", "tpr", [label])
    if new:
        ax.plot([0, 1], [0, 1], "--", color="grey", linewidth=0.8, label=text("chance", lang))
    ax.plot(fpr, tpr, label=f"{label} AUC = {evaluate.auc(fpr, tpr):.3f}".strip())
    ax.legend(loc="lower right")
    return ax


@own_fonts
def precision_recall(
    y: ArrayLike,
    score: ArrayLike,
    *,
    label: str = "",
    ax: Axes | None = None,
    lang: str = "en",
    **options: Any,
) -> Axes:
    """Precision-recall curve of scores (n,); `options` go to `evaluate.precision_recall_curve`.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.precision_recall([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ax.get_xlabel(), ax.get_ylabel(), ax.lines[0].get_label()
    ('recall', 'precision', 'AP = 0.833')
    """
    precision, recall, _ = evaluate.precision_recall_curve(y, score, **options)
    area = float(-np.sum(np.diff(recall) * precision[:-1]))
    ax = axes(ax, "pr", lang, "recall", "precision", [label])
    ax.step(recall, precision, where="post", label=f"{label} AP = {area:.3f}".strip())
    ax.set_ylim(0.0, 1.03)
    ax.legend(loc="lower left")
    return ax


@own_fonts
def calibration(
    y: ArrayLike,
    probability: Any,
    *,
    n_bins: int = 10,
    label: str = "",
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Share of positive rows by predicted probability (n,), in bins.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.calibration([0, 0, 1, 1], [0.1, 0.3, 0.6, 0.9], n_bins=2)
    >>> ax.get_title(), ax.lines[1].get_xydata().round(2).tolist()
    ('Calibration', [[0.2, 0.0], [0.75, 1.0]])
    """
    observed, predicted = evaluate.calibration_curve(y, probability, n_bins=n_bins)
    new = ax is None
    ax = axes(ax, "calibration", lang, "predicted_probability", "observed", [label])
    if new:
        ax.plot([0, 1], [0, 1], "--", color="grey", linewidth=0.8, label=text("perfect", lang))
    ax.plot(predicted, observed, "o-", label=label or None)
    ax.legend(loc="upper left")
    return ax


@own_fonts
def convergence(history: Any, *, label: str = "", ax: Axes | None = None, lang: str = "en") -> Axes:
    """Objective, or anything else, at each iteration: (T,) or (T, q), one line per column.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.convergence([3.0, 1.5, 1.1, 1.0])
    >>> ax.get_xlabel(), ax.lines[0].get_xydata().tolist()
    ('iteration', [[0.0, 3.0], [1.0, 1.5], [2.0, 1.1], [3.0, 1.0]])
    """
    history = np.asarray(history, dtype=np.float64)
    ax = axes(ax, "convergence", lang, "iteration", "objective", [label])
    ax.plot(np.arange(len(history)), history, ".-", label=label or None)
    return ax


@own_fonts
def learning_curve(
    sizes: Any, train_scores: ArrayLike, test_scores: ArrayLike, *, ax: Axes | None = None, lang: str = "en"
) -> Axes:
    """Scores (s, folds) by number of training rows (s,), as scikit-learn's `learning_curve` gives them.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.learning_curve([50, 100], [[0.99, 0.97], [0.96, 0.96]], [[0.80, 0.84], [0.90, 0.92]])
    >>> [line.get_label() for line in ax.lines], ax.lines[1].get_ydata().round(2).tolist()
    (['training', 'validation'], [0.82, 0.91])
    """
    ax = axes(ax, "learning", lang, "rows", "score")
    return _two_bands(ax, np.asarray(sizes), train_scores, test_scores, lang)


@own_fonts
def validation_curve(
    values: ArrayLike,
    train_scores: ArrayLike,
    test_scores: ArrayLike,
    *,
    name: str = "",
    logarithmic: bool = False,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Scores (s, folds) by the value of a parameter (s,).

    Examples
    --------
    >>> from fenlei import plot
    >>> train, test = [0.8, 0.9, 0.95], [0.7, 0.85, 0.8]
    >>> ax = plot.validation_curve([0.1, 1, 10], train, test, name="C", logarithmic=True)
    >>> ax.get_xlabel(), ax.get_xscale(), len(ax.lines)
    ('C', 'log', 2)
    """
    ax = axes(ax, "validation", lang, "parameter", "score", [name])
    if name:
        ax.set_xlabel(name)
    if logarithmic:
        ax.set_xscale("log")
    return _two_bands(ax, np.asarray(values), train_scores, test_scores, lang)


def _two_bands(ax: Axes, x: Array, train: Any, test: Any, lang: str) -> Axes:
    """Mean and standard deviation over the folds, of training and validation scores."""
    for k, (key, scores) in enumerate((("training", train), ("testing", test))):
        scores = np.asarray(scores, dtype=np.float64).reshape(len(x), -1)
        mean, spread = scores.mean(axis=1), scores.std(axis=1)
        ax.plot(x, mean, "o-", color=colour(k), label=text(key, lang))
        ax.fill_between(x, mean - spread, mean + spread, color=colour(k), alpha=0.15)
    ax.legend(loc="best")
    return ax


@own_fonts
def scree(ratios: Any, *, ax: Axes | None = None, lang: str = "en") -> Axes:
    """Shares of the variance (d,), each and cumulative.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.scree([0.6, 0.3, 0.1])
    >>> len(ax.patches), ax.lines[0].get_ydata().round(2).tolist()
    (3, [0.6, 0.9, 1.0])
    """
    ratios = np.asarray(ratios, dtype=np.float64)
    ax = axes(ax, "scree", lang, "component", "share")
    positions = np.arange(1, len(ratios) + 1)
    ax.bar(positions, ratios, color=colour(0), alpha=0.6)
    ax.plot(positions, np.cumsum(ratios), "o-", color=colour(1), label=text("cumulative", lang))
    ax.set_xticks(positions if len(positions) <= 20 else positions[:: len(positions) // 10])
    ax.legend(loc="center right")
    return ax


@own_fonts
def elbow(counts: ArrayLike, inertia: Any, *, ax: Axes | None = None, lang: str = "en") -> Axes:
    """Within-cluster sum of squares by number of clusters.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.elbow([1, 2, 3], [9.0, 2.5, 2.0])
    >>> ax.get_xlabel(), ax.lines[0].get_xydata().tolist()
    ('number of clusters', [[1.0, 9.0], [2.0, 2.5], [3.0, 2.0]])
    """
    ax = axes(ax, "elbow", lang, "clusters", "inertia")
    ax.plot(np.asarray(counts), np.asarray(inertia), "o-")
    return ax
