"""Requests to an application inside this process."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any

import httpx


class Client:
    """Requests one after another, each in a loop of its own; the host is 127.0.0.1:8000."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        async def end() -> None:
            async with self.app.app.router.lifespan_context(self.app):
                pass

        asyncio.run(end())

    def request(self, method: str, path: str, **sent: Any) -> httpx.Response:
        async def once() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
                return await client.request(method, path, **sent)

        return asyncio.run(once())

    def get(self, path: str, **sent: Any) -> httpx.Response:
        return self.request("GET", path, **sent)

    def post(self, path: str, **sent: Any) -> httpx.Response:
        return self.request("POST", path, **sent)

    def options(self, path: str, **sent: Any) -> httpx.Response:
        return self.request("OPTIONS", path, **sent)
