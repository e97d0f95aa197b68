"""The same answers whatever memory the arrays lie in: read-only, mapped from a file, strided, byte-swapped,
in Fortran order. joblib maps large arrays read-only, and columns of pandas are read-only views.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from fenlei.registry import REGISTRY, Entry
from fenlei.study.warming.small_fits import ANSWERS
from tests.contract.samples import Form

SEEDED = {"random_state": 0, "n_init": 1, "perplexity": 5}
METHODS = (*ANSWERS, "apply")
FITTED = ("labels_", "embedding_", "children_")


def read_only(A: np.ndarray, _: Path) -> np.ndarray:
    A = A.copy()
    A.flags.writeable = False
    return A


def mapped(A: np.ndarray, folder: Path) -> np.ndarray:
    path = folder / f"{len(list(folder.iterdir()))}.npy"
    np.save(path, A)
    return np.load(path, mmap_mode="r")


def strided(A: np.ndarray, _: Path) -> np.ndarray:
    wide = np.zeros(tuple(2 * length for length in A.shape), A.dtype)
    part = wide[tuple(slice(None, None, 2) for _ in A.shape)]
    part[...] = A
    return part


def reversed_rows(A: np.ndarray, _: Path) -> np.ndarray:
    return A[::-1].copy()[::-1]


def swapped(A: np.ndarray, _: Path) -> np.ndarray:
    return A.astype(A.dtype.newbyteorder(">"))


def fortran(A: np.ndarray, _: Path) -> np.ndarray:
    return np.asfortranarray(A)


LAYOUTS = [read_only, mapped, strided, reversed_rows, swapped, fortran]


def make(entry: Entry) -> Any:
    model = entry.load()()
    known = model.get_params(deep=False)
    return model.set_params(**{name: value for name, value in SEEDED.items() if name in known})


def rows_for(entry: Entry) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    X, y = Form(entry, {}).rows(n=40, K=2)
    if entry.discrete:
        X = np.clip(np.round(X), 0, 1)
    y = X @ np.arange(1.0, 5.0) + 0.1 * y if entry.kind == "regressor" else y
    return X, y, np.arange(40) % 3 + 0.5


def answers(model: Any, X: Any) -> list[np.ndarray]:
    found = [np.asarray(getattr(model, name)) for name in FITTED if hasattr(model, name)]
    for name in METHODS:
        if hasattr(model, name):
            result = getattr(model, name)(X)
            found += [np.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda entry: entry.name)
def test_answers_do_not_depend_on_the_layout(
    entry: Entry, layout: Callable[[np.ndarray, Path], np.ndarray], tmp_path: Path
) -> None:
    X, y, w = rows_for(entry)
    other = [layout(A, tmp_path) for A in (X, y, w, X)]
    for weighted in [True, False] if entry.weights else [False]:
        plain, model = make(entry), make(entry)
        plain.fit(X, y, **({"sample_weight": w} if weighted else {}))
        model.fit(*other[:2], **({"sample_weight": other[2]} if weighted else {}))
        for expected, found in zip(answers(plain, X), answers(model, other[3]), strict=True):
            assert_same(found, expected)


def assert_same(found: np.ndarray, expected: np.ndarray) -> None:
    """Equal labels, and equal numbers up to the order of sums, which may follow the memory."""
    if expected.dtype.kind == "f":
        assert_allclose(found, expected, rtol=1e-7, atol=1e-10)
    else:
        assert_array_equal(found, expected)


def frozen(S: Any) -> Any:
    """A sparse matrix whose parts are read-only."""
    S = S.copy()
    for part in (S.data, S.indices, S.indptr):
        part.flags.writeable = False
    return S


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "entry", [entry for entry in REGISTRY.values() if entry.sparse], ids=lambda entry: entry.name
)
def test_sparse_parts_may_be_read_only(entry: Entry) -> None:
    X, y, w = rows_for(entry)
    w.flags.writeable = False
    S = sparse.csr_array(np.where(np.abs(X) < 0.5, 0.0, X))
    weight = {"sample_weight": w} if entry.weights else {}
    plain, model = make(entry).fit(S, y, **weight), make(entry).fit(frozen(S), y, **weight)
    for expected, found in zip(answers(plain, S), answers(model, frozen(S)), strict=True):
        assert_same(found, expected)
