r"""Distances as sums over features, and what bounds them from below.

Every search of this family ranks rows by one number, the *core* d(q, x) = t_1 + t_2 + ... + t_p, added up
in the order of the features, with terms

    L2      (x_j - q_j)²                      L1  |x_j - q_j|
    LP      |x_j - q_j|^e                     LINF: the largest |x_j - q_j| instead of the sum
    HAMMING 1 if x_j ≠ q_j, else 0
    HEOM    δ_j², δ_j = |x_j - q_j| for numbers, 0 or 1 for names, 1 where a value is missing
    GOWER   the mean of δ_j over the features that both rows have; 1 if they share none

The arithmetic is strict (no reassociation, no contraction), so that a row's distance has the same bits
whichever search meets it and in whatever memory layout. That is what makes ties equal everywhere.

A box [lo, hi] of rows has the core of its gaps, g_j = max(lo_j - q_j, 0, q_j - hi_j), as a lower bound:
rounding is monotone, so the bound holds for computed numbers as well. Reference: source 000, equation 3-27;
source 004, equation 91; Wilson and Martinez, JAIR 6 (1997), HEOM; Gower, Biometrics 27 (1971) 857.
"""

from __future__ import annotations

from fenlei.kernels import Array, part_of_plain_kernel, plain_kernel

L2, L1, LINF, LP, HAMMING, HEOM, GOWER = range(7)
SLACK = 1.0 + 1e-12  # a box is left out only if its bound is above this times the distance to beat


@plain_kernel
def leaf_distances(
    core: int, exponent: float, nominal: Array, q: Array, leaves: Array, b: int, out: Array
) -> None:
    """Core from q (p,) to the S rows of leaf b in leaves (B, p, S); out (2, S), the result in its first
    row.
    """
    slots, total = leaves[b], out[0]
    p, S = slots.shape
    if core == L2:
        squares_of_leaf(q, leaves, b, total)
        return
    total[:] = 0.0
    if core == L1:
        for j in range(p):
            row, value = slots[j], q[j]
            for s in range(S):
                total[s] += abs(row[s] - value)
    elif core == LINF:
        for j in range(p):
            row, value = slots[j], q[j]
            for s in range(S):
                total[s] = max(total[s], abs(row[s] - value))
    elif core == LP:
        for j in range(p):
            row, value = slots[j], q[j]
            for s in range(S):
                total[s] += abs(row[s] - value) ** exponent
    elif core == HAMMING:
        for j in range(p):
            row, value = slots[j], q[j]
            for s in range(S):
                total[s] += 1.0 if row[s] != value else 0.0
    elif core == HEOM:
        _add_heom(nominal, q, slots, total)
    else:
        _gower(nominal, q, slots, total, out[1])


@part_of_plain_kernel
def squares_of_leaf(q: Array, leaves: Array, b: int, out: Array) -> None:
    """Σ_j (x_j - q_j)² of the S rows of leaf b in leaves (B, p, S); out (S,).

    Four features at a time, each sum still added up in their order. Leaves are indexed in place: a view of
    a row would be counted, which costs more than the row's arithmetic.
    """
    p, S = leaves.shape[1], leaves.shape[2]
    whole = p - p % 4
    for s in range(S):
        out[s] = 0
    for j in range(0, whole, 4):
        qa, qb, qc, qd = q[j], q[j + 1], q[j + 2], q[j + 3]
        for s in range(S):
            da, db = leaves[b, j, s] - qa, leaves[b, j + 1, s] - qb
            dc, dd = leaves[b, j + 2, s] - qc, leaves[b, j + 3, s] - qd
            out[s] = (((out[s] + da * da) + db * db) + dc * dc) + dd * dd
    for j in range(whole, p):
        value = q[j]
        for s in range(S):
            difference = leaves[b, j, s] - value
            out[s] += difference * difference


@plain_kernel
def _add_heom(nominal: Array, q: Array, slots: Array, total: Array) -> None:
    p, S = slots.shape
    for j in range(p):
        row, value = slots[j], q[j]
        if nominal[j] or value != value:
            for s in range(S):
                total[s] += 1.0 if row[s] != value else 0.0  # NaN differs from everything
        else:
            for s in range(S):
                term = row[s] - value
                total[s] += term * term if term == term else 1.0


@plain_kernel
def _gower(nominal: Array, q: Array, slots: Array, total: Array, shared: Array) -> None:
    p, S = slots.shape
    shared[:] = 0.0
    for j in range(p):
        row, value = slots[j], q[j]
        if value != value:
            continue
        for s in range(S):
            term = abs(row[s] - value)
            term = (1.0 if term > 0.0 else 0.0) if nominal[j] and term == term else term
            total[s] += term if term == term else 0.0
            shared[s] += 1.0 if term == term else 0.0
    for s in range(S):
        total[s] = total[s] / shared[s] if shared[s] > 0.0 else 1.0


@part_of_plain_kernel
def square_distance(q: Array, X: Array, i: int) -> float:
    """Σ (x_j - q_j)² between q (p,) and row i of X (n, p), added up in order."""
    total = 0.0
    for j in range(q.shape[0]):
        difference = X[i, j] - q[j]
        total += difference * difference
    return total


@plain_kernel
def pair_distance(core: int, exponent: float, nominal: Array, q: Array, x: Array) -> float:
    """Core between two rows (p,), the same bits as in `leaf_distances`."""
    total, shared = 0.0, 0.0
    for j in range(q.shape[0]):
        term = abs(x[j] - q[j])
        if core == L2:
            total += term * term
        elif core == L1:
            total += term
        elif core == LINF:
            total = max(total, term)
        elif core == LP:
            total += term**exponent
        elif core == HAMMING:
            total += 1.0 if x[j] != q[j] else 0.0
        else:
            known = term == term
            if nominal[j] and known:
                term = 1.0 if term > 0.0 else 0.0
            if core == HEOM:
                total += term * term if known else 1.0
            elif known:
                total += term
                shared += 1.0
    if core == GOWER:
        return total / shared if shared > 0.0 else 1.0
    return total


@plain_kernel
def box_distances(
    core: int,
    exponent: float,
    nominal: Array,
    q: Array,
    lo: Array,
    hi: Array,
    gaps: Array,
    v: int,
    out: Array,
) -> None:
    """Lower bounds of the core from q to the rows in the F boxes lo[v], hi[v] (p, F), which lie side by side.

    gaps[v] (p, F) marks features with missing values; out (2, F), the result in its first row.
    """
    p, F = lo.shape[1], lo.shape[2]
    for c in range(F):
        out[0, c] = 0.0
    if core == L2:
        for j in range(p):
            value = q[j]
            for c in range(F):
                gap = max(max(lo[v, j, c] - value, value - hi[v, j, c]), 0.0)
                out[0, c] += gap * gap
    elif core in (HEOM, GOWER):
        _mixed_boxes(core, nominal, q, lo, hi, gaps, v, out)
    else:
        for j in range(p):
            value = q[j]
            for c in range(F):
                gap = max(max(lo[v, j, c] - value, value - hi[v, j, c]), 0.0)
                if core == L1:
                    out[0, c] += gap
                elif core == LINF:
                    out[0, c] = max(out[0, c], gap)
                elif core == LP:
                    out[0, c] += gap**exponent
                else:
                    out[0, c] += 1.0 if gap > 0.0 else 0.0


@plain_kernel
def _mixed_boxes(
    core: int, nominal: Array, q: Array, lo: Array, hi: Array, gaps: Array, v: int, out: Array
) -> None:
    """HEOM: a missing value costs 1. Gower: it leaves the mean, so only features without gaps count."""
    known = 0.0
    for j in range(q.shape[0]):
        value = q[j]
        known += 1.0 if value == value else 0.0
        for c in range(lo.shape[2]):
            gap = max(max(lo[v, j, c] - value, value - hi[v, j, c]), 0.0)
            if nominal[j]:
                gap = 1.0 if gap > 0.0 else 0.0
            if core == HEOM:
                term = min(gap * gap, 1.0) if gaps[v, j, c] else gap * gap
                out[0, c] += term if value == value else 1.0
            elif value == value and not gaps[v, j, c]:
                out[0, c] += gap
    if core == GOWER:
        for c in range(lo.shape[2]):
            out[0, c] = out[0, c] / known if known > 0.0 else 0.0
