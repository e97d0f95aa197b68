"""`fenlei serve` under load, beside a minimal FastAPI service of the same model of scikit-learn.

    python -m benchmarks.load --clients 1,8,64 --rows 1 --seconds 60

Both run as processes of their own, one uvicorn each, with linear discriminant analysis of iris. Every client
keeps one connection open and sends its next request when the last is answered. Every answer is compared with
what the model returns for the rows that were sent, so that a lost or mixed answer is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
TOLERANCE = 1e-9  # of a probability that has been written as JSON and read


class Load(NamedTuple):
    """What a service did under one load."""

    service: str
    clients: int
    rows: int
    per_second: float  # requests
    p50: float  # milliseconds
    p99: float
    wrong: int  # answers that are not those of the rows sent, or no answers
    cpu: float  # milliseconds of processor time of the service per request


class Sent(NamedTuple):
    """Bodies of requests, and the probabilities that are expected."""

    bodies: list[bytes]
    expected: list[np.ndarray]


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> bytes:
    """The body of the answer to one request on an open connection."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    found = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    body = await reader.readexactly(int(found[1]) if found else 0)
    return body if head.startswith(b"HTTP/1.1 200") else b""


async def client(address: tuple[str, int], sent: Sent, number: int, stop: float) -> tuple[list[float], int]:
    """The latencies of one client until `stop`, and its wrong answers."""
    reader, writer = await asyncio.open_connection(*address, limit=1 << 24)
    head = f"POST /predict HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nContent-Type: application/json\r\n"
    latencies, wrong, i = [], 0, number
    while time.perf_counter() < stop:
        i = (i + 1) % len(sent.bodies)
        body = sent.bodies[i]
        request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        start = time.perf_counter()
        answer = await ask(reader, writer, request)
        latencies.append(time.perf_counter() - start)
        wrong += not (answer and is_right(json.loads(answer)["probabilities"], sent.expected[i]))
    writer.close()
    return latencies, wrong


def is_right(given: Any, expected: np.ndarray) -> bool:
    return np.shape(given) == expected.shape and bool(np.abs(np.subtract(given, expected)).max() < TOLERANCE)


async def clients(address: tuple[str, int], sent: Sent, count: int, seconds: float) -> tuple[np.ndarray, int]:
    stop = time.perf_counter() + seconds
    parts = await asyncio.gather(*(client(address, sent, 7 * i, stop) for i in range(count)))
    return np.concatenate([latencies for latencies, _ in parts]), sum(wrong for _, wrong in parts)


def processor_seconds(pid: int) -> float:
    """User and system time of a process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def service(command: list[str]) -> Iterator[tuple[tuple[str, int], int]]:
    """Address and process of a service that writes its address to standard error."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(r"http://([\d.]+):(\d+)", line):
                yield (found[1], int(found[2])), process.pid
                return
        raise SystemExit(f"{command[2]} did not start")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def requests_of(names: list[str], X: np.ndarray, expected: np.ndarray, rows: int) -> Sent:
    """150 requests of consecutive rows, each starting at another one."""
    starts = [np.arange(i, i + rows) % len(X) for i in range(len(X))]
    bodies = [
        json.dumps([dict(zip(names, X[j].tolist(), strict=True)) for j in at]).encode() for at in starts
    ]
    return Sent(bodies, [expected[at] for at in starts])


def measure(
    name: str, command: list[str], sent: Sent, counts: list[int], rows: int, seconds: float
) -> list[Load]:
    """One line for each number of clients."""
    found = []
    with service(command) as (address, pid):
        asyncio.run(clients(address, sent, 1, 2.0))  # kernels are loaded, caches are warm
        for count in counts:
            before = processor_seconds(pid)
            latencies, wrong = asyncio.run(clients(address, sent, count, seconds))
            cpu = processor_seconds(pid) - before
            p50, p99 = np.percentile(latencies, [50, 99]) * 1e3
            n = len(latencies)
            found.append(Load(name, count, rows, n / seconds, p50, p99, wrong, cpu / n * 1e3))
    return found


def line(load: Load) -> str:
    times = f"{load.per_second:10.1f}  {load.p50:8.2f}  {load.p99:8.2f}  {load.cpu:6.2f}"
    return f"{load.service:8}  {load.clients:7}  {load.rows:4}  {times}  {load.wrong:5}"


def main() -> None:
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    import fenlei
    from fenlei.study import train

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", default="1,8,64")
    parser.add_argument("--rows", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    counts = [int(word) for word in given.clients.split(",")]
    iris = fenlei.load("iris")
    X, names = np.asarray(iris.X, dtype=float), [column.name for column in iris.table.schema.features]
    model, peer = train("iris", "lda"), LinearDiscriminantAnalysis().fit(X, iris.y)
    print("service   clients  rows  requests/s    p50 ms    p99 ms  cpu ms  wrong")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "iris.fenlei"
        fenlei.save_model(model, path)
        ours = [sys.executable, "-m", "fenlei", "serve", str(path), "--port", "0"]
        for name, command, expected in (
            ("fenlei", ours, model.predict_proba(iris.table)),
            ("fastapi", [sys.executable, "-m", "benchmarks.load_peer"], peer.predict_proba(X)),
        ):
            sent = requests_of(names, X, expected, given.rows)
            for load in measure(name, command, sent, counts, given.rows, given.seconds):
                print(line(load), flush=True)


if __name__ == "__main__":
    main()
