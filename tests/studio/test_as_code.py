"""Acceptance line 25: what "as code" gives is run in fresh processes, for five random states."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fenlei import load
from fenlei.model_file import load_model
from fenlei.study.facts.result import without_times
from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]
TABLES: dict[str, tuple[str, ...]] = {  # columns that may be left out
    "wine": ("ash", "hue", "proline"),
    "iris": ("sepal width (cm)", "petal width (cm)"),
    "penguins": ("island", "sex"),
}
MODELS: dict[str, tuple[dict[str, Any], ...]] = {
    "lda": ({}, {"solver": "lsqr"}),
    "gaussian_nb": ({"var_smoothing": 0.01},),
    "k_neighbors": ({"n_neighbors": 3}, {"weights": "distance"}),
    "decision_tree": ({"max_depth": 3},),
}


def state(seed: int) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Data set, reading options and plan, drawn by the seed."""
    rng = random.Random(seed)
    name = rng.choice(sorted(TABLES))
    drop = rng.sample(TABLES[name], rng.randint(0, len(TABLES[name]) - 1))
    models = rng.sample(sorted(MODELS), 2)
    plan = {
        "models": models,
        "folds": rng.randint(2, 4),
        "seed": rng.randint(0, 9),
        "scale": rng.choice([None, "minmax"]),
        "params": {models[0]: rng.choice(MODELS[models[0]])},
    }
    return name, ({"drop": drop} if drop else {}), plan


@pytest.mark.parametrize("seed", range(5))
def test_script_and_command_give_the_same(start: Start, tmp_path: Path, seed: int) -> None:
    name, reading, plan = state(seed)
    studio = start(name, "--out", "work")
    studio.until(studio.session, lambda session: session["table"] is not None)
    if reading:
        assert studio.call("PATCH", "/api/schema", {"reading": reading}).status == 200
    assert studio.run(**plan)["state"] == "done"
    code = studio.call("GET", "/api/code").document
    own = result_of(tmp_path / "work")
    rows = load(name).table
    said = load_model(tmp_path / "work" / "best.fenlei").predict(rows).tolist()
    (tmp_path / "studio.py").write_text(code["script"], encoding="utf-8")
    words = shlex.split(code["command"])
    runs = (
        (tmp_path / "script", [sys.executable, "../studio.py"], "work"),
        (tmp_path / "command", [sys.executable, "-m", *words, "--out", "again", "--quiet"], "again"),
    )
    for folder, command, out in runs:
        folder.mkdir()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        other = result_of(folder / out)
        assert without_times(other["models"]) == without_times(own["models"])
        assert {key: other[key] for key in ("best", "plan") if key in own} == {
            key: own[key] for key in ("best", "plan") if key in own
        }
        assert load_model(folder / out / "best.fenlei").predict(rows).tolist() == said


def result_of(folder: Path) -> Any:
    return json.loads((folder / "result.json").read_text("utf-8"))
