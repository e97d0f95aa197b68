"""Classifiers with one linear function per class, X coefᵀ + intercept; two classes share one function.

A score of exactly 0 between two classes: the namesakes of scikit-learn's classifiers decide as these do;
`SignRule` is the documents' sgn(0) = +1, the second class.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from scipy.sparse import csr_matrix

from fenlei.contract.attributes import Public
from fenlei.contract.classifier import Discriminant
from fenlei.contract.size import each_class
from fenlei.kernels import Array
from fenlei.stats.linear_scores import linear_scores, linear_winners


class SignRule(Discriminant):
    """A discriminant that decides between two classes by the sign, with sgn(0) = +1."""

    def _second_at_zero(self) -> bool:
        """Whether a score of exactly 0 is for the second class."""
        return True

    def _winning_codes(self, X: Array) -> Array | None:
        """Of two classes the second where the score is at least 0; of more the first of largest score."""
        if len(self.classes_) != 2 or not self._second_at_zero():
            return super()._winning_codes(X)
        scores = self._scores_of(X)
        return (scores[:, 1] >= scores[:, 0]).astype(np.int64)


class LinearClassifier(Discriminant):
    """A classifier whose `model_` has `coef` (r, p) and `intercept` (r,); r is 1 for two classes, else K."""

    coef_: Array | csr_matrix  # (r, p), CSR after `sparsify`
    _fit_cost = each_class(4e-8)
    _public: ClassVar[dict[str, Public]] = {"coef_": Public("coef"), "intercept_": Public("intercept")}

    def _fields_of(self, values: dict[str, Any], record: Any) -> dict[str, Any]:
        fields = super()._fields_of(values, record)
        if fields["intercept"].size == 1:  # one number for all classes, as liblinear's 0.0
            fields["intercept"] = np.full(len(fields["coef"]), fields["intercept"].item())
        return fields

    def _attribute_sizes(self, record: Any) -> dict[str, int]:
        sizes, K = super()._attribute_sizes(record), len(self.classes_)
        if getattr(self, "basis", None) is not None:
            sizes.pop("p", None)
            width = {} if record is None else {"M": record.coef.shape[1]}
        else:
            width = {"M": sizes["p"]} if "p" in sizes else {}
        q = np.shape(self.coef_)[-1] + bool(getattr(self, "fit_intercept", True))
        return sizes | width | {"r": 1 if K == 2 else K, "q": q}

    def _linear_values(self, X: Array) -> Array:
        """X coefᵀ + intercept, (n, r)."""
        model = self.model_
        return linear_scores(X, model.coef, model.intercept, self.n_jobs)

    def _class_scores(self, X: Array) -> Array:
        return per_class(self._linear_values(X), len(self.classes_))

    def _winning_codes(self, X: Array) -> Array | None:
        model = self.model_
        return linear_winners(X, model.coef, model.intercept, self.n_jobs) if len(self.classes_) > 1 else None

    def sparsify(self) -> Self:
        """Turn `coef_` into a sparse matrix (CSR)."""
        self.coef_ = csr_matrix(self.model_.coef)
        return self

    def densify(self) -> Self:
        """Turn `coef_` back into an array."""
        self.coef_ = self.model_.coef
        return self


def per_class(values: Array, K: int) -> Array:
    """Scores (n, K) from values (n, r): of two classes the first scores 0, and the second the one value."""
    return np.hstack([np.zeros_like(values), values]) if K == 2 else values
