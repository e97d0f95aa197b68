"""Trees for several targets against scikit-learn's, and what does not go with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.tree
from numpy.testing import assert_allclose, assert_array_equal

from fenlei import load_model, save_model
from fenlei.errors import ModelFileError, UsageError
from fenlei.trees import DecisionTreeClassifier, DecisionTreeRegressor, tree_text
from fenlei.trees.pruning.prune import prune
from tests.oracles import trees as oracle

SETTINGS: list[dict[str, Any]] = [
    {},
    {"max_depth": 3},
    {"min_samples_leaf": 5},
    {"min_samples_split": 0.2},
    {"max_leaf_nodes": 6},
    {"min_impurity_decrease": 0.02},
    {"min_weight_fraction_leaf": 0.1},
    {"ccp_alpha": 0.02},
]


def rows(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(150, 1)).astype(np.float32).astype(float)  # one feature: ties are rare
    noise = rng.normal(size=(150, 2))
    return X, X + noise, rng.integers(1, 5, 150) / 2


def assert_same_tree(ours: Any, theirs: Any, ordered: bool) -> None:
    a, b = ours.tree_, theirs.tree_
    assert (a.node_count, a.max_depth, a.n_outputs) == (b.node_count, b.max_depth, b.n_outputs)
    assert_allclose(np.sort(a.impurity), np.sort(b.impurity), atol=1e-9)
    if ordered:
        assert_array_equal(a.children_left, b.children_left)
        assert_allclose(a.value, b.value, atol=1e-9)
        assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-9)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
def test_classes_of_several_targets_as_in_scikit_learn(parameters: dict[str, Any], criterion: str) -> None:
    X, T, w = rows(len(str(parameters)))
    Y = np.column_stack([np.digitize(T[:, 0], [-1, 1]), T[:, 1] > 0])
    ours = DecisionTreeClassifier(criterion=criterion, **parameters).fit(X, Y, w)
    theirs = sklearn.tree.DecisionTreeClassifier(criterion=criterion, random_state=0, **parameters).fit(
        X, Y, w
    )
    assert_same_tree(ours, theirs, "max_leaf_nodes" not in parameters)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    for method in ("predict_proba", "predict_log_proba"):
        with np.errstate(divide="ignore"):
            for a, b in zip(getattr(ours, method)(X), getattr(theirs, method)(X), strict=True):
                assert_allclose(a, b, atol=1e-9)
    assert [c.tolist() for c in ours.classes_] == [[0, 1, 2], [0, 1]]
    assert ours.n_classes_.tolist() == [3, 2]
    assert ours.n_outputs_ == 2


@pytest.mark.parametrize("criterion", ["squared_error", "poisson"])
@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
def test_several_numbers_as_in_scikit_learn(parameters: dict[str, Any], criterion: str) -> None:
    X, T, w = rows(len(str(parameters)))
    Y = np.exp(T) if criterion == "poisson" else T
    ours = DecisionTreeRegressor(criterion=criterion, **parameters).fit(X, Y, w)
    theirs = sklearn.tree.DecisionTreeRegressor(criterion=criterion, random_state=0, **parameters).fit(
        X, Y, w
    )
    assert_same_tree(ours, theirs, "max_leaf_nodes" not in parameters)
    assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-9)
    assert_allclose(ours.score(X, Y), theirs.score(X, Y))


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_the_same_target_twice_is_that_target_once(kind: str) -> None:
    rng = np.random.default_rng(2)
    X = np.round(rng.normal(size=(200, 3)), 1)
    y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    make = DecisionTreeClassifier if kind == "classes" else DecisionTreeRegressor
    one, two = make().fit(X, y), make().fit(X, np.column_stack([y, y]))
    assert_array_equal(one.tree_.feature, two.tree_.feature)
    assert_array_equal(one.tree_.threshold, two.tree_.threshold)
    assert_allclose(one.tree_.impurity, two.tree_.impurity, atol=1e-12)
    assert_array_equal(two.predict(X)[:, 0], two.predict(X)[:, 1])
    assert_allclose(two.predict(X)[:, 0], one.predict(X))


def test_labels_of_any_kind_weights_and_drawn_features() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 4))
    Y = np.column_stack([np.where(X[:, 0] > 0, "是", "否"), np.where(X[:, 1] > 0, "甲", "乙")])
    w = rng.integers(0, 3, 80)
    many = np.repeat(np.arange(80), w)
    weighted, repeated = DecisionTreeClassifier().fit(X, Y, w), DecisionTreeClassifier().fit(X[many], Y[many])
    assert_array_equal(weighted.predict(X), repeated.predict(X))
    assert weighted.predict(X[w > 0]).tolist() == Y[w > 0].tolist()
    for parameters in ({"splitter": "random"}, {"max_features": 2}, {"class_weight": "balanced"}):
        model = DecisionTreeClassifier(random_state=0, **parameters).fit(X, Y)
        assert model.predict(X).tolist() == Y.tolist()
        again = DecisionTreeClassifier(random_state=0, **parameters).fit(X, Y)
        assert_array_equal(model.tree_.threshold, again.tree_.threshold)
    column = DecisionTreeClassifier().fit(X, Y[:, :1])
    assert column.predict(X).shape == (80,)


def test_what_does_not_go_with_several_targets() -> None:
    X, Y = np.arange(8.0).reshape(4, 2), np.eye(4, 2, dtype=int)
    words = pd.DataFrame({"colour": ["red", "green", "red", "blue"]})
    cases: list[tuple[Any, Any, str]] = [
        (DecisionTreeClassifier(categorical_features=[0]), X, "nominal columns and several targets"),
        (DecisionTreeRegressor(), words, "nominal columns and several targets"),
        (DecisionTreeClassifier(monotonic_cst=[1, 0]), X, "monotonic_cst and several targets"),
    ]
    for model, data, words in cases:
        with pytest.raises(UsageError, match=words):
            model.fit(data, Y)
    fitted = DecisionTreeClassifier().fit(X, Y)
    for function in (tree_text, prune):
        with pytest.raises(UsageError, match="several targets"):
            function(fitted)


def mean_spread(Y: np.ndarray, w: np.ndarray, criterion: str) -> float:
    """Impurity averaged over the targets, by loops over them."""
    measure = oracle.impurity if criterion in ("gini", "entropy") else oracle.spread
    return float(np.mean([measure(column.tolist(), w.tolist(), criterion) for column in Y.T]))


def best_decrease(X: np.ndarray, Y: np.ndarray, w: np.ndarray, criterion: str) -> float:
    """Largest decrease of the mean impurity by any threshold, missing values on either side."""
    best, whole = -np.inf, mean_spread(Y, w, criterion)
    for x in X.T:
        missing = np.isnan(x)
        values = np.unique(x[~missing])
        sides = [x <= v for v in values[:-1]]
        if missing.any():
            sides += [side | missing for side in sides] + ([~missing] if len(values) else [])
        for side in sides:
            parts = [(Y[s], w[s]) for s in (side, ~side)]
            if criterion == "poisson" and min(y.sum(axis=0).min() for y, _ in parts) <= 0:
                continue
            after = sum(v.sum() / w.sum() * mean_spread(y, v, criterion) for y, v in parts)
            best = max(best, whole - after)
    return best


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@pytest.mark.parametrize("seed", range(6))
def test_every_split_is_the_best_of_all_with_missing_values(criterion: str, seed: int) -> None:
    X, Y, w = problem(seed, criterion)
    make: Any = DecisionTreeClassifier if criterion in ("gini", "entropy") else DecisionTreeRegressor
    model = make(criterion=criterion, max_depth=4).fit(X, Y, w)
    tree, path = model.tree_, model.decision_path(X).toarray().astype(bool)
    for i in range(tree.node_count):
        here = path[:, i]
        assert_allclose(tree.weighted_n_node_samples[i], w[here].sum())
        assert_allclose(tree.impurity[i], mean_spread(Y[here], w[here], criterion), atol=1e-12)
        if tree.feature[i] >= 0:
            children = tree.children[i]
            after = tree.weighted_n_node_samples[children] @ tree.impurity[children]
            decrease = tree.impurity[i] - after / tree.weighted_n_node_samples[i]
            assert_allclose(decrease, best_decrease(X[here], Y[here], w[here], criterion), atol=1e-9)


def problem(seed: int, criterion: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ties, a constant column, missing values; three targets; weights."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(60, 4)) * 3) / 4
    X[:, 2] = 1.0
    Y = X[:, :3] + rng.normal(size=(60, 3))
    X[rng.random(X.shape) < 0.1] = np.nan
    if criterion in ("gini", "entropy"):
        Y = np.column_stack([Y[:, 0] > 0, np.digitize(Y[:, 1], [-1, 1]), Y[:, 2] > 1]).astype(int)
    elif criterion == "poisson":
        Y = np.exp(Y)
    return X, Y, rng.uniform(0.5, 2.0, 60)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_missing_values_as_in_scikit_learn(kind: str, seed: int) -> None:
    """One feature whose values all differ, and weights of their own: no two splits are equally good."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(150, 1)).astype(np.float32).astype(float)
    Y = X + rng.normal(size=(150, 2))
    X[rng.random(150) < 0.15] = np.nan
    w, parameters = rng.uniform(0.5, 2.0, 150), {"min_samples_leaf": 6}
    if kind == "classes":
        Y = np.column_stack([np.digitize(Y[:, 0], [-1, 1]), Y[:, 1] > 0])
        ours: Any = DecisionTreeClassifier(**parameters)
        theirs: Any = sklearn.tree.DecisionTreeClassifier(random_state=0, **parameters)
    else:
        ours = DecisionTreeRegressor(**parameters)
        theirs = sklearn.tree.DecisionTreeRegressor(random_state=0, **parameters)
    ours, theirs = ours.fit(X, Y, w), theirs.fit(X, Y, w)
    assert_same_tree(ours, theirs, ordered=True)
    asked = ours.decision_path(X[np.isnan(X[:, 0])]).sum(axis=0) > 0  # elsewhere none was missing
    sides = (tree.tree_.missing_go_to_left[asked] == 1 for tree in (ours, theirs))
    assert_array_equal(*sides)
    assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-9)


def test_missing_values_of_one_target_twice() -> None:
    rng = np.random.default_rng(4)
    X = np.round(rng.normal(size=(200, 3)), 1)
    y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    X[rng.random(X.shape) < 0.1] = np.nan
    for make in (DecisionTreeClassifier, DecisionTreeRegressor):
        one, two = make().fit(X, y), make().fit(X, np.column_stack([y, y]))
        assert_array_equal(one.tree_.feature, two.tree_.feature)
        assert_array_equal(one.tree_.threshold, two.tree_.threshold)
        assert_array_equal(one.tree_.missing_go_to_left, two.tree_.missing_go_to_left)


def test_it_comes_back_from_its_file(tmp_path: Any) -> None:
    X, Y, w = problem(0, "gini")
    named = np.array([["否", "是", "或"], ["a", "b", "c"]])
    words = np.column_stack([named[0][Y[:, 0]], named[1][Y[:, 1]]])
    models: list[Any] = [
        DecisionTreeClassifier().fit(X, Y, w),
        DecisionTreeClassifier(criterion="entropy").fit(X, words),
        DecisionTreeRegressor().fit(X, Y.astype(float), w),
    ]
    for model in models:
        save_model(model, tmp_path / "tree.fenlei")
        back = load_model(tmp_path / "tree.fenlei")
        assert_array_equal(back.predict(X), model.predict(X))
        assert_array_equal(back.tree_.value, model.tree_.value)
        assert_array_equal(back.tree_.n_classes, model.tree_.n_classes)
        assert (back.n_outputs_, back.tree_.n_outputs) == (model.n_outputs_, model.tree_.n_outputs)
        if model is not models[2]:
            assert [c.tolist() for c in back.classes_] == [c.tolist() for c in model.classes_]
            for a, b in zip(back.predict_proba(X), model.predict_proba(X), strict=True):
                assert_array_equal(a, b)
    with pytest.raises(ModelFileError):
        models[0]._check_model(models[0].model_._replace(value=models[0].model_.value[:, :4]))


def test_large_offsets_cost_no_digits() -> None:
    x = np.arange(40.0)[:, None]
    Y = np.column_stack([np.sin(x[:, 0]), np.sqrt(x[:, 0])])
    near, far = (DecisionTreeRegressor(max_depth=4).fit(x, Y + offset) for offset in (0.0, 1e8))
    assert_array_equal(near.tree_.threshold, far.tree_.threshold)
