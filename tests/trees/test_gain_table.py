"""Tables of gains and losses list the splits that the tree makes; a path has the same gains."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from fenlei import explain, load, load_model, read_table, save_model, train
from fenlei.errors import UsageError
from fenlei.trees import (
    C45Classifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ID3Classifier,
    explain_path,
    gain_table,
    loss_table,
    prune,
)
from fenlei.trees.reading.candidates import sets_of_categories
from tests.oracles import split_tables


def nominal_frame(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    data = load(name)
    return data.table.arrow.to_pandas()[[c.name for c in data.table.schema.features]], data.y


def test_two_way_gini_of_the_loans_004_equation_106() -> None:
    frame, y = nominal_frame("loan")
    model = DecisionTreeClassifier().fit(frame, y)
    listed = {row.condition.text: row.worth.gini for row in gain_table(model, frame, y, every_threshold=True)}
    published = {"young": 0.44, "middle-aged": 0.48, "old": 0.44}
    assert_allclose([listed[f"age_group = {word}"] for word in published], list(published.values()))
    assert_allclose(listed["has_a_job = no"], 0.32)
    assert_allclose(listed["owns_a_house = no"], 4 / 15)
    words = {"excellent": 0.3636, "good": 0.4741, "fair": 0.32}
    assert_allclose([listed[f"credit = {word}"] for word in words], list(words.values()), atol=5e-5)
    best = gain_table(model, frame, y)
    assert_allclose([row.worth.gini for row in best], [0.44, 0.32, 4 / 15, 0.32])
    assert [row.chosen for row in best] == [False, False, True, False]
    assert_allclose([row.score for row in best], 0.48 - np.array([0.44, 0.32, 4 / 15, 0.32]))


def test_losses_of_the_first_cuts_004_equation_105() -> None:
    series = load("cart_series_1")
    tree = DecisionTreeRegressor(max_depth=1).fit(series.X, series.y)
    rows = gain_table(tree, series.X, series.y, every_threshold=True)
    expected = [22.648, 17.702, 12.193, 7.379, 3.359, 5.074, 10.0524666667, 15.1778, 21.328]
    assert_allclose([row.loss for row in rows], expected, atol=5e-4)
    assert [row.threshold for row in rows if row.chosen] == [5.5]
    assert_allclose(rows[4].values, (5.06, 8.176))
    assert gain_table(tree, series.X, series.y) == [rows[4]]


def test_C45_chooses_by_the_corrected_gain_000_equations_3_47_to_3_49() -> None:
    """Weight has the larger gain ratio; of six thresholds, the price log2(6) / 10 makes colour the winner."""
    apples = load("apples")
    model = C45Classifier(categorical_features=[0, 1, 2]).fit(apples.X, apples.y)
    colour, *_, weight = gain_table(model, apples.X, apples.y)
    assert_allclose([colour.worth.gain_ratio, weight.worth.gain_ratio], [0.411, 0.632], atol=5e-4)
    assert_allclose(weight.corrected_gain, 0.556780 - np.log2(6) / 10, atol=5e-7)
    assert colour.score > weight.score > -np.inf
    assert (colour.chosen, weight.chosen) == (True, False)


@pytest.fixture
def holes() -> tuple[pd.DataFrame, np.ndarray]:
    """Apples of 002, section 5.3.7, with two colours missing."""
    frame, y = nominal_frame("apples_train")
    frame = frame[["colour"]].copy()
    frame.loc[[2, 8], "colour"] = None
    return frame, y


def test_gain_where_values_are_missing_002_equation_5_60(holes: Any, tmp_path: Any) -> None:
    frame, y = holes
    model = ID3Classifier().fit(frame, y)
    assert_allclose(gain_table(model, frame, y)[0].worth.gain, 0.524511, atol=5e-7)
    step = explain_path(model, frame[:1])[0]
    assert_allclose(step.worth, gain_table(model, frame, y)[0].worth)
    table = read_table(frame.assign(good_fruit=y), target="good_fruit")
    trained = train(table, "id3")
    save_model(trained, tmp_path / "apples.fenlei")
    for known in (trained, load_model(tmp_path / "apples.fenlei")):
        grid = explain(known, table, 0).grids[0]
        assert_allclose(grid.rows[0][grid.headings.index("gain")], 0.524511, atol=5e-7)


def test_a_row_in_parts_shows_all_branches_002_section_5_3_7(holes: Any) -> None:
    frame, y = holes
    model = ID3Classifier().fit(frame, y)
    steps = explain_path(model, frame[2:3])
    shares = {step.branch.removeprefix("colour = "): step.share for step in steps[1:]}
    assert shares == {"light red": 0.25, "light green": 0.375, "dark red": 0.375}
    assert steps[0].condition == "colour is missing: every branch"
    assert explain_path(model, frame[2:3], lang="zh")[0].condition == "colour 缺失：走所有分支"


@pytest.mark.parametrize("missing", ["fraction", "majority"])
def test_an_explanation_never_contradicts_its_decision(missing: Any) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, (12, 2)).astype(float), rng.integers(0, 2, 12)
    model = ID3Classifier(missing=missing).fit(X, y)
    for row in ([np.nan, np.nan], [np.nan, 1.0], [2.0, np.nan], [9.0, 0.0]):
        steps = explain_path(model, [row])
        leaves = [step for step in steps if not step.condition]
        proba = sum(step.share * model.tree_.value[step.node, 0] for step in leaves)
        assert_allclose(proba, model.predict_proba([row])[0])
        assert_allclose(sum(step.share for step in leaves), 1.0)
        shown = explain(model, np.array([row]))
        assert shown.prediction == str(model.predict([row])[0])
    if missing == "majority":
        assert model.predict([[np.nan, np.nan]])[0] == 0  # by the heaviest branch at each node
        assert len(explain_path(model, [[np.nan, np.nan]])) == 3


def mixed_rows(seed: int, holes: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, 4, 60), rng.integers(0, 3, 60), rng.normal(size=60).round(1)])
    y = ((X[:, 0] > 1) ^ (X[:, 2] > 0.2)).astype(int) + (rng.random(60) < 0.15)
    X[rng.random(X.shape) < holes] = np.nan
    return X, y


TREES: list[Any] = [
    C45Classifier(categorical_features=[0, 1], pruning=False, collapse=False),
    C45Classifier(categorical_features=[0, 1], pruning=False, collapse=False, mdl_correction=False),
    C45Classifier(categorical_features=[0, 1], thresholds="midpoint", average_gain=False, min_cases=1),
    DecisionTreeClassifier(categorical_features=[0, 1], min_samples_leaf=2),
    DecisionTreeClassifier(categorical_features=[0, 1], criterion="entropy"),
    DecisionTreeClassifier(categorical_features=[0, 1], nominal_split="multiway"),
]


@pytest.mark.parametrize("holes", [0.0, 0.15])
@pytest.mark.parametrize("number", range(len(TREES)))
def test_the_chosen_split_has_the_largest_score_at_every_node(number: int, holes: float) -> None:
    X, y = mixed_rows(number, holes)
    model = TREES[number].set_params(n_jobs=1).fit(X, y)
    tree = model.tree_
    raised = isinstance(model, C45Classifier) and model.pruning
    for node in [] if raised else np.flatnonzero(tree.feature >= 0).tolist():
        table = gain_table(model, X, y, node=node, every_threshold=True)
        chosen = [row for row in table if row.chosen]
        assert chosen, node
        assert {row.feature for row in chosen} == {tree.feature[node]}
        assert max(row.score for row in chosen) >= max(row.score for row in table) - 1e-9
    for row in X[:20]:  # the path has the gains of the table
        for step in explain_path(model, row[None]):
            if step.worth is not None and not raised:
                best = next(r for r in gain_table(model, X, y, node=step.node) if r.chosen)
                assert_allclose(step.worth.gain, best.worth.gain, atol=1e-9)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
def test_the_chosen_cut_has_the_least_loss_at_every_node(criterion: Any) -> None:
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.normal(size=40).round(1), rng.integers(0, 4, 40)])
    nominal = None if criterion == "absolute_error" else [1]
    y, w = np.exp(X[:, 0]) + X[:, 1], rng.integers(1, 3, 40).astype(float)
    X[:5, 0] = np.nan if nominal else X[:5, 0]
    model = DecisionTreeRegressor(
        criterion=criterion, max_depth=3, min_samples_leaf=2, categorical_features=nominal
    ).fit(X, y, w)
    for node in np.flatnonzero(model.tree_.feature >= 0).tolist():
        table = loss_table(model, X, y, node=node, sample_weight=w)
        allowed = [row for row in table if row.allowed]
        least = min(row.loss for row in allowed)
        assert_allclose(min(row.loss for row in allowed if row.chosen), least, rtol=1e-9)
        below = model.tree_.children[node]
        after = model.tree_.weighted_n_node_samples[below] @ model.tree_.impurity[below]
        assert_allclose(least, after, rtol=1e-9, atol=1e-9)


def test_pruned_trees_keep_the_gains_over_known_rows() -> None:
    X, y = mixed_rows(3, 0.2)
    full = C45Classifier(categorical_features=[0, 1], pruning=False, collapse=False).fit(X, y)
    for method in ("error_based", "cost_complexity"):
        small = prune(full, method, X, y, alpha=0.02 if method == "cost_complexity" else None)
        for node in np.flatnonzero(small.tree_.feature >= 0).tolist():
            known = [row for row in gain_table(small, X, y, node=node) if row.chosen]
            paths = [s for row in X for s in explain_path(small, row[None]) if s.node == node]
            assert_allclose(paths[0].worth.gain, known[0].worth.gain, atol=1e-9)


def test_all_sets_of_few_categories_and_ordered_cuts_of_many() -> None:
    few = sets_of_categories(np.arange(4.0), np.eye(2)[[0, 1, 0, 1]], 4)
    assert len(few.first) == 7
    many = sets_of_categories(np.arange(12.0), np.eye(2)[np.arange(12) % 2], 12)
    assert len(many.first) == 21  # 11 cuts in each class's order, one of them in both


@pytest.mark.parametrize("node", [-1, 99, 1.5])
def test_a_node_that_is_not_there(node: Any) -> None:
    model = DecisionTreeRegressor(max_depth=1).fit([[0], [1]], [0.0, 1.0])
    with pytest.raises(UsageError, match="node="):
        loss_table(model, [[0], [1]], [0.0, 1.0], node=node)
    classes = DecisionTreeClassifier().fit([[0], [1]], [0, 1])
    with pytest.raises(UsageError, match="node="):
        gain_table(classes, [[0], [1]], [0, 1], node=node)


@pytest.mark.parametrize("holes", [0.0, 0.15])
@pytest.mark.parametrize("number", range(len(TREES)))
def test_one_sort_gives_the_gains_of_every_split_by_itself(number: int, holes: float) -> None:
    X, y = mixed_rows(number + 10, holes)
    model = TREES[number].set_params(n_jobs=1).fit(X, y)
    codes, multiway = np.searchsorted(model.classes_, y), number not in (3, 4)
    S = np.eye(len(model.classes_))[codes]
    table = gain_table(model, X, y, every_threshold=True)
    for j in range(3):
        x, size = X[:, j], int(model.model_.sizes[j])
        weight = float(len(x)) if np.isnan(x).any() and multiway else None
        if size and multiway:
            cuts = [tuple(x == code for code in range(size))]
        else:
            cuts = split_tables.sides_of(x, size, sides=not multiway)
        expected = [split_tables.worth([S[side].sum(axis=0) for side in sides], weight) for sides in cuts]
        assert_allclose([row.worth for row in table if row.feature == j], expected, atol=1e-12)
    short = gain_table(model, X, y)
    for row in short:
        same = [other for other in table if other.feature == row.feature and other.score > -np.inf]
        assert same == ([row] if row.score > -np.inf else [])


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
@pytest.mark.parametrize("holes", [0.0, 0.2])
def test_one_sort_gives_the_losses_of_every_cut_by_itself(criterion: Any, holes: float) -> None:
    rng = np.random.default_rng(4)
    X = np.column_stack([rng.normal(size=50).round(1), rng.integers(0, 4, 50)])
    X[rng.random(X.shape) < holes] = np.nan
    nominal = None if criterion == "absolute_error" else [1]
    y, w = rng.poisson(3.0, 50) + rng.random(50).round(1), rng.integers(1, 4, 50).astype(float)
    model = DecisionTreeRegressor(criterion=criterion, max_depth=2, categorical_features=nominal).fit(X, y, w)
    table = loss_table(model, X, y, sample_weight=w)
    for j in range(2):
        cuts = split_tables.sides_of(X[:, j], int(model.model_.sizes[j]), sides=True)
        found = [[split_tables.loss(y[side], w[side], criterion) for side in sides] for sides in cuts]
        listed = [row for row in table if row.feature == j]
        assert_allclose([row.loss for row in listed], [a[0] + b[0] for a, b in found], rtol=1e-10)
        assert_allclose([row.values for row in listed], [(a[1], b[1]) for a, b in found], rtol=1e-10)


def test_the_price_of_a_threshold_and_the_average_gain_are_in_the_table() -> None:
    apples = load("apples")
    model = C45Classifier(categorical_features=[0, 1, 2]).fit(apples.X, apples.y)
    table = gain_table(model, apples.X, apples.y)
    assert_allclose([row.penalty for row in table], [0, 0, 0, np.log2(6) / 10])
    mean = np.mean([row.corrected_gain for row in table if row.corrected_gain > 0])
    assert_allclose([row.floor for row in table], mean - 1e-3)
