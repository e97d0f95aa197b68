"""Rows that a model gets wrong: which are shown, in which order, and by which number."""

import json

import numpy as np
import pytest

from fenlei.study.data import StudyData, study_data
from fenlei.study.facts.mistakes import (
    FIRST,
    MAX_FEATURES,
    MAX_PAIRS,
    explained,
    informative_columns,
    mistakes,
)
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


def test_of_a_wide_table_the_columns_that_tell_most_come_first() -> None:
    rng, n = np.random.default_rng(1), 400
    kind = rng.integers(0, 2, n)
    columns: dict = {f"x{j}": rng.normal(size=n).tolist() for j in range(20)}
    columns["x15"] = (rng.normal(size=n) + 3 * kind).tolist()
    columns["x17"] = [("red", "green")[k] if i % 4 else "blue" for i, k in enumerate(kind)]
    columns["x18"] = [None] * n
    wide = data_of(columns | {"y": [f"c{k}" for k in kind]}, "y")
    shown = informative_columns(wide)
    assert len(shown) == MAX_FEATURES
    assert shown[:FIRST] == sorted(shown[:FIRST])
    names = [wide.schema.features[j].name for j in shown]
    assert {"x15", "x17"} <= set(names[:FIRST])
    found = mistakes(wide, np.arange(n), answers([(1 - code, 0.9) for code in wide.codes]))
    assert found["features"] == names
    row = found["pairs"][0]["rows"][0]
    at = wide.rows.tolist().index(row["row"])
    assert row["values"][names.index("x15")] == columns["x15"][at]
    assert row["values"][names.index("x17")] == columns["x17"][at]


def test_the_share_of_variance_between_classes_by_loops() -> None:
    rng = np.random.default_rng(2)
    codes, x = rng.integers(0, 3, 60), rng.normal(size=60)
    x[::7] = np.nan
    categories = np.where(np.isnan(x), np.nan, rng.integers(0, 4, 60))

    def sums(column: np.ndarray) -> tuple[float, float]:
        known = ~np.isnan(column)
        values, labels = column[known], codes[known]
        between = sum(
            (labels == k).sum() * (values[labels == k].mean() - values.mean()) ** 2 for k in range(3)
        )
        return between, ((values - values.mean()) ** 2).sum()

    between, total = sums(x)
    assert explained(x, codes, 0) == pytest.approx(between / total)
    parts = [sums(np.where(np.isnan(categories), np.nan, categories == c)) for c in range(4)]
    expected = sum(part[0] for part in parts) / sum(part[1] for part in parts)
    assert explained(categories, codes, 4) == pytest.approx(expected)
    assert explained(np.full(60, 2.0), codes, 0) == 0.0
    assert explained(np.full(60, np.nan), codes, 0) == 0.0
