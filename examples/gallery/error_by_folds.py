"""Source 003, figure 7:
error by the number of folds (错误率与折数 k), logistic regression on the pairs of iris classes.

Versicolor against virginica: 7, 5, 4, 4, 4, 4, 4 errors in 100, and 4 by leave-one-out (dashed); the other
pairs have none.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from command import run, word
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from fenlei import LogisticRegression, load, plot

FOLDS = (2, 3, 5, 10, 15, 30, 50)


def error(X: np.ndarray, y: np.ndarray, cv: Any) -> float:
    return float(np.mean(cross_val_predict(LogisticRegression(), X, y, cv=cv) != y))


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    y, kinds = np.asarray(iris.y), list(dict.fromkeys(iris.y))
    (ax,) = plot.panels(lang=lang, size=(5.5, 4.2))
    for style, pair in zip(("s-", "^-", "o-"), combinations(kinds, 2), strict=True):
        here = np.isin(y, pair)
        errors = [error(iris.X[here], y[here], k) for k in FOLDS]
        ax.plot(FOLDS, errors, style, ms=5, label=word(lang, " / ", "、").join(pair))
    ax.axhline(error(iris.X[here], y[here], LeaveOneOut()), color="grey", ls="--", lw=0.8, zorder=0)
    ax.set(xlabel="k", ylabel=word(lang, "error", "错误率"), ylim=(-0.004, 0.09))
    ax.legend(loc="upper right")
    return ax.figure


if __name__ == "__main__":
    run(draw)
