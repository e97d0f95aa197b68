"""`fenlei serve`: what it refuses before it starts."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_without_the_packages_it_tells_how_to_install_them(
    run: Run, apple_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run("serve", apple_model)
    assert result.exit_code == 2
    assert "pip install 'fenlei[serve]'" in result.stderr


def test_other_machines_need_a_token_that_is_not_short(run: Run, apple_model: Path) -> None:
    result = run("serve", apple_model, "--host", "0.0.0.0")
    assert result.exit_code == 2
    assert "--token" in result.stderr
    result = run("serve", apple_model, "--token", "short")
    assert result.exit_code == 2
    assert "at least 16" in result.stderr


def test_a_port_in_use_is_a_sentence(run: Run, apple_model: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("serve", apple_model, "--port", port)
    assert result.exit_code == 2
    assert f"127.0.0.1:{port}" in result.stderr
