"""Source 002, figure 5-5: the tree of figure 5-4 grown too far (过拟合的决策树).

One more question, for a doctor fresh from university, over 40 or not, that no applicant of the table needs.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    hire, refuse = word(lang, "hired", "录用"), word(lang, "not hired", "不录用")
    yes, no = word(lang, "yes", "是"), word(lang, "no", "否")
    age = (word(lang, "age", "年龄"), {"< 25": hire, "≥ 25": refuse})
    old = (word(lang, "over 40", "超过 40 岁"), {yes: refuse, no: hire})
    fresh = (word(lang, "fresh graduate", "应届生"), {yes: old, no: hire})
    degrees = {
        word(lang, "doctor", "博士"): fresh,
        word(lang, "master", "硕士"): hire,
        word(lang, "bachelor", "本科"): refuse,
    }
    branches = {"< 15000": age, "≥ 15000": (word(lang, "degree", "学历"), degrees)}
    ax = plot.written_tree((word(lang, "salary", "月薪"), branches), lang=lang)
    ax.figure.set_size_inches(7.0, 4.8)
    return ax.figure


if __name__ == "__main__":
    run(draw)
