"""Training one model, a classifier or a regression, on all rows of a table."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import DataError, UsageError
from fenlei.model_file import Model
from fenlei.model_file.fingerprint import rows_fingerprint
from fenlei.registry import Entry
from fenlei.study.data import class_labels
from fenlei.study.fitting import BASELINE, check_scale, find_entry, fit, unsuitable
from fenlei.study.regression import as_floats, target_numbers
from fenlei.study.source import TableSource, read_labelled, source_name
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.schema import Schema


def train(
    source: TableSource,
    model: str,
    target: str | None = None,
    *,
    params: dict[str, Any] | None = None,
    scale: str | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    lang: str = "en",
    **reading: Unpack[ReadingOptions],
) -> Model:
    """Fit one model, with the preparation it needs, to all rows.

    Parameters
    ----------
    source, target, seed, n_jobs, lang, **reading
        As in `compare`.
    model : str
        Name of a classifier or a regression in the registry.
    params : dict, optional
        Parameters of the estimator; the others keep their defaults.
    scale : {"standard", "minmax", "none"}, optional
        How numbers are scaled, which the model keeps: to mean 0 and variance 1, to 0..1, or not at all.
        Default: as suits the model, standardised where it needs numbers only. `facts["scale"]` tells which
        it was.

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
    if entry.name == BASELINE.name:
        raise UsageError("study.baseline", name=model)
    numbers = entry.kind == "regressor"
    table = read_labelled(source, target, numbers=numbers, lang=lang, **reading)
    if not table.schema.features:
        raise DataError("study.no_features", columns=len(table.schema.columns))
    reason = unsuitable(entry, table.schema)
    if reason is not None:
        raise UsageError("study.unsuitable", name=model, reason=reason)
    labels = (
        target_numbers(table, model) if numbers else class_labels(table, nominal=reading.get("nominal", ()))
    )
    if not numbers and (labels == labels[0]).all():
        raise DataError("estimator.one_class", estimator=model, label=labels[:1].tolist()[0])
    schema = as_floats(table.schema) if numbers else table.schema
    trained = fit_model(entry, schema, table.coded().X, labels, params, seed, n_jobs, scale)
    trained.facts["source"] = source_name(source)
    return trained


def fit_model(
    entry: Entry,
    schema: Schema,
    X: NDArray[np.float64],
    y: NDArray[np.generic],
    params: dict[str, Any] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    scale: str | None = None,
) -> Model:
    """Fit to coded rows; the number of threads is not kept."""
    preparation, estimator = fit(entry, schema, X, y, params=params, seed=seed, n_jobs=n_jobs, scale=scale)
    if "n_jobs" in estimator.get_params():
        estimator.set_params(n_jobs=None)
    kept = "none" if preparation is None else preparation.scaling
    facts = {"model": entry.name, "rows": len(y), "scale": kept, "fingerprint": rows_fingerprint(X, y)}
    return Model(estimator, schema, preparation, facts)
