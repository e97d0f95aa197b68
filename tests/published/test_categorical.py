"""Categorical naive Bayes in sources 001 (A-G07), 002 (B-G14) and 004 (B4, B8), by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei import BernoulliNB, CategoricalNB
from fenlei.errors import DegenerateDataWarning


@pytest.mark.parametrize("classifier", [CategoricalNB, BernoulliNB])
class TestAG07:
    """(1,0) twice in class 1, (0,1) twice in class 0."""

    X, y = [[1, 0], [1, 0], [0, 1], [0, 1]], [1, 1, 0, 0]

    def test_a_g07_laplace(self, classifier: type) -> None:
        posterior = classifier(alpha=1).fit(self.X, self.y).predict_proba([[1, 1], [1, 0], [0, 1]])[:, 1]
        assert_allclose(posterior, [0.5, 0.9, 0.1])

    def test_a_g07_zero_over_zero(self, classifier: type) -> None:
        model = classifier(alpha=0).fit(self.X, self.y)
        with pytest.warns(DegenerateDataWarning, match="2 rows"):
            posterior = model.predict_proba([[1, 1], [0, 0], [1, 0]])
        assert_allclose(posterior, [[0.5, 0.5], [0.5, 0.5], [0.0, 1.0]])


FRUIT = """
dark-red    bruised soft big   yes
light-green intact  hard big   no
dark-red    bruised soft small yes
light-green bruised hard small no
light-red   intact  soft small yes
dark-red    intact  hard small no
light-green bruised hard big   no
light-red   intact  soft small yes
light-green bruised soft small no
dark-red    intact  soft big   yes
dark-red    intact  soft big   yes
light-green intact  soft big   no
light-red   intact  soft big   no
dark-red    bruised soft small yes
light-green intact  hard small no
light-green bruised soft small no
dark-red    intact  soft big   yes
"""
APPLES = np.array([line.split() for line in FRUIT.strip().splitlines()], dtype=object)
TRAIN, TEST = APPLES[:10], APPLES[10:]


def test_b_g14_laplace() -> None:
    model = CategoricalNB(alpha=1).fit(TRAIN[:, :4], TRAIN[:, 4])
    yes = model.predict_proba(TEST[:, :4])[:, 1]
    assert_allclose(yes, [8 / 9, 0.444444, 0.923077, 0.818182, 0.050633, 0.310345, 8 / 9], atol=5e-7)
    assert model.predict(TEST[:, :4]).tolist() == ["yes", "no", "yes", "yes", "no", "no", "yes"]
    assert model.score(TEST[:, :4], TEST[:, 4]) == 6 / 7


def test_b_g14_without_smoothing() -> None:
    yes = CategoricalNB(alpha=0).fit(TRAIN[:, :4], TRAIN[:, 4]).predict_proba(TEST[:, :4])[:, 1]
    assert_allclose(yes, [0.957447, 0, 1, 0.909091, 0, 0, 0.957447], atol=5e-7)


HISTOGRAM = np.array([[1, 4, 10, 20, 10, 4, 1, 0], [0, 1, 2, 6, 9, 12, 6, 4]])
TEST_HISTOGRAM = np.array([[0, 3, 9, 18, 12, 5, 2, 1], [1, 0, 3, 5, 8, 10, 9, 4]])


def test_b4_histogram_bayes_from_weighted_cells() -> None:
    cells = np.tile(np.arange(8), 2)[:, None]
    model = CategoricalNB(alpha=0).fit(cells, np.repeat([1, 2], 8), sample_weight=HISTOGRAM.ravel())
    assert_allclose(np.exp(model.class_log_prior_), [5 / 9, 4 / 9])
    likelihood = [[0.02, 0.08, 0.2, 0.4, 0.2, 0.08, 0.02, 0], [0, 0.025, 0.05, 0.15, 0.225, 0.3, 0.15, 0.1]]
    assert_allclose(np.exp(model.feature_log_prob_[0]), likelihood)
    posterior = model.predict_proba(cells[:8])[:, 0]
    assert_allclose(posterior, [1, 0.8, 0.8333333, 0.7692308, 0.5263158, 0.25, 0.1428571, 0], atol=5e-8)
    decision = model.predict(cells[:8])
    assert decision.tolist() == [1, 1, 1, 1, 1, 2, 2, 2]
    wrong = np.stack([decision != 1, decision != 2])
    assert ((HISTOGRAM * wrong).sum(), (TEST_HISTOGRAM * wrong).sum()) == (23, 25)


def test_b4_maximum_likelihood_rule_is_equal_priors() -> None:
    cells = np.tile(np.arange(8), 2)[:, None]
    model = CategoricalNB(alpha=0, fit_prior=False)
    model.fit(cells, np.repeat([1, 2], 8), sample_weight=HISTOGRAM.ravel())
    decision = model.predict(cells[:8])
    assert decision.tolist() == [1, 1, 1, 1, 2, 2, 2, 2]
    wrong = np.stack([decision != 1, decision != 2])
    assert ((HISTOGRAM * wrong).sum(), (TEST_HISTOGRAM * wrong).sum()) == (24, 29)


FIFTEEN = "1S- 1M- 1M+ 1S+ 1S- 2S- 2M- 2M+ 2L+ 2L+ 3L+ 3M+ 3M+ 3L+ 3L-"
ROWS = np.array([list(row) for row in FIFTEEN.split()], dtype=object)


@pytest.mark.parametrize(
    ("alpha", "joint", "posterior"),
    [(0, [1 / 45, 1 / 15], [0.25, 0.75]), (1, [1 / 30, 8 / 135], [0.36, 0.64])],
)
def test_b8_categorical_nb(alpha: float, joint: list[float], posterior: list[float]) -> None:
    model = CategoricalNB(alpha=alpha).fit(ROWS[:, :2], ROWS[:, 2])
    query = np.array([["2", "S"]], dtype=object)
    assert model.classes_.tolist() == ["+", "-"]
    assert_allclose(np.exp(model.predict_joint_log_proba(query)), [joint])
    assert_allclose(model.predict_proba(query), [posterior])
    assert_array_equal(model.predict(query), ["-"])
    for table in model.feature_log_prob_:
        assert_allclose(np.exp(table).sum(axis=1), 1.0)
