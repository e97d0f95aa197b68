"""Training one model, a classifier or a regression, on all rows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from os import PathLike
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from fenlei.engines.naming import on as engine
from fenlei.errors import DataError, UsageError
from fenlei.model_file import Model
from fenlei.model_file.fingerprint import rows_fingerprint
from fenlei.registry import POOLED, Entry
from fenlei.rows.scanned import Scan
from fenlei.study.data import class_labels
from fenlei.study.fitting import BASELINE, Rows, check_scale, find_entry, fit, unsuitable
from fenlei.study.prediction_intervals import check_method, with_intervals
from fenlei.study.regression import as_floats, target_numbers
from fenlei.study.scans.choosing import scanned_source
from fenlei.study.scans.training import train_scan
from fenlei.study.source import TableSource, read_labelled, source_name
from fenlei.table.features.table_rows import coded_columns
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.schema import Schema


def train(
    source: TableSource | Scan,
    model: str,
    target: str | None = None,
    *,
    params: dict[str, Any] | None = None,
    scale: str | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    intervals: str | None = None,
    lang: str = "en",
    on: object = None,
    work: str | PathLike[str] | None = None,
    memory: float | str | None = None,
    skip_bad_files: bool = False,
    allow_missing_columns: bool = False,
    **reading: Unpack[ReadingOptions],
) -> Model:
    """Fit one model, with the preparation it needs, to all rows.

    Parameters
    ----------
    source, target, seed, n_jobs, lang, **reading
        As in `compare`; or a scan, a folder or a glob of files, which are read in passes and never whole. So
        are files larger than a quarter of the memory. The model is the same to the last bit.
    model : str
        Name of a classifier or a regression in the registry.
    params : dict, optional
        Parameters of the estimator; the others keep their defaults.
    scale : {"standard", "minmax", "none"}, optional
        How numbers are scaled, which the model keeps: to mean 0 and variance 1, to 0..1, or not at all.
        Default: as suits the model, standardised where it needs numbers only. `facts["scale"]` tells which
        it was.
    intervals : {"scaled", "split", "cv+"}, optional
        Also make prediction intervals of a regression: from the residuals of five folds, scaled by a model of
        their size; from a quarter of the rows, which the model is then fitted without; or CV+, which keeps
        the models of five folds. `Model.predict_interval` then answers.
    on, work : optional
        Where the passes over files are made, and a folder that keeps them, as in `on`.
    memory : str or float, optional
        What may be used, "2g" or bytes, instead of the free memory.
    skip_bad_files, allow_missing_columns : bool
        Of several files, as in `scan`. `facts["left_out"]` names the files that could not be read.

    Returns
    -------
    Model
        It takes tables, and `save_model` writes it whole.

    Examples
    --------
    >>> from fenlei import load
    >>> model = train("iris", "lda")
    >>> model.predict(load("iris").table)[:2].tolist()
    ['setosa', 'setosa']
    """
    entry, scale = find_entry(model, "classifier", "regressor"), check_scale(scale)
    method = check_method(intervals)
    if method is not None and entry.kind != "regressor":
        raise UsageError("intervals.classifier", name=model)
    if entry.name == BASELINE.name:
        raise UsageError("study.baseline", name=model)
    if entry.name in POOLED:
        raise UsageError("pooling.train", name=model)
    files = {"skip_bad_files": skip_bad_files, "allow_missing_columns": allow_missing_columns}
    asked = on is not None or work is not None
    chosen = scanned_source(source, target, lang, asked, memory, reading, **files)
    if chosen is not None:
        if method is not None:
            raise UsageError("intervals.scan", source=source_name(source))
        with engine(on or "threads", work=work) if on is not None or work is not None else nullcontext():
            trained = train_scan(chosen, entry, params, seed, n_jobs, scale)
        trained.facts["source"] = source_name(source)
        if chosen.table.left_out:
            trained.facts["left_out"] = list(chosen.table.left_out)
        return trained
    assert not isinstance(source, Scan)
    return _train_in_memory(source, entry, target, params, scale, seed, n_jobs, method, lang, reading)


def _train_in_memory(
    source: TableSource,
    entry: Entry,
    target: str | None,
    params: dict[str, Any] | None,
    scale: str | None,
    seed: int,
    n_jobs: int | None,
    method: str | None,
    lang: str,
    reading: ReadingOptions,
) -> Model:
    numbers = entry.kind == "regressor"
    table = read_labelled(source, target, numbers=numbers, lang=lang, **reading)
    if not table.schema.used:
        raise DataError("study.no_features", columns=len(table.schema.columns))
    reason = unsuitable(entry, table.schema)
    if reason is not None:
        raise UsageError("study.unsuitable", name=entry.name, reason=reason)
    labels = (
        target_numbers(table, entry.name)
        if numbers
        else class_labels(table, nominal=reading.get("nominal", ()))
    )
    if not numbers and (labels == labels[0]).all():
        raise DataError("estimator.one_class", estimator=entry.name, label=labels[:1].tolist()[0])
    schema = as_floats(table.schema) if numbers else table.schema
    X = table.rows() if table.schema.texts else table.coded().X
    trained = fit_model(entry, schema, X, labels, params, seed, n_jobs, scale)
    if method is not None:
        how: dict[str, Any] = {"params": params, "seed": seed, "n_jobs": n_jobs, "scale": scale}
        trained = with_intervals(method, trained, entry, schema, X, labels.astype(np.float64), **how)
    trained.facts["source"] = source_name(source)
    return trained


def fit_model(
    entry: Entry,
    schema: Schema,
    X: Rows,
    y: NDArray[np.generic],
    params: dict[str, Any] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    scale: str | None = None,
    class_weight: Mapping[Any, float] | None = None,
) -> Model:
    """Fit to coded rows; the number of threads is not kept."""
    preparation, estimator = fit(
        entry, schema, X, y, params=params, seed=seed, n_jobs=n_jobs, scale=scale, class_weight=class_weight
    )
    if "n_jobs" in estimator.get_params():
        estimator.set_params(n_jobs=None)
    kept = "none" if preparation is None else preparation.scaling
    facts = {
        "model": entry.name,
        "rows": len(y),
        "scale": kept,
        "fingerprint": rows_fingerprint(coded_columns(X), y),
    }
    return Model(estimator, schema, preparation, facts)
