"""Tuning inside the training rows: the grid's best setting by cross-validation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from fenlei import KNeighborsClassifier
from fenlei.registry import REGISTRY, entries
from fenlei.study.comparison import compare
from fenlei.study.data import StudyData, study_data
from fenlei.study.source import read_labelled
from fenlei.study.tuning import part_of, tune
from fenlei.table.preparation import prepare


@pytest.fixture(scope="module")
def wine() -> StudyData:
    return study_data(read_labelled("wine"), "wine")


def test_the_setting_is_that_of_a_grid_search(wine: StudyData) -> None:
    """The preparation of a fold is learned from its own training rows, so the peer gets it in a pipeline."""
    from sklearn.pipeline import make_pipeline

    chosen = tune(REGISTRY["k_neighbors"], wine.schema, wine.X, wine.labels, seed=1)
    step = "kneighborsclassifier__"
    grid = {f"{step}n_neighbors": [5, 1, 11, 25, 51], f"{step}weights": ["uniform", "distance"]}
    inner = StratifiedKFold(3, shuffle=True, random_state=1)
    pipeline = make_pipeline(prepare(wine.schema), KNeighborsClassifier())
    peer = GridSearchCV(pipeline, grid, cv=inner).fit(wine.X, wine.labels)
    defaults = {"n_neighbors": 5, "weights": "uniform"}
    settings = [{**defaults, **setting} for setting in REGISTRY["k_neighbors"].grid]
    assert len(settings) == 10
    scores = {
        tuple(sorted(params.items())): score
        for params, score in zip(peer.cv_results_["params"], peer.cv_results_["mean_test_score"], strict=True)
    }
    mine = {f"{step}{name}": value for name, value in {**defaults, **chosen}.items()}
    assert scores[tuple(sorted(mine.items()))] == pytest.approx(peer.best_score_)


def test_every_setting_of_every_grid_can_be_fitted(wine: StudyData) -> None:
    for entry in entries(kind="classifier", compare=True):
        accepted = entry.load()().get_params()
        assert entry.grid[:1] in ((), ({},))
        assert all(set(setting) <= set(accepted) for setting in entry.grid), entry.name


def test_halving_judges_few_settings_by_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many rows most settings see a part, whose rows are part of the next; the winner is among all."""
    from fenlei.study import tuning

    rng = np.random.default_rng(0)
    X = rng.normal(size=(6000, 3))
    frame = {"a": X[:, 0], "b": X[:, 1], "c": X[:, 2]}
    y = np.where(X[:, 0] + 0.3 * rng.normal(size=6000) > 0, "u", "v")
    data = study_data(read_labelled({**frame, "y": y}, "y"), "rows")
    sizes, fit = [], tuning.fit

    def counted(entry: Any, schema: Any, rows: Any, *rest: Any, **options: Any) -> Any:
        sizes.append(len(rows))
        return fit(entry, schema, rows, *rest, **options)

    monkeypatch.setattr(tuning, "fit", counted)
    chosen = tune(REGISTRY["k_neighbors"], data.schema, data.X, data.labels)
    found, counts = np.unique(sizes, return_counts=True)
    assert found.tolist() == [444, 1333, 4000]
    assert counts.tolist() == [30, 12, 6]
    assert chosen.get("n_neighbors", 5) >= 25  # a smooth boundary
    small, large = part_of(np.arange(900), 1 / 9, 3), part_of(np.arange(900), 1 / 3, 3)
    assert (len(small), len(large)) == (100, 300)
    assert set(small) <= set(large)


def test_too_few_rows_keep_the_default(wine: StudyData) -> None:
    one = [np.flatnonzero(wine.codes == k)[:1] for k in range(3)]
    rows = np.concatenate(one)
    assert tune(REGISTRY["lda"], wine.schema, wine.X[rows], wine.labels[rows]) == {}


def test_compare_tells_what_was_chosen_in_each_fold() -> None:
    options = {"models": ["k_neighbors", "gaussian_nb"], "folds": 3, "tune": True}
    first, second = (compare("wine", **options) for _ in range(2))
    assert first["plan"]["tune"]
    for a, b in zip(first["models"], second["models"], strict=True):
        assert [fold["params"] for fold in a["folds"]] == [fold["params"] for fold in b["folds"]]
    assert "--tune" in first["command"].split()
    neighbours = next(model for model in first["models"] if model["name"] == "k_neighbors")
    assert all(set(fold["params"]) <= {"n_neighbors", "weights"} for fold in neighbours["folds"])
