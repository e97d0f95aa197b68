"""Every public name shows how it is used: it has an example that runs as a test, or is a plain value."""

from __future__ import annotations

import inspect
from doctest import DocTestParser
from importlib import import_module
from types import ModuleType

import pytest

from tests.contract.test_front_door import PACKAGES

PUBLIC = [(package, name) for package in PACKAGES for name in import_module(package).__all__]


@pytest.mark.parametrize(("package", "name"), PUBLIC, ids=lambda part: part)
def test_every_public_name_has_an_example(package: str, name: str) -> None:
    value = getattr(import_module(package), name)
    if isinstance(value, ModuleType) or not callable(value):
        return  # whose own names are tested, or which has nothing to call
    text = inspect.getdoc(value) or ""
    if text.startswith("Deprecated"):
        return  # its successor has one
    examples = DocTestParser().get_examples(text)
    assert any(example.want for example in examples), "the docstring has no example that shows a result"
