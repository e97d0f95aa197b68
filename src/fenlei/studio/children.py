"""A child process, its pipes and its end.

A child has its own session, so that Ctrl-C in the terminal is for the server alone; it ends when its input
does, so that nothing is left of a server that was killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from fenlei.studio.wire import LENGTHS, WireMessage, lengths, message_of, pack

# The child gets this process's import path, so that it finds the same modules.
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from fenlei.studio.{module} import serve; serve()"
)
# The command line as a child: it ends with its input, too.
COMMAND = (
    "import json, os, sys, threading; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start(); "
    "from fenlei.cli import main; main()"
)
LIMIT = 1 << 20  # of the buffer of a pipe


class ChildProcess:
    """A process that reads messages from its input and writes messages to its output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, module: str) -> Self:
        """A process that runs `serve` of a module of this package."""
        return cls(await _start(PROGRAM.format(module=module), ()))

    @classmethod
    async def start_command(cls, arguments: Sequence[str]) -> Self:
        """A process that runs `fenlei` with these arguments; its output is text, errors included."""
        return cls(await _start(COMMAND, arguments, asyncio.subprocess.STDOUT))

    async def send(self, document: dict[str, object]) -> None:
        """Send a message; a child that has ended receives nothing."""
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(pack(WireMessage(document)))
            await self.process.stdin.drain()

    async def receive(self) -> WireMessage | None:
        """The next message; None once the process has ended."""
        assert self.process.stdout is not None
        try:
            header, arrays = lengths(await self.process.stdout.readexactly(LENGTHS.size))
            return message_of(
                await self.process.stdout.readexactly(header), await self.process.stdout.readexactly(arrays)
            )
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            return None

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self.process.returncode is None

    def kill(self) -> None:
        """End the process and what it has started in its session, whatever it is doing."""
        if not self.is_running:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    async def ended(self) -> int:
        """The exit code, once the process has ended."""
        return await self.process.wait()


async def _start(
    program: str, arguments: Sequence[str], errors: int | None = None
) -> asyncio.subprocess.Process:
    """-P: nothing is imported from where the user happens to be."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-c",
        program,
        json.dumps(sys.path),
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=errors,
        limit=LIMIT,
        start_new_session=True,
    )
