"""Rows of a file of their own, seen by no model: the best model and the baseline are tested on them once."""

from __future__ import annotations

from typing import Any

from fenlei.errors import DataError
from fenlei.model_file import Model
from fenlei.study.data import StudyData
from fenlei.study.evaluation import evaluate_model
from fenlei.study.facts.schema import OtherRowsFacts, Scores
from fenlei.study.source import TableSource, open_for, source_name
from fenlei.table.reading import read_blocks
from fenlei.table.reading_options import ReadingOptions

NUMBERS = {"rmse": "root_mean_squared_error", "mae": "mean_absolute_error", "r2": "r2"}


def check_other_rows(source: TableSource | None, data: StudyData, reading: ReadingOptions, lang: str) -> None:
    """Refuse, before any work, test rows that lack a column or the target."""
    if source is None:
        return
    assert data.schema.target is not None
    first = next(read_blocks(open_for(data.schema, source, lang), data.schema, **text_options(reading)))
    if not first.has_target:
        raise DataError("table.no_target", column=data.schema.target.name)


def other_rows_facts(
    source: TableSource, name: str, best: Model, baseline: Model, reading: ReadingOptions, lang: str
) -> OtherRowsFacts:
    """The scores of the best model, called `name`, and of the baseline on the rows of `source`."""
    options: dict[str, Any] = {**text_options(reading), "lang": lang}
    mine, its = (evaluate_model(model, source, **options) for model in (best, baseline))
    interval = mine.get("accuracy_interval")
    return {
        "source": source_name(source),
        "rows": mine["data"]["rows"],
        "model": name,
        "scores": _scores(mine),
        "low": None if interval is None else interval["low"],
        "high": None if interval is None else interval["high"],
        "baseline": _scores(its),
        "notes": list(mine["notes"]),
    }


def text_options(reading: ReadingOptions) -> dict[str, Any]:
    """How the text of the file is read."""
    return {name: reading[name] for name in ("encoding", "delimiter") if name in reading}


def _scores(facts: Any) -> Scores:
    """The scores of a classifier, and the mean cost; those of a regression by their short names."""
    scores = facts["scores"]
    if "root_mean_squared_error" not in scores:
        decisions = facts["decisions"]
        return dict(scores) | ({} if decisions is None else {"cost": decisions["mean_cost"]})
    return {short: scores[long] for short, long in NUMBERS.items()}
