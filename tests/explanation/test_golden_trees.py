"""The numbers of the documents in the workings of trees and ensembles, as facts; each test names its case."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.explanation import Working, explain, explain_fit
from fenlei.explanation.formula import Chain, value
from fenlei.explanation.formula.nodes import CountRatio
from fenlei.explanation.printing.formula_text import formula_text


def step_of(working: Working, key: str) -> Any:
    return next(step for step in working.steps if step.key == key)


def named(formulas: Any) -> dict[str, Any]:
    """The last number of each chain by its left side."""
    return {formula_text(chain.sides[0]): value(chain) for chain in formulas if isinstance(chain, Chain)}


def column(grid: Any, heading: str) -> dict[Any, Any]:
    at = grid.headings.index(heading)
    return {row[0]: row[at] for row in grid.rows}


# --- source 002


def test_002_g08_g09_g10_g11_g12_the_root_of_the_applicants() -> None:
    jobs = fenlei.load("hiring")
    frame = jobs.frame[["sex", "degree", "fresh_graduate"]]
    model = fenlei.ID3Classifier().fit(frame, jobs.y)
    working = explain_fit(model, frame, jobs.y)
    assert named(step_of(working, "fit_node").formulas)["H_D"] == 1.0  # G08
    grid = step_of(working, "fit_gain").grids[0]
    assert_allclose(
        [column(grid, "gain")[name] for name in frame.columns], [0.081704, 0.459148, 0.459148], atol=5e-7
    )
    assert_allclose(column(grid, "gain ratio")["fresh_graduate"], 0.5)  # G10
    assert_allclose(column(grid, "split information")["fresh_graduate"], 0.918296, atol=5e-7)
    assert_allclose(column(grid, "Gini after")["degree"], 0.25)  # G11
    assert_allclose(column(grid, "conditional entropy")["degree"], 0.540852, atol=5e-7)  # G12


def test_002_g12_c45_compares_what_is_above_the_average_gain() -> None:
    """Mean gain 0.330005; age, degree and fresh graduate are above it; the tie at 0.5 goes to age."""
    jobs = fenlei.load("hiring")
    model = fenlei.C45Classifier.plain(average_gain=True).fit(jobs.frame[FEATURES], jobs.y)
    step = step_of(explain_fit(model, jobs.frame[FEATURES], jobs.y), "fit_ratio")
    gains = column(step.grids[0], "corrected gain")
    assert_allclose(np.mean(list(gains.values())), 0.330005, atol=5e-7)
    assert_allclose(named(step.formulas)["ḡ"], 0.330005 - 0.001, atol=5e-7)
    compared = column(step.grids[0], "ratio compared")
    assert compared["sex"] == compared["monthly_salary"] == "below the average"
    assert_allclose([compared["age"], compared["fresh_graduate"]], 0.5)
    query = jobs.frame[FEATURES][:1].assign(age=22, monthly_salary=13000)  # G07: he is hired
    assert explain(model, query).prediction == "yes"


def test_002_g13_c45_takes_hardness_and_pruning_is_shown() -> None:
    apples = fenlei.load("apples_train")
    frame = apples.frame[["colour", "skin", "hardness", "size"]]
    model = fenlei.C45Classifier.plain().fit(frame, apples.y)
    working = explain_fit(model, frame, apples.y)
    grid = step_of(working, "fit_gain").grids[0]
    assert [row[0] for row in grid.rows if row[-1]] == ["hardness"]
    assert_allclose(column(grid, "gain ratio")["hardness"], 0.628236, atol=5e-7)
    full, valid = fenlei.ID3Classifier().fit(apples.X, apples.y), fenlei.load("apples_validation")
    small = fenlei.trees.prune(full, "reduced_error", valid.X, valid.y)
    step = step_of(explain_fit(small, apples.X, apples.y), "fit_decisions")
    dark_red, root = step.grids[0].rows
    assert [round(x * 100 / 7, 2) for x in dark_red[1:3]] in ([85.71, 85.71], [42.86, 42.86])
    assert (dark_red[-1], root[-1]) == ("becomes a leaf", "stays")
    leaves = step_of(explain_fit(full, apples.X, apples.y), "fit_tree").grids[0]
    assert {row[-1][:6] for row in leaves.rows} == {"rule 1"}
    cut = step_of(explain_fit(small, apples.X, apples.y), "fit_tree").grids[0]
    assert "pruned" in str(cut.rows)


def test_002_g15_gain_and_parts_of_rows_with_missing_values() -> None:
    """p = 0.8, gain 0.524511; rows 3 and 9 enter with 0.25, 0.375 and 0.375."""
    apples = fenlei.load("apples_train")
    frame = apples.frame[["colour"]].astype(object)
    frame.loc[[2, 8], "colour"] = None
    model = fenlei.ID3Classifier().fit(frame, apples.y)
    gain = step_of(explain_fit(model, frame, apples.y), "fit_gain").formulas[0]
    assert value(gain) == pytest.approx(0.524511, abs=5e-7)
    assert CountRatio(8, 10) in gain.sides[-2].factors
    parts = []
    for node in (1, 2, 3):
        grid = step_of(explain_fit(model, frame, apples.y, node=node), "fit_node").grids[0]
        assert [row[0] for row in grid.rows] == [3, 9]
        parts.append(grid.rows[0][1])
    assert sorted(parts) == [0.25, 0.375, 0.375]


# --- source 004


def test_004_b18_the_root_of_the_loans() -> None:
    loan = fenlei.load("loan")
    working = explain_fit(fenlei.train(loan, "id3"), loan)
    assert named(step_of(working, "fit_node").formulas)["H_D"] == pytest.approx(0.9709505945, abs=5e-11)
    grid = step_of(working, "fit_gain").grids[0]
    names = ["age_group", "has_a_job", "owns_a_house", "credit"]
    gains = [0.0830074999, 0.3236501982, 0.4199730940, 0.3629895625]
    assert_allclose([column(grid, "gain")[name] for name in names], gains, atol=5e-11)
    ratios = [0.0523719014, 0.3524465495, 0.4325380678, 0.2318538813]
    assert_allclose([column(grid, "gain ratio")[name] for name in names], ratios, atol=5e-11)
    assert len(step_of(working, "fit_tree").grids[0].rows) == 3


@pytest.mark.parametrize(
    ("name", "published", "means"),
    [
        (
            "cart_series_1",
            "22.648 17.7022375 12.1934857143 7.3787 3.35872 5.0739583333 10.0524666667 15.1778 21.328",
            [5.06, 8.176],
        ),
        (
            "cart_series_2",
            "15.7230888889 12.0833875 8.3656380952 5.775475 3.91132 1.9300083333 8.0098095238 "
            "11.7354 15.7386",
            [6.2366666667, 8.9125],
        ),
    ],
)
def test_004_b19_losses_of_the_cuts(name: str, published: str, means: list[float]) -> None:
    losses = [float(word) for word in published.split()]
    series = fenlei.load(name)
    model = fenlei.DecisionTreeRegressor(max_depth=2).fit(series.X, series.y)
    working = explain_fit(model, series.X, series.y)
    step = step_of(working, "fit_cuts")
    assert_allclose([row[-2] for row in step.grids[0].rows], losses, atol=5e-10)
    assert_allclose(step.figure.y[0], losses, atol=5e-10)
    assert value(step.formulas[0]) == pytest.approx(min(losses), abs=5e-10)
    sides = list(named(step_of(working, "fit_sides").formulas).values())
    assert_allclose(sides[::2], means, atol=5e-11)
    assert_allclose(named(step_of(working, "fit_saved").formulas)["m(s)"], min(losses), atol=5e-10)
    row = 0 if name == "cart_series_1" else 9
    prediction = explain(model, series.X, row)
    assert value(prediction.steps[-1].formulas[0]) == model.predict(series.X)[row]


def test_004_b20_cost_complexity_of_the_melons() -> None:
    melons = fenlei.load("watermelon")
    working = explain_fit(fenlei.DecisionTreeClassifier().fit(melons.X, melons.y), melons.X, melons.y)
    gini = named(step_of(working, "fit_node_gini").formulas)["G_D"]
    assert gini == pytest.approx(0.4982698962, abs=5e-11)
    step = step_of(working, "fit_complexity")
    alphas = [0, 0.0514705882, 0.1830065359, 0.2123221838]
    assert_allclose([row[1] for row in step.grids[0].rows], alphas, atol=5e-11)
    assert [row[3] for row in step.grids[0].rows] == [5, 3, 2, 1]
    totals = [0, 0.1029411765, 0.2859477124, 0.4982698962]
    assert_allclose([row[-1] for row in step.grids[0].rows], totals, atol=5e-11)
    cut = fenlei.DecisionTreeClassifier(ccp_alpha=0.1).fit(melons.X, melons.y)
    step = step_of(explain_fit(cut, melons.X, melons.y), "fit_complexity_cut")
    assert_allclose([row[1] for row in step.grids[0].rows], alphas, atol=5e-11)


def test_002_g17_004_b25_the_rounds_of_adaboost() -> None:
    line = fenlei.load("adaboost_series")
    model = fenlei.AdaBoostClassifier(n_estimators=3, alpha="half_ln").fit(line.X, line.y)
    working = explain_fit(model, line.X, line.y)
    frames = step_of(working, "fit_rounds").frames
    numbers = {name: x for frame in frames for name, x in named(frame.formulas).items()}
    assert_allclose([numbers["e" + t] for t in "₁₂₃"], [0.3, 3 / 14, 2 / 11], rtol=1e-12)
    alphas = [0.4236489302, 0.6496414921, 0.7520386984]
    assert_allclose([numbers["α" + t] for t in "₁₂₃"], alphas, atol=5e-11)
    Z = [0.9165151390, 0.8206518066, 0.7713892158]
    assert_allclose([numbers["Z" + t] for t in "₁₂₃"], Z, atol=5e-11)
    after = [[row[-1] for row in frame.grid.rows] for frame in frames]
    assert_allclose(after[0], [1 / 14] * 6 + [1 / 6] * 3 + [1 / 14])
    assert_allclose(after[1], [1 / 22] * 3 + [1 / 6] * 3 + [7 / 66] * 3 + [1 / 22])
    bounds = named(step_of(working, "fit_bound").formulas)
    assert_allclose([bounds["B"], bounds["B'"]], [0.5801925341, 0.6403472671], atol=5e-11)
    assert value(step_of(working, "fit_vote_error").formulas[0]) == 0.0


def test_004_b25_the_stumps_that_lost_and_the_vote() -> None:
    """2.5 and 8.5 both have the error 0.3 in the first round; f by row."""
    line = fenlei.load("adaboost_series")
    model = fenlei.AdaBoostClassifier(n_estimators=3, alpha="half_ln").fit(line.X, line.y)
    grid = step_of(explain_fit(model, line.X, line.y), "fit_stumps").grids[0]
    errors = {row[1]: row[3] for row in grid.rows}
    assert len(errors) == 9
    assert_allclose([errors["<= 2.5"], errors["<= 5.5"], errors["<= 8.5"]], [0.3, 0.4, 0.3])
    assert [row[1] for row in grid.rows if row[-1]] == ["<= 2.5"]
    for row, f in ((0, 0.3212517239), (3, -0.5260461365), (6, 0.9780312603), (9, -0.3212517239)):
        votes = named(step_of(explain(model, line.X, row), "boosted_votes").formulas)
        assert votes["f"] == pytest.approx(f, abs=5e-11)


@pytest.mark.parametrize(("n", "share"), [(5, 0.32768), (6, 0.334898), (10, 0.348678), (50, 0.364170)])
def test_002_g16_the_share_left_out(n: int, share: float) -> None:
    X, y = np.arange(float(n))[:, None], np.arange(n) % 2
    forest = fenlei.RandomForestClassifier(3, random_state=0).fit(X, y)
    step = step_of(explain_fit(forest, X, y), "fit_draws")
    found = named(step.formulas)
    assert found["q"] == pytest.approx(share, abs=5e-7)
    for t, rows in enumerate(forest.estimators_samples_):
        assert found["q" + "₁₂₃"[t]] == (n - len(np.unique(rows))) / n
        times = [line[t + 1] for line in step.grids[0].rows]
        assert times == np.bincount(rows, minlength=n)[: len(times)].tolist()


def test_004_b24_identical_errors_gain_nothing_by_averaging() -> None:
    """E_COM / E_AV is 1 where all members are the same; the disagreement is 0."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = X[:, 0] + rng.normal(size=40)
    same = fenlei.RandomForestRegressor(10, bootstrap=False, max_depth=2, random_state=0).fit(X, y)
    found = named(step_of(explain_fit(same, X, y), "fit_averaging").formulas)
    assert found["A"] == pytest.approx(0, abs=1e-15)
    assert found["E_COM"] / found["E_AV"] == pytest.approx(1, abs=1e-12)
    drawn = fenlei.RandomForestRegressor(10, max_depth=2, random_state=0).fit(X, y)
    found = named(step_of(explain_fit(drawn, X, y), "fit_averaging").formulas)
    assert found["E_COM"] == pytest.approx(np.mean((y - drawn.predict(X)) ** 2), abs=1e-14)
    assert found["E_COM"] < found["E_AV"]


def test_the_forest_is_asked_at_once() -> None:
    """Explaining a row makes no tree of the record."""
    iris = fenlei.load("iris")
    forest = fenlei.RandomForestClassifier(random_state=0, oob_score=True).fit(iris.X, iris.y)
    type(forest).estimators_, kept = property(lambda self: pytest.fail("trees")), type(forest).estimators_
    try:
        working = explain(forest, iris.X, 70)
        fit = explain_fit(forest, iris.X, iris.y)
    finally:
        type(forest).estimators_ = kept
    assert value(working.steps[-1].formulas[0]) == forest.predict_proba(iris.X[70:71]).max()
    error = named(step_of(fit, "fit_oob").formulas)["E"]
    assert error == pytest.approx(1 - forest.oob_score_, abs=1e-12)
    importances = named(step_of(fit, "fit_importances").formulas)
    assert_allclose(sorted(importances.values()), sorted(forest.feature_importances_))


@pytest.mark.parametrize("name", ["random_forest", "bagging"])
def test_draws_of_a_saved_ensemble_are_made_again(name: str, tmp_path: Any) -> None:
    """A model file does not contain the draws; with a seed they are made again, else they are unknown."""
    iris = fenlei.load("iris")
    for seed, keys in ((3, {"fit_draws", "fit_oob", "fit_strength"}), (None, {"fit_draws_unknown"})):
        model = fenlei.train(iris, name, params={"n_estimators": 10, "random_state": seed})
        fenlei.save_model(model, tmp_path / "model.fenlei")
        loaded = fenlei.load_model(tmp_path / "model.fenlei")
        working = explain_fit(loaded, iris)
        found = {step.key for step in working.steps}
        assert keys <= found
        assert ("fit_oob" in found) == (seed is not None)
        if seed is not None:
            whole = explain_fit(model, iris)
            assert [str(step) for step in working.steps] == [str(step) for step in whole.steps]


FEATURES = ["sex", "age", "degree", "monthly_salary", "fresh_graduate"]
