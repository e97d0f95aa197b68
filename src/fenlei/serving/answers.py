"""What a model returns for the rows of a request, as JSON values.

One thread computes, one request after another: kernels use all the cores that they are given, and answers
cannot mix.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fenlei.errors import DataError
from fenlei.explanation import explain
from fenlei.messages import phrase
from fenlei.model_file import Model
from fenlei.serving.bodies import Body, check_names, columns_of, parse_rows
from fenlei.serving.faults import RequestError
from fenlei.serving.limits import RequestLimits
from fenlei.study.prediction import UnseenCategories, count_unseen, unseen_notes
from fenlei.table.formats.sources import read_raw
from fenlei.table.reading import conform
from fenlei.table.schema import Schema
from fenlei.table.table import Table

Result = TypeVar("Result")


class AnswerOptions(NamedTuple):
    """What a request wants to know beside the classes."""

    proba: bool = True
    explain: bool = False
    ignore_extra: bool = False  # columns that the model has never seen are left out, not refused
    lang: str = "en"


class Worker:
    """The thread that computes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fenlei-answers")

    async def run(self, compute: Callable[[], Result]) -> Result:
        """What `compute` returns; too late is a `RequestError`, and what has not started then never does."""
        future = self.pool.submit(compute)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            raise RequestError("serve.slow_answer", seconds=self.seconds) from None

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def needed_columns(schema: Schema) -> tuple[str, ...]:
    """The columns that a row has to have: those the features are made of."""
    return tuple(dict.fromkeys(column.source or column.name for column in (*schema.features, *schema.texts)))


def known_columns(schema: Schema) -> frozenset[str]:
    """The columns that a row may have: all of the table that the model was trained on, and its target."""
    columns = [*schema.columns, *([schema.target] if schema.target else [])]
    return frozenset(column.name for column in columns if not column.source)


def answer(model: Model, body: Body, wanted: AnswerOptions, limits: RequestLimits) -> dict[str, Any]:
    """Classes, probabilities, workings and notes for the rows of `body`.

    Examples
    --------
    >>> from fenlei.study import train
    >>> model = train({"size": [1.0, 2.0, 5.0, 6.0], "kind": ["a", "a", "b", "b"]}, "gaussian_nb", "kind")
    >>> body = Body(b'[{"size": 1.4}, {"size": 5.5}]', is_csv=False)
    >>> answer(model, body, AnswerOptions(), RequestLimits())["predictions"]
    ['a', 'b']
    """
    assert model.schema is not None
    rows = rows_of(model.schema, body, wanted, limits)
    features = model._features(rows)
    found: dict[str, Any] = {"predictions": _plain(model.estimator.predict(features))}
    if wanted.proba and hasattr(model.estimator, "predict_proba"):
        found["classes"] = _plain(model.estimator.classes_)
        found["probabilities"] = _plain(model.estimator.predict_proba(features))
    if wanted.explain:
        workings = [explain(model, rows, row, lang=wanted.lang) for row in range(rows.n_rows)]
        found["workings"] = [{"text": each.to_text(), **each.to_dict()} for each in workings]
    unseen: dict[str, UnseenCategories] = {}
    count_unseen(rows, unseen)
    found["notes"] = unseen_notes(unseen, wanted.lang)
    return found


def rows_of(schema: Schema, body: Body, wanted: AnswerOptions, limits: RequestLimits) -> Table:
    """The rows of a request, typed by the schema of the model."""
    needed, known = needed_columns(schema), known_columns(schema)
    if body.is_csv:
        table = _csv(body.content, schema, needed, None if wanted.ignore_extra else known)
    else:
        rows = parse_rows(body.content)
        _check_count(len(rows), wanted, limits)
        if not wanted.ignore_extra:
            check_names(rows[0], known, needed)
        columns = columns_of(rows, needed)
        if not wanted.ignore_extra:
            check_names(columns, known, needed)
        table = conform({name: columns[name] for name in needed}, schema)
    _check_count(table.n_rows, wanted, limits)
    return table


def _check_count(count: int, wanted: AnswerOptions, limits: RequestLimits) -> None:
    if count > limits.rows:
        raise RequestError("serve.row_count", count=count, most=limits.rows)
    if wanted.explain and count > limits.workings:
        raise RequestError("serve.working_count", count=count, most=limits.workings)


def _csv(content: bytes, schema: Schema, needed: Sequence[str], known: Collection[str] | None) -> Table:
    """CSV is read from a file, so that encodings and delimiters are detected as anywhere else."""
    with TemporaryDirectory(prefix="fenlei-serve-") as folder:
        path = Path(folder) / "request.csv"
        path.write_bytes(content)
        try:
            raw = read_raw(path)._replace(origin=phrase("kind.request"))
            if known is not None:
                check_names(raw.table.column_names, known, needed)
            return conform(raw, schema)
        except DataError as error:  # whose sentence calls the file by its path
            facts = {
                name: phrase("kind.request") if name in ("path", "origin") else value
                for name, value in error.facts.items()
            }
            raise type(error)(error.key, **facts) from None


def _plain(values: Any) -> list[Any]:
    """An array as lists that JSON takes; a number that is none becomes null."""
    plain: list[Any] = np.asarray(values).tolist()
    if np.asarray(values).dtype.kind == "f" and not np.isfinite(values).all():
        return [_finite(value) for value in plain]
    return plain


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return value if math.isfinite(value) else None


def column_facts(schema: Schema) -> list[dict[str, Any]]:
    """The columns of a row: name, kind, and the categories that the model knows."""
    facts: list[dict[str, Any]] = []
    for name in needed_columns(schema):
        column = schema.named(name)
        facts.append({"name": name, "kind": column.kind})
        if column.categories and column.kind != "text":
            facts[-1]["categories"] = list(column.categories)
    return facts
