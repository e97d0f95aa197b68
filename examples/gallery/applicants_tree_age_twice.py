"""Source 002, figure 5-5: one attribute in two branches of a tree (同一属性出现在不同分支的决策树).

The tree of figure 5-4 asks for the age a second time: of a doctor fresh from university, over 40 or not.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    hire, refuse = word(lang, "hired", "录用"), word(lang, "not hired", "不录用")
    yes, no = word(lang, "yes", "是"), word(lang, "no", "否")
    young = (word(lang, "age", "年龄"), {"< 25": hire, "≥ 25": refuse})
    old = (word(lang, "age", "年龄"), {"> 40": refuse, "≤ 40": hire})
    fresh = (word(lang, "fresh graduate", "应届生"), {yes: old, no: hire})
    degrees = {
        word(lang, "doctor", "博士"): fresh,
        word(lang, "master", "硕士"): hire,
        word(lang, "bachelor", "本科"): refuse,
    }
    branches = {"< 15000": young, "≥ 15000": (word(lang, "degree", "学历"), degrees)}
    ax = plot.written_tree((word(lang, "salary", "月薪"), branches), lang=lang)
    ax.figure.set_size_inches(7.0, 4.8)
    return ax.figure


if __name__ == "__main__":
    run(draw)
