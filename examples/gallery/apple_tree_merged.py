"""Source 002, figure 5-9: the pruned tree with its equal leaves merged (合并相同叶节点).

Red apples, dark or light, are good; green ones are not.
"""

from __future__ import annotations

from typing import Any

from apple_tree_pruned import draw as draw_pruned
from command import run


def draw(lang: str = "en") -> Any:
    return draw_pruned(lang, merge=True)


if __name__ == "__main__":
    run(draw)
