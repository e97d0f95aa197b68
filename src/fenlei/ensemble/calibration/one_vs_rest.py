"""Each class against the rest, by its log-odds: Platt's sigmoid, or isotonic steps.

A sigmoid is the log-linear calibration of the two scores (0, f): its slope, and the difference of the two
offsets. Isotonic steps are the rising function closest to the indicator of the class in squares, found by
pooling adjacent violators; between the ends of two steps it is a straight line.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import isotonic_regression

from fenlei.ensemble.calibration.record import Calibration, log_odds, plain_calibration
from fenlei.ensemble.calibration.temperature import fit_temperature
from fenlei.kernels import Array


def fit_platt(z: Array, codes: Array, floor: float) -> Calibration:
    """A sigmoid per class, of finite scores z (n, K)."""
    f, slopes, offsets = log_odds(z), [], []
    for k in range(z.shape[1]):
        two = np.column_stack([np.zeros(len(f)), f[:, k]])
        found = fit_temperature(two, (codes == k).astype(np.int64), with_offsets=True)
        slopes.append(found.slope)
        offsets.append(found.offsets[1] - found.offsets[0])
    return plain_calibration("platt", np.array(slopes), np.array(offsets), floor)


def fit_isotonic(z: Array, codes: Array, floor: float) -> Calibration:
    """Steps per class, of finite scores z (n, K)."""
    (n, K), f = z.shape, log_odds(z)
    found = [isotonic_steps(f[:, k], codes == k) for k in range(K)]
    weight = min(1.0, 2.0 * K / n)
    return plain_calibration("isotonic", np.zeros(K), np.zeros(K), floor)._replace(
        shares=weight * np.bincount(codes, minlength=K) / n,
        starts=np.cumsum([0, *(len(at) for at, _ in found)]),
        steps_at=np.concatenate([at for at, _ in found]),
        steps=np.concatenate([values for _, values in found]),
    )


def isotonic_steps(f: Array, is_class: Array) -> tuple[Array, Array]:
    """The ends of the steps, and their values.

    Examples
    --------
    >>> at, share = isotonic_steps(np.array([1.0, 2.0, 2.0, 3.0]), np.array([False, True, False, True]))
    >>> at.tolist(), share.tolist()
    ([1.0, 2.0, 3.0], [0.0, 0.5, 1.0])
    """
    at, where, rows = np.unique(f, return_inverse=True, return_counts=True)
    share = np.bincount(where, weights=is_class) / rows
    values = np.clip(isotonic_regression(share, weights=rows).x, 0.0, 1.0)
    differs = np.diff(values) != 0
    ends = np.concatenate([[True], differs]) | np.concatenate([differs, [True]])
    return at[ends], values[ends]
