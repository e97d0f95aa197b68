"""The arrays of a table, and the fingerprint that tells two tables apart."""

from functools import partial

import numpy as np
import pytest

from fenlei.errors import DataError
from fenlei.study import compare, train
from fenlei.study.data import StudyData, study_data
from fenlei.table.reading import read_table
from tests.study.tables import apples


def data_of(columns: dict[str, list[object]], target: str, **options: object) -> StudyData:
    return study_data(read_table(columns, target=target, **options), "test")


def test_codes_and_classes_reproduce_the_labels() -> None:
    columns = apples()
    data = data_of(columns, "品种")
    assert data.labels.tolist() == columns["品种"]
    assert data.names == ["国光", "红富士", "黄元帅"]
    assert data.class_counts.tolist() == [30, 30, 30]
    assert data.X.shape == (90, 3)


def test_a_class_of_one_row_is_left_out_with_a_note() -> None:
    columns = apples(30)
    columns["品种"][4] = "嘎啦"
    data = data_of(columns, "品种")
    assert len(data.codes) == len(data.X) == 29
    assert "嘎啦" not in data.names
    assert any("嘎啦" in note for note in data.notes)


@pytest.mark.parametrize("labels", [["a"] * 6, list("abcdef"), list("aaaaab")])
def test_two_classes_of_two_rows_are_needed(labels: list[str]) -> None:
    with pytest.raises(DataError, match="at least two classes of two rows"):
        data_of({"x": [1.5, 2.5, 3.5, 4.5, 5.5, 6.25], "y": labels}, "y")


def test_a_feature_is_needed() -> None:
    with pytest.raises(DataError, match="None of the 1 columns"):
        data_of({"x": [1, 1, 1, 1], "y": list("aabb")}, "y")


def test_the_fingerprint_depends_on_cells_labels_and_kinds_only() -> None:
    columns = apples()
    print_of = data_of(columns, "品种").fingerprint
    assert data_of(apples(), "品种").fingerprint == print_of
    assert data_of(apples(), "品种", lang="zh").fingerprint == print_of
    assert data_of(columns | {"重量(克)": [0.5, *columns["重量(克)"][1:]]}, "品种").fingerprint != print_of
    assert data_of(columns | {"品种": columns["品种"][::-1]}, "品种").fingerprint != print_of
    assert data_of(columns, "品种", nominal=["重量(克)"]).fingerprint != print_of
    assert data_of(columns, "品种", drop=["颜色"]).fingerprint != print_of


def test_missing_cells_are_nan() -> None:
    assert np.isnan(data_of(apples(), "品种").X[:, 2]).sum() == 5


@pytest.mark.parametrize(
    ("labels", "is_quantity"),
    [
        (list(range(21)) * 2, True),  # more than 20, and more than 5 % of the rows
        (list(range(20)) * 2, False),
        (list(range(21)) * 30, False),
        (list(range(101)) * 30, True),
        ([float(i) for i in range(21)] * 2, True),
        ([str(i) + "a" for i in range(101)] * 2, False),
    ],
)
def test_many_numbers_are_a_quantity_unless_declared(labels: list[object], is_quantity: bool) -> None:
    table = read_table(
        {"x": [0.5, 1.5] * (len(labels) // 2) + [0.5] * (len(labels) % 2), "y": labels}, target="y"
    )
    if not is_quantity:
        assert len(study_data(table, "made").codes) == len(labels)
        return
    with pytest.raises(DataError, match=r"'y' holds \d+ different numbers .*regression .*--nominal y"):
        study_data(table, "made")
    assert len(study_data(table, "made", nominal=["y"]).codes) == len(labels)


def test_compare_and_train_take_declared_classes() -> None:
    rows = {"x": [0.5, 1.5, 2.5] * 20, "y": list(range(30)) * 2}
    for study in (partial(compare, models=["gaussian_nb"], folds=2), partial(train, model="gaussian_nb")):
        with pytest.raises(DataError, match="a quantity rather than classes"):
            study(rows, target="y")
        study(rows, target="y", nominal=["y"])
