"""A registry that also knows the stand-ins, and a small file of each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fenlei.model_file import save_model
from fenlei.registry import REGISTRY
from tests.model_file import stand_ins


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, entry in stand_ins.registry().items():
        monkeypatch.setitem(REGISTRY, name, entry)


@pytest.fixture
def fitted() -> stand_ins.NearestMean:
    return stand_ins.NearestMean(np.array([0.5, 0.5])).fit(stand_ins.X, stand_ins.Y)


@pytest.fixture
def small_file(tmp_path: Path, fitted: stand_ins.NearestMean) -> Path:
    path = tmp_path / "small.fenlei"
    save_model(fitted, path)
    return path


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    path = tmp_path / "tree.fenlei"
    save_model(stand_ins.Tree().fit(stand_ins.X, stand_ins.Y), path)
    return path
