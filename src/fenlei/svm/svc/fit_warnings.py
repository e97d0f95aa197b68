r"""Errors and warnings after fitting: no hard margin, overflow, an invalid kernel, an early stop.

A kernel has positive semi-definite Gram matrices (Mercer). "linear", "rbf" and the Laplacians have them by
construction, and "poly" where γ and c are not negative: nothing is checked of these, since what is found
could only be rounding. Of the others a pair of rows with K_ii + K_jj < 2 K_ij refutes it, if the steps came
across one by more than the rounding of float32, in which they may be taken; and the Gram matrix of up to 500
rows is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import linalg
from sklearn.exceptions import ConvergenceWarning

from fenlei.errors import DataError, DegenerateDataWarning, warn
from fenlei.kernels import Array
from fenlei.svm.dual.gram import DISTANCES, Kernel, Source, diagonal, own_gram, take
from fenlei.svm.svc.pairs import PairFit, class_pairs
from fenlei.trace import tell

if TYPE_CHECKING:
    from fenlei.annotations import Label
    from fenlei.svm.svc.svc import SVC

CHECKED = 500  # rows whose Gram matrix is checked
ASYMMETRY = 1e-5  # of the largest value, that a Gram matrix computed in float32 may have
ROUNDING = 1e-6  # of the largest value or eigenvalue: Gram matrices may come from float32


def warn_about_fit(machine: SVC, fits: list[PairFit], source: Source, classes: list[Label]) -> None:
    """Errors and warnings, and with `verbose` a line for each pair."""
    name, kernel = type(machine).__name__, kernel_name(machine.kernel)
    for (i, j), fit in zip(class_pairs(len(classes)), fits, strict=True):
        solution, first, second = fit.solution, classes[i], classes[j]
        if machine.verbose:
            tell(f"{name}: {first} / {second}: {solution.n_iter} steps, gap {solution.gap:.3g}")
        if not solution.separable:
            raise DataError("svm.infeasible", estimator=name, first=first, second=second, kernel=kernel)
        if not np.isfinite(solution.g).all():
            raise DataError("svm.kernel_values", estimator=name)
    warn_about_kernel(name, kernel, fits, source)
    gap = max(fit.solution.gap for fit in fits)
    if gap > machine.tol:
        facts = {"max_iter": machine.max_iter, "gap": gap, "tol": machine.tol}
        warn("svm.stopped", ConvergenceWarning, estimator=name, **facts)


def kernel_name(kernel: object) -> str:
    """The name of a kernel, or of the user's function."""
    return kernel if isinstance(kernel, str) else getattr(kernel, "__name__", "function")


def warn_about_kernel(name: str, kernel: str, fits: list[PairFit], source: Source) -> None:
    """Warn of a kernel that is not symmetric, or not positive semi-definite, unless it is by construction."""
    if is_semidefinite(source.kernel):
        return
    n = source.X.shape[0]
    K = own_gram(take(source, np.arange(n)[:: -(-n // CHECKED)]))
    if np.abs(K - K.T).max() > ASYMMETRY * np.abs(K).max():
        warn("svm.not_symmetric", DegenerateDataWarning, estimator=name, kernel=kernel)
    bend = min(fit.solution.bend for fit in fits)
    # (1, -1) / √2 has the Rayleigh quotient bend / 2
    least = bend / 2 if bend < -ROUNDING * np.abs(diagonal(source)).max() else 0.0
    least = min(least, negative_eigenvalue(K))
    if least < 0:
        warn("svm.not_semidefinite", DegenerateDataWarning, estimator=name, kernel=kernel, least=least)


def is_semidefinite(kernel: Kernel) -> bool:
    """Whether every Gram matrix of the kernel is positive semi-definite by construction."""
    if kernel.name == "poly":
        return kernel.gamma >= 0 and kernel.coef0 >= 0
    return kernel.name == "linear" or (kernel.name in DISTANCES and kernel.gamma >= 0)


def negative_eigenvalue(K: Array) -> float:
    """The least eigenvalue of the symmetric part, if that is below 0 and no rounding; else 0."""
    K = (K + K.T) / 2
    largest = float(np.abs(K).sum(axis=1).max())  # no eigenvalue is above it
    try:
        linalg.cholesky(K + ROUNDING * largest * np.eye(len(K)), check_finite=False)
    except linalg.LinAlgError:
        return float(linalg.eigvalsh(K, check_finite=False, subset_by_index=(0, 0))[0])
    return 0.0
