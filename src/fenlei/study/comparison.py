"""`compare`: table -> plan -> run -> result, and the files that are written."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shlex
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, Unpack

import numpy as np

from fenlei.atomic import atomic_write, check_folder, make_folder
from fenlei.datasets import Dataset
from fenlei.errors import UsageError, wording
from fenlei.kernels.threads import effective_n_jobs
from fenlei.messages import listed
from fenlei.model_file import Model, save_model
from fenlei.registry import entries
from fenlei.study.data import StudyData, study_data
from fenlei.study.facts.data_warnings import data_warnings
from fenlei.study.facts.fit_working import fit_facts
from fenlei.study.facts.readable_models import readable_models
from fenlei.study.facts.result import assemble, versions, written_params
from fenlei.study.facts.schema import FORMAT, ComparisonResult, ModelFacts
from fenlei.study.fitting import BASELINE, check_parameter_names, check_scale, find_entry
from fenlei.study.running.fold import fit_options
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.memory_budget import SHARE, bytes_of, free_memory
from fenlei.study.running.memory_limit import limited_memory
from fenlei.study.running.plan import Plan, SplitOptions, default_folds, make_plan
from fenlei.study.running.run import run
from fenlei.study.running.task import Progress
from fenlei.study.running.time_budget import Budget, seconds
from fenlei.study.source import TableSource, read_labelled, source_name
from fenlei.study.training import fit_model
from fenlei.study.tuning import tune as tune_parameters
from fenlei.table.reading_options import ReadingOptions

RESULT_FILE, MODEL_FILE = "result.json", "best.fenlei"


def compare(
    source: TableSource,
    target: str | None = None,
    *,
    models: str | Sequence[str] | None = None,
    folds: int | Literal["loo"] | None = None,
    repeats: int = 1,
    test_size: float | None = None,
    stratify: bool = False,
    shuffle: bool = True,
    scale: str | None = None,
    params: Mapping[str, dict[str, Any]] | None = None,
    seed: int = 0,
    tune: bool = False,
    budget: float | str | None = None,
    memory: float | str | None = None,
    out: str | PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    n_jobs: int | None = None,
    lang: str = "en",
    since: float | None = None,
    **reading: Unpack[ReadingOptions],
) -> ComparisonResult:
    """Compare classifiers on a table by repeated stratified cross-validation, leave-one-out or a hold-out.

    Preparation (imputation, scaling, one-hot) is fitted inside each fold. The baseline, which knows only how
    frequent the classes are, is always among the models.

    Parameters
    ----------
    source : path, str, DataFrame, Table or Dataset
        A file, the name of a bundled data set, or rows in memory.
    target : str, optional
        The column to predict; default: the data set's own, or the last column if it holds names.
    models : str or sequence of str, optional
        Names in the registry; default: all that can be used on these columns.
    folds : int or "loo", optional
        Default 10 below 2000 rows, else 5; never more than the rows of the smallest class. "loo" leaves out
        one row at a time.
    repeats : int
        Each with another shuffle.
    test_size : float, optional
        Instead of folds: the share, or the number, of rows that are tested by models fitted to the others.
        The rows are those of scikit-learn's `train_test_split` with the same `test_size` and `random_state`.
    stratify : bool
        Draw the tested rows class by class.
    shuffle : bool
        False takes the rows in their order: folds as by `cv=k` in scikit-learn, the last rows as tested ones.
    scale : {"standard", "minmax", "none"}, optional
        How numbers are scaled for every model: to mean 0 and variance 1, to 0..1, or not at all. Default: as
        suits each model, standardised where it needs numbers only.
    params : dict of dict, optional
        Parameters by the model's name, such as `{"logistic_regression": {"C": np.inf}}`; the others keep
        their defaults. They are not tuned.
    seed : int
        Of the shuffles and of every model; equal seeds give equal results.
    tune : bool
        Choose each model's main parameter from a small grid, inside the training rows of each fold.
    budget : float or str, optional
        Seconds, or "90s", "10m", "2h", for everything up to the result. The cheapest models come first, and
        what does not fit is skipped with a note; its finished folds are kept for a longer run.
    memory : float or str, optional
        Bytes, or "500m", "2g", that the fits may take together; models that need more are skipped with a
        note. Default: three quarters of what is free.
    out : path, optional
        Folder for `result.json`, `best.fenlei` (the best model, fitted on all rows) and the finished folds. A
        run that was stopped continues from there when it is called again.
    progress : callable, optional
        Called with a `Progress` after each fold.
    n_jobs : int, optional
        Cores to use; default all. Folds are run in several processes once that pays.
    lang : {"en", "zh"}
        Language of notes and reasons.
    since : float, optional
        The start of the budget, by `time.perf_counter`; default now.
    **reading
        `nominal`, `numeric`, `ordinal`, `date`, `drop`, `id`, `missing`, `encoding`, `delimiter` as in
        `read_table`.

    Returns
    -------
    ComparisonResult
        A dict of plain data, as written to `result.json`.

    Examples
    --------
    >>> from fenlei import compare
    >>> result = compare("iris", models=["lda"], folds=5)
    >>> result["best"], [model["name"] for model in result["models"]]
    ('lda', ['dummy', 'lda'])
    >>> round(result["models"][1]["summary"]["accuracy"]["mean"], 2)
    0.98
    """
    start, chosen = perf_counter(), _model_names(models)
    folder = None if out is None else check_folder(Path(out))
    time, room = _limits(budget, since, memory)
    by = SplitOptions(folds=folds, repeats=repeats, test_size=test_size, stratify=stratify, shuffle=shuffle)
    params, scale = check_params(params, chosen), check_scale(scale)
    with limited_memory(room):
        data = _data(source, target, lang, reading)
        plan = make_plan(chosen, data.class_counts, **by, seed=seed, tune=tune, params=params, scale=scale)
        with_limits = partial(run, budget=time, memory=room, progress=progress, n_jobs=n_jobs, lang=lang)
        runs = with_limits(plan, data, store := _store(folder, data, plan), workers=effective_n_jobs(n_jobs))
        result = assemble(data, plan, runs)
        result["data"]["notes"] += _notes(plan, data, folds, store, lang)
        again = dict(reading) | _unless_default(lang=lang, budget=budget, memory=memory)
        result["command"] = repeat_command(source, data, plan, again)
        refit = cache(partial(fit_on_all, data=data, plan=plan, n_jobs=n_jobs))
        _add_fitted(result, refit, affordable(result, plan, time), time, data, lang)
        return _finished(result, refit, folder, start)


def _add_fitted(
    result: ComparisonResult,
    refit: Callable[[str], Model],
    models: list[ModelFacts],
    time: Budget,
    data: StudyData,
    lang: str,
) -> None:
    """Models to read among those that can be afforded; how the best one was fitted, if there is time."""
    result["readable"] = readable_models(models, data, refit, lang)
    if result["best"] is not None and (not time.is_limited or time.left > 0):
        result["fit"] = fit_facts(result["best"], refit(result["best"]), data, lang)


def _data(source: TableSource, target: str | None, lang: str, reading: ReadingOptions) -> StudyData:
    table = read_labelled(source, target, lang=lang, **reading)
    return study_data(table, source_name(source), lang, nominal=reading.get("nominal", ()))


def _store(folder: Path | None, data: StudyData, plan: Plan) -> FoldStore:
    if folder is not None:
        _check_earlier(make_folder(folder), data)
    return FoldStore(folder, _key(data, plan), len(data.classes))


def _notes(plan: Plan, data: StudyData, folds: int | str | None, store: FoldStore, lang: str) -> list[str]:
    """Notes on the folds, on the data, and on stored folds that could not be used."""
    notes = [*_fold_note(plan, data, folds, lang), *data_warnings(data, lang)]
    if store.damaged:
        facts = {"count": len(store.damaged), "first": store.damaged[0]}
        notes.append(wording("study.damaged_folds", lang, **facts))
    return notes


def _check_earlier(folder: Path, data: StudyData) -> None:
    """Refuse a folder that holds the comparison of another target, which would be overwritten."""
    try:
        earlier = json.loads((folder / RESULT_FILE).read_text("utf-8"))["data"]["schema"]["target"]["name"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return
    assert data.schema.target is not None
    if earlier != data.schema.target.name:
        facts = {"earlier": earlier, "target": data.schema.target.name}
        raise UsageError("study.other_target", folder=str(folder), **facts)


def affordable(result: ComparisonResult, plan: Plan, time: Budget) -> list[ModelFacts]:
    """The models that can be fitted to all rows, two of them beside the best, in what is left of the time."""
    if not time.is_limited:
        return list(result["models"])
    costs = {model["name"]: plan.growth * (model["fit_seconds"] or 0.0) for model in result["models"]}
    left = time.left - (0.0 if result["best"] is None else costs[result["best"]])
    return [m for m in result["models"] if m["name"] == result["best"] or 2 * costs[m["name"]] <= left]


def _limits(
    budget: float | str | None, since: float | None, memory: float | str | None
) -> tuple[Budget, float]:
    """The time, and the bytes of memory, that may be used."""
    time = Budget() if budget is None else Budget(seconds(budget), since)
    return time, SHARE * free_memory() if memory is None else bytes_of(memory)


def _model_names(models: str | Sequence[str] | None) -> list[str]:
    """The names to compare, the baseline first; an unknown one is refused before any work is done."""
    named = [models] if isinstance(models, str) else models
    if named is None:
        named = [entry.name for entry in entries(kind="classifier", compare=True)]
    if not named:
        raise UsageError("study.no_models")
    return [find_entry(name).name for name in (BASELINE.name, *named)]


def check_params(
    params: Mapping[str, dict[str, Any]] | None, chosen: list[str]
) -> Mapping[str, dict[str, Any]]:
    """The parameters by model; one of a model that is not compared, or that it does not have, is refused."""
    for name, given in (params or {}).items():
        if name not in chosen or name == BASELINE.name:
            raise UsageError("study.params_model", name=name, accepted=listed(*chosen[1:]))
        entry = find_entry(name)
        check_parameter_names(entry, entry.load()().get_params(), given)
    return params or {}


def _key(data: StudyData, plan: Plan) -> str:
    """What makes stored folds usable again. More models or repeats leave the stored folds valid."""
    split = [plan.resampling, plan.folds, plan.test_train_ratio, plan.stratify, plan.shuffle]
    facts = [
        FORMAT,
        data.fingerprint,
        *split,
        plan.scale,
        written_params(plan),
        plan.seed,
        plan.tune,
        versions(),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _fold_note(plan: Plan, data: StudyData, folds: int | str | None, lang: str) -> list[str]:
    largest = np.sort(data.class_counts)[-2:]
    if plan.resampling == "loo" and largest[0] == largest[1]:
        return [wording("study.loo_baseline", lang)]
    if plan.resampling != "folds" or plan.folds >= int(folds or default_folds(len(data.codes))):
        return []
    rare = int(data.class_counts.argmin())
    return [wording("study.folds_lowered", lang, folds=plan.folds, label=data.names[rare])]


def _unless_default(**options: object) -> dict[str, object]:
    """The options that differ from their default."""
    defaults = (None, False, "en")
    return {name: value for name, value in options.items() if value not in defaults}


def repeat_command(source: TableSource, data: StudyData, plan: Plan, others: dict[str, object]) -> str:
    """How to run the same again: a command for a file, a call for rows in memory."""
    assert data.schema.target is not None
    chosen = _unless_default(tune=plan.tune, scale=plan.scale)
    options = {"target": data.schema.target.name, "models": list(plan.models[1:]), **others, **chosen}
    options |= split_options(plan) | {"seed": plan.seed}
    params = written_params(plan)
    if not isinstance(source, str | PathLike):
        options |= {"params": dict(plan.params)} if params else {}
        given = ", ".join(f"{name}={value!r}" for name, value in options.items())
        rows = f"load({source.name!r})" if isinstance(source, Dataset) else source_name(source)
        return f"fenlei.compare({rows}, {given})"
    words = [word for name, value in options.items() for word in _option_words(name, value)]
    for model, pairs in params.items():
        words += [word for name, value in pairs.items() for word in ("--param", f"{model}.{name}={value}")]
    return shlex.join(["fenlei", "compare", str(source), *words])


def split_options(plan: Plan) -> dict[str, object]:
    """The options that split the rows as the plan does."""
    unshuffled: dict[str, object] = {} if plan.shuffle else {"shuffle": False}
    if plan.resampling == "loo":
        return {"folds": "loo"}
    if plan.resampling == "folds":
        return {"folds": plan.folds, "repeats": plan.repeats} | unshuffled
    stratified: dict[str, object] = {"stratify": True} if plan.stratify else {}
    return {"test_size": plan.test_size, "repeats": plan.repeats} | stratified | unshuffled


def _option_words(name: str, value: object) -> list[str]:
    """An option as it is written on the command line."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [option if value else option.replace("--", "--no-")]
    return [option, _option_value(value)]


def _option_value(value: object) -> str:
    """A value as it is written on the command line; in a list, a name that contains a comma is quoted."""
    if isinstance(value, str | int | float):
        return str(value)
    assert isinstance(value, Iterable)
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(value)
    return line.getvalue()


def fit_on_all(name: str, data: StudyData, plan: Plan, n_jobs: int | None) -> Model:
    """A model fitted to all rows, tuned on them if the plan tunes."""
    entry, rows = find_entry(name), (data.schema, data.X, data.labels)
    options = fit_options(entry, plan, n_jobs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the folds have warned already, and the result has it
        params = tune_parameters(entry, *rows, **options) if plan.tune else {}
        return fit_model(entry, *rows, params | options["fixed"], plan.seed, n_jobs, plan.scale)


def _finished(
    result: ComparisonResult, refit: Callable[[str], Model], folder: Path | None, start: float
) -> ComparisonResult:
    """The result with its duration; it and the best model, fitted on all rows, are written to the folder."""
    result["seconds"] = perf_counter() - start
    if folder is None:
        return result
    if result["best"] is not None:
        model = refit(result["best"])
        save_model(model, folder / MODEL_FILE, facts=model.facts | {"source": result["data"]["source"]})
    with atomic_write(folder / RESULT_FILE, "w") as file:
        json.dump(result, file, ensure_ascii=False, allow_nan=False)
    return result
