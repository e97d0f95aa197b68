"""Seeing structure in a table without a model of its classes: coordinates or clusters of all rows.

Columns are prepared as for a classifier that needs numbers (missing values filled, one-hot, scaled). A target
column takes no part, but for LDA; it only colours the picture and is what clusters are compared with.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Unpack

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from fenlei.errors import DataError, UsageError
from fenlei.messages import listed
from fenlei.registry import REGISTRY, Entry, entries
from fenlei.study.fitting import build
from fenlei.study.prediction import unused
from fenlei.study.source import TableSource, open_source, source_name
from fenlei.table.preparation import prepare
from fenlei.table.reading import read_table
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.table import Table

SILHOUETTE_ROWS = 5000  # drawn where there are more: the cost is their square
FACTS = {  # what an estimator knows of its own fit, by the attribute's name
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
    params: dict[str, Any] | None = None,
    seed: int = 0,
    lang: str = "en",
    **reading: Unpack[ReadingOptions],
) -> Structure:
    """Coordinates of all rows by a reduction of dimension, appended as `<method>_1` and so on."""
    entry = _entry(method, reducers())
    table, labels, X = _rows(source, target, lang, reading)
    if method == "lda" and labels is None:
        raise UsageError("structure.lda_target", source=source_name(source))
    estimator = build(entry, table.schema, {"n_components": components, **(params or {})}, seed, None)
    given = (X, labels) if method == "lda" else (X,)
    Z = np.asarray(estimator.fit_transform(*given), dtype=np.float64)
    columns = {f"{method}_{j + 1}": Z[:, j] for j in range(Z.shape[1])}
    facts = _facts(source, table, method, estimator) | {"components": Z.shape[1]}
    return Structure(_with(table, columns), estimator, X, Z, labels, facts)


def cluster_rows(
    source: TableSource,
    method: str = "kmeans",
    clusters: int = 3,
    target: str | None = None,
    *,
    params: dict[str, Any] | None = None,
    seed: int = 0,
    lang: str = "en",
    **reading: Unpack[ReadingOptions],
) -> Structure:
    """Cluster of every row, appended as the column `cluster`."""
    entry = _entry(method, clusterers())
    table, labels, X = _rows(source, target, lang, reading)
    parameter = "n_clusters" if "n_clusters" in entry.load()().get_params() else "n_components"
    estimator = build(entry, table.schema, {parameter: clusters, **(params or {})}, seed, None)
    found = np.asarray(estimator.fit_predict(X))
    facts = _facts(source, table, method, estimator) | _quality(X, found, labels, seed)
    return Structure(_with(table, {"cluster": found}), estimator, X, found, labels, facts)


def _entry(method: str, accepted: list[str]) -> Entry:
    if method not in accepted:
        raise UsageError("structure.method", value=method, accepted=listed(*accepted))
    return REGISTRY[method]


def _rows(
    source: TableSource, target: str | None, lang: str, reading: ReadingOptions
) -> tuple[Table, NDArray[Any] | None, NDArray[np.float64]]:
    """The table, its labels if it has a target, and its other columns prepared."""
    table = read_table(open_source(source, lang), target=target, lang=lang, **reading)
    schema = table.schema
    if not schema.features:
        raise DataError("study.no_features", columns=len(schema.columns))
    labels = None if schema.target is None else table.labels()
    X = prepare(schema).fit(table.coded().X).transform(table.coded().X)
    return table, labels, X


def _with(table: Table, columns: dict[str, NDArray[Any]]) -> pa.Table:
    rows = table.raw
    for name, values in columns.items():
        rows = rows.append_column(unused(name, rows.column_names), pa.array(values))
    return rows


def _facts(source: TableSource, table: Table, method: str, estimator: object) -> dict[str, object]:
    known = {name: getattr(estimator, attribute, None) for attribute, name in FACTS.items()}
    return {
        "source": source_name(source),
        "rows": table.n_rows,
        "method": method,
        **{name: np.asarray(value).tolist() for name, value in known.items() if value is not None},
    }


def _quality(
    X: NDArray[np.float64], found: NDArray[Any], labels: NDArray[Any] | None, seed: int
) -> dict[str, object]:
    """Sizes of the clusters, their silhouette, and agreement with the target."""
    from fenlei.evaluate import adjusted_rand_score, silhouette_score

    known, sizes = np.unique(found, return_counts=True)
    facts: dict[str, object] = {"clusters": known.tolist(), "sizes": sizes.tolist(), "silhouette": None}
    drawn = np.random.default_rng(seed).permutation(len(X))[:SILHOUETTE_ROWS]
    if 2 <= len(np.unique(found[drawn])) < len(drawn):
        facts["silhouette"] = silhouette_score(X[drawn], found[drawn])
    if labels is not None:
        facts["adjusted_rand"] = adjusted_rand_score(labels, found)
    return facts
