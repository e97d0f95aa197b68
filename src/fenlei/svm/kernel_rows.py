"""Estimators on rows and a kernel: what they take, and the kernel with their support vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.contract.estimator import Estimator, require_fit
from fenlei.errors import DataError, UsageTypeError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.svm.dual.gram import Kernel, Source, gram
from fenlei.svm.svc.decision import shifted
from fenlei.svm.svc.training import kernel_matrix

if TYPE_CHECKING:
    from sklearn.utils import Tags


class KernelRows(Estimator):
    """Base of `SVC` and `SVR`: parameters of the kernel, rows as it takes them."""

    kernel: Any
    coef0: float
    degree: int
    support_vectors_: Any
    _support_objects: Any  # support vectors as they came, for a kernel that is a function

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.input_tags.sparse = self.kernel != "precomputed"
        return tags

    def _given(self, X: Any, *, reset: bool) -> Any:
        """X as float64, checked; as it came if the kernel is a function."""
        if callable(self.kernel):
            if reset and len(getattr(X, "shape", ())) == 2:
                self.n_features_in_ = X.shape[1]
            return np.asarray(X) if hasattr(X, "iloc") else X
        if is_sparse(X) and self.kernel == "precomputed":
            raise UsageTypeError("svm.sparse_precomputed")
        X = self._as_floats(X, reset=reset).astype(np.float64, copy=False)
        self._refuse_non_finite(X)
        if reset and self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise DataError("svm.square", shape=X.shape)
        return X if is_sparse(X) else np.ascontiguousarray(X)

    def _support(self) -> Source:
        """Support vectors with their kernel."""
        name = self.kernel if isinstance(self.kernel, str) else "precomputed"
        kernel = Kernel(name, float(self.model_.gamma), float(self.coef0), int(self.degree))
        return Source(self.support_vectors_, kernel)

    def _kernel_block(self, X: Any) -> Array:
        """κ(x, x_s) of a few rows with the support vectors."""
        if callable(self.kernel):
            return kernel_matrix(self.kernel, X, self._support_objects, type(self).__name__)
        if self.kernel == "precomputed":
            found: Array = X[:, self.model_.support]
            return found
        return gram(*shifted(self._support(), X)[::-1])

    def support_kernel(self, X: MatrixLike) -> Array:
        """κ(x, x_s) of each row with each support vector, (n, s)."""
        require_fit(self)
        return self._kernel_block(self._given(X, reset=False))
