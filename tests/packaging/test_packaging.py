"""What the project says about itself is said once or said alike: versions, pins, targets, archived files."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import fenlei

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))


def tool(name: str) -> ModuleType:
    """A script of the folder `tools`."""
    spec = importlib.util.spec_from_file_location(f"tools_{name}", ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def normal(requirement: str) -> str:
    """The name of a requirement as indexes spell it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[\s<>=!~;@]", requirement)[0]).lower()


def test_the_version_is_written_once() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/fenlei/__init__.py"
    assert f"\nversion: {fenlei.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_installed_version_is_that_of_the_source() -> None:
    assert importlib.metadata.version("fenlei") == fenlei.__version__


def test_the_oldest_versions_are_the_declared_ones() -> None:
    oldest = tool("oldest")
    assert (ROOT / "constraints-oldest.txt").read_text() == oldest.constraints(PROJECT["project"])


def test_every_package_that_make_installs_is_pinned() -> None:
    pinned = {normal(line) for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line}
    extras = PROJECT["project"]["optional-dependencies"]
    needed = [*PROJECT["project"]["dependencies"], *extras["test"], *extras["dev"], *extras["docs"]]
    assert {normal(line) for line in needed} - {"fenlei"} <= pinned


def test_pins_are_not_below_the_declared_minima() -> None:
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines()[1:])
    pins = {normal(name): tuple(map(int, re.findall(r"\d+", version))) for name, version in pins.items()}
    for requirement in PROJECT["project"]["dependencies"]:
        name, low = tool("oldest").minimum(requirement)
        assert pins[normal(name)] >= tuple(map(int, low.split("."))), requirement


def test_the_archive_has_every_file_that_it_names() -> None:
    include = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [path for path in include if not (ROOT / path.lstrip("/")).exists()] == []


def test_extras_for_tests_are_not_dependencies() -> None:
    needed = {normal(line) for line in PROJECT["project"]["dependencies"]}
    assert not needed & {"dask", "distributed", "pandas", "polars", "safetensors"}


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_every_target_is_explained(target: str) -> None:
    assert f"make {target}" in CONTRIBUTING or f"`{target}`" in CONTRIBUTING


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / ".ci" / "run"], ids=lambda path: path.name)
def test_continuous_integration_runs_targets_that_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    named = set(re.findall(r"\b((?:check|test)-[a-z]+)\b", text))
    named |= set(re.findall(r"run: make ([a-z-]+)", text))
    assert named <= TARGETS


def test_ci_counts_tests_and_targets() -> None:
    counted = tool("check").counted
    assert counted("= 1 failed, 30 passed, 4 skipped, 2 warnings in 12.30s (0:00:12) =") == (30, 1)
    assert counted("12 passed, 3 errors in 0.5s") == (12, 3)
    assert counted("2 passed the test in spring") is None


def test_links_are_checked_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a id="here" href="b.html#there">b</a> <a href="https://x.org/">x</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#here">a</a> <a href="c.html">c</a>')
    assert sorted(tool("links").broken(tmp_path.resolve())) == [
        "a.html: b.html#there: no such anchor",
        "b.html: c.html: no such file",
    ]


def test_changed_files_stand_for_their_tests() -> None:
    tests_of = tool("quick").tests_of
    assert tests_of("src/fenlei/trees/prune.py") == "tests/trees"
    assert tests_of("src/fenlei/weights.py") in ("tests/test_weights.py", None)
    assert tests_of("tests/packaging/test_packaging.py") == "tests/packaging/test_packaging.py"
    assert tests_of("README.md") is None
