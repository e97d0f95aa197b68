"""A budget of memory: what a model will need is predicted, and one that would not fit is left out.

The fit and the scores of one fold of n rows and K classes take about

    8 n (q copies + p)                     p columns of the table, q of the prepared rows (one-hot included)
    + 8 n K class_rows                     scores, and class counts of a tree's leaves
    + 8 q^2 (squares + K class_squares)    covariance matrices
    + 8 (4 min(q K, newton)^2 + 25 q K)    second derivatives of the logistic regression

bytes, where `copies` counts the arrays of the prepared rows' size that live at once; some models keep more
for each row. The numbers were measured on mixed tables of 20 000 and 80 000 rows, those of the last three
lines on 10 to 1000 columns and 2 to 400 classes; a forecast is meant to be within a factor of two.
"""

from __future__ import annotations

import math
import re

from fenlei.errors import UsageError
from fenlei.kernels.memory import free_memory as free_memory  # offered here too
from fenlei.registry import Entry, Memory
from fenlei.study.fitting import TERMS, preparation_for
from fenlei.table.recognition.dates import PERIODS
from fenlei.table.recognition.kinds import MANY_CATEGORIES
from fenlei.table.schema import Schema

UNITS = {"": 1.0, "k": 2.0**10, "m": 2.0**20, "g": 2.0**30, "t": 2.0**40}
TEXT_NUMBERS = 150.0  # for each row and text column: counts and weights of some 40 terms, and copies
SHARE = 0.75  # of the free memory, by default


def bytes_of(memory: float | str) -> float:
    """A size in bytes.

    Examples
    --------
    >>> bytes_of("2g"), bytes_of("512 MB"), bytes_of(4096)
    (2147483648.0, 536870912.0, 4096.0)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", str(memory).lower())
    value = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0.0 < value < math.inf:
        raise UsageError("study.memory", value=memory)
    return value


def size(value: float) -> str:
    """Bytes in a readable unit.

    Examples
    --------
    >>> size(2**21), size(1.5 * 2**30)
    ('2 MB', '1.5 GB')
    """
    return f"{value / 2**20:.0f} MB" if value < 2**30 else f"{value / 2**30:.3g} GB"


def predicted_bytes(entry: Entry, schema: Schema, n: int, scale: str | None = None) -> float:
    """Bytes that a fold of n rows will need."""
    need, q = entry.memory, columns(entry, schema, scale)
    spread = sum(min(1.0, column.n_missing / n) * len(column.categories or ()) for column in schema.features)
    K = outputs(entry, schema)
    terms = sum(len(c.categories or ()) for c in schema.texts) if entry.name in TERMS else 0
    numbers = (
        q * need.copies
        + len(schema.texts) * TEXT_NUMBERS
        + need.rows
        + spread * need.spread
        + len(schema.features)
    )
    numbers += K * need.class_rows + K * (K - 1) / 2 * need.class_pairs
    return 8.0 * (n * numbers + _matrices(need, q + terms, K)) + min(8.0 * n * n, need.kernel)


def outputs(entry: Entry, schema: Schema) -> int:
    """Classes of a classifier; 1 of a regression."""
    return schema.target.n_distinct if schema.target and entry.kind == "classifier" else 1


def _matrices(need: Memory, q: int, K: int) -> float:
    """Numbers in matrices over the columns and classes."""
    weights = q * (K if K > 2 else 1)
    newton = 4.0 * min(weights, need.newton) ** 2 + 25.0 * weights if need.newton else 0.0
    return q * q * (need.squares + K * need.class_squares) + newton


def columns(entry: Entry, schema: Schema, scale: str | None = None) -> int:
    """How many columns the estimator is given, terms of texts not counted."""
    preparation, K = preparation_for(entry, schema, scale), outputs(entry, schema)
    each = K if K > 2 else 1  # scores of a text, means of many categories
    scores = 0 if entry.name in TERMS else each * len(schema.texts)
    if preparation is None or not preparation.one_hot:
        return len(schema.features) + scores
    many = sum(c.kind == "nominal" and len(c.categories or ()) > MANY_CATEGORIES for c in schema.features)
    return (
        scores
        + each * many
        + sum(
            len(c.categories or ()) if c.kind == "nominal" else 3 if c.source and c.form in PERIODS else 1
            for c in schema.features
        )
    )
