"""What the page can do, over the real server: tables, schema, comparison, decision, predictions, code."""

from __future__ import annotations

import csv
import io
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fenlei import compare, load
from fenlei.datasets.catalogue import names
from fenlei.model_file import load_model
from fenlei.study.facts.result import without_times
from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]
MESSY = "名称,大小,颜色,好\n" + "".join(
    f"苹果{i},{i % 7}.5,{'红绿黄'[i % 3]},{'是否'[i % 2]}\n" for i in range(60)
)


def test_the_session_has_words_and_no_secret(studio: RunningStudio) -> None:
    english = studio.session()
    chinese = studio.call("GET", "/api/session", headers={"Accept-Language": "zh"}).document
    assert (english["lang"], chinese["lang"]) == ("en", "zh")
    assert english["texts"].keys() == chinese["texts"].keys()
    assert chinese["texts"]["place.data"] == "数据"
    assert [one["name"] for one in english["datasets"]] == names()
    assert studio.token not in json.dumps(english)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_chinese_table_is_uploaded(studio: RunningStudio, encoding: str) -> None:
    reply = studio.upload(MESSY.encode(encoding), "苹果.csv".encode().hex() + ".csv")
    assert reply.status == 200, reply.body
    table = reply.document["table"]
    assert (table["rows"], table["target"]["name"], table["task"]) == (60, "好", "classification")
    assert {column["name"]: column["kind"] for column in table["columns"]}["大小"] == "numeric"
    page = studio.call("GET", "/api/rows?start=50&count=50").document
    assert (page["numbers"][0], len(page["rows"]), page["total"]) == (51, 10, 60)


def test_the_schema_changes_and_can_be_undone(studio: RunningStudio) -> None:
    studio.upload(MESSY.encode(), "a.csv")
    kinds = lambda document: {c["name"]: c["kind"] for c in document["table"]["columns"]}  # noqa: E731
    before = kinds(studio.session())
    changed = studio.call(
        "PATCH", "/api/schema", {"reading": {"nominal": ["大小"], "drop": ["名称"]}}
    ).document
    assert kinds(changed) == {"大小": "nominal", "颜色": "nominal"}
    command = studio.call("GET", "/api/code").document["command"]
    assert "--nominal 大小 --drop 名称" in command.replace("'", "")
    undone = studio.call("PATCH", "/api/schema", {"undo": True}).document
    assert kinds(undone) == before
    assert not undone["can_undo"]
    moved = studio.call("PATCH", "/api/schema", {"target": "颜色"}).document
    assert moved["table"]["target"]["name"] == "颜色"
    assert "好" in kinds(moved)


@pytest.mark.parametrize(
    ("document", "status", "word"),
    [
        ({"reading": {"nominal": ["大小x"]}}, 400, "大小x"),
        ({"reading": {"nominal": ["大小"], "numeric": ["大小"]}}, 400, "大小"),
        ({"reading": {"numeric": ["颜色"]}}, 422, "颜色"),
        ({"reading": {"path": "/etc/passwd"}}, 400, "reading"),
        ({"reading": 3}, 400, "reading"),
        ({"task": "magic"}, 400, "task"),
        ({"target": "nothing"}, 400, "nothing"),
    ],
)
def test_declarations_that_cannot_be_are_refused_and_change_nothing(
    studio: RunningStudio, document: dict[str, object], status: int, word: str
) -> None:
    studio.upload(MESSY.encode(), "a.csv")
    before = studio.session()
    reply = studio.call("PATCH", "/api/schema", document)
    assert reply.status == status, reply.body
    assert word in reply.document["error"]["text"]
    assert studio.session() == before | {"events": studio.session()["events"]}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a,b\n",
        b"a,b\n1,2\n1,2,3,4\n3,4\n",
        b"\x00\x01\x02\xff" * 50,
        b"a,b\n1,x\n\xff\xfe\xfd,y\n",
        b"PK\x03\x04 not a workbook",
    ],
)
def test_a_file_that_cannot_be_read_has_a_sentence_and_the_table_stays(
    studio: RunningStudio, content: bytes
) -> None:
    studio.upload(MESSY.encode(), "good.csv")
    name = "bad.xlsx" if content.startswith(b"PK") else "bad.csv"
    reply = studio.upload(content, name)
    assert reply.status == 422, reply.body
    text = reply.document["error"]["text"]
    assert str(studio.folder) not in text
    assert "incoming" not in text
    assert studio.session()["source"]["label"] == "good.csv"
    assert studio.call("GET", "/api/rows").status == 200


def test_a_table_of_one_class_is_shown_with_its_problem(studio: RunningStudio) -> None:
    reply = studio.upload(b"size,kind\n" + b"1,a\n2,a\n" * 5, "one.csv")
    assert reply.status == 200, reply.body
    studio.call("PATCH", "/api/schema", {"target": "kind"})
    assert studio.session()["table"]["problem"]
    studio.call("POST", "/api/jobs", {"what": "compare"})
    assert studio.finished()["state"] == "failed"


@pytest.mark.parametrize(
    ("query", "status"), [("start=x", 400), ("count=100000", 400), ("start=-1", 400), ("start=999999", 200)]
)
def test_pages_of_rows(studio: RunningStudio, query: str, status: int) -> None:
    studio.open("iris")
    assert studio.call("GET", f"/api/rows?{query}").status == status


def test_the_comparison_is_that_of_the_command_line(compared: RunningStudio) -> None:
    job = compared.compared
    assert (job["done"], job["total"], len(job["folds"])) == (9, 9, 9)
    written = json.loads((compared.folder / "work" / "result.json").read_text("utf-8"))
    own = compare("breast_cancer", models=["lda", "gaussian_nb"], folds=3)
    assert without_times(written) == without_times(json.loads(json.dumps(own)))
    found = compared.ask("result").document["result"]
    assert found["best"] == own["best"]
    assert found["command"] == written["command"]


def test_events_can_be_taken_up_again(compared: RunningStudio) -> None:
    total = compared.session()["events"]
    assert total >= 9
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", compared.port, timeout=20)
    connection.request("GET", "/api/events?after=2", headers={"Authorization": f"Bearer {compared.token}"})
    answer = connection.getresponse()
    assert json.loads(answer.readline())["event"] == "hello"
    assert [json.loads(answer.readline())["n"] for _ in range(3)] == [3, 4, 5]
    connection.close()


def test_workings_are_fragments(compared: RunningStudio) -> None:
    for what in ("model.working", "model.scores", "row.working"):
        found = compared.ask(what, model="lda", row=1).document
        assert found["html"].startswith('<div class="fenlei-working" lang="en">'), what
        assert "<math" in found["html"]
        assert "<script" not in found["html"]
    chinese = compared.call(
        "POST", "/api/ask", {"what": "model.working", "model": "lda"}, headers={"Accept-Language": "zh"}
    )
    assert 'lang="zh-CN"' in chinese.document["html"]


def test_a_row_can_be_changed(start: Start) -> None:
    """Another taste of an apple has another prediction."""
    studio = start()
    studio.open("apples")
    studio.call("PATCH", "/api/schema", {"reading": {"drop": ["no", "base_colour", "shape", "weight"]}})
    columns = [column["name"] for column in studio.session()["table"]["columns"]]
    assert columns == ["taste"], columns
    fields = studio.ask("row.fields", row=1).document["fields"]
    assert fields[0]["categories"] == ["sour-sweet", "sweet"]
    studio.call(
        "POST",
        "/api/jobs",
        {
            "what": "compare",
            "plan": {"models": ["bayes_classifier"], "params": {"bayes_classifier": {"alpha": 0}}},
        },
    )
    studio.finished()
    shares = {}
    for taste in ("sour-sweet", "sweet"):
        found = studio.ask("row.working", model="bayes_classifier", row=1, values={"taste": taste}).document
        shares[taste] = dict(found["probabilities"])["Fuji"]
    assert shares["sweet"] > shares["sour-sweet"]
    assert studio.ask("row.working", model="bayes_classifier", row=1, values={"taste": ""}).status == 200
    assert studio.ask("row.working", model="bayes_classifier", row=1, values={"colour": "red"}).status == 400
    assert studio.ask("row.fields", row=11).status == 400


def test_the_sweep_counts_what_the_folds_say(compared: RunningStudio) -> None:
    """Acceptance line 14, the part of the server."""
    message = compared.ask("decide.scores", model="lda").message
    facts, arrays = message.document, message.arrays
    assert (facts["classes"], facts["classes"][facts["positive"]]) == (["benign", "malignant"], "malignant")
    thresholds = np.frombuffer(arrays["thresholds"].content, "<f8")
    tp, fp = (np.frombuffer(arrays[name].content, "<u4") for name in ("tp", "fp"))
    assert (facts["P"], facts["N"]) == (212, 357) == (tp[-1], fp[-1])
    models = compared.ask("result").document["result"]["models"]
    confusion = next(model["confusion"] for model in models if model["name"] == "lda")
    passed = int((thresholds > 0.5).sum())  # what the folds themselves predicted
    assert [[357 - fp[passed - 1], fp[passed - 1]], [212 - tp[passed - 1], tp[passed - 1]]] == confusion


def test_a_decision_is_kept_and_predicts_the_same_on_the_command_line(compared: RunningStudio) -> None:
    sent = {"model": "lda", "costs": [[0, 0.8], [0.2, 0]], "threshold": 0.2, "positive": "malignant"}
    found = compared.call("POST", "/api/decision", sent)
    assert found.status == 200, found.body
    counts = np.array(found.document["facts"]["counts"])
    assert counts.sum() == 569
    assert found.document["facts"]["mean_cost"] == pytest.approx(
        (0.8 * counts[0, 1] + 0.2 * counts[1, 0]) / 569
    )
    work = compared.folder / "work"
    assert compared.session()["decision"]["threshold"] == 0.2
    proba = (
        load_model(work / "models" / "lda.fenlei")
        if (work / "models" / "lda.fenlei").exists()
        else load_model(work / "best.fenlei")
    )
    table = load("breast_cancer").table
    expected = np.where(proba.predict_proba(table)[:, 1] >= 0.2, "malignant", "benign")  # type: ignore[attr-defined]
    assert (load_model(work / "decision.fenlei").predict(table) == expected).all()
    command = [sys.executable, "-m", "fenlei", "predict", "work/decision.fenlei", "breast_cancer", "--quiet"]
    rows = subprocess.run(command, cwd=compared.folder, capture_output=True, text=True, check=True).stdout
    assert [row["prediction"] for row in csv.DictReader(io.StringIO(rows))] == expected.tolist()


@pytest.mark.parametrize(
    "costs", [None, [], [[0, 1]], [[0, -1], [1, 0]], [[0, "a"], [1, 0]], [[0, float("inf")], [1, 0]]]
)
def test_costs_that_cannot_be(compared: RunningStudio, costs: object) -> None:
    reply = compared.call("POST", "/api/decision", {"model": "lda", "costs": costs})
    assert reply.status == 400
    assert reply.key in ("studio.field", "serve.json")


def test_new_rows_are_predicted(compared: RunningStudio) -> None:
    table = load("breast_cancer").table.arrow
    names = table.column_names
    rows = table.slice(0, 5).to_pylist()
    text = io.StringIO()
    writer = csv.DictWriter(text, names)
    writer.writeheader()
    writer.writerows(rows)
    assert compared.call("PUT", "/api/new?name=new.csv", body=text.getvalue().encode()).status == 200
    assert compared.call("POST", "/api/jobs", {"what": "predict", "proba": True}).status == 200
    job = compared.finished()
    assert (job["what"], job["state"]) == ("predict", "done"), job
    received = compared.call("GET", "/api/files/predictions.csv")
    assert received.headers["content-disposition"].startswith("attachment")
    found = list(csv.DictReader(io.StringIO(received.body.decode())))
    assert len(found) == 5
    assert found[0]["prediction"] in ("malignant", "benign")
    assert compared.call("PUT", "/api/new?name=new.csv", body=b"a,b\n1,2\n").status == 200
    compared.call("POST", "/api/jobs", {"what": "predict"})
    failed = compared.finished()
    assert failed["state"] == "failed"
    assert "column" in failed["error"]["text"]


@pytest.mark.parametrize("name", ["report.html", "result.json", "best.fenlei"])
def test_files_can_be_taken(compared: RunningStudio, name: str) -> None:
    reply = compared.call("GET", f"/api/files/{name}")
    assert reply.status == 200
    assert reply.body == (compared.folder / "work" / name).read_bytes()
    assert reply.headers["content-type"] == "application/octet-stream"


def test_command_and_script_give_the_same_result(compared: RunningStudio, tmp_path: Path) -> None:
    """Acceptance line 25, for one state."""
    code = compared.call("GET", "/api/code").document
    written = json.loads((compared.folder / "work" / "result.json").read_text("utf-8"))
    (tmp_path / "studio.py").write_text(code["script"], encoding="utf-8")
    subprocess.run([sys.executable, "studio.py"], cwd=tmp_path, check=True, capture_output=True)
    by_script = json.loads((tmp_path / "work" / "result.json").read_text("utf-8"))
    words = shlex.split(code["command"])
    assert words[0] == "fenlei"
    command = [sys.executable, "-m", *words, "--out", "again", "--quiet"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    by_command = json.loads((tmp_path / "again" / "result.json").read_text("utf-8"))
    for other in (by_script, by_command):
        assert without_times(other["models"]) == without_times(written["models"])
        assert other["best"] == written["best"]
