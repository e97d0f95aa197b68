"""The vote of bagged classifiers: mean probabilities or shares of votes, of all parts or out of bag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.metrics import accuracy_score

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import available_if, require_fit
from fenlei.contract.parts import has_method
from fenlei.ensemble.bagging.bagged_parts import Bagged, BaggedParts
from fenlei.ensemble.forest.strength import ForestStrength, strength_of_votes
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.table.coding import code_labels
from fenlei.trees.tree import majority

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fenlei.contract.classifier import Rows
    from fenlei.ensemble.out_of_bag import GivenRows


def part_shares(
    part: BaseEstimator, X: GivenRows, K: int, routed: Mapping[str, Mapping[str, object]]
) -> Array:
    """Probabilities (n, K) of the classes by one part, or its votes; 0 for a class it does not know."""
    shares = np.zeros((X.shape[0], K))
    if hasattr(part, "predict_proba"):
        shares[:, part.classes_.astype(np.int64)] = part.predict_proba(X, **routed.get("predict_proba", {}))
    else:
        votes = np.asarray(part.predict(X, **routed.get("predict", {})))
        shares[np.arange(len(shares)), votes.astype(np.int64)] = 1.0
    return shares


class MeanVote(BaggedParts, Classifier):
    """A classifier whose parts are fitted to the codes of the classes."""

    def _checked(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None) -> Rows:
        return self._training_rows(X, y, sample_weight)

    def _keep(self, model: Bagged) -> None:
        super()._keep(model)
        self.n_classes_ = len(self.classes_)

    def _is_part(self, part: BaseEstimator) -> bool:
        codes = part.classes_
        return bool(codes.dtype.kind in "iu" and codes.min() >= 0 and codes.max() < len(self.classes_))

    def _shares(
        self, part: BaseEstimator, X: GivenRows, routed: Mapping[str, Mapping[str, object]] | None = None
    ) -> Array:
        return part_shares(part, X, len(self.classes_), routed or {})

    def _score_out_of_bag(self, X: GivenRows, targets: Array) -> None:
        self.oob_decision_function_, scored = self._out_of_bag(X, self._shares, len(self.classes_))
        answer = majority(self.oob_decision_function_[scored])
        self.oob_score_ = float(accuracy_score(targets[scored], answer)) if scored.any() else float("nan")

    def _truth(self, y: ArrayLike) -> Array:
        return code_labels(np.asarray(y), self.classes_)

    def _oob_answers(self, X: GivenRows) -> Iterator[tuple[Array, Array]]:
        return self._answers_out_of_bag(X, self._shares, len(self.classes_))

    def strength_and_correlation(self, X: MatrixLike, y: ArrayLike) -> ForestStrength:
        """Strength and mean correlation of the parts by their votes out of bag, as of a random forest.

        X and y are the rows of `fit`.
        """
        rows, truth = self._oob_rows(X, y)
        if not self.bootstrap:
            other = "strength_and_correlation"
            raise UsageError("ensemble.bootstrap", estimator=type(self).__name__, other=other)
        votes = [(index, majority(answers)) for index, answers in self._oob_answers(rows)]
        return strength_of_votes(votes, truth, len(self.classes_))

    def _called(self) -> dict[str, str]:
        inner = self._inner()
        shares = "predict_proba" if hasattr(inner, "predict_proba") else "predict"
        logs = "predict_log_proba" if hasattr(inner, "predict_log_proba") else shares
        callers = {"predict": shares, "predict_proba": shares, "predict_log_proba": logs}
        return {"fit": "fit", "decision_function": "decision_function", **callers}

    def predict(self, X: MatrixLike, **params: object) -> Array:
        """Class (n,) with the largest mean probability, or the most votes; ties go to the first.

        `params` go to `predict_proba` of the parts, or to `predict`, by metadata routing.
        """
        winners = majority(self.predict_proba(X, **params))
        return self.classes_[winners]

    def predict_proba(self, X: MatrixLike, **params: object) -> Array:
        """Mean over the parts of the probabilities (n, K), or share of the votes."""
        routed = self._routed("predict_proba", params)
        return self._mean(X, lambda part, own: self._shares(part, own, routed))

    def predict_log_proba(self, X: MatrixLike, **params: object) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        routed = self._routed("predict_log_proba", params)
        extra = routed.get("predict_log_proba")
        with np.errstate(divide="ignore"):
            if extra is None:
                return np.log(self._mean(X, lambda part, own: self._shares(part, own, routed)))
            return np.log(self._mean(X, lambda part, own: self._exponentials(part, own, extra)))

    def _exponentials(self, part: BaseEstimator, X: GivenRows, extra: Mapping[str, object]) -> Array:
        """Probabilities (n, K) from the logarithms that a part gives."""
        shares = np.zeros((X.shape[0], len(self.classes_)))
        shares[:, part.classes_.astype(np.int64)] = np.exp(part.predict_log_proba(X, **extra))
        return shares

    @available_if(has_method("decision_function"))
    def decision_function(self, X: MatrixLike, **params: object) -> Array:
        """Mean over the parts of `decision_function`, (n, K); (n,) for two classes."""
        require_fit(self)
        extra = self._routed("decision_function", params).get("decision_function", {})
        few = sum(len(part.classes_) < len(self.classes_) for part in self.parts_)
        if few:
            raise UsageError("ensemble.part_classes", estimator=type(self).__name__, few=few)
        return self._mean(X, lambda part, own: part.decision_function(own, **extra))
