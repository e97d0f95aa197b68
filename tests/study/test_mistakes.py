"""Rows that a model gets wrong: which are shown, in which order, and by which number."""

import json

import numpy as np
import pytest

from fenlei.study.data import StudyData, study_data
from fenlei.study.mistakes import MAX_FEATURES, MAX_PAIRS, mistakes
from fenlei.table.reading import read_table


def data_of(columns: dict, target: str = "y") -> StudyData:
    return study_data(read_table(columns, target=target), "made")


@pytest.fixture
def small() -> StudyData:
    # Row 2 has no label and row 6 is the only one of its class: both are left out of the study.
    columns = {
        "colour": ["red", "red", "green", None, "green", "red", "green", "red"],
        "size": [1.5, 2.5, 3.5, 4.5, None, 6.5, 7.5, 8.5],
        "y": ["a", None, "a", "b", "b", "c", "b", "a"],
    }
    return data_of(columns)


def answers(wanted: list[tuple[int, float]]) -> np.ndarray:
    """Probabilities of two classes: the answer and how sure it is."""
    return np.array([[p, 1 - p] if k == 0 else [1 - p, p] for k, p in wanted])


def test_rows_are_counted_in_the_input(small: StudyData) -> None:
    assert small.rows.tolist() == [1, 3, 4, 5, 7, 8]
    # true classes a a b b b a
    proba = answers([(1, 0.6), (1, 0.9), (0, 0.7), (1, 0.8), (1, 0.8), (0, 0.9)])
    found = mistakes(small, np.arange(6), proba)
    assert found["features"] == ["colour", "size"]
    first, second = found["pairs"]
    assert (first["truth"], first["answer"], first["count"]) == ("a", "b", 2)
    assert [row["row"] for row in first["rows"]] == [3, 1]  # the surest first
    assert first["rows"][0] == {"row": 3, "probability": 0.9, "values": ["green", 3.5]}
    assert (second["truth"], second["answer"]) == ("b", "a")
    assert second["rows"] == [{"row": 4, "probability": 0.7, "values": [None, 4.5]}]


def test_the_order_in_which_folds_test_the_rows_does_not_matter(small: StudyData) -> None:
    proba = answers([(1, 0.6), (1, 0.6), (0, 0.7), (1, 0.8), (0, 0.8), (0, 0.9)])
    rows = np.array([5, 0, 3, 1, 4, 2])
    assert mistakes(small, rows, proba[rows]) == mistakes(small, np.arange(6), proba)


def test_no_mistake_gives_no_pair(small: StudyData) -> None:
    proba = answers([(code, 0.9) for code in small.codes])
    assert mistakes(small, np.arange(6), proba)["pairs"] == []


def test_the_size_is_bounded_whatever_the_table() -> None:
    rng, n, K = np.random.default_rng(0), 3000, 40
    columns = {f"x{j}": ["long" * 100, "short"] * (n // 2) for j in range(50)}
    wide = data_of(columns | {"y": [f"c{i % K}" for i in range(n)]})
    found = mistakes(wide, np.arange(n), rng.dirichlet(np.ones(K), n))
    assert len(found["pairs"]) == MAX_PAIRS
    assert all(len(pair["rows"]) <= 3 for pair in found["pairs"])
    assert len(found["features"]) == MAX_FEATURES
    assert len(json.dumps(found)) < 100_000
