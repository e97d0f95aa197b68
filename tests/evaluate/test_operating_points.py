"""Thresholds, cost curves and bands against plain counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score

from fenlei.errors import UsageError
from fenlei.evaluate import cost_curve, curve_band, threshold_table
from fenlei.evaluate.thresholds.operating_points import upper_hull


def scored(seed: int, n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.append(rng.integers(0, 2, n - 2), [0, 1])
    return y, np.round(rng.normal(y), 1)  # rounded, so that there are ties


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1000))
def test_every_threshold_is_counted_as_scikit_learn_does(seed: int) -> None:
    y, score = scored(seed)
    table = threshold_table(y, score)
    for i, threshold in enumerate(table.threshold):
        said = score >= threshold
        assert table.precision[i] == pytest.approx(precision_score(y, said))
        assert table.recall[i] == pytest.approx(recall_score(y, said))
        assert table.f1[i] == pytest.approx(f1_score(y, said))
        assert table.accuracy[i] == pytest.approx(accuracy_score(y, said))
    assert table.tp[-1] + table.fp[-1] == len(y)


def test_a_short_table_keeps_both_ends() -> None:
    y, score = scored(0, 400)
    short, long = threshold_table(y, score, rows=7), threshold_table(y, score)
    assert len(short.threshold) == 7
    assert (short.threshold[0], short.threshold[-1]) == (long.threshold[0], long.threshold[-1])


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1000), c=st.floats(0, 1))
def test_the_cost_curve_is_the_least_over_all_thresholds(seed: int, c: float) -> None:
    y, score = scored(seed)
    lines = []
    for threshold in [np.inf, *np.unique(score)]:
        said = score >= threshold
        lines.append((1 - said[y == 1].mean()) * c + said[y == 0].mean() * (1 - c))
    curve = cost_curve(y, score)
    assert float(curve.at(c)) == pytest.approx(min(lines), abs=1e-12)
    assert float(curve.at(c)) <= min(c, 1 - c) + 1e-12
    assert (np.diff(curve.probability_cost) > 0).all()
    assert len(curve.threshold) == len(curve.cost) - 1


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000))
def test_the_threshold_between_two_corners_is_the_best_there(seed: int) -> None:
    y, score = scored(seed)
    curve = cost_curve(y, score)
    middle = (curve.probability_cost[:-1] + curve.probability_cost[1:]) / 2
    for c, threshold in zip(middle, curve.threshold, strict=True):
        said = score >= threshold
        cost = (1 - said[y == 1].mean()) * c + said[y == 0].mean() * (1 - c)
        assert cost == pytest.approx(float(curve.at(c)), abs=1e-12)


def test_the_hull_has_no_point_above_it() -> None:
    rng = np.random.default_rng(0)
    x, y = np.sort(rng.random(50)), rng.random(50)
    hull = upper_hull(x, y)
    assert (np.interp(x, x[hull], y[hull]) >= y - 1e-12).all()


def test_bands_hold_the_curve_and_narrow_with_rows() -> None:
    widths = []
    for n in (100, 10_000):
        y, score = scored(1, n)
        band = curve_band(y, score, repeats=300)
        inside = (band.low - 1e-12 <= band.y) & (band.y <= band.high + 1e-12)
        assert inside.mean() > 0.9
        widths.append(float((band.high - band.low).mean()))
    assert widths[0] / widths[1] == pytest.approx(10.0, rel=0.3)  # 1 / sqrt(n)


def test_a_band_is_the_percentiles_of_resampled_curves() -> None:
    """Against drawing rows, curve by curve, on scores without ties; both are random, so roughly."""
    from sklearn.metrics import roc_curve

    rng = np.random.default_rng(3)
    y = rng.permutation(np.arange(200) % 2)
    score = rng.normal(y)
    grid, curves = np.linspace(0, 1, 11), []
    for _ in range(600):
        rows = np.concatenate([rng.choice(np.flatnonzero(y == k), (y == k).sum()) for k in (0, 1)])
        fpr, tpr, _ = roc_curve(y[rows], score[rows], drop_intermediate=False)
        last = np.append(np.diff(fpr) > 0, True)
        curves.append(np.interp(grid, fpr[last], tpr[last]))
    band = curve_band(y, score, points=11, repeats=600)
    assert_allclose([band.low, band.high], np.quantile(curves, [0.025, 0.975], axis=0), atol=0.06)


def test_precision_recall_band() -> None:
    y, score = scored(2, 2000)
    band = curve_band(y, score, "precision_recall", repeats=200)
    assert ((band.low <= band.y + 0.02) & (band.y <= band.high + 0.02)).all()
    assert band.y[-1] == pytest.approx(y.mean(), abs=0.05)


def test_bad_input() -> None:
    with pytest.raises(UsageError, match="rows of one class only"):
        cost_curve([1, 1], [0.1, 0.2])
    with pytest.raises(UsageError, match="curve"):
        curve_band([0, 1], [0.1, 0.2], "lift")
    with pytest.raises(UsageError, match="repeats must be at least 1"):
        curve_band([0, 1], [0.1, 0.2], repeats=0)
