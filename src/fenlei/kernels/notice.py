"""One sentence when the first kernel of a process is compiled: why, how long it takes, where it is kept.

It goes to the logger "fenlei.kernels" as a warning, which Python prints on standard error unless logging was
set up otherwise; `logging.getLogger("fenlei.kernels").setLevel("ERROR")` silences it. The command line says
it by itself, in the language chosen.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from functools import cache
from multiprocessing import current_process
from pathlib import Path

from fenlei.errors import wording
from fenlei.kernels.recipe import VERSIONS
from fenlei.kernels.shipped import LEVELS, MODE, SHIPPED, config, lacking, shipped

LOGGER = logging.getLogger("fenlei.kernels")


@cache
def notify(directory: Path | None) -> None:
    """Log the sentence, once per process; a worker process leaves it to the one that started it."""
    if current_process().name == "MainProcess":
        LOGGER.warning(compiling(directory))


@cache
def notify_unread(kernel: str, error: str) -> None:
    """Log that the machine code of a kernel is there and cannot be read, once for each kernel."""
    if current_process().name == "MainProcess":
        LOGGER.warning(wording("kernels.unread", "en", kernel=kernel, error=error))


def compiling(directory: Path | None, lang: str = "en") -> str:
    """The sentence; `directory` is where compiled kernels are kept, if anywhere."""
    kept = (
        wording("kernels.not_kept", lang)
        if directory is None
        else wording("kernels.kept", lang, directory=directory)
    )
    return wording("kernels.compiling", lang, reason=reason(lang), note=kept)


def reason(lang: str = "en") -> str:
    """Why the machine code of the wheel does not serve; empty if the wheel has none."""
    if not SHIPPED.is_dir():
        return ""
    if MODE:
        return wording("kernels.asked", lang, mode=MODE)
    if shipped() is None:
        level, _, needed = LEVELS[-1]
        chosen = (
            wording("kernels.pinned", lang, name=config.CPU_NAME)
            if config.CPU_NAME
            else wording("kernels.lacks", lang, features=", ".join(lacking(needed)))
        )
        return wording("kernels.processor", lang, level=level, chosen=chosen)
    for package, made in made_with().items():
        if made != VERSIONS[package]:
            return wording("kernels.version", lang, package=package, made=made, found=VERSIONS[package])
    return wording("kernels.other_types", lang)


def made_with() -> dict[str, str]:
    """The versions that made the wheel's machine code; empty if the wheel does not tell."""
    with suppress(OSError, ValueError):
        found: dict[str, str] = json.loads((SHIPPED / "made_with.json").read_text())
        return {package: found[package] for package in VERSIONS if package in found}
    return {}
