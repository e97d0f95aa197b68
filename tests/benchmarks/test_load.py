"""What `python -m benchmarks.load` counts, against services whose answers are known."""

from __future__ import annotations

import asyncio
import json

import numpy as np

from benchmarks.load import clients, requests_of

X = np.arange(8.0).reshape(4, 2)
EXPECTED = np.array([[0.1, 0.9], [0.2, 0.8], [0.3, 0.7], [0.4, 0.6]])


async def answers(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, shift: int, status: int
) -> None:
    """The probabilities of the row sent, or of the one `shift` rows on."""
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(head.split(b"Content-Length: ")[1].split(b"\r")[0])
            (row,) = json.loads(await reader.readexactly(length))
            i = (int(row["a"]) // 2 + shift) % 4
            body = json.dumps({"probabilities": [EXPECTED[i].tolist()]}).encode()
            writer.write(f"HTTP/1.1 {status} OK\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body)
    except asyncio.IncompleteReadError:
        writer.close()


def counted(shift: int, status: int = 200) -> tuple[int, int]:
    """Answers, and those that are wrong, of three clients."""

    async def run() -> tuple[int, int]:
        server = await asyncio.start_server(lambda r, w: answers(r, w, shift, status), "127.0.0.1", 0)
        address = server.sockets[0].getsockname()[:2]
        latencies, wrong = await clients(address, requests_of(["a", "b"], X, EXPECTED, 1), 3, 0.05)
        server.close()
        return len(latencies), wrong

    return asyncio.run(run())


def test_right_answers_are_not_counted_as_wrong() -> None:
    total, wrong = counted(0)
    assert total > 0
    assert wrong == 0


def test_mixed_answers_and_errors_are_counted() -> None:
    for shift, status in ((1, 200), (0, 503)):
        total, wrong = counted(shift, status)
        assert total == wrong > 0


def test_a_batch_has_consecutive_rows() -> None:
    sent = requests_of(["a", "b"], X, EXPECTED, 3)
    assert [row["a"] for row in json.loads(sent.bodies[3])] == [6.0, 0.0, 2.0]
    np.testing.assert_array_equal(sent.expected[3], EXPECTED[[3, 0, 1]])
