"""Progress of fits: with `verbose`, every estimator reports its lines to one listener, `print` unless another
is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = [print]  # the last one receives the lines, from any thread


def report_progress(line: str) -> None:
    """Hand a line to the listener."""
    _listeners[-1](line)


@contextmanager
def progress_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Send the progress of fits inside the block to `listener` instead of standard output.

    Examples
    --------
    >>> from fenlei import KMeans
    >>> from fenlei.progress import progress_to
    >>> lines = []
    >>> with progress_to(lines.append):
    ...     model = KMeans(2, n_init=1, random_state=0, verbose=1).fit([[0.0], [1.0], [9.0], [10.0]])
    >>> lines[0]
    'Initialization complete'
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
