"""What happened, as numbered events; a page that was away takes them up where it stopped.

A stream is a line of JSON per event. It beats while nothing happens, so that a page notices a server that is
gone, and ends when the server does.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

KEPT = 5000  # events; a page that was away for longer reads the session again
BEAT = 15.0  # seconds


class EventLog:
    """The last events, and who waits for the next.

    Examples
    --------
    >>> log = EventLog()
    >>> log.tell("job", state="running")
    >>> log.count, log.after(0)
    (1, [{'n': 1, 'event': 'job', 'state': 'running'}])
    """

    def __init__(self) -> None:
        self.kept: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.count = 0
        self.is_closed = False
        self.waiting: set[asyncio.Event] = set()

    def tell(self, event: str, /, **facts: object) -> None:
        """Add an event and wake all streams."""
        self.count += 1
        self.kept.append({"n": self.count, "event": event, **facts})
        self._wake()

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        for one in self.waiting:
            one.set()

    def after(self, number: int) -> list[dict[str, Any]]:
        """The events after this number; `{"event": "reload"}` where some are no longer known."""
        if number > self.count or (self.kept and number < self.kept[0]["n"] - 1):
            return [{"n": self.count, "event": "reload"}]
        return [event for event in self.kept if event["n"] > number]

    async def lines(self, number: int, beat: float = BEAT) -> AsyncIterator[bytes]:
        """The events after this number as they happen, until the log is closed."""
        woken = asyncio.Event()
        self.waiting.add(woken)
        try:
            yield _line({"event": "hello", "n": number})
            while True:
                woken.clear()
                for event in self.after(number):
                    yield _line(event)
                    number = event["n"]
                if self.is_closed:
                    return
                try:
                    async with asyncio.timeout(beat):
                        await woken.wait()
                except TimeoutError:
                    yield _line({"event": "beat", "n": number})
        finally:
            self.waiting.discard(woken)


def _line(event: dict[str, Any]) -> bytes:
    return json.dumps(event, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
