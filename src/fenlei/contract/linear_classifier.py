"""Classifiers with one linear function per class, X coefᵀ + intercept; two classes share one function."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from fenlei.contract.classifier import Discriminant
from fenlei.kernels import Array
from fenlei.stats.totals import linear_scores


class LinearClassifier(Discriminant):
    """A classifier whose `model_` has `coef` (r, p) and `intercept` (r,); r is 1 for two classes, else K."""

    coef_: Any  # (r, p), an array, or CSR after `sparsify`

    def _linear_values(self, X: Array) -> Array:
        """X coefᵀ + intercept, (n, r)."""
        return linear_scores(X, self.model_.coef, self.model_.intercept, self.n_jobs)

    def _class_scores(self, X: Array) -> Array:
        return per_class(self._linear_values(X), len(self.classes_))

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
