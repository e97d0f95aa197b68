"""Values of parameters as a person writes them: as in Python and JSON.

Words for numbers and constants are understood alone and inside lists; what is neither a number, a constant, a
quoted text nor a list of these is text as it stands.

    inf, +inf, -inf, infinity, Infinity, np.inf, math.inf     infinity, either sign
    nan, NaN, np.nan, math.nan                                not a number
    None, null                                                no value
    True, true, False, false                                  yes or no
"""

from __future__ import annotations

import ast
import math

CONSTANTS: dict[str, float | bool | None] = {
    **dict.fromkeys(("inf", "Inf", "infinity", "Infinity"), math.inf),
    **dict.fromkeys(("nan", "NaN"), math.nan),
    "null": None,
    "true": True,
    "false": False,
}
MODULES = ("np", "numpy", "math")  # whose `inf` and `nan` are meant


def value_of(written: str) -> object:
    """The value of a text: a number, a constant, a quoted text or a list of these; or else the text itself.

    Examples
    --------
    >>> [value_of(text) for text in ("1e5", "-inf", "null", "[1, np.inf, true]", "rbf", "'inf'")]
    [100000.0, -inf, None, [1, inf, True], 'rbf', 'inf']
    """
    try:
        return ast.literal_eval(_Constants().visit(ast.parse(written, mode="eval")))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return written


class _Constants(ast.NodeTransformer):
    """Puts the values of `CONSTANTS` in place of their names."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Constant(CONSTANTS[node.id]) if node.id in CONSTANTS else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        known = isinstance(node.value, ast.Name) and node.value.id in MODULES and node.attr in ("inf", "nan")
        return ast.Constant(CONSTANTS[node.attr]) if known else node
