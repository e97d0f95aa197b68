"""Numbers of the source documents and of books: forests and boosting, named by their id in the spec."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.ensemble
from numpy.testing import assert_allclose

from fenlei.ensemble import AdaBoostClassifier, BaggingClassifier, RandomForestClassifier

# --- AdaBoost, ten rows on a line (source 002, B-G17; source 004, B25)

LINE = np.arange(10.0)[:, None]
SIGNS = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1])


@pytest.fixture(scope="module")
def line() -> AdaBoostClassifier:
    return AdaBoostClassifier(n_estimators=3, alpha="half_ln").fit(LINE, SIGNS)


def test_B25_B_G17_stumps_errors_alphas_and_normalisers(line: AdaBoostClassifier) -> None:
    trees = [stump.tree_ for stump in line.estimators_]
    assert [tree.threshold[0] for tree in trees] == [2.5, 8.5, 5.5]
    below = [line.classes_[tree.value[1, 0].argmax()] for tree in trees]
    assert below == [1, 1, -1]
    rounds = line.rounds_
    assert_allclose([r.error for r in rounds], [0.3, 3 / 14, 2 / 11], rtol=1e-12)
    assert_allclose([r.alpha for r in rounds], [0.4236489302, 0.6496414921, 0.7520386984], atol=5e-11)
    assert_allclose([r.normaliser for r in rounds], [0.9165151390, 0.8206518066, 0.7713892158], atol=5e-11)


def test_B25_B_G17_weights_after_each_round(line: AdaBoostClassifier) -> None:
    expected = [
        [1 / 14] * 6 + [1 / 6] * 3 + [1 / 14],
        [1 / 22] * 3 + [1 / 6] * 3 + [7 / 66] * 3 + [1 / 22],
        [0.125] * 3 + [0.1018518519] * 3 + [0.0648148148] * 3 + [0.125],
    ]
    assert_allclose(list(line.staged_weights(LINE, SIGNS)), expected, atol=5e-11)


def test_B25_B_G17_the_vote_and_its_errors(line: AdaBoostClassifier) -> None:
    f = [0.3212517239] * 3 + [-0.5260461365] * 3 + [0.9780312603] * 3 + [-0.3212517239]
    assert_allclose(line.weighted_vote(LINE), f, atol=5e-11)
    assert [round(10 * r.training_error) for r in line.rounds_] == [3, 3, 0]
    assert [int((named != SIGNS).sum()) for named in line.staged_predict(LINE)] == [3, 3, 0]


def test_B25_bound_on_the_training_error(line: AdaBoostClassifier) -> None:
    assert_allclose(line.rounds_[-1].bound, 0.5801925341, atol=5e-11)
    assert_allclose(np.exp(-2 * sum(r.edge**2 for r in line.rounds_)), 0.6403472671, atol=5e-11)
    assert_allclose(np.mean(np.exp(-SIGNS * line.weighted_vote(LINE))), line.rounds_[-1].bound)


def test_B25_scikit_learn_reports_twice_these_alphas() -> None:
    ours = AdaBoostClassifier(n_estimators=3).fit(LINE, SIGNS)
    theirs = sklearn.ensemble.AdaBoostClassifier(n_estimators=3, random_state=0).fit(LINE, SIGNS)
    assert_allclose(ours.estimator_weights_, [0.8472978604, 1.2992829841, 1.5040773968], atol=5e-11)
    assert_allclose(ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-12)


# --- forests (source 002, B-M28 to B-M30; source 004, section 9.2)


def test_B_M30_about_36_percent_of_the_rows_are_out_of_bag() -> None:
    X = np.arange(1000.0)[:, None]
    forest = RandomForestClassifier(200, max_depth=1, random_state=0).fit(X, np.arange(1000) % 2)
    out = [1.0 - len(np.unique(seen)) / 1000 for seen in forest.estimators_samples_]
    assert_allclose(np.mean(out), 0.36, atol=0.01)
    assert_allclose(np.mean(out), (1 - 1 / 1000) ** 1000, atol=0.003)


def test_B_M29_number_of_features_drawn() -> None:
    X, y = np.random.default_rng(0).normal(size=(50, 9)), np.arange(50) % 2
    forest = RandomForestClassifier(3, max_features="log2", random_state=0).fit(X, y)
    assert [tree.max_features_ for tree in forest] == [3, 3, 3]  # floor(log2 9)


def test_source_004_a_forest_of_all_features_is_bagging_of_trees() -> None:
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(120, 3)), 1)
    y = (X[:, 0] + rng.normal(size=120) > 0).astype(int)
    forest = RandomForestClassifier(40, max_features=None, oob_score=True, random_state=0).fit(X, y)
    bag = BaggingClassifier(n_estimators=40, oob_score=True, random_state=0).fit(X, y)
    assert abs(forest.oob_score_ - bag.oob_score_) < 0.06
