"""Source 004, section 6.2:
a kd-tree (kd 树): six points cut the plane in turn along the first and the second axis.

The root is (7, 2); its line halves the plane, those of (5, 4) and (9, 6) the halves, and so on.
"""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import KDTree, load, plot


def draw(lang: str = "en") -> Any:
    points = load("kd_tree_points", lang=lang).X
    return plot.kd_tree(KDTree(points).book(), lang=lang).figure


if __name__ == "__main__":
    run(draw)
