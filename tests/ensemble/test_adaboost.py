"""AdaBoost against loops, against scikit-learn's, its own bound; any base; missing and nominal values."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
import sklearn.linear_model
import sklearn.tree
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

from fenlei import GaussianNB, load_model, save_model
from fenlei.ensemble import AdaBoostClassifier
from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.registry import REGISTRY, Entry
from fenlei.trees import C45Classifier, DecisionTreeClassifier
from tests.oracles import ensemble as oracle

SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=20)
SLOW_STUMP = DecisionTreeClassifier(max_depth=1, ccp_alpha=1e-300)  # a tree, to be grown anew each round


def rows(seed: int, n: int = 40, K: int = 2, digits: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Numbers with a constant column; labels that the first two columns have a bearing on."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 4)), digits)
    X[:, 2] = 1.0
    score = X[:, 0] + X[:, 1] + 0.7 * rng.normal(size=n)
    y = np.argsort(np.argsort(score)) * K // n
    return X, y


@pytest.mark.parametrize("K", [2, 3])
@few
@given(seed=SEEDS)
def test_every_round_is_that_of_the_loops(K: int, seed: int) -> None:
    X, y = rows(seed, K=K)
    w = np.random.default_rng(seed).integers(1, 4, len(y)).astype(float)
    model = AdaBoostClassifier(n_estimators=8, learning_rate=0.7).fit(X, y, w)
    found = oracle.adaboost(X.tolist(), y.tolist(), w.tolist(), K, 8, 0.7)
    stumps = model.model_.stumps
    assert len(model.rounds_) == len(found)
    for t, (row, weights) in enumerate(zip(found, model.staged_weights(X, y, w), strict=True)):
        j, threshold, labels, error, alpha, D = row
        if (stumps.feature[t], stumps.threshold[t]) != (j, threshold):  # a tie by rounding
            return
        if model.estimators_[t].predict(X).tolist() != [labels[int(x > threshold)] for x in X[:, j]]:
            assert_allclose(model.rounds_[t].error, error, rtol=1e-12)  # two classes weigh the same in a leaf
            return
        assert_allclose([model.rounds_[t].error, model.rounds_[t].alpha], [error, alpha], rtol=1e-9)
        if error > 0:
            assert_allclose(weights, D, rtol=1e-9)
    assert model.predict(X).tolist() == [oracle.adaboost_class(found, row, K) for row in X.tolist()]


@pytest.mark.parametrize("learning_rate", [1.0, 0.3])
@pytest.mark.parametrize("K", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_rounds_scores_and_probabilities_are_scikit_learns(seed: int, K: int, learning_rate: float) -> None:
    X, y = rows(seed, n=200, K=K, digits=12)
    X = X.astype(np.float32).astype(float)  # scikit-learn's trees compare in single precision
    w = np.random.default_rng(seed).uniform(0.5, 2, 200)
    ours = AdaBoostClassifier(n_estimators=15, learning_rate=learning_rate).fit(X, y, w)
    theirs = sklearn.ensemble.AdaBoostClassifier(
        n_estimators=15, learning_rate=learning_rate, random_state=0
    ).fit(X, y, w)
    assert_allclose(ours.estimator_weights_, theirs.estimator_weights_, atol=1e-9)
    assert_allclose(ours.estimator_errors_, theirs.estimator_errors_, atol=1e-9)
    assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-9)
    for name in ("decision_function", "predict_proba", "predict_log_proba", "predict"):
        assert_allclose(getattr(ours, name)(X), getattr(theirs, name)(X), atol=1e-9, err_msg=name)
    for name in ("staged_decision_function", "staged_predict_proba", "staged_predict"):
        for a, b in zip(getattr(ours, name)(X), getattr(theirs, name)(X), strict=True):
            assert_allclose(a, b, atol=1e-9, err_msg=name)
    assert_allclose(list(ours.staged_score(X, y)), list(theirs.staged_score(X, y)))
    ours_trees = [stump.tree_ for stump in ours.estimators_]
    assert_array_equal(
        [tree.feature[0] for tree in ours_trees], [e.tree_.feature[0] for e in theirs.estimators_]
    )
    value = [tree.value[1:, 0] for tree in ours_trees]
    assert_allclose(value, [e.tree_.value[1:, 0] for e in theirs.estimators_], atol=1e-9)


@pytest.mark.parametrize("base", ["tree", "logistic"])
def test_any_estimator_that_takes_weights_boosts_as_in_scikit_learn(base: str) -> None:
    X, y = load_iris(return_X_y=True)
    inner: Any = sklearn.tree.DecisionTreeClassifier(max_depth=2, max_features=2)
    if base == "logistic":  # Newton's method goes to the optimum; where L-BFGS stops depends on rounding
        inner = sklearn.linear_model.LogisticRegression(C=100.0, solver="newton-cholesky", tol=1e-12)
    ours = AdaBoostClassifier(inner, n_estimators=6, random_state=3).fit(X, y)
    theirs = sklearn.ensemble.AdaBoostClassifier(inner, n_estimators=6, random_state=3).fit(X, y)
    assert_allclose(ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-9)
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-9)
    assert_array_equal(ours.predict(csr_array(X)), theirs.predict(csr_array(X)))
    if base == "tree":
        assert_allclose(ours.feature_importances_, theirs.feature_importances_)
    else:
        with pytest.raises(AttributeError):
            _ = ours.feature_importances_


def test_our_own_trees_and_stumps_as_estimators() -> None:
    X, y = rows(3, n=120, K=3)
    plain = AdaBoostClassifier(n_estimators=9).fit(X, y)
    named = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=9).fit(X, y)
    assert named.model_.stumps is not None
    assert_array_equal(plain.decision_function(X), named.decision_function(X))
    by_parts = AdaBoostClassifier(SLOW_STUMP, n_estimators=9)
    by_parts.fit(X, y)
    assert by_parts.model_.stumps is None
    assert_allclose(by_parts.decision_function(X), plain.decision_function(X), atol=1e-9)
    entropy = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1, criterion="entropy"), n_estimators=9)
    twin = sklearn.ensemble.AdaBoostClassifier(
        sklearn.tree.DecisionTreeClassifier(max_depth=1, criterion="entropy"), n_estimators=9, random_state=0
    )
    assert_allclose(entropy.fit(X, y).estimator_errors_, twin.fit(X, y).estimator_errors_, atol=1e-9)
    counted = AdaBoostClassifier(C45Classifier(), n_estimators=5, weight_total="rows").fit(X, y)
    assert counted.score(X, y) > 0.9


@few
@given(seed=SEEDS)
def test_the_vote_errs_no_more_than_the_bound(seed: int) -> None:
    for K in (2, 4):
        X, y = rows(seed, n=60, K=K)
        w = np.random.default_rng(seed).uniform(0.2, 3.0, 60)
        model = AdaBoostClassifier(n_estimators=25, learning_rate=1.3).fit(X, y, w)
        for stage, named in zip(model.rounds_, model.staged_predict(X), strict=True):
            error = np.average(named != y, weights=w)
            assert_allclose(stage.training_error, error, atol=1e-12)
            assert error <= stage.bound + 1e-9
    two = AdaBoostClassifier(n_estimators=25).fit(X, y > 1)
    e = np.array([stage.error for stage in two.rounds_])
    if e[-1] > 0:
        assert_allclose([stage.normaliser for stage in two.rounds_], 2 * np.sqrt(e * (1 - e)))
        assert two.rounds_[-1].bound <= np.exp(-2 * ((0.5 - e) ** 2).sum()) + 1e-12


@few
@given(seed=SEEDS)
def test_half_of_the_error_is_ones_own(seed: int) -> None:
    """Under the weights after a round its classifier is no better than guessing: what reweighing is for."""
    for K in (2, 3):
        X, y = rows(seed, n=50, K=K)
        model = AdaBoostClassifier(n_estimators=6).fit(X, y)
        for stump, D in zip(model.estimators_, model.staged_weights(X, y), strict=True):
            if model.rounds_[0].error > 1e-12:
                assert_allclose(D[stump.predict(X) != y].sum(), 1 - 1 / K, atol=1e-9)


@few
@given(seed=SEEDS)
def test_weights_are_repetitions_and_their_sum_does_not_matter(seed: int) -> None:
    X, y = rows(seed, n=40, K=3)
    rng = np.random.default_rng(seed)
    w = rng.integers(0, 4, 40)
    w[[np.flatnonzero(y == k)[0] for k in range(3)]] = 1
    many = np.repeat(np.arange(40), w)
    weighted = AdaBoostClassifier(n_estimators=5).fit(X, y, w)
    scaled = AdaBoostClassifier(n_estimators=5).fit(X, y, 1e-100 * w)
    repeated = AdaBoostClassifier(n_estimators=5).fit(X[many], y[many])
    for other in (scaled, repeated):
        same = np.array_equal(weighted.model_.stumps.feature, other.model_.stumps.feature)
        if same and np.array_equal(weighted.model_.stumps.threshold, other.model_.stumps.threshold):
            assert_allclose(weighted.decision_function(X), other.decision_function(X), atol=1e-8)
        assert_allclose(weighted.rounds_[0].error, other.rounds_[0].error, atol=1e-12)


@few
@given(seed=SEEDS)
def test_the_short_scan_of_two_classes_is_the_long_one(seed: int) -> None:
    X, y = rows(seed, n=60, digits=1)
    w = np.random.default_rng(seed).uniform(0.2, 3.0, 60)
    long = DecisionTreeClassifier(max_depth=1, min_weight_fraction_leaf=1e-300)
    a, b = (AdaBoostClassifier(base, n_estimators=6).fit(X, y, w) for base in (None, long))
    assert_allclose(a.rounds_[0].error, b.rounds_[0].error, atol=1e-12)
    same = [
        np.array_equal(getattr(a.model_.stumps, f), getattr(b.model_.stumps, f))
        for f in ("feature", "threshold")
    ]
    if all(same):  # they may part at a tie by rounding
        assert_allclose(a.decision_function(X), b.decision_function(X), atol=1e-9)
        assert_array_equal(a.model_.stumps.rows, b.model_.stumps.rows)


def test_both_conventions_of_alpha() -> None:
    X, y = rows(1, K=2)
    full, half = (AdaBoostClassifier(n_estimators=7, alpha=a).fit(X, y) for a in ("ln", "half_ln"))
    assert_allclose(full.estimator_weights_, 2 * half.estimator_weights_)
    assert_allclose([r.alpha for r in full.rounds_], [2 * r.alpha for r in half.rounds_])
    assert_allclose(full.weighted_vote(X), 2 * half.weighted_vote(X))
    assert_array_equal(full.decision_function(X), half.decision_function(X))
    e = half.rounds_[0].error
    assert_allclose(half.rounds_[0].alpha, 0.5 * np.log((1 - e) / e))
    D = next(half.staged_weights(X, y))
    h = np.where(half.estimators_[0].predict(X) == y, 1, -1)
    direct = np.exp(-half.rounds_[0].alpha * h)
    assert_allclose(D, direct / direct.sum())
    assert_allclose(direct.mean(), half.rounds_[0].normaliser)


def test_an_error_of_zero_is_the_last_round() -> None:
    model = AdaBoostClassifier(n_estimators=10).fit([[0.0], [1.0], [2.0]], ["a", "a", "b"])
    assert [(r.error, r.alpha, r.training_error) for r in model.rounds_] == [(0.0, 1.0, 0.0)]
    assert model.estimator_weights_.tolist() == [1.0] + [0.0] * 9
    assert model.estimator_errors_.tolist() == [0.0] + [1.0] * 9
    one = AdaBoostClassifier().fit([[0.0], [1.0]], ["a", "a"])
    assert one.predict([[5.0]]).tolist() == ["a"]
    assert one.predict_proba([[5.0]]).tolist() == [[1.0]]


def test_guessing_ends_the_rounds_or_is_refused() -> None:
    X, y = np.ones((10, 1)), np.array([0] * 6 + [1] * 4)
    model = AdaBoostClassifier(n_estimators=10).fit(X, y)  # under the second weights a guess is a guess
    assert len(model.rounds_) == 1
    assert_allclose(model.rounds_[0].error, 0.4)
    with pytest.raises(DataError, match="no better than guessing"):
        AdaBoostClassifier().fit(X, [0, 1] * 5)
    with pytest.raises(ValueError, match="no better than guessing"):
        AdaBoostClassifier(sklearn.tree.DecisionTreeClassifier(max_depth=1)).fit(X, [0, 1] * 5)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"n_estimators": 0}, "n_estimators=0"),
        ({"learning_rate": 0.0}, "learning_rate=0.0"),
        ({"alpha": "half"}, "alpha='half'"),
        ({"weight_total": "n"}, "weight_total='n'"),
        ({"estimator": 3}, "estimator=3"),
        ({"estimator": KNeighborsClassifier()}, "KNeighborsClassifier doesn't support sample_weight"),
    ],
)
def test_parameters_that_cannot_be(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        AdaBoostClassifier(**parameters).fit([[0.0], [1.0]], [0, 1])


def test_missing_values_go_to_the_better_side() -> None:
    X, y = rows(2, n=300)
    X[np.random.default_rng(0).random(X.shape) < 0.2] = np.nan
    model = AdaBoostClassifier(n_estimators=20).fit(X, y)
    assert model.score(X, y) > 0.8
    slow = AdaBoostClassifier(SLOW_STUMP, n_estimators=20).fit(X, y)
    assert_allclose(slow.decision_function(X), model.decision_function(X), atol=1e-9)
    only = np.where(y == 1, np.nan, 0.0)[:, None]
    assert AdaBoostClassifier().fit(only, y).score(only, y) == 1.0


def mixed(n: int = 200) -> tuple[pd.DataFrame, np.ndarray]:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {"色泽": rng.choice(["青绿", "乌黑", "浅白", "金黄"], n), "密度": np.round(rng.random(n), 2)}
    )
    y = np.where((frame["色泽"].isin(["乌黑", "金黄"])) ^ (frame["密度"] > 0.7), "好瓜", "坏瓜")
    frame.loc[::17, "色泽"] = None
    return frame, y


def test_text_columns_and_categories_with_stumps() -> None:
    frame, y = mixed()
    model = AdaBoostClassifier(n_estimators=30).fit(frame, y)
    slow = AdaBoostClassifier(SLOW_STUMP, n_estimators=30)
    assert_allclose(model.decision_function(frame), slow.fit(frame, y).decision_function(frame), atol=1e-9)
    assert model.score(frame, y) > 0.7
    unknown = frame.head(3).assign(色泽="黑")
    assert_array_equal(
        model.decision_function(unknown), model.decision_function(frame.head(3).assign(色泽=None))
    )
    assert "乌黑" in model.coding_.categories[0]
    codes = np.column_stack([[0, 1, 2, 3] * 10, np.arange(40)]).astype(float)
    nominal = AdaBoostClassifier(categorical_features=[0]).fit(codes, codes[:, 0] % 2)
    assert (nominal.score(codes, codes[:, 0] % 2), len(nominal.rounds_)) == (1.0, 1)


def test_bases_that_take_text_get_it_as_it_is() -> None:
    frame, y = mixed()
    model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=5).fit(frame, y)
    assert model.score(frame, y) > 0.95
    assert model.feature_names_in_.tolist() == ["色泽", "密度"]


def test_sparse_rows_are_the_dense_ones() -> None:
    X = np.random.default_rng(0).poisson(0.5, (80, 4)).astype(float)
    y = (X[:, 0] + X[:, 1] > 1).astype(int)
    dense, sparse = (AdaBoostClassifier(n_estimators=5).fit(data, y) for data in (X, csr_array(X)))
    assert_array_equal(dense.decision_function(X), sparse.decision_function(csr_array(X)))


def test_any_number_of_threads_gives_the_same_bits() -> None:
    X, y = rows(0, n=30_000, K=3)
    one, two = (AdaBoostClassifier(n_estimators=4, n_jobs=jobs).fit(X, y) for jobs in (1, 2))
    for a, b in zip(one.model_[:3], two.model_[:3], strict=True):
        assert_array_equal(a, b)
    for a, b in zip(one.model_.stumps, two.model_.stumps, strict=True):
        assert_array_equal(a, b)
    assert_array_equal(one.decision_function(X), two.decision_function(X))


@pytest.mark.parametrize("scale", [1e-150, 1e150])
def test_scales_of_the_columns_do_not_matter(scale: float) -> None:
    X, y = rows(4, n=100)
    plain, scaled = AdaBoostClassifier(n_estimators=9).fit(X, y), AdaBoostClassifier(n_estimators=9)
    scaled.fit(scale * X, y)
    assert_array_equal(plain.decision_function(X), scaled.decision_function(scale * X))


def test_a_large_learning_rate_stays_finite() -> None:
    X, y = rows(6, n=60)
    model = AdaBoostClassifier(n_estimators=30, learning_rate=1e4).fit(X, y)
    assert np.isfinite(model.predict_proba(X)).all()
    assert np.isfinite([stage.alpha for stage in model.rounds_]).all()


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry, whether or not the registry has it already."""
    if "adaboost" not in REGISTRY:
        path = "fenlei.ensemble.adaboost.adaboost:AdaBoostClassifier"
        entry = Entry("adaboost", path, "classifier", "", "", nominal=True, mergeable=False)
        monkeypatch.setitem(REGISTRY, "adaboost", entry)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("base", [None, DecisionTreeClassifier(max_depth=2)], ids=str)
def test_it_comes_back_from_its_file(base: Any, tmp_path: Any) -> None:
    frame, y = mixed()
    model = AdaBoostClassifier(base, n_estimators=6).fit(frame, y)
    save_model(model, tmp_path / "boost.fenlei")
    for back in (load_model(tmp_path / "boost.fenlei"), pickle.loads(pickle.dumps(model))):
        assert_array_equal(back.decision_function(frame), model.decision_function(frame))
        assert back.rounds_ == model.rounds_
        assert_array_equal(back.feature_importances_, model.feature_importances_)


@pytest.mark.usefixtures("registered")
def test_numbers_with_another_base_come_back(tmp_path: Any) -> None:
    X, y = load_iris(return_X_y=True)
    model = AdaBoostClassifier(GaussianNB(), n_estimators=4).fit(X, y)
    save_model(model, tmp_path / "boost.fenlei")
    assert_array_equal(load_model(tmp_path / "boost.fenlei").predict_proba(X), model.predict_proba(X))
    foreign = AdaBoostClassifier(sklearn.tree.DecisionTreeClassifier(), n_estimators=2).fit(X, y)
    with pytest.raises(UsageError, match="DecisionTreeClassifier"):
        save_model(foreign, tmp_path / "foreign.fenlei")


def test_damaged_stumps_are_refused() -> None:
    frame, y = mixed()
    model = AdaBoostClassifier(n_estimators=6).fit(frame, y)
    good = model.model_
    model._check_model(good)
    stumps = good.stumps
    damages = [
        {"feature": stumps.feature + 5},
        {"subset": np.where(stumps.subset >= 0, 1000, -1)},
        {"kind": 3 - stumps.kind},
        {"sets": stumps.sets[:1]},
        {"value": np.zeros_like(stumps.value)},
        {"missing": stumps.missing + 2},
        {"threshold": stumps.threshold[:-1]},
    ]
    for damage in damages:
        with pytest.raises(ModelFileError):
            model._check_model(good._replace(stumps=stumps._replace(**damage)))
    with pytest.raises(ModelFileError):
        model._check_model(good._replace(stumps=None))


def test_one_stump_of_sets_is_the_chosen_one_beside_missing_values() -> None:
    """Two sets that differ only by the side of the missing values were both marked."""
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (60, 1)).astype(float)
    y = np.where(rng.random(60) + (X[:, 0] == 1) * 0.4 > 0.6, "yes", "no")
    X[rng.random(60) < 0.2] = np.nan
    model = AdaBoostClassifier(n_estimators=4, categorical_features=[0]).fit(X, y)
    for number, found in enumerate(model.rounds_, 1):
        chosen = [row for row in model.stump_errors(X, y, number=number) if row.chosen]
        assert len(chosen) == 1
        assert chosen[0].error == pytest.approx(found.error, abs=1e-12)
