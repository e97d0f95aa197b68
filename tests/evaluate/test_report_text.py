"""The table of class scores: character for character scikit-learn's."""

from __future__ import annotations

import warnings

import pytest
import sklearn.metrics as sklearn_metrics

from fenlei.errors import UsageError
from fenlei.evaluate import classification_report
from tests.evaluate.cases import random_case


@pytest.mark.parametrize("seed", range(10))
def test_equals_scikit_learn_character_for_character(seed: int) -> None:
    case = random_case(seed)
    some = {"labels": case.classes[1:], "digits": 4, "zero_division": 0}
    named = {"labels": case.classes, "target_names": [f"品种 {label}" for label in case.classes]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for options in ({}, some, named, {"output_dict": True, "zero_division": 1}):
            ours, theirs = (
                function(case.true, case.pred, sample_weight=case.w, **options)
                for function in (classification_report, sklearn_metrics.classification_report)
            )
            assert ours == theirs


def test_names_must_match_the_labels() -> None:
    with pytest.raises(UsageError, match="There are 3 target_names for 2 labels"):
        classification_report([0, 1], [0, 1], target_names=["a", "b", "c"])
    with pytest.warns(UserWarning, match="There are 3 target_names for 2 labels"):
        text = classification_report([0, 1], [0, 1], labels=[0, 1], target_names=["a", "b", "c"])
    assert "accuracy" in text
