"""A formula as a line of Unicode text."""

from __future__ import annotations

from fenlei.explanation.formula import nodes as n
from fenlei.explanation.printing.numbers import ATOM, POWER, PRODUCT, Signs, binding, digits_of, written_sum

_UP = str.maketrans("0123456789-−+TtnijkK()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺ᵀᵗⁿⁱʲᵏᴷ⁽⁾")
_DOWN = str.maketrans("0123456789-−+=ijknt()", "₀₁₂₃₄₅₆₇₈₉₋₋₊₌ᵢⱼₖₙₜ₍₎")
_NAMES = {"log2": "log₂", "sqrt": "√", "abs": "abs", "sign": "sgn", "norm": "norm", "gamma": "Γ"}
_SIGNS = Signs("−", " − ", " + ")


def formula_text(node: n.Formula, digits: int = 6) -> str:
    """A formula on one line.

    Examples
    --------
    >>> from fenlei.explanation.formula import Chain, CountRatio, Letter, Number, Power, Product, Sum
    >>> whole = Sum((Number(1.0), Number(-2.5)))
    >>> formula_text(Chain((Letter("x", "1"), CountRatio(4, 7), Product((whole, Power(whole, Number(2.0)))))))
    'x₁ = 4/7 = (1 − 2.5) · (1 − 2.5)²'
    """

    def part(inner: n.Formula, least: int) -> str:
        written = formula_text(inner, digits)
        return f"({written})" if _binding(inner) < least else written

    match node:
        case n.Number(x):
            return number_text(x, digits)
        case n.CountRatio(m, total):
            return f"{number_text(m, digits)}/{number_text(total, digits)}"
        case n.Rest(count, x):
            return f"… (+{count}: {number_text(x, digits)})"
        case n.Word(text):
            return text
        case n.Letter(name, sub, sup):
            return name + _raised(sup) + _lowered(sub)
        case n.Applied(name, arguments, given):
            inside = ", ".join(formula_text(each, digits) for each in arguments)
            condition = ", ".join(formula_text(each, digits) for each in given)
            return f"{formula_text(name, digits)}({inside}{' | ' + condition if given else ''})"
        case n.Equation(left, right):
            return f"{formula_text(left, digits)} = {formula_text(right, digits)}"
        case n.Chain(sides):
            return " = ".join(formula_text(side, digits) for side in sides)
        case n.Sum(terms):
            return written_sum(terms, part, _SIGNS)
        case n.Minus(inner):
            return f"−{part(inner, PRODUCT)}"
        case n.Product(factors):
            return " · ".join(part(each, PRODUCT) for each in factors)
        case n.Fraction(above, below):
            sign = "÷" if isinstance(below, n.CountRatio) else "/"  # 4/6 · 6/10 ÷ 7/10
            return f"{part(above, PRODUCT)} {sign} {part(below, POWER)}"
    return _other(node, digits, part)


def _binding(node: n.Formula) -> int:
    """In a line of text a fraction binds as a product does."""
    return PRODUCT if isinstance(node, n.Fraction) else binding(node)


def _other(node: n.Formula, digits: int, part) -> str:  # type: ignore[no-untyped-def]
    match node:
        case n.Power(base, n.Number(x)):
            return f"{part(base, ATOM)}{_raised(number_text(x, digits).replace('−', '-'))}"
        case n.Power(base, exponent):
            return f"{part(base, ATOM)}^{part(exponent, ATOM)}"
        case n.Transposed(inner):
            return f"{part(inner, POWER)}ᵀ"
        case n.Function(name, arguments):
            inside = ", ".join(formula_text(each, digits) for each in arguments)
            return f"{_NAMES.get(name, name)}({inside})"
        case n.Series(sign, index, body):
            return f"{sign}{_lowered(index)} {part(body, PRODUCT)}"
        case n.MatrixValue(rows):
            lines = ("  ".join(number_text(x, digits) for x in row) for row in rows)
            return f"[{'; '.join(lines)}]"
    raise TypeError(type(node).__name__)


def number_text(x: float, digits: int) -> str:
    """A number with a minus sign of its own, and a power of ten above the line."""
    found = digits_of(x, digits)
    power = f" × 10{_raised(str(found.power))}" if found.power else ""
    return ("−" if found.negative else "") + found.digits + power


def _raised(text: str) -> str:
    raised = text.translate(_UP)
    return raised if raised != text or not text else f"^{text}"


def _lowered(text: str) -> str:
    lowered = text.translate(_DOWN)
    return lowered if all(a != b for a, b in zip(lowered, text, strict=True)) else f"_{text}"
