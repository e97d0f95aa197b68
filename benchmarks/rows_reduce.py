"""Reductions of dimension. Axes are compared up to their signs, points by their distances' fit."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Row, fitting


def spread(n: int, p: int) -> Data:
    """Normal rows, variances from 4 down to 1 along turned axes, away from 0."""
    rng = np.random.default_rng(0)
    turn = np.linalg.qr(rng.standard_normal((p, p)))[0]
    X = (rng.standard_normal((n, p)) * np.linspace(2.0, 1.0, p)) @ turn + 3.0
    return Data(X, np.zeros(n, np.int64))


def few(n: int, p: int, rows: int) -> Data:
    """As `spread`, with a number of rows that does not depend on n: all pairs of them are looked at."""
    return spread(rows, p)


def axes(model: Any, data: Data) -> NDArray[Any]:
    """Variances and absolute entries of the axes."""
    return np.append(model.explained_variance_, np.abs(model.components_))


def spectrum(model: Any, data: Data) -> NDArray[Any]:
    return np.asarray(model.eigenvalues_)


def stress(model: Any, data: Data) -> NDArray[Any]:
    return np.array([model.stress_])


def rivals(ours: str, theirs: str, **params: Any) -> dict[str, Contender]:
    return {
        "fenlei": Contender(f"fenlei.reduce:{ours}", params),
        "scikit-learn": Contender(f"sklearn.{theirs}:{ours}", params),
    }


PCA = rivals("PCA", "decomposition", n_components=10)
KERNEL = rivals("KernelPCA", "decomposition", n_components=4, kernel="rbf")

ROWS = [
    Row(
        "pca_fit",
        "PCA fit, 10 components",
        n=1_000_000,
        data=partial(spread, p=100),
        start=fitting,
        answer=axes,
        contenders=PCA
        | {"scikit-learn-intelex": Contender("sklearnex.decomposition:PCA", {"n_components": 10})},
    ),
    Row(
        "kernel_pca_fit",
        "KernelPCA fit, 4 components",
        n=5000,
        data=partial(few, p=20, rows=5000),
        start=fitting,
        answer=spectrum,
        contenders=KERNEL,
        floor=False,
    ),
    Row(
        "mds_fit",
        "MDS (SMACOF) fit",
        n=1000,
        data=partial(few, p=20, rows=1000),
        start=fitting,
        answer=stress,
        contenders=rivals("MDS", "manifold", init="classical_mds"),
        floor=False,
    ),
    Row(
        "classical_mds_fit",
        "ClassicalMDS fit",
        n=2000,
        data=partial(few, p=20, rows=2000),
        start=fitting,
        answer=spectrum,
        contenders=rivals("ClassicalMDS", "manifold"),
        floor=False,
    ),
]
