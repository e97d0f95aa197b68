r"""Counts of terms as rows of unit length (TF-IDF).

    x_j = c_j (1 + log((1 + n) / (1 + n_j))),    divided by the length of the row x,

c_j the count of term j in the text, n_j the number of the n training texts that have it. Terms of fewer than
three training texts are left out, so that inside a fold the tested rows have no say in the vocabulary.
Reference: Salton and Buckley, Term-weighting approaches in automatic text retrieval (1988); the form is
scikit-learn's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fenlei.table.features.terms import FEWEST_ROWS, MOST_TERMS

Floats = NDArray[np.float64]


def choose_terms(counts: csr_matrix) -> tuple[NDArray[np.int64], Floats]:
    """The columns (t,) of terms with enough of the rows, and the weight (t,) of each."""
    n, V = counts.shape
    rows = np.bincount(counts.indices[counts.data > 0], minlength=V)
    chosen = np.flatnonzero(rows >= FEWEST_ROWS)
    if len(chosen) > MOST_TERMS:
        chosen = np.sort(chosen[np.argsort(-rows[chosen], kind="stable")[:MOST_TERMS]])
    return chosen, 1.0 + np.log((1.0 + n) / (1.0 + rows[chosen]))


def weighted_terms(counts: csr_matrix, chosen: NDArray[np.int64], weights: Floats) -> csr_matrix:
    """Rows (n, t) of unit length; a row without a known term is zero."""
    position = np.full(counts.shape[1], -1)
    position[chosen] = np.arange(len(chosen))
    columns = position[counts.indices]
    known = columns >= 0
    pointers = np.concatenate([[0], np.cumsum(known)])[counts.indptr]
    values = counts.data[known] * weights[columns[known]]
    rows = np.repeat(np.arange(len(pointers) - 1), np.diff(pointers))
    lengths = np.sqrt(np.bincount(rows, weights=values * values, minlength=len(pointers) - 1))
    index = np.int32 if len(values) < 2**31 else np.int64
    at, starts = columns[known].astype(index), pointers.astype(index)
    parts: Any = values / lengths[rows], at, starts
    return csr_matrix(parts, shape=(counts.shape[0], len(chosen)))
