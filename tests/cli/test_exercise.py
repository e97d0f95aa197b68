"""`fenlei exercise`."""

import json
from pathlib import Path

import pytest

from fenlei.exercises import exercise
from fenlei.exercises.making import KINDS
from tests.cli.conftest import Run


def test_text_and_answers_on_the_terminal(run: Run) -> None:
    sheet = exercise("id3", 8, 7)
    asked = run("exercise", "id3", "--rows", "8", "--seed", "7")
    assert asked.exit_code == 0
    assert asked.stdout == sheet.to_text() + "\n"
    answered = run("exercise", "id3", "--rows", "8", "--seed", "7", "--answers", "--digits", "4")
    assert answered.stdout == sheet.to_text(answers=True, digits=4) + "\n"


def test_files_in_chinese(run: Run, tmp_path: Path) -> None:
    sheet = exercise("fisher", seed=2, lang="zh")
    for form in ("html", "latex"):
        path = tmp_path / f"answers.{form}"
        result = run(
            "exercise", "fisher", "--seed", 2, "--lang", "zh", "--answers", f"--{form}", "--out", path
        )
        assert (result.exit_code, result.stdout) == (0, "")
        assert f"练习：{path}" in result.stderr
        assert sheet.title in path.read_text("utf-8")
    page = (tmp_path / "answers.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "fenlei exercise fisher --rows 6 --seed 2 --lang zh" in page
    assert "ctexart" in (tmp_path / "answers.latex").read_text("utf-8")


def test_json_holds_exercise_answers_and_working(run: Run) -> None:
    document = json.loads(run("exercise", "perceptron", "--seed", "4", "--json").stdout)
    assert document["kind"] == "perceptron"
    assert document["results"]["w"] == exercise("perceptron", seed=4).results["w"]
    assert document["workings"][0]["what"] == "fit"


def test_without_a_kind_they_are_listed(run: Run) -> None:
    listed = run("exercise").stdout
    assert all(kind in listed for kind in KINDS)
    assert "朴素贝叶斯" in run("exercise", "--lang", "zh").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["id4"], "There is no kind of exercise 'id4'; did you mean 'id3'?"),
        (
            ["id3", "--rows", "200"],
            "The table of the exercise id3 cannot have 200 rows; give a whole ",
        ),
        (["id3", "--seed", "-4"], "The seed of an exercise cannot be -4; give a whole number, 0 or more."),
        (["id3", "--html", "--latex"], "--html and --latex cannot be written at once; "),
        (["id3", "--json", "--answers"], "--json holds the answers already; leave out --answers."),
    ],
)
def test_bad_input(run: Run, words: list[str], sentence: str) -> None:
    result = run("exercise", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"fenlei: {sentence}")
    assert result.stderr.count("\n") == 1


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path) -> None:
    result = run("exercise", "id3", "--html", "--out", tmp_path / "none" / "sheet.html")
    assert result.exit_code in (2, 3)
    assert result.stderr.count("\n") == 1
