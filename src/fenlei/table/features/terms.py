"""Terms of texts: words, and pairs of words that follow each other.

A word is a run of letters and digits in lower case; a run of Chinese characters, which has no spaces, is cut
into pairs of neighbouring characters (`vocabulary.words_of`). Two words in a row are a term, too, written
with a blank between them; pairs of Chinese characters overlap already and are not joined.

The vocabulary of a column has the terms of at least three rows, the most frequent first: 50 000 at most.
All counts are sorts of integers; only cutting texts into words visits them one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fenlei.table.vocabulary import RUNS

FEWEST_ROWS = 3  # of a term
MOST_TERMS = 50_000  # of a column
Codes = NDArray[np.int64]


class Words(NamedTuple):
    """The words of n texts, one after the other."""

    distinct: list[str]
    codes: Codes  # (t,) of each word, in `distinct`
    rows: Codes  # (t,) the text that it is in
    joins: NDArray[np.bool_]  # (t - 1,) whether it makes a term with the word after it


def cut(texts: Iterable[str | None]) -> Words:
    """The words of texts; a missing text has none."""
    codes: dict[str, int] = {}
    found: list[int] = []
    plain: list[bool] = []
    lengths: list[int] = []
    for text in texts:
        before = len(found)
        for characters, word in RUNS.findall(text or ""):
            if word:
                found.append(codes.setdefault(word.lower(), len(codes)))
                plain.append(True)
                continue
            pairs = map("".join, pairwise(characters)) if len(characters) > 1 else (characters,)
            found.extend(codes.setdefault(pair, len(codes)) for pair in pairs)
            plain.extend([False] * (len(found) - len(plain)))
        lengths.append(len(found) - before)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    is_word = np.array(plain, dtype=bool)
    joins = is_word[:-1] & is_word[1:] & (rows[:-1] == rows[1:])
    return Words(list(codes), np.array(found, dtype=np.int64), rows, joins)


def find_terms(texts: Iterable[str | None], least: int = FEWEST_ROWS, most: int = MOST_TERMS) -> list[str]:
    """The terms that occur in at least `least` texts, in the order of their number of texts, then by name.

    Examples
    --------
    >>> find_terms(["free prize", "Free prize!", "a free prize", "lunch", None])
    ['free', 'free prize', 'prize']
    """
    words = cut(texts)
    names, V = words.distinct, len(words.distinct)
    frequent = _texts_of(words.codes, words.rows)
    terms = {names[code]: count for code, count in frequent.items() if count >= least}
    first, second = words.codes[:-1][words.joins], words.codes[1:][words.joins]
    pairs, codes = np.unique(first * V + second, return_inverse=True)
    for code, count in _texts_of(codes.ravel(), words.rows[:-1][words.joins]).items():
        if count >= least:
            pair = int(pairs[code])
            terms[f"{names[pair // V]} {names[pair % V]}"] = count
    return sorted(terms, key=lambda term: (-terms[term], term))[:most]


def _texts_of(codes: Codes, rows: Codes) -> dict[int, int]:
    """In how many texts each code occurs."""
    if not len(codes):
        return {}
    size = int(codes.max()) + 1
    counts = np.bincount(np.unique(rows * size + codes) % size)
    return dict(enumerate(counts.tolist()))


def count_terms(texts: Sequence[str | None], terms: Sequence[str]) -> csr_matrix:
    """How often each of the terms occurs in each text, (n, number of terms).

    Examples
    --------
    >>> count_terms(["no no lunch", None], ["no", "no lunch"]).toarray()
    array([[2., 1.],
           [0., 0.]])
    """
    words = cut(texts)
    single = {term: j for j, term in enumerate(terms) if " " not in term}
    double = {tuple(term.split(" ")): j for j, term in enumerate(terms) if " " in term}
    columns = np.array([single.get(word, -1) for word in words.distinct], dtype=np.int64)
    found = [_known(words.rows, columns[words.codes] if len(words.codes) else words.codes)]
    if double:
        index = {word: i for i, word in enumerate(dict.fromkeys(word for pair in double for word in pair))}
        indices = np.array([index.get(word, -1) for word in words.distinct], dtype=np.int64)
        found.append(
            _known(*_pairs(words, indices, {(index[a], index[b]): j for (a, b), j in double.items()}))
        )
    rows, at = (np.concatenate(each) for each in zip(*found, strict=True))
    shape = (len(texts), len(terms))
    counts = csr_matrix((np.ones(len(rows)), (rows, at)), shape=shape)  # adds up what occurs again
    counts.sort_indices()
    return counts


def _known(rows: Codes, columns: Codes) -> tuple[Codes, Codes]:
    return rows[columns >= 0], columns[columns >= 0]


def _pairs(words: Words, indices: Codes, columns: dict[tuple[int, int], int]) -> tuple[Codes, Codes]:
    """The row of each pair of words, and its column; -1 of a pair that is no term."""
    size = 1 + max(map(max, columns))  # of the terms, whichever of their words the texts have
    keys = np.array([a * size + b for a, b in columns], dtype=np.int64)
    order = np.argsort(keys)
    keys, values = keys[order], np.array(list(columns.values()), dtype=np.int64)[order]
    at = indices[words.codes] if len(words.codes) else words.codes
    first, second = at[:-1][words.joins], at[1:][words.joins]
    wanted = np.where((first >= 0) & (second >= 0), first * size + second, -1)
    position = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return words.rows[:-1][words.joins], np.where(keys[position] == wanted, values[position], -1)
