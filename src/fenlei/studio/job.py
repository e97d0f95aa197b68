"""The program of a job: one comparison in a process of its own, which is killed to cancel it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from fenlei.serving.faults import document_of
from fenlei.studio.desk import finite, own_output, send
from fenlei.studio.facts import plan_options, reading_options, source_path
from fenlei.studio.wire import WireMessage, read_message

NICE = 5
REPORT = "report.html"


def serve() -> None:
    """Carry out the job that comes first; then names of models to skip may come."""
    output = own_output()
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    order, skipped = read_message(sys.stdin.buffer).document, set[str]()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, skipped), daemon=True).start()
    try:
        found = compared(order, output, skipped)
    except Exception as error:
        failed = document_of(error, order["lang"])["error"]
        send(output, WireMessage({"event": "failed", "error": failed}))
    else:
        send(output, WireMessage({"event": "done", **finite(found)}))
    os._exit(0)  # a thread still waits for the input


def _listen(source: IO[bytes], skipped: set[str]) -> None:
    with suppress(EOFError, OSError, ValueError):
        while True:
            document = read_message(source).document
            if document["what"] == "skip":
                skipped.add(document["model"])
    os._exit(0)


def compared(order: Mapping[str, Any], output: IO[bytes], skipped: set[str]) -> dict[str, Any]:
    """Compare, write result, best model and report; what the page has to know of it."""
    from fenlei.report import write_report
    from fenlei.study import Progress, compare

    def tell(progress: Progress) -> None:
        event = "fold" if progress.model else "start"
        send(output, WireMessage(finite({"event": event, **progress._asdict()})))

    folder, source, plan = Path(order["folder"]), order["source"], order["plan"]
    set_aside(folder, order["target"])
    with _compiling_told(output):
        result = compare(
            source_path(source),
            order["target"],
            task=order["task"],
            **plan_options(plan),
            out=folder,
            progress=tell,
            skip=lambda: frozenset(skipped),
            lang=source["data_lang"] if source["kind"] == "bundled" else order["lang"],
            **reading_options(order["reading"]),
        )
    write_report(result, folder / REPORT, order["lang"])
    return {"best": result["best"], "seconds": result["seconds"]}


def set_aside(folder: Path, target: str | None) -> None:
    """An earlier result of another target is kept beside, so that it is not in the way."""
    import json

    path = folder / "result.json"
    with suppress(OSError, ValueError, LookupError, TypeError):
        earlier = json.loads(path.read_text("utf-8"))["data"]["schema"]["target"]["name"]
        if earlier != target:
            path.replace(folder / "result-before.json")


def _compiling_told(output: IO[bytes]) -> Any:
    from numba.core import event

    from fenlei.kernels.notice import LOGGER

    LOGGER.disabled = True

    class JobListener(event.Listener):
        is_told = False

        def on_start(self, _: object) -> None:
            if not self.is_told:
                self.is_told = True
                send(output, WireMessage({"event": "compiling"}))

        def on_end(self, _: object) -> None: ...

    return event.install_listener("numba:compile", JobListener())
