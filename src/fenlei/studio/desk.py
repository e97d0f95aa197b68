"""The program of the desk: it holds the table and the models, and answers one ask after another.

A thread reads the input, so that an ask can learn that a newer one waits (`facts.is_stale`), and so that the
process ends when the server does. What the desk may allocate is limited by the system, where it can.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import FenleiError
from fenlei.serving.faults import document_of
from fenlei.studio.asks import answer_ask
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import sentence
from fenlei.studio.wire import RawArray, WireMessage, pack, read_message


def serve() -> None:
    """Answer asks until the input ends."""
    output = own_output()
    facts = DeskFacts()
    asks: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asks, facts), daemon=True).start()
    send(output, WireMessage({"state": "ready"}))
    with _compiling_told(output):
        while True:
            ask = asks.get()
            send(output, answered(facts, ask))


def _listen(source: IO[bytes], asks: SimpleQueue[dict[str, Any]], facts: DeskFacts) -> None:
    with suppress(EOFError, OSError, ValueError):
        while True:
            document = read_message(source).document
            if document["what"] == "start":
                _limit(document["memory"])
            elif document["what"] == "stop":
                facts.stopped = document["id"]
            else:
                asks.put(document)
    os._exit(0)


def _limit(memory: float) -> None:
    from fenlei.study.running.memory_limit import OVERHEAD, limit_memory

    limit_memory(memory + OVERHEAD)


def answered(facts: DeskFacts, ask: dict[str, Any]) -> WireMessage:
    """The answer to an ask, or the sentence that explains why there is none."""
    facts.lang, facts.current = ask.get("lang", "en"), ask["id"]
    try:
        found = answer_ask(facts, ask)
    except MemoryError:  # the server ends this desk
        return WireMessage({"id": ask["id"], "error": sentence("studio.memory", facts.lang)})
    except FenleiError as error:
        return WireMessage({"id": ask["id"], "error": document_of(error, facts.lang)["error"]})
    except Exception as error:  # a fault of ours: its traceback stays in the terminal
        traceback.print_exc()
        return WireMessage({"id": ask["id"], "error": document_of(error, facts.lang)["error"]})
    arrays = found.pop("arrays", {})
    return WireMessage({"id": ask["id"], "answer": finite(found)}, raw_arrays(arrays))


def raw_arrays(arrays: Mapping[str, NDArray[Any]]) -> dict[str, RawArray]:
    """Arrays as they go on the wire: little-endian, C order."""
    found = {}
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array)
        plain = plain.astype(plain.dtype.newbyteorder("<"), copy=False)
        written = plain.dtype.str.replace("|", "<").replace("=", "<")
        found[name] = RawArray(written, plain.shape, plain.tobytes())
    return found


def finite(value: object) -> Any:
    """Plain data with null for what is not a number.

    Examples
    --------
    >>> finite({"mean": float("nan"), "rows": (1, 2)})
    {'mean': None, 'rows': [1, 2]}
    """
    if isinstance(value, dict):
        return {str(name): finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    if isinstance(value, np.generic | np.ndarray):
        return finite(value.tolist())
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value


def own_output() -> IO[bytes]:
    """The pipe to the server; what a library prints goes to standard error instead."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


def send(output: IO[bytes], message: WireMessage) -> None:
    """Send a message; without a server there is nothing left to do."""
    try:
        output.write(pack(message))
        output.flush()
    except OSError:
        os._exit(0)


def _compiling_told(output: IO[bytes]) -> Any:
    """Tell the page when kernels are being compiled, and when that is over."""
    from numba.core import event

    from fenlei.kernels.notice import LOGGER

    LOGGER.disabled = True

    class DeskListener(event.Listener):
        depth = 0

        def on_start(self, _: object) -> None:
            self.depth += 1
            if self.depth == 1:
                send(output, WireMessage({"state": "compiling"}))

        def on_end(self, _: object) -> None:
            self.depth -= 1
            if self.depth == 0:
                send(output, WireMessage({"state": "busy"}))

    return event.install_listener("numba:compile", DeskListener())
