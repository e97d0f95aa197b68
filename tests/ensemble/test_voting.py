"""Votes of different classifiers: by loops, scikit-learn's namesake, saving, explaining, comparing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.ensemble
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import (
    BaggingClassifier,
    DecisionTreeClassifier,
    GaussianNB,
    KNeighborsClassifier,
    LinearDiscriminantAnalysis,
    LinearRegression,
    LogisticRegression,
    Perceptron,
    VotingClassifier,
    compare,
    explain,
    load_model,
    save_model,
)
from fenlei.errors import UsageError


def parts() -> list[tuple[str, Any]]:
    return [
        ("nb", GaussianNB()),
        ("tree", DecisionTreeClassifier(max_depth=2)),
        ("lda", LinearDiscriminantAnalysis()),
    ]


@pytest.fixture(scope="module")
def iris() -> tuple[np.ndarray, np.ndarray]:
    X, y = load_iris(return_X_y=True)
    return X, np.array(["setosa", "versicolor", "virginica"])[y]


def vote_by_loops(ballots: list[list[int]], weights: list[float], K: int) -> list[int]:
    """The class with the largest sum of weights for each row, the first of equals."""
    found = []
    for votes in ballots:
        total = [0.0] * K
        for vote, weight in zip(votes, weights, strict=True):
            total[vote] += weight
        found.append(total.index(max(total)))
    return found


@pytest.mark.parametrize("weights", [None, [1, 1, 3], [2, 1, 1], [0, 1, 1]])
def test_plurality_of_votes_by_loops_004_section_9_1_1(iris: Any, weights: Any) -> None:
    X, y = iris
    model = VotingClassifier(parts(), weights=weights).fit(X, y)
    alone = [clone(part).fit(X, y).predict(X) for _, part in parts()]
    ballots = [[model.classes_.tolist().index(vote) for vote in votes] for votes in zip(*alone, strict=True)]
    expected = vote_by_loops(ballots, weights or [1, 1, 1], 3)
    assert_array_equal(model.predict(X), model.classes_[expected])
    assert_array_equal(model.transform(X), ballots)
    assert_allclose(model.decision_function(X).sum(axis=1), 1)


@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize("weights", [None, [1, 2, 3]])
@pytest.mark.parametrize("binary", [False, True])
def test_the_same_as_scikit_learns(voting: Any, weights: Any, binary: bool) -> None:
    """The same fenlei classifiers in both."""
    X, y = load_breast_cancer(return_X_y=True) if binary else load_iris(return_X_y=True)
    X = X[:, :4]
    ours = VotingClassifier(parts(), voting=voting, weights=weights).fit(X, y)
    theirs = sklearn.ensemble.VotingClassifier(parts(), voting=voting, weights=weights).fit(X, y)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    assert_allclose(ours.transform(X), theirs.transform(X))
    assert_array_equal(ours.get_feature_names_out(), theirs.get_feature_names_out())
    assert ours.named_estimators_.keys() == theirs.named_estimators_.keys()
    assert ours.get_params().keys() == theirs.get_params().keys()
    assert hasattr(ours, "predict_proba") == hasattr(theirs, "predict_proba")
    if voting == "soft":
        assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))
        for model in (ours, theirs):
            model.set_params(flatten_transform=False)
        assert_allclose(ours.transform(X), theirs.transform(X))
        with pytest.raises(UsageError, match="flatten_transform"):
            ours.get_feature_names_out()


def test_parts_are_set_replaced_and_dropped(iris: Any) -> None:
    X, y = iris
    model = VotingClassifier(parts(), weights=[1, 5, 1])
    model.set_params(tree__max_depth=1, nb="drop", lda=KNeighborsClassifier(3)).fit(X, y)
    assert model.get_params()["tree__max_depth"] == 1
    assert [type(part).__name__ for part in model.estimators_] == [
        "DecisionTreeClassifier",
        "KNeighborsClassifier",
    ]
    assert model.named_estimators_["nb"] == "drop"
    assert_array_equal(model.predict(X), DecisionTreeClassifier(max_depth=1).fit(X, y).predict(X))
    assert_array_equal(model._weight(), [5, 1])
    theirs = sklearn.ensemble.VotingClassifier(model.estimators, weights=[1, 5, 1]).fit(X, y)
    assert_array_equal(model.transform(X), theirs.transform(X))
    assert model.named_estimators["tree"].max_depth == 1


def test_weights_of_rows_are_repeated_rows(iris: Any) -> None:
    X, y = iris
    w = np.random.default_rng(0).integers(0, 3, len(y))
    weighted = VotingClassifier(voting="soft").fit(X, y, w)
    repeated = VotingClassifier(voting="soft").fit(X.repeat(w, axis=0), y.repeat(w))
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-4)


def test_threads_do_not_matter(iris: Any) -> None:
    X, y = iris
    one, two = (VotingClassifier(parts(), voting="soft", n_jobs=j).fit(X, y) for j in (1, 2))
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))


@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_saved_and_explained(iris: Any, voting: Any, tmp_path: Any) -> None:
    X, y = iris
    model = VotingClassifier(parts(), voting=voting, weights=[1.0, 2.0, 3.0]).set_params(nb="drop").fit(X, y)
    save_model(model, tmp_path / "vote.fenlei")
    back = load_model(tmp_path / "vote.fenlei")
    assert_array_equal(back.transform(X), model.transform(X))
    assert back.named_estimators_["nb"] == "drop"
    for row in (0, 77, 106, 133):
        shown = explain(back, X, row)
        assert shown.prediction == model.predict(X[row : row + 1])[0]
        answers, *votes = next(
            step.grids
            for step in shown.steps
            if step.grids and step.grids[0].title == "Answers of the classifiers"
        )
        assert [line[0] for line in answers.rows][:2] == ["tree", "lda"]
        totals = [line[2] for line in votes[0].rows] if voting == "hard" else list(answers.rows[-1][2:])
        assert model.classes_[np.argmax(totals)] == shown.prediction
    assert "各分类器的回答" in str(explain(back, X, 0, lang="zh"))


def test_compared_by_name() -> None:
    """Its default parts have rows of their own in a comparison, so it takes part if it is named."""
    result = compare("iris", models=["voting"], folds=3)
    (found,) = (model for model in result["models"] if model["name"] == "voting")
    assert found["status"] == "done"
    assert found["summary"]["accuracy"]["mean"] > 0.9


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"estimators": []}, "list of pairs"),
        ({"estimators": [("a", GaussianNB()), ("a", GaussianNB())]}, "different names"),
        ({"estimators": [("voting", GaussianNB())]}, "different names"),
        ({"estimators": [GaussianNB()]}, "list of pairs"),
        ({"estimators": [("a__b", GaussianNB())]}, "without '__'"),
        ({"estimators": [("a", 3)]}, "should be a classifier"),
        ({"estimators": [("a", LinearRegression())]}, "should be a classifier"),
        ({"estimators": [(1, GaussianNB())]}, "list of pairs"),
        ({"estimators": [("a", "drop")]}, "all estimators are dropped"),
        ({"weights": [1, 2]}, "each of the 3 estimators"),
        ({"weights": [1, 2, -1]}, "at least 0"),
        ({"weights": [0, 0, 0]}, "a finite sum above 1e-290"),
        ({"weights": [1, np.nan, 1]}, "at least 0"),
        ({"voting": "loud"}, "voting="),
        ({"estimators": [("p", Perceptron())], "voting": "soft"}, "'p' .Perceptron. has no probabilities"),
    ],
)
def test_what_is_not_accepted(iris: Any, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        VotingClassifier(**given).fit(*iris)


def test_weights_for_a_part_that_takes_none(iris: Any) -> None:
    class Plain(Perceptron):
        def fit(self, X: Any, y: Any) -> Any:  # type: ignore[override]
            return super().fit(X, y)

    with pytest.raises(TypeError, match="does not support sample_weight"):
        VotingClassifier([("plain", Plain())]).fit(*iris, sample_weight=np.ones(150))
    assert not hasattr(VotingClassifier([("plain", Plain())]), "predict_proba")


def test_weights_go_to_a_part_that_takes_any_argument_and_returns_nothing(iris: Any) -> None:
    class Open(GaussianNB):
        def fit(self, X: Any, y: Any, **given: Any) -> Any:  # type: ignore[override]
            self.given = given
            super().fit(X, y, **given)

    model = VotingClassifier([("open", Open())]).fit(*iris, sample_weight=np.full(150, 2.0))
    assert model.estimators_[0].given["sample_weight"].tolist() == [2.0] * 150
    assert model.score(*iris) > 0.9


class Requesting(GaussianNB):
    """Keeps what it receives."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None, name: Any = None) -> Any:  # type: ignore[override]
        self.given = {"sample_weight": sample_weight is not None, "name": name}
        return super().fit(X, y, sample_weight)


def test_routed_metadata_and_weights_reach_the_parts_that_request_them(iris: Any) -> None:
    w = np.arange(1.0, 151.0)
    with config_context(enable_metadata_routing=True):
        weighted = Requesting().set_fit_request(sample_weight=True, name=False)
        named = Requesting().set_fit_request(sample_weight=False, name=True)
        model = VotingClassifier([("weighted", weighted), ("named", named)])
        model.fit(*iris, sample_weight=w, name="x")
        assert [part.given for part in model.estimators_] == [
            {"sample_weight": True, "name": None},
            {"sample_weight": False, "name": "x"},
        ]
        with pytest.raises(UnsetMetadataPassedError, match="sample_weight"):
            VotingClassifier([("silent", Requesting())]).fit(*iris, sample_weight=w)


@pytest.mark.parametrize("model", [VotingClassifier([("a", Requesting())]), BaggingClassifier(Requesting())])
def test_metadata_needs_routing(iris: Any, model: Any) -> None:
    with pytest.raises(UsageError, match=r"name .* only supported if enable_metadata_routing=True"):
        model.fit(*iris, name="x")


def test_several_labels_per_row_are_not_implemented(iris: Any) -> None:
    X, y = iris
    with pytest.raises(NotImplementedError, match="Multilabel"):
        VotingClassifier().fit(X, np.equal.outer(y, np.unique(y)).astype(int))


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(
    [
        VotingClassifier(),
        VotingClassifier([("nb", GaussianNB()), ("lr", LogisticRegression())], voting="soft"),
    ]
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize(
    "weights", [[1e308, 1e308, 0], [-1, 1, 1], [np.nan, 1, 1], [0, 0, 0], [1, 1], [np.inf, 1, 1]]
)
def test_weights_that_cannot_vote_are_one_sentence(iris: Any, weights: Any, voting: Any) -> None:
    with pytest.raises(UsageError, match="a finite sum above 1e-290 over those that are not dropped"):
        VotingClassifier(parts(), voting=voting, weights=weights).fit(*iris)


def test_the_weight_of_a_dropped_part_is_no_vote(iris: Any) -> None:
    names = [name for name, _ in parts()]
    model = VotingClassifier(parts(), voting="soft", weights=[1, 0, 0]).set_params(**{names[0]: "drop"})
    with pytest.raises(UsageError, match="not dropped"):
        model.fit(*iris)


def test_weights_of_any_size_give_the_same_mean(iris: Any) -> None:
    X, y = iris
    plain = VotingClassifier(parts(), voting="soft", weights=[1, 2, 4]).fit(X, y).predict_proba(X)
    for k in (-900, 1000):
        model = VotingClassifier(parts(), voting="soft", weights=np.ldexp([1.0, 2, 4], k)).fit(X, y)
        # weights of 2^-900 leave probabilities below 1e-50 no digits
        assert_allclose(model.predict_proba(X), plain, rtol=1e-14, atol=1e-50)
