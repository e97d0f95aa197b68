"""A formula in LaTeX (amsmath)."""

from __future__ import annotations

import re

from fenlei.explanation.formula import nodes as n
from fenlei.explanation.printing.numbers import ATOM, PRODUCT, Signs, binding, digits_of, written_sum

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "#$%&_{}"},
}
GREEK = {
    **{"α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "η": r"\eta"},
    **{"λ": r"\lambda", "μ": r"\mu", "π": r"\pi", "σ": r"\sigma", "τ": r"\tau", "Σ": r"\Sigma"},
    **{"∇": r"\nabla", "ℓ": r"\ell", "Γ": r"\Gamma", "κ": r"\kappa", "ξ": r"\xi", "Δ": r"\Delta"},
    **{"ŷ": r"\hat{y}", "x̄": r"\bar{x}", "θ": r"\theta", "∞": r"\infty", "ŵ": r"\hat{w}", "ω": r"\omega"},
    "χ": r"\chi",
    "ρ": r"\rho",
    "ȳ": r"\bar{y}",
    "ḡ": r"\bar{g}",
    "φ": r"\varphi",
}
_IN_PROSE = {
    **{letter: f"${written}$" for letter, written in GREEK.items() if len(letter) == 1},
    **{down: f"$_{{{plain}}}$" for down, plain in zip("₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙₜ", "0123456789ijknt", strict=True)},
    **{up: f"$^{{{plain}}}$" for up, plain in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ", "0123456789+-T", strict=True)},
    **{
        "−": "$-$",
        "←": r"$\leftarrow$",
        "✓": r"$\surd$",
        "Π": r"$\prod$",
        "₋": r"$_-$",
        "≤": r"$\le$",
        "≥": r"$\ge$",
        "·": r"$\cdot$",
        "…": r"\dots{}",
        "√": r"$\surd$",
        "½": r"$\frac12$",
    },
    **{"→": r"$\to$", "×": r"$\times$", "‖": r"$\|$", "≠": r"$\neq$", "∈": r"$\in$", "̂": "", "̄": ""},
}
_FUNCTIONS = {
    "ln": r"\ln",
    "log2": r"\log_2",
    "exp": r"\exp",
    "sin": r"\sin",
    "cos": r"\cos",
    "max": r"\max",
    "min": r"\min",
    "det": r"\det",
}


_IN_TEXT = {
    **{letter: rf"\ensuremath{{{word}}}" for letter, word in GREEK.items() if len(letter) == 1},
    **{sign: rf"\ensuremath{{_{digit}}}" for digit, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    **_SPECIAL,
}

_SIGNS = Signs("-", " - ", " + ")


def formula_latex(node: n.Formula, digits: int = 6) -> str:
    r"""A formula as LaTeX, to be set in mathematics mode.

    Examples
    --------
    >>> from fenlei.explanation.formula import Chain, CountRatio, Letter, Word
    >>> formula_latex(Chain((Letter("μ", "1"), CountRatio(4, 7))))
    '\\mu_{1} = \\frac{4}{7}'
    >>> formula_latex(Word("own_house"))
    '\\text{own\\_house}'
    """

    def part(inner: n.Formula, least: int) -> str:
        written = formula_latex(inner, digits)
        return rf"\left({written}\right)" if binding(inner) < least else written

    def listed(each: tuple[n.Formula, ...]) -> str:
        return ", ".join(formula_latex(one, digits) for one in each)

    match node:
        case n.Number(x):
            return number_latex(x, digits)
        case n.CountRatio(m, total):
            return rf"\frac{{{number_latex(m, digits)}}}{{{number_latex(total, digits)}}}"
        case n.Rest(count, x):
            return rf"\underbrace{{\cdots}}_{{{count}:\ {number_latex(x, digits)}}}"
        case n.Word(text):
            return rf"\text{{{prose(text)}}}"
        case n.Letter(name, sub, sup):
            return (
                _symbol(name)
                + (f"_{{{_index(sub)}}}" if sub else "")
                + (f"^{{{_index(sup)}}}" if sup else "")
            )
        case n.Applied(name, arguments, given):
            condition = rf" \mid {listed(given)}" if given else ""
            return rf"{formula_latex(name)}\left({listed(arguments)}{condition}\right)"
        case n.Equation(left, right):
            return listed((left,)) + " = " + listed((right,))
        case n.Chain(sides):
            return " = ".join(formula_latex(side, digits) for side in sides)
        case n.Sum(terms):
            return written_sum(terms, part, _SIGNS)
        case n.Minus(inner):
            return f"-{part(inner, PRODUCT)}"
        case n.Product(factors):
            return r" \cdot ".join(part(each, PRODUCT) for each in factors)
        case n.Fraction(above, below):
            return rf"\frac{{{formula_latex(above, digits)}}}{{{formula_latex(below, digits)}}}"
    return _other(node, digits, part, listed)


def _other(node: n.Formula, digits: int, part, listed) -> str:  # type: ignore[no-untyped-def]
    match node:
        case n.Power(base, exponent):
            return f"{part(base, ATOM)}^{{{formula_latex(exponent, digits)}}}"
        case n.Transposed(inner):
            return rf"{part(inner, ATOM)}^{{\mathsf{{T}}}}"
        case n.Function("sqrt", arguments):
            return rf"\sqrt{{{listed(arguments)}}}"
        case n.Function("abs", arguments):
            return rf"\left|{listed(arguments)}\right|"
        case n.Function("norm", arguments):
            return rf"\left\|{listed(arguments)}\right\|"
        case n.Function("gamma", arguments):
            return rf"\Gamma\left({listed(arguments)}\right)"
        case n.Function(name, arguments):
            called = _FUNCTIONS.get(name, rf"\operatorname{{{name}}}")
            return rf"{called}\left({listed(arguments)}\right)"
        case n.Series(sign, index, body):
            big = r"\sum" if sign == "Σ" else r"\prod"
            return rf"{big}_{{{_index(index)}}} {part(body, PRODUCT)}"
        case n.MatrixValue(rows):
            lines = (" & ".join(number_latex(x, digits) for x in row) for row in rows)
            inside = r" \\ ".join(lines)
            return rf"\begin{{bmatrix}} {inside} \end{{bmatrix}}"
    raise TypeError(type(node).__name__)


def number_latex(x: float, digits: int) -> str:
    found = digits_of(x, digits)
    power = rf" \times 10^{{{found.power}}}" if found.power else ""
    words = found.digits.replace("∞", r"\infty").replace("NaN", r"\mathrm{NaN}")
    return ("-" if found.negative else "") + words + power


def escaped(text: str) -> str:
    """Text from the data, with nothing in it that LaTeX takes as a command."""
    return "".join(_IN_TEXT.get(sign, sign) for sign in " ".join(text.split()))


def prose(text: str) -> str:
    """A sentence: as `escaped`, with the letters of formulas in it set as such."""
    return "".join(_IN_PROSE.get(sign) or _SPECIAL.get(sign, sign) for sign in " ".join(text.split()))


def _symbol(name: str) -> str:
    if name in GREEK:
        return GREEK[name]
    if len(name) > 1 and name[0] in GREEK:
        return f"{GREEK[name[0]]} {_symbol(name[1:])}"
    if not name.isascii():
        return rf"\text{{{prose(name)}}}"
    return name if len(name) == 1 else rf"\mathrm{{{escaped(name)}}}"


def _index(text: str) -> str:
    """What stands below or above a letter: letters and numbers of the book, or a name from the data."""
    if re.fullmatch(r"[0-9A-Za-z,=+()-]{1,6}", text):
        return text if len(text) < 3 or not text.isalpha() else rf"\mathrm{{{text}}}"
    return GREEK.get(text) or rf"\text{{{prose(text)}}}"
