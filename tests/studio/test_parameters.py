"""Parameters of models that are typed in the place Compare."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import fenlei
from fenlei.studio.resuming import read_command
from tests.studio.running import RunningStudio

Start = Callable[..., RunningStudio]


def test_typed_parameters_are_those_of_compare(start: Start, tmp_path: Path) -> None:
    studio = start("wine", "--out", "work")
    studio.until(studio.session, lambda session: session["table"] is not None)
    typed = {
        "gaussian_nb": {"var_smoothing": "0.5"},
        "k_neighbors": {"weights": "distance", "n_neighbors": "3"},
    }
    job = studio.run(models=["gaussian_nb", "k_neighbors"], folds=2, params=typed)
    assert job["state"] == "done", job["error"]
    params = {"gaussian_nb": {"var_smoothing": 0.5}, "k_neighbors": {"weights": "distance", "n_neighbors": 3}}
    by_library = fenlei.compare("wine", models=["gaussian_nb", "k_neighbors"], folds=2, params=params)
    own = json.loads((tmp_path / "work" / "result.json").read_text("utf-8"))
    assert [one["summary"] for one in own["models"]] == [one["summary"] for one in by_library["models"]]
    shown = {
        one["name"]: one["value"] for one in studio.ask("model", model="k_neighbors").document["parameters"]
    }
    assert (shown["n_neighbors"], shown["weights"]) == ("3", "'distance'")
    code = studio.call("GET", "/api/code").document
    assert "'n_neighbors': 3" in code["script"]
    assert "--param k_neighbors.n_neighbors=3" in code["command"]
    assert studio.session()["plan"]["params"] == typed


def test_a_parameter_that_does_not_exist_has_a_sentence(start: Start) -> None:
    studio = start("iris")
    studio.until(studio.session, lambda session: session["table"] is not None)
    job = studio.run(models=["lda"], folds=2, params={"lda": {"solvr": "svd"}})
    assert job["state"] == "failed"
    assert "solvr" in job["error"]["text"]


@pytest.mark.parametrize(
    "params", [{"nothing": {}}, {"lda": 3}, {"lda": {"a b": 1}}, {"lda": {"solver": {"x": 1}}}, [1]]
)
def test_what_are_no_parameters(studio: RunningStudio, params: object) -> None:
    studio.open("iris")
    reply = studio.call("POST", "/api/jobs", {"what": "compare", "plan": {"params": params}})
    assert (reply.status, reply.key) == (400, "studio.field")


def test_parameters_of_a_command_are_taken_up() -> None:
    command = "fenlei compare wine.csv --models svc --param svc.C=inf --param svc.kernel=linear --folds 3"
    plan = read_command(command)[2]
    assert plan == {"models": ["svc"], "params": {"svc": {"C": "inf", "kernel": "linear"}}, "folds": 3}
