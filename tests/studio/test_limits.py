"""Tables that are too large or not tables, desks that fail: one sentence, and the Studio continues."""

from __future__ import annotations

import gzip
import io
import signal
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]
COLUMNS = 100_000
ONE_CLASS = "a,b\n" + "".join(f"{i % 7},x\n" for i in range(30))


def test_a_table_of_many_columns_is_listed_in_part(start: Start) -> None:
    """Acceptance line 9: 10⁵ columns are read, and the page is told of some hundreds."""
    studio = start()
    header = ",".join(f"c{i}" for i in range(COLUMNS)) + ",kind\n"
    rows = "".join(",".join(["1", "2"][i % 2] for _ in range(COLUMNS)) + f",k{i % 2}\n" for i in range(4))
    reply = studio.upload((header + rows).encode())
    if reply.status == 200:
        table = reply.document["table"]
        assert len(table["columns"]) <= 500
        assert table["total_columns"] >= COLUMNS
    else:
        assert reply.status == 422
    assert studio.session()["lang"] == "en"


def test_a_file_over_the_limit_leaves_nothing_and_no_memory(start: Start, tmp_path: Path) -> None:
    """Acceptance line 9 at a fiftieth of its size: the body is counted while it arrives."""
    studio = start("--max-upload", "10m")
    server = psutil.Process(studio.process.pid)
    reply = studio.call("PUT", "/api/table?name=a.csv", body=b"a,b\n" + b"1,2\n" * 5_000_000)
    assert (reply.status, reply.key) == (413, "studio.bytes")
    assert server.memory_info().rss < 100 << 20
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size > 1 << 20]


def test_a_table_of_one_class_can_be_looked_at(start: Start) -> None:
    studio = start()
    assert studio.upload(ONE_CLASS.encode()).status == 200
    assert studio.call("GET", "/api/rows").status == 200


# --- desks that fail


def ready(studio: RunningStudio) -> None:
    studio.until(studio.session, lambda session: session["table"] is not None)
    assert studio.ask("table").status == 200


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV], ids=["killed", "segfault"])
def test_a_desk_that_ends_is_replaced(start: Start, how: int) -> None:
    """Acceptance line 28; 3 s there, with room here for a machine that is busy."""
    studio = start("iris")
    ready(studio)
    session, begin = studio.session(), time.monotonic()
    studio.desk().send_signal(how)
    reply = studio.ask("table")
    if reply.status != 200:  # the ask that the desk had in hand
        assert reply.key == "studio.desk_ended"
        assert "\n" not in reply.document["error"]["text"]
    assert studio.ask("table").document["rows"] == 150
    assert time.monotonic() - begin < 30
    for name in ("source", "target", "reading", "plan"):
        assert studio.session()[name] == session[name]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_a_table_that_needs_too_much_memory_has_one_sentence(start: Start) -> None:
    """Acceptance line 28: also what becomes large when it is unpacked."""
    studio = start("iris", "--memory", "120m")
    ready(studio)
    text = b"a,b\n" + b"1.5,x\n2.5,y\n" * 6_000_000
    for name, content in (("bomb.csv.gz", gzip.compress(text, 1)), ("bomb.xlsx", bomb_of_a_workbook())):
        reply = studio.upload(content, name)
        assert reply.status in (413, 422, 503), (name, reply.body[:300])
        assert "\n" not in reply.document["error"]["text"]
        assert studio.session()["source"]["label"] == "iris"
        assert studio.ask("table").document["rows"] == 150


def bomb_of_a_workbook() -> bytes:
    """A workbook whose sheet is 400 MB of blanks."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (400 << 20))
    return found.getvalue()
