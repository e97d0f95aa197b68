import pyarrow as pa
import pytest

from fenlei.errors import DataError
from fenlei.table.declarations import Declarations
from fenlei.table.interpretation import conformed, stored, understand, understand_target
from fenlei.table.schema import Column

NONE = Declarations({}, {}, None)


def column(values, kind=None):
    return pa.chunked_array([pa.array(values, kind)])


def test_text_is_parsed_unless_declared():
    assert understand("x", column(["1", "?"]), NONE, ("?",)).values.to_pylist() == [1, None]
    declared = NONE._replace(kinds={"x": "nominal"})
    assert understand("x", column(["1", "?"]), declared, ("?",)).values.to_pylist() == ["1", None]


def test_order_of_a_dictionary_leaves_missing_words_out():
    codes = pa.array([0, 2, 1], pa.int32())
    ordered = pa.DictionaryArray.from_arrays(codes, pa.array(["S", "?", "M"]), ordered=True)
    found = understand("x", pa.chunked_array([ordered]), NONE, ("?",))
    assert (found.kind, found.order) == ("ordinal", ("S", "M"))
    assert found.values.to_pylist() == ["S", "M", None]


def test_a_dictionary_of_one_value_is_left_to_inference():
    assert understand("x", column(["a", "a"]).dictionary_encode(), NONE, ()).kind is None


def test_target_text_is_parsed_only_if_untyped():
    assert understand_target("y", column(["1"]), True, ()).values.to_pylist() == [1]
    assert understand_target("y", column(["1"]), False, ()).values.to_pylist() == ["1"]
    with pytest.raises(DataError, match="infinite"):
        understand_target("y", column([float("inf")]), False, ())


def test_stored_and_conformed():
    nominal = Column("c", "nominal", ("a", "b"))
    assert stored(column(["b", None]), nominal).to_pylist() == ["b", None]
    assert conformed(column(["b", "z", "?"]), nominal, ("?",), 1).to_pylist() == ["b", None, None]
    assert conformed(column(["1", "?"]), Column("x", "numeric"), ("?",), 1).to_pylist() == [1, None]
    assert stored(column([1, 2]), Column("x", "constant")).to_pylist() == [1, 2]
