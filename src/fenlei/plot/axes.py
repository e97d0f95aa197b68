"""Axes to draw on, the colours of classes, and a font that has Chinese letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from fenlei.errors import warn
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

P = ParamSpec("P")
T = TypeVar("T")

# Distinct also for most colour-blind readers, and in both a light and a dark surrounding.
COLOURS = (
    *("#0b6bcb", "#d9480f", "#2b8a3e", "#9c36b5", "#c2850c", "#0c8599", "#c2255c", "#5f3dc4"),
    *("#66800b", "#868e96"),
)
CHINESE_FONTS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "Source Han Sans CN"),
    *("Microsoft YaHei", "SimHei", "PingFang SC", "Heiti SC", "Hiragino Sans GB", "STHeiti"),
    *("WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Noto Serif CJK SC", "Noto Serif CJK JP", "SimSun"),
    *("Arial Unicode MS", "AR PL UMing CN", "Droid Sans Fallback"),
)


def colour(position: int) -> str:
    """Colour of the class at a position."""
    return COLOURS[position % len(COLOURS)]


def axes(
    ax: Axes | None, title: str, lang: str, x: str = "", y: str = "", words: Iterable[object] = ()
) -> Axes:
    """`ax` or new axes, with a title and labels, keys of the texts; `words` are other texts to be drawn."""
    labels = [text(key, lang) if key else "" for key in (title, x, y)]
    family = font_family([*labels, *map(str, words), "中文" if lang == "zh" else ""])
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots(figsize=(5.5, 4.2), layout="constrained")[1]
    ax.set(title=labels[0], xlabel=labels[1], ylabel=labels[2])
    for part in (ax.title, ax.xaxis.label, ax.yaxis.label):  # axes that were there before have another font
        part.set_fontfamily(family)
    ax.tick_params(labelfontfamily=family)
    return ax


@contextmanager
def fonts(lang: str = "en") -> Iterator[None]:
    """Matplotlib's fonts with one that has the letters of `lang`, for texts of your own.

    Outside of the context the fonts are as they were before.

    Examples
    --------
    >>> from fenlei import plot
    >>> with plot.fonts("en"):  # "zh" for Chinese
    ...     ax = plot.sigmoid()
    ...     note = ax.text(0.0, 0.2, "turning point")
    >>> note.get_text(), note.get_position()
    ('turning point', (0.0, 0.2))
    """
    from matplotlib import rc_context

    with rc_context():
        font_family(["中文"] if lang == "zh" else [])
        yield


def own_fonts(draw: Callable[P, T]) -> Callable[P, T]:
    """`draw` with its fonts as matplotlib's defaults while it draws; afterwards the user's are back."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with fonts():
            return draw(*args, **kwargs)

    return drawn


def font_family(words: Iterable[str]) -> list[str]:
    """Matplotlib's fonts and, for letters that they lack, a Chinese one; a warning if there is none.

    Legends and other texts that the drawing function makes later get it, too: see `own_fonts`.
    """
    from matplotlib import rcParams

    if any(is_chinese(letter) for word in words for letter in word):
        font = chinese_font()
        if font is None:
            warn("plot.no_font")
        elif font not in rcParams["font.family"]:
            rcParams["font.family"] = [*rcParams["font.family"], font]
    return list(rcParams["font.family"])


def is_chinese(letter: str) -> bool:
    """Whether a letter is one of the Chinese ones.

    Examples
    --------
    >>> is_chinese("类"), is_chinese("a")
    (True, False)
    """
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"


@cache
def chinese_font() -> str | None:
    """The first installed font of the list."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    return next((name for name in CHINESE_FONTS if name in installed), None)
