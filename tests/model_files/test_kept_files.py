"""Files of every format number are still read, and their models still say what they said."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

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
    said = answers(load_model(path), rows)
    assert said.keys() == expected.keys() - {"rows"}
    for name, value in said.items():
        if name == "predict":
            assert value.tolist() == expected[name]
        else:
            np.testing.assert_allclose(value, expected[name], rtol=1e-10, atol=1e-12)
