"""Workings of classifiers that are made of others, and of least squares on classes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import fenlei
from fenlei.errors import DataError
from fenlei.explanation import explain, explain_fit, texts
from fenlei.explanation.formula import value
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.registry import REGISTRY
from tests.explanation.test_golden_neighbors import step_of, worths

IRIS = fenlei.load("iris")
CLASS_1, CLASS_2 = [1, 4, 10, 20, 10, 4, 1, 0], [0, 1, 2, 6, 9, 12, 6, 4]  # 004, B4: counts of x = 0 … 7


def histogram() -> tuple[Any, Any]:
    x = np.concatenate([np.repeat(np.arange(8), CLASS_1), np.repeat(np.arange(8), CLASS_2)])
    return x[:, None].astype(float), np.repeat([1, 2], [50, 40])


@pytest.mark.parametrize(
    ("costs", "threshold", "decisions"),
    [
        ([[0, 1], [2, 0]], 0.4, [1, 1, 1, 1, 1, 2, 2, 2]),
        ([[0, 3], [1, 0]], 2.4, [1, 1, 1, 1, 2, 2, 2, 2]),
    ],
)
def test_004_b4_risks_and_threshold(costs: Any, threshold: float, decisions: list[int]) -> None:
    X, y = histogram()
    inner = fenlei.BayesClassifier(categorical_features=[0], alpha=0)
    model = fenlei.MinimumRiskClassifier(inner, costs).fit(X, y)
    fit = worths(step_of(explain_fit(model, X, y), "fit_costs").formulas)
    assert fit["θ"] == pytest.approx(threshold, abs=1e-12)
    assert_allclose([fit["P(1)"], fit["P(2)"]], [5 / 9, 4 / 9])
    posterior = [1, 0.8, 0.8333333, 0.7692308, 0.5263158, 0.25, 0.1428571, 0]
    for x, (p, decision) in enumerate(zip(posterior, decisions, strict=True)):
        working = explain(model, [[float(x)]])
        risk = worths(step_of(working, "risks").formulas)
        expected = np.array(costs) @ [p, 1 - p]
        assert_allclose([risk["R(1 | x)"], risk["R(2 | x)"]], expected, atol=5e-7)
        assert working.prediction == str(decision)


def test_other_priors_are_worked_out() -> None:
    X, y = histogram()
    inner = fenlei.BayesClassifier(categorical_features=[0], alpha=0)
    model = fenlei.MinimumRiskClassifier(inner, priors=[0.5, 0.5]).fit(X, y)
    chains: Any = step_of(explain(model, [[4.0]]), "shifted_posterior").formulas
    ratio = value(chains[0]) / value(chains[1])  # equal priors leave the likelihood ratio of B4
    assert ratio == pytest.approx(0.888889, abs=5e-7)
    assert len(chains[0].sides) == 3


def test_pairs_votes_and_scores_are_the_models_own() -> None:
    model = fenlei.OneVsOneClassifier().fit(IRIS.X, IRIS.y)
    for row in (3, 70, 133):
        working = explain(model, IRIS.X, row)
        votes = list(worths(step_of(working, "pair_votes").formulas).values())
        assert_allclose(votes, model.votes(IRIS.X[row : row + 1])[0])
        scores: Any = [value(each) for each in step_of(working, "confidences").formulas[1::2]]
        assert_allclose(scores, model.decision_function(IRIS.X[row : row + 1])[0])
        coupled = worths(step_of(working, "coupling").formulas)
        P = [coupled[f"P({label} | x)"] for label in model.classes_]
        assert_allclose(P, model.predict_proba(IRIS.X[row : row + 1])[0])
    fit = explain_fit(model, IRIS.X, IRIS.y)
    assert worths(step_of(fit, "fit_pairs").formulas)["M"] == 3
    assert any(step.title.startswith("setosa | versicolor: ") for step in fit.steps)


def test_parts_of_other_libraries_are_summed_up() -> None:
    for model in (
        fenlei.OneVsOneClassifier(KNeighborsClassifier(3)),
        fenlei.OneVsRestClassifier(KNeighborsClassifier(3)),
        fenlei.VotingClassifier(
            [("knn", KNeighborsClassifier(3)), ("lda", fenlei.LinearDiscriminantAnalysis())]
        ),
        fenlei.MinimumRiskClassifier(make_pipeline(StandardScaler(), KNeighborsClassifier(3))),
    ):
        fitted = model.fit(IRIS.X, IRIS.y)
        working = explain(fitted, IRIS.X, 70)
        assert working.prediction == str(fitted.predict(IRIS.X[70:71])[0])
        assert explain_fit(fitted, IRIS.X, IRIS.y).steps


def test_a_row_near_the_boundary_is_rejected() -> None:
    X, y = [[-2.0], [-1.0], [1.0], [2.0]], ["left", "left", "right", "right"]
    model = fenlei.RejectNearBoundary(margin=0.2).fit(X, y)
    near, far = explain(model, [[0.01]]), explain(model, [[2.0]])
    assert (near.steps[-1].key, near.prediction) == ("rejected", "reject")
    assert (far.steps[-1].key, far.prediction) == ("not_rejected", "right")
    assert step_of(explain_fit(model, X, y), "fit_rejection").says.startswith("0 of 4 training rows")


def test_the_weights_of_a_vote() -> None:
    model = fenlei.VotingClassifier(weights=[1, 2, 1]).fit(IRIS.X, IRIS.y)
    working = explain(model, IRIS.X, 77)
    assert_allclose(
        list(worths(step_of(working, "member_votes").formulas).values()), model.votes(IRIS.X[77:78])[0]
    )
    names = ("logistic_regression", "decision_tree", "gaussian_nb")
    for found in (working, explain_fit(model, IRIS.X, IRIS.y)):
        assert all(any(step.title.startswith(f"{name}: ") for step in found.steps) for name in names)


def test_001_least_squares_has_fishers_direction() -> None:
    """001, section 5.2.1: of two classes w is a multiple of S_w⁻¹ (μ_1 - μ_0)."""
    melons = fenlei.load("watermelon")
    model = fenlei.LeastSquaresClassifier().fit(melons.X, melons.y)
    w = np.ravel(
        worths(step_of(explain_fit(model, melons.X, melons.y), "fit_coded_equations").formulas)["w_good"]
    )
    assert_allclose(w / w[1], [0.14650982 / 0.73871557, 1], rtol=1e-7)  # 003, G7


def test_other_rows_are_refused() -> None:
    for model in (
        fenlei.OneVsOneClassifier(),
        fenlei.OneVsRestClassifier(),
        fenlei.VotingClassifier(),
        fenlei.MinimumRiskClassifier(),
        fenlei.RejectNearBoundary(),
        fenlei.LeastSquaresClassifier(),
    ):
        fitted = model.fit(IRIS.X, IRIS.y)
        with pytest.raises(DataError, match="not the rows that it was fitted to"):
            explain_fit(fitted, IRIS.X * 1.5 + 1.0, IRIS.y)


def test_no_text_replaces_another() -> None:
    count = sum(len(part.TEXTS) for part in texts._PARTS)
    assert count == len(texts.TEXTS)
    files = {path.stem for path in Path(texts.__file__).parent.glob("*.py")} - {"__init__"}
    assert files == {part.__name__.rpartition(".")[2] for part in texts._PARTS}


def test_formulas_of_pairs_are_readable() -> None:
    model = fenlei.OneVsRestClassifier().fit(IRIS.X, IRIS.y)
    step = step_of(explain(model, IRIS.X, 0), "rest_decisions")
    assert formula_text(step.formulas[0]).startswith("f_setosa = b + Σⱼ wⱼ · xⱼ = ")


@pytest.mark.parametrize(
    "name", ["k_neighbors", "nearest_prototype", "svc", "linear_svc", "one_vs_one", "voting"]
)
def test_pages_stay_small(name: str) -> None:
    """200 kB is the most that a page may have."""
    model = REGISTRY[name].load()().fit(IRIS.X, IRIS.y)
    for working in (explain_fit(model, IRIS.X, IRIS.y), explain(model, IRIS.X, 7)):
        assert len(working.to_html().encode()) <= 200_000
