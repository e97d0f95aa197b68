"""Information of tables and of normal distributions: the documents' numbers, integrals, and the edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import integrate, stats

from fenlei import bayes, trees
from fenlei.bayes.estimate import Beta, MultivariateNormal, Normal, NormalInverseGamma
from fenlei.errors import DataError, UsageError
from fenlei.functions import cross_entropy, entropy, gini, kl_divergence, self_information


def test_equation_3_43_of_source_000_and_example_5_3_of_source_002() -> None:
    assert entropy([6, 4], base=2) == pytest.approx(0.97095, abs=5e-6)
    assert entropy([0.6, 0.4], base=2) == entropy([6, 4], base=2)
    assert entropy([1, 1, 1, 1, 1], base=2) == pytest.approx(2.3219, abs=5e-5)
    assert entropy([5, 0], base=2) == 0.0
    assert entropy([1, 1], base=2) == 1.0


def test_equation_3_44_of_source_000_and_example_5_6_of_source_002() -> None:
    assert_allclose(
        [gini([6, 4]), gini([3, 3]), gini([1, 5]), gini([4, 0])], [0.48, 0.5, 0.278, 0], atol=5e-4
    )


def test_equation_5_50_of_source_002() -> None:
    assert self_information(0.125, base=2) == 3.0
    assert_allclose(self_information([1.0, 0.5, 0.0]), [0, math.log(2), np.inf])
    p = np.array([0.5, 0.25, 0.25])
    assert p @ self_information(p) == pytest.approx(entropy(p))


def test_entropy_of_normals_is_the_integral() -> None:
    assert entropy(Normal(0.0, 1.0)) == pytest.approx(1.4189385332046727, rel=1e-15)
    S = np.array([[2.0, 0.5], [0.5, 1.0]])
    expected = stats.multivariate_normal([1, 2], S).entropy()
    assert entropy(MultivariateNormal(np.array([1.0, 2.0]), S)) == pytest.approx(expected, rel=1e-12)
    assert entropy(Normal(3.0, 4.0), base=2) == pytest.approx(stats.norm(3, 2).entropy() / math.log(2))


def test_cross_entropy_of_normals_is_the_integral_of_section_3_1_3() -> None:
    q, p = stats.norm(0.3, math.sqrt(0.7)), stats.norm(0.5, math.sqrt(0.5))
    expected, _ = integrate.quad(lambda x: -q.pdf(x) * p.logpdf(x), -12, 12)
    assert cross_entropy(Normal(0.3, 0.7), Normal(0.5, 0.5)) == pytest.approx(expected, rel=1e-9)


def test_divergence_of_normals() -> None:
    p, q = Normal(0.0, 1.0), Normal(0.5, 0.5)
    assert kl_divergence(p, q) == pytest.approx(0.40342640972002736, rel=1e-14)
    assert kl_divergence(p, q) == pytest.approx(cross_entropy(p, q) - entropy(p), rel=1e-14)
    assert kl_divergence(p, q, base=2) == pytest.approx(kl_divergence(p, q) / math.log(2))
    with pytest.raises(UsageError, match="of a Normal from a list is not defined"):
        kl_divergence(p, [0.5, 0.5])


def test_bases_differ_by_a_factor() -> None:
    q, p = [0.5, 0.5], [0.8, 0.2]
    for function in (cross_entropy, kl_divergence):
        assert function(q, p, base=2) == pytest.approx(function(q, p) / math.log(2))


def test_other_distributions_by_their_parameters_are_refused() -> None:
    for distribution in (Beta(1.0, 2.0), NormalInverseGamma(0.0, 1.0, 1.0, 1.0)):
        with pytest.raises(
            UsageError, match=f"information of a {type(distribution).__name__} is not offered"
        ):
            entropy(distribution)


def test_a_table_of_tables() -> None:
    P = np.random.default_rng(0).dirichlet(np.ones(3), (4, 2))
    assert entropy(P).shape == gini(P).shape == (4, 2)
    assert_allclose(entropy(P), stats.entropy(P, axis=-1))
    assert type(entropy(P[0, 0])) is float
    assert_array_equal(entropy([[0, 0], [1, 1]], base=2), [0, 1])


def test_bad_tables_get_one_sentence() -> None:
    for function in (entropy, gini):
        with pytest.raises(DataError, match=r"p has the value -1; .* at least 0"):
            function([2, -1])
        with pytest.raises(DataError, match="p has the value nan"):
            function([np.nan, 1])
        with pytest.raises(DataError, match=r"p has shape \(0,\)"):
            function([])
    with pytest.raises(DataError, match=r"p has the value 1.5, which is not a probability"):
        self_information(1.5)
    with pytest.raises(UsageError, match="entropy: base=1 is not accepted"):
        entropy([1, 1], base=1)
    with pytest.raises(DataError, match="is not a probability distribution"):
        cross_entropy([0.5, 0.6], [0.5, 0.5])
    with pytest.raises(UsageError, match="needs a variance above 0"):
        entropy(Normal(0.0, 0.0))


def test_older_names_work_as_before_and_name_the_new_ones() -> None:
    with pytest.warns(FutureWarning, match=r"fenlei.trees.entropy is deprecated .* fenlei.functions.entropy"):
        assert trees.entropy([6, 4]).round(5) == 0.97095
    with pytest.warns(FutureWarning, match=r"fenlei.trees.gini .* use fenlei.functions.gini"):
        assert trees.gini([6, 4]).round(12) == 0.48
    with pytest.warns(FutureWarning, match=r"fenlei.bayes.estimate.entropy .* use fenlei.functions.entropy"):
        assert bayes.estimate.entropy([0.6, 0.4]) == pytest.approx(0.673012, abs=1e-6)
    with pytest.warns(FutureWarning, match=r"goes in fenlei 0.4; use fenlei.functions.kl_divergence"):
        assert bayes.estimate.kl_normal(Normal(0.0, 1.0), Normal(0.0, 1.0)) == 0.0
