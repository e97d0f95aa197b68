"""Bagging: votes by loops, what must not matter, other classifiers inside, model files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
import sklearn.linear_model
import sklearn.neighbors
import sklearn.svm
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.sparse import csr_array
from sklearn.datasets import load_breast_cancer, load_iris

from fenlei import load_model, save_model
from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.ensemble.bagging.bagging import BaggingClassifier
from fenlei.ensemble.bagging.draws import row_keys
from fenlei.errors import UsageError

few = settings(max_examples=10)
INNER = {
    "ours": GaussianNB(),
    "theirs, weighted": sklearn.linear_model.LogisticRegression(),
    "theirs, without weights": sklearn.neighbors.KNeighborsClassifier(3),
    "without probabilities": sklearn.svm.LinearSVC(),
}


@pytest.mark.parametrize("inner", INNER)
def test_votes_and_out_of_bag_by_loops(inner: str) -> None:
    X, y = load_iris(return_X_y=True)
    bag = BaggingClassifier(INNER[inner], 30, max_features=3, oob_score=True, random_state=0).fit(X, y)
    votes = []
    for part, columns in zip(bag.estimators_, bag.estimators_features_, strict=True):
        if hasattr(part, "predict_proba"):
            votes.append(part.predict_proba(X[:, columns]))
        else:
            votes.append(np.eye(3)[part.predict(X[:, columns])])
    assert_allclose(bag.predict_proba(X), np.mean(votes, axis=0), atol=1e-14)
    for i in range(0, 150, 10):
        free = [t for t, seen in enumerate(bag.estimators_samples_) if i not in seen]
        assert_allclose(
            bag.oob_decision_function_[i], np.mean([votes[t][i] for t in free], axis=0), atol=1e-14
        )
    assert bag.oob_score_ == np.mean(bag.oob_decision_function_.argmax(axis=1) == y)


@pytest.mark.parametrize("inner", ["ours", "theirs, without weights"])
@few
@given(seed=st.integers(0, 2**32 - 1))
def test_threads_order_of_rows_and_repetition_do_not_matter(inner: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 2
    w, order = rng.integers(1, 4, 40), rng.permutation(40)

    def said(*rows: Any, n_jobs: int | None = None) -> np.ndarray:
        bag = BaggingClassifier(INNER[inner], 4, max_samples=60, random_state=3, n_jobs=n_jobs)
        return bag.fit(*rows).predict_proba(X)

    one = said(X, y, w, n_jobs=1)
    assert_array_equal(one, said(X, y, w, n_jobs=2))
    assert_allclose(one, said(X[order], y[order], w[order]), atol=1e-12)
    assert_allclose(one, said(X.repeat(w, axis=0), y.repeat(w)), atol=1e-9)


def test_dense_and_sparse_rows_have_the_same_hash() -> None:
    X = np.round(np.random.default_rng(0).normal(size=(50, 6)))
    assert_array_equal(row_keys(X), row_keys(csr_array(X)))
    assert len(np.unique(row_keys(np.arange(1000.0)[:, None]))) == 1000


def test_draws() -> None:
    X, y = load_iris(return_X_y=True)
    pasted = BaggingClassifier(n_estimators=5, max_samples=0.4, bootstrap=False, random_state=0).fit(X, y)
    assert all(len(np.unique(seen)) == 60 for seen in pasted.estimators_samples_)
    drawn = BaggingClassifier(n_estimators=5, max_samples=20, random_state=0).fit(X, y)
    assert all(len(seen) == 20 for seen in drawn.estimators_samples_)
    twice = BaggingClassifier(n_estimators=5, bootstrap_features=True, random_state=0).fit(X, y)
    assert any(len(np.unique(columns)) < 4 for columns in twice.estimators_features_)


def test_warm_start_gives_what_one_fit_gives() -> None:
    X, y = load_iris(return_X_y=True)
    once = BaggingClassifier(n_estimators=8, random_state=2).fit(X, y)
    grown = BaggingClassifier(n_estimators=3, random_state=2, warm_start=True).fit(X, y)
    first = grown.estimators_[0]
    grown.set_params(n_estimators=8).fit(X, y)
    assert grown.estimators_[0] is first
    assert_array_equal(once.predict_proba(X), grown.predict_proba(X))


def test_as_good_as_scikit_learn() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    ours, theirs = (
        cls(n_estimators=40, oob_score=True, random_state=0).fit(X, y).oob_score_
        for cls in (BaggingClassifier, sklearn.ensemble.BaggingClassifier)
    )
    assert ours > theirs - 0.015


def test_text_columns_and_a_class_that_some_parts_do_not_see() -> None:
    frame = pd.DataFrame({"颜色": ["红", "绿"] * 20, "重量": np.arange(40.0)})
    y = np.array(["甜", "酸"] * 19 + ["甜", "苦"])
    bag = BaggingClassifier(n_estimators=10, max_features=1.0, random_state=0).fit(frame, y)
    assert all(len(part.classes_) == 3 for part in bag.estimators_)  # by the weights that they receive
    assert_allclose(bag.predict_proba(frame).sum(axis=1), 1.0)
    assert (bag.predict(frame)[:38] == y[:38]).all()
    near = BaggingClassifier(sklearn.neighbors.KNeighborsClassifier(1), 10, random_state=0)
    near.fit(frame[["重量"]], y)
    assert min(len(part.classes_) for part in near.estimators_) == 2
    assert_allclose(near.predict_proba(frame[["重量"]]).sum(axis=1), 1.0)
    half = BaggingClassifier(n_estimators=4, max_features=1, random_state=0).fit(frame, y)
    assert half.predict(frame).shape == (40,)


def test_saves_what_is_ours(tmp_path: Path) -> None:
    X, y = load_iris(return_X_y=True)
    bag = BaggingClassifier(GaussianNB(), 4, max_features=2, random_state=0).fit(X, y)
    save_model(bag, tmp_path / "bag.fenlei")
    again = load_model(tmp_path / "bag.fenlei")
    assert_array_equal(again.predict_proba(X), bag.predict_proba(X))
    with pytest.raises(UsageError, match="model file"):
        _ = again.estimators_samples_
    regression = sklearn.linear_model.LogisticRegression(max_iter=1000)
    foreign = BaggingClassifier(regression, 2, random_state=0).fit(X, y)
    with pytest.raises(UsageError):
        save_model(foreign, tmp_path / "other.fenlei")


@pytest.mark.parametrize(
    ("given_", "match"),
    [
        ({"max_features": 9}, "at most 4"),
        ({"max_samples": 900, "bootstrap": False}, "more than the 150 rows"),
        ({"bootstrap": False, "oob_score": True}, "needs bootstrap"),
    ],
)
def test_sentences(given_: dict[str, Any], match: str) -> None:
    X, y = load_iris(return_X_y=True)
    with pytest.raises(UsageError, match=match):
        BaggingClassifier(n_estimators=2, **given_).fit(X, y)


def test_without_labels() -> None:
    with pytest.raises(UsageError, match="BaggingClassifier requires y to be passed"):
        BaggingClassifier().fit(np.eye(3), None)


def test_verbose_says_a_line_for_each_part(capsys: pytest.CaptureFixture[str]) -> None:
    X, y = load_iris(return_X_y=True)
    BaggingClassifier(GaussianNB(), 3, random_state=0, verbose=1).fit(X, y)
    said = capsys.readouterr().out.splitlines()
    assert said == [f"BaggingClassifier: estimator {t} of 3" for t in (1, 2, 3)]
    BaggingClassifier(GaussianNB(), 3, random_state=0).fit(X, y)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "container", [sparse.csr_matrix, sparse.csc_matrix, sparse.csr_array, sparse.csc_array]
)
@pytest.mark.parametrize("features", [1.0, 2])
def test_parts_get_rows_in_the_container_that_came(container: Any, features: float) -> None:
    class Plain(GaussianNB):
        def fit(self, X: Any, y: Any) -> None:  # returns nothing, takes no weights
            self.container = type(X)
            super().fit(X.toarray(), y)

        def __sklearn_tags__(self) -> Any:
            tags = super().__sklearn_tags__()
            tags.input_tags.sparse = True
            return tags

    X, y = load_iris(return_X_y=True)
    model = BaggingClassifier(Plain(), n_estimators=3, max_features=features, random_state=0).fit(
        container(X), y
    )
    assert {part.container for part in model.estimators_} == {container}
