"""The contract of the reductions of dimension, on scikit-learn's public API.

`Projection` has a rule for new rows: a subclass gives `fit` and `_coordinates(X) -> (n, d)`, and `transform`
follows. `Embedding` maps the rows it is given: a subclass gives `_embed(X) -> model`, and `fit` and
`fit_transform` follow. One that can do both inherits from both. `_keep(model)` sets the public attributes,
`_n_features_out` among them, from a NamedTuple of arrays (class attribute `Model`), so a model file needs
only the parameters and the arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import Estimator
from fenlei.kernels import Array
from fenlei.parameters import check_parameters


class Transformer(TransformerMixin):
    """scikit-learn's mixin, with the type of what `fit_transform` returns."""

    if TYPE_CHECKING:

        def fit_transform(self, X: MatrixLike, y: ArrayLike | None = None, **fit_params: object) -> Array: ...


class Reducer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """Base of every reduction of dimension: one of the two below."""

    _n_features_out: int

    def _training_rows(self, X: MatrixLike) -> Array:
        """Rows to fit, all finite; parameters checked."""
        check_parameters(self, self._limits)
        X = self._as_floats(X, reset=True)
        self._refuse_non_finite(X)
        return X

    def _pairwise(self) -> bool:
        """Whether X is a square matrix of distances or kernel values."""
        return False

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._pairwise()
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags


class Projection(Reducer):
    """A reduction that is a function of the row."""

    def _coordinates(self, X: Array) -> Array:
        """Coordinates (n, d) of new rows X (n, p)."""
        raise NotImplementedError

    def transform(self, X: MatrixLike) -> Array:
        """Coordinates (n, n_components) of the rows X (n, p)."""
        X = self._check_X(X)
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            coordinates = self._coordinates(X)
        return self._finite(coordinates, X)


class Embedding(Reducer):
    """A map of the rows it was fitted to; what it keeps of them is `embedding_`."""

    embedding_: Array

    def _embed(self, X: Array) -> NamedTuple:
        """The model of checked rows X."""
        raise NotImplementedError

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Find the coordinates of the rows of X (n, p), or of a matrix (n, n) if one is declared."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X: MatrixLike, y: ArrayLike | None = None) -> Array:
        """Fit, and return the coordinates (n, n_components), which are `embedding_`."""
        rows = self._training_rows(X)
        self._keep(self._narrowed(self._embed(rows)))
        self._finite(self.embedding_, rows)
        return self.embedding_
