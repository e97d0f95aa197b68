r"""The best threshold of one node by one binned feature.

A large node adds its rows up by bins and scans the bins:

    sums[b] = class weights, or weight and weighted deviations of the targets, of the rows in bin b

A smaller one sorts its rows by bins and scans the rows, so that the cost does not depend on the number of
bins and classes. The worth f of a side is that of `scan.py`. With L the class weights left of the cut and T
those of the node, Σ (T - L)² = Σ T² - 2 Σ T L + Σ L², so the scan of bins keeps one vector only.

Missing values, the last bin, are tried on the right, then on the left. Scratch is three arrays with places by
name, handed on one by one: a record of arrays would count references at every call.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from fenlei.kernels import FAST, Array
from fenlei.trees.binning import MISSING_BIN
from fenlei.trees.columns import rank_of, row_of
from fenlei.trees.rules import GINI, SQUARED, TIE
from fenlei.trees.scan import ASIDE, CUT, class_of, xlogx

NEXT = 1  # in a found split: the first bin on the right; -1: only missing values are there
FEW = 8  # rows; so few are sorted by insertion
SMALL = 512  # rows; a smaller node is sorted, a larger one adds up its bins
BINS = MISSING_BIN + 1
WORDS = 4  # of `keys`, whose bits note which bins occur; then the sorted rows
KEY_SHIFT = 16  # of the bin in a key; the row's place in the node is below
PRESENT, RANKS = BINS, 2 * BINS  # places in `whole`; rows of each bin come first
HEADS = RANKS + 67
FOLLOWING = HEADS + BINS

BORROWING: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "fastmath": FAST,
    "error_model": "numpy",
    "_nrt": False,
}


def borrowing(function: Any) -> Any:
    """Compile a kernel that makes no array and keeps none, so that no references need be counted.

    Counting takes an atomic addition for every array of every call, more than a node of a few rows costs.
    `_nrt` is not documented by Numba; without it the kernels do the same, only slower.
    """
    return njit(**BORROWING)(function)


class Scratch(NamedTuple):
    """What one growth writes on."""

    real: Array  # (258 L,) sums of the bins, of the left side, of the node
    whole: (
        Array  # int64: rows of bins, bins that occur, place of a bit by its remainder, lists of rows by bin
    )
    keys: Array  # uint64: bits of the bins that occur; bin and place of each row of a small node


class Terms(NamedTuple):
    """Numbers that a scan must know."""

    criterion: int
    least: float  # rows of a side
    need: float  # weight of a side, above 0
    margin: float  # sums of f that differ by less are equal
    weight: float  # of the node
    center: float  # its mean target; 0 for the Poisson deviance


def make_scratch(L: int) -> Scratch:
    """Empty scratch; L sums a bin."""
    whole = np.zeros(FOLLOWING + SMALL, np.int64)
    for place in range(64):
        whole[RANKS + (1 << place) % 67] = place  # 2 is a primitive root of 67: all remainders differ
    return Scratch(np.zeros((BINS + 2) * L), whole, np.zeros(WORDS + SMALL, np.uint64))


@borrowing
def weight_at(item: np.uint64, w: Array) -> Any:
    return w[row_of(item)] if w.shape[0] else np.float64(rank_of(item))


@borrowing
def sort_keys(items: Array, start: int, stop: int, codes: Array, j: int, whole: Array, keys: Array) -> int:
    """Rows of a small node by bins, equal bins in their order; the number that are not missing."""
    if stop - start > FEW:
        list_rows(items, start, stop, codes, j, whole, keys)
        order_rows(whole, keys)
    else:
        for q in range(stop - start):
            b = codes[row_of(items[start + q]), j]
            key, place = (np.uint64(b) << np.uint64(KEY_SHIFT)) | np.uint64(q), WORDS + q
            while place > WORDS and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                place -= 1
            keys[place] = key
    known = stop - start
    while known > 0 and bin_at(keys, known - 1) == MISSING_BIN:
        known -= 1
    return known


@borrowing
def list_rows(items: Array, start: int, stop: int, codes: Array, j: int, whole: Array, keys: Array) -> None:
    """A list of the rows in each bin, the first row first; bits of the bins that occur."""
    for q in range(stop - start - 1, -1, -1):
        b = np.int64(codes[row_of(items[start + q]), j])
        whole[FOLLOWING + q] = whole[HEADS + b]
        whole[HEADS + b] = q + 1
        keys[b >> 6] |= np.uint64(1) << np.uint64(b & 63)


@borrowing
def order_rows(whole: Array, keys: Array) -> None:
    """The lists, bin after bin, into `keys`; nothing is left of them."""
    place = WORDS
    for part in range(WORDS):
        word = keys[part]
        keys[part] = np.uint64(0)
        while word != np.uint64(0):
            rest = word & (word - np.uint64(1))
            b = 64 * part + whole[RANKS + np.int64((word ^ rest) % np.uint64(67))]
            q = whole[HEADS + b]
            whole[HEADS + b] = 0
            while q > 0:
                keys[place] = np.uint64((b << KEY_SHIFT) | (q - 1))
                place += 1
                q = whole[FOLLOWING + q - 1]
            word = rest


@borrowing
def bin_at(keys: Array, q: int) -> Any:
    return np.int64(keys[WORDS + q] >> np.uint64(KEY_SHIFT))


@borrowing
def item_at(items: Array, start: int, keys: Array, q: int) -> Any:
    return items[start + np.int64(keys[WORDS + q] & np.uint64((1 << KEY_SHIFT) - 1))]


@borrowing
def value_worth(wl: float, sl: float, wr: float, sr: float, squared: bool) -> float:
    """Sum of the f of two sides of weights w and sums of targets s."""
    if squared:
        return sl * sl / wl + sr * sr / wr
    if min(sl, sr) <= TIE * (sl + sr):
        return -np.inf
    return sl * np.log(sl / wl) + sr * np.log(sr / wr)


@borrowing
def fits(rows_left: int, rows_right: int, wl: float, wr: float, terms: Terms) -> bool:
    """Whether both sides are large enough."""
    return min(rows_left, rows_right) >= terms.least and min(wl, wr) >= terms.need


@borrowing
def scan_gini_rows(
    items: Array,
    start: int,
    n: int,
    known: int,
    aside: int,
    best: float,
    terms: Terms,
    w: Array,
    labels: Array,
    real: Array,
    keys: Array,
    out: Array,
) -> float:
    """A cut of the n sorted rows with a Σ f above `best`; aside is 1 if missing rows are on the left.

    Every row is tried, and what is rarely so is asked first: whether f is the best. So the processor guesses
    right.
    """
    L = real.shape[0] // (BINS + 2)
    left, node, wl, fl, fr = BINS * L, (BINS + 1) * L, 0.0, 0.0, 0.0
    for k in range(L):
        real[left + k] = 0.0
        fr += real[node + k] * real[node + k]
    begin, stop = (known - n, known - 1) if aside else (0, known - (1 if known == n else 0))
    for step in range(begin, stop):
        q = n + step if step < 0 else step
        item = item_at(items, start, keys, q)
        k, c = class_of(item, labels, L), weight_at(item, w)
        x = real[left + k]
        fl += c * (2.0 * x + c)
        fr -= c * (2.0 * (real[node + k] - x) - c)
        real[left + k] = x + c
        wl += c
        wr = terms.weight - wl
        f = fl / wl + fr / wr
        if f > best + terms.margin and is_cut(keys, step, n, known, begin, wl, wr, terms):
            best = f
            note_cut(keys, q, n, known, aside, out)
    return best


@borrowing
def is_cut(keys: Array, q: int, n: int, known: int, begin: int, wl: float, wr: float, terms: Terms) -> bool:
    """Whether the bins change behind sorted row q, and both sides are large enough."""
    if q < 0 or (q + 1 < known and bin_at(keys, q) == bin_at(keys, q + 1)):
        return False
    rows = q + 1 - begin
    return fits(rows, n - rows, wl, wr, terms)


@borrowing
def note_cut(keys: Array, q: int, n: int, known: int, aside: int, out: Array) -> None:
    """The cut behind sorted row q."""
    out[CUT], out[NEXT] = bin_at(keys, q), bin_at(keys, q + 1) if q + 1 < known else -1
    out[ASIDE] = -1 if known == n else aside


@borrowing
def scan_entropy_rows(
    items: Array,
    start: int,
    n: int,
    known: int,
    aside: int,
    best: float,
    terms: Terms,
    w: Array,
    labels: Array,
    table: Array,
    real: Array,
    keys: Array,
    out: Array,
) -> float:
    """As `scan_gini_rows`, for the entropy."""
    L = real.shape[0] // (BINS + 2)
    left, node, wl, fl, fr = BINS * L, (BINS + 1) * L, 0.0, 0.0, 0.0
    for k in range(L):
        real[left + k] = 0.0
        fr += xlogx(real[node + k], table)
    begin, stop = (known - n, known - 1) if aside else (0, known - (1 if known == n else 0))
    for step in range(begin, stop):
        q = n + step if step < 0 else step
        item = item_at(items, start, keys, q)
        k, c = class_of(item, labels, L), weight_at(item, w)
        x = real[left + k]
        y = real[node + k] - x
        fl += xlogx(x + c, table) - xlogx(x, table)
        fr += xlogx(y - c, table) - xlogx(y, table)
        real[left + k] = x + c
        wl += c
        wr = terms.weight - wl
        if is_cut(keys, step, n, known, begin, wl, wr, terms):
            f = fl - xlogx(wl, table) + fr - xlogx(wr, table)
            if f > best + terms.margin:
                best = f
                note_cut(keys, q, n, known, aside, out)
    return best


@borrowing
def scan_value_rows(
    items: Array,
    start: int,
    n: int,
    known: int,
    aside: int,
    best: float,
    terms: Terms,
    w: Array,
    y: Array,
    keys: Array,
    out: Array,
) -> float:
    """As `scan_gini_rows`, for targets."""
    squared = terms.criterion == SQUARED
    wl, sl, total = 0.0, 0.0, 0.0
    for q in range(start, start + n):
        total += weight_at(items[q], w) * (y[row_of(items[q])] - terms.center)
    begin, stop = (known - n, known - 1) if aside else (0, known - (1 if known == n else 0))
    for step in range(begin, stop):
        q = n + step if step < 0 else step
        item = item_at(items, start, keys, q)
        c = weight_at(item, w)
        wl += c
        sl += c * (y[row_of(item)] - terms.center)
        wr = terms.weight - wl
        if is_cut(keys, step, n, known, begin, wl, wr, terms):
            f = value_worth(wl, sl, wr, total - sl, squared)
            if f > best + terms.margin:
                best = f
                note_cut(keys, q, n, known, aside, out)
    return best


@borrowing
def add_classes(
    items: Array,
    start: int,
    stop: int,
    codes: Array,
    j: int,
    counted: bool,
    w: Array,
    labels: Array,
    real: Array,
    whole: Array,
) -> None:
    """Class weights by bins, and rows if they count."""
    L = real.shape[0] // (BINS + 2)
    if w.shape[0] == 0 and labels.shape[0] == 0 and not counted:  # most often: nothing is looked up
        for q in range(start, stop):
            item = items[q]
            real[np.int64(codes[row_of(item), j]) * L + class_of(item, labels, 1)] += np.float64(
                rank_of(item)
            )
        return
    for q in range(start, stop):
        item = items[q]
        b = np.int64(codes[row_of(item), j])
        real[b * L + class_of(item, labels, L)] += weight_at(item, w)
        whole[b] += 1


@borrowing
def add_values(
    items: Array,
    start: int,
    stop: int,
    codes: Array,
    j: int,
    center: float,
    w: Array,
    y: Array,
    real: Array,
    whole: Array,
) -> None:
    """Weight and weighted deviations of the targets by bins; three sums a bin, the third is 0."""
    for q in range(start, stop):
        row = row_of(items[q])
        b, c = np.int64(codes[row, j]), weight_at(items[q], w)
        real[3 * b] += c
        real[3 * b + 1] += c * (y[row] - center)
        whole[b] += 1


@borrowing
def list_bins(real: Array, whole: Array) -> int:
    """The bins that occur, in order, into `whole`; their number."""
    L, count = real.shape[0] // (BINS + 2), 0
    for b in range(BINS):
        total = 0.0
        for k in range(L):
            total += abs(real[b * L + k])
        whole[PRESENT + count] = b
        count += total > 0.0
    return count


@borrowing
def clear(count: int, real: Array, whole: Array) -> None:
    """Empty the bins that occur."""
    L = real.shape[0] // (BINS + 2)
    for t in range(count):
        b = whole[PRESENT + t]
        whole[b] = 0
        for k in range(L):
            real[b * L + k] = 0.0


@borrowing
def scan_class_bins(
    n: int,
    known: int,
    count: int,
    aside: int,
    best: float,
    terms: Terms,
    table: Array,
    real: Array,
    whole: Array,
    out: Array,
) -> float:
    """As `scan_gini_rows`, over the first `known` of the `count` bins that occur.

    Sums over the classes begin anew at each bin: no bin waits for the sums of the one before.
    """
    L = real.shape[0] // (BINS + 2)
    left, node, gini, counted = BINS * L, (BINS + 1) * L, terms.criterion == GINI, terms.least > 1.0
    square, rows = 0.0, 0
    for k in range(L):
        real[left + k] = 0.0
        square += real[node + k] * real[node + k]
    for step in range(-aside, known - (1 if aside or known == count else 0)):
        b = whole[PRESENT + (count - 1 if step < 0 else step)]
        rows += whole[b]
        wl, fl, cross = 0.0, 0.0, 0.0
        for k in range(L):
            x = real[left + k] + real[b * L + k]
            real[left + k] = x
            fl += x * x
            cross += x * real[node + k]
            wl += x
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


@borrowing
def scan_value_bins(
    n: int,
    known: int,
    count: int,
    aside: int,
    best: float,
    terms: Terms,
    real: Array,
    whole: Array,
    out: Array,
) -> float:
    """As `scan_class_bins`, for targets."""
    squared = terms.criterion == SQUARED
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


@borrowing
def best_class_cut(
    items: Array,
    start: int,
    stop: int,
    codes: Array,
    j: int,
    terms: Terms,
    w: Array,
    labels: Array,
    table: Array,
    real: Array,
    whole: Array,
    keys: Array,
    out: Array,
) -> float:
    """Largest Σ f of a threshold on a binned feature, -inf if there is none; out (4,) tells where."""
    n, best = stop - start, -np.inf
    if n <= SMALL:
        known = sort_keys(items, start, stop, codes, j, whole, keys)
        if known == 0 or (known == n and bin_at(keys, 0) == bin_at(keys, n - 1)):
            return best
        for aside in range(1 if known == n else 2):
            if terms.criterion == GINI:
                best = scan_gini_rows(items, start, n, known, aside, best, terms, w, labels, real, keys, out)
            else:
                best = scan_entropy_rows(
                    items, start, n, known, aside, best, terms, w, labels, table, real, keys, out
                )
        return best
    add_classes(items, start, stop, codes, j, terms.least > 1.0, w, labels, real, whole)
    count = list_bins(real, whole)
    known = count - (1 if whole[PRESENT + count - 1] == MISSING_BIN else 0)
    for aside in range(1 if known == count else 2):
        best = scan_class_bins(n, known, count, aside, best, terms, table, real, whole, out)
    clear(count, real, whole)
    return best


@borrowing
def best_value_cut(
    items: Array,
    start: int,
    stop: int,
    codes: Array,
    j: int,
    terms: Terms,
    w: Array,
    y: Array,
    real: Array,
    whole: Array,
    keys: Array,
    out: Array,
) -> float:
    """As `best_class_cut`, for targets."""
    n, best = stop - start, -np.inf
    if n <= SMALL:
        known = sort_keys(items, start, stop, codes, j, whole, keys)
        if known == 0 or (known == n and bin_at(keys, 0) == bin_at(keys, n - 1)):
            return best
        for aside in range(1 if known == n else 2):
            best = scan_value_rows(items, start, n, known, aside, best, terms, w, y, keys, out)
        return best
    add_values(items, start, stop, codes, j, terms.center, w, y, real, whole)
    count = list_bins(real, whole)
    known = count - (1 if whole[PRESENT + count - 1] == MISSING_BIN else 0)
    for aside in range(1 if known == count else 2):
        best = scan_value_bins(n, known, count, aside, best, terms, real, whole, out)
    clear(count, real, whole)
    return best
