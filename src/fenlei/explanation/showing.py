"""A working where it is read: in a notebook as a page, elsewhere as text."""

from __future__ import annotations

import sys

from fenlei.explanation.working import DIGITS, Working


def show(working: Working, digits: int = DIGITS) -> None:
    """Show a working: in a notebook as formulas and pictures, elsewhere as text on standard output.

    Examples
    --------
    >>> from fenlei import explain_score
    >>> from fenlei.explanation import show
    >>> show(explain_score([1.5, 2.5], [1.0, 3.0]), digits=3)
    How good the answers for 2 rows are
    ...
    The root mean squared error is 0.5, R² is 0.
    """
    shell = sys.modules.get("IPython")
    kernel = None if shell is None else getattr(shell.get_ipython(), "kernel", None)
    if kernel is None:
        sys.stdout.write(working.to_text(digits) + "\n")
        return
    from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]

    display(HTML(working.to_html(digits)))
