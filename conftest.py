"""Settings of the examples in docstrings, which live beside the code and not under `tests`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

# Its library is installed by `make test-engines` alone.
collect_ignore = [] if find_spec("pyspark") else ["src/fenlei/engines/spark.py"]


@pytest.fixture(autouse=True)
def _close_figures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the figures that an example has drawn: matplotlib warns of more than twenty open ones."""
    yield
    if isinstance(request.node, pytest.DoctestItem) and "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
