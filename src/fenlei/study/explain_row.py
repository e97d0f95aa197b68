"""The working of a trained model: of one row of a table of any size, or of its fit."""

from __future__ import annotations

from fenlei.errors import DataError
from fenlei.explanation.one_row import explain
from fenlei.explanation.whole_fit import explain_fit
from fenlei.explanation.working import Working
from fenlei.model_file import Model
from fenlei.study.source import TableSource, open_for
from fenlei.table.reading import conform, read_blocks


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
