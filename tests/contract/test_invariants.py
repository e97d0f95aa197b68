"""What does not change a model: order of rows, names of labels, weights for rows, chunks for the whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from tests.contract.samples import FORMS, MERGEABLE, WEIGHTED, Form, assert_same_model, opinion

# Small chunks and classes are degenerate on purpose; what is said then is tested with each estimator.
pytestmark = pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")

SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=10)

MEASURING = [form for form in FORMS if not form.counts]
SCALE_FREE = [form for form in MEASURING if not form.depends_on_total_weight]
# A category has no code of 1e8.
SHIFTED = [
    (offset, form)
    for offset in (1.0, 1e8)
    for form in MEASURING
    if not form.depends_on_the_origin and (form.entry.numeric or offset == 1.0)
]
# With the divisor n - K there is no covariance before the rows are more than the classes.
STREAMED = [form for form in MERGEABLE if "divisor" not in form.parameters]


@pytest.mark.parametrize("form", FORMS, ids=str)
@few
@given(seed=SEEDS)
def test_the_order_of_the_rows_does_not_matter(form: Form, seed: int) -> None:
    X, y = form.rows(seed=seed)
    order = np.random.default_rng(seed).permutation(len(X))
    assert_same_model(form.make().fit(X[order], y[order]), form.make().fit(X, y), X)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_only_the_order_of_the_labels_matters_not_their_names(form: Form) -> None:
    X, y = form.rows()
    names = np.array(["国光", "富士", "红玉"])
    assert sorted(names) == names.tolist()
    plain, named = form.make().fit(X, y), form.make().fit(X, names[y])
    assert_array_equal(named.predict(X), names[plain.predict(X)])
    assert_array_equal(opinion(named, X), opinion(plain, X))


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_other_names_permute_the_columns(form: Form) -> None:
    X, y = form.rows()
    turned = np.array([2, 0, 1])
    as_they_come = {"shuffle": False} if form.steps_from_rows else {}  # a random order is one of labels too
    plain, other = form.make(**as_they_come).fit(X, y), form.make(**as_they_come).fit(X, turned[y])
    assert_allclose(opinion(other, X)[:, turned], opinion(plain, X), rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("form", WEIGHTED, ids=str)
@few
@given(seed=SEEDS)
def test_an_integer_weight_is_a_repetition_and_weight_zero_is_no_row(form: Form, seed: int) -> None:
    X, y = form.rows(n=40, seed=seed)
    w = np.random.default_rng(seed).integers(0, 4, len(X))
    w[[np.flatnonzero(y == k)[0] for k in range(3)]] = 1  # a class without weight keeps its place
    weighted = form.make().fit(X, y, sample_weight=w)
    repeated = form.make().fit(np.repeat(X, w, axis=0), np.repeat(y, w))
    assert_same_model(weighted, repeated, X)


@pytest.mark.parametrize("form", WEIGHTED, ids=str)
def test_rows_of_weight_zero_may_hold_anything(form: Form) -> None:
    X, y = form.rows()
    w = (np.arange(60) % 4 > 0).astype(float)
    spoilt = np.where(w[:, None] > 0, X, 1e6)
    assert_same_model(
        form.make().fit(spoilt, y, sample_weight=w), form.make().fit(X[w > 0], y[w > 0]), X, rtol=1e-13
    )


@pytest.mark.parametrize("factor", [1e-3, 1 / 60, 1e3])
@pytest.mark.parametrize("form", SCALE_FREE, ids=str)
def test_a_common_factor_on_the_weights_does_not_matter(form: Form, factor: float) -> None:
    X, y = form.rows()
    small, one = (form.make().fit(X, y, sample_weight=np.full(60, c)) for c in (factor, 1.0))
    assert_allclose(opinion(small, X), opinion(one, X), rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("form", STREAMED, ids=str)
@few
@given(seed=SEEDS, cuts=st.sets(st.integers(1, 59), max_size=5))
def test_partial_fit_in_any_chunking_is_fit(form: Form, seed: int, cuts: set[int]) -> None:
    X, y = form.rows(seed=seed)
    streamed = form.make()
    for rows in np.split(np.arange(60), sorted(cuts)):
        streamed.partial_fit(X[rows], y[rows], classes=[0, 1, 2])
    assert_same_model(streamed, form.make().fit(X, y), X)


@pytest.mark.parametrize("form", STREAMED, ids=str)
def test_partial_fit_row_by_row_is_fit(form: Form) -> None:
    X, y = form.rows(n=30)
    w = np.random.default_rng(0).uniform(0.5, 2.0, 30)
    streamed = form.make()
    for i in range(30):
        streamed.partial_fit(X[i : i + 1], y[i : i + 1], classes=[0, 1, 2], sample_weight=w[i : i + 1])
    assert_same_model(streamed, form.make().fit(X, y, sample_weight=w), X)


@pytest.mark.parametrize("form", MERGEABLE, ids=str)
def test_partial_fit_goes_on_from_fit(form: Form) -> None:
    X, y = form.rows()
    model = form.make().fit(X[:40], y[:40]).partial_fit(X[40:], y[40:])
    assert_same_model(model, form.make().fit(X, y), X)


@pytest.mark.parametrize("form", MERGEABLE, ids=str)
@few
@given(seed=SEEDS, cut=st.integers(20, 40))
def test_merge_is_the_fit_of_both_and_changes_neither(form: Form, seed: int, cut: int) -> None:
    X, y = form.rows(seed=seed)
    y[:20] = np.arange(20) % 2  # classes 0 and 1
    y[40:] = np.arange(20) % 2 + 1  # classes 1 and 2
    a, b = form.make().fit(X[:cut], y[:cut]), form.make().fit(X[cut:], y[cut:])
    before = opinion(a, X), opinion(b, X)
    assert_same_model(a.merge(b), form.make().fit(X, y), X)
    assert_same_model(b.merge(a), form.make().fit(X, y), X)
    assert_array_equal(opinion(a, X), before[0])
    assert_array_equal(opinion(b, X), before[1])


@pytest.mark.parametrize(("offset", "form"), SHIFTED, ids=str)
def test_a_shift_of_the_features_shifts_the_model(form: Form, offset: float) -> None:
    X, y = form.rows()
    X = np.round(X * 64) / 64  # so that adding 1e8 is exact
    shifted = opinion(form.make().fit(X + offset, y), X + offset)
    assert_allclose(shifted, opinion(form.make().fit(X, y), X), atol=1e-13 * offset + 1e-12)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_float32_and_fortran_rows_give_the_model_of_the_same_numbers(form: Form) -> None:
    X, y = form.rows()
    X = X.astype(np.float32).astype(np.float64)
    expected = form.make().fit(X, y)
    for same in (X.astype(np.float32), np.asfortranarray(X), np.repeat(X, 2, axis=0)[::2]):
        rounded = same.dtype == np.float32  # so are the fitted attributes, as the namesake's
        assert_same_model(form.make().fit(same, y), expected, X, rtol=1e-6 if rounded else 1e-12)
        assert_allclose(opinion(expected, same), opinion(expected, X), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("form", [form for form in FORMS if form.entry.sparse], ids=str)
def test_sparse_rows_give_the_model_of_the_dense_ones(form: Form) -> None:
    from scipy.sparse import csr_array

    X, y = form.rows()
    dense, sparse = form.make().fit(X, y), form.make().fit(csr_array(X), y)
    assert_same_model(sparse, dense, X)
    assert_allclose(opinion(sparse, csr_array(X)), opinion(dense, X), rtol=1e-12)
