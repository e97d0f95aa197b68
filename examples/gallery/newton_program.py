"""Source 003, figure 2: how the functions of the Newton program need one another (函数依赖关系).

`newton` calls the objective and its two derivatives; the derivatives need the probability p1.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    boxes = {
        "newton": (1.0, 2.0, "newton\n" + word(lang, "the iteration", "牛顿迭代")),
        "ell": (0.0, 1.0, "ell\n" + word(lang, "objective", "目标函数")),
        "first": (1.0, 1.0, "get_partial1\n" + word(lang, "gradient", "一阶导数")),
        "second": (2.0, 1.0, "get_partial2\n" + word(lang, "Hessian", "二阶导数")),
        "p1": (1.5, 0.0, "p1\n" + word(lang, "probability", "后验概率")),
    }
    links = [("newton", "ell"), ("newton", "first"), ("newton", "second"), ("first", "p1"), ("second", "p1")]
    return plot.diagram(boxes, links, lang=lang).figure


if __name__ == "__main__":
    run(draw)
