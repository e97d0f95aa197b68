"""Source 000, figure 3-20(b): the precision-recall curve (P-R 曲线) of logistic regression on breast cancer.

The points are the thresholds; the dashed line is a smooth curve of the same area.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from breast_cancer import scores
from command import run, word

from fenlei import evaluate, plot


def draw(lang: str = "en") -> Any:
    y, score = scores()
    ax = plot.precision_recall(y, score, lang=lang)
    precision, recall, _ = evaluate.precision_recall_curve(y, score)
    ax.scatter(recall, precision, s=10, alpha=0.5)
    area, share, x = evaluate.average_precision_score(y, score), y.mean(), np.linspace(0, 1, 101)
    power = (1 - share) / (1 - area) - 1  # the integral of 1 - (1 - share) x^power is the area
    ax.plot(
        x, 1 - (1 - share) * x**power, "--", color="grey", linewidth=0.9, label=word(lang, "sketch", "示意")
    )
    ax.legend(loc="lower left")
    return ax.figure


if __name__ == "__main__":
    run(draw)
