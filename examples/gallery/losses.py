"""Source 004, section 5.3:
the losses of linear models (损失函数曲线): 0-1, hinge, logistic, squared, exponential.
"""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import plot


def draw(lang: str = "en") -> Any:
    return plot.losses(lang=lang).figure


if __name__ == "__main__":
    run(draw)
