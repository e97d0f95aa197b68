"""What the rest of the package needs to know of an estimator is answered for every entry of the registry."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.discriminant_analysis
import sklearn.linear_model
import sklearn.naive_bayes
import sklearn.neighbors
import sklearn.svm

import fenlei
from fenlei.evaluate import leave_one_out
from fenlei.evaluate.leave_one_out_predictions import FORMS
from fenlei.registry import REGISTRY, Entry, Memory, entries, entry_of
from tests.contract.samples import Form

ENTRIES = list(REGISTRY.values())
COMPARED = entries("classifier", compare=True)
WITHOUT_GRID = {"id3"}  # nothing to tune: the tree has no parameter but what it splits
NAMESAKES = [
    sklearn.discriminant_analysis.LinearDiscriminantAnalysis,
    sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis,
    sklearn.naive_bayes.GaussianNB,
    sklearn.neighbors.KNeighborsClassifier,
    sklearn.linear_model.LinearRegression,
    sklearn.linear_model.Ridge,
    sklearn.svm.SVC,
]
by_name = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)


@by_name
def test_an_estimator_finds_its_entry(entry: Entry) -> None:
    cls = entry.load()
    assert entry_of(cls()) is entry
    assert entry_of(type(cls.__name__, (cls,), {})()) is None


@pytest.mark.parametrize("namesake", NAMESAKES, ids=lambda cls: cls.__name__)
def test_a_class_of_the_same_name_has_no_entry(namesake: type) -> None:
    assert namesake.__name__ in fenlei.__all__
    assert entry_of(namesake()) is None


@pytest.mark.parametrize("entry", COMPARED, ids=lambda entry: entry.name)
def test_compare_knows_settings_to_tune_and_the_memory(entry: Entry) -> None:
    assert (entry.grid == ()) == (entry.name in WITHOUT_GRID)
    assert isinstance(entry.memory, Memory)
    accepted = entry.load()().get_params()
    assert all(set(setting) <= set(accepted) for setting in entry.grid)
    assert entry.grid[:1] in ((), ({},))


@by_name
def test_only_what_is_compared_is_tuned_and_read(entry: Entry) -> None:
    if not entry.compare:
        assert entry.grid == ()
        assert entry.readable is None


@by_name
def test_a_reduction_has_transform_or_an_embedding(entry: Entry) -> None:
    assert entry.reduces or entry.kind != "transformer"
    if entry.reduces:
        assert hasattr(entry.load(), "fit_transform")
        assert "n_components" in entry.load()().get_params()


@by_name
def test_leave_one_out_has_a_form_or_refits(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    assert entry.leave_one_out is None or entry.leave_one_out in FORMS
    if entry.leave_one_out is None and entry.kind in ("classifier", "regressor"):
        monkeypatch.setattr("fenlei.evaluate.leave_one_out_predictions.by_refitting", lambda *_: "n fits")
        assert leave_one_out(entry.load()(), np.eye(4), [0, 1, 0, 1]) == "n fits"


def test_every_form_of_leave_one_out_is_used() -> None:
    assert {entry.leave_one_out for entry in ENTRIES} - {None} == set(FORMS)


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.leave_one_out], ids=lambda entry: entry.name)
def test_leave_one_out_equals_fits_without_the_row(entry: Entry) -> None:
    X, y = Form(entry, {}).rows(K=2)
    y = y if entry.kind == "classifier" else X @ np.arange(1.0, X.shape[1] + 1)
    found = leave_one_out(entry.load()(), X, y)
    left = np.arange(len(y)) != 3
    alone = entry.load()().fit(X[left], y[left]).predict(X[3:4])[0]
    if entry.kind == "classifier":
        assert found.prediction[3] == alone
    else:
        assert found.prediction[3] == pytest.approx(alone, rel=1e-9)


@pytest.mark.parametrize("namesake", NAMESAKES, ids=lambda cls: cls.__name__)
def test_leave_one_out_refits_a_class_of_the_same_name(
    namesake: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fenlei.evaluate.leave_one_out_predictions.by_refitting", lambda *_: "n fits")
    assert leave_one_out(namesake(), np.eye(4), [0, 1, 0, 1]) == "n fits"
