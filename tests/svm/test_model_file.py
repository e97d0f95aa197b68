"""Saving and loading machines, with the registry's entries as they are to be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse
from sklearn.datasets import load_iris

from fenlei.errors import ModelFileError, UsageError
from fenlei.model_file import load_model, save_model
from fenlei.svm import SVC, LinearSVC, spectrum

IRIS, SPECIES = load_iris(return_X_y=True)


@pytest.mark.parametrize(
    ("model", "X"),
    [
        (SVC(probability=True), IRIS),
        (SVC(kernel="linear"), sparse.csr_matrix(IRIS)),
        (SVC(kernel="precomputed"), IRIS @ IRIS.T),
        (LinearSVC(), IRIS),
    ],
)
def test_a_saved_machine_decides_as_before(model: Any, X: Any, tmp_path: Path) -> None:
    fitted = model.fit(X, SPECIES)
    save_model(fitted, tmp_path / "m.fenlei")
    loaded = load_model(tmp_path / "m.fenlei")
    loaded = getattr(loaded, "estimator", loaded)
    assert_array_equal(loaded.decision_function(X), fitted.decision_function(X))
    if hasattr(fitted, "predict_proba"):
        assert_array_equal(loaded.predict_proba(X), fitted.predict_proba(X))


def test_a_kernel_that_is_a_function_cannot_be_saved(tmp_path: Path) -> None:
    model = SVC(kernel=spectrum).fit(["aaaa", "bbbb"], [0, 1])
    with pytest.raises(UsageError):
        save_model(model, tmp_path / "m.fenlei")


@pytest.mark.parametrize(
    "change",
    [
        {"n_support": np.array([1, 1, 1])},
        {"dual_coef": np.zeros((2, 1))},
        {"support_vectors": np.zeros((3, 4))},
        {"support_vectors": None},
        {"slopes": np.ones((1, 2))},
        {"intercept": np.array([np.nan] * 3)},
    ],
)
def test_a_damaged_record_is_refused(change: dict[str, Any]) -> None:
    model = SVC().fit(IRIS, SPECIES)
    model._check_model(model.model_)
    with pytest.raises(ModelFileError):
        model._check_model(model.model_._replace(**change))


def test_damaged_sparse_and_given_records_are_refused() -> None:
    model = SVC().fit(sparse.csr_matrix(IRIS), SPECIES)
    columns = model.model_.sparse_columns.copy()
    columns[0] = 9
    with pytest.raises(ModelFileError):
        model._check_model(model.model_._replace(sparse_columns=columns))
    given = SVC(kernel="precomputed").fit(IRIS @ IRIS.T, SPECIES)
    with pytest.raises(ModelFileError):
        given._check_model(given.model_._replace(support=given.model_.support + 150))
