"""The vote of bagged classifiers: mean probabilities or shares of votes, of all parts or out of bag."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.metrics import accuracy_score
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import available_if
from fenlei.contract.parts import has_method
from fenlei.ensemble.bagging.bagged_parts import Bagged, BaggedParts
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.trees.tree import majority


def part_shares(part: BaseEstimator, X: Any, K: int) -> Array:
    """Probabilities (n, K) of the classes by one part, or its votes; 0 for a class it does not know."""
    shares = np.zeros((X.shape[0], K))
    if hasattr(part, "predict_proba"):
        shares[:, part.classes_.astype(np.int64)] = part.predict_proba(X)
    else:
        shares[np.arange(len(shares)), part.predict(X).astype(np.int64)] = 1.0
    return shares


class MeanVote(BaggedParts, Classifier):
    """A classifier whose parts are fitted to the codes of the classes."""

    def _checked(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None) -> Any:
        return self._training_rows(X, y, sample_weight)

    def _keep(self, model: Bagged) -> None:
        super()._keep(model)
        self.n_classes_ = len(self.classes_)

    def _is_part(self, part: Any) -> bool:
        codes = part.classes_
        return bool(codes.dtype.kind in "iu" and codes.min() >= 0 and codes.max() < len(self.classes_))

    def _shares(self, part: BaseEstimator, X: Any) -> Array:
        return part_shares(part, X, len(self.classes_))

    def _score_out_of_bag(self, X: Any, targets: Array) -> None:
        self.oob_decision_function_, scored = self._out_of_bag(X, self._shares, len(self.classes_))
        answer = majority(self.oob_decision_function_[scored])
        self.oob_score_ = float(accuracy_score(targets[scored], answer)) if scored.any() else float("nan")

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest mean probability, or the most votes; ties go to the first."""
        winners = majority(self.predict_proba(X))
        return self.classes_[winners]

    def predict_proba(self, X: MatrixLike) -> Array:
        """Mean over the parts of the probabilities (n, K), or share of the votes."""
        return self._mean(X, self._shares)

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    @available_if(has_method("decision_function"))
    def decision_function(self, X: MatrixLike) -> Array:
        """Mean over the parts of `decision_function`, (n, K); (n,) for two classes."""
        check_is_fitted(self, "model_")
        few = sum(len(part.classes_) < len(self.classes_) for part in self.parts_)
        if few:
            raise UsageError("ensemble.part_classes", estimator=type(self).__name__, few=few)
        return self._mean(X, lambda part, own: part.decision_function(own))
