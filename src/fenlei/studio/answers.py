"""What the routes under `/api` do: they move bytes between the page, the session, the desk and the job."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse

from fenlei import __version__
from fenlei.datasets.catalogue import describe
from fenlei.registry import POOLED, REGISTRY
from fenlei.serving.routes import as_json
from fenlei.studio.desk_line import OPEN, DeskLine
from fenlei.studio.events import EventLog
from fenlei.studio.faults import ChildError, StudioError, field_error
from fenlei.studio.jobs import JobRunner
from fenlei.studio.session import PLAN, READING, Session
from fenlei.studio.texts import texts_of
from fenlei.studio.uploads import RAW, check_type, label_of, read_document, receive_file, suffix_of
from fenlei.studio.wire import WireMessage, pack

# What can be downloaded, by its fixed name, beside NAME.fenlei of a model.
FILES = (
    "report.html",
    "result.json",
    "best.fenlei",
    "predictions.csv",
    "decision.json",
    "decision.fenlei",
    "costs.csv",
    "tree.fenlei",
    "working.html",
)
JOBS = ("compare", "predict")
MODELS = REGISTRY | POOLED
SUPERSEDED = "studio.superseded"


class StudioLimits(NamedTuple):
    """What the page may ask for."""

    upload: int = 500 << 20  # bytes
    memory: float = float(2 << 30)  # bytes of the desk


class StudioAnswers:
    """The state of a Studio, and what each route does with it."""

    def __init__(self, session: Session, limits: StudioLimits, lang: str) -> None:
        self.session, self.limits, self.lang = session, limits, lang
        self.events = EventLog()
        self.desk = DeskLine(self.events, limits.memory, self.opening)
        self.jobs = JobRunner(session, self.events, self.job_finished)
        self.stop: Callable[[], None] = lambda: None

    def opening(self) -> dict[str, Any] | None:
        """What a new desk has to open."""
        has_source = self.session["source"] is not None
        return self.session.opening() | {"folder": str(self.session.folder)} if has_source else None

    @asynccontextmanager
    async def lifespan(self, app: object) -> AsyncIterator[None]:
        """The desk works as long as the server does; no child is left."""
        line = asyncio.create_task(self.desk.run())
        opened = asyncio.create_task(self.reopen()) if self.session["source"] else None
        yield
        for task in (line, opened):
            if task is not None:
                task.cancel()
        self.close()

    def close(self) -> None:
        """End the streams and the children."""
        self.events.close()
        self.desk.close()
        if self.jobs.child is not None:
            self.jobs.child.kill()

    async def reopen(self) -> None:
        """Open the table of an earlier session, or the one that was named; a failure is kept for the page."""
        try:
            found = await self.open(self.session.declarations(), self.lang)
            self.session.change(target=found["declared"]["target"])
        except (StudioError, ChildError) as error:
            text = error.text(self.lang)
            self.session.fault = {"key": error.key, "text": text, "code": error.status}
        self.events.tell("table")

    async def open(
        self, declarations: dict[str, Any], lang: str, source: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Open a source with declarations; nothing of the session changes unless that works."""
        asked = {
            "what": OPEN,
            "folder": str(self.session.folder),
            "source": source or self.session["source"],
            "plan": self.session["plan"] if source is None else dict(PLAN),
            **declarations,
        }
        answer = await self.desk.ask(asked, lang)
        self.session.table, self.session.fault = answer.document["answer"], None
        return self.session.table or {}

    async def job_finished(self) -> None:
        """The desk reads the result that the job has written."""
        if self.session["source"] is not None and self.session["job"]["what"] == "compare":
            await self.desk.ask({"what": "result.reload", "plan": self.session["plan"]}, self.lang)

    # --- routes

    async def read_session(self, request: Request) -> Response:
        lang = request.scope["lang"]
        return as_json(
            self.session.public()
            | {
                "lang": lang,
                "texts": texts_of(lang),
                "version": __version__,
                "events": self.events.count,
                "datasets": describe(lang=lang),
                "models": models_of(lang),
                "limits": {"upload": self.limits.upload},
            }
        )

    async def read_events(self, request: Request) -> Response:
        number = request.query_params.get("after", "0")
        if not number.isdecimal():
            raise field_error("after", number, "0")
        return StreamingResponse(self.events.lines(int(number)), media_type="application/x-ndjson")

    async def put_table(self, request: Request) -> Response:
        """Take a file, or a bundled data set; the table before stays until the new one is open."""
        self._require_no_job()
        lang = request.scope["lang"]
        fresh: dict[str, Any] = {"target": None, "task": None, "reading": {}}
        if "name" not in request.query_params:
            document = await read_document(request)
            fresh["target"] = document.get("target")
            source = bundled(document)
        else:
            label = request.query_params["name"]
            suffix = suffix_of(label)
            path = self.session.folder / f"incoming{suffix}"
            await receive_file(request, path, self.limits.upload)
            source = {"kind": "upload", "path": str(path), "label": label_of(label), "data_lang": "en"}
        try:
            found = await self.open(fresh, lang, source)
        except Exception:
            if source["kind"] == "upload":
                Path(source["path"]).unlink(missing_ok=True)
            raise
        if source["kind"] == "upload":
            source["path"] = str(Path(source["path"]).replace(path.with_name(f"table{suffix}")))
            await self.desk.ask({"what": "moved", "path": source["path"]}, lang)
        self.session.change(
            source=source, past=[], plan=dict(PLAN), job=None, decision=None, **fresh | found["declared"]
        )
        self.events.tell("table")
        return as_json(self.session.public())

    async def patch_schema(self, request: Request) -> Response:
        """Change what columns are; the answer says what became of them."""
        self._require_no_job()
        lang, document = request.scope["lang"], await read_document(request)
        if self.session["source"] is None:
            raise StudioError("studio.no_table")
        if document.get("undo"):
            if not self.session["past"]:
                raise field_error("undo", True, False)
            await self.open(self.session["past"][-1], lang)
            self.session.undo()
        else:
            wanted = declarations_of(document, self.session.declarations())
            await self.open(wanted, lang)
            self.session.declare(**wanted)
        self.events.tell("table")
        return as_json(self.session.public())

    async def read_rows(self, request: Request) -> Response:
        query = request.query_params
        start, count = (query.get(name, default) for name, default in (("start", "0"), ("count", "50")))
        if not (start.isdecimal() and count.isdecimal()):
            raise field_error("start", start, "0")
        asked = {"what": "rows", "start": int(start), "count": int(count)}
        return await self._newest(asked, request.scope["lang"], "rows")

    async def post_job(self, request: Request) -> Response:
        """Start a comparison with the plan that came, or predict the file that was put."""
        lang, document = request.scope["lang"], await read_document(request)
        what = document.get("what")
        if what not in JOBS:
            raise field_error("what", what, *JOBS)
        if self.session["source"] is None and what == "compare":
            raise StudioError("studio.no_table")
        options = (
            self._compare_options(document) if what == "compare" else self._predict_options(document, lang)
        )
        return as_json(await self.jobs.start(what, options, lang))

    def _compare_options(self, document: dict[str, Any]) -> dict[str, Any]:
        given = document.get("plan", {})
        if not isinstance(given, dict) or set(given) - set(PLAN):
            raise field_error("plan", given, *PLAN)
        check_parameters(given.get("params", {}))
        plan = self.session["plan"] | given
        self.session.change(plan=plan)
        return self.session.opening() | {"folder": str(self.session.folder)}

    def _predict_options(self, document: dict[str, Any], lang: str) -> dict[str, Any]:
        name = document.get("model", "best")
        if name not in ("best", "decision") and name not in MODELS:
            raise field_error("model", name, "best", "decision")
        folder = self.session.folder
        model = folder / (f"models/{name}.fenlei" if name in MODELS else f"{name}.fenlei")
        files = sorted(folder.glob("new.*"))
        if not files or not model.exists():
            raise StudioError("studio.no_file", name=model.name if files else "new.*")
        words = ["predict", str(model), str(files[0]), "--out", str(folder / "predictions.csv")]
        return {
            "model": name,
            "arguments": [*words, "--lang", lang, *(["--proba"] if document.get("proba") else [])],
        }

    async def put_new(self, request: Request) -> Response:
        """Take a file whose rows are to be predicted."""
        self._require_no_job()
        label = request.query_params.get("name", "")
        suffix = suffix_of(label)
        for old in self.session.folder.glob("new.*"):
            old.unlink()
        path = self.session.folder / f"new{suffix}"
        size = await receive_file(request, path, self.limits.upload)
        return as_json({"label": label_of(label), "bytes": size})

    async def delete_job(self, request: Request) -> Response:
        await self.jobs.cancel(_number(request))
        return as_json(self.session["job"])

    async def delete_model(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in MODELS:
            raise field_error("model", name, "best")
        await self.jobs.skip(_number(request), name)
        return as_json({"skipped": name})

    async def post_ask(self, request: Request) -> Response:
        document = await read_document(request)
        panel = document.pop("panel", "")
        if not isinstance(panel, str) or not isinstance(document.get("what"), str):
            raise field_error("what", document.get("what"), "")
        if document["what"] in (
            OPEN,
            "moved",
            "result.reload",
            "start",
            "stop",
        ):  # which only the server says
            raise StudioError("studio.ask", name=document["what"])
        return await self._newest(document, request.scope["lang"], panel[:80])

    async def _newest(self, document: dict[str, Any], lang: str, panel: str) -> Response:
        """The answer of the desk; an ask that a newer one has replaced is no error of anybody."""
        try:
            return answered(await self.desk.ask(document, lang, panel))
        except (StudioError, ChildError) as error:
            if error.key != SUPERSEDED:
                raise
            return as_json({"superseded": True})

    async def delete_ask(self, request: Request) -> Response:
        """Do not wait for the desk any longer."""
        check_type(request, "")
        self.desk.interrupt()
        return as_json({})

    async def post_decision(self, request: Request) -> Response:
        document = await read_document(request)
        answer = await self.desk.ask({"what": "decision.keep", **document}, request.scope["lang"])
        self.session.change(decision=answer.document["answer"]["decision"])
        return answered(answer)

    async def read_code(self, request: Request) -> Response:
        return answered(await self.desk.ask({"what": "code"}, request.scope["lang"]))

    async def read_file(self, request: Request) -> Response:
        """One of the fixed names."""
        name = request.path_params["name"]
        folder = self.session.folder
        if name not in FILES:
            if not name.endswith(".fenlei") or name.removesuffix(".fenlei") not in MODELS:
                raise StudioError("studio.path", path=request.scope["path"])
            folder = folder / "models"
        if not (folder / name).is_file():
            raise StudioError("studio.no_file", name=name)
        return FileResponse(folder / name, media_type=RAW, filename=name)

    async def post_stop(self, request: Request) -> Response:
        check_type(request, "application/json")
        asyncio.get_running_loop().call_later(0.1, self.stop)
        return as_json({"stopped": True})

    def _require_no_job(self) -> None:
        if self.jobs.is_running:
            raise StudioError("studio.busy")


def answered(message: WireMessage) -> Response:
    """An answer of the desk: JSON, or with arrays the bytes of the wire."""
    document = message.document["answer"]
    if not message.arrays:
        return as_json(document)
    return Response(pack(WireMessage(document, message.arrays)), media_type=RAW)


def bundled(document: dict[str, Any]) -> dict[str, Any]:
    """A bundled data set, in one of two languages."""
    name, lang = document.get("dataset"), document.get("data_lang", "en")
    names = [entry["name"] for entry in describe()]
    if name not in names:
        raise field_error("dataset", name, *names)
    if lang not in ("en", "zh"):
        raise field_error("data_lang", lang, "en", "zh")
    return {"kind": "bundled", "path": name, "label": name, "data_lang": lang}


def declarations_of(document: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """The declarations that a document changes."""
    wanted = {name: document.get(name, before[name]) for name in ("target", "task", "reading")}
    reading = wanted["reading"]
    if not isinstance(reading, dict) or set(reading) - set(READING):
        raise field_error("reading", reading, *READING)
    if wanted["task"] not in (None, "classification", "regression"):
        raise field_error("task", wanted["task"], "classification", "regression")
    return wanted


def check_parameters(params: object) -> None:
    """Parameters by model, each a plain value; what they mean is found out by the job."""
    plain = (str, int, float, bool, list, type(None))
    is_good = isinstance(params, dict) and all(
        name in REGISTRY
        and isinstance(given, dict)
        and all(key.isidentifier() and isinstance(value, plain) for key, value in given.items())
        for name, given in params.items()
    )
    if not is_good:
        raise field_error("params", params, '{"svc": {"C": 10}}')


def models_of(lang: str) -> list[dict[str, Any]]:
    """Classifiers, regressions and pools of them, as the page lists them."""
    found: Iterable[Any] = (entry for entry in MODELS.values() if entry.kind in ("classifier", "regressor"))
    return [
        {
            "name": entry.name,
            "label": entry.label_zh if lang == "zh" else entry.label_en,
            "kind": entry.kind,
            "compare": entry.compare,
            "pooled": entry.name in POOLED,
        }
        for entry in found
    ]


def _number(request: Request) -> int:
    given = request.path_params["number"]
    if not given.isdecimal():
        raise field_error("job", given, "1")
    return int(given)
