"""Every text of the command line, in English and Chinese; errors are worded in `fenlei.errors`.

=========  ======================================
`help`     help of the commands and their options
`passes`   help of what reads files in passes
`results`  faults, progress and results
=========  ======================================
"""

from __future__ import annotations

from fenlei.cli.texts import help, passes, results
from fenlei.messages import counted, wording

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = help.TEXTS | passes.TEXTS | results.TEXTS


def text(key: str, lang: str = "en", /, **facts: object) -> str:
    """The text of `key` in `lang`, filled with `facts`."""
    filled = wording(TEXTS, key, lang, **facts)
    return filled if lang == "zh" else counted(filled)
