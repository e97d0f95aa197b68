"""Logistic regression as in the source documents (spec ids in the names); Spector as in statsmodels."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import confusion_matrix, log_loss, roc_auc_score
from sklearn.model_selection import LeaveOneOut, StratifiedKFold, cross_val_predict, train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.exponential import softmax
from fenlei.linear.logistic.hessian import hessian
from fenlei.linear.logistic.logistic_regression import LogisticRegression
from fenlei.linear.logistic.objective import LogisticProblem, gradients

DENSITY = [0.697, 0.774, 0.634, 0.608, 0.556, 0.403, 0.481, 0.437, 0.666, 0.243, 0.245, 0.343, 0.639, 0.657]
SUGAR = [0.460, 0.376, 0.264, 0.318, 0.215, 0.237, 0.149, 0.211, 0.091, 0.267, 0.057, 0.099, 0.161, 0.198]
MELONS = np.column_stack([[*DENSITY, 0.360, 0.593, 0.719], [*SUGAR, 0.370, 0.042, 0.103]])
GOOD = (np.arange(17) < 8).astype(int)
IRIS, SPECIES = load_iris(return_X_y=True)


def melons(**changes: object) -> LogisticRegression:
    return LogisticRegression(**({"C": np.inf, "solver": "newton", "tol": 1e-6} | changes)).fit(MELONS, GOOD)


def melon_problem() -> LogisticProblem:
    return LogisticProblem(MELONS, GOOD, UNIT_WEIGHTS, 2, True, np.zeros(3), np.zeros(3))


def pair(a: int, b: int) -> tuple[np.ndarray, np.ndarray]:
    rows = np.r_[50 * a : 50 * a + 50, 50 * b : 50 * b + 50]
    return IRIS[rows], SPECIES[rows]


# --- source 003


def test_G003_2_newton_from_ones() -> None:
    model = melons(init=[1, 1, 1])
    steps = [
        (1, 1, 1, 17.638839972291),
        (1.471927320639, 16.106158569651, -5.257073730586, 10.118695693850),
        (3.668121243474, 8.186835020462, -3.417460093030, 9.202083893339),
        (3.025916685499, 11.726830254182, -4.162540686501, 8.692185156861),
        (3.148203765994, 12.485565843365, -4.415428497510, 8.683675792759),
        (3.158300358362, 12.521114859178, -4.428831823031, 8.683660584313),
        (3.158329662082, 12.521195791482, -4.428864509973, 8.683660584233),
    ]
    assert_allclose(np.column_stack(model.history_), steps, atol=1e-11, rtol=1e-11)
    assert model.n_iter_[0] == 6
    assert_allclose([*model.coef_[0], *model.intercept_], [3.15832966, 12.52119579, -4.42886451], atol=5e-9)


def test_G003_2_newton_from_zero_stops_after_five() -> None:
    model = melons()
    assert model.n_iter_[0] == 5
    assert_allclose(model.history_.objective[0], 17 * np.log(2), rtol=1e-12)
    falls = -np.diff(model.history_.objective)[1:]
    assert_allclose(falls[:3], [0.2100, 1.053e-2, 4.198e-5], rtol=5e-4)
    assert falls[3] == pytest.approx(7.6e-10, rel=0.05)


def test_G003_2_gradient_and_hessian() -> None:
    P = melon_problem()
    at_ones, at_zero = np.ones((1, 3)), np.zeros((1, 3))
    assert_allclose(
        gradients(P, at_ones).gradient[0], [3.165838855544, 0.878637395512, 6.438132131632], rtol=1e-11
    )
    assert_allclose(gradients(P, at_zero).gradient[0], [-0.0625, -0.421, 0.5], rtol=1e-12)
    H = [
        [0.625219972614, 0.229449078934, 1.107065652463],
        [0.229449078934, 0.114886202299, 0.435093142763],
        [1.107065652463, 0.435093142763, 2.162859708647],
    ]
    assert_allclose(hessian(P, at_ones), H, rtol=1e-11)
    H = [[1.31720975, 0.497457, 2.26375], [0.497457, 0.2499825, 0.9045], [2.26375, 0.9045, 4.25]]
    assert_allclose(hessian(P, at_zero), H, rtol=1e-12)


def test_G003_2_probabilities_and_standard_errors() -> None:
    model = LogisticRegression(C=np.inf, tol=1e-12).fit(MELONS, GOOD)
    p = model.predict_proba(MELONS)[:, 1]
    expected = [
        *(
            0.971591342,
            0.938407967,
            0.706638210,
            0.813534210,
            0.504805821,
            0.453005556,
            0.260369344,
            0.399703150,
        ),
        *(
            0.233977222,
            0.421106896,
            0.050146188,
            0.108518981,
            0.402567305,
            0.531297738,
            0.792650499,
            0.116080221,
        ),
        0.295599349,
    ]
    assert_allclose(p, expected, atol=1e-9)
    assert_allclose(log_loss(GOOD, p), 0.510803563778, atol=1e-12)
    assert_allclose(roc_auc_score(GOOD, p), 58 / 72)
    assert_allclose(model.summary().std_err, [4.0532524, 6.8801066, 2.8804401], atol=1e-6)
    assert_allclose(model.objective_, 8.683660584232864, rtol=1e-13)
    (w1, w2), b = model.coef_[0], model.intercept_[0]
    assert_allclose([-b / w2, -w1 / w2], [0.353709388762, -0.252238661121], atol=1e-9)


def test_G003_3_confusion() -> None:
    predicted = melons(init=[1, 1, 1]).predict(MELONS)
    assert_array_equal(confusion_matrix(GOOD, predicted, labels=[1, 0]), [[5, 3], [2, 7]])
    assert_array_equal(np.flatnonzero(predicted != GOOD) + 1, [6, 7, 8, 14, 15])


def test_G003_4_with_and_without_penalty() -> None:
    ones = np.column_stack([MELONS, np.ones(17)])
    tight = LogisticRegression(tol=1e-12).fit(MELONS, GOOD)
    assert_allclose(
        [*tight.coef_[0], *tight.intercept_], [0.2890610234, 0.4945788141, -0.3771874846], atol=1e-9
    )
    assert_array_equal(confusion_matrix(GOOD, tight.predict(MELONS), labels=[1, 0]), [[2, 6], [0, 9]])
    listed = LogisticRegression(solver="newton-cg").fit(ones, GOOD)
    assert_array_equal(confusion_matrix(GOOD, listed.predict(ones), labels=[1, 0]), [[2, 6], [0, 9]])
    with pytest.warns(FutureWarning, match="penalty"):
        old = LogisticRegression(penalty=None, solver="newton-cg", tol=1e-10).fit(MELONS, GOOD)
    assert_allclose([*old.coef_[0], *old.intercept_], [3.15832965, 12.52119577, -4.42886450], atol=2e-7)
    singular = LogisticRegression(C=np.inf, solver="newton", tol=1e-12).fit(ones, GOOD)
    expected = [3.15832966, 12.52119578, -2.21443225, -2.21443225]
    assert_allclose([*singular.coef_[0], *singular.intercept_], expected, atol=1e-6)


@pytest.mark.parametrize(
    ("a", "b", "w", "intercept", "value"),
    [
        (0, 1, (0.4403477076, -0.9070010507, 2.3084730816, 0.9623267952), -6.6114032872, 5.893745919134),
        (0, 2, (0.4849901515, -0.3408406800, 1.8278088590, 0.8336644376), -8.7691288584, 3.241343015325),
        (1, 2, (-0.3944334786, -0.5132774044, 2.9307513839, 2.4170321883), -14.4307581802, 24.054662340170),
    ],
)
def test_G003_5_pairs_of_iris(a: int, b: int, w: tuple[float, ...], intercept: float, value: float) -> None:
    X, y = pair(a, b)
    model = LogisticRegression(tol=1e-10).fit(X, y)
    assert_allclose(model.coef_[0], w, atol=1e-8)
    assert_allclose(model.intercept_[0], intercept, atol=1e-8)
    assert_allclose(model.objective_, value, rtol=1e-12)


def test_G003_5_cross_validation() -> None:
    for a, b in ((0, 1), (0, 2)):
        X, y = pair(a, b)
        assert (cross_val_predict(LogisticRegression(), X, y, cv=10) == y).all()
    X, y = pair(1, 2)
    wrong = [20, 27, 33, 56]
    for cv in (10, LeaveOneOut()):
        predicted = cross_val_predict(LogisticRegression(), X, y, cv=cv)
        assert_array_equal(np.flatnonzero(predicted != y), wrong)
    errors = [
        int((cross_val_predict(LogisticRegression(), X, y, cv=StratifiedKFold(k)) != y).sum())
        for k in (2, 3, 5, 15, 30, 50, 20)
    ]
    assert errors == [7, 5, 4, 4, 4, 4, 5]


def test_G003_6_newton_survives_iris() -> None:
    X, y = pair(1, 2)
    expected = [-2.4652201952, -6.6808870141, 9.4293851539, 18.2861368879, -42.637803813]
    for start in (np.zeros(5), np.ones(5)):
        model = LogisticRegression(C=np.inf, solver="newton", tol=1e-9, init=start).fit(X, y)
        assert_allclose([*model.coef_[0], *model.intercept_], expected, rtol=1e-6)
        assert_allclose(model.objective_, 5.949273395679, rtol=1e-10)
    assert LogisticRegression(C=np.inf, solver="newton", tol=1e-6).fit(X, y).n_iter_[0] == 10


@pytest.mark.parametrize("solver", ["auto", "newton", "newton-cholesky", "lbfgs"])
@pytest.mark.parametrize("start", [None, np.ones(5)])
@pytest.mark.parametrize("other", [1, 2])
def test_G003_6_separable_pairs_are_said_to_be(solver: str, start: np.ndarray | None, other: int) -> None:
    X, y = pair(0, other)
    with pytest.warns(ConvergenceWarning, match="can be separated without error"):
        model = LogisticRegression(C=np.inf, solver=solver, init=start).fit(X, y)
    assert model.separated_
    assert np.isfinite(model.coef_).all()
    assert model.score(X, y) == 1.0


def test_G003_8_softmax_and_iris() -> None:
    expected = (0.090030573170, 0.244728471055, 0.665240955775)
    for shift in (0.0, 1000.0):
        assert_allclose(softmax(np.array([[1.0, 2.0, 3.0]]) + shift)[0], expected, rtol=1e-11)
    model = LogisticRegression(tol=1e-10).fit(IRIS, SPECIES)
    coef = [
        (-0.4235099201, 0.9673505796, -2.5171523776, -1.0793366485),
        (0.534461509, -0.3215878552, -0.2063920713, -0.9442984654),
        (-0.1109515889, -0.6457627244, 2.7235444489, 2.0236351139),
    ]
    assert_allclose(model.coef_, coef, atol=1e-8)
    assert_allclose(model.intercept_, [9.8495680505, 2.2372056322, -12.0867736827], atol=1e-7)
    p = model.predict_proba(IRIS)
    assert (model.predict(IRIS) == SPECIES).sum() == 146
    assert_allclose(log_loss(SPECIES, p), 0.119636677988, atol=1e-11)
    assert_allclose(p[0], (0.9815834949, 0.0184164906, 1.45e-8), atol=1e-9)
    assert_allclose(p[50], (0.0021266954, 0.8739566880, 0.1239166166), atol=1e-9)
    assert_allclose(p[100], (9.053e-7, 0.0039127474, 0.9960863474), atol=1e-9)


def test_G003_8_cross_validation() -> None:
    errors = [
        int((cross_val_predict(LogisticRegression(), IRIS, SPECIES, cv=cv) != SPECIES).sum())
        for cv in (2, 3, 5, 10, 15, 30, 50)
    ]
    assert errors == [6, 4, 4, 4, 4, 5, 5]
    predicted = cross_val_predict(LogisticRegression(), IRIS, SPECIES, cv=LeaveOneOut())
    assert_array_equal(confusion_matrix(SPECIES, predicted), [[50, 0, 0], [0, 47, 3], [0, 2, 48]])


# --- source 001

FIRST = np.r_[0:40, 50:90, 100:140]
LAST = np.setdiff1d(np.arange(150), FIRST)


def right(model: LogisticRegression, rows: np.ndarray) -> int:
    return int((model.predict(IRIS[rows]) == SPECIES[rows]).sum())


def test_A_G08_two_classes_by_irls() -> None:
    train, test = FIRST[40:], LAST[10:]
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-8).fit(IRIS[train], SPECIES[train])
    expected = [-2.4131876, -6.6062705, 9.2462233, 17.9911409, -41.786329]
    assert_allclose([*model.coef_[0], *model.intercept_], expected, atol=1e-5)
    falls = [20.176439, 12.197996, 8.674405, 7.018223, 6.269510, 5.985179, 5.925976, 5.923034, 5.923025]
    assert_allclose(model.history_.objective[1:10], falls, atol=1e-6)
    assert (right(model, train), right(model, test)) == (78, 20)
    whole = LogisticRegression(C=np.inf, tol=1e-9).fit(*pair(1, 2))
    expected = [-2.465220, -6.680887, 9.429385, 18.286137, -42.637804]
    assert_allclose([*whole.coef_[0], *whole.intercept_], expected, atol=1e-5)


@pytest.mark.parametrize(
    ("C", "held", "beta", "train_right"),
    [
        (1.0, True, (-1.0765427, -1.6428803, -1.3528503, 2.4375440, 1.9959884), 77),
        (1.0, False, (-12.988774, -0.4459499, -0.4744316, 2.7853607, 2.0526131), 75),
        (10.0, True, (-4.0734321, -2.8471584, -2.8438578, 4.5051719, 4.7378627), 77),
        (10.0, False, (-18.6811395, -1.5690155, -1.7318096, 5.0440770, 5.1846856), 78),
    ],
)
def test_A_G08_penalty(C: float, held: bool, beta: tuple[float, ...], train_right: int) -> None:
    train, test = FIRST[40:], LAST[10:]
    model = LogisticRegression(C=C, penalize_intercept=held, tol=1e-10).fit(IRIS[train], SPECIES[train])
    assert_allclose([*model.intercept_, *model.coef_[0]], beta, atol=2e-6)
    assert (right(model, train), right(model, test)) == (train_right, 20)


def test_A_G08_three_classes() -> None:
    held = LogisticRegression(penalize_intercept=True, tol=1e-10).fit(IRIS[FIRST], SPECIES[FIRST])
    weights = [
        (0.331327, 0.661091, 1.612167, -2.170499, -1.026580),
        (0.620236, 0.553961, -0.225087, -0.147545, -0.667140),
        (-0.951564, -1.215052, -1.387080, 2.318044, 1.693720),
    ]
    assert_allclose(np.column_stack([held.intercept_, held.coef_]), weights, atol=1e-6)
    assert_allclose(held.objective_, 32.760547, atol=1e-6)
    assert (right(held, FIRST), right(held, LAST)) == (116, 30)
    free = LogisticRegression().fit(IRIS[FIRST], SPECIES[FIRST])
    assert (right(free, FIRST), right(free, LAST)) == (117, 30)
    loss = log_loss(SPECIES[FIRST], free.predict_proba(IRIS[FIRST]), normalize=False)
    assert_allclose(loss, 16.728947, atol=1e-4)


@pytest.mark.parametrize("solver", ["auto", "newton", "lbfgs"])
def test_A_G08_three_classes_without_penalty_have_no_optimum(solver: str) -> None:
    with pytest.warns(ConvergenceWarning, match="can be separated without error"):
        model = LogisticRegression(C=np.inf, solver=solver).fit(IRIS[FIRST], SPECIES[FIRST])
    assert np.isfinite(model.coef_).all()
    assert model.objective_ < 5.923025 + 0.1


def test_A_G06_one_step() -> None:
    """From zero, φ = (1, 1, 0): two classes move by η ½ φ, three by η (⅔, -⅓, -⅓) φ."""
    rows, labels = np.array([[1.0, 0.0], [1.0, 0.0]]), [1, 0]
    one = {"C": np.inf, "max_iter": 1, "learning_rate": 0.1, "shuffle": False, "solver": "sgd"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = LogisticRegression(**one).fit(rows, labels, sample_weight=[1.0, 1e-12])
        three = LogisticRegression(**one).fit(np.tile(rows[:1], (3, 1)), [0, 1, 2], [1.0, 1e-12, 1e-12])
    assert_allclose([*model.history_.beta[1]], [0.05, 0.0, 0.05], atol=1e-9)
    assert_allclose(
        three.history_.beta[1][:, [0, 2]], [[1 / 15] * 2, [-1 / 30] * 2, [-1 / 30] * 2], atol=1e-9
    )


# --- source 004


def test_B10_gradient_descent() -> None:
    gd = {"solver": "gd", "C": np.inf, "tol": 0.0, "learning_rate": 0.5}
    with pytest.warns(ConvergenceWarning):
        model = LogisticRegression(max_iter=1000, **gd).fit(MELONS, GOOD)
    beta, value = model.history_
    assert_allclose(beta[1], [0.03125, 0.2105, -0.25], rtol=1e-12)
    assert_allclose(beta[2], [0.2718934899, 0.4997663856, -0.1005678665], atol=1e-9)
    assert_allclose(
        value[[1, 2, 10, 100]], [11.644786127, 11.567317188, 19.028371506, 9.211375647], atol=1e-8
    )
    assert_allclose(beta[1000], [3.1582835303, 12.5210210344, -4.4288038474], atol=1e-9)
    assert_allclose(value[1000], 8.683660584572, atol=1e-11)


def test_B10_decaying_rate() -> None:
    with pytest.warns(ConvergenceWarning, match="before it converged"):
        model = LogisticRegression(
            solver="gd", C=np.inf, tol=0.0, learning_rate=0.5, schedule="inverse", decay=0.01, max_iter=100
        ).fit(MELONS, GOOD)
    assert_allclose(model.history_.beta[-1], [2.3524651341, 8.3430476883, -3.1294827589], atol=1e-9)
    assert_allclose(model.history_.objective[-1], 8.905921553, atol=1e-8)


def test_B10_both_codings_agree() -> None:
    assert_allclose(
        gradients(melon_problem(), np.array([[1.0, -2.0, 0.5]])).loss, 13.711138401126, rtol=1e-12
    )


# --- source 000


def test_000_2_3_breast_cancer() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    train, test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=2020)
    with pytest.warns(FutureWarning, match="penalty"):
        model = LogisticRegression(penalty="l2", C=1.0, random_state=2020).fit(train, y_train)
    assert model.score(train, y_train) == pytest.approx(0.989010989010989, abs=1e-12)
    assert model.score(test, y_test) == pytest.approx(0.9736842105263158, abs=1e-12)
    assert_array_equal(model.predict(test[:2]), [0, 1])
    assert_allclose(model.objective_, 27.827393035163215, rtol=1e-10)
    assert_allclose(model.intercept_[0], 0.2792389723608784, atol=1e-5)
    assert_allclose(
        model.coef_[0, [0, 1, 10, 29]], [-0.58335201, -0.42399146, -1.21050325, -0.64711423], atol=1e-5
    )
    assert_array_equal(confusion_matrix(y_test, model.predict(test)), [[47, 1], [2, 64]])
    assert_allclose(log_loss(y_test, model.predict_proba(test)), 0.10026069601225544, atol=1e-6)


def test_000_2_3_liblinear_penalises_the_intercept() -> None:
    """Figure 3-25 (b): on five principal components, test row 87 is on the other side with liblinear."""
    from sklearn.decomposition import PCA

    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    train, test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=2020)
    pca = PCA(n_components=5).fit(train)
    scores = {
        solver: LogisticRegression(solver=solver)
        .fit(pca.transform(train), y_train)
        .score(pca.transform(test), y_test)
        for solver in ("liblinear", "auto")
    }
    assert scores == {"liblinear": pytest.approx(0.9736842105), "auto": pytest.approx(0.9824561404)}


def test_000_2_4_apples_by_newton() -> None:
    weight = np.array([190, 260, 150, 200, 210, 170, 200, 230, 180, 240.0])
    fuji = np.array([1, 1, 0, 1, 0, 0, 1, 1, 0, 1])
    z = ((weight - 203.0) / 31.63858403911275)[:, None]
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-9).fit(z, fuji)
    values = [
        *(6.931471805599453, 4.331783268286897, 3.935853767675019, 3.867218261946563, 3.863872997138377),
        *(3.8638624611228334, 3.86386246100749),
    ]
    assert_allclose(model.history_.objective[:7], values, rtol=1e-12)
    assert_allclose(
        [model.coef_[0, 0], model.intercept_[0]], [2.608180725062188, 0.9308399362881602], rtol=1e-9
    )
    raw = LogisticRegression(C=np.inf, tol=1e-12).fit(weight[:, None], fuji)
    assert_allclose(
        [raw.coef_[0, 0], raw.intercept_[0]], [0.08243670835072327, -15.803811858908663], rtol=1e-9
    )
    assert_array_equal(raw.predict(weight[:, None]), [0, 1, 0, 1, 1, 0, 1, 1, 0, 1])


@pytest.mark.parametrize("all_rows", [True, False])
def test_000_2_4_breast_cancer_is_separable(all_rows: bool) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    if not all_rows:
        X, _, y, _ = train_test_split(X, y, test_size=0.2, random_state=2020)
    with pytest.warns(ConvergenceWarning, match="can be separated without error"):
        model = LogisticRegression(C=np.inf).fit(X, y)
    assert np.isfinite(model.coef_).all()
    assert model.score(X, y) == 1.0


@pytest.mark.parametrize(
    ("seed", "scaled", "raw"),
    [(2020, (119, 24), (118, 26)), (0, (115, 30), (116, 30)), (42, (116, 30), (117, 30))],
)
def test_000_2_6_iris(seed: int, scaled: tuple[int, int], raw: tuple[int, int]) -> None:
    for X, expected in ((StandardScaler().fit_transform(IRIS), scaled), (IRIS, raw)):
        train, test, y_train, y_test = train_test_split(X, SPECIES, test_size=0.2, random_state=seed)
        model = LogisticRegression().fit(train, y_train)
        assert (
            int((model.predict(train) == y_train).sum()),
            int((model.predict(test) == y_test).sum()),
        ) == expected


# --- Spector and Mazzeo (1980), as in Greene, Econometric Analysis, table 21.1: rows of statsmodels'
# `datasets.spector` (GPA, TUCE, PSI, GRADE), and what its Logit 0.15 makes of them (Newton, tol 1e-14)

SPECTOR = """
2.66 20 0 0;2.89 22 0 0;3.28 24 0 0;2.92 12 0 0;4.00 21 0 1;2.86 17 0 0
2.76 17 0 0;2.87 21 0 0;3.03 25 0 0;3.92 29 0 1;2.63 20 0 0;3.32 23 0 0
3.57 23 0 0;3.26 25 0 1;3.53 26 0 0;2.74 19 0 0;2.75 25 0 0;2.83 19 0 0
3.12 23 1 0;3.16 25 1 1;2.06 22 1 0;3.62 28 1 1;2.89 14 1 0;3.51 26 1 0
3.54 24 1 1;2.83 27 1 1;3.39 17 1 1;2.67 24 1 0;3.65 21 1 1;4.00 23 1 1
3.10 21 1 0;2.39 19 1 1"""


def test_spector_as_statsmodels() -> None:
    rows = np.array([row.split() for row in SPECTOR.replace("\n", ";").split(";") if row], dtype=float)
    model = LogisticRegression(C=np.inf, tol=1e-12).fit(rows[:, :3], rows[:, 3].astype(int))
    table = model.summary()
    near = partial(assert_allclose, rtol=1e-9)
    near(table.coef, [2.826112594889, 0.095157661318, 2.378687655093, -13.021346858116])
    near(table.std_err, [1.262941075629, 0.141554205674, 1.064564254497, 4.931324213603])
    near(table.z, [2.237723239369, 0.672234787126, 2.234423751356, -2.640537570456])
    near(table.p_value, [0.025239108803, 0.501434238082, 0.025455204361, 0.008277461435])
    near((table.log_likelihood, table.log_likelihood_null), (-12.889634222131411, -20.591729696634204))
    near((table.llr, table.llr_p_value), (15.404190949005585, 0.0015018786820365734))
    near(table.pseudo_r2, 0.3740382953726189)
    near((table.aic, table.bic), (33.779268444262826, 39.64221205546173))
    near(table.deviance, 2 * 12.889634222131411)
