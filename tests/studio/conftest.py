"""Studios to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.studio.running import RunningStudio

pytest.importorskip("starlette", reason="the extra fenlei[studio]")
Start = Callable[..., RunningStudio]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts Studios that are ended with the test."""
    with ExitStack() as stack:

        def begin(*arguments: str, folder: Path = tmp_path) -> RunningStudio:
            return stack.enter_context(RunningStudio(*arguments, folder=folder))

        yield begin


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """One Studio for the tests of a module."""
    with RunningStudio("--max-upload", "100k", folder=tmp_path_factory.mktemp("studio")) as running:
        yield running


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """A Studio in which two models were compared on breast_cancer."""
    folder = tmp_path_factory.mktemp("compared")
    with RunningStudio("breast_cancer", "--out", "work", folder=folder) as running:
        running.until(running.session, lambda session: session["table"] is not None)
        running.compared = running.run(models=["lda", "gaussian_nb"], folds=3)
        assert running.compared["state"] == "done", running.compared
        yield running
