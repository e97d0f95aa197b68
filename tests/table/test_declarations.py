import pytest

from fenlei.errors import UsageError
from fenlei.table.declarations import declare

NAMES = ["a", "b", "c"]


def test_names_or_one_name():
    declared = declare(NAMES, "c", {"b": [1, 2]}, nominal="a", numeric=())
    assert declared.kinds == {"a": "nominal", "b": "ordinal"}
    assert declared.orders == {"b": ("1", "2")}


def test_the_target_may_be_declared_nominal_only():
    assert declare(NAMES, "c", None, nominal=["c"]).kinds == {}
    for kind in ("numeric", "drop", "identifier"):
        with pytest.raises(UsageError, match="Column 'c' is the target"):
            declare(NAMES, "c", None, **{kind: ["c"]})


def test_one_declaration_a_column():
    with pytest.raises(UsageError, match="Column 'a' is given as nominal and as drop"):
        declare(NAMES, None, None, nominal=["a", "a"], drop=["a"])


@pytest.mark.parametrize("wrong", [{"target": "z"}, {"ordinal": {"z": []}}, {"numeric": ["a", "z"]}])
def test_unknown_names(wrong):
    target, ordinal = wrong.pop("target", None), wrong.pop("ordinal", None)
    with pytest.raises(UsageError, match="There is no column 'z'"):
        declare(NAMES, target, ordinal, **wrong)


def test_ordinal_needs_the_order():
    with pytest.raises(UsageError, match="give a dict of column names"):
        declare(NAMES, None, ["a"])
