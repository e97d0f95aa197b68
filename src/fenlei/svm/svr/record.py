"""The record of a fitted `SVR`."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.records import Field, check_record, refuse_record
from fenlei.svm.svc.record import check_sparse


class SVRModel(NamedTuple):
    support: Annotated[Array, Field("s", "iu", low=0)]  # training rows, in order
    support_vectors: Annotated[Array | None, Field("v f", optional=True)]  # dense; none if precomputed
    sparse_values: Annotated[Array | None, Field("z", optional=True)]  # sparse ones (CSR)
    sparse_columns: Annotated[Array | None, Field("z", "iu", low=0, optional=True)]
    sparse_rows: Annotated[Array | None, Field("*", "iu", low=0, optional=True)]
    dual_coef: Annotated[Array, Field("1 s")]  # α - α*
    intercept: Annotated[Array, Field("1")]
    kkt_residual: Annotated[Array, Field("", low=-np.inf, high=np.inf)]
    n_iter: Annotated[Array, Field("", "iu", low=0)]
    gamma: Annotated[Array, Field("", low=0.0)]
    shape_fit: Annotated[Array, Field("2", "iu", low=0)]


def check_tube(model: SVRModel, p: int, *, precomputed: bool) -> None:
    """Refuse a record from a model file whose fields do not fit together."""
    check_record(model, f=p)
    s = len(model.support)
    if precomputed:
        if s and model.support.max() >= p:
            raise refuse_record("support", phrase("record.rows_range"), phrase("record.rows_below", p=p))
    elif model.support_vectors is not None:
        if len(model.support_vectors) != s:
            found = phrase("record.row_count", count=len(model.support_vectors))
            raise refuse_record("support_vectors", found, phrase("record.row_count", count=s))
    else:
        check_sparse(model, s, p)
