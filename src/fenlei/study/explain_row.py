"""The working of a trained model: of one row of a table of any size, of its fit, or of its scores."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import DataError
from fenlei.explanation.one_row import explain
from fenlei.explanation.one_score import explain_score
from fenlei.explanation.whole_fit import explain_fit
from fenlei.explanation.working import Working
from fenlei.model_file import Model
from fenlei.study.evaluation import target_column
from fenlei.study.regression import predicts_numbers
from fenlei.study.source import TableSource, open_for
from fenlei.table.reading import conform, read_blocks
from fenlei.table.table import Table


def explain_trained(
    what: str, model: Model, source: TableSource, *, row: int = 1, node: int | None = None, **options: Any
) -> Working:
    """Explain a "prediction", the "fit" or the "score" of a model; `options`: encoding, delimiter, lang."""
    if what == "fit":
        return explain_training(model, source, node=node, **options)
    return (
        explain_evaluation(model, source, **options)
        if what == "score"
        else explain_row(model, source, row, **options)
    )


def explain_row(
    model: Model,
    source: TableSource,
    row: int,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> Working:
    """Explain the prediction of row number `row`, counted from 1; the header is not counted."""
    assert model.schema is not None
    opened, passed = open_for(model.schema, source, lang), 0
    for block in read_blocks(opened, model.schema, encoding=encoding, delimiter=delimiter):
        if passed < row <= passed + block.n_rows:
            return explain(model, block, row - passed - 1, lang=lang)
        passed += block.n_rows
    raise DataError("explain.row", row=row, rows=passed, first=1)


def explain_training(
    model: Model,
    source: TableSource,
    *,
    node: int | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> Working:
    """Explain the fit of a model to the rows of `source`, which are its training rows."""
    assert model.schema is not None
    opened = open_for(model.schema, source, lang)
    table = conform(opened, model.schema, encoding=encoding, delimiter=delimiter)
    return explain_fit(model, table, node=node, lang=lang)


def explain_evaluation(
    model: Model,
    source: TableSource,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> Working:
    """Explain the scores of a model on the labelled rows of `source`; rows without a label are left out."""
    assert model.schema is not None
    column = target_column(model).name
    opened = open_for(model.schema, source, lang)
    parts = []
    for block in read_blocks(opened, model.schema, encoding=encoding, delimiter=delimiter):
        if not block.has_target:
            raise DataError("table.no_target", column=column)
        labelled = block.labelled()
        if labelled.n_rows:
            parts.append((labelled.labels(), *_answers(model, labelled)))
    if not parts:
        raise DataError("study.no_label", column=column, rows=0)
    y, predicted, shares = (np.concatenate(each) for each in zip(*parts, strict=True))
    return _of_answers(model, y, predicted, shares, lang)


def _answers(model: Model, rows: Table) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    """Predictions (n,), and probabilities (n, K), decision values (n, 1) of two classes or nothing (n, 0)."""
    predicted = np.asarray(model.predict(rows))
    if hasattr(model, "predict_proba"):
        return predicted, np.asarray(model.predict_proba(rows))
    if hasattr(model, "decision_function") and len(model.classes_) == 2:
        return predicted, np.asarray(model.decision_function(rows)).reshape(-1, 1)
    return predicted, np.empty((len(predicted), 0))


def _of_answers(
    model: Model,
    y: NDArray[np.generic],
    predicted: NDArray[np.generic],
    shares: NDArray[np.generic],
    lang: str,
) -> Working:
    """Of a regression by its numbers; of a classifier by probabilities if they are what it decides by."""
    name = type(model.estimator).__name__
    if predicts_numbers(model):
        return explain_score(y, predicted, kind="numbers", model=name, lang=lang)
    classes = model.classes_
    known, two = bool(np.isin(y, classes).all()), len(classes) == 2 and len(np.unique(y)) == 2
    decides = shares.shape[1] > 1 and np.array_equal(predicted, classes[shares.argmax(axis=1)])
    if known and decides:
        return explain_score(y, shares, labels=classes, model=name, lang=lang)
    scores = shares[:, -1] if known and two and shares.shape[1] else None
    labels = classes if known and len(classes) == 2 else None
    return explain_score(y, predicted, kind="labels", labels=labels, scores=scores, model=name, lang=lang)
