"""Progress below the cell of a notebook: one line that is replaced, and cleared when the work is done."""

from __future__ import annotations

import sys
from html import escape
from typing import Any

from fenlei.report.texts import text
from fenlei.study.running.task import Progress


class NotebookProgress:
    """A bar that IPython shows and replaces; called with a `Progress` after each fold."""

    def __init__(self, display: Any, html: Any, lang: str) -> None:
        self._display, self._html, self._lang = display, html, lang
        self._handle: Any = None

    def __call__(self, report: Progress) -> None:
        shown = self._html(bar(report, self._lang))
        if self._handle is None:
            self._handle = self._display(shown, display_id=True)
        else:
            self._handle.update(shown)


def bar(report: Progress, lang: str) -> str:
    """The bar as HTML; nothing once all folds are done."""
    if report.done >= report.total:
        return ""
    words = text("notebook.progress", lang, model=report.model or "…", done=report.done, total=report.total)
    return f'<progress value="{report.done}" max="{report.total}"></progress> {escape(words)}'


def notebook_progress(lang: str) -> NotebookProgress | None:
    """What shows progress in a notebook; None outside of one, or where IPython is not even loaded."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None and hasattr(module, "get_ipython") else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import HTML, display

    return NotebookProgress(display, HTML, lang)
