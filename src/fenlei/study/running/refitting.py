"""A compared model fitted to all rows: to those that were compared, or to all those of large files."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from fenlei.errors import wording
from fenlei.model_file import Model
from fenlei.study.data import StudyData
from fenlei.study.fitting import find_entry
from fenlei.study.running.fold import fit_options
from fenlei.study.running.plan import Plan
from fenlei.study.scans.comparing import winner_on_all
from fenlei.study.training import fit_model
from fenlei.study.tuning import tune as tune_parameters


def fit_on_all(name: str, data: StudyData, plan: Plan, n_jobs: int | None, *, on_scan: bool = False) -> Model:
    """A model fitted to all rows, tuned on them if the plan tunes; `on_scan` to those in files, if it can."""
    entry, rows = find_entry(name, plan.kind), (data.schema, data.coded(), data.labels)
    options = fit_options(entry, plan, n_jobs, data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the folds have warned already, and the result has it
        params = tune_parameters(entry, *rows, metric=plan.metric, **options) if plan.tune else {}
        weights, given = options.get("class_weight"), params | options["fixed"]
        if on_scan and data.scan is not None and weights is None:
            fitted = winner_on_all(data.scan, entry, given, plan.seed, n_jobs, plan.scale)
            if fitted is not None:
                return fitted
        return fit_model(entry, *rows, given, plan.seed, n_jobs, plan.scale, weights)


def fit_winner(
    name: str,
    data: StudyData,
    plan: Plan,
    n_jobs: int | None,
    refit: Callable[[str], Model],
    lang: str,
) -> tuple[Model, list[str]]:
    """The best model fitted to all rows, those that were not compared too, and what is to be said of it."""
    if data.scan is None or data.scan.n_rows == len(data.X):
        return refit(name), []
    model = fit_on_all(name, data, plan, n_jobs, on_scan=True)
    is_whole = model.facts["rows"] == data.scan.n_rows
    facts = {"name": name, "n": data.scan.n_rows, "rows": len(data.X)}
    return model, [wording("scan.winner" if is_whole else "scan.winner_sample", lang, **facts)]
