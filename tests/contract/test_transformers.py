"""Every reduction and every clusterer of the registry: scikit-learn's checks, files, threads, frames."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import load_model, save_model
from fenlei.kernels import threads
from fenlei.registry import Entry, entries
from tests.contract.samples import arrays
from tests.model_files.make import answers

ENTRIES = [*entries("transformer"), *entries("clusterer")]
TRANSFORMERS = [entry for entry in ENTRIES if hasattr(entry.load(), "get_feature_names_out")]
every = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
    # the checks have four distinct rows, and k-means looks for eight clusters
    pytest.mark.filterwarnings("ignore:Number of distinct:sklearn.exceptions.ConvergenceWarning"),
]


def make(entry: Entry, **others: Any) -> Any:
    """With a fixed seed, where there is one."""
    model = entry.load()()
    if "random_state" in model.get_params():
        model.set_params(random_state=0)
    return model.set_params(**{name: value for name, value in others.items() if name in model.get_params()})


def rows(n: int = 80, seed: int = 0) -> np.ndarray:
    """Not negative, for those that take them as category codes."""
    rng = np.random.default_rng(seed)
    return np.abs(rng.normal(size=(n, 5)) * [3.0, 2.0, 1.5, 1.0, 0.5] + rng.integers(0, 3, n)[:, None])


def record(model: Any) -> bytes:
    return b"".join(np.ascontiguousarray(array).tobytes() for array in arrays(model.model_))


@parametrize_with_checks([make(entry, perplexity=2) for entry in ENTRIES])  # the checks have few rows
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.fixture
def four_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A pool of four threads on any machine, and blocks of 16 rows."""
    monkeypatch.setattr(threads, "available_cores", lambda: 4)
    pool = ThreadPoolExecutor(4)
    monkeypatch.setattr(threads, "_pool", pool)
    monkeypatch.setattr(threads.row_blocks, "__code__", _row_blocks_of_16.__code__)
    yield
    pool.shutdown()


def _row_blocks_of_16(n, p, elements=0):  # type: ignore[no-untyped-def]
    return [(start, min(start + 16, n)) for start in range(0, max(n, 1), 16)]


@every
@pytest.mark.usefixtures("four_cores")
def test_any_number_of_threads_gives_the_same_bits(entry: Entry) -> None:
    X = rows(300)
    models = [make(entry, n_jobs=n_jobs).fit(X) for n_jobs in (1, 2, 4, None)]
    assert len({record(model) for model in models}) == 1
    said = [answers(model, X) for model in models]
    assert len({tuple(np.asarray(value).tobytes() for value in each.values()) for each in said}) == 1


@every
@pytest.mark.usefixtures("four_cores")
def test_four_fits_at_once(entry: Entry) -> None:
    X = rows(200)
    alone = record(make(entry).fit(X))
    with ThreadPoolExecutor(4) as callers:
        assert set(callers.map(lambda _: record(make(entry).fit(X)), range(4))) == {alone}


@every
def test_a_file_gives_back_the_model(entry: Entry, tmp_path: Path) -> None:
    X = rows()
    model = make(entry).fit(X)
    save_model(model, tmp_path / "a.fenlei")
    loaded = load_model(tmp_path / "a.fenlei")
    assert record(loaded) == record(model)
    for name, value in answers(model, X).items():
        assert_array_equal(answers(loaded, X)[name], value)


@every
def test_a_clone_is_unfitted_and_fits_alike(entry: Entry) -> None:
    model = make(entry).fit(rows())
    fresh = clone(model)
    assert not hasattr(fresh, "model_")
    assert record(fresh.fit(rows())) == record(model)


@every
def test_fitting_does_not_change_the_rows_nor_depend_on_their_layout(entry: Entry) -> None:
    X = rows()
    before = X.copy()
    model = make(entry).fit(X)
    assert_array_equal(X, before)
    assert record(make(entry).fit(np.asfortranarray(X))) == record(model)


@every
def test_nan_and_infinity_are_refused(entry: Entry) -> None:
    if entry.missing:
        pytest.skip("takes missing values")
    for value, name in ((np.nan, "NaN"), (np.inf, "infinity")):
        spoilt = rows()
        spoilt[3, 1] = value
        with pytest.raises(ValueError, match=name):
            make(entry).fit(spoilt)


@pytest.mark.parametrize("entry", TRANSFORMERS, ids=lambda entry: entry.name)
@pytest.mark.parametrize("frames", ["pandas", "polars"])
def test_set_output_gives_named_columns(entry: Entry, frames: str) -> None:
    X = rows()
    model = make(entry).set_output(transform=frames)
    frame = model.fit_transform(X)
    names = model.get_feature_names_out()
    assert list(frame.columns) == list(names)
    assert list(names) == [f"{entry.class_name.lower()}{k}" for k in range(len(names))]
    assert_array_equal(np.asarray(frame), clone(model).set_output(transform="default").fit_transform(X))


@every
def test_fit_transform_and_fit_agree(entry: Entry) -> None:
    model = make(entry)
    if not hasattr(model, "transform"):
        pytest.skip("has no rule for new rows")
    if entry.name == "lle":
        pytest.skip("rebuilds a training row from its neighbours up to `reg`, as its namesake does")
    X = rows()
    np.testing.assert_allclose(model.fit_transform(X), make(entry).fit(X).transform(X), rtol=1e-6, atol=1e-6)


@every
def test_fit_takes_y_and_ignores_it(entry: Entry) -> None:
    assert "y" in inspect.signature(entry.load().fit).parameters
    assert record(make(entry).fit(rows(), np.arange(80))) == record(make(entry).fit(rows()))
