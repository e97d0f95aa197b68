"""How much memory is free."""

from __future__ import annotations

import math
import os
from contextlib import suppress
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> float:
    """Bytes that can be allocated without swapping, by the system and by the container; inf if unknown."""
    known = [math.inf]
    with suppress(OSError, IndexError, ValueError):
        lines = Path("/proc/meminfo").read_text().splitlines()
        known += [float(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")]
    with suppress(OSError, ValueError):  # "max" is no number: no limit
        limit, used = (float((CGROUP / f"memory.{name}").read_text()) for name in ("max", "current"))
        stat = dict(line.split() for line in (CGROUP / "memory.stat").read_text().splitlines())
        known.append(max(0.0, limit - used + float(stat.get("inactive_file", 0))))
    if len(known) == 1:
        with suppress(OSError, ValueError, AttributeError):
            known.append(0.5 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min(known)
