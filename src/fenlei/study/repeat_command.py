"""How to run a comparison again: the command for a file, or the call for rows in memory."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterable, Mapping
from os import PathLike

from fenlei.datasets import Dataset
from fenlei.study.data import StudyData
from fenlei.study.facts.metrics import check_metric
from fenlei.study.facts.result import written_params
from fenlei.study.running.plan import Plan
from fenlei.study.source import TableSource, source_name


def unless_default(**options: object) -> dict[str, object]:
    """The options that differ from their default."""
    defaults = (None, False, "en")
    return {name: value for name, value in options.items() if value not in defaults}


def repeat_command(source: TableSource, data: StudyData, plan: Plan, others: dict[str, object]) -> str:
    """How to run the same again: a command for a file, a call for rows in memory."""
    assert data.schema.target is not None
    chosen = unless_default(tune=plan.tune, scale=plan.scale)
    if plan.task != "classification":
        chosen = {"task": plan.task} | chosen
    if plan.metric != check_metric(None, plan.task, plan.costs is not None):
        chosen["metric"] = plan.metric
    if plan.task == "classification" and not plan.calibrate:
        chosen["calibrate"] = False
    options = {"target": data.schema.target.name, "models": list(plan.models[1:]), **others, **chosen}
    options |= split_options(plan) | {"seed": plan.seed}
    params = written_params(plan)
    if not isinstance(source, str | PathLike):
        options |= {"params": dict(plan.params)} if params else {}
        given = ", ".join(f"{name}={value!r}" for name, value in options.items())
        rows = f"load({source.name!r})" if isinstance(source, Dataset) else source_name(source)
        return f"fenlei.compare({rows}, {given})"
    words = [word for name, value in options.items() for word in option_words(name, value)]
    for model, pairs in params.items():
        words += [word for name, value in pairs.items() for word in ("--param", f"{model}.{name}={value}")]
    return shlex.join(["fenlei", "compare", str(source), *words])


def split_options(plan: Plan) -> dict[str, object]:
    """The options that split the rows as the plan does."""
    unshuffled: dict[str, object] = {} if plan.shuffle else {"shuffle": False}
    if plan.resampling == "loo":
        return {"folds": "loo"}
    if plan.resampling == "forward":
        return {"time": plan.by, "folds": plan.folds}
    if plan.resampling == "groups":
        return {"group": plan.by, "folds": plan.folds, "repeats": plan.repeats}
    if plan.resampling == "folds":
        return {"folds": plan.folds, "repeats": plan.repeats} | unshuffled
    stratified: dict[str, object] = {"stratify": True} if plan.stratify else {}
    return {"test_size": plan.test_size, "repeats": plan.repeats} | stratified | unshuffled


def option_words(name: str, value: object) -> list[str]:
    """An option as it is written on the command line."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [option if value else option.replace("--", "--no-")]
    return [option, _option_value(value)]


def _option_value(value: object) -> str:
    """A value as it is written on the command line; in a list, a name that contains a comma is quoted."""
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, Mapping):
        value = [f"{label}={weight:g}" for label, weight in value.items()]
    assert isinstance(value, Iterable)
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(value)
    return line.getvalue()
