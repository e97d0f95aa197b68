"""The working of one prediction: the book's numbers, sums that add up, and a word for every classifier."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.base
import sklearn.decomposition
import sklearn.linear_model
import sklearn.naive_bayes
import sklearn.neighbors
import sklearn.svm
import sklearn.tree
from numpy.testing import assert_allclose

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.explanation import Working, explain, explain_fit, one_row
from fenlei.registry import REGISTRY, Entry, entries


def lines(explanation: Working, grid: int = 0) -> dict[Any, list[Any]]:
    """The numbers of a grid by the word at the beginning of the line."""
    return {
        row[0]: [cell for cell in row[1:] if isinstance(cell, float | int)]
        for row in explanation.grids[grid].rows
    }


def trained(name: str, source: str = "apples", **parameters: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return fenlei.train(source, name, params=parameters)


APPLES = fenlei.load("apples").table


def test_source_000_a3_naive_product_of_taste_and_weight() -> None:
    apples = fenlei.load("apples")
    X = apples.X[:, [2, 3]]
    model = fenlei.MixedNB(categorical_features=[0], alpha=0, var_smoothing=0).fit(X, apples.y)
    numbers = lines(explain(model, [["sour-sweet", 200.0]]))
    assert_allclose(numbers["prior P(class)"], [6 / 10, 4 / 10])
    assert_allclose(numbers["x0"], [4 / 6, 3 / 4])
    assert_allclose(numbers["joint p(row, class)"], [0.004623898137203264, 0.00322137778895774])


def test_source_000_a2_joint_of_taste_and_shape_is_a_tie() -> None:
    apples = fenlei.load("apples")
    model = fenlei.BayesClassifier(categorical_features=[0, 1], alpha=0).fit(apples.X[:, [2, 1]], apples.y)
    explanation = explain(fenlei.model_file.Model(model), [["sour-sweet", "oblate"]])  # 3/10 to 3/10
    numbers = lines(explanation)
    assert_allclose(numbers["joint p(row, class)"], [3 / 10, 3 / 10])
    assert_allclose(numbers["P(nominal values | class)"], [3 / 6, 3 / 4])
    assert explanation.prediction == "Fuji"


def test_the_root_of_the_loan_tree_has_the_books_entropy_and_gain() -> None:
    """Source 004: H(D) = 0.971; own house has the largest gain, 0.420."""
    loan = fenlei.load("loan")
    path = explain(trained("id3", "loan"), loan.table).grids[0]
    root = dict(zip(path.headings, path.rows[0], strict=True))
    assert root["entropy"] == pytest.approx(0.971, abs=5e-4)
    assert root["gain"] == pytest.approx(0.420, abs=5e-4)
    assert root["answer of the row"].startswith("owns_a_house")


def test_contributions_add_up_to_the_decision() -> None:
    model, iris = trained("logistic_regression", "iris"), fenlei.load("iris").table
    numbers = list(lines(explain(model, iris, 70)).values())
    assert_allclose(np.sum(numbers[:-1], axis=0), numbers[-1], rtol=1e-12)
    assert_allclose(numbers[-1], model.decision_function(iris)[70], rtol=1e-12)


def test_naive_factors_multiply_to_the_joint() -> None:
    model, iris = trained("gaussian_nb", "iris"), fenlei.load("iris").table
    *factors, joint, posterior = lines(explain(model, iris, 100)).values()
    assert_allclose(np.prod(factors, axis=0), joint, rtol=1e-9)
    assert_allclose(posterior, model.predict_proba(iris)[100])


def test_many_features_are_one_line() -> None:
    model, digits = trained("gaussian_nb", "digits"), fenlei.load("digits").table
    grid = explain(model, digits).grids[0]
    assert any("44 other features" in str(row[0]) for row in grid.rows)


def test_neighbours_are_those_of_kneighbors() -> None:
    model = trained("k_neighbors", "iris")
    iris = fenlei.load("iris").table
    rows = explain(model, iris, 5).grids[0].rows
    distance, place = model.estimator.kneighbors(model._features(iris)[5:6])
    assert [row[0] for row in rows] == (place[0] + 1).tolist()
    assert_allclose([row[2] for row in rows], distance[0])


@pytest.mark.parametrize("kernel", ["rbf", "linear", "poly", "laplacian", "precomputed"])
@pytest.mark.parametrize("K", [2, 3])
def test_support_vectors_add_up_to_the_decision_of_their_pair(kernel: str, K: int) -> None:
    X, y = (part[: 50 * K] for part in (fenlei.load("iris").X, fenlei.load("iris").y))
    X = X @ X.T if kernel == "precomputed" else X
    order = np.random.default_rng(0).permutation(len(y))
    X, y = X[order][:, order] if kernel == "precomputed" else X[order], y[order]
    model = fenlei.SVC(kernel=kernel, C=0.5, decision_function_shape="ovo").fit(X, y)
    expected = np.atleast_2d(np.ravel(model.decision_function(X[7:8])))[0]
    explanation = explain(model, X, 7)
    vectors = [grid for grid in explanation.grids if "±alpha" in grid.headings]
    names = ["setosa | versicolor", "setosa | virginica", "versicolor | virginica"]
    assert len(vectors) == K - 1
    if K == 3:
        pairs, votes = explanation.grids[:2]
        assert [row[0] for row in pairs.rows] == names
        assert_allclose([row[1] for row in pairs.rows], expected, atol=1e-10)
        assert sum(row[1] for row in votes.rows) == 3
        assert max(votes.rows, key=lambda row: row[1])[0] == explanation.prediction
    for grid in vectors:
        value = expected[[name in grid.title for name in names].index(True)]
        *parts, total = [row[-1] for row in grid.rows]
        assert_allclose([sum(parts), total], [value, value], atol=1e-10)
        for place, label, kappa, alpha, part in (row for row in grid.rows if row[2] is not None):
            assert y[place - 1] == label
            assert place - 1 in model.support_
            assert_allclose(kappa * alpha, part)
            if kernel in ("linear", "precomputed"):
                assert_allclose(kappa, X[7, place - 1] if kernel == "precomputed" else X[7] @ X[place - 1])


def test_costs_show_the_expected_cost_of_each_action() -> None:
    apples = fenlei.load("apples")
    inner = fenlei.MixedNB(categorical_features=[0, 1, 2])
    model = fenlei.MinimumRiskClassifier(inner, [[0, 1], [5, 0]], reject_cost=0.3).fit(apples.X, apples.y)
    grid = explain(model, apples.X).grids[-1]
    assert_allclose([row[-1] for row in grid.rows], model.conditional_risk(apples.X)[0])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("entry", entries(kind="classifier", compare=True), ids=lambda entry: entry.name)
def test_every_classifier_of_compare_explains_itself(entry: Entry, lang: str) -> None:
    source = "loan" if entry.name in ("categorical_nb", "id3") else "iris"
    model, table = trained(entry.name, source), fenlei.load(source).table
    explanation = explain(model, table, 3, lang=lang)
    assert explanation.prediction == str(model.predict(table)[3])
    assert explanation.grids
    assert all(grid.rows for grid in explanation.grids)
    for grid in explanation.grids:
        assert all(len(row) == len(grid.headings) for row in grid.rows)
    json.dumps(explanation.to_dict(), allow_nan=False)
    assert explanation.conclusion in str(explanation)


ENSEMBLES = {
    "random_forest": {"n_estimators": 7, "random_state": 0},
    "bagging": {"n_estimators": 7, "max_features": 2, "random_state": 0},
    "bagging of one class more": {"n_estimators": 7, "max_samples": 6, "random_state": 1},
    "adaboost": {"n_estimators": 7},
    "adaboost of parts": {"estimator": fenlei.GaussianNB(), "n_estimators": 7},
}


@pytest.mark.parametrize(
    "labels", [[1, 2, 3], [0, 2, 1], [2, 0, 1], ["b", "c", "a"], ["2", "0", "1"]], ids=str
)
@pytest.mark.parametrize("name", ENSEMBLES)
def test_members_are_counted_for_the_class_that_they_mean(name: str, labels: list[Any]) -> None:
    X, names = fenlei.load("iris").X, fenlei.load("iris").y
    y = np.array(labels)[np.unique(names, return_inverse=True)[1]]
    model = REGISTRY[name.split()[0]].load()(**ENSEMBLES[name]).fit(X, y)
    for row in (3, 70, 120, 133):
        said = np.zeros(3)
        chosen = getattr(model, "estimators_features_", [slice(None)] * len(model.estimators_))
        for t, member in enumerate(model.estimators_):
            answer = member.predict(X[row : row + 1][:, chosen[t]])[0]
            place = list(model.classes_).index(answer) if "adaboost" in name else int(answer)
            said[place] += model.estimator_weights_[t] if "adaboost" in name else 1
        grid = next(grid for grid in explain(model, X, row).grids if grid.headings[1] == "votes")
        assert [line[0] for line in grid.rows] == [str(label) for label in model.classes_]
        weight = 2 if "adaboost" in name else 1
        assert_allclose([line[weight] for line in grid.rows], said, atol=1e-12)
    sure = explain(model, X, 0).grids
    votes = next(grid for grid in sure if grid.headings[1] == "votes").rows
    assert max(votes, key=lambda line: line[2])[0] == str(y[0])


def test_bad_rows_and_models() -> None:
    model = trained("gaussian_nb", "iris")
    iris = fenlei.load("iris").table
    for row in (-1, 150):
        with pytest.raises(DataError, match=f"There is no row {row}; the table has 150 rows"):
            explain(model, iris, row)
    X = np.random.default_rng(0).uniform(size=(30, 3))  # of full rank: no processor whitens a zero
    for other in (sklearn.decomposition.PCA(2), sklearn.decomposition.FastICA(2, random_state=0)):
        with pytest.raises(UsageError, match=f"{type(other).__name__} predicts neither classes nor numbers"):
            explain(other.fit(X), X)
    for data in (np.zeros(4), 3.0, [1.0, 2.0]):
        with pytest.raises(DataError, match="for one row x write"):
            explain(model, data)


@pytest.mark.parametrize(
    ("peer", "title"),
    [
        (sklearn.svm.SVC(), "Scores"),
        (sklearn.svm.SVC(kernel="linear"), "Scores"),  # its coefficients are those of pairs of classes
        (sklearn.svm.SVC(decision_function_shape="ovo"), "Scores"),
        (sklearn.svm.LinearSVC(), "Coefficient times value, added up"),
        (sklearn.naive_bayes.GaussianNB(), "Probabilities"),
        (sklearn.neighbors.KNeighborsClassifier(), "Probabilities"),
        (sklearn.tree.DecisionTreeClassifier(random_state=0), "Probabilities"),
        (sklearn.linear_model.LogisticRegression(max_iter=500), "Coefficient times value, added up"),
    ],
    ids=lambda value: type(value).__name__ if hasattr(value, "fit") else None,
)
@pytest.mark.parametrize("K", [2, 3])
def test_scikit_learns_classes_of_the_same_name_are_explained_by_their_form(
    peer: Any, title: str, K: int
) -> None:
    iris = fenlei.load("iris")
    X, y = iris.X[: 50 * K], iris.y[: 50 * K]
    fitted = sklearn.base.clone(peer).fit(X, y)
    explanation = explain(fitted, X, 7)
    expected = "Coefficient times value, added up" if K == 2 and hasattr(fitted, "coef_") else title
    assert explanation.grids[0].title == expected
    assert explanation.prediction == fitted.predict(X)[7]
    if title == "Scores" and expected == title:
        values = np.ravel(fitted.decision_function(X[7:8]))
        assert_allclose([row[1] for row in explanation.grids[0].rows], values)
    if getattr(fitted, "decision_function_shape", "") == "ovo" and K == 3:
        assert explanation.grids[0].rows[0][0] == "setosa | versicolor"


def test_a_classifier_without_scores_shows_its_decision() -> None:
    class Constant:
        classes_ = np.array(["a", "b"])

        def predict(self, X: Any) -> Any:
            return np.full(len(X), "b")

    explanation = explain(Constant(), np.zeros((3, 2)))
    assert (explanation.grids, explanation.prediction) == ((), "b")


def test_every_classifier_of_the_registry_has_a_working_or_none_on_purpose() -> None:
    classifiers, regressors = (
        {entry.name for entry in entries(kind=kind)} for kind in ("classifier", "regressor")
    )
    made_by_compare = {"calibrated", "pooled", "pooled_regressor"}  # not in the registry
    assert classifiers <= set(one_row._WORKINGS) <= classifiers | regressors | made_by_compare


def test_only_the_row_that_is_explained_is_coded(monkeypatch: pytest.MonkeyPatch) -> None:
    model, table = trained("gaussian_nb", "iris"), fenlei.load("iris").table
    expected = str(explain(model, table, 120))
    coded, sizes = type(table).coded, []

    def counted(self: Any) -> Any:
        sizes.append(self.n_rows)
        return coded(self)

    monkeypatch.setattr(type(table), "coded", counted)
    assert str(explain(model, table, 120)) == expected
    assert sizes == [1]


@pytest.mark.parametrize(
    "model",
    [
        fenlei.RandomForestClassifier(9, random_state=0),
        fenlei.BaggingClassifier(
            fenlei.DecisionTreeClassifier(max_depth=2), n_estimators=5, max_features=2, random_state=0
        ),
    ],
    ids=["forest", "bagged trees of two features"],
)
def test_moves_of_the_features_lead_from_all_rows_to_the_probabilities(model: Any) -> None:
    X, y = fenlei.load("iris").X, fenlei.load("iris").y
    model.fit(X, y)
    for row in (3, 70, 133):
        grid = next(grid for grid in explain(model, X, row).grids if grid.title.startswith("How far"))
        first, *moves, last = [np.array(line[2:], dtype=float) for line in grid.rows]
        roots = [tree.tree_.value[0, 0] / tree.tree_.value[0, 0].sum() for tree in model.estimators_]
        assert_allclose(first, np.mean(roots, axis=0))
        assert_allclose(first + np.sum(moves, axis=0), last, atol=1e-12)
        assert_allclose(last, model.predict_proba(X[row : row + 1])[0])


@pytest.mark.parametrize("name", ["perceptron", "logistic_regression"])
@pytest.mark.parametrize("K", [2, 3])
def test_sparse_coefficients_are_explained_as_dense_ones(name: str, K: int) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % K
    model = REGISTRY[name].load()().fit(X, y)
    dense = str(explain_fit(model, X, y))
    assert str(explain_fit(model.sparsify(), X, y)) == dense


def test_least_squares_of_ten_features_shows_them_all() -> None:
    """More than are set as a matrix, fewer than the most that are listed."""
    X = np.random.default_rng(0).normal(size=(40, 10))
    working = fenlei.explain_fit(fenlei.Ridge().fit(X, X[:, 0]), X, X[:, 0])
    assert working.steps


@pytest.mark.parametrize("name", ["gaussian_nb", "minimum_risk", "one_vs_rest", "ridge", "kmeans", "pca"])
def test_an_unfitted_model_is_named_in_one_sentence(name: str) -> None:
    with pytest.raises(UsageError, match="is not fitted; call fit first"):
        explain(REGISTRY[name].load()(), [[1.0, 2.0]])
