"""What the books' pages show of a fit, as attributes, against plain NumPy on the rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei

rng = np.random.default_rng(3)
X: Any = rng.normal(size=(50, 3)) * [1.0, 10.0, 0.1]
codes = np.arange(50) % 3
y = np.array(["a", "b", "c"])[codes]
t: Any = X @ [1.0, 0.2, 3.0] + rng.normal(size=50)


def scatter(rows: Any, centre: Any) -> Any:
    return (rows - centre).T @ (rows - centre)


def test_scatters_of_the_linear_discriminant() -> None:
    model = fenlei.LinearDiscriminantAnalysis().fit(X, y)
    means = np.array([X[codes == k].mean(axis=0) for k in range(3)])
    within = sum(scatter(X[codes == k], means[k]) for k in range(3))
    between = sum((codes == k).sum() * np.outer(d, d) for k, d in enumerate(means - X.mean(axis=0)))
    assert_allclose(model.S_w_, within, rtol=1e-10, atol=1e-10)
    assert_allclose(model.S_b_, between, rtol=1e-10, atol=1e-10)
    assert_allclose(model.S_t_, scatter(X, X.mean(axis=0)), rtol=1e-10, atol=1e-10)


def test_log_determinants_of_the_quadratic_discriminant() -> None:
    model = fenlei.QuadraticDiscriminantAnalysis().fit(X, y)
    own = [np.linalg.slogdet(np.cov(X[codes == k].T, bias=True))[1] for k in range(3)]
    assert_allclose(model.log_det_, own, rtol=1e-10)


def test_variances_before_smoothing() -> None:
    model = fenlei.GaussianNB(var_smoothing=0.5).fit(X, y)
    own = np.array([X[codes == k].var(axis=0) for k in range(3)])
    assert_allclose(model.unsmoothed_var_, own, rtol=1e-12)
    assert_allclose(model.unsmoothed_var_ + model.epsilon_, model.var_, rtol=1e-12)


@pytest.mark.parametrize("name", ["LinearRegression", "Ridge"])
def test_normal_equations(name: str) -> None:
    Z, z = X - X.mean(axis=0), t - t.mean()
    model = getattr(fenlei, name)().fit(X, t)
    assert_allclose(model.gram_, Z.T @ Z, rtol=1e-10, atol=1e-10)
    assert_allclose(model.cross_products_, Z.T @ z, rtol=1e-10, atol=1e-10)
    both = getattr(fenlei, name)().fit(X, np.column_stack([t, -t]))
    assert_allclose(both.cross_products_, [Z.T @ z, -Z.T @ z], rtol=1e-10, atol=1e-10)


def test_a_normal_density_in_each_cell() -> None:
    cells = np.arange(50) // 7 % 2
    model = fenlei.BayesClassifier(categorical_features=[0]).fit(np.column_stack([cells, X]), y)
    for c, (code,) in enumerate(model.cells_):
        for k in range(3):
            rows = X[(cells == code) & (codes == k)]
            assert_allclose(model.cell_means_[c, k], rows.mean(axis=0), rtol=1e-10)
            assert_allclose(model.cell_variances_[c, k], rows.var(axis=0), rtol=1e-10)
