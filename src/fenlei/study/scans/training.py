"""Training on a scan: the same file that `train` writes for the same rows in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.merge_tree import merge_tree
from fenlei.model_file import Model
from fenlei.model_file.fingerprint import merged_fingerprint, rows_fingerprint
from fenlei.registry import Entry
from fenlei.rows.scanned import Scan
from fenlei.study.data import is_quantity
from fenlei.study.fitting import build, preparation_for, unsuitable
from fenlei.study.regression import as_floats
from fenlei.study.scans.prepared import PreparedScan
from fenlei.study.scans.preparing import fit_on_scan
from fenlei.table.header import as_option


def train_scan(
    scan: Scan,
    entry: Entry,
    params: dict[str, Any] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    scale: str | None = None,
) -> Model:
    """Fit one model, with the preparation it needs, to all rows of a scan."""
    if not scan.schema.features:
        raise DataError("study.no_features", columns=len(scan.schema.columns))
    reason = unsuitable(entry, scan.schema)
    if reason is not None:
        raise UsageError("study.unsuitable", name=entry.name, reason=reason)
    labels = target_values(scan, entry)
    schema = as_floats(scan.schema) if entry.kind == "regressor" else scan.schema
    estimator = build(entry, schema, params or {}, seed, n_jobs)
    if not getattr(estimator, "_scans", False):
        estimator.fit(scan)  # says why it cannot be
    preparation = preparation_for(entry, schema, scale, params or {})
    sparse = preparation is not None and preparation.sparse
    if preparation is not None:  # what is learnt from the target, and CSR rows, are not for leaves
        preparation.set_params(target=None, texts=None, sparse=False)
    if preparation is None:
        fingerprint = merge_tree(scan.each(_Fingerprint(labels), n_jobs), merged_fingerprint)
    else:
        preparation, fingerprint = fit_on_scan(preparation, scan, labels)
    estimator.fit(PreparedScan(scan, preparation))
    if preparation is not None:
        preparation.set_params(sparse=sparse)
    if "n_jobs" in estimator.get_params():
        estimator.set_params(n_jobs=None)
    kept = "none" if preparation is None else preparation.scaling
    facts = {"model": entry.name, "rows": scan.n_rows, "scale": kept, "fingerprint": fingerprint}
    return Model(estimator, schema, preparation, facts)


class _Fingerprint:
    """The fingerprint of a leaf; `labels` are what codes of the target stand for."""

    def __init__(self, labels: Array | None) -> None:
        self.labels = labels

    def __call__(self, leaf: Any) -> str:
        return rows_fingerprint(leaf.X, leaf.y if self.labels is None else self.labels[leaf.y])


def target_values(scan: Scan, entry: Entry) -> Array | None:
    """What the codes of the target stand for, checked as in memory; None for numbers of any size."""
    target, classes = scan.schema.target, scan.classes
    if target is None:
        raise UsageError("scan.no_target", estimator=entry.class_name)
    if entry.kind == "regressor":
        if classes is None:
            return None
        if classes.dtype.kind not in "iuf":
            first = classes[:1].tolist()[0]
            raise UsageError("study.not_numbers", column=target.name, value=first, model=entry.name)
        return classes.astype(np.float64)
    if classes is None:
        raise UsageError("scan.no_classes", estimator=entry.class_name, column=target.name)
    declared = scan.table.wish.declared.kinds.get(target.name) == "nominal"
    if not declared and is_quantity(classes, scan.n_rows):
        facts = {"column": target.name, "option": as_option(target.name), "count": len(classes)}
        raise DataError("study.quantity", rows=scan.n_rows, **facts)
    if len(classes) == 1:
        raise DataError("estimator.one_class", estimator=entry.name, label=classes.tolist()[0])
    return classes
