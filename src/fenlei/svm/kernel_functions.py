r"""Kernel functions κ(x, z) = <Φ(x), Φ(z)>, their Gram matrices, and Mercer's condition.

    linear                 xᵀz
    polynomial             (γ xᵀz + c)^d
    Gaussian (rbf)         exp(-γ ‖x - z‖²),   γ = 1 / (2 σ²)
    sigmoid                tanh(γ xᵀz + c)
    Laplacian              exp(-γ ‖x - z‖₁), as in scikit-learn, or with the Euclidean norm, as in source
    004, γ = 1 / σ

A kernel is any symmetric function whose Gram matrices are positive semi-definite (Mercer); its values may be
negative. The sigmoid is no kernel for most parameters, and `mercer_check` shows it for given rows. A
function of two sets of objects that returns their Gram matrix serves as well: `spectrum` is one for texts.

Reference: source 002, section 5.2; source 004, section 5.4.2, equations 88-89.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from scipy.linalg import eigvalsh
from sklearn.utils import check_array

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.svm.dual.gram import Kernel, Source, gram

ROUNDING = 1e-10  # of the largest eigenvalue: smaller ones count as 0


def linear_kernel(X: MatrixLike, Y: MatrixLike | None = None) -> Array:
    """Gram matrix xᵀz, (n, m).

    Examples
    --------
    >>> linear_kernel([[1, 2]], [[3, -1]]).tolist()
    [[1.0]]
    """
    return _pairwise(X, Y, "linear")


def polynomial_kernel(
    X: MatrixLike,
    Y: MatrixLike | None = None,
    degree: int = 3,
    gamma: float | None = None,
    coef0: float = 1.0,
) -> Array:
    """Gram matrix (γ xᵀz + c)^d, (n, m); gamma None is 1/p. Source 004 has γ = 1 and c = 0.

    Examples
    --------
    >>> polynomial_kernel([[1, 2]], [[3, -1]], degree=2, gamma=1, coef0=1).tolist()
    [[4.0]]
    """
    return _pairwise(X, Y, "poly", gamma, coef0, degree)


def rbf_kernel(X: MatrixLike, Y: MatrixLike | None = None, gamma: float | None = None) -> Array:
    """Gram matrix exp(-γ ‖x - z‖²), (n, m); gamma None is 1/p.

    Examples
    --------
    >>> rbf_kernel([[1, 2]], [[1, 0], [1, 2]], gamma=0.25).round(6).tolist()
    [[0.367879, 1.0]]
    """
    return _pairwise(X, Y, "rbf", gamma)


def sigmoid_kernel(
    X: MatrixLike, Y: MatrixLike | None = None, gamma: float | None = None, coef0: float = 1.0
) -> Array:
    """Gram matrix tanh(γ xᵀz + c), (n, m); gamma None is 1/p. Not positive semi-definite in general.

    Examples
    --------
    >>> sigmoid_kernel([[1, 2]], [[3, -1]], gamma=1, coef0=-1).tolist()
    [[0.0]]
    """
    return _pairwise(X, Y, "sigmoid", gamma, coef0)


def laplacian_kernel(
    X: MatrixLike,
    Y: MatrixLike | None = None,
    gamma: float | None = None,
    norm: Literal["l1", "euclidean"] = "l1",
) -> Array:
    """Gram matrix exp(-γ ‖x - z‖), (n, m), with norm "l1" (scikit-learn) or "euclidean" (source 004).

    Examples
    --------
    >>> a, c = [[1, 2]], [[3, -1]]
    >>> laplacian_kernel(a, c, 1).round(10).item(), laplacian_kernel(a, c, 1, "euclidean").round(10).item()
    (0.006737947, 0.0271724612)
    """
    names = {"l1": "laplacian", "euclidean": "laplacian_euclidean"}
    if norm not in names:
        raise DataError("svm.norm", norm=norm)
    return _pairwise(X, Y, names[norm], gamma)


def spectrum(texts: Sequence[str], others: Sequence[str], length: int = 3) -> Array:
    """Spectrum kernel of texts: number of substrings of that length they share, each as often as both have
    it together.

    A string kernel as `SVC(kernel=spectrum)` takes it: a function from two lists of texts to their Gram
    matrix.

    Examples
    --------
    >>> spectrum(["abcab"], ["abc", "cab", "xyz"], length=2).tolist()
    [[3.0, 3.0, 0.0]]
    """
    counts = [
        [Counter(t[i : i + length] for i in range(len(t) - length + 1)) for t in side]
        for side in (texts, others)
    ]
    values = [[sum(number * b[part] for part, number in a.items()) for b in counts[1]] for a in counts[0]]
    return np.array(values, dtype=np.float64).reshape(len(counts[0]), len(counts[1]))


class MercerCheck(NamedTuple):
    """Result of `mercer_check`.

    Examples
    --------
    >>> from fenlei.svm import mercer_check
    >>> found = mercer_check([[2.0, 1.0], [1.0, 2.0]])
    >>> found.positive_semidefinite, round(found.smallest_eigenvalue, 6), round(found.largest_eigenvalue, 6)
    (True, 1.0, 3.0)
    """

    symmetric: bool
    positive_semidefinite: bool
    smallest_eigenvalue: float  # of the symmetric part
    largest_eigenvalue: float


def mercer_check(K: ArrayLike, tolerance: float = ROUNDING) -> MercerCheck:
    """Whether a Gram matrix K (n, n) is symmetric and has no eigenvalue below -tolerance times its largest.

    One Gram matrix can refute a kernel; that it passes proves nothing about other rows.

    Examples
    --------
    >>> X = [[1, 0], [0, 1], [2, 2]]
    >>> found = mercer_check(sigmoid_kernel(X, gamma=1, coef0=-1))
    >>> found.symmetric, found.positive_semidefinite, round(found.smallest_eigenvalue, 4)
    (True, False, -1.2721)
    """
    matrix: Array = check_array(K, dtype=np.float64)
    if matrix.shape[0] != matrix.shape[1]:
        raise DataError("svm.square", shape=matrix.shape)
    values = eigvalsh((matrix + matrix.T) / 2)
    scale = max(abs(values[0]), abs(values[-1]))
    symmetric = bool(np.abs(matrix - matrix.T).max() <= tolerance * max(scale, np.abs(matrix).max()))
    return MercerCheck(
        symmetric, bool(symmetric and values[0] >= -tolerance * scale), float(values[0]), float(values[-1])
    )


def _pairwise(
    X: MatrixLike,
    Y: MatrixLike | None,
    name: str,
    gamma: float | None = None,
    coef0: float = 0.0,
    degree: int = 3,
) -> Array:
    rows = check_array(X, dtype=np.float64, order="C", accept_sparse="csr")
    columns = rows if Y is None else check_array(Y, dtype=np.float64, order="C", accept_sparse="csr")
    if rows.shape[1] != columns.shape[1]:
        raise DataError("svm.columns", first=rows.shape[1], second=columns.shape[1])
    kernel = Kernel(name, 1.0 / rows.shape[1] if gamma is None else gamma, coef0, degree)
    return gram(Source(rows, kernel), Source(columns, kernel))
