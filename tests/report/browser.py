"""A small Chromium driver: opens a page, listens for errors and requests, presses keys, takes pictures.

It speaks the DevTools protocol over a pipe, so it needs no package. By hand:

    python -m tests.report.browser report.html picture.png --dark --width 1200
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
]
# Chromium reads commands from descriptor 3 and writes answers to 4. Copies above 10 first, so that neither
# dup2 closes what the other still needs.
HAND_OVER = """
import fcntl, os, sys
reader, writer = (fcntl.fcntl(int(pipe), fcntl.F_DUPFD, 10) for pipe in sys.argv[1:3])
os.dup2(reader, 3)
os.dup2(writer, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
PATIENCE = 60.0  # seconds for one answer
ERRORS = {"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"}


def chromium() -> str | None:
    """The path of a Chromium on this machine, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Page:
    """One open page. `errors` and `requests` collect what Chromium reports about it."""

    def __init__(self, writer: int, reader: int) -> None:
        self._writer, self._reader, self._buffer, self._id = writer, reader, b"", 0
        self._session: str | None = None
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._events: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one command and wait for its answer, taking note of the events that come before it."""
        self._id += 1
        message: dict[str, Any] = {"id": self._id, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def open(self, path: Path) -> None:
        """Load a file and wait until it is there."""
        self._events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while "Page.loadEventFired" not in self._events:
            self._receive()

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key such as "Tab" or "Enter"."""
        text = {"Enter": "\r"}.get(key, "")
        press = {"key": key, "code": key, "windowsVirtualKeyCode": {"Enter": 13, "Tab": 9}[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **press)
        self.call("Input.dispatchKeyEvent", type="keyUp", **press)

    def show(self, *, dark: bool = False, width: int = 1200, medium: str = "", scale: float = 1) -> None:
        """Choose the colour scheme, the window's width and the medium."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=medium, features=[scheme])
        size = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def picture(self, path: Path, *, top: int = 0, height: int | None = None) -> None:
        """Save the page from `top` down as a PNG, all of it or `height` pixels."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0,
            "y": top,
            "width": size["width"],
            "height": height or size["height"] - top,
            "scale": 1,
        }
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._reader], [], [], PATIENCE)[0]:
                raise TimeoutError("Chromium does not answer")
            part = os.read(self._reader, 1 << 20)
            if not part:
                raise RuntimeError("Chromium closed the pipe")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, params: dict[str, Any]) -> None:
        self._events.append(method)
        if method in ERRORS:
            self.errors.append(json.dumps(params))
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])


@contextmanager
def browser() -> Iterator[Page]:
    """A headless Chromium with an empty profile and one page, closed at the end."""
    program = chromium()
    assert program, "no Chromium"
    their_reader, writer = os.pipe()
    reader, their_writer = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        pipes = [str(their_reader), str(their_writer)]
        process = subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, *pipes, program, *QUIET, f"--user-data-dir={profile}"],
            pass_fds=(their_reader, their_writer),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(their_reader)
        os.close(their_writer)
        try:
            yield Page(writer, reader)
        finally:
            process.terminate()
            process.wait(timeout=20)
            os.close(writer)
            os.close(reader)


def main() -> None:
    parser = argparse.ArgumentParser(description="Take a picture of a page.")
    parser.add_argument("page", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--width", type=int, default=1200)
    parser.add_argument("--top", type=int, default=0)
    parser.add_argument("--height", type=int)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--open", action="store_true", help="open every <details>")
    parser.add_argument("--pdf", type=Path, help="also print to this file")
    chosen = parser.parse_args()
    with browser() as page:
        page.show(dark=chosen.dark, width=chosen.width, scale=chosen.scale)
        page.open(chosen.page)
        if chosen.open:
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        page.picture(chosen.picture, top=chosen.top, height=chosen.height)
        if chosen.pdf:
            printed = page.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)
            chosen.pdf.write_bytes(base64.b64decode(printed["data"]))
        print("errors:", page.errors, "requests:", page.requests)


if __name__ == "__main__":
    main()
