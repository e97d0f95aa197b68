"""Source 004, section 7.3: the ID3 tree of the loan applications (贷款申请决策树): a house, else a job."""

from __future__ import annotations

from typing import Any

from command import run

from fenlei import ID3Classifier, load, plot


def draw(lang: str = "en") -> Any:
    data = load("loan", lang=lang)
    features = data.table.schema.features
    model = ID3Classifier().fit(data.X, data.y)
    names = [column.name.replace("_", " ") for column in features]
    return plot.tree(model, names, [column.categories for column in features], lang=lang).figure


if __name__ == "__main__":
    run(draw)
