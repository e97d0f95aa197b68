"""The rows of large files that a comparison takes, and the winner fitted to all of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from fenlei.errors import UsageError, wording
from fenlei.model_file import Model
from fenlei.registry import Entry
from fenlei.rows.sampling import in_sample
from fenlei.rows.scanned import Scan
from fenlei.study.scans.choosing import scanned_source
from fenlei.study.scans.training import train_scan
from fenlei.study.source import source_name
from fenlei.table.table import Table

if TYPE_CHECKING:
    from fenlei.table.reading_options import ReadingOptions

ROWS = 200_000  # of a sample, unless another number is asked for


def compared_scan(
    source: object,
    target: str | None,
    rows: int | None,
    memory: float | str | None,
    lang: str,
    reading: ReadingOptions,
) -> Scan | None:
    """The scan of which a comparison takes a sample; None for a source that is read whole."""
    if rows is not None and rows < 1:
        raise UsageError("scan.sample", rows=rows)
    return scanned_source(source, target, lang, rows is not None, memory, reading)


def sample_of(scan: Scan, rows: int | None) -> Table:
    """About so many rows, drawn by the hash of their numbers; all, if there are no more."""
    from fenlei.table.scanning.drawn import drawn_table

    most = ROWS if rows is None else rows
    return drawn_table(scan.table, partial(in_sample, n=scan.n_rows, most=most))


def sample_note(scan: Scan, table: Table, source: object, lang: str) -> tuple[str, ...]:
    """What is said of a comparison on a sample."""
    if table.n_rows == scan.n_rows:
        return ()
    facts = {"source": source_name(source), "rows": table.n_rows, "n": scan.n_rows}
    return (wording("scan.compared", lang, **facts),)


def winner_on_all(
    scan: Scan, entry: Entry, params: dict[str, Any], seed: int, n_jobs: int | None, scale: str | None
) -> Model | None:
    """The best model, fitted to all rows of the scan; None if it needs rows in memory."""
    if entry.scan == "refused":
        return None
    try:
        return train_scan(scan, entry, params, seed, n_jobs, scale)
    except UsageError:  # a parameter that needs all rows at once
        return None
