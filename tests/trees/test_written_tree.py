"""Trees that are written down: asked, printed, drawn."""

from __future__ import annotations

from typing import Any

import pytest

from fenlei import load, plot
from fenlei.errors import DataError, UsageError
from fenlei.trees import WrittenTree

AGE = WrittenTree("age", {"< 25": "yes", "≥ 25": "no"})
DEGREE = WrittenTree("degree", {"master, doctor": "yes", "bachelor": "no"})
SALARY_FIRST = WrittenTree("monthly_salary", {"< 15000": AGE, "≥ 15000": DEGREE})
ZHANG = {"sex": "male", "age": 22, "degree": "bachelor", "monthly_salary": 13000, "fresh_graduate": "yes"}


def test_figure_5_4_decides_all_applicants_and_hires_zhang() -> None:
    """002, figure 5-4: the tree of the text fits the six rows of table 5-1, and hires Zhang."""
    hiring = load("hiring")
    frame = hiring.table.arrow.to_pandas()
    assert [SALARY_FIRST.predict(row) for _, row in frame.iterrows()] == frame["hired"].tolist()
    assert SALARY_FIRST.predict(ZHANG) == "yes"
    assert SALARY_FIRST.path(ZHANG) == [("monthly_salary", 13000, "< 15000"), ("age", 22, "< 25")]


def test_figure_5_5_asks_for_the_age_again() -> None:
    """002, figure 5-5: an attribute may stand in several branches."""
    again = WrittenTree("age", {"> 40": "no", "otherwise": "yes"})
    fresh = WrittenTree("fresh_graduate", {"yes": again, "no": "yes"})
    degree = WrittenTree("degree", {"doctor": fresh, "master": "yes", "bachelor": "no"})
    tree = WrittenTree("monthly_salary", {"< 15000": AGE, "≥ 15000": degree})
    old = {"age": 45, "degree": "doctor", "monthly_salary": 20000, "fresh_graduate": "yes"}
    assert tree.predict(old) == "no"
    assert tree.predict({**old, "age": 30}) == "yes"
    assert [step.question for step in tree.path(old)].count("age") == 1


def test_rules_and_text_in_both_languages() -> None:
    assert SALARY_FIRST.rules()[2] == "if monthly_salary ≥ 15000 and degree = master, doctor then yes"
    chinese = WrittenTree(
        "月薪", {"< 15000": ("年龄", {"< 25": "录用", "≥ 25": "不录用"}), "≥ 15000": "录用"}
    )
    assert chinese.rules("zh")[0] == "如果 月薪 < 15000 且 年龄 < 25 则 录用"
    assert str(chinese).splitlines()[1] == "|   年龄 < 25: 录用"
    assert chinese.predict({"月薪": 13000, "年龄": 22}) == "录用"


def test_the_same_tree_is_drawn() -> None:
    pairs = ("monthly_salary", {"< 15000": tuple(AGE), "≥ 15000": tuple(DEGREE)})
    drawn, same = plot.written_tree(SALARY_FIRST), plot.written_tree(pairs)
    assert [one.get_text() for one in drawn.texts] == [one.get_text() for one in same.texts]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({}, "asks for 'age'"),
        ({"age": "old"}, "meets none of the answers"),
        ({"age": float("nan")}, "meets none of the answers"),
        ({"age": None}, "meets none of the answers"),
    ],
)
def test_rows_that_cannot_be_decided(row: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        AGE.predict(row)


@pytest.mark.parametrize("node", [("a", {}), ("a",), {}, None, ["a"]])
def test_what_is_no_tree(node: Any) -> None:
    with pytest.raises(UsageError, match="question and a dict of answers"):
        plot.written_tree(node)
    with pytest.raises(UsageError, match="question and a dict of answers"):
        WrittenTree("age", {"< 25": node}).predict({"age": 20})
