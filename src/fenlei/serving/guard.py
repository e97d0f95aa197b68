"""Who may ask: the guard in front of every route, as an ASGI application around another.

A browser lets any page send requests to 127.0.0.1. Such a request has the name of another host in `Host`
(a name that was rebound to 127.0.0.1), in `Origin` or, in words, in `Sec-Fetch-Site`; all three are refused.
No CORS header is ever sent, so that no page reads an answer. With a token every request but `/health` needs
`Authorization: Bearer TOKEN`; it is compared in a time that does not depend on where it differs.
"""

from __future__ import annotations

import hmac
import json
import traceback
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from fenlei.serving.faults import RequestError, document_of, language_of, status_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

HEADERS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)


class Guard:
    """Refuses what may not ask, answers every exception with a sentence, and counts requests.

    Parameters
    ----------
    app : ASGI application
    hosts : iterable of str
        The accepted values of `Host`, such as "127.0.0.1:8000"; empty accepts any, which only a token makes
        safe.
    token : str
        Empty for none.
    open_paths : iterable of str
        Paths that need no token.
    requests : int
        Requests that may be under way.
    lang : {"en", "zh"}
        The language of answers to clients that ask for none.
    """

    headers: tuple[tuple[bytes, bytes], ...] = HEADERS

    def __init__(
        self,
        app: Application,
        hosts: Iterable[str] = (),
        token: str = "",
        *,
        open_paths: Iterable[str] = ("/health",),
        requests: int = 256,
        lang: str = "en",
    ) -> None:
        self.app, self.hosts, self.token = app, frozenset(hosts), token.encode()
        self.open_paths, self.requests, self.lang = frozenset(open_paths), requests, lang
        self.under_way = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        lang = scope["lang"] = language_of(headers.get("accept-language", ""), self.lang)
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *self.headers_of(scope)]
            await send(message)

        self.under_way += 1
        try:
            self._check(scope, headers)
            await self.app(scope, receive, send_guarded)
        except Exception as error:
            if status_of(error) == 500:
                traceback.print_exception(error)
            if not started:
                await send_error(send_guarded, error, lang)
        finally:
            self.under_way -= 1

    def headers_of(self, scope: Message) -> tuple[tuple[bytes, bytes], ...]:
        """The headers that every answer to such a request has."""
        return self.headers

    def _check(self, scope: Message, headers: dict[str, str]) -> None:
        """Raise what is wrong with who asks."""
        self._check_host(headers)
        self._check_origin(headers)
        if scope["path"] in self.open_paths:
            return
        if not self._has_token(headers):
            raise RequestError("serve.token")
        if self.under_way > self.requests:
            raise RequestError("serve.busy", count=self.requests)

    def _check_host(self, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if self.hosts and host not in self.hosts:
            raise RequestError("serve.host", host=host)

    def _check_origin(self, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if origin not in (None, f"http://{host}", f"https://{host}") or site not in ("none", "same-origin"):
            raise RequestError("serve.origin", origin=origin or site)

    def _has_token(self, headers: dict[str, str]) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return not self.token or (scheme.lower() == "bearer" and _equal(given, self.token))


def _equal(given: str, token: bytes) -> bool:
    return hmac.compare_digest(given.strip().encode("latin-1"), token)


async def send_error(send: Send, error: BaseException, lang: str) -> None:
    """Answer with the status and the sentence of `error`."""
    body = json.dumps(document_of(error, lang), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status_of(error) == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status_of(error) in (408, 413):
        headers.append((b"connection", b"close"))  # the rest of the body is not read
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def local_hosts(port: int) -> list[str]:
    """The values of `Host` by which a browser on this machine calls the service.

    Examples
    --------
    >>> local_hosts(8000)
    ['127.0.0.1:8000', 'localhost:8000', '[::1]:8000']
    """
    return [f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")]
