"""Sources 003 and 004: the 17 watermelons by density and sugar content; cases G003-7, B5 and B30."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import confusion_matrix

from fenlei import GaussianNB
from fenlei import LinearDiscriminantAnalysis as LDA
from fenlei import QuadraticDiscriminantAnalysis as QDA
from fenlei.stats import scatter

DENSITY = [0.697, 0.774, 0.634, 0.608, 0.556, 0.403, 0.481, 0.437]  # good
DENSITY += [0.666, 0.243, 0.245, 0.343, 0.639, 0.657, 0.360, 0.593, 0.719]  # bad
SUGAR = [0.460, 0.376, 0.264, 0.318, 0.215, 0.237, 0.149, 0.211]
SUGAR += [0.091, 0.267, 0.057, 0.099, 0.161, 0.198, 0.370, 0.042, 0.103]
X = np.column_stack([DENSITY, SUGAR])
GOOD = (np.arange(17) < 8).astype(np.int64)
SOLVERS = ["svd", "lsqr", "eigen"]

W = [2.490666881814, 12.558164640445]
LDA_GOOD = """
0.965906671 0.922789165 0.673850671 0.792331489 0.479020102 0.452949295 0.249813392 0.393985236 0.203071318
0.447562758 0.055056963 0.111924916 0.364616083 0.488526929 0.798086228 0.102995396 0.252654503"""
TRANSFORMED = """
2.650447839 1.999342624 0.675256165 1.137977931 0.064496780 -0.014556089 -0.701676711 -0.196986515
-0.903547834 -0.030972637 -2.016665945 -1.434643616 -0.291127739 0.093214781 1.164636953 -1.504912723
-0.690283263"""
NB_GOOD = """
0.958352429 0.880537393 0.750812643 0.849614228 0.590779228 0.435014112 0.297284789 0.421715591 0.218705657
0.140407860 0.009095936 0.059205620 0.439176419 0.561614422 0.705120311 0.115645221 0.228467443"""


def numbers(text: str) -> np.ndarray:
    return np.array(text.split(), dtype=float)


def melons(wrong: np.ndarray) -> list[int]:
    """Numbers of the melons, from 1."""
    return (1 + np.flatnonzero(wrong)).tolist()


def test_g003_7_scatters() -> None:
    summary = scatter.summarise(X, GOOD, None, 2, pooled=False)
    assert_allclose(summary.mean, [[0.496111111111, 0.154222222222], [0.57375, 0.27875]], atol=5e-13)
    bad = [[0.303322888889, -0.050065222222], [-0.050065222222, 0.092957555556]]
    good = [[0.1168675, 0.0718285], [0.0718285, 0.0712995]]
    assert_allclose(summary.scatter, [bad, good], atol=5e-13)
    within = [[0.420190388889, 0.021763277778], [0.021763277778, 0.164257055556]]
    assert_allclose(scatter.within(summary), within, atol=5e-13)
    # the source's S_b is (μ0 - μ1)(μ0 - μ1)'; ours weighs the classes: S_b n0 n1 / n
    between = np.array([[0.006027797068, 0.009668198302], [0.009668198302, 0.015507167438]])
    assert_allclose(scatter.between(summary), between * 9 * 8 / 17, atol=5e-12)


@pytest.mark.parametrize("solver", SOLVERS)
def test_g003_7_direction(solver: str) -> None:
    model = LDA(solver=solver).fit(X, GOOD)
    assert_allclose(model.coef_[0], W, rtol=1e-11)
    assert_allclose(model.coef_[0] / 17, [0.14650982, 0.73871557], atol=5e-9)  # the source's w
    assert_allclose(model.coef_[0, 1] / model.coef_[0, 0], 5.042089222024, rtol=1e-11)
    assert_allclose(model.intercept_, [-4.168785080152], rtol=1e-11)


@pytest.mark.parametrize("solver", SOLVERS)
def test_g003_7_predictions(solver: str) -> None:
    model = LDA(solver=solver).fit(X, GOOD)
    assert_allclose(model.predict_proba(X)[:, 1], numbers(LDA_GOOD), atol=5e-10)
    assert_array_equal(confusion_matrix(GOOD, model.predict(X), labels=[1, 0]), [[4, 4], [1, 8]])
    assert model.score(X, GOOD) == 12 / 17


def test_g003_7_midpoint_rule_is_equal_priors() -> None:
    model = LDA(priors=[0.5, 0.5]).fit(X, GOOD)
    assert melons(model.predict(X) != GOOD) == [6, 7, 8, 14, 15]
    d = X @ model.coef_[0] / np.linalg.norm(model.coef_)
    assert_allclose([d[0], d[5], d[16]], [0.586806646, 0.310872082, 0.240907275], atol=5e-10)
    assert_allclose(-model.intercept_[0] / np.linalg.norm(model.coef_), 0.316416059, atol=5e-10)


def test_g003_7_solver_svd() -> None:
    model = LDA(store_covariance=True).fit(X, GOOD)
    sign = np.sign(model.scalings_[0, 0])
    assert_allclose(sign * model.scalings_[:, 0], [1.878899059568, 9.473576697516], rtol=1e-11)
    assert_allclose(model.xbar_, [0.532647058824, 0.212823529412], atol=5e-13)
    assert_allclose(model.explained_variance_ratio_, [1.0])
    assert_allclose(
        model.covariance_, [[0.024717081699, 0.00128019281], [0.00128019281, 0.009662179739]], atol=5e-13
    )
    assert_allclose(sign * model.transform(X)[:, 0], numbers(TRANSFORMED), atol=5e-10)


@pytest.mark.parametrize(
    ("shrinkage", "coef", "intercept"),
    [("auto", [1.704006463, 12.382248754], -3.709893039), (0.5, [3.426966856, 9.111801888], -3.923550876)],
)
def test_g003_7_shrinkage(shrinkage: object, coef: list[float], intercept: float) -> None:
    model = LDA(solver="lsqr", shrinkage=shrinkage).fit(X, GOOD)
    assert_allclose(model.coef_[0], coef, rtol=1e-9)
    assert_allclose(model.intercept_[0], intercept, rtol=1e-9)


def test_b5_gaussian_maximum_likelihood() -> None:
    model = QDA(store_covariance=True).fit(X, GOOD)
    bad, good = model.covariance_
    assert_allclose(good, [[0.0146084375, 0.0089785625], [0.0089785625, 0.0089124375]], atol=5e-11)
    assert_allclose(bad, [[0.0337025432, -0.0055628025], [-0.0055628025, 0.0103286173]], atol=5e-11)
    log_density = model.decision_function(X)  # the log odds of two classes
    assert melons(log_density > 0) == [1, 2, 3, 4, 5, 8]
    assert model.score(X, GOOD) == 15 / 17


def test_b5_log_likelihoods() -> None:
    model = QDA().fit(X, GOOD)
    scores = (
        model._scores(X) - np.log(model.priors_) - np.log(2 * np.pi)
    )  # p / 2 log 2π is left out of the scores
    assert_allclose(scores[GOOD == 1, 1].sum(), 16.944497976, atol=5e-10)
    assert_allclose(scores[GOOD == 0, 0].sum(), 10.711633397, atol=5e-10)


def test_b5_gaussian_naive_bayes() -> None:
    model = GaussianNB(var_smoothing=0).fit(X, GOOD)
    assert_allclose(model.predict_proba(X)[:, 1], numbers(NB_GOOD), atol=1e-8)
    assert melons(model.predict(X) != GOOD) == [6, 7, 8, 14, 15]


@pytest.mark.parametrize(
    ("divisor", "w", "x0"),
    [
        ("n", W, [0.540134560024, 0.224832999138]),
        ("n-K", [2.197647248659, 11.080733506275], [0.540828427287, 0.225945917541]),
    ],
)
@pytest.mark.parametrize("solver", SOLVERS)
def test_b30_gaussian_lda(solver: str, divisor: str, w: list[float], x0: list[float]) -> None:
    """P(good | x) = sigmoid(w'(x - x0))."""
    model = LDA(solver=solver, divisor=divisor).fit(X, GOOD)
    assert_allclose(model.coef_[0], w, rtol=1e-11)
    assert_allclose(model.intercept_[0], -np.dot(w, x0), rtol=1e-10)
    assert_allclose(model.predict_proba([x0]), [[0.5, 0.5]], atol=1e-10)


def test_b30_softmax_form() -> None:
    """beta_c = Σ⁻¹ μ_c and gamma_c = -½ μ_c'Σ⁻¹μ_c + log π_c."""
    model = LDA(solver="eigen").fit(X, GOOD).model_
    beta = model.coef + model.common  # the record keeps scores of x - xbar
    gamma = model.intercept - model.coef @ model.xbar - 0.5 * model.xbar @ model.common
    assert_allclose(beta, [[19.377864652, 13.393956924], [21.868531533, 25.952121565]], rtol=1e-9)
    assert_allclose(gamma, [-6.475598649, -10.644383729], rtol=1e-9)
