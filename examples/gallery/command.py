"""What every script of the gallery shares: a word of two languages, and the command line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fenlei import plot


def word(lang: str, english: str, chinese: str) -> str:
    """The word of the language."""
    return chinese if lang == "zh" else english


def run(draw: Callable[[str], Any]) -> None:
    """Save the figure that `draw(lang)` gives, in the file of the command line."""
    import matplotlib

    matplotlib.use("Agg")
    parser = ArgumentParser(description=sys.modules[draw.__module__].__doc__)
    default = Path(sys.argv[0]).stem + ".png"
    parser.add_argument("file", nargs="?", default=default, help=f"default: {default}")
    parser.add_argument("--lang", choices=("en", "zh"), default="en")
    given = parser.parse_args()
    with plot.fonts(given.lang):
        draw(given.lang).savefig(given.file, dpi=150)
    print(given.file)
