"""Source 001, figure 5.3.1: the sigmoid function (Sigmoid 函数) on [-10, 10], with its value ½ at 0."""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word
from scipy.special import expit

from fenlei import plot


def draw(lang: str = "en") -> Any:
    a = np.linspace(-10, 10, 401)
    (ax,) = plot.panels(lang=lang)
    ax.plot(a, expit(a), color="#0b6bcb")
    ax.plot(0, 0.5, "o", color="black", markersize=4)
    ax.axhline(0.5, color="grey", linestyle=":", linewidth=0.8)
    ax.set(xlabel="$a$", ylabel=r"$\sigma(a)$", title=word(lang, "Sigmoid function", "Sigmoid 函数"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
