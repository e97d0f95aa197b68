"""The perceptron as in the source documents (spec ids in the names)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning

from fenlei.linear.perceptron.perceptron import Perceptron

XOR = np.array([[0, 0], [0, 1], [1, 0], [1, 1.0]])
SIDE = np.array([-1, 1, 1, -1])
IRIS, SPECIES = load_iris(return_X_y=True)
BOTH_FORMS = pytest.mark.parametrize("form", ["primal", "dual"])


def mapped(X: np.ndarray) -> np.ndarray:
    """φ₁ = 2(x₁ - ½), φ₂ = 4(x₁ - ½)(x₂ - ½)."""
    return np.column_stack([2 * (X[:, 0] - 0.5), 4 * (X[:, 0] - 0.5) * (X[:, 1] - 0.5)])


def test_A_G01_map() -> None:
    assert_array_equal(mapped(XOR), [[-1, 1], [-1, -1], [1, -1], [1, 1]])


@BOTH_FORMS
@pytest.mark.parametrize(
    ("start", "strict", "eta", "rows", "path", "passes"),
    [
        ((0, 0, 0), True, 1.0, (), (), 1),
        ((0, 0, 0), False, 1.0, (1, 2), ((-1, 1, -1), (0, 0, -2)), 2),
        ((0, 0, 0), False, 0.5, (1, 2), ((-0.5, 0.5, -0.5), (0, 0, -1)), 2),
        ((1, 0, 0), True, 1.0, (1,), ((0, 1, -1),), 2),
        ((0, 1, 1), True, 1.0, (2, 4), ((1, 0, 0), (0, -1, -1)), 2),
        ((0, 1, 0), False, 1.0, (2, 4), ((1, 0, -1), (0, -1, -2)), 2),
        ((0, 1, 1), False, 1.0, (1, 2, 4), ((-1, 2, 0), (0, 1, -1), (-1, 0, -2)), 2),
    ],
)
def test_A_G02_traces(
    form: str,
    start: tuple[int, ...],
    strict: bool,
    eta: float,
    rows: tuple[int, ...],
    path: tuple[tuple[float, ...], ...],
    passes: int,
) -> None:
    """Weights are written (w0, w1, w2) there; here the intercept is last."""
    model = Perceptron(
        basis=mapped,
        init=[*start[1:], start[0]],
        strict=strict,
        eta0=eta,
        shuffle=False,
        tol=None,
        form=form,
        keep_history=True,
    ).fit(XOR, SIDE)
    assert_array_equal(model.history_.row + 1, rows)
    expected = [(w1, w2, w0) for w0, w1, w2 in (start, *path)]
    assert_allclose(model.history_.beta, expected, atol=1e-14)
    assert model.n_iter_ == passes
    assert model.n_updates_[0] == len(rows)
    assert model.converged_


@pytest.mark.parametrize("order", [(4, 3, 2, 1), (2, 3, 1, 4), (3, 1, 4, 2)])
def test_A_G02_other_orders(order: tuple[int, ...]) -> None:
    model = Perceptron(basis=mapped, order=np.array(order) - 1, tol=None).fit(XOR, SIDE)
    assert_array_equal([*model.intercept_, *model.coef_[0]], [0, 0, -2])
    assert model.score(XOR, SIDE) == 1.0


@BOTH_FORMS
def test_A_G02_raw_xor_never_ends(form: str) -> None:
    with pytest.warns(ConvergenceWarning, match="after 50 passes 4 rows are still on the wrong side"):
        model = Perceptron(shuffle=False, tol=None, max_iter=50, form=form, keep_history=True).fit(XOR, SIDE)
    assert not model.converged_
    assert model.n_iter_ == 50
    cycle = [(-1, 0, 0), (0, 0, 1), (1, 1, 1), (0, 0, 0)]  # (w0, w1, w2)
    assert_allclose(model.history_.beta[1:9], [(b, c, a) for a, b, c in cycle * 2], atol=1e-14)


def test_A_G10_iris() -> None:
    side = np.where(SPECIES == 0, 1, -1)
    model = Perceptron(shuffle=False, tol=None).fit(IRIS, side)
    assert_allclose([*model.intercept_, *model.coef_[0]], [1, 1.3, 4.1, -5.2, -2.2], atol=1e-12)
    assert (model.n_iter_, model.n_updates_[0]) == (4, 5)
    with pytest.warns(ConvergenceWarning, match="may not be linearly separable"):
        Perceptron(shuffle=False, tol=None, max_iter=100).fit(IRIS[50:], SPECIES[50:])


@BOTH_FORMS
def test_B11_three_points(form: str) -> None:
    model = Perceptron(shuffle=False, tol=None, form=form, keep_history=True).fit(
        [[3, 3], [4, 3], [1, 1]], [1, 1, -1]
    )
    path = [(0, 0, 0), (3, 3, 1), (2, 2, 0), (1, 1, -1), (0, 0, -2), (3, 3, -1), (2, 2, -2), (1, 1, -3)]
    assert_array_equal(model.history_.beta, path)
    assert_array_equal(model.history_.row + 1, [1, 3, 3, 3, 1, 3, 3])
    if form == "dual":
        assert_array_equal(model.dual_coef_, [[2, 0, 5]])


def test_B11_iris_and_watermelons() -> None:
    model = Perceptron(shuffle=False, tol=None).fit(IRIS[:100], SPECIES[:100])
    assert_allclose([*model.coef_[0], *model.intercept_], [-1.3, -4.1, 5.2, 2.2, -1], atol=1e-12)
    assert (model.n_iter_, model.n_updates_[0]) == (4, 5)
    density = [0.697, 0.774, 0.634, 0.608, 0.556, 0.403, 0.481, 0.437]
    density += [0.666, 0.243, 0.245, 0.343, 0.639, 0.657, 0.360, 0.593, 0.719]
    sugar = [0.460, 0.376, 0.264, 0.318, 0.215, 0.237, 0.149, 0.211]
    sugar += [0.091, 0.267, 0.057, 0.099, 0.161, 0.198, 0.370, 0.042, 0.103]
    with pytest.warns(ConvergenceWarning, match="after 200 passes"):
        Perceptron(tol=None, max_iter=200).fit(np.column_stack([density, sugar]), np.arange(17) < 8)


def loss_by_hand(beta: np.ndarray, X: np.ndarray, y: np.ndarray) -> float:
    """J = -Σ_{wrong rows} y (wᵀx + b): source 001, equation 5.2.43; source 004, equation 71."""
    total = 0.0
    for x, side in zip(X, y, strict=True):
        margin = side * (sum(b * v for b, v in zip(beta[:-1], x, strict=True)) + beta[-1])
        total -= margin if margin <= 0 else 0.0
    return total


@BOTH_FORMS
def test_001_5_2_43_value_of_the_loss(form: str) -> None:
    X, y = np.array([[3.0, 3], [4, 3], [1, 1]]), np.array([1, 1, -1])
    model = Perceptron(shuffle=False, tol=None, keep_history=True, form=form).fit(X, y)
    assert model.history_.loss.tolist() == [0, 7, 4, 1, 4, 5, 2, 0]  # 7 = 3·1 + 3·1 + 1, the third point
    assert model.history_.loss.tolist() == [loss_by_hand(beta, X, y) for beta in model.history_.beta]
    assert model.loss_.tolist() == [0.0]


@pytest.mark.parametrize("variant", ["online", "batch", "pocket"])
def test_001_5_2_43_loss_at_the_end(variant: str) -> None:
    with pytest.warns(ConvergenceWarning):
        model = Perceptron(variant=variant, max_iter=3, tol=None, keep_history=True).fit(IRIS, SPECIES)
    for k in range(3):
        side = np.where(k == SPECIES, 1, -1)
        theta = np.append(model.coef_[k], model.intercept_[k])
        assert_allclose(model.loss_[k], loss_by_hand(theta, IRIS, side), rtol=1e-10)
        for at in (0, -1):
            history = model.history_[k]
            assert_allclose(history.loss[at], loss_by_hand(history.beta[at], IRIS, side), rtol=1e-10)


def test_loss_counts_rows_by_their_weight() -> None:
    with pytest.warns(ConvergenceWarning):
        heavy = Perceptron(shuffle=False, max_iter=1, tol=None).fit(XOR, SIDE, sample_weight=[1, 2, 1, 3])
    theta = np.append(heavy.coef_[0], heavy.intercept_[0])
    assert_allclose(
        heavy.loss_, loss_by_hand(theta, np.repeat(XOR, [1, 2, 1, 3], axis=0), np.repeat(SIDE, [1, 2, 1, 3]))
    )


def test_001_5_2_42_sign_of_zero() -> None:
    """sgn(0) = +1 with the document's own test, `strict`; scikit-learn's rule without it."""
    start = {"init": [1, 0, 0], "shuffle": False, "tol": None}
    for strict, expected in ((True, 1), (False, -1)):
        model = Perceptron(strict=strict, **start).fit([[1, 0], [-1, 0]], [1, -1])
        assert model.predict([[0, 0]]).tolist() == [expected]
