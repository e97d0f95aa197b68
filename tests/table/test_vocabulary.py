"""Texts to vectors: which words, in which order, and what is counted."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from fenlei import MultinomialNB
from fenlei.errors import DataError, UsageError
from fenlei.table.vocabulary import Vocabulary, words_of

TEXTS = ["b a a", "c b", "a", "d"]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_s_checks() -> None:
    check_estimator(Vocabulary())  # those that there are for an estimator of texts


@pytest.mark.parametrize(
    ("text", "pairs", "characters"),
    [
        ("Don't STOP, 3 times_2", ["don", "t", "stop", "3", "times", "2"], None),
        ("Straße naïve Ünder", ["straße", "naïve", "ünder"], None),
        ("免费领奖", ["免费", "费领", "领奖"], ["免", "费", "领", "奖"]),
        ("好! 中a文", ["好", "中", "a", "文"], None),
        ("дом かな", ["дом", "かな"], None),
        ("...", [], None),
    ],
)
def test_words(text: str, pairs: list[str], characters: list[str] | None) -> None:
    assert list(words_of(text)) == pairs
    assert list(words_of(text, "characters")) == (pairs if characters is None else characters)


def test_the_most_frequent_words_come_first_and_ties_are_alphabetical() -> None:
    vocabulary = Vocabulary(size=3).fit(TEXTS)
    assert vocabulary.words_.tolist() == ["a", "b", "c"]
    assert vocabulary.counts_.tolist() == [3, 2, 1]
    assert vocabulary.get_feature_names_out().tolist() == ["a", "b", "c"]


@pytest.mark.parametrize(("clip", "first"), [(1, [1, 1, 0]), (2, [2, 1, 0]), (None, [3, 1, 0])])
def test_counts_are_cut_off_at_the_clip(clip: int | None, first: list[int]) -> None:
    X = Vocabulary(size=3, clip=clip).fit(TEXTS).transform(["a a a b z z", ""])
    assert issparse(X)
    assert X.format == "csr"
    assert_array_equal(X.toarray(), [first, [0, 0, 0]])


@given(st.lists(st.text("abc ABC,", max_size=30), min_size=1, max_size=8))
def test_counts_are_those_of_scikit_learn(texts: list[str]) -> None:
    peer = CountVectorizer(token_pattern=r"\w+")
    try:
        counted = peer.fit_transform(texts)
    except ValueError:
        with pytest.raises(DataError, match="no words at all"):
            Vocabulary().fit(texts)
        return
    ours = Vocabulary(clip=None)
    X = ours.fit_transform(texts)
    order = np.argsort(ours.words_)
    assert_array_equal(ours.words_[order], peer.get_feature_names_out())
    assert_array_equal(X.toarray()[:, order], counted.toarray())


@pytest.mark.parametrize("wrap", [list, np.array, pd.Series, tuple])
def test_any_sequence_of_texts(wrap: Any) -> None:
    expected = Vocabulary().fit_transform(TEXTS).toarray()
    assert_array_equal(Vocabulary().fit_transform(wrap(TEXTS)).toarray(), expected)


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ("one text", "put a single text into a list"),
        (np.array([["a", "b"]]), "choose one column of a table"),
        (["a", None], "item 1 is None, not a text; replace missing texts by ''"),
        (["", "?!"], "the texts have no words at all"),
    ],
)
def test_what_is_no_text_is_refused(texts: Any, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        Vocabulary().fit(texts)


@pytest.mark.parametrize("wrong", [{"size": 0}, {"clip": 0}, {"clip": 1.5}, {"chinese": "words"}])
def test_parameters_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="Vocabulary: "):
        Vocabulary(**wrong).fit(TEXTS)


def test_it_works_with_scikit_learn_s_tools() -> None:
    vocabulary = Vocabulary(size=2)
    with pytest.raises(NotFittedError):
        vocabulary.transform(TEXTS)
    assert clone(vocabulary).get_params() == {"size": 2, "clip": 1, "chinese": "pairs"}
    fitted = pickle.loads(pickle.dumps(vocabulary.fit(TEXTS)))
    assert_array_equal(fitted.transform(TEXTS).toarray(), vocabulary.transform(TEXTS).toarray())
    search = GridSearchCV(
        make_pipeline(Vocabulary(), MultinomialNB()),
        {"vocabulary__clip": [1, None]},
        cv=2,
        error_score="raise",
    )
    assert search.fit(TEXTS * 2, [0, 0, 1, 1] * 2).best_score_ > 0.5
