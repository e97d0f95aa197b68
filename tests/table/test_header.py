import pytest

from fenlei.errors import UsageError
from fenlei.table.header import nearest_name, quoted, repair_names, require_columns


def test_names_are_unique_and_not_blank():
    names, notes = repair_names([" a ", "", "a", "a", "a_2", None])
    assert names == ["a", "column_2", "a_3", "a_4", "a_2", "None"]
    assert notes == [
        "The header of column 2 is blank; it is called 'column_2'.",
        "The header 'a' occurs more than once; column 3 is called 'a_3'.",
        "The header 'a' occurs more than once; column 4 is called 'a_4'.",
    ]


def test_good_names_need_no_note():
    assert repair_names(["品种", "重量"]) == (["品种", "重量"], [])


def test_notes_in_chinese():
    assert repair_names([""], "zh")[1] == ["第 1 列的表头为空；命名为 'column_1'。"]


def test_unknown_column_names_the_nearest_and_lists_all():
    with pytest.raises(UsageError) as caught:
        require_columns(["SPECIS"], ["length", "species"])
    assert str(caught.value) == (
        "There is no column 'SPECIS'; did you mean 'species'? The columns are: 'length', 'species'."
    )


def test_nearest_ignores_case():
    assert nearest_name("AGE", ["wage", "age"]) == "age"
    assert nearest_name("cancelled", ["column_2", "Export of 2025"]) is None
    with pytest.raises(UsageError, match=r"^There is no column 'who'\. The columns are: 'age'\.$"):
        require_columns(["who"], ["age"])


def test_long_lists_are_cut():
    assert str(quoted([str(i) for i in range(33)])).endswith("'29', ... (+3)")
