"""Source 004, section 2.2.3: the histogram Bayes classifier (直方图贝叶斯分类器).

Likelihood, posterior and risk by value. The posterior is the likelihood weighted by the prior; the risk is
that of the better decision, 1 - max P(class | x).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import BayesClassifier, load, plot


def draw(lang: str = "en") -> Any:
    data = load("histogram_train", lang=lang)
    model = BayesClassifier(alpha=0).fit(data.X, data.y)
    values = [str(x) for x in range(1, 9)]
    posterior = model.predict_proba([[x] for x in values])
    kinds = list(model.classes_)
    counts = np.array([[np.sum(data.X[np.asarray(data.y) == kind] == x) for kind in kinds] for x in values])
    likelihood = counts / counts.sum(axis=0)
    parts = plot.panels(1, 3, lang=lang)
    titles = (("Likelihood", "似然"), ("Posterior", "后验概率"), ("Risk", "风险"))
    for ax, table, title in zip(parts, (likelihood, posterior, None), titles, strict=True):
        for k, kind in enumerate(kinds if table is not None else ()):
            ax.bar(
                np.arange(1, 9) + 0.4 * k - 0.2, table[:, k], 0.4, label=kind, color=("#0b6bcb", "#d9480f")[k]
            )
        ax.set(xlabel="x", xticks=range(1, 9), title=word(lang, *title))
    parts[0].legend(loc="upper right")
    for ax, name in zip(parts, ("p(x | y)", "P(y | x)", "R(x)"), strict=True):
        ax.set_ylabel(name)
    parts[2].bar(range(1, 9), 1 - posterior.max(axis=1), color="#868e96")
    return ax.figure


if __name__ == "__main__":
    run(draw)
