"""`--param name=value`: parameters of a class, with values as Python and JSON write them.

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
from collections.abc import Sequence

from fenlei.errors import UsageError

CONSTANTS: dict[str, float | bool | None] = {
    **dict.fromkeys(("inf", "Inf", "infinity", "Infinity"), math.inf),
    **dict.fromkeys(("nan", "NaN"), math.nan),
    "null": None,
    "true": True,
    "false": False,
}
MODULES = ("np", "numpy", "math")  # whose `inf` and `nan` are meant


def parameters(given: Sequence[str] | None) -> dict[str, object]:
    """Parameters written as name=value; of a name that is given twice the last value counts.

    Examples
    --------
    >>> parameters(["alpha=0.5", "solver=lsqr", "priors=[0.3, 0.7]", "shrinkage=None", "C=inf"])
    {'alpha': 0.5, 'solver': 'lsqr', 'priors': [0.3, 0.7], 'shrinkage': None, 'C': inf}
    """
    read = {}
    for pair in given or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise UsageError("cli.param", given=pair)
        read[name.strip()] = value_of(value.strip())
    return read


def model_parameters(
    given: Sequence[str] | None, models: Sequence[str] | None
) -> dict[str, dict[str, object]]:
    """Parameters written as model.name=value, by model; of a single model the name alone will do.

    Examples
    --------
    >>> model_parameters(["svc.C=inf", "svc.kernel=linear"], ["svc", "lda"])
    {'svc': {'C': inf, 'kernel': 'linear'}}
    >>> model_parameters(["C=inf"], ["svc"])
    {'svc': {'C': inf}}
    """
    by_model: dict[str, dict[str, object]] = {}
    for name, value in parameters(given).items():
        model, dot, own = name.partition(".")
        if not dot and (models is None or len(models) != 1):
            raise UsageError("cli.param_model", given=name)
        of, what = (model, own) if dot else (models[0], name)  # type: ignore[index]
        by_model.setdefault(of, {})[what] = value
    return by_model


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
