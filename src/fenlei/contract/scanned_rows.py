"""A scan in place of X and y: leaf after leaf becomes the checked rows that a fit in memory has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from sklearn.utils import get_tags

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.threads import leaf_rows
from fenlei.messages import phrase
from fenlei.rows.leaves import total
from fenlei.rows.sampling import in_sample
from fenlei.rows.scanned import Scan
from fenlei.table.frames import CategoryCoding
from fenlei.weights import class_factors

if TYPE_CHECKING:
    from fenlei.contract.classifier import Classifier
    from fenlei.contract.estimator import Estimator
    from fenlei.table.scanning.recorded import KeptRows

S = TypeVar("S")

INSTEAD = {  # what a scan can fit, of each kind
    "classifier": "LogisticRegression, LinearSVC, LinearDiscriminantAnalysis, GaussianNB",
    "regressor": "Ridge, LinearRegression, Lasso",
    "clusterer": "KMeans, GaussianMixture",
    "density_estimator": "GaussianMixture",
    "transformer": "PCA",
}


@dataclass(frozen=True)
class LeafWork(Generic[S]):
    """The work of a leaf of files, a plain value that can be sent to another process."""

    make: Callable[[KeptRows], Any]
    work: Callable[..., S]
    numbered: bool = False  # the work takes the number of the leaf's first row too

    def __call__(self, leaf: KeptRows) -> S:
        """What the work makes of the checked rows of the leaf."""
        rows = self.make(leaf)
        return self.work(rows, leaf.first) if self.numbered else self.work(rows)


class ScannedRows:
    """The rows of a scan, each leaf as the record of rows that an estimator works on."""

    def __init__(self, scan: Scan, make: Callable[[KeptRows], Any]) -> None:
        self.scan, self.make = scan, make

    def total(self, work: Callable[[Any], S], merge: Callable[[S, S], S], n_jobs: int | None) -> S:
        """One pass over the files."""
        return self.scan.total(LeafWork(self.make, work), merge, n_jobs)

    def each(self, work: Callable[[Any], S], n_jobs: int | None) -> Iterator[S]:
        """The work of each leaf, in order."""
        return self.scan.each(LeafWork(self.make, work), n_jobs)

    def numbered_total(
        self, work: Callable[[Any, int], S], merge: Callable[[S, S], S], n_jobs: int | None
    ) -> S:
        """One pass of a work that takes the number of the leaf's first row too."""
        return self.scan.total(LeafWork(self.make, work, numbered=True), merge, n_jobs)

    def leaves(self) -> Iterator[Any]:
        """One leaf after the other."""
        return (self.make(leaf) for leaf in self.scan.leaves())

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and features."""
        return self.scan.shape

    @property
    def n_rows(self) -> int:
        """Rows with a label and a positive weight."""
        return self.scan.n_rows

    def __len__(self) -> int:
        return self.scan.n_rows


def one_pass(
    rows: object, work: Callable[[Any], S], merge: Callable[[S, S], S], n_jobs: int | None = None
) -> S:
    """One pass over all rows, in memory or in files: the work of each leaf, merged in the fixed tree."""
    if isinstance(rows, ScannedRows):
        return rows.total(work, merge, n_jobs)
    return total(rows, work, merge, n_jobs)


def opened(scan: Scan, make: Callable[[KeptRows], Any]) -> Any:
    """The rows of a scan; those of a single leaf in memory, as all methods want few rows."""
    rows = ScannedRows(scan, make)
    return rows if len(rows) > leaf_rows(scan.shape[1]) else next(rows.leaves())


def whole_scan(
    estimator: Estimator, scan: Scan, y: object, sample_weight: object, make: Callable[[KeptRows], Any]
) -> Any:
    """The rows of a scan of numbers as `opened` gives them, for an estimator whose parameters are checked."""
    open_rows(estimator, scan, y, sample_weight)
    require_numbers(estimator, scan)
    return opened(scan, make)


def sample_of(rows: ScannedRows, n_jobs: int | None) -> Any:
    """The record of a sample of the rows by the hash of their numbers, in memory; of few rows all."""
    return rows.numbered_total(partial(_chosen, len(rows)), _concatenated, n_jobs)


def _chosen(n: int, rows: Any, first: int) -> Any:
    kept = in_sample(first, len(rows.X), n)
    return type(rows)(*(None if field is None else field[kept] for field in rows))


def _concatenated(a: Any, b: Any) -> Any:
    fields = zip(a, b, strict=True)
    return type(a)(*(None if x is None else np.concatenate([x, y]) for x, y in fields))


def rows_among(index: Array, X: Array, first: int) -> Array:
    """Those of the rows X, numbered from `first`, whose numbers are in the sorted index."""
    start, stop = np.searchsorted(index, [first, first + len(X)])
    return np.asarray(X[index[start:stop] - first])


def count_rows(rows: Any) -> int:
    """How many rows there are, in memory or in files."""
    return len(rows) if isinstance(rows, ScannedRows) else rows.X.shape[0]


def rows_of_class(rows: Any, k: int, most: int) -> Any:
    """The rows of class k, in memory or in files; None if there are none, or `most` or more."""
    found: list[Any] = []
    count = 0
    for leaf in rows.leaves() if isinstance(rows, ScannedRows) else (rows,):
        mine = np.flatnonzero(leaf.codes == k)
        count += len(mine)
        if count >= most:
            return None
        found.append([None if field is None else field[mine] for field in leaf])
    if not count:
        return None
    fields = zip(*found, strict=True)
    return type(leaf)(*(None if parts[0] is None else np.concatenate(parts) for parts in fields))


def refuse_scan(estimator: object, X: object, *, fitting: bool = True) -> None:
    """Refuse a scan where rows in memory are needed."""
    if not isinstance(X, Scan):
        return
    if not fitting:
        raise UsageError("scan.not_fit", estimator=type(estimator).__name__)
    n = X.n_rows
    facts = {"n": n, "reason": phrase("scan.matrix", size=f"{8 * n * n / 1e9:.3g}")}
    instead = INSTEAD[get_tags(estimator).estimator_type or "transformer"]
    raise UsageError("scan.not_sums", estimator=type(estimator).__name__, instead=instead, **facts)


def open_rows(estimator: Estimator, scan: Scan, y: object, sample_weight: object) -> None:
    """Check that the estimator is fitted from sums, and let it learn the number of columns."""
    if not estimator._scans:
        refuse_scan(estimator, scan)
    setting = estimator._setting_for_memory()
    if setting is not None:
        raise UsageError("scan.parameters", estimator=type(estimator).__name__, setting=setting)
    if y is not None or sample_weight is not None:
        raise UsageError("scan.also_y")
    estimator.n_features_in_ = scan.shape[1]
    estimator.__dict__.pop("feature_names_in_", None)
    estimator._fit_dtype = np.dtype(np.float64)


def require_numbers(estimator: Estimator, scan: Scan) -> None:
    """Refuse columns with categories, whose codes are no numbers."""
    nominal = [column.name for column in scan.schema.features if column.categories is not None]
    if nominal:
        raise UsageError("scan.nominal", estimator=type(estimator).__name__, column=nominal[0])


def coding_of(scan: Scan) -> CategoryCoding | None:
    """How the text columns of a scan are coded; None if all hold numbers."""
    features = scan.schema.features
    if all(column.categories is None for column in features):
        return None
    categories = tuple(column.categories for column in features)
    return CategoryCoding(scan.names, categories, tuple(each is not None for each in categories))


def numeric_targets(estimator: Estimator, scan: Scan) -> Array | None:
    """The numbers (K,) that codes of labels stand for; None if a leaf has the targets themselves."""
    target, classes = scan.schema.target, scan.classes
    if target is None:
        raise UsageError("scan.no_target", estimator=type(estimator).__name__)
    if classes is None:
        return None
    if classes.dtype.kind not in "iufb":
        raise UsageError("scan.text_target", estimator=type(estimator).__name__, column=target.name)
    return np.asarray(classes, np.float64)


def learn_names(estimator: Estimator, scan: Scan) -> None:
    """Keep the names of the features; after the fit, as leaves are arrays without names."""
    if scan.has_names:
        estimator.feature_names_in_ = np.array(scan.names, dtype=object)


def learn_classes(estimator: Classifier, scan: Scan) -> Array:
    """Set `classes_`; the weight (K,) of the rows of each."""
    name = type(estimator).__name__
    target = scan.schema.target
    if target is None:
        raise UsageError("scan.no_target", estimator=name)
    weight = scan.table.class_weight
    if scan.classes is None or weight is None:
        raise UsageError("scan.no_classes", estimator=name, column=target.name)
    estimator.classes_ = scan.classes
    return weight


def class_factor(estimator: Classifier, scan: Scan) -> Array | None:
    """Set `classes_`; return the factor (K,) on the weight of each class's rows, or None."""
    weight = learn_classes(estimator, scan)
    if estimator.class_weight is None:
        return None
    factor = class_factors(estimator, weight, estimator.classes_)
    if (factor == 0).any():
        raise UsageError("scan.zero_class_weight", estimator=type(estimator).__name__)
    return factor
