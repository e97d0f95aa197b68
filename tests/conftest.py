"""Settings of the whole test run: where compiled kernels and found examples go, how Hypothesis searches."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache"
IN_A_BROWSER = ROOT / "tests" / "studio" / "browser"
LEFT_BY_TOOLS = {".cache", ".coverage", ".hypothesis", ".pytest_cache", "__pycache__"}
THERE = pytest.StashKey[set[str]]()
END = time.monotonic() + float(os.environ.get("FENLEI_SECONDS", "inf"))  # for `make quick`

# Compiled kernels stay with the clone and are shared by all workers and environments.
# Set before anything imports numba; child processes inherit it.
os.environ.setdefault("FENLEI_CACHE_DIR", str(CACHE / "kernels"))

# Compiling inside an example takes seconds, hence no deadline. In CI the same examples come every time.
settings.register_profile(
    "local", deadline=None, database=DirectoryBasedExampleDatabase(CACHE / "hypothesis")
)
settings.register_profile("ci", deadline=None, database=None, derandomize=True)
# Few examples, the same every time: for `make quick`, and for kernels that run as plain Python.
settings.register_profile("quick", deadline=None, database=None, derandomize=True, max_examples=5)
settings.load_profile(os.environ.get("FENLEI_HYPOTHESIS", "ci" if os.environ.get("CI") else "local"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Note what is there."""
    session.config.stash[THERE] = {path.name for path in ROOT.iterdir()}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where a test has left something in the clone: the next tool would take it for ours."""
    left = {path.name for path in ROOT.iterdir()} - session.config.stash[THERE] - LEFT_BY_TOOLS
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print(f"\nleft behind in the clone by a test: {', '.join(sorted(left))}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests about compiling where nothing is compiled; mark those that drive a browser."""
    is_plain = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    for item in items:
        if is_plain and item.get_closest_marker("compiled_only"):
            item.add_marker(pytest.mark.skip(reason="kernels run as plain Python"))
        if IN_A_BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what does not fit in the time that `make quick` has."""
    if time.monotonic() > END:
        pytest.skip("no time left; make test runs it")
