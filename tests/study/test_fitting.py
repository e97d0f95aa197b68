"""Each estimator gets what it needs: codes, one-hot columns, filled values, the seed; and nothing leaks."""

from dataclasses import replace

import numpy as np
import pytest

from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from fenlei.study.fitting import (
    BASELINE,
    build,
    check_scale,
    find_entry,
    fit,
    preparation_for,
    preparation_text,
    suitable_scale,
    unsuitable,
)
from fenlei.table.reading import read_table
from fenlei.table.table import Table
from tests.study.tables import apples

LDA, GAUSSIAN, CATEGORICAL = REGISTRY["lda"], REGISTRY["gaussian_nb"], REGISTRY["categorical_nb"]


@pytest.fixture(scope="module")
def mixed() -> Table:
    return read_table(apples(), target="品种")


@pytest.fixture(scope="module")
def nominal() -> Table:
    columns = {"colour": list("rgbrgb"), "taste": ["sweet", "sour", None] * 2, "kind": list("aabbab")}
    return read_table(columns, target="kind")


def test_entries_are_found_by_name() -> None:
    assert find_entry("lda") is LDA
    assert find_entry("dummy") is BASELINE
    with pytest.raises(UsageError, match=r"no model 'svn'; did you mean 'svc'\? Models are: .*lda"):
        find_entry("svn")


def test_suitability(mixed: Table, nominal: Table) -> None:
    assert unsuitable(LDA, mixed.schema) is None
    assert unsuitable(CATEGORICAL, nominal.schema) is None
    assert unsuitable(BASELINE, mixed.schema) is None
    reason = unsuitable(CATEGORICAL, mixed.schema)
    assert reason is not None
    assert "2 columns are numeric (first: '重量(克)')" in str(reason)


def test_preparation_by_what_the_estimator_takes(mixed: Table, nominal: Table) -> None:
    assert preparation_text(preparation_for(LDA, mixed.schema), mixed.schema) == "one-hot, scaled"
    assert preparation_text(preparation_for(CATEGORICAL, nominal.schema), nominal.schema) == "native"
    assert preparation_text(preparation_for(BASELINE, mixed.schema), mixed.schema) == "native"
    fills = replace(CATEGORICAL, missing=False)
    assert preparation_text(preparation_for(fills, nominal.schema), nominal.schema) == "imputed"


@pytest.mark.parametrize(
    ("name", "scale", "words"),
    [
        ("lda", None, "one-hot, scaled"),
        ("lda", "standard", "one-hot, scaled"),
        ("lda", "minmax", "one-hot, min-max"),
        ("lda", "none", "one-hot"),
        ("multinomial_nb", None, "one-hot"),  # counts
        ("c45", None, "native"),
        ("c45", "none", "native"),
        ("c45", "minmax", "min-max"),
        ("dummy", "minmax", "native"),
    ],
)
def test_scaling_is_as_asked_for_or_as_suits_the_model(
    mixed: Table, name: str, scale: str | None, words: str
) -> None:
    assert preparation_text(preparation_for(find_entry(name), mixed.schema, scale), mixed.schema) == words


def test_distances_are_never_scaled(mixed: Table) -> None:
    neighbours = REGISTRY["k_neighbors"]
    assert suitable_scale(neighbours) == "standard"
    assert suitable_scale(neighbours, params={"metric": "precomputed"}) == "none"
    with pytest.raises(UsageError, match="never scaled; leave out scale='minmax'"):
        suitable_scale(neighbours, "minmax", {"metric": "precomputed"})


@pytest.mark.parametrize("value", ["z-score", "", "Standard"])
def test_other_scalings_are_refused(value: str) -> None:
    with pytest.raises(UsageError, match="give one of: standard, minmax, none") as caught:
        check_scale(value)
    assert "可用的值" in caught.value.text("zh")


def test_a_tree_keeps_codes_where_numbers_are_scaled(mixed: Table) -> None:
    fitted = fit(REGISTRY["c45"], mixed.schema, mixed.coded().X, mixed.labels(), scale="minmax")
    assert fitted.preparation is not None
    Z, X = fitted.preparation.transform(mixed.coded().X), mixed.coded().X
    for j, column in enumerate(mixed.schema.features):
        if column.kind == "numeric":
            assert (np.nanmin(Z[:, j]), np.nanmax(Z[:, j])) == (0.0, 1.0)
        else:
            np.testing.assert_array_equal(Z[:, j], X[:, j])


def test_the_preparation_learns_from_the_rows_it_is_given_only(mixed: Table) -> None:
    X, y = mixed.coded().X, mixed.labels()
    half = fit(GAUSSIAN, mixed.schema, X[:45], y[:45])
    assert half.preparation is not None
    known = X[:45, 1]
    np.testing.assert_allclose(half.preparation.mean_[1], known.mean())
    elsewhere = X.copy()
    elsewhere[45:] = 1e6
    again = fit(GAUSSIAN, mixed.schema, elsewhere[:45], y[:45])
    np.testing.assert_array_equal(half.scores(X[45:]).values, again.scores(X[45:]).values)


def test_probabilities_follow_the_sorted_classes(mixed: Table) -> None:
    X, y = mixed.coded().X, mixed.labels()
    fitted = fit(GAUSSIAN, mixed.schema, X, y)
    proba = fitted.scores(X).values
    assert proba.shape == (90, 3)
    assert (fitted.estimator.classes_[proba.argmax(axis=1)] == y).mean() > 0.8


def test_the_schema_tells_the_number_of_categories(nominal: Table) -> None:
    estimator = build(CATEGORICAL, nominal.schema, {}, seed=0, n_jobs=1)
    assert estimator.min_categories == [3, 2]
    assert estimator.n_jobs == 1
    assert build(CATEGORICAL, nominal.schema, {"min_categories": 9}, 0, None).min_categories == 9


def test_an_unknown_parameter_is_refused(mixed: Table) -> None:
    with pytest.raises(UsageError, match=r"'lda' has no parameter 'solvr'; it has: .*solver"):
        build(LDA, mixed.schema, {"solvr": "svd"}, 0, None)


def test_the_baseline_gives_the_class_frequencies(mixed: Table) -> None:
    X, y = mixed.coded().X, mixed.labels()
    proba = fit(BASELINE, mixed.schema, X[:40], y[:40]).scores(X).values
    np.testing.assert_allclose(proba, np.tile([14 / 40, 13 / 40, 13 / 40], (90, 1)))
