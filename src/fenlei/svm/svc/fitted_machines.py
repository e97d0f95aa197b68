"""What a fitted `SVC` shows of its record: support vectors, multipliers, weights, slopes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy import sparse

from fenlei.contract.attributes import Public, as_field
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import require_fit
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.svm.svc.record import (
    VECTOR_FIELDS,
    SVCModel,
    check_machines,
    linear_weights,
    row_multipliers,
    support_vectors,
    vector_fields,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class FittedMachines(Classifier):
    """The fitted machines of all pairs of classes."""

    kernel: Any
    tol: float
    _weights: Array  # (pairs, p) of the linear kernel
    _public: ClassVar[dict[str, Public]] = {"support_vectors_": Public("support_vectors", needed=False)}

    def _keep(self, model: SVCModel) -> None:
        vectors = support_vectors(model, getattr(self, "n_features_in_", 0))
        self._publish(model, **({} if is_sparse(vectors) else {"support_vectors_": vectors}))
        self.support_vectors_, self.support_, self.n_support_ = vectors, model.support, model.n_support
        as_csr = is_sparse(self.support_vectors_)
        self.dual_coef_ = sparse.csr_matrix(model.dual_coef) if as_csr else model.dual_coef
        self.intercept_, self.intercept_midpoint_ = model.intercept, model.midpoint
        self.margin_, self.dual_objective_ = model.margin, model.dual_objective
        self.kkt_residual_, self.n_iter_ = model.kkt_residual, model.n_iter
        self.fit_status_ = int(bool((model.kkt_residual > self.tol).any()))
        self.class_weight_, self.shape_fit_ = model.class_weight, tuple(model.shape_fit.tolist())
        if self.kernel == "linear":
            self._weights = linear_weights(model, self.support_vectors_)

    def _fields_of(self, values: Mapping[str, object], record: SVCModel) -> dict[str, Array | None]:
        vectors = as_field(values["support_vectors_"])
        if self.kernel == "linear":
            self._weights = linear_weights(record, vectors)
        return dict(zip(VECTOR_FIELDS, vector_fields(vectors), strict=True))

    def _attribute_sizes(self, record: SVCModel) -> dict[str, int]:
        return {"v": len(record.support), "f": self.n_features_in_}

    def _check_model(self, model: SVCModel) -> None:
        check_machines(
            model, len(self.classes_), self.n_features_in_, precomputed=self.kernel == "precomputed"
        )

    @property
    def coef_(self) -> Any:
        """w of each pair, (pairs, p)."""
        if self.kernel != "linear":
            raise AttributeError("coef_ is only available when using a linear kernel")
        require_fit(self)
        coef = self._weights.view()
        coef.flags.writeable = False
        return sparse.csr_matrix(coef) if is_sparse(self.support_vectors_) else coef

    @property
    def alpha_(self) -> Array:
        """α of every training row, (n,); for K > 2 classes (pairs, n)."""
        require_fit(self)
        return row_multipliers(self.model_)

    @property
    def probA_(self) -> Array:
        """-½ (a + c) of the two slopes of each pair's probabilities, (pairs,); empty without them."""
        require_fit(self)
        return -0.5 * self.model_.slopes.sum(axis=1)

    @property
    def probB_(self) -> Array:
        """0 for each pair, (pairs,), as the probabilities are ½ on the boundary; empty without them."""
        return np.zeros_like(self.probA_)
