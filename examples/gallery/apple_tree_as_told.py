"""Source 000, figure 3-15:
a decision tree for apples (苹果品种决策树), as the text walks it: taste, shape, colour.

A round, sour-sweet apple ends in a leaf: Fuji. The document's drawing is lost; the tree here has its five
questions and eight leaves, and where shape does not decide, green apples are Guoguang and the others Fuji.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    fuji, guoguang = word(lang, "Fuji", "红富士"), word(lang, "Guoguang", "国光")
    colours = [word(lang, *pair) for pair in (("yellow", "黄"), ("yellow-green", "黄绿"), ("green", "绿"))]
    round_, oblate = word(lang, "round", "圆"), word(lang, "oblate", "扁圆")
    shape, colour = word(lang, "shape", "外形"), word(lang, "colour", "底色")

    def below() -> tuple[str, dict[str, Any]]:
        leaves = dict(zip(colours, (fuji, fuji, guoguang), strict=True))
        return shape, {round_: fuji, oblate: (colour, leaves)}

    taste = {word(lang, "sweet", "甜"): below(), word(lang, "sour-sweet", "酸甜"): below()}
    ax = plot.written_tree((word(lang, "taste", "口感"), taste), wide=1.2, lang=lang)
    ax.figure.set_size_inches(9.5, 4.6)
    return ax.figure


if __name__ == "__main__":
    run(draw)
