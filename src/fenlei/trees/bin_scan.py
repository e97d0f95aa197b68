r"""The best threshold of one node by one binned feature.

A large node adds its rows up by bins and scans the bins:

    sums[b] = class weights, or weight and weighted deviations of the targets, of the rows in bin b

A small one sorts its rows by bins and scans the rows, so that the cost does not depend on the number of
classes. The worth f of a side is that of `scan.py`. With L the class weights left of the cut and T those of
the node, Σ (T - L)² = Σ T² - 2 Σ T L + Σ L², so the scan keeps one vector only.

Missing values, the last bin, are tried on the right, then on the left. Kernels take few arrays, since every
one costs at each call: scratch is three arrays with places by name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.binning import MISSING_BIN
from fenlei.trees.columns import rank_of, row_of
from fenlei.trees.rules import GINI, SQUARED, TIE
from fenlei.trees.scan import ASIDE, CUT, class_of, xlogx

NEXT = 1  # in a found split: the first bin on the right; -1: only missing values are there
SMALL = 16  # rows; a smaller node is sorted
DENSE = 256  # rows; a larger node visits all bins
BINS = MISSING_BIN + 1
BITS = 4  # words of `keys` that note which bins occur
PRESENT, RANKS = BINS, 2 * BINS  # places in `whole`; rows of each bin come first


class Scratch(NamedTuple):
    """What one growth writes on."""

    real: Array  # (258 L,) sums of the bins, of the left side, of the node
    whole: Array  # (579,) int64: rows of the bins, bins that occur, place of a bit by its remainder
    keys: Array  # uint64: bits of the bins that occur; bin and place of each row of a small node


class Terms(NamedTuple):
    """Numbers that a scan must know."""

    criterion: int
    least: float  # rows of a side
    need: float  # weight of a side
    margin: float  # sums of f that differ by less are equal
    weight: float  # of the node
    center: float  # its mean target; 0 for the Poisson deviance


def make_scratch(L: int) -> Scratch:
    """Empty scratch; L sums a bin."""
    whole = np.zeros(2 * BINS + 67, np.int64)
    for place in range(64):
        whole[RANKS + (1 << place) % 67] = place  # 2 is a primitive root of 67: all remainders differ
    return Scratch(np.zeros((BINS + 2) * L), whole, np.zeros(BITS + SMALL, np.uint64))


@kernel
def weight_at(item: np.uint64, w: Array) -> Any:
    return w[row_of(item)] if w.shape[0] else np.float64(rank_of(item))


@kernel
def sort_keys(items: Array, codes: Array, j: int, keys: Array) -> int:
    """Rows of a small node by bins, equal bins in their order; the number that are not missing."""
    known = 0
    for q in range(items.shape[0]):
        b = codes[row_of(items[q]), j]
        known += b != MISSING_BIN
        key, place = (np.uint64(b) << np.uint64(8)) | np.uint64(q), BITS + q
        while place > BITS and keys[place - 1] > key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    return known


@kernel
def bin_at(keys: Array, q: int) -> Any:
    return np.int64(keys[BITS + q] >> np.uint64(8))


@kernel
def item_at(items: Array, keys: Array, q: int) -> Any:
    return items[np.int64(keys[BITS + q] & np.uint64(255))]


@kernel
def class_worth(fl: float, fr: float, wl: float, wr: float, gini: bool, table: Array) -> float:
    """Sum of the f of two sides from their Σ c_k², or Σ c_k log c_k, and weights."""
    return fl / wl + fr / wr if gini else fl - xlogx(wl, table) + fr - xlogx(wr, table)


@kernel
def value_worth(wl: float, sl: float, wr: float, sr: float, squared: bool) -> float:
    """Sum of the f of two sides of weights w and sums of targets s."""
    if squared:
        return sl * sl / wl + sr * sr / wr
    if min(sl, sr) <= TIE * (sl + sr):
        return -np.inf
    return sl * np.log(sl / wl) + sr * np.log(sr / wr)


@kernel
def fits(rows_left: int, rows_right: int, wl: float, wr: float, terms: Terms) -> bool:
    """Whether both sides are large enough."""
    return min(rows_left, rows_right) >= terms.least and min(wl, wr) >= terms.need


@kernel
def scan_class_rows(
    items: Array,
    known: int,
    aside: int,
    best: float,
    terms: Terms,
    w: Array,
    labels: Array,
    table: Array,
    L: int,
    s: Scratch,
    out: Array,
) -> float:
    """A cut of the sorted rows with a Σ f above `best`; aside is 1 if missing rows are on the left."""
    n, left, node = items.shape[0], BINS * L, (BINS + 1) * L
    gini, real, keys = terms.criterion == GINI, s.real, s.keys
    wl, fl, fr = 0.0, 0.0, 0.0
    for k in range(L):
        real[left + k] = 0.0
        c = real[node + k]
        fr += c * c if gini else xlogx(c, table)
    begin, stop = (known - n, known - 1) if aside else (0, known - (1 if known == n else 0))
    for step in range(begin, stop):
        q = n + step if step < 0 else step
        item = item_at(items, keys, q)
        k, c = class_of(item, labels, L), weight_at(item, w)
        x = real[left + k]
        y = real[node + k] - x
        if gini:
            fl += c * (2.0 * x + c)
            fr -= c * (2.0 * y - c)
        else:
            fl += xlogx(x + c, table) - xlogx(x, table)
            fr += xlogx(y - c, table) - xlogx(y, table)
        real[left + k] = x + c
        wl += c
        if step < 0 or (q + 1 < known and bin_at(keys, q) == bin_at(keys, q + 1)):
            continue
        rows, wr = q + 1 - begin, terms.weight - wl
        if fits(rows, n - rows, wl, wr, terms):
            f = class_worth(fl, fr, wl, wr, gini, table)
            if f > best + terms.margin:
                best = f
                out[CUT], out[NEXT] = bin_at(keys, q), bin_at(keys, q + 1) if q + 1 < known else -1
                out[ASIDE] = -1 if known == n else aside
    return best


@kernel
def scan_value_rows(
    items: Array,
    known: int,
    aside: int,
    best: float,
    terms: Terms,
    w: Array,
    y: Array,
    s: Scratch,
    out: Array,
) -> float:
    """As `scan_class_rows`, for targets."""
    n, squared, keys = items.shape[0], terms.criterion == SQUARED, s.keys
    wl, sl, total = 0.0, 0.0, 0.0
    for q in range(n):
        total += weight_at(items[q], w) * (y[row_of(items[q])] - terms.center)
    begin, stop = (known - n, known - 1) if aside else (0, known - (1 if known == n else 0))
    for step in range(begin, stop):
        q = n + step if step < 0 else step
        item = item_at(items, keys, q)
        c = weight_at(item, w)
        wl += c
        sl += c * (y[row_of(item)] - terms.center)
        if step < 0 or (q + 1 < known and bin_at(keys, q) == bin_at(keys, q + 1)):
            continue
        rows, wr = q + 1 - begin, terms.weight - wl
        if fits(rows, n - rows, wl, wr, terms):
            f = value_worth(wl, sl, wr, total - sl, squared)
            if f > best + terms.margin:
                best = f
                out[CUT], out[NEXT] = bin_at(keys, q), bin_at(keys, q + 1) if q + 1 < known else -1
                out[ASIDE] = -1 if known == n else aside
    return best


@kernel
def add_classes(
    items: Array, codes: Array, j: int, least: float, w: Array, labels: Array, L: int, s: Scratch
) -> None:
    """Class weights by bins, and rows if they count; bits of the bins that occur unless there are many."""
    n, real, rows, bits = items.shape[0], s.real, s.whole, s.keys
    dense, counted = n >= DENSE, least > 1.0
    for q in range(n):
        item = items[q]
        b = np.int64(codes[row_of(item), j])
        real[b * L + class_of(item, labels, L)] += weight_at(item, w)
        if counted:
            rows[b] += 1
        if not dense:
            bits[b >> 6] |= np.uint64(1) << np.uint64(b & 63)


@kernel
def add_values(items: Array, codes: Array, j: int, center: float, w: Array, y: Array, s: Scratch) -> None:
    """Weight and weighted deviations of the targets by bins; three sums a bin, the third is 0."""
    n, real, rows, bits = items.shape[0], s.real, s.whole, s.keys
    for q in range(n):
        row = row_of(items[q])
        b, c = np.int64(codes[row, j]), weight_at(items[q], w)
        real[3 * b] += c
        real[3 * b + 1] += c * (y[row] - center)
        rows[b] += 1
        if n < DENSE:
            bits[b >> 6] |= np.uint64(1) << np.uint64(b & 63)


@kernel
def list_bins(n: int, L: int, s: Scratch) -> int:
    """The bins that occur, in order, into `whole`; their number."""
    real, whole, keys, count = s.real, s.whole, s.keys, 0
    if n >= DENSE:
        for b in range(BINS):
            total = 0.0
            for k in range(L):
                total += abs(real[b * L + k])
            whole[PRESENT + count] = b
            count += total > 0.0
        return count
    for part in range(BITS):
        word = keys[part]
        keys[part] = np.uint64(0)
        while word != np.uint64(0):
            rest = word & (word - np.uint64(1))
            whole[PRESENT + count] = 64 * part + whole[RANKS + np.int64((word ^ rest) % np.uint64(67))]
            count += 1
            word = rest
    return count


@kernel
def clear(count: int, L: int, s: Scratch) -> None:
    """Empty the bins that occur."""
    real, whole = s.real, s.whole
    for t in range(count):
        b = whole[PRESENT + t]
        whole[b] = 0
        for k in range(L):
            real[b * L + k] = 0.0


@kernel
def scan_class_bins(
    n: int,
    known: int,
    count: int,
    aside: int,
    best: float,
    terms: Terms,
    table: Array,
    L: int,
    s: Scratch,
    out: Array,
) -> float:
    """As `scan_class_rows`, over the first `known` of the `count` bins that occur."""
    real, whole, left, node = s.real, s.whole, BINS * L, (BINS + 1) * L
    gini, counted = terms.criterion == GINI, terms.least > 1.0
    wl, fl, cross, square, rows = 0.0, 0.0, 0.0, 0.0, 0
    for k in range(L):
        real[left + k] = 0.0
        square += real[node + k] * real[node + k]
    for step in range(-aside, known - (1 if aside or known == count else 0)):
        b = whole[PRESENT + (count - 1 if step < 0 else step)]
        rows += whole[b]
        base = b * L
        for k in range(L):
            c, x = real[base + k], real[left + k]
            fl += c * (2.0 * x + c)
            cross += c * real[node + k]
            wl += c
            real[left + k] = x + c
        wr = terms.weight - wl
        if step < 0 or min(wl, wr) < terms.need or (counted and min(rows, n - rows) < terms.least):
            continue
        if gini:
            f = fl / wl + (square - 2.0 * cross + fl) / wr
        else:
            f = -xlogx(wl, table) - xlogx(wr, table)
            for k in range(L):
                f += xlogx(real[left + k], table) + xlogx(real[node + k] - real[left + k], table)
        if f > best + terms.margin:
            best = f
            out[CUT], out[NEXT] = b, whole[PRESENT + step + 1] if step + 1 < known else -1
            out[ASIDE] = -1 if known == count else aside
    return best


@kernel
def scan_value_bins(
    n: int, known: int, count: int, aside: int, best: float, terms: Terms, s: Scratch, out: Array
) -> float:
    """As `scan_class_bins`, for targets."""
    real, whole, squared = s.real, s.whole, terms.criterion == SQUARED
    wl, sl, total, rows = 0.0, 0.0, 0.0, 0
    for t in range(count):
        total += real[3 * whole[PRESENT + t] + 1]
    for step in range(-aside, known - (1 if aside or known == count else 0)):
        b = whole[PRESENT + (count - 1 if step < 0 else step)]
        rows += whole[b]
        wl += real[3 * b]
        sl += real[3 * b + 1]
        if step < 0 or not fits(rows, n - rows, wl, terms.weight - wl, terms):
            continue
        f = value_worth(wl, sl, terms.weight - wl, total - sl, squared)
        if f > best + terms.margin:
            best = f
            out[CUT], out[NEXT] = b, whole[PRESENT + step + 1] if step + 1 < known else -1
            out[ASIDE] = -1 if known == count else aside
    return best


@kernel
def best_class_cut(
    items: Array,
    codes: Array,
    j: int,
    terms: Terms,
    w: Array,
    labels: Array,
    table: Array,
    L: int,
    s: Scratch,
    out: Array,
) -> float:
    """Largest Σ f of a threshold on a binned feature, -inf if there is none; out (4,) tells where."""
    n, best = items.shape[0], -np.inf
    if n <= SMALL:
        known = sort_keys(items, codes, j, s.keys)
        if known == 0 or (known == n and bin_at(s.keys, 0) == bin_at(s.keys, n - 1)):
            return best
        for aside in range(1 if known == n else 2):
            best = scan_class_rows(items, known, aside, best, terms, w, labels, table, L, s, out)
        return best
    add_classes(items, codes, j, terms.least, w, labels, L, s)
    count = list_bins(n, L, s)
    known = count - (1 if s.whole[PRESENT + count - 1] == MISSING_BIN else 0)
    for aside in range(1 if known == count else 2):
        best = scan_class_bins(n, known, count, aside, best, terms, table, L, s, out)
    clear(count, L, s)
    return best


@kernel
def best_value_cut(
    items: Array, codes: Array, j: int, terms: Terms, w: Array, y: Array, s: Scratch, out: Array
) -> float:
    """As `best_class_cut`, for targets."""
    n, best = items.shape[0], -np.inf
    if n <= SMALL:
        known = sort_keys(items, codes, j, s.keys)
        if known == 0 or (known == n and bin_at(s.keys, 0) == bin_at(s.keys, n - 1)):
            return best
        for aside in range(1 if known == n else 2):
            best = scan_value_rows(items, known, aside, best, terms, w, y, s, out)
        return best
    add_values(items, codes, j, terms.center, w, y, s)
    count = list_bins(n, 3, s)
    known = count - (1 if s.whole[PRESENT + count - 1] == MISSING_BIN else 0)
    for aside in range(1 if known == count else 2):
        best = scan_value_bins(n, known, count, aside, best, terms, s, out)
    clear(count, 3, s)
    return best
