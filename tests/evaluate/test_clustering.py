"""Agreement of partitions and silhouettes are scikit-learn's values."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.metrics as peer
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from fenlei import evaluate
from fenlei.errors import DataError, UsageError

PAIRS = ["rand_score", "adjusted_rand_score", "mutual_info_score"]
partitions = st.integers(1, 30).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, 4), min_size=n, max_size=n) for _ in range(2)))
)


@settings(max_examples=60, deadline=None)
@given(partitions)
def test_agreement_of_partitions(labels: tuple[list[int], list[int]]) -> None:
    for name in PAIRS:
        expected = getattr(peer, name)(*labels)
        assert getattr(evaluate, name)(*labels) == pytest.approx(expected, abs=1e-12), name
    for average in ("arithmetic", "max", "min", "geometric"):
        for name in ("normalized_mutual_info_score", "adjusted_mutual_info_score"):
            expected = getattr(peer, name)(*labels, average_method=average)
            found = getattr(evaluate, name)(*labels, average_method=average)
            assert found == pytest.approx(expected, abs=1e-9), (name, average)
    assert_allclose(
        evaluate.homogeneity_completeness_v_measure(*labels, beta=0.7),
        peer.homogeneity_completeness_v_measure(*labels, beta=0.7),
        atol=1e-12,
    )


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), k=st.integers(2, 6))
def test_silhouettes(seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 3)) if seed % 2 else rng.integers(0, 3, (30, 2)).astype(float)
    labels = np.concatenate([np.arange(k), rng.integers(0, k, 30 - k)])
    expected = peer.silhouette_samples(X, labels)
    assert_allclose(evaluate.silhouette_samples(X, labels), expected, atol=1e-7)
    D = peer.pairwise_distances(X, metric="cityblock")
    found = evaluate.silhouette_samples(D, labels, metric="precomputed")
    assert_allclose(found, peer.silhouette_samples(D, labels, metric="precomputed"), atol=1e-10)
    assert evaluate.silhouette_score(X, labels) == pytest.approx(expected.mean(), abs=1e-7)


def test_any_labels_and_bad_input() -> None:
    assert evaluate.adjusted_rand_score(["甲", "乙", "甲"], [2, 1, 2]) == 1.0
    with pytest.raises(DataError, match="at least 2 clusters, and fewer than rows"):
        evaluate.silhouette_score([[0.0], [1.0]], [0, 1])
    with pytest.raises(DataError, match="rows"):
        evaluate.rand_score([0, 1], [0, 1, 1])
    with pytest.raises(UsageError, match="average_method"):
        evaluate.normalized_mutual_info_score([0, 1], [0, 1], average_method="median")
    with pytest.raises(ValueError, match="metric"):
        evaluate.silhouette_score([[0.0], [1.0], [2.0]], [0, 1, 1], metric="median")
