"""Files of every format number are still read, and their models still say what they said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fenlei import SVR, KNeighborsRegressor
from fenlei.model_file import load_model
from fenlei.model_file.document import FORMAT
from fenlei.registry import REGISTRY
from tests.model_files.make import WITH_TABLE, answers

HERE = Path(__file__).parent
KEPT = sorted(HERE.glob("v*/*.fenlei"))


@pytest.mark.parametrize("name", [*REGISTRY, WITH_TABLE])
def test_each_kind_is_kept(name: str) -> None:
    assert HERE / f"v{FORMAT}" / f"{name}.fenlei" in KEPT, "run: python tests/model_files/make.py"


@pytest.mark.parametrize("path", KEPT, ids=[f"{path.parent.name}/{path.stem}" for path in KEPT])
def test_a_kept_file_predicts_as_it_did(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    rows = np.array(expected["rows"]) if isinstance(expected["rows"], list) else expected["rows"]
    model = load_model(path)
    said = answers(model, rows)
    assert said.keys() == expected.keys() - {"rows"}
    for name, value in said.items():
        if name == "predict" and value.dtype == np.float64:
            assert (np.abs(value - expected[name]) <= rounding(model, rows)).all()
        elif name == "predict":
            assert value.tolist() == expected[name]
        else:
            np.testing.assert_allclose(value, expected[name], rtol=1e-10, atol=1e-12)


def rounding(model: Any, rows: np.ndarray) -> np.ndarray | float:
    """How far the predictions of two processors may lie apart.

    The order of the sum xᵀw + b is up to BLAS. In any order its error is at most (p + 1) u (Σ |xⱼ wⱼ| + |b|),
    u = eps / 2 (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1), so two of them differ
    by at most twice that. So it is for the mean of k targets y, with Σ |y| / k. A sum Σ αᵢ exp(-γ dᵢ²) + b of
    m terms has besides the errors of dᵢ², (p + 2) u, which the factor γ dᵢ² exp(-γ dᵢ²) < 1 makes no larger,
    and of exp, a few u. Predictions of trees are made of the file's own numbers: no bit may change.
    """
    eps = np.finfo(np.float64).eps
    if isinstance(model, KNeighborsRegressor):
        return float((model.n_neighbors + 1) * eps * np.abs(model.model_.targets).max())
    if isinstance(model, SVR):
        size = np.abs(model.dual_coef_).sum() + np.abs(model.intercept_).max()
        return float((model.dual_coef_.size + rows.shape[1] + 10) * eps * size)
    if not hasattr(model, "coef_"):
        return 0.0
    size = np.abs(rows) @ np.abs(model.coef_) + np.abs(model.intercept_)
    return np.asarray((rows.shape[1] + 1) * np.finfo(np.float64).eps * size)
