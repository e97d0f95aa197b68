"""Multi-label indicators in every score that scikit-learn has for them, and exact whole weights."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import sklearn.metrics
from scipy import sparse
from sklearn.datasets import make_multilabel_classification

import fenlei.evaluate
from fenlei.errors import DataError, LabelTypeError, UnsupportedError, UsageError
from fenlei.evaluate import confusion_matrix, f1_score, roc_auc_score

AVERAGES = (None, "micro", "macro", "weighted", "samples")
AVERAGED = ("precision_score", "recall_score", "f1_score", "precision_recall_fscore_support")
PLAIN = ("accuracy_score", "zero_one_loss", "multilabel_confusion_matrix", "classification_report")


def indicators(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """True and predicted indicators (60, 4), scores and weights; a label and a row that never occur."""
    true, pred = (
        make_multilabel_classification(60, n_classes=4, random_state=s)[1] for s in (seed, seed + 7)
    )
    true[:, 2] = 0
    true[3] = pred[3] = 0
    rng = np.random.default_rng(seed)
    return true, pred, rng.random((60, 4)).round(2), rng.integers(1, 5, 60) / 2


def both(name: str, *args: object, **options: object) -> tuple[object, object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tuple(getattr(m, name)(*args, **options) for m in (fenlei.evaluate, sklearn.metrics))  # type: ignore[return-value]


def assert_equal(ours: object, theirs: object) -> None:
    for a, b in zip(ours, theirs, strict=True) if isinstance(ours, tuple) else [(ours, theirs)]:
        if isinstance(a, str) or a is None:
            assert a == b
        else:
            np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_every_average_equals_scikit_learn(seed: int, weighted: bool) -> None:
    true, pred, scores, w = indicators(seed)
    options = {"sample_weight": w} if weighted else {}
    for name in AVERAGED:
        for average in AVERAGES:
            for labels in (None, [3, 0]):
                for zero in (0, 1, np.nan):
                    given = {"average": average, "labels": labels, "zero_division": zero}
                    assert_equal(*both(name, true, pred, **given, **options))
    for average in AVERAGES:
        assert_equal(*both("average_precision_score", true, scores, average=average, **options))
        assert_equal(*both("roc_auc_score", true, scores, average=average, **options))
        assert_equal(*both("roc_auc_score", true, scores, average=average, max_fpr=0.3, **options))


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("weighted", [False, True])
def test_scores_without_average_equal_scikit_learn_in_every_container(name: str, weighted: bool) -> None:
    true, pred, _, w = indicators()
    options = {"sample_weight": w} if weighted else {}
    if name == "classification_report":
        options["zero_division"] = 0
    ours, theirs = both(name, true, pred, **options)
    assert_equal(ours, theirs)
    for make in (sparse.csr_array, sparse.coo_matrix, sparse.csc_array, np.ndarray.tolist, list):
        assert_equal(both(name, make(true), make(pred), **options)[0], ours)


@pytest.mark.parametrize("labels", [None, [2, 0], [1]])
def test_samplewise_matrices(labels: list[int] | None) -> None:
    true, pred, _, w = indicators()
    for weights in (None, w):
        given = {"samplewise": True, "labels": labels, "sample_weight": weights}
        assert_equal(*both("multilabel_confusion_matrix", true, pred, **given))


def test_probabilities_of_indicators() -> None:
    rng = np.random.default_rng(0)
    truth = np.eye(3, dtype=int)[rng.integers(0, 3, 40)]
    proba = rng.dirichlet(np.ones(3), 40)
    for name in ("log_loss", "brier_score_loss"):
        assert_equal(*both(name, truth, proba, sample_weight=rng.random(40)))


def test_log_loss_takes_the_former_name_with_a_warning() -> None:
    with pytest.warns(FutureWarning, match="renamed"):
        old = fenlei.evaluate.log_loss([0, 1], y_pred=[0.2, 0.6])
    assert old == fenlei.evaluate.log_loss([0, 1], [0.2, 0.6])
    with pytest.raises(ValueError, match="both"):
        fenlei.evaluate.log_loss([0, 1], [0.2, 0.6], y_pred=[0.2, 0.6])


def test_what_is_refused() -> None:
    true, pred, _, _ = indicators()
    refused = [
        (lambda: f1_score(true, pred), DataError, "multilabel-indicator but average='binary'"),
        (lambda: f1_score([0, 1], [0, 1], average="samples"), DataError, "outside of multilabel"),
        (lambda: f1_score(true, pred[:, 0], average="macro"), DataError, "Only y_true is an indicator"),
        (lambda: f1_score(true, pred[:, :3], average="macro"), DataError, "rows"),
        (lambda: f1_score(true * 2, pred, average="macro"), DataError, "multiclass-multioutput"),
        (lambda: f1_score(true, pred, average="macro", labels=[4]), UsageError, "columns 0..3"),
        (lambda: confusion_matrix(true, pred), DataError, "one value per row"),
        (
            lambda: roc_auc_score([0, 1, 2], np.eye(3), multi_class="ovo", average=None),
            UnsupportedError,
            "ovo",
        ),
        (lambda: fenlei.evaluate.roc_curve([b"a", b"b"], [0.0, 1.0]), LabelTypeError, "bytes"),
        (lambda: f1_score([0, 1], [0, 1], sample_weight=[1j, 1]), DataError, "complex"),
    ]
    for call, error, message in refused:
        with pytest.raises(error, match=message):
            call()


def test_whole_weights_are_added_exactly() -> None:
    """2**53 + 1 is not a float64, and the largest int64 rounds to one that is larger."""
    largest = 2**63 - 1
    assert confusion_matrix([0, 1], [0, 1], sample_weight=[2**53 + 1, 1])[0, 0] == 2**53 + 1
    assert confusion_matrix([0, 1], [0, 1], sample_weight=np.full(2, largest)).tolist() == [
        [largest, 0],
        [0, largest],
    ]
    beyond = confusion_matrix([0, 1, 1], [0, 1, 1], sample_weight=np.full(3, largest))
    assert beyond.dtype == np.float64
    assert beyond[1, 1] == 2.0**64
    assert confusion_matrix([0, 1], [0, 1], sample_weight=np.ones(2, bool)).dtype == np.int64


def test_silhouettes_by_other_metrics_sparse_rows_and_samples() -> None:
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(50, 3)), rng.integers(0, 3, 50)
    assert_equal(*both("silhouette_samples", X, labels, metric="manhattan"))
    assert_equal(*both("silhouette_samples", X, labels, metric="minkowski", p=3))
    assert_equal(*both("silhouette_samples", sparse.csr_array(X), labels))
    D = sklearn.metrics.pairwise_distances(X)
    assert_equal(*both("silhouette_samples", sparse.csr_array(D), labels, metric="precomputed"))
    for given, metric in ((X, "euclidean"), (D, "precomputed")):
        options = {"metric": metric, "sample_size": 30, "random_state": 3}
        assert_equal(*both("silhouette_score", given, labels, **options))
    with pytest.raises(DataError, match="diagonal"):
        fenlei.evaluate.silhouette_score(D + 1.0, labels, metric="precomputed")


@pytest.mark.parametrize("name", ["rand_score", "adjusted_rand_score", "normalized_mutual_info_score"])
def test_partitions_of_no_rows_agree_and_missing_labels_are_refused(name: str) -> None:
    score = getattr(fenlei.evaluate, name)
    assert score([], []) == 1.0
    with pytest.raises(DataError, match="NaN or infinity"):
        score([0.0, np.nan], [0, 1])


def test_mutual_information_of_a_contingency() -> None:
    table = np.array([[3, 1], [0, 4]])
    assert_equal(*both("mutual_info_score", None, None, contingency=table))
    assert_equal(*both("mutual_info_score", None, None, contingency=sparse.csr_array(table)))
