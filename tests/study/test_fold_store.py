"""Finished folds come back as they were; anything else counts as not done."""

from pathlib import Path

import numpy as np
import pytest

from fenlei.study.running.fold_store import FoldOutcome, FoldStore
from fenlei.study.running.plan import FoldSplit

SPLIT = FoldSplit(0, 3, np.arange(5), np.arange(5, 7))
OUTCOME = FoldOutcome(
    {
        "repeat": 0,
        "fold": 3,
        "scores": {"accuracy": 0.5, "balanced_accuracy": 0.5, "macro_f1": 0.5, "auc": None, "log_loss": 0.7},
        "fit_seconds": 0.1,
        "predict_seconds": 0.1,
        "notes": ["类别"],
        "scores_are_probabilities": True,
    },
    np.array([[0.25, 0.75], [1.0, 0.0]]),
)


def test_a_fold_comes_back_exactly(tmp_path: Path) -> None:
    store = FoldStore(tmp_path, "k" * 64)
    assert not store.holds("lda", SPLIT)
    assert store.load("lda", SPLIT) is None
    store.save("lda", SPLIT, OUTCOME)
    assert store.holds("lda", SPLIT)
    loaded = FoldStore(tmp_path, "k" * 64).load("lda", SPLIT)
    assert loaded is not None
    assert loaded.record == OUTCOME.record
    np.testing.assert_array_equal(loaded.proba, OUTCOME.proba)


def test_model_fold_repeat_and_key_keep_folds_apart(tmp_path: Path) -> None:
    store = FoldStore(tmp_path, "k" * 64)
    store.save("lda", SPLIT, OUTCOME)
    assert not store.holds("qda", SPLIT)
    assert not store.holds("lda", SPLIT._replace(fold=4))
    assert not store.holds("lda", SPLIT._replace(repeat=1))
    assert not FoldStore(tmp_path, "q" * 64).holds("lda", SPLIT)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut short", b"no archive at all"])
def test_a_damaged_file_counts_as_not_done(tmp_path: Path, content: bytes) -> None:
    store = FoldStore(tmp_path, "k" * 64)
    store.save("lda", SPLIT, OUTCOME)
    (path,) = (tmp_path / "folds").rglob("*.npz")
    path.write_bytes(content)
    assert store.load("lda", SPLIT) is None


def test_a_pickle_is_never_read(tmp_path: Path) -> None:
    store = FoldStore(tmp_path, "k" * 64)
    store.save("lda", SPLIT, OUTCOME)
    (path,) = (tmp_path / "folds").rglob("*.npz")
    np.savez(path, record=np.array({"an": "object"}, dtype=object), proba=OUTCOME.proba)
    assert store.load("lda", SPLIT) is None


def test_without_a_folder_nothing_is_kept() -> None:
    store = FoldStore(None, "k" * 64)
    store.save("lda", SPLIT, OUTCOME)
    assert not store.holds("lda", SPLIT)
    assert store.load("lda", SPLIT) is None
