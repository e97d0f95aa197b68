"""Source 000, figure 3-21(b): the ROC curve (ROC 曲线) of logistic regression on breast cancer.

Eight points; the dashed line is a smooth curve of the same area.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from breast_cancer import scores
from command import run, word

from fenlei import evaluate, plot


def draw(lang: str = "en") -> Any:
    y, score = scores()
    ax = plot.roc(y, score, lang=lang)
    fpr, tpr, _ = evaluate.roc_curve(y, score)
    ax.scatter(fpr, tpr, s=20, alpha=0.5)
    area, x = evaluate.roc_auc_score(y, score), np.linspace(0, 1, 401)
    sketch = 1 - (1 - x) ** (area / (1 - area))
    ax.plot(x, sketch, "--", color="#2b8a3e", linewidth=0.9, label=word(lang, "sketch", "示意"))
    ax.legend(loc="lower right")
    return ax.figure


if __name__ == "__main__":
    run(draw)
