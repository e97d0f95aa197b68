"""A spam filter end to end: texts, a vocabulary of the most frequent words, naive Bayes, cross-validation.

    python examples/spam.py

The messages, in English and Chinese, were written for this example. Presence of words is for `BernoulliNB`,
where the absence of a word speaks too. Counts x_i with the values 0 to M - 1, larger ones cut off, are
features of `CategoricalNB`, as source 001, section 5.4, has them. `MultinomialNB` is another model of counts:
each word of a text is drawn by itself, and only the words that occur count.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer

from fenlei import BernoulliNB, CategoricalNB, MultinomialNB
from fenlei.evaluate import confusion_matrix
from fenlei.table.vocabulary import Vocabulary

MESSAGES = Path(__file__).parent / "data" / "messages.tsv"
NEW = [
    "Click the link to claim your free prize now",
    "Shall we meet for dinner tomorrow",
    "点击链接领取免费礼品",
]


def read_messages(path: Path = MESSAGES) -> tuple[list[str], np.ndarray]:
    """The texts, and their labels "ham" and "spam"."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [row["text"] for row in rows], np.array([row["label"] for row in rows])


def filters(size: int = 200) -> dict[str, Pipeline]:
    """The filters over the `size` most frequent words; counts of 3 and more are counted as 3, so M = 4."""
    codes = FunctionTransformer(lambda counts: counts.toarray().astype(int))
    steps = [
        ("words", Vocabulary(size, clip=3)),
        ("codes", codes),
        ("bayes", CategoricalNB(min_categories=4)),
    ]
    return {
        "presence, BernoulliNB": Pipeline([("words", Vocabulary(size)), ("bayes", BernoulliNB())]),
        "clipped counts, CategoricalNB": Pipeline(steps),
        "counts, MultinomialNB": Pipeline([("words", Vocabulary(size, clip=3)), ("bayes", MultinomialNB())]),
    }


def telling_words(model: Pipeline, count: int = 6) -> list[str]:
    """The words that speak most for spam: the largest log P(word | spam) - log P(word | ham)."""
    tables = model["bayes"].feature_log_prob_
    if isinstance(tables, list):  # P(x_i = m) for each m: a word occurs with probability 1 - P(x_i = 0)
        tables = np.log1p(-np.exp([table[:, 0] for table in tables])).T
    ham, spam = tables
    order = np.argsort(ham - spam, kind="stable")[:count]
    return [str(word) for word in model["words"].words_[order]]


def main() -> dict[str, Any]:
    """Print how the filters do, and what they give for new messages."""
    texts, labels = read_messages()
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    print(f"{len(texts)} messages, {int((labels == 'spam').sum())} of them spam")
    accuracy = {}
    for name, model in filters().items():
        predicted = cross_val_predict(model, texts, labels, cv=folds)
        accuracy[name] = float((predicted == labels).mean())
        (_, wrong), (missed, _) = confusion_matrix(labels, predicted)
        model.fit(texts, labels)
        print(f"\n{name}: cross-validated accuracy {accuracy[name]:.3f}")
        print(f"  good messages taken for spam {wrong}, spam not found {missed}")
        print(f"  most telling words: {', '.join(telling_words(model))}")
        for text, p in zip(NEW, model.predict_proba(NEW)[:, 1], strict=True):
            print(f"  P(spam) = {p:.3f}  {text}")
    return accuracy


if __name__ == "__main__":
    main()
