"""Source 004, section 1.8: bias, variance and noise (偏差、方差与噪声) of polynomials.

They are fitted to 15 noisy points of a sine. With the degree the bias falls and the variance rises; the error
is their sum and the noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from fenlei import LinearRegression, plot
from fenlei.evaluate.bias_variance import bias_variance_decomposition

DEGREES, NOISE, POINTS = range(1, 9), 0.16, 15


def sample(rng: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    x = np.linspace(-1, 1, POINTS)
    return x[:, None], np.sin(np.pi * x) + rng.normal(0, np.sqrt(NOISE), POINTS)


def draw(lang: str = "en") -> Any:
    x = np.linspace(-1, 1, 50)
    terms = [
        bias_variance_decomposition(
            make_pipeline(PolynomialFeatures(degree, include_bias=False), LinearRegression()),
            x[:, None],
            np.sin(np.pi * x),
            draw=sample,
            rounds=40,
            noise=NOISE,
            random_state=0,
        )
        for degree in DEGREES
    ]
    ax = plot.bias_variance(DEGREES, terms, name=word(lang, "degree", "多项式次数"), lang=lang)
    return ax.figure


if __name__ == "__main__":
    run(draw)
