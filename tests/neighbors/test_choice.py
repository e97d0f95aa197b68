"""Choosing k by one search, and bounds of the error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import StratifiedKFold, cross_val_score

from fenlei.errors import UsageError
from fenlei.neighbors import KNeighborsClassifier, choose_k, cover_hart_bound, nearest_neighbour_error
from tests.neighbors.test_k_neighbors import sample


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_one_search_is_as_good_as_many(weights: str) -> None:
    X, y, _ = sample()
    model = KNeighborsClassifier(weights=weights)
    cv = StratifiedKFold(4, shuffle=True, random_state=0)
    found = choose_k(model, X, y, ks=[9, 1, 4], cv=cv)
    assert found.k.tolist() == [1, 4, 9]
    for k, scores in zip(found.k, found.fold_accuracy, strict=True):
        expected = cross_val_score(KNeighborsClassifier(int(k), weights=weights), X, y, cv=cv)
        np.testing.assert_allclose(scores, expected)
    assert found.best == found.k[np.argmax(found.accuracy)]


def test_leave_one_out_is_the_models_own() -> None:
    X, y, _ = sample()
    found = choose_k(KNeighborsClassifier(), X, y, ks=[1, 5])
    for k, accuracy in zip(found.k, found.accuracy, strict=True):
        assert accuracy == pytest.approx(KNeighborsClassifier(int(k)).fit(X, y).score(None, y))


def test_frames_and_lists() -> None:
    X, y, _ = sample()
    expected = choose_k(KNeighborsClassifier(), X, y, ks=[3], cv=3).accuracy
    for rows in (pd.DataFrame(X, columns=list("abcd")), X.tolist()):
        np.testing.assert_array_equal(
            choose_k(KNeighborsClassifier(), rows, list(y), ks=[3], cv=3).accuracy, expected
        )


@pytest.mark.parametrize(("ks", "cv"), [([], None), ([0], None), ([120], None), ([91], 4), ([1.5], None)])
def test_values_that_cannot_be_tried(ks: list[Any], cv: Any) -> None:
    X, y, _ = sample()
    with pytest.raises(UsageError, match="give whole numbers from 1 to"):
        choose_k(KNeighborsClassifier(), X, y, ks, cv=cv)


def test_impossible_error_rates() -> None:
    with pytest.raises(UsageError, match="not possible for 2 classes"):
        cover_hart_bound(0.6, 2)
    with pytest.raises(UsageError, match="n_classes=1"):
        cover_hart_bound(0.1, 1)


@pytest.mark.parametrize(
    "posteriors", [[0.5, 0.5], [[0.5, 0.6]], [[-0.5, 1.5]], [[np.nan, 1]], np.empty((0, 2))]
)
def test_bad_posteriors(posteriors: Any) -> None:
    with pytest.raises(UsageError, match="rows that sum to 1"):
        nearest_neighbour_error(posteriors)
