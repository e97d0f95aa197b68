"""Source 004, section 8.3.4: the sum of squares by the number of clusters (肘部法).

Watermelons, the best of 50 starts for each number.
"""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import KMeans, load, plot

COUNTS = range(1, 8)


def draw(lang: str = "en") -> Any:
    X = load("watermelon", lang=lang).X
    squares = [KMeans(k, n_init=50, random_state=0).fit(X).inertia_ for k in COUNTS]
    return plot.elbow(COUNTS, squares, lang=lang).figure


if __name__ == "__main__":
    run(draw)
