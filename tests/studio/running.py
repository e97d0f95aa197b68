"""A Studio as a user starts it: the command line in a process of its own, on a free port of this machine."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from fenlei.studio.wire import WireMessage, unpack

PATIENCE = 240.0  # seconds: machines that test are busy
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/#token=(\S+)")


class Reply(NamedTuple):
    """An answer: status, headers in lower case, body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    @property
    def message(self) -> WireMessage:
        return unpack(self.body)

    @property
    def key(self) -> str:
        """The key of an error."""
        return str(self.document["error"]["key"])


class RunningStudio:
    """A Studio and calls to it."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        command = [sys.executable, "-m", "fenlei", "studio", *arguments, "--no-browser"]
        self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        found = ADDRESS.search(line := self.process.stderr.readline())
        assert found is not None, line + self.process.stderr.read()
        self.port, self.token, self.folder = int(found[1]), found[2], folder
        self.address = found[0]
        self.compared: dict[str, Any] = {}  # the job that compared; later jobs take its place in the session

    def __enter__(self) -> RunningStudio:
        return self

    def __exit__(self, *_: object) -> None:
        self.interrupt()

    def call(
        self,
        method: str,
        path: str,
        document: object = None,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """One request; headers replace what the page would send, and leave out where empty."""
        sent = {"Authorization": f"Bearer {self.token}", "Accept-Language": "en"}
        if document is not None:
            body, sent["Content-Type"] = json.dumps(document).encode(), "application/json"
        elif body is not None:
            sent["Content-Type"] = "application/octet-stream"
        sent |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {name: value for name, value in sent.items() if value})
            answer = connection.getresponse()
            received = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, received, answer.read())
        finally:
            connection.close()

    def ask(self, what: str, **fields: object) -> Reply:
        return self.call("POST", "/api/ask", {"what": what, **fields})

    def session(self) -> Any:
        return self.call("GET", "/api/session").document

    def open(self, dataset: str, **fields: object) -> Any:
        """Open a bundled data set."""
        return self.call("PUT", "/api/table", {"dataset": dataset, **fields}).document

    def upload(self, content: bytes, name: str = "table.csv") -> Reply:
        return self.call("PUT", f"/api/table?name={name}", body=content)

    def run(self, **plan: object) -> Any:
        """Compare to the end; the job."""
        reply = self.call("POST", "/api/jobs", {"what": "compare", "plan": plan})
        assert reply.status == 200, reply.body
        return self.finished()

    def finished(self) -> Any:
        """The job once it is over."""
        return self.until(lambda: self.session()["job"], lambda job: job["state"] != "running")

    def until(self, look: Callable[[], Any], good: Callable[[Any], bool]) -> Any:
        """What `look` finds, once it is good."""
        deadline = time.monotonic() + PATIENCE
        while not good(found := look()):
            assert time.monotonic() < deadline, found
            time.sleep(0.05)
        return found

    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def desk(self) -> psutil.Process:
        """The process of the desk."""
        return next(
            child for child in self.children() if any("studio.desk" in word for word in child.cmdline())
        )

    def interrupt(self) -> tuple[int, float]:
        """Ctrl-C; the exit code, and the seconds until no process is left."""
        assert self.process.stderr is not None
        if self.process.poll() is not None:
            self.process.stderr.close()
            return self.process.returncode, 0.0
        children, start = self.children(), time.monotonic()
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(PATIENCE)
        finally:
            if self.process.poll() is None:
                self.process.kill()
        psutil.wait_procs(children, PATIENCE)
        taken = time.monotonic() - start
        self.process.stderr.close()
        return code, taken
