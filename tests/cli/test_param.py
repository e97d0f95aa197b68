"""`--param name=value`: values as Python and JSON write them, for every command that has it."""

import math
from pathlib import Path

import pytest
from typer.main import get_command

from fenlei.cli.app import app
from fenlei.cli.param import model_parameters, parameters, value_of
from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from fenlei.study import structure  # noqa: F401  imported before `build` is replaced below
from tests.cli.conftest import Run

CONSTANTS = {
    "inf": math.inf,
    "+inf": math.inf,
    "-inf": -math.inf,
    "np.inf": math.inf,
    "-np.inf": -math.inf,
    "math.inf": math.inf,
    "Infinity": math.inf,
    "-Infinity": -math.inf,
    "1e5": 1e5,
    "-2.5E-3": -2.5e-3,
    "7": 7,
    "null": None,
    "None": None,
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "[1, inf, null]": [1, math.inf, None],
    '["a", true, [-np.inf]]': ["a", True, [-math.inf]],
    '{"rbf": 2, "b": -inf}': {"rbf": 2, "b": -math.inf},
}
TEXTS = (
    "rbf",
    "single",
    "k-means++",
    "np.pi",
    "os.inf",
    "[a, b]",
    "f(x)",
    "--inf",
    "-true",
    "",
    "x=y",
    "001",
    "[" * 500,
)

# A call of every command that has --param, up to the parameter.
COMMANDS = {
    "compare": ("compare", "iris", "--models", "svc", "--folds", "2", "--out", "{folder}", "--quiet"),
    "train": ("train", "iris", "--model", "logistic_regression", "--out", "{folder}/m.fenlei"),
    "reduce": ("reduce", "iris", "--method", "isomap", "--out", "{folder}"),
    "cluster": ("cluster", "iris", "--method", "kmeans", "--out", "{folder}"),
}


def test_names_and_values() -> None:
    given = [
        "a=1",
        "b=1e-3",
        "c=text",
        "d=[1, 2]",
        "e=True",
        "f=None",
        "g='quoted'",
        "h=x=y",
        "i=",
        "a = inf",
    ]
    assert parameters(given) == {
        "a": math.inf, "b": 1e-3, "c": "text", "d": [1, 2], "e": True, "f": None, "g": "quoted", "h": "x=y",
        "i": "",
    }  # fmt: skip
    assert parameters(None) == {}
    for bad in ("alpha", "=1", " =1"):
        with pytest.raises(UsageError, match="name=value"):
            parameters([bad])


def test_parameters_by_model() -> None:
    given = ["svc.C=inf", "lda.shrinkage=null", "svc.kernel=linear"]
    expected = {"svc": {"C": math.inf, "kernel": "linear"}, "lda": {"shrinkage": None}}
    assert model_parameters(given, None) == expected
    assert model_parameters(["C=1e5"], ["svc"]) == {"svc": {"C": 1e5}}
    for models in (None, ["svc", "lda"]):
        with pytest.raises(UsageError, match="does not say of which model") as caught:
            model_parameters(["C=1"], models)
        assert "没有指明模型" in caught.value.text("zh")


@pytest.mark.parametrize(("written", "value"), CONSTANTS.items())
def test_numbers_and_constants(written: str, value: object) -> None:
    assert value_of(written) == value
    assert type(value_of(written)) is type(value)


@pytest.mark.parametrize("written", ["nan", "NaN", "np.nan", "-nan"])
def test_not_a_number(written: str) -> None:
    found = value_of(written)
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize("written", TEXTS)
def test_anything_else_is_text(written: str) -> None:
    assert value_of(written) == written
    assert value_of(repr(written)) == written  # and so is what is quoted


def test_no_choice_of_any_parameter_is_taken_for_a_constant() -> None:
    """A parameter that takes words keeps them: no default of the registry is read as something else."""
    for entry in REGISTRY.values():
        for name, value in entry.load()().get_params(deep=False).items():
            if isinstance(value, str):
                assert value_of(value) == value, f"{entry.name}: {name}"


def test_the_list_of_commands_is_complete() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    assert set(COMMANDS) == {
        name for name, one in commands.items() if any(p.name == "param" for p in one.params)
    }


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "written", ["inf", "-np.inf", "Infinity", "1e5", "null", "true", "[1, inf]", "newton"]
)
def test_every_command_reads_them(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, written: str
) -> None:
    received = []

    def build(entry: object, schema: object, params: dict[str, object], *_: object) -> None:
        received.append(params)
        raise UsageError("study.no_models")

    monkeypatch.setattr("fenlei.study.fitting.build", build)
    monkeypatch.setattr("fenlei.study.structure.build", build)
    words = [word.format(folder=tmp_path) for word in COMMANDS[command]]
    assert run(*words, "--param", f"C={written}").exit_code in (2, 3)  # 3: no model of compare finished
    assert [params["C"] for params in received if "C" in params][:1] == [value_of(written)]
    assert run(*words, "--param", "C").stderr.count("name=value") == 1
