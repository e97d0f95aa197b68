"""Trees edited by hand: a fitted tree can be made again split by split, and every edit can be undone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei import explain, explain_fit, load, load_model, save_model
from fenlei.errors import DataError, UsageError
from fenlei.trees import (
    C45Classifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ID3Classifier,
    gain_table,
    loss_table,
    make_leaf,
    prune,
    split_node,
    stop_rule,
    tree_layout,
    tree_text,
    undo_edit,
)
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, THRESHOLD
from fenlei.trees.tree import check_tree

TREES: list[Any] = [
    C45Classifier.plain(categorical_features=[0, 1]),
    C45Classifier.plain(categorical_features=[0, 1], thresholds="midpoint"),
    DecisionTreeClassifier(categorical_features=[0, 1]),
    DecisionTreeClassifier(categorical_features=[0, 1], criterion="entropy"),
    DecisionTreeClassifier(categorical_features=[0, 1], nominal_split="multiway"),
    DecisionTreeRegressor(categorical_features=[0, 1]),
    DecisionTreeRegressor(categorical_features=[0, 1], criterion="poisson"),
    DecisionTreeRegressor(criterion="absolute_error"),
    ID3Classifier(),
]


def rows_for(model: Any, seed: int, holes: float) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, 4, 50), rng.integers(0, 3, 50), rng.normal(size=50).round(1)])
    y = ((X[:, 0] > 1) ^ (X[:, 2] > 0.2)).astype(int) + (rng.random(50) < 0.15)
    if isinstance(model, ID3Classifier):
        X[:, 2] = X[:, 2] > 0
    if isinstance(model, DecisionTreeRegressor):
        y = y + rng.random(50).round(2)
    X[rng.random(X.shape) < holes] = np.nan
    return X, y, rng.integers(1, 3, 50).astype(float)


def split_as(model: Any, tree: Any, node: int, X: Any, y: Any, w: Any) -> Any:
    """`model` with a node split as that of the record `tree`."""
    j, kind, options = int(tree.feature[node]), tree.kind[node], dict[str, Any]()
    if kind == THRESHOLD:
        options["threshold"] = float(tree.threshold[node])
    if kind == SUBSET:
        start = tree.subset[node]
        options["categories"] = np.flatnonzero(tree.sets[start : start + tree.sizes[j]]).tolist()
    return split_node(model, X, y, node=node, feature=j, sample_weight=w, **options)


@pytest.mark.parametrize("holes", [0.0, 0.1])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("number", range(len(TREES)))
def test_a_fitted_tree_is_made_again_by_hand(number: int, weighted: bool, holes: float) -> None:
    X, y, w = rows_for(TREES[number], number, holes)
    w = w if weighted else None
    fitted = TREES[number].fit(X, y, w)
    whole = fitted.model_
    made = make_leaf(fitted, node=0)
    for node in np.flatnonzero(whole.kind > LEAF).tolist():
        made = split_as(made, whole, node, X, y, w)
    for name in ("kind", "feature", "threshold", "first", "child", "missing", "rows"):
        assert getattr(made.model_, name).tolist() == getattr(whole, name).tolist(), name
    for name in ("weight", "impurity", "value", "missing_weights"):
        assert_allclose(getattr(made.model_, name), getattr(whole, name), atol=1e-12, err_msg=name)
    check_tree(made.model_, 3, whole.value.shape[1])
    assert tree_text(made) == tree_text(fitted)
    assert len(made.edits_) == 1 + int((whole.kind > LEAF).sum())


def test_edits_are_undone_one_by_one_and_change_nothing_before() -> None:
    X, y, _ = rows_for(TREES[2], 0, 0.0)
    fitted = TREES[2].fit(X, y)
    kept = [array.copy() for array in fitted.model_]
    states = [fitted]
    inner = int(np.flatnonzero(fitted.model_.kind > LEAF)[1])
    states.append(make_leaf(states[-1], node=inner))
    states.append(split_node(states[-1], X, y, node=0, feature=2, threshold=0.1))
    states.append(split_node(states[-1], X, y, node=0, feature=0, categories=[1, 3]))
    texts = [tree_text(model) for model in states]
    assert len(set(texts)) == 4
    for i in (2, 1, 0):
        states[-1] = undo_edit(states[-1])
        assert tree_text(states[-1]) == texts[i]
    with pytest.raises(UsageError, match="no edits to undo"):
        undo_edit(states[-1])
    assert all(np.array_equal(a, b) for a, b in zip(kept, fitted.model_, strict=True))
    assert not hasattr(fitted, "edits_")


def test_an_edited_tree_is_saved_drawn_and_explained_as_any_other(tmp_path: Any) -> None:
    """Acceptance 20: hardness by hand at the root of the apples, gain 0.6100 (source 002, B-G13)."""
    apples = load("apples_train")
    frame = apples.frame[["colour", "skin", "hardness", "size"]]
    tree = ID3Classifier().fit(frame, apples.y)
    by_hand = split_node(tree, frame, apples.y, node=0, feature="hardness")
    table = gain_table(by_hand, frame, apples.y)
    assert_allclose([row.worth.gain for row in table], [0.6755, 0.0290, 0.6100, 0.0], atol=5e-5)
    assert [row.name for row in table if row.chosen] == ["hardness"]
    assert by_hand.score(frame, apples.y) == 0.9
    save_model(by_hand, tmp_path / "hand.fenlei")
    loaded = load_model(tmp_path / "hand.fenlei")
    assert loaded.predict(frame).tolist() == by_hand.predict(frame).tolist()
    assert tree_text(loaded) == tree_text(by_hand)
    assert len(tree_layout(by_hand).nodes) == 3
    assert explain(by_hand, frame, 0).prediction == "yes"
    working = explain_fit(by_hand, frame, apples.y)
    assert any("hardness" in step.title for step in working.steps)
    soft = int(np.argmax(by_hand.model_.rows[1:])) + 1
    assert stop_rule(by_hand, frame, apples.y, node=soft).rule == "pruned"
    grown = split_node(by_hand, frame, apples.y, node=soft, feature="colour")
    assert grown.score(frame, apples.y) == 1.0
    valid = load("apples_validation")
    small = prune(grown, "reduced_error", valid.frame[list(frame.columns)], valid.y)
    assert small.get_n_leaves() < grown.get_n_leaves() or small.pruning_.steps
    assert not hasattr(split_node(small, frame, apples.y, node=0, feature="skin"), "pruning_")


def test_a_threshold_by_hand_is_marked_among_its_alternatives() -> None:
    melons = load("watermelon")
    tree = DecisionTreeClassifier(max_depth=1).fit(melons.X, melons.y)
    by_hand = split_node(tree, melons.X, melons.y, node=0, feature=0, threshold=0.5)
    table = gain_table(by_hand, melons.X, melons.y, every_threshold=True)
    (chosen,) = [row for row in table if row.chosen]
    assert chosen.feature == 0
    assert (melons.X[:, 0] <= 0.5).sum() == (melons.X[:, 0] <= chosen.threshold).sum()
    best = max(table, key=lambda row: row.score)
    assert best.corrected_gain > chosen.corrected_gain
    series = load("cart_series_1")
    stump = DecisionTreeRegressor(max_depth=1).fit(series.X, series.y)
    cut = split_node(stump, series.X, series.y, node=0, feature=0, threshold=3.2)
    assert_allclose(cut.predict([[3], [4]]), [series.y[:3].mean(), series.y[3:].mean()])
    (row,) = [row for row in loss_table(cut, series.X, series.y) if row.chosen]
    assert_allclose(row.loss, 12.1934857143, atol=5e-10)  # source 004, B19


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"node": 99, "feature": 0}, "node=99"),
    ({"node": 0, "feature": "weight"}, "feature='weight'"),
    ({"node": 0, "feature": 3}, "from 0 to 2"),
    ({"node": 0, "feature": True}, "feature=True"),
    ({"node": 0, "feature": 2}, "is a number; give threshold"),
    ({"node": 0, "feature": 2, "threshold": float("nan")}, "is a number; give threshold"),
    ({"node": 0, "feature": 2, "categories": [1]}, "is a number; give threshold"),
    ({"node": 0, "feature": 0}, "as categories"),
    ({"node": 0, "feature": 0, "threshold": 1.5}, "as categories"),
    ({"node": 0, "feature": 0, "categories": [7]}, "categories=7"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG)
def test_one_sentence_for_a_split_that_cannot_be_made(options: dict[str, Any], sentence: str) -> None:
    X, y, _ = rows_for(TREES[2], 0, 0.0)
    with pytest.raises(UsageError, match=sentence):
        split_node(TREES[2].fit(X, y), X, y, **options)


def test_one_sentence_for_empty_sides_leaves_and_other_models() -> None:
    X, y, _ = rows_for(TREES[2], 0, 0.0)
    model = TREES[2].fit(X, y)
    for options in ({"feature": 2, "threshold": 99.0}, {"feature": 0, "categories": []}):
        with pytest.raises(DataError, match="all rows of node 0 to one branch"):
            split_node(model, X, y, node=0, **options)
    leaf = int(np.flatnonzero(model.model_.kind == LEAF)[0])
    with pytest.raises(UsageError, match=f"node {leaf} is a leaf already"):
        make_leaf(model, node=leaf)
    with pytest.raises(UsageError, match="one branch per category"):
        split_node(TREES[4].fit(X, y), X, y, node=0, feature=0, categories=[1])
    with pytest.raises(UsageError, match="is not a decision tree of fenlei"):
        make_leaf(object(), node=0)  # type: ignore[type-var]
    with pytest.raises(UsageError, match="not a leaf"):
        stop_rule(model, X, y, node=0)
