"""Cost matrices: labels of actions, and tables read from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from fenlei.bayes.decision.costs import (
    CostTable,
    label_array,
    named_actions,
    read_costs,
    with_reject,
    zero_one,
)
from fenlei.errors import DataError, UsageError


def _file(folder: Path, text: str) -> Path:
    path = folder / "costs.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_rows_and_columns_are_put_in_the_order_of_the_classes(tmp_path: Path) -> None:
    path = _file(tmp_path, "decision,红富士,国光\n红富士,0,3\n国光,1,0.5\n")
    costs, labels = read_costs(path, np.array(["国光", "红富士"]))
    assert_array_equal(costs, [[0.5, 1.0], [3.0, 0.0]])
    assert labels is None


@pytest.mark.parametrize(("classes", "header"), [([0, 1], "0,1"), ([False, True], "False,True")])
def test_labels_that_are_no_text_are_found_by_their_text(
    classes: list[object], header: str, tmp_path: Path
) -> None:
    first, second = header.split(",")
    path = _file(tmp_path, f",{header}\n{second},7,0\n{first},0,1\n")
    assert_array_equal(read_costs(path, classes).costs, [[0, 1], [7, 0]])


def test_more_actions_than_classes_come_last_under_their_names(tmp_path: Path) -> None:
    path = _file(tmp_path, "action,ill,well\ntest,1,1\nsend home,9,0\nill,0,2\nwell,10,0\n")
    costs, labels = read_costs(path, ["ill", "well"])
    assert_array_equal(costs, [[0, 2], [10, 0], [1, 1], [9, 0]])
    assert_array_equal(labels, ["ill", "well", "test", "send home"])


def test_actions_none_of_which_is_a_class(tmp_path: Path) -> None:
    path = _file(tmp_path, "action,0,1\nkeep,1,1\nsell,0,2\n")
    costs, labels = read_costs(path, [0, 1])
    assert_array_equal(costs, [[1, 1], [0, 2]])
    assert_array_equal(labels, ["keep", "sell"])


def test_constant_columns_and_gains_are_read_as_numbers() -> None:
    table = {"action": ["a", "b"], "a": [-1, -1], "b": [1, 0]}
    assert_array_equal(read_costs(table, ["a", "b"]).costs, [[-1, 1], [-1, 0]])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("d,a,c\na,0,1\nb,1,0\n", r"the columns \['a', 'c'\] are not the classes \['a', 'b'\]"),
        ("d,a\na,0\nb,1\n", r"the columns \['a'\] are not the classes"),
        ("d\na\nb\n", r"the columns \[\] are not the classes"),
        ("d,a,b\na,0,1\nb,,0\n", "a cost is missing in row 2; fill it in"),
        ("d,a,b\na,0,much\nb,1,0\n", "Column 'b': 1 value is not a number"),
        ("d,a,b\na,0,1\na,1,0\n", "an action occurs more than once"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_in_one_sentence(
    text: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=sentence):
        read_costs(_file(tmp_path, text), ["a", "b"])


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        read_costs(tmp_path / "nothing.csv", ["a", "b"])


@pytest.mark.parametrize(
    ("classes", "reject", "kind"),
    [(["a", "b"], "reject", "U"), ([0, 1], -1, "i"), ([0, 1], "reject", "O"), ([False, True], "reject", "O")],
)
def test_the_label_of_reject_joins_the_classes_or_makes_objects(
    classes: list[object], reject: object, kind: str
) -> None:
    actions = with_reject(named_actions(zero_one(2), np.array(classes)), 0.25, reject)
    assert actions.labels.dtype.kind == kind
    assert actions.labels.tolist() == [*classes, reject]
    assert_array_equal(actions.costs, [[0, 1], [1, 0], [0.25, 0.25]])


def test_actions_that_are_not_the_classes_need_names() -> None:
    classes, costs = np.array(["a", "b"]), np.zeros((3, 2))
    assert named_actions(costs, classes, ["x", "y", "z"]).labels.tolist() == ["x", "y", "z"]
    with pytest.raises(UsageError, match="name the 3 actions in action_labels"):
        named_actions(costs, classes)
    for labels in (["x", "y"], ["x", "y", "y"]):
        with pytest.raises(UsageError, match="give 3 different labels, one for each row of costs"):
            named_actions(costs, classes, labels)
    with pytest.raises(UsageError, match="reject_label='b' is already one of the actions"):
        with_reject(named_actions(zero_one(2), classes), 0.1, "b")


def test_mixed_labels_stay_what_they_are() -> None:
    assert label_array(["a", 1]).tolist() == ["a", 1]
    assert label_array(np.array(["a", "b"])).dtype.kind == "U"
    assert CostTable._fields == ("costs", "action_labels")  # parameters of MinimumRiskClassifier
