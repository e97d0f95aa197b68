"""Source 004, section 10.2: a mixture of two normal densities (高斯混合模型) fitted by EM to fifteen numbers.

The limit has shares 0.133 and 0.867, means -57.5 and 33.0; on the right the log-likelihood, which never
falls.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word
from scipy.stats import norm

from fenlei import GaussianMixture, load, plot


def draw(lang: str = "en") -> Any:
    y = load("mixture_series", lang=lang).X
    model = GaussianMixture(
        2,
        weights_init=[0.5, 0.5],
        means_init=[[-30.0], [30.0]],
        precisions_init=[[[1 / 400]], [[1 / 400]]],
        reg_covar=0,
        tol=1e-10,
        max_iter=500,
    ).fit(y)
    x = np.linspace(-100, 100, 401)
    scale = np.sqrt(model.covariances_[:, 0, 0])
    parts = model.weights_ * norm.pdf(x[:, None], model.means_[:, 0], scale)
    left, right = plot.panels(1, 2, lang=lang)
    left.plot(y[:, 0], np.zeros(len(y)), "|", color="black", markersize=12)
    left.plot(x, parts.sum(axis=1), color="black", linewidth=2, label=word(lang, "mixture", "混合密度"))
    left.plot(
        x, parts, "--", linewidth=1.5, label=[word(lang, f"component {k}", f"分量 {k}") for k in (1, 2)]
    )
    left.set(xlabel="y", ylabel=word(lang, "density", "密度"), title=word(lang, "Mixture", "高斯混合模型"))
    left.legend(loc="upper left")
    plot.convergence(model.lower_bounds_, ax=right, lang=lang)
    right.set_ylabel(word(lang, "mean log-likelihood", "平均对数似然"))
    return left.figure


if __name__ == "__main__":
    run(draw)
