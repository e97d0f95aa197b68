"""k-means, mixtures and perceptrons over a scan: passes over leaves, with the bits of memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei import CategoricalMixture, GaussianMixture, KMeans, Perceptron, scan
from fenlei.errors import DataError, UsageError
from fenlei.kernels import threads
from fenlei.registry import REGISTRY
from fenlei.rows import sampling
from fenlei.rows.sampling import hashes, in_sample
from tests.rows.test_scanned_fits import CENTRES, CUTS, N, digest, frame, small_leaves, written

__all__ = ["small_leaves"]


@pytest.fixture
def rows() -> pd.DataFrame:
    return frame(REGISTRY["kmeans"])


def values(rows: pd.DataFrame) -> np.ndarray:
    return np.ascontiguousarray(rows.drop(columns=["w", "t"]))


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize(
    "model",
    [
        KMeans(4, random_state=0),
        KMeans(4, init="random", random_state=3, n_init=3),
        KMeans(3, init=CENTRES, tol=0.0, keep_history=True),
        KMeans(4, init=np.array([[0, 0, 0], [1e3, 0, 0], [1e3, 1e3, 0], [2e3, 0, 0.0]])),
        KMeans(3, init=CENTRES, max_iter=1),
        GaussianMixture(3, random_state=1, n_init=2, covariance_type="tied"),
        GaussianMixture(2, means_init=CENTRES[:2], covariance_type="diag", random_state=0),
        GaussianMixture(2, random_state=0, covariance_type="spherical", init_params="random_from_data"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_bits_of_memory(model: Any, rows: pd.DataFrame, tmp_path: Path) -> None:
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    expected = digest(model.fit(values(rows), sample_weight=rows["w"].to_numpy()))
    for n_jobs in (1, 2):
        found = model.set_params(n_jobs=n_jobs).fit(data)
        assert digest(found) == expected
        assert found.feature_names_in_.tolist() == ["x0", "x1", "x2"]
        assert not hasattr(found, "labels_")


@given(cuts=st.lists(st.integers(0, N), max_size=6).map(sorted))
@settings(max_examples=8, deadline=None)
def test_any_cut_into_files(cuts: list[int], tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = frame(REGISTRY["kmeans"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads.leaf_rows, "__code__", _leaves_of_128.__code__)
        data = scan(written(rows, tmp_path_factory.mktemp("cut") / "f", cuts), drop=["w", "t"])
        for model in (KMeans(3, init=CENTRES), GaussianMixture(2, random_state=0)):
            assert digest(model.fit(data)) == digest(model.fit(values(rows)))


def _leaves_of_128(p, elements=0):  # type: ignore[no-untyped-def]
    return 128


def test_many_rows_start_from_a_sample(
    rows: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start is that of the sampled rows alone, and the rounds are over all rows."""
    monkeypatch.setattr(threads.leaf_rows, "__code__", _leaves_of_128.__code__)
    monkeypatch.setattr(sampling.in_sample, "__defaults__", (300,))
    data = scan(written(rows, tmp_path / "7", CUTS[7]), drop=["w", "t"])
    X = values(rows)
    chosen = in_sample(0, N, N, 300)
    assert 200 < chosen.sum() < 400
    start = KMeans(3, init="random", random_state=5, n_init=1, max_iter=1, keep_history=True)
    first_centres = start.fit(X[chosen]).center_history_[0]
    found = KMeans(3, init="random", random_state=5, n_init=1).fit(data)
    assert digest(found) == digest(KMeans(3, init=first_centres, n_init=1).fit(X))


@given(first=st.integers(0, 2**40), count=st.integers(0, 50))
@settings(max_examples=30, deadline=None)
def test_a_hash_depends_on_the_number_alone(first: int, count: int) -> None:
    together = hashes(first, count)
    assert together.tolist() == [int(hashes(first + i, 1)[0]) for i in range(count)]


def test_a_sample_is_about_as_large_as_asked() -> None:
    chosen = in_sample(0, 1_000_000, 1_000_000, 10_000)
    assert abs(int(chosen.sum()) - 10_000) < 400
    assert in_sample(0, 10, 10, 10).all()


@pytest.mark.usefixtures("small_leaves")
def test_a_sample_of_a_scan_is_the_same_for_any_cut(rows: pd.DataFrame, tmp_path: Path) -> None:
    found = []
    for count, cuts in CUTS.items():
        data = scan(written(rows, tmp_path / str(count), cuts), target="t", weight="w")
        found.append(data.sample(500))
        everything = data.sample(10**6)
    assert everything.y.tolist() == rows["t"].tolist()
    assert np.array_equal(everything.X, values(rows))
    assert np.array_equal(everything.w, rows["w"])
    assert 400 < len(found[0].X) < 600
    for other in found[1:]:
        assert np.array_equal(other.X, found[0].X)
        assert other.y.tolist() == found[0].y.tolist()
    with pytest.raises(UsageError, match="sample of 0 rows"):
        data.sample(0)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "parameters",
    [
        {"class_weight": "balanced"},
        {"variant": "batch", "class_weight": {"a": 2.0}},
        {"penalty": "l2", "max_iter": 5},
        {"penalty": "elasticnet", "fit_intercept": False},
        {"strict": True, "tol": None, "eta0": 0.5},
        {"basis": 2, "max_iter": 3},
    ],
)
def test_perceptrons_have_the_bits_of_memory(
    rows: pd.DataFrame, parameters: dict[str, Any], tmp_path: Path
) -> None:
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    model = Perceptron(shuffle=False, **{"max_iter": 10, **parameters})
    expected = digest(model.fit(values(rows), rows["t"].to_numpy(), sample_weight=rows["w"].to_numpy()))
    for n_jobs in (1, 2):
        assert digest(model.set_params(n_jobs=n_jobs).fit(data)) == expected
    two = rows[rows["t"] != "c"].reset_index(drop=True)
    data = scan(written(two, tmp_path / "two", [500]), target="t", drop="w")
    assert digest(model.fit(data)) == digest(model.fit(values(two), two["t"].to_numpy()))


@pytest.mark.usefixtures("small_leaves")
def test_bad_rows_are_one_sentence(rows: pd.DataFrame, tmp_path: Path) -> None:
    small = written(rows[:2], tmp_path / "small", [])
    with pytest.raises(DataError, match="n_clusters"):
        KMeans(3).fit(scan(small, drop=["w", "t"]))
    codes = pd.DataFrame({"x0": np.arange(N) % 3.0 - 1.0, "w": 1.0, "t": 1.0})
    with pytest.raises(DataError, match="Negative values"):
        CategoricalMixture(2).fit(scan(written(codes, tmp_path / "codes", []), drop=["w", "t"]))
    rows["x1"] = rows["x1"].where(rows.index != 900)
    data = scan(written(rows, tmp_path / "missing", []), target="t", drop="w")
    for model in (KMeans(3), GaussianMixture(2), Perceptron(shuffle=False)):
        with pytest.raises((DataError, ValueError), match="NaN"):
            model.fit(data)
