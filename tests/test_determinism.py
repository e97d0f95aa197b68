"""The bits of a fitted model: any number of threads, concurrent fits, after fork, in a nested call."""

from __future__ import annotations

import hashlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from fenlei.kernels import threads
from fenlei.kernels.threads import leaf_rows, map_blocks, row_blocks
from fenlei.registry import REGISTRY
from tests.contract.samples import FORMS, PLAIN, Form, arrays, opinion

N = 5_000
FEW = slice(0, 600)  # rows to predict, in three blocks


@pytest.fixture(autouse=True)
def small_blocks_on_four_cores(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Blocks of 256 rows, hence twenty of them, and a pool of four threads on any machine."""
    monkeypatch.setattr(threads, "available_cores", lambda: 4)
    pool = ThreadPoolExecutor(4)
    monkeypatch.setattr(threads, "_pool", pool)
    # every module has a reference of its own to `row_blocks`: the code inside is exchanged
    monkeypatch.setattr(threads.row_blocks, "__code__", _row_blocks_of_256.__code__)
    monkeypatch.setattr(threads.leaf_rows, "__code__", _leaves_of_256.__code__)
    yield
    pool.shutdown()


def _row_blocks_of_256(n, p, elements=0):  # type: ignore[no-untyped-def]
    return [(start, min(start + 256, n)) for start in range(0, max(n, 1), 256)]


def _leaves_of_256(p, elements=0):  # type: ignore[no-untyped-def]
    return 256


def fingerprint(model: Any) -> str:
    """Hash of every array of the model and of its summary."""
    digest = hashlib.sha256()
    for field in arrays((model.model_, getattr(model, "summary_", ()))):
        digest.update(np.ascontiguousarray(field).tobytes())
    return digest.hexdigest()


def rows(form: Form) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    X, y = form.rows(n=N)
    return X, y, np.random.default_rng(7).uniform(0.5, 2.0, N)


def test_the_rows_make_many_blocks() -> None:
    assert len(row_blocks(N, 4)) == 20
    assert leaf_rows(4) == 256


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_any_number_of_threads(form: Form) -> None:
    X, y, w = rows(form)
    models = [form.make(n_jobs=n_jobs).fit(X, y, sample_weight=w) for n_jobs in (1, 2, 3, 16, None)]
    assert len({fingerprint(model) for model in models}) == 1
    assert len({opinion(model, X[FEW]).tobytes() for model in models}) == 1


@pytest.mark.parametrize("name", ["gaussian_nb", "lda"])
def test_any_number_of_threads_with_blocks_of_the_real_size(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(90_000, 50)), rng.integers(0, 10, 90_000)
    assert len(row_blocks(*X.shape)) == 3
    cls = REGISTRY[name].load()
    assert len({fingerprint(cls(n_jobs=n_jobs).fit(X, y)) for n_jobs in (1, 2, 4)}) == 1


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_eight_fits_at_once(form: Form) -> None:
    X, y, w = rows(form)
    alone = form.make(n_jobs=1).fit(X, y, sample_weight=w)
    start = threading.Barrier(8)

    def fit(_: int) -> tuple[str, bytes]:
        start.wait()
        model = form.make().fit(X, y, sample_weight=w)
        return fingerprint(model), model.predict(X[FEW]).tobytes()

    with ThreadPoolExecutor(8) as callers:
        results = set(callers.map(fit, range(8)))
    assert results == {(fingerprint(alone), alone.predict(X[FEW]).tobytes())}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # forking with threads is the point
@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_after_fork(form: Form) -> None:
    X, y, w = rows(form)
    expected = fingerprint(form.make().fit(X, y, sample_weight=w))  # the parent's pool exists
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, fingerprint(form.make().fit(X, y, sample_weight=w)).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        assert pipe.read() == expected
    os.waitpid(child, 0)


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_a_fit_inside_a_task_of_the_pool(form: Form) -> None:
    X, y, w = rows(form)
    alone = fingerprint(form.make().fit(X, y, sample_weight=w))
    inside = map_blocks(
        lambda s, e: fingerprint(form.make().fit(X, y, sample_weight=w)), [(i, i + 1) for i in range(6)], 4
    )
    assert set(inside) == {alone}


LINEAR_ALGEBRA = [
    ("lda", {}),
    ("lda", {"solver": "lsqr"}),
    ("lda", {"solver": "eigen"}),
    ("qda", {}),
    ("fisher", {}),
    ("least_squares", {}),
    ("linear_regression", {}),
    ("ridge", {}),
    ("lasso", {"alpha": 0.1}),
    ("bayesian_ridge", {}),
    ("bayesian_linear", {}),
    ("pca", {}),
]


@pytest.mark.parametrize(("name", "parameters"), LINEAR_ALGEBRA)
def test_the_threads_of_blas_where_features_are_many(name: str, parameters: dict[str, Any]) -> None:
    """Of large matrices BLAS makes parts, as many as it has threads; inside a task of the pool it has one."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(700, 300)) @ rng.normal(size=(300, 300)), rng.integers(0, 2, 700)
    make = REGISTRY[name].load()

    def fit(start: int, stop: int) -> str:
        return fingerprint(make(**parameters).fit(X, y))

    assert {fit(0, 1)} == set(map_blocks(fit, [(0, 1), (1, 2)], 2))


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_two_fits_of_the_same_rows(form: Form) -> None:
    X, y, w = rows(form)
    model = form.make().fit(X, y, sample_weight=w)
    first = fingerprint(model)
    assert (
        fingerprint(model.fit(X, y, sample_weight=w))
        == first
        == fingerprint(form.make().fit(X.copy(), y.copy(), sample_weight=w.copy()))
    )


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_the_layout_in_memory(form: Form) -> None:
    X, y, w = rows(form)
    assert fingerprint(form.make().fit(np.asfortranarray(X), y, sample_weight=w)) == fingerprint(
        form.make().fit(X, y, sample_weight=w)
    )


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_the_threads_of_blas_are_given_back_also_after_an_error(form: Form) -> None:
    X, y, w = rows(form)
    before = _blas_threads()
    model = form.make().fit(X, y, sample_weight=w)
    assert _blas_threads() == before
    spoilt = np.where(np.arange(N)[:, None] == N // 2, np.inf, X)
    with pytest.raises(ValueError, match="infinity"):
        form.make().fit(spoilt, y, sample_weight=w)
    with pytest.raises(ValueError, match="infinity"), np.errstate(invalid="ignore"):
        model.predict(spoilt)
    assert _blas_threads() == before


def _blas_threads() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]
