"""What is compared: the task that the target calls for, and the models of that task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fenlei.errors import UsageError, wording
from fenlei.messages import listed
from fenlei.registry import Entry, Kind, entries
from fenlei.study.conditions.further_options import Further
from fenlei.study.conditions.other_rows import check_other_rows
from fenlei.study.conditions.split_column import split_column, without_group
from fenlei.study.data import StudyData, quantity_data, study_data, task_of
from fenlei.study.facts.metrics import TaskName
from fenlei.study.fitting import BASELINE, check_parameter_names, find_entry
from fenlei.study.pooling.entries import pooled_names
from fenlei.study.scans.comparing import compared_scan, sample_note, sample_of
from fenlei.study.source import TableSource, read_labelled, source_name
from fenlei.table.table import Table


def named_models(models: str | Sequence[str] | None) -> list[Entry] | None:
    """The models that were asked for; an unknown one is refused before any work is done."""
    if models is None:
        return None
    named = [models] if isinstance(models, str) else models
    if not len(named):
        raise UsageError("study.no_models")
    return [find_entry(name, "classifier", "regressor") for name in named]


def implied_task(named: list[Entry] | None) -> TaskName | None:
    """The task that the models are for, if they are regressions; classifiers leave it to the target."""
    others = [entry for entry in named or () if entry.name != BASELINE.name]
    return "regression" if others and all(entry.kind == "regressor" for entry in others) else None


def model_names(named: list[Entry] | None, task: TaskName) -> list[str]:
    """The names to compare, the baseline first; one of the other task is refused."""
    kind: Kind = "regressor" if task == "regression" else "classifier"
    chosen = [entry.name for entry in (entries(kind=kind, compare=True) if named is None else named)]
    pooled = pooled_names(kind) if named is None else []
    return [find_entry(name, kind).name for name in (BASELINE.name, *chosen, *pooled)]


def check_params(
    params: Mapping[str, dict[str, Any]] | None, chosen: list[str], task: TaskName = "classification"
) -> Mapping[str, dict[str, Any]]:
    """The parameters of the models that have any; those of other models, and unknown ones, are refused."""
    for name, given in (params or {}).items():
        if name not in chosen or name == BASELINE.name:
            raise UsageError("study.params_model", name=name, accepted=listed(*chosen[1:]))
        entry = find_entry(name, "regressor" if task == "regression" else "classifier")
        check_parameter_names(entry, entry.load()().get_params(), given)
    return {name: given for name, given in (params or {}).items() if given}


def task_data(
    source: TableSource,
    target: str | None,
    task: TaskName | None,
    named: list[Entry] | None,
    lang: str,
    extra: Further,
    memory: float | str | None = None,
) -> StudyData:
    """The rows, with classes or numbers: as the task, the models or else the target has it.

    Of large files they are a sample.
    """
    task, reading = task or implied_task(named), without_group(extra.reading, extra.group)
    scan = compared_scan(source, target, extra.rows, memory, lang, reading)
    if scan is None:
        table = read_labelled(source, target, numbers=task == "regression", lang=lang, **reading)
    else:
        table = sample_of(scan, extra.rows)
    data = table_data(table, source_name(source), task, named, lang, reading.get("nominal", ()))
    if scan is not None:
        data = replace(data, scan=scan, notes=data.notes + sample_note(scan, table, source, lang))
    check_other_rows(extra.test, data, extra.reading, lang)
    by = split_column(table, extra.group, extra.time)
    return data if by is None else replace(data, split_by=by.of_rows(np.isin(table.row_numbers, data.rows)))


def table_data(
    table: Table,
    name: str,
    task: TaskName | None,
    named: list[Entry] | None = None,
    lang: str = "en",
    nominal: Sequence[str] = (),
) -> StudyData:
    """As `task_data`, of a table that has been read."""
    found = task or task_of(table, nominal=nominal)
    if found == "regression" and not (task is None and named):
        data = quantity_data(table, name, named[0].name if named else "regression")
        note = wording("study.is_quantity", lang, column=data.schema.target.name)  # type: ignore[union-attr]
        return replace(data, notes=(note,)) if task is None else data
    assert table.schema.target is not None
    each = (*nominal, table.schema.target.name) if task == "classification" else nominal
    return study_data(table, name, lang, nominal=each)
