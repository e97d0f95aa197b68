"""The examples of the books as lessons: a table, a question, a model, and the working that answers it.

`lessons.toml` has them in the order of the documents; `at` is the place in the ledger of the documentation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pprint import pformat
from typing import TYPE_CHECKING, Any, NamedTuple

from fenlei.registry import REGISTRY

if TYPE_CHECKING:
    from fenlei.datasets import Dataset
    from fenlei.explanation import Working
    from fenlei.kernels import Array

_PLACES = (("eq.", "式"), ("ex.", "例"), (" to ", " 至 "), ("; ", "；"), (", ", "，"))
_FIT_TABLE = """\
import fenlei

data = fenlei.load({name})
model = fenlei.train({data}, {model}, {options})
"""
_FIT_ROWS = """\
import fenlei
from fenlei.model_file import Model

data = fenlei.load({name})
model = Model(fenlei.{model}({options}).fit(data.X{labels}), data.table.schema)
"""


class Lesson(NamedTuple):
    """One example of a document."""

    key: str
    source: str  # document
    at: str  # place in it, as the ledger has it
    title: tuple[str, str]  # English, Chinese
    question: tuple[str, str]
    data: str  # bundled data set
    model: str  # of the registry
    params: Mapping[str, Any]
    drop: tuple[str, ...] = ()  # columns of the English table that are not used
    row: int = 0  # the row that is predicted, from 1; 0: the fit is worked out
    query: tuple[float, ...] = ()  # in place of a row: numbers that are predicted
    track: str = "steps"  # the track of the player that is shown first

    def place(self, lang: str) -> str:
        """Where it stands in its document, in words.

        Examples
        --------
        >>> all_lessons()[1].place("zh"), all_lessons()[2].place("zh")
        ('3.1.1 2)', '3.1.2，式 3-6')
        """
        at = self.at
        for english, chinese in _PLACES if lang == "zh" else ():
            at = at.replace(english, chinese)
        return at

    @property
    def is_prediction(self) -> bool:
        return bool(self.row or self.query)


class LessonWorking(NamedTuple):
    """What a lesson comes to."""

    working: Working
    data: Dataset
    script: str


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """The lessons in the order of the documents."""
    text = files("fenlei.studio").joinpath("lessons.toml").read_text("utf-8")
    return tuple(_lesson(entry) for entry in tomllib.loads(text)["lesson"])


def _lesson(entry: dict[str, Any]) -> Lesson:
    found: dict[str, Any] = {
        name: (entry.pop(name), entry.pop(f"{name}_zh")) for name in ("title", "question")
    }
    found |= {name: tuple(entry.pop(name, ())) for name in ("drop", "query")}
    params = entry.pop("params", {}) | dict.fromkeys(entry.pop("none", ()))
    return Lesson(**found, params=params, **entry)


def lesson_working(lesson: Lesson, lang: str, data_lang: str) -> LessonWorking:
    """Fit the model of a lesson and work its answer out; the table and the words may be in two languages."""
    from fenlei.datasets import load

    data = load(lesson.data, data_lang)
    is_labelled = data.table.schema.target is not None
    working = _of_table(lesson, data, lang, data_lang) if is_labelled else _of_rows(lesson, data, lang)
    return LessonWorking(working, data, script_of(lesson, data, lang, data_lang))


def _of_table(lesson: Lesson, data: Dataset, lang: str, data_lang: str) -> Working:
    """Of a table with a target, as `train` fits it, numbers as they are."""
    from fenlei.explanation import explain, explain_fit
    from fenlei.study import train

    options = _train_options(lesson, data_lang)
    model = train(lesson.data, lesson.model, **options)
    if not lesson.is_prediction:
        return explain_fit(model, data, lang=lang)
    rows: Any = _query(lesson, data) if lesson.query else data
    return explain(model, rows, max(lesson.row - 1, 0), lang=lang)


def _query(lesson: Lesson, data: Dataset) -> dict[str, list[float]]:
    """The query as columns of one row."""
    names = [column.name for column in data.table.schema.features]
    return {name: [value] for name, value in zip(names, lesson.query, strict=True)}


def _of_rows(lesson: Lesson, data: Dataset, lang: str) -> Working:
    """Of rows without a target; the classes of a classifier are their numbers."""
    from fenlei.explanation import explain, explain_fit
    from fenlei.model_file import Model

    entry, X = REGISTRY[lesson.model], data.X
    y = _numbers(X) if entry.kind == "classifier" else None
    estimator = entry.load()(**lesson.params)
    model = Model(estimator.fit(X) if y is None else estimator.fit(X, y), data.table.schema)
    if not lesson.is_prediction:
        return explain_fit(model, data.table, y, lang=lang)
    rows: Any = _query(lesson, data) if lesson.query else data.table
    return explain(model, rows, max(lesson.row - 1, 0), lang=lang)


def _numbers(X: Array) -> list[str]:
    return [str(i + 1) for i in range(len(X))]


def _train_options(lesson: Lesson, data_lang: str) -> dict[str, Any]:
    from fenlei.datasets import load

    names = dict(zip(_names(load(lesson.data, "en")), _names(load(lesson.data, data_lang)), strict=True))
    options: dict[str, Any] = {"params": dict(lesson.params), "scale": "none"}
    options |= {"drop": [names[name] for name in lesson.drop]} if lesson.drop else {}
    return options | ({"lang": data_lang} if data_lang != "en" else {})


def _names(data: Dataset) -> list[str]:
    return [column.name for column in data.table.schema.columns]


# --- as code


def script_of(lesson: Lesson, data: Dataset, lang: str, data_lang: str) -> str:
    """A script that prints the working of the lesson."""
    name = repr(lesson.data) + (f", {data_lang!r}" if data_lang != "en" else "")
    if data.table.schema.target is not None:
        options = _arguments(_train_options(lesson, data_lang))
        text = _FIT_TABLE.format(name=name, data=repr(lesson.data), model=repr(lesson.model), options=options)
        given, rows = "data", repr(_query(lesson, data)) if lesson.query else "data"
    else:
        entry = REGISTRY[lesson.model]
        labels = ", [str(i + 1) for i in range(len(data.X))]" if entry.kind == "classifier" else ""
        options, given = _arguments(lesson.params), f"data.table{labels}"
        text = _FIT_ROWS.format(name=name, model=entry.class_name, options=options, labels=labels)
        rows = repr(_query(lesson, data)) if lesson.query else "data.table"
    said = f", lang={lang!r}" if lang != "en" else ""
    if lesson.is_prediction:
        return f"{text}print(fenlei.explain(model, {rows}, {max(lesson.row - 1, 0)}{said}))\n"
    return f"{text}print(fenlei.explain_fit(model, {given}{said}))\n"


def _arguments(options: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={_literal(value)}" for name, value in options.items())


def _literal(value: object) -> str:
    """Python's own notation; it has none for infinity."""
    return pformat(value, width=10**6, sort_dicts=False).replace("inf", 'float("inf")')
