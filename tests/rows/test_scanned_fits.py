"""Every estimator of the registry and a scan: the bits of memory from any files, or one sentence."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from sklearn.covariance import OAS

from fenlei import (
    AdaBoostClassifier,
    CategoricalNB,
    DecisionTreeClassifier,
    GaussianMixture,
    GaussianNB,
    HistGradientBoostingClassifier,
    LinearDiscriminantAnalysis,
    LinearRegression,
    LinearSVC,
    MixedNB,
    NearestCentroid,
    Perceptron,
    QuadraticDiscriminantAnalysis,
    RandomForestClassifier,
    Ridge,
    scan,
)
from fenlei.errors import DataError, UsageError
from fenlei.kernels import threads
from fenlei.registry import SCANS, entries
from fenlei.rows import Scan, sorted_columns

N = 2_000
CUTS = {1: [], 7: [0, 1, 700, 900, 901, 1500], 40: sorted(np.random.default_rng(1).integers(0, N, 39))}
PROMISES = [pytest.param(entry, id=entry.name) for entry in entries()]
CENTRES = np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [2.0, 4.0, 6.0]])
PARAMETERS: dict[str, dict[str, Any]] = {  # that have the promise
    "logistic_regression": {"solver": "newton-cholesky"},
    "perceptron": {"shuffle": False, "max_iter": 10},
    "kmeans": {"n_clusters": 3, "init": CENTRES},
    "gaussian_mixture": {
        "n_components": 3,
        "weights_init": np.full(3, 1 / 3),
        "means_init": CENTRES,
        "precisions_init": np.stack([np.eye(3)] * 3),
    },
    "decision_tree": {"max_bins": 255, "min_samples_leaf": 5},
    "decision_tree_regressor": {"max_bins": 30, "min_samples_leaf": 5},
    "random_forest": {"n_estimators": 4, "random_state": 0},
    "random_forest_regressor": {"n_estimators": 4, "random_state": 0, "max_bins": 20},
    "hist_gradient_boosting": {"max_iter": 4, "random_state": 0, "early_stopping": True},
    "hist_gradient_boosting_regressor": {"max_iter": 4, "random_state": 0, "max_bins": 20},
    "voting": {"estimators": [("lda", LinearDiscriminantAnalysis()), ("bayes", GaussianNB())]},
    "bernoulli_mixture": {"n_components": 2, "random_state": 0, "binarize": 1.0},
    "categorical_mixture": {"n_components": 2, "random_state": 0},
}
NOMINAL = ("bayes_classifier", "mixed_nb", "categorical_nb")


def frame(entry: Any) -> pd.DataFrame:
    """Rows that the estimator takes, with weights `w` and the target `t` last."""
    rng = np.random.default_rng(3)
    kind = rng.integers(0, 3, N)
    columns: dict[str, Any] = {f"x{j}": rng.normal(kind * (j + 1.0), 1.0 + j) for j in range(3)}
    if entry.name in ("multinomial_nb", "poisson_nb", "bernoulli_nb", "categorical_mixture"):
        columns = {name: rng.poisson(1.0 + kind).astype(float) for name in columns}
    if entry.name == "categorical_nb":
        columns = {}
    if entry.name in NOMINAL:
        colours = np.array(["blue", "green", "red"], object)
        columns["colour"] = colours[(kind + rng.integers(0, 2, N)) % 3]
        columns["shape"] = np.array(["flat", "round"], object)[rng.integers(0, 2, N)]
    whole = entry.scan == "A" or "tree" in entry.name or "forest" in entry.name
    columns["w"] = rng.integers(1, 4, N) if whole else rng.uniform(0.5, 2.0, N)
    target = rng.normal(kind, 0.5)
    columns["t"] = target if entry.kind == "regressor" else np.array(["a", "b", "c"], object)[kind]
    return pd.DataFrame(columns)


def written(rows: pd.DataFrame, folder: Path, cuts: list[int]) -> Path:
    folder.mkdir()
    for i, (start, stop) in enumerate(zip([0, *cuts], [*cuts, len(rows)], strict=True)):
        part = pa.Table.from_pandas(rows.iloc[start:stop], pa.Schema.from_pandas(rows), preserve_index=False)
        pa.parquet.write_table(part, folder / f"part-{i}.parquet", row_group_size=300)
    return folder


def fields(value: Any) -> list[np.ndarray]:
    if value is None:
        return []
    if isinstance(value, tuple | list):
        return [array for field in value for array in fields(field)]
    return [np.ascontiguousarray(value)]


def digest(model: Any) -> str:
    """One hash of all arrays of the fitted model and of its sums."""
    found = hashlib.sha256()
    for array in fields([model.model_, getattr(model, "summary_", None)]):
        found.update(f"{array.dtype} {array.shape}".encode() + array.tobytes())
    for part in getattr(model, "parts_", ()):
        found.update(digest(part).encode())
    return found.hexdigest()


def in_memory(entry: Any, rows: pd.DataFrame, w: Any) -> Any:
    X = rows.drop(columns=["w", "t"])
    X = X if entry.name in NOMINAL else np.ascontiguousarray(X)
    return made(entry).fit(X, rows["t"].to_numpy(), sample_weight=w)


def made(entry: Any, **parameters: Any) -> Any:
    """The estimator, with the parameters that have the promise."""
    return entry.load()(**PARAMETERS.get(entry.name, {}), **parameters)


@pytest.fixture
def small_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves of 128 rows, hence sixteen of them."""
    monkeypatch.setattr(threads.leaf_rows, "__code__", _leaves_of_128.__code__)


def _leaves_of_128(p, elements=0):  # type: ignore[no-untyped-def]
    return 128


def test_every_estimator_gives_a_promise() -> None:
    promised = [name for names in SCANS.values() for name in names.split()]
    assert sorted(promised) == sorted(entry.name for entry in entries())
    for entry in entries():
        assert entry.load()._scans == (entry.scan != "refused"), entry.name


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan in "AB"])
def test_one_hash_for_memory_files_and_threads(entry: Any, tmp_path: Path) -> None:
    rows = frame(entry)
    for weight, w in ((None, None), ("w", rows["w"].to_numpy(float))):
        expected = digest(in_memory(entry, rows, w))
        for count, cuts in CUTS.items():
            folder = tmp_path / f"{count}"
            data = scan(
                folder if folder.exists() else written(rows, folder, cuts),
                target="t",
                weight=weight,
                drop=() if weight else "w",
            )
            for n_jobs in (1, 2):
                assert digest(made(entry, n_jobs=n_jobs).fit(data)) == expected, (weight, count, n_jobs)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan == "A"])
def test_promise_A_holds_for_rows_in_any_order(entry: Any, tmp_path: Path) -> None:
    rows = frame(entry)
    expected = digest(in_memory(entry, rows, rows["w"].to_numpy(float)))
    data = scan(written(rows.iloc[::-1], tmp_path / "7", CUTS[7]), target="t", weight="w")
    assert digest(made(entry).fit(data)) == expected


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan == "C"])
def test_promise_C_is_the_optimum_of_memory(entry: Any, tmp_path: Path) -> None:
    rows = frame(entry)
    folders = [written(rows, tmp_path / str(count), cuts) for count, cuts in CUTS.items()]
    for weight, w in ((None, None), ("w", rows["w"].to_numpy(float))):
        expected = in_memory(entry, rows, w)
        hashes = set()
        for folder in folders:
            data = scan(folder, target="t", weight=weight, drop=() if weight else "w")
            for n_jobs in (1, 2):
                found = made(entry, n_jobs=n_jobs).fit(data)
                hashes.add(digest(found))
                for name in ("coef_", "intercept_"):
                    close = np.abs(getattr(found, name) - getattr(expected, name)).max()
                    assert close <= 1e-8 * np.abs(expected.coef_).max()
        assert len(hashes) == 1  # one model for any cut and any number of threads


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan == "S"])
def test_promise_S_is_one_model_for_any_cut(entry: Any, tmp_path: Path) -> None:
    rows = frame(entry)
    hashes = set()
    for count, cuts in CUTS.items():
        data = scan(written(rows, tmp_path / str(count), cuts), target="t", weight="w")
        hashes |= {digest(made(entry, n_jobs=n_jobs).fit(data)) for n_jobs in (1, 2)}
    assert len(hashes) == 1


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("K", [2, 3])
def test_stumps_on_bins_are_those_of_memory_where_values_are_few(K: int, tmp_path: Path) -> None:
    rows = frame(next(entry for entry in entries() if entry.name == "gaussian_nb"))
    rows[["x0", "x1", "x2"]] = (8 * rows[["x0", "x1", "x2"]]).round() / 8
    rows.loc[::9, "x1"] = np.nan
    rows["colour"] = np.array(["blue", "green", "red"], object)[np.random.default_rng(0).integers(0, 3, N)]
    rows["t"] = rows["t"].replace({"c": "a"} if K == 2 else {})
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    X = rows.drop(columns=["w", "t"])
    model = AdaBoostClassifier(n_estimators=12)
    inside = model.fit(X, rows["t"].to_numpy(), sample_weight=rows["w"].to_numpy()).model_
    found = model.fit(data).model_
    for name in ("kind", "feature", "missing", "threshold", "sets", "rows"):
        assert np.array_equal(getattr(found.stumps, name), getattr(inside.stumps, name)), name
    for name in ("error", "alpha", "training_error"):
        np.testing.assert_allclose(getattr(found, name), getattr(inside, name), rtol=1e-10)
    assert len(set(found.stumps.feature)) > 2
    assert np.isclose(1 - model.score(X, rows["t"], rows["w"]), found.training_error[-1])


@pytest.mark.parametrize("entry", [each for each in PROMISES if each.values[0].scan == "refused"])
def test_what_is_not_a_sum_is_refused_in_a_sentence(entry: Any, small: Scan) -> None:
    with pytest.raises(UsageError) as error:
        entry.load()().fit(small, None)
    sentence = str(error.value)
    assert "cannot be fitted to a scan of 6 rows" in sentence
    assert "2.88e-07 GB" in sentence  # 8 bytes for each pair
    assert "data.sample(50_000), or choose " in sentence
    assert "\n" not in sentence


@pytest.fixture
def small(tmp_path: Path) -> Scan:
    path = tmp_path / "small.csv"
    path.write_text("x,z,t\n0.5,1.5,a\n2.5,2,b\n4,1,a\n3.5,3.5,b\n1,5.5,a\n7,2.5,b\n")
    return scan(path, target="t")


@pytest.mark.usefixtures("small_leaves")
def test_ill_conditioned_columns_take_a_second_pass(tmp_path: Path) -> None:
    """x1 and x2 agree to 1e-9: their products do not tell them apart, the triangles of the rows do."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=N)
    rows = pd.DataFrame({"x1": x, "x2": x + 1e-9 * rng.normal(size=N)})
    rows["t"] = rows["x1"] + rows["x2"] + rng.normal(size=N)
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t")
    X = np.ascontiguousarray(rows[["x1", "x2"]])
    for model in (LinearRegression(), Ridge(alpha=1e-12)):
        inside = digest(model.fit(X, rows["t"]))
        assert digest(model.fit(data)) == inside
    truth = np.linalg.lstsq(np.c_[X - X.mean(0)], rows["t"] - rows["t"].mean())[0]
    assert np.allclose(LinearRegression(tol=0.0).fit(data).coef_, truth, rtol=1e-4)


@pytest.mark.usefixtures("small_leaves")
def test_whole_numbers_are_targets_of_a_regression(tmp_path: Path) -> None:
    rows = frame(next(entry for entry in entries() if entry.name == "ridge"))
    rows["t"] = np.round(rows["t"]).astype(int)
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", drop="w")
    inside = Ridge().fit(np.ascontiguousarray(rows.drop(columns=["w", "t"])), rows["t"].to_numpy())
    assert digest(Ridge().fit(data)) == digest(inside)


@pytest.mark.usefixtures("small_leaves")
def test_a_model_of_text_columns_takes_text(tmp_path: Path) -> None:
    rows = frame(next(entry for entry in entries() if entry.name == "categorical_nb"))
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", drop="w")
    X = rows[["colour", "shape"]]
    inside = CategoricalNB().fit(X, rows["t"].to_numpy())
    assert CategoricalNB().fit(data).predict(X).tolist() == inside.predict(X).tolist()
    assert MixedNB(distributions={"colour": "categorical"}).fit(data).distributions_ == ["categorical"] * 2


def test_parameters_that_need_all_rows(small: Scan) -> None:
    for model, setting in (
        (LinearDiscriminantAnalysis(solver="lsqr", covariance_estimator=OAS()), "covariance_estimator"),
        (LinearSVC(loss="hinge"), "loss='hinge'"),
        (Perceptron(), "shuffle=True"),
        (Perceptron(shuffle=False, variant="pocket"), "variant='pocket'"),
        (GaussianMixture(keep_history=True), "keep_history=True"),
        (DecisionTreeClassifier(), "max_bins=None"),
        (RandomForestClassifier(oob_score=True), "oob_score=True"),
        (AdaBoostClassifier(GaussianNB()), "estimator=GaussianNB"),
        (HistGradientBoostingClassifier(warm_start=True), "warm_start=True"),
        (HistGradientBoostingClassifier(scoring="accuracy"), "scoring='accuracy'"),
        (RandomForestClassifier(max_leaf_nodes=4), "max_leaf_nodes"),
        (MixedNB(distributions="kde"), "distributions='kde'"),
    ):
        with pytest.raises(UsageError, match=f"with {re.escape(setting)} needs all rows at once"):
            model.fit(small)


def test_columns_and_targets_that_do_not_suit(tmp_path: Path, small: Scan) -> None:
    path = tmp_path / "colours.csv"
    path.write_text("colour,x,t\nred,0.5,a\nblue,2.5,b\nred,3,a\nblue,1,b\n")
    with pytest.raises(UsageError, match="column 'colour' of the scan has categories"):
        LinearDiscriminantAnalysis().fit(scan(path, target="t"))
    with pytest.raises(UsageError, match="labels in column 't' are text"):
        Ridge().fit(small)
    with pytest.raises(UsageError, match="Ridge needs labels"):
        Ridge().fit(scan(path, drop=["colour", "t"]))


def test_missing_and_infinite_numbers_are_refused_as_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,t\n0.5,a\n,b\n3,a\n1,b\n")
    with pytest.raises((DataError, ValueError), match="NaN"):
        LinearDiscriminantAnalysis().fit(scan(path, target="t"))


def test_a_scan_is_for_fitting(small: Scan) -> None:
    model = LinearDiscriminantAnalysis().fit(small)
    with pytest.raises(UsageError, match="takes rows in memory here"):
        model.predict(small)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("few", [sorted_columns.FEW, 16])
def test_centres_by_all_metrics(few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Medians are exact too, whether all distinct values were kept or brackets were counted."""
    monkeypatch.setattr(sorted_columns, "FEW", few)
    rows = frame(next(entry for entry in entries() if entry.name == "nearest_centroid"))
    rows["x2"] = np.round(rows["x2"])
    X, y = np.ascontiguousarray(rows.drop(columns=["w", "t"])), rows["t"].to_numpy()
    for weight, w in ((None, None), ("w", rows["w"].to_numpy())):
        folder = tmp_path / str(weight)
        data = scan(written(rows, folder, CUTS[7]), target="t", weight=weight, drop=() if weight else "w")
        for metric in ("manhattan", "mahalanobis"):
            model = NearestCentroid(metric, shrink_threshold=0.1, priors="empirical")
            expected = digest(model.fit(X, y, sample_weight=w))
            for n_jobs in (1, 2):
                assert digest(model.set_params(n_jobs=n_jobs).fit(data)) == expected


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("solver", ["lsqr", "eigen"])
def test_ledoit_wolf_takes_a_second_pass(solver: str, tmp_path: Path) -> None:
    rows = frame(next(entry for entry in entries() if entry.name == "lda"))
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w")
    X, w = np.ascontiguousarray(rows.drop(columns=["w", "t"])), rows["w"].to_numpy()
    for kind in (LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis):
        if kind is QuadraticDiscriminantAnalysis and solver == "lsqr":
            continue
        model = kind(solver=solver, shrinkage="auto")
        expected = digest(model.fit(X, rows["t"].to_numpy(), sample_weight=w))
        for n_jobs in (1, 2):
            assert digest(kind(solver=solver, shrinkage="auto", n_jobs=n_jobs).fit(data)) == expected
