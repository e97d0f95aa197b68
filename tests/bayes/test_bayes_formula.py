"""Bayes' formula with given probabilities (source 000, equations 3-1 and 3-2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei.bayes.decision import posterior
from fenlei.errors import DataError, DegenerateDataWarning


def test_the_sour_sweet_apple_of_section_3_1_1() -> None:
    result = posterior(prior=[0.6, 0.4], likelihood=[4 / 6, 3 / 4])
    assert_allclose(result.posterior, [4 / 7, 3 / 7], rtol=1e-15)
    assert_allclose(result.joint, [0.4, 0.3], rtol=1e-15)
    assert result.evidence == pytest.approx(0.7, rel=1e-15)
    assert type(result.evidence) is float


def test_a_table_of_several_x() -> None:
    result = posterior([0.6, 0.4], [[4 / 6, 3 / 4], [2 / 6, 1 / 4]])
    assert_allclose(result.posterior, [[4 / 7, 3 / 7], [2 / 3, 1 / 3]], rtol=1e-15)
    assert_allclose(result.evidence, [0.7, 0.3], rtol=1e-15)


def test_densities_above_one_and_tiny_ones() -> None:
    assert_allclose(posterior([0.5, 0.5], [30.0, 10.0]).posterior, [0.75, 0.25])
    assert_allclose(posterior([0.25, 0.75], [1e-320, 1e-320]).posterior, [0.25, 0.75])


def test_an_impossible_x_has_the_prior() -> None:
    with pytest.warns(DegenerateDataWarning, match="1 row has probability 0 in every class"):
        result = posterior([0.3, 0.7], [0.0, 0.0])
    assert_allclose(result.posterior, [0.3, 0.7])
    assert result.evidence == 0.0


@pytest.mark.parametrize(
    ("prior", "likelihood", "message"),
    [
        ([0.6, 0.6], [1, 1], r"prior, row 0: .* is not a probability distribution"),
        ([0.6, 0.4], [1, 1, 1], "likelihood has 3 values for 2 classes"),
        ([0.6, 0.4], [1, -1], "likelihood has the value -1"),
        ([0.6, 0.4], [1, np.nan], "likelihood has the value nan"),
        ([0.6, 0.4], [1, np.inf], "likelihood has the value inf"),
        ([0.6, 0.4], [], r"likelihood has shape \(0,\)"),
        ([0.6, 0.4], [[[1, 1]]], r"likelihood has shape \(1, 1, 2\)"),
        ([], [1], r"prior has shape \(0,\)"),
    ],
)
def test_bad_input_gets_one_sentence(prior: Any, likelihood: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        posterior(prior, likelihood)
