"""The limit that the system puts on what a process may allocate, where it can (Linux)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OVERHEAD = 2.0**29  # libraries, compiled code and the report, which no forecast of a fit counts


def limit_memory(extra: float) -> int | None:
    """Let this process allocate so many more bytes; the limit before, None if it is not changed."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[5])  # data and stack
        limit = int(min(pages * resource.getpagesize() + extra, 2**62))
        before, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if all(limit < other or other == resource.RLIM_INFINITY for other in (before, hard)):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
            return before
    return None


@contextmanager
def limited_memory(extra: float) -> Iterator[None]:
    """As `limit_memory`, with `OVERHEAD`, until the block ends: what needs more is a MemoryError in here."""
    before = limit_memory(extra + OVERHEAD)
    try:
        yield
    finally:
        if before is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (before, resource.getrlimit(resource.RLIMIT_DATA)[1]))
