"""A formula in MathML, which browsers draw and read aloud."""

from __future__ import annotations

from html import escape

from fenlei.explanation.formula import nodes as n
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.explanation.printing.numbers import (
    ATOM,
    PRODUCT,
    Signs,
    binding,
    digits_of,
    split_sign,
    written_sum,
)

LONG = 90  # characters of text that fit on a line
_NAMES = {"log2": "log₂", "sign": "sgn", "gamma": "Γ"}
_FENCES = {"abs": ("|", "|"), "norm": ("‖", "‖")}
_SIGNS = Signs("<mo form='prefix'>−</mo>", "<mo form='infix'>−</mo>", "<mo form='infix'>+</mo>")


def math_element(node: n.Formula, digits: int = 6) -> str:
    """A formula as a `math` element of its own.

    Examples
    --------
    >>> from fenlei.explanation.formula import CountRatio
    >>> math_element(CountRatio(4, 7))
    '<math display="block"><mrow><mfrac><mn>4</mn><mn>7</mn></mfrac></mrow></math>'
    """
    return f'<math display="block"><mrow>{formula_mathml(node, digits)}</mrow></math>'


def math_elements(node: n.Formula, digits: int = 6) -> list[str]:
    """A formula as one `math` element, or, if it is long, as several that a page can set on several lines.

    Browsers do not break a formula: it is cut before each side of a chain, and a side that is itself too
    long before each term of its sum; a fraction is then written with a stroke.

    Examples
    --------
    >>> from fenlei.explanation.formula import Chain, Letter, Number, Sum
    >>> long = Sum(tuple(Number(1.0 + i) for i in range(60)))
    >>> len(math_elements(Chain((Letter("S"), Number(2.0))))), len(math_elements(Chain((Letter("S"), long))))
    (1, 61)
    """
    if not isinstance(node, n.Chain) or len(formula_text(node, digits)) <= LONG:
        return [math_element(node, digits)]
    pieces = [formula_mathml(node.sides[0], digits)]
    for side in node.sides[1:]:
        first, *others = _side_pieces(side, digits)
        pieces += [f"<mo>=</mo>{first}", *others]
    return [f'<math display="block"><mrow>{piece}</mrow></math>' for piece in pieces]


def _side_pieces(side: n.Formula, digits: int) -> list[str]:
    """A side whole, or term by term."""
    if len(formula_text(side, digits)) <= LONG:
        return [formula_mathml(side, digits)]
    match side:
        case n.Sum(terms):
            return _sum_pieces(terms, digits)
        case n.Fraction(n.Sum(terms), below):
            first, *others = _sum_pieces(terms, digits)
            slash = f"<mo>)</mo><mo>/</mo>{formula_mathml(below, digits)}"
            return [f"<mo form='prefix'>(</mo>{first}", *others[:-1], others[-1] + slash]
        case n.Minus(inner):
            first, *others = _side_pieces(inner, digits)
            return [f"<mo form='prefix'>−</mo>{first}", *others]
    return [formula_mathml(side, digits)]


def _sum_pieces(terms: tuple[n.Formula, ...], digits: int) -> list[str]:
    pieces = []
    for i, term in enumerate(terms):
        negative, inner = split_sign(term)
        written = formula_mathml(inner, digits)
        if negative and binding(inner) < PRODUCT:
            written = _fenced(written)
        sign = "−" if negative else "+" if i else ""
        pieces.append((f"<mo form='{'infix' if i else 'prefix'}'>{sign}</mo>" if sign else "") + written)
    return pieces


def formula_mathml(node: n.Formula, digits: int = 6) -> str:
    """The inside of a `math` element; an application is a row of its own, so that its brackets fit it."""

    def part(inner: n.Formula, least: int) -> str:
        written = formula_mathml(inner, digits)
        return _fenced(written) if binding(inner) < least else written

    def listed(each: tuple[n.Formula, ...]) -> str:
        return "<mo separator='true'>,</mo>".join(formula_mathml(one, digits) for one in each)

    match node:
        case n.Number(x):
            return number_mathml(x, digits)
        case n.CountRatio(m, total):
            return f"<mfrac>{number_mathml(m, digits)}{number_mathml(total, digits)}</mfrac>"
        case n.Rest(count, x):
            inside = f"<mn>{count}</mn><mo>:</mo>{number_mathml(x, digits)}"
            return f"<munder><mpadded depth='.2em'><mo>⋯</mo></mpadded><mrow>{inside}</mrow></munder>"
        case n.Word(text):
            return f"<mtext>{escape(text)}</mtext>"
        case n.Letter(name, sub, sup):
            return _letter(name, sub, sup)
        case n.Applied(name, arguments, given):
            condition = f"<mo>|</mo>{listed(given)}" if given else ""
            return f"<mrow>{formula_mathml(name)}{_fenced(listed(arguments) + condition)}</mrow>"
        case n.Equation(left, right):
            return f"<mrow>{listed((left,))}<mo>=</mo>{listed((right,))}</mrow>"
        case n.Chain(sides):
            return "<mo>=</mo>".join(f"<mrow>{formula_mathml(side, digits)}</mrow>" for side in sides)
        case n.Sum(terms):
            return f"<mrow>{written_sum(terms, part, _SIGNS)}</mrow>"
        case n.Minus(inner):
            return f"<mrow><mo form='prefix'>−</mo>{part(inner, PRODUCT)}</mrow>"
        case n.Product(factors):
            return f"<mrow>{'<mo>·</mo>'.join(part(each, PRODUCT) for each in factors)}</mrow>"
        case n.Fraction(above, below):
            return f"<mfrac><mrow>{listed((above,))}</mrow><mrow>{listed((below,))}</mrow></mfrac>"
    return _other(node, digits, part, listed)


def _other(node: n.Formula, digits: int, part, listed) -> str:  # type: ignore[no-untyped-def]
    match node:
        case n.Power(base, exponent):
            return (
                f"<msup><mrow>{part(base, ATOM)}</mrow><mrow>{formula_mathml(exponent, digits)}</mrow></msup>"
            )
        case n.Transposed(inner):
            return f"<msup><mrow>{part(inner, ATOM)}</mrow><mi>T</mi></msup>"
        case n.Function("sqrt", arguments):
            return f"<msqrt>{listed(arguments)}</msqrt>"
        case n.Function(name, arguments) if name in _FENCES:
            return _fenced(listed(arguments), *_FENCES[name])
        case n.Function(name, arguments):
            return f"<mrow><mi>{_NAMES.get(name, name)}</mi>{_fenced(listed(arguments))}</mrow>"
        case n.Series(sign, index, body):
            big = "∑" if sign == "Σ" else "∏"
            return f"<mrow><munder><mo>{big}</mo>{_index(index)}</munder>{part(body, PRODUCT)}</mrow>"
        case n.MatrixValue(rows):
            lines = ("".join(f"<mtd>{number_mathml(x, digits)}</mtd>" for x in row) for row in rows)
            inside = "".join(f"<mtr>{line}</mtr>" for line in lines)
            return _fenced(f"<mtable>{inside}</mtable>", "[", "]")
    raise TypeError(type(node).__name__)


def _fenced(inside: str, left: str = "(", right: str = ")") -> str:
    fences = (f"<mo form='prefix' fence='true'>{left}</mo>", f"<mo form='postfix' fence='true'>{right}</mo>")
    return f"<mrow>{fences[0]}{inside}{fences[1]}</mrow>"


def number_mathml(x: float, digits: int) -> str:
    found = digits_of(x, digits)
    written = f"<mn>{found.digits}</mn>"
    if found.power:
        power = f"<mn>{'−' if found.power < 0 else ''}{abs(found.power)}</mn>"
        written = f"{written}<mo>×</mo><msup><mn>10</mn>{power}</msup>"
    if found.negative:
        written = f"<mo form='prefix'>−</mo>{written}"
    return f"<mrow>{written}</mrow>" if found.power or found.negative else written


def _letter(name: str, sub: str, sup: str) -> str:
    base = f"<mi>{escape(name)}</mi>"
    if sub and sup:
        return f"<msubsup>{base}{_index(sub)}{_index(sup)}</msubsup>"
    if sub or sup:
        return f"<m{'sub' if sub else 'sup'}>{base}{_index(sub or sup)}</m{'sub' if sub else 'sup'}>"
    return base


def _index(text: str) -> str:
    if text.isdigit():
        return f"<mn>{text}</mn>"
    return f"<mi>{escape(text)}</mi>" if len(text) == 1 else f"<mtext>{escape(text)}</mtext>"
