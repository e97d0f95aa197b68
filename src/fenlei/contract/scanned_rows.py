"""A scan in place of X and y: leaf after leaf becomes the checked rows that a fit in memory has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fenlei.errors import UsageError
from fenlei.messages import phrase
from fenlei.rows.scanned import Scan
from fenlei.weights import class_factors

if TYPE_CHECKING:
    from fenlei.contract.classifier import Classifier
    from fenlei.contract.estimator import Estimator

S = TypeVar("S")


class ScannedRows:
    """The rows of a scan, each leaf as the record of rows that an estimator works on."""

    def __init__(self, scan: Scan, make: Callable[[Any], Any]) -> None:
        self.scan, self.make = scan, make

    def total(self, work: Callable[[Any], S], merge: Callable[[S, S], S], n_jobs: int | None) -> S:
        """One pass over the files."""
        return self.scan.total(lambda leaf: work(self.make(leaf)), merge, n_jobs)

    def leaves(self) -> Iterator[Any]:
        """One leaf after the other."""
        return (self.make(leaf) for leaf in self.scan.leaves())


def refuse_scan(estimator: object, X: object) -> None:
    """Refuse a scan where rows in memory are needed."""
    if isinstance(X, Scan):
        n = X.n_rows
        reason = phrase("scan.matrix", size=f"{8 * n * n / 1e9:.3g}")
        raise UsageError("scan.not_sums", estimator=type(estimator).__name__, n=n, reason=reason)


def open_rows(estimator: Estimator, scan: Scan, y: object, sample_weight: object) -> None:
    """Check that the estimator is fitted from sums, and let it learn the number of columns."""
    if not getattr(estimator, "_scans", False):
        refuse_scan(estimator, scan)
    if y is not None or sample_weight is not None:
        raise UsageError("scan.also_y")
    estimator.n_features_in_ = scan.shape[1]
    estimator.__dict__.pop("feature_names_in_", None)
    estimator._fit_dtype = np.dtype(np.float64)


def learn_names(estimator: Estimator, scan: Scan) -> None:
    """Keep the names of the features; after the fit, as leaves are arrays without names."""
    estimator.feature_names_in_ = np.array(scan.names, dtype=object)


def class_factor(estimator: Classifier, scan: Scan) -> Any:
    """Set `classes_`; return the factor (K,) on the weight of each class's rows, or None."""
    name = type(estimator).__name__
    target = scan.schema.target
    if target is None:
        raise UsageError("scan.no_target", estimator=name)
    weight = scan.table.class_weight
    if scan.classes is None or weight is None:
        raise UsageError("scan.no_classes", estimator=name, column=target.name)
    estimator.classes_ = scan.classes
    if estimator.class_weight is None:
        return None
    factor = class_factors(estimator, weight, scan.classes)
    if (factor == 0).any():
        raise UsageError("scan.zero_class_weight", estimator=name)
    return factor
