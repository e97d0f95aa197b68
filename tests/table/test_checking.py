import pytest

from fenlei.errors import DataError
from fenlei.table.checking import require, require_keys, require_list, require_texts, require_unique


def test_accepted_values_pass():
    require(True, None, "here")
    require_keys({"a": 1}, ("a",), "here")
    require_unique(["a", "b"], "here")
    assert require_list([1], "here") == [1]
    assert require_texts(["a"], "here") == ("a",)


def test_a_long_value_is_cut():
    with pytest.raises(DataError) as caught:
        require(False, "x" * 10_000, "here")
    assert str(caught.value).startswith("The schema has 'xxx")
    assert len(str(caught.value)) < 200
