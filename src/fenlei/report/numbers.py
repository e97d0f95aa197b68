"""Numbers as a reader sees them. A value that is missing, NaN or infinite is a dash."""

from __future__ import annotations

import math
from typing import TypeGuard

from fenlei.explanation.printing.columns import MINUS
from fenlei.report.texts import text

DASH = "–"
SPACE = "\N{NO-BREAK SPACE}"


def is_known(value: float | None) -> TypeGuard[float]:
    """Whether a score is there at all: results may hold null or NaN."""
    return value is not None and math.isfinite(value)


def count(value: int | float) -> str:
    return f"{round(value):,}"


def percent(value: float | None, digits: int = 1) -> str:
    """A share, as in 97.3%."""
    return f"{100 * value:.{digits}f}%" if is_known(value) else DASH


def decimal(value: float | None) -> str:
    """A score with three decimals."""
    return f"{value:.3f}" if is_known(value) else DASH


def quantity(value: float | None) -> str:
    """A number in the unit of the target, with four digits that matter: 12,345, 0.01234.

    Examples
    --------
    >>> quantity(12345.6), quantity(0.0123456), quantity(-53.128), quantity(0.0)
    ('12,346', '0.01235', '−53.13', '0')
    """
    if not is_known(value):
        return DASH
    digits = 0 if value == 0 else max(0, 3 - math.floor(math.log10(abs(value))))
    if digits > 12 or abs(value) >= 1e15:
        return f"{value:.3e}".replace("-", MINUS)
    written = f"{abs(value):,.{digits}f}"
    return (MINUS if value < 0 else "") + (written.rstrip("0").rstrip(".") if "." in written else written)


def signed(value: float | None) -> str:
    """A difference in the unit of the target, with its sign: +0.25."""
    if not is_known(value) or value == 0:
        return quantity(value)
    return quantity(value) if value < 0 else f"+{quantity(value)}"


def points(value: float | None) -> str:
    """A difference of two shares in percentage points, with its sign: −2.7."""
    if not is_known(value):
        return DASH
    digits = f"{100 * abs(value):.1f}"
    sign = "" if digits == "0.0" else MINUS if value < 0 else "+"
    return sign + digits


def p_value(value: float | None) -> str:
    """The p of a test: two digits that matter, and nothing below a thousandth."""
    if not is_known(value):
        written = DASH
    elif value < 0.001:
        written = f"<{SPACE}0.001"
    else:
        written = f"={SPACE}{value:.{3 if value < 0.1 else 2}f}"
    return f"p{SPACE}{written}"


def seconds(value: float | None, lang: str) -> str:
    """A duration in the unit that suits it."""
    if not is_known(value):
        return DASH
    if value < 1:
        milliseconds = 1000 * value
        return text("unit.milliseconds", lang, value=f"{milliseconds:.{0 if milliseconds >= 10 else 1}f}")
    if value < 59.95:  # above, one decimal would read 60.0
        return text("unit.seconds", lang, value=f"{value:.1f}")
    minutes, rest = divmod(round(value), 60)
    return text("unit.minutes", lang, minutes=minutes, seconds=rest)


def shorten(name: object, width: int) -> str:
    """A name on one line of at most `width` characters."""
    line = " ".join(str(name).split())
    return line if len(line) <= width else line[: width - 1] + "…"
