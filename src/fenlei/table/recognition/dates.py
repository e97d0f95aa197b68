r"""Dates: text that one format of a closed list reads, and what becomes of a date.

A column of text is a date if at least 98 % of its values are written in one format:

    Y-m-d   d.m.Y   d/m/Y   m/d/Y   Y年m月d日   2 January 2026, Fri, 02 Jan 2026   January 2, 2026

each followed by a time of day and a zone or not. Times with a zone are those of UTC. Whether day or month
comes first shows in a value above 12; where there is none, the day does.

A date becomes numbers, each where it varies: days since 1970-01-01, year, month, weekday (Monday is 1), hour.
Month, weekday and hour come round again: estimators that need numbers only also get the sine and cosine of
2 pi x / period.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

SHARE = 0.98  # of the present values, written in one format
DATE = pa.timestamp("us")
PARTS = ("days", "year", "month", "weekday", "hour")
PERIODS = {"month": 12, "weekday": 7, "hour": 24}
_TIME = (
    r"(?:[T ,]\s*(?P<H>\d{1,2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,]\d+)?)?\s*(?P<p>[AaPp][Mm])?)?"
    r"\s*(?P<z>Z|UTC|GMT|[+-]\d{2}:?\d{2})?"
)
_FORMATS = {
    "Y-m-d": r"(?P<Y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})",
    "d.m.Y": r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<Y>\d{4})",
    "d/m/Y": r"(?P<d>\d{1,2})[-/](?P<m>\d{1,2})[-/](?P<Y>\d{4})",
    "m/d/Y": r"(?P<m>\d{1,2})[-/](?P<d>\d{1,2})[-/](?P<Y>\d{4})",
    "Y年m月d日": r"(?P<Y>\d{4})年(?P<m>\d{1,2})月(?P<d>\d{1,2})日",
    "d b Y": r"(?:[A-Za-z]{3,9}\.?,?\s+)?(?P<d>\d{1,2})[ -](?P<m>[A-Za-z]{3,9})\.?[ -](?P<Y>\d{4})",
    "b d, Y": r"(?:[A-Za-z]{3,9}\.?,?\s+)?(?P<m>[A-Za-z]{3,9})\.? (?P<d>\d{1,2}),? (?P<Y>\d{4})",
}
DECLARED_FORMATS = {
    "Ymd": r"(?P<Y>\d{4})(?P<m>\d{2})(?P<d>\d{2})"
}  # a number, unless it is said to be a date
FORMATS = _FORMATS | DECLARED_FORMATS
_MONTHS = pa.array(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])


class DateFormat(NamedTuple):
    """The format of a column, and whether another order of day and month would do."""

    name: str
    is_ambiguous: bool = False


def find_format(text: pa.ChunkedArray, share: float = SHARE, *, declared: bool = False) -> DateFormat | None:
    """The format that reads at least `share` of the present texts; None if there is none."""
    texts = text.drop_null()
    sample = texts.slice(0, 100).to_pylist()
    fit = []
    for name, pattern in (FORMATS if declared else _FORMATS).items():
        whole = re.compile(pattern + _TIME)
        if sum(whole.fullmatch(value) is not None for value in sample) < 0.9 * share * len(sample):
            continue
        read = len(texts) - read_dates(texts, name).null_count
        if read and read >= share * len(texts):
            fit.append(name)
    return DateFormat(fit[0], is_ambiguous=len(fit) > 1) if fit else None


def read_dates(text: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """Texts as time stamps of UTC; null where a text is missing or not written in the format."""
    parts = pc.extract_regex(text, f"^{FORMATS[name]}{_TIME}$").combine_chunks()
    year, day = _numbers(parts, "Y"), _numbers(parts, "d")
    month = _month_numbers(parts) if "[A-Za-z]{3,9})" in FORMATS[name] else _numbers(parts, "m")
    hour, minute, second = (_numbers(parts, group) for group in "HMS")
    half = pc.utf8_lower(pc.struct_field(parts, "p")).fill_null("").to_numpy(zero_copy_only=False)
    clock = np.where(half == "", hour, hour % 12 + 12 * (half == "pm"))
    start = (year - 1970).astype("datetime64[Y]") + (np.clip(month, 1, 12) - 1).astype("timedelta64[M]")
    date = start.astype("datetime64[D]") + (day - 1).astype("timedelta64[D]")
    is_real = (month >= 1) & (month <= 12) & (day >= 1) & (date.astype("datetime64[M]") == start)
    is_real &= (clock < 24) & (minute < 60) & (second < 61) & ((half == "") | ((hour >= 1) & (hour <= 12)))
    is_real &= parts.is_valid().to_numpy(zero_copy_only=False)
    seconds = date.astype(np.int64) * 86400 + clock * 3600 + minute * 60 + second - _offsets(parts)
    return pa.chunked_array([pa.array(seconds * 1_000_000, pa.int64(), mask=~is_real).cast(DATE)])


def _numbers(parts: pa.StructArray, group: str) -> np.ndarray:
    """A group of digits as int64; 0 where it is empty."""
    digits = pc.struct_field(parts, group).fill_null("")
    return pc.if_else(pc.equal(digits, ""), "0", digits).cast(pa.int64()).to_numpy()


def _month_numbers(parts: pa.StructArray) -> np.ndarray:
    """Months by their first three letters; 0 for other words."""
    words = pc.utf8_slice_codeunits(pc.utf8_lower(pc.struct_field(parts, "m")), 0, 3)
    return pc.add(pc.index_in(words, value_set=_MONTHS), 1).fill_null(0).cast(pa.int64()).to_numpy()


def _offsets(parts: pa.StructArray) -> np.ndarray:
    """Seconds by which each zone is ahead of UTC."""
    zones = pc.extract_regex(
        pc.struct_field(parts, "z").fill_null(""), r"^(?P<s>[+-])(?P<h>\d{2}):?(?P<m>\d{2})$"
    )
    minutes = 60 * _numbers(zones, "h") + _numbers(zones, "m")
    is_behind = pc.equal(pc.struct_field(zones, "s"), "-").fill_null(False).to_numpy(zero_copy_only=False)
    return 60 * np.where(is_behind, -minutes, minutes)


# --- what a date becomes


def is_date(values: pa.ChunkedArray) -> bool:
    """Whether the values are dates or time stamps by their type."""
    return pa.types.is_timestamp(values.type) or pa.types.is_date(values.type)


def as_dates(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """Dates and time stamps of any unit and zone as time stamps of UTC."""
    return values.cast(DATE, safe=False)


def date_part(dates: pa.ChunkedArray, part: str) -> pa.ChunkedArray:
    """One of `PARTS`: days as float64, the others as int64."""
    if part == "days":
        return pc.divide(dates.cast(pa.int64()).cast(pa.float64(), safe=False), 86400e6)
    if part == "weekday":
        return pc.day_of_week(dates, count_from_zero=False, week_start=1)
    return {"year": pc.year, "month": pc.month, "hour": pc.hour}[part](dates)
