"""The names that `fenlei` and its families offer: stub, `__all__` and registry are one list."""

from __future__ import annotations

import ast
import pkgutil
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import fenlei
from fenlei.registry import REGISTRY

ROOT = Path(fenlei.__file__).parent
PACKAGES = [
    ".".join(("fenlei", *stub.parent.relative_to(ROOT).parts)) for stub in sorted(ROOT.rglob("__init__.pyi"))
]
FAMILIES = {entry.path.split(".")[1] for entry in REGISTRY.values()}
each = pytest.mark.parametrize("name", PACKAGES)


def stub_of(name: str) -> ast.Module:
    return ast.parse((Path(str(import_module(name).__file__)).parent / "__init__.pyi").read_text("utf-8"))


def imported(stub: ast.Module) -> list[str]:
    """Names that the stub imports, which are those that the lazy loader offers."""
    found = [alias for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert all(alias.asname is None for alias in found)
    return [alias.name for alias in found]


def listed(stub: ast.Module) -> list[str]:
    """The stub's own `__all__`, for type checkers."""
    (value,) = (
        node.value
        for node in stub.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    names: list[str] = ast.literal_eval(value)
    return names


@each
def test_stub_and_all_are_one_list(name: str) -> None:
    package, stub = import_module(name), stub_of(name)
    assert sorted(imported(stub)) == sorted(listed(stub))
    assert sorted(package.__all__) == sorted(listed(stub))
    assert len(set(package.__all__)) == len(package.__all__)
    assert set(package.__all__) <= set(dir(package))


@each
def test_every_name_can_be_loaded(name: str) -> None:
    package = import_module(name)
    for public in package.__all__:
        assert getattr(package, public) is not None


@each
def test_no_public_name_is_that_of_a_submodule(name: str) -> None:
    """Importing the submodule would put the module in the place of the function."""
    package = import_module(name)
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    clashes = modules & set(package.__all__)
    assert all(isinstance(getattr(package, clash), ModuleType) for clash in clashes)


def test_every_estimator_of_the_registry_is_public_in_fenlei_and_in_its_family() -> None:
    for entry in REGISTRY.values():
        family = import_module(f"fenlei.{entry.path.split('.')[1]}")
        assert entry.class_name in family.__all__
        assert entry.class_name in fenlei.__all__
        assert getattr(family, entry.class_name) is getattr(fenlei, entry.class_name) is entry.load()


def test_every_public_estimator_is_in_the_registry_or_resamples() -> None:
    known = {entry.class_name for entry in REGISTRY.values()}
    for family in FAMILIES:
        package = import_module(f"fenlei.{family}")
        for name in package.__all__:
            public = getattr(package, name)
            if isinstance(public, type) and hasattr(public, "get_params"):
                assert name in known or hasattr(public, "fit_resample"), name
