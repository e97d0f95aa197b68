"""The contract of the reductions of dimension, on scikit-learn's public API.

`Projection` has a rule for new rows: a subclass gives `fit` and `_coordinates(X) -> (n, d)`, and `transform`
follows. `Embedding` maps the rows it is given: a subclass gives `_embed(X) -> model`, and `fit` and
`fit_transform` follow. One that can do both inherits from both. `_keep(model)` sets the public attributes,
`_n_features_out` among them, from a NamedTuple of arrays (class attribute `Model`), so a model file needs
only the parameters and the arrays.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import check_is_fitted, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import FLOATS
from fenlei.kernels import Array
from fenlei.parameters import Limit, check_parameters
from fenlei.records import check_record


class Reducer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Base of every reduction of dimension: one of the two below."""

    Model: ClassVar[type[NamedTuple]]
    Summary: ClassVar[type[NamedTuple] | None] = None
    _limits: ClassVar[dict[str, Limit]] = {}
    _sparse: ClassVar[bool] = False  # takes CSR matrices too

    n_jobs: int | None = None
    n_features_in_: int
    feature_names_in_: Array
    model_: Any
    _n_features_out: int

    def _keep(self, model: Any) -> None:
        """Set `model_`, `_n_features_out` and the public attributes."""
        raise NotImplementedError

    def _training_rows(self, X: MatrixLike) -> Any:
        """Rows to fit, all finite; parameters checked."""
        check_parameters(self, self._limits)
        X = self._as_floats(X, reset=True)
        self._refuse_non_finite(X)
        return X

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Any:
        """X as float64 or float32, dense in C order or CSR; not looked at for NaN."""
        accepted = "csr" if self._sparse else False
        return validate_data(
            self, X, reset=reset, dtype=FLOATS, order="C", accept_sparse=accepted, ensure_all_finite=False
        )

    def _refuse_non_finite(self, X: MatrixLike) -> None:
        assert_all_finite(X, estimator_name=type(self).__name__, input_name="X")

    def _pairwise(self) -> bool:
        """Whether the parameters say that X is a square matrix of distances or kernel values."""
        return False

    def _check_model(self, model: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model, p=self.n_features_in_)

    def _check_summary(self, summary: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(summary, p=self.n_features_in_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        tags.input_tags.pairwise = self._pairwise()
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags


class Projection(Reducer):
    """A reduction that is a function of the row."""

    def _coordinates(self, X: Any) -> Array:
        """Coordinates (n, d) of new rows X (n, p)."""
        raise NotImplementedError

    def transform(self, X: MatrixLike) -> Array:
        """Coordinates (n, n_components) of the rows X (n, p)."""
        check_is_fitted(self, "model_")
        X = self._as_floats(X, reset=False)
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            coordinates = self._coordinates(X)
        if not np.isfinite(coordinates).all():
            self._refuse_non_finite(X)
        return coordinates


class Embedding(Reducer):
    """A map of the rows it was fitted to; what it keeps of them is `embedding_`."""

    embedding_: Array

    def _embed(self, X: Any) -> Any:
        """The model of checked rows X."""
        raise NotImplementedError

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Find the coordinates of the rows of X (n, p), or of a matrix (n, n) if one is declared."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X: MatrixLike, y: ArrayLike | None = None) -> Array:
        """Fit, and return the coordinates (n, n_components), which are `embedding_`."""
        self._keep(self._embed(self._training_rows(X)))
        return self.embedding_
