"""The numbers of the documents in the workings of the nearest neighbours; each test names its case."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.errors import DataError
from fenlei.explanation import Working, explain, explain_fit
from fenlei.explanation.formula import Chain, CountRatio, disagreement, value
from fenlei.explanation.formula.nodes import Formula
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.explanation.working import WorkingStep
from tests.explanation.tables import awkward_tables, random_tables

SEVEN = fenlei.load("example_5_1")
QUERY = [[1.0, 2.0]]
BOOK = fenlei.load("kd_tree_points").X


def step_of(working: Working, key: str) -> WorkingStep:
    return next(step for step in working.steps if step.key == key)


def worths(formulas: tuple[Formula, ...]) -> dict[str, Any]:
    """What each chain is worth, by its left side."""
    return {formula_text(each.sides[0]): value(each) for each in formulas if isinstance(each, Chain)}


def test_002_g01_distances_and_votes_of_example_5_1() -> None:
    working = explain(fenlei.KNeighborsClassifier(7).fit(SEVEN.X, SEVEN.y), QUERY)
    found = worths(step_of(working, "knn_distances").formulas)
    assert_allclose([found[f"d{'₀₁₂₃₄₅₆₇'[i]}"] for i in range(1, 8)], np.sqrt([4, 2, 10, 5, 1, 17, 13]))
    three = explain(fenlei.KNeighborsClassifier(3).fit(SEVEN.X, SEVEN.y), QUERY)
    shares: Any = step_of(three, "knn_shares").formulas
    assert [each.sides[-2] for each in shares] == [CountRatio(2, 3), CountRatio(1, 3)]
    assert (three.prediction, three.steps[-1].key) == ("class 1", "knn_largest")
    one = explain(fenlei.KNeighborsClassifier(1).fit(SEVEN.X, SEVEN.y), QUERY)
    assert one.prediction == "class 2"


@pytest.mark.parametrize(("k", "share"), [(2, 0.4142136), (3, 0.5469182), (5, 0.5128126), (7, 0.4364313)])
def test_002_g01_votes_by_distance(k: int, share: float) -> None:
    model = fenlei.KNeighborsClassifier(k, weights="distance").fit(SEVEN.X, SEVEN.y)
    shares = worths(step_of(explain(model, QUERY), "knn_shares").formulas)
    assert shares["P(class 1 | x)"] == pytest.approx(share, abs=5e-8)


@pytest.mark.parametrize("k", [2, 4, 6])
@pytest.mark.parametrize(
    ("ties", "answer"), [("first", "class 1"), ("nearest", "class 2"), ("reject", "reject")]
)
def test_002_g01_an_even_k_ties(k: int, ties: Any, answer: str) -> None:
    working = explain(fenlei.KNeighborsClassifier(k, ties=ties).fit(SEVEN.X, SEVEN.y), QUERY)
    assert (working.steps[-1].key, working.prediction) == (f"knn_tie_{ties}", answer)
    assert len(working.steps[-1].formulas) == 2


def test_002_g01_the_nearest_mean() -> None:
    model = fenlei.NearestCentroid().fit(SEVEN.X, SEVEN.y)
    distances = worths(step_of(explain(model, QUERY), "centre_distances").formulas)
    assert_allclose(list(distances.values()), [2.1081851, 2.5], atol=5e-8)
    means = worths(step_of(explain_fit(model, SEVEN.X, SEVEN.y), "fit_means").formulas)
    assert_allclose(list(means.values()), [1 / 3, 0, -0.5, 0], atol=1e-15)


def test_002_g03_branch_and_bound_prunes_the_second_group() -> None:
    model = fenlei.KNeighborsClassifier(1, algorithm="branch_bound", groups=[[0, 1, 4], [2, 3, 5, 6]])
    step = step_of(explain(model.fit(SEVEN.X, SEVEN.y), QUERY), "knn_groups")
    assert len(step.frames) == 7
    first = worths(step.frames[1].formulas)
    assert_allclose(first["D₂ − r₂"], 3.1324910 - 1.6770510, atol=1e-6)
    measured = worths(step.frames[4].formulas)
    assert_allclose([measured[name] for name in ("d₁", "d₂", "d₅", "B")], [2, np.sqrt(2), 1, 1])
    assert "leaves out the groups 2" in step.frames[5].caption
    assert "3 of 7 rows are measured" in step.says


@pytest.mark.parametrize(
    ("x", "visited", "nearest"),
    [
        ((2.0, 4.5), [(7, 2), (5, 4), (4, 7), (2, 3)], 1.5),
        ((2.1, 3.1), [(7, 2), (5, 4), (2, 3)], 0.1414213562),
    ],
)
def test_004_b16_visits_of_the_kd_tree(x: Any, visited: list[Any], nearest: float) -> None:
    model = fenlei.KNeighborsClassifier(1).fit(BOOK, np.arange(6) % 2)
    step = step_of(explain(model, [x]), "knn_tree")
    points = [f"({a:g}, {b:g})" for a, b in visited]
    assert [any(point in frame.caption for point in points) for frame in step.frames] == [True] * len(visited)
    for frame, point in zip(step.frames, points, strict=True):
        assert point in frame.caption
    assert worths(step.frames[-1].formulas)["B"] == pytest.approx(nearest, abs=5e-11)


def test_004_b16_the_kd_tree_is_built_from_upper_medians() -> None:
    model = fenlei.KNeighborsClassifier(1).fit(BOOK, np.arange(6) % 2)
    step = step_of(explain_fit(model, BOOK, np.arange(6) % 2), "fit_kd_tree")
    order = [(7, 2), (5, 4), (2, 3), (4, 7), (9, 6), (8, 1)]
    assert [f"({a:g}, {b:g})" in frame.caption for frame, (a, b) in zip(step.frames, order, strict=True)] == [
        True
    ] * 6
    picture: Any = step.figure
    assert [item.parent for item in picture.items] == [-1, 0, 1, 1, 0, 4]
    assert picture.items[5].branch == "≤"


def test_004_b17_leave_one_out_on_the_melons() -> None:
    """Wrong rows of 17: k = 1 one, 3 three, 5 four."""
    melons = fenlei.load("watermelon")
    model = fenlei.KNeighborsClassifier(5).fit(melons.X, melons.y)
    step: Any = step_of(explain_fit(model, melons.X, melons.y), "fit_choice_of_k")
    right = {formula_text(each.sides[0]): each.sides[1] for each in step.formulas[:-1]}
    assert [right[name] for name in ("a₁", "a₃", "a₅")] == [
        CountRatio(16, 17),
        CountRatio(14, 17),
        CountRatio(13, 17),
    ]


def test_002_g04_pass_and_culprit_of_each_stored_row() -> None:
    """Start x1: x4 in the first pass, x2, x3, x5, x6 in the second."""
    model = fenlei.CondensedNearestNeighbour(sampling_strategy="all", first=0).fit(SEVEN.X, SEVEN.y)
    assert (model.store_ + 1).tolist() == [1, 4, 2, 3, 5, 6]
    assert model.store_pass_.tolist() == [0, 1, 2, 2, 2, 2]
    assert model.store_culprit_[0] == -1
    for t in range(1, 6):  # nearest of the store as it was, and of another class
        before = model.store_[:t]
        away = ((SEVEN.X[before] - SEVEN.X[model.store_[t]]) ** 2).sum(axis=1)
        assert model.store_culprit_[t] == before[np.argmin(away)]
        assert SEVEN.y[model.store_culprit_[t]] != SEVEN.y[model.store_[t]]


def test_002_g05_rows_removed_by_editing() -> None:
    """Leave-one-out 1-NN removes all but x7."""
    edited = fenlei.EditedNearestNeighbours(sampling_strategy="all", n_neighbors=1)
    with pytest.warns(UserWarning, match="would have lost all"):
        edited.fit(SEVEN.X, SEVEN.y)
    assert [(rows + 1).tolist() for rows in edited.removed_] == [[1, 2, 3, 4, 5, 6]]


@pytest.mark.parametrize("method", ["wilson", "repeated", "holdout", "multi"])
def test_removed_and_kept_rows_are_all_rows(method: str) -> None:
    melons = fenlei.load("iris")
    edited = fenlei.EditedNearestNeighbours(method=method, sampling_strategy="all", random_state=0)
    edited.fit(melons.X, melons.y)
    assert len(edited.removed_) == edited.n_iter_
    gone = np.concatenate([*edited.removed_, edited.reference_ if method == "holdout" else []])
    assert sorted([*gone, *edited.sample_indices_]) == list(range(150))


@pytest.mark.parametrize(
    "params", [{"metric": "manhattan"}, {"metric": "mahalanobis"}], ids=lambda p: p["metric"]
)
@pytest.mark.parametrize("priors", ["uniform", "empirical"])
def test_other_metrics_of_the_centroid(params: Any, priors: Any) -> None:
    for table in [*random_tables(8, "numbers"), *awkward_tables("numbers")]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = fenlei.NearestCentroid(priors=priors, **params).fit(table.X, table.y)
        fit = explain_fit(model, table.X, table.y)
        working = explain(model, table.X, 1)
        assert max(disagreement(chain) for each in (fit, working) for chain in each.chains()) < 1e-9
        own = model.class_distances(table.X[1:2])[0]
        shown = [value(chain) for chain in working.steps[0].formulas]
        assert_allclose(shown, own, rtol=1e-12)


def test_terms_add_up_to_the_distances() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3))
    for metric in ("euclidean", "seuclidean", "mahalanobis", "manhattan", "chebyshev", "correlation"):
        model = fenlei.KNeighborsClassifier(5, metric=metric).fit(X, np.arange(30) % 2)
        distance, row = model.kneighbors(X[:1] + 0.1)
        assert_allclose(model.distance_terms(X[0] + 0.1, row[0]).distance, distance[0], rtol=1e-12)
    with pytest.raises(fenlei.errors.UsageError, match="not sums of terms of single features"):
        fenlei.KNeighborsClassifier(5, metric="canberra").fit(X, np.arange(30) % 2).distance_terms(X[0], [1])


def test_other_rows_are_refused() -> None:
    y = SEVEN.y
    for model in (fenlei.KNeighborsClassifier(3), fenlei.NearestCentroid(), fenlei.NearestPrototype()):
        fitted = model.fit(SEVEN.X, y)
        with pytest.raises(DataError, match="not the rows that it was fitted to"):
            explain_fit(fitted, SEVEN.X[::-1] + 1.0, y)
