"""Pictures of what matters to a model show the numbers of `fenlei.evaluate`."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot
from numpy.testing import assert_allclose

import fenlei
from fenlei import evaluate, plot

matplotlib.use("Agg")
IRIS = fenlei.load("iris")
MODEL = fenlei.HistGradientBoostingClassifier(max_iter=5).fit(IRIS.X, IRIS.y)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    pyplot.close("all")


def test_bars_are_the_means_in_order_and_the_lines_their_bands() -> None:
    found = evaluate.permutation_importance(MODEL, IRIS.X, IRIS.y, random_state=0)
    ax = plot.importances(found, IRIS.feature_names, most=3)
    assert_allclose([bar.get_width() for bar in ax.patches], np.sort(found.mean)[::-1][:3])
    order = np.argsort(-found.mean, kind="stable")[:3]
    assert [label.get_text() for label in ax.get_yticklabels()] == [IRIS.feature_names[j] for j in order]
    ends = np.array(ax.collections[0].get_segments())[:, :, 0]
    assert_allclose(ends, np.column_stack([found.low, found.high])[order])
    assert ax.yaxis_inverted()


def test_an_effect_has_one_curve_per_class() -> None:
    found = evaluate.accumulated_local_effects(MODEL, IRIS.X, 2)
    ax = plot.feature_effect(found, "petal", classes=MODEL.classes_)
    assert [line.get_label() for line in ax.lines] == list(MODEL.classes_)
    for k, line in enumerate(ax.lines):
        assert_allclose(line.get_ydata(), found.effect[:, k])
    assert plot.feature_effect(found).get_xlabel() == "feature"


def test_the_parts_are_those_of_the_predicted_class_or_of_the_one_asked_for() -> None:
    found = evaluate.shapley_values(MODEL, IRIS.X[[0, 149]])
    widths = [bar.get_width() for bar in plot.shapley(found, 1).patches]
    assert sum(widths) + found.baseline[2] == pytest.approx(MODEL.decision_function(IRIS.X[149:])[0, 2])
    assert widths == sorted(widths, key=abs, reverse=True)
    other = sum(bar.get_width() for bar in plot.shapley(found, 1, output=0).patches)
    assert other + found.baseline[0] == pytest.approx(MODEL.decision_function(IRIS.X[149:])[0, 0])
