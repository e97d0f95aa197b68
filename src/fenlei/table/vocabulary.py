r"""Texts as vectors over the most frequent words.

The vocabulary is the D words that occur most often in the training texts, equal counts in alphabetical order.
A text becomes the vector x of its word counts, cut off at a largest value:

    x_j = min(number of times that word j occurs, clip);    clip = 1 is presence, no clip the plain counts.

Words that are not in the vocabulary are left out. A word is a run of letters and digits in lower case. A run
of Chinese characters has no spaces to cut it at: it is cut into pairs of neighbouring characters (a single
one stands for itself), or into characters; a simple rule that needs no dictionary.
Reference: source 001, A-M31.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.parameters import NONE, Limit, check_parameters, either, integer, one_of

_CHINESE = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
RUNS = re.compile(f"([{_CHINESE}]+)|([^\\W_{_CHINESE}]+)")


def words_of(text: str, chinese: str = "pairs") -> Iterator[str]:
    """The words of a text, in order.

    Examples
    --------
    >>> list(words_of("Win 100 yuan NOW! 免费领奖"))
    ['win', '100', 'yuan', 'now', '免费', '费领', '领奖']
    """
    for run in RUNS.finditer(text):
        characters, word = run.groups()
        if word is not None:
            yield word.lower()
        elif chinese == "pairs" and len(characters) > 1:
            yield from map("".join, pairwise(characters))
        else:
            yield from characters


class Vocabulary(TransformerMixin, BaseEstimator):
    """Turn texts into a sparse matrix of word counts or word presence.

    Parameters
    ----------
    size : int, default=5000
        Number D of words: the most frequent ones; fewer if the texts have no more.
    clip : int or None, default=1
        Largest value of a count: 1 tells whether a word is there, None keeps the counts.
    chinese : {"pairs", "characters"}, default="pairs"
        What a run of Chinese characters is cut into.

    Attributes
    ----------
    words_ : ndarray of shape (D,)
        The vocabulary, most frequent first.
    counts_ : ndarray of shape (D,)
        How often each word occurs in the training texts.

    Notes
    -----
    Differences from scikit-learn's `CountVectorizer`: words of one letter count; columns are in the order of
    frequency; values are float64, as the classifiers take them; Chinese needs no other tool.

    Examples
    --------
    >>> texts = ["free prize, free entry", "lunch at noon?", "免费 free"]
    >>> vocabulary = Vocabulary(size=2, clip=None).fit(texts)
    >>> vocabulary.words_.tolist()
    ['free', 'at']
    >>> vocabulary.transform(texts).toarray()
    array([[2., 0.],
           [0., 1.],
           [1., 0.]])
    """

    _limits: ClassVar[dict[str, Limit]] = {
        "size": integer(1),
        "clip": either(NONE, integer(1)),
        "chinese": one_of("pairs", "characters"),
    }
    words_: Array
    counts_: Array

    def __init__(self, size: int = 5000, *, clip: int | None = 1, chinese: str = "pairs") -> None:
        self.size = size
        self.clip = clip
        self.chinese = chinese

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Choose the words; X is a sequence of n texts."""
        check_parameters(self, self._limits)
        total: Counter[str] = Counter()
        for text in _texts(X):
            total.update(words_of(text, self.chinese))
        if not total:
            raise DataError("vocabulary.empty")
        chosen = sorted(total.items(), key=lambda item: (-item[1], item[0]))[: self.size]
        self.words_ = np.array([word for word, _ in chosen], dtype=object)
        self.counts_ = np.array([count for _, count in chosen], np.int64)
        return self

    def transform(self, X: MatrixLike) -> csr_matrix:
        """Values (n, D) of n texts, as a CSR matrix."""
        check_is_fitted(self)
        position = {word: j for j, word in enumerate(self.words_)}
        pointers, columns, values = [0], [], []
        for text in _texts(X):
            found = Counter(position[word] for word in words_of(text, self.chinese) if word in position)
            for j in sorted(found):
                columns.append(j)
                values.append(found[j] if self.clip is None else min(found[j], self.clip))
            pointers.append(len(columns))
        data, indices = np.array(values, np.float64), np.array(columns, np.int32)
        return csr_matrix((data, indices, np.array(pointers, np.int32)), (len(pointers) - 1, len(position)))

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> Array:
        """The words, as names of the columns."""
        check_is_fitted(self)
        return self.words_.copy()


def _texts(X: Any) -> Iterable[str]:
    """The texts of a sequence; anything else in it is a DataError."""
    if isinstance(X, str) or getattr(X, "ndim", 1) != 1:
        raise DataError("vocabulary.input", type=type(X).__name__)
    for i, text in enumerate(X):
        if not isinstance(text, str):
            raise DataError("vocabulary.text", row=i, value=text)
        yield text
