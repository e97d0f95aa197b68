"""The records of estimators that keep their training rows: dense or sparse rows, and what belongs to each.

A record is checked by its shapes, and by the order of the rows along a kd-tree being a permutation.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from scipy import sparse

from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.records import Field, refuse_record
from fenlei.table.frames import CategoryCoding

OptionalRows = Annotated[Array | None, Field("n p", nan=True, optional=True)]
SparseParts = Annotated[tuple[Array, ...], Field("*", kind="fi", many="*")]
OptionalWeights = Annotated[Array | None, Field("n", low=0, optional=True)]
RowOrder = Annotated[Array, Field("*", kind="i", low=0)]
ColumnFlags = Annotated[Array, Field("*", kind="b")]
ColumnTexts = Annotated[tuple[Array, ...], Field("*", kind="OU", many="*")]


class NeighboursModel(NamedTuple):
    """Rows and their classes."""

    X: OptionalRows  # names as codes; None if sparse
    sparse: SparseParts  # CSR data, indices, indptr; or ()
    codes: Annotated[Array, Field("n o", kind="i", low=0)]  # class codes, one column for each target
    w: OptionalWeights  # None for weight one
    order: RowOrder  # rows along the kd-tree's leaves; empty if none
    categorical: ColumnFlags  # (p,) columns that are names; empty if not mixed
    categories: ColumnTexts  # p texts by code


class NeighbourTargetsModel(NamedTuple):
    """Rows and their targets; the other fields as of `NeighboursModel`."""

    X: OptionalRows
    sparse: SparseParts
    targets: Annotated[Array, Field("n t")]
    w: OptionalWeights
    order: RowOrder
    categorical: ColumnFlags
    categories: ColumnTexts
    flat: Annotated[Array, Field("", "b")]  # y was a vector


class StoredRows(Protocol):
    """What the records have in common."""

    @property
    def X(self) -> Array | None: ...

    @property
    def sparse(self) -> tuple[Array, ...]: ...

    @property
    def order(self) -> Array: ...

    @property
    def categorical(self) -> Array: ...

    @property
    def categories(self) -> tuple[Array, ...]: ...


def row_fields(X: Any, coding: CategoryCoding | None) -> dict[str, Any]:
    """The fields of a record that hold the rows X, dense or CSR, without the order of a tree."""
    flags: Array = np.empty(0, dtype=bool)
    texts: tuple[Array, ...] = ()
    if coding is not None:
        flags = np.array(coding.categorical, dtype=bool)
        texts = tuple(np.array(categories or (), dtype=object) for categories in coding.categories)
    dense = isinstance(X, np.ndarray)
    return {
        "X": X if dense else None,
        "sparse": () if dense else (X.data, X.indices, X.indptr),
        "order": np.empty(0, dtype=np.int64),
        "categorical": flags,
        "categories": texts,
    }


def rows_of(model: StoredRows, p: int) -> Any:
    """The rows of a record."""
    if model.X is not None:
        return model.X
    return sparse.csr_matrix(model.sparse, shape=(len(model.sparse[2]) - 1, p))


def coding_of(model: StoredRows, names: Array | None) -> CategoryCoding | None:
    """How names are coded: kept in the record, as only the mixed metrics have it."""
    if not len(model.categorical):
        return None
    categories = (tuple(texts.tolist()) or None for texts in model.categories)
    return CategoryCoding(
        None if names is None else tuple(names.tolist()),
        tuple(categories),
        tuple(model.categorical.tolist()),
    )


def check_stored(model: StoredRows, n: int, p: int, allow_nan: bool) -> None:
    """Refuse a record of a model file whose fields do not hold n rows of p features."""
    if (model.X is None) == (not model.sparse) or not n:
        raise refuse_record("X", phrase("record.no_rows_or_both"), phrase("record.rows"))
    if model.X is None:
        _check_csr(model.sparse, n, p)
    elif not allow_nan and not np.isfinite(model.X).all():
        raise refuse_record("X", phrase("record.missing_values"), phrase("record.plain_numbers"))
    if len(model.categorical) not in (0, p) or len(model.categories) != len(model.categorical):
        raise refuse_record("categorical", phrase("record.column_count"), phrase("record.flags"))
    if len(model.order) and not np.array_equal(np.sort(model.order), np.arange(n)):
        raise refuse_record("order", phrase("record.repeated_rows"), phrase("record.permutation"))


def _check_csr(parts: tuple[Array, ...], n: int, p: int) -> None:
    try:
        rows = sparse.csr_matrix(parts, shape=(n, p))
        rows.check_format(full_check=True)
    except (ValueError, TypeError, IndexError):
        raise refuse_record("sparse", phrase("record.no_rows"), phrase("record.sparse_parts")) from None
