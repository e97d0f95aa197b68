"""`compare`: table -> plan -> run -> result, and the files that are written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, NamedTuple, Unpack

import numpy as np

from fenlei.atomic import atomic_write, check_folder, make_folder
from fenlei.ensemble.calibration.calibrated import calibrated_model
from fenlei.errors import UsageError, wording
from fenlei.kernels.threads import effective_n_jobs
from fenlei.model_file import Model, save_model
from fenlei.registry import Entry
from fenlei.study.candidates import check_params, model_names, named_models, task_data
from fenlei.study.conditions.further_options import Further, FurtherOptions
from fenlei.study.conditions.other_rows import other_rows_facts
from fenlei.study.data import StudyData
from fenlei.study.facts.coverage import IntervalFacts
from fenlei.study.facts.data_warnings import data_warnings
from fenlei.study.facts.fit_working import fit_facts
from fenlei.study.facts.matters import matter_facts
from fenlei.study.facts.metrics import SHOWN, check_task
from fenlei.study.facts.readable_models import readable_models
from fenlei.study.facts.result import (
    assemble,
    first_repeat_rows,
    out_of_fold,
    versions,
    written_params,
)
from fenlei.study.facts.schema import FORMAT, ComparisonResult, ModelFacts
from fenlei.study.fitting import BASELINE, check_scale
from fenlei.study.pooling.folds import with_pools
from fenlei.study.pooling.refit import Refits
from fenlei.study.prediction_intervals import best_intervals
from fenlei.study.repeat_command import repeat_command
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.memory_budget import SHARE, bytes_of, free_memory
from fenlei.study.running.memory_limit import limited_memory
from fenlei.study.running.plan import Plan, PlanOptions, SplitOptions, default_folds, make_plan
from fenlei.study.running.refitting import fit_winner
from fenlei.study.running.run import checked_splits, run
from fenlei.study.running.task import ModelRun, Progress
from fenlei.study.running.time_budget import Budget, seconds
from fenlei.study.source import TableSource

RESULT_FILE, MODEL_FILE = "result.json", "best.fenlei"


class Resources(NamedTuple):
    """What a comparison may use."""

    time: Budget
    memory: float  # bytes
    n_jobs: int | None  # cores; None: all


class Watching(NamedTuple):
    """Who is told of the progress of a comparison, and who can give up a model."""

    progress: Callable[[Progress], None] | None = None
    skip: Callable[[], Collection[str]] | None = None


def compare(
    source: TableSource,
    target: str | None = None,
    *,
    task: str | None = None,
    models: str | Sequence[str] | None = None,
    metric: str | None = None,
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
    skip: Callable[[], Collection[str]] | None = None,
    n_jobs: int | None = None,
    lang: str = "en",
    since: float | None = None,
    **further: Unpack[FurtherOptions],
) -> ComparisonResult:
    """Compare classifiers or regressions by repeated stratified folds, leave-one-out or a hold-out.

    Preparation (imputation, scaling, one-hot) is fitted inside each fold. The baseline, which knows only how
    frequent the classes are, or the mean of the target, is always among the models.

    Parameters
    ----------
    source : path, str, DataFrame, Table or Dataset
        A file, the name of a bundled data set, or rows in memory.
    target : str, optional
        The column to predict; default: the data set's own, or the last column if it holds names.
    task : {"classification", "regression"}, optional
        Whether the target has classes or is a quantity. Default: numbers with decimals, and more than 20
        different whole numbers that are more than 100 or than 5 % of the rows, are a quantity unless the
        target is `nominal`, and everything else has classes; the kind of the `models` comes first.
    models : str or sequence of str, optional
        Names in the registry; default: all of the task that can be used on these columns.
    metric : str, optional
        What models are ranked, tuned and saved by: "accuracy" (default), "balanced_accuracy", "macro_f1",
        "auc" or "log_loss"; of a regression "rmse" (default), "mae" or "r2". Among the classifiers that the
        paired test cannot distinguish from the first one, the best is the one with the lowest log-loss.
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
        Choose each model's one or two main parameters from a small grid, inside the training rows of each
        fold; of many rows by successive halving.
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
    skip : callable, optional
        Called again and again while folds are run; returns the names of models to give up. A fold of theirs
        that runs in another process is ended.
    n_jobs : int, optional
        Cores to use; default all. Folds are run in several processes once that pays.
    lang : {"en", "zh"}
        Language of notes and reasons.
    since : float, optional
        The start of the budget, by `time.perf_counter`; default now.
    calibrate : bool
        Make probabilities of the scores of every classifier, by calibrations fitted inside the folds; the
        saved model has one, too. False leaves scores and decisions as the models make them.
    group : str, optional
        A column, such as that of a patient: rows of one value are trained on or tested together, and it is no
        feature.
    time : str, optional
        A column of dates or numbers: each of five spans of time, or of `folds`, is tested by models fitted to
        the rows before it. It stays a feature unless it is dropped.
    test : path, str, DataFrame, Table or Dataset, optional
        Other rows with the target, which are used once: the best model, fitted to all rows of `source`, and
        the baseline are scored on them.
    rows : int, optional
        Of a folder, a pattern or a file larger than a quarter of the memory, compare on about so many rows
        (200,000), drawn by the hash of their numbers, and fit the best model to all.
    class_weight : "balanced" or dict, optional
        Weights of the rows by their class, in every fit and where a class is decided for; "balanced" gives
        all classes the same total. Probabilities stay those of the table.
    costs : path or table, optional
        First column: actions; other columns: cost of the action when the row is of that class. Models are
        ranked by the mean cost of their decisions unless another `metric` is given, and the saved model
        decides by least expected cost.
    **further
        `nominal`, `numeric`, `ordinal`, `date`, `text`, `drop`, `id`, `missing`, `encoding`, `delimiter` as
        in `read_table`.

    Returns
    -------
    ComparisonResult
        A dict of plain data, as written to `result.json`. That of `fenlei.compare` is a
        `notebook.Comparison`: the same dict, which also shows its leaderboard, in a notebook too.

    Examples
    --------
    >>> from fenlei import compare
    >>> result = compare("iris", models=["lda"], folds=5)
    >>> result["best"], [model["name"] for model in result["models"]]
    ('lda', ['dummy', 'lda'])
    >>> round(result["models"][1]["summary"]["accuracy"]["mean"], 2)
    0.98
    """
    start, named, extra = perf_counter(), named_models(models), Further.of(further)
    folder = None if out is None else check_folder(Path(out))
    within = Resources(*_limits(budget, since, memory), n_jobs)
    by = SplitOptions(folds=folds, repeats=repeats, test_size=test_size, stratify=stratify, shuffle=shuffle)
    how = PlanOptions(
        metric=metric, calibrate=extra.calibrate, tune=tune, scale=check_scale(scale), seed=seed
    )
    with limited_memory(within.memory):
        data = task_data(source, target, check_task(task), named, lang, extra, memory)
        plan = _plan(partial(make_plan, **by, **how, **extra.errors.plan_options(data)), data, named, params)
        result, best = _carried_out(data, plan, within, folder, Watching(progress, skip), lang, extra)
        result["data"]["notes"] += _fold_note(plan, data, folds, lang) + data_warnings(data, lang)
        result["command"] = repeat_command(source, data, plan, extra.written(lang, budget, memory))
        return _finished(result, best, folder, start)


def _plan(
    planned: Callable[..., Plan],
    data: StudyData,
    named: list[Entry] | None,
    params: Mapping[str, dict[str, Any]] | None,
) -> Plan:
    """The plan, given the rows and the models that were named."""
    chosen = model_names(named, data.task)
    params = check_params(params, chosen, data.task)
    return planned(chosen, data.class_counts, task=data.task, params=params, split_by=data.split_by)


def _carried_out(
    data: StudyData,
    plan: Plan,
    within: Resources,
    folder: Path | None,
    watch: Watching,
    lang: str,
    extra: Further,
) -> tuple[ComparisonResult, Callable[[], Model]]:
    """The result of all folds, and the fit of the best model to all rows.

    The result has models to read among those that can be afforded, and how the best one was fitted, if there
    is time.
    """
    time, room, n_jobs = within
    carry_out = partial(run, budget=time, memory=room, n_jobs=n_jobs, workers=effective_n_jobs(n_jobs))
    runs = carry_out(plan, data, store := _store(folder, data, plan), lang=lang, **watch._asdict())
    runs, pools = with_pools(runs, plan, data, folds := checked_splits(data, plan), time, lang)
    result = assemble(data, plan, runs)
    result["data"]["notes"] += _store_note(store, lang)
    refit = Refits(data, plan, n_jobs, pools, {one.entry.name: one.calibration for one in runs})
    result["readable"] = readable_models(affordable(result, plan, time), data, refit, lang)

    @cache
    def best_model() -> Model:
        assert result["best"] is not None
        fitted, notes = fit_winner(result["best"], data, plan, n_jobs, refit, lang)
        result["data"]["notes"] += notes
        if data.numbers is not None:
            fitted, result["intervals"] = _with_intervals(fitted, result["best"], data, plan, runs)
        return extra.errors.applied(calibrated_model(fitted, refit.calibrations[result["best"]]))

    if result["best"] is not None and (not time.is_limited or time.left > 0):
        shown = refit.shown(result["best"])
        result["fit"] = fit_facts(shown, refit(shown), data, lang)
        if affords_matters(result, plan, time):
            result["matters"] = matter_facts(result["best"], refit, data, plan, folds[0])
        if data.numbers is not None:
            best_model()
    if extra.test is not None and result["best"] is not None:
        both = best_model(), extra.errors.applied(refit(BASELINE.name))
        result["test"] = other_rows_facts(extra.test, result["best"], *both, extra.reading, lang)
    return result, best_model


def _with_intervals(
    model: Model, name: str, data: StudyData, plan: Plan, runs: list[ModelRun]
) -> tuple[Model, IntervalFacts]:
    """The best regression, fitted on all rows, with intervals from the rows that its folds tested."""
    (own,) = (one for one in runs if one.entry.name == name)
    rows, predicted = first_repeat_rows(data, plan), out_of_fold(own)[:, 0]
    return best_intervals(name, model, data, rows, predicted, plan.seed)


def study_plan(
    data: StudyData,
    models: str | Sequence[str] | None = None,
    params: Mapping[str, dict[str, Any]] | None = None,
    **options: Any,
) -> Plan:
    """The plan that `compare` makes of the same options, given its rows."""
    return _plan(partial(make_plan, **options), data, named_models(models), params)


def stored_folds(folder: Path, data: StudyData, plan: Plan) -> FoldStore:
    """The finished folds of a plan in the folder of a comparison."""
    return FoldStore(folder, _key(data, plan), data.outputs, SHOWN[plan.task])


def _store(folder: Path | None, data: StudyData, plan: Plan) -> FoldStore:
    if folder is not None:
        _check_earlier(make_folder(folder), data)
    return FoldStore(folder, _key(data, plan), data.outputs, SHOWN[plan.task])


def _store_note(store: FoldStore, lang: str) -> list[str]:
    """A note on stored folds that could not be used."""
    if not store.damaged:
        return []
    facts = {"count": len(store.damaged), "first": store.damaged[0]}
    return [wording("study.damaged_folds", lang, **facts)]


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


def affords_matters(result: ComparisonResult, plan: Plan, time: Budget) -> bool:
    """Whether the best model can be fitted four times more in what is left of the time."""
    own = next(model for model in result["models"] if model["name"] == result["best"])
    return not time.is_limited or time.left > 4 * plan.growth * (own["fit_seconds"] or 0.0) + 1.0


def _limits(
    budget: float | str | None, since: float | None, memory: float | str | None
) -> tuple[Budget, float]:
    """The time, and the bytes of memory, that may be used."""
    time = Budget() if budget is None else Budget(seconds(budget), since)
    return time, SHARE * free_memory() if memory is None else bytes_of(memory)


def _key(data: StudyData, plan: Plan) -> str:
    """What makes stored folds usable again. More models or repeats leave the stored folds valid."""
    split = [plan.resampling, plan.folds, plan.test_train_ratio, plan.stratify, plan.shuffle]
    facts = [
        FORMAT,
        "scores before calibration",
        plan.task,
        data.fingerprint,
        *split,
        plan.scale,
        written_params(plan),
        plan.by,
        plan.class_weight,
        plan.seed,
        (plan.tune, plan.metric) if plan.tune else False,
        versions(),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _fold_note(plan: Plan, data: StudyData, folds: int | str | None, lang: str) -> list[str]:
    largest = np.sort(data.class_counts)[-2:]
    if data.task == "regression":
        return []
    if plan.resampling == "loo" and largest[0] == largest[1]:
        return [wording("study.loo_baseline", lang)]
    if plan.resampling != "folds" or plan.folds >= int(folds or default_folds(len(data.codes))):
        return []
    rare = int(data.class_counts.argmin())
    return [wording("study.folds_lowered", lang, folds=plan.folds, label=data.names[rare])]


def _finished(
    result: ComparisonResult, best: Callable[[], Model], folder: Path | None, start: float
) -> ComparisonResult:
    """The result with its duration; it and the best model, fitted on all rows, are written to the folder."""
    result["seconds"] = perf_counter() - start
    if folder is None:
        return result
    if result["best"] is not None:
        model = best()
        save_model(model, folder / MODEL_FILE, facts=model.facts | {"source": result["data"]["source"]})
    with atomic_write(folder / RESULT_FILE, "w") as file:
        json.dump(result, file, ensure_ascii=False, allow_nan=False)
    return result
