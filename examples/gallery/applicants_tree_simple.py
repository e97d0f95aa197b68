"""Source 002, figure 5-6:
a smaller tree for the same applicants (更简单的决策树): degree, then fresh graduate or not.

ID3 finds it from these two columns; it is right for all six applicants.
"""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import ID3Classifier, load, plot


def draw(lang: str = "en") -> Any:
    data, columns = load("hiring", lang=lang), [2, 4]
    features = [data.table.schema.features[place] for place in columns]
    model = ID3Classifier().fit(data.X[:, columns], data.y)
    ax = plot.tree(
        model, [f.name.replace("_", " ") for f in features], [f.categories for f in features], lang=lang
    )
    return ax.figure


if __name__ == "__main__":
    run(draw)
