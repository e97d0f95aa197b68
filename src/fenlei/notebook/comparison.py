"""The result of a comparison as an object: the dict of `result.json` that also shows itself."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from functools import wraps
from html import escape
from typing import TYPE_CHECKING, Any, ParamSpec, cast

from fenlei.notebook.progress import notebook_progress
from fenlei.report.leaderboard import absent, leaderboard
from fenlei.report.page import write_report
from fenlei.study.comparison import compare as compare_models
from fenlei.table.columns import pandas_frame
from fenlei.text_table import aligned

if TYPE_CHECKING:
    from fenlei.study.facts.schema import ComparisonResult

P = ParamSpec("P")
CELL = "padding: 2px 10px; text-align: right; white-space: nowrap"


class Comparison(dict[str, Any]):
    """The result of `compare`: a dict, as written to `result.json`, that prints and shows its leaderboard.

    Parameters
    ----------
    result : dict
        As `compare` returns it, or as read from a `result.json`.
    lang : {"en", "zh"}
        Language of the table and of the report.

    Examples
    --------
    >>> from fenlei import compare
    >>> result = compare("iris", models=["lda"], folds=5)
    >>> result.best, result["best"], sorted(result.frame()["name"])
    ('lda', 'lda', ['dummy', 'lda'])
    >>> print(result.table().splitlines()[0].split()[:3])
    ['Model', 'Accuracy', 'Balanced']
    """

    def __init__(self, result: Mapping[str, object], lang: str = "en") -> None:
        super().__init__(result)
        self.lang = lang

    @property
    def best(self) -> str | None:
        """The name of the best model; None if no model was finished."""
        return cast("str | None", self["best"])

    def table(self) -> str:
        """The leaderboard as aligned text: models in the order of their ranks, the best first."""
        columns, rows, lost = self._board()
        lines = [[column["label"] for column in columns]]
        lines += [[row["label"], *(cell["text"] for cell in row["cells"])] for row in rows]
        notes = [f"{each['label']}: {each['reason']}" for each in lost]
        return "\n".join([*aligned(lines, right=tuple(range(1, len(columns)))), *notes])

    def frame(self) -> Any:
        """One row per model as a pandas DataFrame: name, status, rank, mean scores and seconds."""
        rows = [
            {name: model[name] for name in ("name", "status", "rank")}
            | {metric: model["summary"].get(metric, {}).get("mean") for metric in self["plan"]["metrics"]}
            | {name: model[name] for name in ("fit_seconds", "predict_seconds")}
            for model in sorted(self["models"], key=lambda model: model["rank"] or math.inf)
        ]
        return pandas_frame(rows)

    def report(self, path: str | os.PathLike[str] = "report.html", lang: str | None = None) -> str:
        """Write the report as one HTML file; its path."""
        write_report(self, path, lang or self.lang)
        return os.fspath(path)

    def _board(self) -> tuple[list[Any], list[Any], list[Any]]:
        """Columns and rows of the leaderboard, and the models that are not in it."""
        result = cast("ComparisonResult", dict(self))
        shown: Any = leaderboard(result, self.lang)
        return list(shown["columns"]), list(shown["rows"]), list(absent(result, self.lang))

    def __repr__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        """The leaderboard for a notebook; every word is escaped."""
        columns, rows, lost = self._board()
        head = "".join(f'<th style="{CELL}">{escape(column["label"])}</th>' for column in columns)
        lines = []
        for row in rows:
            name = f"<b>{escape(row['label'])}</b>" if row["is_best"] else escape(row["label"])
            cells = "".join(f'<td style="{CELL}">{escape(each["text"])}</td>' for each in row["cells"])
            lines.append(f'<tr><td style="{CELL}; text-align: left">{name}</td>{cells}</tr>')
        notes = "".join(f"<p>{escape(each['label'])}: {escape(each['reason'])}</p>" for each in lost)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>{notes}"


def _showing(function: Callable[P, ComparisonResult]) -> Callable[P, Comparison]:
    """The function with progress in a notebook and a result that shows itself."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> Comparison:
        lang = str(kwargs.get("lang", "en"))
        if kwargs.get("progress") is None and (shown := notebook_progress(lang)) is not None:
            kwargs["progress"] = shown
        return Comparison(function(*args, **kwargs), lang)

    return call


compare = _showing(compare_models)
