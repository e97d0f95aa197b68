"""Scores of predicted numbers: the document's residuals, scikit-learn's values, bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from numpy.testing import assert_allclose
from sklearn.exceptions import UndefinedMetricWarning

import fenlei
from fenlei import evaluate
from fenlei.errors import DataError, UsageError

NAMES = ["mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2_score"]


def both(name: str, *rows: Any, **options: Any) -> tuple[Any, Any]:
    return getattr(evaluate, name)(*rows, **options), getattr(sklearn_metrics, name)(*rows, **options)


def test_the_five_points_of_source_004() -> None:
    """Equations 5 and 40, case B9: the line 0.13 + 0.97 x leaves squares of 0.123."""
    line = fenlei.load("line_points")
    predicted = fenlei.LinearRegression().fit(line.X, line.y).predict(line.X)
    assert evaluate.mean_squared_error(line.y, predicted) == pytest.approx(0.123 / 5)
    assert evaluate.root_mean_squared_error(line.y, predicted) == pytest.approx(np.sqrt(0.123 / 5))
    assert evaluate.r2_score(line.y, predicted) == pytest.approx(
        1 - 0.123 / ((line.y - line.y.mean()) ** 2).sum()
    )


@pytest.mark.parametrize("multioutput", ["uniform_average", "raw_values", [0.3, 0.7]])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_values_are_those_of_scikit_learn(name: str, weighted: bool, multioutput: Any) -> None:
    rng = np.random.default_rng(3)
    y, predicted, w = rng.normal(size=(20, 2)), rng.normal(size=(20, 2)), rng.integers(0, 4, 20)
    options = {"sample_weight": w if weighted else None, "multioutput": multioutput}
    assert_allclose(*both(name, y, predicted, **options), rtol=1e-12)
    assert_allclose(*both(name, y[:, 0], predicted[:, :1], sample_weight=options["sample_weight"]))


@pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")  # scikit-learn's own
@pytest.mark.parametrize("multioutput", ["raw_values", "uniform_average", "variance_weighted", None, [1, 2]])
@pytest.mark.parametrize("force_finite", [False, True])
def test_r2_of_a_target_that_does_not_vary(force_finite: bool, multioutput: Any) -> None:
    y = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]])
    for predicted in (y, y + np.array([[0.1, 0.2], [0, 0], [0, -0.1]]), y * 0):
        ours, theirs = both("r2_score", y, predicted, multioutput=multioutput, force_finite=force_finite)
        assert_allclose(ours, theirs)
    flat = np.full((3, 2), 2.0)
    assert_allclose(*both("r2_score", flat, flat, multioutput=multioutput, force_finite=force_finite))


def test_r2_of_one_row_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="only one row"):
        assert np.isnan(evaluate.r2_score([1.0], [2.0]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("y", "predicted", "options", "sentence"),
    [
        ([1.0, 2.0], [1.0], {}, "y_true has 2 rows but y_pred has 1"),
        ([], [], {}, "y_true is empty"),
        ([1.0, np.nan], [1.0, 2.0], {}, "not a finite number"),
        ([1.0, 2.0], ["a", "b"], {}, "'a', which is not a number"),
        ([[1.0, 2.0]] * 2, [1.0, 2.0], {}, "2 targets per row but y_pred has 1"),
        ([1.0, 2.0], [1.0, 2.0], {"sample_weight": [1, -1]}, "some are negative"),
    ],
)
def test_bad_input_is_one_sentence(
    name: str, y: Any, predicted: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(DataError, match=sentence):
        getattr(evaluate, name)(y, predicted, **options)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("multioutput", ["mean", [1.0, 2.0], [0.0]])
def test_an_average_that_does_not_exist(name: str, multioutput: Any) -> None:
    with pytest.raises(UsageError, match="multioutput"):
        getattr(evaluate, name)([1.0, 2.0], [1.0, 2.0], multioutput=multioutput)
