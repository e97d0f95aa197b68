"""Curves: ROC, precision-recall, calibration, convergence, learning, validation, choice of k, scree, elbow.

Given an estimator, the curves of scores compute them by scikit-learn's functions of the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei import evaluate
from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from sklearn.base import BaseEstimator

    from fenlei.neighbors.choosing_k import ChoiceOfK


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
    probability: ArrayLike,
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
def convergence(history: ArrayLike, *, label: str = "", ax: Axes | None = None, lang: str = "en") -> Axes:
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
    sizes: ArrayLike | BaseEstimator,
    train_scores: MatrixLike | None = None,
    test_scores: ArrayLike | None = None,
    *,
    fractions: ArrayLike | None = None,
    cv: object = None,
    scoring: str | Callable[..., float] | None = None,
    training: bool = True,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Scores by number of training rows.

    Parameters
    ----------
    sizes : array (s,) or estimator
        Numbers of rows, with the scores given; or an estimator to be fitted, `learning_curve(model, X, y)`.
    train_scores, test_scores : array (s, folds) or (s,)
        As scikit-learn's `learning_curve` gives them, training scores None for none; after an estimator, the
        rows X (n, p) and their labels y (n,).
    fractions : array, optional
        With an estimator: shares of the rows, or their numbers; 0.1, 0.325, 0.55, 0.775 and 1 by default.
    cv, scoring : optional
        With an estimator, as in scikit-learn.
    training : bool, default=True
        With an estimator: whether to draw the scores on the training rows too.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.learning_curve([50, 100], [[0.99, 0.97], [0.96, 0.96]], [[0.80, 0.84], [0.90, 0.92]])
    >>> [line.get_label() for line in ax.lines], ax.lines[1].get_ydata().round(2).tolist()
    (['training', 'validation'], [0.82, 0.91])

    Given an estimator:

    >>> from fenlei import GaussianNB, load, plot
    >>> iris = load("iris")
    >>> ax = plot.learning_curve(GaussianNB(), iris.X, iris.y, fractions=[0.5, 1.0], cv=3)
    >>> ax.lines[1].get_xdata().tolist()
    [50, 100]
    """
    if hasattr(sizes, "fit"):
        _check_rows(sizes, train_scores, test_scores)
        from sklearn import model_selection

        steps = np.linspace(0.1, 1.0, 5) if fractions is None else np.asarray(fractions)
        found = model_selection.learning_curve(
            sizes, train_scores, test_scores, train_sizes=steps, cv=cv, scoring=scoring
        )
        sizes, train_scores, test_scores = found[:3]
        train_scores = train_scores if training else None
    ax = axes(ax, "learning", lang, "rows", "score")
    return _bands(ax, np.asarray(sizes), train_scores, test_scores, lang)


@own_fonts
def validation_curve(
    values: Iterable[object] | BaseEstimator | ChoiceOfK,
    train_scores: MatrixLike | None = None,
    test_scores: ArrayLike | None = None,
    *,
    name: str = "",
    logarithmic: bool = False,
    over: Iterable[object] | None = None,
    cv: object = None,
    scoring: str | Callable[..., float] | None = None,
    training: bool = True,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Scores by the value of a parameter.

    Parameters
    ----------
    values : array (s,), estimator or ChoiceOfK
        Values, with the scores given; or an estimator to be fitted,
        `validation_curve(model, X, y, name="C", over=[0.1, 1, 10])`; or what `choose_k` found.
    train_scores, test_scores : array (s, folds) or (s,)
        As scikit-learn's `validation_curve` gives them, training scores None for none; after an estimator,
        the rows X (n, p) and their labels y (n,).
    name : str
        The parameter, which names the axis; with an estimator it is needed.
    logarithmic : bool, default=False
        Whether the values are on a logarithmic axis.
    over : sequence, optional
        With an estimator: the values to try.
    cv, scoring : optional
        With an estimator, as in scikit-learn.
    training : bool, default=True
        With an estimator: whether to draw the scores on the training rows too.

    Examples
    --------
    >>> from fenlei import plot
    >>> train, test = [0.8, 0.9, 0.95], [0.7, 0.85, 0.8]
    >>> ax = plot.validation_curve([0.1, 1, 10], train, test, name="C", logarithmic=True)
    >>> ax.get_xlabel(), ax.get_xscale(), len(ax.lines)
    ('C', 'log', 2)

    Given an estimator:

    >>> from fenlei import KNeighborsClassifier, load, plot
    >>> iris = load("iris")
    >>> model, ks = KNeighborsClassifier(), [1, 5, 9]
    >>> ax = plot.validation_curve(model, iris.X, iris.y, name="n_neighbors", over=ks, cv=5)
    >>> ax.get_xlabel(), ax.lines[1].get_ydata().round(3).tolist()
    ('n_neighbors', [0.96, 0.973, 0.973])
    """
    if hasattr(values, "fold_accuracy"):
        return choice_of_k(values, ax=ax, lang=lang)
    if hasattr(values, "fit"):
        _check_rows(values, train_scores, test_scores)
        from sklearn import model_selection

        tried = [] if over is None else list(over)
        if not name or not tried:
            raise UsageError("plot.parameter", name=name, values=tried)
        train_scores, test_scores = model_selection.validation_curve(
            values, train_scores, test_scores, param_name=name, param_range=tried, cv=cv, scoring=scoring
        )
        values, train_scores = tried, train_scores if training else None
    ax = axes(ax, "validation", lang, "parameter", "score", [name])
    if name:
        ax.set_xlabel(name)
    if logarithmic:
        ax.set_xscale("log")
    return _bands(ax, _positions(ax, values), train_scores, test_scores, lang)


@own_fonts
def choice_of_k(
    choice: Any,
    X: MatrixLike | None = None,
    y: Any = None,
    *,
    ks: Iterable[int] = range(1, 10),
    cv: object = None,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Accuracy of the k nearest neighbours by k, the best k marked (source 000, figures 3-10 and 3-11).

    Parameters
    ----------
    choice : ChoiceOfK or KNeighborsClassifier
        What `fenlei.neighbors.choose_k` found; or the model, with X and y, to be tried with each of `ks`.
    X, y : array (n, p) and (n,), optional
        Rows and labels, with a model.
    ks, cv : optional
        As in `choose_k`.

    Examples
    --------
    >>> from fenlei import KNeighborsClassifier, load, plot
    >>> iris = load("iris")
    >>> ax = plot.choice_of_k(KNeighborsClassifier(), iris.X, iris.y, ks=[1, 3, 5, 7, 15])
    >>> ax.lines[0].get_xdata().tolist(), ax.get_title()
    ([1, 3, 5, 7, 15], 'Accuracy by k: best is 15')
    """
    if hasattr(choice, "fit"):
        _check_rows(choice, X, y)
        from fenlei.neighbors import choose_k

        choice = choose_k(choice, X, y, ks, cv)
    if not hasattr(choice, "fold_accuracy"):
        raise UsageError("plot.choice", type=type(choice).__name__)
    ax = axes(ax, "choice_of_k", lang, "number_of_neighbours", "accuracy")
    _band(ax, choice.k, choice.fold_accuracy, 0, text("accuracy", lang))
    ax.axvline(choice.best, color="grey", linestyle="--", linewidth=0.8)
    ax.set_title(f"{ax.get_title()}{text('best_is', lang)}{choice.best}")
    ax.set_xticks(choice.k if len(choice.k) <= 20 else choice.k[:: len(choice.k) // 10])
    return ax


def _check_rows(estimator: object, X: object, y: object) -> None:
    """Refuse an estimator without rows and labels."""
    if X is None or y is None:
        raise UsageError("plot.rows", estimator=type(estimator).__name__)


def _positions(ax: Axes, values: Iterable[object]) -> Array:
    """Where the values lie on the axis: they themselves, or one after another with their names."""
    values = list(values)
    if all(isinstance(value, int | float | np.number) and not isinstance(value, bool) for value in values):
        return np.asarray(values)
    positions = np.arange(len(values))
    ax.set_xticks(positions, [str(value) for value in values])
    return positions


def _bands(ax: Axes, x: Array, train: MatrixLike | None, test: MatrixLike | None, lang: str) -> Axes:
    """Mean and standard deviation over the folds, of training scores, if there are any, and of validation."""
    for k, (key, scores) in enumerate((("training", train), ("testing", test))):
        if scores is not None:
            _band(ax, x, scores, k, text(key, lang))
    if not ax.lines:
        raise UsageError("plot.no_scores")
    ax.legend(loc="best")
    return ax


def _band(ax: Axes, x: Array, scores: MatrixLike, position: int, label: str) -> None:
    scores = np.asarray(scores, dtype=np.float64)
    if scores.ndim not in (1, 2) or len(scores) != len(x) or not scores.size:
        raise UsageError("plot.scores", shape=scores.shape, values=len(x))
    scores = scores.reshape(len(x), -1)
    mean, spread = scores.mean(axis=1), scores.std(axis=1)
    ax.plot(x, mean, "o-", color=colour(position), label=label)
    if scores.shape[1] > 1:
        ax.fill_between(x, mean - spread, mean + spread, color=colour(position), alpha=0.15)


@own_fonts
def scree(ratios: ArrayLike, *, ax: Axes | None = None, lang: str = "en") -> Axes:
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
def elbow(counts: ArrayLike, inertia: ArrayLike, *, ax: Axes | None = None, lang: str = "en") -> Axes:
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
