"""The one job: a comparison, or the predictions of a new file, in a process of its own.

Cancelling kills the process. The finished folds are on the disk, so that the same plan continues from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import time
from typing import Any

from fenlei.studio.children import ChildProcess
from fenlei.studio.events import EventLog
from fenlei.studio.faults import StudioError, sentence
from fenlei.studio.session import Session

OFTEN = 1.0  # seconds between two writings of the session while folds arrive


class JobRunner:
    """Starts, watches and ends the job of a session."""

    def __init__(self, session: Session, events: EventLog, finished: Callable[[], Awaitable[None]]) -> None:
        self.session, self.events, self.finished = session, events, finished
        self.child: ChildProcess | None = None
        self.watching: asyncio.Task[None] | None = None
        self.outcome: dict[str, Any] = {}  # what the job says of its end, before its process has ended
        self.saved = 0.0

    @property
    def job(self) -> dict[str, Any]:
        """The job that runs or was run last."""
        found: dict[str, Any] | None = self.session["job"]
        if found is None:
            raise StudioError("studio.no_job")
        return found

    @property
    def is_running(self) -> bool:
        return self.child is not None

    async def start(self, what: str, options: dict[str, Any], lang: str) -> dict[str, Any]:
        """Start a job; a second one is refused while one runs."""
        if self.is_running:
            raise StudioError("studio.busy")
        last = self.session["job"]
        job = {
            "id": 1 + (last["id"] if last else 0),
            "what": what,
            "state": "running",
            "options": options,
            "started": time(),
            "seconds": 0.0,
            "total": 0,
            "done": 0,
            "resumed": 0,
            "folds": [],
            "models": {},
            "note": None,
            "error": None,
        }
        self.session.change(job=job)
        self.outcome = {}
        if what == "predict":
            self.child = await ChildProcess.start_command(options["arguments"])
            self.watching = asyncio.create_task(self._watch_command(lang))
        else:
            self.child = await ChildProcess.start("job")
            await self.child.send({"what": what, "lang": lang, **options})
            self.watching = asyncio.create_task(self._watch(lang))
        self._tell()
        return job

    async def cancel(self, number: int) -> None:
        """End the job and everything it has started."""
        if not self.is_running or self.job["id"] != number:
            raise StudioError("studio.no_job")
        self.job["state"] = "cancelled"
        assert self.child is not None
        self.child.kill()
        await self._end()

    async def skip(self, number: int, model: str) -> None:
        """Give up one model; the others continue."""
        if not self.is_running or self.job["id"] != number:
            raise StudioError("studio.no_job")
        assert self.child is not None
        await self.child.send({"what": "skip", "model": model})

    async def _end(self) -> None:
        """Wait for whoever watches the job to write the end."""
        if self.watching is not None:
            await asyncio.wait([self.watching], timeout=2.0)

    async def _watch(self, lang: str) -> None:
        assert self.child is not None
        while (message := await self.child.receive()) is not None:
            self._take(message.document)
        await self.child.ended()
        await self._finish(lang)

    async def _watch_command(self, lang: str) -> None:
        assert self.child is not None
        assert self.child.process.stdout is not None
        output = await self.child.process.stdout.read()
        code = await self.child.ended()
        if self.job["state"] == "running":
            said = output.decode("utf-8", "replace").strip().splitlines()
            if code == 0:
                self.outcome = {"state": "done", "note": "\n".join(said) or None}
            else:
                text = (said[-1:] or [""])[0].removeprefix("fenlei: ")
                failed = {"key": "studio.command", "text": text, "code": 422}
                self.outcome = {"state": "failed", "error": failed}
        await self._finish(lang)

    def _take(self, document: dict[str, Any]) -> None:
        """An event of the job."""
        job, event = self.job, document.pop("event")
        job["seconds"] = time() - job["started"]
        if event in ("done", "failed"):
            self.outcome = {"state": event, **document}
        elif event == "compiling":
            self.events.tell("worker", state="compiling")
        else:
            job |= {name: document[name] for name in ("total", "done", "resumed")}
            model = document["model"]
            if model:
                facts = {name: document[name] for name in ("is_last", "score", "reason", "metric")}
                job["models"][model] = facts
            if document.get("fold"):
                job["folds"].append({"model": model, **document["fold"]})
            self.events.tell("fold", **document)
            self._save_often()

    def _save_often(self) -> None:
        if time() - self.saved > OFTEN:
            self.saved = time()
            self.session.save()

    async def _finish(self, lang: str) -> None:
        """Write how the job ended; one that says nothing was ended by the system."""
        self.child = None
        job = self.job
        job["seconds"] = time() - job["started"]
        if job["state"] == "running":
            job |= self.outcome or {"state": "failed", "error": sentence("studio.job_ended", lang)}
        self.session.save()
        with suppress(Exception):
            await self.finished()
        self._tell()

    def _tell(self) -> None:
        self.events.tell("job", job=self.job)

    async def close(self) -> None:
        """End the job; the session keeps that it can be resumed."""
        if self.child is not None:
            if self.job["state"] == "running":
                self.job["state"] = "cancelled"
            self.child.kill()
            self.session.save()
