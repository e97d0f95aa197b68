"""Pruning: nested sequences, expected errors, validation sets, cross-validation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.tree
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import ndtri
from scipy.stats import beta
from sklearn.datasets import load_breast_cancer, load_iris

from fenlei import load
from fenlei.errors import DataError, UsageError
from fenlei.trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.pruning.expected_errors import added_errors
from fenlei.trees.pruning.prune import prune

SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=20)


def noisy(seed: int, n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, ((X[:, 0] > 0) ^ (rng.random(n) < 0.2)).astype(int)


@few
@given(seed=SEEDS)
def test_weakest_links_are_those_of_scikit_learn(seed: int) -> None:
    X, y = noisy(seed, 80)
    X = X[:, :1].astype(np.float32)
    ours = DecisionTreeClassifier().cost_complexity_pruning_path(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, y)
    assert_allclose(ours.ccp_alphas[-1], theirs.ccp_alphas[-1], atol=1e-9)
    assert np.all(np.diff(ours.ccp_alphas) >= -1e-12)
    assert np.all(np.diff(ours.impurities) >= -1e-12)


@few
@given(seed=SEEDS)
def test_every_alpha_has_the_cheapest_tree_of_the_sequence(seed: int) -> None:
    X, y = noisy(seed, 60)
    full = DecisionTreeClassifier().fit(X, y)
    path = full.cost_complexity_pruning_path(X, y)
    for alpha in path.ccp_alphas[::3]:
        tree = prune(full, "cost_complexity", alpha=float(alpha)).tree_
        leaves = tree.feature < 0
        cost = (tree.weighted_n_node_samples * tree.impurity)[leaves].sum() / 60 + alpha * leaves.sum()
        others = [prune(full, "cost_complexity", alpha=float(a)).tree_ for a in path.ccp_alphas]
        costs = [
            (t.weighted_n_node_samples * t.impurity)[t.feature < 0].sum() / 60 + alpha * t.n_leaves
            for t in others
        ]
        assert cost <= min(costs) + 1e-9


def test_cross_validation_chooses_a_small_tree_and_shows_the_whole_sequence() -> None:
    X, y = noisy(0)
    full = DecisionTreeClassifier().fit(X, y)
    small, best = (prune(full, "cost_complexity", X, y, one_se=one_se) for one_se in (True, False))
    assert small.get_n_leaves() <= best.get_n_leaves() < full.get_n_leaves()
    table = small.pruning_.table
    assert set(table) == {"alpha", "leaves", "impurity", "cv_error", "cv_se"}
    assert table["leaves"][0] == full.get_n_leaves()
    assert table["leaves"][-1] == 1
    assert table["cv_error"].min() == table["cv_error"][table["leaves"] == best.get_n_leaves()][0]
    assert full.get_n_leaves() > 10  # the model that was given is as it was


@pytest.mark.parametrize(("N", "E"), [(5, 0), (10, 0.4), (16, 1), (20, 5), (3, 2.7), (1000, 250)])
def test_expected_errors_are_the_upper_limit_of_the_binomial(N: float, E: float) -> None:
    CF = 0.25
    z = float(-ndtri(CF))
    added = added_errors(float(N), float(E), CF, z)
    if E == 0:
        assert_allclose(added, N * (1 - CF ** (1 / N)))
        assert_allclose((1 - added / N) ** N, CF)  # exactly the rate that shows no error with probability CF
    elif E + 0.5 >= N:
        assert_allclose(added, N - E)
    elif E >= 1:
        rate, f = (E + added) / N, (E + 0.5) / N
        assert_allclose((rate - f) / math.sqrt(rate * (1 - rate) / N), z)


def test_published_numbers_of_expected_errors() -> None:
    """Quinlan (1993), section 4.2: leaves of 6, 9 and 1 rows without errors; one leaf of 16 with one."""
    z = float(-ndtri(0.25))
    rates = [added_errors(float(N), 0.0, 0.25, z) / N for N in (6, 9, 1)]
    assert_allclose(rates, [0.206, 0.143, 0.750], atol=5e-4)
    assert_allclose(rates @ np.array([6, 9, 1]), 3.273, atol=5e-4)
    leaf = 1 + added_errors(16.0, 1.0, 0.25, z)
    assert_allclose(
        leaf, 2.512, atol=0.04
    )  # the book's is exact, the program's and ours a normal approximation
    assert leaf < 3.273


@pytest.mark.parametrize("CF", [0.05, 0.25, 0.4])
@pytest.mark.parametrize("N", [1, 2, 6, 9, 16, 50, 400])
def test_expected_errors_are_near_the_upper_limit_of_the_binomial(N: int, CF: float) -> None:
    """The limit of Clopper and Pearson, by the quantile of a beta distribution."""
    z = float(-ndtri(CF))
    exact = beta.ppf(1 - CF, 1, N)
    assert_allclose(added_errors(float(N), 0.0, CF, z) / N, exact, rtol=1e-12)
    for E in (1, N // 4, N // 2):
        if 1 <= E < N - 1 and N >= 6:
            rate = (E + added_errors(float(N), float(E), CF, z)) / N
            assert_allclose(rate, beta.ppf(1 - CF, E + 1, N - E), atol=0.6 / N)  # a part of a row


@few
@given(seed=SEEDS)
def test_error_based_pruning_never_grows_and_keeps_the_weights(seed: int) -> None:
    X, y = noisy(seed)
    X[np.random.default_rng(seed).random(X.shape) < 0.05] = np.nan
    full = C45Classifier(pruning=False).fit(X, y)
    for raising in (False, True):
        model = C45Classifier(subtree_raising=raising).fit(X, y)
        tree = model.tree_
        assert tree.node_count <= full.tree_.node_count
        assert_allclose(tree.weighted_n_node_samples[0], len(X))
        for i in np.flatnonzero(tree.feature >= 0):
            children = tree.children[i]
            assert_allclose(tree.weighted_n_node_samples[children].sum(), tree.weighted_n_node_samples[i])
            assert np.all(children > i)
        again = prune(full, "error_based", X, y, raising=raising)
        assert_array_equal(again.tree_.feature, tree.feature)


def test_raising_puts_a_branch_in_the_place_of_its_parent() -> None:
    rng = np.random.default_rng(2)
    X = np.round(rng.normal(size=(600, 5)), 1)
    y = ((X[:, 0] > 0) ^ (X[:, 1] > 0.5) ^ (rng.random(600) < 0.15)).astype(int)
    model = C45Classifier(mdl_correction=False).fit(X, y)
    raised = [step for step in model.pruning_steps(X, y) if step[1] == "raise"]
    assert raised
    assert all(after <= before + 0.1 for _, _, before, after in raised)
    counts = model.tree_.value[:, 0] * model.tree_.weighted_n_node_samples[:, None]
    for leaf in np.flatnonzero(model.tree_.feature < 0):  # its rows were sent down the branch
        assert_allclose(counts[leaf], np.bincount(y[model.apply(X) == leaf], minlength=2))


def test_pruning_helps_on_noisy_labels() -> None:
    X, y = noisy(1, 600)
    train, test = slice(0, 300), slice(300, 600)
    full = DecisionTreeClassifier().fit(X[train], y[train])
    for method in ("mdl", "error_based"):
        assert prune(full, method).score(X[test], y[test]) > full.score(X[test], y[test])
    for method in ("pre", "reduced_error"):
        model = prune(full, method, X[test][:150], y[test][:150])
        assert model.score(X[test][150:], y[test][150:]) > full.score(X[test][150:], y[test][150:])


@few
@given(seed=SEEDS)
def test_reduced_error_is_the_best_of_all_prunings_on_its_validation_set(seed: int) -> None:
    X, y = noisy(seed, 120)
    full = DecisionTreeClassifier(max_depth=3).fit(X[:60], y[:60])
    pruned = prune(full, "reduced_error", X[60:], y[60:])
    others = [prune(full, "cost_complexity", alpha=a) for a in (0.001, 0.01, 0.05, 0.5)]
    best = max(model.score(X[60:], y[60:]) for model in [full, *others])
    assert pruned.score(X[60:], y[60:]) >= best


def test_C45_and_CART_on_real_data_keep_their_accuracy() -> None:
    for data in (load_iris, load_breast_cancer):
        X, y = data(return_X_y=True)
        full, small = C45Classifier(pruning=False).fit(X[::2], y[::2]), C45Classifier().fit(X[::2], y[::2])
        assert small.get_n_leaves() <= full.get_n_leaves()
        assert small.score(X[1::2], y[1::2]) > 0.88


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"method": "random"}, "method='random'"),
        ({"method": "reduced_error"}, "needs rows"),
        ({"method": "cost_complexity"}, "needs rows"),
        ({"method": "penalized"}, "alpha=None"),
        ({"method": "mdl", "ties": "perhaps"}, "ties='perhaps'"),
    ],
    ids=str,
)
def test_calls_that_cannot_be(call: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        prune(ID3Classifier().fit([[0], [1]], [0, 1]), **call)


def test_accuracies_of_the_whole_tree_while_pruning_002_section_5_3_6() -> None:
    """57.1 % as a leaf, 85.71 % with colour; cutting keeps 85.71 %, and stops before 57.14 %."""
    train, valid = load("apples_train"), load("apples_validation")
    full = ID3Classifier().fit(train.X, train.y)
    before, after = (prune(full, method, valid.X, valid.y) for method in ("pre", "reduced_error"))
    assert [(s.node, round(100 * s.before, 2), round(100 * s.after, 2)) for s in before.pruning_.scores] == [
        (0, 85.71, 57.14),
        (1, 85.71, 85.71),
    ]
    assert [(s.node, round(100 * s.before, 2), round(100 * s.after, 2)) for s in after.pruning_.scores] == [
        (1, 85.71, 85.71),
        (0, 85.71, 57.14),
    ]


@few
@given(seed=SEEDS)
def test_the_last_score_is_that_of_the_pruned_tree(seed: int) -> None:
    X, y = noisy(seed, 120)
    targets = X[:, 0] + y
    for model, truth in ((DecisionTreeClassifier(), y), (DecisionTreeRegressor(), targets)):
        full = model.fit(X[:60], truth[:60])
        for method in ("pre", "reduced_error"):
            small = prune(full, method, X[60:], truth[60:])
            last, action = small.pruning_.scores[-1], small.pruning_.steps[-1].action
            answer = small.predict(X[60:])
            right = (answer == truth[60:]).mean()
            score = right if truth is y else ((answer - truth[60:]) ** 2).mean()
            assert_allclose(last.before if action == "keep" else last.after, score, atol=1e-12)


def subtrees(tree: Any, node: int = 0) -> list[set[int]]:
    """Every set of nodes that can be made leaves, as slow recursion."""
    children = tree.child[tree.first[node] : tree.first[node + 1]].tolist()
    if not children:
        return [set()]
    found = [set()]
    for child in children:
        found = [a | b for a in found for b in subtrees(tree, child)]
    return [{node}, *found]


def test_reduced_error_of_a_regression_tree_is_the_best_of_all_subtrees() -> None:
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(80, 2)), rng.normal(size=80)
    y[X[:, 0] > 0] += 2
    full = DecisionTreeRegressor(max_depth=3).fit(X[:40], y[:40])
    small = prune(full, "reduced_error", X[40:], y[40:])
    losses = []
    for leaves in subtrees(full.model_):
        mask = np.isin(np.arange(full.tree_.node_count), list(leaves))
        other = DecisionTreeRegressor().fit(X[:40], y[:40])
        other._keep(cut_at(full.model_, mask))
        losses.append(((other.predict(X[40:]) - y[40:]) ** 2).sum())
    assert len(losses) > 10
    assert_allclose(((small.predict(X[40:]) - y[40:]) ** 2).sum(), min(losses))
    assert small.get_n_leaves() < full.get_n_leaves()


@pytest.mark.parametrize("classes", [True, False])
def test_the_best_subtree_by_validation_rows_004_section_7_4_1(classes: bool) -> None:
    """Against scikit-learn: every ccp_alpha fitted anew, the least error on the validation rows."""
    X, y = noisy(5, 160)
    X = X.astype(np.float32).astype(float)
    y = y if classes else X[:, 0] + y + 0.0
    ours: Any = DecisionTreeClassifier() if classes else DecisionTreeRegressor()
    peer: Any = sklearn.tree.DecisionTreeClassifier if classes else sklearn.tree.DecisionTreeRegressor
    small = prune(ours.fit(X[:100], y[:100]), "cost_complexity", X[100:], y[100:], cv=None)
    table = small.pruning_.table
    answers = [
        prune(ours, "cost_complexity", alpha=float(alpha)).predict(X[100:]) for alpha in table["alpha"]
    ]
    errors = [(a != y[100:]).mean() if classes else ((a - y[100:]) ** 2).mean() for a in answers]
    assert_allclose(table["error"], errors, atol=1e-12)
    chosen = small.predict(X[100:])
    error = (chosen != y[100:]).mean() if classes else ((chosen - y[100:]) ** 2).mean()
    assert_allclose(error, min(errors), atol=1e-12)
    alphas = peer(random_state=0).fit(X[:100], y[:100]).cost_complexity_pruning_path(X[:100], y[:100])
    theirs = [
        peer(random_state=0, ccp_alpha=max(a, 0)).fit(X[:100], y[:100]).predict(X[100:])
        for a in np.unique(alphas.ccp_alphas)
    ]
    least = min((a != y[100:]).mean() if classes else ((a - y[100:]) ** 2).mean() for a in theirs)
    assert_allclose(error, least, atol=0.05)  # equal splits may be broken otherwise
    assert small.get_n_leaves() < ours.get_n_leaves()


def test_a_regression_tree_is_cross_validated_by_its_loss() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 2))
    y = np.where(X[:, 0] > 0, 3.0, 0.0) + rng.normal(size=120)
    full = DecisionTreeRegressor().fit(X, y)
    small = prune(full, "cost_complexity", X, y, cv=5)
    assert small.get_n_leaves() == 2
    assert_allclose(small.tree_.threshold[0], full.tree_.threshold[0])
    assert small.pruning_.table["cv_error"].min() < small.pruning_.table["cv_error"][0]


def test_fewer_folds_where_a_class_is_small() -> None:
    melons = load("watermelon")
    full = DecisionTreeClassifier().fit(melons.X, melons.y)
    eight = prune(full, "cost_complexity", melons.X, melons.y, cv=8)
    assert_array_equal(
        prune(full, "cost_complexity", melons.X, melons.y).pruning_.table["cv_error"],
        eight.pruning_.table["cv_error"],
    )
    with pytest.raises(UsageError, match="the smallest class has 1 row"):
        prune(full, "cost_complexity", melons.X[7:], melons.y[7:])


def test_what_a_regression_tree_cannot_be_pruned_by() -> None:
    X, y = np.arange(6.0)[:, None], np.arange(6.0)
    full = DecisionTreeRegressor().fit(X, y)
    for method in ("error_based", "penalized", "mdl"):
        with pytest.raises(UsageError, match="method="):
            prune(full, method, alpha=1.0)
    with pytest.raises(DataError, match="not finite"):
        prune(full, "reduced_error", X, np.full(6, np.nan))
    with pytest.raises(ValueError, match="inconsistent numbers"):
        prune(full, "reduced_error", X, y[:3])
