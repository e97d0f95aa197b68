"""The vote of AdaBoost's rounds: scores, probabilities and decisions, of all rounds or after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from sklearn.base import BaseEstimator

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import require_fit
from fenlei.ensemble.adaboost.losing_stumps import StumpError, stump_errors
from fenlei.ensemble.adaboost.rounds import staged_distributions
from fenlei.ensemble.adaboost.stumps import cast_votes
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax, softmax
from fenlei.kernels.rows import argmax_rows
from fenlei.messages import phrase
from fenlei.table.coding import code_labels
from fenlei.weights import check_weights


class WeightedVote(Classifier):
    """A classifier whose record has `alpha` (T,) and `stumps`, or whose rounds are in `parts_`."""

    parts_: tuple[BaseEstimator, ...]

    def _factor(self) -> float:
        """Factor on the voting weights when they are reported."""
        raise NotImplementedError

    def _staged_votes(self, X: Array, step: int = 1) -> Iterator[tuple[Array, float]]:
        """Votes (n, K) after each `step` rounds, in the same array, and the weight of all of them."""
        alpha, T = self.model_.alpha, len(self.model_.alpha)
        votes = np.zeros((X.shape[0], len(self.classes_)))
        for start in range(0, T, step):
            rounds = range(start, min(start + step, T))
            if self.model_.stumps is not None:
                cast_votes(X, self.model_.stumps, alpha, rounds, self.n_jobs, votes)
            else:
                for t in rounds:
                    codes = code_labels(self.parts_[t].predict(X), self.classes_)
                    votes[np.arange(len(codes)), codes] += alpha[t]
            yield votes, float(alpha[: rounds.stop].sum())

    def _votes(self, X: MatrixLike) -> tuple[Array, float]:
        return next(self._staged_votes(self._check_X(X), len(self.model_.alpha)))

    def _decide(self, votes: Array, total: float) -> Array:
        """Scores (n, K), or (n,) of two classes, from votes."""
        K = votes.shape[1]
        if K == 1:
            return np.zeros((len(votes), 1))
        if K == 2:
            return 2.0 * (votes[:, 1] - votes[:, 0]) / total
        return (votes - (total - votes) / self._others()) / total

    def _others(self) -> int:
        """Number of classes with rows but one, K - 1."""
        return max(len(self.classes_) - len(self.model_.absent) - 1, 1)

    def _probabilities(self, decision: Array) -> Array:
        return softmax(self._exponents(decision), self.n_jobs)

    def _exponents(self, decision: Array) -> Array:
        two = decision.ndim == 1
        found = np.stack([-decision, decision], axis=1) / 2 if two else decision / self._others()
        found[:, self.model_.absent] = -np.inf  # a class without rows has probability 0
        return found

    def _labels_of(self, votes: Array) -> Array:
        return self.classes_[argmax_rows(votes, self.n_jobs)]

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest vote; ties go to the first class."""
        require_fit(self)
        return self._labels_of(self._votes(X)[0])

    def decision_function(self, X: MatrixLike) -> Array:
        """Scores (n, K) between -1/(K - 1) and 1; for two classes (n,) between -2 and 2."""
        require_fit(self)
        return self._decide(*self._votes(X))

    def predict_proba(self, X: MatrixLike) -> Array:
        """Softmax of the scores over K - 1, (n, K)."""
        return self._probabilities(self.decision_function(X))

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        return log_softmax(self._exponents(self.decision_function(X)), self.n_jobs)

    def weighted_vote(self, X: MatrixLike) -> Array:
        """Σ_t α_t h_t(x), h = ±1, (n,) for two classes; Σ_t α_t [h_t(x) = k], (n, K), for more."""
        require_fit(self)
        votes = self._factor() * self._votes(X)[0]
        return votes[:, 1] - votes[:, 0] if votes.shape[1] == 2 else votes

    # --- round by round

    def staged_predict(self, X: MatrixLike) -> Iterator[Array]:
        """`predict` after each round."""
        for votes, _ in self._staged_votes(self._check_X(X)):
            yield self._labels_of(votes)

    def staged_decision_function(self, X: MatrixLike) -> Iterator[Array]:
        """`decision_function` after each round."""
        for votes, total in self._staged_votes(self._check_X(X)):
            yield self._decide(votes, total)

    def staged_predict_proba(self, X: MatrixLike) -> Iterator[Array]:
        """`predict_proba` after each round."""
        for decision in self.staged_decision_function(X):
            yield self._probabilities(decision)

    def staged_score(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Iterator[float]:
        """Accuracy after each round."""
        from sklearn.metrics import accuracy_score

        for labels in self.staged_predict(X):
            yield float(accuracy_score(y, labels, sample_weight=sample_weight))

    def staged_weights(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Iterator[Array]:
        """Weights (n,) of the training rows after each round, summing to 1."""
        X = self._check_X(X)
        codes = code_labels(np.asarray(y), self.classes_)
        w = check_weights(sample_weight, len(codes))
        w = np.ones(len(codes)) if w is None else w
        return staged_distributions(self._staged_codes(X), codes, w, self.model_.alpha)

    def stump_errors(
        self, X: MatrixLike, y: ArrayLike, *, number: int = 1, sample_weight: ArrayLike | None = None
    ) -> list[StumpError]:
        """Every stump that round `number`, from 1, could have taken, with its weighted error.

        X, y and `sample_weight` are those of `fit`.

        Examples
        --------
        Ten rows in a line; 2.5 and 8.5 have the least error, and the first of them is taken:

        >>> from fenlei import AdaBoostClassifier, load
        >>> line = load("adaboost_series")
        >>> model = AdaBoostClassifier(n_estimators=3).fit(line.X, line.y)
        >>> table = model.stump_errors(line.X, line.y)
        >>> [(row.threshold, round(row.error, 6)) for row in table if row.error < 0.35]
        [(2.5, 0.3), (8.5, 0.3)]
        >>> [row.threshold for row in table if row.chosen]
        [2.5]
        """
        require_fit(self)
        T, name = len(self.model_.alpha), type(self).__name__
        if self.model_.stumps is None:
            raise UsageError("ensemble.no_stumps", estimator=name)
        if not isinstance(number, int | np.integer) or not 1 <= number <= T:
            accepted = phrase("limit.integers", low=1, high=T)
            facts = {"name": "number", "value": number, "accepted": accepted}
            raise UsageError("estimator.parameter", estimator="stump_errors", **facts)
        coded, codes = self._check_X(X), code_labels(np.asarray(y), self.classes_)
        w = check_weights(sample_weight, len(codes))
        D = np.full(len(codes), 1.0) if w is None else w
        if number > 1:
            D = next(islice(self.staged_weights(X, y, sample_weight), number - 2, None))
        return stump_errors(coded, codes, D, self.classes_, self.model_.stumps, number - 1)

    def _staged_codes(self, X: Array) -> Iterator[Array]:
        """Class codes (n,) that each round alone predicts."""
        stumps, T = self.model_.stumps, len(self.model_.alpha)
        for t in range(T):
            if stumps is None:
                yield code_labels(self.parts_[t].predict(X), self.classes_)
            else:
                vote = np.zeros((len(X), len(self.classes_)))
                cast_votes(X, stumps, np.ones(T), range(t, t + 1), self.n_jobs, vote)
                yield vote.argmax(axis=1)
