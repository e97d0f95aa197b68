"""The record of a forest: leaf offsets, single trees taken out of it and put together, old files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.ensemble import RandomForestClassifier, RandomForestRegressor
from fenlei.ensemble.forest import walk
from fenlei.ensemble.forest.record import join, leaf_starts, take_tree
from fenlei.model_file import load_model, save_model

KEPT = Path(__file__).parents[1] / "model_files" / "v1"


def fitted(make: Any, **parameters: Any) -> Any:
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=(200, 3)), rng.integers(0, 4, 200)])
    y = (X[:, 0] + X[:, 1] > 0).astype(int) + (X[:, 3] > 1)
    model = make(7, random_state=0, categorical_features=[3], **parameters)
    return model.fit(X, y), X, y


BOTH = pytest.mark.parametrize("make", [RandomForestClassifier, RandomForestRegressor])


@BOTH
def test_leaf_offsets_by_loops(make: Any) -> None:
    forest = fitted(make)[0].model_
    expected = [sum(f < 0 for f in forest.feature[:start].tolist()) for start in forest.start]
    assert_array_equal(leaf_starts(forest), expected)


@BOTH
def test_trees_taken_out_and_joined_are_the_forest(make: Any) -> None:
    forest = fitted(make)[0].model_
    leaf_start = leaf_starts(forest)
    trees = [take_tree(forest, t, leaf_start) for t in range(7)]
    own = [tree._replace(sets=tree.sets if t == 0 else tree.sets[:0]) for t, tree in enumerate(trees)]
    joined = join(own, 7)
    for name in ("start", "feature", "threshold", "missing", "rows", "weight", "impurity", "value"):
        assert_array_equal(getattr(joined, name), getattr(forest, name), err_msg=name)


@BOTH
def test_leaves_are_counted_once(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each tree that `estimators_`, importances or permutation take out."""
    model, X, y = fitted(make)
    calls: list[int] = []
    monkeypatch.setattr(walk, "leaf_starts", lambda forest: calls.append(1) or leaf_starts(forest))
    model.n_jobs = 1
    assert len(model.estimators_) == 7
    assert len(model.feature_importances_) == 4
    model.permutation_importances(X, y, random_state=0)
    assert model.decision_path(X)[1][-1] == len(model.model_.feature)
    assert calls == [1]


@BOTH
def test_offsets_of_a_loaded_forest(make: Any, tmp_path: Path) -> None:
    """A model file has no offsets: they are counted when first needed."""
    model, X, _ = fitted(make)
    save_model(model, tmp_path / "forest.fenlei")
    loaded = load_model(tmp_path / "forest.fenlei")
    assert "leaf_start" not in loaded.model_._fields
    assert_array_equal(loaded.feature_importances_, model.feature_importances_)
    assert_array_equal(loaded.estimators_[3].predict(X), model.estimators_[3].predict(X))


@pytest.mark.parametrize("name", ["random_forest", "random_forest_regressor"])
def test_the_trees_of_an_old_file(name: str) -> None:
    model = load_model(KEPT / f"{name}.fenlei")
    X = np.random.default_rng(0).normal(size=(20, model.n_features_in_))
    if hasattr(model, "predict_proba"):
        assert_allclose(
            np.mean([t.predict_proba(X) for t in model.estimators_], axis=0), model.predict_proba(X)
        )
    else:
        assert_allclose(np.mean([t.predict(X) for t in model.estimators_], axis=0), model.predict(X))
