"""Bayes' formula, and what is refused as a distribution."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.bayes.probabilities import posterior
from fenlei.errors import DataError, DegenerateDataWarning
from fenlei.functions.distributions import check_distributions


def test_case_a1_of_source_000_one_discrete_feature() -> None:
    # sour-sweet: 4/6 among 6 Fuji, 3/4 among 4 Guoguang; sweet: 2/6 and 1/4
    P = posterior(np.log([[4 / 6, 3 / 4], [2 / 6, 1 / 4]]), [0.6, 0.4])
    assert_allclose(P, [[4 / 7, 3 / 7], [2 / 3, 1 / 3]], rtol=1e-14)


def test_case_a2_of_source_000_the_joint_tie() -> None:
    P = posterior(np.log([[3 / 6, 3 / 4]]), [0.6, 0.4])  # (sour-sweet, oblate): 3/10 and 3/10
    assert_allclose(P, [[0.5, 0.5]], rtol=1e-14)


def test_case_a3_of_source_000_joint_scores() -> None:
    joint = np.array([[0.0023888798130321394, 0.003097809633015937]])
    P = posterior(np.log(joint / [0.6, 0.4]), [0.6, 0.4])
    assert_allclose(P, joint / joint.sum(), rtol=1e-13)


def test_an_impossible_x_has_the_prior_as_posterior_with_a_warning() -> None:
    with pytest.warns(DegenerateDataWarning, match="1 row has probability 0 in every class"):
        P = posterior([[-np.inf, -np.inf], [-np.inf, 0.0]], [0.3, 0.7])
    assert_array_equal(P, [[0.3, 0.7], [0.0, 1.0]])


def test_far_too_small_likelihoods_still_have_a_posterior() -> None:
    assert_allclose(posterior([[-5000.0, -5000.0]], [0.25, 0.75]), [[0.25, 0.75]], rtol=1e-12)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([[0.5, 0.5], [0.5, 0.4]], r"p, row 1: \[0.5, 0.4\] \(sum 0.9\) is not a probability distribution"),
        ([[1.5, -0.5]], r"p, row 0: \[1.5, -0.5\] .* give numbers of at least 0 that sum to 1"),
        ([[np.nan, 1.0]], "is not a probability distribution"),
        ([["a", "b"]], "p holds values that are not numbers"),
        (0.5, r"p has shape \(\); give 2 dimension"),
        ([0.5, 0.5], r"p has shape \(2,\); give 2 dimension"),
        (np.empty((3, 0)), r"p has shape \(3, 0\)"),
    ],
)
def test_what_is_no_distribution_is_refused_in_one_sentence(values: object, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        check_distributions(values, "p", 2)


def test_single_precision_may_be_off_by_its_rounding() -> None:
    P = np.array([[0.1, 0.2, 0.7001]])
    assert check_distributions(P.astype(np.float32), "p").dtype == np.float32
    with pytest.raises(DataError):
        check_distributions(P, "p")


def test_priors_of_another_length_are_refused() -> None:
    with pytest.raises(DataError, match="priors has 3 values for 2 classes"):
        posterior([[0.0, 0.0]], [0.2, 0.3, 0.5])
