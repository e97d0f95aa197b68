"""Columns after those of the features: terms or scores of texts, then means by category.

Scores and statistics are scaled as numeric columns are: the scaling, learnt from their out-of-fold values, is
put into their weights and means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fenlei.errors import DataError
from fenlei.messages import phrase
from fenlei.records import refuse_record
from fenlei.table.coding import encode_labels
from fenlei.table.features.columns import ColumnLayout, PreparationModel
from fenlei.table.features.target_statistics import (
    StatisticModel,
    check_statistics,
    learn_statistics,
    statistics_of,
)
from fenlei.table.features.text_columns import (
    TargetValues,
    TextModel,
    check_text_model,
    learn_texts,
    scores_of,
    terms_of,
)

MANY_ZEROS, FEW_VALUES = 0.6, 1 / 3  # of one-hot and text cells; of all cells, that are stored
Floats = NDArray[np.float64]
Scaler = Callable[[Floats], tuple[float, float]]  # what is subtracted from a column, and what divides it


class SourceColumns(NamedTuple):
    """The rows of text columns, and of columns of many categories."""

    counts: tuple[csr_matrix, ...]  # (n, terms) of each text column
    codes: Floats  # (n, s)
    sizes: list[int]  # (s,) categories


def target_of(y: object, kind: str, w: Floats | None) -> TargetValues:
    """What is to be predicted, the "classes" or "numbers" y (n,)."""
    if y is None:
        raise DataError("table.needs_y")
    y = np.asarray(y)
    w = np.ones(len(y)) if w is None else w
    if kind == "numbers":
        numbers = y.astype(np.float64)
        fifths = np.argsort(np.argsort(numbers, kind="stable"), kind="stable") * 5 // len(numbers)
        return TargetValues(numbers[:, None], fifths, w)
    classes, codes = encode_labels(y)
    Y = np.eye(len(classes))[codes]
    return TargetValues(Y[:, 1:] if len(classes) == 2 else Y, codes, w)


def learn_appended(
    given: SourceColumns, texts: str | None, target: TargetValues | None, scaler: Scaler
) -> tuple[TextModel | None, StatisticModel | None, list[Floats]]:
    """The models, and the out-of-fold scores and statistics of the rows that they are learnt from."""
    text_model = statistics = None
    out: list[Floats] = []
    if given.counts and texts is not None:
        text_model, scores = learn_texts(given.counts, target if texts == "scores" else None)
        if scores:
            shift, scale = _scaling(scores, scaler)
            of_term = np.repeat(scale, np.diff(text_model.offsets), axis=0)
            text_model = text_model._replace(
                weights=text_model.weights / of_term, intercept=(text_model.intercept - shift) / scale
            )
            out += [(each - a) / b for each, a, b in zip(scores, shift, scale, strict=True)]
    if given.sizes and target is not None:
        statistics, shares = learn_statistics(given.codes, given.sizes, target)
        shift, scale = _scaling(shares, scaler)
        below, above = (np.repeat(each, given.sizes, axis=0) for each in (shift, scale))
        statistics = StatisticModel((statistics.means - below) / above, (statistics.overall - shift) / scale)
        out += [(each - a) / b for each, a, b in zip(shares, shift, scale, strict=True)]
    return text_model, statistics, out


def _scaling(blocks: list[Floats], scaler: Scaler) -> tuple[Floats, Floats]:
    """What is subtracted from each column of each block, and what divides it: (blocks, S) each."""
    both = np.array([[scaler(column) for column in block.T] for block in blocks])
    return both[:, :, 0], both[:, :, 1]


def appended_columns(given: SourceColumns, model: PreparationModel) -> list[csr_matrix | Floats]:
    """Blocks (n, columns) of the rows."""
    blocks: list[csr_matrix | Floats] = []
    if model.texts is not None:
        has_scores = model.texts.intercept.size > 0
        blocks += (scores_of if has_scores else terms_of)(given.counts, model.texts)
    if model.statistics is not None:
        blocks += statistics_of(given.codes, given.sizes, model.statistics)
    return blocks


def appended_names(
    model: PreparationModel, texts: Sequence[tuple[str, Sequence[str]]], many: Sequence[str]
) -> list[str]:
    """Names of these columns: of texts with their terms, then of columns of many categories."""
    out: list[str] = []
    if (found := model.texts) is not None:
        spans = zip(texts, found.offsets[:-1], found.offsets[1:], strict=True)
        for (name, terms), start, stop in spans:
            scores = [f"{name}.score{k}" for k in range(1, found.intercept.shape[1] + 1)]
            out += scores or [f"{name}: {terms[term]}" for term in found.terms[start:stop]]
    if model.statistics is not None:
        out += [f"{name}.mean{k}" for name in many for k in range(1, model.statistics.means.shape[1] + 1)]
    return out


def sources_made(model: PreparationModel, layout: ColumnLayout, many: Sequence[int]) -> list[int]:
    """Of each prepared column, the feature that it is made of; text t counts as feature p + t."""
    _, widths, _ = layout.starts(model)
    p = len(widths)
    out = np.repeat(np.arange(p), widths).tolist() + np.flatnonzero(model.indicator).tolist()
    if (found := model.texts) is not None:
        scores = found.intercept.shape[1]
        out += [p + t for t, terms in enumerate(np.diff(found.offsets)) for _ in range(scores or terms)]
    if model.statistics is not None:
        out += [j for j in many for _ in range(model.statistics.means.shape[1])]
    return out


def has_sparse_rows(model: PreparationModel, wanted: bool | None) -> bool:
    """Whether prepared rows are CSR: `wanted` True where it pays, None where there are terms."""
    terms = 0 if model.texts is None or model.texts.intercept.size else len(model.texts.terms)
    if wanted is not True:
        return wanted is None and terms > 0
    cells, columns = int(model.n_categories.sum()) + terms, int((model.n_categories > 0).sum())
    stored = len(model.fill) + (0 if model.statistics is None else model.statistics.overall.size)
    pays = stored < FEW_VALUES * (cells + stored - columns)
    return terms > 0 or (pays and cells - columns > MANY_ZEROS * cells)


def check_appended(model: PreparationModel, texts: list[int], many: list[int], has_scores: bool) -> None:
    """Refuse records from a model file that do not fit so many terms, and categories, of each column."""
    for name, part, sizes in (("texts", model.texts, texts), ("statistics", model.statistics, many)):
        if (part is None) != (not sizes):
            raise refuse_record(name, phrase("record.none"), phrase("record.columns", count=len(sizes)))
    if model.texts is not None:
        check_text_model(model.texts, texts, has_scores)
    if model.statistics is not None:
        check_statistics(model.statistics, many)
