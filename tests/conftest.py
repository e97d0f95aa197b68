"""Settings of the whole test run: where compiled kernels and found examples go, how Hypothesis searches."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

CACHE = Path(__file__).parents[1] / ".cache"

# Numba's cache is not safe when two processes fill it at once (numba issue 4807), so each worker has its own.
# Set before anything imports numba; child processes inherit it.
os.environ["NUMBA_CACHE_DIR"] = str(CACHE / "numba" / os.environ.get("PYTEST_XDIST_WORKER", "main"))

# Compiling inside an example takes seconds, hence no deadline. In CI the same examples come every time.
settings.register_profile(
    "local", deadline=None, database=DirectoryBasedExampleDatabase(CACHE / "hypothesis")
)
settings.register_profile("ci", deadline=None, database=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
