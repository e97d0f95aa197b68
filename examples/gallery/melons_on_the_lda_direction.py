"""Source 003, figure 10: the melons projected on the direction of LDA (LDA 投影图).

w = (0.1465, 0.7387), slope 5.042; points are melons, crosses their feet on the line, dashes the
perpendiculars.
"""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import FisherDiscriminant, load, plot


def draw(lang: str = "en") -> Any:
    data = load("watermelon", lang=lang)
    w = FisherDiscriminant().fit(data.X, data.y).w_
    ax = plot.feet(data.X, data.y, w, lang=lang)
    names = [column.name.replace("_", " ") for column in data.table.schema.features]
    ax.set(xlabel=names[0], ylabel=names[1])
    ax.legend(loc="upper right")
    return ax.figure


if __name__ == "__main__":
    run(draw)
