"""Sheets: the same on any machine and in both languages, in every form; bad input is one sentence."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

import fenlei
from fenlei.errors import UsageError
from fenlei.exercises import Exercise, exercise, exercise_kinds
from fenlei.exercises.making import KINDS
from fenlei.exercises.printing.as_latex import answers_latex
from fenlei.exercises.texts import TEXTS
from fenlei.explanation import Working
from tests.messages.languages import english_in

# The tables of seed 7 as numbers and words: what a teacher handed out last year.
PINNED = {
    "joint_bayes": "e4de93fc97e1",
    "naive_bayes": "042e1358c29a",
    "minimum_risk": "2b55064103dc",
    "perceptron": "4d917d32a33a",
    "logistic": "8d18e46e5bca",
    "fisher": "e170c836c703",
    "svm": "c9db350a2e00",
    "id3": "5b77608813c9",
    "c45": "d021aa7c20cd",
    "cart": "a9b4b6e55999",
    "pruning": "964168ca4bd1",
    "adaboost": "6548f43c881c",
    "knn": "3884281df710",
    "kmeans": "d97e1692843b",
    "linkage": "48b2e5daf028",
    "em": "1e681a25343a",
    "pca": "70c4f1ae6fb8",
    "precision_recall": "12d503b90f21",
    "roc": "7f68b0d00c5a",
}
DIGEST = """
import hashlib, json
from fenlei.exercises import exercise
from fenlei.exercises.making import KINDS
for kind in KINDS:
    rows = json.dumps(exercise(kind, seed=7).tables, ensure_ascii=False)
    print(kind, hashlib.sha256(rows.encode()).hexdigest()[:12])
"""


def digest(sheet: Exercise) -> str:
    return hashlib.sha256(json.dumps(sheet.tables, ensure_ascii=False).encode()).hexdigest()[:12]


def test_the_same_seed_gives_the_same_exercise_as_last_year() -> None:
    assert {kind: digest(exercise(kind, seed=7)) for kind in KINDS} == PINNED


def test_another_process_draws_the_same() -> None:
    found = subprocess.run(
        [sys.executable, "-c", DIGEST],
        env=os.environ | {"PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert dict(line.split() for line in found.stdout.splitlines()) == PINNED


def test_a_draw_is_the_mersenne_twister_of_the_hash_of_its_name() -> None:
    import random

    from fenlei.exercises.draws import Draws

    twin = random.Random(int.from_bytes(hashlib.sha256(b"id3 8 7").digest(), "big"))
    draws = Draws("id3", 8, 7)
    assert [draws.below(1000) for _ in range(20)] == [int(twin.random() * 1000) for _ in range(20)]


def numbers_of(value: Any) -> list[float]:
    """The numbers of results, whatever the words beside them are."""
    if isinstance(value, dict):
        return sorted(number for each in value.values() for number in numbers_of(each))
    if isinstance(value, list | tuple):
        return [number for each in value for number in numbers_of(each)]
    return [round(float(value), 9) + 0.0] if isinstance(value, int | float) else []


@pytest.mark.parametrize("kind", KINDS)
def test_both_languages_ask_the_same(kind: str) -> None:
    english, chinese = exercise(kind, seed=5), exercise(kind, seed=5, lang="zh")
    assert numbers_of(english.results) == numbers_of(chinese.results)
    assert len(english.questions) == len(chinese.questions)
    assert [len(grid.rows) for grid in english.tables] == [len(grid.rows) for grid in chinese.tables]
    words = [chinese.title, chinese.says, *(question.text for question in chinese.questions)]
    assert {word: english_in(word) for word in words if english_in(word)} == {}
    assert "{" not in "".join(words)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_form_has_what_it_needs(kind: str, lang: str) -> None:
    sheet = exercise(kind, seed=2, lang=lang)
    first = sheet.questions[0].text
    conclusion = sheet.workings[-1].conclusion
    for form in (sheet.to_text, sheet.to_html, sheet.to_latex):
        asked, answered = form(), form(answers=True)
        assert len(asked) < len(answered)
        assert conclusion not in asked
        assert conclusion[:6] in answered
    assert first in sheet.to_text()
    assert first in sheet.to_text(answers=True)
    assert "<script" not in sheet.to_html(answers=True)
    assert str(sheet) == sheet.to_text()
    assert sheet._repr_html_() == sheet.to_html()
    latex = answers_latex(sheet)
    assert latex.count("\\begin{") == latex.count("\\end{")


@pytest.mark.parametrize("kind", KINDS)
def test_the_data_of_json_hold_the_workings(kind: str) -> None:
    sheet = exercise(kind, seed=3)
    data = json.loads(json.dumps(sheet.to_dict(), allow_nan=False))
    assert [Working.from_dict(each) for each in data["workings"]] == list(sheet.workings)
    assert [each["text"] for each in data["questions"]] == [each.text for each in sheet.questions]


def test_every_text_is_used() -> None:
    """Titles, introductions and questions of every kind, and no others."""
    heads = {key.split(".")[0] for key in TEXTS if re.fullmatch(r"[a-z0-9_]+\.(title|says)", key)}
    assert heads == set(KINDS)
    assert set(exercise_kinds("zh")) == set(KINDS)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({"kind": "id4"}, "There is no kind of exercise 'id4'; did you mean 'id3'? Accepted: "),
        ({"kind": "Naive-Bayes"}, "There is no kind of exercise 'Naive-Bayes'; did you mean 'naive_bayes'? "),
        ({"kind": "zzz"}, "There is no kind of exercise 'zzz'; accepted: joint_bayes, "),
        ({"kind": None}, "There is no kind of exercise None; "),
        (
            {"kind": "id3", "rows": 3},
            "The table of the exercise id3 cannot have 3 rows; give a whole number from 6 ",
        ),
        ({"kind": "id3", "rows": 8.0}, "The table of the exercise id3 cannot have 8.0 rows; "),
        ({"kind": "id3", "rows": True}, "The table of the exercise id3 cannot have True rows; "),
        (
            {"kind": "id3", "seed": -1},
            "The seed of an exercise cannot be -1; give a whole number, ",
        ),
        ({"kind": "id3", "seed": 1.5}, "The seed of an exercise cannot be 1.5; "),
        ({"kind": "id3", "lang": "de"}, "Exercises are not written in 'de'; accepted: 'en', 'zh'."),
    ],
)
def test_bad_input_is_one_sentence(call: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        fenlei.exercise(**call)
    assert str(error.value).startswith(sentence)
    assert not english_in(error.value.text("zh").replace(str(call["kind"]), ""))
