"""Source 003, figure 1: the unit step and the logistic function (单位阶跃函数与对数几率函数).

The step is 0, ½ and 1 below, at and above 0; the logistic function is its smooth stand-in.
"""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import plot


def draw(lang: str = "en") -> Any:
    return plot.sigmoid(lang=lang).figure


if __name__ == "__main__":
    run(draw)
