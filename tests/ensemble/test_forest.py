"""Forests: bins against exact splits, loops, scikit-learn, and what must not matter."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split

from fenlei.ensemble.forest import walk as forest_walk
from fenlei.ensemble.forest.classifier import RandomForestClassifier
from fenlei.ensemble.forest.regressor import RandomForestRegressor
from fenlei.errors import UsageError
from fenlei.trees.histogram.binning import bin_columns
from tests.oracles import ensemble as oracle

SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=15)


def rows(seed: int, n: int = 60, K: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Numbers with ties, missing values, a constant column, a column of codes; labels."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 5)) * rng.integers(1, 5), 0 if n > 255 else int(rng.integers(0, 3)))
    X[:, 1], X[:, 3] = 5.0, rng.integers(0, 6, n)
    X[rng.random((n, 5)) < 0.1] = np.nan
    y = rng.permutation(np.concatenate([np.arange(K), rng.integers(0, K, n - K)]))
    return X, y


def same(a: Any, b: Any, *but: str) -> None:
    """Two forests are the same, bit by bit."""
    for name, one, two in zip(a.model_._fields, a.model_, b.model_, strict=True):
        if name not in but:
            assert_array_equal(one, two, err_msg=name)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("least", [1, 3])
@few
@given(seed=SEEDS, K=st.integers(2, 4), n=st.sampled_from([20, 60, 400]))
def test_bins_that_keep_values_apart_give_the_exact_forest(
    criterion: str, least: int, seed: int, K: int, n: int
) -> None:
    X, y = rows(seed, n, K)
    given_ = {
        "criterion": criterion,
        "min_samples_leaf": least,
        "random_state": 1,
        "categorical_features": [3],
    }
    forests = [RandomForestClassifier(3, max_bins=m, **given_).fit(X, y) for m in (255, None)]
    if criterion == "gini":
        same(*forests, "subset", "sets")  # sets stand in the order in which nodes were made
    # sums of logarithms are taken in another order
    assert_allclose(*(forest.predict_proba(X) for forest in forests), atol=1e-12)


@few
@given(seed=SEEDS, n=st.sampled_from([20, 60, 400]))
def test_bins_give_the_exact_forest_for_targets(seed: int, n: int) -> None:
    X, y = rows(seed, n)
    y = y + np.nan_to_num(X[:, 0]) ** 2
    forests = [
        RandomForestRegressor(3, max_bins=m, random_state=1, categorical_features=[3]).fit(X, y)
        for m in (255, None)
    ]
    assert_allclose(*(forest.predict(X) for forest in forests), rtol=1e-9, atol=1e-9)


@few
@given(seed=SEEDS, most=st.integers(2, 12), whole=st.booleans())
@example(seed=487, most=2, whole=True)  # a value exactly at the edge of two bins
def test_bins_by_loops(seed: int, most: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    x = np.round(rng.normal(size=50), 1)
    w = rng.integers(1, 4, 50).astype(float)
    found = bin_columns(x[:, None], np.zeros(1, np.int64), w if whole else None, most)
    assert_array_equal(
        found.codes[:, 0], oracle.bins(x.tolist(), (w if whole else np.ones(50)).tolist(), most)
    )


@few
@given(seed=SEEDS)
def test_threads_order_of_rows_and_repetition_do_not_matter(seed: int) -> None:
    X, y = rows(seed)
    rng = np.random.default_rng(seed)
    w = rng.integers(0, 4, len(y))
    w[:3] = 1 + np.arange(3)  # no class is lost
    y[:3] = np.arange(3)
    order = rng.permutation(len(y))
    given_ = {"n_estimators": 5, "max_samples": 50, "random_state": 3}
    one = RandomForestClassifier(**given_, n_jobs=1).fit(X, y, w)
    same(one, RandomForestClassifier(**given_, n_jobs=2).fit(X, y, w))
    # which of two equal rows is drawn may differ, so the number of different rows in a leaf may
    same(one, RandomForestClassifier(**given_).fit(X[order], y[order], w[order]), "rows")
    repeated = RandomForestClassifier(**given_).fit(X.repeat(w, axis=0), y.repeat(w))
    assert_array_equal(one.predict_proba(X), repeated.predict_proba(X))


def test_more_bins_than_values_or_fewer() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    scores = [
        RandomForestClassifier(60, max_bins=m, oob_score=True, random_state=0).fit(X, y).oob_score_
        for m in (16, 255, None)
    ]
    assert min(scores) > 0.94


def test_predictions_and_out_of_bag_by_loops() -> None:
    X, y = rows(5, 80)
    X = X[:, :3]
    forest = RandomForestClassifier(7, random_state=0, oob_score=True)
    with pytest.warns(Warning, match="out-of-bag"):
        forest.fit(X, y)
    trees = [tree.tree_ for tree in forest.estimators_]
    said = [[tree.value[oracle.walk_tree(tree, row), 0] for tree in trees] for row in X]
    assert_allclose(forest.predict_proba(X), np.mean(said, axis=1), atol=1e-15)
    assert_array_equal(forest.apply(X), [[oracle.walk_tree(tree, row) for tree in trees] for row in X])
    expected = oracle.out_of_bag(trees, forest.estimators_samples_, X, 3)
    assert_allclose(forest.oob_decision_function_, expected, atol=1e-15)
    judged = ~np.isnan(forest.oob_decision_function_[:, 0])
    right = forest.oob_decision_function_[judged].argmax(axis=1) == y[judged]
    assert forest.oob_score_ == pytest.approx(right.mean())


@pytest.mark.parametrize("most_words", [1 << 32, 0])  # nodes of 32-bit and of 64-bit words
@pytest.mark.parametrize("least", [1, 4])  # leaves nearly all pure, nearly all mixed
@given(SEEDS, st.integers(1, 40))
@few
def test_walk_by_loops(most_words: int, least: int, seed: int, n: int) -> None:
    """Any number of rows, beyond those of training: missing, infinite, equal to thresholds."""
    X, y = rows(seed)
    model = RandomForestClassifier(5, min_samples_leaf=least, random_state=seed).fit(X, y)
    trees = [tree.tree_ for tree in model.estimators_]
    rng = np.random.default_rng(seed)
    cuts = np.concatenate([model.model_.threshold, [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e300]])
    new = rng.choice(cuts, (n, 5))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest_walk, "MOST_WORDS", most_words)
        walk = forest_walk.ForestLayouts(model.model_, True)
        said, leaf = forest_walk.sum_answers(walk.packed, new), forest_walk.leaves(walk, new)
        assert walk.packed.words.dtype == (np.uint32 if most_words else np.uint64)
    reached = [[oracle.walk_tree(tree, row) for tree in trees] for row in new]
    assert_array_equal(leaf, reached)
    shares = [[tree.value[i, 0] for tree, i in zip(trees, row, strict=True)] for row in reached]
    assert_allclose(said, np.sum(shares, axis=1), atol=1e-14)
    alone = [forest_walk.sum_answers(walk.packed, row[None])[0] for row in new]
    assert_array_equal(said, alone)


def test_walk_with_sets_by_trees() -> None:
    """Categories known, unknown and missing: the forest says what its trees say one by one."""
    rng = np.random.default_rng(0)
    X, y = rows(3, 203)
    given_ = {"random_state": 0, "categorical_features": [3]}
    X[:, 3] = np.where(rng.random(203) < 0.5, X[:, 3], y)
    new = X[rng.integers(203, size=31)]
    new[:4, 3] = [77.0, np.nan, -1.0, 2.5]
    for forest in (
        RandomForestClassifier(6, **given_).fit(X, y),
        RandomForestRegressor(6, **given_).fit(X, y),
    ):
        assert forest.model_.sets.size
        assert_array_equal(forest.apply(new), np.transpose([tree.apply(new) for tree in forest]))
        ask = "predict_proba" if hasattr(forest, "predict_proba") else "predict"
        alone = np.mean([getattr(tree, ask)(new) for tree in forest], axis=0)
        assert_allclose(getattr(forest, ask)(new), alone, rtol=1e-14)


def test_samples_are_the_rows_of_the_trees() -> None:
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(4, random_state=0).fit(X, y)
    for tree, seen in zip(forest, forest.estimators_samples_, strict=True):
        assert len(seen) == 150
        assert tree.tree_.n_node_samples[0] == len(np.unique(seen))
        assert_allclose(tree.tree_.value[0, 0] * 150, np.bincount(y[seen]))


def test_decision_path_and_leaves() -> None:
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(4, random_state=0).fit(X, y)
    path, start = forest.decision_path(X)
    leaf = forest.apply(X)
    for t, tree in enumerate(forest):
        assert_array_equal(path[:, start[t] : start[t + 1]].toarray(), tree.decision_path(X).toarray())
        assert_array_equal(leaf[:, t], tree.apply(X))


@pytest.mark.parametrize("bootstrap", [True, False])
def test_warm_start_gives_what_one_fit_gives(bootstrap: bool) -> None:
    X, y = rows(1, 100)
    once = RandomForestClassifier(30, bootstrap=bootstrap, oob_score=bootstrap, random_state=2).fit(X, y)
    grown = RandomForestClassifier(
        30, bootstrap=bootstrap, oob_score=bootstrap, random_state=2, warm_start=True
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grown.set_params(n_estimators=5).fit(X, y)
    grown.set_params(n_estimators=30).fit(X, y)
    same(once, grown)
    if bootstrap:
        assert_array_equal(once.oob_decision_function_, grown.oob_decision_function_)
    with pytest.warns(UserWarning, match="adds none"):
        grown.fit(X, y)
    with pytest.raises(UsageError, match="larger or equal"):
        grown.set_params(n_estimators=3).fit(X, y)


def test_as_good_as_scikit_learn() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    parts = train_test_split(X, y, random_state=0, test_size=0.5)
    scores = [
        np.mean(
            [cls(100, random_state=s).fit(parts[0], parts[2]).score(parts[1], parts[3]) for s in range(3)]
        )
        for cls in (RandomForestClassifier, sklearn.ensemble.RandomForestClassifier)
    ]
    assert scores[0] > scores[1] - 0.01
    X, y = load_diabetes(return_X_y=True)
    scores = [
        cls(100, random_state=0, oob_score=True).fit(X, y).oob_score_
        for cls in (RandomForestRegressor, sklearn.ensemble.RandomForestRegressor)
    ]
    assert abs(scores[0] - scores[1]) < 0.03


def test_importances() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 4))
    y = (X[:, 0] + 0.5 * X[:, 2] > 0).astype(int)
    forest = RandomForestClassifier(50, random_state=0).fit(X, y)
    by_impurity = forest.feature_importances_
    assert by_impurity.sum() == pytest.approx(1.0)
    assert_allclose(by_impurity, np.mean([tree.feature_importances_ for tree in forest], axis=0), rtol=1e-12)
    by_permutation = forest.permutation_importances(X, y, random_state=0)
    assert_array_equal(np.argsort(-by_permutation)[:2], [0, 2])
    assert np.abs(by_permutation[[1, 3]]).max() < 0.03
    assert_array_equal(
        by_permutation, forest.set_params(n_jobs=1).permutation_importances(X, y, random_state=0)
    )


def test_proximities_by_loops() -> None:
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(10, random_state=0).fit(X, y)
    near, leaf = forest.proximities(X[:20]), forest.apply(X[:20])
    assert_array_equal(near, [[np.mean(a == b) for b in leaf] for a in leaf])
    assert forest.proximities(X[:4], X[100:]).shape == (4, 50)


def test_class_weights() -> None:
    rng = np.random.default_rng(1)
    y = (rng.random(600) < 0.08).astype(int)
    X = rng.normal(size=(600, 3)) + 0.9 * y[:, None]
    split = X[:300], X[300:], y[:300], y[300:]
    scores = {
        kind: balanced_accuracy_score(
            split[3],
            RandomForestClassifier(60, class_weight=kind, max_depth=4, random_state=0)
            .fit(split[0], split[2])
            .predict(split[1]),
        )
        for kind in (None, "balanced", "balanced_subsample")
    }
    assert scores["balanced"] > scores[None]
    assert scores["balanced_subsample"] > scores[None]


def test_monotone_leaf_limit_and_pruning() -> None:
    rng = np.random.default_rng(2)
    X = rng.random((300, 2))
    y = (X[:, 0] + 0.3 * rng.normal(size=300) > 0.5).astype(int)
    line = np.column_stack([np.linspace(0, 1, 50), np.full(50, 0.5)])
    forest = RandomForestClassifier(20, monotonic_cst=[1, 0], random_state=0).fit(X, y)
    assert (np.diff(forest.predict_proba(line)[:, 1]) >= -1e-12).all()
    small = RandomForestClassifier(5, max_leaf_nodes=6, random_state=0).fit(X, y)
    assert max(tree.get_n_leaves() for tree in small) <= 6
    whole, pruned = (RandomForestClassifier(5, ccp_alpha=a, random_state=0).fit(X, y) for a in (0.0, 0.01))
    assert len(pruned.model_.feature) < len(whole.model_.feature)
    regress = RandomForestRegressor(5, criterion="absolute_error", max_depth=3, random_state=0).fit(
        X, X[:, 0]
    )
    assert regress.score(X, X[:, 0]) > 0.9
    poisson = RandomForestRegressor(20, criterion="poisson", random_state=0).fit(X, np.floor(5 * X[:, 0]))
    assert poisson.score(X, np.floor(5 * X[:, 0])) > 0.9


# --- awkward rows


def test_text_columns_unseen_categories_and_missing_values() -> None:
    frame = pd.DataFrame(
        {"颜色": ["红", "绿", "红", "绿", None, "红"] * 10, "重量": [1.0, 2.0, np.nan, 2.5, 1.5, 1.0] * 10}
    )
    y = np.where(frame["颜色"] == "红", "甜", "酸")
    forest = RandomForestClassifier(20, random_state=0).fit(frame, y)
    assert forest.score(frame, y) == 1.0
    other = pd.DataFrame({"颜色": ["蓝", None], "重量": [np.nan, 1.0]})
    assert_allclose(forest.predict_proba(other).sum(axis=1), 1.0)


def test_a_column_that_is_all_missing() -> None:
    X, y = load_iris(return_X_y=True)
    X = np.column_stack([np.full(150, np.nan), X])
    forest = RandomForestClassifier(10, random_state=0).fit(X, y)
    assert forest.feature_importances_[0] == 0.0
    assert forest.score(X, y) > 0.97


def test_ten_thousand_categories() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 10_000, 20_000)
    y = codes % 2
    forest = RandomForestClassifier(2, categorical_features=[0], random_state=0).fit(codes[:, None], y)
    assert forest.score(codes[:, None], y) > 0.9


def test_identical_rows() -> None:
    X = np.ones((100_000, 2))
    y = np.arange(100_000) % 2
    forest = RandomForestClassifier(3, random_state=0).fit(X, y)
    assert len(forest.model_.feature) == 3
    assert_allclose(forest.predict_proba(X[:1]), 0.5, atol=0.01)


def test_labels_of_one_row_each() -> None:
    X = np.column_stack(np.divmod(np.arange(300.0), 20))
    for bins in (255, None):
        forest = RandomForestClassifier(3, bootstrap=False, random_state=0, max_bins=bins).fit(
            X, np.arange(300)
        )
        assert forest.score(X, np.arange(300)) == 1.0


def test_a_chain_of_ten_thousand_nodes() -> None:
    # each split can only part the last value from the rest: codes of one row a class, weights that fall fast
    n = 250
    X = np.arange(n, dtype=float)[:, None]
    y = 2.0 ** np.arange(n)
    forest = RandomForestRegressor(2, bootstrap=False, random_state=0).fit(X, y)
    assert_allclose(forest.predict(X), y)
    assert max(tree.get_depth() for tree in forest) > 100


@pytest.mark.parametrize(
    ("given_", "match"),
    [
        ({"bootstrap": False, "oob_score": True}, "needs bootstrap"),
        ({"bootstrap": False, "max_samples": 0.5}, "needs bootstrap"),
        ({"max_bins": 300}, "from 2 to 255"),
        ({"class_weight": "balance"}, "class_weight"),
    ],
)
def test_sentences(given_: dict[str, Any], match: str) -> None:
    X, y = load_iris(return_X_y=True)
    with pytest.raises(UsageError, match=match):
        RandomForestClassifier(2, **given_).fit(X, y)


def test_another_out_of_bag_score() -> None:
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(60, oob_score=balanced_accuracy_score, random_state=0).fit(X, y)
    labels = forest.oob_decision_function_.argmax(axis=1)
    assert forest.oob_score_ == pytest.approx(balanced_accuracy_score(y, labels))


@pytest.mark.slow
def test_a_million_identical_rows() -> None:
    X, y = np.ones((1_000_000, 1)), np.arange(1_000_000) % 2
    forest = RandomForestClassifier(2, random_state=0).fit(X, y)
    assert forest.model_.feature.tolist() == [-1, -1]
    assert_allclose(forest.predict_proba(X[:1]), [[0.5, 0.5]], atol=0.01)


def test_one_row_a_label() -> None:
    """More classes than an item has room for."""
    X, y = np.random.default_rng(0).random((600, 2)), np.arange(600)
    forest = RandomForestClassifier(3, bootstrap=False, max_bins=255, random_state=0).fit(X, y)
    assert forest.score(X, y) > 0.4  # a bin holds two or three rows of each column
    assert RandomForestClassifier(2, max_bins=None, bootstrap=False).fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "forest",
    [
        RandomForestClassifier(10, random_state=0),
        RandomForestClassifier(10, criterion="entropy", random_state=0),
        RandomForestClassifier(10, max_leaf_nodes=6, random_state=0),
        RandomForestRegressor(10, random_state=0),
        RandomForestRegressor(10, max_bins=16, random_state=0),
    ],
    ids=["gini", "entropy", "few leaves", "regression", "binned regression"],
)
def test_importances_are_the_means_of_the_trees(forest: Any, weighted: bool) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5))
    y = (X[:, 0] + X[:, 1] > 0).astype(int) + (X[:, 2] > 1)
    model = clone(forest).fit(X, y, rng.random(300) if weighted else None)
    of_trees = [tree.feature_importances_ for tree in model.estimators_]
    assert_allclose(model.feature_importances_, np.mean(of_trees, axis=0), rtol=1e-12, atol=1e-15)
