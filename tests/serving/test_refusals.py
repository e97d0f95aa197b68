"""Requests that cannot be answered get a status and one sentence, in the language of the client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from fenlei.model_file import Model
from fenlei.serving.answers import Worker
from fenlei.serving.app import make_app
from fenlei.serving.bodies import read_body
from fenlei.serving.faults import STATUS, RequestError
from fenlei.serving.limits import RequestLimits
from tests.serving.client import Client

TOKEN = "a secret of some length"
NAMES = [f"{part} {size} (cm)" for part in ("sepal", "petal") for size in ("length", "width")]
WIDTH = NAMES[-1]
ROW = dict(zip(NAMES, (5.1, 3.5, 1.4, 0.2), strict=True))


def error_of(response: Any) -> dict[str, Any]:
    error: dict[str, Any] = response.json()["error"]
    assert error["code"] == response.status_code
    assert error["text"].endswith(".")
    assert "Traceback" not in error["text"]
    return error


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "serve.json"),
        (b"{", "serve.json"),
        (b"\xff\xfe\x00", "serve.json"),
        (b'[{"sepal length": NaN}]', "serve.json"),
        (b"[" * 50_000, "serve.json"),
        (b"[" + b"9" * 5000 + b"]", "serve.json"),
        (b"3", "serve.rows"),
        (b"[]", "serve.rows"),
        (b"[1]", "serve.rows"),
        (b'[{"sepal length": 1}]', "serve.column"),
        (b'[{"sepal length (cm)": 1}]', "serve.row"),
        (b"[{}]", "serve.row"),
    ],
)
def test_bad_json(client: Client, content: bytes, key: str) -> None:
    response = client.post("/predict", content=content, headers={"content-type": "application/json"})
    assert (error_of(response)["key"], response.status_code) == (key, STATUS[key])


@pytest.mark.parametrize("value", [[1], {"a": 1}, 1e999])
def test_a_value_that_no_cell_holds(client: Client, value: object) -> None:
    import json

    content = json.dumps([ROW, ROW | {WIDTH: value}]).replace("Infinity", "1e999")
    error = error_of(client.post("/predict", content=content.encode()))
    assert error["key"] == "serve.value"
    assert "row 2" in error["text"]


def test_a_row_that_is_no_object_among_rows(client: Client) -> None:
    assert error_of(client.post("/predict", json=[ROW, 7]))["key"] == "serve.rows"


def test_an_unknown_column_is_refused_unless_told_otherwise(client: Client) -> None:
    error = error_of(client.post("/predict", json=[ROW | {"petal  width": 0.2}]))
    assert error["key"] == "serve.column"
    assert "'petal  width'" in error["text"]
    assert f"{WIDTH!r}" in error["text"]
    allowed = client.post("/predict?ignore_extra=true", json=[ROW | {"petal  width": 0.2}])
    assert allowed.json()["predictions"] == ["setosa"]


def test_words_where_the_model_takes_numbers_get_the_sentence_of_tables(client: Client) -> None:
    response = client.post("/predict", json=[ROW, ROW | {WIDTH: "wide"}])
    assert (response.status_code, error_of(response)["key"]) == (422, "table.not_numbers_here")
    assert "'wide' in row 2" in error_of(response)["text"]


def test_bad_csv_names_the_request_not_a_path(client: Client) -> None:
    for content in (b"a,b\n1,2,3\n4\n", b"", b"sepal length\n", b"sepal length\n1\n"):
        response = client.post(
            "/predict?ignore_extra=1", content=content, headers={"content-type": "text/csv"}
        )
        assert response.status_code == 422
        assert "tmp" not in error_of(response)["text"]


def test_limits_of_bytes_rows_and_workings(client: Client) -> None:
    assert error_of(client.post("/predict", content=b" " * 100_001))["key"] == "serve.bytes"

    async def parts() -> AsyncIterator[bytes]:  # without a content-length
        for _ in range(11):
            yield b" " * 10_000

    assert error_of(client.post("/predict", content=parts()))["key"] == "serve.bytes"
    assert error_of(client.post("/predict", json=[ROW] * 201))["key"] == "serve.row_count"
    lines = ",".join(NAMES) + "\n" + "5,3,1,0\n" * 201
    response = client.post("/predict", content=lines.encode(), headers={"content-type": "text/csv"})
    assert error_of(response)["key"] == "serve.row_count"
    assert error_of(client.post("/predict?explain=true", json=[ROW] * 4))["key"] == "serve.working_count"
    assert len(client.post("/predict?explain=true", json=[ROW] * 3).json()["workings"]) == 3


def test_paths_methods_types_and_options_that_do_not_exist(client: Client) -> None:
    assert error_of(client.get("/admin"))["key"] == "serve.path"
    assert error_of(client.get("/predict"))["key"] == "serve.method"
    assert error_of(client.options("/predict"))["key"] == "serve.method"
    sent = client.post("/predict", content=b"x", headers={"content-type": "application/x-python-pickle"})
    assert error_of(sent)["key"] == "serve.content_type"
    assert error_of(client.post("/predict?proba=maybe", json=[ROW]))["key"] == "serve.query"


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({"host": "evil.example:8000"}, "serve.host"),
        ({"host": "127.0.0.1"}, "serve.host"),
        ({"origin": "http://evil.example"}, "serve.origin"),
        ({"origin": "http://127.0.0.1:9999"}, "serve.origin"),
        ({"origin": "null"}, "serve.origin"),
        ({"sec-fetch-site": "cross-site"}, "serve.origin"),
        ({"sec-fetch-site": "same-site"}, "serve.origin"),
    ],
)
def test_pages_of_other_sites_are_refused(client: Client, headers: dict[str, str], key: str) -> None:
    for response in (
        client.post("/predict", json=[ROW], headers=headers),
        client.get("/health", headers=headers),
    ):
        assert error_of(response)["key"] == key
        assert not [name for name in response.headers if name.startswith("access-control")]


def test_every_route_but_health_needs_the_token(iris: Model) -> None:
    with Client(make_app(iris, token=TOKEN)) as client:
        assert client.get("/health").status_code == 200
        for value in ("", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer "):
            for path in ("/predict", "/version", "/openapi.json", "/nothing"):
                response = client.post(path, json=[ROW], headers={"authorization": value})
                assert error_of(response)["key"] == "serve.token"
        right = {"authorization": f"Bearer {TOKEN}"}
        assert client.post("/predict", json=[ROW], headers=right).json()["predictions"] == ["setosa"]
        assert client.get("/openapi.json", headers=right).json()["security"] == [{"token": []}]


def test_the_sentence_is_in_the_language_of_the_client(client: Client) -> None:
    response = client.post("/predict", json=[], headers={"accept-language": "zh-CN,en;q=0.5"})
    assert response.status_code == 400
    assert "请求体" in response.json()["error"]["text"]


def test_a_fault_of_ours_is_500_without_details(iris: Model, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("fenlei.serving.app.answer", lambda *_: 1 / 0)
    with Client(make_app(iris)) as client:
        response = client.post("/predict", json=[ROW])
        assert error_of(response)["text"].startswith("The service failed (ZeroDivisionError);")
        monkeypatch.undo()
        assert client.post("/predict", json=[ROW]).status_code == 200
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_slow_client_is_told_so() -> None:
    async def slow() -> AsyncIterator[bytes]:
        yield b"["
        await asyncio.Event().wait()

    with pytest.raises(RequestError) as caught:
        asyncio.run(read_body(slow(), "", "", RequestLimits(seconds=0.01)))
    assert caught.value.key == "serve.slow_client"


def test_a_slow_answer_is_told_so_and_the_next_one_comes() -> None:
    import threading

    async def two(worker: Worker, release: threading.Event) -> int:
        with pytest.raises(RequestError) as caught:
            await worker.run(release.wait)
        assert caught.value.key == "serve.slow_answer"
        release.set()
        worker.seconds = 60.0
        return await worker.run(lambda: 7)

    worker, release = Worker(0.05), threading.Event()
    assert asyncio.run(two(worker, release)) == 7
    worker.close()


def test_more_requests_than_the_limit_are_refused(iris: Model) -> None:
    app = make_app(iris, limits=RequestLimits(requests=0))
    with Client(app) as client:
        assert error_of(client.post("/predict", json=[ROW]))["key"] == "serve.busy"
        assert client.get("/health").status_code == 200
    assert app.under_way == 0
