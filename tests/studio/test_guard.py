"""The security rules of the Studio, one by one, over a real connection."""

from __future__ import annotations

import re
import socket
import stat
from pathlib import Path

import pytest

from fenlei.studio import running
from fenlei.studio.asks import ASKS
from tests.studio.running import RunningStudio

CALLS = [
    ("GET", "/api/session"),
    ("GET", "/api/events?after=0"),
    ("POST", "/api/ask"),
    ("GET", "/api/files/report.html"),
]


def test_only_this_machine_is_listened_to(studio: RunningStudio) -> None:
    """Rule 1: an address of this machine that is not loopback is not bound."""
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", studio.port)) != 0


@pytest.mark.parametrize(("method", "path"), CALLS)
@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", "Basic {token}", "Bearer {token}x", "{token}"]
)
def test_without_the_token_nothing_is_answered(
    studio: RunningStudio, method: str, path: str, given: str
) -> None:
    """Rule 2."""
    reply = studio.call(method, path, headers={"Authorization": given.format(token=studio.token)})
    assert (reply.status, reply.key) == (401, "studio.token")
    assert studio.token not in reply.body.decode()


def test_there_is_no_cookie_and_no_token_in_the_page(studio: RunningStudio) -> None:
    """Rules 2 and 3: the page holds nothing, and may be navigated to from anywhere."""
    away = {"Authorization": "", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for path in ("/", "/static/app.js"):
        reply = studio.call("GET", path, headers=away if path == "/" else {"Authorization": ""})
        assert reply.status == 200
        assert "set-cookie" not in reply.headers
        assert studio.token.encode() not in reply.body
    assert len(studio.token) >= 43  # 256 bits


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "0.0.0.0:{port}"])
def test_another_host_is_refused(studio: RunningStudio, host: str) -> None:
    """Rule 3: a name that was made to point here (rebinding) is not ours."""
    for path in ("/", "/static/app.js", "/api/session"):
        reply = studio.call("GET", path, headers={"Host": host.format(port=studio.port)})
        assert (reply.status, reply.key) == (421, "serve.host")


@pytest.mark.parametrize(("method", "path"), CALLS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_origin_is_refused_with_the_right_token(
    studio: RunningStudio, method: str, path: str, headers: dict[str, str]
) -> None:
    """Rule 3: streams and files included."""
    reply = studio.call(method, path, headers=headers)
    assert (reply.status, reply.key) == (403, "serve.origin")


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/api/session", "/api/jobs", "/nothing"])
def test_a_preflight_gets_no_answer(studio: RunningStudio, path: str) -> None:
    """Rule 3: OPTIONS is refused, and no header lets another site in."""
    reply = studio.call("OPTIONS", path, headers={"Origin": "http://evil.example"})
    assert reply.status == 405
    assert not [name for name in reply.headers if name.startswith("access-control")]


def test_the_browser_is_opened_through_a_file_of_this_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule 3: the token is in no list of processes."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(running, "mkdtemp", lambda prefix: str(tmp_path))
    folder = running.open_page("http://127.0.0.1:1/#token=secret")
    file = folder / "open.html"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "#token=secret" in file.read_text()
    assert opened == [file.as_uri()]
    assert "secret" not in opened[0]


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("PUT", "/api/table", "text/plain"),
        ("PUT", "/api/table?name=a.csv", "multipart/form-data"),
        ("POST", "/api/ask", "text/plain"),
        ("POST", "/api/jobs", "application/x-www-form-urlencoded"),
        ("POST", "/api/stop", "text/plain"),
        ("PATCH", "/api/schema", ""),
    ],
)
def test_content_types_are_fixed(studio: RunningStudio, method: str, path: str, kind: str) -> None:
    """Rule 4: what a form of another site can send is not accepted."""
    reply = studio.call(method, path, body=b"{}", headers={"Content-Type": kind})
    assert (reply.status, reply.key) == (415, "serve.content_type")


@pytest.mark.parametrize("path", ["/api/stop", "/api/jobs", "/api/table", "/api/ask", "/api/decision"])
def test_reading_changes_nothing(studio: RunningStudio, path: str) -> None:
    """Rule 4: what changes something is not GET."""
    assert studio.call("GET", path).status == 405


def test_headers(studio: RunningStudio) -> None:
    """Rule 5."""
    for path in ("/", "/static/app.js", "/static/tokens.css", "/api/session", "/api/nothing"):
        headers = studio.call("GET", path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert all(
            part in policy for part in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
        )
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cache-control"] == ("no-store" if path.startswith("/api") else "no-cache")
        assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..\\app.py",
        "/static//etc/passwd",
        "/static/vendor/../../app.py",
        "/api/files/../studio.json",
        "/api/files/..%2fstudio.json",
        "/api/files/studio.json",
        "/api/files/models%2flda.fenlei",
        "/api/files/nothing.fenlei",
        "/etc/passwd",
    ],
)
def test_no_path_is_followed(studio: RunningStudio, path: str) -> None:
    """Rule 6."""
    reply = studio.call("GET", path)
    assert reply.status == 404
    assert b"def " not in reply.body


def test_the_name_of_a_file_is_a_label(studio: RunningStudio) -> None:
    """Rule 6: what is written has a fixed name, whatever the upload is called."""
    name = "../../../evil<script>.csv"
    reply = studio.call(
        "PUT", "/api/table?name=..%2F..%2F..%2Fevil%3Cscript%3E.csv", body=b"a,b\n1,x\n2,y\n" * 5
    )
    assert reply.status == 200, reply.body
    assert reply.document["source"]["label"] == name.rpartition("/")[2]
    written = {path.name for path in (studio.folder / "fenlei-studio").iterdir()}
    assert written == {"table.csv", "studio.json"}
    refused = studio.call("PUT", "/api/table?name=shell.sh", body=b"a,b\n1,x\n")
    assert (refused.status, refused.key) == (422, "studio.suffix")


@pytest.mark.parametrize("has_length", [True, False])
def test_a_body_over_the_limit_leaves_nothing(studio: RunningStudio, has_length: bool) -> None:
    """Rule 7: counted while it arrives, with and without a length."""
    large = b"a,b\n" + b"1,2\n" * 50_000
    if has_length:
        reply = studio.upload(large, "large.csv")
        assert (reply.status, reply.key) == (413, "studio.bytes")
    else:
        with socket.create_connection(("127.0.0.1", studio.port)) as connection:
            head = (
                f"PUT /api/table?name=large.csv HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n"
                f"Authorization: Bearer {studio.token}\r\nContent-Type: application/octet-stream\r\n"
                "Transfer-Encoding: chunked\r\n\r\n"
            )
            connection.sendall(head.encode() + f"{len(large):x}\r\n".encode() + large)
            assert b" 413 " in connection.recv(1000)
    assert not list((studio.folder / "fenlei-studio").glob("incoming*"))


@pytest.mark.parametrize(
    "what",
    [
        "",
        "open",
        "start",
        "stop",
        "moved",
        "result.reload",
        "__init__",
        "os.system",
        "tables.open_table",
        3,
        None,
    ],
)
def test_what_can_be_asked_is_a_closed_list(studio: RunningStudio, what: object) -> None:
    """Rule 8."""
    reply = studio.call("POST", "/api/ask", {"what": what, "source": {"path": "/etc/passwd"}})
    assert reply.status == 400
    assert reply.key in ("studio.ask", "studio.field")


@pytest.mark.parametrize("model", ["../../x", "os", "", 3, None, "lda.fenlei"])
def test_model_names_are_a_closed_list(studio: RunningStudio, model: object) -> None:
    """Rule 8."""
    for what in [what for what in ASKS if what.startswith("model")]:
        assert studio.ask(what, model=model).status == 400
    assert studio.call("POST", "/api/jobs", {"what": "predict", "model": model}).status == 400


def test_no_pickle_and_no_eval() -> None:
    """Rule 8: neither in a process of the Studio nor on its wire."""
    sources = [path.read_text("utf-8") for path in Path(running.__file__).parent.rglob("*.py")]
    assert not [
        text
        for text in sources
        if re.search(
            r"\b(pickle|eval|exec|shell=True|__import__)\b\(?", text.replace("unpickled, evaluated", "")
        )
        and re.search(r"import pickle|pickle\.|\beval\(|\bexec\(|shell=True|__import__\(", text)
    ]


def test_text_that_is_hostile_comes_back_as_text(studio: RunningStudio) -> None:
    """Rule 9: JSON in, JSON out; the page makes text nodes of it (the browser tests look)."""
    name = '<script>alert(1)</script>"\u202e'
    rows = "".join(f"<img src=x onerror=alert({i})>,{i % 2}\n" for i in range(10))
    reply = studio.upload(f'"{name.replace(chr(34), chr(34) * 2)}",b\n{rows}'.encode())
    assert reply.status == 200, reply.body
    assert reply.headers["content-type"] == "application/json"
    page = studio.call("GET", "/api/rows?count=1").document
    assert name in page["names"] or name in str(studio.session()["table"]["columns"])


def test_one_job_and_one_desk(studio: RunningStudio) -> None:
    """Rule 10: a loop of requests starts no more processes."""
    studio.open("iris")
    before = len(studio.children())
    for _ in range(20):
        studio.ask("table")
    assert len(studio.children()) == before == 1
    first = studio.call("POST", "/api/jobs", {"what": "compare", "plan": {"models": ["svc"], "repeats": 50}})
    assert first.status == 200
    second = studio.call("POST", "/api/jobs", {"what": "compare"})
    assert (second.status, second.key) == (409, "studio.busy")
    assert studio.upload(b"a,b\n1,2\n").status == 409
    number = first.document["id"]
    assert studio.call("DELETE", f"/api/jobs/{number}").document["state"] == "cancelled"
    assert len(studio.children()) == 1
