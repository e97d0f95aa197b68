"""Fisher's discriminant: G003-7 with feet and quadrants, A-G09, source 000 items 28-31, E7, E8; B29, B30."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import linalg
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.metrics import confusion_matrix
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from fenlei.linear.fisher import FisherDiscriminant, rayleigh_quotient
from fenlei.linear.lda import LinearDiscriminantAnalysis as LDA

DENSITY = [0.697, 0.774, 0.634, 0.608, 0.556, 0.403, 0.481, 0.437]  # good
DENSITY += [0.666, 0.243, 0.245, 0.343, 0.639, 0.657, 0.360, 0.593, 0.719]  # bad
SUGAR = [0.460, 0.376, 0.264, 0.318, 0.215, 0.237, 0.149, 0.211]
SUGAR += [0.091, 0.267, 0.057, 0.099, 0.161, 0.198, 0.370, 0.042, 0.103]
X = np.column_stack([DENSITY, SUGAR])
GOOD = (np.arange(17) < 8).astype(np.int64)
FEET = """
0.586806646 0.114158098 0.575595317 0.519391198 0.101043013 0.509467886
0.382295257 0.074372197 0.374991253 0.430205479 0.083692712 0.421986119
0.319057217 0.062069790 0.312961418 0.310872082 0.060477443 0.304932665
0.239727597 0.046636906 0.235147443 0.291983231 0.056802783 0.286404698
0.218825857 0.042570656 0.214645044 0.309172312 0.060146768 0.303265370
0.103573583 0.020149334 0.101594742 0.163836188 0.031872897 0.160705989
0.282235847 0.054906514 0.276843544 0.322030680 0.062648251 0.315878071
0.432965755 0.084229699 0.424693658 0.156560523 0.030457480 0.153569331
0.240907275 0.046866402 0.236304582"""


def slope(model: FisherDiscriminant) -> float:
    return float(model.w_[1] / model.w_[0])


def test_g003_7_direction_and_criterion() -> None:
    model = FisherDiscriminant().fit(X, GOOD)
    assert_allclose(model.means_, [[0.496111111111, 0.154222222222], [0.57375, 0.27875]], atol=5e-13)
    assert_allclose(
        model.S_w_, [[0.420190388889, 0.021763277778], [0.021763277778, 0.164257055556]], atol=5e-13
    )
    assert_allclose(
        model.S_b_, [[0.006027797068, 0.009668198302], [0.009668198302, 0.015507167438]], atol=5e-13
    )
    assert_allclose(model.w_, [0.146509816577, 0.738715567085], atol=5e-13)
    assert_allclose(slope(model), 5.042089222024, atol=5e-12)
    assert_allclose(model.J_, 0.103365467349, atol=5e-13)
    assert_allclose(model.scalings_[:, 0], [0.455699957792, 2.297679845662], atol=5e-12)
    assert_allclose(np.arctan2(*model.w_[::-1]), 1.375006584170, atol=5e-13)


def test_g003_7_covariances_instead_of_scatters_turn_the_direction() -> None:
    assert_allclose(slope(FisherDiscriminant(within="covariance").fit(X, GOOD)), 5.382198240212, atol=5e-12)
    assert_allclose(slope(FisherDiscriminant(within="unbiased").fit(X, GOOD)), 5.433261495381, atol=5e-12)


def test_g003_7_projections_and_feet() -> None:
    model = FisherDiscriminant().fit(X, GOOD)
    expected = np.array(FEET.split(), dtype=float).reshape(17, 3)
    d, feet = model.project(X)
    assert_allclose(d, expected[:, 0], atol=5e-10)
    assert_allclose(feet, expected[:, 1:], atol=5e-10)
    assert_allclose([d[GOOD == 0].mean(), d[GOOD == 1].mean()], [0.247789780, 0.385042339], atol=5e-10)


def test_g003_7_midpoint_rule() -> None:
    model = FisherDiscriminant().fit(X, GOOD)
    assert_allclose(model.threshold_ / np.linalg.norm(model.w_), 0.316416059, atol=5e-10)
    prediction = model.predict(X)
    assert confusion_matrix(GOOD, prediction, labels=[1, 0]).tolist() == [[5, 3], [2, 7]]
    assert (1 + np.flatnonzero(prediction != GOOD)).tolist() == [6, 7, 8, 14, 15]


def test_g003_7_prior_weighted_rule_is_lda() -> None:
    model = FisherDiscriminant("gaussian").fit(X, GOOD)
    assert confusion_matrix(GOOD, model.predict(X), labels=[1, 0]).tolist() == [[4, 4], [1, 8]]
    # 17 w and 17 T are scikit-learn's coefficients
    assert_allclose(17 * model.w_, [2.490666881814, 12.558164640445], atol=5e-11)
    assert_allclose(-17 * model.threshold_, -4.168785080152, atol=5e-11)


def test_g003_7_quadrant_trap() -> None:
    kept = np.arange(17) != 14
    model = FisherDiscriminant().fit(X[kept], GOOD[kept])
    assert_allclose(model.w_, [-0.036480453941, 1.372036110353], atol=5e-12)
    assert_allclose(model.project(X[:1]).feet[0], [-0.011729697, 0.441155903], atol=5e-10)


def test_b30_the_point_on_the_boundary() -> None:
    model = FisherDiscriminant("gaussian").fit(X, GOOD)
    x0 = np.array([[0.540134560024, 0.224832999138]])
    assert_allclose(model.decision_function(x0), 0.0, atol=1e-12)


IRIS, SPECIES = load_iris(return_X_y=True)


def test_a_g09_two_classes() -> None:
    rows = np.flatnonzero(SPECIES > 0)
    model = FisherDiscriminant().fit(IRIS[rows], SPECIES[rows])
    # the document's w points at versicolor, the first class
    assert_allclose(-model.w_, [0.0362888, 0.0569247, -0.0711238, -0.1263882], atol=5e-8)
    assert_allclose(model.J_, 0.1450907, atol=5e-8)
    assert_allclose(-model.threshold_, -0.1700315, atol=5e-8)
    wrong = model.predict(IRIS[rows]) != SPECIES[rows]
    assert rows[wrong].tolist() == [70, 83, 133]


def test_a_g09_three_classes() -> None:
    model = FisherDiscriminant().fit(IRIS, SPECIES)
    assert_allclose(np.diagonal(model.S_w_), [38.9562, 16.962, 27.2226, 6.1566], rtol=1e-12)
    assert_allclose(np.diagonal(model.S_b_), [63.212133, 11.344933, 437.1028, 80.413333], atol=5e-7)
    assert_allclose(model.S_t_, model.S_w_ + model.S_b_, rtol=1e-10)
    assert_allclose(model.eigenvalues_, [32.1919292, 0.2853910], atol=5e-8)
    units = model.scalings_ / np.linalg.norm(model.scalings_, axis=0)
    vectors = [[0.2087418, 0.3862037, -0.5540117, -0.7073504], [0.0065320, 0.5866106, -0.2525615, 0.7694531]]
    for ours, theirs in zip(units.T, np.array(vectors), strict=True):
        assert_allclose(ours * np.sign(ours @ theirs), theirs, atol=5e-8)
    assert np.flatnonzero(model.predict(IRIS) != SPECIES).tolist() == [70, 83, 133]


def test_a_g09_threshold_trap() -> None:
    """With the raw scatter in the rule of 5.2.19 all 60 would go to versicolor."""
    rows = np.r_[50:100, 100:110]
    model = FisherDiscriminant("gaussian").fit(IRIS[rows], SPECIES[rows])
    assert int((model.predict(IRIS[rows]) == 1).sum()) == 49
    literal = IRIS[rows] @ -model.w_ - 0.5 * -model.w_ @ model.means_.sum(axis=0)
    assert_allclose([literal.min(), literal.max()], [-0.320, 0.349], atol=5e-4)
    assert (literal > np.log(10 / 50)).all()


def test_a_m15_reduction_before_another_classifier() -> None:
    chain = make_pipeline(FisherDiscriminant(), KNeighborsClassifier(5)).fit(IRIS, SPECIES)
    assert chain.score(IRIS, SPECIES) > 0.97


def test_e7_the_documents_weights_count_large_classes_twice() -> None:
    data = load_breast_cancer()
    pooled, shares = (
        FisherDiscriminant(within=name).fit(data.data, data.target) for name in ("scatter", "shares")
    )
    units = [model.w_ / np.linalg.norm(model.w_) for model in (pooled, shares)]
    assert abs(units[0] @ units[1]) < 0.9999  # 212 against 357 rows: another direction
    rows = np.flatnonzero(SPECIES > 0)  # 50 against 50: the same
    pooled, shares = (
        FisherDiscriminant(within=name).fit(IRIS[rows], SPECIES[rows]) for name in ("scatter", "shares")
    )
    assert_allclose(2 * pooled.w_, shares.w_, rtol=1e-9)


def test_e8_the_side_of_each_class_and_one_scale() -> None:
    model = FisherDiscriminant().fit(X, GOOD)
    z = X @ model.w_
    assert z[GOOD == 1].mean() > model.threshold_ > z[GOOD == 0].mean()
    assert_allclose((model.means_[1] - model.means_[0]) @ model.w_, model.J_, rtol=1e-12)


def test_item_29_two_class_and_multi_class_between_scatter_have_one_direction() -> None:
    model = FisherDiscriminant().fit(X, GOOD)
    lda = LDA(solver="eigen").fit(X, GOOD)
    direction = lda.scalings_[:, 0] / np.linalg.norm(lda.scalings_[:, 0])
    assert_allclose(np.abs(direction @ model.w_), np.linalg.norm(model.w_), rtol=1e-12)


@pytest.mark.parametrize(
    ("B", "least", "largest", "at_ones"),
    [
        (None, 1.3819660113, 3.6180339887, 3.5),
        ([[2.0, 0.5], [0.5, 1.0]], 0.9309550324, 3.0690449676, 1.75),
    ],
)
def test_b29_rayleigh(B: list[list[float]] | None, least: float, largest: float, at_ones: float) -> None:
    A = [[2.0, 1.0], [1.0, 3.0]]
    _, vectors = linalg.eigh(A, B)  # at the first and the last of them the quotient is least and largest
    extremes = [rayleigh_quotient(vectors[:, k], A, B) for k in (0, -1)]
    assert_allclose(extremes, (least, largest), atol=5e-11)
    assert_allclose(rayleigh_quotient([1.0, 1.0], A, B), at_ones, rtol=1e-12)
