import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, UsageError
from fenlei.stats.median import weighted_median
from fenlei.table import conform, prepare, read_table
from fenlei.table.features.columns import most_frequent
from fenlei.table.preparation import Preparation

NAN = np.nan


def mean_and_scale(x, w=None):
    """What a preparation learns of one column."""
    model = Preparation().fit(np.reshape(x, (-1, 1)), sample_weight=w).model_
    return model.mean[0], model.scale[0]


@parametrize_with_checks(
    [
        Preparation(),
        Preparation(scale="minmax"),
        Preparation(impute="mean", scale=False, missing_indicator=True),
    ]
)
def test_contract(estimator, check):
    check(estimator)


@pytest.fixture
def table():
    return read_table(
        {
            "colour": ["red", "green", "red", None, "blue"],
            "size": ["S", "L", "S", None, "M"],
            "x": [1.0, 2.0, None, 4.0, 9.0],
            "sold": [True, False, True, True, None],
            "y": [0, 1, 0, 1, 0],
        },
        target="y",
        ordinal={"size": ["S", "M", "L"]},
    )


def test_columns_become_what_the_module_says(table):
    preparation = prepare(table).fit(table)
    assert preparation.get_feature_names_out().tolist() == [
        "colour=blue",
        "colour=green",
        "colour=red",
        "size",
        "x",
        "sold",
    ]
    Z = preparation.transform(table)
    np.testing.assert_array_equal(Z[:, :3], [[0, 0, 1], [0, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]])
    # size: codes 0 2 0 ? 1, median 0.5, mean 0.7; x: 1 2 ? 4 9, median 3, mean 3.8
    size, x = np.array([0, 2, 0, 0.5, 1]), np.array([1, 2, 3, 4, 9.0])
    np.testing.assert_allclose(Z[:, 3], (size - 0.7) / size.std())
    np.testing.assert_allclose(Z[:, 4], (x - 3.8) / x.std())
    np.testing.assert_array_equal(Z[:, 5], [1, 0, 1, 1, 1])


def test_codes_frames_and_tables_are_prepared_alike(table):
    preparation = prepare(table.schema).fit(table.coded().X)
    Z = preparation.transform(table)
    np.testing.assert_array_equal(preparation.transform(table.coded().X), Z)
    frame = pd.DataFrame(table.arrow.to_pydict())
    np.testing.assert_array_equal(preparation.transform(frame), Z)


def test_unseen_and_impossible_codes_are_no_category(table):
    preparation = prepare(table).fit(table)
    row = conform({"colour": ["pink"], "size": ["S"], "x": [1], "sold": [True]}, table.schema)
    assert preparation.transform(row)[0, :3].tolist() == [0, 0, 0]
    codes = np.array([[3.0, 0, 0, 0], [-1.0, 0, 0, 0]])
    assert not preparation.transform(codes)[:, :3].any()


def test_nothing_is_learnt_from_rows_outside_fit(table):
    first = prepare(table).fit(table.take([0, 1, 4]))
    assert first.fill_.tolist() == [0, 1, 2, 0]
    before = first.transform(table.take([0]))
    first.transform(table)
    np.testing.assert_array_equal(first.transform(table.take([0])), before)


def test_without_one_hot_codes_are_filled_with_the_most_frequent(table):
    preparation = prepare(table, one_hot=False, scale=False).fit(table)
    Z = preparation.transform(table)
    np.testing.assert_array_equal(Z[:, 0], [2, 1, 2, 2, 0])
    assert preparation.get_feature_names_out().tolist() == ["colour", "size", "x", "sold"]


def test_missing_indicators_and_no_imputation(table):
    preparation = prepare(table, impute=None, scale=False, missing_indicator=True).fit(table)
    frame = preparation.set_output(transform="pandas").transform(table)
    assert list(frame.columns)[-4:] == [
        "colour is missing",
        "size is missing",
        "x is missing",
        "sold is missing",
    ]
    assert frame["x is missing"].tolist() == [0, 0, 1, 0, 0]
    np.testing.assert_array_equal(frame["x"], [1, 2, NAN, 4, 9])


@pytest.mark.parametrize("impute", ["median", "mean"])
def test_equals_scikit_learn(impute):
    rng = np.random.default_rng(3)
    X = rng.normal(1e6, 1.0, size=(200, 4))
    X[rng.random(X.shape) < 0.2] = NAN
    peer = make_pipeline(SimpleImputer(strategy=impute), StandardScaler())
    np.testing.assert_allclose(
        Preparation(impute=impute).fit_transform(X), peer.fit_transform(X), rtol=0, atol=1e-8
    )


def test_columns_that_do_not_vary_become_zero():
    X = np.array([[0.1, NAN, 1e300], [0.1, NAN, -1e300], [0.1, NAN, 0.0]])
    Z = Preparation().fit_transform(X)
    assert not Z[:, :2].any()
    np.testing.assert_allclose(Z[:, 2] ** 2, [1.5, 1.5, 0])


values = st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 3)), min_size=1, max_size=12)


@settings(deadline=None, max_examples=100)
@given(values.filter(lambda pairs: any(w for _, w in pairs)))
def test_an_integer_weight_repeats_the_row(pairs):
    x, w = np.array(pairs, dtype=float).T
    repeated = np.repeat(x, w.astype(int))
    assert weighted_median(x[w > 0], w[w > 0]) == np.median(repeated)
    np.testing.assert_allclose(mean_and_scale(x[w > 0], w[w > 0]), mean_and_scale(repeated), atol=1e-12)
    X, Y = x.reshape(-1, 1), repeated.reshape(-1, 1)
    weighted, whole = Preparation().fit(X, sample_weight=w), Preparation().fit(Y)
    np.testing.assert_allclose(weighted.transform(X), whole.transform(X), atol=1e-12)


def test_most_frequent_goes_to_the_first_at_a_tie():
    assert most_frequent(np.array([2.0, 1.0, 2.0, 1.0])) == 1
    assert most_frequent(np.array([2.0, 1.0]), np.array([3.0, 1.0])) == 2


def test_scale_is_exact_far_from_zero():
    # values 0..9 have variance 8.25; the formula with E[x^2] loses it at 1e8
    assert mean_and_scale(1e8 + np.arange(10.0)) == pytest.approx((1e8 + 4.5, np.sqrt(8.25)), rel=1e-15)


def test_clone_and_model(table):
    preparation = prepare(table, missing_indicator=True)
    copy = clone(preparation).fit(table)
    assert copy.get_params()["schema"] == table.schema
    again = prepare(table.schema, missing_indicator=True)
    again.n_features_in_ = copy.n_features_in_
    again._keep(Preparation.Model(**copy.model_._asdict()))
    np.testing.assert_array_equal(again.transform(table), copy.transform(table))
    assert all(isinstance(field, np.ndarray) for field in copy.model_[:5])


def test_wrong_parameters_and_widths(table):
    with pytest.raises(UsageError, match="Preparation: impute='mode' is not accepted"):
        Preparation(impute="mode").fit([[1.0]])
    with pytest.raises(DataError, match="has 1 column, but 4 were seen"):
        prepare(table).fit([[1.0]])


@pytest.mark.parametrize(
    ("scale", "peer"),
    [("standard", StandardScaler()), ("minmax", MinMaxScaler()), (True, StandardScaler())],
)
def test_scalings_equal_scikit_learns(scale, peer):
    """Source 000, figure 3-6: z-score and Min-Max."""
    X = np.random.default_rng(3).normal(5.0, [1.0, 1e-3, 1e6], size=(60, 3))
    X[:, 1] = 2.5  # does not vary
    found = Preparation(scale=scale).fit(X[:40])
    np.testing.assert_allclose(found.transform(X), peer.fit(X[:40]).transform(X), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("scale", ["none", False])
def test_unscaled_columns_stay_as_they_are(scale, table):
    X = np.random.default_rng(3).normal(size=(9, 2))
    np.testing.assert_array_equal(Preparation(scale=scale).fit_transform(X), X)
    assert prepare(table, scale=scale).fit(table).transform(table)[:, 4].tolist() == [1, 2, 3, 4, 9]


def test_minmax_of_a_mixed_table(table):
    Z = prepare(table, scale="minmax").fit(table).transform(table)
    np.testing.assert_allclose(Z[:, 3], [0, 1, 0, 0.25, 0.5])  # codes 0 2 0 ? 1, median 0.5
    np.testing.assert_allclose(Z[:, 4], [0, 1 / 8, 2 / 8, 3 / 8, 1])
    np.testing.assert_array_equal(Z[:, 5], [1, 0, 1, 1, 1])
    X = np.array([[1.0, NAN], [3.0, NAN], [NAN, NAN]])
    found = Preparation(scale="minmax", impute=None).fit(X, sample_weight=[1, 1, 1]).transform(X)
    np.testing.assert_array_equal(found, [[0, NAN], [1, NAN], [NAN, NAN]])


def test_codes_are_not_scaled(table):
    Z = prepare(table, one_hot=False, impute=None).fit(table).transform(table)
    np.testing.assert_array_equal(Z[:, 0], [2, 1, 2, NAN, 0])
    np.testing.assert_array_equal(Z[:, 1], [0, 2, 0, NAN, 1])  # ordinal
    assert np.nanmean(Z[:, 2]) == pytest.approx(0.0)


@pytest.mark.parametrize("scale", ["z", "min-max", 1, None, 0.5, np.nan, ["standard"]])
def test_other_scalings_are_refused(scale):
    with pytest.raises(UsageError, match="'standard' or 'minmax' or 'none' or True or False"):
        Preparation(scale=scale).fit([[1.0], [2.0]])
