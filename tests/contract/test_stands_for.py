"""scikit-learn's tools that ask for its own class take ours: texts and pictures of trees, RANSAC and more."""

from __future__ import annotations

import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sklearn.linear_model
import sklearn.tree
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.inspection import partial_dependence

import fenlei
from fenlei.kernels import Array


@pytest.fixture
def rows() -> tuple[Array, Array]:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 3)).astype(np.float32).astype(np.float64)
    return X, X[:, 0] * 2 + np.abs(X[:, 1]) + rng.normal(size=60) / 10


@pytest.mark.parametrize("name", ["DecisionTreeClassifier", "DecisionTreeRegressor"])
def test_text_and_picture_are_those_of_the_same_tree(name: str, rows: tuple[Array, Array]) -> None:
    X, y = rows[0], rows[1] if name.endswith("Regressor") else (rows[1] > 0).astype(int)
    ours, theirs = (
        getattr(module, name)(max_depth=3, random_state=0).fit(X, y) for module in (fenlei, sklearn.tree)
    )
    assert isinstance(ours, type(theirs))
    names = ["a", "b", "c"]
    texts = [sklearn.tree.export_text(tree, feature_names=names, decimals=4) for tree in (ours, theirs)]
    assert texts[0] == texts[1]
    drawn = [[note.get_text() for note in sklearn.tree.plot_tree(tree)] for tree in (ours, theirs)]
    assert drawn[0] == drawn[1]
    plt.close("all")


@pytest.mark.parametrize("features", [[0], [1], [(0, 1)]])
def test_partial_dependence_by_recursion(features: list[object], rows: tuple[Array, Array]) -> None:
    X, y = rows
    ours, theirs = (
        module.DecisionTreeRegressor(min_samples_leaf=6).fit(X, y) for module in (fenlei, sklearn.tree)
    )
    expected = partial_dependence(theirs, X, features, grid_resolution=12)
    found = partial_dependence(ours, X, features, grid_resolution=12)
    assert_allclose(found["average"], expected["average"], rtol=1e-6)


def test_partial_dependence_on_a_nominal_column_is_the_mean_over_the_training_rows() -> None:
    # with a single feature no node is averaged over: the dependence is the prediction
    frame = pd.DataFrame({"c": list("aabbccdd") * 4})
    y = np.tile([1.0, 1.0, 5.0, 5.0, 2.0, 2.0, 9.0, 9.0], 4)
    model = fenlei.DecisionTreeRegressor(random_state=0).fit(frame, y)
    found = partial_dependence(model, frame, ["c"], categorical_features=["c"])
    assert_allclose(found["average"][0], [1.0, 5.0, 2.0, 9.0])


def test_partial_dependence_of_several_targets(rows: tuple[Array, Array]) -> None:
    X, y = rows
    both = fenlei.DecisionTreeRegressor(max_depth=3, random_state=0).fit(X, np.column_stack([y, -y]))
    average = partial_dependence(both, X, [0], grid_resolution=9)["average"]
    assert average.shape == (2, 9)
    assert_allclose(average[0], -average[1])


def test_ransac_knows_how_many_rows_a_linear_regression_needs() -> None:
    X = np.arange(40.0)[:, None]
    y = 3 * X[:, 0] + 1
    y[::9] += 100
    ours, theirs = (
        sklearn.linear_model.RANSACRegressor(module.LinearRegression(), random_state=0).fit(X, y)
        for module in (fenlei, sklearn.linear_model)
    )
    assert_array_equal(ours.inlier_mask_, theirs.inlier_mask_)
    assert_allclose(ours.estimator_.coef_, [3.0])


LATE = """
import sys
import fenlei
ours = fenlei.{name}
waits = "{module}" not in sys.modules
import {module}
namesake = {module}.{name}
assert issubclass(ours, namesake) and isinstance(ours(), namesake)
assert {module}.__loader__.get_source("{module}")
print(waits)
"""


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("sklearn.tree", "DecisionTreeClassifier"),
        ("sklearn.tree", "DecisionTreeRegressor"),
        ("sklearn.linear_model", "LinearRegression"),
        ("sklearn.linear_model", "Lasso"),
        ("sklearn.linear_model", "ElasticNet"),
    ],
)
@pytest.mark.parametrize("first", ["", "import {module}\n"])
def test_in_either_order_of_imports(first: str, module: str, name: str) -> None:
    code = (first + LATE).format(module=module, name=name)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    if not first and name == "DecisionTreeClassifier":
        assert run.stdout.strip() == "True", "a classification tree need not import its namesake"
