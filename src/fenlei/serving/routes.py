"""Routes without Starlette's own middleware, and documents as answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Router

from fenlei.serving.faults import RequestError
from fenlei.serving.guard import Message, Receive, Send

Lifespan = Callable[[object], AbstractAsyncContextManager[None]]


class Routes:
    """The routes of a service: exceptions reach the guard, which words them."""

    def __init__(
        self,
        routes: Sequence[BaseRoute],
        lifespan: Lifespan,
        missing: Callable[..., RequestError] | None = None,
    ) -> None:
        self.router = Router(routes, lifespan=lifespan)
        self.missing = missing or partial(RequestError, "serve.path")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        scope["app"] = self
        try:
            await self.router(scope, receive, send)
        except HTTPException as error:  # a path or a method that is not one of the routes
            path, method = scope["path"], scope["method"]
            if error.status_code != 405:
                raise self.missing(path=path) from None
            accepted = (error.headers or {}).get("Allow", "")
            raise RequestError("serve.method", method=method, path=path, accepted=accepted) from None


def as_json(document: object) -> Response:
    """A document in the answer's body."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(text.encode(), media_type="application/json")
