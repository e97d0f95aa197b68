"""The threshold sweep and the exact pair count: equal to their loop twins, compiled or not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fenlei.evaluate.thresholds.sweep import SMALL, sorted_apart, threshold_sweep, won_half_pairs
from tests.oracles import metrics as oracle

rows = st.integers(1, 40).flatmap(
    lambda n: st.tuples(
        hnp.arrays(bool, n),
        hnp.arrays(np.float64, n, elements=st.sampled_from([-1e300, -2.5, -0.0, 0.0, 0.1, 0.2, 1.0, 3e8])),
        hnp.arrays(np.float64, n, elements=st.integers(0, 8).map(lambda v: v / 8)),
    )
)


@settings(max_examples=60)
@given(rows)
def test_sweep_equals_the_loop_twin(case: tuple[np.ndarray, ...]) -> None:
    positive, scores, w = case
    for weights in (None, w) if w.any() else (None,):
        sweep = np.transpose(threshold_sweep(positive, scores, weights))
        assert sweep.tolist() == [list(point) for point in oracle.sweep(positive, scores, weights)]


@settings(max_examples=60)
@given(rows)
def test_pairs_equal_the_loop_twin(case: tuple[np.ndarray, ...]) -> None:
    positive, scores, _ = case
    apart, P = sorted_apart(positive, scores)
    pairs = P * (len(scores) - P)
    if pairs:
        assert won_half_pairs(apart, P) / (2 * pairs) == pytest.approx(
            oracle.auc(positive, scores), abs=1e-15
        )


@pytest.mark.parametrize("n", [SMALL - 1, SMALL + 1])
def test_large_input_sorted_on_threads_is_the_same(n: int) -> None:
    rng = np.random.default_rng(5)
    positive, scores = rng.random(n) < 0.3, np.round(rng.random(n), 3)
    apart, P = sorted_apart(positive, scores)
    assert np.array_equal(apart[:P], np.sort(scores[positive]))
    assert np.array_equal(apart[P:], np.sort(scores[~positive]))


def test_single_precision_scores_stay_single() -> None:
    scores = np.array([0.1, 0.3, 0.2], dtype=np.float32)
    assert threshold_sweep(np.array([True, False, True]), scores).thresholds.dtype == np.float32
