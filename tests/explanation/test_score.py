"""Workings of scores: recomputed, compared with scikit-learn; golden numbers of the sources."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from fenlei import AdaBoostClassifier, LogisticRegression, explain_fit, explain_score, load
from fenlei.errors import DataError, UsageError
from fenlei.explanation import Working
from fenlei.explanation.formula import Chain, CountRatio, disagreement, value

rng = np.random.default_rng(0)


def last(working: Working, key: str, index: int = -1) -> float:
    """The result of a chain of a step."""
    step = next(step for step in working.steps if step.key == key)
    found = [formula for formula in step.formulas if isinstance(formula, Chain)][index]
    return float(value(found.sides[-1]))  # type: ignore[arg-type]


def check(working: Working) -> None:
    assert max(map(disagreement, working.chains())) < 1e-9
    assert Working.from_dict(json.loads(json.dumps(working.to_dict(), allow_nan=False))) == working
    for printed in (str(working), working.to_latex(), working.to_html()):
        assert "{" not in working.conclusion
        assert printed


def test_watermelon_by_newton_has_the_numbers_of_the_source() -> None:
    """003 G3: [[5, 3], [2, 7]], 5/7, 5/8, 12/17; its log loss and area (58 of 72 pairs)."""
    melons = load("watermelon")
    model = LogisticRegression(solver="newton", C=np.inf, tol=1e-10).fit(melons.X, melons.y)
    working = explain_score(melons.y, model.predict_proba(melons.X))
    check(working)
    assert [row[1:] for row in working.grids[0].rows] == [(7, 2), (3, 5)]
    sides = [side for chain in working.chains() for side in chain.sides if isinstance(side, CountRatio)]
    assert sides[:3] == [CountRatio(12.0, 17.0), CountRatio(5.0, 7.0), CountRatio(5.0, 8.0)]
    assert last(working, "precision_recall") == pytest.approx(2 / 3, abs=1e-15)
    assert last(working, "log_loss") == pytest.approx(0.510803563778, abs=1e-9)
    assert last(working, "roc") == pytest.approx(58 / 72, abs=1e-15)
    assert last(working, "pairs") == pytest.approx(58 / 72, abs=1e-15)
    sweep = next(step for step in working.steps if step.key == "sweep")
    assert len(sweep.frames) == 17


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_labels_of_any_kind_agree_with_scikit_learn(seed: int) -> None:
    draw = np.random.default_rng(seed)
    n, K = int(draw.integers(1, 40)), int(draw.integers(1, 13))
    names = np.array([f"class {k}" for k in range(K)])
    y, predicted = names[draw.integers(0, K, n)], names[draw.integers(0, K, n)]
    working = explain_score(y, predicted)
    check(working)
    assert last(working, "accuracy", 0) == metrics.accuracy_score(y, predicted)
    if any(step.key == "averages" for step in working.steps):
        wanted = metrics.f1_score(y, predicted, average="macro", zero_division=0.0)
        assert last(working, "averages", 2) == pytest.approx(wanted, abs=1e-15)


@given(st.integers(0, 10_000), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_scores_with_ties_agree_with_scikit_learn(seed: int, decimals: int) -> None:
    draw = np.random.default_rng(seed)
    n = int(draw.integers(2, 200))
    y = np.append([0, 1], draw.integers(0, 2, n - 2))
    scores = draw.normal(size=n).round(decimals)
    working = explain_score(y, scores, kind="scores")
    check(working)
    assert last(working, "roc") == pytest.approx(metrics.roc_auc_score(y, scores), abs=1e-12)
    assert last(working, "pairs") == pytest.approx(metrics.roc_auc_score(y, scores), abs=1e-12)
    wanted = metrics.average_precision_score(y, scores)
    assert last(working, "average_precision", 0) == pytest.approx(wanted, abs=1e-12)


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_numbers_agree_with_scikit_learn(seed: int) -> None:
    draw = np.random.default_rng(seed)
    n = int(draw.integers(2, 30))
    y, predicted = draw.normal(1e3, 2, n), draw.normal(1e3, 2, n)
    working = explain_score(y, predicted)
    check(working)
    assert last(working, "errors", 0) == pytest.approx(metrics.mean_squared_error(y, predicted), rel=1e-12)
    assert last(working, "r_squared") == pytest.approx(metrics.r2_score(y, predicted), rel=1e-9)


def test_probabilities_of_three_classes() -> None:
    y, p = rng.integers(0, 3, 60), rng.dirichlet(np.ones(3), 60)
    for lang in ("en", "zh"):
        working = explain_score(y, p, lang=lang)
        check(working)
        assert last(working, "log_loss") == pytest.approx(metrics.log_loss(y, p), abs=1e-12)
        assert last(working, "class_areas") == pytest.approx(
            metrics.roc_auc_score(y, p, multi_class="ovr"), abs=1e-12
        )


def test_many_rows_make_a_small_working() -> None:
    y = rng.integers(0, 2, 100_000)
    working = explain_score(y, np.clip(rng.normal(0.3 + 0.4 * y, 0.2), 0, 1))
    assert len(working.to_html().encode()) <= 200_000
    assert "60 of" in str(working)


@pytest.mark.parametrize(
    ("y", "answers", "options", "sentence"),
    [
        ([1, 0], [1], {}, "one true value per row"),
        ([], [], {}, "at least one row"),
        ([0, 1], [0.5, 0.4], {"kind": "guesses"}, "no kind of answers"),
        ([0, 1, 2], [0.1, 0.2, 0.3], {"kind": "scores"}, "there are 3"),
        ([0, 1], [0.5, np.nan], {}, "not finite"),
        ([0, 1], [[0.1, 0.2, 0.7]] * 2, {}, "3 columns"),
    ],
)
def test_bad_input_is_one_sentence(y: Any, answers: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises((DataError, UsageError), match=sentence):
        explain_score(y, answers, **options)


def test_a_page_of_many_iterations_is_cut_and_says_so() -> None:
    series = load("adaboost_series")
    model = AdaBoostClassifier(n_estimators=50).fit(series.X, series.y)
    working = explain_fit(model, series)
    steps = tuple(replace(step, frames=step.frames * 10) for step in working.steps)
    page = replace(working, steps=steps).to_html()
    assert len(page.encode()) <= 200_000
    assert "steps are left out to keep the page small" in page
