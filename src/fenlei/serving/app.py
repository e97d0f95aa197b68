"""The routes of the service, as a Starlette application behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from fenlei import __version__
from fenlei.model_file import Model
from fenlei.serving.answers import AnswerOptions, Worker, answer, column_facts
from fenlei.serving.bodies import flag, read_body
from fenlei.serving.description import describe
from fenlei.serving.faults import RequestError
from fenlei.serving.guard import Guard
from fenlei.serving.limits import RequestLimits
from fenlei.serving.routes import Routes, as_json


class Service:
    """The routes of one model."""

    def __init__(self, model: Model, name: str, limits: RequestLimits, has_token: bool) -> None:
        assert model.schema is not None
        self.model, self.limits, self.worker = model, limits, Worker(limits.seconds)
        columns = column_facts(model.schema)
        target = model.schema.target
        self.facts = {
            "fenlei": __version__,
            "model": name,
            "estimator": type(model.estimator).__name__,
            "target": target and target.name,
            "columns": columns,
        }
        self.openapi = describe(name, __version__, columns, has_token)

    async def predict(self, request: Request) -> Response:
        query = request.query_params
        wanted = AnswerOptions(
            proba=flag(query, "proba", True),
            explain=flag(query, "explain", False),
            ignore_extra=flag(query, "ignore_extra", False),
            lang=request.scope["lang"],
        )
        headers = request.headers
        kind, length = headers.get("content-type", ""), headers.get("content-length", "")
        try:
            body = await read_body(request.stream(), kind, length, self.limits)
        except ClientDisconnect:
            raise RequestError("serve.cut_off") from None
        found = await self.worker.run(partial(answer, self.model, body, wanted, self.limits))
        return as_json(found)

    async def health(self, request: Request) -> Response:
        return as_json({"status": "ok"})

    async def version(self, request: Request) -> Response:
        return as_json(self.facts)

    async def description(self, request: Request) -> Response:
        return as_json(self.openapi)

    @asynccontextmanager
    async def lifespan(self, app: object) -> AsyncIterator[None]:
        yield
        self.worker.close()


def make_app(
    model: Model,
    *,
    name: str = "model",
    hosts: Iterable[str] = (),
    token: str = "",
    limits: RequestLimits | None = None,
    lang: str = "en",
) -> Guard:
    """The service of `model` as an ASGI application; see `Guard` for `hosts` and `token`."""
    limits = limits or RequestLimits()
    service = Service(model, name, limits, bool(token))
    routes = [
        Route("/predict", service.predict, methods=["POST"]),
        Route("/health", service.health, methods=["GET"]),
        Route("/version", service.version, methods=["GET"]),
        Route("/openapi.json", service.description, methods=["GET"]),
    ]
    return Guard(Routes(routes, service.lifespan), hosts, token, requests=limits.requests, lang=lang)
