"""Every split against the best of all splits found by loops; and against scikit-learn's trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.tree
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array
from sklearn.datasets import make_classification

from fenlei import RandomForestClassifier, RandomForestRegressor
from fenlei.trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier
from tests.oracles import trees as oracle

SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=25)


def rows(seed: int, n: int = 40, K: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers with ties, a constant column and a duplicate one; labels; whole weights."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 4)) * rng.integers(1, 5), int(rng.integers(0, 3)))
    X[:, 1], X[:, 3] = 5.0, X[:, 0]
    y = rng.permutation(np.concatenate([np.arange(K), rng.integers(0, K, n - K)]))
    return X, y, rng.integers(1, 4, n).astype(float)


def check_splits(model: Any, X: Any, y: Any, w: Any, criterion: str, nominal: Any = None) -> None:
    """Each split of the model lessens the impurity as much as the best of all splits of its rows."""
    tree = model.tree_
    path = tree.decision_path(X).toarray().astype(bool)
    for i in range(tree.node_count):
        here = path[:, i]
        assert_allclose(w[here].sum(), tree.weighted_n_node_samples[i])
        best = oracle.best_decrease(X[here], y[here], w[here], criterion, nominal)
        if tree.feature[i] < 0:
            assert best == -np.inf or tree.impurity[i] < 1e-12
            continue
        children = tree.children[i]
        after = tree.weighted_n_node_samples[children] @ tree.impurity[children]
        found = tree.impurity[i] - after / tree.weighted_n_node_samples[i]
        assert_allclose(found, best, atol=1e-9)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@few
@given(seed=SEEDS)
def test_every_split_is_the_best_of_all(criterion: str, seed: int) -> None:
    X, y, w = rows(seed)
    check_splits(DecisionTreeClassifier(criterion=criterion).fit(X, y, w), X, y, w, criterion)


@pytest.mark.parametrize("K", [2, 3])
@few
@given(seed=SEEDS)
def test_subsets_of_categories_are_the_best_of_all_for_two_classes(K: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, [6, 3], (40, 2)).astype(float)
    y = rng.permutation(np.concatenate([np.arange(K), rng.integers(0, K, 40 - K)]))
    model = DecisionTreeClassifier(categorical_features=[0, 1], max_depth=None if K == 2 else 1).fit(X, y)
    if K == 2:
        check_splits(model, X, y, np.ones(40), "gini", [True, True])
    else:  # a heuristic: never worse than one category against the rest
        best = max(
            oracle.decrease(y, np.ones(40), X[:, j] == c, "gini") for j in (0, 1) for c in np.unique(X[:, j])
        )
        tree = model.tree_
        found = tree.impurity[0] - tree.weighted_n_node_samples[1:] @ tree.impurity[1:] / 40
        assert found > 0.7 * best


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
@few
@given(seed=SEEDS)
def test_every_split_of_a_regression_is_the_best_of_all(criterion: str, seed: int) -> None:
    X, y, w = rows(seed, n=25, K=8)
    model = DecisionTreeRegressor(criterion=criterion, max_depth=3).fit(X, y, w)
    tree, path = model.tree_, model.decision_path(X).toarray().astype(bool)
    for i in np.flatnonzero(tree.feature >= 0):
        here = path[:, i]
        best = oracle.best_decrease(X[here], y[here].astype(float), w[here], criterion)
        children = tree.children[i]
        after = tree.weighted_n_node_samples[children] @ tree.impurity[children]
        assert_allclose(tree.impurity[i] - after / tree.weighted_n_node_samples[i], best, atol=1e-9)


@few
@given(seed=SEEDS)
def test_ID3_is_the_recursion_of_the_document(seed: int) -> None:
    rng = np.random.default_rng(seed)
    domains = [3, 2, 4, 1]
    X = rng.integers(0, domains, (25, 4))
    y = rng.permutation(np.concatenate([np.arange(3), rng.integers(0, 3, 22)]))
    X[:4] = np.array(domains) - 1  # so that every domain is seen whole
    model = ID3Classifier().fit(X, y)
    twin = oracle.id3([tuple(row) for row in X.tolist()], y.tolist(), domains, [0, 1, 2, 3])
    every = np.array(np.meshgrid(*map(range, domains))).reshape(4, -1).T
    assert_array_equal(model.predict(every), [oracle.walk(twin, row) for row in every.tolist()])


def test_the_four_stopping_rules_of_ID3() -> None:
    X = np.array([[0, 0], [0, 1], [0, 1], [1, 2], [1, 0], [2, 0], [2, 0], [2, 0]])
    y = np.array(["a", "b", "b", "c", "c", "d", "d", "a"])
    model = ID3Classifier().fit(X, y)
    assert model.tree_.feature[0] == 0
    assert model.predict([[1, 1]]) == "c"  # 1: all rows are of one class
    assert (model.tree_.n_node_samples == 0).sum() == 1
    assert model.predict([[0, 2]]) == "b"  # 2: no row has this value here, majority of the parent
    assert model.predict([[2, 0]]) == "d"  # 4: the feature that is left is constant, majority of the rows
    same = ID3Classifier().fit([[0], [0], [1]], ["a", "b", "b"])
    assert same.predict([[0]]) == "a"  # 3: no feature is left; a tie goes to the first class


SETTINGS: list[dict[str, Any]] = [
    {},
    {"max_depth": 3},
    {"min_samples_leaf": 4},
    {"min_samples_split": 0.3},
    {"min_weight_fraction_leaf": 0.1},
    {"min_impurity_decrease": 0.02},
    {"max_leaf_nodes": 6},
    {"ccp_alpha": 0.02},
    {"class_weight": "balanced", "max_depth": 3},
]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
def test_same_tree_as_scikit_learn_where_no_two_splits_are_equally_good(
    parameters: dict[str, Any], criterion: str, weighted: bool
) -> None:
    rng = np.random.default_rng(len(str(parameters)))
    X = rng.normal(size=(150, 1)).astype(np.float32)  # one feature: ties are rare
    y = (X[:, 0] + rng.normal(size=150) > 0).astype(int) + (X[:, 0] > 1)
    w = rng.integers(1, 5, 150) / 2 if weighted and "class_weight" not in parameters else None
    model = DecisionTreeClassifier(criterion=criterion, **parameters).fit(X, y, w)
    twin = sklearn.tree.DecisionTreeClassifier(criterion=criterion, random_state=0, **parameters).fit(X, y, w)
    grid = np.linspace(-3, 3, 301)[:, None].astype(np.float32)
    ours, theirs = model.tree_, twin.tree_
    assert (ours.node_count, ours.max_depth, ours.n_leaves) == (
        theirs.node_count,
        theirs.max_depth,
        theirs.n_leaves,
    )
    assert_allclose(np.sort(ours.impurity), np.sort(theirs.impurity), atol=1e-9)
    if "max_leaf_nodes" not in parameters:
        assert_array_equal(ours.children_left, theirs.children_left)
        assert_allclose(ours.value, theirs.value, atol=1e-9)
        assert_allclose(model.feature_importances_, twin.feature_importances_, atol=1e-9)
    assert_allclose(model.predict_proba(grid), twin.predict_proba(grid), atol=1e-9)


@pytest.mark.parametrize("share", [0.1 + 0.1 * 2, 0.1 * 3, 0.3, 0.45])
@pytest.mark.parametrize("wrap", [np.asarray, csc_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("w", [None, np.full(30, 3.0), np.arange(1.0, 31.0)], ids=["none", "equal", "whole"])
def test_every_leaf_has_the_least_share_of_whole_weights(w: Any, wrap: Any, share: float) -> None:
    """Without rounding: 0.30000000000000004 of 30 rows are more than 9, as in scikit-learn."""
    rng = np.random.default_rng(0)
    X, Y, weight = rng.normal(size=(30, 4)), rng.integers(0, 2, (30, 2)), np.ones(30) if w is None else w
    single = (DecisionTreeClassifier(), DecisionTreeRegressor(), DecisionTreeClassifier(max_leaf_nodes=9))
    forests = (RandomForestClassifier(2, bootstrap=False), RandomForestRegressor(2, bootstrap=False))
    for model in (*single, *forests):
        for y in (Y, Y[:, 0]):
            model.set_params(min_weight_fraction_leaf=share).fit(wrap(X), y, sample_weight=w)
            for leaf in np.atleast_2d(model.apply(X).T):
                held = np.bincount(leaf, weight)
                assert held[held > 0].min() >= share * weight.sum()


def test_the_gini_index_of_two_classes_and_the_squared_error_make_the_same_tree() -> None:
    X, y = make_classification(2000, 10, n_informative=3, n_redundant=0, shuffle=False, random_state=0)
    classes = DecisionTreeClassifier(max_depth=5).fit(X, y)
    numbers = DecisionTreeRegressor(max_depth=5).fit(X, y)
    assert_allclose(classes.feature_importances_, numbers.feature_importances_, rtol=1e-9)
    for name in ("feature", "threshold", "children_left", "n_node_samples"):
        assert_array_equal(getattr(classes.tree_, name), getattr(numbers.tree_, name))


def problem(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers that single precision holds exactly, with ties, a constant and a duplicate column; weights."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(60, 4)) * rng.integers(1, 9)) / 4
    X[:, 1] = 5.0
    if seed % 2:
        X[:, 3] = X[:, 0]
    y = rng.permutation(np.concatenate([np.arange(3), rng.integers(0, 3, 57)]))
    return X, y, (np.ones(60), rng.integers(1, 4, 60).astype(float), rng.uniform(0.5, 2, 60))[seed % 3]


@pytest.mark.parametrize("seed", range(50))
def test_whole_trees_have_the_splits_of_scikit_learn_where_the_best_is_unique(seed: int) -> None:
    """Node by node from the root; below a node where equally good splits were taken, trees may part."""
    X, y, w = problem(seed)
    criterion = ("gini", "entropy")[seed % 2]
    ours = DecisionTreeClassifier(criterion=criterion).fit(X, y, w).tree_
    theirs = sklearn.tree.DecisionTreeClassifier(criterion=criterion, random_state=seed).fit(X, y, w).tree_
    waiting, unique = [(0, 0, np.ones(60, bool))], 0
    while waiting:
        a, b, here = waiting.pop()
        assert ours.n_node_samples[a] == theirs.n_node_samples[b] == here.sum()
        assert_allclose(ours.impurity[a], theirs.impurity[b], atol=1e-12)
        assert_allclose(ours.value[a], theirs.value[b], atol=1e-12)
        if (
            ours.feature[a] < 0
        ):  # scikit-learn may go on splitting pure nodes, whose impurity it rounds to 1e-16
            assert theirs.feature[b] < 0 or ours.impurity[a] == 0.0
            continue
        assert theirs.feature[b] >= 0
        decreases = oracle.threshold_decreases(X[here], y[here], w[here], criterion)
        split = (int(ours.feature[a]), float(ours.threshold[a]))
        other = (int(theirs.feature[b]), float(theirs.threshold[b]))
        assert_allclose([decreases[split], decreases[other]], max(decreases.values()), atol=1e-9)
        equal = [key for key, value in decreases.items() if value > max(decreases.values()) - 1e-9]
        if len(equal) == 1:
            assert split == other
            unique += 1
        if split == other:
            left = here & (X[:, split[0]] <= split[1])
            waiting.append((ours.children_left[a], theirs.children_left[b], left))
            waiting.append((ours.children_right[a], theirs.children_right[b], here & ~left))
    assert unique >= 1 or seed % 2  # a duplicate column leaves nothing unique


def mean_impurity(tree: Any, depth: int) -> float:
    """Of the tree cut at a depth, by weight."""
    total, waiting = 0.0, [(0, 0)]
    while waiting:
        node, d = waiting.pop()
        if d == depth or tree.feature[node] < 0:
            total += tree.weighted_n_node_samples[node] * tree.impurity[node]
        else:
            waiting += [(tree.children_left[node], d + 1), (tree.children_right[node], d + 1)]
    return total / tree.weighted_n_node_samples[0]


@pytest.mark.parametrize("seed", range(50))
def test_impurity_at_every_depth_is_that_of_scikit_learn(seed: int) -> None:
    """Columns without ties and weights of their own: no two splits are equally good until nodes are small."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(120, 3)).astype(np.float32).astype(float)
    X[:, 2] = 7.0
    y = (X[:, 0] + rng.normal(size=120) > 0).astype(int) + (X[:, 1] > 1)
    w = rng.uniform(0.5, 2.0, 120)
    ours = DecisionTreeClassifier(min_samples_leaf=8).fit(X, y, w).tree_
    theirs = sklearn.tree.DecisionTreeClassifier(min_samples_leaf=8, random_state=seed).fit(X, y, w).tree_
    assert ours.max_depth == theirs.max_depth
    for depth in range(ours.max_depth + 1):
        assert_allclose(mean_impurity(ours, depth), mean_impurity(theirs, depth), atol=1e-12)


def parting_depth(ours: Any, theirs: Any) -> int:
    """Depth of the first split that differs; that of the tree if none does. Pure nodes need not be split."""
    level, depth = [(0, 0)], 0
    while level:
        below = []
        for a, b in level:
            if ours.feature[a] < 0:
                continue
            if (ours.feature[a], ours.threshold[a]) != (theirs.feature[b], theirs.threshold[b]):
                return depth
            for side in ("children_left", "children_right"):
                below.append((getattr(ours, side)[a], getattr(theirs, side)[b]))
        level, depth = below, depth + 1
    return ours.max_depth


def test_impurity_level_by_level_as_long_as_the_trees_coincide() -> None:
    """50 problems with ties, weights, constant columns. An equally good split lessens the impurity as much,
    so the level below the first split that differs has the same impurity too.
    """
    compared, whole = 0, 0
    for seed in range(50):
        X, y, w = problem(seed)
        criterion = ("gini", "entropy")[seed % 2]
        ours = DecisionTreeClassifier(criterion=criterion).fit(X, y, w).tree_
        theirs = (
            sklearn.tree.DecisionTreeClassifier(criterion=criterion, random_state=seed).fit(X, y, w).tree_
        )
        last = parting_depth(ours, theirs)
        for depth in range(min(last + 1, ours.max_depth) + 1):
            assert_allclose(mean_impurity(ours, depth), mean_impurity(theirs, depth), atol=1e-12)
            compared += 1
        whole += last == ours.max_depth
    assert compared >= 150
    assert whole < 50  # ties do part trees: the comparison is not empty of them


@pytest.mark.parametrize("seed", range(50))
def test_the_whole_tree_of_scikit_learn_where_nothing_ties(seed: int) -> None:
    """One column of different values beside a constant one, each row of a weight of its own: full depth."""
    rng = np.random.default_rng(seed)
    n, K = int(rng.integers(60, 250)), int(rng.integers(2, 5))
    X = np.column_stack([np.full(n, 3.0), rng.permutation(n) / 4.0])
    y = rng.permutation(np.concatenate([np.arange(K), rng.integers(0, K, n - K)]))
    w, criterion = rng.uniform(0.5, 2.0, n), ("gini", "entropy")[seed % 2]
    ours = DecisionTreeClassifier(criterion=criterion).fit(X, y, w).tree_
    theirs = sklearn.tree.DecisionTreeClassifier(criterion=criterion, random_state=seed).fit(X, y, w).tree_
    assert parting_depth(ours, theirs) == ours.max_depth
    for depth in range(ours.max_depth + 1):
        assert_allclose(mean_impurity(ours, depth), mean_impurity(theirs, depth), atol=1e-12)
    assert ours.n_leaves > n // 3  # full depth
    assert_allclose(mean_impurity(ours, ours.max_depth), 0.0, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_missing_values_go_where_scikit_learn_sends_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(80, 1)).astype(np.float32)
    y = (X[:, 0] > 0).astype(int)
    X[rng.random(80) < 0.2] = np.nan
    model = DecisionTreeClassifier(max_depth=2).fit(X, y)
    twin = sklearn.tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y)
    totals = [
        (m.tree_.weighted_n_node_samples * m.tree_.impurity)[m.tree_.feature < 0].sum() for m in (model, twin)
    ]
    assert_allclose(*totals, atol=1e-9)
    grid = np.concatenate([np.linspace(-2, 2, 50), [np.nan]])[:, None].astype(np.float32)
    assert_allclose(model.predict_proba(grid), twin.predict_proba(grid), atol=1e-9)


@pytest.mark.parametrize("criterion", ["squared_error", "friedman_mse", "absolute_error", "poisson"])
@pytest.mark.parametrize(
    "parameters", [{}, {"max_depth": 3}, {"max_leaf_nodes": 7}, {"min_samples_leaf": 6}], ids=str
)
@pytest.mark.filterwarnings("ignore:.*friedman_mse.*:FutureWarning")
def test_same_regression_tree_as_scikit_learn(criterion: str, parameters: dict[str, Any]) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 1)).astype(np.float32)
    y = rng.poisson(np.exp(X[:, 0])) + 0.01 * rng.random(120)
    w = rng.uniform(0.5, 2.0, 120)
    model = DecisionTreeRegressor(criterion=criterion, **parameters).fit(X, y, w)
    twin = sklearn.tree.DecisionTreeRegressor(criterion=criterion, random_state=0, **parameters).fit(X, y, w)
    assert model.tree_.node_count == twin.tree_.node_count
    assert_allclose(np.sort(model.tree_.impurity), np.sort(twin.tree_.impurity), atol=1e-8)
    assert_allclose(model.predict(X), twin.predict(X), atol=1e-8)


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_monotonic_constraints_hold_and_cost_what_they_cost_scikit_learn(kind: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2)).astype(np.float32)
    y = X[:, 0] - X[:, 1] + rng.normal(size=200)
    ours: Any = DecisionTreeRegressor(monotonic_cst=[1, -1])
    theirs: Any = sklearn.tree.DecisionTreeRegressor(monotonic_cst=[1, -1], random_state=0)
    if kind == "classes":
        y = (y > 0).astype(int)
        ours = DecisionTreeClassifier(monotonic_cst=[1, -1])
        theirs = sklearn.tree.DecisionTreeClassifier(monotonic_cst=[1, -1], random_state=0)
    ours, theirs = ours.fit(X, y), theirs.fit(X, y)
    assert ours.tree_.node_count == theirs.tree_.node_count
    value = (lambda Z: ours.predict_proba(Z)[:, 1]) if kind == "classes" else ours.predict
    line = np.linspace(-3, 3, 60)
    for fixed in (-1.0, 0.0, 1.0):
        assert np.all(np.diff(value(np.column_stack([line, np.full(60, fixed)]))) >= 0)
        assert np.all(np.diff(value(np.column_stack([np.full(60, fixed), line]))) <= 0)


@few
@given(seed=SEEDS)
def test_an_integer_weight_is_a_repetition(seed: int) -> None:
    X, y, w = rows(seed)
    repeated = np.repeat(np.arange(40), w.astype(int))
    X[np.random.default_rng(seed).random(X.shape) < 0.1] = np.nan
    for make in (DecisionTreeClassifier(criterion="entropy"), C45Classifier(), C45Classifier(pruning=False)):
        one, two = make.fit(X, y, w).predict_proba(X), make.fit(X[repeated], y[repeated]).predict_proba(X)
        assert_allclose(one, two, atol=1e-9)


@pytest.mark.parametrize(
    "model", [DecisionTreeClassifier(max_features=2, random_state=3), DecisionTreeClassifier()], ids=str
)
def test_any_number_of_threads_grows_the_same_tree(model: Any) -> None:
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(50_000, 4)), 2)
    X[rng.random(X.shape) < 0.01] = np.nan
    y = (X[:, 0] + rng.normal(size=50_000) > 0).astype(int)
    one, two = (model.set_params(n_jobs=jobs, max_depth=9).fit(X, y).model_ for jobs in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert_array_equal(a, b)


def test_top_and_subtrees_grow_the_tree_that_one_thread_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    from fenlei.trees.exact import grower

    X, y, w = rows(5, n=400)
    model = DecisionTreeClassifier(max_features=2, random_state=1)
    whole = model.fit(X, y, w).model_
    monkeypatch.setattr(grower, "LEAST_TOP", 20)
    for a, b in zip(model.fit(X, y, w).model_, whole, strict=True):
        assert_array_equal(a, b)


def test_drawn_features_and_thresholds_follow_the_random_state() -> None:
    X, y, w = rows(1, n=200)
    for parameters in (
        {"splitter": "random"},
        {"max_features": "sqrt"},
        {"max_features": 0.5, "max_leaf_nodes": 9},
    ):
        models = [
            DecisionTreeClassifier(random_state=s, **parameters).fit(X, y, w).tree_ for s in (0, 0, 1, 2)
        ]
        assert_array_equal(models[0].threshold, models[1].threshold)
        assert any(
            len(m.threshold) != len(models[0].threshold) or (m.threshold != models[0].threshold).any()
            for m in models[2:]
        )
