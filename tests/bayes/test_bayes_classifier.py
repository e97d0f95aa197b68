"""The joint Bayes classifier: against loops, against its special cases, and where rows are few or missing."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import multivariate_normal
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import CategoricalNB
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.bayes.joint import scores as joint_scores
from fenlei.bayes.joint.bayes_classifier import BayesClassifier
from fenlei.errors import DataError, DegenerateDataWarning, ModelFileError, UsageError
from tests.oracles import joint_bayes as oracle

quiet = pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
NOMINAL, NUMERIC, SIZES = [0, 2], [1, 3], [3, 2]
SEEDS = st.integers(0, 2**32 - 1)


def mixed(seed: int, n: int = 120, K: int = 3, *, missing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Two nominal columns (3 and 2 categories) and two numeric ones, related to y in 0..K-1."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.concatenate([np.arange(K), rng.integers(0, K, n - K)]))
    X = (
        rng.normal(size=(n, 4)) @ np.array([[1, 0, 0, 0], [0, 1, 0, 0.5], [0, 0, 1, 0], [0, 0, 0, 2.0]])
        + 0.5 * y[:, None]
    )
    X[:, 0] = np.clip(np.round(X[:, 0] + rng.integers(0, 2, n)), 0, 2)
    X[:, 2] = (X[:, 2] > 0.5).astype(float)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def frame(X: np.ndarray) -> pd.DataFrame:
    words = np.array(["a", "b", "c", None], dtype=object)
    codes = np.where(np.isnan(X), 3, X)[:, NOMINAL].astype(int)
    return pd.DataFrame(
        {"colour": words[codes[:, 0]], "size": X[:, 1], "shape": words[codes[:, 1]], "weight": X[:, 3]}
    )


def codes_model(**parameters: Any) -> BayesClassifier:
    return BayesClassifier(categorical_features=NOMINAL, **parameters)


@parametrize_with_checks(
    [
        BayesClassifier(),
        BayesClassifier(covariance="diagonal", small_cells="shrunken", alpha=0.0),
        BayesClassifier(unseen="prior", alpha=0.5),
    ]
)
@quiet
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


# --- the formulas


@settings(max_examples=20)
@given(SEEDS, st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 0.1]))
def test_scores_are_those_of_the_definition(seed: int, alpha: float, missing: float) -> None:
    X, y = mixed(seed, missing=missing)
    model = codes_model(alpha=alpha).fit(X[:80], y[:80])
    moments = oracle.cell_moments(X[:80], y[:80], NOMINAL, NUMERIC)
    shows = [any(cell[j] < 0 for cell, _ in moments) for j in range(2)]
    sizes = [m + extra for m, extra in zip(model.n_categories_, shows, strict=True)]
    prior = np.bincount(y[:80], minlength=3) / 80
    expected = [oracle.log_joint(x, moments, NOMINAL, NUMERIC, prior, alpha, sizes) for x in X]
    assert_allclose(model.log_joint(X), expected, rtol=1e-9, atol=1e-9)


def test_hashed_cells_and_lists_of_pairs_give_the_same_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = mixed(0, missing=0.1)
    plain = codes_model().fit(X, y)
    monkeypatch.setattr(joint_scores, "MOST_POSITIONS", 0)
    monkeypatch.setattr(joint_scores, "LARGEST_TABLE", 0)
    other = codes_model().fit(X, y)
    assert other._scorer.lookup.radix is None
    X[:5, 0] = [7, -1, 0.5, 1e300, 2]  # codes that are none
    assert_array_equal(other.log_joint(X), plain.log_joint(X))


def test_one_nominal_column_is_categorical_naive_bayes() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 5, (200, 1)), rng.integers(0, 3, 200)
    ours = BayesClassifier(categorical_features=[0], alpha=0.7).fit(X, y)
    assert_allclose(ours.predict_proba(X), CategoricalNB(alpha=0.7).fit(X, y).predict_proba(X), rtol=1e-12)


def test_numeric_columns_alone_are_quadratic_discriminant_analysis() -> None:
    X, y = load_iris(return_X_y=True)
    ours = BayesClassifier().fit(X, y)
    covariances = [np.cov(X[y == k].T, bias=True) for k in range(3)]
    for k in range(3):
        density = multivariate_normal(X[y == k].mean(axis=0), covariances[k]).logpdf(X) + np.log(1 / 3)
        assert_allclose(ours.log_joint(X)[:, k], density, rtol=1e-9)
    assert_array_equal(ours.predict(X), QuadraticDiscriminantAnalysis().fit(X, y).predict(X))


def test_diagonal_covariances_are_naive_in_the_numbers() -> None:
    X, y = mixed(1)
    ours = codes_model(covariance="diagonal", alpha=0).fit(X, y)
    moments = oracle.cell_moments(X, y, NOMINAL, NUMERIC)
    for x, scores in zip(X[:20], ours.log_joint(X[:20]), strict=True):
        cell = int(x[0]), int(x[2])
        _, n, mean, scatter = moments.get((cell, 0), (0, 0, 0, 0))
        if n > 3:
            p = oracle.cell_probability(moments, cell, 0, 3, 0.0, 6)
            wanted = np.log(p * (y == 0).mean()) + oracle.log_normal(
                x[NUMERIC], mean, np.diag(np.diag(scatter) / n)
            )
            assert_allclose(scores[0], wanted, rtol=1e-10)


# --- ties, zeros, cells without rows


def test_fractions_that_are_equal_tie_bit_for_bit() -> None:
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [30, 20, 50])
    X = rng.integers(0, 4, (100, 2))
    for alpha in (0.0, 1.0, 2.0):
        model = BayesClassifier(categorical_features=[0, 1], alpha=alpha).fit(X, y)
        scores, C, n = model.log_joint(model.cells_), len(model.cells_), model.class_count_
        for row, count in zip(scores, model.count_, strict=True):
            exact = [
                int(c + alpha) * int(m) * int(np.prod(n + alpha * C)) // int(m + alpha * C)
                for c, m in zip(count, n, strict=True)
            ]
            if count.sum():
                for a in range(3):
                    assert [row[a] == row[b] for b in range(3)] == [exact[a] == exact[b] for b in range(3)]


def test_unseen_cells_back_off_to_the_product_of_the_columns_or_to_the_prior() -> None:
    X, y = np.array([[0, 0], [0, 0], [1, 1], [1, 1], [1, 0]]), np.array([0, 0, 1, 1, 1])
    naive = BayesClassifier(categorical_features=[0, 1]).fit(X, y)
    assert_allclose(np.exp(naive.log_joint([[0, 1]])), [[0.4 * 3 / 4 * 1 / 4, 0.6 * 1 / 5 * 3 / 5]])
    unknown = np.exp(naive.log_joint([[0, 9], [np.nan, 1], [np.nan, 9]]))
    assert_allclose(unknown, [[0.4 * 3 / 4, 0.6 * 1 / 5], [0.4 * 1 / 4, 0.6 * 3 / 5], [0.4, 0.6]])
    prior = BayesClassifier(categorical_features=[0, 1], unseen="prior").fit(X, y)
    assert_allclose(prior.predict_proba([[0, 1]]), [[0.4, 0.6]])
    assert_allclose(prior.predict_proba([[1, 1]]), naive.predict_proba([[1, 1]]))


def test_probability_zero_everywhere_leaves_the_prior_with_a_warning() -> None:
    X, y = np.array([[0, 0], [0, 0], [1, 1]]), np.array(["a", "a", "b"])
    model = BayesClassifier(categorical_features=[0, 1], alpha=0).fit(X, y)
    assert_array_equal(model.log_joint([[0, 1]]), [[-np.inf, -np.inf]])
    assert_array_equal(model.log_density([[0, 1]]), [-np.inf])
    with pytest.warns(DegenerateDataWarning, match="probability 0 in every class"):
        assert_allclose(model.predict_proba([[0, 1]]), [[2 / 3, 1 / 3]])
    with pytest.warns(DegenerateDataWarning):
        assert model.predict([[0, 1]]).tolist() == ["a"]


def test_a_missing_category_is_one_where_the_rows_show_it() -> None:
    X = np.array([[0.0], [np.nan], [1.0], [np.nan], [1.0]])
    model = BayesClassifier(categorical_features=[0]).fit(X, [0, 0, 1, 1, 1])
    assert model.cells_.ravel().tolist() == [-1, 0, 1]
    assert_allclose(model.conditional_, [[2 / 5, 2 / 6], [2 / 5, 1 / 6], [1 / 5, 3 / 6]])
    assert_allclose(np.exp(model.log_joint([[np.nan]])), [[0.4 * 2 / 5, 0.6 * 2 / 6]])


def test_declared_categories_count_in_the_denominator() -> None:
    X, y = np.array([[0], [0], [1]]), [0, 0, 1]
    model = BayesClassifier(categorical_features=[0], min_categories=4).fit(X, y)
    assert_allclose(model.conditional_[:, 0], [3 / 6, 1 / 6, 1 / 6, 1 / 6])
    for wrong in ([1, 2], [1.5]):
        with pytest.raises(UsageError, match="one for each nominal column"):
            clone(model).set_params(min_categories=wrong).fit(X, y)


def test_the_number_of_cells_may_be_astronomic() -> None:
    X = np.random.default_rng(0).integers(0, 1000, (50, 300))
    y = np.arange(50) % 2
    model = BayesClassifier(categorical_features=np.ones(300, bool)).fit(X, y)
    assert_array_equal(model.predict(X), y)
    assert len(model.cells_) == 50
    assert np.isfinite(model.log_joint(X)).all()


# --- cells with few rows


def test_a_single_row_takes_the_pooled_variance_of_its_class() -> None:
    X = np.array([[0, 1.0], [0, 3.0], [0, 8.0], [1, 7.0], [0, 2.0], [0, 9.0], [1, 5.0], [1, 6.5]])
    y = np.repeat([0, 1], 4)
    model = BayesClassifier(categorical_features=[0], alpha=0).fit(X, y)
    pooled = 3 * np.var([1, 3, 8]) / 4
    expected = np.log(1 / 8) + oracle.log_normal([6.0], np.array([7.0]), [[pooled]])
    assert_allclose(model.log_joint([[1, 6.0]])[0, 0], expected)


def test_shrunken_cells_are_between_their_own_and_the_pooled_variance() -> None:
    X, y = mixed(2)
    model = codes_model(small_cells="shrunken", alpha=0).fit(X, y)
    moments = oracle.cell_moments(X, y, NOMINAL, NUMERIC)
    _, _, within, _ = oracle.class_moments(moments, 1)
    for (cell, k), (_, n, mean, scatter) in moments.items():
        if k == 1:
            covariance = (scatter + 3 * within) / (n + 3)
            x = np.array([cell[0], 0.3, cell[1], -0.2])
            p = oracle.cell_probability(moments, cell, 1, 3, 0.0, 6) * (y == 1).mean()
            wanted = np.log(p) + oracle.log_normal([0.3, -0.2], mean, covariance)
            assert_allclose(model.log_joint([x])[0, 1], wanted, rtol=1e-10)


def test_constant_and_duplicate_columns_are_repaired_with_a_warning() -> None:
    X, y = mixed(3)
    for spoilt in (np.column_stack([X, np.ones(len(X))]), np.column_stack([X, X[:, 1]])):
        with pytest.warns(
            DegenerateDataWarning, match=r"covariance of class 0 inside the cells .*3 of 3 classes"
        ):
            model = codes_model().fit(spoilt, y)
        assert np.isfinite(model.log_joint(spoilt)).all()
        assert model.score(spoilt, y) > 0.4


def test_a_class_of_one_row_has_the_covariance_of_all() -> None:
    X, y = mixed(4, K=2)
    X, y = np.vstack([X[y < 2], [[1, 0.0, 1, 0.0]]]), np.append(y, 2)
    with pytest.warns(DegenerateDataWarning):
        model = codes_model(alpha=0).fit(X, y)
    moments = oracle.cell_moments(X, y, NOMINAL, NUMERIC)
    everything = sum(entry[3] for entry in moments.values()) / len(X)
    expected = np.log(1 / len(X)) + oracle.log_normal([0.4, 0.6], np.zeros(2), everything)
    assert_allclose(model.log_joint([[1, 0.4, 1, 0.6]])[0, 2], expected, rtol=1e-10)


def test_a_column_that_is_constant_in_a_class_takes_the_variance_of_all() -> None:
    X, y = mixed(3, K=2)
    X[y == 0, 1] = 5.0
    with pytest.warns(DegenerateDataWarning, match="covariance of class 0"):
        model = codes_model(alpha=0).fit(X, y)
    moments = oracle.cell_moments(X, y, NOMINAL, NUMERIC)
    everything = sum(entry[3] for entry in moments.values()) / len(X)
    _, _, within, _ = oracle.class_moments(moments, 0)
    (cell, _), (count, _, mean, _) = next(item for item in moments.items() if item[0][1] == 0)
    covariance = np.diag([everything[0, 0], within[1, 1]])
    expected = np.log(count / len(X)) + oracle.log_normal([4.0, 0.5], mean, covariance)
    assert_allclose(model.log_joint([[cell[0], 4.0, cell[1], 0.5]])[0, 0], expected, rtol=1e-9)


def test_one_value_everywhere_has_variance_one() -> None:
    with pytest.warns(DegenerateDataWarning):
        model = BayesClassifier().fit(np.full((6, 1), 3.0), [0, 0, 0, 1, 1, 1])
    assert_allclose(model.log_joint([[4.0]]), np.log(0.5) - 0.5 * np.log(2 * np.pi) - 0.5)


# --- missing numbers


def test_missing_numbers_are_marginalised() -> None:
    X, y = mixed(5)
    model = codes_model().fit(X, y)
    half = X.copy()
    half[:, 3] = np.nan
    half[::2, 1] = np.nan
    cells = joint_scores.find_cells(X, np.array(NOMINAL), model._scorer.lookup)
    nothing = np.empty((len(X), 3))
    joint_scores.cell_scores(X, np.array(NOMINAL), model._scorer, cells, nothing)
    assert_allclose(model.log_joint(half)[::2], nothing[::2])
    grid = np.linspace(-40, 40, 4001)
    row = np.repeat(X[1:2], len(grid), axis=0)
    row[:, 3] = grid
    integral = np.exp(model.log_joint(row)).sum(axis=0) * (grid[1] - grid[0])
    assert_allclose(np.exp(model.log_joint(half[1:2]))[0], integral, rtol=1e-6)


def test_a_numeric_column_without_values_does_not_count_and_says_so() -> None:
    X, y = mixed(6)
    X[:, 1] = np.nan
    with pytest.warns(DegenerateDataWarning, match="no row has a value in every numeric column"):
        model = codes_model().fit(X, y)
    nominal = BayesClassifier(categorical_features=[0, 1]).fit(X[:, NOMINAL], y)
    assert_allclose(model.predict_proba(X), nominal.predict_proba(X[:, NOMINAL]))


def test_a_nominal_column_without_values_does_not_matter() -> None:
    X, y = mixed(7)
    model = codes_model().fit(X, y)
    wide = np.column_stack([X, np.full(len(X), np.nan)])
    other = BayesClassifier(categorical_features=[0, 2, 4]).fit(wide, y)
    assert_allclose(other.predict_proba(wide), model.predict_proba(X), rtol=1e-12)


# --- tables straight from the user


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_frames_with_text_are_taken_as_they_are(make: Any) -> None:
    X, y = mixed(8, missing=0.1)
    table = pl.from_pandas(frame(X)) if make is pl.DataFrame else frame(X)
    expected = codes_model().fit(X, y).predict_proba(X)
    assert_allclose(BayesClassifier().fit(table, y).predict_proba(table), expected, rtol=1e-12)
    named = BayesClassifier().fit(table, y)
    assert named.feature_names_in_.tolist() == ["colour", "size", "shape", "weight"]
    assert named.coding_.categorical == (True, False, True, False)


def test_integers_in_a_frame_may_be_nominal_by_name() -> None:
    table = pd.DataFrame({"x": [10, -3, 10, 7, 7, -3], "z": [1.0, 2.0, 1.5, 2.5, 0.5, 1.0]})
    model = BayesClassifier(categorical_features=["x"]).fit(table, [0, 0, 0, 1, 1, 1])
    assert model.coding_.categories == (("-3", "7", "10"), None)
    assert model.predict(pd.DataFrame({"x": [10, 7], "z": [1.2, 1.2]})).tolist() == [0, 1]


def test_text_models_take_text_only_and_rows_of_weight_zero_bring_no_category() -> None:
    X, y = mixed(8)
    table, w = frame(X), np.ones(len(X))
    model = BayesClassifier().fit(table, y)
    with pytest.warns(UserWarning, match="feature names"), pytest.raises(DataError, match="text columns"):
        model.predict(X)
    table.loc[0, "colour"], w[0] = "never seen", 0.0
    weighted = BayesClassifier().fit(table, y, sample_weight=w)
    assert weighted.coding_.categories[0] == ("a", "b", "c")
    assert_allclose(weighted.joint_, BayesClassifier().fit(table[1:], y[1:]).joint_)


def test_cross_validation_on_a_frame() -> None:
    X, y = mixed(9, n=200)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DegenerateDataWarning)
        assert cross_val_score(BayesClassifier(), frame(X), y, cv=5, error_score="raise").mean() > 0.35


@pytest.mark.parametrize("value", [-1.0, 0.5, 1e9, np.inf])
def test_codes_that_are_none_are_refused(value: float) -> None:
    X, y = mixed(10)
    X[3, 2] = value
    with pytest.raises(
        DataError, match=r"column 2 has the value .* take the column out of categorical_features"
    ):
        codes_model().fit(X, y)


def test_infinite_numbers_are_refused() -> None:
    X, y = mixed(11)
    model = codes_model().fit(X, y)
    X[3, 1] = np.inf
    for task in (lambda: codes_model().fit(X, y), lambda: model.predict(X), lambda: model.log_joint(X)):
        with pytest.raises(ValueError, match="infinity"):
            task()


@pytest.mark.parametrize(
    ("name", "value"),
    [("alpha", -1), ("covariance", "tied"), ("small_cells", "none"), ("unseen", "error"), ("priors", 0.5)],
)
def test_parameters_that_cannot_be(name: str, value: Any) -> None:
    with pytest.raises(UsageError, match=f"BayesClassifier: {name}="):
        BayesClassifier(**{name: value}).fit(*mixed(0))


# --- merging


@quiet
@settings(max_examples=15)
@given(SEEDS, st.sets(st.integers(1, 119), max_size=4), st.sampled_from(["full", "diagonal"]))
def test_partial_fit_in_any_chunking_is_fit(seed: int, cuts: set[int], covariance: str) -> None:
    X, y = mixed(seed, missing=0.05)
    table = frame(X)
    streamed = BayesClassifier(covariance=covariance)
    for rows in np.split(np.arange(120), sorted(cuts)):
        streamed.partial_fit(table.iloc[rows], y[rows], classes=[0, 1, 2])
    whole = BayesClassifier(covariance=covariance).fit(table, y)
    assert_allclose(streamed.predict_proba(table), whole.predict_proba(table), rtol=1e-9, atol=1e-12)


@quiet
def test_merge_unites_categories_and_classes() -> None:
    X, y = mixed(12)
    X[:60, 0] += 1  # so that the first model knows b, c and the second a, b, c, in other places
    X[60:, 0] = np.minimum(X[60:, 0], 1)
    X[:, 0] = np.clip(X[:, 0], 0, 2)
    y[:60] %= 2
    table = frame(X)
    a, b = BayesClassifier().fit(table[:60], y[:60]), BayesClassifier().fit(table[60:], y[60:])
    for merged in (a.merge(b), b.merge(a)):
        whole = BayesClassifier().fit(table, y)
        assert_allclose(merged.predict_proba(table), whole.predict_proba(table), rtol=1e-10)
        assert_array_equal(merged.classes_, whole.classes_)
    with pytest.raises(UsageError, match="cannot merge"):
        a.merge(BayesClassifier().fit(table.assign(colour=1.0), y))


def test_a_class_without_rows_is_never_predicted_unless_it_has_a_prior() -> None:
    X, y = mixed(13, K=2)
    model = codes_model().partial_fit(X, y, classes=[0, 1, 2])
    assert_array_equal(model.predict_proba(X)[:, 2], 0.0)
    given_prior = codes_model(priors=[0.4, 0.4, 0.2]).partial_fit(X, y, classes=[0, 1, 2])
    assert (given_prior.predict_proba(X)[:, 2] > 0).all()
    assert_allclose(given_prior.conditional_[:, 2], 1 / 6)
    none = codes_model(priors=[0.4, 0.4, 0.2], alpha=0).partial_fit(X, y, classes=[0, 1, 2])
    assert_array_equal(none.conditional_[:, 2], 0.0)


# --- as a distribution


def test_conditional_probabilities_and_densities_sum_to_one() -> None:
    X, y = mixed(14)
    model = BayesClassifier(categorical_features=[0, 1], alpha=0.3).fit(X[:, NOMINAL], y)
    assert_allclose(model.conditional_.sum(axis=0), 1.0)
    assert_allclose(model.joint_.sum(), 1.0)
    assert_allclose(model.evidence_, model.joint_.sum(axis=1))
    assert_allclose(model.posterior_, model.predict_proba(model.cells_), rtol=1e-12)
    assert_allclose(np.exp(model.log_density(model.cells_)), model.evidence_, rtol=1e-12)


def test_samples_have_the_distribution_they_are_drawn_from() -> None:
    X, y = mixed(15, n=400)
    model = codes_model(alpha=5.0).fit(X, y)
    drawn, labels = model.sample(40_000, random_state=0)
    assert_allclose(np.bincount(labels) / 40_000, model.prior_, atol=0.01)
    for k in range(3):
        rows = drawn[labels == k]
        cells = np.bincount((rows[:, 0] * 2 + rows[:, 2]).astype(int), minlength=6) / len(rows)
        assert_allclose(cells, model.conditional_[:, k], atol=0.015)
    rows = drawn[(labels == 1) & (drawn[:, 0] == 1) & (drawn[:, 2] == 1)][:, NUMERIC]
    own = X[(y == 1) & (X[:, 0] == 1) & (X[:, 2] == 1)][:, NUMERIC]
    assert_allclose(rows.mean(axis=0), own.mean(axis=0), atol=0.1)
    assert_allclose(np.cov(rows.T), np.cov(own.T, bias=True), atol=0.25)


@pytest.mark.parametrize("covariance", ["full", "diagonal"])
def test_samples_of_text_tables_are_text_again(covariance: str) -> None:
    X, y = mixed(16, missing=0.1)
    model = BayesClassifier(covariance=covariance).fit(frame(X), y)
    rows, labels = model.sample(50, class_=2, random_state=1)
    assert set(labels) == {2}
    assert set(rows[:, 0]) <= {"a", "b", "c", None}
    assert model.predict(pd.DataFrame(rows, columns=model.feature_names_in_).infer_objects()).shape == (50,)
    assert_array_equal(rows[:, 1], model.sample(50, class_=2, random_state=1)[0][:, 1])
    with pytest.raises(UsageError, match="class_"):
        model.sample(1, class_="other")


# --- records from a stranger


@pytest.mark.parametrize(
    "damage",
    [
        {"label": np.array([0, 9])},
        {"start": np.array([0, 5])},
        {"spread": np.array([0, 9, 0, 0])},
        {"covariance": -np.ones((1, 1, 1))},
        {"n_categories": np.array([0])},
        {"log_column": np.zeros((7, 2))},
        {"centre": np.zeros((2, 1))},
    ],
)
def test_damaged_records_are_refused(damage: dict[str, np.ndarray]) -> None:
    model = BayesClassifier(categorical_features=[0]).fit(
        [[0, 1.0], [0, 2.0], [0, 4.0], [0, 5.0]], [0, 0, 1, 1]
    )
    model._check_model(model.model_)
    model._check_summary(model.summary_)
    with pytest.raises(ModelFileError):
        model._check_model(model.model_._replace(**damage))


def test_damaged_summaries_are_refused() -> None:
    model = BayesClassifier(categorical_features=[0]).fit(
        [[0, 1.0], [0, 2.0], [0, 4.0], [0, 5.0]], [0, 0, 1, 1]
    )
    for damage in ({"label": np.array([0, 2])}, {"cells": np.zeros((2, 2), np.int32)}):
        with pytest.raises(ModelFileError):
            model._check_summary(model.summary_._replace(**damage))
    model.coding_ = None
    with pytest.raises(ModelFileError, match="coding"):
        model._check_summary(model.summary_)
