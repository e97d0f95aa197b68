"""Tuning inside the training rows: the grid's best setting by cross-validation."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from fenlei import KNeighborsClassifier
from fenlei.registry import REGISTRY, entries
from fenlei.study.comparison import compare
from fenlei.study.data import StudyData, study_data
from fenlei.study.source import read_labelled
from fenlei.study.tuning import tune
from fenlei.table.preparation import prepare


@pytest.fixture(scope="module")
def wine() -> StudyData:
    return study_data(read_labelled("wine"), "wine")


def test_the_setting_is_that_of_a_grid_search(wine: StudyData) -> None:
    """The preparation of a fold is learned from its own training rows, so the peer gets it in a pipeline."""
    from sklearn.pipeline import make_pipeline

    chosen = tune(REGISTRY["k_neighbors"], wine.schema, wine.X, wine.labels, seed=1)
    grid = {"kneighborsclassifier__n_neighbors": [5, 1, 11, 25, 51]}
    inner = StratifiedKFold(3, shuffle=True, random_state=1)
    pipeline = make_pipeline(prepare(wine.schema), KNeighborsClassifier())
    peer = GridSearchCV(pipeline, grid, cv=inner).fit(wine.X, wine.labels)
    best = peer.best_params_["kneighborsclassifier__n_neighbors"]
    assert chosen == ({} if best == 5 else {"n_neighbors": best})


def test_every_setting_of_every_grid_can_be_fitted(wine: StudyData) -> None:
    for entry in entries(kind="classifier", compare=True):
        accepted = entry.load()().get_params()
        assert entry.grid[:1] in ((), ({},))
        assert all(set(setting) <= set(accepted) for setting in entry.grid), entry.name


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
    assert all(set(fold["params"]) <= {"n_neighbors"} for fold in neighbours["folds"])
