"""Errors of the page: a status, and one sentence in the language of the reader."""

from __future__ import annotations

from fenlei.errors import wording
from fenlei.messages import code, listed
from fenlei.serving.faults import STATUS as SERVED
from fenlei.serving.faults import RequestError

STATUS = SERVED | {  # of the others 409: not in this state
    "studio.token": 401,
    "studio.path": 404,
    "studio.no_file": 404,
    "studio.no_job": 404,
    "studio.column": 400,
    "studio.bytes": 413,
    "studio.memory": 413,
    "studio.ask": 400,
    "studio.field": 400,
    "studio.suffix": 422,
    "studio.desk_ended": 503,
}


class StudioError(RequestError):
    """A request of the page that cannot be answered."""

    @property
    def status(self) -> int:
        return STATUS.get(self.key, 409)


class ChildError(RequestError):
    """What a child process reported: its sentence is worded already."""

    def __init__(self, key: str, sentence: str, status: int) -> None:
        Exception.__init__(self, sentence)
        self.key, self.facts = key, {}
        self._status = status

    @property
    def status(self) -> int:
        return self._status

    def text(self, lang: str = "en") -> str:
        return str(self)


def field_error(name: str, given: object, *accepted: object) -> StudioError:
    """A field of a document that has another value than it can have."""
    return StudioError("studio.field", name=name, given=code(repr(given)[:80]), accepted=listed(*accepted))


def sentence(key: str, lang: str, **facts: object) -> dict[str, object]:
    """A message of ours as the page takes it."""
    return {"key": key, "text": wording(key, lang, **facts), "code": STATUS.get(key, 409)}
