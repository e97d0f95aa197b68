"""The process of the service: what is checked before it starts, and uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from fenlei.errors import UsageError
from fenlei.messages import foreign
from fenlei.serving.guard import Application, local_hosts

if TYPE_CHECKING:
    from fenlei.model_file import Model
    from fenlei.serving.limits import RequestLimits

LOOPBACK = ("127.0.0.1", "localhost", "::1")
BACKLOG = 256
SECONDS_TO_FINISH = 5  # that answers under way get when the service is told to stop


def require_web_packages() -> None:
    """One sentence if the extra `fenlei[serve]` is not installed."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise UsageError("serve.packages", package=error.name) from None


def serve(
    model: Model,
    *,
    name: str = "model",
    host: str = "127.0.0.1",
    port: int = 8000,
    token: str = "",
    limits: RequestLimits | None = None,
    lang: str = "en",
    ready: Callable[[str], None] = print,
) -> None:
    """Answer requests until a signal ends the process; `ready` receives the address once it is bound."""
    require_web_packages()
    if host not in LOOPBACK and not token:
        raise UsageError("serve.open_host", host=host)
    from fenlei.serving.app import make_app

    bound = bind(host, port)
    port = bound.getsockname()[1]
    hosts = local_hosts(port) if host in LOOPBACK else ()
    app = make_app(model, name=name, hosts=hosts, token=token, limits=limits, lang=lang)
    shown = f"[{host}]" if ":" in host else host
    ready(f"http://{shown}:{port}")
    run(app, bound)


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; port 0 is any free one.

    asyncio switches Nagle's algorithm off only where the protocol is named; with it the body of an answer
    waits 40 ms for the client's acknowledgement of the headers.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        reason = foreign(error.strerror or str(error))
        raise UsageError("serve.address", host=host, port=port, reason=reason) from None
    bound.listen(BACKLOG)
    return bound


def run(app: Application, bound: socket.socket) -> None:
    """uvicorn on a socket that is bound already: no access log, no header that names the server."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        backlog=BACKLOG,
        ws="none",
    )
    server = uvicorn.Server(config)
    server.run(sockets=[bound])
    if server.started:  # only a signal ends it, which asyncio may have taken for itself
        raise KeyboardInterrupt
