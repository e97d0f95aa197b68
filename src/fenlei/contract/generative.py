r"""Generative classifiers: a model of p(x, k) = π_k p(x | k), good for more than the decision.

A subclass gives `_log_joint`, log π_k + log p(x | k) with every constant, and `_draw`, rows of one class:

    log p(x) = log Σ_k exp(log p(x, k)),    and samples: k from π, then x from p(x | k).
"""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from fenlei.annotations import Label, MatrixLike, RandomState
from fenlei.contract.classifier import BayesRule
from fenlei.contract.estimator import require_fit
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import Phrase, foreign, phrase
from fenlei.parameters import integer
from fenlei.priors import log_prior
from fenlei.table.nominal import decode_categories


class Generative(BayesRule):
    """A classifier that models how rows come about."""

    def _log_joint(self, X: Array) -> Array:
        """log π_k + log p(x | k), (n, K); the scores themselves unless they leave something out."""
        return self._class_scores(X)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        """Rows (size, p) drawn from p(x | k)."""
        raise NotImplementedError

    def _class_priors(self) -> Array:
        raise NotImplementedError

    def _impossible_classes(self) -> Array:
        return np.flatnonzero(self._class_priors() == 0)

    def _decode(self, X: Array) -> Array:
        """Rows of the kind that was fitted: codes of text columns become their categories."""
        coding = getattr(self, "coding_", None)
        return X if coding is None else decode_categories(X, coding)

    def _settle(self, scores: Array) -> Array:
        return prior_where_impossible(self, scores, "generative.impossible")

    def log_joint(self, X: MatrixLike) -> Array:
        """log p(x, k) = log π_k + log p(x | k), (n, K)."""
        X = self._check_X(X)
        with np.errstate(all="ignore"):  # what is not finite is seen below
            scores = self._log_joint(X)
        if not np.isfinite(scores).all():
            self._refuse_non_finite(X)
            if not (scores < np.inf).all():
                self._refuse_range(X)
        return self._answer(scores, X)

    def predict_joint_log_proba(self, X: MatrixLike) -> Array:
        """The same as `log_joint`, under scikit-learn's name."""
        return self.log_joint(X)

    def log_density(self, X: MatrixLike) -> Array:
        """log p(x) (n,): how likely the row is at all; -inf where it is impossible."""
        scores = self.log_joint(X)
        largest = scores.max(axis=1)
        shift = np.where(np.isfinite(largest), largest, 0.0)
        with np.errstate(divide="ignore"):
            return shift + np.log(np.exp(scores - shift[:, None]).sum(axis=1))

    def sample(
        self, n: int, class_: Label | None = None, random_state: RandomState = None
    ) -> tuple[Array, Array]:
        """Draw rows (n, p) and their classes (n,), of class `class_` only if it is given."""
        require_fit(self)
        if not integer(0).accepts(n):
            self._refuse("n", n, integer(0).text)
        rng = check_random_state(random_state)
        if class_ is None:
            pi = self._class_priors()
            codes = rng.choice(len(self.classes_), size=n, p=pi / pi.sum())
        elif class_ in self.classes_:
            codes = np.full(n, np.flatnonzero(self.classes_ == class_)[0])
        else:
            self._refuse("class_", class_, phrase("limit.one_of", values=self.classes_.tolist()))
        X = np.empty((n, self.n_features_in_))
        for k in np.unique(codes):
            X[codes == k] = self._drawn(int(k), int((codes == k).sum()), rng)
        return self._decode(X), self.classes_[codes]

    def _drawn(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        """Rows of class k, if NumPy can draw them: its counts end at 2⁶³."""
        try:
            return self._draw(k, size, rng)
        except (ValueError, OverflowError) as error:
            facts = {"label": self.classes_[k], "reason": foreign(error)}
            raise DataError("generative.draw", estimator=type(self).__name__, **facts) from error

    def _refuse(self, name: str, value: object, accepted: Phrase) -> None:
        facts = {"name": name, "value": value, "accepted": accepted}
        raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)


def prior_where_impossible(model: Generative, scores: Array, key: str) -> Array:
    """Scores with log π in the rows that have probability 0 in every class, with a warning."""
    impossible = np.isneginf(scores).all(axis=1)
    if impossible.any():
        warn(key, DegenerateDataWarning, estimator=type(model).__name__, count=impossible.sum())
        scores[impossible] = log_prior(model._class_priors())
    return scores
