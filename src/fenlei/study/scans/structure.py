"""Coordinates or clusters of all rows of a scan, whose rows are never in memory together.

The estimator is fitted in passes, some rows are drawn for the picture and the silhouette, and the rows with
their new columns are read again, file by file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.model_file import Model
from fenlei.registry import Entry
from fenlei.rows.scanned import Scan
from fenlei.study.fitting import build, check_scale, suitable_scale
from fenlei.study.prediction import unused
from fenlei.study.scans.prepared import PreparedScan
from fenlei.study.scans.preparing import fit_on_scan
from fenlei.study.source import open_for
from fenlei.table.preparation import prepare
from fenlei.table.reading import read_blocks

SHOWN = 5000  # rows of the picture and of the silhouette


class FittedStructure(NamedTuple):
    """A reduction or a clustering that was fitted to a scan."""

    model: Model
    reducing: bool
    shown: Array  # (m, q) some prepared rows, drawn by the hash of their numbers
    labels: Array | None  # (m,) theirs

    def values(self, X: Array) -> Array:
        """Coordinates (n, d), or clusters (n,), of prepared rows."""
        return _values(self.model.estimator, self.reducing, X)

    def names(self) -> tuple[str, ...]:
        """Of the new columns."""
        if not self.reducing:
            return ("cluster",)
        return tuple(
            f"{self.model.facts['model']}_{j + 1}" for j in range(self.values(self.shown[:1]).shape[1])
        )

    def rows_of(self, path: str, lang: str = "en") -> Iterator[pa.Table]:
        """The rows of a file with the new columns, in order."""
        assert self.model.schema is not None
        assert self.model.preparation is not None
        for block in read_blocks(open_for(self.model.schema, path, lang), self.model.schema):
            found, rows = self.values(self.model.preparation.transform(block.coded().X)), block.raw
            for name, values in zip(self.names(), found.reshape(len(found), -1).T, strict=True):
                rows = rows.append_column(unused(name, rows.column_names), pa.array(values))
            yield rows


def fit_structure(
    scan: Scan, entry: Entry, params: Mapping[str, Any], scale: str | None, seed: int, *, reducing: bool
) -> FittedStructure:
    """Fit a method, with the preparation it needs, to all rows of a scan."""
    if not scan.schema.features:
        raise DataError("study.no_features", columns=len(scan.schema.columns))
    if entry.name == "lda" and scan.classes is None:
        raise UsageError("structure.lda_target", source=scan.table.files[0].path)
    estimator: Any = build(entry, scan.schema, dict(params), seed, None)
    if not getattr(estimator, "_scans", False):
        estimator.fit(scan)  # says why it cannot be
    scaling = suitable_scale(entry, check_scale(scale), params)
    preparation = prepare(scan.schema, scale=scaling, impute="median", texts=None)
    preparation, fingerprint = fit_on_scan(preparation, scan, scan.classes)
    rows = PreparedScan(scan, preparation)
    estimator.fit(rows)
    if "n_jobs" in estimator.get_params():
        estimator.set_params(n_jobs=None)
    facts = {"model": entry.name, "rows": scan.n_rows, "scale": preparation.scaling}
    model = Model(estimator, scan.schema, preparation, facts | {"fingerprint": fingerprint})
    drawn = rows.sample(SHOWN)
    return FittedStructure(model, reducing, drawn.X, drawn.y)


def count_clusters(scan: Scan, found: FittedStructure, clusters: int) -> Array:
    """Rows (K, clusters) of each label in each cluster, in one pass; a single row without labels."""
    shape = 1 if scan.classes is None else len(scan.classes), clusters
    rows = PreparedScan(scan, found.model.preparation)
    return rows.total(partial(_counted, found.model.estimator, shape), np.add)


def _values(estimator: Any, reducing: bool, X: Array) -> Array:
    return np.asarray(estimator.transform(X) if reducing else estimator.predict(X))


def _counted(estimator: Any, shape: tuple[int, int], leaf: Any) -> Array:
    found = _values(estimator, False, leaf.X).astype(np.int64)
    label = np.zeros_like(found) if shape[0] == 1 else leaf.y
    return np.bincount(label * shape[1] + found, minlength=shape[0] * shape[1]).reshape(shape)
