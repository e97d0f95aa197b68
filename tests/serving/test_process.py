"""The service as its own process: started by the command line, asked over a socket, ended by a signal."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

import fenlei
from fenlei.model_file import Model
from fenlei.serving.running import bind
from tests.serving.test_answers import rows_of

TOKEN = "0123456789abcdef"


@pytest.fixture(scope="module")
def address(iris: Model, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("served") / "iris.fenlei"
    fenlei.save_model(iris, path)
    source = str(Path(fenlei.__file__).parents[1])
    command = [sys.executable, "-m", "fenlei", "serve", str(path), "--port", "0", "--max-seconds", "2"]
    settings = os.environ | {"PYTHONPATH": source, "FENLEI_TOKEN": TOKEN}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=settings)
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"http://\S+?:\d+", line):
            break
    yield found[0]
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=60)[1]
    assert "Traceback" not in rest
    assert process.returncode == 130


def test_answers_over_a_socket_are_never_mixed(address: str, iris: Model) -> None:
    table = rows_of("iris")
    expected, rows = iris.predict_proba(table), table.to_pylist()

    def ask(client: httpx.Client, i: int) -> bool:
        answer = client.post("/predict", json=[rows[i]]).json()
        return abs(answer["probabilities"][0][0] - expected[i, 0]) < 1e-12

    headers = {"authorization": f"Bearer {TOKEN}"}
    with httpx.Client(base_url=address, headers=headers) as client, ThreadPoolExecutor(16) as pool:
        assert all(pool.map(lambda i: ask(client, i), range(150)))


def test_a_client_that_stops_sending_gets_408_while_others_are_served(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as slow:
        head = f"POST /predict HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
        slow.sendall(f"{head}Content-Length: 100\r\n\r\n[".encode())
        assert httpx.get(f"{address}/health").json() == {"status": "ok"}
        answer = slow.recv(4096)
        while slow_part := slow.recv(4096):
            answer += slow_part
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert json.loads(answer.split(b"\r\n\r\n")[1])["error"]["key"] == "serve.slow_client"


def test_a_connection_that_breaks_off_harms_nobody(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    for content in (b"POST /predict HTTP/1.1\r\n", b"\x16\x03\x01\x00", b"GET / HTTP/1.1\r\nHost"):
        with socket.create_connection((host, int(port)), timeout=30) as broken:
            broken.sendall(content)
    assert httpx.get(f"{address}/health").json() == {"status": "ok"}


def test_a_wrong_token_is_refused(address: str) -> None:
    assert httpx.post(f"{address}/predict", json=[]).status_code == 401


def test_connections_do_not_wait_for_acknowledgements() -> None:
    """asyncio sets TCP_NODELAY on connections whose listening socket names its protocol."""
    with bind("127.0.0.1", 0) as bound, socket.create_connection(bound.getsockname()):
        accepted, _ = bound.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
