"""The routes of the Studio, as a Starlette application behind its guard."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from fenlei.serving.routes import Routes
from fenlei.studio.answers import StudioAnswers
from fenlei.studio.faults import StudioError
from fenlei.studio.guard import StudioGuard

STATIC = Path(__file__).parent / "static"
TOKENS = Path(__file__).parents[1] / "report" / "templates" / "tokens.css"  # colours and fonts of the report


async def page(request: Request) -> Response:
    """The page; there is nothing in it that is the user's."""
    return FileResponse(STATIC / "index.html", media_type="text/html")


async def tokens(request: Request) -> Response:
    """Colours and fonts, which the report and the page share."""
    return FileResponse(TOKENS, media_type="text/css")


def make_studio(answers: StudioAnswers, hosts: Iterable[str], token: str) -> StudioGuard:
    """The Studio as an ASGI application; see `Guard` for `hosts` and `token`."""
    routes = [
        Route("/", page, methods=["GET"]),
        Route("/static/tokens.css", tokens, methods=["GET"]),
        Mount("/static", StaticFiles(directory=STATIC)),
        Route("/api/session", answers.read_session, methods=["GET"]),
        Route("/api/events", answers.read_events, methods=["GET"]),
        Route("/api/table", answers.put_table, methods=["PUT"]),
        Route("/api/schema", answers.patch_schema, methods=["PATCH"]),
        Route("/api/rows", answers.read_rows, methods=["GET"]),
        Route("/api/new", answers.put_new, methods=["PUT"]),
        Route("/api/jobs", answers.post_job, methods=["POST"]),
        Route("/api/jobs/{number}", answers.delete_job, methods=["DELETE"]),
        Route("/api/jobs/{number}/models/{name}", answers.delete_model, methods=["DELETE"]),
        Route("/api/ask", answers.post_ask, methods=["POST"]),
        Route("/api/ask", answers.delete_ask, methods=["DELETE"]),
        Route("/api/decision", answers.post_decision, methods=["POST"]),
        Route("/api/code", answers.read_code, methods=["GET"]),
        Route("/api/files/{name}", answers.read_file, methods=["GET"]),
        Route("/api/stop", answers.post_stop, methods=["POST"]),
    ]
    application = Routes(routes, answers.lifespan, missing=partial(StudioError, "studio.path"))
    return StudioGuard(application, hosts, token, lang=answers.lang)
