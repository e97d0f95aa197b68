"""How well a trained model does on a labelled table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.calibration.calibrated import CalibratedClassifier
from fenlei.ensemble.calibration.record import decided_for
from fenlei.errors import DataError, ModelFileError, UsageError, wording
from fenlei.evaluate.confusion import Tally
from fenlei.evaluate.intervals import wilson
from fenlei.evaluate.precision_recall import scores_of
from fenlei.messages import listed
from fenlei.model_file import Model
from fenlei.registry import entry_of
from fenlei.stats.confusion import summarise
from fenlei.study.decisions import DecisionFacts, decision_facts
from fenlei.study.facts.schema import Scores
from fenlei.study.facts.scores import ClassScores, class_scores, headline
from fenlei.study.regression import predicts_numbers, regression_facts
from fenlei.study.source import TableSource, open_for, source_name
from fenlei.table.formats.local_files import is_standard_input
from fenlei.table.reading import read_blocks
from fenlei.table.schema import Column, Schema
from fenlei.table.table import Table

LEVEL = 0.95


class AccuracyInterval(TypedDict):
    """Wilson's interval of the accuracy."""

    level: float
    low: float
    high: float


class EvaluatedData(TypedDict):
    """The labelled rows."""

    source: str
    rows: int
    target: str


class PerClassScores(TypedDict):
    """Scores of one class, and its number of rows."""

    precision: float
    recall: float
    f1: float
    rows: int


class EvaluationFacts(TypedDict):
    """How well a model does on labelled rows, as plain data."""

    format: int
    data: EvaluatedData
    model: dict[str, object]
    classes: list[str]
    scores: Scores
    accuracy_interval: AccuracyInterval
    per_class: list[PerClassScores]
    confusion: list[list[int]]
    decisions: DecisionFacts | None
    notes: list[str]


class Predicted(NamedTuple):
    """True and predicted classes of the rows that have a label."""

    classes: list[Any]  # (K,) the model's, then those that only the data has
    codes: NDArray[np.int64]  # (n,)
    scores: ClassScores  # (n, K)
    decided: NDArray[np.int64]  # (n,) classes
    unlabelled: int  # rows left out


def evaluate_model(
    model: Model,
    source: TableSource,
    target: str | None = None,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> EvaluationFacts:
    """Scores, scores of each class and confusion of a classifier on labelled rows, as plain data.

    For a regression, the mean squared error, its root, the mean absolute error and R².

    Parameters
    ----------
    model : Model
        As `train` or `load_model` give it.
    source, encoding, delimiter, lang
        As in `compare`.
    target : str, optional
        The column with the true classes or numbers; default: the one the model was trained on.

    Returns
    -------
    EvaluationFacts
        A dict; `RegressionFacts` for a regression. A class that the model does not know is one that it never
        predicts. Rows without a label are left out. Notes tell how many.

    Examples
    --------
    >>> from fenlei.study import evaluate_model, train
    >>> evaluate_model(train("iris", "lda"), "iris")["scores"]["accuracy"]
    0.98
    """
    column = target_column(model, target)
    assert model.schema is not None
    opened = open_for(model.schema, source, lang)
    blocks = partial(read_blocks, opened, encoding=encoding, delimiter=delimiter)
    if predicts_numbers(model):
        facts = regression_facts(model, blocks, source_name(source), column, lang)
        return cast("EvaluationFacts", facts)
    found = predicted_classes(model, column, blocks)
    predicted = found.decided
    counts = summarise(found.codes, predicted, len(found.classes)).counts.astype(np.int64)
    correct = wilson(int(np.trace(counts)), len(found.codes), LEVEL)
    return {
        "format": 1,
        "data": {"source": source_name(source), "rows": len(found.codes), "target": column.name},
        "model": dict(model.facts),
        "classes": [str(label) for label in found.classes],
        "scores": headline(found.codes, found.scores, len(found.classes), predicted),
        "accuracy_interval": {"level": LEVEL, "low": correct.low, "high": correct.high},
        "per_class": _per_class(counts),
        "confusion": counts.tolist(),
        "decisions": decision_facts(model, found.codes, found.scores.values),
        "notes": [
            *_notes(found, len(model.classes_), lang),
            *trained_note(model, source, len(found.codes), lang),
        ],
    }


def _per_class(counts: NDArray[np.int64]) -> list[PerClassScores]:
    """Scores of each class from the confusion matrix (K, K)."""
    columns = scores_of(Tally(np.arange(len(counts)), counts), zero_division=0)
    return [
        {"precision": p, "recall": r, "f1": f, "rows": n}
        for p, r, f, n in zip(*(column.tolist() for column in columns), strict=True)
    ]


def target_column(model: Model, target: str | None = None) -> Column:
    """The target that the model was trained on, under another name if one is given."""
    entry = entry_of(model.estimator)
    if entry is not None and entry.kind not in ("classifier", "regressor"):
        raise UsageError("study.no_scores", model=type(model.estimator).__name__)
    if model.schema is None or model.schema.target is None:
        raise ModelFileError("study.no_labels")
    return replace(model.schema.target, name=target or model.schema.target.name)


def predicted_classes(model: Model, target: Column, blocks: Callable[[Schema], Iterator[Table]]) -> Predicted:
    """True and predicted classes of the rows that have a label."""
    assert model.schema is not None
    schema = replace(model.schema, target=target)
    labels: list[Any] = []
    shares, rows = [], 0
    for block in blocks(schema):
        if not block.has_target:
            raise DataError("table.no_target", column=target.name)
        labelled = block.labelled()
        labels += labelled.labels().tolist()
        if labelled.n_rows:
            shares.append(class_scores(model, labelled))
        rows += block.n_rows
    if not labels:
        raise DataError("study.no_label", column=target.name, rows=rows)
    known = model.classes_.tolist()
    classes = known + sorted(set(labels) - set(known))
    code_of = {label: code for code, label in enumerate(classes)}
    codes = np.array([code_of[label] for label in labels], dtype=np.int64)
    values = np.concatenate([scores.values for scores in shares])
    padded = np.pad(values, ((0, 0), (0, len(classes) - len(known))))
    scores, decided = ClassScores(padded, shares[0].are_probabilities), decided_codes(model, values)
    return Predicted(classes, codes, scores, decided, rows - len(labels))


def decided_codes(model: Model, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The class (n,) that a model decides for, given its scores (n, K): the first, or one that it prefers."""
    if not isinstance(model.estimator, CalibratedClassifier):
        return scores.argmax(axis=1)
    return decided_for(model.estimator.model_, scores)


def trained_note(model: Model, source: TableSource, rows: int, lang: str) -> list[str]:
    """A note if these are, by name and number, the rows that the model was trained on."""
    name = source_name(source)
    if is_standard_input(source) or model.facts.get("source") != name or model.facts.get("rows") != rows:
        return []
    return [wording("study.trained_rows", lang, source=name)]


def _notes(found: Predicted, known: int, lang: str) -> list[str]:
    notes = []
    if found.unlabelled:
        notes.append(wording("study.unlabelled", lang, count=found.unlabelled))
    unknown = found.classes[known:]
    if unknown:
        labels = listed(*unknown[:5])
        rows = int((found.codes >= known).sum())
        notes.append(wording("study.unknown_classes", lang, count=len(unknown), labels=labels, rows=rows))
    return notes
