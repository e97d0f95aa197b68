"""Forests for several labels and several numbers: as good and of the same kind as scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.ensemble
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.datasets import load_linnerud, make_multilabel_classification, make_regression

from fenlei import RandomForestClassifier, RandomForestRegressor, load_model, save_model
from fenlei.errors import DataError, UsageError

X, Y = make_multilabel_classification(300, n_classes=4, random_state=0)
MIXED = np.stack([np.digitize(X[:, 0], [3, 6]), Y[:, 1]], axis=1)  # three classes and two
R, T = make_regression(300, 6, n_targets=3, noise=5.0, random_state=0)
CLASSIFIERS = [
    RandomForestClassifier(20, random_state=0),
    RandomForestClassifier(20, criterion="entropy", max_features=None, random_state=0),
    RandomForestClassifier(20, bootstrap=False, min_samples_leaf=3, random_state=0),
    RandomForestClassifier(20, class_weight="balanced_subsample", max_samples=0.7, random_state=0),
    RandomForestClassifier(20, voting="hard", max_leaf_nodes=20, random_state=0),
    RandomForestClassifier(20, ccp_alpha=0.005, class_weight="balanced", random_state=0),
]


@pytest.mark.parametrize("labels", [Y, MIXED, np.array(["no", "yes"])[Y]], ids=["indicator", "mixed", "text"])
@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
def test_the_mean_of_the_trees_by_loops(model: Any, labels: Any) -> None:
    forest = clone(model).fit(X, labels)
    assert [c.tolist() for c in forest.classes_] == [np.unique(column).tolist() for column in labels.T]
    found, trees = forest.predict_proba(X), forest.estimators_
    assert isinstance(found, list)
    assert (forest.n_outputs_, forest.n_classes_) == (labels.shape[1], [len(c) for c in forest.classes_])
    for o, shares in enumerate(found):
        each = [tree.predict_proba(X)[o] for tree in trees]
        if model.voting == "hard":
            each = [np.eye(one.shape[1])[one.argmax(axis=1)] for one in each]
        assert_allclose(shares, np.mean(each, axis=0), atol=1e-12)
        assert_array_equal(forest.predict(X)[:, o], forest.classes_[o][shares.argmax(axis=1)])
    assert forest.predict(X).shape == labels.shape
    assert forest.predict(X).dtype.kind == labels.dtype.kind
    assert_allclose(forest.feature_importances_.sum(), 1.0)
    assert all(np.exp(a) == pytest.approx(b) for a, b in zip(forest.predict_log_proba(X), found, strict=True))


def test_as_good_as_scikit_learn() -> None:
    for parameters in ({}, {"criterion": "entropy"}, {"class_weight": "balanced"}):
        given = {"n_estimators": 100, "oob_score": True, "random_state": 0, **parameters}
        ours = RandomForestClassifier(**given).fit(X, Y)
        theirs = sklearn.ensemble.RandomForestClassifier(**given).fit(X, Y)
        assert ours.oob_decision_function_.shape == theirs.oob_decision_function_.shape == (300, 2, 4)
        assert ours.oob_score_ > theirs.oob_score_ - 0.04
        assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=0.03)
    given = {"n_estimators": 100, "oob_score": True, "random_state": 0}
    ours, theirs = (
        module(**given).fit(R, T)
        for module in (RandomForestRegressor, sklearn.ensemble.RandomForestRegressor)
    )
    assert ours.predict(R).shape == ours.oob_prediction_.shape == theirs.oob_prediction_.shape == (300, 3)
    assert ours.oob_score_ > theirs.oob_score_ - 0.03
    assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=0.03)


def test_out_of_bag_by_loops() -> None:
    forest = RandomForestClassifier(40, oob_score=True, random_state=0).fit(X, MIXED)
    trees, drawn = forest.estimators_, forest.estimators_samples_
    for i in range(0, 300, 30):
        free = [tree for tree, rows in zip(trees, drawn, strict=True) if i not in rows]
        for o, shares in enumerate(forest.oob_decision_function_):
            expected = np.mean([tree.predict_proba(X[i : i + 1])[o][0] for tree in free], axis=0)
            assert_allclose(shares[i], expected, atol=1e-12)
    assert 0.3 < forest.oob_score_ < 1


@pytest.mark.parametrize(
    ("model", "rows", "targets"),
    [
        (RandomForestClassifier(10, max_samples=200, random_state=1), X, Y),
        (RandomForestRegressor(10, max_samples=200, random_state=1), R, T),
        (RandomForestRegressor(10, criterion="poisson", max_samples=200, random_state=1), R, np.abs(T)),
    ],
    ids=["classes", "squared error", "poisson"],
)
def test_threads_order_weights_and_model_files(model: Any, rows: Any, targets: Any, tmp_path: Any) -> None:
    rng = np.random.default_rng(0)
    w, order = rng.integers(0, 3, 300), rng.permutation(300)

    def said(*given: Any, n_jobs: int = 1) -> Any:
        return np.hstack(_answer(clone(model).set_params(n_jobs=n_jobs).fit(*given), rows))

    one = said(rows, targets, w)
    assert_array_equal(one, said(rows, targets, w, n_jobs=3))
    assert_allclose(one, said(rows[order], targets[order], w[order]), atol=1e-9)
    if hasattr(model, "predict_proba"):  # sums of numbers are rounded, and decide between splits as good
        assert_allclose(one, said(rows.repeat(w, axis=0), targets.repeat(w, axis=0)), atol=1e-9)
    fitted = clone(model).fit(rows, targets, w)
    assert set(np.concatenate(fitted.estimators_samples_)) <= set(np.flatnonzero(w))
    save_model(fitted, tmp_path / "forest.fenlei")
    again = load_model(tmp_path / "forest.fenlei")
    assert_array_equal(np.hstack(_answer(again, rows)), one)
    assert again.n_outputs_ == targets.shape[1]


def _answer(model: Any, rows: Any) -> list[Any]:
    return model.predict_proba(rows) if hasattr(model, "predict_proba") else [model.predict(rows)]


def test_class_weights_per_target() -> None:
    given = [{0: 1.0, 1: 5.0}, {}, {0: 2.0}, {}]
    weights = np.where(Y[:, 0] == 1, 5.0, 1.0) * np.where(Y[:, 2] == 0, 2.0, 1.0)
    ours = RandomForestClassifier(10, class_weight=given, random_state=0).fit(X, Y)
    expected = RandomForestClassifier(10, random_state=0).fit(X, Y, weights)
    assert_allclose(ours.predict_proba(X), expected.predict_proba(X), atol=1e-12)
    with pytest.raises(UsageError, match="number of targets of 4"):
        RandomForestClassifier(2, class_weight={0: 2.0}).fit(X, Y)


def test_a_warm_start_and_missing_values() -> None:
    holes = np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X)
    once = RandomForestClassifier(8, random_state=2).fit(holes, Y)
    grown = RandomForestClassifier(3, random_state=2, warm_start=True).fit(holes, Y)
    grown.set_params(n_estimators=8).fit(holes, Y)
    assert_array_equal(once.predict_proba(holes), grown.predict_proba(holes))
    assert once.permutation_importances(holes, Y, random_state=0).shape == (20,)
    assert once.apply(holes).shape == (300, 8)


def test_a_class_without_weight_keeps_its_column() -> None:
    forest = RandomForestClassifier(40, oob_score=True, random_state=0).fit(X, Y, 1.0 - Y[:, 1])
    assert_array_equal(forest.predict_proba(X)[1], np.tile([1.0, 0.0], (300, 1)))
    assert forest.oob_decision_function_.shape == (300, 2, 4)


def test_linnerud_like_scikit_learn() -> None:
    rows, targets = load_linnerud(return_X_y=True)
    ours, theirs = (
        module(n_estimators=300, random_state=0).fit(rows, targets).predict(rows)
        for module in (RandomForestRegressor, sklearn.ensemble.RandomForestRegressor)
    )
    assert_allclose(ours, theirs, rtol=0.05)


def test_sentences() -> None:
    with pytest.raises(DataError, match="sparse multilabel-indicator for y is not supported"):
        RandomForestClassifier(2).fit(X, csr_array(Y))
    with pytest.raises(UsageError, match="monotonic_cst"):
        RandomForestClassifier(2, monotonic_cst=[1] * 20).fit(X, Y)
    with pytest.raises(UsageError, match="strength_and_correlation"):
        RandomForestClassifier(2).fit(X, Y).strength_and_correlation(X, Y)
    with pytest.raises(ValueError, match="inconsistent numbers"):
        RandomForestClassifier(2).fit(X[:10], Y)
