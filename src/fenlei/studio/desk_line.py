"""The line of asks to the desk: one at a time, and of each panel only the newest.

The desk may be killed at any time, by the user who does not want to wait, or by the system because a table
needs too much memory: the next ask finds a new desk, to which the table has been opened again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fenlei.studio.children import ChildProcess
from fenlei.studio.events import EventLog
from fenlei.studio.faults import ChildError, StudioError
from fenlei.studio.wire import WireMessage

OPEN = "open"


@dataclass
class WaitingAsk:
    """An ask, and who waits for its answer."""

    document: dict[str, Any]
    panel: str
    future: asyncio.Future[WireMessage] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class DeskLine:
    """Asks and their answers; `opening` returns what a new desk has to open, None if there is no table."""

    def __init__(self, events: EventLog, memory: float, opening: Callable[[], dict[str, Any] | None]) -> None:
        self.events, self.memory, self.opening = events, memory, opening
        self.child: ChildProcess | None = None
        self.waiting: dict[str, WaitingAsk] = {}  # by panel, oldest first
        self.current: WaitingAsk | None = None
        self.was_interrupted = False
        self.more = asyncio.Event()
        self.number = 0

    async def ask(self, document: dict[str, Any], lang: str, panel: str = "") -> WireMessage:
        """The answer of the desk; asks without a panel never replace each other."""
        self.number += 1
        one = WaitingAsk({**document, "id": self.number, "lang": lang}, panel or f"#{self.number}")
        if (older := self.waiting.pop(one.panel, None)) is not None:
            older.fail(StudioError("studio.superseded"))
        elif self.current is not None and self.current.panel == one.panel and self.child is not None:
            await self.child.send({"what": "stop", "id": self.current.document["id"]})
        self.waiting[one.panel] = one
        self.more.set()
        return await one.future

    async def run(self) -> None:
        """Carry out asks until the task is cancelled."""
        while True:
            while not self.waiting:
                self.more.clear()
                if self.child is None:
                    await self._ready()  # so that the first ask does not wait for imports
                await self.more.wait()
            self.current = self.waiting.pop(next(iter(self.waiting)))
            try:
                await self._carry_out(self.current)
            except Exception as error:
                self.current.fail(error)
            self.current = None

    async def _carry_out(self, one: WaitingAsk) -> None:
        child = await self._ready(is_opening=one.document["what"] == OPEN)
        answer = None if child is None else await self._exchange(child, one.document)
        if answer is None:
            self.child = None
            key = "studio.interrupted" if self.was_interrupted else "studio.desk_ended"
            self.was_interrupted = False
            self.events.tell("worker", state="ended")
            raise StudioError(key)
        if (error := answer.document.get("error")) is not None:
            if error["key"] == "studio.memory":  # not all of what was allocated comes back
                self.close()
                self.child = None
            raise ChildError(error["key"], error["text"], error["code"])
        if not one.future.done():
            one.future.set_result(answer)

    async def _ready(self, is_opening: bool = False) -> ChildProcess | None:
        """The desk, started and with the table of the session."""
        if self.child is not None and self.child.is_running:
            return self.child
        self.child = await ChildProcess.start("desk")
        await self.child.send({"what": "start", "memory": self.memory, "id": 0})
        opening = None if is_opening else self.opening()
        if opening is not None:
            await self._exchange(self.child, {"what": OPEN, "id": 0, "lang": "en", **opening})
        return self.child

    async def _exchange(self, child: ChildProcess, document: dict[str, Any]) -> WireMessage | None:
        await child.send(document)
        while (answer := await child.receive()) is not None:
            if answer.document.get("state") is not None:
                self.events.tell("worker", state=answer.document["state"])
            elif answer.document.get("id") == document["id"]:
                return answer
        await child.ended()
        return None

    def interrupt(self) -> None:
        """Kill the desk: whoever waits for it hears of it at once."""
        if self.child is not None and self.current is not None:
            self.was_interrupted = True
            self.child.kill()

    def close(self) -> None:
        """End the desk."""
        with suppress(ProcessLookupError):
            if self.child is not None:
                self.child.kill()
