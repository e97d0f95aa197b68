"""Editing and condensing: the oracles' rows, consistency, fixpoints, guards, imbalanced-learn's signature."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DegenerateDataWarning, UsageError
from fenlei.neighbors import (
    CondensedNearestNeighbour,
    EditedNearestNeighbours,
    KNeighborsClassifier,
    ReducedNearestNeighbour,
)
from tests.oracles import neighbors as oracle

CONDENSERS = [CondensedNearestNeighbour, ReducedNearestNeighbour]


@parametrize_with_checks(
    [
        EditedNearestNeighbours(sampling_strategy="not minority", n_neighbors=1),
        CondensedNearestNeighbour(random_state=0),
        CondensedNearestNeighbour(sampling_strategy="all", n_neighbors=3, random_state=0),
        ReducedNearestNeighbour(random_state=0),
    ]
)
@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")  # random labels: some class goes
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def overlapping(n: int = 200, K: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    return rng.normal(size=(n, 2)) + 1.5 * np.column_stack([y == 1, y == 2]), y


@pytest.mark.parametrize("kind", ["all", "mode"])
@pytest.mark.parametrize("k", [1, 3, 4])
def test_wilsons_editing(kind: str, k: int) -> None:
    X, y = overlapping()
    edited = EditedNearestNeighbours(sampling_strategy="all", n_neighbors=k, kind_sel=kind).fit(X, y)
    assert sorted(edited.sample_indices_.tolist()) == oracle.wilson(X, y, k, kind)
    assert (np.diff(y[edited.sample_indices_]) >= 0).all()  # class by class


def test_the_minority_is_spared_by_default() -> None:
    X, y = overlapping()
    edited = EditedNearestNeighbours().fit(X, y)
    least = int(np.argmin(np.bincount(y)))
    assert (y[edited.sample_indices_] == least).sum() == (y == least).sum()
    assert set(edited.sampling_strategy_) == {0, 1, 2} - {least}


def test_repeated_editing_ends_in_a_fixpoint() -> None:
    X, y = overlapping()
    edited = EditedNearestNeighbours(sampling_strategy="all", method="repeated", kind_sel="mode")
    X_edited, y_edited = edited.fit_resample(X, y)
    again = clone(edited).fit(X_edited, y_edited)
    assert len(again.sample_indices_) == len(y_edited)
    assert edited.n_iter_ > 1


def test_multi_editing_ends_when_nothing_goes_for_a_while() -> None:
    X, y = overlapping(n=600)
    edited = EditedNearestNeighbours(
        sampling_strategy="all", method="multi", n_neighbors=1, patience=3, random_state=0
    )
    X_edited, y_edited = edited.fit_resample(X, y)
    assert edited.n_iter_ > 3
    assert 0 < len(y_edited) < 600
    own = KNeighborsClassifier(1).fit(X_edited, y_edited)
    assert own.score(None, y_edited) > KNeighborsClassifier(1).fit(X, y).score(None, y)
    assert np.array_equal(clone(edited).fit(X, y).sample_indices_, edited.sample_indices_)


def test_holdout_editing_keeps_tested_rows_that_the_reference_gets_right() -> None:
    X, y = overlapping()
    edited = EditedNearestNeighbours(sampling_strategy="all", method="holdout", n_neighbors=1, random_state=3)
    edited.fit(X, y)
    turn = np.random.RandomState(3).permutation(200)
    judged, reference = turn[:100], turn[100:]
    expected = [
        i for i in judged if y[min(sorted(reference), key=lambda j: (oracle.square(X[j], X[i]), j))] == y[i]
    ]
    assert sorted(edited.sample_indices_.tolist()) == sorted(expected)
    assert edited.tested_.tolist() == sorted(judged)  # K^T
    assert edited.reference_.tolist() == sorted(reference)  # K^R


def test_the_documents_editing_with_a_given_reference() -> None:
    """002, section 5.1.3: rows of K^T whose nearest row of K^R is of another class go."""
    X, y = overlapping()
    plain = EditedNearestNeighbours(
        sampling_strategy="all", method="holdout", n_neighbors=1, reference=range(0, 200, 2)
    ).fit(X, y)
    assert plain.reference_.tolist() == list(range(0, 200, 2))
    assert plain.tested_.tolist() == list(range(1, 200, 2))
    nearest = KNeighborsClassifier(1).fit(X[::2], y[::2]).predict(X[1::2])
    assert sorted(plain.sample_indices_.tolist()) == (2 * np.flatnonzero(nearest == y[1::2]) + 1).tolist()
    assert not hasattr(plain.set_params(method="wilson").fit(X, y), "tested_")


def test_multi_editing_keeps_its_parts() -> None:
    X, y = overlapping()
    edited = EditedNearestNeighbours(sampling_strategy="all", method="multi", n_neighbors=1, random_state=0)
    edited.fit(X, y)
    assert len(edited.splits_) == edited.n_iter_
    assert np.array_equal(np.sort(np.concatenate(edited.splits_[0])), np.arange(200))


@pytest.mark.parametrize("reference", [[0.5], [-1, 2], [200], [], list(range(200)), np.arange(4.0)])
def test_a_bad_reference(reference: Any) -> None:
    X, y = overlapping()
    with pytest.raises(UsageError, match="row numbers from 0 to 199"):
        EditedNearestNeighbours(method="holdout", reference=reference).fit(X, y)


def test_neighbours_of_an_estimator() -> None:
    X, y = overlapping()
    plain = EditedNearestNeighbours(n_neighbors=3).fit(X, y)
    given_one = EditedNearestNeighbours(n_neighbors=KNeighborsClassifier(4)).fit(X, y)
    assert np.array_equal(plain.sample_indices_, given_one.sample_indices_)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 39))
def test_harts_stores(seed: int, first: int) -> None:
    X, y = overlapping(n=40, seed=seed)
    model = CondensedNearestNeighbour(sampling_strategy="all", first=first).fit(X, y)
    assert (model.store_.tolist(), model.n_passes_) == oracle.hart(X, y, first)
    assert oracle.is_consistent(X, y, model.store_)


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_gates_rule(seed: int) -> None:
    X, y = overlapping(n=40, seed=seed)
    condensed = CondensedNearestNeighbour(sampling_strategy="all", first=0).fit(X, y)
    reduced = ReducedNearestNeighbour(sampling_strategy="all", first=0).fit(X, y)
    assert reduced.store_.tolist() == oracle.gates(X, y, condensed.store_)
    assert oracle.is_consistent(X, y, reduced.store_)


@pytest.mark.parametrize("condenser", CONDENSERS)
@pytest.mark.parametrize("strategy", ["auto", "all", "majority", [0, 2]])
def test_what_is_left_classifies_everything(condenser: Any, strategy: Any) -> None:
    X, y = overlapping(n=400)
    model = condenser(sampling_strategy=strategy, random_state=1)
    X_few, y_few = model.fit_resample(X, y)
    assert KNeighborsClassifier(1).fit(X_few, y_few).score(X, y) == 1.0
    assert model.reduction_ == 1 - len(y_few) / 400
    assert set(y_few) == {0, 1, 2}
    untouched = [c for c in (0, 1, 2) if c not in model.sampling_strategy_]
    assert all((y_few == c).sum() == (y == c).sum() for c in untouched)


def test_condensing_by_three_neighbours_and_by_a_classifier() -> None:
    X, y = overlapping()
    three = CondensedNearestNeighbour(sampling_strategy="all", n_neighbors=3, first=0)
    X_few, y_few = three.fit_resample(X, y)
    inside = np.isin(np.arange(200), three.sample_indices_)
    assert (KNeighborsClassifier(3).fit(X_few, y_few).predict(X[~inside]) == y[~inside]).all()
    rule = KNeighborsClassifier(1, metric="seuclidean", metric_params={"V": [4.0, 1.0]})
    scaled = CondensedNearestNeighbour(sampling_strategy="all", n_neighbors=rule, first=0).fit(X, y)
    expected = CondensedNearestNeighbour(sampling_strategy="all", first=0).fit(X / [2.0, 1.0], y)
    assert np.array_equal(scaled.store_, expected.store_)


@pytest.mark.parametrize("resampler", [EditedNearestNeighbours(), CondensedNearestNeighbour(random_state=0)])
def test_rows_come_back_as_they_came(resampler: Any) -> None:
    X, y = overlapping()
    frame = pd.DataFrame(X, columns=["a", "b"], index=np.arange(200) + 1000)
    X_few, y_few = clone(resampler).fit_resample(frame, pd.Series(y, index=frame.index, name="y"))
    kept = clone(resampler).fit(X, y).sample_indices_
    pd.testing.assert_frame_equal(X_few, frame.iloc[kept])
    assert y_few.index.equals(X_few.index)
    few = clone(resampler).fit_resample(pl.from_pandas(frame), y)[0]
    assert isinstance(few, pl.DataFrame)
    assert few.height == len(kept)
    assert clone(resampler).fit_resample(X.tolist(), y.tolist())[1] == y[kept].tolist()


def test_editing_sparse_rows() -> None:
    X, y = overlapping()
    few, labels = EditedNearestNeighbours().fit_resample(sparse.csr_matrix(X), y)
    dense, expected = EditedNearestNeighbours().fit_resample(X, y)
    assert np.array_equal(few.toarray(), dense)
    assert np.array_equal(labels, expected)


@pytest.mark.parametrize("method", ["wilson", "repeated", "holdout", "multi"])
def test_no_class_goes_silently(method: str) -> None:
    X = np.linspace(0, 1, 30)[:, None]
    y = np.zeros(30, dtype=int)
    y[7] = 1
    edited = EditedNearestNeighbours(sampling_strategy="all", n_neighbors=1, method=method, random_state=0)
    with pytest.warns(DegenerateDataWarning, match="class 1 would have lost all of its 1 row; they are kept"):
        _, labels = edited.fit_resample(X, y)
    assert set(labels.tolist()) == {0, 1}


@pytest.mark.parametrize(
    ("resampler", "message"),
    [
        (EditedNearestNeighbours(sampling_strategy="some"), "sampling_strategy='some' is not accepted"),
        (EditedNearestNeighbours(sampling_strategy=[7]), "sampling_strategy=.* is not accepted"),
        (EditedNearestNeighbours(kind_sel="most"), "kind_sel='most'"),
        (EditedNearestNeighbours(n_neighbors=200), "n_samples = 200 is not enough"),
        (EditedNearestNeighbours(method="multi", n_splits=2), "n_splits=2"),
        (ReducedNearestNeighbour(n_neighbors=3), "n_neighbors=3 is not accepted"),
        (
            CondensedNearestNeighbour(n_neighbors=KNeighborsClassifier(metric="manhattan")),
            "whose metric is Euclid",
        ),
        (CondensedNearestNeighbour(n_seeds_S=0), "n_seeds_S=0"),
    ],
)
def test_bad_input(resampler: Any, message: str) -> None:
    X, y = overlapping()
    with pytest.raises(UsageError, match=message):
        resampler.fit_resample(X, y)


def test_strategy_as_a_function() -> None:
    X, y = overlapping()
    edited = EditedNearestNeighbours(sampling_strategy=lambda labels: [int(labels.max())]).fit(X, y)
    assert set(edited.sampling_strategy_) == {2}


class ResamplingPipeline:
    """What imbalanced-learn's Pipeline does with a step that has `fit_resample`, and no more."""

    def __init__(self, *steps: Any) -> None:
        self.steps = steps

    def fit(self, X: Any, y: Any) -> ResamplingPipeline:
        for step in self.steps[:-1]:
            fitted = clone(step)
            assert not hasattr(fitted, "transform")  # imbalanced-learn refuses a step that has both
            X, y = fitted.fit_resample(X, y)
        self.last = clone(self.steps[-1]).fit(X, y)
        return self

    def predict(self, X: Any) -> Any:
        return self.last.predict(X)


def test_edit_condense_and_classify_as_steps_of_a_pipeline() -> None:
    X, y = overlapping(n=400)
    editing = EditedNearestNeighbours(sampling_strategy="all", kind_sel="mode")
    condensing = CondensedNearestNeighbour(sampling_strategy="all", random_state=0)
    model = ResamplingPipeline(editing, condensing, KNeighborsClassifier(1)).fit(X, y)
    by_hand = condensing.fit_resample(*editing.fit_resample(X, y))
    assert np.array_equal(model.predict(X), KNeighborsClassifier(1).fit(*by_hand).predict(X))
    assert model.last.n_samples_fit_ < 100


def test_scikit_learns_pipeline_refuses_a_step_that_drops_rows() -> None:
    X, y = overlapping()
    with pytest.raises(TypeError, match="should be transformers"):
        make_pipeline(EditedNearestNeighbours(), KNeighborsClassifier(1)).fit(X, y)
