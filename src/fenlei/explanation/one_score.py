"""From true values and answers to the working of the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.evaluate.confusion import tally
from fenlei.evaluate.precision_recall import f1_score
from fenlei.evaluate.regression import r2_score, root_mean_squared_error
from fenlei.evaluate.thresholds.areas import average_precision_score, roc_auc_score
from fenlei.explanation.score import classes, numbers, thresholds
from fenlei.explanation.score.labels import LabelPairs, label_steps
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Working, WorkingStep, shown
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike

KINDS = ("labels", "scores", "probabilities", "numbers")


def explain_score(
    y: ArrayLike,
    answers: ArrayLike,
    *,
    kind: str | None = None,
    labels: ArrayLike | None = None,
    scores: ArrayLike | None = None,
    model: str = "",
    lang: str = "en",
) -> Working:
    """The working of the scores of answers: from counts, sorted scores or residuals to each number.

    Parameters
    ----------
    y : array-like of shape (n,)
        True labels or numbers.
    answers : array-like of shape (n,) or (n, K)
        Predicted labels; or scores of the second of two classes; or probabilities of the classes; or
        predicted numbers.
    kind : {"labels", "scores", "probabilities", "numbers"}, optional
        What the answers are. By default (n, K) are probabilities, labels are those that occur in y, other
        numbers are scores if y has two labels that are not fractions, and predicted numbers otherwise.
    labels : array-like of shape (K,), optional
        The classes, in the order of the columns of probabilities; of two, the second is the positive one.
        By default those that occur in y, ascending.
    scores : array-like of shape (n,), optional
        Beside predicted labels of two classes, scores of the second, whose curves are shown too.
    model : str, optional
        Name of the model that answered.
    lang : {"en", "zh"}, default="en"

    Returns
    -------
    Working

    Examples
    --------
    >>> from fenlei.explanation import explain_score
    >>> working = explain_score([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    >>> [step.title for step in working.steps]
    ['Confusion matrix', 'Accuracy, and how sure it is', 'Precision, recall and F₁']
    >>> working.conclusion
    'Of 5 rows, 3 are right: accuracy 0.6, F₁ 0.666667.'
    >>> explain_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).conclusion
    'The area under the ROC curve is 0.75, the average precision 0.833333.'
    """
    y, answers = np.asarray(y), np.asarray(answers)
    if len(y) == 0 or y.ndim != 1 or answers.ndim not in (1, 2) or len(answers) != len(y):
        raise DataError("explain.score_shapes", y=y.shape, answers=answers.shape)
    known = np.unique(y) if labels is None else np.asarray(labels)
    found = _kind_of(y, answers, known) if kind is None else kind
    if found not in KINDS:
        raise UsageError("explain.score_kind", kind=kind)
    terms = ModelTerms((), (), tuple(map(str, known.tolist())), lang)
    steps, conclusion = _BY_KIND[found](y, answers, known, terms)
    if scores is not None:
        steps, conclusion = _with_curves(
            steps, conclusion, _of_scores(y, np.asarray(scores), known, terms), lang
        )
    return Working(model, "score", tuple(steps), conclusion, lang, head=terms.say("head.score", n=len(y)))


def _kind_of(y: Array, answers: Array, known: Array) -> str:
    if answers.ndim == 2:
        return "probabilities"
    fractions = y.dtype.kind == "f" and not np.all(y == np.round(y))
    if fractions or (answers.dtype.kind == "f" and len(known) > 2 and not np.isin(answers, known).all()):
        return "numbers"
    if answers.dtype.kind == "f" and not np.isin(answers, known).all():
        return "scores"
    return "labels"


Found = tuple[list[WorkingStep], str]


def _of_labels(y: Array, answers: Array, known: Array, terms: ModelTerms) -> Found:
    pairs = LabelPairs(y, answers, tally(y, answers))
    binary = len(pairs.table.classes) == 2
    positive = int(np.searchsorted(pairs.table.classes, known[-1])) if binary and len(known) == 2 else None
    averaging: dict[str, Any] = {"average": "macro"}
    if positive is not None:
        averaging = {"average": "binary", "pos_label": pairs.table.classes[positive]}
    f1 = float(f1_score(y, answers, zero_division=0.0, **averaging))
    right, n = int(pairs.tp.sum()), len(y)
    facts = {"right": right, "n": n, "accuracy": shown(right / n), "f1": shown(f1)}
    return label_steps(pairs, positive, terms), terms.say("score_of_labels", **facts)


def _of_scores(y: Array, answers: Array, known: Array, terms: ModelTerms) -> Found:
    scores = np.asarray(answers, dtype=float)
    if len(known) != 2 or len(np.unique(y)) != 2:
        raise DataError("explain.score_classes", K=len(np.unique(y)))
    if not np.isfinite(scores).all():
        raise DataError("explain.score_finite")
    positive = y == known[-1]
    areas = float(roc_auc_score(positive, scores)), float(average_precision_score(positive, scores))
    facts = dict(zip(("auc", "ap"), map(shown, areas), strict=True))
    return thresholds.steps(positive, scores, terms), terms.say("score_of_areas", **facts)


def _of_probabilities(y: Array, answers: Array, known: Array, terms: ModelTerms) -> Found:
    probabilities = np.asarray(answers, dtype=float)
    if not np.isfinite(probabilities).all():
        raise DataError("explain.score_finite")
    codes = np.searchsorted(known, y)
    if probabilities.shape[1] != len(known) or not np.array_equal(
        known[np.minimum(codes, len(known) - 1)], y
    ):
        raise DataError("explain.score_columns", columns=probabilities.shape[1], K=len(known))
    steps, conclusion = _of_labels(y, known[probabilities.argmax(axis=1)], known, terms)
    steps += classes.steps(codes, probabilities, terms)
    if len(known) != 2 or len(np.unique(codes)) != 2:
        return steps, conclusion
    return _with_curves(steps, conclusion, _of_scores(y, probabilities[:, 1], known, terms), terms.lang)


def _with_curves(steps: list[WorkingStep], conclusion: str, curves: Found, lang: str) -> Found:
    more, other = curves
    return [*steps, *more], f"{conclusion} {other}" if lang == "en" else conclusion + other


def _of_numbers(y: Array, answers: Array, known: Array, terms: ModelTerms) -> Found:
    y, predicted = np.asarray(y, dtype=float), np.asarray(answers, dtype=float)
    if not (np.isfinite(y).all() and np.isfinite(predicted).all()):
        raise DataError("explain.score_finite")
    rmse, r2 = float(root_mean_squared_error(y, predicted)), float(r2_score(y, predicted))
    return numbers.steps(y, predicted, terms), terms.say("score_of_numbers", rmse=shown(rmse), r2=shown(r2))


_BY_KIND = dict(zip(KINDS, (_of_labels, _of_scores, _of_probabilities, _of_numbers), strict=True))
