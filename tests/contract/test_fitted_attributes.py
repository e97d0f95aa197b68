"""What a fitted namesake has, ours has too: the same attributes, in the same containers and shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator

from tests.contract.namesakes import PAIRS, Pair

pytestmark = pytest.mark.filterwarnings("ignore")

OTHER = {
    ("bayesian_ridge", "scores_"),  # an array also where nothing was asked for
    ("isomap", "kernel_pca_"),  # its eigenvalues are `eigenvalues_`
    ("ridge", "n_iter_"),  # 1, which `check_estimator` asks for, in the place of None
    ("voting", "le_"),  # what it encodes are the positions in `classes_`
}
OWN_PARTS = ("adaboost", "bagging", "decision_tree", "random_forest")  # trees of ours, of other sizes


def form_of(value: Any) -> str:
    """Container, shape and kind of numbers; a list and a tuple are alike."""
    if sparse.issparse(value):
        return f"sparse {value.shape}"
    if isinstance(value, np.ndarray):
        return f"array {value.shape} {value.dtype.kind}"
    if isinstance(value, list | tuple):
        return f"{len(value)} times {form_of(value[0])}" if value else "empty"
    if isinstance(value, bool | int | float | np.generic):
        return f"number {np.asarray(value).dtype.kind}" + (" of NumPy" if hasattr(value, "dtype") else "")
    return type(value).__name__


def forms(model: BaseEstimator) -> dict[str, str]:
    names = [name for name in dir(model) if name.endswith("_") and not name.startswith("_")]
    return {name: form_of(getattr(model, name)) for name in names if hasattr(model, name)}


@pytest.mark.parametrize("pair", [p for p in PAIRS if not p.entry.name.startswith(OWN_PARTS)], ids=str)
def test_attributes_are_those_of_the_namesake(pair: Pair) -> None:
    theirs, ours = (forms(pair.fit(ours=mine)) for mine in (False, True))
    wrong = {
        name: (ours.get(name, "missing"), form)
        for name, form in theirs.items()
        if ours.get(name, "missing").removesuffix(" of NumPy" if "of NumPy" not in form else "") != form
        and (pair.entry.name, name) not in OTHER
    }
    assert not wrong
