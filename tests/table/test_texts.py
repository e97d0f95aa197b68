"""Text columns: terms, weights of terms, scores out of fold; columns of many categories; sparse rows."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.sparse import csr_matrix, issparse
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import Ridge

from fenlei.errors import DataError, FenleiError, UsageError
from fenlei.table import conform, read_table
from fenlei.table.features.linear_scores import fit_scores, out_of_fold_scores, parts_of
from fenlei.table.features.target_statistics import SMOOTHING, category_means, learn_statistics, statistics_of
from fenlei.table.features.term_weights import choose_terms, weighted_terms
from fenlei.table.features.terms import count_terms, find_terms
from fenlei.table.features.text_columns import TargetValues
from fenlei.table.preparation import Preparation, prepare
from fenlei.table.schema import Schema

WORDS = ["apple", "pear", "red", "green", "sweet", "sour", "old", "new", "big", "small"]


def remarks(n, seed=0):
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(3, 9))) for _ in range(n)]


def about_apples(n=300):
    """A remark tells the class by one of its words."""
    texts = remarks(n)
    return {
        "size": np.arange(n) % 7.0,
        "remark": texts,
        "kind": ["a" if "apple" in text else "b" for text in texts],
    }


def by_hand(texts, least):
    """Document frequencies by sets of plain strings."""
    found: dict[str, int] = {}
    for text in texts:
        words = text.lower().split()
        for term in {*words, *(f"{a} {b}" for a, b in pairwise(words))}:
            found[term] = found.get(term, 0) + 1
    kept = [term for term in found if found[term] >= least]
    return sorted(kept, key=lambda term: (-found[term], term))


def test_terms_are_words_and_pairs_in_three_texts():
    texts = remarks(60)
    assert find_terms(texts) == by_hand(texts, 3)
    assert find_terms(texts, most=7) == by_hand(texts, 3)[:7]


def test_chinese_is_cut_into_pairs_of_characters():
    assert set(find_terms(["免费领奖", "免费领奖 now", "免费领奖 now"])) == {"免费", "费领", "领奖"}


@pytest.mark.parametrize("texts", [[], [None, None], ["", "!?"], ["one"]])
def test_texts_without_terms(texts):
    assert find_terms(texts) == []
    assert count_terms(texts, ["a", "a b"]).toarray().sum() == 0


def test_a_text_alone_is_counted_as_among_others() -> None:
    """A text with few of the words was given pairs of words that it does not have."""
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(list("abcdefghijklmnop"), 9)) for _ in range(200)]
    terms = find_terms(texts)
    together = count_terms(texts, terms)
    for i, text in enumerate(texts):
        alone = count_terms([text], terms)
        assert (alone != together[i]).nnz == 0
        words = text.split()
        pairs = [f"{first} {second}" for first, second in pairwise(words)]
        own = {term: [*words, *pairs].count(term) for term in {*words, *pairs} if term in terms}
        assert {terms[j]: int(count) for j, count in zip(alone.indices, alone.data, strict=True)} == own


def test_weights_are_those_of_scikit_learn():
    texts, others = remarks(80), [*remarks(20, seed=1), "nothing known", ""]
    peer = TfidfVectorizer(ngram_range=(1, 2), token_pattern=r"[^\W_]+", min_df=3)
    wanted, wanted_new = peer.fit_transform(texts), peer.transform(others)
    terms = find_terms(texts)
    chosen, weights = choose_terms(count_terms(texts, terms))
    order = [terms.index(name) for name in peer.get_feature_names_out()]
    mine = weighted_terms(count_terms(texts, terms), chosen, weights)
    new = weighted_terms(count_terms(others, terms), chosen, weights)
    np.testing.assert_allclose(mine.toarray()[:, order], wanted.toarray(), atol=1e-12)
    np.testing.assert_allclose(new.toarray()[:, order], wanted_new.toarray(), atol=1e-12)


def test_scores_are_those_of_ridge_regression(monkeypatch):
    monkeypatch.setattr("fenlei.table.features.linear_scores.TOLERANCE", 1e-10)
    rng = np.random.default_rng(0)
    X, Y, w = (
        rng.normal(size=(50, 12)) * (rng.random((50, 12)) < 0.3),
        rng.normal(size=(50, 3)),
        rng.random(50),
    )
    found = fit_scores(csr_matrix(X), Y, w)
    peer = Ridge(alpha=1.0).fit(X, Y, sample_weight=w)
    np.testing.assert_allclose(found.weights, peer.coef_.T, atol=1e-8)
    np.testing.assert_allclose(found.intercept, peer.intercept_, atol=1e-8)


def test_no_row_has_a_say_in_its_own_score():
    rng = np.random.default_rng(0)
    X, codes = csr_matrix(rng.random((30, 5))), np.arange(30) % 3
    Y, w = np.eye(3)[codes], np.ones(30)
    before = out_of_fold_scores(X, Y, w, codes)
    Y[4] = [9.0, -9.0, 4.0]
    after = out_of_fold_scores(X, Y, w, codes)
    assert np.array_equal(before[4], after[4])
    assert not np.allclose(before, after)


def test_parts_have_equal_shares_of_each_class():
    codes = np.repeat([0, 1, 2], [60, 30, 9])
    tested = [test for _, test in parts_of(codes)]
    assert sorted(np.concatenate(tested).tolist()) == list(range(99))
    assert [np.bincount(codes[test]).tolist() for test in tested] == [[20, 10, 3]] * 3


def test_statistics_are_smoothed_means_of_other_rows():
    rng = np.random.default_rng(0)
    codes, y, w = rng.integers(0, 4, 40).astype(float), rng.random(40), rng.random(40)
    codes[3] = np.nan
    found = category_means(codes, 5, y[:, None], w)
    mean = np.average(y, weights=w)
    for c in range(5):
        of = codes == c
        assert found[c, 0] == pytest.approx(
            ((w * y)[of].sum() + SMOOTHING * mean) / (w[of].sum() + SMOOTHING)
        )
    assert found[4, 0] == found[5, 0] == pytest.approx(mean)  # without rows; missing
    target = TargetValues(y[:, None], np.zeros(40, np.int64), w)
    model, (out,) = learn_statistics(codes[:, None], [5], target)
    (new,) = statistics_of(codes[:, None], [5], model)
    assert new[0, 0] == found[int(codes[0]), 0]
    y[0] = 50.0
    _, (changed,) = learn_statistics(codes[:, None], [5], TargetValues(y[:, None], target.codes, w))
    assert changed[0, 0] == out[0, 0]


def test_schema_names_the_terms_and_the_way_out():
    column = read_table(about_apples(), target="kind").schema.named("remark")
    assert column.kind == "text"
    assert column.categories[:2] == tuple(find_terms(about_apples()["remark"])[:2])
    assert "--drop remark" in column.note
    assert "--nominal remark" in column.note
    assert Schema.from_dict(read_table(about_apples()).schema.to_dict()).texts[0].name == "remark"


def test_text_is_overruled_and_declared():
    rows = about_apples()
    assert read_table(rows, target="kind", nominal="remark").schema.texts == ()
    assert read_table(rows, target="kind", drop="remark").schema.texts == ()
    codes = {"x": ["a b", "a b", "a c", "b c"] * 5}
    assert read_table(codes).schema.named("x").kind == "nominal"
    assert set(read_table(codes, text="x").schema.texts[0].categories) == {"a", "b", "c", "a b", "a c", "b c"}


def test_text_without_frequent_terms_is_not_used():
    schema = read_table({"x": ["one two three", "four five six", "seven eight nine"], "y": [1, 2, 3]}).schema
    assert schema.texts == ()
    assert "not used" in schema.named("x").note


def test_terms_are_sparse_columns():
    table = read_table(about_apples(), target="kind")
    preparation = prepare(table).fit(table)
    rows = preparation.transform(table)
    assert issparse(rows)
    names = preparation.get_feature_names_out().tolist()
    assert len(names) == rows.shape[1]
    has_apple = ["apple" in text.split() for text in about_apples()["remark"]]
    assert (rows.toarray()[:, names.index("remark: apple")] > 0).tolist() == has_apple
    dense = clone(preparation).set_params(sparse=False).fit_transform(table)
    np.testing.assert_array_equal(dense, rows.toarray())
    new = conform({"size": [1.0], "remark": ["an apple, an unknown"]}, table.schema)
    assert preparation.transform(new).toarray()[0, names.index("remark: apple")] == 1.0


def test_scores_of_training_rows_are_out_of_fold():
    table = read_table(about_apples(), target="kind")
    preparation = prepare(table, texts="scores", target="classes", scale="none")
    mine = preparation.fit_transform(table, table.labels())
    assert preparation.get_feature_names_out().tolist() == ["size", "remark.score1"]
    again = preparation.transform(table)
    np.testing.assert_array_equal(mine[:, 0], again[:, 0])
    assert not np.allclose(mine[:, 1], again[:, 1])
    is_b = table.labels() == "b"
    assert mine[is_b, 1].min() > mine[~is_b, 1].max() - 0.5
    assert ((mine[:, 1] > 0.5) == is_b).mean() > 0.95


def test_scores_are_scaled_as_numbers_are():
    table = read_table(about_apples(), target="kind")
    rows = prepare(table, texts="scores", target="classes").fit_transform(table, table.labels())
    np.testing.assert_allclose(rows.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(rows.std(axis=0), 1.0)


def test_weight_zero_is_no_row():
    table = read_table(about_apples(), target="kind")
    w = np.ones(300)
    w[200:] = 0.0
    options = {"texts": "scores", "target": "classes"}
    some = prepare(table, **options).fit(table, table.labels(), sample_weight=w)
    first = prepare(table, **options).fit(table.take(np.arange(200)), table.labels()[:200])
    np.testing.assert_allclose(some.transform(table), first.transform(table), atol=1e-9)


def test_many_categories_have_mean_targets_and_sparse_indicators():
    rng = np.random.default_rng(0)
    city = rng.integers(0, 60, 1200)
    table = read_table({"city": [f"c{k}" for k in city], "size": rng.random(1200), "y": city % 2}, target="y")
    preparation = prepare(table, target="classes", sparse=True)
    rows = preparation.fit_transform(table, table.labels())
    assert issparse(rows)
    names = preparation.get_feature_names_out().tolist()
    assert names[-1] == "city.mean1"
    assert rows.shape[1] == len(names) == 62
    mean = rows.toarray()[:, -1]
    assert mean[city % 2 == 1].min() > mean[city % 2 == 0].max()
    dense = clone(preparation).set_params(sparse=False)
    np.testing.assert_array_equal(dense.fit_transform(table, table.labels()), rows.toarray())
    np.testing.assert_array_equal(dense.transform(table), preparation.transform(table).toarray())


def test_few_zeros_stay_dense():
    table = read_table(
        {"colour": ["r", "g", "b"] * 4, "a": range(12), "b": np.arange(12) % 5, "c": np.arange(12) % 3}
    )
    assert not issparse(prepare(table, sparse=True).fit_transform(table))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda t: prepare(t).fit(t.coded().X), DataError),
        (lambda t: prepare(t, texts="scores").fit(t), UsageError),
        (lambda t: prepare(t, texts="scores", target="classes").fit(t), DataError),
        (lambda t: prepare(t, texts="words").fit(t), FenleiError),
    ],
)
def test_bad_input_is_one_sentence(call, error):
    table = read_table(about_apples(), target="kind")
    with pytest.raises(error) as caught:
        call(table)
    assert "\n" not in str(caught.value).strip()


def test_regression_has_one_score():
    rows = about_apples() | {"price": [1000.0 + 7 * ("apple" in text) for text in about_apples()["remark"]]}
    del rows["kind"]
    table = read_table(rows, target="price")
    preparation = Preparation(table.schema, texts="scores", target="numbers", scale="none")
    found = preparation.fit_transform(table, table.labels())[:, -1]
    assert ((found > 1003.5) == (table.labels() > 1003.5)).mean() > 0.95
