"""The contract of clusterings: rows without labels, weights, and the model record.

What is known of the training rows alone, such as `labels_`, is set by `fit` and not kept in a model file.
Rows of weight zero stay, as they get labels too.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import Estimator
from fenlei.contract.scanned_rows import whole_scan
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.parameters import check_parameters
from fenlei.rows.scanned import Scan
from fenlei.weights import check_weights


class ClusterRows(NamedTuple):
    """Checked rows to cluster."""

    X: Array  # (n, p)
    w: Array | None  # (n,) float64, None for weight one


class Clusterer(Estimator):
    """Base of k-means and of the mixtures."""

    _check_finite = True
    _parts: ClassVar[str] = "n_clusters"  # the parameter that is the number of clusters

    def _training_rows(
        self, X: MatrixLike, sample_weight: ArrayLike | None, *, reset: bool = True
    ) -> tuple[Array, Array | None]:
        """Rows (n, p), finite, and their weights (n,); at least as many of positive weight as parts."""
        check_parameters(self, self._limits)
        rows = self._as_floats(X, reset=reset)
        w = check_weights(sample_weight, rows.shape[0])
        n = rows.shape[0] if w is None else int(np.count_nonzero(w))
        if n < getattr(self, self._parts):
            raise DataError("cluster.too_few", n=n, name=self._parts, K=getattr(self, self._parts))
        return rows, w

    def _leaf_rows(self, leaf: Any) -> ClusterRows:
        return ClusterRows(self._leaf_X(leaf.X), leaf.w)

    def _scanned_rows(self, scan: Scan, y: object, sample_weight: object) -> Any:
        """Rows to fit, parameters checked; a single leaf of files in memory. A target of them is not used."""
        check_parameters(self, self._limits)
        rows = whole_scan(self, scan, y, sample_weight, self._leaf_rows)
        if scan.n_rows < getattr(self, self._parts):
            K = getattr(self, self._parts)
            raise DataError("cluster.too_few", n=scan.n_rows, name=self._parts, K=K)
        return rows

    def _sizes(self) -> dict[str, int]:
        return {"K": getattr(self, self._parts), "p": self.n_features_in_}
