"""Confusion matrices: the book's layout, equal to scikit-learn's and to the loop twin."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import sklearn.metrics as sklearn_metrics
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fenlei.errors import DataError, UsageError
from fenlei.evaluate import confusion_matrix, multilabel_confusion_matrix
from tests.evaluate.cases import LOGISTIC, TREE, assert_same, random_case
from tests.oracles import metrics as oracle

label_lists = st.lists(st.sampled_from(["坏瓜", "好瓜", "生瓜"]), min_size=1, max_size=30)


def test_layout_of_the_book() -> None:
    # source-000, table 3-9 and section 2.3: rows true, positive first: [[TP, FN], [FP, TN]]
    assert confusion_matrix(*TREE, labels=[1, 0]).tolist() == [[62, 4], [3, 45]]
    assert confusion_matrix(*LOGISTIC, labels=[1, 0]).tolist() == [[64, 2], [1, 47]]
    assert confusion_matrix(*LOGISTIC).tolist() == [[47, 1], [2, 64]]


@pytest.mark.parametrize("normalize", [None, "true", "pred", "all"])
@pytest.mark.parametrize("seed", range(8))
def test_equals_scikit_learn(seed: int, normalize: str | None) -> None:
    case = random_case(seed)
    order = case.classes[::-1]
    for chosen in (None, order, order[-2:]):
        options = {"labels": chosen, "sample_weight": case.w, "normalize": normalize}
        ours = confusion_matrix(case.true, case.pred, **options)
        theirs = sklearn_metrics.confusion_matrix(case.true, case.pred, **options)
        assert_same(ours, theirs)
        assert ours.dtype == theirs.dtype


@pytest.mark.parametrize("seed", range(8))
def test_one_matrix_for_each_class_equals_scikit_learn(seed: int) -> None:
    case = random_case(seed)
    for chosen in (None, case.classes[1:]):
        ours = multilabel_confusion_matrix(case.true, case.pred, labels=chosen, sample_weight=case.w)
        theirs = sklearn_metrics.multilabel_confusion_matrix(
            case.true, case.pred, labels=chosen, sample_weight=case.w
        )
        assert_same(ours, theirs)


def test_integer_weights_give_whole_numbers() -> None:
    matrix = confusion_matrix([0, 1, 1], [0, 1, 0], sample_weight=[2, 3, 4])
    assert matrix.dtype == np.int64
    assert matrix.tolist() == [[2, 0], [4, 3]]


@settings(max_examples=30)
@given(label_lists, st.randoms(use_true_random=False))
def test_order_of_rows_and_names_of_labels_do_not_matter(true: list[str], random: Random) -> None:
    pred = [random.choice(["坏瓜", "好瓜", "生瓜"]) for _ in true]
    known = sorted(set(true) | set(pred))
    assume(len(known) > 1)
    matrix = confusion_matrix(true, pred)
    assert matrix.tolist() == oracle.confusion(true, pred, known)
    rows = random.sample(range(len(true)), len(true))
    assert np.array_equal(confusion_matrix([true[i] for i in rows], [pred[i] for i in rows]), matrix)
    renamed = {name: 10 * k - 7 for k, name in enumerate(known)}
    assert np.array_equal(confusion_matrix([renamed[t] for t in true], [renamed[p] for p in pred]), matrix)


def test_one_label_is_warned_about() -> None:
    with pytest.warns(UserWarning, match="Only the label 1 was found; name all classes in labels"):
        assert confusion_matrix([1, 1], [1, 1]).tolist() == [[2]]
    assert confusion_matrix([1, 1], [1, 1], labels=[0, 1]).tolist() == [[0, 0], [0, 2]]


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        (([0, 1], [0]), DataError, "y_true has 2 rows but y_pred has 1; give both for the same rows"),
        (([], []), DataError, "y_true is empty; a score needs at least one row"),
        (
            ([[0, 1], [1, 0]], [[0, 1], [1, 0]]),
            DataError,
            r"y_true has shape \(2, 2\); give one value per row",
        ),
        (([0, 1], ["a", "b"]), DataError, "mixes kinds of labels"),
        (([0.5, 1], [0, 1]), DataError, "continuous, for example 0.5"),
        (([np.nan, 1], [0, 1]), DataError, "missing labels"),
        (([None, "a"], ["a", "a"]), DataError, "missing labels"),
    ],
)
def test_bad_labels_are_refused_with_a_sentence(
    arguments: tuple[list[object], list[object]], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        confusion_matrix(*arguments)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"labels": [5, 6]}, UsageError, r"None of labels=\[5, 6\] occurs in y_true"),
        ({"labels": []}, UsageError, r"labels=\[\] cannot be used"),
        ({"labels": [0, 0]}, UsageError, r"labels=\[0, 0\] cannot be used"),
        ({"normalize": "rows"}, UsageError, "normalize='rows' is not accepted; give None or 'true' or"),
        ({"sample_weight": [1, -1]}, DataError, "sample_weight: some are negative"),
        ({"sample_weight": [1, np.nan]}, DataError, "sample_weight: some are not finite"),
        ({"sample_weight": [0, 0]}, DataError, "sample_weight: all are zero"),
        ({"sample_weight": [1]}, DataError, r"sample_weight has shape \(1,\), but there are 2 rows"),
    ],
)
def test_bad_options_are_refused_with_a_sentence(
    options: dict[str, object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        confusion_matrix([0, 1], [1, 1], **options)  # type: ignore[arg-type]
