"""Text that is read as codes of its different values: what is done to words is done once to each.

A dictionary of Arrow may hold a word twice, after white space is taken off, or words that no row has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from fenlei.table.values import plain


def plain_words(values: pa.ChunkedArray, name: str, words: tuple[str, ...]) -> pa.ChunkedArray:
    """`values.plain` of text that may be coded, coded still; null where the word is missing."""
    if not pa.types.is_dictionary(values.type):
        return plain(values, name, words)
    chunks = []
    for chunk in values.chunks:
        text = plain(pa.chunked_array([chunk.dictionary]), name, words).combine_chunks()
        codes = chunk.indices
        if text.null_count:
            known = np.append(text.is_valid().to_numpy(zero_copy_only=False), False)
            codes = filled_codes(chunk)
            codes = pa.array(codes, pa.int32(), mask=~known[codes])
        chunks.append(pa.DictionaryArray.from_arrays(codes.cast(pa.int32()), text))
    return pa.chunked_array(chunks, pa.dictionary(pa.int32(), pa.string()))


def filled_codes(chunk: Any) -> np.ndarray:
    """The codes (n,) of a dictionary array; one beyond the last where there is no value."""
    codes = chunk.indices
    if codes.null_count:
        codes = codes.fill_null(len(chunk.dictionary))
    return np.asarray(codes.to_numpy())


def by_word(
    values: pa.ChunkedArray, made: Callable[[pa.ChunkedArray], np.ndarray], missing: float = np.nan
) -> np.ndarray:
    """What is `made` of every word, (n,) by row; `missing` where there is no value."""
    parts = []
    for chunk in values.chunks:
        of_words = made(pa.chunked_array([chunk.dictionary]))
        parts.append(np.append(of_words, missing)[filled_codes(chunk)])
    return parts[0] if len(parts) == 1 else np.concatenate([np.empty(0), *parts])


class WordCounts(NamedTuple):
    """The different words of some rows, in the order in which they come first."""

    words: Any  # (m,) Arrow text, a missing one among them
    counts: np.ndarray  # (m,) rows of each
    codes: np.ndarray  # (n,) of the rows among the words


def count_words(values: pa.ChunkedArray) -> WordCounts:
    """The different words of coded text."""
    words, codes = _merged(values)
    first = np.full(len(words), len(codes))
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    order = np.argsort(first, kind="stable")[: int((first < len(codes)).sum())]
    counts, codes = _ranked(codes, order, len(words))
    return WordCounts(words.take(pa.array(order)), counts, codes)


def coded_words(values: pa.ChunkedArray) -> tuple[Any, np.ndarray]:
    """The different plain values (m,), none of them missing, and the codes (n,) of the rows among them."""
    if not pa.types.is_dictionary(values.type):
        coded = values.combine_chunks().dictionary_encode()
        return coded.dictionary, coded.indices.to_numpy()
    words, codes = _merged(values)
    used = np.flatnonzero(np.bincount(codes, minlength=len(words)))
    return words.take(pa.array(used)), _ranked(codes, used, len(words))[1]


def _merged(values: pa.ChunkedArray) -> tuple[Any, np.ndarray]:
    """The words of all dictionaries, each once, and a missing one; the codes (n,) of the rows among them."""
    texts = [chunk.dictionary for chunk in values.chunks]
    merged = pa.concat_arrays([*texts, pa.nulls(1, pa.string())]).dictionary_encode(null_encoding="encode")
    index = merged.indices.to_numpy()
    parts, start = [], 0
    for chunk in values.chunks:
        stop = start + len(chunk.dictionary)
        parts.append(np.append(index[start:stop], index[-1])[filled_codes(chunk)])
        start = stop
    return merged.dictionary, np.concatenate(parts) if parts else index[:0]


def _ranked(codes: np.ndarray, order: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Counts and codes of m words of which those in `order` are kept, in that order."""
    rank = np.empty(m, np.int64)
    rank[order] = np.arange(len(order))
    return np.bincount(codes, minlength=m)[order], rank[codes]
