"""The record of a fitted `SVC`: made from the machines of all pairs, checked and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from scipy import sparse

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import single_threaded_blas
from fenlei.messages import code, phrase
from fenlei.records import Field, check_offsets, check_record, refuse_record
from fenlei.svm.dual.gram import Source
from fenlei.svm.svc.pairs import CoefficientTable, PairFit, class_pairs, pair_coefficients, tabulate
from fenlei.svm.svc.training import TrainingRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fenlei.annotations import ArrayLike
    from fenlei.svm.svr.record import SVRModel


class SVCModel(NamedTuple):
    support: Annotated[Array, Field("s", "iu", low=0)]  # training rows, in order of class
    support_vectors: Annotated[
        Array | None, Field("v f", optional=True)
    ]  # dense; none for a precomputed matrix
    sparse_values: Annotated[Array | None, Field("z", optional=True)]  # sparse ones (CSR)
    sparse_columns: Annotated[Array | None, Field("z", "iu", low=0, optional=True)]
    sparse_rows: Annotated[Array | None, Field("*", "iu", low=0, optional=True)]
    n_support: Annotated[Array, Field("K", "iu", low=0)]
    dual_coef: Annotated[Array, Field("r s")]  # r = K - 1, layout in `pairs`
    intercept: Annotated[Array, Field("q")]  # q pairs
    midpoint: Annotated[Array, Field("q")]  # intercept by rule (b)
    margin: Annotated[Array, Field("q", low=0.0, high=np.inf)]
    dual_objective: Annotated[Array, Field("q")]
    kkt_residual: Annotated[Array, Field("q", low=-np.inf, high=np.inf)]
    n_iter: Annotated[Array, Field("q", "iu", low=0)]
    gamma: Annotated[Array, Field("", low=0.0)]
    class_weight: Annotated[Array, Field("K", low=0.0)]
    slopes: Annotated[Array, Field("* *", low=0.0)]  # of the probabilities, (q, 2) or empty
    shape_fit: Annotated[Array, Field("2", "iu", low=0)]


VECTOR_FIELDS = ("support_vectors", "sparse_values", "sparse_columns", "sparse_rows")
NO_VECTORS = (None, None, None, None)
CERTAIN = 1000.0  # slope of a pair with a class that has no rows: σ(-1000) is 0


def make_model(fits: list[PairFit], rows: TrainingRows, source: Source, shape: tuple[int, ...]) -> SVCModel:
    """The machines of all pairs in one table; for two classes with the signs flipped.

    A class without rows loses its pairs: its machines have no support vectors, and b = ±1.
    """
    K, present = len(rows.classes), rows.present
    table = spread_table(tabulate(fits, rows.codes, len(present)), present, K)
    sign = -1.0 if K == 2 else 1.0
    precomputed = source.kernel.name == "precomputed"

    def by_pair(values: Sequence[float], default: ArrayLike) -> Array:
        return spread_pairs(values, present, K, default)

    there = set(present.tolist())
    wins = np.array([1.0 if i in there or j not in there else -1.0 for i, j in class_pairs(K)])
    return SVCModel(
        rows.position[table.support].astype(np.int32),
        *(NO_VECTORS if precomputed else vector_fields(rows.X[table.support])),
        table.n_support,
        sign * table.dual_coef,
        sign * by_pair([fit.hyperplane.intercept for fit in fits], wins),
        sign * by_pair([fit.hyperplane.midpoint for fit in fits], wins),
        by_pair([fit.hyperplane.margin for fit in fits], np.inf),
        by_pair([fit.hyperplane.dual_objective for fit in fits], 0.0),
        by_pair([fit.solution.gap for fit in fits], 0.0),
        by_pair([fit.solution.n_iter for fit in fits], 0).astype(np.int32),
        np.asarray(source.kernel.gamma, dtype=np.float64),
        rows.class_weight,
        spread_slopes([fit.slopes for fit in fits], present, K),
        np.array((*shape, 0)[:2], dtype=np.int64),
    )


def pairs_present(present: Array, K: int) -> Array:
    """Which of the pairs (q,) have rows of both classes."""
    there = np.isin(np.arange(K), present)
    return np.array([there[i] and there[j] for i, j in class_pairs(K)])


def spread_pairs(values: Sequence[float], present: Array, K: int, default: ArrayLike) -> Array:
    """One value per pair of K classes (q,) from those of the pairs with rows of both."""
    if len(present) == K:
        return np.array(values, np.float64)
    spread = np.broadcast_to(np.asarray(default, np.float64), (K * (K - 1) // 2,)).copy()
    spread[pairs_present(present, K)] = values
    return spread


def spread_slopes(slopes: list[Array], present: Array, K: int) -> Array:
    """Slopes (q, 2) of the pairs of K classes; empty if there are none."""
    found = np.array([each for each in slopes if len(each)]).reshape(-1, 2)
    if len(found) < len(slopes):
        return found
    if len(present) == 2 < K:  # whose f is positive for the second class
        found = found[:, ::-1]
    spread = np.full((K * (K - 1) // 2, 2), CERTAIN)
    spread[pairs_present(present, K)] = found
    return spread


def spread_table(table: CoefficientTable, present: Array, K: int) -> CoefficientTable:
    """The table of K classes from that of the classes present."""
    if len(present) == K:
        return table
    owner = np.repeat(np.arange(len(present)), table.n_support)
    n_support, dual_coef = np.zeros(K, np.int32), np.zeros((K - 1, len(owner)))
    n_support[present] = table.n_support
    for i, j in class_pairs(len(present)):
        dual_coef[present[j] - 1, owner == i] = table.dual_coef[j - 1, owner == i]
        dual_coef[present[i], owner == j] = table.dual_coef[i, owner == j]
    return CoefficientTable(table.support, n_support, dual_coef)


def vector_fields(vectors: Any) -> tuple[Array | None, Array | None, Array | None, Array | None]:
    """Support vectors as the four fields of the record, dense or CSR."""
    if is_sparse(vectors):
        return None, vectors.data, vectors.indices, vectors.indptr
    return vectors, None, None, None


def support_vectors(model: SVCModel | SVRModel, p: int) -> Array | sparse.csr_matrix:
    """Support vectors (s, p), dense or CSR; (0, 0) for a precomputed matrix."""
    if model.sparse_rows is not None:
        parts: Any = (model.sparse_values, model.sparse_columns, model.sparse_rows)
        return sparse.csr_matrix(parts, shape=(len(model.support), p))
    return np.empty((0, 0)) if model.support_vectors is None else model.support_vectors


def linear_weights(model: SVCModel, vectors: Array | sparse.csr_matrix) -> Array:
    """w = Σ β_i x_i of each pair, (q, p)."""
    with single_threaded_blas():
        if len(model.n_support) == 2:
            return np.asarray(vectors.T @ model.dual_coef[0])[None, :]
        parts = pair_coefficients(model.dual_coef, model.n_support)
        return np.stack([np.asarray(vectors[columns].T @ c) for columns, c in parts])


def row_multipliers(model: SVCModel) -> Array:
    """α of every training row, (n,) for two classes, else (q, n)."""
    parts = pair_coefficients(model.dual_coef, model.n_support)
    alpha = np.zeros((len(parts), int(model.shape_fit[0])))
    for line, (columns, c) in zip(alpha, parts, strict=True):
        line[model.support[columns]] = np.abs(c)
    return alpha[0] if len(parts) == 1 else alpha


def check_machines(model: SVCModel, K: int, p: int, *, precomputed: bool) -> None:
    """Refuse a record from a model file that is not as declared."""
    pairs, s = K * (K - 1) // 2, len(model.support)
    check_record(model, K=K, f=p, r=K - 1, q=pairs)
    check_offsets("n_support", np.concatenate([[0], np.cumsum(model.n_support)]), K, s)
    if len(model.slopes) not in (0, pairs) or model.slopes.shape[1] != 2:
        raise refuse_record("slopes", phrase("record.shape", shape=model.slopes.shape), code((pairs, 2)))
    if precomputed:
        if s and model.support.max() >= p:
            raise refuse_record("support", phrase("record.rows_range"), phrase("record.rows_below", p=p))
    elif model.support_vectors is not None:
        if len(model.support_vectors) != s:
            raise refuse_record(
                "support_vectors",
                phrase("record.row_count", count=len(model.support_vectors)),
                phrase("record.row_count", count=s),
            )
    else:
        check_sparse(model, s, p)


def check_sparse(model: SVCModel | SVRModel, s: int, p: int) -> None:
    """Refuse support vectors that are no CSR matrix (s, p)."""
    if model.sparse_values is None or model.sparse_columns is None or model.sparse_rows is None:
        raise refuse_record("support_vectors", phrase("record.nothing"), phrase("record.support_vectors"))
    check_offsets("sparse_rows", model.sparse_rows, s, len(model.sparse_values))
    if len(model.sparse_columns) and model.sparse_columns.max() >= p:
        raise refuse_record(
            "sparse_columns", phrase("record.columns_range"), phrase("record.columns_below", p=p)
        )
