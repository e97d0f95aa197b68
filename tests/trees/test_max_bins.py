"""Trees grown on bins: the exact tree while bins keep values apart, a good one when they do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from fenlei import load_model, save_model
from fenlei.errors import UsageError
from fenlei.trees import DecisionTreeClassifier, DecisionTreeRegressor, tree_rules, tree_text
from fenlei.trees.pruning.prune import prune

SETTINGS: list[dict[str, Any]] = [
    {},
    {"criterion": 1, "max_depth": 4},
    {"min_samples_leaf": 5},
    {"min_samples_split": 0.2, "min_impurity_decrease": 0.01},
    {"min_weight_fraction_leaf": 0.05},
    {"ccp_alpha": 0.01},
]


def rows(seed: int, n: int = 200) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Few distinct values, ties, missing values, a constant column and a nominal one; targets; weights."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 5)) * 3)
    X[:, 1] = 2.0
    y = X[:, 0] + (X[:, 2] > 1) + rng.normal(size=n)
    X[rng.random((n, 5)) < 0.05] = np.nan
    X[:, 4] = rng.integers(0, 6, n)
    return X, y, rng.integers(1, 4, n).astype(float)


def assert_same_splits(exact: Any, binned: Any, X: Any) -> None:
    """Same questions, and the same rows at every node."""
    a, b = exact.tree_, binned.tree_
    assert_array_equal(a.feature, b.feature)
    assert_array_equal(a.children_left, b.children_left)
    assert_array_equal(exact.apply(X), binned.apply(X))
    assert_array_equal(a.n_node_samples, b.n_node_samples)
    assert_allclose(a.impurity, b.impurity, atol=1e-9)
    assert_allclose(a.value, b.value, atol=1e-9)
    assert_allclose(exact.feature_importances_, binned.feature_importances_, atol=1e-9)


@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
@pytest.mark.parametrize("kind", ["classes", "numbers"])
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32 - 1), weighted=st.booleans())
def test_bins_that_keep_values_apart_give_the_exact_tree(
    kind: str, parameters: dict[str, Any], seed: int, weighted: bool
) -> None:
    X, y, w = rows(seed)
    make: Any = DecisionTreeClassifier if kind == "classes" else DecisionTreeRegressor
    if kind == "classes":
        y = np.digitize(y, [-2, 1])
    if "criterion" in parameters:
        parameters = parameters | {"criterion": "entropy" if kind == "classes" else "poisson"}
    if parameters.get("criterion") == "poisson":
        y = np.exp(y / 4)
    exact = make(categorical_features=[4], **parameters).fit(X, y, w if weighted else None)
    binned = clone(exact).set_params(max_bins=255).fit(X, y, w if weighted else None)
    assert_same_splits(exact, binned, X)


@pytest.mark.parametrize("K", [2, 300])
def test_many_values_are_split_between_bins(K: int) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 4))
    y = (X[:, 0] + 0.3 * rng.normal(size=3000) > 0.2).astype(int) if K == 2 else np.arange(3000) % K
    model = DecisionTreeClassifier(max_bins=32, max_depth=6).fit(X, y)
    values = [np.unique(model.tree_.threshold[model.tree_.feature == j]) for j in range(4)]
    assert max(map(len, values)) <= 31
    if K == 2:
        fresh = rng.normal(size=(3000, 4))
        truth = (fresh[:, 0] > 0.2).astype(int)
        exact = DecisionTreeClassifier(max_depth=6).fit(X, y)
        assert abs(model.score(fresh, truth) - exact.score(fresh, truth)) < 0.03


def test_any_number_of_threads_and_the_same_seed_give_the_same_tree() -> None:
    X, y, _ = rows(3, 500)
    for parameters in ({}, {"max_features": 2, "random_state": 5}):
        one, two = (
            DecisionTreeRegressor(max_bins=16, n_jobs=jobs, **parameters).fit(X, y).model_ for jobs in (1, 2)
        )
        for a, b in zip(one, two, strict=True):
            assert_array_equal(a, b)


def test_it_is_read_pruned_saved_and_loaded(tmp_path: Any) -> None:
    X, y, w = rows(1)
    frame = pd.DataFrame(X, columns=list("abcde")).assign(e=np.array(list("uvwxyz"))[X[:, 4].astype(int)])
    models: list[Any] = [
        DecisionTreeClassifier(max_bins=9).fit(frame, y > 0, w),
        DecisionTreeRegressor(max_bins=9).fit(frame, y, w),
    ]
    for model in models:
        save_model(model, tmp_path / "tree.fenlei")
        back = load_model(tmp_path / "tree.fenlei")
        assert back.max_bins == 9
        assert_array_equal(back.predict(frame), model.predict(frame))
        assert back.tree_.node_count == model.tree_.node_count
        alphas = model.cost_complexity_pruning_path(frame, y if model is models[1] else y > 0, w).ccp_alphas
        assert alphas[0] == 0.0
        assert len(tree_text(model).splitlines()) == model.tree_.node_count - 1
    assert len(tree_rules(models[0])) == models[0].get_n_leaves()
    assert prune(models[0], "reduced_error", frame, y > 0).get_n_leaves() <= models[0].get_n_leaves()


@pytest.mark.parametrize("bins", [1, 256, 2.5, "all", True])
def test_numbers_of_bins_that_cannot_be(bins: Any) -> None:
    for make in (DecisionTreeClassifier, DecisionTreeRegressor):
        with pytest.raises(UsageError, match=r"max_bins=.*a whole number from 2 to 255") as caught:
            make(max_bins=bins).fit([[0.0], [1.0]], [0, 1])
        assert "max_bins" in caught.value.text("zh")


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (DecisionTreeClassifier(splitter="random"), "splitter='random'"),
        (DecisionTreeClassifier(max_leaf_nodes=4), "max_leaf_nodes"),
        (DecisionTreeClassifier(monotonic_cst=[1]), "monotonic_cst"),
        (DecisionTreeClassifier(nominal_split="multiway"), "nominal_split='multiway'"),
        (DecisionTreeRegressor(criterion="absolute_error"), "criterion='absolute_error'"),
    ],
    ids=str,
)
def test_what_does_not_go_with_bins(model: Any, words: str) -> None:
    with pytest.raises(UsageError, match=f"does not go with|{words}") as caught:
        model.set_params(max_bins=8).fit([[0.0], [1.0]], [0, 1])
    text = str(caught.value)
    assert words in text
    assert "max_bins" in text
    assert "不能与" in caught.value.text("zh")


def test_sparse_rows_many_categories_and_several_targets_do_not_go_with_bins() -> None:
    from scipy.sparse import csr_array

    codes = np.arange(600.0)[:, None] % 300
    with pytest.raises(UsageError, match="a column of 300 categories"):
        DecisionTreeClassifier(max_bins=8, categorical_features=[0]).fit(codes, np.arange(600) % 2)
    with pytest.raises(UsageError, match="does not go with sparse X"):
        DecisionTreeClassifier(max_bins=8).fit(csr_array(np.eye(4)), [0, 1, 0, 1])
    with pytest.raises(UsageError, match="max_bins and several targets"):
        DecisionTreeRegressor(max_bins=8).fit(np.eye(4), np.eye(4, 2))
