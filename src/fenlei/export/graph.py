"""Formulas written into an ONNX graph: a `Value` is computed when the graph is run.

    graph = GraphBuilder()
    X = graph.input("X", np.float64, 4)
    scores = (X - mean) / scale @ coef.T + intercept

Operators take values and NumPy arrays, which become constants of the graph. What has the type float64 stays
so: no operator here rounds to float32 by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array

OPSET, TREE_OPSET = 18, 5  # of the operators, and of those for trees
IR_VERSION = 10
TREES = "ai.onnx.ml"
ROWS = "rows"  # name of the first dimension


def onnx_package() -> Any:
    """The package `onnx`."""
    try:
        import onnx
    except ImportError:
        raise UsageError("export.packages", package="onnx") from None
    return onnx


class GraphBuilder:
    """Nodes, constants, inputs and outputs, in the order in which they are made."""

    def __init__(self) -> None:
        self._onnx = onnx_package()
        self._constants: dict[tuple[str, tuple[int, ...], bytes], Value] = {}
        self._nodes: list[Any] = []
        self._initializers: list[Any] = []
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []

    def input(self, name: str, dtype: type, width: int) -> Value:
        """An input (n, width)."""
        kind = self._type(np.dtype(dtype))
        self._inputs.append(self._onnx.helper.make_tensor_value_info(name, kind, [ROWS, width]))
        return Value(self, name)

    def output(self, name: str, value: Value, dtype: type, width: int | str | None = None) -> None:
        """Name a value (n,), or (n, width), as an output."""
        self._nodes.append(self._onnx.helper.make_node("Identity", [value.name], [name]))
        shape = [ROWS] if width is None else [ROWS, width]
        kind = self._type(np.dtype(dtype))
        self._outputs.append(self._onnx.helper.make_tensor_value_info(name, kind, shape))

    def constant(self, value: Any) -> Value:
        """An array that does not depend on the rows; the same one is stored once."""
        array = np.ascontiguousarray(value).reshape(np.shape(value))
        if array.dtype.kind in "UO":
            array = array.astype(object)
            key = ("text", array.shape, repr(array.tolist()).encode())
        else:
            key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self._constants:
            name = f"c{len(self._constants)}"
            self._initializers.append(self._onnx.numpy_helper.from_array(array, name))
            self._constants[key] = Value(self, name)
        return self._constants[key]

    def do(self, operator: str, *inputs: object, domain: str = "", **attributes: object) -> Value:
        """The first output of an operator."""
        return self.do_several(operator, 1, *inputs, domain=domain, **attributes)[0]

    def do_several(
        self, operator: str, outputs: int, *inputs: object, domain: str = "", **attributes: object
    ) -> list[Value]:
        """All outputs of an operator."""
        given = [(each if isinstance(each, Value) else self.constant(each)).name for each in inputs]
        names = [f"v{len(self._nodes)}_{i}" for i in range(outputs)]
        node = self._onnx.helper.make_node(operator, given, names, domain=domain, **attributes)
        self._nodes.append(node)
        return [Value(self, name) for name in names]

    def tensor(self, array: Array) -> Any:
        """An array as an attribute."""
        return self._onnx.numpy_helper.from_array(np.ascontiguousarray(array))

    def side_by_side(self, values: Sequence[Value], axis: int = 1) -> Value:
        """Values (n, a), (n, b), ... as one (n, a + b + ...)."""
        return values[0] if len(values) == 1 else self.do("Concat", *values, axis=axis)

    def model(self, name: str, words: str, version: str) -> Any:
        """The whole as a `ModelProto`, checked."""
        helper = self._onnx.helper
        graph = helper.make_graph(self._nodes, name, self._inputs, self._outputs, self._initializers)
        domains = {node.domain for node in self._nodes} | {""}
        opsets = [helper.make_opsetid(each, TREE_OPSET if each else OPSET) for each in sorted(domains)]
        made = helper.make_model(
            graph, opset_imports=opsets, producer_name="fenlei", producer_version=version
        )
        made.ir_version, made.doc_string = IR_VERSION, words
        self._onnx.checker.check_model(made)
        return made

    def _type(self, dtype: np.dtype[Any]) -> int:
        kind = np.dtype(object) if dtype.kind == "U" else dtype
        return int(self._onnx.helper.np_dtype_to_tensor_dtype(kind))


class Value:
    """An array of the graph."""

    __array_ufunc__ = None  # NumPy leaves `array < value` to this class

    def __init__(self, graph: GraphBuilder, name: str) -> None:
        self.graph, self.name = graph, name

    # --- arithmetic, with broadcasting

    def __add__(self, other: object) -> Value:
        return self.graph.do("Add", self, other)

    def __radd__(self, other: object) -> Value:
        return self.graph.do("Add", other, self)

    def __sub__(self, other: object) -> Value:
        return self.graph.do("Sub", self, other)

    def __rsub__(self, other: object) -> Value:
        return self.graph.do("Sub", other, self)

    def __mul__(self, other: object) -> Value:
        return self.graph.do("Mul", self, other)

    def __rmul__(self, other: object) -> Value:
        return self.graph.do("Mul", other, self)

    def __truediv__(self, other: object) -> Value:
        return self.graph.do("Div", self, other)

    def __matmul__(self, other: object) -> Value:
        return self.graph.do("MatMul", self, other)

    def __neg__(self) -> Value:
        return self.graph.do("Neg", self)

    def __abs__(self) -> Value:
        return self.graph.do("Abs", self)

    def exp(self) -> Value:
        return self.graph.do("Exp", self)

    def log(self) -> Value:
        return self.graph.do("Log", self)

    def power(self, exponent: float) -> Value:
        return self.graph.do("Pow", self, np.float64(exponent))

    # --- comparisons

    def __lt__(self, other: object) -> Value:
        return self.graph.do("Less", self, other)

    def __le__(self, other: object) -> Value:
        return self.graph.do("LessOrEqual", self, other)

    def __gt__(self, other: object) -> Value:
        return self.graph.do("Greater", self, other)

    def __ge__(self, other: object) -> Value:
        return self.graph.do("GreaterOrEqual", self, other)

    def above(self, number: float) -> Value:
        return self.graph.do("Greater", self, np.float64(number))

    def at_least(self, number: float) -> Value:
        return self.graph.do("GreaterOrEqual", self, np.float64(number))

    def below(self, other: object) -> Value:
        return self.graph.do("Less", self, other)

    def equals(self, other: object) -> Value:
        return self.graph.do("Equal", self, other)

    def __and__(self, other: object) -> Value:
        return self.graph.do("And", self, other)

    def __or__(self, other: object) -> Value:
        return self.graph.do("Or", self, other)

    def __invert__(self) -> Value:
        return self.graph.do("Not", self)

    def isnan(self) -> Value:
        return self.graph.do("IsNaN", self)

    def where(self, yes: object, no: object) -> Value:
        """`yes` where this condition holds, else `no`."""
        return self.graph.do("Where", self, yes, no)

    # --- along an axis

    def sum(self, axis: int) -> Value:
        return self.graph.do("ReduceSum", self, np.array([axis], np.int64), keepdims=0)

    def max(self, axis: int) -> Value:
        """The largest, of length 1 along the axis."""
        return self.graph.do("ReduceMax", self, np.array([axis], np.int64), keepdims=1)

    def argmax(self, axis: int = 1) -> Value:
        """Position of the largest, the first of equals."""
        return self.graph.do("ArgMax", self, axis=axis, keepdims=0)

    def argmin(self, axis: int = 1) -> Value:
        return self.graph.do("ArgMin", self, axis=axis, keepdims=0)

    def softmax(self) -> Value:
        return self.graph.do("Softmax", self, axis=1)

    def log_softmax(self) -> Value:
        return self.graph.do("LogSoftmax", self, axis=1)

    # --- forms and types

    def take(self, index: object, axis: int = 1) -> Value:
        """The entries at the positions `index` along an axis."""
        return self.graph.do("Gather", self, index, axis=axis)

    def column(self, j: int) -> Value:
        """Column j, (n,)."""
        return self.take(np.int64(j))

    def as_column(self) -> Value:
        """(n,) as (n, 1)."""
        return self.reshape(-1, 1)

    def reshape(self, *shape: int) -> Value:
        """In another form; 0 keeps a length, -1 takes what is left."""
        return self.graph.do("Reshape", self, np.array(shape, np.int64))

    def swap(self) -> Value:
        """(a, b) as (b, a)."""
        return self.graph.do("Transpose", self, perm=[1, 0])

    def cast(self, dtype: type) -> Value:
        return self.graph.do("Cast", self, to=self.graph._type(np.dtype(dtype)))
