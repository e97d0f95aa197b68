"""Using a trained model on a table of any size, block by block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from fenlei.errors import ModelFileError, UsageError, wording
from fenlei.model_file import Model, load_model
from fenlei.study.source import TableSource, open_for
from fenlei.table.reading import read_blocks
from fenlei.table.table import Table
from fenlei.table.values import plain


def load_table_model(path: str | PathLike[str]) -> Model:
    """The model of a file; it must take tables, as those of `compare` and `train` do.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from fenlei.model_file import save_model
    >>> from fenlei.study import load_table_model, train
    >>> with TemporaryDirectory() as folder:
    ...     save_model(train("iris", "lda"), Path(folder) / "lda.fenlei")
    ...     load_table_model(Path(folder) / "lda.fenlei").classes_.tolist()
    ['setosa', 'versicolor', 'virginica']
    """
    model = load_model(path)
    if not isinstance(model, Model) or model.schema is None:
        raise ModelFileError("study.bare_model", path=str(path))
    return model


def predict_blocks(
    model: Model,
    source: TableSource,
    *,
    proba: bool = False,
    interval: float | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
    unseen: dict[str, UnseenCategories] | None = None,
) -> Iterator[pa.Table]:
    """The rows of `source` as they came, with the column `prediction` appended.

    With `proba`, columns `probability_<class>` follow; with `interval`, the level of prediction intervals,
    the columns `prediction_low` and `prediction_high`. Where a column of such a name exists already, the
    new one is called `prediction_2` and so on. Categories that the model has not seen are taken as missing; a
    dict `unseen` receives their number by column.

    Examples
    --------
    >>> from fenlei.study import predict_blocks, train
    >>> (rows,) = predict_blocks(train("iris", "lda"), "iris")
    >>> rows.column_names[-1], rows.num_rows
    ('prediction', 150)
    """
    assert model.schema is not None
    if not hasattr(model.estimator, "predict"):
        raise UsageError("study.no_predict", model=type(model.estimator).__name__)
    if proba and not hasattr(model, "predict_proba"):
        raise UsageError("study.no_proba", model=type(model.estimator).__name__)
    check_interval(model, interval)
    opened = open_for(model.schema, source, lang)
    for block in read_blocks(opened, model.schema, encoding=encoding, delimiter=delimiter):
        if unseen is not None:
            count_unseen(block, unseen)
        columns: dict[str, Any] = {"prediction": one_type(model.predict(block))}
        if proba:
            shares = model.predict_proba(block).T
            classes = getattr(model.estimator, "classes_", np.arange(len(shares)))  # of a mixture, components
            names = [f"probability_{label}" for label in classes.tolist()]
            columns |= dict(zip(names, shares, strict=True))
        if interval is not None:
            low, high = model.predict_interval(block, interval).T
            columns |= {"prediction_low": low, "prediction_high": high}
        rows = block.raw
        for name, values in columns.items():
            rows = rows.append_column(unused(name, rows.column_names), pa.array(values))
        yield rows


def check_interval(model: Model, level: float | None) -> None:
    """Refuse a level that is no share, or of a model without intervals."""
    if level is None:
        return
    if not 0.0 < level < 1.0:
        raise UsageError("intervals.level", value=level)
    if not hasattr(model, "predict_interval"):
        key = "intervals.classes" if hasattr(model.estimator, "classes_") else "intervals.none"
        raise UsageError(key, model=type(model.estimator).__name__)


class UnseenCategories(NamedTuple):
    """Values of a column that are no category of the schema, or not written in its form."""

    rows: int
    first: str
    form: str = ""


def count_unseen(block: Table, found: dict[str, UnseenCategories]) -> None:
    """Add the values of a block whose category, or way to write a number, its schema does not know."""
    for column in block.schema.features:
        if column.kind not in ("nominal", "ordinal") and not column.form:
            continue
        name = column.source or column.name
        form = block.schema.named(name).form
        if column.source and (column.form != "days" or not form):
            continue  # each date is counted once, and one that is not text can be no other
        given = plain(block.raw[name], name, block.schema.missing)
        lost = pc.and_(pc.is_valid(given), pc.is_null(block.arrow[column.name]))
        if count := pc.sum(lost).as_py():
            before = found.get(name)
            first = before.first if before else str(given.filter(lost)[0].as_py())
            found[name] = UnseenCategories(count + (before.rows if before else 0), first, form)


def unseen_notes(found: Mapping[str, UnseenCategories], lang: str) -> list[str]:
    """One sentence for each column."""
    notes = []
    for name, each in found.items():
        facts = {"column": name, "count": each.rows, "value": each.first}
        own = wording("study.unread", lang, form=each.form, **facts) if each.form else None
        notes.append(own or wording("study.unseen", lang, **facts))
    return notes


def one_type(labels: NDArray[np.generic]) -> NDArray[np.generic]:
    """Labels that Arrow takes as one column: text if they are of several types, as with a reject label."""
    return labels.astype(str) if labels.dtype == object else labels


def unused(name: str, taken: Iterable[str]) -> str:
    """`name`, or the first of name_2, name_3, ... that is not taken.

    Examples
    --------
    >>> unused("prediction", ["id", "prediction"])
    'prediction_2'
    """
    names, number, candidate = set(taken), 1, name
    while candidate in names:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
