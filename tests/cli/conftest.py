"""The command line inside this process, and a few files for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fenlei.cli.app import app
from tests.study.tables import apples, write_csv

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `fenlei` with these words; an exception must never get out.

    What is compiled here depends on the tests before, so the line that announces it is left out;
    `test_output.py` tests it. For the same reason no work is given to other processes, which finish models in
    any order; `test_processes.py` and the tests of `study` do that.
    """
    monkeypatch.setattr("fenlei.cli.output._announced_compiling", lambda *_: nullcontext())
    monkeypatch.setattr("fenlei.study.running.process_pool.GROW_AFTER", math.inf)

    def invoke(*words: object, input: bytes | None = None) -> Result:
        result = CliRunner(env={"FENLEI_LANG": None, "FENLEI_DEBUG": None}).invoke(
            app, [str(word) for word in words], input=input
        )
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return invoke


@pytest.fixture(scope="session")
def apple_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GB18030 file with Chinese headers and labels."""
    return write_csv(apples(), tmp_path_factory.mktemp("data") / "苹果.csv", "gb18030")


@pytest.fixture(scope="session")
def apple_model(apple_file: Path) -> Path:
    """A model trained on the apples."""
    import fenlei
    from fenlei.study import train

    path = apple_file.with_name("model.fenlei")
    fenlei.save_model(train(apple_file, "gaussian_nb", "品种"), path)
    return path
