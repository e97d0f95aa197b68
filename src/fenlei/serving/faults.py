"""Errors of a request: a status, and one sentence in the language of the client.

What the client did wrong about HTTP is a `RequestError`; the errors of tables and models keep their own
sentence, as on the command line. Whatever else happens is a fault of ours: 500, its traceback on standard
error, never in the answer.
"""

from __future__ import annotations

import re

from fenlei.errors import DataError, FenleiError, UsageError, wording
from fenlei.messages import LONGEST_PATH, cut

STATUS = {
    "serve.json": 400,
    "serve.rows": 400,
    "serve.query": 400,
    "serve.cut_off": 400,
    "serve.token": 401,
    "serve.origin": 403,
    "serve.path": 404,
    "serve.method": 405,
    "serve.slow_client": 408,
    "serve.bytes": 413,
    "serve.row_count": 413,
    "serve.working_count": 413,
    "serve.content_type": 415,
    "serve.host": 421,
    "serve.row": 422,
    "serve.value": 422,
    "serve.column": 422,
    "serve.slow_answer": 503,
    "serve.busy": 503,
}


class RequestError(FenleiError):
    """A request that cannot be answered; its status is that of its key."""

    @property
    def status(self) -> int:
        """The status of the answer."""
        return STATUS[self.key]


def status_of(error: BaseException) -> int:
    """The status of an answer that reports `error`.

    Examples
    --------
    >>> from fenlei.errors import DataError
    >>> status_of(RequestError("serve.token")), status_of(DataError("serve.token")), status_of(KeyError())
    (401, 422, 500)
    """
    if isinstance(error, RequestError):
        return error.status
    if isinstance(error, DataError):
        return 422
    return 400 if isinstance(error, UsageError) else 500


def document_of(error: BaseException, lang: str) -> dict[str, object]:
    """The answer that reports `error`: its key, its sentence and its status."""
    if isinstance(error, FenleiError):
        key, sentence = error.key, error.text(lang)
    else:
        key = "serve.fault"
        sentence = wording(key, lang, kind=type(error).__name__)
    text = re.sub(rf"\S{{{LONGEST_PATH + 1},}}", lambda word: cut(word[0]), sentence)
    return {"error": {"key": key, "text": text, "code": status_of(error)}}


def language_of(accepted: str, default: str) -> str:
    """The language of an `Accept-Language` header: the first one that is English or Chinese.

    Examples
    --------
    >>> language_of("zh-CN,zh;q=0.9,en;q=0.8", "en"), language_of("fr", "zh")
    ('zh', 'zh')
    """
    for part in accepted.split(","):
        name = part.split(";")[0].strip().lower()[:2]
        if name in ("en", "zh"):
            return name
    return default
