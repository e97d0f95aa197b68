"""Random and awkward tables for the recomputation test."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class SmallTable(NamedTuple):
    """Rows and classes (or numbers), all numbers finite."""

    name: str
    X: Any
    y: Any


def random_tables(count: int, kind: str) -> list[SmallTable]:
    """Tables of 6 to 30 rows, 1 to 4 features and 2 to 4 classes, each class with two rows at the least."""
    found = []
    for seed in range(count):
        rng = np.random.default_rng(seed)
        K, p = int(rng.integers(2, 5)), int(rng.integers(1, 5))
        n = int(rng.integers(max(6, 3 * K), 31))
        codes = np.concatenate([np.repeat(np.arange(K), 2), rng.integers(0, K, n - 2 * K)])
        codes = rng.permutation(codes)
        X = rng.normal(size=(n, p)) * 10.0 ** rng.integers(-2, 3, p) + codes[:, None] * rng.normal(size=p)
        if kind in ("codes", "counts"):
            X = rng.integers(0, 4, (n, p)).astype(float)
        y = np.array(["red", "blue", "green", "amber"])[codes]
        found.append(
            SmallTable(f"{kind} {seed}", X, X[:, 0] * 0.5 + rng.normal(size=n) if kind == "targets" else y)
        )
    return found


def awkward_tables(kind: str) -> list[SmallTable]:
    """Ties, copies, constant columns, few rows, unequal classes, large and small numbers, odd names."""
    rng = np.random.default_rng(99)
    base, codes = rng.integers(0, 3, (12, 2)).astype(float), np.arange(12) % 2
    two = np.where(codes == 0, "no", "yes")
    tables = {
        "whole numbers": (base, two),
        "all rows twice": (np.vstack([base, base]), np.concatenate([two, two])),
        "a constant column": (np.column_stack([base, np.full(12, 2.0)]), two),
        "few rows": (np.array([[0.0], [1.0], [2.0], [3.0]]), np.array(["a", "a", "b", "b"])),
        "unequal classes": (base, np.where(np.arange(12) < 2, "rare", "usual")),
        "labels that are numbers": (base, codes + 7),
        "names in Chinese": (base, np.where(codes == 0, "好瓜", "坏瓜")),
        "names with signs": (base, np.where(codes == 0, "<b>&_$%", "a{b}\\c^~#")),
        "large numbers": (base if kind in ("codes", "counts") else base * 1e6 + 1e6, two),
        "small numbers": (base if kind in ("codes", "counts") else base * 1e-6, two),
    }
    if kind == "targets":
        return [SmallTable(name, X, X[:, 0] * 2.0 + codes_of(y)) for name, (X, y) in tables.items()]
    return [SmallTable(name, X, y) for name, (X, y) in tables.items()]


def codes_of(y: Any) -> Any:
    return np.unique(y, return_inverse=True)[1].astype(float)
