"""The machine code that a wheel brings: for which processors, versions and settings it is.

A wheel may have `compiled/<level>` in this folder for each of `LEVELS`, and `compiled/made_with.json` with
the versions that made them (`recipe.VERSIONS`). Levels are those of the x86-64 ABI: every processor of a
level runs what was compiled for it or for a lower one. So the same machine code, and the same bits, can be
had on different hosts by pinning a level that all of them have:

    NUMBA_CPU_NAME=x86-64-v3 NUMBA_CPU_FEATURES=

`FENLEI_KERNELS` says whether the wheel's code is used: "compile" leaves it out, "require" takes nothing else,
"build" is "compile" with functions numbered alike in every run.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

# Parts of Numba without type annotations.
binding: Any = import_module("llvmlite.binding")
config: Any = import_module("numba.core.config")

MODE = os.environ.get("FENLEI_KERNELS", "")
MODES = ("", "compile", "require", "build")
V3 = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2")
V4 = (*V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
# Levels of x86-64 that a wheel may bring, the best first: name, settings of LLVM, features they need.
LEVELS = (("x86-64-v4", "-prefer-256-bit", V4), ("x86-64-v3", "", V3))
SHIPPED = Path(__file__).parent / "compiled"  # what the wheel brought, if it did


@cache
def shipped() -> tuple[Path, tuple[str, str, str]] | None:
    """The best kernels of the wheel that this processor can run, and the processor they were compiled for.

    A level that is pinned (`NUMBA_CPU_NAME`, `NUMBA_CPU_FEATURES`) is the only one.
    """
    if MODE not in ("", "require"):
        return None
    for name, settings, needed in LEVELS:
        directory = SHIPPED / name
        if directory.is_dir() and _is_chosen(name, settings) and not lacking(needed):
            return directory, (binding.get_process_triple(), name, settings)
    return None


def _is_chosen(level: str, settings: str) -> bool:
    return not config.CPU_NAME or (level, settings) == (config.CPU_NAME, config.CPU_FEATURES)


def lacking(needed: tuple[str, ...]) -> list[str]:
    """Those of the features that this processor does not have."""
    features = binding.get_host_cpu_features()
    return [feature for feature in needed if not features.get(feature)]


if MODE not in MODES:
    raise ValueError(
        f"FENLEI_KERNELS={MODE!r} is not accepted; give compile, require or build, or leave it unset"
    )
