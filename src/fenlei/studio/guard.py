"""Who may use the page: this machine, this page, and who has the token.

The token is 256 random bits. It stands in the fragment of the address, which no browser sends, logs or
passes on in a Referer; the page keeps it for its tab and sends it with every call. There is no cookie, so
another site that makes a browser call the Studio has nothing to use. `/` and `/static` hold nothing of the
user and need no token.
"""

from __future__ import annotations

from fenlei.serving.guard import HEADERS, Guard, Message
from fenlei.studio.faults import StudioError

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_OWN = {b"cache-control", b"content-security-policy"}  # names that have other values here
PAGE_HEADERS = (
    *((name, value) for name, value in HEADERS if name not in _OWN),
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
NO_STORE = (b"cache-control", b"no-store")
REVALIDATE = (b"cache-control", b"no-cache")  # of the page's own files, which have an ETag


class StudioGuard(Guard):
    """The guard of a service, with a page in front of it."""

    headers = PAGE_HEADERS

    def _check(self, scope: Message, headers: dict[str, str]) -> None:
        self._check_host(headers)
        path, method = scope["path"], scope["method"]
        if method == "OPTIONS":  # no page of another site gets an answer to its preflight
            raise StudioError("serve.method", method=method, path=path, accepted="GET")
        if path == "/":
            return
        self._check_origin(headers)
        if path.startswith("/static/"):
            return
        if not self._has_token(headers):
            raise StudioError("studio.token")
        if self.under_way > self.requests:
            raise StudioError("serve.busy", count=self.requests)

    def headers_of(self, scope: Message) -> tuple[tuple[bytes, bytes], ...]:
        is_file = scope["path"] == "/" or scope["path"].startswith("/static/")
        return (*self.headers, REVALIDATE if is_file else NO_STORE)
