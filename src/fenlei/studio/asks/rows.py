"""One row: its values, what a model predicts for it, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import choice, mapping, whole
from fenlei.studio.asks.tables import bars, shown
from fenlei.studio.facts import DeskFacts
from fenlei.table.reading import conform
from fenlei.table.schema import Schema
from fenlei.table.table import Table

MOST_FIELDS, MOST_CATEGORIES = 200, 60


def row_fields(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The values of a row by feature, each with what it can be: a range and a histogram, or categories."""
    table = facts.table
    row = whole(ask, "row", 1, table.n_rows, 1)
    fields = []
    for name in source_names(table.schema)[:MOST_FIELDS]:
        column = table.schema.named(name)
        values = table.arrow.column(name)
        counted = bars(values, column)
        fields.append(
            {
                "name": name,
                "kind": column.kind,
                "value": shown(values[row - 1].as_py()),
                "categories": list((column.categories or ())[:MOST_CATEGORIES]),
                "bars": counted,
                "range": _range(values) if column.kind == "numeric" else None,
            }
        )
    target = table.schema.target
    truth = None if target is None else shown(table.arrow.column(target.name)[row - 1].as_py())
    return {"row": row, "number": int(table.row_numbers[row - 1]), "fields": fields, "truth": truth}


def _range(values: Any) -> list[float] | None:
    numbers = values.drop_null().to_numpy().astype(float)
    return [float(numbers.min()), float(numbers.max())] if len(numbers) else None


def row_working(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """The prediction of a row, with some of its values replaced, and its working as a fragment."""
    from fenlei.explanation import explain
    from fenlei.explanation.printing.as_html import working_html

    name = choice(ask, "model", tuple(REGISTRY))
    row = whole(ask, "row", 1, facts.table.n_rows, 1)
    model = facts.model(name)
    changed = edited_row(facts, row, mapping(ask, "values"), model.schema)
    found: Answer = {"prediction": shown(np.asarray(model.predict(changed)).tolist()[0])}
    if hasattr(model, "predict_proba"):
        shares = np.asarray(model.predict_proba(changed))[0]
        found["probabilities"] = [
            [str(label), float(share)] for label, share in zip(model.classes_.tolist(), shares, strict=True)
        ]
    working = explain(model, changed, 0, lang=facts.lang)
    return found | {"html": working_html(working), "conclusion": working.conclusion}


def edited_row(facts: DeskFacts, row: int, values: Mapping[str, object], schema: Schema | None) -> Table:
    """A table of one row with some values replaced; an empty value is a missing one."""
    table = facts.table
    names = source_names(table.schema)
    for name in values:
        choice({"column": name}, "column", names)
    columns = {name: [table.arrow.column(name)[row - 1].as_py()] for name in names}
    columns |= {name: [None if value == "" else value] for name, value in values.items()}
    assert schema is not None
    return conform(columns, schema)


def source_names(schema: Schema) -> list[str]:
    """The columns of the table that features are made of."""
    return list(dict.fromkeys(column.source or column.name for column in schema.features))
