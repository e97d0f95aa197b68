"""Class weights of several targets: one dict per target, or balanced one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_multilabel_classification
from sklearn.utils.class_weight import compute_sample_weight

from fenlei import DecisionTreeClassifier, KNeighborsClassifier
from fenlei.errors import UsageError

X, Y = make_multilabel_classification(120, n_classes=3, random_state=0)


@pytest.mark.parametrize("model", [DecisionTreeClassifier(max_depth=3), KNeighborsClassifier(5)], ids=str)
@pytest.mark.parametrize("given", ["balanced", [{0: 1.0, 1: 4.0}, {0: 2.0, 1: 1.0}, {1: 3.0}]], ids=str)
def test_the_weights_of_the_targets_are_multiplied(model: Any, given: Any) -> None:
    full = [{0: 1.0, **each} for each in given] if isinstance(given, list) else given
    w = compute_sample_weight(full, Y)
    expected = [shares.copy() for shares in model.set_params(class_weight=None).fit(X, Y, w).predict_proba(X)]
    found = model.set_params(class_weight=given).fit(X, Y).predict_proba(X)
    for ours, theirs in zip(found, expected, strict=True):
        assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize("given", [{0: 1.0, 1: 2.0}, [{0: 1.0}], [{7: 1.0}] * 3])
def test_sentences(given: Any) -> None:
    for model in (DecisionTreeClassifier(class_weight=given), KNeighborsClassifier(class_weight=given)):
        with pytest.raises(UsageError, match="class_weight"):
            model.fit(X, Y)


def test_a_list_of_one_for_one_target() -> None:
    one, two = (DecisionTreeClassifier(class_weight=c).fit(X, Y[:, 0]) for c in ({1: 3.0}, [{1: 3.0}]))
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert np.isfinite(one.tree_.impurity).all()
