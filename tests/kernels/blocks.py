"""Blocks of labelled rows that are awkward for sums: shared by the tests of kernels and of statistics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Block(NamedTuple):
    X: np.ndarray
    codes: np.ndarray
    w: np.ndarray | None
    K: int


def block(
    n: int = 24, p: int = 3, K: int = 3, *, seed: int = 0, weighted: bool = False, codes: object = None
) -> Block:
    """Normal rows in K classes."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, K, n) if codes is None else np.asarray(codes)
    w = rng.uniform(0.1, 3.0, n) if weighted else None
    return Block(rng.normal(size=(n, p)), labels.astype(np.int64), w, K)


def _of(base: Block, X: np.ndarray) -> Block:
    return base._replace(X=X)


def _zero_weights() -> Block:
    base = block(weighted=True)
    w, X = base.w.copy(), base.X.copy()
    w[::3] = 0.0
    X[0], X[3] = np.nan, np.inf  # what is not there cannot be wrong
    return base._replace(w=w, X=X)


_BASE = block()
_WEIGHTED = block(seed=1, weighted=True)
_CONSTANT = np.column_stack([_BASE.X[:, 0], np.full(24, 0.1), np.full(24, -1e9 / 3)])

BLOCKS: dict[str, Block] = {
    "plain": _BASE,
    "weighted": _WEIGHTED,
    "zero weights": _zero_weights(),
    "empty class": block(codes=[0, 2] * 12),
    "single row": block(n=1, codes=[1]),
    "one feature": block(p=1, weighted=True),
    "one class": block(K=1),
    "offset 1e8": _of(_WEIGHTED, _WEIGHTED.X + 1e8),
    "scale 1e150": _of(_WEIGHTED, _WEIGHTED.X * 1e150),
    "scale 1e-150": _of(_WEIGHTED, _WEIGHTED.X * 1e-150),
    "constant columns": _of(_BASE, _CONSTANT),
    "float32": _of(_BASE, _BASE.X.astype(np.float32)),
    "Fortran order": _of(_WEIGHTED, np.asfortranarray(_WEIGHTED.X)),
    "strided": _of(_BASE, np.repeat(_BASE.X, 2, axis=1)[:, ::2]),
}
