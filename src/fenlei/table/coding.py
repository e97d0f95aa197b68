"""Coding of class labels: any labels in, sorted classes and integer codes out.

Integers of a small range are coded by a lookup table and text by hashing; only what is left is sorted whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.kernels.rows import writable
from fenlei.kernels.team import block_done, share_blocks, take_block

BLOCK_LABELS = 1 << 15  # some 20 µs
FEW_LABELS = 4096  # text that is sorted in a millisecond, while Arrow takes 100 to import


def encode_labels(y: Array, n_jobs: int | None = 1) -> tuple[Array, Array]:
    """Sorted classes (K,) and codes (n,) int64 with `classes[codes] == y`.

    >>> classes, codes = encode_labels(np.array(["国光", "红富士", "国光"]))
    >>> classes.tolist(), codes.tolist()
    (['国光', '红富士'], [0, 1, 0])
    """
    if not len(y):
        raise DataError("labels.empty")
    if y.dtype == object:
        y = _plain(y)
    if y.dtype.kind in "US":
        return _by_hash(y)
    whole = y if y.dtype.kind in "iub" else _whole_numbers(y)
    low, high = int(whole.min()), int(whole.max())
    if high - low < max(1024, 4 * len(y)):
        return _by_lookup(y, whole, low, high, n_jobs)
    return _sorted_whole(y)


def code_labels(y: Array, classes: Array) -> Array:
    """Codes (n,) int64 of labels among given sorted classes; a label that is not one of them is an error."""
    seen, codes = encode_labels(y)
    position = np.searchsorted(classes, seen)
    known = classes[np.minimum(position, len(classes) - 1)] == seen
    if not np.all(known):
        raise DataError("labels.unknown", labels=seen[~known].tolist(), classes=classes.tolist())
    return position.astype(np.int64)[codes]


def _plain(y: Array) -> Array:
    """Object labels as an array of one plain type: all text, all booleans or all numbers."""
    kinds = {bool: "bool", np.bool_: "bool", str: "text", np.str_: "text"}
    seen: dict[str, Any] = {}
    for label in y:
        if _is_missing(label):
            raise DataError("labels.missing")
        seen.setdefault(kinds.get(type(label), "number"), label)
    if len(seen) > 1:
        raise DataError("labels.mixed", labels=list(seen.values()))
    try:
        return np.array(y.tolist())
    except (TypeError, ValueError):
        raise DataError("labels.kind", kind=type(y[0]).__name__) from None


def _is_missing(label: object) -> bool:
    try:
        return label is None or bool(label != label)
    except TypeError:  # pandas' NA has no truth value
        return True


def _whole_numbers(y: Array) -> Array:
    """Float labels as integers, if they are whole."""
    if y.dtype.kind != "f":
        raise DataError("labels.kind", kind=str(y.dtype))
    if np.isnan(y).any():
        raise DataError("labels.missing")
    with np.errstate(invalid="ignore"):
        whole = y.astype(np.int64)
    if not np.array_equal(whole, y):
        raise DataError("labels.continuous", value=float(y[np.argmax(whole != y)]))
    return whole


def _by_lookup(y: Array, whole: Array, low: int, high: int, n_jobs: int | None) -> tuple[Array, Array]:
    if whole.dtype == np.uint64:  # perhaps beyond the range of int64
        whole, low_code = whole - np.uint64(low), 0
    else:
        low_code = low
    labels = writable(whole.astype(np.int64, copy=False))
    position, codes = np.zeros(high - low + 1, np.int64), np.empty(len(y), np.int64)
    blocks = -(-len(y) // BLOCK_LABELS)
    if blocks == 1:  # nothing to share, and no kernels to load
        position[labels - low_code] = 1
    else:
        share_blocks(mark_labels, blocks, labels, low_code, BLOCK_LABELS, position, n_jobs=n_jobs)
    seen = np.flatnonzero(position)
    position[seen] = np.arange(len(seen))
    if blocks == 1:
        codes = position[labels - low_code]
    else:
        share_blocks(look_up_labels, blocks, labels, low_code, position, BLOCK_LABELS, codes, n_jobs=n_jobs)
    return np.array([low + int(value) for value in seen], dtype=y.dtype), codes


@kernel
def mark_labels(labels: Array, low: int, block: int, out_seen: Array, counters: Array) -> None:
    """out_seen[label - low] = 1 for every label; threads that write the same mark write the same value."""
    b = take_block(counters)
    while b >= 0:
        for i in range(b * block, min((b + 1) * block, labels.shape[0])):
            out_seen[labels[i] - low] = 1
        block_done(counters)
        b = take_block(counters)


@kernel
def look_up_labels(
    labels: Array, low: int, position: Array, block: int, out_codes: Array, counters: Array
) -> None:
    """out_codes[i] = position[label - low]."""
    b = take_block(counters)
    while b >= 0:
        for i in range(b * block, min((b + 1) * block, labels.shape[0])):
            out_codes[i] = position[labels[i] - low]
        block_done(counters)
        b = take_block(counters)


def _sorted_whole(y: Array) -> tuple[Array, Array]:
    classes, codes = np.unique(y, return_inverse=True)
    return classes, codes.astype(np.int64)


def _by_hash(y: Array) -> tuple[Array, Array]:
    if len(y) <= FEW_LABELS:
        return _sorted_whole(y)
    import pyarrow as pa

    try:
        hashed = pa.array(y.tolist()).dictionary_encode()
    except UnicodeEncodeError:  # half a letter, which Arrow does not take
        return _sorted_whole(y)
    labels = np.array(hashed.dictionary.to_pylist(), dtype=y.dtype)
    order = np.argsort(labels)
    rank = np.empty(len(labels), np.int64)
    rank[order] = np.arange(len(labels))
    return labels[order], rank[hashed.indices.to_numpy().astype(np.int64)]
