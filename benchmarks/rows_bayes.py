"""Naive Bayes on sparse counts and on mixed columns, and what decisions by cost add to probabilities."""

from __future__ import annotations

from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from benchmarks.harness import Contender, Data, Make, Row, Task, fitting, predicting
from benchmarks.rows import CLASSES, category_codes, gaussian_classes, labels, log_tables, peers

WORDS = 100  # of a text, before words that come twice are put together
NUMBERS, NAMES = 10, 10  # columns of a mixed table


def word_counts(n: int, p: int) -> Data:
    """Sparse counts of words: half of a text's words are anyone's, half are its class's own."""
    rng = np.random.default_rng(0)
    y = rng.integers(CLASSES, size=n)
    words = (p * rng.random((n, WORDS)) ** 3).astype(np.int64)
    own = p // CLASSES
    words[:, WORDS // 2 :] = words[:, WORDS // 2 :] % own + own * y[:, None]
    X = csr_array((np.ones(words.size), words.ravel(), WORDS * np.arange(n + 1)), shape=(n, p))
    X.sum_duplicates()
    return Data(X, y)


def mixed_columns(n: int) -> Data:
    """Measurements, then category codes as numbers."""
    numbers, names = gaussian_classes(n, NUMBERS), category_codes(n, NAMES, categories=10)
    codes = (names.X + numbers.y[:, None] * (np.arange(NAMES) < 2)) % 10
    return Data(np.column_stack([numbers.X, codes.astype(np.float64)]), numbers.y)


class ProductNB:
    """What scikit-learn offers for mixed columns: two classifiers, the prior counted once."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        self.numbers = GaussianNB().fit(X[:, :NUMBERS], y)
        self.names = CategoricalNB().fit(X[:, NUMBERS:], y)
        return self

    def predict_log_proba(self, X: NDArray[Any]) -> NDArray[Any]:
        joint = self.numbers.predict_joint_log_proba(X[:, :NUMBERS])
        joint += self.names.predict_joint_log_proba(X[:, NUMBERS:]) - self.names.class_log_prior_
        largest = joint.max(axis=1, keepdims=True)
        total: NDArray[Any] = joint - largest - np.log(np.exp(joint - largest).sum(axis=1, keepdims=True))
        return total


def log_posteriors(make: Make, data: Data) -> Task:
    model = make().fit(data.X, data.y)
    return lambda: model.predict_log_proba(data.X)


def first_log_posteriors(model: Any, data: Data) -> NDArray[Any]:
    return np.asarray(model.predict_log_proba(data.X[:1000]))


def deciding(make: Make, data: Data) -> Task:
    """Decisions by cost, or the probabilities alone of a classifier that makes none."""
    model = make().fit(data.X, data.y)
    return partial(model.predict if hasattr(model, "decide") else model.predict_proba, data.X)


def costs() -> NDArray[Any]:
    """0-1 loss with some errors more expensive than others."""
    return (1.0 + np.arange(CLASSES) / CLASSES) * (1.0 - np.eye(CLASSES))


def actions(result: Any, data: Data) -> NDArray[Any]:
    """The decisions; of probabilities, those of least expected cost, with reject as -1."""
    if result.ndim == 1:
        return np.asarray(result, dtype=float)
    risk = np.column_stack([result @ costs().T, np.full(len(result), REJECT_COST)])
    chosen = risk.argmin(axis=1)
    return np.where(chosen == CLASSES, -1.0, chosen)


REJECT_COST = 0.5
TEXT = {name: peers(name, "sklearn.naive_bayes") for name in ("BernoulliNB", "MultinomialNB")}
MIXED = {
    "fenlei": Contender("fenlei:MixedNB", {"categorical_features": [NUMBERS + j for j in range(NAMES)]}),
    "scikit-learn's product": Contender("benchmarks.rows_bayes:ProductNB"),
}
DECISION = {
    "fenlei": Contender(
        "fenlei:MinimumRiskClassifier",
        {"costs": costs(), "reject_cost": REJECT_COST, "reject_label": -1},
    ),
    "probabilities alone": Contender("fenlei:GaussianNB"),
}

text = partial(Row, n=100_000, data=partial(word_counts, p=100_000), floor=False)
bernoulli = partial(text, contenders=TEXT["BernoulliNB"])
multinomial = partial(text, contenders=TEXT["MultinomialNB"])
mixed = partial(Row, n=500_000, data=mixed_columns, contenders=MIXED, floor=False)

ROWS = [
    bernoulli("bernoulli_nb_fit", "BernoulliNB fit, sparse", start=fitting, answer=log_tables),
    bernoulli("bernoulli_nb_predict", "BernoulliNB predict, sparse", start=predicting, answer=labels),
    multinomial("multinomial_nb_fit", "MultinomialNB fit, sparse", start=fitting, answer=log_tables),
    multinomial("multinomial_nb_predict", "MultinomialNB predict, sparse", start=predicting, answer=labels),
    mixed("mixed_nb_fit", "MixedNB fit", start=fitting, answer=first_log_posteriors),
    mixed("mixed_nb_predict", "MixedNB predict_log_proba", start=log_posteriors, answer=labels),
    Row(
        "minimum_risk_predict",
        "Decision by cost (below 1: what it adds)",
        n=1_000_000,
        data=partial(gaussian_classes, p=50),
        start=deciding,
        answer=actions,
        contenders=DECISION,
        floor=False,
    ),
]
