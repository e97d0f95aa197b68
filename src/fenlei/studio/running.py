"""The process of the Studio: a port on this machine, a token, the browser, and the end of everything."""

from __future__ import annotations

import secrets
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from fenlei.errors import UsageError
from fenlei.serving.guard import local_hosts
from fenlei.serving.running import bind

if TYPE_CHECKING:
    from fenlei.studio.answers import StudioLimits
    from fenlei.studio.session import Session

HOST = "127.0.0.1"
REDIRECT = (
    '<!DOCTYPE html><meta charset="utf-8"><title>fenlei</title>'
    '<meta http-equiv="refresh" content="0; url={address}">'
)
SECONDS_TO_FINISH = 1


def require_studio_packages() -> None:
    """One sentence if the extra `fenlei[studio]` is not installed."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise UsageError("studio.packages", package=error.name) from None


def run_studio(
    session: Session,
    limits: StudioLimits,
    *,
    port: int = 0,
    lang: str = "en",
    open_browser: bool = True,
    ready: Callable[[str], None] = print,
) -> None:
    """Serve the page until a signal, or the page, ends it; `ready` receives its address."""
    from fenlei.studio.answers import StudioAnswers
    from fenlei.studio.app import make_studio

    bound = bind(HOST, port)
    number = bound.getsockname()[1]
    token = secrets.token_urlsafe(32)
    address = f"http://{HOST}:{number}/#token={token}"
    answers = StudioAnswers(session, limits, lang)
    server = make_server(make_studio(answers, local_hosts(number), token), answers.close)
    answers.stop = server.stop
    folder = open_page(address) if open_browser else None
    ready(address)
    try:
        server.run(sockets=[bound])
        if server.interrupted:  # asyncio may have taken the signal for itself
            raise KeyboardInterrupt
    finally:
        if folder is not None:
            rmtree(folder, ignore_errors=True)


def make_server(app: Any, close: Callable[[], None]) -> Any:
    """uvicorn, which ends streams and children before it waits for connections."""
    import uvicorn

    class StudioServer(uvicorn.Server):
        interrupted = False

        def handle_exit(self, sig: int, frame: Any) -> None:
            self.interrupted = True
            close()
            super().handle_exit(sig, frame)

        def stop(self) -> None:
            """End as a signal would."""
            close()
            self.should_exit = True

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_keep_alive=60,
        ws="none",
    )
    return StudioServer(config)


def open_page(address: str) -> Path:
    """Open the browser through a file that only this user can read: the token is in no list of processes."""
    folder = Path(mkdtemp(prefix="fenlei-studio-"))  # 0700
    file = folder / "open.html"
    file.touch(mode=0o600)
    file.write_text(REDIRECT.format(address=address), encoding="utf-8")
    with suppress(webbrowser.Error):
        webbrowser.open(file.as_uri())
    return folder
