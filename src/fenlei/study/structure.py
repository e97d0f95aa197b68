"""Seeing structure in a table without a model of its classes: coordinates or clusters of all rows.

Columns are prepared as for a classifier that needs numbers (missing values filled, one-hot, scaled as asked
for; distances, `metric="precomputed"`, are taken as they are). A target column takes no part, but for LDA; it
only colours the picture and is what clusters are compared with. Methods that start at random are started ten
times, and the best is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from fenlei.engines.naming import on as engine
from fenlei.errors import DataError, UsageError
from fenlei.messages import listed
from fenlei.model_file import Model
from fenlei.model_file.fingerprint import rows_fingerprint
from fenlei.registry import REGISTRY, Entry, entries
from fenlei.rows.scanned import Scan
from fenlei.study.fitting import build, check_scale, is_precomputed, nearest_model, suitable_scale
from fenlei.study.prediction import unused
from fenlei.study.scans.choosing import scanned_source
from fenlei.study.source import TableSource, open_source, source_name
from fenlei.table.preparation import Preparation, prepare
from fenlei.table.reading import read_table
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.table import Table

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

STARTS = 10  # of a method that finds a local optimum only
LAST_MERGES = 20  # of a tree of merges whose heights are told
SILHOUETTE_ROWS = 5000  # drawn where there are more: the cost is their square
FACTS = {  # what an estimator knows of its own fit, by the attribute's name
    "explained_variance_": "variances",
    "explained_variance_ratio_": "explained",
    "stress_": "stress",
    "kl_divergence_": "kl_divergence",
    "reconstruction_error_": "reconstruction_error",
    "inertia_": "inertia",
    "lower_bound_": "log_likelihood",
}


class Structure(NamedTuple):
    """What was found."""

    rows: pa.Table  # the input with columns appended
    estimator: Any
    prepared: NDArray[np.float64]  # (n, q) what the estimator was given
    values: NDArray[Any]  # (n, d) coordinates, or (n,) clusters
    labels: NDArray[Any] | None  # (n,) the target
    facts: dict[str, object]  # plain data
    model: Model  # the estimator with schema and preparation
    # Of a scan, the fields above are those of some rows, and this gives all rows of a file.
    rows_of: Callable[[str], Iterator[pa.Table]] | None = None


def reducers() -> list[str]:
    """Names of the reductions; LDA needs a target."""
    found = (entry for entry in entries() if entry.reduces)
    return [entry.name for entry in sorted(found, key=lambda entry: entry.kind != "transformer")]


def clusterers() -> list[str]:
    """Names of the clusterings that take a table's prepared columns."""
    return [entry.name for entry in entries(kind="clusterer") if not entry.discrete]


def reduce_rows(
    source: TableSource,
    method: str = "pca",
    components: int = 2,
    target: str | None = None,
    *,
    params: Mapping[str, object] | None = None,
    scale: str | None = None,
    seed: int = 0,
    lang: str = "en",
    on: Any = None,
    work: str | PathLike[str] | None = None,
    memory: float | str | None = None,
    skip_bad_files: bool = False,
    allow_missing_columns: bool = False,
    **reading: Unpack[ReadingOptions],
) -> Structure:
    """Coordinates of all rows by a reduction of dimension, appended as `<method>_1` and so on.

    Parameters
    ----------
    source, target, seed, lang, **reading
        As in `compare`.
    method : str
        One of `reducers()`.
    components : int
        Number of dimensions to find.
    params : dict, optional
        Parameters of the estimator.
    scale : {"standard", "minmax", "none"}, optional
        How numbers are scaled; default "standard". PCA is then that of the correlation matrix, and with
        "none" that of the covariance matrix.

    on, work, memory, skip_bad_files, allow_missing_columns : optional
        As in `train`: folders, globs and files larger than a quarter of the memory are read in passes.

    Examples
    --------
    >>> found = reduce_rows("pca_points", "pca", 2, scale="none")
    >>> found.estimator.explained_variance_.round(4).tolist()
    [7.0234, 0.1766]
    """
    entry = _entry(method, reducers())
    scan = scanned_source(
        source, target, lang, on is not None or work is not None, memory, reading, labelled=False
    )
    if scan is not None:
        chosen = {"n_components": components, **(params or {})}
        with _engine(on, work):
            return _of_scan(source, scan, entry, chosen, scale, seed, lang, reducing=True)
    table, labels = _read(source, target, lang, reading)
    preparation, X = _prepared(table, entry, check_scale(scale), params)
    if method == "lda" and labels is None:
        raise UsageError("structure.lda_target", source=source_name(source))
    estimator = build(entry, table.schema, {"n_components": components, **(params or {})}, seed, None)
    given = (X, labels) if method == "lda" else (X,)
    Z = np.asarray(estimator.fit_transform(*given), dtype=np.float64)
    columns = {f"{method}_{j + 1}": Z[:, j] for j in range(Z.shape[1])}
    facts = _facts(source, table.n_rows, entry, preparation.scaling, estimator) | {"components": Z.shape[1]}
    model = _model(source, table, entry, preparation, estimator, labels)
    return Structure(_with(table, columns), estimator, X, Z, labels, facts, model)


def cluster_rows(
    source: TableSource,
    method: str = "kmeans",
    clusters: int = 3,
    target: str | None = None,
    *,
    params: dict[str, Any] | None = None,
    scale: str | None = None,
    seed: int = 0,
    lang: str = "en",
    on: Any = None,
    work: str | PathLike[str] | None = None,
    memory: float | str | None = None,
    skip_bad_files: bool = False,
    allow_missing_columns: bool = False,
    **reading: Unpack[ReadingOptions],
) -> Structure:
    """Cluster of every row, appended as the column `cluster`.

    Parameters
    ----------
    source, target, seed, lang, **reading
        As in `compare`.
    method : str
        One of `clusterers()`.
    clusters : int
        Number of clusters to find.
    params : dict, optional
        Parameters of the estimator. Ten starts (`n_init`) are made where it has that parameter and `init` is
        not given.
    scale : {"standard", "minmax", "none"}, optional
        How numbers are scaled; default "standard". Distances (`metric="precomputed"`) are never scaled.

    on, work, memory, skip_bad_files, allow_missing_columns : optional
        As in `train`: folders, globs and files larger than a quarter of the memory are read in passes.

    Examples
    --------
    >>> cluster_rows("kmeans_points", "kmeans", 2, scale="none").facts["sizes"]
    [3, 2]
    """
    entry, given = _entry(method, clusterers()), params or {}
    accepted = entry.load()().get_params()
    chosen = {"n_clusters" if "n_clusters" in accepted else "n_components": clusters}
    scan = scanned_source(
        source, target, lang, on is not None or work is not None, memory, reading, labelled=False
    )
    if scan is not None:
        with _engine(on, work):
            return _of_scan(source, scan, entry, chosen | given, scale, seed, lang, reducing=False)
    table, labels = _read(source, target, lang, reading)
    preparation, X = _prepared(table, entry, check_scale(scale), given)
    if "n_init" in accepted and "init" not in given:
        chosen["n_init"] = STARTS
    estimator = build(entry, table.schema, chosen | given, seed, None)
    found = np.asarray(estimator.fit_predict(X))
    facts = _facts(source, table.n_rows, entry, preparation.scaling, estimator)
    facts |= _quality(X, found, labels, seed, is_precomputed(given))
    model = _model(source, table, entry, preparation, estimator, labels)
    return Structure(_with(table, {"cluster": found}), estimator, X, found, labels, facts, model)


def _engine(on: Any, work: str | PathLike[str] | None) -> AbstractContextManager[object]:
    return nullcontext() if on is None and work is None else engine(on or "threads", work=work)


def _of_scan(
    source: TableSource,
    scan: Scan,
    entry: Entry,
    params: dict[str, Any],
    scale: str | None,
    seed: int,
    lang: str,
    *,
    reducing: bool,
) -> Structure:
    """The structure of a scan, with some of its rows to show."""
    from fenlei.evaluate.clustering import adjusted_rand_of
    from fenlei.study.scans.structure import count_clusters, fit_structure

    found = fit_structure(scan, entry, params, scale, seed, reducing=reducing)
    values, model = found.values(found.shown), found.model
    model.facts.update(source=source_name(source), fingerprint=model.facts.pop("fingerprint"))
    facts = _facts(source, scan.n_rows, entry, str(model.facts["scale"]), model.estimator)
    if reducing:
        facts["components"] = values.shape[1]
    else:
        counts = count_clusters(scan, found, int(params.get("n_clusters", params.get("n_components", 1))))
        sizes = counts.sum(axis=0)
        facts |= _quality(found.shown, values, None, seed, False)
        facts |= {"clusters": np.flatnonzero(sizes).tolist(), "sizes": sizes[sizes > 0].tolist()}
        if scan.classes is not None:
            facts["adjusted_rand"] = adjusted_rand_of(counts)
    columns = dict(zip(found.names(), values.reshape(len(values), -1).T, strict=True))
    rows_of = partial(found.rows_of, lang=lang)
    shown = pa.table({name: pa.array(each) for name, each in columns.items()})
    return Structure(shown, model.estimator, found.shown, values, found.labels, facts, model, rows_of)


def _entry(method: str, accepted: list[str]) -> Entry:
    if method not in accepted:
        facts = {"value": method, "accepted": listed(*accepted)}
        if nearest := nearest_model(method, [REGISTRY[name] for name in accepted]):
            raise UsageError("structure.method_near", nearest=nearest, **facts)
        raise UsageError("structure.method", **facts)
    return REGISTRY[method]


def _read(
    source: TableSource, target: str | None, lang: str, reading: ReadingOptions
) -> tuple[Table, NDArray[np.generic] | None]:
    """The table, and its labels if it has a target."""
    table = read_table(open_source(source, lang), target=target, lang=lang, **reading)
    schema = table.schema
    if not schema.features:
        raise DataError("study.no_features", columns=len(schema.columns))
    return table, None if schema.target is None else table.labels()


def _prepared(
    table: Table, entry: Entry, scale: str | None, params: Mapping[str, object] | None
) -> tuple[Preparation, NDArray[np.float64]]:
    """What makes numbers of the columns beside the target, and these numbers (n, q)."""
    chosen = suitable_scale(entry, scale, params)
    X, impute = table.coded().X, None if is_precomputed(params) else "median"
    preparation = prepare(table.schema, scale=chosen, impute=impute, texts=None).fit(X)
    return preparation, preparation.transform(X)


def _model(
    source: TableSource,
    table: Table,
    entry: Entry,
    preparation: Preparation,
    estimator: BaseEstimator,
    labels: NDArray[np.generic] | None,
) -> Model:
    """The estimator as a model file keeps it."""
    if "n_jobs" in estimator.get_params():
        estimator.set_params(n_jobs=None)
    facts = {
        "model": entry.name,
        "rows": table.n_rows,
        "scale": preparation.scaling,
        "source": source_name(source),
    }
    facts["fingerprint"] = rows_fingerprint(table.coded().X, labels)
    return Model(estimator, table.schema, preparation, facts)


def _with(table: Table, columns: Mapping[str, NDArray[np.generic]]) -> pa.Table:
    rows = table.raw
    for name, values in columns.items():
        rows = rows.append_column(unused(name, rows.column_names), pa.array(values))
    return rows


def _facts(
    source: TableSource, rows: int, entry: Entry, scaling: str, estimator: BaseEstimator
) -> dict[str, object]:
    known = {name: getattr(estimator, attribute, None) for attribute, name in FACTS.items()}
    if hasattr(estimator, "children_"):
        known["heights"] = estimator.model_.distances[-LAST_MERGES:]
    return {
        "source": source_name(source),
        "rows": rows,
        "method": entry.name,
        "scale": scaling,
        **{name: np.asarray(value).tolist() for name, value in known.items() if value is not None},
    }


def _quality(
    X: NDArray[np.float64],
    found: NDArray[np.generic],
    labels: NDArray[np.generic] | None,
    seed: int,
    is_distances: bool,
) -> dict[str, object]:
    """Sizes of the clusters, their silhouette, and agreement with the target."""
    from fenlei.evaluate import adjusted_rand_score, silhouette_score

    known, sizes = np.unique(found, return_counts=True)
    facts: dict[str, object] = {"clusters": known.tolist(), "sizes": sizes.tolist(), "silhouette": None}
    drawn = np.random.default_rng(seed).permutation(len(X))[:SILHOUETTE_ROWS]
    if 2 <= len(np.unique(found[drawn])) < len(drawn):
        rows = X[np.ix_(drawn, drawn)] if is_distances else X[drawn]
        metric = "precomputed" if is_distances else "euclidean"
        facts["silhouette"] = silhouette_score(rows, found[drawn], metric=metric)
    if labels is not None:
        facts["adjusted_rand"] = adjusted_rand_score(labels, found)
    return facts
