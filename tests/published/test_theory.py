"""Source 001, A-G04 and A-G05; source 004, B2 (no free lunch) and B3 (bias and variance)."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from fenlei.evaluate import theory
from fenlei.evaluate.bias_variance import bias_variance_decomposition
from fenlei.linear.linear_regression import LinearRegression

SAMPLES = {  # A-G04: bits of a weight: rows for 2, 10 and 100 features
    4: (2402, 6838, 56745),
    8: (4065, 12938, 112751),
    16: (7392, 25137, 224763),
    32: (14047, 49536, 448789),
    64: (27355, 98333, 896839),
}


@pytest.mark.parametrize(("bits", "expected"), SAMPLES.items())
def test_a_g04_finite_precision(bits: int, expected: tuple[int, ...]) -> None:
    sizes = [theory.finite_precision_log_size(p, bits) for p in (2, 10, 100)]
    assert tuple(theory.hoeffding_samples(0.05, 0.05, log_size=size) for size in sizes) == expected


def test_a_g04_finite_classes() -> None:
    assert theory.hoeffding_samples(0.05, 0.05, size=1000) == 2120
    assert_allclose(theory.hoeffding_epsilon(1000, 0.05, size=1000), 0.0727895, atol=5e-8)
    assert_allclose(theory.hoeffding_bound(0.1, 100), 0.2706706, atol=5e-8)
    assert_allclose(theory.hoeffding_bound(0.05, 1000), 0.0134759, atol=5e-8)


@pytest.mark.parametrize(
    ("points", "separable"),
    [
        ([(0, 0), (0, 1), (1, 0)], 8),
        ([(0, 0), (1, 1), (2, 2)], 6),
        ([(0, 0), (0, 1), (1, 0), (1, 1)], 14),
        ([(0, 0), (4, 0), (0, 4), (1, 1)], 14),
    ],
)
def test_a_g05_shattering(points: list[tuple[int, int]], separable: int) -> None:
    assert theory.separable_labelings(points) == separable
    assert theory.shatters(points) == (separable == 2 ** len(points))


def test_a_g05_vc_dimension_of_the_plane() -> None:
    assert theory.vc_dimension_of_linear(2) == 3


def test_b2_no_free_lunch() -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "no_free_lunch.py"))
    assert [example["summed_error"](learner) for learner in example["LEARNERS"].values()] == [4.0, 4.0, 4.0]


@pytest.mark.parametrize(("degree", "bias", "variance"), [(1, 0.2130, 0.0280), (3, 0.0059, 0.0239)])
def test_b3_bias_and_variance(degree: int, bias: float, variance: float) -> None:
    def draw(rng: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
        x = rng.uniform(size=(25, 1))
        return x, np.sin(2 * np.pi * x[:, 0]) + 0.3 * rng.standard_normal(25)

    x = np.linspace(0, 1, 50)[:, None]
    model = make_pipeline(PolynomialFeatures(degree, include_bias=False), LinearRegression(n_jobs=1))
    result = bias_variance_decomposition(
        model, x, np.sin(2 * np.pi * x[:, 0]), draw=draw, rounds=1000, noise=0.09, random_state=0
    )
    assert_allclose(result.bias + result.variance + result.noise, result.error, rtol=1e-12)
    assert_allclose([result.bias, result.variance], [bias, variance], rtol=0.08)
