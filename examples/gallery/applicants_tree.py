"""Source 002, figure 5-4: a tree that decides about job applicants (录用决策树), salary first.

Zhang (22, bachelor, 13000) is hired. The tree is the text's, not what a criterion would choose: salary has no
gain. The high-salary side of the drawing is lost; the degree fits all six applicants.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot
from fenlei.trees import WrittenTree


def draw(lang: str = "en") -> Any:
    hire, refuse = word(lang, "hired", "录用"), word(lang, "not hired", "不录用")
    age = WrittenTree(word(lang, "age", "年龄"), {"< 25": hire, "≥ 25": refuse})
    degrees = {word(lang, "master, doctor", "硕士、博士"): hire, word(lang, "bachelor", "本科"): refuse}
    branches = {"< 15000": age, "≥ 15000": WrittenTree(word(lang, "degree", "学历"), degrees)}
    tree = WrittenTree(word(lang, "salary", "月薪"), branches)
    return plot.written_tree(tree, wide=1.4, lang=lang).figure


if __name__ == "__main__":
    run(draw)
