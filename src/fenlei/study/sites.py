"""Sites that may not share rows: each sums its own, and the sums merge to the model of all rows.

The sites agree on a model file, `like`: its columns, its preparation, its parameters and its classes are used
everywhere. What a site writes is a model file of its own rows, whose sums are data only. `merge_sums` gives
the model that one fit to all rows with that preparation gives, but for the last digits of the sums.

Sums of few rows disclose these rows, so a class, or a category within a class, with fewer rows than the least
count is refused. This is not differential privacy: whoever sees the sums of two nearly equal sets of rows can
tell the difference.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from fenlei.errors import DataError, UsageError
from fenlei.model_file import Model
from fenlei.registry import entry_of
from fenlei.study.source import TableSource, open_for
from fenlei.table.reading import read_blocks
from fenlei.table.schema import Schema
from fenlei.table.table import Table

LEAST = 10  # rows of a class, or of a category within it


def summarise_site(
    source: TableSource,
    like: Model,
    *,
    least_count: int = LEAST,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> Model:
    """The sums of a site's rows, as a model that `save_model` writes and `merge_sums` takes.

    Parameters
    ----------
    source : as for `compare`, or a folder or a glob of files
        The rows are read in blocks.
    like : Model
        What the sites agree on: a model that was trained on rows that may be shown.
    least_count : int, default=10
        The fewest rows that a class, or a category within a class, may have, unless it has none.
    encoding, delimiter, lang
        As for `compare`.

    Examples
    --------
    >>> from fenlei.study import train
    >>> from fenlei.study.sites import merge_sums, summarise_site
    >>> like = train("iris", "lda")
    >>> site = summarise_site("iris", like)
    >>> merge_sums([site, site]).facts["rows"]
    300
    """
    estimator, schema = _unfitted(like), like.schema
    assert schema is not None
    counts = _Counts(schema, len(getattr(like.estimator, "classes_", ())))
    rows = 0
    opened = open_for(schema, source, lang)
    for block in read_blocks(opened, schema, encoding=encoding, delimiter=delimiter):
        if not block.has_target:
            raise DataError("table.no_target", column=schema.target.name if schema.target else "-")
        labelled = block.labelled()
        if labelled.n_rows:
            _add(estimator, like, labelled, counts)
            rows += labelled.n_rows
    if rows == 0:
        raise DataError("study.no_label", column=schema.target.name if schema.target else "-", rows=0)
    counts.require(least_count, like)
    facts = {name: like.facts[name] for name in ("model", "scale") if name in like.facts}
    return replace(like, estimator=estimator, facts=facts | {"rows": rows, "least_count": least_count})


def merge_sums(models: Sequence[Model]) -> Model:
    """The model of the rows of all sites."""
    first = models[0]
    for other in models[1:]:
        if not _is_like(first, other):
            raise UsageError("sites.differ", first=str(first.facts.get("model")))
    merged = reduce(lambda a, b: a.merge(b), [model.estimator for model in models])
    rows = sum(int(model.facts.get("rows", 0)) for model in models)
    facts = {name: first.facts[name] for name in ("model", "scale") if name in first.facts}
    return replace(first, estimator=merged, facts=facts | {"rows": rows, "sites": len(models)})


class _Counts:
    """Rows of each class, and of each category within a class."""

    def __init__(self, schema: Schema, K: int) -> None:
        self.schema, self.K = schema, K
        self.classes = np.zeros(K, np.int64)
        self.cells = [np.zeros((K or 1, len(c.categories or ())), np.int64) for c in schema.features]

    def add(self, X: NDArray[np.float64], codes: NDArray[np.int64]) -> None:
        if self.K:
            self.classes += np.bincount(codes, minlength=self.K)
        for j, cells in enumerate(self.cells):
            known = ~np.isnan(X[:, j])
            if cells.size:
                np.add.at(cells, (codes[known], X[known, j].astype(np.int64)), 1)

    def require(self, least: int, like: Model) -> None:
        """Refuse sums over fewer rows than the least count."""
        few = np.flatnonzero((self.classes > 0) & (self.classes < least))
        if len(few):
            raise DataError("sites.few", label=like.classes_[few[0]], least=least)
        for column, cells in zip(self.schema.features, self.cells, strict=True):
            rare = np.argwhere((cells > 0) & (cells < least))
            if len(rare):
                category = (column.categories or ())[rare[0][1]]
                raise DataError("sites.rare", column=column.name, category=category, least=least)


def _add(estimator: Any, like: Model, block: Table, counts: _Counts) -> None:
    """Add the rows of a block to the sums; what a model of part of the rows warns of does not matter."""
    X, labels = block.coded().X, block.labels()
    codes = np.zeros(len(X), np.int64)
    first: dict[str, Any] = {}
    if counts.K:
        codes = np.searchsorted(like.classes_, labels)
        codes = np.minimum(codes, counts.K - 1)
        unknown = like.classes_[codes] != labels
        if unknown.any():
            raise DataError("sites.label", label=labels[unknown].tolist()[0])
        first = {} if hasattr(estimator, "classes_") else {"classes": like.classes_}
    counts.add(X, codes)
    rows = X if like.preparation is None else like.preparation.transform(X)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        estimator.partial_fit(rows, labels, **first)


def _unfitted(like: Model) -> Any:
    entry = entry_of(like.estimator)
    kinds = ("classifier", "regressor")
    if like.schema is None or like.schema.target is None or entry is None or entry.kind not in kinds:
        raise UsageError("sites.like")
    estimator = clone(like.estimator)
    if entry.scan == "refused" or not hasattr(estimator, "partial_fit") or not hasattr(estimator, "merge"):
        raise UsageError("sites.not_sums", model=entry.name)
    return estimator


def _is_like(a: Model, b: Model) -> bool:
    """Whether two models were made like the same one."""
    if a.schema is None or b.schema is None or type(a.estimator) is not type(b.estimator):
        return False
    if a.schema != b.schema or (a.preparation is None) != (b.preparation is None):
        return False
    if a.preparation is None:
        return True
    pairs = zip(a.preparation.model_[:5], b.preparation.model_[:5], strict=True)
    return all(np.array_equal(x, y, equal_nan=x.dtype.kind == "f") for x, y in pairs)
