"""The processes of the Studio: what they import, how they end, and that a kill loses nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]
LONG = {"models": ["svc", "random_forest"], "folds": 10, "repeats": 50}  # minutes, unless it is cancelled


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells what a process has mapped")
def test_the_server_has_no_numpy(compared: RunningStudio) -> None:
    mapped = Path(f"/proc/{compared.process.pid}/maps").read_text()
    assert "_starlette" not in mapped
    assert "numpy" not in mapped
    assert "pyarrow" not in mapped
    assert "numpy" in Path(f"/proc/{compared.desk().pid}/maps").read_text()
    assert psutil.Process(compared.process.pid).memory_info().rss < 80 << 20


def test_importing_the_server_imports_no_numpy() -> None:
    code = (
        "import sys, fenlei.studio.app, fenlei.studio.running, fenlei.studio.resuming; "
        "print([name for name in ('numpy', 'pyarrow', 'numba', 'jinja2') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_without_the_packages_there_is_one_sentence(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['starlette'] = None; sys.argv = ['fenlei', 'studio']; "
        "from fenlei.cli import main; main()"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "pip install 'fenlei[studio]'" in run.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["nothing.csv"], 3, "nothing.csv"),
        (["--max-upload", "much"], 2, "max-upload"),
        (["--memory", "0"], 2, "memory"),
        (["."], 3, "Studio"),
        (["--host", "0.0.0.0"], 2, "--host"),
    ],
)
def test_what_cannot_be_opened(tmp_path: Path, arguments: list[str], code: int, word: str) -> None:
    command = [sys.executable, "-m", "fenlei", "studio", "--no-browser", *arguments]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == code, run.stderr
    assert word in run.stderr
    assert run.stderr.count("\n") == 1


def test_ctrl_c_with_an_open_page_ends_everything(start: Start) -> None:
    """Streams, the desk and a job in the middle of a fold."""
    import http.client

    studio = start("breast_cancer")
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)
    connection.request("GET", "/api/events?after=0", headers={"Authorization": f"Bearer {studio.token}"})
    stream = connection.getresponse()
    studio.call("POST", "/api/jobs", {"what": "compare", "plan": LONG})
    studio.until(lambda: studio.session()["job"]["done"], lambda done: done > 0)
    children = studio.children()
    assert len(children) >= 2
    code, taken = studio.interrupt()
    assert code == 130
    assert taken < 5  # a second on a machine that does nothing else
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children)
    stream.read()  # has ended
    connection.close()


def test_the_page_can_stop_the_studio(start: Start) -> None:
    studio = start("iris")
    children = studio.children()
    assert studio.call("POST", "/api/stop", {}).document == {"stopped": True}
    assert studio.process.wait(30) == 0
    assert not psutil.wait_procs(children, 5)[1]


def test_cancel_and_resume(start: Start) -> None:
    """Acceptance line 11: cancelling is quick and leaves no process; no finished fold is run again."""
    studio = start("breast_cancer")
    studio.call("POST", "/api/jobs", {"what": "compare", "plan": {**LONG, "repeats": 3}})
    job = studio.until(lambda: studio.session()["job"], lambda job: job["done"] >= 3)
    others = [child for child in studio.children() if child != studio.desk()]
    begin = time.monotonic()
    cancelled = studio.call("DELETE", f"/api/jobs/{job['id']}").document
    assert cancelled["state"] == "cancelled"
    assert time.monotonic() - begin < 5
    assert not psutil.wait_procs(others, 5)[1]
    assert studio.call("DELETE", f"/api/jobs/{job['id']}").status == 404
    again = studio.call(
        "POST", "/api/jobs", {"what": "compare", "plan": {"models": ["svc", "random_forest"]}}
    )
    assert again.status == 200
    resumed = studio.until(lambda: studio.session()["job"], lambda job: job["done"] > 0)
    assert resumed["resumed"] >= cancelled["done"] - 1
    studio.call("DELETE", f"/api/jobs/{resumed['id']}")


def test_a_killed_studio_loses_nothing(start: Start, tmp_path: Path) -> None:
    studio = start("breast_cancer", "--out", "work")
    studio.call("PATCH", "/api/schema", {"reading": {"drop": ["mean radius"]}})
    studio.call("POST", "/api/jobs", {"what": "compare", "plan": LONG})
    studio.until(lambda: studio.session()["job"]["done"], lambda done: done >= 2)
    time.sleep(1.2)  # the session is written once a second
    children = studio.children()
    studio.process.send_signal(signal.SIGKILL)
    studio.process.wait()
    assert not psutil.wait_procs(children, 10)[1]  # they end with their pipe
    again = start("work")
    session = again.until(again.session, lambda session: session["table"] is not None)
    assert session["reading"] == {"drop": ["mean radius"]}
    assert session["table"]["features"] == 29
    assert (session["job"]["state"], session["plan"]["repeats"]) == ("cancelled", 50)
    assert len(session["job"]["folds"]) >= 2


def test_a_killed_desk_is_replaced(start: Start) -> None:
    """Acceptance line 28: one sentence, and the session is intact."""
    studio = start("iris")
    studio.until(studio.session, lambda session: session["table"] is not None)
    studio.desk().kill()
    lost = studio.ask("table")
    assert lost.status in (200, 503)
    assert studio.ask("table").document["rows"] == 150
    assert studio.ask("row.fields", row=1).status == 200


def test_a_running_model_can_be_skipped(start: Start) -> None:
    studio = start("breast_cancer")
    studio.call(
        "POST", "/api/jobs", {"what": "compare", "plan": {"models": ["gaussian_nb", "svc"], "repeats": 20}}
    )
    job = studio.until(lambda: studio.session()["job"], lambda job: "svc" in job["models"])
    studio.call("DELETE", f"/api/jobs/{job['id']}/models/svc")
    assert studio.call("DELETE", f"/api/jobs/{job['id']}/models/nothing").status in (400, 404)
    job = studio.finished()
    assert job["state"] == "done", job
    found = {model["name"]: model["status"] for model in studio.ask("result").document["result"]["models"]}
    assert found == {"dummy": "done", "gaussian_nb": "done", "svc": "skipped"}


def test_a_folder_of_the_command_line_is_opened(start: Start, tmp_path: Path) -> None:
    options = ["--models", "lda", "--folds", "3", "--drop", "sepal width (cm)", "--out", "old", "--quiet"]
    subprocess.run(
        [sys.executable, "-m", "fenlei", "compare", "iris", *options],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    studio = start("old")
    session = studio.until(studio.session, lambda session: session["table"] is not None)
    assert (session["plan"]["folds"], session["reading"]) == (3, {"drop": ["sepal width (cm)"]})
    assert studio.ask("result").document["result"]["best"] == "lda"
    assert studio.ask("decide.scores", model="lda").status == 200  # its folds are taken up, too


def test_a_model_is_opened(start: Start, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fenlei", "train", "iris", "--model", "lda", "--out", "m.fenlei"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    studio = start("m.fenlei")
    assert studio.session()["table"] is None
    rows = b"sepal length (cm),sepal width (cm),petal length (cm),petal width (cm)\n5.1,3.5,1.4,0.2\n"
    assert studio.call("PUT", "/api/new?name=a.csv", body=rows).status == 200
    assert studio.call("POST", "/api/jobs", {"what": "predict"}).status == 200
    assert studio.finished()["state"] == "done"
    assert b"setosa" in studio.call("GET", "/api/files/predictions.csv").body
