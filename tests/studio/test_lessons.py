"""Lessons and tracks of the player: the numbers of the documents, frame by frame (acceptance line 23)."""

from __future__ import annotations

import contextlib
import io
import json
import re
import tomllib
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.explanation import explain_fit
from fenlei.explanation.printing.as_frames import MOST_BYTES, working_tracks
from fenlei.studio.asks import answer_ask
from fenlei.studio.asks.lessons import METHODS
from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError
from fenlei.studio.lessons import Lesson, all_lessons, lesson_working

LEDGER = Path(__file__).parents[2] / "docs" / "ledger"
LESSONS = {lesson.key: lesson for lesson in all_lessons()}


def ask(what: str, **fields: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fits that stop early on purpose
        return answer_ask(DeskFacts(), {"what": what, **fields})


def track_of(key: str) -> Any:
    """The track that a lesson shows first."""
    found = ask("lesson", lesson=key)
    return next(track for track in found["tracks"] if track["key"] == found["track"])


def objectives(key: str) -> list[float]:
    return [frame["objective"] for frame in track_of(key)["frames"]]


def test_lessons_stand_in_the_ledger_in_its_order() -> None:
    for source in sorted({lesson.source for lesson in LESSONS.values()}):
        places = [item["at"] for item in tomllib.loads((LEDGER / f"{source}.toml").read_text())["item"]]
        own = [lesson.at for lesson in LESSONS.values() if lesson.source == source]
        assert set(own) <= set(places)
        assert [places.index(at) for at in own] == sorted(places.index(at) for at in own)
    assert [lesson.source for lesson in LESSONS.values()] == sorted(
        lesson.source for lesson in LESSONS.values()
    )


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_lesson_is_worked_out_and_its_script_says_the_same(lesson: Lesson, lang: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = lesson_working(lesson, lang, lang)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(found.script, {})
    assert said.getvalue().rstrip("\n") == str(found.working).rstrip("\n")
    keys = {"steps", *(step.key for step in found.working.steps if step.frames)}
    assert lesson.track in keys
    assert any(frame["asked"] for track in working_tracks(found.working) for frame in track["frames"])


def test_words_and_table_can_be_in_two_languages() -> None:
    found = lesson_working(LESSONS["apples-taste"], "en", "zh")
    assert "酸甜" in str(found.working)
    assert found.working.steps[0].title.isascii()


# --- the numbers of the documents


def test_newtons_steps_on_the_melons() -> None:
    frames = track_of("melons-newton")["frames"]
    assert len(frames) == 6
    assert frames[0]["objective"] == pytest.approx(17 * np.log(2), abs=1e-12)
    assert frames[-1]["objective"] == pytest.approx(8.6837, abs=5e-5)
    assert "3.15833" in frames[-1]["html"]


def test_gradient_descent_overshoots() -> None:
    values = objectives("melons-descent")
    assert values[1:3] == pytest.approx([11.6448, 11.5673], abs=5e-5)
    assert values[10] == pytest.approx(19.028, abs=5e-4)


def test_seven_updates_of_the_perceptron() -> None:
    """Rows 1, 3, 3, 3, 1, 3, 3 move the line; w = (1, 1), b = -3, no row is wrong."""
    frames = track_of("perceptron-updates")["frames"]
    assert [frame["rows"] for frame in frames] == [[0], [2], [2], [2], [0], [2], [2]]
    assert frames[-1]["objective"] == 0
    assert re.search(r"<mi>b</mi>.*−</mo><mn>3</mn></mrow>", frames[-1]["html"])


def test_the_cycle_of_exclusive_or_is_named() -> None:
    track = track_of("perceptron-xor")
    assert track["key"] == "fit_updates_cycle"
    assert "update 1" in track["says"]
    assert "update 5" in track["says"]


@pytest.mark.parametrize(("key", "end"), [("kmeans-good", 16 / 3), ("kmeans-poor", 26.5)])
def test_two_starts_of_k_means(key: str, end: float) -> None:
    """Assign and move are frames of their own; W never grows."""
    values = objectives(key)
    assert values[-1] == pytest.approx(end)
    assert (np.diff(values) <= 1e-12).all()
    assert len(values) % 2 == 0


def test_em_of_three_coins_and_of_two_normals() -> None:
    first = track_of("three-coins")["frames"][0]["html"]
    assert all(number in first for number in ("0.406417", "0.536842", "0.643243"))
    assert objectives("two-normals")[:3] == pytest.approx([-77.443136, -72.664360, -72.472678], abs=1e-6)


def test_rounds_of_adaboost() -> None:
    frames = track_of("adaboost")["frames"]
    errors = [frame["asked"]["value"] for frame in frames]
    assert errors == pytest.approx([0.3, 3 / 14, 2 / 11])
    assert frames[-1]["objective"] == 0


def test_a_tree_grows_by_its_gains() -> None:
    """The first question gains 0.6755 of the entropy 1; the second leaves none."""
    assert objectives("apples-tree") == pytest.approx([1, 1 - 0.6755, 0], abs=5e-5)


def test_merges_of_five_objects() -> None:
    frames = track_of("linkage-single")["frames"]
    assert [frame["objective"] for frame in frames] == [1, 2, 4, 5]
    assert [frame["rows"] for frame in frames] == [[2, 4], [0, 2, 4], [1, 3], [0, 1, 2, 3, 4]]


def test_the_search_of_the_kd_tree() -> None:
    """Nearest to (2, 4.5) is (2, 3), at 1.5."""
    frames = track_of("kd-search")["frames"]
    assert frames[-1]["objective"] == pytest.approx(1.5)
    assert frames[0]["rows"] == [5]  # the root is (7, 2)
    assert len(track_of("kd-build")["frames"]) == 6


# --- limits


def test_a_long_fit_is_thinned_to_sixty_frames_and_says_so() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 6))
    y = (X[:, 0] + rng.normal(size=400) > 0).astype(int)
    model = fenlei.LogisticRegression(solver="gd", learning_rate=1e-4, max_iter=400, tol=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        working = explain_fit(model.fit(X, y), X, y)
    track = working_tracks(working)[1]
    at = [frame["iteration"] for frame in track["frames"]]
    assert len(at) == 60
    assert at[:20] == list(range(20))
    assert at[-1] == 400
    assert "60 of them are shown" in track["says"]


def test_tracks_keep_to_their_size() -> None:
    X = fenlei.load("watermelon").X
    working = explain_fit(fenlei.KMeans(3, random_state=0).fit(X), X)
    whole = len(json.dumps(working_tracks(working)))
    small = working_tracks(working, most=20_000)
    assert len(json.dumps(small)) < whole
    assert [len(track["frames"]) for track in small] == [
        len(track["frames"]) for track in working_tracks(working)
    ]
    assert whole < MOST_BYTES


# --- the scratch table


def test_every_method_of_the_scratch_table() -> None:
    rng = np.random.default_rng(1)
    points = [[*np.round(x, 1).tolist(), int(x.sum() > 10)] for x in rng.uniform(0, 10, (30, 2))]
    for method in METHODS:
        found = ask("scratch", method=method, points=points)
        assert found["total"] == 30, method
        assert len(found["tracks"][-1]["frames"]) <= 60
        if "regions" in found["arrays"]:
            assert found["arrays"]["regions"].shape == (60, 60)


def test_start_centres_are_those_that_were_put() -> None:
    points = [[1, 1, 0], [1, 2, 0], [8, 8, 0], [9, 8, 0]]
    found = ask("scratch", method="kmeans", points=points, starts=[[1, 1], [1, 2]])
    values = [frame["objective"] for frame in found["tracks"][-1]["frames"]]
    assert values[0] == pytest.approx(49 + 36 + 64 + 36)  # both far points to (1, 2)


def test_points_in_one_place_are_drawn() -> None:
    found = ask("scratch", method="agglomerative", points=[[5, 5, 0]] * 4)
    assert [frame["objective"] for frame in found["tracks"][-1]["frames"]] == [0, 0, 0]


@pytest.mark.parametrize(
    "points",
    [None, [], [[1, 2, 0]], [[1, 2, 0]] * 201, [[1, 11, 0]] * 3, [[1, 2, 9]] * 3, [[True, 2, 0]] * 3, "x"],
)
def test_points_that_are_refused(points: object) -> None:
    with pytest.raises(StudioError):
        ask("scratch", method="lda", points=points)


def test_lessons_in_chinese_have_no_english_words() -> None:
    facts = DeskFacts()
    facts.lang = "zh"
    for lesson in answer_ask(facts, {"what": "lessons"})["lessons"]:
        words = set(re.findall(r"[A-Za-z]{2,}", lesson["title"] + lesson["at"] + lesson["question"]))
        assert words <= {"Fisher", "AdaBoost", "kd", "EM"}, lesson
