"""What the estimators of this family have in common: rows without labels, weights, and the model record.

A subclass gives `Model`, a NamedTuple of arrays, and `_keep(model)`, which sets the public attributes; a
model file needs only the parameters and that record. What is known of the training rows alone, as `labels_`,
is set by `fit` and not kept in a file.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.parameters import Limit, check_parameters
from fenlei.records import check_record
from fenlei.weights import check_weights

FLOATS = (np.float64, np.float32)


class Clusterer(BaseEstimator):
    """Base of k-means and of the mixtures."""

    Model: ClassVar[type[NamedTuple]]
    Summary: ClassVar[type[NamedTuple] | None] = None
    _limits: ClassVar[dict[str, Limit]] = {}
    _sparse: ClassVar[bool] = False  # takes CSR matrices too
    _parts: ClassVar[str] = "n_clusters"  # the parameter that says how many
    _least_rows: ClassVar[int] = 1

    n_jobs: int | None = None
    n_features_in_: int
    feature_names_in_: Array
    model_: Any

    def _training_rows(self, X: Any, sample_weight: Any, *, reset: bool = True) -> tuple[Any, Array | None]:
        """Rows (n, p), finite, and their weights (n,); there are at least as many rows of weight as parts."""
        check_parameters(self, self._limits)
        X = self._numbers(X, reset=reset)
        w = check_weights(sample_weight, X.shape[0])
        n = X.shape[0] if w is None else int(np.count_nonzero(w))
        if n < getattr(self, self._parts):
            raise DataError("cluster.too_few", n=n, name=self._parts, K=getattr(self, self._parts))
        return X, w

    def _numbers(self, X: MatrixLike, *, reset: bool) -> Any:
        accepted = "csr" if self._sparse else False
        least = self._least_rows if reset else 1
        return validate_data(
            self, X, reset=reset, dtype=FLOATS, order="C", accept_sparse=accepted, ensure_min_samples=least
        )

    def _check_X(self, X: MatrixLike) -> Any:
        check_is_fitted(self, "model_")
        return self._numbers(X, reset=False)

    def _keep(self, model: Any) -> None:
        raise NotImplementedError

    def _check_model(self, model: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model, K=getattr(self, self._parts), p=self.n_features_in_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        return tags
